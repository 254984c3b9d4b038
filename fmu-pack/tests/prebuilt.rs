//! FMUs from prebuilt libraries, where there is no compiler.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, model, succeeds};
use fmu_import::archive::{Archive, Limits};
use fmu_import::platform::Platform;
use fmu_library::{Folder, Library};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A folder with the library of this machine, as it is in the FMU of a declared model.
pub(crate) fn libraries() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let made = || {
        let folder = tempfile::tempdir().unwrap();
        let host = Platform::host();
        let archive = Archive::open(Path::new(&model("ServoActuator")), Limits::default()).unwrap();
        put(folder.path(), &archive.read(&host.library("ServoActuator")).unwrap());
        folder
    };
    FOLDER.get_or_init(made).path()
}

fn put(folder: &Path, library: &[u8]) {
    let path = Folder::new(folder).library(&Platform::host());
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, library).unwrap();
}

fn library() -> Vec<u8> {
    std::fs::read(Folder::new(libraries()).library(&Platform::host())).unwrap()
}

fn elevator() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations/elevator.toml");
    path.to_str().unwrap().to_string()
}

#[test]
fn without_any_compiler_a_configured_fmu_is_the_same_byte_for_byte() {
    let (folder, _) = file("");
    let (here, there) = (folder.path().join("here"), folder.path().join("there"));
    let output = Command::new(env!("CARGO_BIN_EXE_fmu-pack"))
        .args(["build", "--libraries", libraries().to_str().unwrap(), "--config", &elevator(), "-o"])
        .arg(&here)
        .env("PATH", "")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    succeeds(&["build", "--config", &elevator(), "-o", there.to_str().unwrap()]);
    let bytes = |folder: &PathBuf| std::fs::read(folder.join("Elevator.fmu")).unwrap();
    assert_eq!(bytes(&here), bytes(&there));
}

/// The message of a build with this library.
fn refused(library: &[u8]) -> String {
    let (folder, _) = file("");
    put(folder.path(), library);
    let output = folder.path().join("none");
    let (libraries, none) = (folder.path().to_str().unwrap(), output.to_str().unwrap());
    let message = fails(&["build", "--libraries", libraries, "--config", &elevator(), "-o", none], 2);
    assert!(!output.exists(), "nothing is written");
    assert!(message.contains("actuator_fmu."), "{message}");
    message
}

#[test]
fn a_library_that_is_too_old_or_damaged_is_refused_by_name_version_and_what_to_do() {
    let block = Library::read(library()).unwrap().block().start;
    let changed = |place: usize, bytes: &[u8]| {
        let mut library = library();
        library[block + place..block + place + bytes.len()].copy_from_slice(bytes);
        refused(&library)
    };
    let old = changed(16, b"0.0.9\0");
    assert!(old.contains("it has version 0.0.9 and this fmu-pack has") && old.contains("fmu-pack libraries"), "{old}");
    let layout = changed(8, &[9]);
    assert!(layout.contains("it has layout 9, and 4 is read"), "{layout}");
    let nothing = changed(0, b"ACTFMUXX");
    assert!(nothing.contains("it does not begin as one"), "{nothing}");
    let cut = refused(&library()[..1000]);
    assert!(cut.contains("not a library of any platform") || cut.contains("has no section"), "{cut}");
}

#[test]
fn a_library_of_other_sources_is_refused() {
    let info = succeeds(&["info", &model("HydraulicActuator"), "--format", "json"]);
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    let guid = info["guid"].as_str().unwrap();
    let mut library = library();
    let place = library.windows(guid.len()).position(|window| window == guid.as_bytes()).unwrap();
    library[place + 1] ^= 1;
    let message = refused(&library);
    assert!(message.contains(&format!("it does not know HydraulicActuator with the GUID {guid}")), "{message}");
}

#[test]
fn a_library_that_is_configured_already_is_refused() {
    let (folder, _) = file("");
    let output = folder.path().to_str().unwrap();
    succeeds(&["build", "--libraries", libraries().to_str().unwrap(), "--config", &elevator(), "-o", output]);
    let archive = Archive::open(&folder.path().join("Elevator.fmu"), Limits::default()).unwrap();
    let configured = archive.read(&Platform::host().library("Elevator")).unwrap();
    assert!(refused(&configured).contains("it is configured already, as Elevator"));
}

#[test]
fn a_platform_without_a_library_is_told_with_those_that_have_one() {
    let host = Platform::host();
    let other = if host.folder() == "win64" { "linux64" } else { "win64" };
    let message = fails(
        &["build", "--libraries", libraries().to_str().unwrap(), "--platform", other, "--config", &elevator()],
        2,
    );
    assert!(message.contains(&format!("has no library for {other}, which would be ")), "{message}");
    assert!(message.contains(&format!("; it has those of {host}")), "{message}");
    let (folder, _) = file("");
    let arguments = ["build", "--libraries", folder.path().to_str().unwrap(), "--platform", other];
    assert!(fails(&arguments, 2).contains("it has none at all"));
}

#[test]
fn a_folder_without_any_library_is_refused_with_the_file_that_is_expected_there() {
    let (folder, _) = file("");
    let (libraries, none) = (folder.path().join("libraries"), folder.path().join("none"));
    let build =
        ["build", "--libraries", libraries.to_str().unwrap(), "--config", &elevator(), "-o", none.to_str().unwrap()];
    let expected = Folder::new(&libraries).library(&Platform::host());
    let refused = || {
        let message = fails(&build, 2);
        assert!(message.contains(&format!("which would be {}", expected.display())), "{message}");
        assert!(!none.exists(), "nothing is written");
    };
    refused();
    std::fs::create_dir(&libraries).unwrap();
    refused();
    // Beside the folder of its platform instead of in it.
    std::fs::write(libraries.join(expected.file_name().unwrap()), library()).unwrap();
    refused();
}
