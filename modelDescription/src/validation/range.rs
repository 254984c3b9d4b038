//! Start values, ranges, nominal values.

use super::{Report, rules};
use crate::schema::{ModelDescription, RealVariable, ScalarVariable, VariableType};
use std::fmt::Display;

pub fn check(description: &ModelDescription, report: &mut Report) {
    for (index, variable) in description.model_variables.variables.iter().enumerate() {
        if let VariableType::Real(real) = &variable.kind {
            finite(index, variable, real, report);
        }
        let (min, start, max) = bounds(variable);
        within(index, &variable.name, [min, max], start.as_slice(), report);
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

/// The range has values, and the start values are among them.
pub(crate) fn within<Number: Copy + PartialOrd + Display>(
    index: usize,
    name: &str,
    [min, max]: [Option<Number>; 2],
    starts: &[Number],
    report: &mut Report,
) {
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        report.named(&rules::RANGE_EMPTY, index, name, format!("min {min} is above max {max}"));
    }
    for &start in starts {
        if let Some(min) = min.filter(|&min| start < min) {
            report.named(&rules::START_OUTSIDE, index, name, format!("start {start} is below min {min}"));
        }
        if let Some(max) = max.filter(|&max| start > max) {
            report.named(&rules::START_OUTSIDE, index, name, format!("start {start} is above max {max}"));
        }
    }
}
