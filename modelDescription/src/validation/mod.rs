//! Conformity of a description with the FMI 2.0 standard, beyond what the schema says; what FMI 3.0 has as well stands
//! here for both.

mod derivatives;
mod finding;
pub(crate) mod header;
pub(crate) mod names;
mod range;
pub(crate) mod rules;
mod start;
mod structure;
mod types;
pub(crate) mod units;

pub use finding::{Finding, Severity};
pub use header::is_c_identifier;
pub use rules::{RULES, Rule};

use crate::FmiVersion;
use crate::schema::{ModelDescription, ScalarVariable};
use crate::xml::shortened;

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
    report.finish(&rules::MANY)
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

    pub(crate) fn add(&mut self, rule: &'static Rule, location: impl Into<String>, problem: impl Into<String>) {
        if self.findings.len() == MOST_FINDINGS {
            self.left_out += 1;
            return;
        }
        self.findings.push(Finding {
            rule: rule.id.to_string(),
            location: shortened(&location.into()).into_owned(),
            problem: shortened(&problem.into()).into_owned(),
            section: rule.section.to_string(),
            version: self.version,
            severity: rule.severity,
        });
    }

    pub(crate) fn finish(mut self, many: &Rule) -> Vec<Finding> {
        let Rule { id: rule, section, severity, .. } = *many;
        if self.left_out > 0 {
            let problem = format!("{} more findings are not listed", self.left_out);
            let location = "modelDescription.xml".into();
            let (rule, section) = (rule.to_string(), section.to_string());
            let version = self.version;
            self.findings.push(Finding { rule, location, problem, section, version, severity });
        }
        self.findings
    }

    /// Adds a finding about a variable; `index` from 0.
    fn variable(&mut self, rule: &'static Rule, index: usize, variable: &ScalarVariable, problem: impl Into<String>) {
        self.named(rule, index, &variable.name, problem);
    }

    /// Adds a finding about the variable of this name; `index` from 0.
    pub(crate) fn named(&mut self, rule: &'static Rule, index: usize, name: &str, problem: impl Into<String>) {
        self.add(rule, format!("ModelVariables, variable {} {:?}", index + 1, shortened(name)), problem);
    }
}

/// The names that occur more than once, each once.
pub(crate) fn repeated<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = std::collections::BTreeMap::new();
    names.for_each(|name| *seen.entry(name).or_insert(0) += 1);
    seen.into_iter().filter(|&(_, count)| count > 1).map(|(name, _)| name).collect()
}
