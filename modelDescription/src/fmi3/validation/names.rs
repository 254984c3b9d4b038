//! Names and value references of variables.

use crate::fmi3::schema::ModelDescription;
use crate::validation::{Report, names, rules};
use std::collections::HashMap;

pub fn check(description: &ModelDescription, report: &mut Report) {
    let convention = description.variable_naming_convention.as_deref();
    let mut references = HashMap::new();
    for (index, variable) in description.variables().iter().enumerate() {
        let aliases = variable.aliases.iter().map(|alias| &alias.name);
        for name in std::iter::once(&variable.name).chain(aliases) {
            if name.is_empty() {
                report.named(&rules::NAME_EMPTY, index, &variable.name, "has no name, or an alias without one");
            }
            names::grammar(index, name, convention, report);
        }
        if let Some(other) = references.insert(variable.value_reference, &variable.name) {
            let problem = format!("has value reference {}, as {other:?}", variable.value_reference);
            report.named(&rules::REFERENCE_SHARED, index, &variable.name, problem);
        }
    }
    names::once(all_names(description), report);
}

fn all_names(description: &ModelDescription) -> impl Iterator<Item = &str> {
    description.variables().iter().flat_map(|variable| {
        let aliases = variable.aliases.iter().map(|alias| alias.name.as_str());
        std::iter::once(variable.name.as_str()).chain(aliases)
    })
}
