//! Names in an archive that are not files below one folder on every platform.

use super::Entry;
use std::collections::{HashMap, HashSet};

/// Longer names exist on no platform.
const LONGEST: usize = 1000;

/// Names of devices on Windows, with any extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// What is wrong with the second of two files of the same name.
const TWICE: &str = "the name appears twice; readers disagree on which one counts";

/// Where an entry is unpacked, below one folder: a relative path with forward slashes, as other readers understand the name. Backslashes
/// separate folders too, and parts that are empty or a dot are left out. Error: why it is not unpacked at all, because it would lead
/// out of the folder or be something else than a file.
pub(super) fn path(entry: &Entry) -> Result<String, &'static str> {
    let name = entry.text().replace('\\', "/");
    let drive = name.as_bytes().get(1) == Some(&b':');
    if name.starts_with('/') || drive {
        return Err(ABSOLUTE);
    }
    if name.len() > LONGEST || name.chars().any(char::is_control) {
        return Err("the name is no name of a file");
    }
    let parts: Vec<&str> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.contains(&"..") {
        return Err(LEADS_OUT);
    }
    // What Windows would make another file or a device of.
    match parts.iter().find_map(|part| part_problem(part)).filter(|_| cfg!(windows)) {
        Some(problem) => Err(problem),
        None if parts.is_empty() => Err("the name is empty"),
        None => Ok(parts.join("/")),
    }
}

/// The key under which the system that this runs on has a file.
pub(super) fn key(path: &str) -> String {
    if cfg!(any(windows, target_os = "macos")) { path.to_lowercase() } else { path.to_owned() }
}

const ABSOLUTE: &str = "the name is absolute; it must be relative to the archive";
const LEADS_OUT: &str = "the name leads out of the archive with ..";

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
        ABSOLUTE
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
        Some(LEADS_OUT)
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

/// Entries that are the same file as another, on a file system that ignores case too. With the problem.
pub(super) fn duplicates(entries: &[Entry]) -> Vec<(&Entry, String)> {
    let mut seen: HashMap<String, &[u8]> = HashMap::new();
    let mut duplicates = Vec::new();
    for entry in entries {
        match seen.insert(fold(entry), &entry.name) {
            Some(first) if first == entry.name => duplicates.push((entry, TWICE.to_string())),
            Some(first) => duplicates.push((entry, differs_in_case(first))),
            None => (),
        }
    }
    duplicates
}

/// Files where another entry needs a folder. With the problem.
pub(super) fn files_for_folders(entries: &[Entry]) -> Vec<(&Entry, String)> {
    // Names that are refused anyway do not count: they may be very deep.
    let right = entries.iter().filter(|entry| problem(entry).is_none());
    let folders = folders(right.map(|entry| (fold(entry), entry.is_folder())));
    let clashes = entries.iter().filter(|entry| !entry.is_folder() && folders.contains(&fold(entry)));
    clashes.map(|entry| (entry, FILE_FOR_FOLDER.to_string())).collect()
}

/// What is wrong with a file where another entry needs a folder.
pub(super) const FILE_FOR_FOLDER: &str = "it is a file, but other entries need a folder of this name";

fn differs_in_case(first: &[u8]) -> String {
    format!("the name differs from {} in case only, which is the same file on Windows", String::from_utf8_lossy(first))
}

/// As a file system that ignores case sees a name.
fn fold(entry: &Entry) -> String {
    entry.text().trim_end_matches('/').to_lowercase()
}

/// All folders that unpacking makes, of names and whether each is a folder itself.
pub(super) fn folders(names: impl Iterator<Item = (String, bool)>) -> HashSet<String> {
    let mut folders = HashSet::new();
    for (name, is_folder) in names {
        folders.extend(name.match_indices('/').map(|(end, _)| name[..end].to_string()));
        if is_folder {
            folders.insert(name);
        }
    }
    folders
}
