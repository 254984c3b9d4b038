//! `fmu-pack response`: gain, phase, distortion and threshold are those of theory.
#![allow(clippy::unwrap_used, missing_docs)]

mod command;

use command::{fails, file, fmu_pack, model, succeeds, table};
use std::f64::consts::{PI, TAU};

/// Rows by name of the columns without units.
fn measured(arguments: &[&str]) -> Vec<Vec<f64>> {
    table(&succeeds(&[&["response"], arguments].concat())).1
}

const GAIN: usize = 2;
const PHASE: usize = 4;
const DISTORTION: usize = 5;
const IS_PERIODIC: usize = 7;
const LINEAR_GAIN: usize = 8;
const LINEAR_PHASE: usize = 9;

#[test]
fn without_friction_it_is_that_of_the_linear_system() {
    let servo = model("ServoActuator");
    let settings = [
        "--set",
        "friction.coulomb_torque=0",
        "--set",
        "friction.efficiency_opposing=1",
        "--set",
        "friction.efficiency_aiding=1",
    ];
    let rows = measured(
        &[&[&*servo, "--amplitude", "0.01deg", "--frequencies", "2,20,40,60", "--linear"], &settings[..]].concat(),
    );
    let scipy = table(include_str!("../../tests/reference/linear_response/servo.csv")).1;
    for (row, reference) in rows.iter().zip(&scipy) {
        // A turn more or less is the same phase.
        let turned = row[9] - 360.0 * ((row[9] - reference[2]) / 360.0).round();
        assert!((row[8] - reference[1]).abs() < 1e-9 && (turned - reference[2]).abs() < 1e-9, "{row:?} {reference:?}");
        // Settled to 1e-5 of the amplitude.
        assert!((20.0 * row[GAIN].log10() - row[8]).abs() < 1e-3, "{row:?}");
        assert!((row[PHASE] - row[9]).abs() < 1e-2, "{row:?}");
        assert!(row[DISTORTION] < 1e-4 && row[IS_PERIODIC] == 1.0, "{row:?}");
    }
}

/// Quasi-static, the position follows the command as play of half width d does, d the threshold without stiction: its describing
/// function is that of backlash (Gelb and Vander Velde, Multiple-Input Describing Functions, 1968, appendix B).
#[test]
fn at_low_frequency_coulomb_friction_is_the_describing_function_of_play() {
    let servo = model("ServoActuator");
    // By hand: R = 1, so the half width is F0/K.
    let stiffness = 40.0 * 2.5 / 100.0 * 0.00445 * 4e10 / (1.0 + 1e-12 * 4e10 / 1.06);
    let width = 2500.0 / stiffness;
    let amplitude = 3.0 * width;
    let amplitude_text = amplitude.to_string();
    let rows = measured(&[
        &servo,
        "--amplitude",
        &amplitude_text,
        "--frequencies",
        "0.005",
        "--set",
        "friction.static_ratio=1",
    ]);
    let gamma: f64 = 1.0 - 2.0 * width / amplitude;
    let in_phase = (PI / 2.0 + gamma.asin() + gamma * (1.0 - gamma * gamma).sqrt()) / PI;
    let lag = (1.0 - gamma * gamma) / PI;
    // The lag of the loop at this frequency is 2 pi f / 100.
    let linear = TAU * 0.005 / 100.0;
    assert!((rows[0][GAIN] / in_phase.hypot(lag) - 1.0).abs() < 2e-3, "{rows:?}");
    assert!((rows[0][PHASE].to_radians() + lag.atan2(in_phase)).abs() < 10.0 * linear + 1e-3, "{rows:?}");
}

#[test]
fn below_the_threshold_nothing_moves_and_above_it_is_found() {
    let servo = model("ServoActuator");
    let (_folder, csv) = file("response.csv");
    let plot = csv.with_extension("svg");
    let arguments = ["response", &servo, "--amplitude", "0.0005deg,0.1deg", "--frequencies", "0.5:2:3"];
    let files = ["-o", csv.to_str().unwrap(), "--plot", plot.to_str().unwrap()];
    let told = succeeds(&[&arguments[..], &files].concat());
    // 1.7 F0/K by hand: 0.00142 deg.
    assert!(told.starts_with("threshold at 0.5 Hz: 0.00142"), "{told}");
    let (_, rows) = table(&std::fs::read_to_string(&csv).unwrap());
    assert_eq!(rows.len(), 6);
    assert!(rows[..3].iter().all(|row| row[GAIN] == 0.0 && row[PHASE].is_nan()));
    assert!(rows[3..].iter().all(|row| row[GAIN] > 0.9));
    let drawn = std::fs::read_to_string(&plot).unwrap();
    assert!(drawn.contains("Distortion") && drawn.contains("0.0005 deg (rests)"));
}

#[test]
fn what_cannot_be_measured_is_told_in_one_sentence() {
    let servo = model("ServoActuator");
    let told = |arguments: &[&str]| {
        let message = fails(&[&["response", &servo], arguments].concat(), 2);
        assert_eq!(message.lines().count(), 1, "{message}");
        message
    };
    assert!(told(&["--amplitude", "1 MPa"]).contains("a number in rad"));
    let message = told(&["--amplitude", "1deg", "--input", "comand"]);
    assert!(message.contains("input called comand; there are command, load_torque, supply_pressure"), "{message}");
    assert!(told(&["--amplitude", "1deg", "--output", "end_stop"]).contains("no continuous output"));
    assert!(told(&["--amplitude", "1deg", "--frequencies", "5:1:3"]).contains("LOW < HIGH"));
    assert!(told(&["--amplitude", "0"]).contains("greater than 0"));
    assert!(told(&["--amplitude", "-1deg"]).contains("greater than 0"));
    assert!(told(&["--amplitude", "1deg", "--plot", "bode.txt"]).contains("an .svg or a .png file"));
}

#[test]
fn what_rests_away_from_zero_rests() {
    let servo = model("ServoActuator");
    // Friction holds 2500 N·m where the motor carries nothing; the command is reached before the sine counts.
    let arguments = ["response", &servo, "--input", "load_torque", "--amplitude", "100", "--frequencies", "1"];
    let answer = fmu_pack(&[&arguments[..], &["--set", "command=5deg"]].concat());
    let row = &table(&answer.out).1[0];
    assert_eq!((row[GAIN], row[IS_PERIODIC]), (0.0, 1.0), "{row:?}");
    assert!(row[PHASE].is_nan() && row[DISTORTION].is_nan(), "{row:?}");
    assert_eq!(answer.err.trim_end(), "threshold at 1 Hz: more than 0.1 kN.m");
}

#[test]
fn the_linear_curve_is_about_the_command_and_not_about_the_start_far_from_it() {
    let servo = model("ServoActuator");
    let gain = |more: &[&str]| {
        let arguments = [&servo, "--amplitude", "0.01deg", "--frequencies", "1,20", "--linear"];
        let rows = measured(&[&arguments[..], more].concat());
        rows.iter().map(|row| [row[LINEAR_GAIN], row[LINEAR_PHASE]]).collect::<Vec<[f64; 2]>>()
    };
    // The valve is linear about its centre: the plant is the same at any position within the travel.
    assert_eq!(gain(&["--set", "command=5 deg"]), gain(&[]));
}
