//! Identity, kinds, default experiment, log categories.

use super::{Report, Rule, repeated, rules};
use crate::schema::{DefaultExperiment, LogCategories, ModelDescription};

pub fn check(description: &ModelDescription, report: &mut Report) {
    attributes(description, report);
    identifiers(description, report);
    states(description, report);
    experiment(description.default_experiment.as_ref(), [&rules::EXPERIMENT, &rules::EXPERIMENT_ORDER], report);
    log_categories(description.log_categories.as_ref(), [&rules::LOG_NAME, &rules::EMPTY_LIST], report);
}

fn attributes(description: &ModelDescription, report: &mut Report) {
    let version = &description.fmi_version;
    if version != "2.0" {
        report.add(&rules::VERSION, "fmiVersion", format!("is {version:?}, must be \"2.0\""));
    }
    if description.model_name.is_empty() {
        report.add(&rules::MODEL_NAME, "modelName", "is empty or missing");
    }
    if description.guid.is_empty() {
        report.add(&rules::GUID, "guid", "is empty or missing");
    }
    let convention = description.variable_naming_convention.as_deref();
    if let Some(convention) = convention.filter(|convention| !["flat", "structured"].contains(convention)) {
        let problem = format!("is {convention:?}, must be \"flat\" or \"structured\"");
        report.add(&rules::CONVENTION, "variableNamingConvention", problem);
    }
}

fn identifiers(description: &ModelDescription, report: &mut Report) {
    let exchange = description.model_exchange.as_ref().map(|kind| ("ModelExchange", &kind.model_identifier));
    let simulation = description.co_simulation.as_ref().map(|kind| ("CoSimulation", &kind.model_identifier));
    if exchange.is_none() && simulation.is_none() {
        report.add(&rules::KIND, "fmiModelDescription", "has neither ModelExchange nor CoSimulation");
    }
    for (kind, identifier) in exchange.into_iter().chain(simulation) {
        if !is_c_identifier(identifier) {
            let problem = format!("is {identifier:?}; letters, digits and _ are allowed, the first not a digit");
            report.add(&rules::IDENTIFIER, format!("{kind}, modelIdentifier"), problem);
        }
    }
}

/// Letters, digits and underscores, not beginning with a digit.
pub fn is_c_identifier(name: &str) -> bool {
    let legal = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    name.chars().all(legal) && name.starts_with(|first: char| !first.is_ascii_digit())
}

fn states(description: &ModelDescription, report: &mut Report) {
    let exchange = description.model_exchange.as_ref();
    let simulation = description.co_simulation.as_ref();
    let exchange = exchange.map(|kind| ("ModelExchange", kind.can_serialize_fmu_state, kind.can_get_and_set_fmu_state));
    let simulation =
        simulation.map(|kind| ("CoSimulation", kind.can_serialize_fmu_state, kind.can_get_and_set_fmu_state));
    for (kind, serialize, get_and_set) in exchange.into_iter().chain(simulation) {
        if serialize && !get_and_set {
            report.add(&rules::SERIALIZE, kind, "canSerializeFMUstate is true, canGetAndSetFMUstate is false");
        }
    }
}

/// `rules`: of numbers, and of what makes sense.
pub(crate) fn experiment(experiment: Option<&DefaultExperiment>, rules: [&'static Rule; 2], report: &mut Report) {
    let Some(experiment) = experiment else { return };
    let [is_number, makes_sense] = rules;
    let start = experiment.start_time.unwrap_or(0.0);
    let mut demand = |name: &str, value: Option<f64>, allowed: fn(f64, f64) -> bool, what: &str| {
        let Some(value) = value else { return };
        let location = format!("DefaultExperiment, {name}");
        if !value.is_finite() {
            report.add(is_number, location, format!("is {value}, must be a finite number"));
        } else if !allowed(value, start) {
            report.add(makes_sense, location, format!("is {value}; {what}"));
        }
    };
    demand("startTime", experiment.start_time, |_, _| true, "");
    demand("stopTime", experiment.stop_time, |stop, start| stop >= start, "it is before startTime");
    demand("tolerance", experiment.tolerance, |tolerance, _| tolerance > 0.0, "a tolerance is greater than 0");
    demand("stepSize", experiment.step_size, |step, _| step > 0.0, "a step is greater than 0");
}

/// `rules`: of names, and of empty lists.
pub(crate) fn log_categories(list: Option<&LogCategories>, rules: [&'static Rule; 2], report: &mut Report) {
    let [names_once, not_empty] = rules;
    let Some(list) = list else { return };
    let names = || list.categories.iter().map(|category| category.name.as_str());
    if list.categories.is_empty() {
        report.add(not_empty, "LogCategories", "is empty; leave it out");
    }
    if names().any(str::is_empty) {
        report.add(names_once, "LogCategories", "a category has no name");
    }
    for name in repeated(names()) {
        report.add(names_once, "LogCategories", format!("{name:?} occurs more than once"));
    }
}
