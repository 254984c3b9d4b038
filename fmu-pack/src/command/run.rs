//! `fmu-pack run`

use super::scenario::find;
use super::{Outcome, progress};
use crate::fmu::Fmu;
use crate::input::{CsvRows, Rows};
use crate::interface::Variable;
use crate::output::{AtomicFile, CsvWriter, number, visible, write_atomically, write_events};
use crate::plot;
use crate::scenario::Scenario;
use crate::simulation::{self, Event, Grid, Plan, Recorder, Setting};
use anyhow::{Context, ensure};
use clap::Args;
use indicatif::ProgressBar;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Run an FMU for Co-Simulation and record its outputs.
///
/// Without -o, --events and --plot the outputs go to standard output. This executes the FMU.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The FMU.
    fmu: PathBuf,
    /// Input signals: a column time in s, then columns named like inputs or tunable parameters. Signals are linear
    /// between rows; two rows with the same time are a step.
    #[arg(long, value_name = "CSV", conflicts_with = "scenario")]
    input: Option<PathBuf>,
    /// A published manoeuvre instead: its inputs, parameters and times. See `fmu-pack scenario --list`.
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Value of a parameter or a constant input; of an Enumeration the name or number of an item.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// File with a line NAME=VALUE per parameter or constant input; lines that begin with # are remarks. --set counts
    /// more.
    #[arg(long, value_name = "TXT")]
    parameters: Option<PathBuf>,
    /// Communication step, in s; the FMU's default experiment, or 1 ms.
    #[arg(long, value_name = "S", value_parser = positive)]
    step_size: Option<f64>,
    /// End, in s; the FMU's default experiment, or 1 s.
    #[arg(long, value_name = "S")]
    stop_time: Option<f64>,
    /// File for time and all outputs.
    #[arg(short, long, value_name = "CSV")]
    output: Option<PathBuf>,
    /// File for the events (breakaway, stop, reversal, end stop, jam).
    #[arg(long, value_name = "CSV")]
    events: Option<PathBuf>,
    /// File for a plot.
    #[arg(long, value_name = "SVG|PNG")]
    plot: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let fmu = Fmu::open(&self.fmu).with_context(|| self.fmu.display().to_string())?;
        let scenario = self.scenario.as_deref().map(find).transpose()?;
        let plan = self.plan(&fmu, scenario.as_ref())?;
        let to_standard_output = self.output.is_none() && self.events.is_none() && self.plot.is_none();
        let results = match &self.output {
            Some(path) => {
                let file = AtomicFile::create(path).with_context(|| path.display().to_string())?;
                let (results, file) = record(&fmu, plan, Some(file), self.plot.is_some())?;
                file.map(AtomicFile::commit).transpose().with_context(|| path.display().to_string())?;
                results
            }
            None => record(&fmu, plan, to_standard_output.then_some(out), self.plot.is_some())?.0,
        };
        self.write_events_and_plot(&fmu, &results, scenario.as_ref())?;
        Ok(Outcome::Fine)
    }

    fn plan(&self, fmu: &Fmu, scenario: Option<&Scenario>) -> anyhow::Result<Plan> {
        let interface = fmu.interface();
        let mut settings = Vec::new();
        if let Some(scenario) = scenario {
            settings = scenario_settings(scenario, fmu)?;
        }
        if let Some(path) = &self.parameters {
            settings.extend(settings_in_file(path, fmu)?);
        }
        for text in &self.set {
            settings.push(Setting::parse(text, interface)?);
        }
        let experiment = interface.default_experiment;
        let of_scenario = |value: fn(&Scenario) -> f64| scenario.map(value);
        let start = experiment.start_time.unwrap_or(0.0);
        let stop = self.stop_time.or(of_scenario(|s| s.stop_time)).or(experiment.stop_time).unwrap_or(start + 1.0);
        let step = self.step_size.or(of_scenario(|s| s.step_size)).or(experiment.step_size).unwrap_or(1e-3);
        ensure!(stop.is_finite() && stop > start, "--stop-time {stop}: the end must be after the start, {start} s");
        Ok(Plan {
            grid: Grid::new(start, step, stop),
            start,
            stop,
            tolerance: None,
            settings,
            rows: self.rows(scenario)?,
        })
    }

    fn rows(&self, scenario: Option<&Scenario>) -> anyhow::Result<Option<Box<dyn Rows>>> {
        Ok(match (&self.input, scenario) {
            (Some(path), _) => Some(Box::new(CsvRows::open(path)?)),
            (None, Some(scenario)) => Some(Box::new(scenario.table())),
            (None, None) => None,
        })
    }

    fn write_events_and_plot(&self, fmu: &Fmu, results: &Results, scenario: Option<&Scenario>) -> anyhow::Result<()> {
        if let Some(path) = &self.events {
            write_event_file(path, &results.events)?;
        }
        if let Some(path) = &self.plot {
            // What comes before the colon says what the model is, the rest how it works.
            let description = fmu.interface().description.split(':').next().unwrap_or_default();
            write_plot(path, fmu, results, scenario.map_or(description, |scenario| scenario.title))?;
        }
        Ok(())
    }
}

/// Parameters of a scenario for this FMU.
pub(super) fn scenario_settings(scenario: &Scenario, fmu: &Fmu) -> anyhow::Result<Vec<Setting>> {
    let setting = |(name, value): &(&str, f64)| Setting::new(name, &number(*value), fmu.interface());
    let settings: Result<Vec<Setting>, _> = scenario.parameters.iter().map(setting).collect();
    settings.with_context(|| format!("the scenario {} is for {}", scenario.name, scenario.model))
}

/// The values in a file of lines NAME=VALUE.
fn settings_in_file(path: &Path, fmu: &Fmu) -> anyhow::Result<Vec<Setting>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.lines().map(str::trim).zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let setting = |(line, number): (&str, usize)| {
        Setting::parse(line, fmu.interface()).with_context(|| format!("{}, line {number}", path.display()))
    };
    lines.map(setting).collect()
}

/// What a run leaves besides its CSV file.
#[derive(Default)]
pub(super) struct Results {
    pub(super) time: Vec<f64>,
    /// Per recorded variable; empty if not kept.
    pub(super) columns: Vec<Vec<f64>>,
    pub(super) events: Vec<Event>,
}

/// Runs the FMU; writes outputs to `sink` on the way, and keeps all recorded values if `keeps`.
pub(super) fn record<W: Write>(
    fmu: &Fmu,
    plan: Plan,
    sink: Option<W>,
    keeps: bool,
) -> anyhow::Result<(Results, Option<W>)> {
    let variables = simulation::recorded(fmu.interface());
    let outputs: Vec<String> =
        variables.iter().filter(|variable| variable.causality == "output").map(|v| v.name.clone()).collect();
    let bar = progress::bar(plan.grid.count());
    let mut recording = Recording {
        outputs: outputs.len(),
        csv: sink.map(|sink| CsvWriter::new(sink, &outputs)).transpose()?,
        keeps,
        results: Results { columns: vec![Vec::new(); variables.len()], ..Results::default() },
        bar,
    };
    let outcome = simulation::run(fmu, plan, &mut recording);
    recording.bar.finish_and_clear();
    outcome?;
    Ok((recording.results, recording.csv.map(CsvWriter::into_inner)))
}

struct Recording<W: Write> {
    outputs: usize,
    csv: Option<CsvWriter<W>>,
    keeps: bool,
    results: Results,
    bar: ProgressBar,
}

impl<W: Write> Recorder for Recording<W> {
    fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()> {
        self.bar.inc(1);
        if self.keeps {
            self.results.time.push(time);
            self.results.columns.iter_mut().zip(values).for_each(|(column, value)| column.push(*value));
        }
        self.csv.as_mut().map_or(Ok(()), |csv| csv.row(time, &values[..self.outputs]))
    }

    fn event(&mut self, event: Event) {
        self.results.events.push(event);
    }

    fn warning(&mut self, text: &str) {
        self.bar.suspend(|| eprintln!("warning: {}", visible(text)));
    }
}

/// Writes the events of a run.
pub(super) fn write_event_file(path: &Path, events: &[Event]) -> anyhow::Result<()> {
    let write = || {
        let mut file = AtomicFile::create(path)?;
        write_events(&mut file, events)?;
        file.commit()
    };
    write().with_context(|| path.display().to_string())
}

/// Writes the plot of a run in the format that the file name asks for.
pub(super) fn write_plot(path: &Path, fmu: &Fmu, results: &Results, subtitle: &str) -> anyhow::Result<()> {
    let variables: Vec<&Variable> = simulation::recorded(fmu.interface());
    let title = &fmu.interface().model_name;
    let figure = plot::layout((title, subtitle), &results.time, &variables, &results.columns)?;
    write_atomically(path, &plot::render(&figure, path)?).with_context(|| path.display().to_string())
}

pub(super) fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "it must be a number greater than 0".to_string())
}
