//! Declared types and their use.

use std::collections::{HashMap, HashSet};

use super::{Report, repeated, rules};
use crate::schema::{EnumerationItems, ModelDescription, ScalarVariable, SimpleType, VariableType};

pub fn check(description: &ModelDescription, report: &mut Report) {
    let types = description.type_definitions.as_ref().map_or(&[][..], |definitions| &definitions.types);
    definitions(description, types, report);
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

fn definitions(description: &ModelDescription, types: &[SimpleType], report: &mut Report) {
    if description.type_definitions.is_some() && types.is_empty() {
        report.add(&rules::EMPTY_LIST, "TypeDefinitions", "is empty; leave it out");
    }
    if types.iter().any(|known| known.name.is_empty()) {
        report.add(&rules::TYPE_NAME, "TypeDefinitions", "a type has no name");
    }
    for name in repeated(types.iter().map(|known| known.name.as_str())) {
        report.add(&rules::TYPE_NAME, "TypeDefinitions", format!("{name:?} occurs more than once"));
    }
    for (known, items) in types.iter().filter_map(|known| Some((known, known.enumeration.as_ref()?))) {
        enumeration(&format!("TypeDefinitions, type {:?}", known.name), items, report);
    }
}

fn enumeration(location: &str, enumeration: &EnumerationItems, report: &mut Report) {
    let items = &enumeration.items;
    if items.is_empty() {
        report.add(&rules::TYPE_ITEMS, location, "has no items");
    }
    for name in repeated(items.iter().map(|item| item.name.as_str())) {
        report.add(&rules::TYPE_ITEMS, location, format!("item {name:?} occurs more than once"));
    }
    let values: Vec<String> = items.iter().map(|item| item.value.to_string()).collect();
    for value in repeated(values.iter().map(String::as_str)) {
        report.add(&rules::TYPE_ITEMS, location, format!("value {value} occurs more than once"));
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

    fn use_of_type(&self, variable: &ScalarVariable) -> Option<(&'static rules::Rule, String)> {
        let Some(name) = declared_type(variable) else {
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

fn declared_type(variable: &ScalarVariable) -> Option<&str> {
    match &variable.kind {
        VariableType::Real(real) => real.declared_type.as_deref(),
        VariableType::Integer(integer) => integer.declared_type.as_deref(),
        VariableType::Boolean(boolean) => boolean.declared_type.as_deref(),
        VariableType::String(string) => string.declared_type.as_deref(),
        VariableType::Enumeration(enumeration) => enumeration.declared_type.as_deref(),
    }
}
