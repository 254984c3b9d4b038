//! Libraries that end the process which loads them.

use super::command::{fails, fmu_pack, succeeds};
use super::fmu::Bad;
use super::process::names;
use std::process::Command;

/// Every place where a library can do it, with how a run calls the time, and the time of the last row before.
const PLACES: [(&str, &str, Option<&str>); 6] = [
    ("ON_LOAD", "while it was loaded", None),
    ("ON_INSTANTIATE", "during instantiation and initialization", None),
    ("ON_INITIALIZATION", "during instantiation and initialization", None),
    ("ON_STEP", "during its communication steps", Some("0")),
    ("ON_TERMINATE", "during its communication steps", Some("0.01")),
    ("ON_UNLOAD", "while it was unloaded", Some("0.01")),
];

/// Every way to do it.
const WAYS: [(&str, &str); 4] = [
    ("exit(0)", "ended its process with exit code 0"),
    ("_exit(0)", "ended its process with exit code 0"),
    ("abort()", "crashed with SIGABRT"),
    ("crash()", "crashed with SIGSEGV"),
];

#[test]
fn a_library_that_is_well_behaved_runs() {
    let fmu = Bad::new(&[]);
    assert_eq!(
        succeeds(&["run", fmu.path(), "--set", "p=2", "--stop-time", "0.002"]),
        "time,y\n0,2\n0.001,2.001\n0.002,2.002\n"
    );
    assert!(succeeds(&["check", "--load", fmu.path()]).ends_with("bad.fmu: 0 errors, 0 warnings\n"));
}

#[test]
fn a_run_says_where_the_library_ended_its_process_and_how() {
    for (place, when, last) in PLACES {
        for (way, how) in WAYS {
            let fmu = Bad::new(&[(place, way)]);
            let output = fmu.beside("out.csv");
            let message = fails(&["run", fmu.path(), "-o", output.to_str().unwrap()], 1);
            let left = |last| format!("{} has what came before the run failed, up to {last} s: ", output.display());
            let left = last.map(left).unwrap_or_default();
            assert_eq!(message, format!("error: {left}{}: its library {how} {when}\n", fmu.path()), "{way} {place}");
            let files = [Some("bad.fmu"), last.map(|_| "out.csv")].into_iter().flatten();
            assert_eq!(names(fmu.folder.path()), files.map(str::to_string).collect(), "{way} {place}");
        }
    }
}

#[test]
fn a_check_lists_a_library_that_ends_its_process_as_an_error() {
    for (place, when) in [
        ("ON_LOAD", "while it was loaded"),
        ("ON_VERSION", "while it was examined"),
        ("ON_INSTANTIATE", "while it was examined"),
        ("ON_UNLOAD", "while it was unloaded"),
    ] {
        for (way, how) in WAYS {
            let fmu = Bad::new(&[(place, way)]);
            let answer = fmu_pack(&["check", "--load", fmu.path()]);
            assert_eq!(answer.code, Some(1), "{way} {place}: {}", answer.out);
            let expected = format!("error LD-PROCESS-01 binaries: {}: its library {how} {when} (FMI 2.0", fmu.path());
            assert!(answer.out.starts_with(&expected), "{way} {place}: {}", answer.out);
            assert!(answer.out.ends_with(": 1 error, 0 warnings\n"), "{}", answer.out);
        }
    }
}

#[test]
fn a_curve_is_not_measured_on_a_library_that_ends_its_process() {
    let fmu = Bad::new(&[("ON_LOAD", "exit(0)")]);
    let output = fmu.beside("curve.csv");
    let message = fails(&["curve", fmu.path(), "-o", output.to_str().unwrap()], 1);
    assert!(
        message.contains("bad.fmu: its library ended its process with exit code 0 while it was loaded"),
        "{message}"
    );
}

#[test]
fn a_sweep_does_not_begin_where_the_library_cannot_be_loaded() {
    for place in ["ON_LOAD", "ON_UNLOAD"] {
        let fmu = Bad::new(&[(place, "exit(0)")]);
        let output = fmu.beside("out.csv");
        let message = fails(&["sweep", fmu.path(), "--set", "p=1:1000:1000", "-o", output.to_str().unwrap()], 1);
        assert!(message.contains("ended its process with exit code 0"), "{message}");
        assert_eq!(names(fmu.folder.path()), ["bad.fmu".to_string()].into());
    }
}

/// Cells of the results of a sweep, row by row.
fn rows(fmu: &Bad, more: &[&str], code: i32) -> (Vec<Vec<String>>, String) {
    let output = fmu.beside("out.csv");
    let answer = fmu_pack(&[&["sweep", fmu.path(), "-o", output.to_str().unwrap()], more].concat());
    assert_eq!(answer.code, Some(code), "{}{}", answer.out, answer.err);
    let mut csv = csv::Reader::from_path(output).unwrap();
    let rows = csv.records().map(|row| row.unwrap().iter().map(str::to_string).collect());
    (rows.collect(), answer.out + &answer.err)
}

#[test]
fn a_run_of_a_sweep_that_ends_its_process_has_failed_and_the_others_go_on() {
    for (way, how) in WAYS {
        let fmu = Bad::new(&[("ON_STEP", &format!("if (p == 3 && now > 0.005) {way}"))]);
        for jobs in ["1", "2"] {
            let (rows, told) = rows(&fmu, &["--set", "p=1:6:6", "--jobs", jobs], 1);
            assert_eq!(rows.len(), 6);
            for (row, p) in rows.iter().zip(1..) {
                let expected = if p == 3 { String::new() } else { format!("{p}.01") };
                assert_eq!(row[2], expected, "y at the end with p = {p}");
                let problem = format!("{}: its library {how} during the run", fmu.path());
                assert_eq!(row[5], if p == 3 { problem } else { String::new() });
            }
            assert!(told.contains("1 failed") && told.contains("1 of 6 runs failed, first run 2"), "{told}");
        }
    }
}

#[test]
fn a_sweep_has_a_process_for_each_job_and_not_for_each_run() {
    let fmu = Bad::new(&[]);
    let notes = fmu.beside("notes");
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-pack"));
    command.args(["sweep", fmu.path(), "--set", "p=1:200:200", "--jobs", "2", "-o"]).arg(fmu.beside("out.csv"));
    assert!(command.env("NOTES", &notes).output().unwrap().status.success());
    let loaded = std::fs::read_to_string(notes).unwrap().lines().count();
    // Two for the runs; one tries to load the library before.
    assert_eq!(loaded, 3);
}
