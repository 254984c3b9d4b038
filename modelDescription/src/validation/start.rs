//! Causality, variability, initial and start (the tables of FMI 2.0, 2.2.7, and FMI 3.0, 2.4.7.5).

use super::{AnyVariable, AnyVariables, Report, rules};
use crate::FmiVersion;
use crate::fmi3::schema::Causality;
use crate::schema::{Initial, ModelDescription, ScalarVariable, Variability};

pub fn check(description: &ModelDescription, variables: &AnyVariables<'_>, report: &mut Report) {
    for ((index, variable), any) in description.model_variables.variables.iter().enumerate().zip(&variables.all) {
        combination(index, any, report);
        variability_of_type(index, variable, report);
        initial_and_start(index, any, report);
    }
    independent(description, report);
}

/// The values of `initial` for a causality and a variability, the default first; none: the two do not go together.
/// An empty list: `initial` must be absent.
pub(crate) fn allowed_initial(
    version: FmiVersion,
    causality: Causality,
    variability: Variability,
) -> Option<&'static [Initial]> {
    use Causality::{CalculatedParameter, Independent, Input, Local, Output, Parameter, StructuralParameter};
    use Variability::{Constant, Continuous, Discrete, Fixed, Tunable};
    match (causality, variability) {
        (Input, Discrete | Continuous) => Some(match version {
            FmiVersion::V2 => &[],
            FmiVersion::V3 => &[Initial::Exact],
        }),
        (Parameter | StructuralParameter, Fixed | Tunable) | (Output | Local, Constant) => Some(&[Initial::Exact]),
        (CalculatedParameter | Local, Fixed | Tunable) => Some(&[Initial::Calculated, Initial::Approx]),
        (Output | Local, Discrete | Continuous) => Some(&[Initial::Calculated, Initial::Exact, Initial::Approx]),
        (Independent, Continuous) => Some(&[]),
        _ => None,
    }
}

pub(crate) fn combination(index: usize, variable: &AnyVariable<'_>, report: &mut Report) {
    let AnyVariable { name, causality, variability, initial, allowed_initial, .. } = *variable;
    let Some(allowed) = allowed_initial else {
        let problem = format!("causality {causality} does not go with variability {variability}");
        report.named(&rules::CAUSALITY, index, name, problem);
        return;
    };
    if let Some(initial) = initial.filter(|initial| !allowed.contains(initial)) {
        let must = Initial::demand(allowed);
        let problem = format!("initial {initial} with causality {causality} and variability {variability}; {must}");
        report.named(&rules::INITIAL, index, name, problem);
    }
}

fn variability_of_type(index: usize, variable: &ScalarVariable, report: &mut Report) {
    if variable.real().is_none() && variable.variability() == Variability::Continuous {
        let problem = "is not Real and its variability is continuous or missing";
        report.variable(&rules::VARIABILITY_TYPE, index, variable, problem);
    }
}

pub(crate) fn initial_and_start(index: usize, variable: &AnyVariable<'_>, report: &mut Report) {
    let (name, initial) = (variable.name, variable.effective_initial());
    // An input of FMI 2.0 has a start value and no `initial`; in FMI 3.0 it is exact.
    let is_input = report.version == FmiVersion::V2 && variable.causality == Causality::Input;
    let needed = is_input || matches!(initial, Some(Initial::Exact | Initial::Approx));
    let forbidden = variable.causality == Causality::Independent || initial == Some(Initial::Calculated);
    if needed && !variable.has_start {
        let why = initial.map_or("an input".into(), |initial| format!("initial {initial}"));
        report.named(&rules::START_MISSING, index, name, format!("has no start value, but is {why}"));
    }
    if forbidden && variable.has_start {
        let problem = "has a start value, but is computed (initial calculated) or independent";
        report.named(&rules::START_FORBIDDEN, index, name, problem);
    }
}

fn independent(description: &ModelDescription, report: &mut Report) {
    let variables = description.model_variables.variables.iter().enumerate();
    let independent = variables.filter(|(_, variable)| variable.causality() == crate::schema::Causality::Independent);
    for (count, (index, variable)) in independent.enumerate() {
        if count > 0 {
            report.variable(&rules::INDEPENDENT, index, variable, "is a second independent variable");
        }
        if variable.real().is_none() {
            report.variable(&rules::INDEPENDENT, index, variable, "is independent and not Real");
        }
    }
}
