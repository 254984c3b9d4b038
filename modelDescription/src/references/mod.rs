//! Files that go with an FMU and what they are for: the layered standard FMI-LS-REF 1.0.0-beta.1.
//!
//! Its manifest lists **related files** with their roles. Those of the role `experiment` are in the format of MA-HS-Experiments
//! (draft of 2026): each names a file of parameters (a parameter set of SSP), one of input signals (stimuli) and one of results
//! to be expected (references). All stand in one folder of the FMU, in both versions of FMI.
//!
//! Neither format says how close results must be. An annotation of the references, [`DEVIATIONS`], says it for each variable.

mod experiments;
mod manifest;
mod parameter_set;

pub use experiments::{
    Deviation, Experiment, Experiments, Parameters, ReferenceAnnotation, ReferenceAnnotations, TimeSeries,
    TransientSimulation,
};
pub use manifest::{Label, Manifest, Related, is_role};
pub use parameter_set::{Parameter, ParameterList, ParameterSet, ParameterValue};

use crate::xml::{self, ReadError};
use std::fmt::Write;

/// Where an FMU has the files of the layered standard.
pub const FOLDER: &str = "extra/org.fmi-standard.fmi-ls-ref";
/// The manifest.
pub const MANIFEST: &str = "extra/org.fmi-standard.fmi-ls-ref/fmi-ls-manifest.xml";
/// Name of the layered standard.
pub const NAME: &str = "org.fmi-standard.fmi-ls-ref";
/// The version that is written.
pub const VERSION: &str = "1.0.0-beta.1";
/// What the manifest must say of it.
pub const DESCRIPTION: &str = "Layered Standard providing information on related files included in an FMU.";
/// What the manifests of drafts say instead, whose version is 1.0.0-alpha.1 too.
pub const DESCRIPTION_OF_DRAFTS: &str = "Layered Standard providing reference stimuli and results for an FMU.";
/// MIME type of experiments.
pub const EXPERIMENTS_TYPE: &str = "application/x-ma-hs-experiments";
/// MIME type of parameter sets.
pub const PARAMETERS_TYPE: &str = "application/x-ssp-parameter-set";
/// MIME type of signals and results.
pub const SIGNALS_TYPE: &str = "text/csv";
/// Type of the annotation that says how close results must be.
pub const DEVIATIONS: &str = "actuator_fmu.deviations";

/// What is wrong with a file, by its name in the FMU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}, line {}: {}", self.file, self.line, self.problem)
    }
}

impl std::error::Error for Unreadable {}

fn named(file: &str) -> impl Fn(ReadError) -> Unreadable {
    move |ReadError { line, problem, .. }| Unreadable { file: file.to_owned(), line, problem }
}

/// Reads a manifest, tolerant of unknown attributes and elements.
pub fn read_manifest(text: &str) -> Result<Manifest, Unreadable> {
    xml::read_element(text, "fmiReferences").map_err(named(MANIFEST))
}

/// Reads experiments; `file` is their name in the FMU.
pub fn read_experiments(file: &str, text: &str) -> Result<Experiments, Unreadable> {
    xml::read_element(text, "Experiments").map_err(named(file))
}

/// Reads a parameter set; `file` is its name in the FMU.
pub fn read_parameter_set(file: &str, text: &str) -> Result<ParameterSet, Unreadable> {
    // SSP puts its elements into a namespace, by a prefix as a rule.
    let root = if text.contains("<ssv:ParameterSet") { "ssv:ParameterSet" } else { "ParameterSet" };
    xml::read_element(text, root).map_err(named(file))
}

/// Writes a manifest; the same manifest always gives the same text.
pub fn write_manifest(manifest: &Manifest) -> String {
    xml::write_element(manifest)
}

/// Writes experiments.
pub fn write_experiments(experiments: &Experiments) -> String {
    xml::write_element(experiments)
}

/// Writes a parameter set.
pub fn write_parameter_set(set: &ParameterSet) -> String {
    xml::write_element(set)
}

/// A file name as a relative URI: what is neither letter, digit nor one of `-._~` in percent signs (RFC 3986).
pub fn uri(name: &str) -> String {
    let mut uri = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            write!(uri, "%{byte:02X}").expect("a string takes every write");
        }
    }
    uri
}

/// What a source refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A file of the FMU, by its name in the archive.
    Inside(String),
    /// A place elsewhere: an absolute URI.
    Elsewhere,
    /// A path that leads out of the archive.
    Outside,
}

/// What the relative URI `source`, which stands in the file `base` of an FMU, refers to.
pub fn resolve(base: &str, source: &str) -> Target {
    let scheme = source.split(['/', '?', '#']).next().unwrap_or_default();
    if scheme.contains(':') || source.starts_with("//") {
        return Target::Elsewhere;
    }
    let path = source.split(['?', '#']).next().unwrap_or_default();
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<String> = Vec::new();
    let from_root = path.starts_with('/');
    let before = folder.split('/').filter(|_| !from_root).map(str::to_owned);
    for part in before.chain(path.split('/').map(decoded)) {
        match part.as_str() {
            "" | "." => (),
            ".." if parts.pop().is_none() => return Target::Outside,
            ".." => (),
            _ => parts.push(part),
        }
    }
    Target::Inside(parts.join("/"))
}

/// A part of a path without its percent signs.
fn decoded(part: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = part.as_bytes();
    while let [first, others @ ..] = rest {
        let code = others.get(..2).filter(|_| *first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &others[2..];
            }
            None => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_relative_to_the_file_that_names_them() {
        let inside = |source: &str| resolve(MANIFEST, source);
        assert_eq!(inside("a.csv"), Target::Inside(format!("{FOLDER}/a.csv")));
        assert_eq!(inside("./x/../a%20b.csv"), Target::Inside(format!("{FOLDER}/a b.csv")));
        assert_eq!(inside("../../documentation/a.html#part"), Target::Inside("documentation/a.html".to_owned()));
        assert_eq!(inside("../../../a.csv"), Target::Outside);
        assert_eq!(inside("https://example.org/a.csv"), Target::Elsewhere);
        assert_eq!(inside("file:///a.csv"), Target::Elsewhere);
        assert_eq!(inside("100%"), Target::Inside(format!("{FOLDER}/100%")));
    }

    #[test]
    fn a_name_as_a_uri_leads_back_to_the_name() {
        for name in ["fig06_in.csv", "a b%.csv", "größe.exp"] {
            assert_eq!(resolve(MANIFEST, &uri(name)), Target::Inside(format!("{FOLDER}/{name}")));
        }
    }
}
