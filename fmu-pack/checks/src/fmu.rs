//! Static rules: nothing of the FMU is executed.

use super::{Finding, Severity, binary};
use fmu_archive::{Archive, audit};
use fmu_import::interface::Interface;

/// The platform folders that FMI 2.0 names, with the suffix of their libraries, and those in wide use for ARM.
const PLATFORMS: [(&str, &str); 8] = [
    ("linux32", ".so"),
    ("linux64", ".so"),
    ("win32", ".dll"),
    ("win64", ".dll"),
    ("darwin32", ".dylib"),
    ("darwin64", ".dylib"),
    ("aarch64-linux", ".so"),
    ("aarch64-darwin", ".dylib"),
];

/// All findings on archive, description and libraries.
pub fn check(archive: &Archive) -> Vec<Finding> {
    let mut findings = audit(archive);
    if !archive.contains("modelDescription.xml") {
        return findings;
    }
    let text = match archive.description() {
        Ok(text) => text,
        Err(problem) => {
            findings.push(Finding::error("AR-DESCRIPTION-02", "modelDescription.xml", problem.to_string(), "2.2"));
            return findings;
        }
    };
    match model_description::read(&text) {
        Ok(description) => {
            findings.extend(model_description::validate(&description));
            findings.extend(check_binaries(archive, &Interface::of(&description)));
        }
        Err(problem) => findings.push(Finding::error("MD-READ-01", "modelDescription.xml", problem.to_string(), "2.2")),
    }
    findings
}

fn check_binaries(archive: &Archive, interface: &Interface) -> Vec<Finding> {
    let names: Vec<String> = archive.entries().iter().map(fmu_archive::Entry::text).collect();
    let mut findings: Vec<Finding> = names.iter().filter_map(|name| foreign(name)).collect();
    for identifier in interface.identifiers() {
        findings.extend(PLATFORMS.iter().flat_map(|platform| check_binary(archive, interface, platform, identifier)));
        let found = PLATFORMS.iter().any(|platform| names.contains(&library(platform, identifier)));
        let sources = names.iter().any(|name| name.starts_with("sources/") && name.len() > "sources/".len());
        if !found && !sources {
            let problem = format!("there is no library {identifier} for any platform, and no sources");
            findings.push(Finding::error("AR-BINARY-01", "binaries", problem, "2.3"));
        }
    }
    findings
}

fn check_binary(archive: &Archive, interface: &Interface, platform: &(&str, &str), identifier: &str) -> Vec<Finding> {
    let name = library(platform, identifier);
    if !archive.contains(&name) {
        return Vec::new();
    }
    match archive.read(&name) {
        Ok(bytes) => binary::check(&name, platform.0, &bytes, interface),
        Err(problem) => vec![Finding::error("BI-READ-01", &name, problem.to_string(), "2.3")],
    }
}

fn library((platform, suffix): &(&str, &str), identifier: &str) -> String {
    format!("binaries/{platform}/{identifier}{suffix}")
}

/// A platform folder that no importer looks into.
fn foreign(name: &str) -> Option<Finding> {
    let platform = name.strip_prefix("binaries/")?.split('/').next()?;
    if platform.is_empty() || PLATFORMS.iter().any(|(known, _)| *known == platform) {
        return None;
    }
    let known: Vec<&str> = PLATFORMS.iter().map(|(known, _)| *known).collect();
    let problem = format!("{platform} is not a platform that importers look for; those are {}", known.join(", "));
    Some(Finding { severity: Severity::Warning, ..Finding::error("AR-BINARY-02", name, problem, "2.3") })
}
