//! Conformity of a description with the FMI 2.0 standard, beyond what the schema says; what FMI 3.0 has as well stands
//! here for both.

mod any_variable;
mod derivatives;
mod finding;
pub(crate) mod header;
pub(crate) mod names;
pub(crate) mod range;
pub(crate) mod rules;
pub(crate) mod start;
pub(crate) mod structure;
pub(crate) mod types;
pub(crate) mod units;

pub use finding::{Finding, Severity};
pub use header::is_c_identifier;
pub use rules::{Citation, rules};

pub(crate) use any_variable::{AnyVariable, AnyVariables};
pub(crate) use rules::Rule;

use crate::schema::{ModelDescription, ScalarVariable};
use crate::xml::shortened;
use crate::{FmiVersion, counted};

/// All violations, in the order of the description's parts.
pub fn validate(description: &ModelDescription) -> Vec<Finding> {
    let mut report = Report::default();
    let variables = AnyVariables::of_fmi2(description);
    header::check(description, &mut report);
    units::check(description, &variables, &mut report);
    types::check(description, &mut report);
    names::check(description, &variables, &mut report);
    start::check(description, &variables, &mut report);
    range::check(description, &mut report);
    derivatives::check(description, &mut report);
    structure::check(description, &variables, &mut report);
    report.finish()
}

/// More findings than this are counted only: a hostile description can have millions.
const MOST_FINDINGS: usize = 10_000;

/// Collects findings.
#[derive(Default)]
pub(crate) struct Report {
    version: FmiVersion,
    findings: Vec<Finding>,
    left_out: usize,
}

impl Report {
    pub(crate) fn new(version: FmiVersion) -> Self {
        Self { version, ..Self::default() }
    }

    /// A rule that this version does not have can not be broken.
    pub(crate) fn add(&mut self, rule: &Rule, location: impl Into<String>, problem: impl Into<String>) {
        if self.findings.len() < MOST_FINDINGS {
            self.push(rule, &location.into(), &problem.into());
        } else {
            self.left_out += 1;
        }
    }

    fn push(&mut self, rule: &Rule, location: &str, problem: &str) {
        let version = self.version;
        self.findings.extend(rule.of(version).map(|citation| Finding {
            rule: citation.id.to_string(),
            location: shortened(location).into_owned(),
            problem: shortened(problem).into_owned(),
            section: citation.section.to_string(),
            version,
            severity: citation.severity,
        }));
    }

    pub(crate) fn finish(mut self) -> Vec<Finding> {
        if self.left_out > 0 {
            let problem = format!("not listed: {}", counted(self.left_out, "more finding"));
            self.push(&rules::MANY, "modelDescription.xml", &problem);
        }
        self.findings
    }

    /// Adds a finding about a variable; `index` from 0.
    fn variable(&mut self, rule: &Rule, index: usize, variable: &ScalarVariable, problem: impl Into<String>) {
        self.named(rule, index, &variable.name, problem);
    }

    /// Adds a finding about the variable of this name; `index` from 0.
    pub(crate) fn named(&mut self, rule: &Rule, index: usize, name: &str, problem: impl Into<String>) {
        self.add(rule, format!("ModelVariables, variable {} {:?}", index + 1, shortened(name)), problem);
    }
}
