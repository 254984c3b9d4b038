//! The elements of fmi-ls-manifest.xml.

use super::{DESCRIPTION, DESCRIPTION_OF_DRAFTS, NAME, VERSION};
use serde::{Deserialize, Serialize};

/// Namespace of the attributes that every layered standard has (FMI 3.0, 2.6).
const NAMESPACE: &str = "http://fmi-standard.org/fmi-ls-manifest";

/// `<fmiReferences>`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "fmiReferences")]
pub struct Manifest {
    /// The namespace of the next three.
    #[serde(rename = "@xmlns:fmi-ls", default)]
    pub namespace: String,
    /// Name of the layered standard.
    #[serde(rename(serialize = "@fmi-ls:fmi-ls-name", deserialize = "@fmi-ls-name"), default)]
    pub name: String,
    /// Its version.
    #[serde(rename(serialize = "@fmi-ls:fmi-ls-version", deserialize = "@fmi-ls-version"), default)]
    pub version: String,
    /// What it is, for people.
    #[serde(rename(serialize = "@fmi-ls:fmi-ls-description", deserialize = "@fmi-ls-description"), default)]
    pub description: String,
    /// The files.
    #[serde(rename = "Related", default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
}

impl Manifest {
    /// Of these files.
    pub fn new(related: Vec<Related>) -> Self {
        let [namespace, name, version, description] = [NAMESPACE, NAME, VERSION, DESCRIPTION].map(str::to_owned);
        Self { namespace, name, version, description, related }
    }

    /// It says what the layered standard is in the words of its schema, or in those of the drafts before 1.0.0-alpha.1, which declare
    /// that version as well.
    pub fn has_right_description(&self) -> bool {
        let is_alpha = self.version.starts_with("1.0.0-alpha");
        self.description == DESCRIPTION || (is_alpha && self.description == DESCRIPTION_OF_DRAFTS)
    }
}

/// `<Related>`: a file and what it is for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Related {
    /// MIME type.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Where it is: a URI, relative to the manifest.
    #[serde(rename = "@source", default)]
    pub source: String,
    /// What it is for.
    #[serde(rename = "@role", default)]
    pub role: String,
    /// For people.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// By which files can be chosen.
    #[serde(rename = "Label", default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Label>,
}

/// `<Label>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// The label.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// For people.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// The standard knows this role.
pub fn is_role(role: &str) -> bool {
    let (main, sub) = role.split_once('/').map_or((role, None), |(main, sub)| (main, Some(sub)));
    match (main, sub) {
        ("experiment", Some(sub)) => ["smoke-test", "validation", "uncertainty-analysis"].contains(&sub),
        ("experiment" | "serialized-state", None) | ("serialized-state", Some(_)) => true,
        (_, Some(_)) => false,
        (main, None) => [
            "document",
            "requirement",
            "specification",
            "model",
            "parameter",
            "system",
            "testcase",
            "result",
            "method",
            "rationale",
            "report",
            "request",
            "delivery",
            "configuration",
            "signature",
            "meta-data",
            "other",
        ]
        .contains(&main),
    }
}
