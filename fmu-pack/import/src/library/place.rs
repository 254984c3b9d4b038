//! Which value of an instance is meant, and of which type it is.

use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

/// `fmi2ValueReference`, `fmi3ValueReference`.
pub type Reference = u32;

/// How a value travels, by the names of FMI 3.0. FMI 2.0 has `Float64` (Real), `Int32` (Integer and Enumeration), `Boolean`
/// and `String`; in FMI 3.0 an Enumeration is an `Int64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum DataType {
    Float32,
    Float64,
    Int8,
    UInt8,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
    Boolean,
    Clock,
    String,
    Binary,
}

impl DataType {
    /// A whole number is one of this type.
    pub fn holds(self, value: i64) -> bool {
        match self {
            Self::Int8 => i8::try_from(value).is_ok(),
            Self::UInt8 => u8::try_from(value).is_ok(),
            Self::Int16 => i16::try_from(value).is_ok(),
            Self::UInt16 => u16::try_from(value).is_ok(),
            Self::Int32 => i32::try_from(value).is_ok(),
            Self::UInt32 => u32::try_from(value).is_ok(),
            Self::Int64 => true,
            Self::UInt64 => u64::try_from(value).is_ok(),
            Self::Float32 | Self::Float64 | Self::Boolean | Self::Clock | Self::String | Self::Binary => false,
        }
    }
}

impl Display for DataType {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{self:?}")
    }
}

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
    /// Type of the variable.
    pub data_type: DataType,
    /// In an array.
    pub element: Option<Element>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_type_holds_the_numbers_from_its_smallest_to_its_largest() {
        assert!(DataType::Int8.holds(-128) && !DataType::Int8.holds(128));
        assert!(DataType::UInt16.holds(65_535) && !DataType::UInt16.holds(-1));
        assert!(DataType::Int32.holds(-2_147_483_648) && !DataType::Int32.holds(2_147_483_648));
        assert!(DataType::Int64.holds(i64::MIN) && !DataType::UInt64.holds(-1));
        assert!(!DataType::Float64.holds(1) && !DataType::Boolean.holds(1));
    }
}
