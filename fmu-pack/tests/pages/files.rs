//! Files of the repository as text.

use std::fs;
use std::path::{Path, PathBuf};

/// The top folder.
pub fn top() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder that end so, but for what is hidden or built.
pub fn below(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.') && name != "target" {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Path from the top folder, for messages.
pub fn name(path: &Path) -> String {
    path.strip_prefix(top()).unwrap_or(path).display().to_string()
}

/// Markdown without its blocks of code: what is linked there is an example.
pub fn without_blocks(text: &str) -> String {
    let mut is_block = false;
    let mut kept = String::new();
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        if !is_fence && !is_block {
            kept.push_str(line);
        }
        kept.push('\n');
        is_block ^= is_fence;
    }
    kept
}

/// What stands between backticks.
pub fn code_spans(text: &str) -> Vec<&str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}
