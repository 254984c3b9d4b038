//! Unit definitions and their use.

use std::collections::{HashMap, HashSet};

use super::{Report, Rule, repeated, rules};
use crate::schema::{BaseUnit, ModelDescription, RealVariable, ScalarVariable, Unit};
use crate::xml::shortened;

pub fn check(description: &ModelDescription, report: &mut Report) {
    let units = description.unit_definitions.as_ref().map_or(&[][..], |definitions| &definitions.units);
    if description.unit_definitions.is_some() && units.is_empty() {
        report.add(&rules::EMPTY_LIST, "UnitDefinitions", "is empty; leave it out");
    }
    definitions(units, DEFINITIONS, report);
    let known = Known::of(description, units);
    for (index, variable) in known.variables.iter().enumerate() {
        if let Some(problem) = variable.real().and_then(|real| known.use_of_unit(real)) {
            report.variable(problem.0, index, variable, problem.1);
        }
        if let Some(problem) = variable.real().and_then(|real| known.rate(real)) {
            report.variable(&rules::UNIT_RATE, index, variable, problem);
        }
    }
}

/// The rules of definitions.
#[derive(Clone, Copy)]
pub(crate) struct DefinitionRules {
    pub(crate) unit_name: &'static Rule,
    pub(crate) display_name: &'static Rule,
    pub(crate) unit_factor: &'static Rule,
}

const DEFINITIONS: DefinitionRules = DefinitionRules {
    unit_name: &rules::UNIT_NAME,
    display_name: &rules::DISPLAY_NAME,
    unit_factor: &rules::UNIT_FACTOR,
};

pub(crate) fn definitions(units: &[Unit], rules: DefinitionRules, report: &mut Report) {
    if units.iter().any(|unit| unit.name.is_empty()) {
        report.add(rules.unit_name, "UnitDefinitions", "a unit has no name");
    }
    for name in repeated(units.iter().map(|unit| unit.name.as_str())) {
        report.add(rules.unit_name, "UnitDefinitions", format!("{name:?} occurs more than once"));
    }
    for unit in units {
        definition(unit, rules, report);
    }
}

fn definition(unit: &Unit, rules: DefinitionRules, report: &mut Report) {
    let location = || format!("UnitDefinitions, unit {:?}", unit.name);
    for name in repeated(unit.display_units.iter().map(|display| display.name.as_str())) {
        report.add(rules.display_name, location(), format!("display unit {name:?} occurs more than once"));
    }
    if unit.display_units.iter().any(|display| display.name.is_empty()) {
        report.add(rules.display_name, location(), "a display unit has no name");
    }
    let base = unit.base_unit.iter().map(|base| (base.factor, base.offset));
    let display = unit.display_units.iter().map(|display| (display.factor, display.offset));
    for (factor, offset) in base.chain(display) {
        let (factor, offset) = (factor.unwrap_or(1.0), offset.unwrap_or(0.0));
        if !factor.is_finite() || factor == 0.0 || !offset.is_finite() {
            report.add(rules.unit_factor, location(), format!("has factor {factor} and offset {offset}"));
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
    variables: &'a [ScalarVariable],
}

impl<'a> Known<'a> {
    fn of(description: &'a ModelDescription, units: &'a [Unit]) -> Self {
        let displays = units.iter().flat_map(|unit| unit.display_units.iter().map(move |shown| (unit, shown)));
        let types = description.type_definitions.iter().flat_map(|definitions| &definitions.types);
        let unit_of_type = types.filter_map(|known| Some((&*known.name, known.real.as_ref()?.unit.as_deref()?)));
        Self {
            // Of two of the same name, which is a finding, the first counts.
            units: units.iter().rev().map(|unit| (&*unit.name, unit)).collect(),
            displays: displays.map(|(unit, shown)| (&*unit.name, &*shown.name)).collect(),
            types: unit_of_type.collect(),
            variables: &description.model_variables.variables,
        }
    }

    fn use_of_unit(&self, real: &RealVariable) -> Option<(&'static rules::Rule, String)> {
        let Some(name) = self.unit_name(real) else {
            let display = real.display_unit.as_ref()?;
            return Some((&rules::DISPLAY_ALONE, format!("has displayUnit {display:?} and no unit")));
        };
        if !self.units.contains_key(name) {
            return Some((&rules::UNIT_DEFINED, format!("unit {:?} is not in UnitDefinitions", shortened(name))));
        }
        let display = real.display_unit.as_ref().filter(|&display| display != name)?;
        let problem = || format!("displayUnit {display:?} is not defined with unit {:?}", shortened(name));
        (!self.displays.contains(&(name, display))).then(|| (&rules::DISPLAY_DEFINED, problem()))
    }

    /// The variable's own unit, or that of its declared type.
    fn unit_name<'b>(&self, real: &'b RealVariable) -> Option<&'b str>
    where
        'a: 'b,
    {
        let of_type = || self.types.get(real.declared_type.as_deref()?).copied();
        real.unit.as_deref().or_else(of_type)
    }

    /// What is wrong with the unit of a derivative, if anything and if both units are known.
    fn rate(&self, derivative: &RealVariable) -> Option<String> {
        let index = (derivative.derivative? as usize).checked_sub(1)?;
        let variable = self.variables.get(index)?;
        let (name, of) = (self.unit_name(derivative)?, self.unit_name(variable.real()?)?);
        let mut expected = exponents(self.units.get(of)?.base_unit.as_ref()?);
        expected[SECOND] = expected[SECOND].saturating_sub(1);
        let wrong = exponents(self.units.get(name)?.base_unit.as_ref()?) != expected;
        let (name, of, variable) = (shortened(name), shortened(of), shortened(&variable.name));
        wrong.then(|| format!("has unit {name:?}, but is the derivative of {variable:?} with unit {of:?}"))
    }
}

/// Place of the second in [`exponents`].
pub(crate) const SECOND: usize = 2;

pub(crate) fn exponents(base: &BaseUnit) -> [i32; 8] {
    let BaseUnit { kg, m, s, ampere, kelvin, mol, cd, rad, .. } = base;
    [kg, m, s, ampere, kelvin, mol, cd, rad].map(|exponent| exponent.unwrap_or(0))
}
