//! `fmu-pack bound`: what a step costs at most. Costs themselves are no matter of tests, which share their machine.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, model, succeeds};
use serde_json::Value;

fn measured(arguments: &[&str]) -> Value {
    let sizes = ["--steps", "500", "--repetitions", "2", "--format", "json"];
    serde_json::from_str(&succeeds(&[&["bound"], arguments, &sizes].concat())).unwrap()
}

#[test]
fn where_no_step_comes_to_its_limit_the_outputs_are_those_with_all_events_located() {
    let results = measured(&[&model("MotionTransmission"), "--amplitude", "motor_torque=100kN.m"]);
    assert_eq!((&results["is_bounded"], &results["all"]["steps"]), (&true.into(), &500.into()));
    assert_eq!((&results["bridged"]["steps"], &results["bridged_time"]), (&0.into(), &0.0.into()));
    let differences = results["differences"].as_array().unwrap();
    assert!(differences.iter().any(|difference| difference["name"] == "position"));
    assert!(differences.iter().all(|difference| difference["largest"] == 0.0), "{differences:?}");
    let costs = ["median", "percentile_99_9", "largest"].map(|cost| results["all"][cost].as_u64().unwrap());
    assert!(costs.is_sorted() && costs[0] > 0, "{costs:?}");
}

#[test]
fn a_long_campaign_goes_on_where_its_blocks_end_and_may_be_compared_with_nothing() {
    let transmission = model("MotionTransmission");
    let of = |steps: &str, arguments: &[&str]| -> Value {
        let inputs = ["bound", &*transmission, "--amplitude", "motor_torque=9kN.m", "--set", "friction.law=lugre"];
        let sizes = ["--steps", steps, "--repetitions", "1", "--format", "json"];
        serde_json::from_str(&succeeds(&[&inputs[..], &sizes, arguments].concat())).unwrap()
    };
    let (block, long, alone) = (of("10000", &[]), of("10500", &[]), of("10500", &["--no-comparison"]));
    assert_eq!(long["all"]["steps"], 10_500);
    let bridged = |results: &Value| results["bridged_time"].as_f64().unwrap();
    assert!(bridged(&block) > 0.0 && bridged(&long) >= bridged(&block));
    assert_eq!(bridged(&alone), bridged(&long));
    let largest = |results: &Value| {
        let differences = results["differences"].as_array().unwrap();
        let position = differences.iter().find(|difference| difference["name"] == "position")?;
        position["largest"].as_f64()
    };
    assert!(largest(&long) >= largest(&block) && largest(&block) > Some(0.0));
    assert_eq!(largest(&alone), None);
}

#[test]
fn bridged_steps_are_counted_with_their_time_and_what_they_change() {
    // Internal steps of a whole second, in which stick-slip has more events than a step may locate.
    let servo = model("ServoActuator");
    let arguments = ["--amplitude", "command=5deg", "--step", "1", "--set", "solver.max_step_size=1"];
    let results = measured(&[&[&*servo], &arguments[..]].concat());
    let bridged = results["bridged"]["steps"].as_u64().unwrap();
    assert!(bridged > 0, "{bridged}");
    let time = results["bridged_time"].as_f64().unwrap();
    assert!(time > 0.0 && time < bridged as f64, "{time}");
    let text = succeeds(&[&["bound", &servo], &arguments[..], &["--steps", "500", "--repetitions", "1"]].concat());
    assert!(text.contains(&format!("bridged      {bridged}: median")), "{text}");
    assert!(text.contains("difference   position: at most") && text.contains("worst case "), "{text}");
}

const ELEVATOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/configurations/elevator.toml");

#[test]
fn of_a_configuration_the_fmu_that_is_made_of_it_is_measured() {
    let results = measured(&[ELEVATOR, "--amplitude", "command=1deg"]);
    assert_eq!((&results["fmu"], &results["is_bounded"]), (&ELEVATOR.into(), &true.into()));
    // Its command begins at 3 degrees, and that of the model at 0.
    let error = results["differences"].as_array().unwrap().iter().find(|one| one["name"] == "position_error").unwrap();
    let size = error["size"].as_f64().unwrap();
    assert!((0.03..0.08).contains(&size), "{size}");
}

#[test]
fn inputs_of_a_file_are_lines_between_its_rows_and_held_over_each_step_and_their_end_is_that_of_the_campaign() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("inputs.csv");
    std::fs::write(&file, "time,command [deg]\n0,0\n0.1,1\n0.2,1\n").unwrap();
    let (servo, file) = (model("ServoActuator"), file.to_string_lossy().into_owned());
    let of = |arguments: &[&str]| -> Value {
        let always = ["bound", &*servo, "--input", &*file, "--repetitions", "1", "--format", "json"];
        serde_json::from_str(&succeeds(&[&always, arguments].concat())).unwrap()
    };
    let of_error = |results: &Value| {
        let all = results["differences"].as_array().unwrap();
        all.iter().find(|one| one["name"] == "position_error").unwrap()["size"].as_f64().unwrap()
    };
    let whole = of(&[]);
    assert_eq!(whole["all"]["steps"], 200);
    assert!(of_error(&whole) < 1.0_f64.to_radians(), "{whole}");
    // The first step holds the value at its begin, 0; the second a hundredth of a degree, of which the body has not moved away.
    let [one, two] = ["1", "2"].map(|steps| of_error(&of(&["--steps", steps])));
    assert!(one == 0.0 && (two - 0.01_f64.to_radians()).abs() < 1e-6, "{one} {two}");
}

#[test]
fn a_file_of_inputs_has_inputs_only_and_none_that_has_an_amplitude_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("inputs.csv");
    let (servo, name) = (model("ServoActuator"), file.to_string_lossy().into_owned());
    for (text, problem) in [("time,inertia\n0,1\n", "inertia"), ("time,command\n0,1\n", "--amplitude command: --input")]
    {
        std::fs::write(&file, text).unwrap();
        let refused = fails(&["bound", &servo, "--input", &name, "--amplitude", "command=1deg"], 2);
        assert!(refused.contains(problem), "{refused}");
    }
    let refused = fails(&["bound", &servo, "--amplitude", "command=1deg", "--amplitude", "command=2deg"], 2);
    assert!(refused.contains("--amplitude command: it has one already"), "{refused}");
}

#[test]
fn a_campaign_is_the_same_each_time() {
    let of = |seed: &str| {
        let results = measured(&[
            &model("ServoActuator"),
            "--amplitude",
            "command=5deg",
            "--amplitude",
            "load_torque=9kN.m",
            "--seed",
            seed,
        ]);
        results["differences"].as_array().unwrap().iter().map(|one| one["size"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(of("1"), of("1"));
    assert_ne!(of("1"), of("2"));
}

#[test]
fn an_amplitude_must_be_that_of_an_input_and_a_length_of_its_quantity() {
    let servo = model("ServoActuator");
    for (amplitude, problem) in [
        ("command", "--amplitude command: must be NAME=VALUE"),
        ("position=1", "position"),
        ("command=1kg", "--amplitude command=1kg: "),
        ("command=0", "--amplitude command=0: it must be finite and greater than 0"),
    ] {
        let refused = fails(&["bound", &servo, "--amplitude", amplitude], 2);
        assert!(refused.contains(problem), "{refused}");
    }
}
