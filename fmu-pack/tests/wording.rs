//! What commands say about values that they refuse.
#![allow(clippy::unwrap_used, missing_docs)]

mod command;

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
        let message = fails(&command, 1);
        let expected = "travel.lower (value reference 26) = -0.17453292519943295 is refused: it must not exceed \
                        travel.upper, and travel.upper = -30 deg is set\n";
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
    assert!(message.contains("actuator.toml, line 1: travel.upper=5 kg: the value must be "), "{message}");
}
