//! The amplitude below which the output rests.
//!
//! It is found by the measurement that gives the gain, so that an amplitude rests here exactly where its gain is 0. What moves the
//! output once is no answer to the sine: an FMU that comes to rest with some of its friction used up slips at the first half wave, and
//! rests from then on.

use super::bench::Bench;
use super::{Error, Sine, Way, settle};
use fmu_import::fmu::Fmu;
use fmu_import::library::Library;
use serde::{Deserialize, Serialize};

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Threshold {
    /// It rests at smaller amplitudes, and moves at this one; within a thousandth.
    At(f64),
    /// It moves at this amplitude, a millionth of the largest, and smaller ones were not tried.
    Below(f64),
    /// It moves without a sine.
    None,
    /// It rests at the largest amplitude.
    Above(f64),
}

/// How exactly it is found, and how far down it is looked for.
const EXACTLY: f64 = 1e-3;
const SMALLEST: f64 = 1e-6;

/// Bisects between no motion and `largest`.
pub fn threshold(fmu: &Fmu, library: &Library, way: &Way, frequency: f64, largest: f64) -> Result<Threshold, Error> {
    let moves = |amplitude: f64| -> Result<bool, Error> {
        let mut bench = Bench::new(fmu, library, way, Sine { frequency, amplitude })?;
        Ok(settle(&mut bench, way.most_periods)?.moves())
    };
    // What does not rest without a sine does not rest with one.
    if moves(0.0)? {
        return Ok(Threshold::None);
    }
    if !moves(largest)? {
        return Ok(Threshold::Above(largest));
    }
    let (mut rests, mut moving) = (0.0, largest);
    while moving - rests > EXACTLY * moving {
        // Down by decades until it rests, then halves.
        let between = if rests == 0.0 { moving / 10.0 } else { 0.5 * (rests + moving) };
        if between < SMALLEST * largest {
            return Ok(Threshold::Below(moving));
        }
        if moves(between)? { moving = between } else { rests = between }
    }
    Ok(Threshold::At(moving))
}
