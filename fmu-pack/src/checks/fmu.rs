//! Static rules: nothing of the FMU is executed.

use super::{Finding, Severity, binary, error};
use crate::archive::{Archive, audit};
use crate::interface::Interface;

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
            findings.push(error("AR-DESCRIPTION-02", "modelDescription.xml", problem.to_string(), "2.2"));
            return findings;
        }
    };
    match model_description::read(&text) {
        Ok(description) => {
            findings.extend(model_description::validate(&description).into_iter().map(Finding::from));
            findings.extend(check_binaries(archive, &Interface::of(&description)));
        }
        Err(problem) => findings.push(error("MD-READ-01", "modelDescription.xml", problem.to_string(), "2.2")),
    }
    findings
}

impl From<model_description::Finding> for Finding {
    fn from(finding: model_description::Finding) -> Self {
        Self {
            rule: finding.rule.to_string(),
            location: finding.location,
            problem: finding.problem,
            section: finding.section.to_string(),
            severity: match finding.severity {
                model_description::Severity::Warning => Severity::Warning,
                model_description::Severity::Error => Severity::Error,
            },
        }
    }
}

fn check_binaries(archive: &Archive, interface: &Interface) -> Vec<Finding> {
    let names: Vec<String> = archive.entries().iter().map(crate::archive::Entry::text).collect();
    let mut findings: Vec<Finding> = names.iter().filter_map(|name| foreign(name)).collect();
    for identifier in interface.identifiers() {
        findings.extend(PLATFORMS.iter().flat_map(|platform| check_binary(archive, interface, platform, identifier)));
        let found = PLATFORMS.iter().any(|platform| names.contains(&library(platform, identifier)));
        let sources = names.iter().any(|name| name.starts_with("sources/") && name.len() > "sources/".len());
        if !found && !sources {
            let problem = format!("there is no library {identifier} for any platform, and no sources");
            findings.push(error("AR-BINARY-01", "binaries", problem, "2.3"));
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
        Err(problem) => vec![error("BI-READ-01", &name, problem.to_string(), "2.3")],
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
    Some(Finding { severity: Severity::Warning, ..error("AR-BINARY-02", name, problem, "2.3") })
}
