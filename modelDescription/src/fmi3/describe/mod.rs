//! The FMI 3.0 description of a declared model.

mod structure;
mod types;
mod variables;

use super::Error;
use super::schema::{CoSimulation, ModelDescription, ModelExchange};
use crate::declaration::Model;

/// The description of `model`. Its token is the GUID of the description for FMI 2.0: the library is the same, and holds
/// one of them.
pub fn describe(model: &Model) -> Result<ModelDescription, Error> {
    variables::check(model)?;
    let of_fmi2 = crate::describe(model);
    Ok(ModelDescription {
        fmi_version: "3.0".into(),
        model_name: of_fmi2.model_name,
        instantiation_token: of_fmi2.guid,
        description: of_fmi2.description,
        version: of_fmi2.version,
        license: of_fmi2.license,
        generation_tool: of_fmi2.generation_tool,
        variable_naming_convention: of_fmi2.variable_naming_convention,
        model_exchange: Some(model_exchange(&model.identifier)),
        co_simulation: Some(co_simulation(&model.identifier)),
        unit_definitions: Some(types::unit_definitions(model)),
        type_definitions: types::type_definitions(model),
        log_categories: of_fmi2.log_categories,
        default_experiment: of_fmi2.default_experiment,
        model_variables: variables::model_variables(model),
        model_structure: structure::model_structure(model),
        ..ModelDescription::default()
    })
}

fn model_exchange(identifier: &str) -> ModelExchange {
    ModelExchange {
        model_identifier: identifier.into(),
        can_get_and_set_fmu_state: true,
        can_serialize_fmu_state: true,
        provides_directional_derivatives: true,
        provides_adjoint_derivatives: true,
        // Events that the integrator runs through are found at the end of its step.
        needs_completed_integrator_step: true,
        ..ModelExchange::default()
    }
}

fn co_simulation(identifier: &str) -> CoSimulation {
    CoSimulation {
        model_identifier: identifier.into(),
        can_get_and_set_fmu_state: true,
        can_serialize_fmu_state: true,
        provides_directional_derivatives: true,
        provides_adjoint_derivatives: true,
        can_handle_variable_communication_step_size: true,
        max_output_derivative_order: 1,
        provides_intermediate_update: true,
        might_return_early_from_do_step: true,
        can_return_early_after_intermediate_update: true,
        has_event_mode: true,
        ..CoSimulation::default()
    }
}
