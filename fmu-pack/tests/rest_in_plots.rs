//! A plot calls rest what it is under the friction law of that run.
#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{file, model, succeeds};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The texts of the plot that a command draws.
fn texts(arguments: &[&str]) -> Vec<String> {
    let (_folder, path) = file("a.svg");
    succeeds(&[arguments, &["--plot", path.to_str().unwrap()]].concat());
    let svg = std::fs::read_to_string(path).unwrap();
    let elements = svg.split("<text ").skip(1).filter_map(|rest| rest.split_once('>'));
    elements.map(|(_, rest)| rest.split('<').next().unwrap().trim().to_string()).collect()
}

/// Those of them that say what rest is.
fn of_rest(arguments: &[&str]) -> Vec<String> {
    let is_of_rest =
        |text: &String| ["stuck", "presliding", "at rest", "shaded"].iter().any(|word| text.contains(word));
    texts(arguments).into_iter().filter(is_of_rest).collect()
}

#[test]
fn the_bands_of_a_run_are_called_what_rest_is_under_its_law() {
    let servo = model("ServoActuator");
    let run = ["run", &servo, "--scenario", "fig06", "--stop-time", "0.1"];
    let called = |more: &[&str]| of_rest(&[&run[..], more].concat());
    // The start value is coulomb, though the FMU has bristles for other laws.
    assert_eq!(called(&[]), ["stuck"]);
    for law in ["hess_soom", "stribeck", "tabulated"] {
        assert_eq!(called(&["--set", &format!("friction.law={law}")]), ["stuck"], "{law}");
    }
    for law in ["dahl", "lugre", "elasto_plastic"] {
        assert_eq!(called(&["--set", &format!("friction.law={law}")]), ["stuck or presliding"], "{law}");
    }
    assert_eq!(called(&["--set", "friction.law=karnopp"]), ["at rest"]);
    assert_eq!(called(&["--set", "friction.law_number=7"]), ["stuck or presliding"]);
    let named = ["--record", "velocity,friction_regime"];
    assert_eq!(called(&named), ["stuck"]);
    assert_eq!(called(&[&named[..], &["--set", "friction.law=lugre"]].concat()), ["stuck or presliding"]);
}

#[test]
fn each_run_of_an_overlay_says_what_its_rest_is() {
    let servo = model("ServoActuator");
    let compare = |laws: &str| {
        let vary = format!("friction.law={laws}");
        of_rest(&["compare", &servo, "--scenario", "fig06", "--stop-time", "0.1", "--vary", &vary])
    };
    assert_eq!(compare("coulomb,stribeck"), ["Body (shaded: stuck)"]);
    assert_eq!(compare("dahl,lugre"), ["Body (shaded: stuck or presliding)"]);
    assert_eq!(
        compare("coulomb,lugre,karnopp"),
        [
            "Body (shaded: at rest, as named in each row)",
            "coulomb: stuck",
            "lugre: stuck or presliding",
            "karnopp: at rest"
        ]
    );
}

/// Two brakes on two bodies; the first has bristles if it has this law.
fn two_brakes(law: &str) -> Vec<String> {
    let (folder, path) = file("brakes.toml");
    let text = format!(
        "name = \"Brakes\"\nmodel = \"Drivetrain\"\n[experiment]\nstop_time = 0.05\n[body.one]\ninertia = 1\n\
         [body.two]\ninertia = 1\n[brake.first]\non = \"one\"\nfriction.law = \"{law}\"\nfriction.coulomb_torque = 10\n\
         [brake.second]\non = \"two\"\nfriction.coulomb_torque = 10\n"
    );
    std::fs::write(&path, text).unwrap();
    succeeds(&["build", "-o", folder.path().to_str().unwrap(), "--config", path.to_str().unwrap()]);
    of_rest(&["run", folder.path().join("Brakes.fmu").to_str().unwrap()])
}

#[test]
fn each_contact_of_a_drivetrain_says_what_its_rest_is() {
    assert_eq!(two_brakes("stribeck"), ["Contacts (shaded: stuck)"]);
    assert_eq!(
        two_brakes("lugre"),
        ["Contacts (shaded: at rest, as named in each row)", "first: stuck or presliding", "second: stuck"]
    );
}

/// What answers like an engine gives every value that is asked for as 0.
#[test]
fn in_a_system_the_law_is_that_of_the_component() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/ssp/lever_and_servo.toml");
    let (folder, ssp) = file("LeverAndServo.ssp");
    succeeds(&["ssp", example.to_str().unwrap(), "-o", ssp.to_str().unwrap()]);
    let python = folder.path().join("python");
    let answer = "#!/bin/sh\nif [ \"$1\" = -I ]; then echo found libcosimpy; exit 0; fi\n\
                  echo 'row 0.001 0 0 0 0'; echo 'row 0.002 0 0 0 0'; echo done\n";
    std::fs::write(&python, answer).unwrap();
    std::fs::set_permissions(&python, std::fs::Permissions::from_mode(0o755)).unwrap();
    let record = "*.position,*.friction_regime";
    let run = ["run", ssp.to_str().unwrap(), "--python", python.to_str().unwrap(), "--record", record];
    let run = [&run[..], &["--stop-time", "0.002"]].concat();
    assert_eq!(of_rest(&run), ["Contacts (shaded: stuck)"]);
    let set = [&run[..], &["--set", "servo.friction.law=lugre"]].concat();
    let expected = ["Contacts (shaded: at rest, as named in each row)", "lever: stuck", "servo: stuck or presliding"];
    assert_eq!(of_rest(&set), expected);
}
