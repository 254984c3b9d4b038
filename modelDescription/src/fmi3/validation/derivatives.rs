//! Which variable is the derivative of which.

use super::Variables;
use crate::fmi3::schema::{ModelDescription, Variability, Variable};
use crate::validation::{Report, rules};
use std::collections::{HashMap, HashSet};

pub fn check(description: &ModelDescription, variables: &Variables<'_>, report: &mut Report) {
    let listed = description.model_structure.continuous_state_derivatives.iter();
    let listed: HashSet<u32> = listed.map(|unknown| unknown.value_reference).collect();
    let mut with_derivative = HashSet::new();
    let mut states = HashMap::new();
    for (index, variable) in variables.numbered() {
        let Some(reference) = variable.derivative else { continue };
        with_derivative.insert(reference);
        // Any number of variables may be the derivative of one, but the list of derivatives has each state once.
        let is_listed = listed.contains(&variable.value_reference);
        if let Some(other) = is_listed.then(|| states.insert(reference, &variable.name)).flatten() {
            let problem = format!("is listed as the derivative of the variable {reference}, as {other:?} is");
            report.named(&rules::DERIVATIVE_TWICE, index, &variable.name, problem);
        }
        let of = variables.get(reference).filter(|_| reference != variable.value_reference);
        if !of.is_some_and(|of| is_continuous(of) && is_continuous(variable)) {
            let problem = format!(
                "derivative is {reference}; it must be the value reference of another variable, and both continuous"
            );
            report.named(&rules::DERIVATIVE, index, &variable.name, problem);
        }
    }
    for (index, variable) in variables.numbered() {
        if variable.reinit.is_some() && !with_derivative.contains(&variable.value_reference) {
            report.named(&rules::REINIT, index, &variable.name, "has reinit and is not a continuous state");
        }
    }
}

/// A floating point variable that changes at any time.
pub fn is_continuous(variable: &Variable) -> bool {
    variable.variable_type.is_float() && variable.variability() == Variability::Continuous
}
