//! Start values, ranges, nominal values.

use super::{Report, rules};
use crate::schema::{ModelDescription, RealVariable, ScalarVariable, VariableType};

pub fn check(description: &ModelDescription, report: &mut Report) {
    for (index, variable) in description.model_variables.variables.iter().enumerate() {
        if let VariableType::Real(real) = &variable.kind {
            finite(index, variable, real, report);
        }
        let (min, start, max) = bounds(variable);
        if let (Some(min), Some(max)) = (min, max)
            && min > max
        {
            report.variable(&rules::RANGE_EMPTY, index, variable, format!("min {min} is above max {max}"));
        }
        outside(index, variable, (min, start, max), report);
    }
}

fn finite(index: usize, variable: &ScalarVariable, real: &RealVariable, report: &mut Report) {
    let attributes = [("start", real.start), ("min", real.min), ("max", real.max), ("nominal", real.nominal)];
    for (name, value) in attributes {
        if let Some(value) = value.filter(|value| !value.is_finite()) {
            report.variable(&rules::NOT_FINITE, index, variable, format!("{name} is {value}"));
        }
    }
    if let Some(nominal) = real.nominal.filter(|&nominal| nominal <= 0.0) {
        report.variable(&rules::NOMINAL, index, variable, format!("nominal is {nominal}, must be greater than 0"));
    }
}

type Bounds = (Option<f64>, Option<f64>, Option<f64>);

fn bounds(variable: &ScalarVariable) -> Bounds {
    match &variable.kind {
        VariableType::Real(real) => (real.min, real.start, real.max),
        VariableType::Integer(integer) => whole(integer.min, integer.start, integer.max),
        VariableType::Enumeration(enumeration) => whole(enumeration.min, enumeration.start, enumeration.max),
        VariableType::Boolean(_) | VariableType::String(_) => (None, None, None),
    }
}

fn whole(min: Option<i32>, start: Option<i32>, max: Option<i32>) -> Bounds {
    (min.map(f64::from), start.map(f64::from), max.map(f64::from))
}

fn outside(index: usize, variable: &ScalarVariable, (min, start, max): Bounds, report: &mut Report) {
    let Some(start) = start else { return };
    if let Some(min) = min.filter(|&min| start < min) {
        report.variable(&rules::START_OUTSIDE, index, variable, format!("start {start} is below min {min}"));
    }
    if let Some(max) = max.filter(|&max| start > max) {
        report.variable(&rules::START_OUTSIDE, index, variable, format!("start {start} is above max {max}"));
    }
}
