//! Calls on several instances, legal and illegal, each judged by a model of the standard.

use test_support::calls::{Standard, play};
use test_support::random::feed;

/// One world of calls.
pub fn calls(bytes: &[u8]) {
    feed(bytes);
    if let Err(problem) = play(Standard::Two, 0, 1) {
        panic!("{problem}");
    }
}
