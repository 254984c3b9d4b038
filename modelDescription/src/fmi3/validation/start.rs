//! Start values, and the independent variable.

use super::Variables;
use crate::fmi3::schema::{Causality, ModelDescription, Variability};
use crate::validation::start::{combination, initial_and_start};
use crate::validation::{Report, rules};

pub fn check(description: &ModelDescription, variables: &Variables<'_>, report: &mut Report) {
    for ((index, variable), any) in variables.numbered().zip(&variables.any.all) {
        combination(index, any, report);
        // Clocks have neither.
        if !any.is_clock {
            initial_and_start(index, any, report);
        }
        if variable.variability() == Variability::Continuous && !variable.variable_type.is_float() {
            let problem = format!("is {} and continuous", variable.variable_type.name());
            report.named(&rules::VARIABILITY_TYPE, index, &variable.name, problem);
        }
    }
    independent(description, report);
}

fn independent(description: &ModelDescription, report: &mut Report) {
    let variables = description.variables().iter().enumerate();
    let mut independent = variables.filter(|(_, variable)| variable.causality() == Causality::Independent);
    match independent.next() {
        None => report.add(&rules::INDEPENDENT, "ModelVariables", "there is no independent variable"),
        Some((index, variable)) if !variable.variable_type.is_float() => {
            report.named(&rules::INDEPENDENT, index, &variable.name, "is independent and no floating point variable");
        }
        Some(_) => {}
    }
    for (index, variable) in independent {
        report.named(&rules::INDEPENDENT, index, &variable.name, "is a second independent variable");
    }
}
