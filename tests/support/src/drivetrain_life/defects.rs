//! Lives that show what the library does wrong today: seed, and what. Those that are mended leave the list.

const FIGHTS: &str = "at the end of a hold, brakes that a gear without efficiency lets fight each other are let go in directions that contradict";
const SHARES: &str =
    "torques that are not unique: a share that is not admissible is taken, and a brake lets go too early";

/// Of the seeds up to 150.
const DEFECTS: [(u64, &str); 3] = [(10, SHARES), (35, SHARES), (39, FIGHTS)];

/// What is known to be wrong with the life of a seed.
pub fn defect(seed: u64) -> Option<&'static str> {
    DEFECTS.iter().find(|(known, _)| *known == seed).map(|(_, what)| *what)
}
