//! Signals without end, from the first moment on.

use super::command::model;
use super::process::{Running, names};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

/// Sends as many signals as it can until the process is gone.
fn storm(signals: &str, id: u32) -> Child {
    let script = format!("while true; do for name in {signals}; do kill -$name {id} || exit 0; done; done 2>/dev/null");
    Command::new("sh").args(["-c", &script]).spawn().unwrap()
}

/// Processes that were started with a path below this folder.
fn processes_of(folder: &Path) -> Vec<String> {
    let lines = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let line = std::fs::read(entry.ok()?.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).into_owned())
    });
    lines.filter(|line| line.contains(folder.to_str().unwrap())).collect()
}

/// A command in a storm that begins after a while. It may be done before, or be ended before it has begun.
fn in_a_storm(signals: &str, arguments: &[&str], after: Duration) -> BTreeSet<String> {
    let (temporary, results) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let output = results.path().join("out.csv");
    let target = results.path().join("target");
    let arguments: Vec<&str> =
        arguments.iter().map(|word| word.strip_prefix("OUT").map_or(*word, |_| output.to_str().unwrap())).collect();
    let run = Running::start(&arguments, temporary.path(), &[("CARGO_TARGET_DIR", &target)]);
    std::thread::sleep(after);
    let mut storm = storm(signals, run.child.id());
    let (code, message) = run.end();
    storm.wait().unwrap();
    // Without a code the signal came before it was handled.
    assert!(matches!(code, None | Some(0 | 129 | 130 | 143)), "{code:?}: {message}");
    assert!(!message.contains("panicked"), "{message}");
    assert_eq!(names(temporary.path()), [].into(), "{arguments:?} after {after:?}");
    assert_eq!(processes_of(temporary.path()), [""; 0], "{arguments:?} after {after:?}");
    let mut left = names(results.path());
    left.remove("target");
    left
}

#[test]
fn a_run_in_a_storm_of_signals_leaves_its_results_or_nothing() {
    let fmu = model("MotionTransmission");
    let run = ["run", &fmu, "--stop-time", "3", "-o", "OUT"];
    for milliseconds in (0..120).step_by(8) {
        let left = in_a_storm("INT TERM HUP", &run, Duration::from_millis(milliseconds));
        assert!(left == [].into() || left == ["out.csv".to_string()].into(), "{left:?}");
    }
}

#[test]
fn a_sweep_in_a_storm_of_signals_leaves_its_results_or_its_resume_file() {
    let fmu = model("MotionTransmission");
    let study = ["sweep", &fmu, "--set", "motor_torque=1000:9000:300", "--jobs", "4", "-o", "OUT"];
    for milliseconds in (0..300).step_by(25) {
        let left = in_a_storm("INT", &study, Duration::from_millis(milliseconds));
        let files: Vec<&str> = left.iter().map(String::as_str).collect();
        assert!(matches!(files[..], [] | ["out.csv"] | ["out.csv.resume"]), "{files:?}");
    }
}

#[test]
fn other_commands_in_a_storm_of_signals_leave_nothing() {
    let fmu = model("MotionTransmission");
    for (command, times) in [
        (&["check", "--load", &fmu][..], [0, 10, 20, 40]),
        (&["curve", &fmu, "--law", "all", "-o", "OUT"], [0, 20, 50, 200]),
        (&["build", "MotionTransmission", "-o", "OUT"], [0, 20, 100, 400]),
    ] {
        for milliseconds in times {
            let left = in_a_storm("INT TERM", command, Duration::from_millis(milliseconds));
            assert_eq!(left, [].into(), "{command:?} after {milliseconds} ms");
        }
    }
}
