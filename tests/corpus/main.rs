//! What the fuzzer found worth keeping holds in every test run: its inputs are given once more to the same targets, with
//! the compiler at hand and no fuzzer.
//!
//! SAFETY of all unsafe blocks in `calls` and `targets`: handles come from the library and are used by one thread at a
//! time, pointers are of live values of the right type and length, unless said otherwise.
#![cfg(feature = "fmi")]
#![allow(unsafe_code)]

#[path = "../robustness/calls/mod.rs"]
#[allow(dead_code, unused_imports, reason = "other tests use more of it")]
mod calls;
#[path = "../../fuzz/src/life.rs"]
mod life;
#[path = "../../fuzz/src/random.rs"]
mod random;
#[path = "../../fuzz/src/library.rs"]
mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Gives every input of a target to it.
fn replay(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
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
fn kept_calls_are_answered_as_the_standard_says() {
    replay("calls", targets::calls::calls);
}

#[test]
fn kept_saved_states_are_refused_or_usable() {
    replay("saved_state", targets::saved_state::saved_state);
}

#[test]
fn kept_lives_are_physical() {
    replay("life", targets::life::life);
}

#[test]
fn kept_descriptions_are_refused_or_written_as_they_were_read() {
    replay("model_description", targets::model_description::model_description);
}

#[test]
fn kept_configurations_are_refused_or_give_a_valid_fmu() {
    replay("configuration", targets::configuration::configuration);
}
