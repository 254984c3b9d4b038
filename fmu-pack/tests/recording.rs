//! What `fmu-pack run` writes, and `fmu-pack compare`.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, fmu_pack, succeeds};
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A folder with the servo, and its path.
fn servo() -> &'static (TempDir, String) {
    static FOLDER: OnceLock<(TempDir, String)> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        succeeds(&["build", "ServoActuator", "-o", folder.path().to_str().unwrap()]);
        let path = folder.path().join("ServoActuator.fmu").to_str().unwrap().to_string();
        (folder, path)
    })
}

fn rows(csv: &str) -> Vec<Vec<f64>> {
    csv.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect()
}

const RUN: [&str; 4] = ["--scenario", "fig06", "--stop-time", "0.5"];

#[test]
fn recorded_are_the_named_variables_every_so_often() {
    let whole = rows(&succeeds(&[&["run", &servo().1, "--record", "position,command"], &RUN[..]].concat()));
    let few = succeeds(&[&["run", &servo().1, "--record", "position,command", "--every", "0.02"], &RUN[..]].concat());
    assert_eq!(few.lines().next(), Some("time,position,command"));
    let expected: Vec<Vec<f64>> = whole.into_iter().step_by(20).collect();
    assert_eq!(rows(&few), expected);
    let refused = fails(&[&["run", &servo().1, "--record", "position,position"], &RUN[..]].concat(), 2);
    assert!(refused.contains("--record: position is named twice"), "{refused}");
}

/// Whether the plot of a run, with these variables recorded, has these words.
fn plotted(record: &[&str], words: &[&str]) -> Vec<bool> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.svg");
    succeeds(&[&["run", &servo().1, "--plot", path.to_str().unwrap()], record, &RUN[..]].concat());
    let svg = std::fs::read_to_string(path).unwrap();
    words.iter().map(|word| svg.contains(word)).collect()
}

#[test]
fn a_plot_shows_the_recorded_variables_and_no_others() {
    let words = ["Position, ", "Rate, ", "Torque, ", "spool position", "stuck"];
    assert_eq!(plotted(&[], &words), [true, true, true, false, true]);
    assert_eq!(plotted(&["--record", "position,spool_position"], &words), [true, false, false, true, false]);
    assert_eq!(plotted(&["--record", "velocity,friction_regime"], &words), [false, true, false, false, true]);
    assert_eq!(plotted(&["--record", "command"], &words), [true, false, false, false, false]);
}

#[test]
fn what_cannot_be_recorded_is_refused() {
    let message = fails(&[&["run", &servo().1, "--record", "positio"], &RUN[..]].concat(), 2);
    assert!(message.contains("nearest names are position"), "{message}");
    let message = fails(&[&["run", &servo().1, "--every", "0.0015"], &RUN[..]].concat(), 2);
    assert!(message.contains("multiple of the communication step, 0.001 s"), "{message}");
}

#[test]
fn parquet_has_the_numbers_of_the_csv_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    succeeds(&[&["run", &servo().1, "-o", path.to_str().unwrap()], &RUN[..]].concat());
    let csv = succeeds(&[&["run", &servo().1], &RUN[..]].concat());
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    let cell = |(_, field): (&String, &parquet::record::Field)| field.to_string().parse::<f64>().unwrap();
    let found: Vec<Vec<f64>> =
        reader.get_row_iter(None).unwrap().map(|row| row.unwrap().get_column_iter().map(cell).collect()).collect();
    assert_eq!(found, rows(&csv));
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let schema = reader.metadata().file_metadata().schema_descr();
    assert_eq!(schema.columns().iter().map(|column| column.name()).collect::<Vec<_>>(), names);
}

#[test]
fn columns_of_inputs_have_units_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let run = |input: &str| succeeds(&["run", &servo().1, "--input", input, "--stop-time", "0.3"]);
    let plain = write("plain.csv", &format!("time,command\n0,0\n0.25,{}\n", std::f64::consts::PI / 180.0));
    let units = write("units.csv", "time [ms],command [deg]\n0,0\n250,1\n");
    assert_eq!(run(&units), run(&plain));
    let wrong = write("wrong.csv", "time,command [MPa]\n0,0\n");
    let message = fails(&["run", &servo().1, "--input", &wrong], 2);
    assert!(message.contains("command [MPa]") && message.contains("converts to rad"), "{message}");
    let twice = write("twice.csv", "time,command,command [deg]\n0,0,0\n");
    let message = fails(&["run", &servo().1, "--input", &twice], 2);
    assert!(message.contains("twice.csv, line 1, column 3: command [deg]: command has two columns"), "{message}");
    let unknown = write("unknown.csv", "time,comand\n0,0\n");
    let compare = ["compare", &servo().1, "--plot", "a.svg", "--input", &unknown];
    let sweep = ["sweep", &servo().1, "--set", "inertia=1", "-o", "a.csv", "--input", &unknown];
    for arguments in [&["run", &servo().1, "--input", &unknown][..], &compare, &sweep] {
        let message = fails(arguments, 2);
        assert!(
            message.contains(
                "unknown.csv, line 1, column 2: comand: the FMU has no input or tunable parameter called comand"
            ),
            "{message}"
        );
    }
}

#[test]
fn a_run_without_an_end_or_backwards_is_refused() {
    let servo = &servo().1;
    for (arguments, said) in [
        (["run", servo, "--stop-time", "1e300"], "1.000e303 steps; at most 1000000000 are run"),
        (["run", servo, "--step-size", "1e-12"], "at most 1000000000 are run"),
        (["linearize", servo, "--at-time", "1e9"], "from 0 s to 1000000000.0 s in steps of 0.001 s are 1.000e12 steps"),
        (["run", servo, "--stop-time", "-1"], "--stop-time -1: the end must be after the start"),
        (["run", servo, "--step-size", "-1"], "it must be a number greater than 0"),
    ] {
        let message = fails(&arguments, 2);
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn a_value_that_the_fmu_refuses_is_named_with_the_fmus_own_reason() {
    let message = fails(&["run", &servo().1, "--set", "travel.lower=10", "--stop-time", "0.01"], 2);
    assert_eq!(message, "error: --set travel.lower=10: must not exceed travel.upper\n");
}

#[test]
fn a_minimum_that_is_excluded_is_told_with_its_unit() {
    let message = fails(&["run", &servo().1, "--set", "inertia=0", "--stop-time", "0.01"], 2);
    assert_eq!(message, "error: --set inertia=0: must be greater than 0 kg.m2\n");
}

#[test]
fn a_refused_value_is_told_with_the_file_that_it_is_from() {
    let (folder, parameters) = file("parameters.txt");
    let input = folder.path().join("input.csv");
    std::fs::write(&parameters, "# a body\nmotor.leakage_coefficient = -1\n").unwrap();
    std::fs::write(&input, "time,supply_pressure [MPa]\n0,26\n0.05,26\n0.05,-1\n").unwrap();
    let run = |option: &str, path: &Path| {
        fails(&["run", &servo().1, option, path.to_str().unwrap(), "--stop-time", "0.1"], 2)
    };
    let told = run("--parameters", &parameters);
    assert!(told.contains("parameters.txt, line 2, column 29: motor.leakage_coefficient = -1: must be"), "{told}");
    let told = run("--input", &input);
    assert!(told.contains("input.csv, line 4, column 2: supply_pressure [MPa] = -1: must be at least 0 Pa"), "{told}");
}

#[test]
fn laws_are_compared_in_one_plot_and_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (table, plot) = (path("laws.csv"), path("laws.svg"));
    let vary = ["compare", &servo().1, "--vary", "friction.law=coulomb,stribeck", "-o", &table, "--plot", &plot];
    succeeds(&[&vary[..], &["--record", "position,velocity"], &RUN[..]].concat());
    let text = std::fs::read_to_string(&table).unwrap();
    let names = "time,coulomb/position,coulomb/velocity,stribeck/position,stribeck/velocity";
    assert_eq!(text.lines().next(), Some(names));
    let single = rows(&succeeds(&[&["run", &servo().1, "--record", "position,velocity"], &RUN[..]].concat()));
    let compared: Vec<Vec<f64>> = rows(&text).into_iter().map(|row| row[..3].to_vec()).collect();
    assert_eq!(compared, single, "the first case is the run of the start values");
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert!(svg.contains("coulomb") && svg.contains("stribeck") && svg.contains("position"));
}

/// Two versions of an actuator have the same model name, and often the same file name.
#[test]
fn fmus_with_the_same_name_are_called_by_their_folders() {
    let folder = tempfile::tempdir().unwrap();
    let place = |version: &str| {
        let path = folder.path().join(version).join("servo/ServoActuator.fmu");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::copy(&servo().1, &path).unwrap();
        path.to_str().unwrap().to_string()
    };
    let (old, new) = (place("old"), place("new"));
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (csv, plot) = (path("two.csv"), path("two.svg"));
    let record = ["--record", "position"];
    succeeds(&[&["compare", &old, &new, "-o", &csv, "--plot", &plot], &record[..], &RUN[..]].concat());
    let header = std::fs::read_to_string(csv).unwrap().lines().next().unwrap().to_string();
    assert_eq!(header, "time,old/servo/ServoActuator/position,new/servo/ServoActuator/position");
    let svg = std::fs::read_to_string(plot).unwrap();
    assert!(svg.contains("new/servo/ServoActuator (same as old/servo/ServoActuator)"), "the legend");
    let message = fails(&["compare", &old, &old, "--plot", "a.svg"], 2);
    assert!(message.ends_with("ServoActuator.fmu is given twice\n"), "{message}");
}

#[test]
fn a_plot_alone_is_enough_and_neither_plot_nor_values_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("a.svg").to_str().unwrap().to_string();
    succeeds(&[&["compare", &servo().1, "--plot", &plot], &RUN[..]].concat());
    let message = fails(&[&["compare", &servo().1], &RUN[..]].concat(), 2);
    assert!(message.contains("nothing to write: give --plot SVG|PNG, --output CSV, or both"), "{message}");
}

#[test]
fn times_take_units_as_all_other_values_do() {
    let of = |step: &str, stop: &str| {
        succeeds(&["run", &servo().1, "--record", "position", "--step-size", step, "--stop-time", stop])
    };
    let rows = of("0.002", "0.1");
    assert_eq!((rows.lines().count(), of("2 ms", "100ms")), (52, rows));
    let refused = fails(&["run", &servo().1, "--step-size", "1 m"], 2);
    assert!(refused.contains("it must be a number greater than 0, in s or with a unit of time"), "{refused}");
    let refused = fails(&["run", &servo().1, "--stop-time", "2 deg"], 2);
    assert!(refused.contains("it must be a number, in s or with a unit of time such as"), "{refused}");
}

#[test]
fn cases_that_are_none_are_refused() {
    let plot = servo().0.path().join("a.svg").to_str().unwrap().to_string();
    let refuse = |more: &[&str]| fails(&[&["compare", &servo().1, "--plot", &plot], more, &RUN[..]].concat(), 2);
    assert!(refuse(&["--case", "friction.law=coulomb"]).contains("LABEL: NAME=VALUE"));
    assert!(refuse(&["--case", "a: friction.lw=coulomb"]).contains("nearest names are friction.law"));
    assert!(refuse(&["--record", "posit"]).contains("nearest names are position"));
    let values: Vec<String> = (1..=49).map(|value| value.to_string()).collect();
    let message = refuse(&["--vary", &format!("inertia={}", values.join(","))]);
    assert!(message.contains("49 cases; at most 48 can be told apart"), "{message}");
    assert!(refuse(&["--vary", "inertia=1,2", "--set", "inertia=5"]).contains("a case sets that variable, inertia=1"));
    assert!(refuse(&["--vary", "inertia=1,1"]).contains("two cases are called \"1\""));
}

#[test]
fn a_result_has_the_format_that_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.xlsx");
    let path = path.to_str().unwrap();
    for command in [&["run"][..], &["compare"], &["sweep", "--set", "inertia=1"]] {
        let message = fails(&[command, &[&servo().1, "-o", path]].concat(), 2);
        assert!(message.contains("x.xlsx") && message.contains(" end with .csv"), "{message}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

#[test]
fn a_run_that_does_not_begin_prints_nothing() {
    let answer = fmu_pack(&["run", &servo().1, "--trim", "--set", "load_torque=2e5"]);
    assert_eq!((answer.code, &*answer.out), (Some(2), ""), "{}", answer.err);
    assert!(answer.err.starts_with("error: --set load_torque=2e5: must in size be below"), "{}", answer.err);
}

#[test]
fn a_variable_that_follows_a_signal_is_not_set_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let (input, parameters) = (folder.path().join("in.csv"), folder.path().join("p.txt"));
    std::fs::write(&input, "time,command [deg]\n0,0\n1,1\n").unwrap();
    std::fs::write(&parameters, "command = 1\n").unwrap();
    let input = ["--input", input.to_str().unwrap()];
    let (set, file) = (["--set", "command=1"], ["--parameters", parameters.to_str().unwrap()]);
    let sweep = ["sweep", "--set", "inertia=1", "-o", "a.csv"];
    let commands = [
        [&["run"][..], &set].concat(),
        [&["run"][..], &file].concat(),
        [&["compare", "--plot", "a.svg"][..], &set].concat(),
        [&["linearize"][..], &set].concat(),
        [&sweep[..], &file].concat(),
    ];
    for command in commands {
        let message = fails(&[&command[..], &[&servo().1], &input].concat(), 2);
        assert!(message.contains("command follows the input signals; it cannot be set as well"), "{message}");
    }
}
