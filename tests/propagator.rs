//! The closed-form steps of the linear actuators against their series expansions.

use actuator_fmu::actuator::{Actuator, HydraulicActuator, Observer, Warning};
use actuator_fmu::interface::hydraulic_actuator::INTERFACE;
use test_support::saved::{restore, save};
use test_support::{Run, Signal, figures, get, set, set_all};

/// A power of two, so that sums of lengths are exact.
const STEP: f64 = 1.0 / 1024.0;
/// Steps between common instants.
const PARTS: usize = 64;

/// Steps of exactly one length, or of 64 lengths in turn that meet the former after each turn: none of them is ever
/// usual, so each is expanded in its series.
fn positions(actuator: &mut dyn Actuator, inputs: &[(&'static str, Signal)], end: f64, equal: bool) -> Vec<f64> {
    let turn = STEP * PARTS as f64;
    let lengths: Vec<f64> = (0..PARTS).map(|k| 0.75 * STEP + 0.5 * STEP * (k as f64 + 0.5) / PARTS as f64).collect();
    assert_eq!(lengths.iter().sum::<f64>(), turn);
    let mut run = Run { actuator, inputs: inputs.to_vec(), end, step: STEP };
    let mut recorder = test_support::Recorder::default();
    run.start(&mut recorder);
    let mut found = Vec::new();
    for number in 0..(end / turn) as usize {
        let mut time = turn * number as f64;
        for length in &lengths {
            let length = if equal { STEP } else { *length };
            run.advance(time, time + length, &mut recorder);
            time += length;
        }
        found.push(get(run.actuator, "position"));
    }
    found
}

fn largest_difference(one: &[f64], other: &[f64]) -> f64 {
    assert!(!one.is_empty());
    one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// A smooth ramp up and down again over `end`, so that inputs have slopes.
fn hill(height: f64, end: f64) -> Signal {
    Signal(vec![(0.0, 0.0), (0.4 * end, height), (end, -height)])
}

#[test]
fn a_servo_with_equal_steps_meets_one_with_unequal_steps() {
    for gains in [[1.0, 0.0, 0.0], [1.0, 5.0, 1e-3]] {
        let found = [true, false].map(|equal| {
            let mut servo = figures::servo(6);
            let proportional = get(&servo, "controller.proportional_gain");
            set(&mut servo, "controller.proportional_gain", gains[0] * proportional);
            set(&mut servo, "controller.integral_gain", gains[1] * proportional);
            set(&mut servo, "controller.derivative_gain", gains[2] * proportional);
            let inputs = [("command", hill(0.02, 1.25)), ("load_torque", hill(200.0, 1.25))];
            positions(&mut servo, &inputs, 1.25, equal)
        });
        // Of 0.02 rad; 1280 steps with their rounding errors.
        let difference = largest_difference(&found[0], &found[1]);
        assert!(found[0].iter().any(|x| x.abs() > 1e-3) && difference < 1e-15, "{gains:?}: {difference:e}");
    }
}

#[test]
fn a_mass_on_a_spring_with_equal_steps_meets_one_with_unequal_steps() {
    let found = [true, false].map(|equal| {
        let mut actuator = HydraulicActuator::new(&INTERFACE);
        let coulomb = get(&actuator, "friction.coulomb_force");
        set_all(&mut actuator, &[("friction.law", 1.0), ("pressure_step.time", 0.3)]);
        positions(&mut actuator, &[("force", hill(2.0 * coulomb, 2.5))], 2.5, equal)
    });
    let difference = largest_difference(&found[0], &found[1]);
    let size = found[0].iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    assert!(size > 0.0 && difference < 1e-13 * size, "{difference:e} of {size:e}");
}

/// Nobody listens.
struct Nobody;

impl Observer for Nobody {
    fn event(&mut self, _: &actuator_fmu::actuator::Event) {}
    fn warning(&mut self, _: &Warning) {}
}

fn go_on(servo: &mut dyn Actuator, first: usize, steps: usize) -> Vec<u64> {
    let mut found = Vec::new();
    for number in first..first + steps {
        servo.advance(STEP * number as f64, STEP, &mut Nobody);
        servo.update_outputs();
        found.extend(servo.reals().iter().map(|value| value.to_bits()));
    }
    found
}

#[test]
fn an_instance_that_is_restored_before_or_after_a_length_became_usual_goes_on_with_the_same_bits() {
    let start = || {
        let mut servo = figures::servo(6);
        set(&mut servo, "command", 0.02);
        servo.initialize(0.0, &mut Nobody);
        servo
    };
    for before in 0..12 {
        let mut servo = start();
        go_on(&mut servo, 0, before);
        let saved = save(&mut servo);
        let expected = go_on(&mut servo, before, 40);
        let mut fresh = start();
        restore(&mut fresh, &saved);
        assert_eq!(go_on(&mut fresh, before, 40), expected, "after {before} steps");
    }
}
