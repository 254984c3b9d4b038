//! What commands say about values that they refuse.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, fmu_pack, model};

/// Each command that starts an FMU with values of the user.
fn commands(fmu: &str) -> [Vec<&str>; 4] {
    [
        vec!["run", fmu],
        vec!["linearize", fmu],
        vec![
            "response",
            fmu,
            "--input",
            "command",
            "--output",
            "position",
            "--frequencies",
            "1",
            "--amplitude",
            "1deg",
        ],
        vec!["curve", fmu, "--output", "refused.svg"],
    ]
}

#[test]
fn a_value_that_others_do_not_allow_is_told_with_those_that_are_set() {
    let fmu = model("ServoActuator");
    for mut command in commands(&fmu) {
        // -10 degrees are the start value of travel.lower.
        command.extend(["--set", "travel.upper=-30 deg"]);
        let message = fails(&command, 2);
        let expected = "--set travel.upper=-30 deg: travel.lower (value reference 26) = -0.17453292519943295 is refused: it must \
                        not exceed travel.upper\n";
        assert!(message.ends_with(expected), "{}: {message}", command[0]);
    }
}

#[test]
fn values_in_quotes_are_those_of_a_configuration() {
    let fmu = model("ServoActuator");
    let (_folder, path) = file("actuator.toml");
    std::fs::write(&path, "# as in a configuration\ntravel.upper = \"5 deg\"\nfriction.law = \"stribeck\"\n").unwrap();
    let answer = fmu_pack(&["run", &fmu, "--parameters", path.to_str().unwrap(), "--stop-time", "0.01"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let bad = "travel.upper = \"5 kg\"\n";
    std::fs::write(&path, bad).unwrap();
    let message = fails(&["run", &fmu, "--parameters", path.to_str().unwrap()], 2);
    let expected = "actuator.toml, line 1, column 16: travel.upper = \"5 kg\": must be a number in rad, or one with a unit that \
                    converts to rad\n";
    assert!(message.ends_with(expected), "{message}");
}

/// Each command that takes `--set`, up to that, for a servo.
fn settable<'a>(fmu: &'a str, output: &'a str) -> Vec<Vec<&'a str>> {
    let mut all: Vec<Vec<&str>> = commands(fmu).to_vec();
    all.push(vec!["compare", fmu, "-o", output]);
    all.push(vec!["sweep", fmu, "-o", output]);
    all.push(vec!["report", "--fmu", fmu, "-o", output]);
    all
}

#[test]
fn each_command_refuses_a_value_of_its_own_option_by_the_same_sentence() {
    let (fmu, (folder, output)) = (model("ServoActuator"), file("refused.csv"));
    let refusals = [
        ("friction.static_ratio=0.5", "must be at least 1"),
        ("friction.efficiency_opposing = 120 %", "must be at most 1"),
        ("inertia=-3", "must be greater than 0 kg.m2"),
        ("inertia=0", "must be greater than 0 kg.m2"),
        ("friction.table.size=17", "must be at most 16"),
        ("inertia=3 m", "must be a number in kg.m2, or one with a unit that converts to kg.m2"),
        ("inertai=3", "the FMU has no parameter or input called inertai; the nearest names are inertia"),
        ("position=3", "position has causality output; only parameters and inputs can be set"),
        ("friction.law=dhal", "must be one of coulomb (1), "),
    ];
    for (set, problem) in refusals {
        for mut command in settable(&fmu, output.to_str().unwrap()) {
            command.extend(["--set", set]);
            let message = fails(&command, 2);
            let expected = format!("error: --set {}: {problem}", set.replace(" = ", "="));
            assert!(
                message.starts_with(&expected) || message.contains(&expected.replace("error:", ":")),
                "{command:?}: {message}"
            );
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

#[test]
fn a_limit_that_only_the_model_knows_is_told_by_the_same_sentence() {
    let fmu = model("ServoActuator");
    for mut command in commands(&fmu) {
        command.extend(["--set", "friction.load_static_ratio=0.5"]);
        let message = fails(&command, 2);
        let told = "--set friction.load_static_ratio=0.5: must be at least 1, or 0 for that of friction.static_ratio\n";
        assert!(message.ends_with(told), "{command:?}: {message}");
    }
}

#[test]
fn a_value_of_a_file_is_told_with_file_line_column_and_key() {
    let (fmu, (_folder, path)) = (model("ServoActuator"), file("actuator.txt"));
    std::fs::write(&path, "# an actuator\ninertia = 20\n  friction.static_ratio =  0.5\n").unwrap();
    let (path, output) = (path.to_str().unwrap(), path.with_file_name("refused.csv"));
    let output = output.to_str().unwrap();
    let place = format!("{path}, line 3, column 28: friction.static_ratio = 0.5");
    for command in [
        &["run", &fmu][..],
        &["linearize", &fmu],
        &["compare", &fmu, "-o", output],
        &["sweep", &fmu, "--set", "inertia=20", "-o", output],
    ] {
        let message = fails(&[command, &["--parameters", path]].concat(), 2);
        assert!(message.ends_with(&format!("{place}: must be at least 1\n")), "{command:?}: {message}");
    }
}

#[test]
fn a_value_of_a_configuration_is_told_by_the_same_sentence() {
    let (folder, path) = file("rudder.toml");
    let (path, output) = (path.to_str().unwrap(), folder.path().join("refused.svg"));
    let output = output.to_str().unwrap();
    let system = folder.path().join("system.toml");
    std::fs::write(&system, "name = \"A\"\n[component.servo]\nconfiguration = \"rudder.toml\"\n").unwrap();
    let system = system.to_str().unwrap();
    let servo = "name = \"Rudder\"\nmodel = \"ServoActuator\"\n[start]\nfriction.static_ratio = 0.5\n";
    let place = format!("{path}, line 4, column 25: start.friction.static_ratio = 0.5");
    for command in [
        &["build", "--config", path, "-o", output][..],
        &["size", "--of", path],
        &["draw", path, "-o", output],
        &["ssp", system, "-o", output],
    ] {
        std::fs::write(path, servo).unwrap();
        let message = fails(command, 2);
        assert!(message.ends_with(&format!("{place}: must be at least 1\n")), "{command:?}: {message}");
    }
    let requirement = "name = \"Rudder\"\nsupply_pressure = 28e6\n[start]\nfriction.static_ratio = 0.5\n";
    std::fs::write(path, requirement).unwrap();
    let message = fails(&["size", path], 2);
    assert_eq!(message, format!("error: {place}: must be at least 1\n"));
    let shared = "name = \"A\"\n[component.servo]\nmodel = \"ServoActuator\"\nstart.friction.static_ratio = 0.5\n";
    std::fs::write(system, shared).unwrap();
    let message = fails(&["ssp", system, "-o", output], 2);
    let place = format!("{system}, line 4, column 31: component.servo.start.friction.static_ratio = 0.5");
    assert_eq!(message, format!("error: {place}: must be at least 1\n"));
}

#[test]
fn what_only_the_model_refuses_in_a_configuration_has_its_line_and_column() {
    let (folder, path) = file("elevator.toml");
    let text =
        "name = \"Elevator\"\nmodel = \"ServoActuator\"\n[start]\ninitialization = \"trim\"\ncommand = \"20 deg\"\n";
    std::fs::write(&path, text).unwrap();
    let message = fails(&["build", "--config", path.to_str().unwrap(), "-o", folder.path().to_str().unwrap()], 2);
    let place = "elevator.toml, line 5, column 11: start.command = \"20 deg\": the model refuses its start values: ";
    assert!(message.contains(place), "{message}");
}

#[test]
fn a_value_of_input_signals_is_told_with_line_column_and_heading() {
    let (fmu, (_folder, path)) = (model("ServoActuator"), file("in.csv"));
    let (path, output) = (path.to_str().unwrap(), path.with_file_name("refused.csv"));
    let output = output.to_str().unwrap();
    let refusals = [
        (
            "time,command,comand\n0,0,0\n",
            "line 1, column 3: comand: the FMU has no input or tunable parameter called comand",
        ),
        (
            "time,command [MPa]\n0,0\n",
            "line 1, column 2: command [MPa]: the unit of the column \"command [MPa]\" does not fit",
        ),
        (
            "time,command\n0,0\n\n1,fast\n",
            "line 4, column 2: command = \"fast\": must be a finite number such as 0.25 or -1e3",
        ),
        (
            "time,command,supply_pressure [MPa]\n0,0,26\n1,0,-1\n",
            "line 3, column 3: supply_pressure [MPa] = -1: must be at least 0 Pa",
        ),
        ("time,command\n0,0\nlate,1\n", "line 3, column 1: time = \"late\": must be a finite number"),
        ("time,command\n1,0\n0.5,1\n", "line 3, column 1: time = 0.5: 0.5 comes after 1; times must not fall"),
        ("time,command\n0\n", "line 2: 1 value where the header names 2 columns"),
    ];
    for (text, expected) in refusals {
        std::fs::write(path, text).unwrap();
        for command in [
            &["run", &fmu, "--input", path][..],
            &["linearize", &fmu, "--input", path, "--at-time", "0.01"],
            &["compare", &fmu, "-o", output, "--input", path],
            &["sweep", &fmu, "--set", "inertia=20", "-o", output, "--input", path],
            &["report", "--fmu", &fmu, "-o", output, "--input", path],
            &["build", "ServoActuator", "-o", output, "--inputs", path],
        ] {
            let message = fails(command, 2);
            assert!(message.contains(&format!("{path}, {expected}")), "{command:?}: {message}");
        }
    }
}

#[test]
fn a_study_tells_which_of_its_values_is_refused_and_where_it_stands() {
    let (fmu, (_folder, path)) = (model("ServoActuator"), file("samples.csv"));
    let output = path.with_file_name("refused.csv");
    let sweep = |more: &[&str]| fails(&[&["sweep", &fmu, "-o", output.to_str().unwrap()], more].concat(), 2);
    let message = sweep(&["--set", "friction.static_ratio=1,0.5,2"]);
    assert_eq!(message, "error: --set friction.static_ratio=1,0.5,2: 0.5 must be at least 1\n");
    std::fs::write(&path, "inertia,friction.static_ratio\n20,1\n21,0.5\n").unwrap();
    let path = path.to_str().unwrap();
    let message = sweep(&["--samples-from", path]);
    assert_eq!(message, format!("error: {path}, line 3, column 2: friction.static_ratio = 0.5: must be at least 1\n"));
}
