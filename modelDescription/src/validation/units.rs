//! Unit definitions and their use.

use super::{Report, repeated, rules};
use crate::schema::{BaseUnit, ModelDescription, RealVariable, Unit};

pub fn check(description: &ModelDescription, report: &mut Report) {
    let units = description.unit_definitions.as_ref().map_or(&[][..], |definitions| &definitions.units);
    definitions(description, units, report);
    for (index, variable) in description.model_variables.variables.iter().enumerate() {
        if let Some(problem) = variable.real().and_then(|real| use_of_unit(units, real, description)) {
            report.variable(problem.0, index, variable, problem.1);
        }
        if let Some(problem) = variable.real().and_then(|real| rate(units, real, description)) {
            report.variable(&rules::UNIT_RATE, index, variable, problem);
        }
    }
}

fn definitions(description: &ModelDescription, units: &[Unit], report: &mut Report) {
    if description.unit_definitions.is_some() && units.is_empty() {
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

fn use_of_unit(
    units: &[Unit],
    real: &RealVariable,
    description: &ModelDescription,
) -> Option<(&'static rules::Rule, String)> {
    let Some(name) = unit_name(real, description) else {
        let display = real.display_unit.as_ref()?;
        return Some((&rules::DISPLAY_ALONE, format!("has displayUnit {display:?} and no unit")));
    };
    let Some(unit) = find(units, name) else {
        return Some((&rules::UNIT_DEFINED, format!("unit {name:?} is not in UnitDefinitions")));
    };
    let display = real.display_unit.as_ref().filter(|&display| display != name)?;
    let defined = unit.display_units.iter().any(|known| known.name == *display);
    let problem = || (&rules::DISPLAY_DEFINED, format!("displayUnit {display:?} is not defined with unit {name:?}"));
    (!defined).then(problem)
}

/// The variable's own unit, or that of its declared type.
fn unit_name<'a>(real: &'a RealVariable, description: &'a ModelDescription) -> Option<&'a str> {
    let of_type = || {
        let name = real.declared_type.as_ref()?;
        let types = &description.type_definitions.as_ref()?.types;
        types.iter().find(|known| known.name == *name)?.real.as_ref()?.unit.as_deref()
    };
    real.unit.as_deref().or_else(of_type)
}

fn find<'a>(units: &'a [Unit], name: &str) -> Option<&'a Unit> {
    units.iter().find(|unit| unit.name == name)
}

/// What is wrong with the unit of a derivative, if anything and if both units are known.
fn rate(units: &[Unit], derivative: &RealVariable, description: &ModelDescription) -> Option<String> {
    let index = (derivative.derivative? as usize).checked_sub(1)?;
    let variable = description.model_variables.variables.get(index)?;
    let name = unit_name(derivative, description)?;
    let of = unit_name(variable.real()?, description)?;
    let mut expected = exponents(find(units, of)?.base_unit.as_ref()?);
    expected[SECOND] -= 1;
    let wrong = exponents(find(units, name)?.base_unit.as_ref()?) != expected;
    wrong.then(|| format!("has unit {name:?}, but is the derivative of {:?} with unit {of:?}", variable.name))
}

/// Place of the second in [`exponents`].
const SECOND: usize = 2;

fn exponents(base: &BaseUnit) -> [i32; 8] {
    let BaseUnit { kg, m, s, ampere, kelvin, mol, cd, rad, .. } = base;
    [kg, m, s, ampere, kelvin, mol, cd, rad].map(|exponent| exponent.unwrap_or(0))
}
