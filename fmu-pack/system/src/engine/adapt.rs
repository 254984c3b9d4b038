//! A system as an engine can read it. What it gives up is known here, engine by engine.

use super::Engine;
use crate::system::{Binding, Component, ConnectorKind, Parameter, System};

/// What an engine cannot do with a system.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{} cannot run this system: {problem}", engine.name())]
pub struct Lack {
    /// Which engine.
    pub engine: Engine,
    /// The rest of the sentence.
    pub problem: String,
}

/// The same system in the form that an engine reads, with values that count more than its own: no mappings, no inputs and
/// outputs of its own for libcosim and ecos, which then are set and read at the components.
pub fn adapt(system: &System, engine: Engine, settings: &[(String, Parameter)]) -> Result<System, Lack> {
    let lack = |problem: String| Lack { engine, problem };
    if let Some(what) = system.passed_over.first() {
        return Err(lack(format!("{what} is not understood by fmu-pack; run the file in the engine itself")));
    }
    let mut adapted = system.clone();
    for component in &mut adapted.components {
        bind(component, settings);
    }
    match engine {
        Engine::Libcosim | Engine::Ecos => {
            refuse_enumerations(&adapted).map_err(lack)?;
            adapted.connectors.clear();
            let is_inner = |connection: &crate::Connection| {
                connection.from.component.is_some() && connection.to.component.is_some()
            };
            adapted.connections.retain(is_inner);
            for component in &mut adapted.components {
                component.connectors.retain(|connector| connector.data_type.is_none_or(|kind| kind.is_passed_on()));
            }
        }
        Engine::OmSimulator => refuse_transformations(system).map_err(lack)?,
        Engine::Fmpy => {
            refuse_transformations(system).map_err(lack)?;
            refuse_alike_names(system).map_err(lack)?;
            refuse_several_ends(system).map_err(lack)?;
            list_what_fmpy_sets(&mut adapted);
        }
    }
    Ok(adapted)
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

fn refuse_transformations(system: &System) -> Result<(), String> {
    let transformed = system.connections.iter().find(|connection| connection.transformation.is_some());
    transformed.map_or(Ok(()), |connection| {
        let (from, to) = (&connection.from, &connection.to);
        Err(format!("it would pass over the ssc:LinearTransformation from {from} to {to}; libcosim and ecos do not"))
    })
}

/// It gives a component all parameters whose names begin with that of the component.
fn refuse_alike_names(system: &System) -> Result<(), String> {
    for (one, other) in system.components.iter().flat_map(|one| system.components.iter().map(move |other| (one, other)))
    {
        if one.name != other.name && other.name.starts_with(&one.name) && !other.bindings.is_empty() {
            return Err(format!(
                "it gives the parameters of {} to {} too, because one name begins with the other; rename one",
                other.name, one.name
            ));
        }
    }
    Ok(())
}

/// It looks for one connection of each output of the system only.
fn refuse_several_ends(system: &System) -> Result<(), String> {
    let nowhere = system.connectors.iter().find(|connector| {
        connector.kind == ConnectorKind::Output
            && !system.connections.iter().any(|c| c.to.component.is_none() && c.to.connector == connector.name)
    });
    nowhere.map_or(Ok(()), |connector| Err(format!("the output {} of the system has no source", connector.name)))
}

/// FMPy sets each input that is listed in each step: 0 where nothing is connected.
fn list_what_fmpy_sets(system: &mut System) {
    let connections = system.connections.clone();
    for component in &mut system.components {
        let is_connected = |name: &str| {
            connections.iter().any(|c| c.to.component.as_ref() == Some(&component.name) && c.to.connector == name)
        };
        component.connectors.retain(|connector| {
            let is_read = connector.data_type.is_none_or(|kind| kind.is_passed_on());
            is_read && (connector.kind != ConnectorKind::Input || is_connected(&connector.name))
        });
    }
}
