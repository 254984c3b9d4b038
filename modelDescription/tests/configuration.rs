//! Configured FMUs, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};

use configuration_block::{Variability as Configured, decode};
use model_description::configuration::{content, make_tunable, parse, read_all};
use model_description::declaration::{Causality, Model, Value, Variability};
use model_description::{Export, describe, exports, models, validate};

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

fn variability(model: &Model, name: &str) -> Variability {
    model.variable(name).expect("the variable is declared").variability
}

#[test]
fn no_parameter_is_tunable_unless_it_was_asked_for() {
    for model in models::all() {
        assert!(model.variables.iter().all(|variable| variable.variability != Variability::Tunable));
    }
}

#[test]
fn tunable_parameters_are_those_that_a_pattern_names_and_that_can_be() {
    let text =
        RUDDER.replace("frozen = [\"friction.*\", \"solver.method\"]", "tunable = [\"friction.*\", \"*_coefficient\"]");
    let model = rudder(&text).expect("the configuration is legal");
    for name in
        ["friction.coulomb_torque", "friction.bristle_damping", "viscous_coefficient", "motor.leakage_coefficient"]
    {
        assert_eq!(variability(&model, name), Variability::Tunable, "{name}");
        assert_eq!(model.variable(name).expect("declared").causality, Causality::Parameter);
    }
    let others =
        ["friction.law", "friction.law_number", "friction.table.torque[1]", "friction.bristle_deflection_start"];
    for name in others.iter().chain(&["inertia", "controller.proportional_gain", "solver.tolerance"]) {
        assert_eq!(variability(&model, name), Variability::Fixed, "{name}");
    }
    assert_eq!(validate(&describe(&model)), []);
}

#[test]
fn what_is_computed_from_a_tunable_parameter_is_tunable_too() {
    let tuned = |pattern: &str| {
        let mut models = models::all();
        make_tunable(&mut models, pattern).expect("it can be tunable");
        ["friction.stribeck_sigma", "friction.peak_velocity"].map(|name| variability(&models[0], name))
    };
    let (fixed, tunable) = (Variability::Fixed, Variability::Tunable);
    assert_eq!(tuned("friction.sharpness"), [tunable, tunable]);
    assert_eq!(tuned("friction.stribeck_velocity"), [fixed, tunable]);
    assert_eq!(tuned("viscous_coefficient"), [fixed, fixed]);
}

#[test]
fn a_pattern_counts_for_all_models_and_must_name_something_in_one_of_them() {
    let mut models = models::all();
    make_tunable(&mut models, "controller.*").expect("the servo has a controller");
    assert_eq!(variability(&models[1], "controller.current_limit"), Variability::Tunable);
    assert_eq!(
        make_tunable(&mut models, "frictoin.*").expect_err("a slip of the hand"),
        "\"frictoin.*\" matches no parameter of MotionTransmission, ServoActuator, HydraulicActuator that can be \
         tunable; the nearest that can be is friction.*"
    );
    let error = make_tunable(&mut models[..1], "controller.*").expect_err("the transmission has none");
    assert!(error.starts_with("\"controller.*\" matches no parameter of MotionTransmission"), "{error}");
}

#[test]
fn the_tunable_fmu_has_its_own_guid_and_the_same_references() {
    let base = exports();
    let mut models = models::all();
    make_tunable(&mut models, "friction.*").expect("it can be tunable");
    for (model, base) in models.iter().zip(base) {
        let description = describe(model);
        assert_ne!(description.guid, base.guid);
        assert_eq!(validate(&description), []);
        for variable in &base.model.variables {
            assert_eq!(model.reference(&variable.name), base.model.reference(&variable.name), "{}", variable.name);
        }
    }
}

#[test]
fn a_frozen_choice_cannot_be_made_by_its_number() {
    let model = rudder(RUDDER).expect("the configuration is legal");
    for name in ["solver.method", "solver.method_number", "friction.law_number"] {
        let variable = model.variable(name).expect("declared");
        assert_eq!((variable.causality, variable.variability), (Causality::Local, Variability::Constant), "{name}");
    }
}

#[test]
fn the_library_of_a_configured_fmu_is_told_all_that_differs_from_the_declaration() {
    let configured = Export::new(rudder(RUDDER).expect("the configuration is legal"));
    let bytes = content(&configured).expect("it is small").expect("it is not as declared");
    let block = decode(&bytes).expect("it was just written");
    assert_eq!([block.model, block.identifier, block.guid], ["ServoActuator", "Rudder", &configured.guid]);
    let expected: Vec<_> = configured.model.reals().map(|(_, real)| real.start).collect();
    assert_eq!(block.reals.iter().map(|(start, _)| start).collect::<Vec<_>>(), expected);
    assert_eq!(block.integers.iter().len(), configured.model.integers().count());
    let variables = configured.model.reals().map(|(variable, _)| variable).chain(configured.model.integers());
    let written = block.reals.iter().map(|(_, kind)| kind).chain(block.integers.iter().map(|(_, kind)| kind));
    for (variable, kind) in variables.zip(written) {
        let expected = match (variable.causality, variable.variability) {
            (_, Variability::Constant) => Configured::Constant,
            (_, Variability::Tunable) => Configured::Tunable,
            _ => Configured::Declared,
        };
        assert_eq!(kind, expected, "{}", variable.name);
    }
}

#[test]
fn the_library_of_a_model_as_declared_is_told_nothing() {
    for export in exports() {
        assert_eq!(content(&export), Ok(None), "{}", export.model.identifier);
    }
}

#[test]
fn refused_configurations_name_file_line_column_key_value_and_what_is_allowed() {
    let head = "name = \"Rudder\"\nmodel = \"ServoActuator\"\n";
    let cases = [
        ("[start]\ninertia = -3", "rudder.toml, line 4, column 11: start.inertia = -3: must be greater than 0 kg.m2"),
        (
            "[start]\nfriction.efficiency_opposing = \"120 %\"",
            "rudder.toml, line 4, column 32: start.friction.efficiency_opposing = \"120 %\": must be at most 1",
        ),
        (
            "[start]\nsupply_pressure = \"21 MN\"",
            "rudder.toml, line 4, column 19: start.supply_pressure = \"21 MN\": the unit does not convert to Pa; allowed is a \
             number in Pa or a text with a unit, as \"1 MPa\"",
        ),
        (
            "[start]\nposition_start = \"2 degrees\"",
            "rudder.toml, line 4, column 18: start.position_start = \"2 degrees\": \"degrees\" is not a known unit; there \
             are m, g, s, A, rad, N, Nm, Pa, bar, Hz, these also with a prefix (n, u, µ, m, c, d, k, M, G), and %, deg, rpm, min, \
             psi, in, ft, kt, lbf, ozf, lb, lbm, slug, gpm; products as kN.m, quotients as deg/s, powers as m3; allowed is a number in rad or a text with a unit, as \"1 deg\"",
        ),
        (
            "[start]\ninertia = nan",
            "rudder.toml, line 4, column 11: start.inertia = nan: \"nan\" is not a finite number; allowed is a number in kg.m2 or \
             a text with a unit, as \"1 kg.m2\"",
        ),
        (
            "[start]\nfriction.static_ration = 2",
            "rudder.toml, line 4, column 26: start.friction.static_ration = 2: ServoActuator has no variable \
             \"friction.static_ration\"; similar are friction.static_ratio, ",
        ),
        (
            "[start]\nvelocity = 1",
            "rudder.toml, line 4, column 12: start.velocity = 1: velocity is computed; only parameters and inputs have start \
             values",
        ),
        (
            "[start]\nsolver.method = \"euler\"",
            "rudder.toml, line 4, column 17: start.solver.method = \"euler\": must be one of event_located, fixed_step, or its \
             number from 1 to 2",
        ),
        (
            "[start]\nfriction.table.size = 17",
            "rudder.toml, line 4, column 23: start.friction.table.size = 17: must be a whole number from 1 to 16",
        ),
        (
            "frozen = [\"frictoin.*\"]",
            "rudder.toml, line 3, column 10: frozen = [\"frictoin.*\"]: \"frictoin.*\" matches no parameter",
        ),
        (
            "tunable = [\"friction.coulomb_torqe\"]",
            "rudder.toml, line 3, column 11: tunable = [\"friction.coulomb_torqe\"]: \"friction.coulomb_torqe\" matches no parameter \
             of Rudder that can be tunable; the nearest that can be is friction.coulomb_torque",
        ),
        (
            "tunable = [\"inertia\"]",
            "rudder.toml, line 3, column 11: tunable = [\"inertia\"]: inertia cannot be tunable, because what is \
             computed at the start rests on it",
        ),
        (
            "tunable = [\"friction.law\"]",
            "rudder.toml, line 3, column 11: tunable = [\"friction.law\"]: friction.law cannot be tunable",
        ),
        (
            "tunable = [\"friction.static_ratio\"]\nfrozen = [\"friction.*\"]",
            "rudder.toml, line 3, column 11: tunable = [\"friction.static_ratio\"]: friction.static_ratio \
             is frozen and cannot be tunable as well",
        ),
        (
            "tunable = [\"command\"]",
            "rudder.toml, line 3, column 11: tunable = [\"command\"]: command is an input, which can be changed anyway",
        ),
        ("tunable = 1", "rudder.toml, line 3, column 11: tunable = 1: must be a list of texts in quotes"),
        (
            "frozen = \"inertia\"",
            "rudder.toml, line 3, column 10: frozen = \"inertia\": must be a list of texts in quotes",
        ),
        (
            "[experiment]\nstop_time = 0",
            "rudder.toml, line 4, column 13: experiment.stop_time = 0: must be greater than 0",
        ),
        (
            "[experiment]\nend = 1",
            "rudder.toml, line 4, column 7: experiment.end = 1: unknown key; allowed are stop_time",
        ),
        (
            "starts = 1",
            "rudder.toml, line 3, column 10: starts = 1: unknown key; allowed are name, model, description, frozen, tunable",
        ),
        ("[start]\ninertia = ", "rudder.toml, line 4, column 11: is not TOML: "),
        (
            "[start]\nfriction.table.velocity[1] = 0",
            "rudder.toml, line 4, column 24: is not TOML: key with no value, expected `=`; a name with brackets needs quotes: \
             \"friction.table.velocity[1]\" = ...",
        ),
        (
            "[start]\ninertia = \"0,6 kg.m2\"",
            "rudder.toml, line 4, column 11: start.inertia = \"0,6 kg.m2\": \"0,6 kg.m2\" has a comma, and",
        ),
        ("[start]\ninertia = true", "rudder.toml, line 4, column 11: start.inertia = true: must be a number in kg.m2"),
        (
            "[start]\nposition_start = \"11 deg\"",
            "rudder.toml, line 4, column 18: start.position_start = \"11 deg\": position_start 0.19198621771937624 must be within \
             the travel",
        ),
        (
            "[start]\ntravel.lower = 1",
            "rudder.toml, line 4, column 16: start.travel.lower = 1: travel.lower 1 must be less than",
        ),
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
        "rudder.toml: the key \"model\" is missing; it is one of MotionTransmission, ServoActuator, HydraulicActuator, Drivetrain, LinearSystem"
    );
    assert_eq!(
        error("model = \"ServoActuator\""),
        "rudder.toml: the key \"name\" is missing; it is the model identifier of the FMU"
    );
    assert!(
        error("name = \"left rudder\"\nmodel = \"ServoActuator\"")
            .contains("line 1, column 8: name = \"left rudder\": is no model identifier")
    );
    assert!(error("name = \"servoactuator\"\nmodel = \"ServoActuator\"").contains("is taken"));
    assert!(error("name = \"A\"\nmodel = \"Servo\"").contains("line 2, column 9: model = \"Servo\": is no model"));
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
    let names: Vec<_> = read_all(&[&one, &other]).expect("legal").into_iter().map(|one| one.model.identifier).collect();
    assert_eq!(names, ["Rudder", "Elevator"]);
    let error = read_all(&[&one, &again]).expect_err("the names differ in case only");
    assert!(error.to_string().ends_with("another configuration has the name \"RUDDER\" too; names must differ"));
    let error = read_all(&[one.with_file_name("no_such.toml")]).expect_err("there is no such file");
    assert!(error.to_string().contains("no_such.toml: cannot be read"), "{error}");
    assert_eq!(read_all::<PathBuf>(&[]).expect("no files").len(), 0);
}

/// RUDDER with this name and this description, both as they stand between the quotes.
fn with_texts(name: &str, description: &str) -> Result<Model, String> {
    let text = RUDDER.replace("\"Rudder\"", &format!("\"{name}\""));
    rudder(&text.replace("Rudder actuator, left", description))
}

#[test]
fn a_name_that_is_no_name_of_a_file_or_a_function_is_refused() {
    let long = "a".repeat(101);
    for (name, expected) in [
        ("a b", "letters, digits and _ are allowed"),
        ("a\\\"b", "letters, digits and _ are allowed"),
        ("]]>", "letters, digits and _ are allowed"),
        ("a\\nb", "letters, digits and _ are allowed"),
        ("../a", "letters, digits and _ are allowed"),
        ("", "letters, digits and _ are allowed"),
        (long.as_str(), "has 101 characters; at most 100 are allowed"),
        ("Con", "is a device on Windows"),
        ("lpt9", "is a device on Windows"),
    ] {
        let problem = with_texts(name, "x").expect_err(name);
        assert!(
            problem.starts_with("rudder.toml, line 2, column 8: name = ") && problem.contains(expected),
            "{problem}"
        );
    }
    for name in ["a", "main", "Self", "fmi2DoStep", "Com", "coma", "lpt0", "console", &long[1..]] {
        assert_eq!(with_texts(name, "x").expect("a legal name").identifier, name);
    }
}

#[test]
fn a_description_that_xml_cannot_hold_is_refused_with_its_line() {
    let long = "a".repeat(4001);
    for (description, expected) in [
        ("bell \\u0007", "has the character U+0007, which XML does not have"),
        ("zero \\u0000", "has the character U+0000"),
        ("escape \\u001b[2J", "has the character U+001B"),
        ("no character \\uFFFE", "has the character U+FFFE"),
        (long.as_str(), "has 4001 characters; at most 4000 are allowed"),
    ] {
        let problem = with_texts("Mine", description).expect_err(description);
        assert!(problem.starts_with("rudder.toml, line 4, column 15: description = "), "{problem}");
        assert!(problem.contains(expected) && problem.len() < 700, "{problem}");
    }
}

#[test]
fn a_description_comes_back_from_the_xml_as_it_was_written() {
    for text in [
        "]]>",
        "\"quoted\" and 'quoted'",
        "<a/> & &amp; &#10;",
        "two\nlines\r\n\tand a tab",
        "{0} %s \\ -->",
        "\u{9b}2J",
    ] {
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
        let escaped = escaped.replace('\n', "\\n").replace('\r', "\\r").replace('\u{9b}', "\\u009b");
        let model = with_texts("Mine", &escaped).expect("a legal description");
        assert_eq!(model.description, text);
        let export = Export::new(model);
        let read = model_description::read(&export.xml).expect("readable");
        assert_eq!(read.description.as_deref(), Some(text));
        assert_eq!(validate(&read), []);
    }
}
