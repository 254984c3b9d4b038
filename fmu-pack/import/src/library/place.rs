//! Which value of an instance is meant, and of which type it is.

use model_description::fmi3::VariableType;
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

/// `fmi2ValueReference`, `fmi3ValueReference`.
pub type Reference = u32;

/// An element of an array, which FMI 3.0 reads and writes as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Element {
    /// Counted from 0, the last dimension first.
    pub index: usize,
    /// Elements of the array.
    pub count: usize,
}

/// A scalar variable, or an element of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Of the variable.
    pub reference: Reference,
    /// How its value travels, by the names of FMI 3.0: a Real of FMI 2.0 is a Float64, an Integer an Int32.
    pub data_type: VariableType,
    /// In an array.
    pub element: Option<Element>,
}

impl Place {
    /// A whole number is one of its type.
    pub fn holds(&self, value: i64) -> bool {
        let ends = self.data_type.whole_numbers();
        ends.is_some_and(|(smallest, largest)| (smallest..=largest).contains(&i128::from(value)))
    }
}

/// What is written to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// A number.
    Real(f64),
    /// A whole number, or an item of an Enumeration.
    Integer(i64),
    /// True or false.
    Boolean(bool),
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Real(value) => write!(f, "{value}"),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Boolean(value) => write!(f, "{value}"),
        }
    }
}
