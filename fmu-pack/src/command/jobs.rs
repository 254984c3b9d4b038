//! How many runs there are at a time, each a process.

use clap::builder::{RangedI64ValueParser, ValueParser};
use std::num::NonZeroUsize;

/// What `--jobs` takes.
pub(super) fn jobs() -> ValueParser {
    ValueParser::new(RangedI64ValueParser::<u16>::new().range(1..=1024))
}

/// Those that were given, or as many as there are cores.
pub(super) fn at_a_time(given: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    given.map_or_else(cores, usize::from)
}
