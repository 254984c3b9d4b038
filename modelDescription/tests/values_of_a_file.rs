//! What a drivetrain's file leaves out, and what it says twice.
#![allow(clippy::unwrap_used)]

use crate::message;

use message::without_column;
use model_description::configuration::Configured;
use model_description::declaration::Value;
use std::path::Path;

const HEAD: &str = "name = \"Line\"\nmodel = \"Drivetrain\"\n";

fn configured(text: &str) -> Result<Configured, String> {
    Configured::parse(&format!("{HEAD}{text}"), Path::new("line.toml"))
        .map_err(|error| without_column(&error.to_string()))
}

/// The message that the user of a file gets.
fn message(text: &str) -> Vec<String> {
    let left_out = configured(text).unwrap().left_out;
    left_out.iter().map(|element| without_column(&element.to_string())).collect()
}

#[test]
fn a_physical_key_that_a_file_forgets_is_told_with_its_element_and_the_value_that_is_taken() {
    let text = "[body.a]\n[body.c]\ninertia = 2\n\n[mass.m]\n\n[gear.g]\nconnects = [\"a\", \"c\"]\n\n[screw.s]\n\
                friction.coulomb_torque = 0\nconnects = [\"c\", \"m\"]\n\n[body.d]\ninertia = 1\n[shaft.t]\n\
                connects = [\"m\", \"d\"]\n[shaft.u]\nconnects = [\"c\", \"d\"]\n[brake.k]\non = \"a\"\n\
                [clutch.l]\nconnects = [\"c\", \"d\"]\n[freewheel.f]\nconnects = [\"c\", \"d\"]\n";
    assert_eq!(
        message(text),
        [
            "line.toml, line 3: the key \"inertia\" of [body.a] is missing; 1 kg.m2 is taken",
            "line.toml, line 7: the key \"mass\" of [mass.m] is missing; 1 kg is taken",
            "line.toml, line 9: the key \"ratio\" of [gear.g] is missing; 1 is taken",
            "line.toml, line 12: the key \"lead\" of [screw.s] is missing; 0.005 m is taken",
            "line.toml, line 18: the keys \"ratio\" and \"stiffness\" of [shaft.t] are missing; 1 m/rad and 0 N.m/rad are taken",
            "line.toml, line 20: the key \"stiffness\" of [shaft.u] is missing; 0 N.m/rad is taken",
            "line.toml, line 22: the key \"friction.coulomb_torque\" of [brake.k] is missing; 1 N.m is taken",
            "line.toml, line 24: the key \"friction.coulomb_torque\" of [clutch.l] is missing; 1 N.m is taken",
            "line.toml, line 26: the key \"friction.coulomb_torque\" of [freewheel.f] is missing; 1 N.m is taken",
        ]
    );
    // Other people's files go on to have the values that they had.
    let model = configured(text).unwrap().model;
    let inertia = model.variable("a.inertia").unwrap().value;
    assert!(matches!(inertia, Value::Real(real) if real.start == 1.0), "{inertia:?}");
}

#[test]
fn nothing_is_told_of_what_is_given_anywhere_or_what_the_law_does_not_use() {
    for text in [
        "[body.a]\n[brake.k]\non = \"a\"\n[start]\na.inertia = 1\nk.friction.coulomb_torque = 3\n",
        "[body.a]\ninertia = 1\n[brake.k]\non = \"a\"\nfriction.law = \"tabulated\"\n",
        "[body.a]\ninertia = 1\n[brake.k]\non = \"a\"\nfriction.law_number = 8\n",
        "[body.a]\ninertia = 1\n[[input]]\nname = \"t\"\non = \"a\"\n",
    ] {
        assert_eq!(message(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn two_values_for_one_variable_are_refused_with_the_lines_of_both() {
    let body = "[body.motor]\ninertia = \"1e-4 kg.m2\"\n";
    let system = "[linear.s]\ninputs = [{ name = \"u\", start = 1 }]\nstates = [\"x\"]\nA = [[-1]]\nB = [[1]]\n";
    for (text, message) in [
        (
            format!("{body}[start]\nmotor.inertia = 3\n"),
            "line.toml, line 6: start.motor.inertia = 3: motor.inertia has a value already, body.motor.inertia = \"1e-4 kg.m2\" \
             in line 4; give it in one of the two places",
        ),
        (
            format!("{body}[[input]]\nname = \"t\"\non = \"motor\"\ngain = 2\n[start]\nt.gain = 2\n"),
            "line.toml, line 10: start.t.gain = 2: t.gain has a value already, input[0].gain = 2 in line 8; give it in one of \
             the two places",
        ),
        (
            format!("{system}[start]\ns.u = 3\n"),
            "line.toml, line 9: start.s.u = 3: s.u has a value already, linear.s.inputs[0].start = 1 in line 4; give it in one \
             of the two places",
        ),
    ] {
        assert_eq!(configured(&text).unwrap_err(), message);
    }
}

#[test]
fn a_key_that_stands_twice_is_named_with_the_line_of_the_first() {
    let body = "[body.motor]\ninertia = 1\n";
    for (text, message) in [
        (
            format!("{body}inertia = 2\n"),
            "line 5: is not TOML: \"body.motor.inertia\" is given twice, the first time in line 4",
        ),
        (
            format!("{body}[body.nut]\ninertia = 1\n[body.motor]\nmass = 1\n"),
            "line 7: is not TOML: \"body.motor\" is given twice, the first time in line 3",
        ),
        (
            format!(
                "{body}[gear.g]\nfriction.static_ratio = 1\nfriction_second.static_ratio = 1\nfriction.static_ratio = 2\n"
            ),
            "line 8: is not TOML: \"gear.g.friction.static_ratio\" is given twice, the first time in line 6",
        ),
        (
            format!("{body}[body.motor]\ninertia = 3\ninertia = 4\n"),
            "line 5: is not TOML: \"body.motor\" is given twice, the first time in line 3",
        ),
    ] {
        assert_eq!(configured(&text).unwrap_err(), format!("line.toml, {message}"));
    }
}

#[test]
fn a_friction_table_is_refused_at_the_point_that_is_wrong() {
    let brake = "[body.a]\ninertia = 1\n[brake.k]\non = \"a\"\nfriction.law = \"tabulated\"\n";
    let (size, torque) = ("friction.table.size = 3\n", "\"friction.table.torque[1]\" = 1\n");
    let velocity = |point: u32, value: &str| format!("\"friction.table.velocity[{point}]\" = {value}\n");
    let key = |point: u32| format!("brake.k.friction.table.velocity[{point}]");
    for (text, message) in [
        (
            format!("{torque}{}{}", velocity(2, "2"), velocity(3, "4")),
            format!("line 9: {} = 2: is point 2 of a table of which one point counts; friction.table.size = 3 makes all of its points count", key(2)),
        ),
        (
            format!("{size}{}{}", velocity(2, "2"), velocity(3, "1")),
            format!("line 10: {} = 1: k.friction.table.velocity[3] is 1 rad/s and must be greater than 2 rad/s of the point before it", key(3)),
        ),
        (
            format!("{size}{}{}", velocity(1, "1"), velocity(2, "2")),
            format!("line 9: {} = 1: k.friction.table.velocity[1] is 1 rad/s and must be 0: the first point of a table is that at rest", key(1)),
        ),
        (
            format!("{size}{}", velocity(2, "2")),
            "line 8: brake.k.friction.table.size = 3: k.friction.table.velocity[3] is 0 rad/s and must be greater than 2 rad/s of the point before it".into(),
        ),
    ] {
        assert_eq!(configured(&format!("{brake}{text}")).unwrap_err(), format!("line.toml, {message}"));
    }
    let right = format!("{brake}{size}{}{}", velocity(2, "\"1 deg/s\""), velocity(3, "4"));
    assert_eq!(message(&right), Vec::<String>::new());
    // Another law does not use the table.
    assert!(configured(&format!("{}{}", brake.replace("tabulated", "coulomb"), velocity(2, "2"))).is_ok());
}

#[test]
fn a_static_ratio_of_the_load_below_one_is_refused_with_its_line() {
    let allowed = "must be at least 1, or 0 for that of friction.static_ratio";
    let gear = |ratio: &str| {
        format!(
            "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 2\nfriction.load_static_ratio = {ratio}\n"
        )
    };
    assert_eq!(
        configured(&gear("0.5")).unwrap_err(),
        format!("line.toml, line 10: gear.g.friction.load_static_ratio = 0.5: {allowed}")
    );
    assert!(["0", "1", "1.7"].iter().all(|ratio| configured(&gear(ratio)).is_ok()));
    let text = "name = \"M\"\nmodel = \"MotionTransmission\"\n[start]\nfriction.load_static_ratio = 0.9\n";
    let refused =
        model_description::configuration::parse(text, std::path::Path::new("m.toml")).unwrap_err().to_string();
    assert_eq!(refused, format!("m.toml, line 4, column 30: start.friction.load_static_ratio = 0.9: {allowed}"));
}

#[test]
fn the_lists_of_a_friction_table_are_refused_where_they_are_wrong() {
    let brake = "[body.a]\ninertia = 1\n[brake.k]\non = \"a\"\nfriction.law = \"tabulated\"\n";
    let velocity = |list: &str| format!("friction.table.velocity = {list}\n");
    let torque = |list: &str| format!("friction.table.torque = {list}\n");
    let key = |column: &str| format!("brake.k.friction.table.{column}");
    let long = format!("[{}]", (0..257).map(|k| k.to_string()).collect::<Vec<_>>().join(", "));
    for (text, message) in [
        (
            velocity("[0, 1]"),
            format!(
                "line 8: {} = [0, 1]: is a column of a table whose column k.friction.table.torque is missing; it is a list as long as this one",
                key("velocity")
            ),
        ),
        (
            format!("{}{}", velocity("[0, 1]"), torque("[1, 1, 2]")),
            format!(
                "line 9: {} = [1, 1, 2]: has 3 numbers, brake.k.friction.table.velocity has 2; the columns of a table are equally long",
                key("torque")
            ),
        ),
        (
            format!("{}{}", velocity("[0.5, 1]"), torque("[1, 1]")),
            format!(
                "line 8: {} = [0.5, 1]: begins with 0.5 rad/s and must begin with 0: the first point of a table is that at rest",
                key("velocity")
            ),
        ),
        (
            format!("{}{}", velocity("[0, 2, 1]"), torque("[1, 1, 1]")),
            format!(
                "line 8: {} = [0, 2, 1]: has 1 rad/s behind 2 rad/s, as number 3; velocities must ascend",
                key("velocity")
            ),
        ),
        (
            format!("{}{}", velocity("[0, 1]"), torque("[1, -1]")),
            format!("line 9: {}[2] = -1: must be at least 0 N.m", key("torque")),
        ),
        (
            format!("{}{}", velocity("[0, 1]"), torque("[\"1 N.m\", \"1 kg\"]")),
            format!(
                "line 9: {}[2] = 1 kg: the unit does not convert to N.m; allowed is a number in N.m or a text with a unit, as \"1 kN.m\"",
                key("torque")
            ),
        ),
        (
            format!("{}{}", velocity("[]"), torque("[]")),
            format!("line 8: {} = []: has 0 numbers; a table has 1 to 256 points", key("velocity")),
        ),
        (
            format!("{}{}", velocity("1"), torque("[1]")),
            format!("line 8: {} = 1: must be a list of numbers, or of texts with a unit, not of both", key("velocity")),
        ),
        (
            format!("{}{}", velocity("[0, \"1 deg/s\"]"), torque("[1, 1]")),
            format!(
                "line 8: {} = [0, \"1 deg/s\"]: must be a list of numbers, or of texts with a unit, not of both; item 2 does not fit",
                key("velocity")
            ),
        ),
        (
            format!("{}{}friction.table.size = 2\n", velocity("[0, 1]"), torque("[1, 1]")),
            format!(
                "line 10: {} = 2: belongs to a table that brake.k.friction.table.velocity in line 8 gives as a list already",
                key("size")
            ),
        ),
        (
            format!("{}{}friction.table.efficiency_aiding = [1, 1]\n", velocity("[0, 1]"), torque("[1, 1]")),
            format!(
                "line 10: {} = [1, 1]: is no column of a contact, which has no load of its own; gears, screws and the models of one body have it",
                key("efficiency_aiding")
            ),
        ),
    ] {
        assert_eq!(configured(&format!("{brake}{text}")).unwrap_err(), format!("line.toml, {message}"));
    }
    let refused = configured(&format!("{brake}{}{}", velocity(&long), torque(&long))).unwrap_err();
    assert!(refused.ends_with("…: has 257 numbers; a table has 1 to 256 points"), "{refused}");
    assert!(refused.chars().count() < 200, "a long list is shown by its beginning: {refused}");
    let single = |rest: &str| {
        let text = format!(
            "name = \"M\"\nmodel = \"MotionTransmission\"\n[start]\n{}{}{rest}",
            velocity("[0, 1]"),
            torque("[1, 1]")
        );
        model_description::configuration::parse(&text, std::path::Path::new("m.toml"))
            .map_err(|error| error.to_string())
    };
    let refused = single("friction.table.efficiency_opposing = [0.5, 0.9]\n").unwrap_err();
    assert!(refused.contains("whose column friction.table.efficiency_aiding is missing"), "{refused}");
    let refused =
        single("friction.table.efficiency_opposing = [0.5, 1.5]\nfriction.table.efficiency_aiding = [0, 1]\n")
            .unwrap_err();
    assert!(refused.ends_with("efficiency_opposing[2] = 1.5: must be at most 1"), "{refused}");
    let model = single("friction.table.efficiency_opposing = [0.5, 0.8]\nfriction.table.efficiency_aiding = [-1, 1]\n")
        .unwrap();
    assert_eq!(model.tables[0].points, [[0.0, 1.0, 1.0, 2.0], [1.0, 1.0, 0.25, 0.0]]);
}

#[test]
fn a_stop_that_stands_in_start_is_shown_as_one_that_stands_with_its_body() {
    let body = "[body.a]\ninertia = 1\n";
    for text in ["travel.upper = 1\n", "[start]\na.travel.upper = 1\n"] {
        let model = configured(&format!("{body}{text}")).unwrap().model;
        let is_hidden = |name: &str| model.variable(name).unwrap().is_hidden;
        assert!(!is_hidden("a.travel.upper") && is_hidden("a.travel.lower"), "{text}");
    }
}
