//! Causality, variability, initial and start (the tables of 2.4.8).

use super::rules;
use crate::fmi3::schema::{Causality, Initial, ModelDescription, Variability, Variable, VariableType};
use crate::validation::Report;

pub fn check(description: &ModelDescription, report: &mut Report) {
    for (index, variable) in description.variables().iter().enumerate() {
        combination(index, variable, report);
        initial_and_start(index, variable, report);
        if variable.variability() == Variability::Continuous && !variable.variable_type.is_float() {
            let problem = format!("is {} and continuous", variable.variable_type.name());
            report.named(&rules::VARIABILITY_TYPE, index, &variable.name, problem);
        }
    }
    independent(description, report);
}

/// The values of `initial` for a causality and a variability, the default first; none: the two do not go together.
/// An empty list: `initial` must be absent.
fn allowed_initial(causality: Causality, variability: Variability) -> Option<&'static [Initial]> {
    use Causality::{CalculatedParameter, Independent, Input, Local, Output, Parameter, StructuralParameter};
    use Variability::{Constant, Continuous, Discrete, Fixed, Tunable};
    match (causality, variability) {
        (Parameter | StructuralParameter, Fixed | Tunable)
        | (Output | Local, Constant)
        | (Input, Discrete | Continuous) => Some(&[Initial::Exact]),
        (CalculatedParameter | Local, Fixed | Tunable) => Some(&[Initial::Calculated, Initial::Approx]),
        (Output | Local, Discrete | Continuous) => Some(&[Initial::Calculated, Initial::Exact, Initial::Approx]),
        (Independent, Continuous) => Some(&[]),
        _ => None,
    }
}

/// `initial`, or what stands for it when it is absent; none for the independent variable.
pub fn effective_initial(variable: &Variable) -> Option<Initial> {
    let default = || allowed_initial(variable.causality(), variable.variability())?.first().copied();
    variable.initial.or_else(default)
}

fn combination(index: usize, variable: &Variable, report: &mut Report) {
    let (causality, variability) = (variable.causality(), variable.variability());
    let Some(allowed) = allowed_initial(causality, variability) else {
        let problem = format!("causality {causality} does not go with variability {variability}");
        report.named(&rules::CAUSALITY, index, &variable.name, problem);
        return;
    };
    if let Some(initial) = variable.initial.filter(|initial| !allowed.contains(initial)) {
        let must = Initial::demand(allowed);
        let problem = format!("initial {initial} with causality {causality} and variability {variability}; {must}");
        report.named(&rules::INITIAL, index, &variable.name, problem);
    }
}

fn initial_and_start(index: usize, variable: &Variable, report: &mut Report) {
    // Clocks have neither.
    if variable.variable_type == VariableType::Clock {
        return;
    }
    let initial = effective_initial(variable);
    let needed = matches!(initial, Some(Initial::Exact | Initial::Approx));
    let forbidden = variable.causality() == Causality::Independent || initial == Some(Initial::Calculated);
    let has_start = variable.start.is_some() || !variable.starts_of_text.is_empty();
    if let Some(initial) = initial.filter(|_| needed && !has_start) {
        let problem = format!("has no start value, but is initial {initial}");
        report.named(&rules::START_MISSING, index, &variable.name, problem);
    }
    if forbidden && has_start {
        let problem = "has a start value, but is computed (initial calculated) or independent";
        report.named(&rules::START_FORBIDDEN, index, &variable.name, problem);
    }
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
