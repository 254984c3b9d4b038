//! Names and value references of variables.

use super::rules;
use crate::fmi3::schema::ModelDescription;
use crate::validation::names::is_structured;
use crate::validation::{Report, repeated};
use std::collections::HashMap;

pub fn check(description: &ModelDescription, report: &mut Report) {
    let structured = description.variable_naming_convention.as_deref() == Some("structured");
    let mut references = HashMap::new();
    for (index, variable) in description.variables().iter().enumerate() {
        let aliases = variable.aliases.iter().map(|alias| &alias.name);
        for name in std::iter::once(&variable.name).chain(aliases) {
            if name.is_empty() {
                report.named(&rules::NAME_EMPTY, index, &variable.name, "has no name, or an alias without one");
            } else if structured && !is_structured(name) {
                let problem = "is not a structured name: identifiers with [indices], joined by dots, or der(…) of one";
                report.named(&rules::NAME_GRAMMAR, index, name, problem);
            }
        }
        if let Some(other) = references.insert(variable.value_reference, &variable.name) {
            let problem = format!("has value reference {}, as {other:?}", variable.value_reference);
            report.named(&rules::REFERENCE_SHARED, index, &variable.name, problem);
        }
    }
    for name in repeated(all_names(description)) {
        report.add(&rules::NAME_REPEATED, "ModelVariables", format!("the name {name:?} occurs more than once"));
    }
}

fn all_names(description: &ModelDescription) -> impl Iterator<Item = &str> {
    description.variables().iter().flat_map(|variable| {
        let aliases = variable.aliases.iter().map(|alias| alias.name.as_str());
        std::iter::once(variable.name.as_str()).chain(aliases)
    })
}
