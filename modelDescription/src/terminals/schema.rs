//! The elements of terminalsAndIcons.xml.

use crate::schema::number::plain;
use serde::{Deserialize, Serialize};

/// `<fmiTerminalsAndIcons>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename = "fmiTerminalsAndIcons")]
pub struct TerminalsAndIcons {
    /// Version of FMI that defines the file.
    #[serde(rename = "@fmiVersion", default)]
    pub fmi_version: String,
    /// Where the FMU is drawn.
    #[serde(rename = "GraphicalRepresentation", default, skip_serializing_if = "Option::is_none")]
    pub graphical_representation: Option<GraphicalRepresentation>,
    /// The terminals.
    #[serde(rename = "Terminals", default, skip_serializing_if = "Option::is_none")]
    pub terminals: Option<Terminals>,
}

impl TerminalsAndIcons {
    /// The terminals of the outermost level.
    pub fn terminals(&self) -> &[Terminal] {
        self.terminals.as_ref().map_or(&[], |list| &list.terminals)
    }
}

/// `<GraphicalRepresentation>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphicalRepresentation {
    /// The extent of the whole.
    #[serde(rename = "CoordinateSystem", default, skip_serializing_if = "Option::is_none")]
    pub coordinate_system: Option<CoordinateSystem>,
    /// The place of the icon.
    #[serde(rename = "Icon", default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<Icon>,
}

/// `<CoordinateSystem>`: lower left and upper right corner.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CoordinateSystem {
    /// Left.
    #[serde(rename = "@x1", serialize_with = "plain")]
    pub x1: f64,
    /// Bottom.
    #[serde(rename = "@y1", serialize_with = "plain")]
    pub y1: f64,
    /// Right.
    #[serde(rename = "@x2", serialize_with = "plain")]
    pub x2: f64,
    /// Top.
    #[serde(rename = "@y2", serialize_with = "plain")]
    pub y2: f64,
    /// Length of a unit in mm.
    #[serde(rename = "@suggestedScalingFactorTo_mm", serialize_with = "plain")]
    pub suggested_scaling_factor_to_mm: f64,
}

/// `<Icon>`: lower left and upper right corner of the picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Icon {
    /// Left.
    #[serde(rename = "@x1", serialize_with = "plain")]
    pub x1: f64,
    /// Bottom.
    #[serde(rename = "@y1", serialize_with = "plain")]
    pub y1: f64,
    /// Right.
    #[serde(rename = "@x2", serialize_with = "plain")]
    pub x2: f64,
    /// Top.
    #[serde(rename = "@y2", serialize_with = "plain")]
    pub y2: f64,
}

/// `<Terminals>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Terminals {
    /// The terminals.
    #[serde(rename = "Terminal", default)]
    pub terminals: Vec<Terminal>,
}

/// `<Terminal>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Terminal {
    /// Name, unique on its level.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// How members find each other: plug, bus, sequence, or a rule of somebody else.
    #[serde(rename = "@matchingRule", default)]
    pub matching_rule: String,
    /// What it is, by a name that both sides know.
    #[serde(rename = "@terminalKind", default, skip_serializing_if = "Option::is_none")]
    pub terminal_kind: Option<String>,
    /// For people.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The variables.
    #[serde(rename = "TerminalMemberVariable", default)]
    pub members: Vec<TerminalMemberVariable>,
    /// Terminals inside of it.
    #[serde(rename = "Terminal", default)]
    pub terminals: Vec<Terminal>,
    /// Where it is drawn.
    #[serde(rename = "TerminalGraphicalRepresentation", default, skip_serializing_if = "Option::is_none")]
    pub graphical_representation: Option<TerminalGraphicalRepresentation>,
}

/// `<TerminalMemberVariable>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TerminalMemberVariable {
    /// Name of a variable.
    #[serde(rename = "@variableName", default)]
    pub variable_name: String,
    /// Its name in the terminal.
    #[serde(rename = "@memberName", default, skip_serializing_if = "Option::is_none")]
    pub member_name: Option<String>,
    /// signal: equal on both sides; inflow or outflow: the sum is zero.
    #[serde(rename = "@variableKind", default)]
    pub variable_kind: String,
}

/// `<TerminalGraphicalRepresentation>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TerminalGraphicalRepresentation {
    /// Red, green and blue of a line to it, 0 to 255.
    #[serde(rename = "@defaultConnectionColor", default, skip_serializing_if = "Option::is_none")]
    pub default_connection_color: Option<String>,
    /// Left.
    #[serde(rename = "@x1", serialize_with = "plain")]
    pub x1: f64,
    /// Bottom.
    #[serde(rename = "@y1", serialize_with = "plain")]
    pub y1: f64,
    /// Right.
    #[serde(rename = "@x2", serialize_with = "plain")]
    pub x2: f64,
    /// Top.
    #[serde(rename = "@y2", serialize_with = "plain")]
    pub y2: f64,
    /// File name of the picture without its ending.
    #[serde(rename = "@iconBaseName", default)]
    pub icon_base_name: String,
}
