//! Values from the command line: `servo.load_torque=2500`.

use crate::facts::Facts;
use crate::system::{DataType, Parameter, System};
use fmu_import::interface::{Kind, nearest};
use fmu_import::library::Value;
use fmu_output::number;
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

/// Reads `COMPONENT.VARIABLE=VALUE`; the value is in the unit of the variable, or has one of its own.
pub fn setting(text: &str, system: &System, facts: &BTreeMap<&str, &Facts>) -> Result<(String, Parameter), Error> {
    let form = || Error::Form { text: text.to_string() };
    let (name, value) = text.split_once('=').ok_or_else(form)?;
    let (component, variable) = name.trim().split_once('.').ok_or_else(form)?;
    let (component, value) = (component.to_string(), value.trim());
    let Some(facts) = facts.get(component.as_str()) else {
        let nearest = nearest(&component, system.components.iter().map(|component| component.name.as_str()));
        return Err(Error::Component { text: text.to_string(), component, nearest });
    };
    let setting = Setting::new(variable, value, &facts.interface);
    let setting = setting.map_err(|source| Error::Value { component: component.clone(), source })?;
    let kind = facts.interface.find(variable).map(|variable| &variable.kind);
    let parameter = |name: &str, data_type, value: String| Parameter {
        name: name.to_string(),
        data_type,
        value,
        unit: String::new(),
        origin: None,
    };
    let parameter = match (setting.value(), kind) {
        (Value::Real(value), _) => parameter(variable, DataType::Real, number(value)),
        (Value::Boolean(value), _) => parameter(variable, DataType::Boolean, value.to_string()),
        (Value::Integer(value), Some(Kind::Enumeration(items))) => {
            // Engines that pass no enumerations pass its number.
            let twin = format!("{variable}_number");
            let item = items.iter().find(|item| item.value == value);
            match (facts.interface.find(&twin), item) {
                (None, Some(item)) => parameter(variable, DataType::Enumeration, item.name.clone()),
                _ => parameter(&twin, DataType::Integer, value.to_string()),
            }
        }
        (Value::Integer(value), _) => parameter(variable, DataType::Integer, value.to_string()),
    };
    Ok((component, parameter))
}
