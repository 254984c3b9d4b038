//! A configured FMU is tried out before it is written.

use super::Error;
use fmu_import::fmu::Fmu;
use fmu_import::interface::Interface;
use fmu_isolation as isolation;
use model_description::configuration::Subject;
use model_description::configuration::document::Document;
use model_description::fmi3;
use std::path::Path;

/// Initializes an FMU with its own start values: only the model knows what its friction law allows.
pub(super) fn try_start_values(fmu: &Fmu, path: &Path) -> Result<(), Error> {
    let failed = |source| Error::Worker { path: path.to_path_buf(), source };
    isolation::initialize(fmu).map_err(|source| match source {
        isolation::Error::Failed { problem, .. } => {
            Error::StartValues { subject: Box::new(subject(&problem, fmu.interface(), path)), problem }
        }
        source => failed(source),
    })
}

/// A configuration that FMI 3.0 cannot have, by what names the variable that is in the way.
pub(super) fn not_for_fmi3(source: fmi3::Error, path: &Path) -> Error {
    Error::ConfiguredFmi3 { subject: Box::new(place(Some(source.variable()), path)), source }
}

/// The file gives what a warning says to equal the default: the value is the user's own.
pub(super) fn gives(path: &Path, warning: &str) -> bool {
    let Some((name, _)) = warning.split_once(" equals the default of ") else { return false };
    let document = std::fs::read_to_string(path).ok().and_then(|text| Document::parse(&text, path).ok());
    let (alone, inside) = (format!(".{name}"), format!(".{name}."));
    let gives = |key: &str| key.ends_with(&alone) || key.contains(&inside);
    document.is_some_and(|document| document.entries.iter().any(|entry| gives(&entry.key)))
}

/// The entry of the file that sets the variable which is refused.
fn subject(problem: &str, interface: &Interface, path: &Path) -> Subject {
    place(refused(problem, interface), path)
}

/// The entry of the file that sets a variable, or else that names it; the whole file where none does.
fn place(variable: Option<&str>, path: &Path) -> Subject {
    let document = std::fs::read_to_string(path).ok().and_then(|text| Document::parse(&text, path).ok());
    let found = document.as_ref().zip(variable).and_then(|(document, name)| {
        let key = format!(".{name}");
        let setting = document.entries.iter().find(|entry| entry.key.ends_with(&key));
        let named = || document.entries.iter().find(|entry| entry.source == format!("{name:?}"));
        let naming = || document.entries.iter().find(|entry| entry.source.contains(name));
        setting.or_else(named).or_else(naming).map(|entry| document.given(entry))
    });
    found.map_or_else(|| Subject::File(path.to_path_buf()), Subject::Given)
}

/// The variable that is told with its value; others that are named say why. Without such a one the longest name.
fn refused<'a>(problem: &str, interface: &'a Interface) -> Option<&'a str> {
    let names = || interface.variables.iter().map(|variable| variable.name.as_str());
    let is_told = |name: &&str| problem.contains(&format!(": {name} (value reference "));
    let named = || names().filter(|name| problem.contains(name)).max_by_key(|name| name.len());
    names().find(is_told).or_else(named)
}
