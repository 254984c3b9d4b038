//! The sources of the workspace in another folder, which is kept: what did not change is not compiled again.

use std::fs;
use std::path::{Path, PathBuf};

/// Cargo's folder for what tests leave.
const FOLDER: &str = env!("CARGO_TARGET_TMPDIR");

/// Another path, of another length, with a space.
pub fn copy() -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let copy = Path::new(FOLDER).join("sources in another folder");
    copy_folder(workspace, &copy);
    copy
}

/// Where they are built.
pub fn target() -> PathBuf {
    Path::new(FOLDER).join("another target")
}

/// Copies what changed, with its time, and removes what is gone.
fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let names: Vec<_> = entries(from).into_iter().filter(|name| is_source(name)).collect();
    for name in entries(to).into_iter().filter(|name| !names.contains(name)) {
        let gone = to.join(name);
        if gone.is_dir() { fs::remove_dir_all(gone).unwrap() } else { fs::remove_file(gone).unwrap() }
    }
    for name in names {
        let (from, to) = (from.join(&name), to.join(&name));
        if from.is_dir() { copy_folder(&from, &to) } else { copy_file(&from, &to) }
    }
}

fn entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Not what is built, hidden, or an FMU.
fn is_source(name: &str) -> bool {
    name != "target" && !name.starts_with('.') && !name.ends_with(".fmu")
}

fn copy_file(from: &Path, to: &Path) {
    let modified = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    if modified(from) != modified(to) {
        fs::copy(from, to).unwrap();
        fs::File::options().write(true).open(to).unwrap().set_modified(modified(from).unwrap()).unwrap();
    }
}
