//! Dimensions, and how many start values there are.

use super::Variables;
use crate::counted;
use crate::fmi3::schema::{Causality, Dimension, Variability, Variable, VariableType};
use crate::validation::{Report, Rule, rules};

pub fn check(variables: &Variables<'_>, report: &mut Report) {
    for (index, variable) in variables.numbered() {
        for dimension in &variable.dimensions {
            if let Some((rule, problem)) = wrong(variables, dimension) {
                report.named(rule, index, &variable.name, problem);
            }
        }
        let is_scalar_only =
            variable.variable_type == VariableType::Clock || variable.causality() == Causality::StructuralParameter;
        if is_scalar_only && variable.is_array() {
            report.named(&rules::DIMENSION_FOR, index, &variable.name, "is an array");
        }
        if let Some(problem) = wrong_count(variables, variable) {
            report.named(&rules::START_COUNT, index, &variable.name, problem);
        }
    }
}

fn wrong(variables: &Variables<'_>, dimension: &Dimension) -> Option<(&'static Rule, String)> {
    match (dimension.start, dimension.value_reference) {
        (Some(0), None) => Some((&rules::DIMENSION, "a Dimension has start 0".into())),
        (Some(_), None) => None,
        (None, Some(reference)) => {
            let is_length = |variable: &&Variable| {
                let is_fixed = variable.causality() == Causality::StructuralParameter
                    || variable.variability() == Variability::Constant;
                is_fixed && variable.variable_type == VariableType::UInt64
            };
            let known = variables.get(reference).filter(is_length);
            let problem = || format!("a Dimension refers to {reference}, which is no length");
            known.is_none().then(|| (&rules::DIMENSION_OF, problem()))
        }
        (Some(_), Some(_)) => Some((&rules::DIMENSION, "a Dimension has start and valueReference".into())),
        (None, None) => Some((&rules::DIMENSION, "a Dimension has neither start nor valueReference".into())),
    }
}

/// One value stands for all elements.
fn wrong_count(variables: &Variables<'_>, variable: &Variable) -> Option<String> {
    let count = variable.starts().count().max(variable.starts_of_text.len()) as u64;
    let size = size(variables, variable)?;
    (count > 1 && count != size).then(|| format!("has {count} start values and {}", counted(size, "element")))
}

fn size(variables: &Variables<'_>, variable: &Variable) -> Option<u64> {
    let length = |dimension: &Dimension| {
        let of_variable = || variables.get(dimension.value_reference?)?.starts().next()?.parse().ok();
        dimension.start.or_else(of_variable)
    };
    variable.dimensions.iter().try_fold(1_u64, |size, dimension| size.checked_mul(length(dimension)?))
}
