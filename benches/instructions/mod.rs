//! Instructions per step, counted by callgrind.

use super::workloads::SERVO_AFTER_AN_HOUR;
use std::process::Command;

/// Argument of a run that is counted.
pub const COUNT: &str = "--count";

/// Steps that are counted: whole periods of every workload that has one.
const STEPS: u64 = 8000;

/// Instructions per step; `None` without valgrind. The count for `STEPS` steps is taken from that for twice as many, so
/// that start and preparation cancel.
pub fn per_step(name: &str) -> Option<f64> {
    if name == SERVO_AFTER_AN_HOUR {
        return None;
    }
    let (once, twice) = (counted(name, STEPS)?, counted(name, 2 * STEPS)?);
    Some(twice.saturating_sub(once) as f64 / STEPS as f64)
}

fn counted(name: &str, steps: u64) -> Option<u64> {
    let valgrind = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];
    let mut command = Command::new("valgrind");
    command.args(valgrind).arg(std::env::current_exe().ok()?).args([COUNT, name, &steps.to_string()]);
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let (_, count) = text.split_once("Collected : ")?;
    count.split_whitespace().next()?.parse().ok()
}
