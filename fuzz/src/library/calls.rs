//! Calls on several instances, legal and illegal, each judged by a model of the standard.

use test_support::calls::{Standard, play};
use test_support::random::feed;

/// One world of calls of FMI 2.0.
pub fn calls(bytes: &[u8]) {
    world(Standard::Two, bytes);
}

/// One world of calls of FMI 3.0, with importers that are asked within steps.
pub fn calls_fmi3(bytes: &[u8]) {
    world(Standard::Three, bytes);
}

fn world(standard: Standard, bytes: &[u8]) {
    feed(bytes);
    if let Err(problem) = play(standard, 0, 1) {
        panic!("{problem}");
    }
}
