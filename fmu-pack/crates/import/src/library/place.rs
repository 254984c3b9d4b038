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
    /// What is allowed of whole numbers, in words.
    pub fn whole_numbers(&self) -> String {
        match self.data_type.whole_numbers() {
            Some((smallest, largest)) => format!("a whole number from {smallest} to {largest}"),
            None => "a whole number".to_string(),
        }
    }

    /// A whole number is one of its type.
    pub fn holds(&self, value: i128) -> bool {
        let ends = self.data_type.whole_numbers();
        ends.is_some_and(|(smallest, largest)| (smallest..=largest).contains(&value))
    }
}

/// What is written to a variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// A number.
    Real(f64),
    /// A whole number of any type, or an item of an Enumeration.
    Integer(i128),
    /// True or false.
    Boolean(bool),
    /// A String.
    Text(String),
    /// A Binary.
    Bytes(Vec<u8>),
}

/// A value that is no number, or one of which a double has only the first digits: as the FMU gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exact {
    /// An Int64.
    Signed(i64),
    /// A UInt64.
    Unsigned(u64),
    /// A String.
    Text(String),
    /// A Binary.
    Bytes(Vec<u8>),
}

impl Exact {
    /// Values of this type are among these.
    pub fn is_of(data_type: VariableType) -> bool {
        match data_type {
            VariableType::Int64 | VariableType::UInt64 | VariableType::String | VariableType::Binary => true,
            VariableType::Float32 | VariableType::Float64 | VariableType::Boolean | VariableType::Clock => false,
            VariableType::Int8 | VariableType::UInt8 | VariableType::Int16 | VariableType::UInt16 => false,
            VariableType::Int32 | VariableType::UInt32 | VariableType::Enumeration => false,
        }
    }

    /// The whole number, if it is one.
    pub fn whole(&self) -> Option<i128> {
        match self {
            Self::Signed(value) => Some((*value).into()),
            Self::Unsigned(value) => Some((*value).into()),
            Self::Text(_) | Self::Bytes(_) => None,
        }
    }
}

impl Display for Exact {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Signed(value) => write!(f, "{value}"),
            Self::Unsigned(value) => write!(f, "{value}"),
            Self::Text(value) => write!(f, "{value}"),
            Self::Bytes(bytes) => hexadecimal(bytes, f),
        }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Real(value) => write!(f, "{value}"),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Boolean(value) => write!(f, "{value}"),
            Self::Text(value) => write!(f, "{value}"),
            Self::Bytes(bytes) => hexadecimal(bytes, f),
        }
    }
}

/// Bytes are hexadecimal digits, as a description has them.
fn hexadecimal(bytes: &[u8], f: &mut Formatter<'_>) -> Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}
