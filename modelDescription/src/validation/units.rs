//! Unit definitions and their use.

use std::collections::{HashMap, HashSet};

use super::{AnyVariable, AnyVariables, Report, Rule, rules};
use crate::FmiVersion;
use crate::repeated;
use crate::schema::{BaseUnit, ModelDescription, Unit, UnitDefinitions};
use crate::xml::shortened;

pub fn check(description: &ModelDescription, variables: &AnyVariables<'_>, report: &mut Report) {
    let definitions = description.unit_definitions.as_ref();
    defined(definitions, report);
    let types = description.type_definitions.iter().flat_map(|definitions| &definitions.types);
    let types = types.filter_map(|known| Some((&*known.name, known.real.as_ref()?.unit.as_deref()?)));
    let known = Known::of(definitions, types, variables);
    for (index, variable) in variables.numbered() {
        known.variable(index, variable, &[variable.display_unit], report);
    }
}

/// What the definitions themselves must be.
pub(crate) fn defined(definitions: Option<&UnitDefinitions>, report: &mut Report) {
    let Some(UnitDefinitions { units }) = definitions else { return };
    if units.is_empty() {
        report.add(&rules::EMPTY_LIST, "UnitDefinitions", "is empty; leave it out");
    }
    if units.iter().any(|unit| unit.name.is_empty()) {
        report.add(&rules::UNIT_NAME, "UnitDefinitions", "a unit has no name");
    }
    for name in repeated(units.iter().map(|unit| unit.name.as_str())) {
        report.add(&rules::UNIT_NAME, "UnitDefinitions", format!("{name:?} occurs more than once"));
    }
    for unit in units {
        definition(unit, report);
    }
}

fn definition(unit: &Unit, report: &mut Report) {
    let location = || format!("UnitDefinitions, unit {:?}", unit.name);
    for name in repeated(unit.display_units.iter().map(|display| display.name.as_str())) {
        report.add(&rules::DISPLAY_NAME, location(), format!("display unit {name:?} occurs more than once"));
    }
    if unit.display_units.iter().any(|display| display.name.is_empty()) {
        report.add(&rules::DISPLAY_NAME, location(), "a display unit has no name");
    }
    let base = unit.base_unit.iter().map(|base| (base.factor, base.offset));
    let display = unit.display_units.iter().map(|display| (display.factor, display.offset));
    for (factor, offset) in base.chain(display) {
        let (factor, offset) = (factor.unwrap_or(1.0), offset.unwrap_or(0.0));
        if !factor.is_finite() || factor == 0.0 || !offset.is_finite() {
            report.add(&rules::UNIT_FACTOR, location(), format!("has factor {factor} and offset {offset}"));
        }
    }
}

/// Definitions by name, so that many variables with many units take no more time than reading them.
pub(crate) struct Known<'a> {
    units: HashMap<&'a str, &'a Unit>,
    /// Names of units with those of their display units.
    displays: HashSet<(&'a str, &'a str)>,
    /// Units of the declared types.
    types: HashMap<&'a str, &'a str>,
    variables: &'a AnyVariables<'a>,
}

impl<'a> Known<'a> {
    /// `types`: names and units of declared types.
    pub(crate) fn of(
        definitions: Option<&'a UnitDefinitions>,
        types: impl Iterator<Item = (&'a str, &'a str)>,
        variables: &'a AnyVariables<'a>,
    ) -> Self {
        let units = definitions.map_or(&[][..], |definitions| &definitions.units);
        let displays = units.iter().flat_map(|unit| unit.display_units.iter().map(move |shown| (unit, shown)));
        Self {
            // Of two of the same name, which is a finding, the first counts.
            units: units.iter().rev().map(|unit| (&*unit.name, unit)).collect(),
            displays: displays.map(|(unit, shown)| (&*unit.name, &*shown.name)).collect(),
            types: types.collect(),
            variables,
        }
    }

    /// The units of a variable, `displays` under all of its names.
    pub(crate) fn variable(
        &self,
        index: usize,
        variable: &AnyVariable<'_>,
        displays: &[Option<&str>],
        report: &mut Report,
    ) {
        for display in displays {
            if let Some((rule, problem)) = self.wrong(self.unit_name(variable), *display) {
                report.named(rule, index, variable.name, problem);
            }
        }
        if let Some(problem) = self.wrong_rate(variable) {
            report.named(&rules::UNIT_RATE, index, variable.name, problem);
        }
    }

    /// What is wrong with a unit and a display unit, if anything.
    pub(crate) fn wrong(&self, unit: Option<&str>, display: Option<&str>) -> Option<(&'static Rule, String)> {
        let Some(name) = unit else {
            // FMI 3.0 has one rule for all that is wrong with a display unit.
            let rule = match self.variables.version {
                FmiVersion::V2 => &rules::DISPLAY_ALONE,
                FmiVersion::V3 => &rules::DISPLAY_DEFINED,
            };
            return display.map(|display| (rule, format!("has displayUnit {display:?} and no unit")));
        };
        if !self.units.contains_key(name) {
            return Some((&rules::UNIT_DEFINED, format!("unit {:?} is not in UnitDefinitions", shortened(name))));
        }
        let display = display.filter(|&display| display != name)?;
        let problem = || format!("displayUnit {display:?} is not defined with unit {:?}", shortened(name));
        (!self.displays.contains(&(name, display))).then(|| (&rules::DISPLAY_DEFINED, problem()))
    }

    /// The variable's own unit, or that of its declared type.
    fn unit_name<'b>(&self, variable: &AnyVariable<'b>) -> Option<&'b str>
    where
        'a: 'b,
    {
        variable.unit.or_else(|| self.types.get(variable.declared_type?).copied())
    }

    /// What is wrong with the unit of a derivative, if anything and if both units are known.
    fn wrong_rate(&self, derivative: &AnyVariable<'_>) -> Option<String> {
        let variable = self.variables.get(derivative.derivative?)?;
        let (name, of) = (self.unit_name(derivative)?, self.unit_name(variable)?);
        let mut expected = exponents(self.units.get(of)?.base_unit.as_ref()?);
        expected[SECOND] = expected[SECOND].saturating_sub(1);
        let wrong = exponents(self.units.get(name)?.base_unit.as_ref()?) != expected;
        let (name, of, variable) = (shortened(name), shortened(of), shortened(variable.name));
        wrong.then(|| format!("has unit {name:?}, but is the derivative of {variable:?} with unit {of:?}"))
    }
}

/// Place of the second in [`exponents`].
const SECOND: usize = 2;

fn exponents(base: &BaseUnit) -> [i32; 8] {
    let BaseUnit { kg, m, s, ampere, kelvin, mol, cd, rad, .. } = base;
    [kg, m, s, ampere, kelvin, mol, cd, rad].map(|exponent| exponent.unwrap_or(0))
}
