//! Which variable is the derivative of which.

use std::collections::{HashMap, HashSet};

use super::{Report, rules};
use crate::schema::{ModelDescription, ScalarVariable, Variability};
use crate::xml::shortened;

pub fn check(description: &ModelDescription, report: &mut Report) {
    let variables = &description.model_variables.variables;
    for (index, variable, number) in derivatives(variables) {
        derivative(index, variable, number, variables, report);
    }
    states(description, report);
    let with_derivative = derivatives(variables).map(|(_, _, number)| number).collect();
    reinit(description, &with_derivative, report);
}

/// Index, variable and the number of the variable of which it is the derivative.
fn derivatives(variables: &[ScalarVariable]) -> impl Iterator<Item = (usize, &ScalarVariable, u32)> {
    let number = |(index, variable): (usize, &'_ ScalarVariable)| Some((index, variable.real()?.derivative?));
    let places: Vec<_> = variables.iter().enumerate().filter_map(number).collect();
    places.into_iter().map(|(index, number)| (index, &variables[index], number))
}

fn derivative(index: usize, variable: &ScalarVariable, number: u32, all: &[ScalarVariable], report: &mut Report) {
    let place = (number as usize).checked_sub(1).filter(|&place| place != index);
    let Some(of) = place.and_then(|place| all.get(place)) else {
        let problem = format!("derivative is {number}, must be the number of another variable, 1 to {}", all.len());
        report.variable(&rules::DERIVATIVE_INDEX, index, variable, problem);
        return;
    };
    if !(is_continuous(variable) && is_continuous(of)) {
        let problem = format!("is the derivative of {:?}; both must be continuous Reals", shortened(&of.name));
        report.variable(&rules::DERIVATIVE_KIND, index, variable, problem);
    }
}

/// Any number of variables may be the derivative of one, but the list of derivatives has each state once.
fn states(description: &ModelDescription, report: &mut Report) {
    let variables = &description.model_variables.variables;
    let listed: HashSet<u32> =
        description.model_structure.derivatives.iter().flat_map(|list| &list.unknowns).map(|u| u.index).collect();
    let mut derivative_of = HashMap::new();
    let is_listed = |(index, ..): &(usize, &ScalarVariable, u32)| listed.contains(&(*index as u32 + 1));
    for (index, variable, number) in derivatives(variables).filter(is_listed) {
        if let Some(other) = derivative_of.insert(number, &variable.name) {
            let problem = format!("is listed as the derivative of variable {number}, as {other:?} is");
            report.variable(&rules::DERIVATIVE_TWICE, index, variable, problem);
        }
    }
}

fn is_continuous(variable: &ScalarVariable) -> bool {
    variable.real().is_some() && variable.variability() == Variability::Continuous
}

fn reinit(description: &ModelDescription, with_derivative: &HashSet<u32>, report: &mut Report) {
    for (index, variable) in description.model_variables.variables.iter().enumerate() {
        let stands = variable.real().is_some_and(|real| real.reinit.is_some());
        let state = with_derivative.contains(&(index as u32 + 1));
        if stands && !(state && description.model_exchange.is_some()) {
            report.variable(&rules::REINIT, index, variable, "has reinit and is not a state of Model Exchange");
        }
    }
}
