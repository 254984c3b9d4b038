//! The elements of an FMI 2.0 modelDescription.xml, for writing and for reading.
//!
//! Reading is tolerant: unknown attributes and elements are passed over, missing names read as empty. Whether a
//! description obeys the standard is the business of [`validate`](crate::validate).

pub(crate) mod number;
mod structure;
mod unit;
mod variable;

pub use structure::{DependencyKind, ModelStructure, Unknown, Unknowns};
pub use unit::{BaseUnit, DisplayUnit, Unit};
pub use variable::{
    Causality, EnumerationVariable, Initial, IntegerVariable, PlainVariable, RealVariable, ScalarVariable, Variability,
    VariableType,
};

use number::real;
use serde::{Deserialize, Serialize};

/// `<fmiModelDescription>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename = "fmiModelDescription")]
pub struct ModelDescription {
    /// "2.0".
    #[serde(rename = "@fmiVersion", default)]
    pub fmi_version: String,
    /// Name of the model.
    #[serde(rename = "@modelName", default)]
    pub model_name: String,
    /// Identifies the description; the binary holds the same.
    #[serde(rename = "@guid", default)]
    pub guid: String,
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
    /// Number of event indicators of Model Exchange.
    #[serde(rename = "@numberOfEventIndicators", default, skip_serializing_if = "Option::is_none")]
    pub number_of_event_indicators: Option<u32>,
    /// Model Exchange is offered.
    #[serde(rename = "ModelExchange", default, skip_serializing_if = "Option::is_none")]
    pub model_exchange: Option<ModelExchange>,
    /// Co-Simulation is offered.
    #[serde(rename = "CoSimulation", default, skip_serializing_if = "Option::is_none")]
    pub co_simulation: Option<CoSimulation>,
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
    /// Outputs, derivatives, initial unknowns.
    #[serde(rename = "ModelStructure", default)]
    pub model_structure: ModelStructure,
}

/// `<ModelExchange>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelExchange {
    /// Prefix of file names in the FMU.
    #[serde(rename = "@modelIdentifier", default)]
    pub model_identifier: String,
    /// Needs a tool at run time.
    #[serde(rename = "@needsExecutionTool", default)]
    pub needs_execution_tool: bool,
    /// fmi2CompletedIntegratorStep need not be called.
    #[serde(rename = "@completedIntegratorStepNotNeeded", default)]
    pub completed_integrator_step_not_needed: bool,
    /// One instance per process only.
    #[serde(rename = "@canBeInstantiatedOnlyOncePerProcess", default)]
    pub can_be_instantiated_only_once_per_process: bool,
    /// The importer's allocator is not used.
    #[serde(rename = "@canNotUseMemoryManagementFunctions", default)]
    pub can_not_use_memory_management_functions: bool,
    /// Saved states.
    #[serde(rename = "@canGetAndSetFMUstate", default)]
    pub can_get_and_set_fmu_state: bool,
    /// Saved states as bytes.
    #[serde(rename = "@canSerializeFMUstate", default)]
    pub can_serialize_fmu_state: bool,
    /// Directional derivatives.
    #[serde(rename = "@providesDirectionalDerivative", default)]
    pub provides_directional_derivative: bool,
    /// Files of which a library can be compiled.
    #[serde(rename = "SourceFiles", default, skip_serializing_if = "Option::is_none")]
    pub source_files: Option<SourceFiles>,
}

/// `<CoSimulation>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CoSimulation {
    /// Prefix of file names in the FMU.
    #[serde(rename = "@modelIdentifier", default)]
    pub model_identifier: String,
    /// Needs a tool at run time.
    #[serde(rename = "@needsExecutionTool", default)]
    pub needs_execution_tool: bool,
    /// The communication step may vary.
    #[serde(rename = "@canHandleVariableCommunicationStepSize", default)]
    pub can_handle_variable_communication_step_size: bool,
    /// fmi2SetRealInputDerivatives works.
    #[serde(rename = "@canInterpolateInputs", default)]
    pub can_interpolate_inputs: bool,
    /// Highest order of fmi2GetRealOutputDerivatives.
    #[serde(rename = "@maxOutputDerivativeOrder", default)]
    pub max_output_derivative_order: u32,
    /// fmi2DoStep may return fmi2Pending.
    #[serde(rename = "@canRunAsynchronuously", default)]
    pub can_run_asynchronuously: bool,
    /// One instance per process only.
    #[serde(rename = "@canBeInstantiatedOnlyOncePerProcess", default)]
    pub can_be_instantiated_only_once_per_process: bool,
    /// The importer's allocator is not used.
    #[serde(rename = "@canNotUseMemoryManagementFunctions", default)]
    pub can_not_use_memory_management_functions: bool,
    /// Saved states.
    #[serde(rename = "@canGetAndSetFMUstate", default)]
    pub can_get_and_set_fmu_state: bool,
    /// Saved states as bytes.
    #[serde(rename = "@canSerializeFMUstate", default)]
    pub can_serialize_fmu_state: bool,
    /// Directional derivatives.
    #[serde(rename = "@providesDirectionalDerivative", default)]
    pub provides_directional_derivative: bool,
    /// Files of which a library can be compiled.
    #[serde(rename = "SourceFiles", default, skip_serializing_if = "Option::is_none")]
    pub source_files: Option<SourceFiles>,
}

/// `<SourceFiles>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SourceFiles {
    /// The files.
    #[serde(rename = "File", default)]
    pub files: Vec<SourceFile>,
}

impl SourceFiles {
    pub(crate) fn named(names: &[&str]) -> Self {
        Self { files: names.iter().map(|name| SourceFile { name: (*name).to_owned() }).collect() }
    }
}

/// `<File>` of `<SourceFiles>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its name within the folder `sources`.
    #[serde(rename = "@name", default)]
    pub name: String,
}

/// `<UnitDefinitions>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitDefinitions {
    /// The units.
    #[serde(rename = "Unit", default)]
    pub units: Vec<Unit>,
}

/// `<TypeDefinitions>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TypeDefinitions {
    /// The types.
    #[serde(rename = "SimpleType", default)]
    pub types: Vec<SimpleType>,
}

/// `<SimpleType>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SimpleType {
    /// Name, to which variables refer.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// What it is.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The items, where it is an enumeration.
    #[serde(rename = "Enumeration", default, skip_serializing_if = "Option::is_none")]
    pub enumeration: Option<EnumerationItems>,
    /// Unit and range, where it is a Real type.
    #[serde(rename = "Real", default, skip_serializing_if = "Option::is_none")]
    pub real: Option<RealType>,
}

/// `<Real>` in a `<SimpleType>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RealType {
    /// SI unit.
    #[serde(rename = "@unit", default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Unit for display.
    #[serde(rename = "@displayUnit", default, skip_serializing_if = "Option::is_none")]
    pub display_unit: Option<String>,
}

/// `<Enumeration>` in a `<SimpleType>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EnumerationItems {
    /// The items.
    #[serde(rename = "Item", default)]
    pub items: Vec<Item>,
}

/// `<Item>` of an enumeration. Values have 64 bits in FMI 3.0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Item<Value = i32> {
    /// Name.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// Value, as the functions pass it.
    #[serde(rename = "@value")]
    pub value: Value,
    /// What it means.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// `<LogCategories>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LogCategories {
    /// The categories.
    #[serde(rename = "Category", default)]
    pub categories: Vec<LogCategory>,
}

/// `<Category>` of messages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LogCategory {
    /// Name.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// What is logged.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// `<DefaultExperiment>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DefaultExperiment {
    /// Begin in s.
    #[serde(rename = "@startTime", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub start_time: Option<f64>,
    /// End in s.
    #[serde(rename = "@stopTime", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub stop_time: Option<f64>,
    /// Relative tolerance.
    #[serde(rename = "@tolerance", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub tolerance: Option<f64>,
    /// Communication step in s.
    #[serde(rename = "@stepSize", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub step_size: Option<f64>,
}

/// `<ModelVariables>`; dependencies count them from 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelVariables {
    /// The variables.
    #[serde(rename = "ScalarVariable", default)]
    pub variables: Vec<ScalarVariable>,
}
