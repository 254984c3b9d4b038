//! Rules for the archive of an FMU, decided from its directory alone.

use super::{Archive, DESCRIPTION, Entry, Error, names};
use model_description::{Finding, Severity, counted};

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

/// Everything that is wrong with names, kinds and sizes by the standard, also what the packer reads all the same. Nothing is unpacked.
pub fn audit(archive: &Archive) -> Vec<Finding> {
    let mut findings: Vec<Finding> = archive.entries.iter().flat_map(audit_entry).collect();
    findings.extend(clashes(&archive.entries));
    findings.extend(overlaps(archive).map(|(entry, problem)| error("AR-OVERLAP-01", entry, problem.to_string())));
    findings.extend(archive.entries.iter().flat_map(advice));
    findings.extend(sizes(archive));
    findings.extend(in_front(archive).map(|problem| finding("AR-BEGIN-01", "archive", problem, Severity::Warning)));
    let frame = archive.oddities.iter().map(|oddity| format!("the archive {oddity}"));
    findings.extend(frame.map(|problem| finding("AR-END-01", "archive", problem, Severity::Error)));
    if !archive.contains(DESCRIPTION) {
        let problem = "there is no modelDescription.xml at the top of the archive".to_string();
        findings.push(finding("AR-DESCRIPTION-01", "archive", problem, Severity::Error));
    }
    findings
}

fn finding(rule: &'static str, location: &str, problem: String, severity: Severity) -> Finding {
    Finding { severity, ..Finding::error(rule, location, problem, SECTION) }
}

fn error(rule: &'static str, entry: &Entry, problem: String) -> Finding {
    finding(rule, &entry.text(), problem, Severity::Error)
}

fn audit_entry(entry: &Entry) -> impl Iterator<Item = Finding> {
    let problems = [
        ("AR-NAME-01", names::problem(entry)),
        ("AR-KIND-01", kind_problem(entry)),
        ("AR-NAME-02", local_problem(entry).map(str::to_string)),
        ("AR-KIND-02", descriptor_problem(entry)),
        ("AR-VERSION-01", version_problem(entry)),
    ];
    problems.into_iter().filter_map(move |(rule, problem)| Some(error(rule, entry, problem?)))
}

/// Of a stored file a streaming reader cannot find the end.
fn descriptor_problem(entry: &Entry) -> Option<String> {
    let is_wrong = entry.method == 0 && entry.has_data_descriptor() && !entry.is_folder();
    is_wrong.then(|| "it is stored with its size behind the data, which streaming readers cannot find".to_string())
}

fn version_problem(entry: &Entry) -> Option<String> {
    /// 2.0, the version with deflate and folders.
    const NEWEST: u16 = 20;
    let [major, minor] = [entry.version_needed / 10, entry.version_needed % 10];
    (entry.version_needed > NEWEST)
        .then(|| format!("it needs version {major}.{minor} of ZIP to be unpacked; 2.0 is allowed"))
}

/// What importers may stumble over.
fn advice(entry: &Entry) -> Option<Finding> {
    let name = entry.text();
    let top = name.split('/').next().unwrap_or_default();
    let is_misplaced = !TOP.contains(&top) && audit_entry(entry).next().is_none();
    let problem = format!("{top} is not a place that FMI knows; additional files belong in resources/ or extra/");
    is_misplaced.then(|| finding("AR-PLACE-01", &name, problem, Severity::Warning))
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
pub(super) fn kind_problem(entry: &Entry) -> Option<String> {
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

/// Names that are the same file, or a file and a folder.
fn clashes(entries: &[Entry]) -> impl Iterator<Item = Finding> {
    let clashes = names::files_for_folders(entries).into_iter().chain(names::duplicates(entries));
    clashes.map(|(entry, problem)| error("AR-DUPLICATE-01", entry, problem))
}

/// What stands before the first entry, as a program that unpacks the archive.
pub(super) fn in_front(archive: &Archive) -> Option<String> {
    let first = archive.entries.iter().filter_map(|entry| Some(entry.local.as_ref()?.place.start)).min();
    let count = first.unwrap_or(archive.directory);
    (count > 0).then(|| format!("the archive begins after {}", counted(count, "foreign byte")))
}

/// Data that several entries share, or that are part of the directory: a small archive could unpack to anything.
pub(super) fn overlaps(archive: &Archive) -> impl Iterator<Item = (&Entry, &'static str)> {
    let place = |entry: &'_ Entry| entry.local.as_ref().map(|local| local.place.clone());
    let mut placed: Vec<_> = archive.entries.iter().filter_map(|entry| Some((place(entry)?, entry))).collect();
    placed.sort_by_key(|(place, _)| (place.start, place.end));
    let mut free = 0;
    placed.into_iter().filter_map(move |(place, entry)| {
        let overlaps = place.start < free || place.end > archive.directory;
        free = free.max(place.end);
        overlaps.then_some((entry, "its data overlap those of another entry, or the directory"))
    })
}

fn sizes(archive: &Archive) -> Vec<Finding> {
    let error = |name: &str, problem: Error| finding("AR-SIZE-01", name, problem.to_string(), Severity::Error);
    let file = |entry: &Entry| archive.file_bound(entry).take(u64::from(entry.size)).err();
    let total: u64 = archive.entries.iter().map(|entry| u64::from(entry.size)).sum();
    let files = archive.entries.iter().filter_map(|entry| Some(error(&entry.text(), file(entry)?)));
    files.chain(archive.total_bound().take(total).err().map(|problem| error("archive", problem))).collect()
}
