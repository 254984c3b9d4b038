//! Declared types.

use super::variable::IntervalVariability;
use super::variable_type::{VariableType, elements};
use crate::schema::number::real;
use serde::{Deserialize, Serialize};

/// `<TypeDefinitions>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Elements", into = "Elements")]
pub struct TypeDefinitions {
    /// The types.
    pub types: Vec<TypeDefinition>,
}

/// A declared type: what variables that name it do not say themselves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TypeDefinition {
    /// Of which type variables with it are; the name of the element without its last part.
    #[serde(skip)]
    pub variable_type: VariableType,
    /// Name, to which variables refer.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// What it is.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Physical quantity.
    #[serde(rename = "@quantity", default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<String>,
    /// SI unit.
    #[serde(rename = "@unit", default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Unit for display.
    #[serde(rename = "@displayUnit", default, skip_serializing_if = "Option::is_none")]
    pub display_unit: Option<String>,
    /// Offsets of units do not count.
    #[serde(rename = "@relativeQuantity", default, skip_serializing_if = "Option::is_none")]
    pub relative_quantity: Option<bool>,
    /// Smallest value, as written.
    #[serde(rename = "@min", default, skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// Largest value, as written.
    #[serde(rename = "@max", default, skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// Typical magnitude.
    #[serde(rename = "@nominal", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub nominal: Option<f64>,
    /// How the interval of a clock may vary.
    #[serde(rename = "@intervalVariability", default, skip_serializing_if = "Option::is_none")]
    pub interval_variability: Option<IntervalVariability>,
    /// The items of an Enumeration.
    #[serde(rename = "Item", default)]
    pub items: Vec<Item>,
}

/// `<Item>` of an enumeration.
pub type Item = crate::schema::Item<i64>;

elements! {
    TypeDefinitions of types: TypeDefinition,
    "Float32Type" Float32, "Float64Type" Float64,
    "Int8Type" Int8, "UInt8Type" UInt8, "Int16Type" Int16, "UInt16Type" UInt16,
    "Int32Type" Int32, "UInt32Type" UInt32, "Int64Type" Int64, "UInt64Type" UInt64,
    "BooleanType" Boolean, "StringType" String, "BinaryType" Binary,
    "EnumerationType" Enumeration, "ClockType" Clock
}
