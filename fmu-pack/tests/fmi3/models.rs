//! The actuators: FMI 3.0 shows what FMI 2.0 shows.

use super::command::{file, model, succeeds, table};
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

/// Ramps, steps between communication points, end stops, stick-slip.
const SCENARIOS: [(&str, &str); 6] = [
    ("ServoActuator", "fig06"),
    ("ServoActuator", "fig12"),
    ("ServoActuator", "fig14"),
    ("ServoActuator", "fig16"),
    ("MotionTransmission", "p3_rev"),
    ("MotionTransmission", "p4"),
];

/// The FMU of a model for FMI 3.0.
fn model3(name: &str) -> String {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let build = || {
        let folder = tempfile::tempdir().unwrap();
        succeeds(&["build", "--fmi", "3", "-o", folder.path().to_str().unwrap()]);
        folder
    };
    FOLDER.get_or_init(build).path().join(format!("{name}.fmu")).to_str().unwrap().to_string()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Outputs and events of a scenario.
fn run(fmu: &str, scenario: &str, options: &[&str]) -> (String, String) {
    let (folder, rows) = file("rows.csv");
    let events = folder.path().join("events.csv");
    let files = ["-o", rows.to_str().unwrap(), "--events", events.to_str().unwrap()];
    succeeds(&[&["run", fmu, "--scenario", scenario], &files[..], options].concat());
    (read(&rows), read(&events))
}

#[test]
fn a_run_has_the_bits_of_fmi_2_in_outputs_and_events() {
    for (name, scenario) in SCENARIOS {
        assert!(run(&model(name), scenario, &[]) == run(&model3(name), scenario, &[]), "{scenario}");
    }
}

/// Time and name of the clock of each tick.
fn ticks(rows: &str) -> Vec<(f64, &'static str)> {
    let (header, rows) = table(rows);
    let column = |name: &str| header.iter().position(|known| known == name).unwrap();
    let clocks = ["breakaway", "standstill", "end_stop_contact"].map(|name| (column(name), name));
    let of_row = |row: &[f64]| -> Vec<(f64, &'static str)> {
        clocks.into_iter().filter(|(column, _)| row[*column] == 1.0).map(|(_, name)| (row[0], name)).collect()
    };
    rows.iter().flat_map(|row| of_row(row)).collect()
}

/// Time and clock of each event of the log.
fn logged(events: &str) -> Vec<(f64, &'static str)> {
    let clock = |event: &str| match event {
        "breakaway" => Some("breakaway"),
        "stop" => Some("standstill"),
        "end_stop" => Some("end_stop_contact"),
        _ => None,
    };
    let fields = events.lines().skip(1).map(|line| line.split(',').collect::<Vec<&str>>());
    fields.filter_map(|fields| Some((fields[0].parse().unwrap(), clock(fields[1])?))).collect()
}

#[test]
fn with_event_mode_the_clocks_tick_once_at_the_instants_that_fmi_2_logs() {
    for (name, scenario) in [("ServoActuator", "fig06"), ("ServoActuator", "fig16")] {
        let expected: Vec<_> = logged(&run(&model(name), scenario, &[]).1).into_iter().filter(|e| e.0 > 0.0).collect();
        let (rows, _) = run(&model3(name), scenario, &["--event-mode"]);
        let found: Vec<_> = ticks(&rows).into_iter().filter(|tick| tick.0 > 0.0).collect();
        assert_eq!(found.len(), expected.len(), "{scenario}");
        // The digits that a located instant has.
        let same = |(one, other): (&(f64, &str), &(f64, &str))| one.1 == other.1 && (one.0 - other.0).abs() < 1e-11;
        assert!(found.iter().zip(&expected).all(same), "{scenario}: {found:?} instead of {expected:?}");
    }
}

#[test]
fn curve_and_sweep_have_the_bits_of_fmi_2() {
    let measured = |fmu: &str| {
        let (_folder, path) = file("curve.csv");
        succeeds(&["curve", fmu, "--law", "coulomb", "lugre", "-o", path.to_str().unwrap()]);
        read(&path)
    };
    assert!(measured(&model("MotionTransmission")) == measured(&model3("MotionTransmission")));
    let swept = |fmu: &str| {
        let (_folder, path) = file("sweep.csv");
        let output = path.to_str().unwrap();
        succeeds(&["sweep", fmu, "--scenario", "p3_rev", "--set", "friction.static_ratio=1:1.6:3", "-o", output]);
        read(&path)
    };
    assert!(swept(&model("MotionTransmission")) == swept(&model3("MotionTransmission")));
}

#[test]
fn a_point_of_the_friction_table_is_set_in_its_array() {
    let settings = "friction.law=tabulated friction.table.size=2 friction.table.velocity[2]=1 motor_torque=1e4";
    let of = |fmu: &str, torque: &str| {
        let settings = settings.split(' ').chain([torque]).flat_map(|setting| ["--set", setting]);
        succeeds(&["run", fmu, "--stop-time", "0.01"].into_iter().chain(settings).collect::<Vec<&str>>())
    };
    let (low, high) = ("friction.table.torque[2]=500", "friction.table.torque[2]=2500");
    let three = of(&model3("MotionTransmission"), low);
    assert_eq!(of(&model("MotionTransmission"), low), three);
    assert!(of(&model3("MotionTransmission"), high) != three, "the point has no effect: {three}");
}
