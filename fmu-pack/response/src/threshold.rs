//! The amplitude below which the output rests.
//!
//! An FMU that does not begin at rest, as with a command away from its position, is given the time to come to rest before the input
//! moves: what it does until then is no answer to the sine.

use super::bench::Bench;
use super::{Error, Sine, Way};
use fmu_import::fmu::Fmu;
use fmu_import::library::Library;
use serde::{Deserialize, Serialize};

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Threshold {
    /// It rests at smaller amplitudes, and moves at this one; within a thousandth.
    At(f64),
    /// It moves at any amplitude that was tried, down to a millionth of the largest.
    None,
    /// It rests at the largest amplitude.
    Above(f64),
}

/// How exactly it is found, and how far down it is looked for.
const EXACTLY: f64 = 1e-3;
const SMALLEST: f64 = 1e-6;

/// Bisects between no motion and `largest`, by the first two periods of the sine after the output has come to rest.
pub fn threshold(fmu: &Fmu, library: &Library, way: &Way, frequency: f64, largest: f64) -> Result<Threshold, Error> {
    let at_rest = Bench::new(fmu, library, way, Sine { frequency, amplitude: 0.0 })?;
    // What does not rest without a sine does not rest with one.
    let Some(before) = periods_to_rest(at_rest, way.most_periods)? else { return Ok(Threshold::None) };
    let moves = |amplitude: f64| -> Result<bool, Error> {
        let mut bench = Bench::new(fmu, library, way, Sine { frequency, amplitude: 0.0 })?;
        (0..before).try_for_each(|_| bench.period().map(drop))?;
        let start = bench.value()?;
        bench.set_amplitude(amplitude);
        Ok(bench.period()?.iter().chain(&bench.period()?).any(|value| *value != start))
    };
    if !moves(largest)? {
        return Ok(Threshold::Above(largest));
    }
    let (mut rests, mut moving) = (0.0, largest);
    while moving - rests > EXACTLY * moving {
        // Down by decades until it rests, then halves.
        let between = if rests == 0.0 { moving / 10.0 } else { 0.5 * (rests + moving) };
        if between < SMALLEST * largest {
            return Ok(Threshold::None);
        }
        if moves(between)? { moving = between } else { rests = between }
    }
    Ok(Threshold::At(moving))
}

/// Periods without a sine after which the output has one value only; none if it moves in all of them.
fn periods_to_rest(mut bench: Bench<'_>, most: u32) -> Result<Option<u32>, Error> {
    for before in 0..most {
        let start = bench.value()?;
        if bench.period()?.iter().all(|value| *value == start) && bench.value()? == start {
            return Ok(Some(before));
        }
    }
    Ok(None)
}
