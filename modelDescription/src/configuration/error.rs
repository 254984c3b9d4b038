//! What is wrong with a configuration file.

use std::fmt;
use std::path::{Path, PathBuf};

/// A problem, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigurationError {
    /// The file.
    pub file: PathBuf,
    /// Line from 1, where there is one.
    pub line: Option<usize>,
    /// Key and value as written, where there are any: "start.inertia = -3".
    pub entry: Option<String>,
    /// What is wrong and what is allowed.
    pub problem: String,
}

impl ConfigurationError {
    /// A problem of the file as a whole.
    pub fn of_file(file: &Path, problem: impl Into<String>) -> Self {
        Self { file: file.into(), line: None, entry: None, problem: problem.into() }
    }
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(formatter, ", line {line}")?;
        }
        if let Some(entry) = &self.entry {
            write!(formatter, ": {entry}")?;
        }
        write!(formatter, ": {}", self.problem)
    }
}

impl std::error::Error for ConfigurationError {}
