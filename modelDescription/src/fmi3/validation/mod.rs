//! Conformity of a description with the FMI 3.0 standard, beyond what the schema says.

mod arrays;
mod clocks;
mod derivatives;
mod header;
mod names;
mod start;
mod structure;
mod types;
mod units;
mod values;

use super::schema::{ModelDescription, Variable};
use crate::FmiVersion;
use crate::validation::{AnyVariables, Finding, Report};

/// All violations, in the order of the description's parts.
pub fn validate(description: &ModelDescription) -> Vec<Finding> {
    let mut report = Report::new(FmiVersion::V3);
    let variables = Variables::of(description);
    header::check(description, &mut report);
    units::check(description, &variables.any, &mut report);
    types::check(description, &mut report);
    names::check(description, &mut report);
    start::check(description, &variables, &mut report);
    arrays::check(&variables, &mut report);
    values::check(&variables, &mut report);
    derivatives::check(description, &variables, &mut report);
    clocks::check(&variables, &mut report);
    structure::check(description, &variables, &mut report);
    report.finish()
}

/// The variables, and what the rules of both versions see of them.
struct Variables<'a> {
    all: &'a [Variable],
    any: AnyVariables<'a>,
}

impl<'a> Variables<'a> {
    fn of(description: &'a ModelDescription) -> Self {
        Self { all: description.variables(), any: AnyVariables::of_fmi3(description) }
    }

    fn get(&self, reference: u32) -> Option<&'a Variable> {
        self.any.place(reference).map(|place| &self.all[place])
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &'a Variable)> {
        self.all.iter().enumerate()
    }
}
