//! One file named twice: what is read is not written over, and what is written is not lost.

use super::command::{model, succeeds};
use super::process::{names, pipe};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const SIGNALS: &str = "time,motor_torque\n0,0\n1,5000\n";

/// A folder with an FMU, signals and parameters.
fn desk() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(model("MotionTransmission"), folder.path().join("a.fmu")).unwrap();
    std::fs::write(folder.path().join("in.csv"), SIGNALS).unwrap();
    std::fs::write(folder.path().join("p.txt"), "inertia=2000\n").unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    folder
}

/// What a command in a folder says that must be wrong usage.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-pack"));
    let output = command.args(arguments).current_dir(folder).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    message
}

#[test]
fn a_result_does_not_take_the_place_of_what_is_read() {
    let folder = desk();
    let before = names(folder.path());
    let fmu = std::fs::read(folder.path().join("a.fmu")).unwrap();
    for (arguments, file) in [
        (&["run", "a.fmu", "--input", "in.csv", "-o", "in.csv"][..], "in.csv"),
        (&["run", "a.fmu", "--input", "in.csv", "--events", "./sub/../in.csv"], "./sub/../in.csv"),
        (&["run", "a.fmu", "--parameters", "p.txt", "-o", "p.txt"], "p.txt"),
        (&["run", "a.fmu", "-o", "a.fmu"], "a.fmu"),
        (&["sweep", "a.fmu", "--set", "inertia=1,2", "--input", "in.csv", "-o", "in.csv"], "in.csv"),
    ] {
        let message = refused(folder.path(), arguments);
        assert_eq!(message, format!("error: {file}: this file is read; the results need another name\n"));
    }
    assert_eq!(names(folder.path()), before);
    assert_eq!(std::fs::read_to_string(folder.path().join("in.csv")).unwrap(), SIGNALS);
    assert_eq!(std::fs::read(folder.path().join("a.fmu")).unwrap(), fmu);
}

#[test]
fn two_results_do_not_take_the_place_of_each_other() {
    let folder = desk();
    let before = names(folder.path());
    for (arguments, file) in [
        (&["run", "a.fmu", "-o", "out.csv", "--events", "out.csv"][..], "out.csv"),
        (&["run", "a.fmu", "--events", "out.svg", "--plot", "sub/../out.svg"], "sub/../out.svg"),
        (&["scenario", "fig06", "-o", "s", "--parameters", "./s"], "./s"),
    ] {
        let message = refused(folder.path(), arguments);
        let expected = format!("error: {file}: this file is written twice; each result needs a name of its own\n");
        assert!(message == expected || message.contains("written twice"), "{message}");
    }
    assert_eq!(names(folder.path()), before);
}

#[test]
fn a_sweep_does_not_resume_from_its_input() {
    let folder = desk();
    let input = folder.path().join("out.csv.resume");
    std::fs::write(&input, SIGNALS).unwrap();
    let study = ["sweep", "a.fmu", "--set", "inertia=1,2", "--input", "out.csv.resume", "-o", "out.csv"];
    let message = refused(folder.path(), &study);
    assert!(message.contains("out.csv.resume"), "{message}");
    assert_eq!(std::fs::read_to_string(&input).unwrap(), SIGNALS);
}

#[test]
fn a_pipe_is_written_to_and_stays_one() {
    use std::os::unix::fs::FileTypeExt;
    let folder = desk();
    let path = folder.path().join("pipe");
    pipe(&path);
    let reading = path.clone();
    let reader = std::thread::spawn(move || std::fs::read_to_string(reading).unwrap());
    let fmu = model("MotionTransmission");
    succeeds(&["run", &fmu, "--stop-time", "0.01", "-o", path.to_str().unwrap()]);
    assert_eq!(reader.join().unwrap(), succeeds(&["run", &fmu, "--stop-time", "0.01"]));
    assert!(path.metadata().unwrap().file_type().is_fifo());
}

#[test]
fn a_file_in_the_place_of_a_folder_is_named() {
    let folder = desk();
    for arguments in [
        &["build", "MotionTransmission", "-o", "p.txt"][..],
        &["run", "a.fmu", "--stop-time", "0.01", "-o", "p.txt/out.csv"],
        &["sweep", "a.fmu", "--set", "inertia=1,2", "-o", "p.txt/out.csv"],
    ] {
        let message = refused(folder.path(), arguments);
        assert!(message.contains("p.txt is a file, not a folder"), "{message}");
    }
}
