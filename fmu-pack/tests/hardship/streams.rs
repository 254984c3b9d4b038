//! Inputs and results that are longer than memory: what is read and written is not kept.

use super::command::{fails, model};
use super::process::{Running, all_memory, pipe};
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// Rows of a second each, from row `first` on.
fn rows(first: u32, count: u32) -> String {
    let mut text = String::new();
    for number in first..first + count {
        let torque = if number % 1000 < 500 { 9000.25 } else { -9000.25 };
        writeln!(text, "{number},{torque},{}", f64::from(number % 7)).unwrap();
    }
    text
}

/// Results, events and a picture of a run over 150,000 rows. If the rows of input were kept, they would take 10 MB, the
/// recorded values 25 MB.
#[test]
fn memory_does_not_grow_with_the_input_the_results_or_the_events() {
    const ROWS: u32 = 150_000;
    let (folder, fmu) = (tempfile::tempdir().unwrap(), model("MotionTransmission"));
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    pipe(Path::new(&path("input")));
    let (input, output, events, plot) = (path("input"), path("out.csv"), path("events.csv"), path("plot.png"));
    let files = ["--input", &input, "-o", &output, "--events", &events, "--plot", &plot];
    let stop = (ROWS - 1).to_string();
    let times = ["--step-size", "1", "--stop-time", &stop];
    let mut run = Running::start(&[&["run", &fmu], &files[..], &times[..]].concat(), folder.path(), &[]);
    let mut signals = OpenOptions::new().write(true).open(&input).unwrap();
    signals.write_all(b"time,motor_torque,load_torque\n").unwrap();
    signals.write_all(rows(0, 15_000).as_bytes()).unwrap();
    // A pipe holds 64 kB: all but 3000 rows were read.
    let early = all_memory(run.child.id(), "VmRSS");
    (1..10).for_each(|part| signals.write_all(rows(15_000 * part, 15_000).as_bytes()).unwrap());
    let late = all_memory(run.child.id(), "VmRSS");
    drop(signals);
    run.until(|_| Path::new(&plot).exists().then_some(()));
    let (code, message) = run.end();
    assert_eq!(code, Some(0), "{message}");
    assert!(late < early + (6 << 20), "{early} bytes after a tenth of the rows, {late} after all");
    let lines = |path: &str| std::fs::read_to_string(path).unwrap().lines().count();
    assert_eq!(lines(&output), ROWS as usize + 1);
    assert!(lines(&events) > 100, "{} lines", lines(&events));
    assert!(std::fs::metadata(&plot).unwrap().len() > 10_000);
}

/// The same at the size that is promised: `cargo test --release -p fmu-pack --test command hardship::streams -- --ignored --nocapture`.
#[test]
#[ignore = "ten gigabytes take minutes"]
fn ten_gigabytes_of_input_take_no_more_memory_than_one_megabyte() {
    const BYTES: u64 = 10_000_000_000;
    const PART: u64 = 10_000;
    let (folder, fmu) = (tempfile::tempdir().unwrap(), model("MotionTransmission"));
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (input, output, plot) = (path("input"), path("out.csv"), path("plot.png"));
    pipe(Path::new(&input));
    // Longer than the signals, which are held then.
    let files = ["run", &fmu, "--input", &input, "-o", &output, "--plot", &plot];
    let mut run =
        Running::start(&[&files[..], &["--step-size", "1", "--stop-time", "250000"]].concat(), folder.path(), &[]);
    let mut signals = OpenOptions::new().write(true).open(&input).unwrap();
    signals.write_all(b"time,motor_torque,load_torque\n").unwrap();
    let (mut written, mut row, mut part) = (0, 0_u64, String::new());
    let mut early = 0;
    while written < BYTES {
        part.clear();
        for number in row..row + PART {
            let wave = (number as f64 * 1e-4).sin();
            writeln!(part, "{:.3},{:.14},{:.15}", number as f64 * 1e-3, 9000.0 * wave, 1000.0 * wave).unwrap();
        }
        row += PART;
        signals.write_all(part.as_bytes()).unwrap();
        written += part.len() as u64;
        if early == 0 && written > 1_000_000 {
            early = all_memory(run.child.id(), "VmRSS");
        }
    }
    let (late, peak) = (all_memory(run.child.id(), "VmRSS"), all_memory(run.child.id(), "VmHWM"));
    drop(signals);
    run.until(|_| Path::new(&plot).exists().then_some(()));
    assert_eq!(run.end().0, Some(0));
    println!(
        "{written} bytes in {row} rows: {early} bytes of memory after the first megabyte, {late} at the end, {peak} at \
         most"
    );
    assert!(peak < early + (16 << 20), "{early} bytes after a megabyte, {peak} at most");
}

#[test]
fn a_row_without_end_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("in.csv");
    for (begin, line) in [("time,", 1), ("time,motor_torque\n0,1\n1,\"", 3)] {
        std::fs::write(&path, format!("{begin}{}", "1".repeat(2 << 20))).unwrap();
        let message = fails(&["run", &model("MotionTransmission"), "--input", path.to_str().unwrap()], 2);
        assert!(message.contains(&format!("in.csv, line {line}: the row has more than 1048576 bytes")), "{message}");
    }
}

#[test]
fn a_value_of_a_megabyte_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("in.csv");
    std::fs::write(&path, format!("time,motor_torque\n0,{}\n", "x".repeat(1 << 19))).unwrap();
    let message = fails(&["run", &model("MotionTransmission"), "--input", path.to_str().unwrap()], 2);
    assert!(message.contains("line 2, column 2: motor_torque = \"xxx") && message.len() < 400, "{message}");
}
