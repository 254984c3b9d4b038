//! sources/buildDescription.xml: how FMI 3.0 says what to compile of an FMU's source files.

use crate::xml::{self, ReadError};
use serde::{Deserialize, Serialize};

/// Its name within the folder `sources`.
pub const FILE: &str = "buildDescription.xml";

/// Name of its root element.
const ROOT: &str = "fmiBuildDescription";

/// `<fmiBuildDescription>`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "fmiBuildDescription")]
pub struct BuildDescription {
    /// Version of FMI.
    #[serde(rename = "@fmiVersion", default)]
    pub fmi_version: String,
    /// One for each library that can be made.
    #[serde(rename = "BuildConfiguration", default)]
    pub configurations: Vec<BuildConfiguration>,
}

/// `<BuildConfiguration>`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BuildConfiguration {
    /// Name of the library.
    #[serde(rename = "@modelIdentifier", default)]
    pub model_identifier: String,
    /// For people.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What is compiled alike.
    #[serde(rename = "SourceFileSet", default)]
    pub sets: Vec<SourceFileSet>,
}

/// `<SourceFileSet>`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceFileSet {
    /// Such as "C99".
    #[serde(rename = "@language", default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The files.
    #[serde(rename = "SourceFile", default)]
    pub files: Vec<SourceFile>,
}

/// `<SourceFile>`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its name within the folder `sources`.
    #[serde(rename = "@name", default)]
    pub name: String,
}

impl BuildDescription {
    /// All files that are named.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let sets = self.configurations.iter().flat_map(|configuration| &configuration.sets);
        sets.flat_map(|set| &set.files).map(|file| file.name.as_str())
    }
}

/// Of an FMU whose source is one file of C99.
pub fn build_description(model_identifier: &str) -> String {
    let file = SourceFile { name: format!("{model_identifier}.c") };
    let set = SourceFileSet { language: Some("C99".to_owned()), files: vec![file] };
    let configuration = BuildConfiguration {
        model_identifier: model_identifier.to_owned(),
        description: Some("One file, which needs no other; products are not to be fused with sums".to_owned()),
        sets: vec![set],
    };
    xml::write_element(&BuildDescription { fmi_version: "3.0".to_owned(), configurations: vec![configuration] })
}

/// Reads one of any FMU.
pub fn read(text: &str) -> Result<BuildDescription, ReadError> {
    xml::read_element(text, ROOT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_names_the_file_of_the_model() {
        let read = read(&build_description("Valve")).unwrap();
        assert_eq!(read.files().collect::<Vec<_>>(), ["Valve.c"]);
        assert_eq!((read.fmi_version.as_str(), &*read.configurations[0].model_identifier), ("3.0", "Valve"));
    }
}
