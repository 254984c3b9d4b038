//! An experiment whose results the FMU itself computes, where nobody knows better ones.

use super::{Reference, Series};
use fmu_import::interface::{Interface, Kind, Variable};
use fmu_simulation::input::Row;
use fmu_simulation::{Event, Grid, Recorder, recorded};
use model_description::references::Deviation;
use std::io::Result;

/// Rows of results, at most.
const ROWS: u64 = 250;
/// Communication steps, at most: a smoke test takes no minutes, and neither does building the FMU.
const STEPS: f64 = 20_000.0;
/// Results have the same bits on all machines. What another solver of the same equations may differ is not known; this is what
/// tolerances of 1e-9 give, relative to the largest value.
const DEVIATION: f64 = 1e-8;

/// The default experiment on these signals, without results so far; without signals, inputs keep their start values.
pub fn own(interface: &Interface, stimuli: Option<Series>) -> Reference {
    let experiment = interface.default_experiment;
    let start = experiment.start_time.unwrap_or(0.0);
    let signals = if stimuli.is_some() { "given signals" } else { "inputs at their start values" };
    let step = experiment.step_size.unwrap_or(1e-3);
    let whole = experiment.stop_time.unwrap_or(start + 1.0);
    let stop = whole.min(start + STEPS * step);
    let part = if stop < whole { " (its beginning)" } else { "" };
    Reference {
        name: "default_experiment".to_owned(),
        title: format!("Default experiment{part}, {signals}; results of this FMU where it was built"),
        is_independent: false,
        parameters: Vec::new(),
        start,
        stop,
        step,
        tolerance: None,
        stimuli,
        results: None,
        deviations: Vec::new(),
    }
}

/// Keeps results of a run: outputs that are continuous numbers, at some of the communication points.
pub struct Kept {
    grid: Grid,
    /// Points per row.
    every: u64,
    /// Points so far.
    point: u64,
    columns: Vec<usize>,
    results: Series,
}

impl Kept {
    /// For a run of this experiment.
    pub fn new(reference: &Reference, interface: &Interface) -> Self {
        let grid = Grid::new(reference.start, reference.step, reference.stop);
        let is_kept = |variable: &&Variable| {
            variable.causality == "output" && variable.kind == Kind::Real && variable.variability == "continuous"
        };
        let recorded = recorded(interface, false);
        let columns: Vec<usize> = (0..recorded.len()).filter(|index| is_kept(&recorded[*index])).collect();
        let names = columns.iter().map(|index| recorded[*index].name.clone()).collect();
        let results = Series { names, rows: Vec::new() };
        Self { every: grid.count().div_ceil(ROWS), grid, point: 0, columns, results }
    }

    /// The experiment with these results.
    pub fn complete(self, reference: Reference) -> Reference {
        let deviation = |name: &String| {
            let largest = self.results.column(name).fold(0.0, |largest: f64, value| largest.max(value.abs()));
            let absolute = if largest > 0.0 { DEVIATION * largest } else { DEVIATION };
            Deviation { variable: name.clone(), absolute }
        };
        let deviations = self.results.names.iter().map(deviation).collect();
        Reference { results: Some(self.results), deviations, ..reference }
    }
}

impl Recorder for Kept {
    fn row(&mut self, time: f64, values: &[f64]) -> Result<()> {
        if self.point.is_multiple_of(self.every) || self.point == self.grid.count() {
            let values = self.columns.iter().map(|index| values[*index]).collect();
            self.results.rows.push(Row { time, values });
        }
        self.point += 1;
        Ok(())
    }

    fn event(&mut self, _: Event) -> Result<()> {
        Ok(())
    }

    fn warning(&mut self, _: &str) {}
}
