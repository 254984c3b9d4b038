//! Mirror images that random scenarios found to differ by a bit.

use actuator_fmu::actuator::Actuator;
use test_support::drivetrain::drivetrain;
use test_support::{Recorder, Run, Signal, get, set};

/// States at the end of a step with inputs that go along lines, and the same with the signs of loads turned.
fn both(text: &str, inputs: &[(&str, f64, f64)], step: f64) -> [Vec<f64>; 2] {
    [1.0, -1.0].map(|sign| {
        let mut actuator = drivetrain(text);
        let turned = |name: &str| if name.ends_with(".engagement") { 1.0 } else { sign };
        inputs.iter().for_each(|(name, begin, _)| set(&mut actuator, name, turned(name) * begin));
        actuator.check().unwrap();
        actuator.initialize(0.0, &mut Recorder::default());
        let interface = actuator.interface();
        let number = |name: &str| {
            let is_it = |reference: &u32| interface.reals[*reference as usize].name == name;
            interface.inputs.iter().position(is_it).unwrap()
        };
        let slopes: Vec<_> = inputs.iter().map(|(name, _, slope)| (number(name), turned(name) * slope)).collect();
        slopes.into_iter().for_each(|(number, slope)| actuator.set_input_derivative(number, slope));
        assert!(actuator.advance(0.0, step, &mut Recorder::default()));
        // Zero has no sign.
        actuator.states().iter().map(|state| sign * state + 0.0).collect()
    })
}

#[test]
fn bristles_that_are_pressed_ever_harder_from_rest_move_alike_both_ways() {
    let text = "name = \"Pressed\"\nmodel = \"Drivetrain\"\n[body.b]\n[brake.k]\non = \"b\"\nfriction.law = \"dahl\"\n\
        friction.bristle_stiffness = 1\n[[input]]\nname = \"u\"\non = \"b\"\n[start]\nsolver.tolerance = 1e-12\n";
    let [right, left] = both(text, &[("u", 0.0, 26.79028966328109)], 0.04);
    assert!(right[0] > 0.0);
    assert_eq!(right, left);
}

#[test]
fn bristles_behind_others_that_are_pressed_from_rest_move_alike_both_ways() {
    // The brake behind the clutch begins to move with the fourth derivative of its position, or with the fifth.
    let text = "name = \"Behind\"\nmodel = \"Drivetrain\"\n[body.b1]\n[body.b2]\n[clutch.c]\nconnects = [\"b1\", \"b2\"]\n\
        friction.law = \"dahl\"\nfriction.bristle_stiffness = 1\n[brake.k]\non = \"b2\"\nfriction.law = \"dahl\"\n\
        friction.bristle_stiffness = 1\n[[input]]\nname = \"u\"\non = \"b1\"\n[start]\nsolver.tolerance = 1e-12\n";
    for (begin, slope, step) in [(0.0, 5000.0, 0.1), (22730.606386032337, -22730.606386032337, 1.0)] {
        let [right, left] = both(text, &[("u", begin, slope)], step);
        assert!(right[0] > 0.0);
        assert_eq!(right, left);
    }
}

#[test]
fn a_gear_at_rest_behind_smooth_laws_is_loaded_alike_both_ways() {
    // Its mesh torque begins at zero with the second derivative, which the law that creeps passes on.
    let text = "name = \"Loaded\"\nmodel = \"Drivetrain\"\n[body.b2]\n[body.b3]\n[body.b4]\n[body.b5]\n[clutch.c2]\nconnects = [\"b3\", \"b2\"]\n\
        friction.law = \"hyperviscous\"\n[clutch.c3]\nconnects = [\"b4\", \"b3\"]\nfriction.law = \"majd_simaan\"\n[gear.g4]\n\
        connects = [\"b4\", \"b5\"]\nefficiency_opposing = 0.3\nfriction_second.coulomb_torque = 1.0\n[[input]]\nname = \"u\"\non = \"b2\"\n\
        [start]\nsolver.tolerance = 1e-12\n";
    for (slope, step) in [(0.0, 1.0), (2.0, 0.1)] {
        let [right, left] = both(text, &[("u", 1.0, slope)], step);
        assert!(right[0] > 0.0);
        assert_eq!(right, left);
    }
}

#[test]
fn a_valve_with_orifices_opens_from_its_centre_alike_both_ways() {
    // The command begins at zero with a slope: the spool moves with its fourth derivative.
    let text = "name = \"Opening\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 0.16\n[servo.s]\non = \"b\"\nservovalve.law = \"orifice\"\n\
        servovalve.flow_gain = 1.0\nmotor.displacement = 4e-7\nmotor.leakage_coefficient = 1.0\ncontroller.derivative_gain = 1.0\n\
        [[input]]\nname = \"u\"\non = \"b\"\n";
    let [right, left] =
        both(text, &[("u", 2.0, 0.0), ("s.command", 0.0, -25.0), ("s.supply_pressure", 0.0, 0.0)], 0.02);
    assert!(right[0] > 0.0);
    assert_eq!(right, left);
}

#[test]
fn a_brake_carries_nothing_where_its_engagement_ends_although_rounding_leaves_some_below_zero() {
    // Beside a gear that locks itself the brake is at its level; what rounding leaves of that at the end of the ramp would drive.
    let text = "name = \"Released\"\nmodel = \"Drivetrain\"\n[body.b0]\n[brake.kb0]\non = \"b0\"\nfriction.law = \"stribeck\"\n\
        [body.geared]\n[gear.gearing]\nconnects = [\"b0\", \"geared\"]\nefficiency_aiding = -1.0\n[freewheel.around]\n\
        connects = [\"geared\", \"b0\"]\nfriction.law = \"coulomb\"\n[[input]]\nname = \"u0\"\non = \"geared\"\n";
    let mut last = f64::NAN;
    let inputs = vec![("u0", Signal::constant(-1.0)), ("kb0.engagement", Signal::line(1.0, 0.0, 0.12))];
    Run { actuator: &mut drivetrain(text), inputs, end: 0.12, step: 0.12 }
        .go(|_, actuator| last = get(actuator, "kb0.friction_torque"));
    assert_eq!(last, 0.0);
}

#[test]
fn what_creeps_beside_a_broken_power_that_begins_moves_alike_both_ways() {
    // At the instant of the breakaway loads still balance: nothing there accelerates, and the power has no derivative.
    let text = "name = \"Beside\"\nmodel = \"Drivetrain\"\n[mass.m]\n[brake.k0]\non = \"m\"\nfriction.law = \"majd_simaan\"\n[brake.k1]\non = \"m\"\n\
        friction.law = \"stribeck\"\nfriction.static_ratio = 1.1\nfriction.stribeck_exponent = 1.5\n[[input]]\nname = \"u\"\non = \"m\"\n";
    // Something else may.
    let beside = "[mass.other]\n[[input]]\nname = \"u\"\non = \"other\"\n";
    for text in [text.to_owned(), [text, beside].concat()] {
        let text = format!("{text}[start]\nsolver.tolerance = 1e-12\n");
        let [right, left] = both(&text, &[("u", 0.0, 1e4)], 0.005);
        assert!(right[0] > 0.0);
        assert_eq!(right, left);
    }
}

#[test]
fn what_creeps_behind_a_clutch_that_creeps_and_begins_to_be_engaged_moves_alike_both_ways() {
    // The clutch passes on nothing yet: the brake behind it is set in motion by what its engagement grows to.
    let text = "name = \"Engaging\"\nmodel = \"Drivetrain\"\n[body.b0]\n[body.b1]\n[clutch.c]\nconnects = [\"b0\", \"b1\"]\n\
        friction.law = \"majd_simaan\"\n[brake.k]\non = \"b0\"\nfriction.law = \"majd_simaan\"\n[[input]]\nname = \"u\"\non = \"b1\"\n\
        [start]\nsolver.tolerance = 1e-12\n";
    let [right, left] = both(text, &[("u", 0.0, 1.0), ("c.engagement", 0.0, 1.0)], 1.0);
    assert!(right[0] > 0.0);
    assert_eq!(right, left);
}
