//! `fmu-pack linearize`

use super::paths::{open, refuse_overwriting};
use super::run::{positive, scenario_settings, seconds, settings_in_file, time};
use super::scenario::find;
use super::{Outcome, progress, warn};
use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use fmu_analysis::linear::Pole;
use fmu_analysis::linearization::{self as linearization, Linearization, Regime, to_json, to_mat, to_matlab};
use fmu_import::fmu::Fmu;
use fmu_isolation::Session;
use fmu_output::{number, visible, write_atomically};
use fmu_simulation::input::{Ahead, Rows, Table};
use fmu_simulation::{Grid, Plan, Setting, SettingReader, input_file};
use std::f64::consts::TAU;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Linearize an FMU: A, B, C, D with names and units, poles and zeros.
///
/// About its start, about what it has reached at a time, or about the equilibrium under its inputs. Dry friction has no
/// derivative at rest: where the body rests the linear system is that without friction, and where it moves that of sliding,
/// unless --regime says otherwise; which was taken and why is told. States that never move, and those that change nothing, are
/// left out. Poles and natural frequencies in files are in rad/s, and of a complex pair that with the positive imaginary part (a .mat file
/// has both); what is printed has natural frequencies in Hz. Derivatives come from Model Exchange, exactly where the FMU provides them, else by central differences.
/// This executes the FMU, in a process of its own. An interrupted linearization is not resumed: it writes nothing.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The FMU.
    fmu: PathBuf,
    /// Value of a parameter or a constant input, in its unit or with one of its own ("25 deg").
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// File with a line NAME=VALUE per parameter or constant input. --set counts more.
    #[arg(long, value_name = "TXT")]
    parameters: Option<PathBuf>,
    /// Input signals up to the operating point, as for `run`.
    #[arg(long, value_name = "CSV", conflicts_with = "scenario")]
    input: Option<PathBuf>,
    /// A published manoeuvre up to the operating point instead. See `fmu-pack scenario --list`.
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Linearize about what the FMU has reached at this time, in s; about its start if not given.
    #[arg(long, value_name = "S", value_parser = time, conflicts_with = "trim", allow_hyphen_values = true)]
    at_time: Option<f64>,
    /// Linearize about the equilibrium under the inputs of the start: where the FMU begins with initialization=trim. Friction carries
    /// nothing there unless nothing else holds the load; a load that it cannot hold is refused.
    #[arg(long)]
    trim: bool,
    /// What friction does; by default without-friction where the body rests, sliding where it moves.
    #[arg(long, value_enum)]
    regime: Option<Taken>,
    /// Communication step on the way to --at-time, in s; the FMU's default experiment, or 1 ms.
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    step_size: Option<f64>,
    /// File for the linear system. Without it, regime, poles and matrices go to standard output as JSON.
    #[arg(short, long, value_name = "JSON|MAT|M")]
    output: Option<PathBuf>,
    /// Longest time that it may take on the clock, in s; any time if not given.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
}

const EXAMPLES: &str = "Files: .json has everything, operating point and zeros included; .mat is a MAT file of level 5 with A, B, C, D, names, units
and poles; .m is a script for MATLAB and Octave that makes sys = ss(A, B, C, D).

Examples:
  fmu-pack linearize target/fmu/ServoActuator.fmu -o servo.json
  fmu-pack linearize target/fmu/ServoActuator.fmu --trim --set load_torque=20kN.m -o servo.mat
  fmu-pack linearize target/fmu/ServoActuator.fmu --scenario fig06 --at-time 0.25 --regime sliding -o sliding.m
  fmu-pack linearize target/fmu/MotionTransmission.fmu --regime stuck";

/// What `--regime` takes.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Taken {
    /// Friction has its sliding level.
    Sliding,
    /// Friction holds the bodies: they do not move.
    Stuck,
    /// Coulomb friction 0 and efficiencies 1, for the linearization.
    WithoutFriction,
}

impl Taken {
    fn regime(self) -> Regime {
        match self {
            Self::Sliding => Regime::Sliding,
            Self::Stuck => Regime::Stuck,
            Self::WithoutFriction => Regime::WithoutFriction,
        }
    }
}

type Writer = fn(&Linearization) -> Vec<u8>;

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let read = [Some(&self.fmu), self.input.as_ref(), self.parameters.as_ref()];
        refuse_overwriting(&read, &[self.output.as_ref()])?;
        let writer = self.output.as_deref().map(writer).transpose()?;
        let fmu = open(&self.fmu)?;
        let plan = self.plan(&fmu)?;
        let wanted = linearization::Wanted { regime: self.regime.map(Taken::regime), trim: self.trim };
        let linear = linearized(&fmu, plan, wanted, self.timeout)?;
        warn_of_limits(&linear);
        warn_of_free_play(&linear);
        match (&self.output, writer) {
            (Some(path), Some(writer)) => {
                write_atomically(path, &writer(&linear)).with_context(|| path.display().to_string())?;
                tell(&linear, out)?;
            }
            (_, _) => out.write_all(to_json(&linear).as_bytes())?,
        }
        Ok(Outcome::Fine)
    }

    /// To the operating point.
    fn plan(&self, fmu: &Fmu) -> anyhow::Result<Plan> {
        let interface = fmu.interface();
        let scenario = self.scenario.as_deref().map(find).transpose()?;
        let mut settings = scenario.as_ref().map_or(Ok(Vec::new()), |scenario| scenario_settings(scenario, fmu))?;
        if let Some(path) = &self.parameters {
            settings.extend(settings_in_file(path, fmu)?);
        }
        settings.extend(SettingReader::new(interface).read_all("--set", &self.set)?);
        let experiment = interface.default_experiment;
        let start = experiment.start_time.unwrap_or(0.0);
        let stop = self.at_time.unwrap_or(start);
        ensure!(stop.is_finite() && stop >= start, "--at-time {stop}: it must not be before the start, {start} s");
        let step = self.step_size.or(experiment.step_size).unwrap_or(1e-3);
        let rows: Option<Box<dyn Rows>> = match (&self.input, &scenario) {
            (Some(path), _) => Some(Box::new(Ahead::new(input_file(path, interface)?)?)),
            (None, Some(scenario)) => Some(Box::new(Table::from(scenario))),
            (None, None) => None,
        };
        let headings = rows.as_ref().map_or(&[][..], |rows| rows.names());
        Setting::refuse_driven(&settings, headings, interface)?;
        // An operating point at the start has no step, but a grid has one.
        let grid = Grid::checked(start, step, if stop > start { stop } else { start + step })?;
        Ok(Plan { grid, start, stop, tolerance: None, settings, rows, event_mode: false, restore_at: None })
    }
}

/// The linear system, by a worker.
pub(super) fn linearized(
    fmu: &Fmu,
    plan: Plan,
    wanted: linearization::Wanted,
    timeout: Option<Duration>,
) -> anyhow::Result<Linearization> {
    let spinner = progress::spinner("linearizing");
    let mut session = Session::load(fmu, timeout)?;
    let linear = session.linearize(plan, wanted).and_then(|linear| session.unload().map(|()| linear));
    spinner.finish_and_clear();
    Ok(linear?)
}

/// What is at a limit has no derivative: the linear system is not that of the closed loop.
pub(super) fn warn_of_limits(linear: &Linearization) {
    for limit in &linear.at_limits {
        let time = number(linear.point.time);
        warn(&format!(
            "at {time} s {limit}: the loop is open there, and so is the linear system; linearize about the equilibrium with --trim, \
             or about a later time with --at-time"
        ));
    }
}

/// Within its free play a shaft passes nothing: the linear system falls into parts.
fn warn_of_free_play(linear: &Linearization) {
    for open in &linear.open_free_play {
        let time = number(linear.point.time);
        warn(&format!(
            "at {time} s {open}: it passes nothing there, and what is behind it is apart in the linear system; linearize under a load \
             that closes it"
        ));
    }
}

fn writer(path: &Path) -> anyhow::Result<Writer> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => Ok(|linear| to_json(linear).into_bytes()),
        Some("mat") => Ok(to_mat),
        Some("m") => Ok(|linear| to_matlab(linear).into_bytes()),
        _ => bail!("{}: a linear system is a .json, a .mat or a .m file", path.display()),
    }
}

/// Regime, states and poles for people.
fn tell(linear: &Linearization, out: &mut dyn Write) -> anyhow::Result<()> {
    let names = |names: Vec<&str>| visible(&names.join(", ")).to_string();
    writeln!(out, "regime   {}: {}", linear.regime.name(), visible(&linear.reason))?;
    writeln!(out, "method   {}", linear.method)?;
    writeln!(out, "states   {}", names(linear.system.states.iter().map(|signal| &*signal.name).collect()))?;
    for removed in &linear.removed {
        writeln!(out, "left out {}, which {}", visible(&removed.state.name), removed.why.words())?;
    }
    linear.at_limits.iter().try_for_each(|limit| writeln!(out, "limit    {}", visible(limit)))?;
    linear.open_free_play.iter().try_for_each(|open| writeln!(out, "open     {}", visible(open)))?;
    linear.system.poles().iter().try_for_each(|pole| writeln!(out, "pole     {}", told(pole)))?;
    Ok(())
}

fn told(pole: &Pole) -> String {
    let rounded = |value: f64| format!("{value:.4e}").parse().map_or_else(|_| value.to_string(), number);
    let damping =
        pole.damping_ratio().map_or_else(String::new, |damping| format!(", damping ratio {}", rounded(damping)));
    let value = match pole.is_pair() {
        true => format!("{} \u{b1} {}j", rounded(pole.real), rounded(pole.imaginary)),
        false => rounded(pole.real),
    };
    let frequency = rounded(pole.natural_frequency() / TAU);
    format!("{value} 1/s: natural frequency {frequency} Hz{damping}")
}
