//! Rules for the archive of an FMU, decided from its directory alone.

use super::{Archive, DESCRIPTION, Entry, Error, names};
use model_description::{Finding, Severity};

/// Where FMI describes the archive.
const SECTION: &str = "2.3";

/// Folders and files that FMI 2.0 or 3.0 knows at the top of an FMU.
const TOP: [&str; 9] = [
    "modelDescription.xml",
    "model.png",
    "binaries",
    "documentation",
    "resources",
    "sources",
    "licenses",
    "terminalsAndIcons",
    "extra",
];

/// Everything that is wrong with names, kinds and sizes. Nothing is unpacked.
pub fn audit(archive: &Archive) -> Vec<Finding> {
    let mut findings = unsafe_places(archive);
    findings.extend(archive.entries.iter().flat_map(advice));
    findings.extend(sizes(archive));
    if !archive.contains(DESCRIPTION) {
        let problem = "there is no modelDescription.xml at the top of the archive".to_string();
        findings.push(finding("AR-DESCRIPTION-01", "archive", problem, Severity::Error));
    }
    findings
}

/// Refuses to unpack what is not safe.
pub(super) fn refuse(archive: &Archive) -> Result<(), Error> {
    match unsafe_places(archive).into_iter().next() {
        Some(Finding { location: name, problem, .. }) => Err(Error::Entry { name, problem }),
        None => Ok(()),
    }
}

/// Errors about names, kinds and places of the entries.
fn unsafe_places(archive: &Archive) -> Vec<Finding> {
    let mut findings: Vec<Finding> = archive.entries.iter().flat_map(audit_entry).collect();
    findings.extend(duplicates(&archive.entries));
    findings.extend(overlaps(archive));
    findings
}

fn finding(rule: &'static str, location: &str, problem: String, severity: Severity) -> Finding {
    Finding { severity, ..Finding::error(rule, location, problem, SECTION) }
}

fn audit_entry(entry: &Entry) -> impl Iterator<Item = Finding> {
    let problems = [
        ("AR-NAME-01", names::problem(entry)),
        ("AR-KIND-01", kind_problem(entry)),
        ("AR-NAME-02", local_problem(entry).map(str::to_string)),
    ];
    let name = entry.text();
    let error = move |(rule, problem): (_, Option<String>)| Some(finding(rule, &name, problem?, Severity::Error));
    problems.into_iter().filter_map(error)
}

/// The first reason not to unpack an entry.
pub(super) fn entry_problem(entry: &Entry) -> Option<String> {
    audit_entry(entry).next().map(|finding| finding.problem)
}

/// What importers may stumble over.
fn advice(entry: &Entry) -> Option<Finding> {
    let name = entry.text();
    let top = name.split('/').next().unwrap_or_default();
    if entry.method == 0 && entry.has_data_descriptor() {
        let problem = "it is stored with its size behind the data, which streaming readers cannot find".to_string();
        Some(finding("AR-KIND-02", &name, problem, Severity::Warning))
    } else if !TOP.contains(&top) && entry_problem(entry).is_none() {
        let problem = format!("{top} is not a place that FMI knows; additional files belong in resources/ or extra/");
        Some(finding("AR-PLACE-01", &name, problem, Severity::Warning))
    } else {
        None
    }
}

/// How the header in front of the data differs from the directory.
fn local_problem(entry: &Entry) -> Option<&'static str> {
    let Some(local) = &entry.local else { return Some("its data are not in the archive") };
    if !local.has_same_name {
        Some("the name in front of the data differs from the one in the directory, so that readers disagree")
    } else if !local.has_same_kind {
        Some("the header in front of the data gives other sizes than the directory, or another kind")
    } else {
        None
    }
}

/// Why the data of an entry cannot be used.
fn kind_problem(entry: &Entry) -> Option<String> {
    if entry.is_special() {
        Some("it is a link or a device; an FMU holds files and folders only".to_string())
    } else if entry.is_encrypted() {
        Some("it is encrypted".to_string())
    } else if !matches!(entry.method, 0 | 8) {
        Some(format!("compression method {} is not allowed; only 0 (stored) and 8 (deflate) are", entry.method))
    } else if entry.is_folder() && entry.size > 0 {
        Some("it is a folder, but has data".to_string())
    } else {
        None
    }
}

/// Names that are the same file.
fn duplicates(entries: &[Entry]) -> impl Iterator<Item = Finding> {
    let clashes = names::clashes(entries).into_iter();
    clashes.map(|(entry, problem)| finding("AR-DUPLICATE-01", &entry.text(), problem, Severity::Error))
}

/// Data that several entries share, or that are part of the directory: a small archive could unpack to anything.
fn overlaps(archive: &Archive) -> Vec<Finding> {
    let places = |entry: &'_ Entry| entry.local.as_ref().map(|local| local.place.clone());
    let mut placed: Vec<_> = archive.entries.iter().filter_map(|entry| Some((places(entry)?, entry))).collect();
    placed.sort_by_key(|(place, _)| (place.start, place.end));
    let mut free = 0;
    let mut findings = Vec::new();
    for (place, entry) in placed {
        if place.start < free || place.end > archive.directory {
            let problem = "its data overlap those of another entry, or the directory".to_string();
            findings.push(finding("AR-OVERLAP-01", &entry.text(), problem, Severity::Error));
        }
        free = free.max(place.end);
    }
    findings
}

fn sizes(archive: &Archive) -> Vec<Finding> {
    let error = |name: &str, problem: Error| finding("AR-SIZE-01", name, problem.to_string(), Severity::Error);
    let file = |entry: &Entry| archive.file_bound(entry).take(u64::from(entry.size)).err();
    let total: u64 = archive.entries.iter().map(|entry| u64::from(entry.size)).sum();
    let files = archive.entries.iter().filter_map(|entry| Some(error(&entry.text(), file(entry)?)));
    files.chain(archive.total_bound().take(total).err().map(|problem| error("archive", problem))).collect()
}
