//! Which values each run has.

use super::{Axis, Correlation, Error};
use fmu_import::interface::Interface;
use fmu_simulation::SettingProblem;

/// Every combination of the values in turn, each with the same draws.
///
/// The last axis changes fastest, and the draws faster still. That each combination meets the same draws makes the
/// difference between two combinations far more certain than their values (common random numbers).
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    axes: Vec<Axis>,
    samples: u64,
    seed: u64,
    correlation: Correlation,
}

impl Design {
    /// More would run for weeks, and fill a disk.
    pub const MOST_RUNS: u64 = 100_000_000;

    /// `samples` draws of each combination; `None` where nothing is drawn, or as many as a table has.
    pub fn new(axes: Vec<Axis>, samples: Option<u64>, seed: u64) -> Result<Self, Error> {
        for (index, axis) in axes.iter().enumerate() {
            if axes[..index].iter().any(|other| other.name == axis.name) {
                return Err(SettingProblem::Twice { name: axis.name.clone() }.of(axis.given()).into());
            }
        }
        let tabulated = axes.iter().filter_map(Axis::table_length).min();
        let samples = match (samples, axes.iter().find(|axis| axis.is_distributed()), tabulated) {
            (Some(samples), None, None) => return Err(Error::NothingDrawn { samples }),
            (None, Some(axis), None) => return Err(Error::NoSamples { name: axis.name.clone() }),
            (Some(samples), _, Some(rows)) if samples != rows => return Err(Error::OtherSamples { samples, rows }),
            (samples, _, rows) => samples.or(rows).unwrap_or(1),
        };
        let runs = axes.iter().map(|axis| axis.turns() as f64).product::<f64>() * samples as f64;
        if runs > Self::MOST_RUNS as f64 {
            return Err(Error::TooMany { runs });
        }
        Ok(Self { axes, samples, seed, correlation: Correlation::default() })
    }

    /// The same design with draws that depend on each other.
    pub fn correlated(self, correlation: Correlation) -> Self {
        Self { correlation, ..self }
    }

    /// Refuses draws that their variables do not take. A distribution without bounds leaves any range sooner or later, so that only
    /// the draws themselves tell whether these runs can be made; other values, or their ends, were tried when they were read.
    pub fn check_draws(&self, interface: &Interface) -> Result<(), Error> {
        let unbounded = self.axes.iter().enumerate().filter(|(_, axis)| axis.remedy().is_some());
        for (index, axis) in unbounded {
            // The samples are those of the first combination, whose runs have the same numbers.
            for sample in 0..self.samples {
                axis.check_draw(&self.value_of(index, axis, 0, sample), sample, self.samples, interface)?;
            }
        }
        Ok(())
    }

    /// The axes in the order in which they were set.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Number of runs.
    pub fn runs(&self) -> u64 {
        self.axes.iter().map(Axis::turns).product::<u64>() * self.samples
    }

    /// The value of each axis in a run.
    pub fn values(&self, run: u64) -> Vec<String> {
        let sample = self.sample(run);
        let mut rest = run / self.samples;
        let numbered = self.axes.iter().enumerate().rev();
        let mut values: Vec<String> =
            numbered.map(|(index, axis)| self.value(index, axis, &mut rest, sample)).collect();
        values.reverse();
        values
    }

    /// Which of its values an axis takes in a run.
    pub fn turn(&self, run: u64, name: &str) -> Option<u64> {
        let place = self.axes.iter().position(|axis| axis.name == name)?;
        let faster: u64 = self.axes[place + 1..].iter().map(Axis::turns).product();
        Some(run / self.samples / faster % self.axes[place].turns())
    }

    /// Takes the turn of `axis` off the mixed-radix number `rest`.
    fn value(&self, index: usize, axis: &Axis, rest: &mut u64, sample: u64) -> String {
        let turn = *rest % axis.turns();
        *rest /= axis.turns();
        self.value_of(index, axis, turn, sample)
    }

    fn value_of(&self, index: usize, axis: &Axis, turn: u64, sample: u64) -> String {
        axis.value(turn, sample, self.seed, self.correlation.standard(index, &self.axes, sample, self.seed))
    }

    /// All that tells this design from another one, as text.
    pub fn signature(&self) -> String {
        let Self { axes, samples, seed, correlation } = self;
        let axes: Vec<String> = axes.iter().map(Axis::signature).collect();
        format!("{axes:?} {samples} {seed} {correlation:?}")
    }

    /// Which sample a run takes.
    pub fn sample(&self, run: u64) -> u64 {
        run % self.samples
    }
}
