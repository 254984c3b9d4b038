//! Scenarios that show what the library does wrong today. Those that are mended leave the list, as `tests/robustness/round_numbers.rs` says.

use super::draw::ROUND;
use super::model::Kind;

/// Of the scenarios with round numbers that the test runs: actuator, law, what the judge reports, and their seeds less [`ROUND`].
const DEFECTS: [(Kind, i32, &str, &[u64]); 0] = [];

/// The seeds of an actuator and law of which something is known to be wrong, and what.
pub fn known_defects(kind: Kind, law: i32) -> impl Iterator<Item = (u64, &'static str)> {
    let of_both = DEFECTS.iter().filter(move |(of, with, ..)| (*of, *with) == (kind, law));
    of_both.flat_map(|(_, _, what, seeds)| seeds.iter().map(|seed| (ROUND + seed, *what)))
}

/// What is known to be wrong with a scenario.
pub fn defect(kind: Kind, law: i32, seed: u64) -> Option<&'static str> {
    known_defects(kind, law).find(|(known, _)| *known == seed).map(|(_, what)| what)
}
