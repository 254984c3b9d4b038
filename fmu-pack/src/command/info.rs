//! `fmu-pack info`

use super::Outcome;
use super::format::Format;
use super::paths::{picture, refuse_configuration, warn_of};
use super::run_system::is_system;
use super::system::Seen;
use anyhow::{Context, ensure};
use clap::Args;
use fmu_checks::reference::Reference;
use fmu_import::archive::{Archive, Limits};
use fmu_import::interface::{Interface, Kind, Offer, Variable};
use fmu_output::{number, visible, write_atomically};
use fmu_plot::render_diagram;
use model_description::terminals::{self, Terminal, TerminalMemberVariable};
use model_description::{FmiVersion, counted};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Show what an FMU is: kinds, capabilities, platforms, experiment, terminals, reference results, variables; or a system with its
/// components, connections and values.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The FMU, or the SSP file of a system.
    fmu: PathBuf,
    /// File for the block diagram of a system.
    #[arg(long, value_name = "SVG|PNG", value_parser = picture())]
    draw: Option<PathBuf>,
    /// List the variables.
    #[arg(long)]
    variables: bool,
    /// How to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What is shown.
#[derive(Serialize)]
struct Info {
    #[serde(flatten)]
    interface: Interface,
    platforms: Vec<String>,
    /// What an importer can connect as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    terminals: Vec<Plug>,
    /// Experiments with the results to be expected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    references: Vec<Expected>,
}

/// An experiment with the results to be expected.
#[derive(Serialize)]
struct Expected {
    name: String,
    description: String,
    /// The results do not come from the FMU.
    is_independent: bool,
    start_time: f64,
    stop_time: f64,
    step_size: f64,
    /// Variables whose results are known.
    results: Vec<String>,
}

impl Expected {
    fn of(reference: Reference) -> Self {
        Self {
            name: reference.name,
            description: reference.title,
            is_independent: reference.is_independent,
            start_time: reference.start,
            stop_time: reference.stop,
            step_size: reference.step,
            results: reference.results.map(|results| results.names).unwrap_or_default(),
        }
    }

    /// `fig06 (position, velocity; 0 to 1.6 s; validation): Step to ...`.
    fn line(&self) -> String {
        let Self { name, description, is_independent, start_time, stop_time, results, .. } = self;
        let role = if *is_independent { "validation" } else { "smoke test" };
        let (start, stop) = (number(*start_time), number(*stop_time));
        format!("{name} ({}; {start} to {stop} s; {role}): {description}", results.join(", "))
    }
}

/// A terminal.
#[derive(Serialize)]
struct Plug {
    name: String,
    kind: String,
    /// Member, variable, and how it is connected.
    members: Vec<[String; 3]>,
}

impl Plug {
    fn of(terminal: &Terminal) -> Self {
        let member = |member: &TerminalMemberVariable| {
            let name = member.member_name.clone().unwrap_or_default();
            [name, member.variable_name.clone(), member.variable_kind.clone()]
        };
        Self {
            name: terminal.name.clone(),
            kind: terminal.terminal_kind.clone().unwrap_or_default(),
            members: terminal.members.iter().map(member).collect(),
        }
    }

    /// `load_flange (phi position, tau load_torque outflow)`.
    fn line(&self) -> String {
        let member = |[name, variable, kind]: &[String; 3]| match kind.as_str() {
            "signal" => format!("{name} {variable}"),
            kind => format!("{name} {variable} {kind}"),
        };
        format!("{} ({})", self.name, self.members.iter().map(member).collect::<Vec<_>>().join(", "))
    }
}

/// The terminals of the outermost level, where an FMU describes any.
fn plugs(archive: &Archive) -> anyhow::Result<Vec<Plug>> {
    if !archive.contains(terminals::FILE) {
        return Ok(Vec::new());
    }
    let text = model_description::decode(archive.read(terminals::FILE)?)?;
    Ok(terminals::read(&text)?.terminals().iter().map(Plug::of).collect())
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        if is_system(&self.fmu) {
            return self.show_system(out);
        }
        ensure!(self.draw.is_none(), "--draw is for SSP files");
        let mut info = self.read().with_context(|| self.fmu.display().to_string())?;
        match self.format {
            Format::Json => {
                if !self.variables {
                    info.interface.variables.clear();
                }
                serde_json::to_writer_pretty(&mut *out, &info)?;
                writeln!(out)?;
            }
            Format::Text => {
                summary(&info, out)?;
                if self.variables {
                    writeln!(out)?;
                    info.interface.variables.iter().try_for_each(|variable| line(variable, out))?;
                }
            }
        }
        Ok(Outcome::Fine)
    }

    fn show_system(&self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let seen = Seen::read(&self.fmu).with_context(|| self.fmu.display().to_string())?;
        match self.format {
            Format::Json => {
                serde_json::to_writer_pretty(&mut *out, &seen.system)?;
                writeln!(out)?;
            }
            Format::Text => seen.table(out)?,
        }
        if let Some(path) = &self.draw {
            let drawn = render_diagram(&seen.diagram(), path)?;
            write_atomically(path, &drawn).with_context(|| path.display().to_string())?;
        }
        Ok(Outcome::Fine)
    }

    fn read(&self) -> anyhow::Result<Info> {
        refuse_configuration(&self.fmu)?;
        let archive = Archive::open(&self.fmu, Limits::default())?;
        warn_of(&self.fmu, &archive.remarks());
        let names = archive.entries().iter().map(|entry| entry.text().replace('\\', "/"));
        let mut platforms: Vec<String> =
            names.filter_map(|name| Some(name.strip_prefix("binaries/")?.split_once('/')?.0.to_string())).collect();
        platforms.dedup();
        let interface = Interface::read(&archive.description()?)?;
        let references = fmu_checks::reference::read(&archive, &interface).references;
        let references = references.into_iter().map(Expected::of).collect();
        Ok(Info { interface, platforms, terminals: plugs(&archive)?, references })
    }
}

fn summary(info: &Info, out: &mut dyn Write) -> std::io::Result<()> {
    let interface = &info.interface;
    let count = |causality| counted(interface.with_causality(causality).count(), causality);
    let lines = [
        ("model", interface.model_name.clone()),
        ("description", interface.description.clone()),
        ("version", interface.version.clone()),
        ("FMI version", interface.fmi_version.clone()),
        (
            match interface.version_of_fmi() {
                FmiVersion::V2 => "GUID",
                FmiVersion::V3 => "token",
            },
            interface.guid.clone(),
        ),
        ("generated by", interface.generation_tool.clone()),
        ("Co-Simulation", offer(&interface.co_simulation)),
        ("Model Exchange", offer(&interface.model_exchange)),
        ("platforms", info.platforms.join(", ")),
        ("experiment", experiment(interface)),
        ("log categories", interface.log_categories.join(", ")),
        (
            "variables",
            format!("{} ({}, {}, {})", interface.variables.len(), count("input"), count("output"), count("parameter")),
        ),
    ];
    let mut told = lines.iter().filter(|(_, value)| !value.is_empty());
    told.try_for_each(|(name, value)| writeln!(out, "{name:<15} {}", visible(value)))?;
    let mut terminals = info.terminals.iter();
    terminals.try_for_each(|terminal| writeln!(out, "{:<15} {}", "terminal", visible(&terminal.line())))?;
    let mut references = info.references.iter();
    references.try_for_each(|reference| writeln!(out, "{:<15} {}", "reference", visible(&reference.line())))
}

fn offer(offer: &Option<Offer>) -> String {
    offer.as_ref().map_or("no".to_string(), |offer| format!("{} ({})", offer.identifier, offer.capabilities.join(", ")))
}

fn experiment(interface: &Interface) -> String {
    let experiment = &interface.default_experiment;
    let values = [
        ("start", experiment.start_time, " s"),
        ("stop", experiment.stop_time, " s"),
        ("step", experiment.step_size, " s"),
        ("tolerance", experiment.tolerance, ""),
    ];
    let told = values.iter().filter_map(|(name, value, unit)| Some(format!("{name} {}{unit}", number((*value)?))));
    told.collect::<Vec<String>>().join(", ")
}

fn line(variable: &Variable, out: &mut dyn Write) -> std::io::Result<()> {
    let Variable { name, causality, start, unit, description, .. } = variable;
    let start = match (&variable.kind, start.as_str()) {
        (_, "") => String::new(),
        (Kind::Enumeration(items), value) => {
            let item = items.iter().find(|item| item.value.to_string() == value);
            format!(" = {}", item.map_or(value, |item| &item.name))
        }
        (_, value) => format!(" = {value}"),
    };
    let (value, description) = (format!("{name}{start} {unit}"), format!("{causality}. {description}"));
    writeln!(out, "{}\n    {}", visible(&value), visible(&description))
}
