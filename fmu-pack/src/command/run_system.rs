//! `fmu-pack run SYSTEM.ssp`

use super::experiment::Described;
use super::recording::{Events, RowSink, RowWriter, stride};
use super::run::Arguments;
use super::{Outcome, progress, warn};
use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use fmu_import::interface::{Variable, nearest};
use fmu_import::platform::Platform;
use fmu_output::{number, write_atomically};
use fmu_plot::{self as plot, Kept};
use fmu_simulation::input::{self, Ahead, CsvRows, Row, Rows, heading};
use fmu_simulation::{Grid, Setting, given_in_file, laws};
use fmu_system::engine::{self, Demand, Engine, Inputs, Order, Python, SettingReader, Signal, choose};
use fmu_system::ssp::Package;
use fmu_system::{Component, ConnectorKind, End, Facts, Linear, Parameter, System, resolve};
use model_description::configuration::{Given, matches_pattern};
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
}

/// An engine by its name.
pub(super) fn engine(text: &str) -> Result<Engine, String> {
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
        let given = given.into_iter().find(|(_, is)| *is);
        given.map_or(Ok(()), |(name, _)| bail!("{name} is for SSP files; fmu-pack runs FMUs itself"))
    }
}

/// What is written: columns, and what is recorded for them and for events.
struct Columns {
    count: usize,
    /// The columns first.
    record: Vec<Signal>,
}

pub(super) fn run(arguments: &Arguments, options: &SystemOptions, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    arguments.refuse_what_is_for_fmus()?;
    let path = &arguments.fmu;
    let named = || path.display().to_string();
    let package = Package::open(path).with_context(named)?;
    let facts = package.facts();
    // An engine would tell of it without its place, or not at all.
    let problems = fmu_system::check(&package, &facts);
    fmu_system::refuse_errors(&problems).with_context(named)?;
    for problem in problems.iter().filter(|problem| problem.is_ignored_value()) {
        let place = problem.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        warn(&format!("{}: {place}{}: {}", named(), problem.subject, problem.text));
    }
    let facts = facts.into_iter().map(|(file, facts)| Ok((file, facts?)));
    let by_file: BTreeMap<&str, Facts> =
        facts.collect::<Result<_, fmu_system::ssp::ReadError>>().with_context(named)?;
    let components = package.system.components.iter();
    let facts: BTreeMap<&str, &Facts> =
        components.map(|component| (component.name.as_str(), &by_file[component.source.as_str()])).collect();
    let system = &resolve(&package.system, &|name| facts.get(name).copied()).system;
    let columns = columns(system, &facts, &arguments.record, arguments.events.is_some())?;
    let settings = settings(arguments, system, &facts)?;
    let rows = rows(arguments, system, &facts)?;
    let experiment = system.experiment;
    let start = experiment.start_time;
    let by = "the default experiment of the system";
    let described = Described { by, start, stop: experiment.stop_time, step: experiment.step_size };
    let (stop, step) = (described.stop(arguments.stop_time)?, described.step(arguments.step_size)?);
    Grid::checked(start, step, stop)?;
    let steps = (stop - start) / step;
    ensure!(
        (steps - steps.round()).abs() < 1e-6 && steps.round() >= 1.0,
        "the interval {} to {} s is not a multiple of the step {} s, and engines take whole steps",
        number(start),
        number(stop),
        number(step)
    );
    let python = Python::find(options.python.as_deref())?;
    let inputs = if rows.is_some() { Inputs::Signals } else { Inputs::Held };
    let demand = Demand { facts: &facts, settings: &settings, inputs };
    let (engine, adapted) = choose(system, &python.engines(options.engine)?, &demand).with_context(named)?;
    for component in &system.components {
        let Component { name, source, .. } = component;
        let missing = facts[name.as_str()].expect_library(&Platform::host());
        missing.map_err(|problem| anyhow!("{name} ({source}): {problem}")).with_context(named)?;
    }
    let record = columns.record.clone();
    let (package, whole) = (&package, system);
    let order = Order { package, whole, engine, system: adapted, facts: &facts, start, stop, step, record, rows };
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
    let count = columns.count;
    let variables: Vec<&Variable> = columns.record[..count].iter().map(|signal| &signal.variable).collect();
    let mut file = match &arguments.output {
        Some(path) => Some(RowWriter::new(RowSink::to_file(path)?, &variables)?),
        None => None,
    };
    let mut printed = to_standard_output.then(|| RowWriter::new(RowSink::Csv(out), &variables)).transpose()?;
    let grid = order.grid();
    let steps = grid.count();
    let stride = arguments.every.map(|every| stride(every, grid)).transpose()?.unwrap_or(1);
    let mut kept = arguments.plot.is_some().then(|| Kept::new(steps + 1, count));
    let (name, description) = (order.package.system.name.clone(), order.package.system.description.clone());
    let engine = order.engine.name();
    let rest_names = rest_names(&order.system, order.facts, &columns.record);
    let bar = progress::bar(steps);
    let outcome = engine::run(order, python, arguments.timeout, &mut |time, values| {
        bar.inc(1);
        for event in watch.in_step(values) {
            events.take(event)?;
        }
        if let Some(kept) = &mut kept {
            kept.row(time, &values[..count]);
        }
        let step = ((time - grid.point(0)) / grid.step()).round() as u64;
        if !step.is_multiple_of(stride) && step != steps {
            return Ok(());
        }
        file.as_mut().map_or(Ok(()), |file| file.row(time, &values[..count]))?;
        printed.as_mut().map_or(Ok(()), |printed| printed.row(time, &values[..count]))
    });
    bar.finish_and_clear();
    outcome.with_context(|| arguments.fmu.display().to_string())?;
    if let Some(file) = file {
        file.finish()?.commit()?;
    }
    events.commit()?;
    if let (Some(path), Some(kept)) = (&arguments.plot, kept.map(Kept::finish)) {
        let subtitle =
            if description.is_empty() { format!("run by {engine}") } else { format!("{description} ({engine})") };
        let rest_name = |regime: &str| rest_names.get(regime).copied().unwrap_or_default();
        let figure = plot::layout((&name, &subtitle), &kept.time, &variables, &kept.columns, &rest_name)?;
        write_atomically(path, &plot::render(&figure, path)?).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// What rest is called, by the name that a regime has in the system: as the law wants to which its component is set.
fn rest_names(system: &System, facts: &BTreeMap<&str, &Facts>, record: &[Signal]) -> BTreeMap<String, &'static str> {
    let rest_name = |signal: &Signal| {
        let interface = &facts.get(signal.component.as_str())?.interface;
        let values = system.component(&signal.component)?.parameters().into_values();
        // What the FMU does not have is no law.
        let settings: Vec<Setting> =
            values.filter_map(|value| Setting::new(&value.name, &value.value, interface).ok()).collect();
        Some((signal.variable.name.clone(), laws::rest_name(interface, &settings, &signal.name)))
    };
    record.iter().filter(|signal| signal.name.ends_with("friction_regime")).filter_map(rest_name).collect()
}

fn columns(
    system: &System,
    facts: &BTreeMap<&str, &Facts>,
    patterns: &[String],
    with_events: bool,
) -> anyhow::Result<Columns> {
    let mut all = of_system(system, facts);
    let is_default = patterns.is_empty();
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
        for pattern in patterns {
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
    let count = record.len();
    if with_events {
        let is_new = |signal: &Signal| {
            !record.iter().any(|known: &Signal| known.component == signal.component && known.name == signal.name)
        };
        let more: Vec<Signal> = engine::Events::signals(system, facts).into_iter().filter(is_new).collect();
        record.extend(more);
    }
    Ok(Columns { count, record })
}

/// A variable as it is at a connector of the system that has another unit: limits are those of the variable itself.
fn in_unit_of(connector: &fmu_system::Connector, variable: Variable) -> Variable {
    Variable { unit: connector.unit.clone(), display: None, min: String::new(), max: String::new(), ..variable }
}

/// Outputs of the system, under their own names.
fn of_system(system: &System, facts: &BTreeMap<&str, &Facts>) -> Vec<Signal> {
    let outputs = system.connectors.iter().filter(|connector| connector.kind == ConnectorKind::Output);
    let signal = |connector: &fmu_system::Connector| {
        let end = End { component: None, connector: connector.name.clone() };
        let connection = system.connections.iter().find(|connection| connection.to == end)?;
        let component = connection.from.component.as_deref()?;
        let variable = facts.get(component)?.interface.find(&connection.from.connector)?;
        let mut shown = Variable { name: connector.name.clone(), ..variable.clone() };
        let transformation = connection.transformation.unwrap_or(Linear::IDENTITY);
        if connection.transformation.is_some() {
            shown = in_unit_of(connector, shown);
        }
        let signal = || Signal { variable: shown, transformation, ..Signal::new(component, variable) };
        Signal::is_readable(variable).then(signal)
    };
    outputs.filter_map(signal).collect()
}

fn settings(
    arguments: &Arguments,
    system: &System,
    facts: &BTreeMap<&str, &Facts>,
) -> anyhow::Result<Vec<(String, Parameter)>> {
    let mut settings: Vec<(String, Parameter)> = Vec::new();
    // What comes later counts more.
    let mut take = |more: Vec<(String, Parameter)>| {
        for setting in more {
            settings.retain(|known| (&known.0, &known.1.name) != (&setting.0, &setting.1.name));
            settings.push(setting);
        }
    };
    if let Some(path) = &arguments.parameters {
        let mut reader = SettingReader::new(system, facts);
        for given in given_in_file(path).with_context(|| path.display().to_string())? {
            take(reader.read(&given)?);
        }
    }
    let mut reader = SettingReader::new(system, facts);
    for text in &arguments.set {
        take(reader.read(&Given::behind("--set", text))?);
    }
    if arguments.trim {
        take(trim(system, facts)?);
    }
    Ok(settings)
}

/// Each component that can begins in equilibrium, as far as its inputs are known when it initializes.
fn trim(system: &System, facts: &BTreeMap<&str, &Facts>) -> anyhow::Result<Vec<(String, Parameter)>> {
    let mut reader = SettingReader::new(system, facts);
    let mut settings = Vec::new();
    for component in &system.components {
        if Setting::has_trim(&facts[component.name.as_str()].interface) {
            let initialization = Given::by_program(&format!("{}.initialization", component.name), "trim");
            settings.extend(reader.read(&initialization).context("--trim")?);
        }
    }
    ensure!(
        !settings.is_empty(),
        "--trim: no component of the system has a parameter initialization with the item trim"
    );
    Ok(settings)
}

/// Signals for the inputs of the system, each in its unit.
fn rows(
    arguments: &Arguments,
    system: &System,
    facts: &BTreeMap<&str, &Facts>,
) -> anyhow::Result<Option<Box<dyn Rows>>> {
    let Some(path) = &arguments.input else { return Ok(None) };
    let (mut names, mut factors) = (Vec::new(), Vec::new());
    let rows = CsvRows::open(path)?.driving(|heading| {
        let (variable, factor) = driven(heading, system, facts)?;
        names.push(variable.name.clone());
        factors.push(factor);
        Ok(vec![input::Driven { heading: heading.to_string(), variable, factor }])
    })?;
    Ok(Some(Box::new(InUnits { rows: Ahead::new(rows)?, names, factors })))
}

/// The variable to which the input of the system leads that a heading names, under the name of the input, and what a number below the
/// heading is worth in its unit. Error: what is wrong with the heading.
fn driven(heading: &str, system: &System, facts: &BTreeMap<&str, &Facts>) -> Result<(Variable, f64), String> {
    let is_input = |name: &str| system.inputs().any(|connector| connector.name == name);
    let name = if is_input(heading) { heading } else { heading::split(heading).0 };
    if !is_input(name) {
        let near = nearest(name, system.inputs().map(|connector| connector.name.as_str()));
        return Err(format!("the system has no input {name:?}{near}"));
    }
    let end = End { component: None, connector: name.to_string() };
    let connector = system.connector(&end);
    let connection = system.connections.iter().find(|connection| connection.from == end);
    let variable = connection.and_then(|connection| {
        facts.get(connection.to.component.as_deref()?)?.interface.find(&connection.to.connector)
    });
    let variable = variable.ok_or_else(|| format!("the input {name} leads nowhere"))?;
    let mut variable = Variable { name: name.to_string(), ..variable.clone() };
    if let (Some(connector), Some(_)) = (connector, connection.and_then(|connection| connection.transformation)) {
        let unit = if connector.unit.is_empty() { variable.unit.clone() } else { connector.unit.clone() };
        variable = Variable { unit, ..in_unit_of(connector, variable) };
    }
    let factor = heading::factor(heading, &variable)?;
    Ok((variable, factor))
}

/// Rows whose columns are named like inputs and have their units.
struct InUnits {
    rows: Ahead,
    names: Vec<String>,
    factors: Vec<f64>,
}

impl Rows for InUnits {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self) -> Result<Option<Row>, input::Error> {
        let row = self.rows.next()?;
        Ok(row.map(|mut row| {
            row.values.iter_mut().zip(&self.factors).for_each(|(value, factor)| *value *= factor);
            row
        }))
    }
}
