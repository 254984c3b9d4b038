//! Start values, ranges, nominal values.

use super::Variables;
use crate::fmi3::schema::{Variable, VariableType};
use crate::validation::{Report, range, rules};
use crate::xml::shortened;

pub fn check(variables: &Variables<'_>, report: &mut Report) {
    for (index, variable) in variables.numbered() {
        if let Some(nominal) = variable.nominal.filter(|nominal| !(nominal.is_finite() && *nominal > 0.0)) {
            let problem = format!("nominal is {nominal}, must be finite and greater than 0");
            report.named(&rules::NOMINAL, index, &variable.name, problem);
        }
        match numbers(variable) {
            Ok(Numbers { range, starts }) => range::within(index, &variable.name, range, &starts, report),
            Err(problem) => report.named(&rules::NOT_A_VALUE, index, &variable.name, problem),
        }
    }
}

/// A value of a floating point or of any whole type. Those of one variable are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Number {
    Float(f64),
    Whole(i128),
}

impl std::fmt::Display for Number {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Float(value) => value.fmt(formatter),
            Self::Whole(value) => value.fmt(formatter),
        }
    }
}

struct Numbers {
    /// Smallest and largest.
    range: [Option<Number>; 2],
    starts: Vec<Number>,
}

/// What is written, as values of the type; the error says what is none.
fn numbers(variable: &Variable) -> Result<Numbers, String> {
    let read = |name: &str, text: &str| {
        let problem =
            || format!("{name} is {:?}, no finite value of {}", shortened(text), variable.variable_type.name());
        number(variable.variable_type, text).ok_or_else(problem)
    };
    let one = |name: &str, text: &Option<String>| text.as_deref().map(|text| read(name, text.trim())).transpose();
    let starts = match variable.variable_type {
        VariableType::Boolean => {
            let is_truth = |text: &str| ["true", "false", "0", "1"].contains(&text);
            if let Some(wrong) = variable.starts().find(|text| !is_truth(text)) {
                return Err(format!("start is {:?}, no value of Boolean", shortened(wrong)));
            }
            Vec::new()
        }
        VariableType::String | VariableType::Binary | VariableType::Clock => Vec::new(),
        VariableType::Float32
        | VariableType::Float64
        | VariableType::Int8
        | VariableType::UInt8
        | VariableType::Int16
        | VariableType::UInt16
        | VariableType::Int32
        | VariableType::UInt32
        | VariableType::Int64
        | VariableType::UInt64
        | VariableType::Enumeration => variable.starts().map(|text| read("start", text)).collect::<Result<_, _>>()?,
    };
    Ok(Numbers { range: [one("min", &variable.min)?, one("max", &variable.max)?], starts })
}

fn number(variable_type: VariableType, text: &str) -> Option<Number> {
    match variable_type.whole_numbers() {
        Some((least, greatest)) => {
            let value = text.parse().ok().filter(|value| (least..=greatest).contains(value))?;
            Some(Number::Whole(value))
        }
        None => text.parse().ok().filter(|value: &f64| value.is_finite()).map(Number::Float),
    }
}
