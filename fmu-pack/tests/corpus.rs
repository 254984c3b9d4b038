//! What the fuzzer found worth keeping holds in every test run; see `tests/corpus` of the models.

#[path = "../../fuzz/src/packer.rs"]
mod packer;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Gives every input of a target to it.
fn replay(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
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

#[test]
fn kept_archives_are_refused_or_read_within_the_limits() {
    replay("archive", packer::archive::archive);
}

#[test]
fn kept_tables_of_inputs_are_refused_or_give_numbers() {
    replay("csv", packer::csv::csv);
}

#[test]
fn kept_command_lines_are_understood_or_refused() {
    replay("arguments", packer::arguments::arguments);
}
