//! Ctrl-C and SIGTERM at known points of long commands.

use super::command::model;
use super::process::{HANDLED, Running, file_like, names, pipe, processes};
use std::fs::OpenOptions;
use std::io::Write;

/// Ends a run that waits for more input while its results are half-written. It is started with an option of env.
fn run_ended_by(option: &str, sent: &[&str]) -> (Option<i32>, String) {
    let (fmu, folder, temporary) =
        (model("MotionTransmission"), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = |name: &str| folder.path().join(name);
    let results = path("results");
    pipe(&path("input"));
    std::fs::create_dir(&results).unwrap();
    std::fs::write(results.join("out.csv"), "an earlier result").unwrap();
    let (input, output, events) = (path("input"), results.join("out.csv"), results.join("events.csv"));
    let files =
        ["--input", input.to_str().unwrap(), "-o", output.to_str().unwrap(), "--events", events.to_str().unwrap()];
    let mut run = Running::with(option, &[&["run", &fmu], &files[..]].concat(), temporary.path(), &[]);
    let mut signals = OpenOptions::new().write(true).open(path("input")).unwrap();
    signals.write_all(b"time,motor_torque\n0,0\n0.5,5000\n").unwrap();
    run.until(|_| file_like(&results, ".fmu-pack-"));
    run.until(|_| file_like(temporary.path(), "fmu-pack-"));
    sent.iter().for_each(|signal| run.signal(signal));
    let ended = run.end();
    assert_eq!(names(&results), ["out.csv".to_string()].into());
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "an earlier result");
    assert_eq!(names(temporary.path()), [].into());
    ended
}

#[test]
fn a_run_ended_by_control_c_leaves_nothing_and_says_so() {
    let (code, message) = run_ended_by(HANDLED, &["INT"]);
    assert_eq!(code, Some(130), "{message}");
    assert!(message.contains("interrupted; no temporary file is left"), "{message}");
}

#[test]
fn a_run_ended_by_sigterm_leaves_nothing() {
    assert_eq!(run_ended_by(HANDLED, &["TERM"]).0, Some(143));
}

#[test]
fn a_run_ended_by_the_end_of_its_terminal_leaves_nothing_unless_nohup_started_it() {
    assert_eq!(run_ended_by(HANDLED, &["HUP"]).0, Some(129));
    assert_eq!(run_ended_by("--ignore-signal=HUP", &["HUP", "TERM"]).0, Some(143));
}

/// Ends a build while compilers run for it.
fn build_ended_by(signal: &str) -> Option<i32> {
    let (folder, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (target, output) = (folder.path().join("target"), folder.path().join("fmus"));
    let arguments = ["build", "ServoActuator", "-o", output.to_str().unwrap()];
    let mut build = Running::start(&arguments, temporary.path(), &[("CARGO_TARGET_DIR", &target)]);
    // cargo runs in a group of its own, and has begun to compile.
    let cargo = build.until(|build| {
        let (cargo, ..) = processes().into_iter().find(|(id, parent, group)| *parent == build && id == group)?;
        processes().iter().any(|(_, parent, group)| *parent == cargo && *group == cargo).then_some(cargo)
    });
    build.signal(signal);
    let (code, _) = build.end();
    let left: Vec<_> = processes().into_iter().filter(|(_, _, group)| *group == cargo).collect();
    assert_eq!(left, [], "cargo and its compilers are gone");
    assert_eq!((names(temporary.path()), names(&output)), ([].into(), [].into()));
    code
}

#[test]
fn a_build_ended_by_a_signal_takes_cargo_and_its_compilers_along() {
    assert_eq!(build_ended_by("INT"), Some(130));
    assert_eq!(build_ended_by("TERM"), Some(143));
}

/// A sweep finishes its runs at the first signal; here each takes hours.
#[test]
fn a_second_signal_does_not_wait_for_the_runs_of_a_sweep() {
    let (fmu, folder, temporary) =
        (model("MotionTransmission"), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let output = folder.path().join("out.csv");
    let study = ["--set", "inertia=2000,2200", "--stop-time", "9e5", "-o", output.to_str().unwrap()];
    let mut sweep = Running::start(&[&["sweep", &fmu], &study[..]].concat(), temporary.path(), &[]);
    let journal = folder.path().join("out.csv.resume");
    sweep.until(|_| std::fs::metadata(&journal).ok().filter(|file| file.len() > 0));
    // The runs have begun: there are threads for them besides that of the command and that of the signals.
    sweep.until(|id| (names(format!("/proc/{id}/task").as_ref()).len() > 3).then_some(()));
    sweep.signal("TERM");
    sweep.signal("INT");
    let (code, message) = sweep.end();
    // Two signals that wait at the same time come in any order.
    assert!(code == Some(130) || code == Some(143), "{code:?}: {message}");
    assert_eq!(names(folder.path()), ["out.csv.resume".to_string()].into());
    assert_eq!(names(temporary.path()), [].into());
}
