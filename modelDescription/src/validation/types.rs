//! Declared types and their use.

use super::{Report, repeated, rules};
use crate::schema::{EnumerationItems, ModelDescription, ScalarVariable, SimpleType, VariableType};

pub fn check(description: &ModelDescription, report: &mut Report) {
    let types = description.type_definitions.as_ref().map_or(&[][..], |definitions| &definitions.types);
    definitions(description, types, report);
    for (index, variable) in description.model_variables.variables.iter().enumerate() {
        if types.iter().any(|known| known.name == variable.name) {
            report.variable(&rules::TYPE_NAME, index, variable, "has the name of a type");
        }
        if let Some((rule, problem)) = use_of_type(types, variable) {
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

fn use_of_type(types: &[SimpleType], variable: &ScalarVariable) -> Option<(&'static rules::Rule, String)> {
    let Some(name) = declared_type(variable) else {
        let enumeration = matches!(variable.kind, VariableType::Enumeration(_));
        return enumeration.then(|| (&rules::TYPE_MISSING, "is an Enumeration without declaredType".into()));
    };
    let known = types.iter().find(|known| known.name == name);
    match (&variable.kind, known) {
        (_, None) => Some((&rules::TYPE_UNKNOWN, format!("declaredType {name:?} is not in TypeDefinitions"))),
        (VariableType::Enumeration(variable), Some(SimpleType { enumeration: Some(of), .. })) => {
            let start = variable.start?;
            let known = of.items.iter().any(|item| item.value == start);
            (!known).then(|| (&rules::TYPE_START, format!("start {start} is not the value of an item of {name:?}")))
        }
        (VariableType::Enumeration(_), Some(_)) => {
            Some((&rules::TYPE_UNKNOWN, format!("declaredType {name:?} is not an Enumeration")))
        }
        (_, Some(SimpleType { enumeration: Some(_), .. })) => {
            Some((&rules::TYPE_UNKNOWN, format!("declaredType {name:?} is an Enumeration, the variable is not")))
        }
        _ => None,
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
