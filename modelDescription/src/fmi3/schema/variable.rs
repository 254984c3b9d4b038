//! Variables of the description.

use super::variable_type::{VariableType, elements};
use crate::schema::number::real;
use crate::schema::{self, Initial, Variability};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

/// `<ModelVariables>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Elements", into = "Elements")]
pub struct ModelVariables {
    /// The variables.
    pub variables: Vec<Variable>,
}

/// A variable of any type. Attributes that a type does not have are absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Variable {
    /// The type, which is the name of the element.
    #[serde(skip)]
    pub variable_type: VariableType,
    /// Name.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// Handle in the functions and in the description, unique.
    #[serde(rename = "@valueReference")]
    pub value_reference: u32,
    /// What it means.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Absent: local.
    #[serde(rename = "@causality", default, skip_serializing_if = "Option::is_none")]
    pub causality: Option<Causality>,
    /// Absent: see [`Variable::variability`].
    #[serde(rename = "@variability", default, skip_serializing_if = "Option::is_none")]
    pub variability: Option<Variability>,
    /// Absent: what causality and variability say.
    #[serde(rename = "@initial", default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<Initial>,
    /// It can be accessed in intermediate update mode.
    #[serde(rename = "@intermediateUpdate", default, skip_serializing_if = "Option::is_none")]
    pub intermediate_update: Option<bool>,
    /// Value references of the clocks that it changes with.
    #[serde(rename = "@clocks", default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Vec<u32>>,
    /// Value reference of the variable with its previous value: it is a clocked state.
    #[serde(rename = "@previous", default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<u32>,
    /// An input that may be set only once in event mode says false.
    #[serde(rename = "@canHandleMultipleSetPerTimeInstant", default, skip_serializing_if = "Option::is_none")]
    pub can_handle_multiple_set_per_time_instant: Option<bool>,
    /// Name of a declared type.
    #[serde(rename = "@declaredType", default, skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// Physical quantity.
    #[serde(rename = "@quantity", default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<String>,
    /// Unit at the interface.
    #[serde(rename = "@unit", default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Unit for display.
    #[serde(rename = "@displayUnit", default, skip_serializing_if = "Option::is_none")]
    pub display_unit: Option<String>,
    /// Offsets of units do not count.
    #[serde(rename = "@relativeQuantity", default, skip_serializing_if = "Option::is_none")]
    pub relative_quantity: Option<bool>,
    /// Smallest value of all elements, as written.
    #[serde(rename = "@min", default, skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// Largest value of all elements, as written.
    #[serde(rename = "@max", default, skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// Typical magnitude.
    #[serde(rename = "@nominal", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub nominal: Option<f64>,
    /// Start values as written, one or as many as there are elements; those of String and Binary are in `starts_of_text`.
    #[serde(rename = "@start", default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Value reference of the variable of which this is the time derivative.
    #[serde(rename = "@derivative", default, skip_serializing_if = "Option::is_none")]
    pub derivative: Option<u32>,
    /// The state may be set anew at an event.
    #[serde(rename = "@reinit", default, skip_serializing_if = "Option::is_none")]
    pub reinit: Option<bool>,
    /// How the interval of a clock may vary.
    #[serde(rename = "@intervalVariability", default, skip_serializing_if = "Option::is_none")]
    pub interval_variability: Option<IntervalVariability>,
    /// Interval of a periodic clock in s.
    #[serde(rename = "@intervalDecimal", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub interval_decimal: Option<f64>,
    /// Length in each direction of an array; none: a scalar.
    #[serde(rename = "Dimension", default)]
    pub dimensions: Vec<Dimension>,
    /// Start values of String and Binary variables.
    #[serde(rename = "Start", default)]
    pub starts_of_text: Vec<Start>,
    /// Other names.
    #[serde(rename = "Alias", default)]
    pub aliases: Vec<Alias>,
}

impl Variable {
    /// The causality in force.
    pub fn causality(&self) -> Causality {
        self.causality.unwrap_or(Causality::Local)
    }

    /// The variability in force: that of parameters is fixed, of other floating point variables continuous, and discrete
    /// of the rest (2.4.7.4).
    pub fn variability(&self) -> Variability {
        let default = match self.causality() {
            Causality::Parameter | Causality::CalculatedParameter | Causality::StructuralParameter => {
                Variability::Fixed
            }
            Causality::Input | Causality::Output | Causality::Local | Causality::Independent => {
                if self.variable_type.is_float() { Variability::Continuous } else { Variability::Discrete }
            }
        };
        self.variability.unwrap_or(default)
    }

    /// Start values as written, in the order of the elements; of a type that writes them as a list.
    pub fn starts(&self) -> impl Iterator<Item = &str> {
        self.start.as_deref().unwrap_or_default().split_ascii_whitespace()
    }

    /// It has more than one value, or may have.
    pub fn is_array(&self) -> bool {
        !self.dimensions.is_empty()
    }
}

/// What a variable is for (2.4.7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Causality {
    /// Set by the user.
    Parameter,
    /// Computed from parameters.
    CalculatedParameter,
    /// Comes from other models.
    Input,
    /// Goes to other models.
    Output,
    /// Visible, not connected.
    Local,
    /// Time.
    Independent,
    /// Set by the user in configuration mode; lengths of arrays.
    StructuralParameter,
}

impl Causality {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parameter => "parameter",
            Self::CalculatedParameter => "calculatedParameter",
            Self::Input => "input",
            Self::Output => "output",
            Self::Local => "local",
            Self::Independent => "independent",
            Self::StructuralParameter => "structuralParameter",
        }
    }
}

impl Display for Causality {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        formatter.write_str(self.name())
    }
}

impl From<schema::Causality> for Causality {
    fn from(causality: schema::Causality) -> Self {
        match causality {
            schema::Causality::Parameter => Self::Parameter,
            schema::Causality::CalculatedParameter => Self::CalculatedParameter,
            schema::Causality::Input => Self::Input,
            schema::Causality::Output => Self::Output,
            schema::Causality::Local => Self::Local,
            schema::Causality::Independent => Self::Independent,
        }
    }
}

/// How the interval of a clock may vary (2.4.7.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum IntervalVariability {
    /// Never.
    Constant,
    /// Not after initialization.
    Fixed,
    /// When a tunable parameter changes.
    Tunable,
    /// At each tick.
    Changing,
    /// Whenever the FMU says when the next tick is.
    Countdown,
    /// It has none: the clock ticks at events.
    Triggered,
}

/// `<Dimension>`: one of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dimension {
    /// Length.
    #[serde(rename = "@start", default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
    /// Value reference of the variable that has the length.
    #[serde(rename = "@valueReference", default, skip_serializing_if = "Option::is_none")]
    pub value_reference: Option<u32>,
}

/// `<Start>` of a String or Binary variable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Text, or bytes in hexadecimal digits.
    #[serde(rename = "@value", default)]
    pub value: String,
}

/// `<Alias>`: another name of a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alias {
    /// The name.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// What it means.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Unit for display.
    #[serde(rename = "@displayUnit", default, skip_serializing_if = "Option::is_none")]
    pub display_unit: Option<String>,
}

elements! {
    ModelVariables of variables: Variable,
    "Float32" Float32, "Float64" Float64,
    "Int8" Int8, "UInt8" UInt8, "Int16" Int16, "UInt16" UInt16,
    "Int32" Int32, "UInt32" UInt32, "Int64" Int64, "UInt64" UInt64,
    "Boolean" Boolean, "String" String, "Binary" Binary,
    "Enumeration" Enumeration, "Clock" Clock
}
