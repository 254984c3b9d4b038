//! Use of units, also in types and under the other names of variables.

use crate::fmi3::schema::ModelDescription;
use crate::validation::units::{Known, defined};
use crate::validation::{AnyVariables, Report};
use crate::xml::shortened;

pub fn check(description: &ModelDescription, variables: &AnyVariables<'_>, report: &mut Report) {
    let definitions = description.unit_definitions.as_ref();
    defined(definitions, report);
    let types = || description.type_definitions.iter().flat_map(|definitions| &definitions.types);
    let units = types().filter_map(|declared| Some((&*declared.name, declared.unit.as_deref()?)));
    let known = Known::of(definitions, units, variables);
    for declared in types() {
        if let Some((rule, problem)) = known.wrong(declared.unit.as_deref(), declared.display_unit.as_deref()) {
            report.add(rule, format!("TypeDefinitions, type {:?}", shortened(&declared.name)), problem);
        }
    }
    for ((index, any), variable) in variables.numbered().zip(description.variables()) {
        let aliases = variable.aliases.iter().map(|alias| alias.display_unit.as_deref());
        let displays: Vec<Option<&str>> = std::iter::once(any.display_unit).chain(aliases).collect();
        known.variable(index, any, &displays, report);
    }
}
