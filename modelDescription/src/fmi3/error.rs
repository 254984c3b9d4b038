//! Why a model cannot be described for FMI 3.0.

use std::fmt;

/// A model that has a description for FMI 2.0 only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A variable has the name of one that FMI 3.0 adds.
    Taken {
        /// Identifier of the model.
        model: String,
        /// The variable.
        variable: String,
    },
    /// The elements of an array are not alike.
    Mixed {
        /// Identifier of the model.
        model: String,
        /// Its first element.
        first: String,
        /// One that is not like it.
        other: String,
    },
}

impl Error {
    /// The variable that is in the way.
    pub fn variable(&self) -> &str {
        match self {
            Self::Taken { variable, .. } => variable,
            Self::Mixed { other, .. } => other,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken { model, variable } => write!(
                formatter,
                "{model}: in FMI 3.0 {variable:?} is the name of a variable of its own (time, the clocks breakaway, \
                 standstill and end_stop_contact, event_indicator_1 and so on); give the variable another name"
            ),
            Self::Mixed { model, first, other } => write!(
                formatter,
                "{model}: in FMI 3.0 {first} and {other} are elements of one array, and only one of them is frozen; \
                 freeze all of its elements or none"
            ),
        }
    }
}

impl std::error::Error for Error {}
