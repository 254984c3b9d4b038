//! Machines that lack something: memory for a study, a home, a place for temporary files.

use super::command::model;
use super::process::names;
use std::process::{Command, Output};

/// The command with less memory than a small machine has.
fn with_little_memory(arguments: &[&str]) -> (Option<i32>, String) {
    let mut shell = Command::new("sh");
    let script = "ulimit -v 1000000; exec \"$0\" \"$@\"";
    told(shell.args(["-c", script, env!("CARGO_BIN_EXE_fmu-pack")]).args(arguments).output().unwrap())
}

fn told(output: Output) -> (Option<i32>, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout) + &text(output.stderr))
}

#[test]
fn a_study_that_is_too_large_is_refused_before_it_takes_memory() {
    let (fmu, folder) = (model("MotionTransmission"), tempfile::tempdir().unwrap());
    let output = folder.path().join("out.csv");
    for (more, expected) in [
        (
            &["--set", "inertia=1:2", "--samples", "18446744073709551615"][..],
            "1.8446744073709552e19 runs; 100000000 are allowed",
        ),
        (&["--set", "inertia=1:2", "--samples", "18446744073709551616"], "--samples"),
        (&["--set", "inertia=1:2:4294967295"], "4.294967295e9 runs; 100000000 are allowed"),
        (&["--set", "inertia=1:2:100000", "--set", "motor_torque=1:2:100000"], "1e10 runs; 100000000 are allowed"),
        (&["--set", "inertia=1:2", "--samples", "100000000"], "the study has 100000000 runs with"),
        (
            &["--set", "inertia=1:2:100000000", "--record", "velocity"],
            "with 4 results each; 500000000 numbers can be kept",
        ),
        (&["--set", "inertia=1,2", "--jobs", "1000000000"], "1..=1024"),
        (&["--set", "inertia=1,2", "--jobs", "0"], "1..=1024"),
    ] {
        let arguments = [&["sweep", &fmu, "-o", output.to_str().unwrap()], more].concat();
        let (code, said) = with_little_memory(&arguments);
        assert_eq!(code, Some(2), "{more:?}: {said}");
        assert!(said.contains(expected), "{more:?}: {said}");
        assert_eq!(names(folder.path()), [].into(), "{more:?}");
    }
}

#[test]
fn a_list_of_runs_takes_no_memory() {
    let (fmu, folder) = (model("MotionTransmission"), tempfile::tempdir().unwrap());
    let output = folder.path().join("list.csv");
    let study = ["--set", "inertia=1:2:500000", "--samples", "1", "--set", "motor_torque=1:2", "--list"];
    let mut shell = Command::new("sh");
    let script = "ulimit -v 100000; exec \"$0\" \"$@\"";
    shell.args(["-c", script, env!("CARGO_BIN_EXE_fmu-pack"), "sweep", &fmu, "-o"]).arg(&output).args(study);
    let (code, said) = told(shell.output().unwrap());
    // Half a million rows would take 150 MB.
    assert_eq!(code, Some(0), "{said}");
    let text = std::fs::read_to_string(output).unwrap();
    assert_eq!(text.lines().count(), 500_001);
    assert!(text.lines().last().unwrap().starts_with("499999,2,"));
}

#[test]
fn a_folder_for_temporary_files_that_is_of_no_use_is_told() {
    let (fmu, folder) = (model("MotionTransmission"), tempfile::tempdir().unwrap());
    let output = folder.path().join("out.csv");
    let output = output.to_str().unwrap();
    for temporary in ["/dev/null/none", "/proc"] {
        for arguments in [
            &["run", &fmu, "-o", output][..],
            &["check", "--load", &fmu],
            &["sweep", &fmu, "--set", "inertia=1,2", "-o", output],
            &["curve", "MotionTransmission", "-o", output],
            &["build", "MotionTransmission", "-o", output],
            &["demo", "-o", output],
            &["report", "-o", output],
        ] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-pack"));
            let (code, said) = told(command.args(arguments).env("TMPDIR", temporary).output().unwrap());
            assert_eq!(code, Some(2), "{arguments:?}: {said}");
            assert!(said.contains("no temporary folder: ") && said.contains(temporary), "{arguments:?}: {said}");
            assert_eq!(names(folder.path()), [].into(), "{arguments:?}");
        }
    }
}

#[test]
fn no_command_needs_a_home() {
    let (fmu, folder) = (model("MotionTransmission"), tempfile::tempdir().unwrap());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (table, sheet, fmus) = (path("out.csv"), path("out.svg"), path("fmus"));
    for arguments in [
        &["run", &fmu, "-o", &table][..],
        &["check", "--load", &fmu],
        &["sweep", &fmu, "--set", "inertia=1,2", "-o", &table],
        &["curve", &fmu, "-o", &sheet],
        &["build", "MotionTransmission", "-o", &fmus],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-pack"));
        let (code, said) = told(command.args(arguments).env_remove("HOME").output().unwrap());
        assert_eq!(code, Some(0), "{arguments:?}: {said}");
    }
}
