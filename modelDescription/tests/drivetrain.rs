//! Configurations of drivetrains: what they become, and what is refused with which sentence.
#![allow(clippy::unwrap_used)]

use crate::message;

use configuration_block::decode;
use message::without_column;
use model_description::declaration::{Causality, Model, Value};
use model_description::elements::ElementKind;
use model_description::{Export, configuration, read, validate};
use std::path::Path;

const HEAD: &str = "name = \"Line\"\nmodel = \"Drivetrain\"\n";

const GEARED: &str = "[body.motor]\ninertia = 0.01\n[body.output]\ninertia = 0\n[gear.box]\nconnects = [\"motor\", \"output\"]\n\
                      ratio = 50\n";

fn parse(text: &str) -> Result<Model, String> {
    configuration::parse(&format!("{HEAD}{text}"), Path::new("line.toml"))
        .map_err(|error| without_column(&error.to_string()))
}

fn refusal(text: &str) -> String {
    parse(text).expect_err("it is refused")
}

fn start(model: &Model, name: &str) -> f64 {
    match model.variable(name).unwrap().value {
        Value::Real(real) => real.start,
        Value::Integer { start, .. } | Value::Enumeration { start, .. } => f64::from(start),
    }
}

#[test]
fn each_element_has_the_variables_of_its_kind_under_its_name() {
    let model = parse(
        "[body.pdu]\ninertia = \"0.4 kg.m2\"\ntravel.upper = \"30 deg\"\n[mass.ram]\nmass = 12\n[brake.b]\non = \"pdu\"\n\
         friction.coulomb_torque = 120\n[brake.l]\non = \"ram\"\nfriction.coulomb_force = 7\n[rod.r]\n\
         connects = [\"pdu\", \"ram\"]\nratio = \"20 rad/m\"\nstiffness = 1e6\nbacklash = \"0.1 mm\"\n[[input]]\n\
         name = \"air\"\non = \"pdu\"\ngain = 2\n[[input]]\nname = \"push\"\non = \"ram\"\n",
    )
    .unwrap();
    let kinds: Vec<ElementKind> = model.elements.iter().map(|element| element.kind).collect();
    use ElementKind::{Body, Contact, Force, LinearContact, Load, Mass, Rod, System, Torque};
    assert_eq!(kinds, [System, Body, Mass, Contact, LinearContact, Rod, Torque, Load, Force, Load]);
    assert_eq!(start(&model, "pdu.travel.upper"), 30_f64.to_radians());
    assert_eq!(start(&model, "b.friction.coulomb_torque"), 120.0);
    assert_eq!(start(&model, "l.friction.coulomb_force"), 7.0);
    assert_eq!((start(&model, "r.backlash"), start(&model, "air.gain")), (1e-4, 2.0));
    assert_eq!(model.states, ["pdu.position", "pdu.velocity", "ram.position", "ram.velocity"]);
    let inputs = model.variables.iter().filter(|variable| variable.causality == Causality::Input);
    let names: Vec<&str> = inputs.map(|variable| variable.name.as_str()).collect();
    assert_eq!(names, ["b.engagement", "l.engagement", "air", "push"]);
    // What the file does not give is not there.
    for hidden in ["pdu.travel.lower", "r.gap.lower", "b.friction.bristle_stiffness", "b.friction.efficiency_aiding"] {
        assert!(model.variable(hidden).unwrap().is_hidden, "{hidden}");
    }
}

#[test]
fn the_description_of_a_drivetrain_is_read_again_and_follows_the_rules() {
    let model = parse(GEARED).unwrap();
    let export = Export::new(model);
    let description = read(&export.xml).unwrap();
    let findings = validate(&description);
    assert!(findings.is_empty(), "{findings:?}");
    let names: Vec<&str> =
        description.model_variables.variables.iter().map(|variable| variable.name.as_str()).collect();
    assert!(names.contains(&"box.loss_torque") && !names.contains(&"output.position_start"), "{names:?}");
    let content = configuration::content(&export).unwrap().unwrap();
    let content = decode(&content).unwrap();
    assert_eq!(content.elements.iter().map(|element| element.name).collect::<Vec<_>>(), ["", "motor", "output", "box"]);
    assert_eq!(content.states.iter().len(), 2);
}

#[test]
fn tied_bodies_start_where_the_gears_between_them_have_them() {
    let given = |motor: &str, output: &str| {
        let text = GEARED.replace("0.01\n", &format!("0.01\n{motor}")).replace("= 0\n", &format!("= 0\n{output}"));
        parse(&text)
    };
    assert_eq!(
        start(&given("", "position_start = \"1 deg\"\n").unwrap(), "motor.position_start"),
        50.0 * 1_f64.to_radians()
    );
    assert!(given("position_start = 1\n", "position_start = 0.02\n").is_ok());
    let message = given("position_start = 1\n", "position_start = 0.03\n").expect_err("they contradict each other");
    assert_eq!(
        message,
        "line.toml, line 8: body.output.position_start = 0.03: contradicts motor.position_start, which the gears between \
         them make 1.5, not 1"
    );
}

#[test]
fn laws_bearings_and_feedback_where_they_cannot_be_are_refused_with_their_line() {
    let body = "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n";
    let of_one_body = "karnopp, sign and quinn are algorithms for a single body, which a drivetrain does not have";
    let sticks = "a one-way clutch has a law that sticks: coulomb, hess_soom, stribeck or tabulated";
    let in_table =
        "a law with bristles stands in the table of its element, not in [start]: their deflection is a state";
    let brake = "[brake.k]\non = \"a\"\n";
    let freewheel = "[freewheel.f]\nconnects = [\"a\", \"b\"]\n";
    let second = "only gears and screws have friction at the second body; elsewhere it is a [brake.*] on that body";
    for (text, message) in [
        (
            format!("{freewheel}friction.law = \"colomb\"\n"),
            "line 9: freewheel.f.friction.law = \"colomb\": must be one of coulomb, hess_soom, stribeck, tabulated, or its number".to_owned(),
        ),
        (
            format!("{brake}friction.law = \"karnopp\"\n"),
            format!("line 9: brake.k.friction.law = \"karnopp\": {of_one_body}"),
        ),
        (
            format!("{brake}friction.law_number = 12\n"),
            format!("line 9: brake.k.friction.law_number = 12: {of_one_body}"),
        ),
        (
            format!("{freewheel}friction.law = \"lugre\"\n"),
            format!("line 9: freewheel.f.friction.law = \"lugre\": {sticks}"),
        ),
        (
            format!("{freewheel}friction.law = \"hyperviscous\"\n"),
            format!("line 9: freewheel.f.friction.law = \"hyperviscous\": {sticks}"),
        ),
        (
            format!("{brake}[start]\nk.friction.law = \"lugre\"\n"),
            format!("line 10: start.k.friction.law = \"lugre\": {in_table}"),
        ),
        (
            "[clutch.c]\nconnects = [\"a\", \"b\"]\nfriction_second.coulomb_torque = 2\n".to_string(),
            format!("line 9: clutch.c.friction_second.coulomb_torque = 2: {second}"),
        ),
        (
            "[servo.s]\non = \"a\"\nfeedback_from = \"c\"\n".to_string(),
            "line 9: servo.s.feedback_from = \"c\": there is no body or mass \"c\"".to_string(),
        ),
    ] {
        let refusal = refusal(&format!("{body}{text}"));
        assert!(refusal.ends_with(&message), "{refusal}\n{message}");
    }
}

#[test]
fn what_cannot_be_is_refused_with_its_line_and_what_is_allowed() {
    let body = "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n";
    for (text, message) in [
        (
            format!("{body}[brake.c]\non = \"b\"\nfriction.coulomb_torque = \"10 ft-lb\"\n"),
            "the unit does not convert to N.m; lb is a mass, a pound of force is lbf; allowed is a number in N.m or",
        ),
        (
            "[body.a]\ninertai = 1\n".to_string(),
            "line 4: body.a.inertai = 1: Drivetrain has no variable \"a.inertai\"; similar are a.inertia",
        ),
        (
            "[body.\"a.b\"]\ninertia = 1\n".to_string(),
            "line 4: body.a.b.inertia = 1: \"a.b\" is no name of an element; up to 64 letters, digits and _ are allowed, the first not a digit",
        ),
        (
            "[body.a]\ninertia = 0\n".to_string(),
            "line 4: body.a.inertia = 0: must be greater than 0 where no gear or screw ties the body to one that has inertia",
        ),
        (
            format!("{body}[clutch.c]\nconnects = [\"a\", \"d\"]\n"),
            "line 8: clutch.c.connects = [\"a\", \"d\"]: there is no body or mass \"d\"",
        ),
        (
            format!("{body}[clutch.c]\nfriction.coulomb_torque = 1\n"),
            "line 7: the key \"connects\" of [clutch.c] is missing",
        ),
        (
            format!("{body}[clutch.c]\nconnects = [\"a\", \"a\"]\n"),
            "line 8: clutch.c.connects = [\"a\", \"a\"]: must join two different bodies",
        ),
        (
            format!("{body}[brake.a]\non = \"b\"\n"),
            "line 8: brake.a.on = \"b\": another element has the name \"a\" too (line 3)",
        ),
        (
            format!("{body}[brake.c]\non = \"b\"\nfriction.coulomb_force = 1\n"),
            "line 9: brake.c.friction.coulomb_force = 1: Drivetrain has no variable \"c.friction.coulomb_force\"; similar are c.friction.coulomb_torque",
        ),
        (
            format!("{body}[rod.c]\nconnects = [\"a\", \"b\"]\n"),
            "line 8: rod.c.connects = [\"a\", \"b\"]: the second must be a mass; between bodies, or to a body, it is a [shaft]",
        ),
        (
            format!("{body}[screw.c]\nconnects = [\"a\", \"b\"]\n"),
            "line 8: screw.c.connects = [\"a\", \"b\"]: must join a body and a mass, in this order",
        ),
        (
            format!("{body}[gear.c]\nconnects = [\"a\", \"b\"]\n[gear.d]\nconnects = [\"b\", \"a\"]\n"),
            "line 10: gear.d.connects = [\"b\", \"a\"]: closes a loop of rigid gears, which leaves no motion or none that is determined",
        ),
        (
            format!("{body}[shaft.c]\nconnects = [\"a\", \"b\"]\nstiffness = \"1 N/m\"\n"),
            "line 9: shaft.c.stiffness = \"1 N/m\": the unit does not convert to N.m/rad; allowed is a number in N.m/rad or a text with a unit, as \"1 N.m/rad\"",
        ),
        (
            format!("{body}[[input]]\nname = \"t\"\non = \"c\"\n"),
            "line 9: input[0].on = \"c\": there is no body or mass \"c\"",
        ),
        (format!("{body}[output]\nshow = [\"c.*\"]\n"), "line 8: output.show = [\"c.*\"]: \"c.*\" matches no output"),
        (format!("{body}[wheel.c]\non = \"a\"\n"), "line 8: wheel.c.on = \"a\": unknown key; allowed are"),
        (
            "[bodi.a]\ninertia = 1\n".to_string(),
            "line 4: bodi.a.inertia = 1: unknown key; the nearest is body; allowed are",
        ),
        (
            format!("{body}[input]\nname = \"u\"\n"),
            "line 8: input.name = \"u\": external torques and forces are a list: write [[input]]",
        ),
        (format!("{body}[gear.c]\nconnects = [\"a\", \"b\"]\nratio = 0\n"), "line 9: gear.c.ratio = 0: must not be 0"),
        (
            format!("{body}travel.upper = 1\nposition_start = 2\n"),
            "line 8: body.b.position_start = 2: b starts at 2, which is outside its travel",
        ),
        (
            format!("{body}travel.upper = 1\n[gear.c]\nconnects = [\"b\", \"a\"]\n")
                .replace("[body.b]", "position_start = 3\n[body.b]"),
            "line 8: body.b.travel.upper = 1: b starts at 3, which is outside its travel",
        ),
        (
            format!("{body}[freewheel.c]\nconnects = [\"a\", \"b\"]\n")
                .replace("[body.b]", "velocity_start = 1\n[body.b]"),
            "line 9: freewheel.c.connects = [\"a\", \"b\"]: its second starts with the velocity 0, which is less than 1 of its first",
        ),
        (
            format!("{body}[shaft.c]\nconnects = [\"a\", \"b\"]\nbacklash = 1\ngap.upper = 1\n"),
            "line 10: shaft.c.gap.upper = 1: give backlash or the ends of the gap, not both",
        ),
        ("[experiment]\nstop_time = 1\n".to_string(), "a drivetrain has at least one body, mass or linear system"),
    ] {
        let refusal = refusal(&text);
        assert!(refusal.starts_with("line.toml"), "{refusal}");
        assert!(refusal.contains(message), "{refusal}\n{message}");
    }
}

#[test]
fn more_bodies_than_there_is_room_for_are_refused() {
    let bodies: String = (0..33).map(|index| format!("[body.b{index}]\ninertia = 1\n")).collect();
    let message = "line.toml, line 67: [body.b32] is one too many: 33 bodies and masses; a drivetrain has at most 32";
    assert_eq!(refusal(&bodies), message);
    let brakes: String = (0..66).map(|index| format!("[brake.k{index}]\non = \"b\"\n")).collect();
    let message = "line.toml, line 133: [brake.k64] is one too many: 66 contacts; a drivetrain has at most 64";
    assert_eq!(refusal(&format!("[body.b]\ninertia = 1\n{brakes}")), message);
}

#[test]
fn who_names_an_element_is_told_what_that_element_has() {
    let bodies = "[body.motor]\ninertia = 1\n[mass.ram]\nmass = 1\n";
    let screw = "[screw.bs]\nconnects = [\"motor\", \"ram\"]\n";
    let brake = "[brake.b]\non = \"ram\"\n";
    for (text, message) in [
        (bodies.replace("mass = 1", "inertia = 1"), "\"ram.inertia\"; similar are ram.mass"),
        (bodies.replace("inertia = 1", "mass = 1"), "\"motor.mass\"; similar are motor.inertia"),
        (
            format!("{bodies}{screw}{brake}friction.coulomb_torque = 1\n"),
            "\"b.friction.coulomb_torque\"; similar are b.friction.coulomb_force",
        ),
        (format!("{bodies}{screw}ratio = 5\n"), "\"bs.ratio\"; similar are bs.lead"),
        (
            format!("{bodies}{screw}[gear.box]\nconnects = [\"motor\", \"ram\"]\nefficiency = 0.9\n")
                .replace("[mass.ram]\nmass", "[body.nut]\ninertia = 1\n[mass.ram]\nmass")
                .replace("box]\nconnects = [\"motor\", \"ram\"]", "box]\nconnects = [\"motor\", \"nut\"]"),
            "\"box.efficiency\"; similar are box.efficiency_aiding, box.efficiency_opposing",
        ),
    ] {
        let refusal = refusal(&text);
        assert!(refusal.ends_with(message), "{refusal}\n{message}");
    }
}

#[test]
fn a_key_or_element_that_is_missing_or_unknown_is_told_where_its_table_begins() {
    let body = "[body.a]\ninertia = 1\n";
    for (text, message) in [
        (format!("{body}\n[brake.b]\nfriction.coulomb_torque = 1\n"), "line 6: the key \"on\" of [brake.b] is missing"),
        (format!("{body}\n[[input]]\non = \"a\"\n"), "line 6: the key \"name\" of this [[input]] is missing"),
        (
            format!("{body}[[inputs]]\nname = \"t\"\n"),
            "line 6: inputs[0].name = \"t\": unknown key; the nearest is input; allowed are",
        ),
    ] {
        let refusal = refusal(&text);
        assert!(refusal.contains(message), "{refusal}\n{message}");
    }
}

#[test]
fn outputs_that_are_not_asked_for_become_local_variables() {
    let model = parse(&format!("{GEARED}[output]\nshow = [\"*.position\", \"box.*\"]\n")).unwrap();
    let outputs = model.variables.iter().filter(|variable| variable.causality == Causality::Output);
    let names: Vec<&str> = outputs.map(|variable| variable.name.as_str()).collect();
    assert_eq!(names, ["motor.position", "output.position", "box.torque", "box.loss_torque", "box.friction_regime"]);
}

#[test]
fn a_drivetrain_that_starts_in_equilibrium_has_states_that_depend_on_its_inputs() {
    let lines = format!("{GEARED}[[input]]\nname = \"torque\"\non = \"output\"\n");
    for (start, depends) in [("", false), ("[start]\ninitialization = \"trim\"\n", true)] {
        let model = parse(&format!("{lines}{start}")).unwrap();
        assert!(
            !model.variable("initialization").unwrap().is_hidden
                && !model.variable("initialization_number").unwrap().is_hidden
        );
        let position = model.variable("motor.position").unwrap();
        let torque = model.numbers().of("torque").unwrap();
        assert_eq!(model.initial_dependencies(position, &model.numbers()).contains(&torque), depends);
        let findings = validate(&read(&Export::new(model).xml).unwrap());
        assert!(findings.is_empty(), "{findings:?}");
    }
    assert!(refusal(&format!("{GEARED}[start]\ninitialization = \"trimmed\"\n")).contains("start_values, trim"));
}

#[test]
fn a_section_may_be_empty_and_one_that_is_a_value_is_told_all_that_is_allowed() {
    for section in ["start", "experiment", "output"] {
        let (with, without) = (parse(&format!("[body.a]\n[{section}]\n")), parse("[body.a]\n"));
        assert_eq!(with.unwrap().variables, without.unwrap().variables, "{section}");
    }
    let told = refusal("start = 1\n[body.a]\n");
    assert!(told.contains("[servo.*], [motion.*], [hysteresis.*], [linear.*]"), "{told}");
}
