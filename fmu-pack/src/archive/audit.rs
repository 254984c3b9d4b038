//! Rules for the archive of an FMU, decided from its directory alone.

use super::{Archive, Entry};
use crate::checks::{Finding, Severity};
use std::collections::HashMap;

/// Where FMI 2.0 describes the archive.
const SECTION: &str = "2.3";

/// Folders and files that FMI 2.0 knows at the top of an FMU.
const TOP: [&str; 7] =
    ["modelDescription.xml", "model.png", "binaries", "documentation", "resources", "sources", "licenses"];

/// Everything that is wrong with names, kinds and sizes. Nothing is unpacked.
pub fn audit(archive: &Archive) -> Vec<Finding> {
    let entries = archive.entries();
    let mut findings: Vec<Finding> = entries.iter().flat_map(audit_entry).collect();
    findings.extend(duplicates(entries));
    findings.extend(sizes(archive));
    if !archive.contains("modelDescription.xml") {
        let problem = "there is no modelDescription.xml at the top of the archive".to_string();
        findings.push(finding("AR-DESCRIPTION-01", "archive", problem, Severity::Error));
    }
    findings
}

fn finding(rule: &'static str, location: &str, problem: String, severity: Severity) -> Finding {
    Finding { rule: rule.to_string(), location: location.to_string(), problem, section: SECTION.to_string(), severity }
}

fn audit_entry(entry: &Entry) -> Vec<Finding> {
    let name = entry.text();
    let error = |rule, problem| finding(rule, &name, problem, Severity::Error);
    let mut findings = Vec::new();
    findings.extend(name_problem(entry).map(|problem| error("AR-NAME-01", problem)));
    findings.extend(kind_problem(entry).map(|problem| error("AR-KIND-01", problem)));
    if entry.local_name.as_ref() != Some(&entry.name) {
        let problem = "the name in front of the data differs from the one in the directory, so that readers disagree";
        findings.push(error("AR-NAME-02", problem.to_string()));
    }
    if entry.method == 0 && entry.has_data_descriptor() {
        let problem = "it is stored with its size behind the data, which streaming readers cannot find".to_string();
        findings.push(finding("AR-KIND-02", &name, problem, Severity::Warning));
    }
    let top = name.split('/').next().unwrap_or_default();
    if findings.is_empty() && !TOP.contains(&top) {
        let problem = format!("{top} is not a place that FMI 2.0 knows; additional files belong in resources/");
        findings.push(finding("AR-PLACE-01", &name, problem, Severity::Warning));
    }
    findings
}

/// Why a name cannot be unpacked safely on every platform.
pub(super) fn name_problem(entry: &Entry) -> Option<String> {
    let Ok(name) = std::str::from_utf8(&entry.name) else { return Some("the name is not UTF-8".to_string()) };
    let parts: Vec<&str> = name.trim_end_matches('/').split('/').collect();
    let problem = if name.is_empty() {
        "the name is empty"
    } else if name.contains('\\') {
        "the name has a backslash; folders must be separated by forward slashes"
    } else if name.starts_with('/') || name.contains(':') {
        "the name is absolute; it must be relative to the archive"
    } else if parts.contains(&"..") {
        "the name leads out of the archive with .."
    } else if parts.iter().any(|part| part.is_empty() || *part == ".") {
        "the name has an empty part or a single dot"
    } else if name.chars().any(char::is_control) {
        "the name has a control character"
    } else {
        return None;
    };
    Some(problem.to_string())
}

/// Why the data of an entry cannot be used.
pub(super) fn kind_problem(entry: &Entry) -> Option<String> {
    if entry.is_special() {
        Some("it is a link or a device; an FMU holds files and folders only".to_string())
    } else if entry.is_encrypted() {
        Some("it is encrypted".to_string())
    } else if !matches!(entry.method, 0 | 8) {
        Some(format!("compression method {} is not allowed; only 0 (stored) and 8 (deflate) are", entry.method))
    } else {
        None
    }
}

/// Names that are the same file, on a file system that ignores case too.
fn duplicates(entries: &[Entry]) -> Vec<Finding> {
    let mut seen: HashMap<String, String> = HashMap::new();
    let mut findings = Vec::new();
    for entry in entries {
        let name = entry.text();
        if let Some(first) = seen.insert(name.to_lowercase(), name.clone()) {
            let problem = if first == name {
                "the name appears twice; readers disagree on which one counts".to_string()
            } else {
                format!("the name differs from {first} in case only, which is the same file on Windows")
            };
            findings.push(finding("AR-DUPLICATE-01", &name, problem, Severity::Error));
        }
    }
    findings
}

fn sizes(archive: &Archive) -> Vec<Finding> {
    let limits = archive.limits;
    let total: u64 = archive.entries().iter().map(|entry| u64::from(entry.size)).sum();
    let mut findings = Vec::new();
    for entry in archive.entries().iter().filter(|entry| u64::from(entry.size) > limits.file) {
        let problem = format!("{} bytes unpacked; at most {} are accepted", entry.size, limits.file);
        findings.push(finding("AR-SIZE-01", &entry.text(), problem, Severity::Error));
    }
    if total > limits.total {
        let problem = format!("{total} bytes unpacked; at most {} are accepted", limits.total);
        findings.push(finding("AR-SIZE-01", "archive", problem, Severity::Error));
    }
    findings
}
