//! One thing that is wrong with an FMU.

use crate::FmiVersion;
use serde::{Deserialize, Serialize};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// Importers may stumble.
    Warning,
    /// Against the standard, or unusable.
    Error,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Id of the rule.
    pub rule: String,
    /// Where.
    pub location: String,
    /// What, as a sentence.
    pub problem: String,
    /// Section of the FMI standard.
    pub section: String,
    /// Version of the standard.
    #[serde(default)]
    pub version: FmiVersion,
    /// How bad.
    pub severity: Severity,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let Self { rule, location, problem, section, version, .. } = self;
        write!(f, "{severity} {rule} {location}: {problem} (FMI {}, {section})", version.name())
    }
}

impl Finding {
    /// What is against the standard of FMI 2.0, or makes the FMU unusable.
    pub fn error(rule: &str, location: &str, problem: String, section: &str) -> Self {
        Self {
            rule: rule.to_string(),
            location: location.to_string(),
            problem,
            section: section.to_string(),
            version: FmiVersion::V2,
            severity: Severity::Error,
        }
    }

    /// The same by the standard of another version.
    #[must_use]
    pub fn of_version(self, version: FmiVersion) -> Self {
        Self { version, ..self }
    }
}
