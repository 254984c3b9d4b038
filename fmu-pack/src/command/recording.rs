//! What a run leaves: rows as CSV on the way, events, and what a plot shows. Memory does not grow with the length of
//! the run.

use super::{progress, warn};
use anyhow::{Context, anyhow, ensure};
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Kind, Variable, nearest};
use fmu_isolation as isolation;
use fmu_output::{AtomicFile, Cell, Column, ColumnKind, CsvWriter, Format, Named, ParquetWriter, write_atomically};
use fmu_plot::{self as plot, Kept};
use fmu_simulation::{self as simulation, Event, EventWriter, Grid, Plan, Recorder, Setting, Statistics};
use indicatif::ProgressBar;
use std::io::Write;
use std::path::Path;
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
    columns: Vec<usize>,
    /// Every so many communication steps; all rows, those of events included, if not given.
    stride: Option<(Grid, u64)>,
}

impl Choice {
    /// Outputs and inputs by name, and the time between two rows [s].
    pub(super) fn new(names: &[String], every: Option<f64>, fmu: &Fmu, plan: &Plan) -> anyhow::Result<Self> {
        let recorded = simulation::recorded(fmu.interface(), plan.event_mode);
        let find = |name: &String| {
            let found = recorded.iter().position(|variable| variable.name == *name);
            found.ok_or_else(|| {
                let names = recorded.iter().map(|variable| variable.name.as_str());
                anyhow!("--record: the FMU has no output or input called {name}{}", nearest(name, names))
            })
        };
        let columns = names.iter().map(find).collect::<anyhow::Result<_>>()?;
        let stride = every.map(|every| stride(every, plan.grid)).transpose()?;
        Ok(Self { columns, stride: stride.map(|stride| (plan.grid, stride)) })
    }

    fn columns(&self, outputs: usize) -> Vec<usize> {
        if self.columns.is_empty() { (0..outputs).collect() } else { self.columns.clone() }
    }

    /// Columns of the plot: of those that were named, or else of all, inputs included. Clocks are left out, which are 1 for no
    /// time.
    fn plotted(&self, recorded: &[&Variable]) -> Vec<usize> {
        let named = if self.columns.is_empty() { (0..recorded.len()).collect() } else { self.columns.clone() };
        named.into_iter().filter(|index| recorded[*index].kind.is_number()).collect()
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
}

/// Runs the FMU and records what is wanted.
pub(super) fn record<W: Write>(fmu: &Fmu, plan: Plan, wanted: Wanted<W>) -> anyhow::Result<Recorded<'_, W>> {
    let variables = simulation::recorded(fmu.interface(), plan.event_mode);
    let plotted = wanted.choice.plotted(&variables);
    let outputs = variables.partition_point(|variable| variable.causality == "output");
    let columns = wanted.choice.columns(outputs);
    let written: Vec<&Variable> = columns.iter().map(|column| variables[*column]).collect();
    let count = plan.grid.count();
    let mut recording = Recording {
        rows: wanted.rows.map(|sink| RowWriter::new(sink, &written)).transpose()?,
        values: vec![0.0; columns.len()],
        columns,
        choice: wanted.choice,
        points: 0,
        events: wanted.events,
        kept: wanted.plot.then(|| Kept::new(count + 1, plotted.len())),
        plotted,
        bar: progress::bar(count),
        statistics: None,
    };
    let settings = plan.settings.clone();
    let outcome = isolation::run(fmu, plan, &mut recording, wanted.timeout);
    recording.bar.finish_and_clear();
    outcome?;
    let Recording { rows, events, kept, statistics, plotted, choice, .. } = recording;
    let plotted = kept.map(|kept| Plotted {
        variables: plotted.iter().map(|index| variables[*index]).collect(),
        is_named: !choice.columns.is_empty(),
        kept: kept.finish(),
        settings,
    });
    Ok(Recorded { rows: rows.map(RowWriter::finish).transpose()?, events, plotted, statistics })
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
                let kind = |variable: &&Variable| match variable.kind {
                    Kind::Real => ColumnKind::Number,
                    Kind::Integer | Kind::Boolean | Kind::Enumeration(_) | Kind::Clock => ColumnKind::Whole,
                    Kind::String | Kind::Binary => ColumnKind::Text,
                };
                let kinds: Vec<ColumnKind> = variables.iter().map(kind).collect();
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
                let cell = |(value, kind): (&f64, &ColumnKind)| match kind {
                    ColumnKind::Whole => Cell::Whole(*value as i64),
                    ColumnKind::Number | ColumnKind::Text => Cell::Number(*value),
                };
                let cells = values.iter().zip(kinds.iter()).map(cell);
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

struct Recording<W: Write> {
    rows: Option<RowWriter<W>>,
    /// What is written of a row, and room for it.
    columns: Vec<usize>,
    values: Vec<f64>,
    choice: Choice,
    /// Communication points that were passed.
    points: u64,
    events: Events,
    kept: Option<Kept>,
    /// Columns of the plot.
    plotted: Vec<usize>,
    bar: ProgressBar,
    statistics: Option<Statistics>,
}

impl<W: Write> Recorder for Recording<W> {
    fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()> {
        self.bar.inc(1);
        if let Some(kept) = &mut self.kept {
            kept.row(time, &self.plotted.iter().map(|index| values[*index]).collect::<Vec<f64>>());
        }
        let Some(rows) = &mut self.rows else { return Ok(()) };
        if !self.choice.takes(time, &mut self.points) {
            return Ok(());
        }
        self.values.iter_mut().zip(&self.columns).for_each(|(value, column)| *value = values[*column]);
        rows.row(time, &self.values)
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
