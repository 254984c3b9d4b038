//! One FMU, and what each run does with it.

use super::axis::INPUT;
use super::{Axis, Column, ColumnKind, Design, Error, SharedRows};
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Kind, Variable, nearest};
use fmu_isolation::{self as isolation, Session};
use fmu_simulation::input::{Rows, heading};
use fmu_simulation::{self as simulation, Grid, Metric, Plan, Setting, SettingProblem};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::time::Duration;

/// The output whose last value alone is of interest.
const EVENT_COUNT: &str = "event_count";

/// What is the same in all runs.
pub struct Experiment {
    /// Start, in s.
    pub start: f64,
    /// Communication step, in s.
    pub step: f64,
    /// End, in s.
    pub stop: f64,
    /// Parameters and constant inputs, set before those of the design.
    pub settings: Vec<Setting>,
    /// Input signals: none, those of all runs, or several that the runs take in turn ([`Axis::inputs`]).
    pub rows: Vec<SharedRows>,
    /// Figures of merit.
    pub metrics: Vec<Metric>,
}

/// A study that can be run.
pub struct Study<'fmu> {
    fmu: &'fmu Fmu,
    experiment: Experiment,
    design: Design,
    columns: Vec<Column>,
    /// Indices of the watched variables among the recorded ones.
    watched: Vec<usize>,
    /// The first of the watched variables is the number of events.
    counts_events: bool,
    /// How long one run may take.
    timeout: Option<Duration>,
}

impl<'fmu> Study<'fmu> {
    /// Results are in memory until they are written: four gigabytes.
    pub const MOST_NUMBERS: u64 = 500_000_000;
    /// What a run takes besides its results.
    pub const NUMBERS_PER_RUN: u64 = 12;

    /// Executes nothing yet. `outputs` names the results; empty means all.
    pub fn new(fmu: &'fmu Fmu, experiment: Experiment, design: Design, outputs: &[String]) -> Result<Self, Error> {
        let interface = fmu.interface();
        refuse_driven(interface, &design, &experiment)?;
        design.check_draws(interface)?;
        let watched = watched(interface, outputs)?;
        let recorded = simulation::recorded(interface, false);
        let variables: Vec<&Variable> = watched.iter().map(|index| recorded[*index]).collect();
        let counts_events = variables.first().is_some_and(|variable| variable.name == EVENT_COUNT);
        let columns = columns(interface, &design, &variables, &experiment.metrics);
        refuse_equal_names(&columns)?;
        Ok(Self { fmu, experiment, design, columns, watched, counts_events, timeout: None })
    }

    /// The same study, in which a run that takes longer has failed.
    pub fn with_timeout(self, timeout: Option<Duration>) -> Self {
        Self { timeout, ..self }
    }

    /// Refuses what does not fit into memory.
    pub fn check_size(&self) -> Result<(), Error> {
        let (runs, results) = (self.design.runs(), self.result_count());
        let numbers = runs.saturating_mul(results as u64 + Self::NUMBERS_PER_RUN);
        if numbers > Self::MOST_NUMBERS { Err(Error::TooLarge { runs, results }) } else { Ok(()) }
    }

    /// Loads and unloads the FMU once: what fails then would fail in every run.
    pub fn try_to_load(&self) -> Result<(), isolation::Error> {
        self.session()?.unload()
    }

    pub(super) fn session(&self) -> Result<Session<'_>, isolation::Error> {
        Session::load(self.fmu, self.timeout)
    }

    /// The FMU.
    pub fn fmu(&self) -> &'fmu Fmu {
        self.fmu
    }

    /// Place of a result among the values of a row.
    pub fn result(&self, name: &str) -> Option<usize> {
        let results = &self.columns[self.design.axes().len() + 1..self.columns.len() - 1];
        results.iter().position(|column| column.name == name)
    }

    /// The runs.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Columns of the results: `run`, the variables of the design, the results, `problem`.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// How many of the columns are results.
    pub fn result_count(&self) -> usize {
        self.columns.len() - self.design.axes().len() - 2
    }

    /// Communication steps of each run.
    pub fn steps(&self) -> u64 {
        self.grid().count()
    }

    /// A hash of all that the results depend on; `fmu` is the content of its file.
    pub fn fingerprint(&self, fmu: &[u8]) -> String {
        let Experiment { start, step, stop, settings, rows, metrics } = &self.experiment;
        let rows: Vec<String> = rows.iter().map(SharedRows::signature).collect();
        let settings: Vec<String> = settings.iter().map(Setting::signature).collect();
        let columns: Vec<&str> = self.columns.iter().map(|column| &*column.name).collect();
        let rest = format!(
            "{start:e} {step:e} {stop:e} {settings:?} {rows:?} {metrics:?} {columns:?} {}",
            self.design.signature()
        );
        let digest = Sha256::new().chain_update(Sha256::digest(fmu)).chain_update(rest).finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Indices of the watched variables among the recorded ones.
    pub(super) fn watched(&self) -> &[usize] {
        &self.watched
    }

    pub(super) fn metrics(&self) -> &[Metric] {
        &self.experiment.metrics
    }

    /// What one run does.
    pub fn plan(&self, run: u64) -> Plan {
        let Experiment { start, stop, settings, .. } = &self.experiment;
        let values = self.design.values(run);
        let set = |(axis, value): (&Axis, &String)| {
            let setting = axis.setting(value, self.design.sample(run), self.fmu.interface());
            setting.expect("all values of the design, draws too, were tried on the interface when the study was made")
        };
        let chosen = self.design.axes().iter().zip(&values).filter(|(axis, _)| axis.name != INPUT);
        Plan {
            grid: self.grid(),
            start: *start,
            stop: *stop,
            tolerance: None,
            settings: settings.iter().cloned().chain(chosen.map(set)).collect(),
            rows: self.rows(run).map(|rows| Box::new(rows) as Box<dyn Rows>),
            event_mode: false,
            restore_at: None,
        }
    }

    /// The input signals of a run.
    fn rows(&self, run: u64) -> Option<SharedRows> {
        let turn = self.design.turn(run, INPUT).unwrap_or(0);
        self.experiment.rows.get(turn as usize).cloned()
    }

    fn grid(&self) -> Grid {
        let Experiment { start, step, stop, .. } = self.experiment;
        Grid::new(start, step, stop)
    }

    /// The results in the order of the columns.
    pub(super) fn values(&self, extremes: &[[f64; 3]], metrics: Vec<f64>) -> Vec<f64> {
        let counts = usize::from(self.counts_events);
        let (count, rest) = extremes.split_at(counts);
        count.iter().map(|[last, ..]| *last).chain(rest.iter().flatten().copied()).chain(metrics).collect()
    }
}

/// A variable that a signal drives cannot be set: the signal would overwrite it.
fn refuse_driven(interface: &Interface, design: &Design, experiment: &Experiment) -> Result<(), Error> {
    let is_driven = |axis: &&Axis| {
        let is_it = |column: &String| *column == axis.name || heading::split(column).0 == axis.name;
        experiment.rows.iter().any(|rows| rows.names().iter().any(is_it))
    };
    let mut names = experiment.rows.iter().map(Rows::names);
    names.try_for_each(|names| Setting::refuse_driven(&experiment.settings, names, interface))?;
    let driven = design.axes().iter().find(is_driven);
    let refused = |axis: &Axis| SettingProblem::Driven { name: axis.name.clone() }.of(axis.given());
    driven.map_or(Ok(()), |axis| Err(refused(axis).into()))
}

/// The number of events first, if the FMU has it; then the named outputs in their order, or all.
fn watched(interface: &Interface, outputs: &[String]) -> Result<Vec<usize>, Error> {
    let recorded = simulation::recorded(interface, false);
    let is_output = |variable: &&Variable| variable.causality == "output";
    let find = |name: &String| {
        let found = recorded.iter().position(|variable| variable.name == *name && is_output(variable));
        found.ok_or_else(|| {
            let names = recorded.iter().copied().filter(is_output).map(|variable| &*variable.name);
            Error::NoOutput { name: name.clone(), nearest: nearest(name, names) }
        })
    };
    let named: Result<Vec<usize>, Error> = outputs.iter().map(find).collect();
    let all = || (0..recorded.len()).filter(|index| is_output(&recorded[*index])).collect();
    let mut rest = if outputs.is_empty() { all() } else { named? };
    let count = recorded.iter().position(|variable| variable.name == EVENT_COUNT && is_output(variable));
    rest.retain(|index| Some(*index) != count);
    Ok(count.into_iter().chain(rest).collect())
}

fn refuse_equal_names(columns: &[Column]) -> Result<(), Error> {
    let mut names = HashSet::new();
    let again = columns.iter().find(|column| !names.insert(&column.name));
    again.map_or(Ok(()), |column| Err(Error::ColumnTwice { name: column.name.clone() }))
}

fn columns(interface: &Interface, design: &Design, watched: &[&Variable], metrics: &[Metric]) -> Vec<Column> {
    let mut columns = vec![Column::new("run", ColumnKind::Whole)];
    for axis in design.axes() {
        let kind = interface.find(&axis.name).map_or(ColumnKind::Text, |variable| kind_of(&variable.kind, true));
        columns.push(Column::new(&axis.name, kind));
    }
    for variable in watched {
        let kind = kind_of(&variable.kind, false);
        columns.push(Column::new(&variable.name, kind));
        if variable.name != EVENT_COUNT {
            columns.push(Column::new(&format!("{}_min", variable.name), kind));
            columns.push(Column::new(&format!("{}_max", variable.name), kind));
        }
    }
    columns.extend(metrics.iter().map(|metric| Column::new(&metric.name, ColumnKind::Number)));
    columns.push(Column::new("problem", ColumnKind::Text));
    columns
}

/// Settings of Enumerations and Booleans are words, results of them numbers.
fn kind_of(kind: &Kind, is_setting: bool) -> ColumnKind {
    match kind {
        Kind::Real => ColumnKind::Number,
        Kind::Boolean | Kind::Enumeration(_) if is_setting => ColumnKind::Text,
        Kind::Integer | Kind::Boolean | Kind::Enumeration(_) => ColumnKind::Whole,
        Kind::String | Kind::Binary => ColumnKind::Text,
        Kind::Clock => ColumnKind::Whole,
    }
}
