//! Declared types and their use.

use crate::fmi3::schema::{ModelDescription, TypeDefinition, Variable, VariableType};
use crate::validation::types::{enumeration, named};
use crate::validation::{Report, Rule, rules};
use std::collections::{HashMap, HashSet};

pub fn check(description: &ModelDescription, report: &mut Report) {
    let types = description.type_definitions.as_ref().map_or(&[][..], |definitions| &definitions.types);
    let is_empty = description.type_definitions.is_some() && types.is_empty();
    named(is_empty, types.iter().map(|known| known.name.as_str()), report);
    for known in types.iter().filter(|known| known.variable_type == VariableType::Enumeration) {
        enumeration(&known.name, &known.items, |value| format!("item {value:?}"), report);
    }
    let known = Known::of(types);
    for (index, variable) in description.variables().iter().enumerate() {
        if let Some((rule, problem)) = known.use_of_type(variable) {
            report.named(rule, index, &variable.name, problem);
        }
    }
}

/// Definitions by name, so that many variables with many types take no more time than reading them.
struct Known<'a> {
    types: HashMap<&'a str, &'a TypeDefinition>,
    /// Names of types with the values of their items.
    values: HashSet<(&'a str, i64)>,
}

impl<'a> Known<'a> {
    fn of(types: &'a [TypeDefinition]) -> Self {
        let values = types.iter().flat_map(|known| known.items.iter().map(|item| (&*known.name, item.value)));
        // Of two of the same name, which is a finding, the first counts.
        Self { types: types.iter().rev().map(|known| (&*known.name, known)).collect(), values: values.collect() }
    }

    fn use_of_type(&self, variable: &Variable) -> Option<(&'static Rule, String)> {
        let is_enumeration = variable.variable_type == VariableType::Enumeration;
        let Some(name) = variable.declared_type.as_deref() else {
            return is_enumeration.then(|| (&rules::TYPE_MISSING, "is an Enumeration without declaredType".into()));
        };
        let Some(declared) = self.types.get(name) else {
            return Some((&rules::TYPE_UNKNOWN, format!("declaredType {name:?} is not in TypeDefinitions")));
        };
        if declared.variable_type != variable.variable_type {
            let (of, is) = (declared.variable_type.name(), variable.variable_type.name());
            return Some((&rules::TYPE_UNKNOWN, format!("declaredType {name:?} is of {of}, the variable is {is}")));
        }
        // What is no number at all is told with the start values.
        let starts = variable.starts().filter_map(|start| start.parse().ok()).filter(|_| is_enumeration);
        let unknown = starts.into_iter().find(|start: &i64| !self.values.contains(&(name, *start)))?;
        Some((&rules::TYPE_START, format!("start {unknown} is not the value of an item of {name:?}")))
    }
}
