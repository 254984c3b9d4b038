//! The rate of the command: a controller with a derivative gain answers to it under every law, inside a step and at its end.

use crate::laws;

use actuator_fmu::actuator::Actuator;
use laws::{Kind, law};
use test_support::{Recorder, Run, Signal, get, set_all};

/// Nearly without friction, so that all laws move the servo alike; a ramp of the command below every saturation.
fn servo(law: i32) -> Box<dyn Actuator> {
    let mut actuator = Kind::Servo.actuator();
    let values = [
        ("friction.law", f64::from(law)),
        ("friction.coulomb_torque", 1e-7),
        ("friction.efficiency_opposing", 1.0),
        ("friction.efficiency_aiding", 1.0),
        ("friction.bristle_stiffness", 1e-3),
        ("friction.bristle_damping", 0.0),
        ("friction.regularization_velocity", 1e-3),
        ("controller.derivative_gain", 0.1),
        ("solver.fixed_step_size", 1e-6),
    ];
    set_all(&mut *actuator, &values);
    (1..=16).for_each(|k| test_support::set(&mut *actuator, &format!("friction.table.torque[{k}]"), 1e-7));
    actuator
}

/// Position [rad] after a ramp of 10 ms, in steps of `step`.
fn position(law: i32, step: f64) -> f64 {
    let command = Signal::line(0.0005, 0.0005 - 0.01226 * 0.01, 0.01);
    let mut actuator = servo(law);
    let mut position = 0.0;
    Run { actuator: &mut *actuator, inputs: vec![("command", command)], end: 0.01, step }
        .go(|_, actuator| position = get(actuator, "position"));
    position
}

#[test]
fn the_derivative_gain_acts_on_the_rate_of_the_command_under_every_law() {
    // By an independent Runge-Kutta of the same equations, to six digits.
    const EXPECTED: f64 = 3.24326e-4;
    for law in law::all() {
        for step in [1e-3, 1e-2] {
            let position = position(law, step);
            // Half a unit of the last digit of the reference; Euler's method, which the bare sign has, misses by its step.
            let allowed = if law == law::SIGN { 2e-8 } else { 5e-10 };
            assert!((position - EXPECTED).abs() < allowed, "law {law}, steps of {step} s: {position:e}");
        }
    }
}

#[test]
fn accelerations_at_the_end_of_a_step_belong_to_the_inputs_as_they_were_led() {
    for law in [law::COULOMB, law::LUGRE] {
        let mut actuator = servo(law);
        actuator.initialize(0.0, &mut Recorder::default());
        let mut before = [0.0; 2];
        let step = 1e-6;
        for number in 0..500 {
            actuator.set_input_derivative(0, -0.01226);
            assert!(actuator.advance(step * f64::from(number), step, &mut Recorder::default()));
            actuator.update_outputs();
            let now = ["flapper_velocity", "flapper_acceleration"].map(|name| get(&*actuator, name));
            // Trapezoidal rule; the jerk of the flapper is far below 1e9 m/s³, so a step of 1 µs misses less than this.
            let expected = before[0] + 0.5 * step * (before[1] + now[1]);
            assert!(number == 0 || (now[0] - expected).abs() < 1e-9, "law {law}, step {number}: {} {expected}", now[0]);
            before = now;
        }
    }
}

#[test]
fn an_input_derivative_of_before_the_start_is_gone_after_it() {
    let mut actuator = servo(law::COULOMB);
    actuator.set_input_derivative(0, 0.1);
    actuator.initialize(0.0, &mut Recorder::default());
    assert!(actuator.advance(0.0, 1e-3, &mut Recorder::default()));
    assert_eq!(get(&*actuator, "command"), 0.0);
}

#[test]
fn an_input_derivative_that_is_not_set_again_ends_with_its_step() {
    let mut actuator = servo(law::COULOMB);
    actuator.initialize(0.0, &mut Recorder::default());
    actuator.set_input_derivative(0, 0.1);
    assert!(actuator.advance(0.0, 1e-3, &mut Recorder::default()));
    assert!(actuator.advance(1e-3, 1e-3, &mut Recorder::default()));
    assert_eq!(get(&*actuator, "command"), 1e-4);
}
