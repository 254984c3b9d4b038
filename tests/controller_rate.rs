//! The rate of the command: a controller with a derivative gain answers to it under every law, inside a step and at its end. And the
//! integral of the error: what becomes of it while the current is limited.

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

const ERROR: f64 = 0.02;
const BACK: f64 = -0.01;
const TURNED_AT: f64 = 0.3;
const GAIN: f64 = 1.0;
const INTEGRAL_GAIN: f64 = 20.0;
const LIMIT: f64 = 0.04;
const TRACKING_TIME: f64 = 0.05;

/// Time, integral and current at all points of a servo that does not move, whose error is 0.02 rad for 0.3 s and -0.01 rad then.
fn stalled(anti_windup: f64, sign: f64, step: f64) -> Vec<[f64; 3]> {
    let mut actuator = Kind::Servo.actuator();
    let values = [
        ("friction.coulomb_torque", 1e7),
        ("controller.proportional_gain", GAIN),
        ("controller.integral_gain", INTEGRAL_GAIN),
        ("controller.current_limit", LIMIT),
        ("controller.anti_windup", anti_windup),
        ("controller.tracking_time", TRACKING_TIME),
    ];
    set_all(&mut *actuator, &values);
    let points = [(0.0, ERROR), (TURNED_AT, ERROR), (TURNED_AT, BACK), (1.0, BACK)];
    let inputs = vec![("command", Signal(points.map(|(time, value)| (time, sign * value)).to_vec()))];
    let mut rows = Vec::new();
    Run { actuator: &mut *actuator, inputs, end: 0.5, step }.go(|time, actuator| {
        assert_eq!(get(actuator, "position"), 0.0);
        rows.push([time, sign * get(actuator, "controller.error_integral"), sign * get(actuator, "current")]);
    });
    rows
}

/// When the demand of a constant error comes to the limit: K_P·e + K_I·e·t = L.
const LIMITED_AT: f64 = (LIMIT / ERROR - GAIN) / INTEGRAL_GAIN;

#[test]
fn without_anti_windup_a_stalled_integral_grows_without_end_and_is_worked_off_first() {
    for step in [1e-2, 1e-3, 3.7e-4] {
        // K_P·e + K_I·∫e = L on the way back.
        let end = TURNED_AT + (LIMIT - GAIN * BACK - INTEGRAL_GAIN * ERROR * TURNED_AT) / (INTEGRAL_GAIN * BACK);
        for [time, integral, current] in stalled(1.0, 1.0, step) {
            let expected = ERROR * time.min(TURNED_AT) + BACK * (time - TURNED_AT).max(0.0);
            assert!((integral - expected).abs() <= 1e-14, "{integral} {expected} at {time}");
            assert!((LIMITED_AT..end).contains(&time) == (current == LIMIT), "{current} at {time}, until {end}");
        }
    }
}

#[test]
fn back_calculation_keeps_a_stalled_demand_by_the_limit_and_leaves_it_as_its_closed_form_says() {
    for step in [1e-2, 1e-3, 3.7e-4] {
        let rows = stalled(2.0, 1.0, step);
        // x = demand - limit: x' = K_I·e - x/T_t from 0, and after the error has turned from K_P·(e' - e) further down.
        let settled = |error: f64| INTEGRAL_GAIN * error * TRACKING_TIME;
        let above = |time: f64| settled(ERROR) * -f64::exp_m1(-(time - LIMITED_AT) / TRACKING_TIME);
        let turned = above(TURNED_AT) + GAIN * (BACK - ERROR);
        assert!(turned < 0.0);
        for [time, integral, current] in &rows {
            let integral_at_turn = (LIMIT + above(TURNED_AT) - GAIN * ERROR) / INTEGRAL_GAIN;
            let expected = match *time {
                time if time <= LIMITED_AT => ERROR * time,
                time if time <= TURNED_AT => (LIMIT + above(time) - GAIN * ERROR) / INTEGRAL_GAIN,
                time => integral_at_turn + BACK * (time - TURNED_AT),
            };
            // Rounding of some hundred steps.
            assert!((integral - expected).abs() <= 1e-14, "{integral} {expected} at {time} with {step}");
            // It leaves the limit at the instant at which the error turns.
            assert_eq!((LIMITED_AT..TURNED_AT + 1e-9).contains(time), *current == LIMIT, "{current} at {time}");
        }
        let mirrored = stalled(2.0, -1.0, step);
        assert!(rows == mirrored);
    }
}

#[test]
fn the_rate_of_the_integral_is_the_derivative_of_the_state() {
    let mut actuator = Kind::Servo.actuator();
    let values = [("controller.integral_gain", 2.0), ("controller.anti_windup", 2.0), ("command", 0.1)];
    set_all(&mut *actuator, &values);
    actuator.initialize(0.0, &mut Recorder::default());
    actuator.update_outputs();
    let mut rates = vec![0.0; actuator.states().len()];
    actuator.derivatives(&mut rates);
    // Demand 40·0.1 = 4 A of which 0.04 A are left; K_I·T_t = 0.2.
    let expected = 0.1 + (0.04 - 4.0) / 0.2;
    assert!((rates[6] - expected).abs() <= 1e-14, "{rates:?}");
    assert_eq!(get(&*actuator, "controller.error_integral_rate"), rates[6]);
    assert_eq!(get(&*actuator, "position_error"), 0.1);
}
