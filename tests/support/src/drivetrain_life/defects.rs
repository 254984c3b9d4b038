//! Lives that show what the library does wrong today: seed, and what. Those that are mended leave the list.

const STOPS: &str = "at the start a stop shares with a one-way clutch what only that can carry, and pulls";

/// Of the seeds up to 150, and of the first of each higher range.
const DEFECTS: [(u64, &str); 1] = [(16_777_219, STOPS)];

/// What is known to be wrong with the life of a seed.
pub fn defect(seed: u64) -> Option<&'static str> {
    DEFECTS.iter().find(|(known, _)| *known == seed).map(|(_, what)| *what)
}
