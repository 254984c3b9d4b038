//! `fmu-pack run`

use super::experiment::Described;
use super::paths::{open, picture, refuse_overwriting};
use super::recording::{
    Choice, EarlyEnd, Events, Plotted, Recorded, RowSink, Wanted, record_as_far_as_it_goes, warn_of_no_outputs,
    with_files, write_plot,
};
use super::run_system::{self, SystemOptions, is_system};
use super::scenario::find;
use super::{Outcome, say, warn};
use anyhow::{Context, bail};
use clap::Args;
use fmu_import::fmu::Fmu;
use fmu_import::interface::Interface;
use fmu_output::{number, visible};
use fmu_simulation::input::{Ahead, Rows, Table};
use fmu_simulation::scenario::Scenario;
use fmu_simulation::{Grid, Plan, Setting, SettingReader, Statistics, check_headings, given_in_file, input_file, laws};
use model_description::configuration::number_in_unit;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Run an FMU for Co-Simulation, or a system in a co-simulation engine, and record its outputs.
///
/// Without -o, --events and --plot the outputs go to standard output. This executes the FMU, in a process of its own. An SSP file is
/// run by libcosim, ecos, OMSimulator or FMPy, whichever is installed (pip install libcosimpy).
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The FMU, or the SSP file of a system.
    pub(super) fmu: PathBuf,
    /// Input signals: a column time in s, then columns named like inputs or tunable parameters, with a unit as in
    /// "command [deg]" if wanted. Signals are linear between rows; two rows with the same time are a step. All rows are
    /// read, also after the end of the run. An engine holds the value of the beginning over each step.
    #[arg(long, value_name = "CSV", conflicts_with = "scenario")]
    pub(super) input: Option<PathBuf>,
    /// A published manoeuvre instead: its inputs, parameters and times. See `fmu-pack scenario --list`.
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Value of a parameter or a constant input, in its unit or with one of its own ("25 deg"); of an Enumeration the name or
    /// number of an item, of a String the text, of a Binary two hexadecimal digits for each byte. Of an array the values of all
    /// elements, as in 'table=1 2 3', or of one, as in 'table[2]=5'.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(super) set: Vec<String>,
    /// File with a line NAME=VALUE per parameter or constant input; lines that begin with # are remarks. --set counts
    /// more.
    #[arg(long, value_name = "TXT")]
    pub(super) parameters: Option<PathBuf>,
    /// Begin at rest and in equilibrium with the inputs at the start; the same as --set initialization=trim. In an SSP file
    /// it is for all components that can.
    #[arg(long)]
    pub(super) trim: bool,
    /// Communication step, in s; the FMU's default experiment, or 1 ms.
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub(super) step_size: Option<f64>,
    /// End, in s; the FMU's default experiment, or 1 s. A run has at most 1,000,000,000 steps.
    #[arg(long, value_name = "S", value_parser = time, allow_negative_numbers = true)]
    pub(super) stop_time: Option<f64>,
    /// File for time and the outputs.
    #[arg(short, long, value_name = "CSV|PARQUET")]
    pub(super) output: Option<PathBuf>,
    /// Outputs and inputs to write and to plot, separated by commas. If not given, all outputs are written and the
    /// plot shows the chief ones. Of an SSP file any variables, as in
    /// 'servo.position,load.*', where * stands for any text.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) record: Vec<String>,
    /// Write a row every so many seconds only, a multiple of the communication step; the steps of the run stay as they
    /// are. Rows of events (--event-mode) are left out.
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub(super) every: Option<f64>,
    /// File for the events (breakaway, stop, reversal, end stop, jam).
    #[arg(long, value_name = "CSV")]
    pub(super) events: Option<PathBuf>,
    /// File for a plot.
    #[arg(long, value_name = "SVG|PNG", value_parser = picture())]
    pub(super) plot: Option<PathBuf>,
    /// Tell what the run cost the solver (internal steps, rejected steps, Jacobians, events by kind, ...) on standard error.
    #[arg(long)]
    statistics: bool,
    /// Use the event mode of FMI 3.0: steps end at the instants of events, which become two rows of the outputs each, before
    /// and after; the columns of clocks are 1 where they tick.
    #[arg(long)]
    event_mode: bool,
    /// Longest time that the run may take on the clock, in s; any time if not given.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(super) timeout: Option<Duration>,
    #[command(flatten)]
    system: SystemOptions,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        self.refuse_overwriting()?;
        if is_system(&self.fmu) {
            return run_system::run(&self, &self.system, out);
        }
        self.system.refuse()?;
        let fmu = open(&self.fmu)?;
        let scenario = self.scenario.as_deref().map(find).transpose()?;
        let plan = self.plan(&fmu, scenario.as_ref())?;
        let ignored = laws::ignoring_load(fmu.interface(), &plan.settings);
        let to_standard_output = self.output.is_none() && self.events.is_none() && self.plot.is_none();
        let events = self.events.as_deref().map(Events::to_file).transpose()?.unwrap_or(Events::Ignored);
        let plot = self.plot.is_some();
        let timeout = self.timeout;
        let choice = Choice::new(&self.record, self.every, &fmu, &plan)?;
        self.tell_of_no_outputs(&fmu);
        let (events, plotted, statistics, early_end) = match &self.output {
            Some(path) => {
                let wanted = Wanted { rows: Some(RowSink::to_file(path)?), choice, events, plot, timeout };
                let Recorded { rows, events, plotted, statistics, early_end } =
                    record_as_far_as_it_goes(&fmu, plan, wanted)?;
                rows.map_or(Ok(()), RowSink::commit)?;
                (events, plotted, statistics, early_end)
            }
            None => {
                let rows = to_standard_output.then(|| RowSink::Csv(out));
                let wanted = Wanted { rows, choice, events, plot, timeout };
                let recorded = record_as_far_as_it_goes(&fmu, plan, wanted)?;
                (recorded.events, recorded.plotted, recorded.statistics, recorded.early_end)
            }
        };
        events.commit()?;
        self.write_plot(&fmu, plotted.as_ref(), scenario.as_ref(), ignored.as_deref())?;
        self.tell(statistics.as_ref());
        self.conclude(early_end)
    }

    /// A run that the FMU has ended is complete; one that has failed is told with the files that it has left.
    fn conclude(&self, early_end: Option<EarlyEnd>) -> anyhow::Result<Outcome> {
        match early_end {
            None => Ok(Outcome::Fine),
            Some(EarlyEnd::Asked(time)) => {
                warn(&EarlyEnd::told(time));
                Ok(Outcome::Fine)
            }
            Some(EarlyEnd::Failed(error, last)) => {
                Err(with_files(error.into(), Some(last), &[&self.output, &self.events, &self.plot]))
            }
        }
    }

    /// An FMU that shows nothing leaves a file with little in it.
    fn tell_of_no_outputs(&self, fmu: &Fmu) {
        if self.record.is_empty() {
            let states = "its continuous states are recorded instead; --record names inputs and states";
            warn_of_no_outputs(fmu.interface(), states, "the time alone is recorded; --record names inputs");
        }
    }

    fn tell(&self, statistics: Option<&Statistics>) {
        match statistics.filter(|_| self.statistics) {
            Some(statistics) => statistics.to_string().lines().for_each(|line| say(&visible(line))),
            None if self.statistics => warn("the FMU has no log category logStatistics: no counts"),
            None => (),
        }
    }

    /// Options that need the FMU itself.
    pub(super) fn refuse_what_is_for_fmus(&self) -> anyhow::Result<()> {
        // Each option by its name, so that a new one must be thought about.
        let Self {
            scenario,
            statistics,
            event_mode,
            fmu: _,
            input: _,
            set: _,
            parameters: _,
            trim: _,
            step_size: _,
            stop_time: _,
            output: _,
            record: _,
            every: _,
            events: _,
            plot: _,
            timeout: _,
            system: _,
        } = self;
        let given = [("--scenario", scenario.is_some()), ("--statistics", *statistics), ("--event-mode", *event_mode)];
        let given = given.into_iter().find(|(_, is_given)| *is_given);
        given.map_or(Ok(()), |(name, _)| bail!("{name} is for FMUs; an SSP file is run by an engine"))
    }

    fn refuse_overwriting(&self) -> anyhow::Result<()> {
        let read = [Some(&self.fmu), self.input.as_ref(), self.parameters.as_ref()];
        let written = [&self.output, &self.events, &self.plot];
        refuse_overwriting(&read, &written.map(Option::as_ref))
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
        settings.extend(SettingReader::new(interface).read_all("--set", &self.set)?);
        if self.trim {
            settings.push(trim(fmu)?);
        }
        let rows = self.rows(scenario, interface)?;
        let headings = rows.as_ref().map_or(&[][..], |rows| rows.names());
        Setting::refuse_driven(&settings, headings, interface)?;
        let described = Described::of(scenario, interface);
        let (start, stop) = (described.start, described.stop(self.stop_time)?);
        let step = described.step(self.step_size)?;
        Ok(Plan {
            grid: Grid::checked(start, step, stop)?,
            start,
            stop,
            tolerance: None,
            settings,
            rows,
            event_mode: self.event_mode,
            restore_at: None,
        })
    }

    fn rows(&self, scenario: Option<&Scenario>, interface: &Interface) -> anyhow::Result<Option<Box<dyn Rows>>> {
        Ok(match (&self.input, scenario) {
            (Some(path), _) => Some(Box::new(Ahead::new(input_file(path, interface)?)?)),
            (None, Some(scenario)) => Some(Box::new(Table::from(scenario))),
            (None, None) => None,
        })
    }

    /// A law that ignores the load is told above the plot.
    fn write_plot(
        &self,
        fmu: &Fmu,
        plotted: Option<&Plotted<'_>>,
        scenario: Option<&Scenario>,
        ignored: Option<&str>,
    ) -> anyhow::Result<()> {
        let (Some(path), Some(plotted)) = (&self.plot, plotted) else { return Ok(()) };
        let title = scenario.map_or(fmu.interface().description.as_str(), |scenario| scenario.title);
        let title = ignored.map_or_else(|| title.to_owned(), |ignored| format!("{title} ({ignored})"));
        write_plot(path, fmu, plotted, &title)
    }
}

/// Parameters of a scenario for this FMU.
pub(super) fn scenario_settings(scenario: &Scenario, fmu: &Fmu) -> anyhow::Result<Vec<Setting>> {
    let setting = |(name, value): &(&str, f64)| Setting::new(name, &number(*value), fmu.interface());
    let settings: Result<Vec<Setting>, _> = scenario.parameters.iter().map(setting).collect();
    let is_for = || format!("the scenario {} is for {}", scenario.name, scenario.model);
    check_headings(&scenario.input_names(), fmu.interface()).with_context(is_for)?;
    settings.with_context(is_for)
}

/// A start in equilibrium.
pub(super) fn trim(fmu: &Fmu) -> anyhow::Result<Setting> {
    Setting::trim(fmu.interface())
        .with_context(|| format!("--trim: {} cannot begin in equilibrium", fmu.interface().model_name))
}

/// The values in a file of lines NAME=VALUE.
pub(super) fn settings_in_file(path: &Path, fmu: &Fmu) -> anyhow::Result<Vec<Setting>> {
    let given = given_in_file(path).with_context(|| path.display().to_string())?;
    let mut reader = SettingReader::new(fmu.interface());
    Ok(given.into_iter().map(|given| reader.read(given)).collect::<Result<_, _>>()?)
}

/// A time in s, or with a unit of its own as "1 ms".
pub(super) fn time(text: &str) -> Result<f64, String> {
    number_in_unit(text, "s")
        .map_err(|_| "it must be a number, in s or with a unit of time such as \"1 ms\"".to_string())
}

/// A time that is greater than 0.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    let time = time(text).ok().filter(|time| *time > 0.0);
    time.ok_or_else(|| "it must be a number greater than 0, in s or with a unit of time such as \"1 ms\"".to_string())
}

/// A time on the clock.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = positive(text)?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "it must be a number of seconds".to_string())
}
