//! The elements of a parameter set (`.ssv`) as of System Structure and Parameterization.

use serde::{Deserialize, Serialize};

/// `<ssv:ParameterSet>`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename(serialize = "ssv:ParameterSet"))]
pub struct ParameterSet {
    /// The namespace of all elements.
    #[serde(rename = "@xmlns:ssv", default)]
    namespace: String,
    /// Version of SSP.
    #[serde(rename = "@version", default)]
    version: String,
    /// Name of the whole.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// The parameters.
    #[serde(rename(serialize = "ssv:Parameters", deserialize = "Parameters"), default)]
    pub list: ParameterList,
}

impl ParameterSet {
    /// Of these parameters, in SSP 1.0, which all versions read.
    pub fn new(name: String, parameters: Vec<Parameter>) -> Self {
        let namespace = "http://ssp-standard.org/SSP1/SystemStructureParameterValues".to_owned();
        Self { namespace, version: "1.0".to_owned(), name, list: ParameterList { parameters } }
    }
}

/// `<ssv:Parameters>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ParameterList {
    /// The parameters.
    #[serde(rename(serialize = "ssv:Parameter", deserialize = "Parameter"), default)]
    pub parameters: Vec<Parameter>,
}

/// `<ssv:Parameter>`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Name of the variable.
    #[serde(rename = "@name")]
    pub name: String,
    /// Its value.
    #[serde(rename = "$value")]
    pub value: ParameterValue,
}

/// A value with its type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ParameterValue {
    /// A real number.
    #[serde(rename(serialize = "ssv:Real"), alias = "Float64", alias = "Float32")]
    Real {
        /// As text.
        #[serde(rename = "@value")]
        value: String,
    },
    /// A whole number.
    #[serde(rename(serialize = "ssv:Integer"), alias = "Int32", alias = "Int64")]
    Integer {
        /// As text.
        #[serde(rename = "@value")]
        value: String,
    },
    /// True or false.
    #[serde(rename(serialize = "ssv:Boolean"))]
    Boolean {
        /// As text.
        #[serde(rename = "@value")]
        value: String,
    },
    /// Name of an item.
    #[serde(rename(serialize = "ssv:Enumeration"))]
    Enumeration {
        /// As text.
        #[serde(rename = "@value")]
        value: String,
    },
}

impl ParameterValue {
    /// As text.
    pub fn text(&self) -> &str {
        match self {
            Self::Real { value } | Self::Integer { value } | Self::Boolean { value } | Self::Enumeration { value } => {
                value
            }
        }
    }
}
