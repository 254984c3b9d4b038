//! Configured FMUs, and what is refused.

use std::path::{Path, PathBuf};
use std::{env, fs};

use model_description::configuration::{parse, read_all};
use model_description::declaration::{Causality, Model, Value, Variability};
use model_description::{Export, describe, exports, rust_source, validate};

const RUDDER: &str = r#"
name = "Rudder"
model = "ServoActuator"
description = "Rudder actuator, left"
frozen = ["friction.*", "solver.method"]

[start]
position_start = "2 deg"
supply_pressure = "21 MPa"
inertia = 1800
friction.law = "stribeck"
"friction.table.size" = 2
"friction.table.velocity[2]" = "1 deg/s"

[experiment]
stop_time = 3
step_size = "2 ms"
"#;

fn rudder(text: &str) -> Result<Model, String> {
    parse(text, Path::new("rudder.toml")).map_err(|error| error.to_string())
}

fn start(model: &Model, name: &str) -> f64 {
    match model.variable(name).expect("the variable is declared").value {
        Value::Real(real) => real.start,
        Value::Integer { start, .. } | Value::Enumeration { start, .. } => f64::from(start),
    }
}

#[test]
fn a_configuration_sets_name_start_values_and_experiment() {
    let model = rudder(RUDDER).expect("the configuration is legal");
    assert_eq!(model.identifier, "Rudder");
    assert_eq!(model.description, "Rudder actuator, left");
    assert_eq!(start(&model, "position_start"), 2f64.to_radians());
    assert_eq!(start(&model, "supply_pressure"), 21e6);
    assert_eq!(start(&model, "inertia"), 1800.0);
    assert_eq!(start(&model, "friction.law"), 3.0);
    assert_eq!(start(&model, "friction.table.size"), 2.0);
    assert_eq!(start(&model, "friction.table.velocity[2]"), 1f64.to_radians());
    assert_eq!(start(&model, "motor.displacement"), 0.00445, "what is not configured stays");
    assert_eq!((model.experiment.stop_time, model.experiment.step_size), (3.0, 0.002));
}

#[test]
fn frozen_parameters_are_constants_and_the_others_stay_parameters() {
    let model = rudder(RUDDER).expect("the configuration is legal");
    for name in ["friction.law", "friction.coulomb_torque", "friction.table.torque[16]", "solver.method"] {
        let variable = model.variable(name).expect("declared");
        assert_eq!((variable.causality, variable.variability), (Causality::Local, Variability::Constant), "{name}");
    }
    for name in ["inertia", "solver.tolerance"] {
        assert_eq!(model.variable(name).expect("declared").causality, Causality::Parameter, "{name}");
    }
    let calculated = model.variable("friction.stribeck_sigma").expect("declared");
    assert_eq!(calculated.causality, Causality::CalculatedParameter);
}

#[test]
fn a_configured_description_conforms_and_has_its_own_guid_and_the_references_of_its_model() {
    let model = rudder(RUDDER).expect("the configuration is legal");
    let description = describe(&model);
    assert_eq!(validate(&description), []);
    let base = exports().into_iter().find(|export| export.model.identifier == "ServoActuator").expect("exported");
    assert_ne!(description.guid, base.guid);
    for variable in &base.model.variables {
        assert_eq!(model.reference(&variable.name), base.model.reference(&variable.name), "{}", variable.name);
    }
}

#[test]
fn a_configured_fmu_joins_the_exported_interfaces() {
    let model = rudder(RUDDER).expect("the configuration is legal");
    let configured = Export::new(model);
    let source = rust_source::write(&exports(), std::slice::from_ref(&configured));
    assert!(source.contains("&configured_Rudder::INTERFACE"));
    assert!(source.contains(&format!("guid: {:?}", configured.guid)));
    assert_eq!(source.matches("model: super::ModelKind::ServoActuator").count(), 2);
}

#[test]
fn refused_configurations_name_file_line_key_value_and_what_is_allowed() {
    let head = "name = \"Rudder\"\nmodel = \"ServoActuator\"\n";
    let cases = [
        ("[start]\ninertia = -3", "rudder.toml, line 4: start.inertia = -3: must be greater than 0 kg.m2"),
        (
            "[start]\nfriction.efficiency_opposing = \"120 %\"",
            "rudder.toml, line 4: start.friction.efficiency_opposing = \"120 %\": must be at most 1",
        ),
        (
            "[start]\nsupply_pressure = \"21 MN\"",
            "rudder.toml, line 4: start.supply_pressure = \"21 MN\": the unit does not convert to Pa; allowed is a \
             number in Pa or a text with a unit, as \"1 MPa\"",
        ),
        (
            "[start]\nposition_start = \"2 degrees\"",
            "rudder.toml, line 4: start.position_start = \"2 degrees\": \"degrees\" is not a known unit; allowed is a \
             number in rad or a text with a unit, as \"1 deg\"",
        ),
        (
            "[start]\ninertia = nan",
            "rudder.toml, line 4: start.inertia = nan: \"nan\" is not a finite number; allowed is a number in kg.m2 or \
             a text with a unit, as \"1 kg.m2\"",
        ),
        (
            "[start]\nfriction.static_ration = 2",
            "rudder.toml, line 4: start.friction.static_ration = 2: ServoActuator has no variable \
             \"friction.static_ration\"; similar are friction.static_ratio, ",
        ),
        (
            "[start]\nvelocity = 1",
            "rudder.toml, line 4: start.velocity = 1: velocity is computed; only parameters and inputs have start \
             values",
        ),
        (
            "[start]\nsolver.method = \"euler\"",
            "rudder.toml, line 4: start.solver.method = \"euler\": must be one of event_located, fixed_step, or its \
             number from 1 to 2",
        ),
        (
            "[start]\nfriction.table.size = 17",
            "rudder.toml, line 4: start.friction.table.size = 17: must be a whole number from 1 to 16",
        ),
        (
            "frozen = [\"frictoin.*\"]",
            "rudder.toml, line 3: frozen = [\"frictoin.*\"]: \"frictoin.*\" matches no parameter",
        ),
        ("frozen = \"inertia\"", "rudder.toml, line 3: frozen = \"inertia\": must be a list of texts in quotes"),
        ("[experiment]\nstop_time = 0", "rudder.toml, line 4: experiment.stop_time = 0: must be greater than 0"),
        ("[experiment]\nend = 1", "rudder.toml, line 4: experiment.end = 1: unknown key; allowed are stop_time"),
        ("starts = 1", "rudder.toml, line 3: starts = 1: unknown key; allowed are name, model, description, frozen"),
        ("[start]\ninertia = ", "rudder.toml, line 4: is not TOML: "),
        ("[start]\ninertia = true", "rudder.toml, line 4: start.inertia = true: must be a number in kg.m2"),
        (
            "[start]\nposition_start = \"11 deg\"",
            "rudder.toml, line 4: start.position_start = \"11 deg\": position_start 0.19198621771937624 must be within \
             the travel",
        ),
        ("[start]\ntravel.lower = 1", "rudder.toml, line 4: start.travel.lower = 1: travel.lower 1 must be less than"),
    ];
    for (body, expected) in cases {
        let error = rudder(&format!("{head}{body}\n")).expect_err(body);
        assert!(error.starts_with(expected), "{body}\n  gives    {error}\n  expected {expected}");
    }
}

#[test]
fn name_and_model_are_needed_and_checked() {
    let error = |text: &str| rudder(text).expect_err(text);
    assert_eq!(
        error("name = \"Rudder\""),
        "rudder.toml: the key \"model\" is missing; it is one of MotionTransmission, ServoActuator, HydraulicActuator"
    );
    assert_eq!(
        error("model = \"ServoActuator\""),
        "rudder.toml: the key \"name\" is missing; it is the model identifier of the FMU"
    );
    assert!(
        error("name = \"left rudder\"\nmodel = \"ServoActuator\"")
            .contains("line 1: name = \"left rudder\": is no model identifier")
    );
    assert!(error("name = \"servoactuator\"\nmodel = \"ServoActuator\"").contains("is taken"));
    assert!(error("name = \"A\"\nmodel = \"Servo\"").contains("line 2: model = \"Servo\": is no model"));
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the folder for tests is writable");
    path
}

#[test]
fn several_files_give_several_fmus_with_different_names() {
    let one = written("one.toml", RUDDER);
    let other = written("other.toml", &RUDDER.replace("Rudder\"", "Elevator\""));
    let again = written("again.toml", &RUDDER.replace("Rudder\"", "RUDDER\""));
    let list = |paths: &[&PathBuf]| env::join_paths(paths).expect("paths without separators");
    let names: Vec<_> =
        read_all(&list(&[&one, &other])).expect("legal").into_iter().map(|model| model.identifier).collect();
    assert_eq!(names, ["Rudder", "Elevator"]);
    let error = read_all(&list(&[&one, &again])).expect_err("the names differ in case only");
    assert!(error.to_string().ends_with("another configuration has the name \"RUDDER\" too; names must differ"));
    let error = read_all(&list(&[&one.with_file_name("no_such.toml")])).expect_err("there is no such file");
    assert!(error.to_string().contains("no_such.toml: cannot be read"), "{error}");
    assert_eq!(read_all("".as_ref()).expect("no files").len(), 0);
}
