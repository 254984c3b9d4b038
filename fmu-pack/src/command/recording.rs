//! What a run leaves: rows as CSV on the way, events, and what a plot shows. Memory does not grow with the length of
//! the run.

use super::{progress, warn};
use anyhow::{Context, anyhow, bail, ensure};
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Variable, nearest};
use fmu_import::library::Exact;
use fmu_isolation as isolation;
use fmu_output::{
    AtomicFile, Cell, Column, ColumnKind, CsvWriter, Format, Named, ParquetWriter, number, write_atomically,
};
use fmu_plot::{self as plot, Kept};
use fmu_simulation::{
    self as simulation, Event, EventWriter, Grid, Plan, Recordable, Recorder, Setting, Source, Statistics, column_kind,
    recorded,
};
use model_description::repeated;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What happens to the events.
pub(super) enum Events {
    /// Nobody wants them.
    Ignored,
    /// They are kept in memory: for runs that are known to have few.
    Kept(Vec<Event>),
    /// They are written as they come.
    Written(EventWriter<Named<AtomicFile>>),
}

impl Events {
    /// Begins a file of events.
    pub(super) fn to_file(path: &Path) -> anyhow::Result<Self> {
        Ok(Self::Written(EventWriter::new(create(path)?)))
    }

    /// Completes the file.
    pub(super) fn commit(self) -> anyhow::Result<()> {
        match self {
            Self::Written(writer) => commit(writer.finish()?),
            Self::Ignored | Self::Kept(_) => Ok(()),
        }
    }

    /// Takes the next event.
    pub(super) fn take(&mut self, event: Event) -> std::io::Result<()> {
        match self {
            Self::Ignored => (),
            Self::Kept(events) => events.push(event),
            Self::Written(writer) => writer.event(&event)?,
        }
        Ok(())
    }
}

/// Where rows go, and in which format.
pub(super) enum RowSink<W: Write> {
    /// As text.
    Csv(W),
    /// As Apache Parquet, which is complete only at its end: always a file.
    Parquet(Named<AtomicFile>),
}

impl RowSink<Named<AtomicFile>> {
    /// Begins a file in the format that its name asks for.
    pub(super) fn to_file(path: &Path) -> anyhow::Result<Self> {
        let format = Format::of_rows(path)?;
        let file = create(path)?;
        Ok(match format {
            Format::Parquet => Self::Parquet(file),
            Format::Csv => Self::Csv(file),
        })
    }

    /// Gives the complete file its name.
    pub(super) fn commit(self) -> anyhow::Result<()> {
        match self {
            Self::Csv(file) | Self::Parquet(file) => commit(file),
        }
    }
}

/// Which of the recorded values are written and plotted.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    /// Columns of what is recorded; all outputs if there are none.
    columns: Vec<Source>,
    /// Every so many communication steps; all rows, those of events included, if not given.
    stride: Option<(Grid, u64)>,
}

impl Choice {
    /// Outputs and inputs by name, and the time between two rows [s].
    pub(super) fn new(names: &[String], every: Option<f64>, fmu: &Fmu, plan: &Plan) -> anyhow::Result<Self> {
        let recordable = Recordable::of(fmu.interface(), plan.event_mode);
        let find = |name: &String| {
            recordable.find(name).ok_or_else(|| {
                anyhow!("--record: the FMU has no output or input called {name}{}", nearest(name, recordable.names()))
            })
        };
        if let [twice, ..] = *repeated(names.iter().map(String::as_str)) {
            bail!("--record: {twice} is named twice");
        }
        let columns = names.iter().map(find).collect::<anyhow::Result<_>>()?;
        let stride = every.map(|every| stride(every, plan.grid)).transpose()?;
        Ok(Self { columns, stride: stride.map(|stride| (plan.grid, stride)) })
    }

    fn columns(&self, recordable: &Recordable<'_>, interface: &Interface) -> Vec<Source> {
        if self.columns.is_empty() { recordable.outputs(interface) } else { self.columns.clone() }
    }

    /// Columns of the plot: of those that were named, or else of all, inputs included. Clocks are left out, which are 1 for no
    /// time, and texts.
    fn plotted(&self, recordable: &Recordable<'_>) -> Vec<usize> {
        let numbers = recordable.numbers();
        let place = |source: &Source| numbers.iter().position(|v| v.name == recordable.variable(*source).name);
        let named = || self.columns.iter().filter_map(place).collect();
        let named: Vec<usize> = if self.columns.is_empty() { (0..numbers.len()).collect() } else { named() };
        named.into_iter().filter(|index| numbers[*index].kind.is_number()).collect()
    }

    /// The row at this time is written; `index` is the number of communication points before it.
    fn takes(&self, time: f64, index: &mut u64) -> bool {
        let Some((grid, stride)) = &self.stride else { return true };
        if time != grid.point(*index) {
            return false;
        }
        let takes = (*index).is_multiple_of(*stride) || *index == grid.count();
        *index += 1;
        takes
    }
}

/// How many communication steps a time is.
pub(super) fn stride(every: f64, grid: Grid) -> anyhow::Result<u64> {
    let step = grid.step();
    let steps = (every / step).round();
    ensure!(
        steps >= 1.0 && (steps * step - every).abs() <= 1e-9 * every,
        "--every {every}: it must be a multiple of the communication step, {step} s"
    );
    Ok(steps as u64)
}

/// What is recorded of a run.
pub(super) struct Wanted<W: Write> {
    /// Where outputs go, if anywhere.
    pub(super) rows: Option<RowSink<W>>,
    /// Which of them.
    pub(super) choice: Choice,
    /// The events.
    pub(super) events: Events,
    /// Values for a plot.
    pub(super) plot: bool,
    /// How long the run may take.
    pub(super) timeout: Option<Duration>,
}

/// What a plot shows of a run.
pub(super) struct Plotted<'a> {
    /// Variables of the columns.
    variables: Vec<&'a Variable>,
    /// They were named, and all of them are shown.
    is_named: bool,
    kept: Kept,
    /// What the run was set to, its friction laws among it.
    settings: Vec<Setting>,
}

/// What was recorded.
pub(super) struct Recorded<'a, W: Write> {
    /// The same as before the run.
    pub(super) rows: Option<RowSink<W>>,
    /// The events.
    pub(super) events: Events,
    /// What a plot shows, if one was wanted.
    pub(super) plotted: Option<Plotted<'a>>,
    /// What the FMU has told of its work.
    pub(super) statistics: Option<Statistics>,
    /// Where the run is not complete, why.
    pub(super) early_end: Option<EarlyEnd>,
}

/// Why a run has not come to its stop time.
#[derive(Debug)]
pub(super) enum EarlyEnd {
    /// The FMU has asked for the end at this time [s]: that is as good an end as any.
    Asked(f64),
    /// The FMU has failed after some rows, of which the last that is written has this time [s].
    Failed(isolation::Error, f64),
}

impl EarlyEnd {
    /// Of a run that ended so, whose last row has a time [s] if there is one, and that was asked for its end at a time [s]. An error
    /// leaves nothing of the run.
    pub(super) fn of(
        outcome: Result<(), isolation::Error>,
        last: Option<f64>,
        asked: Option<f64>,
    ) -> Result<Option<Self>, isolation::Error> {
        match (outcome, last) {
            // What the FMU gave before it failed, ended its process or hung is right.
            (Err(error), Some(last)) if error.is_in_the_fmu() => Ok(Some(Self::Failed(error, last))),
            (Err(error), _) => Err(error),
            (Ok(()), _) => Ok(asked.map(Self::Asked)),
        }
    }

    /// What is told of a run that the FMU has ended at this time [s].
    pub(super) fn told(time: f64) -> String {
        let time = number(time);
        format!("the FMU asked for the end of the run at {time} s (terminateSimulation), where the results end")
    }

    fn into_error(self) -> anyhow::Error {
        match self {
            Self::Asked(time) => simulation::Error::Terminated { time }.into(),
            Self::Failed(error, _) => error.into(),
        }
    }
}

/// Runs the FMU to the stop time and records what is wanted.
pub(super) fn record<W: Write>(fmu: &Fmu, plan: Plan, wanted: Wanted<W>) -> anyhow::Result<Recorded<'_, W>> {
    let mut recorded = record_as_far_as_it_goes(fmu, plan, wanted)?;
    recorded.early_end.take().map_or(Ok(()), |early_end| Err(early_end.into_error()))?;
    Ok(recorded)
}

/// The same also for a run that the FMU ends before: by its wish, or because it fails, crashes or hangs after some rows. What the user
/// can mend, such as a value of a signal, leaves nothing.
pub(super) fn record_as_far_as_it_goes<W: Write>(
    fmu: &Fmu,
    plan: Plan,
    wanted: Wanted<W>,
) -> anyhow::Result<Recorded<'_, W>> {
    let recordable = Recordable::of(fmu.interface(), plan.event_mode);
    let plotted = wanted.choice.plotted(&recordable);
    let columns = wanted.choice.columns(&recordable, fmu.interface());
    let written: Vec<&Variable> = columns.iter().map(|column| recordable.variable(*column)).collect();
    let count = plan.grid.count();
    let mut recording = Recording {
        rows: wanted.rows.map(|sink| RowWriter::new(sink, &written)).transpose()?,
        values: vec![0.0; columns.len()],
        columns,
        exact: Vec::new(),
        choice: wanted.choice,
        points: 0,
        last: None,
        events: wanted.events,
        kept: wanted.plot.then(|| Kept::new(count + 1, plotted.len())),
        plotted,
        bar: progress::bar(count),
        statistics: None,
        asked_for_the_end: None,
    };
    let settings = plan.settings.clone();
    let outcome = isolation::run(fmu, plan, &mut recording, wanted.timeout);
    recording.bar.finish_and_clear();
    let early_end = EarlyEnd::of(outcome, recording.last, recording.asked_for_the_end)?;
    let Recording { rows, events, kept, statistics, plotted, choice, .. } = recording;
    let plotted = kept.map(|kept| Plotted {
        variables: plotted.iter().map(|index| recordable.numbers()[*index]).collect(),
        is_named: !choice.columns.is_empty(),
        kept: kept.finish(),
        settings,
    });
    Ok(Recorded { rows: rows.map(RowWriter::finish).transpose()?, events, plotted, statistics, early_end })
}

/// What an FMU without outputs has in the results: its states or, where it has none, nothing.
pub(super) fn warn_of_no_outputs(interface: &Interface, states: &str, nothing: &str) {
    if interface.with_causality("output").next().is_some() {
        return;
    }
    let has_states = recorded(interface, false).iter().any(|variable| variable.causality != "input");
    warn(&match has_states {
        true => format!("the FMU has no outputs: {states}"),
        false => format!("the FMU has no outputs and no continuous states: {nothing}"),
    });
}

/// An error of runs that have left rows: in which files these are, and up to which time [s] where there is one run.
pub(super) fn with_files(error: anyhow::Error, last: Option<f64>, files: &[&Option<PathBuf>]) -> anyhow::Error {
    // What a device or a pipe got is not there any more.
    let files = files.iter().filter_map(|path| path.as_ref()).filter(|path| path.is_file());
    let files: Vec<String> = files.map(|path| path.display().to_string()).collect();
    let has = if files.len() == 1 { "has" } else { "have" };
    let last = last.map_or(String::new(), |last| format!(", up to {} s", number(last)));
    let left = || format!("{} {has} what came before the run failed{last}", files.join(", "));
    if files.is_empty() { error } else { error.context(left()) }
}

/// Writes rows of time and values.
pub(super) enum RowWriter<W: Write> {
    Csv(CsvWriter<W>),
    /// And what the values of each column are.
    Parquet(Box<ParquetWriter<Named<AtomicFile>>>, Vec<ColumnKind>),
}

impl<W: Write> RowWriter<W> {
    /// Begins with the names of the columns.
    pub(super) fn new(sink: RowSink<W>, variables: &[&Variable]) -> std::io::Result<Self> {
        let names: Vec<String> = variables.iter().map(|variable| variable.name.clone()).collect();
        match sink {
            RowSink::Csv(sink) => Ok(Self::Csv(CsvWriter::new(sink, &names))),
            RowSink::Parquet(sink) => {
                let kinds: Vec<ColumnKind> = variables.iter().map(|variable| column_kind(variable)).collect();
                let of_variables = names.iter().zip(&kinds).map(|(name, kind)| Column::new(name, *kind));
                let columns: Vec<Column> =
                    std::iter::once(Column::new("time", ColumnKind::Number)).chain(of_variables).collect();
                Ok(Self::Parquet(Box::new(ParquetWriter::new(sink, "run", &columns)?), kinds))
            }
        }
    }

    /// Writes the next row.
    pub(super) fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()> {
        match self {
            Self::Csv(csv) => csv.row(time, values),
            Self::Parquet(parquet, kinds) => {
                let cells = values.iter().zip(kinds.iter()).map(|(value, kind)| cell(*value, *kind));
                parquet.row(std::iter::once(Cell::Number(time)).chain(cells).collect())
            }
        }
    }

    /// Writes the next row, in which `exact` stand for the numbers at their places.
    fn row_with(&mut self, time: f64, values: &[f64], exact: &[(usize, Cell)]) -> std::io::Result<()> {
        let replaced = |cells: &mut [Cell]| {
            exact.iter().for_each(|(place, cell)| cells[*place] = cell.clone());
        };
        match self {
            Self::Csv(csv) => {
                let mut cells: Vec<Cell> = values.iter().map(|value| Cell::Number(*value)).collect();
                replaced(&mut cells);
                csv.cells(time, &cells)
            }
            Self::Parquet(parquet, kinds) => {
                let mut cells: Vec<Cell> =
                    values.iter().zip(kinds.iter()).map(|(value, kind)| cell(*value, *kind)).collect();
                replaced(&mut cells);
                parquet.row(std::iter::once(Cell::Number(time)).chain(cells).collect())
            }
        }
    }

    /// The complete rows.
    pub(super) fn finish(self) -> std::io::Result<RowSink<W>> {
        match self {
            Self::Csv(csv) => Ok(RowSink::Csv(csv.finish()?)),
            Self::Parquet(parquet, _) => Ok(RowSink::Parquet(parquet.finish()?)),
        }
    }
}

/// A number as a value of a column.
fn cell(value: f64, kind: ColumnKind) -> Cell {
    match kind {
        ColumnKind::Whole => Cell::Whole(value as i64),
        ColumnKind::Unsigned => Cell::Unsigned(value as u64),
        ColumnKind::Number | ColumnKind::Text => Cell::Number(value),
    }
}

/// What no double holds as a value of a column.
pub(super) fn exact_cell(value: Option<&Exact>) -> Cell {
    match value {
        None => Cell::Missing,
        Some(Exact::Signed(value)) => Cell::Whole(*value),
        Some(Exact::Unsigned(value)) => Cell::Unsigned(*value),
        Some(text @ (Exact::Text(_) | Exact::Bytes(_))) => Cell::Text(text.to_string()),
    }
}

struct Recording<W: Write> {
    rows: Option<RowWriter<W>>,
    /// What is written of a row, and room for its numbers.
    columns: Vec<Source>,
    values: Vec<f64>,
    /// What the next row has that no double holds.
    exact: Vec<Option<Exact>>,
    choice: Choice,
    /// Communication points that were passed.
    points: u64,
    /// Time of the last row that is in the file or, where none is written, of the last that came [s].
    last: Option<f64>,
    events: Events,
    kept: Option<Kept>,
    /// Columns of the plot.
    plotted: Vec<usize>,
    bar: progress::ProgressBar,
    statistics: Option<Statistics>,
    asked_for_the_end: Option<f64>,
}

impl<W: Write> Recorder for Recording<W> {
    fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()> {
        self.bar.inc(1);
        if let Some(kept) = &mut self.kept {
            kept.row(time, &self.plotted.iter().map(|index| values[*index]).collect::<Vec<f64>>());
        }
        if self.rows.is_some() && !self.choice.takes(time, &mut self.points) {
            return Ok(());
        }
        self.last = Some(time);
        let Some(rows) = &mut self.rows else { return Ok(()) };
        let mut exact = Vec::new();
        for (place, (value, column)) in self.values.iter_mut().zip(&self.columns).enumerate() {
            match column {
                Source::Number(column) => *value = values[*column],
                Source::Exact(column) => {
                    exact.push((place, exact_cell(self.exact.get(*column).and_then(Option::as_ref))))
                }
            }
        }
        if exact.is_empty() { rows.row(time, &self.values) } else { rows.row_with(time, &self.values, &exact) }
    }

    fn event(&mut self, event: Event) -> std::io::Result<()> {
        self.events.take(event)
    }

    fn warning(&mut self, text: &str) {
        self.bar.suspend(|| warn(text));
    }

    fn statistics(&mut self, statistics: Statistics) {
        self.statistics = Some(statistics);
    }

    fn ended_early(&mut self, time: f64) -> Result<(), simulation::Error> {
        self.asked_for_the_end = Some(time);
        Ok(())
    }

    fn wants_exact(&self) -> bool {
        self.columns.iter().any(|column| matches!(column, Source::Exact(_)))
    }

    fn exact(&mut self, values: Vec<Option<Exact>>) {
        self.exact = values;
    }
}

/// Begins a file of results.
pub(super) fn create(path: &Path) -> anyhow::Result<Named<AtomicFile>> {
    let name = path.display().to_string();
    Ok(Named::new(AtomicFile::create(path).with_context(|| name.clone())?, name))
}

/// Gives a complete file of results its name.
pub(super) fn commit(file: Named<AtomicFile>) -> anyhow::Result<()> {
    let file = file.into_inner();
    let name = file.path().display().to_string();
    file.commit().context(name)
}

/// Writes the plot of a run in the format that the file name asks for.
pub(super) fn write_plot(path: &Path, fmu: &Fmu, plotted: &Plotted<'_>, subtitle: &str) -> anyhow::Result<()> {
    let Plotted { variables, is_named, kept, settings } = plotted;
    let titles = (fmu.interface().model_name.as_str(), subtitle);
    let rest_name = |regime: &str| simulation::laws::rest_name(fmu.interface(), settings, regime);
    let layout = if *is_named { plot::layout_of_named } else { plot::layout };
    let figure = layout(titles, &kept.time, variables, &kept.columns, &rest_name)?;
    write_atomically(path, &plot::render(&figure, path)?).with_context(|| path.display().to_string())
}
