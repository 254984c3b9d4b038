//! A system as an engine can read it. What it gives up is known here, engine by engine.

use super::Engine;
use crate::assemble::VERSION;
use crate::facts::Facts;
use crate::system::{Binding, Component, Connection, ConnectorKind, End, Parameter, System};
use fmu_import::interface::Kind;
use model_description::FmiVersion;
use std::collections::BTreeMap;

/// What a run asks of an engine besides the system.
#[derive(Clone, Copy)]
pub struct Demand<'a> {
    /// What the FMUs of the components are, by component.
    pub facts: &'a BTreeMap<&'a str, &'a Facts>,
    /// Values that count more than those of the file, by component.
    pub settings: &'a [(String, Parameter)],
    /// What the inputs of the system get.
    pub inputs: Inputs,
}

/// What the inputs of the system get while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// They hold their values.
    Held,
    /// Signals of this run.
    Signals,
    /// What whoever loads the file gives them.
    Open,
}

/// What an engine cannot do with a system.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{} cannot run this system: {problem}", engine.name())]
pub struct Lack {
    /// Which engine.
    pub engine: Engine,
    /// The rest of the sentence.
    pub problem: String,
}

/// No engine that was asked can run the system.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{lack}{others}")]
pub struct Unable {
    /// What the first one lacks.
    pub lack: Lack,
    /// Engines that can, as the end of the sentence.
    pub others: String,
}

/// The same system in the form that an engine reads, with values that count more than its own: no mappings, no parameters of its
/// own, no inputs and outputs of its own for libcosim and ecos, which then are set and read at the components. It must be one in
/// which nothing is between components ([`crate::resolve`]).
pub fn adapt(system: &System, engine: Engine, demand: &Demand<'_>) -> Result<System, Lack> {
    let lack = |problem: String| Lack { engine, problem };
    if let Some(what) = system.passed_over.first() {
        return Err(lack(format!("{what} is not understood by fmu-pack; run the file in the engine itself")));
    }
    refuse_versions(system, engine, demand.facts).map_err(lack)?;
    let mut adapted = System { version: VERSION.to_string(), ..system.clone() };
    for component in &mut adapted.components {
        bind(component, demand.settings);
        // Engines step with Co-Simulation, also where a file asks for Model Exchange.
        let can_step =
            demand.facts.get(component.name.as_str()).is_some_and(|facts| facts.interface.co_simulation.is_some());
        component.implementation = can_step.then(|| "CoSimulation".to_string());
        component.connectors.retain(|connector| is_signal(connector.kind));
    }
    adapted.connectors.retain(|connector| is_signal(connector.kind));
    let is_of_parameter = |end: &End| system.connector(end).is_some_and(|connector| connector.kind.is_parameter());
    adapted.connections.retain(|connection| !is_of_parameter(&connection.from) && !is_of_parameter(&connection.to));
    match engine {
        Engine::Libcosim | Engine::Ecos => {
            refuse_enumerations(&adapted).map_err(lack)?;
            adapted.connectors.clear();
            adapted.start.clear();
            let is_inner =
                |connection: &Connection| connection.from.component.is_some() && connection.to.component.is_some();
            adapted.connections.retain(is_inner);
            refuse_enumerated_connections(&adapted).map_err(lack)?;
            for component in &mut adapted.components {
                component.connectors.retain(|connector| connector.data_type.is_none_or(|kind| kind.is_passed_on()));
            }
        }
        Engine::OmSimulator => {
            refuse_transformations(&adapted, demand.inputs).map_err(lack)?;
            if demand.inputs == Inputs::Signals {
                return Err(lack("its command line takes no signals for inputs".to_string()));
            }
        }
        Engine::Fmpy => {
            refuse_transformations(&adapted, demand.inputs).map_err(lack)?;
            refuse_several_ends(system).map_err(lack)?;
            list_what_fmpy_sets(&mut adapted);
        }
    }
    Ok(adapted)
}

/// What engines pass on while time runs.
fn is_signal(kind: ConnectorKind) -> bool {
    match kind {
        ConnectorKind::Input
        | ConnectorKind::Output
        | ConnectorKind::InOut
        | ConnectorKind::Local
        | ConnectorKind::Unspecified => true,
        ConnectorKind::Parameter
        | ConnectorKind::StructuralParameter
        | ConnectorKind::CalculatedParameter
        | ConnectorKind::Constant => false,
    }
}

/// The first of these engines that can run the system, and the system as it reads it; there must be one.
pub fn choose(system: &System, engines: &[Engine], demand: &Demand<'_>) -> Result<(Engine, System), Unable> {
    let mut first = None;
    for engine in engines {
        match adapt(system, *engine, demand) {
            Ok(adapted) => return Ok((*engine, adapted)),
            Err(lack) => first = first.or(Some(lack)),
        }
    }
    let no_engine = || Lack { engine: Engine::ALL[0], problem: "no engine is installed".to_string() };
    Err(Unable { lack: first.unwrap_or_else(no_engine), others: those_that_can(system, demand) })
}

fn those_that_can(system: &System, demand: &Demand<'_>) -> String {
    let able = Engine::ALL.into_iter().filter(|engine| adapt(system, *engine, demand).is_ok());
    let able: Vec<String> = able.map(|engine| format!("{} ({})", engine.name(), engine.how_to_install())).collect();
    if able.is_empty() { String::new() } else { format!("; engines that can: {}", able.join(", ")) }
}

/// Each FMU has a version of FMI that the engine reads.
fn refuse_versions(system: &System, engine: Engine, facts: &BTreeMap<&str, &Facts>) -> Result<(), String> {
    for component in &system.components {
        let Some(facts) = facts.get(component.name.as_str()) else { continue };
        let Component { name, source, .. } = component;
        if facts.interface.co_simulation.is_none() {
            return Err(format!(
                "{name} ({source}) is an FMU for Model Exchange only, and engines step with Co-Simulation"
            ));
        }
        let has_clocks = || facts.interface.variables.iter().any(|variable| variable.kind == Kind::Clock);
        let reason = match (facts.interface.version_of_fmi(), engine) {
            (FmiVersion::V2, _) => continue,
            (FmiVersion::V3, Engine::Libcosim | Engine::Fmpy) => "and it reads FMI 2.0 only",
            (FmiVersion::V3, Engine::OmSimulator) => "and it aborts at one (3.0.0)",
            // It frees what it knows of a clock twice (0.7.2).
            (FmiVersion::V3, Engine::Ecos) if has_clocks() => "and it breaks down at one that has clocks",
            (FmiVersion::V3, Engine::Ecos) => continue,
        };
        return Err(format!(
            "{name} ({source}) is an FMU of FMI 3.0, {reason}; fmu-pack builds FMUs of FMI 2.0 (--fmi 2), too"
        ));
    }
    Ok(())
}

/// One set of all values.
fn bind(component: &mut Component, settings: &[(String, Parameter)]) {
    let own: Vec<&Parameter> =
        settings.iter().filter(|(name, _)| *name == component.name).map(|(_, value)| value).collect();
    let mut values: Vec<Parameter> = component
        .parameters()
        .into_values()
        .filter(|value| own.iter().all(|own| own.name != value.name))
        .map(|value| Parameter { origin: None, ..value.clone() })
        .collect();
    values.extend(own.into_iter().cloned());
    let source = Some(format!("resources/{}.start.ssv", component.name));
    component.bindings = if values.is_empty() { Vec::new() } else { vec![Binding { source, mapping: None, values }] };
}

fn refuse_enumerations(system: &System) -> Result<(), String> {
    for component in &system.components {
        let is_enumeration = |value: &&Parameter| value.data_type == crate::DataType::Enumeration;
        if let Some(value) = component.parameters().into_values().find(is_enumeration) {
            let (component, name) = (&component.name, &value.name);
            return Err(format!("it sets the enumeration {component}.{name}, which the engine cannot"));
        }
    }
    Ok(())
}

/// They pass on no enumerations.
fn refuse_enumerated_connections(system: &System) -> Result<(), String> {
    let is_enumeration = |end: &End| {
        system.connector(end).is_some_and(|connector| connector.data_type == Some(crate::DataType::Enumeration))
    };
    let found = system.connections.iter().find(|one| is_enumeration(&one.from) || is_enumeration(&one.to));
    found.map_or(Ok(()), |connection| {
        let (from, to) = (&connection.from, &connection.to);
        Err(format!("the connection from {from} to {to} is one of enumerations, which the engine does not pass on"))
    })
}

/// What is read at components, and values that inputs of the system hold, pass through no connection of the engine.
fn refuse_transformations(system: &System, inputs: Inputs) -> Result<(), String> {
    let is_passed = |connection: &&Connection| {
        connection.to.component.is_some() && (connection.from.component.is_some() || inputs != Inputs::Held)
    };
    let mut passed = system.connections.iter().filter(is_passed);
    let transformed = passed.find(|connection| connection.transformation.is_some());
    transformed.map_or(Ok(()), |connection| {
        let (from, to) = (&connection.from, &connection.to);
        Err(format!("it would pass over the ssc:LinearTransformation from {from} to {to}; libcosim and ecos do not"))
    })
}

/// It looks for one connection of each output of the system only.
fn refuse_several_ends(system: &System) -> Result<(), String> {
    let nowhere = system.connectors.iter().find(|connector| {
        connector.kind == ConnectorKind::Output
            && !system.connections.iter().any(|c| c.to.component.is_none() && c.to.connector == connector.name)
    });
    nowhere.map_or(Ok(()), |connector| Err(format!("the output {} of the system has no source", connector.name)))
}

/// Leaves out inputs of the system for which there is no signal: an engine would hold them at 0, and the components have values
/// for them.
pub(super) fn leave_out_inputs_without_signal(system: &mut System, signals: &[String]) {
    let has_signal = |name: &String| signals.contains(name);
    system.connectors.retain(|connector| connector.kind != ConnectorKind::Input || has_signal(&connector.name));
    system.connections.retain(|c| c.from.component.is_some() || has_signal(&c.from.connector));
    system.start.retain(|value| has_signal(&value.name));
    list_what_fmpy_sets(system);
}

/// FMPy sets each input that is listed in each step: 0 where nothing is connected.
fn list_what_fmpy_sets(system: &mut System) {
    let connections = system.connections.clone();
    for component in &mut system.components {
        let is_at = |end: &End, name: &str| end.component.as_ref() == Some(&component.name) && end.connector == name;
        component.connectors.retain(|connector| {
            let name = &connector.name;
            let is_connected = connections.iter().any(|one| is_at(&one.to, name) || is_at(&one.from, name));
            let is_read = connector.data_type.is_none_or(|kind| kind.is_passed_on());
            is_connected || (is_read && connector.kind != ConnectorKind::Input)
        });
    }
}
