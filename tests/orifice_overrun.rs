//! A load that suddenly drives the motor against a valve whose spool has hardly left its centre: the flow turns back into the
//! supply where the orifice is all but closed, and its root has no series that reaches further than time resolves.

use actuator_fmu::actuator::{Actuator, EventKind, ServoActuator};
use actuator_fmu::interface::servo_actuator::INTERFACE;
use test_support::drivetrain::drivetrain;
use test_support::random::Random;
use test_support::{Run, Signal, get, set_all};

/// An aileron: 450 N·m at 20.7 MPa, 80 deg/s.
const SUPPLY: f64 = 20.7e6;
const DISPLACEMENT: f64 = 25.14336e-6;
const LEAKAGE: f64 = 5.19471e-14;
const FLOW_GAIN: f64 = 0.0358435;
const INERTIA: f64 = 0.6;
const FRICTION: f64 = 20.0;
const GAIN: f64 = 0.9922841;
/// When the load comes.
const BEGIN: f64 = 0.1;
const END: f64 = 0.101;

fn load(torque: f64) -> Signal {
    Signal(vec![(0.0, 0.0), (BEGIN, 0.0), (BEGIN, torque), (0.2, torque)])
}

/// Position and velocity at the end, without a warning.
fn end(actuator: &mut dyn Actuator, inputs: Vec<(&'static str, Signal)>, step: f64, names: [&str; 2]) -> [f64; 2] {
    let recorder = Run { actuator, inputs, end: END, step }.go(|_, _| {});
    assert!(recorder.warnings.is_empty(), "{:?}", recorder.warnings);
    assert_eq!(recorder.events.len(), 1, "one breakaway");
    names.map(|name| get(actuator, name))
}

fn of_servo(torque: f64, step: f64) -> [f64; 2] {
    let mut servo = ServoActuator::new(&INTERFACE);
    let parameters = [
        ("servovalve.law", 2.0),
        ("motor.displacement", DISPLACEMENT),
        ("motor.leakage_coefficient", LEAKAGE),
        ("servovalve.flow_gain", FLOW_GAIN),
        ("servovalve.rated_pressure", SUPPLY),
        ("controller.proportional_gain", GAIN),
        ("inertia", INERTIA),
        ("viscous_coefficient", 0.0),
        ("friction.coulomb_torque", FRICTION),
        ("friction.static_ratio", 1.4),
        ("friction.efficiency_opposing", 1.0),
        ("friction.efficiency_aiding", 1.0),
        ("travel.lower", -0.4),
    ];
    set_all(&mut servo, &parameters);
    let supply = ("supply_pressure", Signal::constant(SUPPLY));
    let inputs = vec![supply, ("command", Signal::constant(0.0)), ("load_torque", load(torque))];
    end(&mut servo, inputs, step, ["position", "velocity"])
}

fn of_drivetrain(torque: f64, step: f64) -> [f64; 2] {
    let text = format!(
        "name = \"Aileron\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = {INERTIA}\n[brake.k]\non = \"b\"\n\
         friction.coulomb_torque = {FRICTION}\nfriction.static_ratio = 1.4\n[servo.s]\non = \"b\"\nservovalve.law = \"orifice\"\n\
         motor.displacement = {DISPLACEMENT}\nmotor.leakage_coefficient = {LEAKAGE}\nservovalve.flow_gain = {FLOW_GAIN}\n\
         servovalve.rated_pressure = {SUPPLY}\ncontroller.proportional_gain = {GAIN}\n[[input]]\nname = \"gust\"\non = \"b\"\n"
    );
    let supply = ("s.supply_pressure", Signal::constant(SUPPLY));
    let inputs = vec![supply, ("s.command", Signal::constant(0.0)), ("gust", load(-torque))];
    end(&mut drivetrain(&text), inputs, step, ["b.position", "b.velocity"])
}

/// The equations of docs/valve.md and of the first stage, from the instant of the load on, with the start values of the valve. The body
/// only slides backwards.
fn rates(state: &[f64; 5], torque: f64) -> [f64; 5] {
    let [position, velocity, flapper, flapper_velocity, spool] = *state;
    let current = -GAIN * position;
    let drive = 2500.0_f64.powi(2) * ((2.5 * current - 100.0 * spool) / 500.0 - flapper);
    // Both flows are equal where ρ|ρ| = (P_S − p)/P_R: A·ρ|ρ| + X·ρ = c.
    let (opening, supplied) = (FLOW_GAIN * spool, DISPLACEMENT * velocity + LEAKAGE * SUPPLY);
    let root = 2.0 * supplied / (opening + (opening * opening + 4.0 * LEAKAGE * SUPPLY * supplied.abs()).sqrt());
    let root = if supplied == 0.0 { 0.0 } else { root };
    let pressure = (opening * root - DISPLACEMENT * velocity) / LEAKAGE;
    let acceleration = (DISPLACEMENT * pressure - torque + FRICTION) / INERTIA;
    [velocity, acceleration, flapper_velocity, drive - 2.0 * 0.7 * 2500.0 * flapper_velocity, 3000.0 * flapper]
}

/// Position and velocity 1 ms after the load, by the classic Runge-Kutta method.
fn by_runge_kutta(torque: f64, steps: u32) -> [f64; 2] {
    let step = (END - BEGIN) / f64::from(steps);
    let ahead =
        |state: &[f64; 5], slope: &[f64; 5], share: f64| std::array::from_fn(|i| state[i] + share * step * slope[i]);
    let mut state = [0.0; 5];
    for _ in 0..steps {
        let first = rates(&state, torque);
        let second = rates(&ahead(&state, &first, 0.5), torque);
        let third = rates(&ahead(&state, &second, 0.5), torque);
        let fourth = rates(&ahead(&state, &third, 1.0), torque);
        state = std::array::from_fn(|i| state[i] + step / 6.0 * (first[i] + 2.0 * (second[i] + third[i]) + fourth[i]));
    }
    [state[0], state[1]]
}

#[test]
fn a_load_that_overruns_a_closed_valve_is_solved_at_any_step() {
    for torque in [750.0, 1000.0, 5000.0] {
        let reference = by_runge_kutta(torque, 20_000);
        for step in [1e-3, 1e-4, 1e-5] {
            let servo = of_servo(torque, step);
            for (value, expected) in servo.iter().zip(reference) {
                // With half the steps the Runge-Kutta method differs by 1e-14.
                assert!(
                    (value / expected - 1.0).abs() < 1e-12,
                    "{torque} N.m, {step} s: {value} instead of {expected}"
                );
            }
            for (one, other) in servo.iter().zip(of_drivetrain(torque, step)) {
                assert!((one - other).abs() <= 1e-14 * one.abs(), "{torque} N.m, {step} s: {one} and {other}");
            }
        }
    }
}

/// Positions every 10 ms, and the kinds of all events, of a servo without supply under random commands and loads.
fn without_supply(seed: u64, step: f64) -> (Vec<f64>, Vec<EventKind>) {
    let mut random = Random::new(seed);
    let mut servo = ServoActuator::new(&INTERFACE);
    let law = random.pick(&[1.0, 3.0, 7.0]);
    set_all(&mut servo, &[("servovalve.law", 2.0), ("friction.law", law)]);
    let inputs = vec![
        ("command", Signal::random(&mut random, (0.0, 0.1), 8, 2)),
        ("load_torque", Signal::random(&mut random, (0.0, 6e4), 8, 3)),
        ("supply_pressure", Signal::constant(0.0)),
    ];
    let mut positions = Vec::new();
    let recorder = Run { actuator: &mut servo, inputs, end: 1.0, step }.go(|time, actuator| {
        if (time * 100.0 - (time * 100.0).round()).abs() < 1e-9 {
            positions.push(get(actuator, "position"));
        }
    });
    (positions, recorder.events.iter().map(|event| event.kind).collect())
}

#[test]
fn a_servo_without_supply_leaves_rest_alike_with_every_step() {
    // Where the velocity is zero, so is the flow. Was: up to 9e-11 rad apart here at any tolerance, because the direction of the flow was that
    // of the rounding of the velocity; and some breakaways were told with a stop at the same instant and another breakaway.
    for seed in [2, 25, 30, 34] {
        let (reference, events) = without_supply(seed, 1e-2);
        for step in [1e-3, 2.5e-4] {
            let (positions, told) = without_supply(seed, step);
            for (one, other) in positions.iter().zip(&reference) {
                assert!((one - other).abs() <= 1e-12, "seed {seed} with {step}: {one} {other}");
            }
            assert_eq!(told, events, "seed {seed} with {step}");
        }
    }
}
