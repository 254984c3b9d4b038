//! Libraries that change what a process has: its folder, its standard streams, its open files.

use super::command::table;
use super::fmu::Bad;
use super::process::names;
use std::process::{Command, Output};

/// A command in the folder of the FMU.
fn run_in_folder(fmu: &Bad, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-pack"));
    let output = command.args(arguments).current_dir(fmu.folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn a_library_that_changes_the_folder_does_not_move_the_results() {
    let elsewhere = tempfile::tempdir().unwrap();
    let change = format!("if (chdir(\"{}\")) exit(7)", elsewhere.path().display());
    for place in ["ON_LOAD", "ON_INSTANTIATE", "ON_STEP"] {
        let fmu = Bad::new(&[(place, &change)]);
        run_in_folder(&fmu, &["run", "bad.fmu", "-o", "new/out.csv", "--events", "events.csv", "--plot", "plot.svg"]);
        run_in_folder(&fmu, &["sweep", "bad.fmu", "--set", "p=1,2,3", "-o", "sweep.csv"]);
        let expected = ["bad.fmu", "events.csv", "new", "plot.svg", "sweep.csv"].map(str::to_string);
        assert_eq!(names(fmu.folder.path()), expected.into());
        assert_eq!(names(&fmu.beside("new")), ["out.csv".to_string()].into());
        assert_eq!(names(elsewhere.path()), [].into());
    }
}

#[test]
fn what_a_library_prints_is_not_among_the_results() {
    let fmu = Bad::new(&[("ON_STEP", "printf(\"step at %g\\n\", now)"), ("ON_LOAD", "puts(\"I am here\")")]);
    let output = run_in_folder(&fmu, &["run", "bad.fmu"]);
    let (header, rows) = table(&String::from_utf8(output.stdout).unwrap());
    assert_eq!((header.len(), rows.len()), (2, 11));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("I am here\n") && told.contains("step at 0.01\n"), "{told}");
}

#[test]
fn a_library_that_reads_standard_input_finds_it_empty() {
    let fmu = Bad::new(&[("ON_STEP", "if (getchar() != EOF) exit(3)")]);
    run_in_folder(&fmu, &["run", "bad.fmu", "-o", "out.csv"]);
}

#[test]
fn signals_come_from_a_pipe_on_standard_input() {
    let fmu = Bad::new(&[("RESULT", "u")]);
    let script = "printf 'time,u\\n0,1\\n0.01,11\\n' | \"$0\" run bad.fmu --input /dev/stdin";
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", script, env!("CARGO_BIN_EXE_fmu-pack")]).current_dir(fmu.folder.path()).output();
    let (_, rows) = table(&String::from_utf8(output.unwrap().stdout).unwrap());
    let reached: Vec<f64> = rows.iter().map(|row| row[1]).collect();
    assert_eq!((reached[0], reached[10]), (1.0, 11.0));
}

#[test]
fn a_library_that_closes_all_files_is_noticed() {
    let fmu = Bad::new(&[("ON_STEP", "close_all()")]);
    let message = super::command::fails(&["run", fmu.path()], 1);
    assert!(message.contains("bad.fmu: its library ended its process with exit code 1 during its"), "{message}");
}

#[test]
fn a_library_that_has_closed_all_files_and_hangs_is_ended() {
    let fmu = Bad::new(&[("ON_LOAD", "signal(SIGPIPE, SIG_IGN); close_all(); cling()")]);
    let message = super::command::fails(&["run", fmu.path()], 1);
    assert!(message.contains("bad.fmu: its library "), "{message}");
}
