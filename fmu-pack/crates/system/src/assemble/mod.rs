//! From a system file and the FMUs that it names to a system in which everything fits.

mod connections;
mod loops;
mod names;
mod values;

use crate::definition::{Definition, Part};
use crate::facts::{Facts, is_connectable};
use crate::system::{Component, Connection, Connector, ConnectorKind, DataType, Linear, Parameter, System};
use crate::unit;
use fmu_import::interface::{Item, Kind, Variable};
use model_description::configuration::ConfigurationError;
use model_description::schema::BaseUnit;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(crate) use loops::algebraic_loop;

/// What a component is made of.
pub struct Model<'a> {
    /// Its FMU in the archive, as in `resources/Elevator.fmu`.
    pub file: String,
    /// What is known of the FMU.
    pub facts: &'a Facts,
}

/// A system with what its author should know.
pub struct Assembled {
    /// The system.
    pub system: System,
    /// Sentences.
    pub warnings: Vec<String>,
}

/// The definition with the FMU of each component, in order.
pub(crate) struct Assembly<'a> {
    pub(crate) definition: &'a Definition,
    pub(crate) models: &'a [Model<'a>],
    /// Enumerations of all inputs and outputs, with their names.
    enumerations: Vec<(String, Arc<[Item]>)>,
    pub(crate) warnings: Vec<String>,
}

/// Version of SSP that engines read.
pub(crate) const VERSION: &str = "1.0";

/// Communication step and end of a system whose file and FMUs say nothing, in s.
const STEP_SIZE: f64 = 1e-3;
const STOP_TIME: f64 = 1.0;

/// Puts a system together; `models` has one for each component, in order.
pub fn assemble(definition: &Definition, models: &[Model<'_>]) -> Result<Assembled, ConfigurationError> {
    let mut assembly = Assembly { definition, models, enumerations: enumerations(models), warnings: Vec::new() };
    let connections = assembly.connections()?;
    assembly.tell_unconnected(&connections);
    assembly.refuse_algebraic_loops(&connections)?;
    let mut components = assembly.components(&connections);
    assembly.bind(&mut components)?;
    let connectors = assembly.system_connectors(&connections);
    assembly.tell_engines(&connections, &connectors, &components);
    let units = assembly.units(&components, &connectors);
    let enumerations = assembly.enumerations.iter().cloned().map(|(name, items)| (name, items.to_vec())).collect();
    let start = assembly.input_starts(&connectors, &connections, &components)?;
    let system = System {
        name: definition.name.clone(),
        description: definition.description.clone(),
        version: VERSION.to_string(),
        experiment: assembly.experiment(),
        components,
        start,
        connectors,
        inner: Vec::new(),
        connections,
        units,
        enumerations,
        passed_over: Vec::new(),
        ignored: Vec::new(),
    };
    Ok(Assembled { system, warnings: assembly.warnings })
}

/// Enumerations of all inputs and outputs. SSP wants a name for each; those with the same items are one, so that they can be
/// connected, and have the name of the first variable.
fn enumerations(models: &[Model<'_>]) -> Vec<(String, Arc<[Item]>)> {
    let mut enumerations: Vec<(String, Arc<[Item]>)> = Vec::new();
    for variable in models.iter().flat_map(|model| model.facts.connectable()) {
        let Kind::Enumeration(items) = &variable.kind else { continue };
        if items.is_empty() || enumerations.iter().any(|(_, known)| known == items) {
            continue;
        }
        let is_free = |name: &String| enumerations.iter().all(|(known, _)| known != name);
        let numbered = (2..).map(|number| format!("{}_{number}", variable.name));
        let name = std::iter::once(variable.name.clone()).chain(numbered).find(is_free);
        enumerations.extend(name.map(|name| (name, items.clone())));
    }
    enumerations
}

impl Assembly<'_> {
    fn parts(&self) -> impl Iterator<Item = (&Part, &Model<'_>)> {
        self.definition.components.iter().zip(self.models)
    }

    fn experiment(&self) -> crate::Experiment {
        let of_models = |time: fn(&Facts) -> Option<f64>| self.models.iter().filter_map(move |model| time(model.facts));
        let steps = of_models(|facts| facts.interface.default_experiment.step_size);
        let stops = of_models(|facts| facts.interface.default_experiment.stop_time);
        let given = self.definition.experiment;
        crate::Experiment {
            step_size: given.step_size.or(steps.filter(|step| *step > 0.0).reduce(f64::min)).or(Some(STEP_SIZE)),
            stop_time: given
                .stop_time
                .or(stops.filter(|stop| *stop > given.start_time).reduce(f64::max))
                .or(Some(given.start_time + STOP_TIME)),
            ..given
        }
    }

    /// Inputs that are connected, because some engines set all that are listed; and all outputs that are numbers.
    fn components(&self, connections: &[Connection]) -> Vec<Component> {
        let ends: BTreeSet<_> = connections.iter().flat_map(|connection| [&connection.from, &connection.to]).collect();
        let component = |(part, model): (&Part, &Model<'_>)| {
            let is_listed = |variable: &&Variable| {
                let end = crate::End { component: Some(part.name.clone()), connector: variable.name.clone() };
                ends.contains(&end)
                    || (variable.causality == "output" && !matches!(variable.kind, Kind::Enumeration(_)))
            };
            let listed = model.facts.connectable().filter(is_listed).map(|variable| {
                let connector = self.connector(variable, model.facts);
                if self.measures_another(&part.name, variable, model.facts, connections) {
                    return Connector { unit: String::new(), base_unit: None, ..connector };
                }
                connector
            });
            Component {
                name: part.name.clone(),
                source: model.file.clone(),
                // One that offers Model Exchange, too, must not be taken for that: it is meant to step on its own.
                implementation: model.facts.interface.co_simulation.is_some().then(|| "CoSimulation".to_string()),
                connectors: listed.collect(),
                bindings: Vec::new(),
                geometry: None,
                step_size: part.step_size,
                place: None,
            }
        };
        self.parts().map(component).collect()
    }

    /// What comes to an input measures something else, and a factor with a unit leads from one to the other. OMSimulator compares
    /// units although the connection suppresses their conversion, and refuses the system; without a unit the connector has that of
    /// the variable (SSP 4.5.1).
    fn measures_another(
        &self,
        component: &str,
        variable: &Variable,
        facts: &Facts,
        connections: &[Connection],
    ) -> bool {
        let is_here = |end: &crate::End| end.component.as_deref() == Some(component) && end.connector == variable.name;
        let exponents = |facts: &Facts, variable: &Variable| facts.base_unit(variable).map(unit::exponents);
        let own = exponents(facts, variable);
        let sources =
            connections.iter().filter(|connection| is_here(&connection.to)).map(|connection| &connection.from);
        let mut measured = sources.filter_map(|source| {
            let (model, variable) = self.variable(source)?;
            exponents(model.facts, variable)
        });
        own.is_some_and(|own| measured.any(|other| other != own))
    }

    fn connector(&self, variable: &Variable, facts: &Facts) -> Connector {
        let unit = self.listed_unit(variable, facts);
        Connector {
            name: variable.name.clone(),
            kind: if variable.causality == "input" { ConnectorKind::Input } else { ConnectorKind::Output },
            data_type: Some(data_type(&variable.kind)),
            unit: unit.unwrap_or_default().to_string(),
            base_unit: unit.and_then(|_| facts.base_unit(variable)).cloned(),
            enumeration: self.enumeration(variable),
            place: None,
        }
    }

    /// Name of the enumeration of a variable, or nothing.
    fn enumeration(&self, variable: &Variable) -> String {
        let Kind::Enumeration(items) = &variable.kind else { return String::new() };
        let found = self.enumerations.iter().find(|(_, known)| known == items);
        found.map(|(name, _)| name.clone()).unwrap_or_default()
    }

    /// The unit of a variable where a file of the system can name it: it is defined, and means the same in all FMUs.
    fn listed_unit<'a>(&self, variable: &'a Variable, facts: &Facts) -> Option<&'a str> {
        let own = facts.base_unit(variable)?;
        let mut others = self.models.iter().filter_map(|model| model.facts.units.get(&variable.unit));
        others.all(|other| other == own).then_some(&variable.unit)
    }

    /// An input has type and unit of what it leads to, an output of where it comes from.
    fn system_connectors(&self, connections: &[Connection]) -> Vec<Connector> {
        let inputs = self.definition.inputs.iter().map(|port| (&port.name, ConnectorKind::Input));
        let outputs = self.definition.outputs.iter().map(|port| (&port.name, ConnectorKind::Output));
        let connector = |(name, kind): (&String, ConnectorKind)| {
            let is_of_system = |end: &crate::End| end.component.is_none() && end.connector == *name;
            let inner = connections.iter().find_map(|connection| {
                let (own, other) = if kind == ConnectorKind::Input {
                    (&connection.from, &connection.to)
                } else {
                    (&connection.to, &connection.from)
                };
                is_of_system(own).then_some(other)
            });
            let (model, variable) = self.variable(inner?)?;
            Some(Connector { name: name.clone(), kind, ..self.connector(variable, model.facts) })
        };
        inputs.chain(outputs).filter_map(connector).collect()
    }

    /// Inputs of the system begin with what they lead to: its value in the file, or that of the FMU. A value of an input counts more
    /// than values of what it leads to, so that two that differ are refused.
    fn input_starts(
        &self,
        connectors: &[Connector],
        connections: &[Connection],
        components: &[Component],
    ) -> Result<Vec<Parameter>, ConfigurationError> {
        let mut starts = Vec::new();
        for port in &self.definition.inputs {
            let connector = connectors.iter().find(|connector| connector.name == port.name);
            let Some((connector, data_type)) = connector.and_then(|one| Some((one, one.data_type?))) else { continue };
            let targets = connections.iter().filter(|connection| connection.from.is_of_system(&port.name));
            let (mut given, mut own): (Vec<(&crate::End, String)>, Vec<String>) = (Vec::new(), Vec::new());
            for connection in targets {
                let end = &connection.to;
                let at_input = |value: &str| match (data_type, value.parse::<f64>()) {
                    (DataType::Real, Ok(value)) => {
                        let Linear { factor, offset } = connection.transformation.unwrap_or(Linear::IDENTITY);
                        fmu_output::number((value - offset) / factor)
                    }
                    _ => value.to_string(),
                };
                let component = components.iter().find(|one| Some(&one.name) == end.component.as_ref());
                let value = component.and_then(|one| one.parameters().get(end.connector.as_str()).copied());
                given.extend(value.map(|value| (end, at_input(&value.value))));
                own.extend(self.variable(end).map(|(_, variable)| at_input(&variable.start)));
            }
            if let [(first, value), others @ ..] = given.as_slice()
                && let Some((other, _)) = others.iter().find(|(_, other)| !is_same(value, other))
            {
                let problem =
                    format!("leads to {first} and {other}, whose start values differ; an input has one value");
                return Err(self.definition.document.error(&port.place, problem));
            }
            let of_fmus = own.first().filter(|value| own.iter().all(|other| is_same(value, other)));
            let value = given.first().map(|(_, value)| value).or(of_fmus).filter(|value| !value.is_empty());
            starts.extend(value.map(|value| Parameter {
                unit: connector.unit.clone(),
                base_unit: connector.base_unit.clone(),
                ..Parameter::new(&connector.name, data_type, value.clone())
            }));
        }
        Ok(starts)
    }

    /// The variable at an end of a component.
    fn variable(&self, end: &crate::End) -> Option<(&Model<'_>, &Variable)> {
        let (_, model) = self.parts().find(|(part, _)| end.component.as_ref() == Some(&part.name))?;
        Some((model, model.facts.interface.find(&end.connector)?))
    }

    fn tell_unconnected(&mut self, connections: &[Connection]) {
        let mut told = Vec::new();
        for (part, model) in self.parts() {
            let is_given = |variable: &Variable| {
                let is_target = |connection: &Connection| {
                    connection.to.component.as_ref() == Some(&part.name) && connection.to.connector == variable.name
                };
                connections.iter().any(is_target) || part.start.iter().any(|(name, _)| *name == variable.name)
            };
            for variable in model.facts.interface.with_causality("input").filter(|variable| !is_given(variable)) {
                let Variable { name, start, unit, .. } = variable;
                let unit = if matches!(unit.as_str(), "" | "1") { String::new() } else { format!(" {unit}") };
                told.push(format!("the input {}.{name} has no source; it stays at {start}{unit}", part.name));
            }
        }
        self.warnings.extend(told);
    }

    fn refuse_algebraic_loops(&mut self, connections: &[Connection]) -> Result<(), ConfigurationError> {
        let facts = |name: &str| {
            let found = self.parts().find(|(part, _)| part.name == name);
            found.map(|(_, model)| model.facts)
        };
        let Some(found) = algebraic_loop(connections, &facts) else { return Ok(()) };
        let sentence = found.sentence(connections);
        if found.is_certain && !self.definition.allow_algebraic_loops {
            let place = found.connections.iter().find_map(|index| {
                let to = connections[*index].to.to_string();
                self.definition.connections.iter().find(|wire| wire.to == to)
            });
            let problem = format!(
                "{sentence}; put a component without direct feedthrough between, or accept a delay of one step with \
                 allow_algebraic_loops = true"
            );
            return Err(match place {
                Some(wire) => self.definition.document.error(&wire.place, problem),
                None => self.definition.document.general_error(problem),
            });
        }
        self.warnings.push(format!("{sentence}; engines break it by a delay of one step"));
        Ok(())
    }

    /// What some engine cannot do with this system.
    fn tell_engines(&mut self, connections: &[Connection], connectors: &[Connector], components: &[Component]) {
        let transformed = connections.iter().filter(|connection| connection.transformation.is_some()).count();
        if transformed > 0 {
            self.warnings.push(format!(
                "{transformed} connection{} ssc:LinearTransformation, which FMPy's simulate_ssp and OMSimulator (up to \
                 3.0.0) pass over: there the value arrives as it is",
                if transformed == 1 { " has an" } else { "s have an" }
            ));
        }
        if !connectors.is_empty() {
            self.warnings.push(
                "libcosim and ecos cannot load a file whose system has inputs or outputs of its own; `fmu-pack run` \
                 hands them one without, and so does `fmu-pack ssp --for libcosim`"
                    .to_string(),
            );
        }
        let values = components.iter().flat_map(|component| &component.bindings).flat_map(|binding| &binding.values);
        let items: Vec<&str> =
            values.filter(|value| value.data_type == DataType::Enumeration).map(|value| &*value.name).collect();
        if !items.is_empty() {
            self.warnings.push(format!(
                "libcosim and ecos cannot load a file that sets an enumeration ({}); a configuration of its own has it \
                 built in",
                items.join(", ")
            ));
        }
    }

    fn units(&self, components: &[Component], connectors: &[Connector]) -> BTreeMap<String, BaseUnit> {
        let of_parts = components.iter().flat_map(|component| {
            let values = component.bindings.iter().flat_map(|binding| &binding.values).map(|value| &value.unit);
            component.connectors.iter().map(|connector| &connector.unit).chain(values)
        });
        let names: BTreeSet<&String> = of_parts.chain(connectors.iter().map(|connector| &connector.unit)).collect();
        let find = |name: &String| self.models.iter().find_map(|model| model.facts.units.get(name)).cloned();
        names.into_iter().filter_map(|name| Some((name.clone(), find(name)?))).collect()
    }
}

/// Two values of one input, of which one may have been converted from another unit.
fn is_same(one: &str, other: &str) -> bool {
    /// Some roundings, relative.
    const SAME: f64 = 1e-12;
    match (one.parse::<f64>(), other.parse::<f64>()) {
        (Ok(one), Ok(other)) => (one - other).abs() <= SAME * one.abs().max(other.abs()),
        (Ok(_) | Err(_), Ok(_) | Err(_)) => one == other,
    }
}

/// The type of SSP for a type of FMI.
pub(crate) fn data_type(kind: &Kind) -> DataType {
    match kind {
        Kind::Real => DataType::Real,
        Kind::Integer => DataType::Integer,
        Kind::Boolean => DataType::Boolean,
        Kind::Enumeration(_) => DataType::Enumeration,
        Kind::String => DataType::String,
        Kind::Binary | Kind::Clock => DataType::Binary,
    }
}

/// What names of connections can mean.
pub(crate) fn names_with<'a>(facts: &'a Facts, causality: &'a str) -> impl Iterator<Item = &'a str> {
    let fitting = facts.interface.with_causality(causality).filter(|variable| is_connectable(variable));
    fitting.map(|variable| variable.name.as_str())
}
