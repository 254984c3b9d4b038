//! Units of the description.

use super::number::real;
use serde::{Deserialize, Serialize};

/// `<Unit>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Name, to which variables refer.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// What it is in SI base units.
    #[serde(rename = "BaseUnit", default, skip_serializing_if = "Option::is_none")]
    pub base_unit: Option<BaseUnit>,
    /// Units for display.
    #[serde(rename = "DisplayUnit", default)]
    pub display_units: Vec<DisplayUnit>,
}

/// `<BaseUnit>`: exponents of the base units; absent is 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BaseUnit {
    /// Kilogram.
    #[serde(rename = "@kg", default, skip_serializing_if = "Option::is_none")]
    pub kg: Option<i32>,
    /// Metre.
    #[serde(rename = "@m", default, skip_serializing_if = "Option::is_none")]
    pub m: Option<i32>,
    /// Second.
    #[serde(rename = "@s", default, skip_serializing_if = "Option::is_none")]
    pub s: Option<i32>,
    /// Ampere.
    #[serde(rename = "@A", default, skip_serializing_if = "Option::is_none")]
    pub ampere: Option<i32>,
    /// Kelvin.
    #[serde(rename = "@K", default, skip_serializing_if = "Option::is_none")]
    pub kelvin: Option<i32>,
    /// Mole.
    #[serde(rename = "@mol", default, skip_serializing_if = "Option::is_none")]
    pub mol: Option<i32>,
    /// Candela.
    #[serde(rename = "@cd", default, skip_serializing_if = "Option::is_none")]
    pub cd: Option<i32>,
    /// Radian.
    #[serde(rename = "@rad", default, skip_serializing_if = "Option::is_none")]
    pub rad: Option<i32>,
    /// Value in base units = factor * value + offset.
    #[serde(rename = "@factor", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub factor: Option<f64>,
    /// See `factor`.
    #[serde(rename = "@offset", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub offset: Option<f64>,
}

/// `<DisplayUnit>`: shown value = factor * value + offset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DisplayUnit {
    /// Name, to which variables refer.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// Absent is 1.
    #[serde(rename = "@factor", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub factor: Option<f64>,
    /// Absent is 0.
    #[serde(rename = "@offset", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub offset: Option<f64>,
    /// FMI 3.0: shown value = factor / value + offset.
    #[serde(rename = "@inverse", default, skip_serializing_if = "Option::is_none")]
    pub inverse: Option<bool>,
}
