//! Variables of all types of FMI 3.0.

use super::command::{fails, succeeds};
use super::fmu::Integrator;

#[test]
fn one_element_of_an_array_is_set_and_the_others_keep_their_values() {
    let fmu = Integrator::new();
    let out = succeeds(&["run", fmu.path(), "--stop-time", "0.25", "--set", "table[2]=7", "--set", "table[3]=0.5"]);
    // 1 + 10*7 + 100*0.5
    assert!(out.ends_with("\n0.25,0,0,121,0\n"), "{out}");
}

#[test]
fn the_list_of_variables_has_elements_other_names_and_types() {
    let fmu = Integrator::new();
    let out = succeeds(&["info", "--variables", "--format", "json", fmu.path()]);
    let info: serde_json::Value = serde_json::from_str(&out).unwrap();
    let variables = info["variables"].as_array().unwrap();
    let start = |name: &str| {
        let found = variables.iter().find(|variable| variable["name"] == name);
        found.map(|variable| variable["start"].as_str().unwrap().to_string())
    };
    assert_eq!([start("table[1]"), start("table[3]"), start("table")], [Some("1".into()), Some("3".into()), None]);
    let of_x: Vec<&str> =
        variables.iter().filter(|v| v["reference"] == 1).map(|v| v["name"].as_str().unwrap()).collect();
    assert_eq!(of_x, ["x", "integral"]);
    let crossing = variables.iter().find(|variable| variable["name"] == "crossing").unwrap();
    assert_eq!((&crossing["type"], &crossing["causality"]), (&"clock".into(), &"output".into()));
}

#[test]
fn a_value_that_its_type_does_not_hold_is_refused_before_the_run() {
    let fmu = Integrator::new();
    succeeds(&["run", fmu.path(), "--set", "narrow=-128", "--set", "kind=two"]);
    let message = fails(&["run", fmu.path(), "--set", "narrow=128"], 2);
    assert_eq!(message, "error: --set narrow=128: must be a whole number\n");
    let message = fails(&["run", fmu.path(), "--set", "kind=3"], 2);
    assert_eq!(message, "error: --set kind=3: must be one of one (1), two (2)\n");
    let message = fails(&["run", fmu.path(), "--set", "crossing=1"], 2);
    assert_eq!(
        message,
        "error: --set crossing=1: crossing has causality output; only parameters and inputs can be set\n"
    );
}
