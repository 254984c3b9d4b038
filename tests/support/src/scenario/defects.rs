//! Scenarios that show what the library does wrong today. Those that are mended leave the list, as `tests/robustness/round_numbers.rs` says.

use super::draw::ROUND;
use super::model::Kind;

/// Of the scenarios with round numbers that the test runs: actuator, law, what the judge reports, and their seeds less [`ROUND`].
const DEFECTS: [(Kind, i32, &str, &[u64]); 1] = [(Kind::Servo, 1, "tries are more than", &[22])];

/// What is known to be wrong with a scenario.
pub fn defect(kind: Kind, law: i32, seed: u64) -> Option<&'static str> {
    let is_it = |(of, with, _, seeds): &&(Kind, i32, &str, &[u64])| {
        (*of, *with) == (kind, law) && seeds.iter().any(|known| ROUND + known == seed)
    };
    DEFECTS.iter().find(is_it).map(|(_, _, what, _)| *what)
}
