//! Values from the command line: `servo.load_torque=2500`, or `air_load=2500` for an input of the system.

use crate::facts::Facts;
use crate::system::{Connector, DataType, End, Linear, Parameter, System};
use fmu_import::interface::{Kind, Variable, nearest};
use fmu_import::library::Value;
use fmu_output::number;
use fmu_simulation::{Setting, SettingProblem};
use model_description::configuration::{Given, number_in_unit, refusal};
use std::collections::{BTreeMap, HashSet};

/// Why a value cannot be set.
#[derive(Debug, thiserror::Error)]
#[error("{}", refusal(given, problem))]
pub struct Error {
    /// The value.
    given: Box<Given>,
    /// What is wrong with it.
    problem: Problem,
}

/// What is wrong with a value.
#[derive(Debug, thiserror::Error)]
enum Problem {
    /// No `=`, or neither `.` nor an input of the system.
    #[error(
        "a value of a system is set as COMPONENT.VARIABLE=VALUE or INPUT=VALUE, as in servo.load_torque=2500{nearest}"
    )]
    Form {
        /// Inputs of the system like it, as the end of the sentence.
        nearest: String,
    },
    /// No such component.
    #[error("the system has no component {component:?}{nearest}")]
    Component {
        /// The name.
        component: String,
        /// Names like it, as the end of the sentence.
        nearest: String,
    },
    /// The variable or its value.
    #[error(transparent)]
    Value(#[from] SettingProblem),
    /// A connection leads to it.
    #[error("{name} gets its value from {source_of_it}, and would lose one that is set")]
    Connected {
        /// The input.
        name: String,
        /// Where the value comes from.
        source_of_it: End,
    },
    /// Part of an array.
    #[error("{name} is an array or an element of one; engines set variables with one value")]
    Element {
        /// The variable.
        name: String,
    },
    /// An input of the system without a connection.
    #[error("the input {name} of the system leads nowhere")]
    Nowhere {
        /// The input.
        name: String,
    },
    /// Two values for one variable.
    #[error("{name} is set twice")]
    Twice {
        /// The variable.
        name: String,
    },
}

/// Reads settings of one source, in which each variable is set once.
pub struct SettingReader<'a> {
    system: &'a System,
    /// By component.
    facts: &'a BTreeMap<&'a str, &'a Facts>,
    seen: HashSet<(String, String)>,
}

impl<'a> SettingReader<'a> {
    /// For a system, with what its FMUs are by component.
    pub fn new(system: &'a System, facts: &'a BTreeMap<&'a str, &'a Facts>) -> Self {
        Self { system, facts, seen: HashSet::new() }
    }

    /// Reads `COMPONENT.VARIABLE=VALUE`, or `INPUT=VALUE` for all that the input leads to. The value is in the unit of the variable,
    /// or has one of its own.
    pub fn read(&mut self, given: &Given) -> Result<Vec<(String, Parameter)>, Error> {
        let refused = |problem| Error { given: Box::new(given.clone()), problem };
        let parameters = self.parameters(given).map_err(refused)?;
        for (component, parameter) in &parameters {
            if !self.seen.insert((component.clone(), parameter.name.clone())) {
                return Err(refused(Problem::Twice { name: format!("{component}.{}", parameter.name) }));
            }
        }
        Ok(parameters)
    }

    fn parameters(&self, given: &Given) -> Result<Vec<(String, Parameter)>, Problem> {
        let names = || self.system.settable().map(|connector| connector.name.as_str());
        let name = given.key.as_str();
        let form = || Problem::Form { nearest: nearest(name, names()) };
        if given.value.is_none() {
            return Err(form());
        }
        if let Some(connector) = self.system.settable().find(|connector| connector.name == name) {
            return self.of_system(given, connector);
        }
        let (component, variable, facts) = self.split(name).ok_or_else(|| match name.split_once('.') {
            Some((component, _)) => {
                let components = self.system.components.iter().map(|component| component.name.as_str());
                Problem::Component { component: component.to_string(), nearest: nearest(component, components) }
            }
            None => form(),
        })?;
        let parameter = parameter(component, variable, given.clone(), facts)?;
        let end = End { component: Some(component.to_string()), connector: variable.to_string() };
        match self.system.connections.iter().find(|connection| connection.to == end) {
            Some(connection) if connection.from.component.is_some() => {
                Err(Problem::Connected { name: name.to_string(), source_of_it: connection.from.clone() })
            }
            Some(_) | None => Ok(vec![(component.to_string(), parameter)]),
        }
    }

    /// A component, and the name of one of its variables. Both may have dots: the longest name of a component whose FMU has the
    /// rest is meant, or else the longest.
    fn split<'n>(&self, name: &'n str) -> Option<(&'n str, &'n str, &'a Facts)> {
        let split = |(dot, _): (usize, &str)| {
            let (component, variable) = (&name[..dot], &name[dot + 1..]);
            Some((component, variable, *self.facts.get(component)?))
        };
        let all: Vec<_> = name.rmatch_indices('.').filter_map(split).collect();
        let has_it = all.iter().find(|(_, variable, facts)| facts.interface.find(variable).is_some());
        has_it.or(all.first()).copied()
    }

    /// A number is in the unit of the connector, or else in that of the first variable that it leads to.
    fn of_system(&self, given: &Given, connector: &Connector) -> Result<Vec<(String, Parameter)>, Problem> {
        let name = given.key.as_str();
        let (mut parameters, mut first_sent) = (Vec::new(), None);
        for connection in self.system.connections.iter().filter(|connection| connection.from.is_of_system(name)) {
            let Some(component) = connection.to.component.as_deref() else { continue };
            let Some(facts) = self.facts.get(component) else { continue };
            let variable = connection.to.connector.as_str();
            let first = match &first_sent {
                Some(first) => first,
                None => first_sent.insert(self.sent(given, connector, (component, variable), facts)?),
            };
            let linear = connection.transformation.unwrap_or(Linear::IDENTITY);
            let sent = match first {
                Sent::Number(value) => number(linear.of(*value)),
                Sent::Other(text) => text.clone(),
            };
            let sent = Given { value: Some(sent), ..given.clone() };
            parameters.push((component.to_string(), parameter(component, variable, sent, facts)?));
        }
        if parameters.is_empty() { Err(Problem::Nowhere { name: name.to_string() }) } else { Ok(parameters) }
    }

    /// What is given for a connector of the system that leads to a variable.
    fn sent(
        &self,
        given: &Given,
        connector: &Connector,
        (component, name): (&str, &str),
        facts: &Facts,
    ) -> Result<Sent, Problem> {
        let text = given.value.clone().unwrap_or_default();
        let variable = facts.interface.find(name);
        if connector.unit.is_empty() || variable.is_none_or(|variable| variable.kind != Kind::Real) {
            let first = parameter(component, name, given.clone(), facts)?;
            let value = first.value.parse::<f64>().ok().filter(|_| first.data_type == DataType::Real);
            return Ok(value.map_or(Sent::Other(first.value), Sent::Number));
        }
        let value = match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            Ok(_) | Err(_) => number_in_unit(&text, &connector.unit),
        };
        value.map(Sent::Number).map_err(|allowed| SettingProblem::Value { value: None, allowed }.into())
    }
}

/// What is sent from a connector of the system.
enum Sent {
    /// A number in the unit of the connector.
    Number(f64),
    /// What has no unit.
    Other(String),
}

fn parameter(component: &str, name: &str, given: Given, facts: &Facts) -> Result<Parameter, Problem> {
    let value = given.value.clone().unwrap_or_default();
    let setting = Setting::given(given, name, &value, &facts.interface).map_err(|error| error.problem)?;
    let variable = facts.interface.find(name).filter(|variable| variable.element.is_none());
    let Some((variable, value)) = variable.and_then(|variable| Some((variable, setting.value_of(variable)?))) else {
        return Err(Problem::Element { name: format!("{component}.{name}") });
    };
    Ok(written(variable, value, facts))
}

/// The value as it stands in a parameter set.
fn written(variable: &Variable, value: &Value, facts: &Facts) -> Parameter {
    let name = variable.name.as_str();
    match (value, &variable.kind) {
        (Value::Real(value), _) => Parameter::new(name, DataType::Real, number(*value)),
        (Value::Text(text), _) => Parameter::new(name, DataType::String, text.clone()),
        (Value::Bytes(_), _) => Parameter::new(name, DataType::Binary, value.to_string()),
        (Value::Boolean(value), _) => Parameter::new(name, DataType::Boolean, value.to_string()),
        (Value::Integer(value), Kind::Enumeration(items)) => {
            // Engines that pass no enumerations pass its number.
            let twin = format!("{name}_number");
            let item = items.iter().find(|item| i128::from(item.value) == *value);
            match (facts.interface.find(&twin), item) {
                (None, Some(item)) => Parameter::new(name, DataType::Enumeration, item.name.clone()),
                _ => Parameter::new(&twin, DataType::Integer, value.to_string()),
            }
        }
        (Value::Integer(value), _) => Parameter::new(name, DataType::Integer, value.to_string()),
    }
}
