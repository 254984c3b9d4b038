//! Solutions that are more exact than Dymola's, for the examples that have one.

use super::super::Error;
use super::super::lab::Trace;
use super::super::picture::deviation;
use super::super::reference::{Columns, drivetrain_events};
use super::super::section::{EventRow, Statement};
use super::regimes::{Change, beside, differing, is_of};
use super::same_events;
use fmu_simulation::scenario::modelica::PIECE;

/// Which solution there is.
#[derive(Clone, Copy, Debug)]
pub enum Solution {
    /// `drivetrain/<name>.csv`: sines are lines of 1 ms, 12 digits.
    Lines(&'static str),
    /// A file with true sines, its clock, and columns beside variables of the FMU.
    Sines(&'static str, &'static str, &'static [(&'static str, &'static str)]),
}

/// A solution and what can be asked of a run.
pub struct Exact {
    table: Columns,
    clock: &'static str,
    /// Column, and variable of the FMU.
    columns: Vec<(String, String)>,
    changes: Vec<Change>,
    /// Length of the pieces of a sine that it was made with, in s.
    pub piece: f64,
    is_lines: bool,
}

impl Exact {
    /// Reads it.
    pub fn read(solution: Solution) -> Result<Self, Error> {
        match solution {
            Solution::Lines(name) => {
                let table = Columns::read(&format!("drivetrain/{name}.csv"))?;
                let columns = table.names().iter().filter_map(|name| Some((name.clone(), variable(name)?))).collect();
                let changes = drivetrain_events(name)?;
                let changes = changes.into_iter().map(|(element, time)| Change { element, time }).collect();
                Ok(Self { table, clock: "time", columns, changes, piece: 1e-3, is_lines: true })
            }
            Solution::Sines(file, clock, columns) => {
                let columns =
                    columns.iter().map(|(column, here)| ((*column).to_string(), (*here).to_string())).collect();
                let table = Columns::read(file)?;
                Ok(Self { table, clock, columns, changes: Vec::new(), piece: 0.25 * PIECE, is_lines: false })
            }
        }
    }

    /// Columns of a kind.
    fn of_kind<'a>(&'a self, ending: &'a str) -> impl Iterator<Item = &'a (String, String)> {
        self.columns.iter().filter(move |(_, here)| here.ends_with(ending))
    }

    /// Largest difference of all columns of a kind; with true sines each relative to its largest value.
    fn worst(&self, trace: &Trace, ending: &str) -> Result<f64, Error> {
        let mut worst = 0.0;
        for (column, here) in self.of_kind(ending) {
            let known = self.table.at(self.clock, column, &trace.time)?;
            let error = deviation(trace.column(here), &known) / if self.is_lines { 1.0 } else { trace.largest(here) };
            worst = if error <= worst { worst } else { error };
        }
        Ok(worst)
    }

    /// What may be off. 12 digits are 1e-11 of values up to 10, and more of larger ones. With true sines the error is that of the
    /// lines that stand for them: of second order, 1.3e-6 of LossyGearDemo1's largest angle at 0.1 ms.
    fn allowed(&self, trace: &Trace, ending: &str, absolute: f64) -> f64 {
        const RELATIVE: f64 = 1e-6;
        let largest = self.of_kind(ending).map(|(_, here)| trace.largest(here)).fold(0.0, f64::max);
        if self.is_lines { absolute * (0.1 * largest).max(1.0) } else { RELATIVE }
    }

    /// Largest difference of positions.
    pub fn error(&self, trace: &Trace) -> Result<f64, Error> {
        self.worst(trace, ".position")
    }

    /// What it says of a run with its inputs; units are those of positions and velocities.
    pub fn statements(&self, trace: &Trace, units: (&'static str, &'static str)) -> Result<Vec<Statement>, Error> {
        let (position, rate) = (self.allowed(trace, ".position", 1e-10), self.allowed(trace, ".velocity", 1e-9));
        let unit = |unit| if self.is_lines { unit } else { "of the largest value" };
        let same =
            |what: &str| Statement::reference(format!("the same {what} as the reference solution at every point"));
        let mut statements = vec![
            same("positions").below(self.error(trace)?, position, unit(units.0)),
            same("velocities").below(self.worst(trace, ".velocity")?, rate, unit(units.1)),
        ];
        if self.of_kind(".friction_regime").next().is_some() {
            statements.push(self.same_regimes(trace)?);
        }
        if !self.changes.is_empty() {
            statements.push(same_events("the reference solution", &self.event_rows(trace), 1e-9));
        }
        Ok(statements)
    }

    /// Right at an event either regime counts; the one-way clutch nearly grazes at 1.5 s.
    fn same_regimes(&self, trace: &Trace) -> Result<Statement, Error> {
        let is_near = |time: f64| self.changes.iter().any(|change| (change.time - time).abs() <= 1e-9);
        let mut pairs = Vec::new();
        for (column, here) in self.of_kind(".friction_regime") {
            let known = self.table.at(self.clock, column, &trace.time)?;
            let rows = trace.time.iter().zip(known).zip(trace.column(here));
            let compared = |time: f64, known: f64| known.is_finite() && !is_near(time) && (time - 1.5).abs() > 1e-5;
            pairs.extend(rows.map(|((time, known), found)| (compared(*time, known).then_some(known), *found)));
        }
        Ok(differing("the same regimes as the reference solution at every point", pairs.into_iter()))
    }

    /// Its events beside those of a run.
    pub fn event_rows(&self, trace: &Trace) -> Vec<EventRow> {
        let mut elements: Vec<&str> = self.changes.iter().map(|change| change.element.as_str()).collect();
        elements.sort_unstable();
        elements.dedup();
        let of = |element: &str| {
            let changes = self.changes.iter().filter(|change| change.element == element);
            let changes: Vec<Change> = changes.map(|c| Change { element: c.element.clone(), time: c.time }).collect();
            let happened = trace.events.iter().filter(|event| is_of(event, element));
            beside(&changes, &happened.collect::<Vec<_>>())
        };
        let mut rows: Vec<EventRow> = elements.into_iter().flat_map(of).collect();
        let time = |row: &EventRow| row.reference.or(row.located).unwrap_or(f64::MAX);
        rows.sort_by(|a, b| time(a).total_cmp(&time(b)));
        rows
    }
}

/// The variable of the FMU in a column such as `q_J1`.
fn variable(column: &str) -> Option<String> {
    let (kind, element) = column.split_once('_')?;
    let ending = match kind {
        "q" => "position",
        "v" => "velocity",
        "reg" => "friction_regime",
        _ => return None,
    };
    Some(format!("{element}.{ending}"))
}
