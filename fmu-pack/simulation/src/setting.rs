//! Values that the user sets: `NAME=VALUE`.

use crate::input::heading;
use fmu_import::interface::{Interface, Item, Kind, Variable, nearest};
use fmu_import::library::{self, Instance, Place, Value};
use model_description::configuration::number_in_unit;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A value for one variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    name: String,
    /// The value as it was given.
    text: String,
    place: Place,
    value: Value,
    is_input: bool,
}

/// Why a value cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Not of the form.
    #[error("{text:?} is not of the form NAME=VALUE")]
    Form {
        /// What stands there.
        text: String,
    },
    /// No such variable.
    #[error("the FMU has no parameter or input called {name}{nearest}")]
    Unknown {
        /// The name.
        name: String,
        /// Names like it, as the end of the sentence.
        nearest: String,
    },
    /// A result.
    #[error("{name} has causality {causality}; only parameters and inputs can be set")]
    Computed {
        /// The name.
        name: String,
        /// Its causality.
        causality: &'static str,
    },
    /// Two values for one variable.
    #[error("{name} is set twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// A signal would overwrite the value.
    #[error("{name} follows the input signals; it cannot be set as well")]
    Driven {
        /// The name.
        name: String,
    },
    /// The value does not fit the type.
    #[error("{name}={value}: the value must be {allowed}")]
    Value {
        /// The name.
        name: String,
        /// What stands there.
        value: String,
        /// What is allowed.
        allowed: String,
    },
}

/// The parameter that says how an FMU starts, and its item for a start in equilibrium.
const INITIALIZATION: &str = "initialization";
const TRIM: &str = "trim";

/// Reads settings of one source, in which each variable is set once.
pub struct SettingReader<'a> {
    interface: &'a Interface,
    names: HashSet<&'a str>,
}

impl<'a> SettingReader<'a> {
    /// For this FMU.
    pub fn new(interface: &'a Interface) -> Self {
        Self { interface, names: HashSet::new() }
    }

    /// Reads `NAME=VALUE`.
    pub fn read(&mut self, text: &'a str) -> Result<Setting, Error> {
        let (name, value) = text.split_once('=').ok_or_else(|| Error::Form { text: text.to_string() })?;
        let name = name.trim();
        if !self.names.insert(name) {
            return Err(Error::Twice { name: name.to_string() });
        }
        Setting::new(name, value.trim(), self.interface)
    }

    /// Reads all.
    pub fn read_all(mut self, texts: &'a [String]) -> Result<Vec<Setting>, Error> {
        texts.iter().map(|text| self.read(text)).collect()
    }
}

impl Setting {
    /// A value, as text, for the variable called `name`.
    pub fn new(name: &str, value: &str, interface: &Interface) -> Result<Self, Error> {
        let variable = settable(name, interface)?;
        // As a configuration has it.
        let value = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
        let text = value.to_string();
        let value = read(variable, value).map_err(|allowed| Error::Value {
            name: name.to_string(),
            value: value.to_string(),
            allowed,
        })?;
        Ok(Self { name: name.into(), text, place: variable.place(), value, is_input: variable.causality == "input" })
    }

    /// Whether an FMU can start in equilibrium: it has a parameter `initialization` with the item `trim`.
    pub fn has_trim(interface: &Interface) -> bool {
        let initialization = interface.find(INITIALIZATION).map(|variable| &variable.kind);
        matches!(initialization, Some(Kind::Enumeration(items)) if items.iter().any(|item| item.name == TRIM))
    }

    /// The start in equilibrium.
    pub fn trim(interface: &Interface) -> Result<Self, Error> {
        Self::new(INITIALIZATION, TRIM, interface)
    }

    /// The value, in the unit of the variable; of an Enumeration the number of the item.
    pub fn value(&self) -> Value {
        self.value
    }

    /// Refuses values of variables that follow input signals, whose headings these are: the signals would overwrite them.
    pub fn refuse_driven(settings: &[Self], headings: &[String], interface: &Interface) -> Result<(), Error> {
        let driven = headings.iter().filter_map(|text| interface.find(heading::name(text, interface)));
        let places: Vec<Place> = driven.map(Variable::place).collect();
        let found = settings.iter().find(|setting| places.contains(&setting.place));
        found.map_or(Ok(()), |setting| Err(Error::Driven { name: setting.name.clone() }))
    }

    /// It is for an input, not for a parameter.
    pub fn is_input(&self) -> bool {
        self.is_input
    }

    /// The value, if it is for this variable.
    pub fn value_of(&self, variable: &Variable) -> Option<Value> {
        (self.place == variable.place()).then_some(self.value)
    }

    /// Sets an instance and enters its initialization mode, in which inputs are set: parameters before, in FMI 3.0 too.
    pub fn enter_initialization(
        settings: &[Self],
        instance: &mut Instance<'_>,
        tolerance: Option<f64>,
        (start, stop): (f64, f64),
    ) -> Result<(), library::Error> {
        settings.iter().filter(|setting| !setting.is_input).try_for_each(|setting| setting.apply(instance))?;
        instance.enter_initialization(tolerance, start, stop)?;
        settings.iter().filter(|setting| setting.is_input).try_for_each(|setting| setting.apply(instance))
    }

    /// Ends initialization mode, where values are refused that do not fit to others: the error tells which of these are set.
    pub fn exit_initialization(settings: &[Self], instance: &mut Instance<'_>) -> Result<(), library::Error> {
        let values = settings.iter().map(|setting| (&*setting.name, &*setting.text));
        instance.exit_initialization().map_err(|error| error.beside_values(values))
    }

    /// Writes the value to an instance.
    pub fn apply(&self, instance: &mut Instance<'_>) -> Result<(), library::Error> {
        instance.set(&self.place, self.value).map_err(|error| error.of_value(&self.name, &self.text))
    }
}

fn settable<'a>(name: &str, interface: &'a Interface) -> Result<&'a Variable, Error> {
    let is_settable = |variable: &Variable| matches!(variable.causality, "parameter" | "input");
    match interface.find(name) {
        Some(variable) if is_settable(variable) => Ok(variable),
        Some(variable) => Err(Error::Computed { name: name.to_string(), causality: variable.causality }),
        None => {
            let names = interface.variables.iter().filter(|variable| is_settable(variable)).map(|v| v.name.as_str());
            Err(Error::Unknown { name: name.to_string(), nearest: nearest(name, names) })
        }
    }
}

/// The value, or what is allowed instead.
fn read(variable: &Variable, text: &str) -> Result<Value, String> {
    match &variable.kind {
        Kind::Real => real(text, &variable.unit).map(Value::Real),
        Kind::Integer => {
            let number = text.parse::<i64>().ok().filter(|number| variable.place().holds(*number));
            number.map(Value::Integer).ok_or_else(|| "a whole number".to_string())
        }
        Kind::Boolean => match text {
            "true" | "1" => Ok(Value::Boolean(true)),
            "false" | "0" => Ok(Value::Boolean(false)),
            _ => Err("true or false".to_string()),
        },
        Kind::Enumeration(items) => item(items, text).map(Value::Integer),
        Kind::String => Err("of another type: texts cannot be set".to_string()),
        Kind::Binary => Err("of another type: bytes cannot be set".to_string()),
        Kind::Clock => Err("of another type: clocks cannot be set".to_string()),
    }
}

/// A number in this unit, or one with a unit of its own. Error: what is allowed.
pub fn real(text: &str, unit: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err("a finite number such as 0.25 or -1e3".to_string()),
        Err(_) => number_in_unit(text, unit).map_err(|problem| allowed(&problem)),
    }
}

fn allowed(problem: &str) -> String {
    if problem.starts_with("a number") {
        return problem.to_string();
    }
    format!("a finite number such as 0.25 or -1e3, or one with a unit such as \"25 deg\" ({problem})")
}

fn item(items: &[Item], text: &str) -> Result<i64, String> {
    let number = text.parse::<i64>().ok();
    let found = items.iter().find(|item| item.name == text || Some(item.value) == number);
    found.map(|item| item.value).ok_or_else(|| {
        let items: Vec<String> = items.iter().map(|item| format!("{} ({})", item.name, item.value)).collect();
        format!("one of {}", items.join(", "))
    })
}
