//! Lives that show what the library does wrong today: seed, and what. Those that are mended leave the list.

const SHARES: &str =
    "torques that are not unique: a share that is not admissible is taken, and a brake lets go too early";

const STOPS: &str = "at the start a stop shares with a one-way clutch what only that can carry, and pulls";
const BRIDGED: &str = "bristles in a drivetrain whose steps are bridged: its first order shows";
const UNTOLD: &str = "what moves within a bridged step and is at rest at both of its ends has no event";

/// Of the seeds up to 150, and of the first of each higher range.
const DEFECTS: [(u64, &str); 5] =
    [(10, SHARES), (115, UNTOLD), (121, UNTOLD), (16_777_217, BRIDGED), (16_777_219, STOPS)];

/// What is known to be wrong with the life of a seed.
pub fn defect(seed: u64) -> Option<&'static str> {
    DEFECTS.iter().find(|(known, _)| *known == seed).map(|(_, what)| *what)
}
