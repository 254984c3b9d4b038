//! `fmu-pack linearize`: the matrices are those of the equations, under either version of FMI.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, fmu_pack, model, succeeds};
use fmu_analysis::sizing::{Actuator, Parameters};
use model_description::models;
use serde_json::Value;
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

fn linear(arguments: &[&str]) -> Value {
    serde_json::from_str(&succeeds(&[&["linearize"], arguments].concat())).unwrap()
}

fn names(system: &Value, key: &str) -> Vec<String> {
    system[key].as_array().unwrap().iter().map(|signal| signal["name"].as_str().unwrap().to_string()).collect()
}

/// An entry of a matrix by the names of its row and column.
fn entry(system: &Value, matrix: &str, row: &str, column: &str) -> f64 {
    let (rows, columns) = match matrix {
        "a" => ("states", "states"),
        "b" => ("states", "inputs"),
        "c" => ("outputs", "states"),
        _ => ("outputs", "inputs"),
    };
    let place = |key: &str, name: &str| names(system, key).iter().position(|known| known == name).unwrap();
    system[matrix][place(rows, row)][place(columns, column)].as_f64().unwrap()
}

/// Parts of the poles, the slowest first.
fn poles(system: &Value) -> Vec<[f64; 2]> {
    let list = system["poles"].as_array().unwrap().iter();
    list.map(|pole| ["real", "imaginary"].map(|part| pole[part].as_f64().unwrap())).collect()
}

fn dual_servo() -> &'static str {
    static BUILT: OnceLock<(TempDir, String)> = OnceLock::new();
    let build = || {
        let folder = tempfile::tempdir().unwrap();
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations/dual_servo_surface.toml");
        succeeds(&["build", "--config", example.to_str().unwrap(), "-o", folder.path().to_str().unwrap()]);
        let fmu = folder.path().join("DualServoSurface.fmu").to_str().unwrap().to_string();
        (folder, fmu)
    };
    &BUILT.get_or_init(build).1
}

#[test]
fn a_servo_at_rest_has_the_poles_of_its_equations_without_friction() {
    let servo = models::all().into_iter().find(|model| model.identifier == "ServoActuator").unwrap();
    let Actuator::Servo(servo) = Actuator::new(&Parameters::of(&servo)).unwrap() else { panic!("a servo") };
    let by_hand = servo.linear_system(26e6).poles();
    let system = linear(&[&model("ServoActuator")]);
    assert_eq!(system["regime"], "without-friction");
    assert_eq!(
        names(&system, "states"),
        ["position", "velocity", "flapper_position", "flapper_velocity", "spool_position"]
    );
    for (pole, expected) in poles(&system).iter().zip(&by_hand) {
        let size = expected.natural_frequency();
        // Eigenvalues of the same matrix in another order of states.
        assert!((pole[0] - expected.real).abs() < 1e-9 * size, "{pole:?} {expected:?}");
        assert!((pole[1] - expected.imaginary).abs() < 1e-9 * size, "{pole:?} {expected:?}");
    }
    // K_P·G_M/K_FS·ω² from command to the acceleration of the flapper.
    assert_eq!(entry(&system, "b", "flapper_velocity", "command"), 40.0 * (2.5 / 500.0) * 2500.0 * 2500.0);
    // From command to position there is no zero, from command to current the poles of valve and motor.
    let way = |output: &str| {
        let list = system["zeros"].as_array().unwrap();
        let found = list.iter().find(|way| way["input"] == "command" && way["output"] == output).unwrap();
        found["zeros"].as_array().unwrap().len()
    };
    assert_eq!((way("position"), way("current")), (0, 4));
}

#[test]
fn both_versions_of_fmi_give_the_same_numbers() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(&["build", "ServoActuator", "--fmi", "3", "-o", folder.path().to_str().unwrap()]);
    let fmi3 = folder.path().join("ServoActuator.fmu");
    let arguments = ["--set", "load_torque=20 kN.m", "--trim"];
    let [two, three] =
        [&model("ServoActuator"), fmi3.to_str().unwrap()].map(|fmu| linear(&[&[fmu], &arguments[..]].concat()));
    assert_eq!(two, three);
}

#[test]
fn a_stuck_body_does_not_move_and_a_sliding_one_does() {
    let stuck = linear(&[&model("MotionTransmission"), "--regime", "stuck"]);
    assert_eq!(names(&stuck, "states"), [""; 0]);
    assert_eq!(stuck["removed_states"][0]["why"], "never_moves");
    // Figure 6 slides upward at 0.25 s with its current saturated: only B/J and the valve are left.
    let sliding = linear(&[&model("ServoActuator"), "--scenario", "fig06", "--at-time", "0.25"]);
    assert_eq!(sliding["regime"], "sliding");
    // The load costs 1/efficiency while it opposes.
    let per_load = entry(&sliding, "b", "velocity", "load_torque");
    assert!((per_load + 1.0 / 0.96 / 2200.0).abs() < 1e-15, "{per_load}");
    let rest = linear(&[&model("ServoActuator"), "--regime", "sliding"]);
    assert!(rest["reason"].as_str().unwrap().contains("slide forward"));
    assert_eq!(names(&rest, "states").len(), 5);
}

#[test]
fn a_body_at_rest_on_bristles_swings_on_them_whether_or_not_a_force_holds_them_deflected() {
    // 1 kg on 170 N/m and bristles of 1e5 N/m with 1 N.s/m, beside 0.01 N.s/m of its own.
    for force in ["force=0", "force=0.3"] {
        let settings = ["--set", "pressure_step.force_amplitude=0", "--set", force, "--regime", "stuck"];
        let system = linear(&[&[model("HydraulicActuator").as_str()], &settings[..]].concat());
        let size = 100_170.0_f64.sqrt();
        let swings: Vec<_> = poles(&system).into_iter().filter(|pole| pole[1].abs() > 100.0).collect();
        // Of a pair the upper one stands for both.
        assert_eq!(swings.len(), 1, "{force}: {swings:?}");
        for [real, imaginary] in swings {
            assert!((real.hypot(imaginary) / size - 1.0).abs() < 1e-3, "{force}: {real} {imaginary}");
            assert!((real / -0.505 - 1.0).abs() < 0.01, "{force}: {real} {imaginary}");
        }
    }
}

#[test]
fn a_trimmed_servo_carries_its_load_by_the_spool() {
    let system = linear(&[&model("ServoActuator"), "--trim", "--set", "command=3 deg", "--set", "load_torque=20 kN.m"]);
    let state = |name: &str| {
        let list = system["operating_point"]["states"].as_array().unwrap();
        list.iter().find(|state| state["name"] == name).unwrap()["value"].as_f64().unwrap()
    };
    let per_spool = 0.00445 * 4e10 / (1.0 + 1e-12 * 4e10 / 1.06);
    let spool = 20e3 / per_spool;
    assert!((state("spool_position") - spool).abs() < 1e-9 * spool);
    // The current that holds the spool comes from the position error.
    let error = spool * 100.0 / 2.5 / 40.0;
    assert!((3f64.to_radians() - state("position") - error).abs() < 1e-9 * error);
    assert_eq!(state("velocity"), 0.0);
}

#[test]
fn a_loaded_valve_with_orifices_has_the_pressure_gain_of_its_load() {
    let settings = ["servovalve.law=orifice", "load_torque=60 kN.m", "supply_pressure=26 MPa"];
    let set: Vec<&str> = settings.iter().flat_map(|setting| ["--set", setting]).collect();
    let system = linear(&[&[&model("ServoActuator"), "--trim"], &set[..]].concat());
    // G_Q·x·√((P − p)/P_r) = c·p with P_r = P: how p changes with x where it is that of the load.
    let (pressure, leakage): (f64, f64) = (60e3 / 0.00445, 1e-12);
    let root = ((26e6 - pressure) / 26e6).sqrt();
    let spool = leakage * pressure / (1.06 * root);
    let gain = 1.06 * root / (leakage + 1.06 * spool / (2.0 * root * 26e6));
    let found = entry(&system, "a", "velocity", "spool_position");
    let expected = 0.00445 * gain / 2200.0;
    // The body is taken to move by 1e-9 rad/s, so that it has no friction regime: D·v is 3e-7 of c·p.
    assert!((found - expected).abs() < 1e-6 * expected, "{found} instead of {expected}");
}

#[test]
fn states_of_a_drivetrain_have_the_names_of_what_they_are() {
    let system = linear(&[dual_servo(), "--trim"]);
    for servo in ["left", "right"] {
        let of = |name: &str| format!("{servo}.{name}");
        assert_eq!(entry(&system, "a", &of("flapper_position"), &of("flapper_velocity")), 1.0);
        assert_eq!(entry(&system, "a", &of("spool_position"), &of("flapper_position")), 3000.0);
        assert_eq!(entry(&system, "a", &of("flapper_velocity"), &of("flapper_velocity")), -2.0 * 0.7 * 2500.0);
    }
    assert!(poles(&system).iter().all(|pole| pole[0] < 0.0), "two servos that hold a surface are stable");
}

#[test]
fn a_matfile_and_a_script_are_written() {
    let (folder, mat) = file("servo.mat");
    let script = folder.path().join("servo.m");
    let told = succeeds(&["linearize", &model("ServoActuator"), "-o", mat.to_str().unwrap()]);
    assert!(told.contains("pole     -104.73 \u{b1} 236.27j 1/s: natural frequency 41.132 Hz"), "{told}");
    let bytes = std::fs::read(&mat).unwrap();
    assert!(bytes.starts_with(b"MATLAB 5.0 MAT-file") && bytes.len() % 8 == 0);
    succeeds(&["linearize", &model("ServoActuator"), "-o", script.to_str().unwrap()]);
    let script = std::fs::read_to_string(&script).unwrap();
    assert!(script.contains("A = [\n  0, 1, 0, 0, 0\n") && script.contains("sys = ss(A, B, C, D);"), "{script}");
}

#[test]
fn what_has_no_linear_system_is_told_in_one_sentence() {
    let transmission = model("MotionTransmission");
    let told = |arguments: &[&str]| {
        let message = fails(&[&["linearize"], arguments].concat(), 2);
        assert_eq!(message.lines().count(), 1, "{message}");
        message
    };
    // A value that was set ends with 2, as in run --trim.
    let message = told(&[&transmission, "--trim", "--set", "motor_torque=5e4"]);
    assert!(message.contains("--set motor_torque=5e4: ") && message.contains("what friction holds"), "{message}");
    let stalled = told(&[&model("ServoActuator"), "--trim", "--set", "load_torque=2e5"]);
    assert!(stalled.contains("--set load_torque=2e5: ") && stalled.contains("below what the motor holds"), "{stalled}");
    // Frozen friction, of an example.
    let (folder, example) = (tempfile::tempdir().unwrap(), "../examples/configurations/spoiler_jack.toml");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join(example);
    succeeds(&["build", "--config", example.to_str().unwrap(), "-o", folder.path().to_str().unwrap()]);
    let spoiler = folder.path().join("SpoilerJack.fmu");
    let frozen = told(&[spoiler.to_str().unwrap()]);
    assert!(
        frozen.contains("friction.law is constant in SpoilerJack (frozen), and the regime without-friction"),
        "{frozen}"
    );
    for regime in ["sliding", "stuck"] {
        assert!(frozen.contains(&format!("--regime {regime}")), "{frozen}");
        succeeds(&["linearize", spoiler.to_str().unwrap(), "--regime", regime]);
    }
    // Beyond what both servos and the losses of their gears hold: the FMU blames a value that it has itself.
    let stalled = fails(&["linearize", dual_servo(), "--trim", "--set", "air_load=-5.6e5"], 1);
    assert!(stalled.contains("left.supply_pressure") && stalled.contains("the load that this servo"), "{stalled}");
    assert!(told(&[dual_servo(), "--regime", "sliding"]).contains("--at-time"));
    let servo = model("ServoActuator");
    let moving = told(&[&servo, "--scenario", "fig06", "--at-time", "0.25", "--regime", "stuck"]);
    assert!(moving.contains("velocity is 0.039"), "{moving}");
    assert!(told(&[&servo, "-o", "servo.txt"]).contains("a .json, a .mat or a .m file"));
    assert!(told(&[&servo, "--at-time", "-1"]).contains("before the start"));
    assert!(fmu_pack(&["linearize", &servo, "--at-time", "1", "--trim"]).err.contains("cannot be used with"));
}

/// A body with a bearing on a shaft to a motor; the bearing has this law.
fn line(law: &str) -> String {
    format!(
        "name = \"Line\"\nmodel = \"Drivetrain\"\n[body.motor]\ninertia = 2\n[body.surface]\ninertia = 10\n\
         viscous_coefficient = 200\n[shaft.rod]\nconnects = [\"motor\", \"surface\"]\nstiffness = 2e5\ndamping = 300\n\
         [brake.bearing]\non = \"surface\"\nfriction.law = \"{law}\"\nfriction.coulomb_torque = 100\n"
    )
}

#[test]
fn a_drivetrain_on_bristles_has_without_friction_the_linear_system_of_one_that_sticks() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let of = |law: &str| {
        std::fs::write(path("line.toml"), line(law)).unwrap();
        succeeds(&["build", "--config", &path("line.toml"), "-o", &path("")]);
        linear(&[&path("Line.fmu")])
    };
    let sticks = of("coulomb");
    // From the shaft to the surface: stiffness and damping over the inertia, and the viscous part of the body.
    assert_eq!(entry(&sticks, "a", "surface.velocity", "surface.velocity"), -(300.0 + 200.0) / 10.0);
    for law in ["dahl", "lugre", "elasto_plastic"] {
        let bristles = of(law);
        for key in ["regime", "states", "inputs", "a", "b", "poles"] {
            assert_eq!(bristles[key], sticks[key], "{law}: {key}");
        }
        let removed = bristles["removed_states"].as_array().unwrap();
        let of_bristles = removed.iter().find(|state| state["name"] == "bearing.bristle_deflection").unwrap();
        assert_eq!(of_bristles["why"], "never_moves");
    }
}

#[test]
fn where_the_current_is_at_its_limit_the_open_loop_is_told() {
    let servo = model("ServoActuator");
    // 40 A/rad · 5 deg = 3.49 A, and the limit is 0.04 A; in equilibrium the current is 0.
    let answer = fmu_pack(&["linearize", &servo, "--set", "command=5 deg"]);
    let told = "current = 0.04 A is at its limit, controller.current_limit";
    assert!(answer.err.contains(&format!("warning: at 0 s {told}: the loop is open there")), "{}", answer.err);
    let system: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(system["at_limits"], serde_json::json!([told]));
    assert_eq!(entry(&system, "b", "flapper_velocity", "command"), 0.0);
    let closed = fmu_pack(&["linearize", &servo, "--set", "command=5 deg", "--trim"]);
    let system: Value = serde_json::from_str(&closed.out).unwrap();
    assert_eq!((closed.err.as_str(), &system["at_limits"]), ("", &serde_json::json!([])));
}

#[test]
fn a_shaft_within_its_free_play_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let text = "name = \"Play\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\n[body.b]\ninertia = 2\n[shaft.s]\nconnects = [\"a\", \
                \"b\"]\nstiffness = 100\nbacklash = 0.02\n[shaft.t]\nconnects = [\"ground\", \"b\"]\nstiffness = 50\n[[input]]\nname = \
                \"load\"\non = \"a\"\n";
    std::fs::write(path("play.toml"), text).unwrap();
    succeeds(&["build", "--config", &path("play.toml"), "-o", &path("")]);
    let answer = fmu_pack(&["linearize", &path("Play.fmu")]);
    let told = "s.twist = 0 rad is within its free play, -0.01 to 0.01 rad";
    assert!(answer.err.contains(&format!("warning: at 0 s {told}: it passes nothing there")), "{}", answer.err);
    let system: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(system["open_free_play"], serde_json::json!([told]));
    // Beyond its end the shaft acts: -100 N.m/rad on 1 kg.m2.
    let closed = fmu_pack(&["linearize", &path("Play.fmu"), "--set", "a.position_start=-0.03"]);
    let system: Value = serde_json::from_str(&closed.out).unwrap();
    assert_eq!((closed.err.as_str(), &system["open_free_play"]), ("", &serde_json::json!([])));
    assert_eq!(entry(&system, "a", "a.velocity", "a.position"), -100.0);
}

/// J1 + J2 = 5 kg.m2 with 0.5 N.m.s/rad; the difference of both positions and velocities stays as it is.
#[test]
fn two_bodies_that_a_clutch_locks_while_they_move_have_the_pole_of_the_pair_and_zeros_of_their_difference() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let configuration = "name = \"Pair\"\nmodel = \"Drivetrain\"\n\
        [body.b1]\ninertia = 2\nvelocity_start = 1\nviscous_coefficient = 0.5\n\
        [body.b2]\ninertia = 3\nvelocity_start = 1\n\
        [clutch.c]\nconnects = [\"b1\", \"b2\"]\nfriction.coulomb_torque = 10\n";
    std::fs::write(path("pair.toml"), configuration).unwrap();
    succeeds(&["build", "--config", &path("pair.toml"), "-o", folder.path().to_str().unwrap()]);
    let linear_at = |setting: &str| {
        let mut poles = poles(&linear(&[&path("Pair.fmu"), "--set", setting]));
        poles.sort_by(|one, other| one[0].total_cmp(&other[0]));
        poles
    };
    assert_eq!(linear_at("b1.viscous_coefficient=0"), [[0.0, 0.0]; 4]);
    let damped = linear_at("b1.viscous_coefficient=0.5");
    assert!((damped[0][0] + 0.1).abs() < 1e-12, "rounding of one eigenvalue: {damped:?}");
    assert_eq!((damped[0][1], &damped[1..]), (0.0, &[[0.0, 0.0]; 3][..]));
}
