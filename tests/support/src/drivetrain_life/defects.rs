//! Lives that show what the library does wrong today: seed, and what. Those that are mended leave the list.

/// Of the seeds up to 150, and of the first of each higher range.
const DEFECTS: [(u64, &str); 0] = [];

/// What is known to be wrong with the life of a seed.
pub fn defect(seed: u64) -> Option<&'static str> {
    DEFECTS.iter().find(|(known, _)| *known == seed).map(|(_, what)| *what)
}
