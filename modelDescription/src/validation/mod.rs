//! Conformity of a description with the FMI 2.0 standard, beyond what the schema says.

mod derivatives;
mod header;
mod names;
mod range;
mod rules;
mod start;
mod structure;
mod types;
mod units;

use std::fmt;

pub use header::is_c_identifier;
pub use rules::{RULES, Rule};

use crate::schema::{ModelDescription, ScalarVariable};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The standard allows it, importers may stumble over it.
    Warning,
    /// The standard forbids it.
    Error,
}

/// One violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Id of the rule, as "MD-START-01".
    pub rule: &'static str,
    /// Where, as "ModelVariables, variable 3 \"friction.law\"".
    pub location: String,
    /// What is wrong, and what is allowed.
    pub problem: String,
    /// Section of the FMI 2.0 standard.
    pub section: &'static str,
    /// How bad it is.
    pub severity: Severity,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let Self { rule, location, problem, section, .. } = self;
        write!(formatter, "{severity} {rule}: {location}: {problem} (FMI 2.0, {section})")
    }
}

/// All violations, in the order of the description's parts.
pub fn validate(description: &ModelDescription) -> Vec<Finding> {
    let mut report = Report::default();
    header::check(description, &mut report);
    units::check(description, &mut report);
    types::check(description, &mut report);
    names::check(description, &mut report);
    start::check(description, &mut report);
    range::check(description, &mut report);
    derivatives::check(description, &mut report);
    structure::check(description, &mut report);
    report.findings
}

/// Collects findings.
#[derive(Default)]
struct Report {
    findings: Vec<Finding>,
}

impl Report {
    fn add(&mut self, rule: &'static Rule, location: impl Into<String>, problem: impl Into<String>) {
        self.findings.push(Finding {
            rule: rule.id,
            location: location.into(),
            problem: problem.into(),
            section: rule.section,
            severity: rule.severity,
        });
    }

    /// Adds a finding about a variable; `index` from 0.
    fn variable(&mut self, rule: &'static Rule, index: usize, variable: &ScalarVariable, problem: impl Into<String>) {
        self.add(rule, format!("ModelVariables, variable {} {:?}", index + 1, variable.name), problem);
    }
}

/// The names that occur more than once, each once.
fn repeated<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = std::collections::BTreeMap::new();
    names.for_each(|name| *seen.entry(name).or_insert(0) += 1);
    seen.into_iter().filter(|&(_, count)| count > 1).map(|(name, _)| name).collect()
}
