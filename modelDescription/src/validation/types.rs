//! Declared types and their use.

use std::collections::{HashMap, HashSet};

use super::{Report, Rule, rules};
use crate::repeated;
use crate::schema::{Item, ModelDescription, ScalarVariable, SimpleType, VariableType};
use std::fmt::Display;

pub fn check(description: &ModelDescription, report: &mut Report) {
    let types = description.type_definitions.as_ref().map_or(&[][..], |definitions| &definitions.types);
    let is_empty = description.type_definitions.is_some() && types.is_empty();
    named(is_empty, types.iter().map(|known| known.name.as_str()), report);
    for (known, list) in types.iter().filter_map(|known| Some((known, known.enumeration.as_ref()?))) {
        enumeration(&known.name, &list.items, |value| format!("value {value}"), report);
    }
    let known = Known::of(types);
    for (index, variable) in description.model_variables.variables.iter().enumerate() {
        if known.types.contains_key(&*variable.name) {
            report.variable(&rules::TYPE_NAME, index, variable, "has the name of a type");
        }
        if let Some((rule, problem)) = known.use_of_type(variable) {
            report.variable(rule, index, variable, problem);
        }
    }
}

/// What the list of definitions must be, and the names in it.
pub(crate) fn named<'a>(is_empty: bool, names: impl Iterator<Item = &'a str> + Clone, report: &mut Report) {
    if is_empty {
        report.add(&rules::EMPTY_LIST, "TypeDefinitions", "is empty; leave it out");
    }
    if names.clone().any(str::is_empty) {
        report.add(&rules::TYPE_NAME, "TypeDefinitions", "a type has no name");
    }
    for name in repeated(names) {
        report.add(&rules::TYPE_NAME, "TypeDefinitions", format!("{name:?} occurs more than once"));
    }
}

/// The items of a type; `told` is how a value is told.
pub(crate) fn enumeration<Value: Display>(
    name: &str,
    items: &[Item<Value>],
    told: fn(&str) -> String,
    report: &mut Report,
) {
    let location = format!("TypeDefinitions, type {name:?}");
    if items.is_empty() {
        report.add(&rules::TYPE_ITEMS, location.as_str(), "has no items");
    }
    for name in repeated(items.iter().map(|item| item.name.as_str())) {
        report.add(&rules::TYPE_ITEMS, location.as_str(), format!("item {name:?} occurs more than once"));
    }
    let values: Vec<String> = items.iter().map(|item| item.value.to_string()).collect();
    for value in repeated(values.iter().map(String::as_str)) {
        report.add(&rules::TYPE_ITEMS, location.as_str(), format!("{} occurs more than once", told(value)));
    }
}

/// Definitions by name, so that many variables with many types take no more time than reading them.
struct Known<'a> {
    types: HashMap<&'a str, &'a SimpleType>,
    /// Names of types with the values of their items.
    values: HashSet<(&'a str, i32)>,
}

impl<'a> Known<'a> {
    fn of(types: &'a [SimpleType]) -> Self {
        let lists = types.iter().filter_map(|known| Some((&*known.name, known.enumeration.as_ref()?)));
        let values = lists.flat_map(|(name, list)| list.items.iter().map(move |item| (name, item.value)));
        // Of two of the same name, which is a finding, the first counts.
        Self { types: types.iter().rev().map(|known| (&*known.name, known)).collect(), values: values.collect() }
    }

    fn use_of_type(&self, variable: &ScalarVariable) -> Option<(&'static Rule, String)> {
        let Some(name) = variable.kind.declared_type() else {
            let enumeration = matches!(variable.kind, VariableType::Enumeration(_));
            return enumeration.then(|| (&rules::TYPE_MISSING, "is an Enumeration without declaredType".into()));
        };
        let is_enumeration = self.types.get(name).map(|known| known.enumeration.is_some());
        match (&variable.kind, is_enumeration) {
            (_, None) => Some((&rules::TYPE_UNKNOWN, format!("declaredType {name:?} is not in TypeDefinitions"))),
            (VariableType::Enumeration(variable), Some(true)) => {
                let start = variable.start.filter(|start| !self.values.contains(&(name, *start)))?;
                Some((&rules::TYPE_START, format!("start {start} is not the value of an item of {name:?}")))
            }
            (VariableType::Enumeration(_), Some(false)) => {
                Some((&rules::TYPE_UNKNOWN, format!("declaredType {name:?} is not an Enumeration")))
            }
            (_, Some(true)) => {
                Some((&rules::TYPE_UNKNOWN, format!("declaredType {name:?} is an Enumeration, the variable is not")))
            }
            _ => None,
        }
    }
}
