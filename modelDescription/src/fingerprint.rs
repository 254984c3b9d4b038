//! Tells whether generated source is older than what it is generated from.
//!
//! The generated file carries the fingerprint of the declaration that it was made from. The build step of the actuator crate
//! includes this file and compares, without a dependency.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Begins the line of the generated file that has the fingerprint.
pub const LABEL: &str = "// Fingerprint of the declaration: ";

/// The folders of `modelDescription/src` that decide what is generated.
pub const FOLDERS: [&str; 4] = ["declaration", "elements", "models", "rust_source"];

/// FNV-1a with 64 bits (Fowler, Noll and Vo) over names and texts of all files below `source`, in the order of their names.
/// Line ends count as one character, so that a checkout on Windows has the same fingerprint.
pub fn of(source: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        collect(&source.join(folder), &mut files)?;
    }
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read(&file)?;
        for byte in name.bytes().chain(text.into_iter().filter(|byte| *byte != b'\r')) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    Ok(format!("{hash:016x}"))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
