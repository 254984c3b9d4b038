//! Stops, breakaways and reversals of contacts mean the same under every law, also under those that pass through rest smoothly.

use actuator_fmu::actuator::{Actuator, Event, EventKind};
use actuator_fmu::drivetrain::Drivetrain;
use test_support::drivetrain::drivetrain;
use test_support::transmission::transmission;
use test_support::{Recorder, Run, Signal, get};

/// Laws that creep or have bristles, with their numbers.
const CONTINUOUS: [(&str, f64); 5] =
    [("majd_simaan", 4.0), ("majd_simaan_approximate", 5.0), ("dahl", 6.0), ("lugre", 7.0), ("elasto_plastic", 13.0)];

const STRIBECK_VELOCITY: f64 = 1e-3;
/// Bristles are stiff and hardly damped.
const STIFFNESS: f64 = 1e6;
const DAMPING: f64 = 100.0;

/// The friction of a contact with a level [N·m], with 20 % more at rest where the law has that.
fn friction(law: &str, level: f64) -> String {
    let mut text = format!("friction.law = \"{law}\"\nfriction.coulomb_torque = {level}\n");
    if law != "dahl" {
        text += "friction.static_ratio = 1.2\n";
    }
    if !["coulomb", "dahl"].contains(&law) {
        text += &format!("friction.stribeck_velocity = {STRIBECK_VELOCITY}\n");
    }
    if ["dahl", "lugre", "elasto_plastic"].contains(&law) {
        text += &format!("friction.bristle_stiffness = {STIFFNESS}\n");
    }
    if ["lugre", "elasto_plastic"].contains(&law) {
        text += &format!("friction.bristle_damping = {DAMPING}\n");
    }
    text
}

fn one_body(law: &str) -> Drivetrain {
    drivetrain(&format!(
        "name = \"One\"\nmodel = \"Drivetrain\"\n[body.shaft]\ninertia = 1\n[brake.bearing]\non = \"shaft\"\n{}\
         [[input]]\nname = \"torque\"\non = \"shaft\"\n",
        friction(law, 10.0)
    ))
}

/// A motor behind a clutch drives a load with a brake, which holds more than the clutch. Both have this law, or each its own.
fn clutch_and_brake([clutch, brake]: [&str; 2]) -> Drivetrain {
    drivetrain(&format!(
        "name = \"Two\"\nmodel = \"Drivetrain\"\n[body.motor]\ninertia = 0.5\n[body.load]\ninertia = 2\n\
         [clutch.c]\nconnects = [\"motor\", \"load\"]\n{}[brake.k]\non = \"load\"\n{}\
         [[input]]\nname = \"torque\"\non = \"motor\"\n[[input]]\nname = \"outer\"\non = \"load\"\n",
        friction(clutch, 6.0),
        friction(brake, 10.0)
    ))
}

fn run(actuator: &mut dyn Actuator, inputs: &[(&'static str, &[(f64, f64)])], step: f64) -> Vec<Event> {
    let end = inputs[0].1.last().expect("a torque has points").0;
    let inputs = inputs.iter().map(|(name, torque)| (*name, Signal(torque.to_vec()))).collect();
    let Recorder { events, warnings } = Run { actuator: &mut *actuator, inputs, end, step }.go(|_, _| {});
    assert_eq!(get(actuator, "event_count"), events.len() as f64);
    assert!(warnings.is_empty(), "{warnings:?}");
    events
}

fn kinds(events: &[Event]) -> Vec<(&'static str, EventKind)> {
    events.iter().map(|event| (event.element.name(), event.kind)).collect()
}

/// Pushed, let go, drawn back, reversed, let go, pushed by a ramp, let go.
const PROGRAMME: [(f64, f64); 15] = [
    (0.0, 0.0),
    (0.1, 0.0),
    (0.1, 20.0),
    (0.3, 20.0),
    (0.3, 0.0),
    (1.0, 0.0),
    (1.0, -30.0),
    (1.2, -30.0),
    (1.2, 20.0),
    (1.7, 20.0),
    (1.7, 3.0),
    (3.0, 3.0),
    (3.5, 16.0),
    (4.0, 0.0),
    (5.0, 0.0),
];

#[test]
fn a_contact_of_one_body_has_the_events_of_the_transmission_at_the_same_instants() {
    for (law, number) in CONTINUOUS {
        let mut body = transmission(&[
            ("inertia", 1.0),
            ("friction.coulomb_torque", 10.0),
            ("friction.static_ratio", 1.2),
            ("friction.stribeck_velocity", STRIBECK_VELOCITY),
            ("friction.bristle_stiffness", STIFFNESS),
            ("friction.bristle_damping", DAMPING),
            ("friction.law", number),
        ]);
        let expected = run(&mut body, &[("motor_torque", &PROGRAMME)], 1e-3);
        let found = run(&mut one_body(law), &[("torque", &PROGRAMME)], 1e-3);
        assert_eq!(expected.len(), 7, "{law}");
        println!("{law} {:?}", kinds(&found));
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!((found.element.name(), found.kind), ("bearing", expected.kind), "{law}");
            let difference = (found.time - expected.time).abs();
            println!("{law} {:?} {difference:e}", found.kind);
        }
        assert_eq!(found.len(), expected.len(), "{law}");
    }
}

/// The motor slips in the clutch against the brake, carries the load along, is braked, turns back; then the load is driven alone.
const MOTOR: [(f64, f64); 15] = [
    (0.0, 0.0),
    (0.1, 0.0),
    (0.1, 9.0),
    (0.3, 9.0),
    (0.3, 0.0),
    (1.0, 0.0),
    (1.0, -9.0),
    (1.2, -9.0),
    (1.2, 9.0),
    (1.6, 9.0),
    (1.6, 0.0),
    (3.0, 0.0),
    (3.5, 9.0),
    (4.0, 0.0),
    (5.0, 0.0),
];
const OUTER: [(f64, f64); 9] =
    [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 40.0), (2.2, 40.0), (2.2, -20.0), (2.6, -20.0), (2.6, 0.0), (5.0, 0.0)];

#[test]
fn the_same_torques_cause_the_same_events_of_a_clutch_and_a_brake_under_every_law() {
    let inputs: [(&'static str, &[(f64, f64)]); 2] = [("torque", &MOTOR), ("outer", &OUTER)];
    let expected = run(&mut clutch_and_brake(["coulomb"; 2]), &inputs, 1e-3);
    for event in &expected { println!("{} {:?} {}", event.element.name(), event.kind, event.time); }
    for (law, _) in CONTINUOUS {
        for laws in [[law; 2], [law, "coulomb"], ["coulomb", law]] {
            let found = run(&mut clutch_and_brake(laws), &inputs, 1e-3);
            println!("{laws:?}");
            for event in &found { println!("{} {:?} {}", event.element.name(), event.kind, event.time); }
        }
    }
}
