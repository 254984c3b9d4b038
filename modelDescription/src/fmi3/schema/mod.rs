//! The elements of an FMI 3.0 modelDescription.xml, for writing and for reading.
//!
//! What FMI 3.0 has as FMI 2.0 has it (units, log categories, the default experiment) is that of
//! [`crate::schema`]. Reading is tolerant: unknown attributes and elements are passed over, missing names read as empty.

mod kinds;
mod structure;
mod types;
mod variable;
mod variable_type;

pub use crate::schema::{
    BaseUnit, DefaultExperiment, DependencyKind, DisplayUnit, Initial, LogCategories, LogCategory, Unit,
    UnitDefinitions, Variability,
};
pub use kinds::{CoSimulation, ModelExchange, ScheduledExecution};
pub use structure::{ModelStructure, Unknown};
pub use types::{Item, TypeDefinition, TypeDefinitions};
pub use variable::{Alias, Causality, Dimension, IntervalVariability, ModelVariables, Start, Variable};
pub use variable_type::VariableType;

use serde::{Deserialize, Serialize};

/// `<fmiModelDescription>` of FMI 3.0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename = "fmiModelDescription")]
pub struct ModelDescription {
    /// "3.0".
    #[serde(rename = "@fmiVersion", default)]
    pub fmi_version: String,
    /// Name of the model.
    #[serde(rename = "@modelName", default)]
    pub model_name: String,
    /// Identifies the description; the binary holds the same.
    #[serde(rename = "@instantiationToken", default)]
    pub instantiation_token: String,
    /// What it models.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Who wrote it.
    #[serde(rename = "@author", default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Version of the model.
    #[serde(rename = "@version", default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Copyright.
    #[serde(rename = "@copyright", default, skip_serializing_if = "Option::is_none")]
    pub copyright: Option<String>,
    /// Licence.
    #[serde(rename = "@license", default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// Tool that made it.
    #[serde(rename = "@generationTool", default, skip_serializing_if = "Option::is_none")]
    pub generation_tool: Option<String>,
    /// When it was made; own descriptions have none, so that they stay the same.
    #[serde(rename = "@generationDateAndTime", default, skip_serializing_if = "Option::is_none")]
    pub generation_date_and_time: Option<String>,
    /// "flat" or "structured".
    #[serde(rename = "@variableNamingConvention", default, skip_serializing_if = "Option::is_none")]
    pub variable_naming_convention: Option<String>,
    /// Model Exchange is offered.
    #[serde(rename = "ModelExchange", default, skip_serializing_if = "Option::is_none")]
    pub model_exchange: Option<ModelExchange>,
    /// Co-Simulation is offered.
    #[serde(rename = "CoSimulation", default, skip_serializing_if = "Option::is_none")]
    pub co_simulation: Option<CoSimulation>,
    /// Scheduled Execution is offered.
    #[serde(rename = "ScheduledExecution", default, skip_serializing_if = "Option::is_none")]
    pub scheduled_execution: Option<ScheduledExecution>,
    /// Units.
    #[serde(rename = "UnitDefinitions", default, skip_serializing_if = "Option::is_none")]
    pub unit_definitions: Option<UnitDefinitions>,
    /// Declared types.
    #[serde(rename = "TypeDefinitions", default, skip_serializing_if = "Option::is_none")]
    pub type_definitions: Option<TypeDefinitions>,
    /// Categories of messages.
    #[serde(rename = "LogCategories", default, skip_serializing_if = "Option::is_none")]
    pub log_categories: Option<LogCategories>,
    /// What to simulate when nothing else is said.
    #[serde(rename = "DefaultExperiment", default, skip_serializing_if = "Option::is_none")]
    pub default_experiment: Option<DefaultExperiment>,
    /// The variables.
    #[serde(rename = "ModelVariables", default)]
    pub model_variables: ModelVariables,
    /// Outputs, derivatives, initial unknowns, event indicators.
    #[serde(rename = "ModelStructure", default)]
    pub model_structure: ModelStructure,
}

impl ModelDescription {
    /// The variables, in the order of the description.
    pub fn variables(&self) -> &[Variable] {
        &self.model_variables.variables
    }

    /// The variable with a value reference.
    pub fn variable(&self, reference: u32) -> Option<&Variable> {
        self.variables().iter().find(|variable| variable.value_reference == reference)
    }

    /// The variable called `name`.
    pub fn named(&self, name: &str) -> Option<&Variable> {
        self.variables().iter().find(|variable| variable.name == name)
    }

    /// Number of values of a variable: 1, or the product of its dimensions as the description gives them; `None` where
    /// one of them is not known or the product is beyond all memory.
    pub fn size(&self, variable: &Variable) -> Option<u64> {
        let sizes = variable.dimensions.iter().map(|dimension| self.length(dimension));
        sizes.into_iter().try_fold(1_u64, |size, length| size.checked_mul(length?))
    }

    /// A dimension says its length, or which variable has it.
    pub fn length(&self, dimension: &Dimension) -> Option<u64> {
        let of_variable = || self.variable(dimension.value_reference?)?.starts().next()?.parse().ok();
        dimension.start.or_else(of_variable)
    }
}
