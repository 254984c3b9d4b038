//! Start values: of one component, or shared by several.

use super::{Assembly, Model, data_type};
use crate::definition::quantity;
use crate::document::{Node, Value};
use crate::system::{Binding, Component, DataType, Parameter};
use crate::unit;
use fmu_import::interface::{Item, Kind, Variable, nearest};
use fmu_output::number;
use model_description::configuration::ConfigurationError;
use std::collections::{BTreeMap, HashSet};

/// The file of the values that several components share.
const SHARED: &str = "resources/system.parameters.ssv";

impl Assembly<'_> {
    /// Gives each component its values. What it shares with others it has twice: in its own set, for engines that know no
    /// mapping, and in the shared set with a mapping, which counts more where a tool knows it.
    pub(super) fn bind(&self, components: &mut [Component]) -> Result<(), ConfigurationError> {
        let mut shared = self.shared()?;
        for (index, component) in components.iter_mut().enumerate() {
            let (part, model) = (&self.definition.components[index], &self.models[index]);
            let of_others = shared.remove(&part.name).unwrap_or_default();
            let mut values: Vec<Parameter> =
                of_others.iter().map(|value| Parameter { origin: None, ..value.clone() }).collect();
            for (name, node) in &part.start {
                let value = self.value(&part.name, name, node, node, model)?;
                if of_others.iter().any(|other| other.name == value.name) {
                    let problem =
                        format!("{}.{name} has a value from [parameter] already; a variable has one", part.name);
                    return Err(self.definition.document.error(node, problem));
                }
                values.push(value);
            }
            if !values.is_empty() {
                let source = Some(format!("resources/{}.ssv", part.name));
                component.bindings.push(Binding { source, mapping: None, values });
            }
            if !of_others.is_empty() {
                let mapping = Some(format!("resources/{}.ssm", part.name));
                component.bindings.push(Binding { source: Some(SHARED.to_string()), mapping, values: of_others });
            }
        }
        Ok(())
    }

    /// Values of [parameter] by component.
    fn shared(&self) -> Result<BTreeMap<String, Vec<Parameter>>, ConfigurationError> {
        let mut by_component: BTreeMap<String, Vec<Parameter>> = BTreeMap::new();
        let mut seen = HashSet::new();
        for shared in &self.definition.parameters {
            let mut first: Option<Parameter> = None;
            for target in &shared.targets {
                let error = |problem: String| self.definition.document.error(&shared.place, problem);
                if !seen.insert(target) {
                    return Err(error(format!("{target} has a value already; a variable has one")));
                }
                let (part, model, name) = self.split(target, &shared.place)?;
                let value = self.value(&part.name, &name, &shared.value, &shared.place, model)?;
                let value = Parameter { origin: Some(shared.name.clone()), ..value };
                let first = first.get_or_insert_with(|| value.clone());
                if (&first.value, &first.unit, first.data_type) != (&value.value, &value.unit, value.data_type) {
                    let problem =
                        format!("{target} has another type or unit than {}; they cannot share a value", first.name);
                    return Err(error(problem));
                }
                by_component.entry(part.name.clone()).or_default().push(value);
            }
        }
        Ok(by_component)
    }

    /// A start value in the unit of its variable.
    fn value(
        &self,
        component: &str,
        name: &str,
        node: &Node,
        place: &Node,
        model: &Model<'_>,
    ) -> Result<Parameter, ConfigurationError> {
        let error = |problem: String| self.definition.document.error(place, problem);
        let interface = &model.facts.interface;
        let is_settable = |variable: &&Variable| matches!(variable.causality, "parameter" | "input");
        let Some(variable) = interface.find(name) else {
            let near = nearest(name, interface.variables.iter().filter(is_settable).map(|v| v.name.as_str()));
            let problem = format!("{component} ({}) has no parameter or input {name:?}{near}", interface.model_name);
            return Err(error(problem));
        };
        if !is_settable(&variable) || variable.element.is_some() {
            let what = if variable.element.is_some() { "an element of an array" } else { variable.causality };
            return Err(error(format!(
                "{component}.{name} is {what}; parameters and inputs with one value can be set"
            )));
        }
        let refused = |allowed: String| {
            // A value of [parameter] is for several variables.
            let of = if node.key.ends_with(name) { String::new() } else { format!("{component}.{name} ") };
            self.definition.document.error(node, format!("{of}must be {allowed}"))
        };
        let unit = self.listed_unit(variable, model.facts).unwrap_or_default().to_string();
        let base_unit = model.facts.base_unit(variable).filter(|_| !unit.is_empty()).cloned();
        let parameter = |data_type, value| Parameter { unit, base_unit, ..Parameter::new(name, data_type, value) };
        match &variable.kind {
            Kind::Real => {
                let value = self.real(variable, node, model)?;
                variable.check_limits(value).map_err(refused)?;
                Ok(parameter(DataType::Real, number(value)))
            }
            Kind::Enumeration(items) => {
                let item = item(items, node).map_err(refused)?;
                // Engines that pass no enumerations pass its number.
                let twin = format!("{name}_number");
                match interface.find(&twin).filter(|twin| twin.kind == Kind::Integer && is_settable(twin)) {
                    Some(_) => Ok(Parameter { name: twin, ..parameter(DataType::Integer, item.value.to_string()) }),
                    None => Ok(parameter(DataType::Enumeration, item.name.clone())),
                }
            }
            kind @ (Kind::Integer | Kind::Boolean | Kind::String) => {
                let value = plain(kind, node).map_err(refused)?;
                if *kind == Kind::Integer {
                    let number = value.parse().unwrap_or(f64::NAN);
                    variable.check_limits(number).map_err(refused)?;
                }
                Ok(parameter(data_type(kind), value))
            }
            Kind::Binary | Kind::Clock => Err(error(format!("{component}.{name} is no number and cannot be set"))),
        }
    }

    fn real(&self, variable: &Variable, node: &Node, model: &Model<'_>) -> Result<f64, ConfigurationError> {
        let quantity = quantity(&self.definition.document, node)?;
        let (Some(dimension), unit) = (quantity.dimension, model.facts.base_unit(variable)) else {
            return Ok(quantity.value);
        };
        let given = unit::of_dimension(dimension);
        if let Some(expected) = unit.map(unit::exponents).filter(|expected| *expected != given) {
            let problem = format!(
                "measures {}, but {} has the unit {} ({})",
                unit::spoken(given),
                variable.name,
                variable.unit,
                unit::spoken(expected)
            );
            return Err(self.definition.document.error(node, problem));
        }
        let base = crate::Linear::IDENTITY;
        let to_unit = unit::between(None, base, unit);
        Ok(to_unit.factor * quantity.value + to_unit.offset)
    }
}

fn item<'a>(items: &'a [Item], node: &Node) -> Result<&'a Item, String> {
    let found = match &node.value {
        Value::Text(text) => items.iter().find(|item| item.name == *text),
        Value::Number(digits) => items.iter().find(|item| item.value.to_string() == *digits),
        Value::Boolean(_) | Value::List(_) | Value::Table(_) | Value::Other => None,
    };
    let names = || items.iter().map(|item| format!("{} ({})", item.name, item.value)).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("one of {}", names()))
}

fn plain(kind: &Kind, node: &Node) -> Result<String, String> {
    match (kind, &node.value) {
        (Kind::Integer, Value::Number(digits)) if digits.parse::<i32>().is_ok() => Ok(digits.clone()),
        (Kind::Integer, _) => Err("a whole number".to_string()),
        (Kind::Boolean, Value::Boolean(value)) => Ok(value.to_string()),
        (Kind::Boolean, _) => Err("true or false".to_string()),
        (_, Value::Text(text)) if text.chars().all(|letter| letter >= ' ') => Ok(text.clone()),
        _ => Err("a text in quotes, without control characters".to_string()),
    }
}
