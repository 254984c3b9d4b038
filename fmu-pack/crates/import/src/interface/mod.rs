//! What the packer needs to know of an FMU: its variables by name, its capabilities, its units.
//!
//! A tolerant view for running and showing any FMU of FMI 2.0 or 3.0; whether the description is correct is decided elsewhere.

mod read;

use crate::library::{Element, Place};
use fmu_output::number;
use model_description::FmiVersion;
use model_description::fmi3::VariableType;
use serde::Serialize;
use std::str::FromStr;
use std::sync::Arc;

pub use model_description::ReadError as Error;

/// Type of a variable.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A real number.
    Real,
    /// A whole number.
    Integer,
    /// True or false.
    Boolean,
    /// A text.
    String,
    /// Bytes; of FMI 3.0.
    Binary,
    /// Ticks at events; of FMI 3.0.
    Clock,
    /// One of named items, which variables of the same type share.
    Enumeration(Arc<[Item]>),
}

impl Kind {
    /// Its values can be recorded as numbers at any time.
    pub fn is_number(&self) -> bool {
        match self {
            Self::Real | Self::Integer | Self::Boolean | Self::Enumeration(_) => true,
            Self::String | Self::Binary | Self::Clock => false,
        }
    }
}

/// An item of an Enumeration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: i64,
}

/// The unit in which people want to see a value: shown = factor * value + offset.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Display {
    /// Name of the display unit.
    pub unit: String,
    /// See above.
    pub factor: f64,
    /// See above.
    pub offset: f64,
}

/// One variable of an FMU, or one element of an array.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its value reference.
    pub reference: u32,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// How its value travels.
    #[serde(skip)]
    pub data_type: VariableType,
    /// Where it is, if it is an element of an array.
    #[serde(skip)]
    pub element: Option<Element>,
    /// Its name is another one of a variable of FMI 3.0.
    #[serde(skip)]
    pub is_alias: bool,
    /// The importer may set or get it inside a communication step; of FMI 3.0.
    #[serde(skip)]
    pub intermediate_update: bool,
    /// `parameter`, `input`, `output`, `local`, ...
    pub causality: &'static str,
    /// `fixed`, `tunable`, `discrete`, `continuous`, ...
    pub variability: &'static str,
    /// Unit, or empty.
    pub unit: String,
    /// Display unit, if one is defined.
    pub display: Option<Display>,
    /// Start value as written, or empty.
    pub start: String,
    /// Smallest value as written, or empty.
    pub min: String,
    /// The smallest value itself is refused, as the declaration of our models has it.
    #[serde(skip)]
    pub is_min_excluded: bool,
    /// Largest value as written, or empty.
    pub max: String,
    /// For people.
    pub description: String,
}

/// How one kind of FMU is offered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// Model identifier: name of the library.
    pub identifier: String,
    /// Capability flags that are true, by their names in the version of FMI.
    pub capabilities: Vec<String>,
}

impl Offer {
    /// A capability flag is set.
    pub fn can(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|known| known == capability)
    }
}

/// The default experiment, as far as it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Experiment {
    /// Start, in s.
    pub start_time: Option<f64>,
    /// Stop, in s.
    pub stop_time: Option<f64>,
    /// Communication step, in s.
    pub step_size: Option<f64>,
    /// Relative tolerance.
    pub tolerance: Option<f64>,
}

/// What an importer sees of an FMU.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Interface {
    /// `fmiVersion`.
    pub fmi_version: String,
    /// `modelName`.
    pub model_name: String,
    /// `guid`; in FMI 3.0 `instantiationToken`.
    pub guid: String,
    /// `description`.
    pub description: String,
    /// `version`.
    pub version: String,
    /// `generationTool`.
    pub generation_tool: String,
    /// Co-Simulation, if offered.
    pub co_simulation: Option<Offer>,
    /// Model Exchange, if offered.
    pub model_exchange: Option<Offer>,
    /// Default experiment.
    pub default_experiment: Experiment,
    /// Declared log categories.
    pub log_categories: Vec<String>,
    /// Variables in the order of the description.
    pub variables: Vec<Variable>,
    /// Continuous states in the order of the state vector.
    #[serde(skip)]
    pub states: Vec<State>,
}

/// A continuous state: places in [`Interface::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The state.
    pub state: usize,
    /// Its time derivative.
    pub derivative: usize,
}

impl Interface {
    /// The version of FMI.
    pub fn version_of_fmi(&self) -> FmiVersion {
        if self.fmi_version.starts_with("3.") { FmiVersion::V3 } else { FmiVersion::V2 }
    }

    /// The variable called `name`.
    pub fn find(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    /// The elements of the array called `name`, the last subscript counting fastest: in the order in which FMI 3.0 has their values, and
    /// of FMI 2.0, where each element is a variable called as in `table[2,1]`, in the same. None where a variable has that very name: it
    /// is meant then, not the array.
    pub fn elements(&self, name: &str) -> Vec<&Variable> {
        if self.find(name).is_some() {
            return Vec::new();
        }
        let subscripts = |variable: &Variable| -> Option<Vec<u64>> {
            let inside = variable.name.strip_prefix(name)?.strip_prefix('[')?.strip_suffix(']')?;
            inside.split(',').map(|number| number.trim().parse().ok()).collect()
        };
        let subscripts = |variable| subscripts(variable).map(|subscripts| (subscripts, variable));
        let mut elements: Vec<(Vec<u64>, &Variable)> = self.variables.iter().filter_map(subscripts).collect();
        elements.sort_by(|(one, _), (other, _)| one.cmp(other));
        elements.into_iter().map(|(_, variable)| variable).collect()
    }

    /// Variables of one causality, in the order of the description.
    pub fn with_causality<'a>(&'a self, causality: &'a str) -> impl Iterator<Item = &'a Variable> {
        self.variables.iter().filter(move |variable| variable.causality == causality)
    }

    /// Identifiers of the libraries.
    pub fn identifiers(&self) -> Vec<&str> {
        let mut identifiers: Vec<&str> =
            [&self.co_simulation, &self.model_exchange].into_iter().flatten().map(|o| &*o.identifier).collect();
        identifiers.dedup();
        identifiers
    }
}

impl Variable {
    /// Where its value is.
    pub fn place(&self) -> Place {
        Place { reference: self.reference, data_type: self.data_type, element: self.element }
    }

    /// The start value as a number, for Reals and Integers.
    pub fn start_number(&self) -> Option<f64> {
        self.start.parse().ok()
    }

    /// Whether a number is within the declared limits. Error: what is allowed, as the end of a sentence "must be …".
    pub fn check_limits(&self, value: f64) -> Result<(), String> {
        let has_unit = !matches!(&*self.unit, "" | "1");
        let unit = if has_unit { format!(" {}", self.unit) } else { String::new() };
        self.within(value, |limit| format!("{}{unit}", number(limit)))
    }

    /// The same of a whole number, of which a double may have only the first digits.
    pub fn check_whole_limits(&self, value: i128) -> Result<(), String> {
        self.within(value, |limit| limit.to_string())
    }

    /// `told` says a limit.
    fn within<T: FromStr + PartialOrd>(&self, value: T, told: impl Fn(T) -> String) -> Result<(), String> {
        let limit = |text: &str| text.parse::<T>().ok();
        match (limit(&self.min), limit(&self.max)) {
            (Some(min), _) if value <= min && self.is_min_excluded => Err(format!("greater than {}", told(min))),
            (Some(min), _) if value < min => Err(format!("at least {}", told(min))),
            (_, Some(max)) if value > max => Err(format!("at most {}", told(max))),
            _ => Ok(()),
        }
    }

    /// Name of the unit that people see.
    pub fn shown_unit(&self) -> &str {
        self.display.as_ref().map_or(&self.unit, |display| &display.unit)
    }

    /// A value in the unit that people see.
    pub fn shown(&self, value: f64) -> f64 {
        self.display.as_ref().map_or(value, |display| display.factor * value + display.offset)
    }
}

/// The names closest to a mistyped one, best first, at most three; as the end of a sentence.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    let near = model_description::nearest(name, names);
    if near.is_empty() { String::new() } else { format!("; the nearest names are {}", near.join(", ")) }
}
