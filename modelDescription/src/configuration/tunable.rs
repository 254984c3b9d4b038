//! Parameters that an importer may change while the simulation runs, made so on request.
//!
//! A parameter is fixed unless it was asked for: some importers take every parameter that is not for an unknown of the
//! initialization, which they then search for.

use std::collections::BTreeSet;

use super::pattern;
use crate::declaration::{Causality, Model, Variability, Variable};
use crate::nearest;

/// Makes the parameters tunable that `pattern` names and that can be. The sentence says why there is none in any of the
/// models.
pub fn make_tunable(models: &mut [Model], pattern: &str) -> Result<(), String> {
    let mut is_any = false;
    for model in &mut *models {
        is_any |= apply(model, pattern);
    }
    if is_any { Ok(()) } else { Err(why_none(models, pattern)) }
}

/// Whether there was one.
fn apply(model: &mut Model, pattern: &str) -> bool {
    let chosen = |variable: &&mut Variable| can_be_tunable(variable) && pattern::matches(pattern, &variable.name);
    let mut is_any = false;
    for variable in model.variables.iter_mut().filter(chosen) {
        variable.variability = Variability::Tunable;
        is_any = true;
    }
    follow(model);
    is_any
}

/// What was frozen cannot.
fn can_be_tunable(variable: &Variable) -> bool {
    variable.can_be_tunable && variable.causality == Causality::Parameter
}

/// What is computed from a tunable parameter changes with it.
fn follow(model: &mut Model) {
    let names = |variable: &&Variable| variable.variability == Variability::Tunable;
    let tunable: BTreeSet<String> =
        model.variables.iter().filter(names).map(|variable| variable.name.clone()).collect();
    let calculated = model.variables.iter_mut().filter(|known| known.causality == Causality::CalculatedParameter);
    for variable in calculated.filter(|known| known.computed_from.iter().any(|source| tunable.contains(source))) {
        variable.variability = Variability::Tunable;
    }
}

fn why_none(models: &[Model], pattern: &str) -> String {
    let matching = |variable: &&Variable| variable.has_start() && pattern::matches(pattern, &variable.name);
    let matched: Vec<&Variable> = models.iter().flat_map(|model| &model.variables).filter(matching).collect();
    let hint = hint(models, pattern);
    let Some(first) = matched.first() else {
        return format!("{pattern:?} matches no parameter of {} that can be tunable{hint}", names(models));
    };
    let frozen = matched.iter().find(|variable| variable.can_be_tunable);
    let subject = subject(pattern, &frozen.unwrap_or(first).name);
    match (frozen, first.causality) {
        (Some(_), _) => format!("{subject} is frozen and cannot be tunable as well{hint}"),
        (None, Causality::Input) => format!("{subject} is an input, which can be changed anyway{hint}"),
        (None, _) => format!("{subject} cannot be tunable, because what is computed at the start rests on it{hint}"),
    }
}

/// The variable, and by which pattern it was named.
fn subject(pattern: &str, name: &str) -> String {
    if pattern == name { name.to_owned() } else { format!("{pattern:?}: {name}") }
}

fn names(models: &[Model]) -> String {
    let names: Vec<&str> = models.iter().map(|model| model.identifier.as_str()).collect();
    names.join(", ")
}

/// The nearest of what can be tunable: parameters, and whole groups of them.
fn hint(models: &[Model], pattern: &str) -> String {
    let parameters = models.iter().flat_map(|model| &model.variables).filter(|variable| can_be_tunable(variable));
    let names: BTreeSet<&str> = parameters.map(|variable| variable.name.as_str()).collect();
    let group = |name: &&str| name.split_once('.').map(|(group, _)| format!("{group}.*"));
    let groups: BTreeSet<String> = names.iter().filter_map(group).collect();
    let nearest = nearest(pattern, groups.iter().map(String::as_str).chain(names));
    nearest.first().map_or(String::new(), |name| format!("; the nearest that can be is {name}"))
}
