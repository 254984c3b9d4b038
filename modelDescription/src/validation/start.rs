//! Causality, variability, initial and start (the tables of 2.2.7).

use super::{Report, rules};
use crate::schema::{Causality, Initial, ModelDescription, ScalarVariable, Variability, VariableType};

pub fn check(description: &ModelDescription, report: &mut Report) {
    for (index, variable) in description.model_variables.variables.iter().enumerate() {
        combination(index, variable, report);
        variability_of_type(index, variable, report);
        initial_and_start(index, variable, report);
    }
    independent(description, report);
}

/// The values of `initial` for a causality and a variability, the default first; none: the two do not go together.
/// An empty list: `initial` must be absent.
fn allowed_initial(causality: Causality, variability: Variability) -> Option<&'static [Initial]> {
    use Causality::{CalculatedParameter, Independent, Input, Local, Output, Parameter};
    use Variability::{Constant, Continuous, Discrete, Fixed, Tunable};
    match (causality, variability) {
        (Parameter, Fixed | Tunable) | (Output | Local, Constant) => Some(&[Initial::Exact]),
        (CalculatedParameter | Local, Fixed | Tunable) => Some(&[Initial::Calculated, Initial::Approx]),
        (Output | Local, Discrete | Continuous) => Some(&[Initial::Calculated, Initial::Exact, Initial::Approx]),
        (Input, Discrete | Continuous) | (Independent, Continuous) => Some(&[]),
        _ => None,
    }
}

/// `initial`, or what stands for it when it is absent; none for inputs and the independent variable.
pub fn effective_initial(variable: &ScalarVariable) -> Option<Initial> {
    let default = || allowed_initial(variable.causality(), variable.variability())?.first().copied();
    variable.initial.or_else(default)
}

/// A user can set it: an input, or a variable that starts from its start value and is not constant.
pub fn is_settable(variable: &ScalarVariable) -> bool {
    let starts = matches!(effective_initial(variable), Some(Initial::Exact | Initial::Approx));
    let constant = variable.variability() == Variability::Constant;
    variable.causality() == Causality::Input || (starts && !constant)
}

fn combination(index: usize, variable: &ScalarVariable, report: &mut Report) {
    let (causality, variability) = (variable.causality(), variable.variability());
    let Some(allowed) = allowed_initial(causality, variability) else {
        let problem = format!("causality {causality} does not go with variability {variability}");
        report.variable(&rules::CAUSALITY, index, variable, problem);
        return;
    };
    if let Some(initial) = variable.initial.filter(|initial| !allowed.contains(initial)) {
        let must = Initial::demand(allowed);
        let problem = format!("initial {initial} with causality {causality} and variability {variability}; {must}");
        report.variable(&rules::INITIAL, index, variable, problem);
    }
}

fn variability_of_type(index: usize, variable: &ScalarVariable, report: &mut Report) {
    if variable.real().is_none() && variable.variability() == Variability::Continuous {
        let problem = "is not Real and its variability is continuous or missing";
        report.variable(&rules::VARIABILITY_TYPE, index, variable, problem);
    }
}

fn initial_and_start(index: usize, variable: &ScalarVariable, report: &mut Report) {
    let causality = variable.causality();
    let initial = effective_initial(variable);
    let needed = causality == Causality::Input || matches!(initial, Some(Initial::Exact | Initial::Approx));
    let forbidden = causality == Causality::Independent || initial == Some(Initial::Calculated);
    if needed && !has_start(variable) {
        let why = initial.map_or("an input".into(), |initial| format!("initial {initial}"));
        report.variable(&rules::START_MISSING, index, variable, format!("has no start value, but is {why}"));
    }
    if forbidden && has_start(variable) {
        let problem = "has a start value, but is computed (initial calculated) or independent";
        report.variable(&rules::START_FORBIDDEN, index, variable, problem);
    }
}

fn has_start(variable: &ScalarVariable) -> bool {
    match &variable.kind {
        VariableType::Real(real) => real.start.is_some(),
        VariableType::Integer(integer) => integer.start.is_some(),
        VariableType::Boolean(boolean) => boolean.start.is_some(),
        VariableType::String(string) => string.start.is_some(),
        VariableType::Enumeration(enumeration) => enumeration.start.is_some(),
    }
}

fn independent(description: &ModelDescription, report: &mut Report) {
    let variables = description.model_variables.variables.iter().enumerate();
    let independent = variables.filter(|(_, variable)| variable.causality() == Causality::Independent);
    for (count, (index, variable)) in independent.enumerate() {
        if count > 0 {
            report.variable(&rules::INDEPENDENT, index, variable, "is a second independent variable");
        }
        if variable.real().is_none() {
            report.variable(&rules::INDEPENDENT, index, variable, "is independent and not Real");
        }
    }
}
