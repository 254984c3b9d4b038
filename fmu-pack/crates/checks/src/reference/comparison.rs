//! How far a run is from its reference.

use super::Reference;
use fmu_import::interface::Interface;
use fmu_simulation::input::Row;
use fmu_simulation::{Event, Grid, Recorder, recorded};
use std::io::Result;

/// Follows a run of an experiment.
pub struct Comparison<'a> {
    rows: &'a [Row],
    /// Rows so far.
    row: usize,
    snap: f64,
    columns: Vec<Compared>,
    outcome: Vec<Outcome>,
}

/// Where a variable is.
struct Compared {
    /// Among what is recorded.
    recorded: usize,
    /// Among the values of the reference.
    reference: usize,
}

/// How far a variable is from its reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The variable.
    pub variable: String,
    /// Its unit.
    pub unit: String,
    /// Largest difference.
    pub deviation: f64,
    /// When, in s.
    pub time: f64,
    /// Largest difference that is accepted.
    pub accepted: f64,
    /// Rows that were compared.
    pub count: usize,
}

impl Outcome {
    /// As close as it must be, everywhere.
    pub fn is_as_expected(&self) -> bool {
        self.count > 0 && self.deviation <= self.accepted
    }
}

impl<'a> Comparison<'a> {
    /// With the results of this experiment, as far as they are outputs of the FMU.
    pub fn new(reference: &'a Reference, interface: &Interface) -> Self {
        let recorded = recorded(interface, false);
        let results = reference.results.iter().flat_map(|results| results.names.iter().enumerate());
        let found = results.filter_map(|(index, name)| {
            let place = recorded.iter().position(|variable| variable.name == *name)?;
            let outcome = Outcome {
                variable: name.clone(),
                unit: recorded[place].unit.clone(),
                deviation: 0.0,
                time: reference.start,
                accepted: reference.accepted(name),
                count: 0,
            };
            Some((Compared { recorded: place, reference: index }, outcome))
        });
        let (columns, outcome) = found.unzip();
        let rows = reference.results.as_ref().map_or(&[][..], |results| &results.rows);
        let snap = Grid::new(reference.start, reference.step, reference.stop).snap();
        Self { rows, row: 0, snap, columns, outcome }
    }

    /// For each variable that was compared.
    pub fn outcome(self) -> Vec<Outcome> {
        self.outcome
    }
}

impl Recorder for Comparison<'_> {
    fn row(&mut self, time: f64, values: &[f64]) -> Result<()> {
        let rest = &self.rows[self.row..];
        let rest = &rest[rest.partition_point(|row| row.time < time - self.snap)..];
        // Two rows of one time are the values before and after a step; either will do.
        let here = &rest[..rest.partition_point(|row| row.time <= time + self.snap)];
        self.row = self.rows.len() - rest.len() + here.len();
        if here.is_empty() {
            return Ok(());
        }
        for (column, outcome) in self.columns.iter().zip(&mut self.outcome) {
            let difference = |row: &Row| (values[column.recorded] - row.values[column.reference]).abs();
            let deviation = here.iter().map(difference).fold(f64::INFINITY, f64::min);
            outcome.count += 1;
            if deviation > outcome.deviation {
                (outcome.deviation, outcome.time) = (deviation, time);
            }
        }
        Ok(())
    }

    fn event(&mut self, _: Event) -> Result<()> {
        Ok(())
    }

    fn warning(&mut self, _: &str) {}
}
