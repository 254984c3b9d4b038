//! The modelDescription of a declared model.

mod structure;
pub(crate) mod types;
pub(crate) mod variables;

pub(crate) use structure::{depends_on_all, is_initial_unknown};

use crate::declaration::Model;
use crate::guid;
use crate::schema::{CoSimulation, DefaultExperiment, LogCategories, LogCategory, ModelDescription, ModelExchange};

/// Categories of the messages, as the binary logs them.
const LOG_CATEGORIES: [(&str, &str); 7] = [
    ("logEvents", "Breakaway, stop, reversal, end stop and jam, with the time and the torques that decided"),
    ("logStatistics", "Counts of the solver's work and of the events, when the simulation is terminated"),
    ("logStatusWarning", "Calls that work but should not be made, and numerical conditions"),
    ("logStatusDiscard", "Refused values and steps that ended early"),
    ("logStatusError", "Calls that failed"),
    ("logStatusFatal", "Failures that end the instance"),
    ("logAll", "All messages"),
];

/// The description of `model`, with its GUID.
pub fn describe(model: &Model) -> ModelDescription {
    let mut description = ModelDescription {
        fmi_version: "2.0".into(),
        model_name: model.identifier.clone(),
        description: Some(model.description.clone()),
        version: Some(env!("CARGO_PKG_VERSION").into()),
        license: Some(env!("CARGO_PKG_LICENSE").into()),
        generation_tool: Some(format!("{} {}", crate::TOOL, env!("CARGO_PKG_VERSION"))),
        variable_naming_convention: Some("structured".into()),
        number_of_event_indicators: Some(model.event_indicators as u32),
        model_exchange: Some(model_exchange(&model.identifier)),
        co_simulation: Some(co_simulation(&model.identifier)),
        unit_definitions: Some(types::unit_definitions(types::quantities(model))),
        type_definitions: types::type_definitions(model),
        log_categories: Some(log_categories()),
        default_experiment: Some(default_experiment(model)),
        model_variables: variables::model_variables(model),
        model_structure: structure::model_structure(model),
        ..ModelDescription::default()
    };
    description.guid = guid::of(&description, &model.tables);
    description
}

fn model_exchange(identifier: &str) -> ModelExchange {
    ModelExchange {
        model_identifier: identifier.into(),
        needs_execution_tool: false,
        // Events that the integrator runs through are found at the end of its step.
        completed_integrator_step_not_needed: false,
        can_be_instantiated_only_once_per_process: false,
        can_not_use_memory_management_functions: true,
        can_get_and_set_fmu_state: true,
        can_serialize_fmu_state: true,
        provides_directional_derivative: true,
        source_files: None,
    }
}

fn co_simulation(identifier: &str) -> CoSimulation {
    CoSimulation {
        model_identifier: identifier.into(),
        needs_execution_tool: false,
        can_handle_variable_communication_step_size: true,
        can_interpolate_inputs: true,
        max_output_derivative_order: 1,
        can_run_asynchronuously: false,
        can_be_instantiated_only_once_per_process: false,
        can_not_use_memory_management_functions: true,
        can_get_and_set_fmu_state: true,
        can_serialize_fmu_state: true,
        provides_directional_derivative: true,
        source_files: None,
    }
}

pub(crate) fn log_categories() -> LogCategories {
    let category =
        |(name, description): (&str, &str)| LogCategory { name: name.into(), description: Some(description.into()) };
    LogCategories { categories: LOG_CATEGORIES.map(category).into() }
}

pub(crate) fn default_experiment(model: &Model) -> DefaultExperiment {
    DefaultExperiment {
        start_time: Some(0.0),
        stop_time: Some(model.experiment.stop_time),
        tolerance: Some(model.experiment.tolerance),
        step_size: Some(model.experiment.step_size),
    }
}
