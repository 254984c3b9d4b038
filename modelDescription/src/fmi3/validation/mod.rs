//! Conformity of a description with the FMI 3.0 standard, beyond what the schema says.

mod arrays;
mod clocks;
mod derivatives;
mod header;
mod names;
mod rules;
mod start;
mod structure;
mod types;
mod units;
mod values;

pub use rules::RULES;

use super::schema::{ModelDescription, Variable};
use crate::FmiVersion;
use crate::validation::{Finding, Report};
use std::collections::HashMap;

/// All violations, in the order of the description's parts.
pub fn validate(description: &ModelDescription) -> Vec<Finding> {
    let mut report = Report::new(FmiVersion::V3);
    let variables = Variables::of(description);
    header::check(description, &mut report);
    units::check(description, &variables, &mut report);
    types::check(description, &mut report);
    names::check(description, &mut report);
    start::check(description, &mut report);
    arrays::check(&variables, &mut report);
    values::check(&variables, &mut report);
    derivatives::check(description, &variables, &mut report);
    clocks::check(&variables, &mut report);
    structure::check(description, &variables, &mut report);
    report.finish(&rules::MANY)
}

/// The variables, and where they are by value reference: of two with one reference, which is a finding, the first.
struct Variables<'a> {
    all: &'a [Variable],
    places: HashMap<u32, usize>,
}

impl<'a> Variables<'a> {
    fn of(description: &'a ModelDescription) -> Self {
        let all = description.variables();
        let places = all.iter().enumerate().rev();
        Self { all, places: places.map(|(place, variable)| (variable.value_reference, place)).collect() }
    }

    fn get(&self, reference: u32) -> Option<&'a Variable> {
        self.places.get(&reference).map(|&place| &self.all[place])
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &'a Variable)> {
        self.all.iter().enumerate()
    }
}
