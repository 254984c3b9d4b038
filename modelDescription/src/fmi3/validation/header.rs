//! Identity, kinds, default experiment, log categories.

use super::rules;
use crate::fmi3::schema::ModelDescription;
use crate::validation::{Report, header, is_c_identifier};

pub fn check(description: &ModelDescription, report: &mut Report) {
    attributes(description, report);
    identifiers(description, report);
    capabilities(description, report);
    let of_experiment = [&rules::EXPERIMENT, &rules::EXPERIMENT_ORDER];
    header::experiment(description.default_experiment.as_ref(), of_experiment, report);
    header::log_categories(description.log_categories.as_ref(), [&rules::LOG_NAME, &rules::EMPTY_LIST], report);
}

fn attributes(description: &ModelDescription, report: &mut Report) {
    let version = &description.fmi_version;
    let parts: Vec<&str> = version.split('.').collect();
    let is_number = |part: &&str| part.parse::<u32>().is_ok_and(|number| number.to_string() == **part);
    if !(matches!(parts[..], ["3", _] | ["3", _, _]) && parts.iter().all(is_number)) {
        report.add(
            &rules::VERSION,
            "fmiVersion",
            format!("is {version:?}, must be 3.MINOR or 3.MINOR.PATCH, as \"3.0\""),
        );
    }
    if description.model_name.is_empty() {
        report.add(&rules::MODEL_NAME, "modelName", "is empty or missing");
    }
    if description.instantiation_token.is_empty() {
        report.add(&rules::TOKEN, "instantiationToken", "is empty or missing");
    }
    let convention = description.variable_naming_convention.as_deref();
    if let Some(convention) = convention.filter(|convention| !["flat", "structured"].contains(convention)) {
        let problem = format!("is {convention:?}, must be \"flat\" or \"structured\"");
        report.add(&rules::CONVENTION, "variableNamingConvention", problem);
    }
}

fn identifiers(description: &ModelDescription, report: &mut Report) {
    let kinds = [
        ("ModelExchange", description.model_exchange.as_ref().map(|kind| &kind.model_identifier)),
        ("CoSimulation", description.co_simulation.as_ref().map(|kind| &kind.model_identifier)),
        ("ScheduledExecution", description.scheduled_execution.as_ref().map(|kind| &kind.model_identifier)),
    ];
    if kinds.iter().all(|(_, identifier)| identifier.is_none()) {
        let problem = "has none of ModelExchange, CoSimulation and ScheduledExecution";
        report.add(&rules::KIND, "fmiModelDescription", problem);
    }
    for (kind, identifier) in kinds {
        if let Some(identifier) = identifier.filter(|identifier| !is_c_identifier(identifier)) {
            let problem = format!("is {identifier:?}; letters, digits and _ are allowed, the first not a digit");
            report.add(&rules::IDENTIFIER, format!("{kind}, modelIdentifier"), problem);
        }
    }
}

fn capabilities(description: &ModelDescription, report: &mut Report) {
    let exchange = description.model_exchange.as_ref();
    let simulation = description.co_simulation.as_ref();
    let states = [
        ("ModelExchange", exchange.map(|kind| (kind.can_serialize_fmu_state, kind.can_get_and_set_fmu_state))),
        ("CoSimulation", simulation.map(|kind| (kind.can_serialize_fmu_state, kind.can_get_and_set_fmu_state))),
    ];
    for (kind, _) in states.iter().filter(|(_, flags)| *flags == Some((true, false))) {
        report.add(&rules::SERIALIZE, *kind, "canSerializeFMUState is true, canGetAndSetFMUState is false");
    }
    let is_alone = simulation
        .is_some_and(|kind| kind.can_return_early_after_intermediate_update && !kind.provides_intermediate_update);
    if is_alone {
        let problem = "canReturnEarlyAfterIntermediateUpdate is true, providesIntermediateUpdate is false";
        report.add(&rules::RETURN_EARLY, "CoSimulation", problem);
    }
}
