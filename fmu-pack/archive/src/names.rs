//! Names in an archive that are not files below one folder on every platform.

use super::Entry;
use std::collections::{HashMap, HashSet};

/// Longer names exist on no platform.
const LONGEST: usize = 1000;

/// Names of devices on Windows, with any extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// What is wrong with the second of two files of the same name.
pub(super) const TWICE: &str = "the name appears twice; readers disagree on which one counts";

/// Why a name cannot be unpacked safely on every platform.
pub(super) fn problem(entry: &Entry) -> Option<String> {
    let Ok(name) = std::str::from_utf8(&entry.name) else { return Some("the name is not UTF-8".to_string()) };
    if name.len() > LONGEST {
        return Some(format!("the name has {} bytes; at most {LONGEST} are accepted", name.len()));
    }
    let mut parts = name.strip_suffix('/').unwrap_or(name).split('/');
    let problem = if name.is_empty() {
        "the name is empty"
    } else if name.contains('\\') {
        "the name has a backslash; folders must be separated by forward slashes"
    } else if name.starts_with('/') || name.contains(':') {
        "the name is absolute; it must be relative to the archive"
    } else if name.chars().any(char::is_control) {
        "the name has a control character"
    } else {
        return parts.find_map(part_problem).map(str::to_string);
    };
    Some(problem.to_string())
}

/// Why a file or folder cannot have this name.
fn part_problem(part: &str) -> Option<&'static str> {
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    if part == ".." {
        Some("the name leads out of the archive with ..")
    } else if part.is_empty() || part == "." {
        Some("the name has an empty part or a single dot")
    } else if part.ends_with(['.', ' ']) {
        Some("a part of the name ends with a dot or a space, which Windows leaves out")
    } else if part.contains(['<', '>', '"', '|', '?', '*']) {
        Some("the name has one of < > \" | ? *, which Windows does not allow")
    } else if is_device(&stem) {
        Some("a part of the name is a device on Windows")
    } else {
        None
    }
}

fn is_device(stem: &str) -> bool {
    let numbered = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let is_number = |rest: &str| rest.chars().count() == 1 && rest.contains(|c| "0123456789¹²³".contains(c));
    DEVICES.contains(&stem) || numbered.is_some_and(is_number)
}

/// Entries that are the same file as another, on a file system that ignores case too, or a file where another entry
/// needs a folder. With the problem.
pub(super) fn clashes(entries: &[Entry]) -> Vec<(&Entry, String)> {
    let mut seen: HashMap<String, &[u8]> = HashMap::new();
    let folders = folders(entries);
    let mut clashes = Vec::new();
    for entry in entries {
        let folded = fold(entry);
        if !entry.is_folder() && folders.contains(&folded) {
            clashes.push((entry, "it is a file, but other entries need a folder of this name".to_string()));
        }
        match seen.insert(folded, &entry.name) {
            Some(first) if first == entry.name => clashes.push((entry, TWICE.to_string())),
            Some(first) => clashes.push((entry, differs_in_case(first))),
            None => (),
        }
    }
    clashes
}

fn differs_in_case(first: &[u8]) -> String {
    format!("the name differs from {} in case only, which is the same file on Windows", String::from_utf8_lossy(first))
}

/// As a file system that ignores case sees a name.
fn fold(entry: &Entry) -> String {
    entry.text().trim_end_matches('/').to_lowercase()
}

/// All folders that unpacking makes. Names that are refused anyway do not count: they may be very deep.
fn folders(entries: &[Entry]) -> HashSet<String> {
    let mut folders = HashSet::new();
    for entry in entries.iter().filter(|entry| problem(entry).is_none()) {
        let name = fold(entry);
        folders.extend(name.match_indices('/').map(|(end, _)| name[..end].to_string()));
        if entry.is_folder() {
            folders.insert(name);
        }
    }
    folders
}
