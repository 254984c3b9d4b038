//! Random neighbours of every kind of failure that testers from outside found on drivetrains and single bodies. Kinds whose cases stand
//! elsewhere have theirs there: `drivetrains::singular`, `drivetrains::communication_points`, `drivetrains::shared_torques`, `mirror`.

mod drivetrains;
mod single_bodies;

use actuator_fmu::actuator::Warning;
use test_support::{Recorder, cases};

/// So many neighbours of a kind: this usual number, with which the tests stay quick, or 1,000 in a thorough run. These are always the same,
/// as shares of kinds that are known to fail were counted on them.
///
/// Only they, as `scripts/reliability.sh` has it:
///
/// ```text
/// TEST_CASES=1000 cargo test --release --locked --test library -- neighbours shared_torques round_engagements mirror_image_to
/// ```
pub fn neighbours(usual: usize) -> usize {
    cases::count(usual as u64, 1000) as usize
}

/// Time below which a bridged part is chatter at one instant [s]: motions, which are compared besides, do not show it.
const INSTANT: f64 = 1e-8;

/// The first warning, but for parts that were bridged at one instant.
pub fn warning(recorder: &Recorder) -> Option<String> {
    let is_instant =
        |warning: &&Warning| matches!(warning, Warning::EventLimit { duration, .. } if *duration <= INSTANT);
    recorder.warnings.iter().find(|warning| !is_instant(warning)).map(|warning| format!("{warning:?}"))
}

/// Fails with the first of the failures, and their number; each case says what is wrong with it.
pub fn none_of(cases: impl Iterator<Item = Vec<String>>) {
    at_most(0, cases);
}

/// The same for a kind of which so many of 1,000 are known to fail: none may, until the share of them makes one.
pub fn at_most(known: usize, cases: impl Iterator<Item = Vec<String>>) {
    let (mut count, mut failed, mut first) = (0, 0, None);
    for failures in cases {
        count += 1;
        let Some(one) = failures.into_iter().next() else { continue };
        failed += 1;
        println!("number {count}: {}", one.lines().next().unwrap_or_default());
        first = first.or(Some(one));
    }
    println!("{failed} of {count} fail");
    if let Some(first) = first.filter(|_| failed * 1000 > known * count) {
        panic!("{failed} of {count} fail, the first: {first}");
    }
}
