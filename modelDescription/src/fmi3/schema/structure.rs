//! Outputs, derivatives, initial unknowns and event indicators.

use crate::schema::DependencyKind;
use serde::{Deserialize, Serialize};

/// `<ModelStructure>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelStructure {
    /// Every output.
    #[serde(rename = "Output", default)]
    pub outputs: Vec<Unknown>,
    /// The derivatives of the continuous states, in the order of the state vector.
    #[serde(rename = "ContinuousStateDerivative", default)]
    pub continuous_state_derivatives: Vec<Unknown>,
    /// States that change with a clock.
    #[serde(rename = "ClockedState", default)]
    pub clocked_states: Vec<Unknown>,
    /// What is computed at initialization.
    #[serde(rename = "InitialUnknown", default)]
    pub initial_unknowns: Vec<Unknown>,
    /// The event indicators, in the order of fmi3GetEventIndicators.
    #[serde(rename = "EventIndicator", default)]
    pub event_indicators: Vec<Unknown>,
}

/// A computed variable and what it depends on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unknown {
    /// Value reference of the variable.
    #[serde(rename = "@valueReference")]
    pub value_reference: u32,
    /// Value references of the variables it depends on; absent: on all.
    #[serde(rename = "@dependencies", default, skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<Vec<u32>>,
    /// How; as many as dependencies.
    #[serde(rename = "@dependenciesKind", default, skip_serializing_if = "Option::is_none")]
    pub dependencies_kind: Option<Vec<DependencyKind>>,
}
