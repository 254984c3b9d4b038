//! `fmu-pack sweep`

use super::chosen::{self, Chosen};
use super::experiment::Described;
use super::jobs::{at_a_time, jobs};
use super::paths::{open, refuse_overwriting};
use super::recording::{
    Choice, EarlyEnd, Events, RowSink, Wanted, create, record_as_far_as_it_goes, warn_of_no_outputs,
};
use super::run::{positive, scenario_settings, seconds, settings_in_file, time, trim};
use super::scenario::find;
use super::{Outcome, is_in_the_fmu, progress, sentence, warn};
use anyhow::{Context, bail};
use clap::Args;
use fmu_import::fmu::Fmu;
use fmu_output::Format;
use fmu_output::number;
use fmu_output::process as interrupt;
use fmu_simulation::input::Table;
use fmu_simulation::{Grid, Metric, Setting, input_file, laws, recorded};
use fmu_sweep::{
    Axis, Correlation, Design, Experiment, Journal, Kept, Row, Runner, Study, shared_rows, spread, write, write_list,
};
use model_description::configuration::refusal;
use model_description::counted;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Run an FMU many times with other parameters, on all cores: a row of results per run.
///
/// The runs are all combinations of the values that --set gives in turn, each with --samples random draws. The results
/// are the last value of each output and, at communication points, its smallest and largest (of texts and bytes the last
/// value only), and the metrics that are asked for. They are the same to the bit for any number of jobs. An interrupted
/// study goes on where it was when the same command is given again. This executes the FMU, in a process of its own for
/// each job.
///
/// Example: 1000 actuators as they come from production, and how fast they settle on a command of 2 degrees:
///
///   fmu-pack sweep Elevator.fmu --set 'friction.coulomb_torque=normal:200 N.m:20 N.m:150 N.m:300 N.m'
///   --set 'supply_pressure=24 MPa:28 MPa' --correlate 'friction.coulomb_torque,supply_pressure=-0.3'
///   --samples 1000 --input step.csv --metric 'settling_time(position, target=command, from=0.1)'
///   --keep 'largest:position_settling_time:3' -o results.parquet
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The FMU.
    fmu: PathBuf,
    /// A parameter or constant input: NAME=VALUE, NAME=A:B:N (N values from A to B), NAME=V,W,... (each in turn; items
    /// of an Enumeration by name or number), NAME=A:B (uniform draws), NAME=normal:MEAN:DEVIATION (normal draws),
    /// NAME=normal:MEAN:DEVIATION:LOW:HIGH (truncated), NAME=lognormal:MEDIAN:SIGMA (SIGMA of the natural logarithm).
    /// Numbers are in the unit of the variable or have one of their own: "25 deg".
    #[arg(long, value_name = "NAME=A:B:N", allow_hyphen_values = true, required_unless_present_any = ["samples_from", "input"])]
    set: Vec<String>,
    /// Samples of your own: a column per parameter, with a unit as in "inertia [kg.m2]" if wanted, and a row per sample.
    #[arg(long, value_name = "CSV")]
    samples_from: Option<PathBuf>,
    /// Correlation of two variables that are drawn: their ranks are those of normal variables with this coefficient.
    #[arg(long, value_name = "A,B=COEFFICIENT")]
    correlate: Vec<String>,
    /// File with a line NAME=VALUE per parameter or constant input of all runs; --set counts more.
    #[arg(long, value_name = "TXT")]
    parameters: Option<PathBuf>,
    /// Random draws of each combination.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    samples: Option<u64>,
    /// Another seed gives other draws.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Runs at a time; as many as there are cores if not given.
    #[arg(short, long, value_name = "N", value_parser = jobs())]
    jobs: Option<u16>,
    /// Outputs to keep, separated by commas; all if not given.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    record: Vec<String>,
    /// A figure of merit as a column: rise_time, settling_time, overshoot, steady_state_error, time_stuck, time_at_rest or
    /// standstills of an output, such as "settling_time(position, target=command, from=0.1, band=2%)",
    /// "steady_state_error(position, target=2 deg, over=0.1)", "time_stuck(friction_regime)", "time_at_rest(velocity,
    /// below=0.1 deg/s)"; as=COLUMN names the column.
    #[arg(long, value_name = "METRIC")]
    metric: Vec<String>,
    /// Runs of which the trajectories are kept, each in a file beside the results: numbers and ranges such as 0,5-9;
    /// largest:COLUMN:N or smallest:COLUMN:N for the N runs at the end of a column. The runs are done once more for it.
    #[arg(long, value_name = "RUNS")]
    keep: Vec<Chosen>,
    /// Input signals of all runs: a column time in s, then columns named like inputs or tunable parameters, with a unit as
    /// in "command [deg]" if wanted. Given more than once, the runs take each file in turn.
    #[arg(long, value_name = "CSV", conflicts_with = "scenario")]
    input: Vec<PathBuf>,
    /// A published manoeuvre instead: its inputs, parameters and times. See `fmu-pack scenario --list`.
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Begin at rest and in equilibrium with the inputs at the start; the same as --set initialization=trim.
    #[arg(long)]
    trim: bool,
    /// Communication step, in s; the FMU's default experiment, or 1 ms.
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    step_size: Option<f64>,
    /// End, in s; the FMU's default experiment, or 1 s.
    #[arg(long, value_name = "S", value_parser = time, allow_negative_numbers = true)]
    stop_time: Option<f64>,
    /// Longest time that one run may take on the clock, in s: a run that takes longer has failed. Any time if not given.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Write the runs and their parameters without results, for another program to run.
    #[arg(long, conflicts_with = "keep")]
    list: bool,
    /// File for the results. Until they are complete, they are in a file with the ending .resume beside it.
    #[arg(short, long, value_name = "CSV|PARQUET")]
    output: PathBuf,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        Format::of(&self.output)?;
        let mut read = vec![Some(&self.fmu), self.parameters.as_ref(), self.samples_from.as_ref()];
        read.extend(self.input.iter().map(Some));
        refuse_overwriting(&read, &[Some(&self.output)])?;
        let fmu = open(&self.fmu)?;
        let design = self.design(&fmu)?;
        let experiment = self.experiment(&fmu)?;
        if self.record.is_empty() {
            let states = "the results are its continuous states instead";
            warn_of_no_outputs(fmu.interface(), states, "the results are metrics alone");
        }
        for warning in law_warnings(&fmu, &design, &experiment.settings) {
            warn(&warning);
        }
        let study = Study::new(&fmu, experiment, design, &self.record)?.with_timeout(self.timeout);
        if self.list {
            return self.write_list(&study, out);
        }
        study.check_size()?;
        self.keep.iter().try_for_each(|chosen| chosen.check(&study))?;
        study.try_to_load()?;
        let start = Instant::now();
        let rows = self.rows(&study)?;
        let kept = chosen::numbers(&self.keep, &study, &rows);
        kept.iter().filter_map(|run| rows.get(run)).try_for_each(|row| self.keep_trajectory(&study, row))?;
        let failed = rows.values().filter(|row| !row.problem.is_empty()).count();
        let (path, steps, seconds) = (self.output.display(), study.steps(), start.elapsed().as_secs_f64());
        writeln!(
            out,
            "{path}  {} of {} in {seconds:.1} s, {failed} failed",
            counted(rows.len(), "run"),
            counted(steps, "step")
        )?;
        let ended = ended(&rows);
        [left_out(&study.left_out(rows.values())), ended].iter().flatten().for_each(|warning| warn(warning));
        if let Some(row) = rows.values().find(|row| !row.problem.is_empty()) {
            let problem = &row.problem;
            warn(&format!("{failed} of {} failed, first run {}: {problem}", counted(rows.len(), "run"), row.run));
        }
        Ok(if failed == 0 { Outcome::Fine } else { Outcome::FmuHasProblems })
    }

    /// What varies from run to run.
    fn design(&self, fmu: &Fmu) -> anyhow::Result<Design> {
        let interface = fmu.interface();
        let mut axes: Vec<Axis> = self.set.iter().map(|text| Axis::parse(text, interface)).collect::<Result<_, _>>()?;
        if let Some(path) = &self.samples_from {
            let samples = fmu_sweep::read_samples(path, interface)?;
            if let Some(again) = samples.iter().find(|sample| axes.iter().any(|axis| axis.name == sample.name)) {
                bail!(refusal(again.given(), format_args!("{} is a column and is set by --set as well", again.name)));
            }
            axes.extend(samples);
        }
        if self.input.len() > 1 {
            axes.insert(0, Axis::inputs(self.input.iter().map(|path| path.display().to_string()).collect()));
        }
        let correlation = Correlation::parse(&self.correlate, &axes)?;
        Ok(Design::new(axes, self.samples, self.seed)?.correlated(correlation))
    }

    /// Runs one run once more, and writes all that it shows at each communication point, as far as it goes. A run that fails without
    /// a row leaves no file.
    fn keep_trajectory(&self, study: &Study<'_>, row: &Row) -> anyhow::Result<()> {
        let run = row.run;
        let mut name = self.output.file_stem().unwrap_or_default().to_os_string();
        name.push(format!("_run{run}.csv"));
        let path = self.output.with_file_name(name);
        let rows = Some(RowSink::Csv(create(&path)?));
        let wanted =
            Wanted { rows, choice: Choice::default(), events: Events::Ignored, plot: false, timeout: self.timeout };
        match record_as_far_as_it_goes(study.fmu(), study.plan(run), wanted) {
            Ok(recorded) => {
                recorded.rows.map_or(Ok(()), RowSink::commit)?;
                match recorded.early_end {
                    Some(EarlyEnd::Failed(error, _)) if row.problem.is_empty() => Err(error.into()),
                    Some(EarlyEnd::Failed(..) | EarlyEnd::Asked(_)) | None => Ok(()),
                }
            }
            Err(error) if !row.problem.is_empty() && is_in_the_fmu(&error) => {
                warn(&format!("the trajectory of run {run} is not kept: {}", sentence(&error)));
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    fn experiment(&self, fmu: &Fmu) -> anyhow::Result<Experiment> {
        let scenario = self.scenario.as_deref().map(find).transpose()?;
        let described = Described::of(scenario.as_ref(), fmu.interface());
        let (start, stop) = (described.start, described.stop(self.stop_time)?);
        let step = described.step(self.step_size)?;
        Grid::checked(start, step, stop)?;
        let mut rows = Vec::new();
        for path in &self.input {
            rows.push(shared_rows(input_file(path, fmu.interface())?)?);
        }
        if let Some(scenario) = &scenario {
            rows.push(shared_rows(Table::from(scenario))?);
        }
        let mut settings = scenario.map(|scenario| scenario_settings(&scenario, fmu)).transpose()?.unwrap_or_default();
        if let Some(path) = &self.parameters {
            settings.extend(settings_in_file(path, fmu)?);
        }
        if self.trim {
            settings.push(trim(fmu)?);
        }
        let recorded = recorded(fmu.interface(), false);
        let metrics = self.metric.iter().map(|text| Metric::parse(text, &recorded)).collect::<Result<Vec<_>, _>>()?;
        metrics.iter().try_for_each(|metric| metric.check_times(start, stop))?;
        Ok(Experiment { start, step, stop, settings, rows, metrics })
    }

    fn write_list(&self, study: &Study<'_>, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        write_list(&self.output, study)?;
        writeln!(out, "{}  {}", self.output.display(), counted(study.design().runs(), "run"))?;
        Ok(Outcome::Fine)
    }

    /// Runs what is not done yet, writes all, and returns it by number of run.
    fn rows(&self, study: &Study<'_>) -> anyhow::Result<BTreeMap<u64, Row>> {
        let bytes = std::fs::read(&self.fmu).with_context(|| self.fmu.display().to_string())?;
        let path = Journal::path_beside(&self.output);
        let kept = Journal::open(&path, &study.fingerprint(&bytes), study.widths())?;
        if let Some(warning) = damage(&path, &kept.damaged) {
            warn(&warning);
        }
        let Kept { mut journal, done: mut rows, damaged: _ } = kept;
        self.complete(study, &mut journal, &mut rows)?;
        let runs = study.design().runs();
        if (rows.len() as u64) < runs {
            bail!(
                "interrupted: {} of {} are kept in {}; the same command does the others",
                rows.len(),
                counted(runs, "run"),
                path.display()
            );
        }
        write(&self.output, study, rows.values())?;
        journal.remove()?;
        Ok(rows)
    }

    fn complete(&self, study: &Study<'_>, journal: &mut Journal, rows: &mut BTreeMap<u64, Row>) -> anyhow::Result<()> {
        let all = study.design().runs();
        let done: HashSet<u64> = rows.keys().copied().collect();
        let bar = progress::bar(all);
        bar.set_position(done.len() as u64);
        bar.reset_eta();
        let open = all.saturating_sub(done.len() as u64);
        let outcome = spread(
            (0..all).filter(|run| !done.contains(run)),
            at_a_time(self.jobs).min(usize::try_from(open).unwrap_or(usize::MAX)),
            // The runs in progress are finished and kept, if that is soon.
            interrupt::postpone(),
            (|| Runner::new(study), Runner::run),
            |row| {
                let row = row?;
                journal.append(&row)?;
                rows.insert(row.run, row);
                bar.inc(1);
                Ok(())
            },
        );
        bar.finish_and_clear();
        Ok(outcome?)
    }
}

/// What is told of results that the FMU does not give.
fn left_out(names: &[&str]) -> Option<String> {
    let names = match names {
        [] => return None,
        [name] => format!("{name} is left out: the FMU does not give its value"),
        names => format!("{} are left out: the FMU does not give their values", names.join(", ")),
    };
    Some(names)
}

/// What is told of runs that the FMU has ended: these are complete.
fn ended(rows: &BTreeMap<u64, Row>) -> Option<String> {
    let ended = || rows.values().filter_map(|row| Some((row.run, row.ended_at?)));
    let (run, time) = ended().next()?;
    Some(format!(
        "the FMU asked for the end of {} of {} (terminateSimulation), first of run {run} at {} s, where its results end; \
         the column ended_at has the times",
        ended().count(),
        counted(rows.len(), "run"),
        number(time)
    ))
}

/// What is told of lines of a resume file that are not as they were written.
pub(super) fn damage(path: &Path, lines: &[usize]) -> Option<String> {
    const SHOWN: usize = 10;
    let shown: Vec<String> = lines.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if lines.len() > SHOWN { format!(" and {} more", lines.len() - SHOWN) } else { String::new() };
    let of = if lines.len() == 1 { "line" } else { "lines" };
    let sentence =
        || format!("{}: {of} {}{more} damaged; what was done there is done again", path.display(), shown.join(", "));
    (!lines.is_empty()).then(sentence)
}

/// Most values of one variable that are looked at for what is to be known of the law.
const MOST_TOLD: u64 = 100;

/// What is to be known of each law that the sweep has, with the values that are the same in all runs.
fn law_warnings(fmu: &Fmu, design: &Design, settings: &[Setting]) -> BTreeSet<String> {
    let (fixed, varied): (Vec<&Axis>, Vec<&Axis>) =
        design.axes().iter().filter(|axis| axis.is_in_turn()).partition(|axis| axis.turns() == 1);
    let setting =
        |axis: &Axis, turn: u64| Setting::new(&axis.name, &axis.value(turn, 0, 0, None), fmu.interface()).ok();
    let base: Vec<Setting> = settings.iter().cloned().chain(fixed.iter().filter_map(|axis| setting(axis, 0))).collect();
    let told = |one: Setting| laws::warnings(fmu.interface(), &[&base[..], &[one]].concat());
    let turns = varied.iter().flat_map(|axis| (0..axis.turns().min(MOST_TOLD)).filter_map(|turn| setting(axis, turn)));
    let is_law = |axis: &&&Axis| axis.name.ends_with("friction.law") || axis.name.ends_with("friction.law_number");
    let varies_law = varied.iter().any(|axis| is_law(&axis));
    let of_base = laws::warnings(fmu.interface(), &base).into_iter().filter(|_| !varies_law);
    of_base.chain(turns.flat_map(told)).collect()
}
