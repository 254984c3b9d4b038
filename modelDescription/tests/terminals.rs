//! Terminals of the models: shaft ends as flanges, and the rest as signals.

use model_description::configuration::parse;
use model_description::declaration::{Causality, Model};
use model_description::models;
use model_description::terminals::{Terminal, describe, read, write};
use std::path::Path;

fn model(name: &str) -> Model {
    models::all().into_iter().find(|model| model.identifier == name).expect("it is declared")
}

fn drivetrain(text: &str) -> Model {
    let text = format!("name = \"Line\"\nmodel = \"Drivetrain\"\n{text}");
    parse(&text, Path::new("line.toml")).expect("it is a drivetrain")
}

/// Variable, name in the terminal and kind of each member.
fn members(terminal: &Terminal) -> Vec<(&str, &str, &str)> {
    let members = terminal.members.iter();
    members
        .map(|member| {
            (&*member.variable_name, member.member_name.as_deref().unwrap_or_default(), &*member.variable_kind)
        })
        .collect()
}

#[test]
fn each_end_of_the_transmission_is_a_flange_with_the_sign_of_its_torque() {
    let described = describe(&model("MotionTransmission"));
    let [motor, load] = described.terminals() else { panic!("{:?}", described.terminals()) };
    assert_eq!((motor.name.as_str(), load.name.as_str()), ("motor_flange", "load_flange"));
    let motion = [("position", "phi", "signal"), ("velocity", "w", "signal"), ("acceleration", "a", "signal")];
    let with = |torque| vec![motion[0], torque, motion[1], motion[2]];
    assert_eq!(members(motor), with(("motor_torque", "tau", "inflow")));
    assert_eq!(members(load), with(("load_torque", "tau", "outflow")));
    assert_eq!(load.terminal_kind.as_deref(), Some("Modelica.Mechanics.Rotational.Interfaces.Flange_b"));
}

#[test]
fn command_and_supply_are_terminals_of_one_signal() {
    let described = describe(&model("ServoActuator"));
    let signals: Vec<_> = described.terminals()[..2].iter().map(members).collect();
    assert_eq!(signals[0], [("command", "command", "signal")]);
    assert_eq!(signals[1], [("supply_pressure", "supply_pressure", "signal")]);
}

#[test]
fn a_rod_is_a_translational_flange() {
    let described = describe(&model("HydraulicActuator"));
    let [rod] = described.terminals() else { panic!("{:?}", described.terminals()) };
    assert_eq!(members(rod)[1], ("force", "f", "inflow"));
    assert_eq!(rod.graphical_representation.as_ref().map(|place| &*place.icon_base_name), Some("flange_translational"));
}

#[test]
fn a_torque_on_one_body_of_a_drivetrain_is_its_flange() {
    let bodies = "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n[[input]]\nname = \"drive\"\non = \"a\"\n";
    let described = describe(&drivetrain(bodies));
    let [drive] = described.terminals() else { panic!("{:?}", described.terminals()) };
    assert_eq!(members(drive)[..2], [("a.position", "phi", "signal"), ("drive", "tau", "inflow")]);
}

#[test]
fn a_torque_on_several_bodies_or_in_part_is_a_mere_signal() {
    let twice = "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n[[input]]\nname = \"drive\"\non = \"a\"\n[[input]]\n\
                 name = \"drive\"\non = \"b\"\n";
    let half = "[body.a]\ninertia = 1\n[[input]]\nname = \"drive\"\non = \"a\"\ngain = 0.5\n";
    for text in [twice, half] {
        let described = describe(&drivetrain(text));
        let [drive] = described.terminals() else { panic!("{:?}", described.terminals()) };
        assert_eq!(members(drive), [("drive", "drive", "signal")]);
    }
}

#[test]
fn what_a_drivetrain_does_not_show_is_no_member() {
    let text = "[output]\nshow = [\"*.position\"]\n[body.a]\ninertia = 1\n[[input]]\nname = \"drive\"\non = \"a\"\n";
    let described = describe(&drivetrain(text));
    assert_eq!(members(&described.terminals()[0]), [("a.position", "phi", "signal"), ("drive", "tau", "inflow")]);
}

#[test]
fn members_are_inputs_and_outputs_and_terminals_do_not_touch() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations/dual_servo_surface.toml");
    let mut all = models::all();
    all.push(model_description::configuration::read(&path).expect("the example is a drivetrain").model);
    for model in all {
        let described = describe(&model);
        assert_eq!(read(&write(&described)), Ok(described.clone()));
        let mut corners = Vec::new();
        for terminal in described.terminals() {
            for (name, ..) in members(terminal) {
                let causality = model.variable(name).map(|variable| variable.causality);
                assert!(matches!(causality, Some(Causality::Input | Causality::Output)), "{name}: {causality:?}");
            }
            let place = terminal.graphical_representation.as_ref().expect("it is drawn");
            assert!(place.x1 < place.x2 && place.y1 < place.y2);
            corners.push((place.x1 > 0.0, place.y1, place.y2));
        }
        corners.sort_by(|one, other| one.partial_cmp(other).expect("places are numbers"));
        assert!(corners.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].2 < pair[1].1), "{corners:?}");
    }
}
