//! Tunable parameters on request, through the command line.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, has_no_finding, model, succeeds, table};
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

/// Folder with a transmission whose friction is tunable.
fn built() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let build = || {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().to_str().unwrap();
        succeeds(&["build", "MotionTransmission", "--tunable", "friction.*", "--tunable", "viscous_*", "-o", output]);
        folder
    };
    FOLDER.get_or_init(build).path()
}

fn tunable() -> String {
    built().join("MotionTransmission.fmu").to_str().unwrap().to_string()
}

fn info(fmu: &str) -> serde_json::Value {
    serde_json::from_str(&succeeds(&["info", fmu, "--variables", "--format", "json"])).unwrap()
}

fn variability(info: &serde_json::Value, name: &str) -> String {
    let variable = info["variables"].as_array().unwrap().iter().find(|variable| variable["name"] == name).unwrap();
    variable["variability"].as_str().unwrap().to_string()
}

#[test]
fn parameters_are_fixed_unless_they_were_asked_for() {
    for name in ["MotionTransmission", "ServoActuator", "HydraulicActuator"] {
        let info = info(&model(name));
        let parameters =
            info["variables"].as_array().unwrap().iter().filter(|variable| variable["causality"] == "parameter");
        assert!(parameters.clone().all(|variable| variable["variability"] == "fixed"), "{name}");
        assert!(parameters.count() > 30, "{name}");
    }
}

#[test]
fn what_was_asked_for_is_tunable_and_the_fmu_is_another() {
    let (fixed, tunable) = (info(&model("MotionTransmission")), info(&tunable()));
    for name in ["friction.coulomb_torque", "friction.static_ratio", "viscous_coefficient"] {
        assert_eq!(variability(&tunable, name), "tunable", "{name}");
    }
    for name in ["friction.law", "friction.law_number", "friction.table.size", "inertia", "travel.lower"] {
        assert_eq!(variability(&tunable, name), "fixed", "{name}");
    }
    assert_ne!(fixed["guid"], tunable["guid"]);
    has_no_finding(&["check", "--load", &self::tunable()]);
}

/// A step of the Coulomb level from 2500 to 10 N.m at 0.1 s, under a torque that the first of them holds.
const FAULT: &str = "time,motor_torque,friction.coulomb_torque\n0,3000,2500\n0.1,3000,2500\n0.1,3000,10\n0.2,3000,10\n";

#[test]
fn a_fault_injected_while_the_simulation_runs_takes_effect() {
    let (_folder, path) = file("fault.csv");
    std::fs::write(&path, FAULT).unwrap();
    let input = path.to_str().unwrap();
    let run = ["run", &tunable(), "--input", input, "--stop-time", "0.2", "--step-size", "0.01"];
    let (header, rows) = table(&succeeds(&run));
    let velocity = header.iter().position(|name| name == "velocity").unwrap();
    assert!(rows.iter().filter(|row| row[0] <= 0.1).all(|row| row[velocity] == 0.0));
    assert!(rows.last().unwrap()[velocity] > 1e-3);
    let message = fails(&["run", &model("MotionTransmission"), "--input", input], 2);
    assert!(message.contains("friction.coulomb_torque is a fixed parameter"), "{message}");
    assert!(message.contains("fmu-pack build --tunable friction.coulomb_torque"), "{message}");
}

#[test]
fn a_pattern_that_changes_nothing_is_refused_before_anything_is_compiled() {
    let cases: [(&[&str], &str); 6] = [
        (&["--tunable", "frictoin.*"], "can be tunable; the nearest that can be is friction.*"),
        (&["--tunable", "inertia"], "--tunable: inertia cannot be tunable"),
        (&["--tunable", "friction.*", "--tunable", "travel.*"], "\"travel.*\": travel.lower cannot be tunable"),
        (
            &["MotionTransmission", "--tunable", "controller.*"],
            "\"controller.*\" matches no parameter of MotionTransmission",
        ),
        (&["--tunable", "friction.static_ratio,inertia"], "matches no parameter of MotionTransmission, ServoActuator"),
        (&["--tunable", ""], "\"\" matches no parameter"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("none");
    for (arguments, expected) in cases {
        let message = fails(&[&["build", "-o", output.to_str().unwrap()], arguments].concat(), 2);
        assert!(message.contains(expected), "{message}");
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
        assert!(!output.exists());
    }
}
