//! `fmu-pack response`: gain, phase, distortion and threshold are those of theory.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

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
const LINEAR_GAIN: usize = 9;
const LINEAR_PHASE: usize = 10;

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
        let turned = row[LINEAR_PHASE] - 360.0 * ((row[LINEAR_PHASE] - reference[2]) / 360.0).round();
        assert!(
            (row[LINEAR_GAIN] - reference[1]).abs() < 1e-9 && (turned - reference[2]).abs() < 1e-9,
            "{row:?} {reference:?}"
        );
        // Settled to 1e-5 of the amplitude.
        assert!((20.0 * row[GAIN].log10() - row[LINEAR_GAIN]).abs() < 1e-3, "{row:?}");
        assert!((row[PHASE] - row[LINEAR_PHASE]).abs() < 1e-2, "{row:?}");
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

/// A millionth of the largest amplitude is above the threshold of 0.00142 deg: there is one, and it is not found.
#[test]
fn a_threshold_that_the_search_does_not_reach_is_not_denied() {
    let servo = model("ServoActuator");
    let arguments = ["response", &servo, "--amplitude", "1e4deg", "--frequencies", "1"];
    let told = fmu_pack(&arguments).err;
    assert!(told.contains("threshold at 1 Hz: at most 0.01 deg, the smallest that was tried"), "{told}");
}

/// With a command of 2 degrees it comes to rest with some of its friction used up: there a smaller sine makes it slip, once.
#[test]
fn the_threshold_parts_amplitudes_that_rest_in_the_table_from_those_that_move() {
    let servo = model("ServoActuator");
    for command in ["0", "2 deg", "-5 deg"] {
        let set = format!("command={command}");
        let found = |amplitudes: &str| {
            let given = ["response", &servo, "--set", &set, "--frequencies", "0.5", "--amplitude", amplitudes];
            serde_json::from_str::<serde_json::Value>(&succeeds(&[&given[..], &["--format", "json"]].concat())).unwrap()
        };
        let threshold = found("0.01deg")["threshold"]["moves_from"].as_f64().unwrap();
        let table = found(&format!("{},{}", 0.998 * threshold, 1.002 * threshold));
        let gain = |curve: usize| table["curves"][curve]["points"][0]["gain"].as_f64().unwrap();
        assert!(gain(0) == 0.0 && gain(1) > 0.0, "{command}: threshold {threshold} rad: {table}");
    }
}

/// All numbers of the CSV file are in the object, by the names that its head has.
#[test]
fn json_has_the_numbers_of_the_csv_file_with_units() {
    let servo = model("ServoActuator");
    let (_folder, csv) = file("response.csv");
    let arguments = ["response", &servo, "--amplitude", "0.0005deg,0.1deg", "--frequencies", "0.5:2:3", "--linear"];
    let files = ["-o", csv.to_str().unwrap(), "--format", "json"];
    let found: serde_json::Value = serde_json::from_str(&succeeds(&[&arguments[..], &files].concat())).unwrap();
    assert_eq!((&found["model"], &found["input"]["name"]), (&"ServoActuator".into(), &"command".into()));
    assert_eq!((&found["output"]["name"], &found["output"]["unit"]), (&"position".into(), &"rad".into()));
    let (header, rows) = table(&std::fs::read_to_string(csv).unwrap());
    let points: Vec<(f64, &serde_json::Value)> = found["curves"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|curve| {
            curve["points"].as_array().unwrap().iter().map(|point| (curve["amplitude"].as_f64().unwrap(), point))
        })
        .collect();
    assert_eq!((points.len(), rows.len(), header.len()), (6, 6, 11));
    for (row, (amplitude, point)) in rows.iter().zip(points) {
        for (heading, value) in header.iter().zip(row) {
            let (name, unit) = heading.split_once(" [").unwrap_or((heading, ""));
            let unit = unit.trim_end_matches(']');
            assert!(unit.is_empty() || found["units"][name] == unit, "{heading}: {}", found["units"]);
            let same = match name {
                "amplitude" => amplitude,
                "is_periodic" | "touches_end_stop" => f64::from(u8::from(point[name].as_bool().unwrap())),
                _ => point[name].as_f64().unwrap_or(f64::NAN),
            };
            // serde_json reads a number to its last bit or the next.
            let is_same = (same - value).abs() <= 2.0 * f64::EPSILON * value.abs();
            assert!(is_same || same.is_nan() && value.is_nan(), "{heading}: {same} {value}");
        }
    }
    let threshold = &found["threshold"];
    assert_eq!((threshold["frequency"].as_f64(), threshold["rests_up_to"].as_f64()), (Some(0.5), None));
    // 1.7 F0/K by hand: 0.00142 deg.
    assert!((threshold["moves_from"].as_f64().unwrap().to_degrees() - 0.00142).abs() < 1e-5, "{threshold}");
}

#[test]
fn numbers_are_printed_as_a_table_also_where_files_are_written() {
    let servo = model("ServoActuator");
    let (_folder, csv) = file("response.csv");
    let arguments = ["response", &servo, "--amplitude", "0.0005deg,0.1deg", "--frequencies", "0.5,2", "--numbers"];
    let told = succeeds(&arguments);
    assert_eq!(told, succeeds(&[&arguments[..], &["-o", csv.to_str().unwrap()]].concat()));
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "ServoActuator: position over command");
    let headings: Vec<&str> = lines[3].split("  ").map(str::trim).filter(|heading| !heading.is_empty()).collect();
    assert_eq!(headings, ["frequency, Hz", "gain", "gain, dB", "phase, deg", "distortion, %", "periods"]);
    assert_eq!((lines[2], lines[7]), ("amplitude 0.0005 deg", "amplitude 0.1 deg"));
    let cells = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<String>>();
    assert_eq!(cells(lines[4]), ["0.5", "0", "-", "-", "-", "3", "rests"]);
    assert_eq!(lines.last().unwrap().split_once(": ").unwrap().0, "threshold at 0.5 Hz");
    // The last row of the table is the last of the file, in decibels, degrees and per cent.
    let (_, rows) = table(&std::fs::read_to_string(csv).unwrap());
    let (row, shown) = (rows.last().unwrap(), cells(lines[10]));
    assert_eq!(lines[11], "");
    let off = |shown: &str, value: f64, half: f64| (shown.parse::<f64>().unwrap() - value).abs() > half * (1.0 + 1e-9);
    assert!(!off(&shown[1], row[GAIN], 5e-6) && !off(&shown[2], row[3], 5e-5), "{shown:?} {row:?}");
    assert!(!off(&shown[3], row[PHASE], 5e-4) && !off(&shown[4], 100.0 * row[DISTORTION], 5e-4), "{shown:?} {row:?}");
    assert!((row[GAIN] - 1.0).abs() > 1e-5 && row[DISTORTION] > 1e-3, "{row:?}");
    let message = fails(&[&arguments[..], &["--format", "json"]].concat(), 2);
    assert!(
        message.contains("--numbers prints a table for people, and --format json an object for programs"),
        "{message}"
    );
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
    // Refused by the command line itself, which adds where its help is.
    let message = fails(&["response", &servo, "--amplitude", "1deg", "--plot", "bode.txt"], 2);
    assert!(message.lines().next().unwrap().contains("an .svg or a .png file"), "{message}");
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

/// A measured phase of 155.7 degrees after one of -17.3 is one of -204.3: at 20 Hz between them it is -49.
#[test]
fn the_phase_goes_on_beyond_half_a_turn_also_over_few_frequencies() {
    let servo = model("ServoActuator");
    let settings = ["--amplitude", "0.1deg", "--set", "friction.coulomb_torque=0"];
    let phases = |frequencies: &str, more: &[&str]| -> Vec<f64> {
        let rows = measured(&[&[&*servo, "--frequencies", frequencies], &settings[..], more].concat());
        rows.iter().map(|row| row[PHASE]).collect()
    };
    let dense = phases("10:40:13", &[]);
    assert!(dense.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 90.0), "{dense:?}");
    for sparse in [phases("10,40", &[]), phases("10,40", &["--linear"])] {
        assert!((sparse[1] - dense[12]).abs() < 1e-3 && sparse[1] < -200.0, "{sparse:?} {dense:?}");
    }
}

#[test]
fn a_body_that_touches_its_end_stop_is_told() {
    let servo = model("ServoActuator");
    let (_folder, csv) = file("response.csv");
    let (csv, plot) = (csv.to_str().unwrap(), csv.with_extension("svg"));
    // The travel ends at 10 degrees.
    let arguments =
        ["response", &servo, "--set", "command=9.9deg", "--amplitude", "0.05deg,1deg", "--frequencies", "1"];
    let answer = fmu_pack(&[&arguments[..], &["--numbers", "-o", csv, "--plot", plot.to_str().unwrap()]].concat());
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let told = "warning: in 1 of 2 measurements a body touches an end stop, first in that at 1 Hz and 1 deg";
    assert!(answer.err.contains(told), "{}", answer.err);
    assert_eq!(answer.out.matches("touches an end stop").count(), 1, "{}", answer.out);
    let (header, rows) = table(&std::fs::read_to_string(csv).unwrap());
    assert_eq!(header[IS_PERIODIC + 1], "touches_end_stop");
    assert_eq!([rows[0][IS_PERIODIC + 1], rows[1][IS_PERIODIC + 1]], [0.0, 1.0]);
    assert!(std::fs::read_to_string(plot).unwrap().contains("1 deg (touches an end stop)"));
}

/// It starts within the gap, where the drive does not act on the tail.
#[test]
fn a_linear_system_in_open_free_play_has_no_curve_and_says_so() {
    let (folder, _) = file("x");
    let configuration =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/limit_cycle/horizontal_tail_with_freeplay.toml");
    succeeds(&["build", "--config", configuration, "-o", folder.path().to_str().unwrap()]);
    let fmu = folder.path().join("HorizontalTailWithFreeplay.fmu");
    let arguments = ["--input", "drive.command", "--output", "tail.position", "--amplitude", "1deg", "--linear"];
    let answer = fmu_pack(&[&["response", fmu.to_str().unwrap(), "--frequencies", "0.5"], &arguments[..]].concat());
    let row = &table(&answer.out).1[0];
    assert!(row[GAIN] > 0.9 && row[LINEAR_GAIN].is_nan() && row[LINEAR_PHASE].is_nan(), "{row:?}");
    let told = "warning: in the linear system drive.command does not act on tail.position";
    assert!(answer.err.contains(told) && !answer.out.contains("inf"), "{} {}", answer.err, answer.out);
}

#[test]
fn points_that_are_not_periodic_have_a_ring_in_the_plot() {
    let servo = model("ServoActuator");
    let (_folder, plot) = file("bode.svg");
    // 40 Hz need some twenty periods.
    let arguments = ["response", &servo, "--amplitude", "0.1deg", "--frequencies", "1,40", "--plot"];
    let rings = |more: &[&str]| {
        let answer = fmu_pack(&[&arguments[..], &[plot.to_str().unwrap()], more].concat());
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        let svg = std::fs::read_to_string(&plot).unwrap();
        // A white disc and a ring on it.
        (svg.matches("<circle").count() / 2, svg.contains("ring: not periodic"), answer.err.contains("not periodic"))
    };
    // Gain, phase and distortion at 40 Hz.
    assert_eq!(rings(&["--periods", "5"]), (3, true, true));
    assert_eq!(rings(&[]), (0, false, false));
}
