//! `fmu-pack bound`

use super::format::Format;
use super::paths::{self, open};
use super::run::{positive, seconds};
use super::{Outcome, build, progress, warn};
use crate::package::Request;
use anyhow::{Context, bail, ensure};
use clap::Args;
use fmu_analysis::response::variable;
use fmu_analysis::step_cost::{BRIDGED_TIME, Campaign, Costs, Course, Difference, REAL_TIME, StepCost};
use fmu_import::fmu::Fmu;
use fmu_import::interface::Interface;
use fmu_isolation::Session;
use fmu_output::number;
use fmu_simulation::input::{Rows, Table, Track, heading};
use fmu_simulation::{Setting, SettingReader, input_file};
use model_description::configuration::number_in_unit;
use model_description::{models, repeated};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Measure the worst case of a communication step of an FMU on this machine, under adversarial inputs.
///
/// For targets in real time: solver.real_time is set, which bounds the work of a step, and inputs jump, hold, alternate and ramp so that
/// friction breaks away, stops, reverses and jams in all orders. A stretch in which a step took longer than the dearest so far is taken again
/// from a saved state, and each step counts with the least of its times: what interrupted it does not come again, and its work does. Pin the
/// process all the same. Nothing is logged meanwhile. Steps in which something was bridged have spent all the work that they may. What bridging changed is told by the same campaign with all events
/// located.
/// This executes the FMU, in a process of its own. An interrupted measurement is not resumed: it writes nothing.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// An FMU; a configuration, of which the FMU is made first; or the name of a model, such as ServoActuator.
    #[arg(value_name = "FMU|TOML|MODEL")]
    fmu: PathBuf,
    /// An input that moves and how far to either side of its value, in its unit or with one of its own; may be given for several.
    #[arg(long, value_name = "NAME=VALUE", required_unless_present = "input")]
    amplitude: Vec<String>,
    /// Inputs of your own: a column time in s, then columns named like inputs, with a unit as in `command [deg]`. Between rows they are
    /// lines, and held over each step.
    #[arg(long, value_name = "CSV")]
    input: Option<PathBuf>,
    /// Value of a parameter or a constant input, in its unit or with one of its own ("25 deg").
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Communication step, in s.
    #[arg(long, value_name = "S", default_value = "1e-3", value_parser = positive, allow_negative_numbers = true)]
    step: f64,
    /// Number of steps; 100000 if not given, or those up to the last row of --input.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_STEPS)))]
    steps: Option<u32>,
    /// How often a stretch of 100 steps is taken again at most, in which one took longer than the dearest so far.
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(0..=1000))]
    repetitions: u32,
    /// Which random inputs.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Do not repeat the campaign with all events located, which may take most of the time: what bridging changes is not told.
    #[arg(long)]
    no_comparison: bool,
    /// How the results are printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Longest time that it may take on the clock, in s; any time if not given.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
}

const EXAMPLES: &str = "What a step may do at most, and which targets need it, stands in docs/real-time.md.

Examples:
  fmu-pack bound target/fmu/MotionTransmission.fmu --amplitude motor_torque=100kN.m
  taskset -c 1 fmu-pack bound target/fmu/ServoActuator.fmu --amplitude command=5deg --amplitude load_torque=20kN.m --steps 1000000
  fmu-pack bound ServoActuator --amplitude command=5deg --set friction.law=lugre --format json
  fmu-pack bound examples/configurations/flap_line.toml --amplitude motor_speed=100rpm
  fmu-pack bound my_servo.toml --input flight.csv --step 5e-4
  fmu-pack bound ServoActuator --amplitude command=5deg --steps 10000000 --no-comparison";

/// Of a campaign.
const MOST_STEPS: u32 = 100_000_000;
/// Of one without inputs of its own.
const STEPS: u32 = 100_000;

/// What is printed as JSON.
#[derive(Serialize)]
struct Results<'a> {
    fmu: String,
    step: f64,
    seed: u64,
    repetitions: u32,
    is_bounded: bool,
    allowed: &'a str,
    /// Costs in ns.
    #[serde(flatten)]
    cost: &'a StepCost,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let fmu = self.opened()?;
        let campaign = self.campaign(&fmu)?;
        let spinner = progress::spinner("measuring");
        let mut session = Session::load(&fmu, self.timeout)?;
        let cost = session.step_cost(&campaign).and_then(|cost| session.unload().map(|()| cost));
        spinner.finish_and_clear();
        let cost = cost?;
        if !is_bounded(&fmu) {
            warn(&format!(
                "{} has no {REAL_TIME}: what its steps cost is measured, and nothing bounds it",
                self.fmu.display()
            ));
        }
        match self.format {
            Format::Json => {
                serde_json::to_writer_pretty(&mut *out, &self.results(&fmu, &cost))?;
                writeln!(out)?;
            }
            Format::Text => self.print(&fmu, &cost, out)?,
        }
        Ok(Outcome::Fine)
    }

    fn opened(&self) -> anyhow::Result<Fmu> {
        let name = self.fmu.to_string_lossy();
        if paths::is_configuration(&self.fmu) {
            return build::made(&self.fmu);
        }
        if models::all().iter().any(|model| model.identifier == name) {
            return build::made_for(&Request { models: vec![name.into_owned()], ..Request::default() });
        }
        open(&self.fmu)
    }

    fn campaign(&self, fmu: &Fmu) -> anyhow::Result<Campaign> {
        let interface = fmu.interface();
        let chosen = SettingReader::new(interface).read_all("--set", &self.set)?;
        let with = |value: &str| -> anyhow::Result<Vec<Setting>> {
            let mut settings = chosen.clone();
            settings.push(Setting::new(REAL_TIME, value, interface)?);
            Ok(settings)
        };
        let is_bounded = is_bounded(fmu);
        let mut inputs = self.amplitude.iter().map(|text| amplitude(fmu, text)).collect::<Result<Vec<_>, _>>()?;
        if let [twice, ..] = *repeated(inputs.iter().map(|(name, _)| name.as_str())) {
            bail!("--amplitude {twice}: it has one already");
        }
        let mut steps = self.steps.unwrap_or(STEPS);
        if let Some(path) = &self.input {
            let given = Given::read(path, interface, self.step, self.steps)?;
            let twice = given.inputs.iter().find(|(name, _)| inputs.iter().any(|(other, _)| other == name));
            ensure!(twice.is_none(), "--amplitude {}: --input has it too", twice.map_or("", |(name, _)| name));
            (steps, inputs) = (given.steps, inputs.into_iter().chain(given.inputs).collect());
        }
        Ok(Campaign {
            settings: if is_bounded { with("1")? } else { chosen.clone() },
            exact: if is_bounded && !self.no_comparison { Some(with("0")?) } else { None },
            inputs,
            step: self.step,
            steps,
            repetitions: self.repetitions,
            seed: self.seed,
        })
    }

    fn results<'a>(&self, fmu: &'a Fmu, cost: &'a StepCost) -> Results<'a> {
        Results {
            fmu: self.fmu.display().to_string(),
            step: self.step,
            seed: self.seed,
            repetitions: self.repetitions,
            is_bounded: is_bounded(fmu),
            allowed: allowed(fmu),
            cost,
        }
    }

    fn print(&self, fmu: &Fmu, cost: &StepCost, out: &mut dyn Write) -> anyhow::Result<()> {
        if is_bounded(fmu) {
            writeln!(out, "allowed      {}", allowed(fmu))?;
        }
        writeln!(out, "steps        {}", in_words(&cost.all))?;
        let at = number(cost.largest_at);
        writeln!(
            out,
            "             the largest begins at {at} s and is the least of up to {} times",
            1 + self.repetitions
        )?;
        let (repeated, once) = (cost.repeated, f64::from(cost.largest_once) * 1e-3);
        writeln!(out, "             once one took {once:.2} us; {repeated} were taken again")?;
        if cost.bridged.steps > 0 {
            writeln!(out, "bridged      {}", in_words(&cost.bridged))?;
            writeln!(out, "             {BRIDGED_TIME} = {} s", number(cost.bridged_time))?;
        } else if is_bounded(fmu) {
            writeln!(out, "bridged      none: no step came to its limit, and the solution is the exact one")?;
        }
        for Difference { name, unit, largest, size } in &cost.differences {
            if *largest > 0.0 {
                writeln!(out, "difference   {name}: at most {largest:.3e} {unit}, of {size:.3e}")?;
            }
        }
        let worst = f64::from(cost.all.largest) * 1e-3;
        writeln!(out, "worst case   {worst:.2} us a step of {} s", number(self.step))?;
        Ok(())
    }
}

fn is_bounded(fmu: &Fmu) -> bool {
    fmu.interface().find(REAL_TIME).is_some()
}

/// What the FMU says of its bound.
fn allowed(fmu: &Fmu) -> &str {
    fmu.interface().find(REAL_TIME).map_or("", |variable| &variable.description)
}

fn in_words(costs: &Costs) -> String {
    let us = |nanoseconds: u32| f64::from(nanoseconds) * 1e-3;
    format!(
        "{}: median {:.3} us, percentile 99.9 {:.2} us, largest {:.2} us",
        costs.steps,
        us(costs.median),
        us(costs.percentile_99_9),
        us(costs.largest)
    )
}

/// An input and its amplitude, in the unit of the input.
fn amplitude(fmu: &Fmu, text: &str) -> anyhow::Result<(String, Course)> {
    let (name, value) = text.split_once('=').with_context(|| format!("--amplitude {text}: must be NAME=VALUE"))?;
    let input = variable(fmu, "input", name).map_err(|error| anyhow::anyhow!("--amplitude {text}: {error}"))?;
    let amplitude =
        number_in_unit(value, &input.unit).map_err(|problem| anyhow::anyhow!("--amplitude {text}: {problem}"))?;
    ensure!(amplitude.is_finite() && amplitude > 0.0, "--amplitude {text}: it must be finite and greater than 0");
    Ok((name.to_string(), Course::Adversarial(amplitude)))
}

/// The inputs of a file, at the begin of each step.
struct Given {
    inputs: Vec<(String, Course)>,
    steps: u32,
}

impl Given {
    fn read(path: &Path, interface: &Interface, step: f64, wanted: Option<u32>) -> anyhow::Result<Self> {
        let file = || path.display().to_string();
        let mut rows = input_file(path, interface)?;
        let mut names = Vec::new();
        for heading in rows.names() {
            let name = heading::name(heading, interface);
            let input = interface.with_causality("input").find(|variable| variable.name == name);
            let input = input.with_context(|| format!("{}, column {name}: it must be an input", file()))?;
            let factor = heading::factor(heading, input).map_err(|problem| anyhow::anyhow!("{}: {problem}", file()))?;
            names.push((name.to_string(), factor));
        }
        let mut read = Vec::new();
        while let Some(row) = rows.next()? {
            read.push(row);
        }
        let start = interface.default_experiment.start_time.unwrap_or(0.0);
        let last = read.last().map_or(start, |row| row.time);
        // A last row that is a communication point but for rounding begins no step.
        let steps = ((last - start) / step * (1.0 - SAME_POINT)).ceil().clamp(1.0, f64::from(MOST_STEPS)) as u32;
        let steps = wanted.unwrap_or(steps);
        let table = Table::new(names.iter().map(|(name, _)| name.clone()).collect(), read);
        let mut track = Track::new(Box::new(table))?;
        let mut columns = vec![Vec::new(); names.len()];
        let mut values = vec![0.0; names.len()];
        for number in 0..steps {
            let time = start + step * f64::from(number);
            track.advance(time, SAME_POINT * step)?;
            track.values(time, &mut values);
            columns.iter_mut().zip(&values).for_each(|(column, value)| column.push(*value));
        }
        let course = |((name, factor), column): ((String, f64), Vec<f64>)| {
            (name, Course::Given(column.into_iter().map(|value| factor * value).collect()))
        };
        Ok(Self { inputs: names.into_iter().zip(columns).map(course).collect(), steps })
    }
}

/// Share of a step by which a row may miss a communication point.
const SAME_POINT: f64 = 1e-9;
