//! `fmu-pack run SYSTEM.ssp`

use super::recording::{Events, commit, create};
use super::run::Arguments;
use super::{Outcome, progress};
use anyhow::{Context, bail, ensure};
use clap::Args;
use fmu_import::interface::{Variable, nearest};
use fmu_output::{CsvWriter, write_atomically};
use fmu_plot::{self as plot, Kept};
use fmu_simulation::input::{Ahead, CsvRows, Rows};
use fmu_system::engine::{self, Engine, Order, Python, Signal};
use fmu_system::ssp::Package;
use fmu_system::{ConnectorKind, End, Facts, Parameter, System};
use model_description::configuration::matches_pattern;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What is for systems only.
#[derive(Debug, Args)]
pub(super) struct SystemOptions {
    /// Engine that runs an SSP file: libcosim, ecos, omsimulator or fmpy; without it the first of these that is installed.
    #[arg(long, value_name = "NAME", value_parser = engine)]
    engine: Option<Engine>,
    /// Python that has the engine; without it that of VIRTUAL_ENV, or the first on the PATH.
    #[arg(long, value_name = "PROGRAM")]
    python: Option<PathBuf>,
    /// Variables of an SSP file that are recorded, such as 'servo.*'; * stands for any text. May be given several times.
    /// Without it, all outputs.
    #[arg(long, value_name = "PATTERN")]
    record: Vec<String>,
}

fn engine(text: &str) -> Result<Engine, String> {
    let names = || Engine::ALL.map(Engine::name).join(", ");
    Engine::named(&text.to_lowercase()).ok_or_else(|| format!("engines are {}", names()))
}

/// The file is a system and no FMU.
pub(super) fn is_system(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ssp"))
}

impl SystemOptions {
    /// They mean nothing for an FMU.
    pub(super) fn refuse(&self) -> anyhow::Result<()> {
        let given = [("--engine", self.engine.is_some()), ("--python", self.python.is_some())];
        let given = given.into_iter().chain([("--record", !self.record.is_empty())]).find(|(_, is)| *is);
        given.map_or(Ok(()), |(name, _)| bail!("{name} is for SSP files; fmu-pack runs FMUs itself"))
    }
}

/// What is written: columns, and what is recorded for them and for events.
struct Columns {
    names: Vec<String>,
    /// The columns first.
    record: Vec<Signal>,
}

pub(super) fn run(arguments: &Arguments, options: &SystemOptions, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    arguments.refuse_what_is_for_fmus()?;
    let path = &arguments.fmu;
    let named = || path.display().to_string();
    let package = Package::open(path).with_context(named)?;
    let facts = package.facts().into_iter().map(|(file, facts)| Ok((file, facts?)));
    let by_file: BTreeMap<&str, Facts> =
        facts.collect::<Result<_, fmu_system::ssp::ReadError>>().with_context(named)?;
    let system = &package.system;
    let components = system.components.iter();
    let facts: BTreeMap<&str, &Facts> =
        components.map(|component| (component.name.as_str(), &by_file[component.source.as_str()])).collect();
    let columns = columns(system, &facts, options, arguments.events.is_some())?;
    let settings = settings(arguments, system, &facts)?;
    let rows = rows(arguments, system)?;
    let experiment = system.experiment;
    let start = experiment.start_time;
    let stop = arguments.stop_time.or(experiment.stop_time).unwrap_or(start + 1.0);
    let step = arguments.step_size.or(experiment.step_size).unwrap_or(1e-3);
    ensure!(stop.is_finite() && stop > start, "--stop-time {stop}: the end must be after the start, {start} s");
    let python = Python::find(options.python.as_deref())?;
    let engine = python.engine(options.engine)?;
    let record = columns.record.clone();
    let order = Order { package: &package, engine, start, stop, step, record, settings, rows };
    record_run(arguments, order, &python, &columns, out)?;
    Ok(Outcome::Fine)
}

fn record_run(
    arguments: &Arguments,
    order: Order<'_>,
    python: &Python,
    columns: &Columns,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let to_standard_output = arguments.output.is_none() && arguments.events.is_none() && arguments.plot.is_none();
    let mut events = arguments.events.as_deref().map(Events::to_file).transpose()?.unwrap_or(Events::Ignored);
    let mut watch = engine::Events::new(&columns.record);
    let count = columns.names.len();
    let mut file = arguments.output.as_deref().map(create).transpose()?;
    let sink: Option<&mut dyn Write> = match &mut file {
        Some(file) => Some(file),
        None => to_standard_output.then_some(out as &mut dyn Write),
    };
    let mut csv = sink.map(|sink| CsvWriter::new(sink, &columns.names)).transpose()?;
    let steps = order.grid().count();
    let mut kept = arguments.plot.is_some().then(|| Kept::new(steps + 1, count));
    let (name, description) = (order.package.system.name.clone(), order.package.system.description.clone());
    let engine = order.engine.name();
    let bar = progress::bar(steps);
    let outcome = engine::run(order, python, arguments.timeout, &mut |time, values| {
        bar.inc(1);
        for event in watch.in_step(values) {
            events.take(event)?;
        }
        if let Some(kept) = &mut kept {
            kept.row(time, &values[..count]);
        }
        csv.as_mut().map_or(Ok(()), |csv| csv.row(time, &values[..count]))
    });
    bar.finish_and_clear();
    outcome.with_context(|| arguments.fmu.display().to_string())?;
    drop(csv);
    file.map_or(Ok(()), commit)?;
    events.commit()?;
    if let (Some(path), Some(kept)) = (&arguments.plot, kept.map(Kept::finish)) {
        let variables: Vec<&Variable> = columns.record[..count].iter().map(|signal| &signal.variable).collect();
        let subtitle =
            if description.is_empty() { format!("run by {engine}") } else { format!("{description} ({engine})") };
        let figure = plot::layout((&name, &subtitle), &kept.time, &variables, &kept.columns)?;
        write_atomically(path, &plot::render(&figure, path)?).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn columns(
    system: &System,
    facts: &BTreeMap<&str, &Facts>,
    options: &SystemOptions,
    with_events: bool,
) -> anyhow::Result<Columns> {
    let mut all = of_system(system, facts);
    let is_default = options.record.is_empty();
    for component in &system.components {
        let variables = facts[component.name.as_str()].interface.variables.iter();
        let is_wanted = |variable: &&Variable| !is_default || variable.causality == "output";
        let readable = variables.filter(|variable| Signal::is_readable(variable) && !variable.is_alias);
        all.extend(readable.filter(is_wanted).map(|variable| Signal::new(&component.name, variable)));
    }
    let mut record = Vec::new();
    if is_default {
        record = all;
    } else {
        for pattern in &options.record {
            let fits = |signal: &&Signal| matches_pattern(pattern, &signal.variable.name);
            let is_new = |signal: &Signal, known: &[Signal]| {
                !known.iter().any(|other| other.variable.name == signal.variable.name)
            };
            let fitting: Vec<&Signal> = all.iter().filter(fits).collect();
            let near = || nearest(pattern, all.iter().map(|signal| signal.variable.name.as_str()));
            ensure!(!fitting.is_empty(), "--record {pattern}: no variable of the system has such a name{}", near());
            let new: Vec<Signal> = fitting.into_iter().filter(|signal| is_new(signal, &record)).cloned().collect();
            record.extend(new);
        }
    }
    let names = record.iter().map(|signal| signal.variable.name.clone()).collect();
    if with_events {
        let is_new = |signal: &Signal| {
            !record.iter().any(|known: &Signal| known.component == signal.component && known.name == signal.name)
        };
        let more: Vec<Signal> = engine::Events::signals(system, facts).into_iter().filter(is_new).collect();
        record.extend(more);
    }
    Ok(Columns { names, record })
}

/// Outputs of the system, under their own names.
fn of_system(system: &System, facts: &BTreeMap<&str, &Facts>) -> Vec<Signal> {
    let outputs = system.connectors.iter().filter(|connector| connector.kind == ConnectorKind::Output);
    let signal = |connector: &fmu_system::Connector| {
        let end = End { component: None, connector: connector.name.clone() };
        let connection = system.connections.iter().find(|connection| connection.to == end)?;
        let component = connection.from.component.as_deref()?;
        let variable = facts.get(component)?.interface.find(&connection.from.connector)?;
        let shown = Variable { name: connector.name.clone(), ..variable.clone() };
        Signal::is_readable(variable).then(|| Signal { variable: shown, ..Signal::new(component, variable) })
    };
    outputs.filter_map(signal).collect()
}

fn settings(
    arguments: &Arguments,
    system: &System,
    facts: &BTreeMap<&str, &Facts>,
) -> anyhow::Result<Vec<(String, Parameter)>> {
    let mut settings: Vec<(String, Parameter)> = Vec::new();
    let mut take = |setting: (String, Parameter)| {
        settings.retain(|known| (&known.0, &known.1.name) != (&setting.0, &setting.1.name));
        settings.push(setting);
    };
    if let Some(path) = &arguments.parameters {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let lines = text.lines().map(str::trim).zip(1..);
        for (line, number) in lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#')) {
            let place = || format!("{}, line {number}", path.display());
            take(engine::setting(line, system, facts).with_context(place)?);
        }
    }
    for text in &arguments.set {
        take(engine::setting(text, system, facts).context("--set")?);
    }
    Ok(settings)
}

/// Signals for the inputs of the system.
fn rows(arguments: &Arguments, system: &System) -> anyhow::Result<Option<Box<dyn Rows>>> {
    let Some(path) = &arguments.input else { return Ok(None) };
    let rows = CsvRows::open(path)?;
    let inputs = || system.connectors.iter().filter(|connector| connector.kind == ConnectorKind::Input);
    for name in rows.names() {
        let is_input = inputs().any(|connector| connector.name == *name);
        let near = || nearest(name, inputs().map(|connector| connector.name.as_str()));
        ensure!(is_input, "{}: line 1: the system has no input {name:?}{}", path.display(), near());
    }
    Ok(Some(Box::new(Ahead::new(rows)?)))
}
