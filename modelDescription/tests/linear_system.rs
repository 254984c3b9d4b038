//! Configurations of linear systems: what they become, and what is refused with which sentence.
#![allow(clippy::unwrap_used)]

use crate::message;

use configuration_block::decode;
use message::without_column;
use model_description::declaration::{Causality, Model, Value, Variability};
use model_description::{Export, configuration, fmi3, read, validate};
use std::path::Path;

const HEAD: &str = "name = \"Line\"\nmodel = \"LinearSystem\"\n";
const LAG: &str = "inputs = [{ name = \"u\", unit = \"deg\" }]\nstates = [{ name = \"x\", unit = \"ft/s\", start = 2 }]\n\
                   outputs = [{ name = \"y\", unit = \"kN.m\", limit.upper = 3, rate_limit = \"2 N.m/s\" }]\n\
                   A = [[-4]]\nB = [[0.5]]\nC = [[1]]\n";

fn parse(text: &str) -> Result<Model, String> {
    configuration::parse(&format!("{HEAD}{text}"), Path::new("line.toml"))
        .map_err(|error| without_column(&error.to_string()))
}

fn drivetrain(text: &str) -> Result<Model, String> {
    let text = format!("name = \"Line\"\nmodel = \"Drivetrain\"\n[body.fin]\ninertia = 2\n{text}");
    configuration::parse(&text, Path::new("line.toml")).map_err(|error| without_column(&error.to_string()))
}

fn start_and_unit(model: &Model, name: &str) -> (f64, &'static str) {
    match model.variable(name).unwrap_or_else(|| panic!("{name}")).value {
        Value::Real(real) => (real.start, real.quantity.unit.name),
        Value::Integer { .. } | Value::Enumeration { .. } => panic!("{name} is no Real"),
    }
}

fn is_near(model: &Model, name: &str, value: f64, unit: &str) {
    let (start, of) = start_and_unit(model, name);
    assert!((start - value).abs() <= 1e-15 * value.abs() && of == unit, "{name}: {start} {of}");
}

#[test]
fn a_linear_system_has_its_names_with_units_and_every_entry_that_is_not_zero() {
    let model = parse(LAG).unwrap();
    let causality = |name: &str| model.variable(name).unwrap().causality;
    assert_eq!(
        [causality("u"), causality("x"), causality("y")],
        [Causality::Input, Causality::Output, Causality::Output]
    );
    let degree = std::f64::consts::PI / 180.0;
    is_near(&model, "x.start", 2.0 * 0.3048, "m/s");
    is_near(&model, "A[1,1]", -4.0, "1/s");
    is_near(&model, "B[1,1]", 0.5 * 0.3048 / degree, "m/(rad.s2)");
    is_near(&model, "C[1,1]", 1000.0 / 0.3048, "kg.m/s");
    is_near(&model, "y.limit.upper", 3000.0, "N.m");
    is_near(&model, "y.rate_limit", 2.0, "kg.m2/s3");
    assert!(model.variable("D[1,1]").is_none());
    assert_eq!(model.states, ["x", "y.limiter_state"]);
    let shown = |name: &str| model.variable(name).unwrap().real().unwrap().quantity.display.map(|display| display.name);
    assert_eq!([shown("u"), shown("x"), shown("y")], [Some("deg"), Some("ft/s"), Some("kN.m")]);
}

#[test]
fn its_descriptions_follow_the_rules_of_both_standards() {
    for text in [LAG, "inputs = [\"u\"]\noutputs = [\"y\"]\nD = [[2]]\n", "states = [\"x\"]\nA = [[0]]\n"] {
        let export = Export::new(parse(text).unwrap());
        let findings = validate(&read(&export.xml).unwrap());
        assert!(findings.is_empty(), "{findings:?}");
        let three = fmi3::write(&fmi3::describe(&export.model).unwrap());
        let findings = fmi3::validate(&fmi3::read(&three).unwrap());
        assert!(findings.is_empty(), "{findings:?}");
        let content = configuration::content(&export).unwrap().unwrap();
        assert_eq!(decode(&content).unwrap().model, "Drivetrain");
    }
}

#[test]
fn entries_are_parameters_that_can_be_tunable_or_frozen() {
    let model = parse(&format!("tunable = [\"A*\"]\nfrozen = [\"B*\"]\n{LAG}")).unwrap();
    assert_eq!(model.variable("A[1,1]").unwrap().variability, Variability::Tunable);
    assert_eq!(model.variable("B[1,1]").unwrap().variability, Variability::Constant);
    assert_eq!(model.variable("C[1,1]").unwrap().variability, Variability::Fixed);
}

#[test]
fn what_does_not_fit_is_refused_with_its_line() {
    let long: Vec<String> = (0..25).map(|number| format!("\"x{number}\"")).collect();
    let long = format!("states = [{}]\nA = [[0]]\n", long.join(", "));
    let list = long.lines().next().unwrap().to_owned();
    for (text, message) in [
        (LAG.replace("[[-4]]", "[[-4, 1]]"), "line 6: A[0] = [-4, 1]: row 1 of A has 2 numbers, and A must have 1 row for 1 states, each with 1 number for 1 states".to_owned()),
        (LAG.replace("[[-4]]", "[[-4], [1]]"), "line 6: A[0] = [-4]: A has 2 rows, and must have 1 row for 1 states, each with 1 number for 1 states".into()),
        (LAG.replace("[[-4]]", "[-4]"), "line 6: A = [-4]: must be a list of rows of numbers, as [[0, 1], [-4, -0.5]]".into()),
        (LAG.replace("[[-4]]", "[[nan]]"), "line 6: A[0] = [nan]: \"nan\" is not a finite number (A, row 1, column 1)".into()),
        (LAG.replace("[[-4]]", "[[inf]]"), "line 6: A[0] = [inf]: \"inf\" is not a finite number (A, row 1, column 1)".into()),
        (LAG.replace("B = [[0.5]]\n", ""), "line 3: inputs[0].name = \"u\": the matrix B is missing, 1 row for 1 states, each with 1 number for 1 inputs".into()),
        (LAG.replace("ft/s", "furlong"), "line 4: states[0].unit = \"furlong\": \"furlong\" is not a known unit".into()),
        (LAG.replace("start = 2", "start = \"2 N\""), "line 4: states[0].start = \"2 N\": the unit does not convert to m/s".into()),
        (LAG.replace("limit.upper = 3", "limit.upper = 3, limit.lower = 4"), "line 5: outputs[0].limit.lower = 4: must not exceed limit.upper".into()),
        (LAG.replace("\"2 N.m/s\"", "0"), "line 5: outputs[0].rate_limit = 0: must be greater than 0".into()),
        (LAG.replace("limit.upper", "limit.uper"), "line 5: outputs[0].limit.uper = 3: unknown key; the nearest is limit.upper; allowed are name, unit, description, nominal, limit.lower, limit.upper, rate_limit".into()),
        (LAG.replace("name = \"y\"", "name = \"x\""), "line 5: outputs[0].name = \"x\": the name \"x\" occurs twice in this linear system; a state is an output anyway and needs no row of C".into()),
        (LAG.replace("C = ", "E = "), "line 8: E[0] = [1]: unknown key".into()),
        (LAG.replace("name = \"u\", unit", "unit"), "line 3: inputs[0].unit = \"deg\": one of inputs has no name".into()),
        (String::new(), "a linear system has inputs, states or outputs".into()),
        (long, format!("line 3: {}…: 25 states; a linear system has at most 24", &list[.."states = ".len() + 60])),
    ] {
        let refusal = parse(&text).expect_err(&text);
        assert!(refusal.starts_with("line.toml") && refusal.contains(&message), "{refusal}\n{message}");
    }
}

#[test]
fn connections_that_do_not_fit_are_refused_with_their_line() {
    let gain = |from: &str, unit: &str| {
        format!(
            "[linear.a]\ninputs = [{{ name = \"u\", unit = \"{unit}\", from = \"{from}\" }}]\noutputs = [\"y\"]\nD = [[1]]\n"
        )
    };
    let allowed = "allowed are positions and velocities of bodies, torques of shafts, outputs of servos, inputs, states and \
                   outputs of linear systems";
    for (text, message) in [
        (gain("fin.positon", "rad"), format!("line 6: linear.a.inputs[0].from = \"fin.positon\": there is no variable \"fin.positon\" to take; the nearest is fin.position; {allowed}")),
        (gain("fin.acceleration", "rad"), format!("fin.acceleration cannot be taken, because it follows from the torques of the same instant; {allowed}")),
        (gain("fin.velocity", "rad"), "line 6: linear.a.inputs[0].from = \"fin.velocity\": fin.velocity is in rad/s, which does not convert to rad".into()),
        (gain("a.y", "1"), "line 6: linear.a.inputs[0].from = \"a.y\": an algebraic loop: ".into()),
        (
            format!("{}[[input]]\nname = \"pull\"\non = \"fin\"\nfrom = \"a.y\"\n", gain("fin.position", "rad")),
            "line 12: input[0].from = \"a.y\": a.y is in 1 and the load in N.m; give the gain between them, as gain = \"1 N.m\"".into(),
        ),
        (
            format!("{}[servo.s]\non = \"fin\"\ncommand_from = \"fin.velocity\"\n", gain("fin.position", "rad")),
            "fin.velocity is in rad/s, which does not convert to rad".into(),
        ),
        (
            gain("fin.velocity", "rad/s").replace("[\"y\"]", "[{ name = \"y\", rate_limit = 1 }]"),
            "line 6: linear.a.inputs[0].from = \"fin.velocity\": a.y follows fin.velocity directly, whose rate of change is not known, and a limit of its rate needs it".into(),
        ),
        ("[linear.fin]\nstates = [\"x\"]\nA = [[0]]\n".into(), "another element has the name \"fin\" too (line 3)".into()),
        ("[linear.a]\nstate = [\"x\"]\n".into(), "line 6: linear.a.state = [\"x\"]: unknown key of a linear system; the nearest is states".into()),
    ] {
        let refusal = drivetrain(&text).expect_err(&text);
        assert!(refusal.contains(&message), "{refusal}\n{message}");
    }
}

#[test]
fn a_loop_through_two_systems_and_a_servo_is_named_and_a_state_breaks_it() {
    let text = "[servo.s]\non = \"fin\"\ncommand_from = \"b.y\"\n[linear.a]\n\
                inputs = [{ name = \"e\", from = \"s.position_error\" }]\noutputs = [{ name = \"y\", unit = \"rad\" }]\nD = [[1]]\n\
                [linear.b]\ninputs = [{ name = \"u\", from = \"a.y\" }]\noutputs = [{ name = \"y\", unit = \"rad\" }]\nD = [[1]]\n";
    let message = drivetrain(text).unwrap_err();
    for name in ["a.e", "a.y", "b.u", "b.y", "s.command_from"] {
        assert!(message.contains(name), "{message}");
    }
    let broken = text.replace(
        "outputs = [{ name = \"y\", unit = \"rad\" }]\nD = [[1]]\n[linear.b]",
        "states = [{ name = \"y\", unit = \"rad\" }]\nA = [[-5]]\nB = [[5]]\n[linear.b]",
    );
    let model = drivetrain(&broken).unwrap();
    // What comes from another element is no input.
    assert!(model.variable("s.command").unwrap().is_hidden && !model.variable("s.supply_pressure").unwrap().is_hidden);
    assert!(Export::new(model).xml.contains("s.supply_pressure"));
}

#[test]
fn the_states_of_all_systems_count_together() {
    let system = |name: char| {
        let names: Vec<String> = (0..24).map(|number| format!("\"x{number}\"")).collect();
        let zeros = format!("[{}]", vec!["0"; 24].join(", "));
        format!("[linear.{name}]\nstates = [{}]\nA = [{}]\n", names.join(", "), vec![zeros; 24].join(", "))
    };
    assert!(drivetrain(&format!("{}{}", system('a'), system('b'))).is_ok());
    let message = drivetrain(&format!("{}{}{}", system('a'), system('b'), system('c'))).unwrap_err();
    let sentence = "c.x16 is one too many: 72 states besides those of the bodies; a drivetrain has at most 64";
    assert!(message.ends_with(&format!(": {sentence}")) && message.contains(", line "), "{message}");
}
