//! Names and value references of variables.

use std::collections::BTreeMap;

use super::{AnyVariable, AnyVariables, Report, rules};
use crate::fmi3::schema::Causality;
use crate::repeated;
use crate::schema::{Initial, ModelDescription, Variability, VariableType};

pub fn check(description: &ModelDescription, variables: &AnyVariables<'_>, report: &mut Report) {
    let convention = description.variable_naming_convention.as_deref();
    for (index, variable) in variables.numbered() {
        if variable.name.is_empty() {
            report.named(&rules::NAME_EMPTY, index, variable.name, "has no name");
        }
        grammar(index, variable.name, convention, report);
    }
    once(variables.all.iter().map(|variable| variable.name), report);
    references(description, variables, report);
}

/// A name of the variable at a place, if it has one.
pub(crate) fn grammar(index: usize, name: &str, convention: Option<&str>, report: &mut Report) {
    if !name.is_empty() && convention == Some("structured") && !is_structured(name) {
        let problem = "is not a structured name: identifiers with [indices], joined by dots, or der(…) of one";
        report.named(&rules::NAME_GRAMMAR, index, name, problem);
    }
}

pub(crate) fn once<'a>(names: impl Iterator<Item = &'a str>, report: &mut Report) {
    for name in repeated(names) {
        report.add(&rules::NAME_REPEATED, "ModelVariables", format!("the name {name:?} occurs more than once"));
    }
}

/// Variables with one value reference are aliases; setting two of them would be ambiguous.
fn references(description: &ModelDescription, variables: &AnyVariables<'_>, report: &mut Report) {
    let mut settable = BTreeMap::new();
    let numbered = description.model_variables.variables.iter().zip(&variables.all).enumerate();
    for (index, (variable, _)) in numbered.filter(|(_, (_, any))| is_settable(any)) {
        let place = (type_number(&variable.kind), variable.value_reference);
        if let Some(other) = settable.insert(place, &variable.name) {
            let problem = format!("has value reference {}, as {other:?}; only one of them may be set", place.1);
            report.variable(&rules::REFERENCE_SHARED, index, variable, problem);
        }
    }
}

/// A user can set it: an input, or a variable that starts from its start value and is not constant.
fn is_settable(variable: &AnyVariable<'_>) -> bool {
    let starts = matches!(variable.effective_initial(), Some(Initial::Exact | Initial::Approx));
    variable.causality == Causality::Input || (starts && variable.variability != Variability::Constant)
}

/// Integers and Enumerations are passed by the same functions, so that they share their value references.
fn type_number(kind: &VariableType) -> u8 {
    match kind {
        VariableType::Real(_) => 0,
        VariableType::Integer(_) | VariableType::Enumeration(_) => 1,
        VariableType::Boolean(_) => 2,
        VariableType::String(_) => 3,
    }
}

/// FMI 2.0, 2.2.9; FMI 3.0, 2.4.7.5.1.
fn is_structured(name: &str) -> bool {
    match name.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => match inner.rsplit_once(',') {
            Some((identifier, order)) if is_number(order.trim()) => is_identifier(identifier),
            _ => is_identifier(inner),
        },
        None => is_identifier(name),
    }
}

fn is_identifier(text: &str) -> bool {
    let mut rest = text;
    loop {
        match after_name(rest).and_then(after_indices) {
            Some("") => return true,
            Some(more) => match more.strip_prefix('.') {
                Some(next) => rest = next,
                None => return false,
            },
            None => return false,
        }
    }
}

/// What follows a name: letters, digits and underscores, or anything in single quotes.
fn after_name(text: &str) -> Option<&str> {
    if let Some(quoted) = text.strip_prefix('\'') {
        return after_quote(quoted);
    }
    let end = text.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_')).unwrap_or(text.len());
    let legal = end > 0 && !text.starts_with(|first: char| first.is_ascii_digit());
    legal.then(|| &text[end..])
}

/// What follows the closing quote; `\` escapes the next character.
fn after_quote(quoted: &str) -> Option<&str> {
    let mut escaped = false;
    for (place, letter) in quoted.char_indices() {
        match letter {
            '\'' if !escaped => return (place > 0).then(|| &quoted[place + 1..]),
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    None
}

/// What follows array indices, if there are any.
fn after_indices(text: &str) -> Option<&str> {
    let Some(indices) = text.strip_prefix('[') else { return Some(text) };
    let (indices, rest) = indices.split_once(']')?;
    indices.split(',').all(|index| is_number(index.trim())).then_some(rest)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::is_structured;

    #[test]
    fn structured_names_are_told_from_others() {
        for name in [
            "a",
            "_a1.b[3].c[1,2]",
            "der(a.b)",
            "der(x[2],2)",
            "'any thing'.b",
            "'it\\'s'",
            "friction.table.torque[16]",
        ] {
            assert!(is_structured(name), "{name}");
        }
        for name in ["1a", "a..b", "a.", ".a", "a[", "a[x]", "a b", "der(a", "'open", "a[1]b", ""] {
            assert!(!is_structured(name), "{name}");
        }
    }
}
