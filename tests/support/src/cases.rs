//! How many random cases a test takes and from which seeds: the one place that is asked, and that reads the environment for it.
//!
//! | variable | what it does | without it |
//! | --- | --- | --- |
//! | `TEST_SEED=N` | makes the run thorough: more cases, from the fixed seeds and from as many that N decides | few cases, from fixed seeds |
//! | `TEST_CASES=N` | so many cases in each test that is run, for a campaign of one of them | the number of the test |
//! | `FMU_PACK_ALL_PLATFORMS=1` | a test for another platform fails where its compilers or emulator are missing | it is not run there |
//!
//! `./run-tests` sets neither, so that each run has the same cases; `./run-tests --thorough` takes the date as `TEST_SEED` and prints it. A
//! failure of a thorough run is repeated with its `TEST_SEED`, or with the seed that it names.

use crate::random::Random;
use std::iter::Chain;
use std::ops::Range;

/// Seeds that a thorough run draws begin within so many behind the fixed ones: every kind of random case has a range of at least twice
/// as many seeds.
const ROOM: u64 = 1 << 19;

/// What a variable says; none where it is not set.
///
/// # Panics
/// Where it is no number.
fn number(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    let Ok(number) = value.parse::<f64>() else {
        panic!("{name} is {value:?}; it must be a number, such as 1000 or 1e6")
    };
    Some(number as u64)
}

/// Whether this is a thorough run.
pub fn is_thorough() -> bool {
    number("TEST_SEED").is_some()
}

/// Whether no platform may be left out.
pub fn all_platforms_are_wanted() -> bool {
    std::env::var_os("FMU_PACK_ALL_PLATFORMS").is_some_and(|value| value == "1")
}

/// The number of cases: `few` at each change, `many` in a thorough run.
pub fn count(few: u64, many: u64) -> u64 {
    number("TEST_CASES").unwrap_or(if is_thorough() { many } else { few })
}

/// The seed of a test whose cases are drawn one after the other: itself, or in a thorough run another that `TEST_SEED` decides.
pub fn seed(fixed: u64) -> u64 {
    number("TEST_SEED").map_or(fixed, |of_run| Random::new(of_run ^ fixed.rotate_left(32)).bits())
}

/// Fixed seeds from `first` on: `few`, or `many` in a thorough run, which then has as many more that [`drawn`] gives.
pub fn seeds(first: u64, few: u64, many: u64) -> Chain<Range<u64>, Range<u64>> {
    (first..first + count(few, many)).chain(drawn(first, many))
}

/// The seeds that only a thorough run has, as many as it has fixed ones; `TEST_SEED` decides where they begin.
pub fn drawn(first: u64, many: u64) -> Range<u64> {
    if !is_thorough() {
        return 0..0;
    }
    let many = count(many, many);
    let begin = first + many + seed(first) % ROOM;
    begin..begin + many
}
