//! Text that should be a command line: understood, or refused with a message; nothing is done.

use clap::Parser;
use fmu_pack::command::Cli;

/// One argument per line.
pub fn arguments(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Err(error) = Cli::try_parse_from(std::iter::once("fmu-pack").chain(text.lines())) {
        assert!(!error.to_string().is_empty());
    }
}
