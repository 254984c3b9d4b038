//! The kinds of FMU with their capabilities.

use serde::{Deserialize, Serialize};

/// `<ModelExchange>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelExchange {
    /// Prefix of file names in the FMU.
    #[serde(rename = "@modelIdentifier", default)]
    pub model_identifier: String,
    /// Needs a tool at run time.
    #[serde(rename = "@needsExecutionTool", default)]
    pub needs_execution_tool: bool,
    /// One instance per process only.
    #[serde(rename = "@canBeInstantiatedOnlyOncePerProcess", default)]
    pub can_be_instantiated_only_once_per_process: bool,
    /// Saved states.
    #[serde(rename = "@canGetAndSetFMUState", default)]
    pub can_get_and_set_fmu_state: bool,
    /// Saved states as bytes.
    #[serde(rename = "@canSerializeFMUState", default)]
    pub can_serialize_fmu_state: bool,
    /// Directional derivatives.
    #[serde(rename = "@providesDirectionalDerivatives", default)]
    pub provides_directional_derivatives: bool,
    /// Adjoint derivatives.
    #[serde(rename = "@providesAdjointDerivatives", default)]
    pub provides_adjoint_derivatives: bool,
    /// Dependencies of single elements of arrays.
    #[serde(rename = "@providesPerElementDependencies", default)]
    pub provides_per_element_dependencies: bool,
    /// fmi3CompletedIntegratorStep must be called.
    #[serde(rename = "@needsCompletedIntegratorStep", default)]
    pub needs_completed_integrator_step: bool,
    /// fmi3EvaluateDiscreteStates works.
    #[serde(rename = "@providesEvaluateDiscreteStates", default)]
    pub provides_evaluate_discrete_states: bool,
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
    /// One instance per process only.
    #[serde(rename = "@canBeInstantiatedOnlyOncePerProcess", default)]
    pub can_be_instantiated_only_once_per_process: bool,
    /// Saved states.
    #[serde(rename = "@canGetAndSetFMUState", default)]
    pub can_get_and_set_fmu_state: bool,
    /// Saved states as bytes.
    #[serde(rename = "@canSerializeFMUState", default)]
    pub can_serialize_fmu_state: bool,
    /// Directional derivatives.
    #[serde(rename = "@providesDirectionalDerivatives", default)]
    pub provides_directional_derivatives: bool,
    /// Adjoint derivatives.
    #[serde(rename = "@providesAdjointDerivatives", default)]
    pub provides_adjoint_derivatives: bool,
    /// Dependencies of single elements of arrays.
    #[serde(rename = "@providesPerElementDependencies", default)]
    pub provides_per_element_dependencies: bool,
    /// The communication step may vary.
    #[serde(rename = "@canHandleVariableCommunicationStepSize", default)]
    pub can_handle_variable_communication_step_size: bool,
    /// Length of the internal steps, where it is fixed.
    #[serde(rename = "@fixedInternalStepSize", default, skip_serializing_if = "Option::is_none")]
    pub fixed_internal_step_size: Option<f64>,
    /// Highest order of fmi3GetOutputDerivatives.
    #[serde(rename = "@maxOutputDerivativeOrder", default)]
    pub max_output_derivative_order: u32,
    /// Smoothness of inputs that the importer should give in intermediate update mode.
    #[serde(rename = "@recommendedIntermediateInputSmoothness", default, skip_serializing_if = "Option::is_none")]
    pub recommended_intermediate_input_smoothness: Option<i32>,
    /// The intermediate update callback is called.
    #[serde(rename = "@providesIntermediateUpdate", default)]
    pub provides_intermediate_update: bool,
    /// fmi3DoStep may end before its communication point.
    #[serde(rename = "@mightReturnEarlyFromDoStep", default)]
    pub might_return_early_from_do_step: bool,
    /// fmi3DoStep ends where the intermediate update callback asks for it.
    #[serde(rename = "@canReturnEarlyAfterIntermediateUpdate", default)]
    pub can_return_early_after_intermediate_update: bool,
    /// Events are handled in event mode.
    #[serde(rename = "@hasEventMode", default)]
    pub has_event_mode: bool,
    /// fmi3EvaluateDiscreteStates works.
    #[serde(rename = "@providesEvaluateDiscreteStates", default)]
    pub provides_evaluate_discrete_states: bool,
}

/// `<ScheduledExecution>`; read only to say that it is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScheduledExecution {
    /// Prefix of file names in the FMU.
    #[serde(rename = "@modelIdentifier", default)]
    pub model_identifier: String,
}
