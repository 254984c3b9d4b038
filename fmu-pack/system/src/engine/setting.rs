//! Values from the command line: `servo.load_torque=2500`.

use crate::facts::Facts;
use crate::system::{DataType, Parameter, System};
use fmu_import::interface::{Kind, nearest};
use fmu_simulation::{Setting, SettingError};
use std::collections::BTreeMap;

/// Why a value cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No `=` or no `.`.
    #[error("{text:?}: a value of a system is set as COMPONENT.VARIABLE=VALUE, as in servo.load_torque=2500")]
    Form {
        /// What stands there.
        text: String,
    },
    /// No such component.
    #[error("{text}: the system has no component {component:?}{nearest}")]
    Component {
        /// What stands there.
        text: String,
        /// The name.
        component: String,
        /// Names like it, as the end of the sentence.
        nearest: String,
    },
    /// The variable or its value.
    #[error("{component}: {source}")]
    Value {
        /// The component.
        component: String,
        /// Why.
        source: SettingError,
    },
}

/// Reads `COMPONENT.VARIABLE=VALUE`; the value is in the unit of the variable.
pub fn setting(text: &str, system: &System, facts: &BTreeMap<&str, &Facts>) -> Result<(String, Parameter), Error> {
    let form = || Error::Form { text: text.to_string() };
    let (name, value) = text.split_once('=').ok_or_else(form)?;
    let (component, variable) = name.trim().split_once('.').ok_or_else(form)?;
    let (component, value) = (component.to_string(), value.trim());
    let Some(facts) = facts.get(component.as_str()) else {
        let nearest = nearest(&component, system.components.iter().map(|component| component.name.as_str()));
        return Err(Error::Component { text: text.to_string(), component, nearest });
    };
    if let Err(source) = Setting::new(variable, value, &facts.interface) {
        return Err(Error::Value { component, source });
    }
    let kind = facts.interface.find(variable).map_or(&Kind::Real, |variable| &variable.kind);
    let parameter = |name: &str, data_type, value: &str| Parameter {
        name: name.to_string(),
        data_type,
        value: value.to_string(),
        unit: String::new(),
        origin: None,
    };
    let parameter = match kind {
        Kind::Enumeration(items) => {
            let item = items.iter().find(|item| item.name == value || item.value.to_string() == value);
            let number = item.map_or_else(|| value.to_string(), |item| item.value.to_string());
            let twin = format!("{variable}_number");
            match facts.interface.find(&twin) {
                Some(_) => parameter(&twin, DataType::Integer, &number),
                None => parameter(variable, DataType::Enumeration, item.map_or(value, |item| &item.name)),
            }
        }
        Kind::Boolean => {
            let value = if matches!(value, "1" | "true") { "true" } else { "false" };
            parameter(variable, DataType::Boolean, value)
        }
        kind @ (Kind::Real | Kind::Integer | Kind::String | Kind::Binary | Kind::Clock) => {
            parameter(variable, crate::assemble::data_type(kind), value)
        }
    };
    Ok((component, parameter))
}
