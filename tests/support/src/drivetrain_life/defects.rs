//! Lives that show what the library does wrong today: seed, and what. Those that are mended leave the list.

const ARRIVES: &str = "a gear with efficiency 0 arrives at rest between the communication points otherwise than at one";
const ORDER: &str =
    "several gears with losses and brakes: more than one combination holds, and the order of the file decides";
const HOLDS: &str = "where clutches and a gear come to rest at one instant, the gear holds more than it can";

/// Of the seeds up to 150.
const DEFECTS: [(u64, &str); 3] = [(35, ORDER), (39, ARRIVES), (115, HOLDS)];

/// What is known to be wrong with the life of a seed.
pub fn defect(seed: u64) -> Option<&'static str> {
    DEFECTS.iter().find(|(known, _)| *known == seed).map(|(_, what)| *what)
}
