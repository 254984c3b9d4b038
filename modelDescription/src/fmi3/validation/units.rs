//! Unit definitions and their use.

use super::{Variables, rules};
use crate::fmi3::schema::{ModelDescription, Unit, Variable};
use crate::validation::units::{DefinitionRules, SECOND, definitions, exponents};
use crate::validation::{Report, Rule};
use crate::xml::shortened;
use std::collections::{HashMap, HashSet};

const DEFINITIONS: DefinitionRules = DefinitionRules {
    unit_name: &rules::UNIT_NAME,
    display_name: &rules::DISPLAY_NAME,
    unit_factor: &rules::UNIT_FACTOR,
};

pub fn check(description: &ModelDescription, variables: &Variables<'_>, report: &mut Report) {
    let units = description.unit_definitions.as_ref().map_or(&[][..], |definitions| &definitions.units);
    if description.unit_definitions.is_some() && units.is_empty() {
        report.add(&rules::EMPTY_LIST, "UnitDefinitions", "is empty; leave it out");
    }
    definitions(units, DEFINITIONS, report);
    let known = Known::of(description, units);
    for declared in description.type_definitions.iter().flat_map(|definitions| &definitions.types) {
        if let Some((rule, problem)) = known.wrong(declared.unit.as_deref(), declared.display_unit.as_deref()) {
            report.add(rule, format!("TypeDefinitions, type {:?}", shortened(&declared.name)), problem);
        }
    }
    for (index, variable) in variables.numbered() {
        let aliases = variable.aliases.iter().map(|alias| &alias.display_unit);
        for display in std::iter::once(&variable.display_unit).chain(aliases) {
            if let Some((rule, problem)) = known.wrong(known.unit_name(variable), display.as_deref()) {
                report.named(rule, index, &variable.name, problem);
            }
        }
        if let Some(problem) = known.rate(variables, variable) {
            report.named(&rules::UNIT_RATE, index, &variable.name, problem);
        }
    }
}

/// Definitions by name, so that many variables with many units take no more time than reading them.
struct Known<'a> {
    units: HashMap<&'a str, &'a Unit>,
    /// Names of units with those of their display units.
    displays: HashSet<(&'a str, &'a str)>,
    /// Units of the declared types.
    types: HashMap<&'a str, &'a str>,
}

impl<'a> Known<'a> {
    fn of(description: &'a ModelDescription, units: &'a [Unit]) -> Self {
        let displays = units.iter().flat_map(|unit| unit.display_units.iter().map(move |shown| (unit, shown)));
        let types = description.type_definitions.iter().flat_map(|definitions| &definitions.types);
        Self {
            // Of two of the same name, which is a finding, the first counts.
            units: units.iter().rev().map(|unit| (&*unit.name, unit)).collect(),
            displays: displays.map(|(unit, shown)| (&*unit.name, &*shown.name)).collect(),
            types: types.filter_map(|known| Some((&*known.name, known.unit.as_deref()?))).collect(),
        }
    }

    fn wrong(&self, unit: Option<&str>, display: Option<&str>) -> Option<(&'static Rule, String)> {
        let Some(name) = unit else {
            return display
                .map(|display| (&rules::DISPLAY_DEFINED, format!("has displayUnit {display:?} and no unit")));
        };
        if !self.units.contains_key(name) {
            return Some((&rules::UNIT_DEFINED, format!("unit {:?} is not in UnitDefinitions", shortened(name))));
        }
        let display = display.filter(|&display| display != name)?;
        let problem = || format!("displayUnit {display:?} is not defined with unit {:?}", shortened(name));
        (!self.displays.contains(&(name, display))).then(|| (&rules::DISPLAY_DEFINED, problem()))
    }

    /// The variable's own unit, or that of its declared type.
    fn unit_name<'b>(&self, variable: &'b Variable) -> Option<&'b str>
    where
        'a: 'b,
    {
        let of_type = || self.types.get(variable.declared_type.as_deref()?).copied();
        variable.unit.as_deref().or_else(of_type)
    }

    /// What is wrong with the unit of a derivative, if anything and if both units are known.
    fn rate(&self, variables: &Variables<'_>, derivative: &Variable) -> Option<String> {
        let variable = variables.get(derivative.derivative?)?;
        let (name, of) = (self.unit_name(derivative)?, self.unit_name(variable)?);
        let mut expected = exponents(self.units.get(of)?.base_unit.as_ref()?);
        expected[SECOND] = expected[SECOND].saturating_sub(1);
        let wrong = exponents(self.units.get(name)?.base_unit.as_ref()?) != expected;
        let (name, of, variable) = (shortened(name), shortened(of), shortened(&variable.name));
        wrong.then(|| format!("has unit {name:?}, but is the derivative of {variable:?} with unit {of:?}"))
    }
}
