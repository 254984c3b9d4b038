//! One FMU, and what each run does with it.

use super::axis::INPUT;
use super::{Axis, Column, ColumnKind, Design, Error, Row};
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Kind, Variable, nearest};
use fmu_isolation::{self as isolation, Session};
use fmu_simulation::input::{Rows, SharedRows, heading};
use fmu_simulation::{Figures, Grid, Metric, Plan, Recordable, Setting, SettingProblem, Source, Watched, column_kind};
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
    /// Where a row has each result.
    places: Vec<Source>,
    watched: Watched,
    /// How many results each of the watched numbers has, and each of what is none.
    counts: (Vec<usize>, Vec<usize>),
    /// How long one run may take.
    timeout: Option<Duration>,
}

impl<'fmu> Study<'fmu> {
    /// Results are in memory until they are written: four gigabytes.
    pub const MOST_NUMBERS: u64 = 500_000_000;
    /// What a run takes besides its results.
    pub const NUMBERS_PER_RUN: u64 = 17;
    /// What a result takes that no double holds: a text of up to 24 bytes.
    const NUMBERS_PER_EXACT: u64 = 7;

    /// Executes nothing yet. `outputs` names the results; empty means all.
    pub fn new(fmu: &'fmu Fmu, experiment: Experiment, design: Design, outputs: &[String]) -> Result<Self, Error> {
        let interface = fmu.interface();
        refuse_driven(interface, &design, &experiment)?;
        design.check_draws(interface)?;
        let recordable = Recordable::of(interface, false);
        let results = results(interface, &recordable, outputs)?;
        let variables: Vec<&Variable> = results.iter().map(|source| recordable.variable(*source)).collect();
        let columns = columns(interface, &design, &variables, &experiment.metrics);
        refuse_equal_names(&columns)?;
        let places = places(&results, &variables, experiment.metrics.len());
        let watched = watched(&results, experiment.metrics.clone());
        let counts = counts(&results, &variables);
        Ok(Self { fmu, experiment, design, columns, places, watched, counts, timeout: None })
    }

    /// The same study, in which a run that takes longer has failed.
    pub fn with_timeout(self, timeout: Option<Duration>) -> Self {
        Self { timeout, ..self }
    }

    /// Refuses what does not fit into memory.
    pub fn check_size(&self) -> Result<(), Error> {
        let (runs, results) = (self.design.runs(), self.result_count());
        let (numbers, exact) = self.widths();
        let numbers = numbers as u64 + Self::NUMBERS_PER_EXACT * exact as u64;
        let numbers = runs.saturating_mul(numbers + Self::NUMBERS_PER_RUN);
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

    /// The columns of the results alone.
    pub fn results(&self) -> &[Column] {
        &self.columns[self.design.axes().len() + 1..self.columns.len() - 2]
    }

    /// Where rows have a result, and what it is.
    pub fn result(&self, name: &str) -> Option<(Source, ColumnKind)> {
        let found = self.results().iter().zip(&self.places).find(|(column, _)| column.name == name);
        found.map(|(column, place)| (*place, column.kind))
    }

    /// Results that the FMU did not give in some run.
    pub fn left_out<'a>(&self, rows: impl Iterator<Item = &'a Row> + Clone) -> Vec<&str> {
        let is_left_out = |place: &Source| match *place {
            Source::Number(_) => false,
            Source::Exact(place) => rows.clone().any(|row| row.exact.get(place).is_some_and(Option::is_none)),
        };
        let left_out = self.results().iter().zip(&self.places).filter(|(_, place)| is_left_out(place));
        left_out.map(|(column, _)| &*column.name).collect()
    }

    /// The runs.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Columns of the results: `run`, the variables of the design, the results, `problem`, `ended_at`.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// How many of the columns are results.
    pub fn result_count(&self) -> usize {
        self.places.len()
    }

    /// Where a row has each result.
    pub(super) fn places(&self) -> &[Source] {
        &self.places
    }

    /// How many results of a row are numbers, and how many are not.
    pub fn widths(&self) -> (usize, usize) {
        let numbers = self.places.iter().filter(|place| matches!(place, Source::Number(_))).count();
        (numbers, self.places.len() - numbers)
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

    /// What is watched in each run.
    pub(super) fn watched(&self) -> &Watched {
        &self.watched
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

    /// What a run has left: the numbers, and what is none, each in the order of the columns.
    pub(super) fn row(&self, run: u64, figures: Figures) -> Row {
        let (numbers, exact) = &self.counts;
        let numbers = figures.extremes.iter().zip(numbers).flat_map(|(values, count)| &values[..*count]);
        let values = numbers.copied().chain(figures.metrics).collect();
        let exact = figures.exact.iter().zip(exact).flat_map(|(values, count)| &values[..*count]);
        let exact = exact.map(|value| value.as_ref().map(ToString::to_string)).collect();
        Row { run, values, exact, ended_at: figures.ended_at, problem: String::new() }
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

/// The number of events first, if the FMU has it; then the named outputs in their order, or all. An FMU without outputs shows its states.
fn results(interface: &Interface, recordable: &Recordable<'_>, outputs: &[String]) -> Result<Vec<Source>, Error> {
    let all = recordable.outputs(interface);
    let find = |name: &str| all.iter().copied().find(|source| recordable.variable(*source).name == name);
    let named = |name: &String| {
        find(name).ok_or_else(|| {
            let names = all.iter().map(|source| &*recordable.variable(*source).name);
            Error::NoOutput { name: name.clone(), nearest: nearest(name, names) }
        })
    };
    let named = outputs.iter().map(named).collect::<Result<Vec<Source>, Error>>()?;
    let count = find(EVENT_COUNT);
    let rest = if outputs.is_empty() { all } else { named };
    Ok(count.into_iter().chain(rest.into_iter().filter(|source| Some(*source) != count)).collect())
}

fn watched(results: &[Source], metrics: Vec<Metric>) -> Watched {
    let mut watched = Watched { metrics, ..Watched::default() };
    for source in results {
        match *source {
            Source::Number(place) => watched.numbers.push(place),
            Source::Exact(place) => watched.exact.push(place),
        }
    }
    watched
}

/// Where a row has each result: all numbers are together, and so is what is none.
fn places(results: &[Source], variables: &[&Variable], metrics: usize) -> Vec<Source> {
    let (mut numbers, mut exact) = (0.., 0..);
    let mut places = Vec::new();
    for (source, variable) in results.iter().zip(variables) {
        let count = names_of_results(variable).len();
        match source {
            Source::Number(_) => places.extend(numbers.by_ref().take(count).map(Source::Number)),
            Source::Exact(_) => places.extend(exact.by_ref().take(count).map(Source::Exact)),
        }
    }
    places.extend(numbers.take(metrics).map(Source::Number));
    places
}

/// How many results each watched number has, and each value that is none.
fn counts(results: &[Source], variables: &[&Variable]) -> (Vec<usize>, Vec<usize>) {
    let (mut numbers, mut exact) = (Vec::new(), Vec::new());
    for (source, variable) in results.iter().zip(variables) {
        let of_its_kind = match source {
            Source::Number(_) => &mut numbers,
            Source::Exact(_) => &mut exact,
        };
        of_its_kind.push(names_of_results(variable).len());
    }
    (numbers, exact)
}

/// The last value, and the smallest and largest one of what has such.
fn names_of_results(variable: &Variable) -> Vec<String> {
    let name = &variable.name;
    let has_extremes = variable.kind.is_number() && name != EVENT_COUNT;
    let extremes = has_extremes.then(|| [format!("{name}_min"), format!("{name}_max")]);
    std::iter::once(name.clone()).chain(extremes.into_iter().flatten()).collect()
}

fn refuse_equal_names(columns: &[Column]) -> Result<(), Error> {
    let mut names = HashSet::new();
    let again = columns.iter().find(|column| !names.insert(&column.name));
    again.map_or(Ok(()), |column| Err(Error::ColumnTwice { name: column.name.clone() }))
}

fn columns(interface: &Interface, design: &Design, watched: &[&Variable], metrics: &[Metric]) -> Vec<Column> {
    let mut columns = vec![Column::new("run", ColumnKind::Whole)];
    for axis in design.axes() {
        let kind = interface.find(&axis.name).map_or(ColumnKind::Text, kind_of_setting);
        columns.push(Column::new(&axis.name, kind));
    }
    for variable in watched {
        let kind = column_kind(variable);
        columns.extend(names_of_results(variable).iter().map(|name| Column::new(name, kind)));
    }
    columns.extend(metrics.iter().map(|metric| Column::new(&metric.name, ColumnKind::Number)));
    columns.push(Column::new("problem", ColumnKind::Text));
    columns.push(Column::new("ended_at", ColumnKind::Number));
    columns
}

/// Of a setting: Enumerations and Booleans are words, where results of them are numbers.
fn kind_of_setting(variable: &Variable) -> ColumnKind {
    match variable.kind {
        Kind::Boolean | Kind::Enumeration(_) => ColumnKind::Text,
        Kind::Real | Kind::Integer | Kind::String | Kind::Binary | Kind::Clock => column_kind(variable),
    }
}
