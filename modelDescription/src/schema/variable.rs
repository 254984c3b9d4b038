//! Variables of the description.

use super::number::real;
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

/// `<ScalarVariable>`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScalarVariable {
    /// Name.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// Handle in the functions, unique per type (unless it is an alias).
    #[serde(rename = "@valueReference")]
    pub value_reference: u32,
    /// What it means.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Absent: local.
    #[serde(rename = "@causality", default, skip_serializing_if = "Option::is_none")]
    pub causality: Option<Causality>,
    /// Absent: continuous.
    #[serde(rename = "@variability", default, skip_serializing_if = "Option::is_none")]
    pub variability: Option<Variability>,
    /// Absent: what table 2.2.7 gives for causality and variability.
    #[serde(rename = "@initial", default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<Initial>,
    /// Type, range and start.
    #[serde(rename = "$value")]
    pub kind: VariableType,
    /// Notes of tools; passed over.
    #[serde(rename = "Annotations", default, skip_serializing)]
    annotations: Option<Annotations>,
}

/// Content is passed over.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
struct Annotations {}

impl ScalarVariable {
    /// A variable without notes.
    pub fn new(name: &str, value_reference: u32, kind: VariableType) -> Self {
        Self {
            name: name.into(),
            value_reference,
            description: None,
            causality: None,
            variability: None,
            initial: None,
            kind,
            annotations: None,
        }
    }

    /// The causality in force.
    pub fn causality(&self) -> Causality {
        self.causality.unwrap_or(Causality::Local)
    }

    /// The variability in force.
    pub fn variability(&self) -> Variability {
        self.variability.unwrap_or(Variability::Continuous)
    }

    /// The element of a Real variable.
    pub fn real(&self) -> Option<&RealVariable> {
        if let VariableType::Real(real) = &self.kind { Some(real) } else { None }
    }
}

/// What a variable is for (2.2.7).
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
        }
    }
}

impl Display for Causality {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        formatter.write_str(self.name())
    }
}

/// When a variable may change (FMI 2.0, 2.2.7; FMI 3.0, 2.4.7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Variability {
    /// Never.
    Constant,
    /// Not after initialization.
    Fixed,
    /// At communication points and events, by the user.
    Tunable,
    /// At events.
    Discrete,
    /// Always.
    Continuous,
}

impl Variability {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Fixed => "fixed",
            Self::Tunable => "tunable",
            Self::Discrete => "discrete",
            Self::Continuous => "continuous",
        }
    }
}

impl Display for Variability {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        formatter.write_str(self.name())
    }
}

/// How a variable gets its first value (2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Initial {
    /// From its start value.
    Exact,
    /// By iteration from its start value.
    Approx,
    /// It is computed.
    Calculated,
}

impl Display for Initial {
    /// As it is written.
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        self.serialize(formatter)
    }
}

impl Initial {
    /// As the end of a sentence: which of these is allowed.
    pub(crate) fn demand(allowed: &[Self]) -> String {
        let names: Vec<String> = allowed.iter().map(ToString::to_string).collect();
        if names.is_empty() { "it must be absent".to_owned() } else { format!("allowed: {}", names.join(", ")) }
    }
}

/// The type element of a variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum VariableType {
    /// `<Real>`.
    Real(RealVariable),
    /// `<Integer>`.
    Integer(IntegerVariable),
    /// `<Boolean>`.
    Boolean(PlainVariable<bool>),
    /// `<String>`.
    String(PlainVariable<String>),
    /// `<Enumeration>`.
    Enumeration(EnumerationVariable),
}

impl VariableType {
    /// It has a start value.
    pub(crate) fn has_start(&self) -> bool {
        match self {
            Self::Real(real) => real.start.is_some(),
            Self::Integer(whole) | Self::Enumeration(whole) => whole.start.is_some(),
            Self::Boolean(boolean) => boolean.start.is_some(),
            Self::String(string) => string.start.is_some(),
        }
    }

    /// Name of the declared type.
    pub(crate) fn declared_type(&self) -> Option<&str> {
        let name = match self {
            Self::Real(real) => &real.declared_type,
            Self::Integer(whole) | Self::Enumeration(whole) => &whole.declared_type,
            Self::Boolean(boolean) => &boolean.declared_type,
            Self::String(string) => &string.declared_type,
        };
        name.as_deref()
    }
}

/// `<Real>` of a variable.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RealVariable {
    /// Name of a declared type.
    #[serde(rename = "@declaredType", default, skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// Unit at the interface.
    #[serde(rename = "@unit", default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Unit for display.
    #[serde(rename = "@displayUnit", default, skip_serializing_if = "Option::is_none")]
    pub display_unit: Option<String>,
    /// Smallest value.
    #[serde(rename = "@min", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub min: Option<f64>,
    /// Largest value.
    #[serde(rename = "@max", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub max: Option<f64>,
    /// Typical magnitude.
    #[serde(rename = "@nominal", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub nominal: Option<f64>,
    /// Start value.
    #[serde(rename = "@start", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub start: Option<f64>,
    /// Number of the variable of which this is the time derivative, from 1.
    #[serde(rename = "@derivative", default, skip_serializing_if = "Option::is_none")]
    pub derivative: Option<u32>,
    /// The state may be set anew at an event.
    #[serde(rename = "@reinit", default, skip_serializing_if = "Option::is_none")]
    pub reinit: Option<bool>,
}

/// `<Integer>` of a variable; `<Enumeration>` has the same, and the items in its declared type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IntegerVariable {
    /// Name of a declared type.
    #[serde(rename = "@declaredType", default, skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// Smallest value.
    #[serde(rename = "@min", default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// Largest value.
    #[serde(rename = "@max", default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    /// Start value.
    #[serde(rename = "@start", default, skip_serializing_if = "Option::is_none")]
    pub start: Option<i32>,
}

/// `<Enumeration>` of a variable.
pub type EnumerationVariable = IntegerVariable;

/// `<Boolean>` and `<String>` of a variable.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlainVariable<Value> {
    /// Name of a declared type.
    #[serde(rename = "@declaredType", default, skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// Start value.
    #[serde(rename = "@start", default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Value>,
}
