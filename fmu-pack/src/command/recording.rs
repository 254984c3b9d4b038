//! What a run leaves: rows as CSV on the way, events, and what a plot shows. Memory does not grow with the length of
//! the run.

use super::progress;
use anyhow::Context;
use fmu_import::fmu::Fmu;
use fmu_import::interface::Variable;
use fmu_isolation as isolation;
use fmu_output::{AtomicFile, CsvWriter, Named, visible, write_atomically};
use fmu_plot::{self as plot, Kept};
use fmu_simulation::{self as simulation, Event, EventWriter, Plan, Recorder, Statistics};
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

/// What is recorded of a run.
pub(super) struct Wanted<W: Write> {
    /// Where outputs go, if anywhere.
    pub(super) rows: Option<W>,
    /// The events.
    pub(super) events: Events,
    /// Values for a plot.
    pub(super) plot: bool,
    /// How long the run may take.
    pub(super) timeout: Option<Duration>,
}

/// What was recorded.
pub(super) struct Recorded<W: Write> {
    /// The same as before the run.
    pub(super) rows: Option<W>,
    /// The events.
    pub(super) events: Events,
    /// Values for a plot, if they were wanted.
    pub(super) kept: Option<Kept>,
    /// What the FMU has told of its work.
    pub(super) statistics: Option<Statistics>,
}

/// Runs the FMU and records what is wanted.
pub(super) fn record<W: Write>(fmu: &Fmu, plan: Plan, wanted: Wanted<W>) -> anyhow::Result<Recorded<W>> {
    let variables = simulation::recorded(fmu.interface(), plan.event_mode);
    let plotted = (0..variables.len()).filter(|index| variables[*index].kind.is_number()).collect::<Vec<usize>>();
    let outputs: Vec<String> =
        variables.iter().filter(|variable| variable.causality == "output").map(|v| v.name.clone()).collect();
    let count = plan.grid.count();
    let mut recording = Recording {
        outputs: outputs.len(),
        csv: wanted.rows.map(|sink| CsvWriter::new(sink, &outputs)).transpose()?,
        events: wanted.events,
        kept: wanted.plot.then(|| Kept::new(count + 1, plotted.len())),
        plotted,
        bar: progress::bar(count),
        statistics: None,
    };
    let outcome = isolation::run(fmu, plan, &mut recording, wanted.timeout);
    recording.bar.finish_and_clear();
    outcome?;
    let Recording { csv, events, kept, statistics, .. } = recording;
    Ok(Recorded { rows: csv.map(CsvWriter::into_inner), events, kept: kept.map(Kept::finish), statistics })
}

struct Recording<W: Write> {
    outputs: usize,
    csv: Option<CsvWriter<W>>,
    events: Events,
    kept: Option<Kept>,
    /// Columns of the plot: all but clocks, which are 1 for no time.
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
        self.csv.as_mut().map_or(Ok(()), |csv| csv.row(time, &values[..self.outputs]))
    }

    fn event(&mut self, event: Event) -> std::io::Result<()> {
        self.events.take(event)
    }

    fn warning(&mut self, text: &str) {
        self.bar.suspend(|| eprintln!("warning: {}", visible(text)));
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
pub(super) fn write_plot(path: &Path, fmu: &Fmu, kept: &Kept, subtitle: &str) -> anyhow::Result<()> {
    let variables: Vec<&Variable> = simulation::recorded(fmu.interface(), false);
    let title = &fmu.interface().model_name;
    let figure = plot::layout((title, subtitle), &kept.time, &variables, &kept.columns)?;
    write_atomically(path, &plot::render(&figure, path)?).with_context(|| path.display().to_string())
}
