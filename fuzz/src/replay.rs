//! Gives kept inputs of the fuzzer to their target, without the fuzzer.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Gives every input of a target to it; `corpus` has a folder for each target.
pub fn replay(corpus: &Path, name: &str, target: fn(&[u8])) {
    let folder = corpus.join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut count = 0;
    for entry in entries {
        let path = entry.map(|entry| entry.path()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let outcome = catch_unwind(AssertUnwindSafe(|| target(&bytes)));
        assert!(outcome.is_ok(), "{} fails", path.display());
        count += 1;
    }
    assert!(count >= 3, "{name} has {count} inputs");
}
