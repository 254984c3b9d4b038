//! A variable that a model does not have, told with those that may be meant.

use super::drivetrain::full_name;
use crate::declaration::{Element, Model};
use crate::nearest;

/// The sentence.
pub fn problem(model: &Model, name: &str) -> String {
    let similar = similar(model, name);
    let hint = if similar.is_empty() { String::new() } else { format!("; similar are {}", similar.join(", ")) };
    format!("{} has no variable {name:?}{hint}", model.kind.name())
}

/// Who names an element means it: its own variables come before those of others.
fn similar(model: &Model, name: &str) -> Vec<String> {
    let settable = || model.variables.iter().filter(|variable| variable.has_start() && !variable.is_hidden);
    if let Some((element, variable)) = element(model, name) {
        if let Some(own) = element.kind.counterpart(variable) {
            return vec![full_name(&element.name, &own.name)];
        }
        let prefix = format!("{}.", element.name);
        let own = nearest(variable, settable().filter_map(|known| known.name.strip_prefix(&prefix)));
        if !own.is_empty() {
            return own.into_iter().map(|variable| full_name(&element.name, variable)).collect();
        }
    }
    nearest(name, settable().map(|variable| variable.name.as_str())).into_iter().map(str::to_owned).collect()
}

/// The element that a full name begins with, and the rest of the name.
fn element<'a>(model: &'a Model, name: &'a str) -> Option<(&'a Element, &'a str)> {
    model.elements.iter().filter(|element| !element.name.is_empty()).find_map(|element| {
        let variable = name.strip_prefix(&element.name)?.strip_prefix('.')?;
        Some((element, variable))
    })
}
