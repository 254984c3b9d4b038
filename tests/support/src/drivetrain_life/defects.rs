//! Lives that show what the library does wrong today: seed, and what. Those that are mended leave the list.

const SHARES: &str =
    "torques that are not unique: a share that is not admissible is taken, and a brake lets go too early";

/// Of the seeds up to 150.
const DEFECTS: [(u64, &str); 1] = [(10, SHARES)];

/// What is known to be wrong with the life of a seed.
pub fn defect(seed: u64) -> Option<&'static str> {
    DEFECTS.iter().find(|(known, _)| *known == seed).map(|(_, what)| *what)
}
