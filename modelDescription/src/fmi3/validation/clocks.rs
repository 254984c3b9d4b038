//! Clocks, what changes with them, and what is there in intermediate updates.

use super::Variables;
use super::derivatives::is_continuous;
use crate::fmi3::schema::{Causality, Variability, Variable, VariableType};
use crate::validation::{Report, rules};

pub fn check(variables: &Variables<'_>, report: &mut Report) {
    for (index, variable) in variables.numbered() {
        if let Some(problem) = wrong_clock(variable) {
            report.named(&rules::CLOCK, index, &variable.name, problem);
        }
        if let Some(problem) = wrong_clocks(variables, variable) {
            report.named(&rules::CLOCKS, index, &variable.name, problem);
        }
        let is_discrete = variable.variability() == Variability::Discrete;
        if variable.previous.is_some() && !(is_discrete && variable.clocks.is_some()) {
            report.named(&rules::PREVIOUS, index, &variable.name, "has previous, and no clocks or is not discrete");
        }
        if variable.intermediate_update == Some(true) && !is_continuous(variable) {
            report.named(&rules::INTERMEDIATE, index, &variable.name, "has intermediateUpdate and is not continuous");
        }
    }
}

fn wrong_clock(variable: &Variable) -> Option<&'static str> {
    if variable.variable_type != VariableType::Clock {
        return None;
    }
    let is_known = matches!(variable.causality(), Causality::Input | Causality::Output | Causality::Local);
    match (is_known, variable.variability(), variable.interval_variability) {
        (false, ..) => Some("is a Clock and neither input, output nor local"),
        (true, Variability::Discrete, Some(_)) => None,
        (true, Variability::Discrete, None) => Some("is a Clock without intervalVariability"),
        (true, ..) => Some("is a Clock and not discrete"),
    }
}

fn wrong_clocks(variables: &Variables<'_>, variable: &Variable) -> Option<String> {
    let clocks = variable.clocks.as_ref()?;
    if !matches!(variable.variability(), Variability::Discrete | Variability::Tunable) {
        return Some("has clocks and is neither discrete nor tunable".into());
    }
    let is_clock =
        |reference: u32| variables.get(reference).is_some_and(|variable| variable.variable_type == VariableType::Clock);
    match clocks.iter().find(|&&reference| !is_clock(reference)) {
        Some(reference) => Some(format!("clocks lists {reference}, which is no Clock")),
        None => clocks.is_empty().then(|| "clocks is empty".into()),
    }
}
