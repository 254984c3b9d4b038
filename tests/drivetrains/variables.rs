//! Drivetrains through their variables, as an importer sees them.

use crate::drivetrains::linearization::assert_slopes;
use actuator_fmu::actuator::Actuator;
use actuator_fmu::drivetrain::Drivetrain;
use test_support::drivetrain::{drivetrain, example, interface};
use test_support::saved::{restore, save};
use test_support::{Recorder, Run, Signal, get, set};

/// A manoeuvre of the flap line in which brakes are released and applied and everything slides and sticks.
pub fn flap_line() -> Vec<(&'static str, Signal)> {
    vec![
        (
            "drive",
            Signal::through(&[
                (0.0, 0.0),
                (0.05, 0.0),
                (0.15, 75.0),
                (0.8, 75.0),
                (0.9, 0.0),
                (1.0, -60.0),
                (1.2, -60.0),
                (1.5, 0.0),
            ]),
        ),
        (
            "pdu_brake.engagement",
            Signal::through(&[(0.0, 1.0), (0.04, 1.0), (0.06, 0.0), (0.07, -0.05), (1.2, -0.05), (1.3, 1.0)]),
        ),
        ("wingtip_brake.engagement", Signal::through(&[(0.0, 0.0), (0.8, 0.0), (0.81, 1.0)])),
        ("load_1", Signal::through(&[(0.0, 0.0), (0.3, -4.0), (0.7, -9.0), (1.5, -6.0)])),
        ("load_4", Signal::through(&[(0.0, 0.0), (0.3, -5.0), (0.7, -9.0), (1.5, 4.0)])),
    ]
}

fn run<'a>(actuator: &'a mut dyn Actuator) -> Run<'a> {
    Run { actuator, inputs: flap_line(), end: 1.5, step: 0.01 }
}

#[test]
fn a_drivetrain_restored_at_any_communication_point_continues_with_the_same_bits() {
    let mut trace = Vec::new();
    run(&mut drivetrain(&example("flap_line"))).go(|_, actuator| trace.push(save(actuator)));
    let interface = interface(&example("flap_line"));
    for (number, bytes) in trace.iter().enumerate() {
        let mut fresh = Drivetrain::new(interface).unwrap();
        restore(&mut fresh, bytes);
        assert!(save(&mut fresh) == *bytes, "what was restored at point {number} is what was saved");
        let points = run(&mut fresh).points();
        let mut recorder = Recorder::default();
        for pair in points[number..].windows(2) {
            run(&mut fresh).advance(pair[0], pair[1], &mut recorder);
        }
        assert!(save(&mut fresh) == trace[trace.len() - 1], "from point {number}");
    }
}

#[test]
fn what_sticks_has_no_relative_velocity_and_keeps_its_distance_to_the_bit() {
    let text = "name = \"Two\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1.3\nposition_start = 0.1\n[body.b]\ninertia = 0.7\n\
                position_start = 0.3\n[clutch.c]\nconnects = [\"a\", \"b\"]\nfriction.coulomb_torque = 1e3\n\
                [[input]]\nname = \"torque\"\non = \"a\"\n";
    let inputs = vec![("torque", Signal(vec![(0.0, 1.0), (0.4, -7.0), (1.0, 13.0)]))];
    let mut one = 0.0;
    let mut distances = Vec::new();
    Run { actuator: &mut drivetrain(text), inputs, end: 1.0, step: 1e-3 }.go(|_, actuator| {
        assert_eq!(get(actuator, "c.relative_velocity"), 0.0);
        assert_eq!(get(actuator, "a.velocity").to_bits(), get(actuator, "b.velocity").to_bits());
        distances.push(get(actuator, "b.position") - get(actuator, "a.position"));
        one = get(actuator, "a.position") - 0.1;
    });
    // One body of the sum: the torque is 1 − 20 t until 0.4 s and then −7 + 100/3 (t − 0.4).
    let (early, late) = (0.4_f64, 0.6_f64);
    let velocity = early - 10.0 * early * early;
    let first = 0.5 * early * early - 10.0 / 3.0 * early.powi(3);
    let second = velocity * late - 3.5 * late * late + 100.0 / 18.0 * late.powi(3);
    assert!((one - 0.5 * (first + second)).abs() <= 1e-14, "{one}");
    // Where it is rounded to another number than the position of the first, the distance can only be within that rounding.
    assert!(distances.iter().all(|distance| (distance - 0.2).abs() <= f64::EPSILON), "{distances:?}");
}

#[test]
fn a_gear_that_begins_to_lose_while_it_turns_loses_from_then_on() {
    let text = "name = \"Gear\"\nmodel = \"Drivetrain\"\ntunable = [\"g.*\"]\n[body.a]\ninertia = 1\nvelocity_start = 2\n[body.b]\n\
                inertia = 3\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 1\n";
    let mut actuator = drivetrain(text);
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    assert!(actuator.advance(0.0, 0.5, &mut recorder));
    actuator.update_outputs();
    assert_eq!((get(&actuator, "a.velocity"), get(&actuator, "g.loss_torque")), (2.0, 0.0));
    set(&mut actuator, "g.friction.coulomb_torque", 4.0);
    actuator.configure();
    assert!(actuator.advance(0.5, 1.0, &mut recorder));
    actuator.update_outputs();
    // 4 N.m brake 4 kg.m2 together; each of 1000 internal steps rounds once.
    assert!((get(&actuator, "a.velocity") - 1.0).abs() <= 1000.0 * f64::EPSILON);
    assert_eq!(get(&actuator, "g.loss_torque"), 4.0);
    set(&mut actuator, "g.friction.coulomb_torque", 0.0);
    actuator.configure();
    assert!(actuator.advance(1.5, 1.0, &mut recorder));
    actuator.update_outputs();
    assert!((get(&actuator, "b.velocity") - 1.0).abs() <= 1000.0 * f64::EPSILON);
}

#[test]
fn directional_derivatives_are_the_slopes_of_the_derivatives() {
    let mut actuator = drivetrain(&example("flap_line"));
    let mut recorder = Recorder::default();
    let mut points = run(&mut actuator).points();
    points.truncate(50);
    let mut r = run(&mut actuator);
    r.start(&mut recorder);
    points.windows(2).for_each(|pair| r.advance(pair[0], pair[1], &mut recorder));
    // The mode is linear: a difference of any size is the derivative but for rounding, 1e5 rad/s² over 1e-3 here.
    assert_slopes(&mut actuator, 5e-4, 1e-7);
}

#[test]
fn a_ratio_that_is_set_before_initialization_is_that_of_the_start() {
    let text = |ratio: f64| {
        format!(
            "name = \"Ratio\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\n[body.b]\ninertia = 0.5\n[[input]]\nname = \"u\"\n\
             on = \"b\"\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = {ratio}\nefficiency_opposing = 0.8\n\
             efficiency_aiding = 0.7\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 0.3\n"
        )
    };
    let end = |configured: f64, set_to: f64| {
        let mut actuator = drivetrain(&text(configured));
        let inputs = vec![("u", Signal::constant(1.0))];
        set(&mut actuator, "g.ratio", set_to);
        set(&mut actuator, "b.velocity_start", 2.0);
        set(&mut actuator, "a.velocity_start", 2.0 * set_to);
        let mut start = 0.0;
        Run { actuator: &mut actuator, inputs, end: 0.2, step: 1e-3 }.go(|time, actuator| {
            if time == 0.0 {
                start = get(actuator, "a.velocity");
            }
        });
        (start, get(&actuator, "a.position").to_bits(), get(&actuator, "b.velocity").to_bits())
    };
    let expected = end(3.0, 3.0);
    assert_eq!(expected.0, 6.0);
    assert_eq!(end(2.0, 3.0), expected);
}

#[test]
fn inertias_that_are_set_to_zero_in_all_that_gears_tie_are_refused_and_in_a_part_of_it_not() {
    let mut actuator = drivetrain(
        "name = \"A\"\nmodel = \"Drivetrain\"\n[body.other]\ninertia = 1\n[body.a]\ninertia = 1\n[body.b]\ninertia = 0.5\n\
         [gear.g]\nconnects = [\"a\", \"b\"]\nratio = 2\n[mass.m]\nmass = 2\n[screw.s]\nconnects = [\"b\", \"m\"]\nlead = 0.1\n",
    );
    for (name, is_allowed) in [("m.mass", true), ("a.inertia", true), ("b.inertia", false)] {
        set(&mut actuator, name, 0.0);
        assert_eq!(actuator.check().is_ok(), is_allowed, "{name}");
    }
    let refused = actuator.check().unwrap_err();
    assert_eq!(actuator.interface().reals[refused.reference as usize].name, "a.inertia");
    set(&mut actuator, "m.mass", 2.0);
    assert!(actuator.check().is_ok());
    set(&mut actuator, "other.inertia", 0.0);
    assert!(actuator.check().is_err());
}

#[test]
fn directional_derivatives_of_torques_that_are_shared_at_rest_are_those_of_what_is_shown() {
    let mut actuator = drivetrain(
        "name = \"A\"\nmodel = \"Drivetrain\"\n[body.x]\ninertia = 1\nposition_start = 0.8\n[body.m]\ninertia = 2200\n\
         [body.s]\ninertia = 200\n[shaft.r]\nconnects = [\"x\", \"m\"]\nstiffness = 1000\ndamping = 0\n[brake.k]\non = \"m\"\n\
         friction.coulomb_torque = 500\nfriction.static_ratio = 1.5\n[gear.g]\nconnects = [\"m\", \"s\"]\nratio = 1\n\
         efficiency_opposing = 0.96\nefficiency_aiding = -0.2\nfriction.coulomb_torque = 2500\n",
    );
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    actuator.update_discrete_states(0.0, &mut recorder);
    actuator.begin_continuous_time();
    // The gear has taken over what 800 N·m are beyond the 750 of the brake. With less the brake carries all again, without an event.
    let mut states = actuator.states().to_vec();
    states[0] = 0.46;
    let shown = ["k.friction_torque", "g.loss_torque", "g.torque"];
    let mut torques = |by: f64| {
        let mut moved = states.clone();
        moved[0] += by;
        actuator.set_states(&moved);
        actuator.update_outputs();
        shown.map(|name| get(&actuator, name))
    };
    let (low, high) = (torques(-1e-3), torques(1e-3));
    torques(0.0);
    let mut changes = vec![0.0; actuator.interface().reals.len()];
    let mut direction = vec![0.0; states.len()];
    direction[0] = 1.0;
    actuator.directional_derivative(&direction, &[], &mut changes);
    for (place, name) in shown.iter().enumerate() {
        let column = actuator.interface().reals.iter().position(|variable| variable.name == *name).unwrap();
        // Friction carries before the losses of a gear, of which only rounding of 460 N·m is seen in differences over 2 mrad.
        let expected = if place == 0 { 1000.0 } else { 0.0 };
        let difference = (high[place] - low[place]) / 2e-3;
        assert!((difference - expected).abs() < 1e-9, "{name} {difference}");
        assert!((changes[column] - expected).abs() < 1e-9, "{name} {}", changes[column]);
    }
}
