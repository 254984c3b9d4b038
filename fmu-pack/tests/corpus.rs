//! What the fuzzer found worth keeping holds in every test run; see `tests/corpus` of the models.

#[path = "../../fuzz/src/packer.rs"]
mod packer;
#[path = "../../fuzz/src/replay.rs"]
mod replay;

use std::path::Path;

fn replay(name: &str, target: fn(&[u8])) {
    replay::replay(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus"), name, target);
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

#[test]
fn kept_systems_are_refused_or_the_same_once_written() {
    replay("system", packer::system::system);
}
