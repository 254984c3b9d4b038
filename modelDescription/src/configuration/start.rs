//! Start values of a configuration.

use super::document::{Document, Entry, Scalar};
use super::friction_table;
use super::quantity::{is_meant_as_force, measure};
use super::{ConfigurationError, unknown_variable};
use crate::declaration::{EnumerationType, Model, Quantity, RealValue, Value, Variable};

/// Sets the start value of a variable.
pub fn set(model: &mut Model, name: &str, document: &Document, entry: &Entry) -> Result<(), ConfigurationError> {
    if friction_table::is_column(model, name) {
        return Ok(());
    }
    let is_it = |variable: &Variable| variable.name == name && !variable.is_hidden;
    let Some(place) = model.variables.iter().position(is_it) else {
        return Err(document.error(entry, unknown_variable::problem(model, name)));
    };
    let variable = &mut model.variables[place];
    if !variable.has_start() {
        return Err(document.error(entry, format!("{name} is computed; only parameters and inputs have start values")));
    }
    match &mut variable.value {
        Value::Real(value) => {
            value.start = real(value.quantity, document, entry)?;
            in_range(value).map_err(|allowed| document.error(entry, allowed))
        }
        Value::Integer { start, min, max } => integer(*min, *max, document, entry).map(|value| *start = value),
        Value::Enumeration { of, start } => item(of, document, entry).map(|value| *start = value),
    }
}

/// A number in SI units, or a text with a unit of that quantity.
pub fn real(quantity: Quantity, document: &Document, entry: &Entry) -> Result<f64, ConfigurationError> {
    let example = quantity.display.map_or(quantity.unit.name, |display| display.name);
    let allowed = match quantity.unit.name {
        "1" => "a number".into(),
        unit => format!("a number in {unit} or a text with a unit, as \"1 {example}\""),
    };
    let (Scalar::Number(text) | Scalar::Text(text)) = &entry.value else {
        return Err(document.error(entry, format!("must be {allowed}")));
    };
    let (measured, has_unit) =
        measure(text).map_err(|problem| document.error(entry, format!("{problem}; allowed is {allowed}")))?;
    if has_unit && measured.dimension != quantity.unit.dimension {
        let pounds = is_meant_as_force(text, quantity.unit.dimension);
        let hint = if pounds { "; lb is a mass, a pound of force is lbf" } else { "" };
        let problem = format!("the unit does not convert to {}{hint}; allowed is {allowed}", quantity.unit.name);
        return Err(document.error(entry, problem));
    }
    Ok(measured.value)
}

/// What is allowed, where the start value is not.
pub(super) fn in_range(value: &RealValue) -> Result<(), String> {
    let RealValue { start, min, max, exclusive_min, quantity, .. } = *value;
    let unit = if quantity.unit.name == "1" { String::new() } else { format!(" {}", quantity.unit.name) };
    if exclusive_min && start <= min {
        return Err(format!("must be greater than {min}{unit}"));
    }
    if start < min {
        return Err(format!("must be at least {min}{unit}"));
    }
    if start > max { Err(format!("must be at most {max}{unit}")) } else { Ok(()) }
}

fn integer(min: i32, max: i32, document: &Document, entry: &Entry) -> Result<i32, ConfigurationError> {
    let value = match &entry.value {
        Scalar::Number(digits) => digits.parse().ok(),
        // What is a switch may be written as one.
        Scalar::Flag(is_on) if (min, max) == (0, 1) => Some(i32::from(*is_on)),
        Scalar::Flag(_)
        | Scalar::Text(_)
        | Scalar::List(_)
        | Scalar::Numbers(_)
        | Scalar::Table
        | Scalar::Mixed(_)
        | Scalar::Other => None,
    };
    let value = value.filter(|value| (min..=max).contains(value));
    value.ok_or_else(|| document.error(entry, format!("must be a whole number from {min} to {max}")))
}

/// An item by name or number.
fn item(of: &EnumerationType, document: &Document, entry: &Entry) -> Result<i32, ConfigurationError> {
    let mut items = of.items.iter().zip(1..);
    let found = items.find(|(item, number)| match &entry.value {
        Scalar::Text(name) => item.name == name,
        Scalar::Number(digits) => *digits == number.to_string(),
        Scalar::Flag(_) | Scalar::List(_) | Scalar::Numbers(_) | Scalar::Table | Scalar::Mixed(_) | Scalar::Other => {
            false
        }
    });
    let names: Vec<&str> = of.items.iter().map(|item| item.name).collect();
    let problem = || format!("must be one of {}, or its number from 1 to {}", names.join(", "), names.len());
    found.map(|(_, number)| number).ok_or_else(|| document.error(entry, problem()))
}

/// Conditions between start values, as the model checks them at initialization.
pub fn check_together(model: &Model, document: &Document) -> Result<(), ConfigurationError> {
    let lower = start(model, "travel.lower");
    let upper = start(model, "travel.upper");
    let position = start(model, "position_start");
    if lower >= upper {
        return Err(conflict(
            document,
            ["travel.upper", "travel.lower"],
            format!("travel.lower {lower} must be less than travel.upper {upper}"),
        ));
    }
    if !(lower..=upper).contains(&position) {
        let problem = format!("position_start {position} must be within the travel, {lower} to {upper}");
        return Err(conflict(document, ["position_start", "travel.upper"], problem));
    }
    Ok(())
}

fn start(model: &Model, name: &str) -> f64 {
    let value = model.reals().find(|(variable, _)| variable.name == name);
    value.map_or(0.0, |(_, real)| real.start)
}

/// At the first of two keys that the file has.
fn conflict(document: &Document, names: [&str; 2], problem: String) -> ConfigurationError {
    let entry = names.iter().find_map(|name| document.get(&format!("start.{name}")));
    match entry {
        Some(entry) => document.error(entry, problem),
        None => document.general_error(problem),
    }
}
