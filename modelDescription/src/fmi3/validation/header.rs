//! Identity, kinds, default experiment, log categories.

use crate::fmi3::schema::ModelDescription;
use crate::validation::{Report, header, rules};

pub fn check(description: &ModelDescription, report: &mut Report) {
    let version = &description.fmi_version;
    let parts: Vec<&str> = version.split('.').collect();
    let is_number = |part: &&str| part.parse::<u32>().is_ok_and(|number| number.to_string() == **part);
    if !(matches!(parts[..], ["3", _] | ["3", _, _]) && parts.iter().all(is_number)) {
        let problem = format!("is {version:?}, must be 3.MINOR or 3.MINOR.PATCH, as \"3.0\"");
        report.add(&rules::VERSION, "fmiVersion", problem);
    }
    let convention = description.variable_naming_convention.as_deref();
    let token = ("instantiationToken", &*description.instantiation_token);
    header::identity(&description.model_name, token, convention, report);
    let exchange = description.model_exchange.as_ref();
    let simulation = description.co_simulation.as_ref();
    let scheduled = description.scheduled_execution.as_ref();
    let identifiers = [
        ("ModelExchange", exchange.map(|kind| &*kind.model_identifier)),
        ("CoSimulation", simulation.map(|kind| &*kind.model_identifier)),
        ("ScheduledExecution", scheduled.map(|kind| &*kind.model_identifier)),
    ];
    header::kinds(&identifiers, "has none of ModelExchange, CoSimulation and ScheduledExecution", report);
    let states = [
        ("ModelExchange", exchange.map(|kind| [kind.can_serialize_fmu_state, kind.can_get_and_set_fmu_state])),
        ("CoSimulation", simulation.map(|kind| [kind.can_serialize_fmu_state, kind.can_get_and_set_fmu_state])),
    ];
    header::saved_states(states, "canSerializeFMUState is true, canGetAndSetFMUState is false", report);
    let is_alone = simulation
        .is_some_and(|kind| kind.can_return_early_after_intermediate_update && !kind.provides_intermediate_update);
    if is_alone {
        let problem = "canReturnEarlyAfterIntermediateUpdate is true, providesIntermediateUpdate is false";
        report.add(&rules::RETURN_EARLY, "CoSimulation", problem);
    }
    header::experiment(description.default_experiment.as_ref(), report);
    header::log_categories(description.log_categories.as_ref(), report);
}
