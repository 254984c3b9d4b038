//! Which variable is the derivative of which.

use super::{Variables, rules};
use crate::fmi3::schema::{Variability, Variable};
use crate::validation::Report;
use std::collections::HashMap;

pub fn check(variables: &Variables<'_>, report: &mut Report) {
    let mut derivative_of = HashMap::new();
    for (index, variable) in variables.numbered() {
        let Some(reference) = variable.derivative else { continue };
        if let Some(other) = derivative_of.insert(reference, &variable.name) {
            let problem = format!("is the derivative of the variable {reference}, as {other:?} is");
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
        if variable.reinit.is_some() && !derivative_of.contains_key(&variable.value_reference) {
            report.named(&rules::REINIT, index, &variable.name, "has reinit and is not a continuous state");
        }
    }
}

/// A floating point variable that changes at any time.
pub fn is_continuous(variable: &Variable) -> bool {
    variable.variable_type.is_float() && variable.variability() == Variability::Continuous
}
