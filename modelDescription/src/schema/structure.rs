//! Outputs, derivatives and initial unknowns.

use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

/// `<ModelStructure>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelStructure {
    /// Every output.
    #[serde(rename = "Outputs", default, skip_serializing_if = "Option::is_none")]
    pub outputs: Option<Unknowns>,
    /// The derivatives of the continuous states, in the order of the state vector.
    #[serde(rename = "Derivatives", default, skip_serializing_if = "Option::is_none")]
    pub derivatives: Option<Unknowns>,
    /// What is computed at initialization.
    #[serde(rename = "InitialUnknowns", default, skip_serializing_if = "Option::is_none")]
    pub initial_unknowns: Option<Unknowns>,
}

/// A list of `<Unknown>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unknowns {
    /// The unknowns.
    #[serde(rename = "Unknown", default)]
    pub unknowns: Vec<Unknown>,
}

/// `<Unknown>`: a computed variable and what it depends on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unknown {
    /// Number of the variable, from 1.
    #[serde(rename = "@index")]
    pub index: u32,
    /// Numbers of the variables it depends on; absent: on all.
    #[serde(rename = "@dependencies", default, skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<Vec<u32>>,
    /// How; as many as dependencies.
    #[serde(rename = "@dependenciesKind", default, skip_serializing_if = "Option::is_none")]
    pub dependencies_kind: Option<Vec<DependencyKind>>,
}

/// How an unknown depends on a known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DependencyKind {
    /// Without particular structure.
    Dependent,
    /// Times a constant factor.
    Constant,
    /// Times a factor that is fixed after initialization.
    Fixed,
    /// Times a factor that changes when a tunable parameter does.
    Tunable,
    /// Times a factor that changes at events.
    Discrete,
}

impl Display for DependencyKind {
    /// As it is written.
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        self.serialize(formatter)
    }
}
