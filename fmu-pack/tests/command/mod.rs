//! Runs the `fmu-pack` command, and has the real models built.

use fmu_import::archive::{Archive, Contents, Limits};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// How it ended and what it said.
pub struct Answer {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs the command with `arguments`.
pub fn fmu_pack(arguments: &[&str]) -> Answer {
    let output = Command::new(env!("CARGO_BIN_EXE_fmu-pack")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Answer { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Standard output of a command that must succeed.
pub fn succeeds(arguments: &[&str]) -> String {
    let answer = fmu_pack(arguments);
    assert_eq!(answer.code, Some(0), "{arguments:?}: {}{}", answer.out, answer.err);
    answer.out
}

/// Standard error of a command that must end with `code`.
pub fn fails(arguments: &[&str], code: i32) -> String {
    let answer = fmu_pack(arguments);
    assert_eq!(answer.code, Some(code), "{arguments:?}: {}{}", answer.out, answer.err);
    answer.err
}

/// Folder with an FMU per model.
pub fn built() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let build = || {
        let folder = tempfile::tempdir().unwrap();
        succeeds(&["build", "-o", folder.path().to_str().unwrap()]);
        folder
    };
    FOLDER.get_or_init(build).path()
}

/// The FMU of a model.
pub fn model(name: &str) -> String {
    built().join(format!("{name}.fmu")).to_str().unwrap().to_string()
}

/// A file in a folder of its own.
pub fn file(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

/// An FMU with its files changed, in a folder of its own; `change` gets the name and the bytes of each.
pub fn repacked(fmu: &str, change: impl Fn(&str, Vec<u8>) -> Vec<u8>) -> (TempDir, String) {
    let archive = Archive::open(Path::new(fmu), Limits::default()).unwrap();
    let mut contents = Contents::default();
    for entry in archive.entries().iter().filter(|entry| !entry.name.ends_with(b"/")) {
        let name = entry.text();
        contents.add(&*name, change(&name, archive.read(&name).unwrap()));
    }
    let (folder, path) = file("changed.fmu");
    contents.write(&path).unwrap();
    (folder, path.to_str().unwrap().to_string())
}

/// Header and rows of numbers; an empty field is NaN.
pub fn table(csv: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let mut lines = csv.lines();
    let header = lines.next().unwrap().split(',').map(str::to_string).collect();
    let number = |text: &str| text.parse().unwrap_or(f64::NAN);
    (header, lines.map(|line| line.split(',').map(number).collect()).collect())
}

/// A check must have no findings, except that a library which was built without the tools for portable ones fits only
/// machines like this one.
pub fn has_no_finding(arguments: &[&str]) {
    let out = succeeds(arguments);
    let is_about_portability = |line: &&str| line.contains(" BI-GLIBC-01 ") || line.contains(" BI-IMPORT-01 ");
    let lines: Vec<&str> = out.lines().filter(|line| !is_about_portability(line)).collect();
    assert!(lines.len() == 1 && lines[0].contains(": 0 errors, "), "{arguments:?}: {out}");
}
