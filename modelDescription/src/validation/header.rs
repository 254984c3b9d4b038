//! Identity, kinds, default experiment, log categories.

use super::{Report, rules};
use crate::repeated;
use crate::schema::{DefaultExperiment, LogCategories, ModelDescription};

pub fn check(description: &ModelDescription, report: &mut Report) {
    let version = &description.fmi_version;
    if version != "2.0" {
        report.add(&rules::VERSION, "fmiVersion", format!("is {version:?}, must be \"2.0\""));
    }
    let convention = description.variable_naming_convention.as_deref();
    identity(&description.model_name, ("guid", &description.guid), convention, report);
    let exchange = description.model_exchange.as_ref();
    let simulation = description.co_simulation.as_ref();
    let identifiers = [
        ("ModelExchange", exchange.map(|kind| &*kind.model_identifier)),
        ("CoSimulation", simulation.map(|kind| &*kind.model_identifier)),
    ];
    kinds(&identifiers, "has neither ModelExchange nor CoSimulation", report);
    let states = [
        ("ModelExchange", exchange.map(|kind| [kind.can_serialize_fmu_state, kind.can_get_and_set_fmu_state])),
        ("CoSimulation", simulation.map(|kind| [kind.can_serialize_fmu_state, kind.can_get_and_set_fmu_state])),
    ];
    saved_states(states, "canSerializeFMUstate is true, canGetAndSetFMUstate is false", report);
    experiment(description.default_experiment.as_ref(), report);
    log_categories(description.log_categories.as_ref(), report);
}

/// `token`: what identifies the description, with the name of its attribute.
pub(crate) fn identity(name: &str, token: (&str, &str), convention: Option<&str>, report: &mut Report) {
    if name.is_empty() {
        report.add(&rules::MODEL_NAME, "modelName", "is empty or missing");
    }
    if token.1.is_empty() {
        report.add(&rules::TOKEN, token.0, "is empty or missing");
    }
    if let Some(convention) = convention.filter(|convention| !["flat", "structured"].contains(convention)) {
        let problem = format!("is {convention:?}, must be \"flat\" or \"structured\"");
        report.add(&rules::CONVENTION, "variableNamingConvention", problem);
    }
}

/// The kinds of FMU with the model identifiers of those that are offered; `none`: what is wrong if there are none.
pub(crate) fn kinds(identifiers: &[(&str, Option<&str>)], none: &str, report: &mut Report) {
    if identifiers.iter().all(|(_, identifier)| identifier.is_none()) {
        report.add(&rules::KIND, "fmiModelDescription", none);
    }
    for (kind, identifier) in identifiers {
        if let Some(identifier) = identifier.filter(|identifier| !is_c_identifier(identifier)) {
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

/// Of each kind that is offered, the flags canSerializeFMUState and canGetAndSetFMUState.
pub(crate) fn saved_states(kinds: [(&str, Option<[bool; 2]>); 2], problem: &str, report: &mut Report) {
    for (kind, _) in kinds.iter().filter(|(_, flags)| *flags == Some([true, false])) {
        report.add(&rules::SERIALIZE, *kind, problem);
    }
}

pub(crate) fn experiment(experiment: Option<&DefaultExperiment>, report: &mut Report) {
    let Some(experiment) = experiment else { return };
    let start = experiment.start_time.unwrap_or(0.0);
    let mut demand = |name: &str, value: Option<f64>, allowed: fn(f64, f64) -> bool, what: &str| {
        let Some(value) = value else { return };
        let location = format!("DefaultExperiment, {name}");
        if !value.is_finite() {
            report.add(&rules::EXPERIMENT, location, format!("is {value}, must be a finite number"));
        } else if !allowed(value, start) {
            report.add(&rules::EXPERIMENT_ORDER, location, format!("is {value}; {what}"));
        }
    };
    demand("startTime", experiment.start_time, |_, _| true, "");
    demand("stopTime", experiment.stop_time, |stop, start| stop >= start, "it is before startTime");
    demand("tolerance", experiment.tolerance, |tolerance, _| tolerance > 0.0, "a tolerance is greater than 0");
    demand("stepSize", experiment.step_size, |step, _| step > 0.0, "a step is greater than 0");
}

pub(crate) fn log_categories(list: Option<&LogCategories>, report: &mut Report) {
    let Some(list) = list else { return };
    let names = || list.categories.iter().map(|category| category.name.as_str());
    if list.categories.is_empty() {
        report.add(&rules::EMPTY_LIST, "LogCategories", "is empty; leave it out");
    }
    if names().any(str::is_empty) {
        report.add(&rules::LOG_NAME, "LogCategories", "a category has no name");
    }
    for name in repeated(names()) {
        report.add(&rules::LOG_NAME, "LogCategories", format!("{name:?} occurs more than once"));
    }
}
