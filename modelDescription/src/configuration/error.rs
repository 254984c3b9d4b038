//! What is wrong with a configuration file.

use std::fmt;
use std::path::{Path, PathBuf};

use super::given::{Given, Position, refusal};

/// What a problem is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A file as a whole.
    File(PathBuf),
    /// A position in a file.
    Position(PathBuf, Position),
    /// A key and its value.
    Given(Given),
}

/// A problem, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigurationError {
    /// Where it is.
    pub subject: Subject,
    /// What is wrong and what is allowed.
    pub problem: String,
}

impl ConfigurationError {
    /// A problem of the file as a whole.
    pub fn of_file(file: &Path, problem: impl Into<String>) -> Self {
        Self { subject: Subject::File(file.into()), problem: problem.into() }
    }

    /// A problem at a byte of the text of a file, where it is known.
    pub fn at(file: &Path, text: &str, byte: Option<usize>, problem: impl Into<String>) -> Self {
        let position = |byte| Subject::Position(file.into(), Position::of(text, byte));
        Self { subject: byte.map_or_else(|| Subject::File(file.into()), position), problem: problem.into() }
    }

    /// A problem of a value.
    pub fn of(given: Given, problem: impl Into<String>) -> Self {
        Self { subject: Subject::Given(given), problem: problem.into() }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => write!(formatter, "{}", file.display()),
            Self::Position(file, position) => write!(formatter, "{}, {position}", file.display()),
            Self::Given(given) => given.fmt(formatter),
        }
    }
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&refusal(&self.subject, &self.problem))
    }
}

impl std::error::Error for ConfigurationError {}
