//! What the fuzzer found worth keeping holds in every test run: its inputs are given once more to the same targets, with
//! the compiler at hand and no fuzzer.
//!
//! SAFETY of all unsafe blocks in `calls` and `targets`: handles come from the library and are used by one thread at a
//! time, pointers are of live values of the right type and length, unless said otherwise.
#![cfg(feature = "fmi")]
#![allow(unsafe_code)]

#[path = "../../fuzz/src/replay.rs"]
mod replay;
#[path = "../../fuzz/src/library.rs"]
mod targets;

use std::path::Path;

fn replay(name: &str, target: fn(&[u8])) {
    replay::replay(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus"), name, target);
}

#[test]
fn kept_calls_are_answered_as_the_standard_says() {
    replay("calls", targets::calls::calls);
}

#[test]
fn kept_calls_of_fmi_3_are_answered_as_the_standard_says() {
    replay("calls_fmi3", targets::calls::calls_fmi3);
}

#[test]
fn kept_saved_states_are_refused_or_usable() {
    replay("saved_state", targets::saved_state::saved_state);
}

#[test]
fn kept_lives_are_physical() {
    replay("scenario", targets::scenario::scenario);
}

#[test]
fn kept_descriptions_are_refused_or_written_as_they_were_read() {
    replay("model_description", targets::model_description::model_description);
}

#[test]
fn kept_descriptions_of_fmi_3_are_refused_or_written_as_they_were_read() {
    replay("model_description_fmi3", targets::model_description::model_description_fmi3);
}

#[test]
fn kept_related_files_are_refused_or_written_as_they_were_read() {
    replay("related_files", targets::related_files::related_files);
}

#[test]
fn kept_configurations_are_refused_or_give_a_valid_fmu() {
    replay("configuration", targets::configuration::configuration);
}

#[test]
fn kept_configuration_blocks_are_refused_or_of_a_model() {
    replay("configuration_block", targets::configuration_block::configuration_block);
}
