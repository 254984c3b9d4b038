//! Mirror images that random scenarios found to differ by a bit.

use actuator_fmu::actuator::Actuator;
use test_support::drivetrain::drivetrain;
use test_support::{Recorder, set};

/// States at the end of a step with an input that goes along a line, and the same with its sign turned.
fn both(text: &str, inputs: &[(&str, usize, f64, f64)], step: f64) -> [Vec<f64>; 2] {
    [1.0, -1.0].map(|sign| {
        let mut actuator = drivetrain(text);
        inputs.iter().for_each(|(name, _, begin, _)| set(&mut actuator, name, sign * begin));
        actuator.check().unwrap();
        actuator.initialize(0.0, &mut Recorder::default());
        inputs.iter().for_each(|(_, number, _, slope)| actuator.set_input_derivative(*number, sign * slope));
        assert!(actuator.advance(0.0, step, &mut Recorder::default()));
        // Zero has no sign.
        actuator.states().iter().map(|state| sign * state + 0.0).collect()
    })
}

#[test]
fn bristles_that_are_pressed_ever_harder_from_rest_move_alike_both_ways() {
    let text = "name = \"Pressed\"\nmodel = \"Drivetrain\"\n[body.b]\n[brake.k]\non = \"b\"\nfriction.law = \"dahl\"\n\
        friction.bristle_stiffness = 1\n[[input]]\nname = \"u\"\non = \"b\"\n[start]\nsolver.tolerance = 1e-12\n";
    let engagement_first = 1;
    let [right, left] = both(text, &[("u", engagement_first, 0.0, 26.79028966328109)], 0.04);
    assert!(right[0] > 0.0);
    assert_eq!(right, left);
}

#[test]
fn bristles_behind_others_that_are_pressed_from_rest_move_alike_both_ways() {
    // The brake behind the clutch begins to move with the fourth derivative of its position, or with the fifth.
    let text = "name = \"Behind\"\nmodel = \"Drivetrain\"\n[body.b1]\n[body.b2]\n[clutch.c]\nconnects = [\"b1\", \"b2\"]\n\
        friction.law = \"dahl\"\nfriction.bristle_stiffness = 1\n[brake.k]\non = \"b2\"\nfriction.law = \"dahl\"\n\
        friction.bristle_stiffness = 1\n[[input]]\nname = \"u\"\non = \"b1\"\n[start]\nsolver.tolerance = 1e-12\n";
    let engagements_first = 2;
    for (begin, slope, step) in [(0.0, 5000.0, 0.1), (22730.606386032337, -22730.606386032337, 1.0)] {
        let [right, left] = both(text, &[("u", engagements_first, begin, slope)], step);
        assert!(right[0] > 0.0);
        assert_eq!(right, left);
    }
}
