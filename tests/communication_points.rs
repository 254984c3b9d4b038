//! Results belong to instants, not to steps: every communication point is met exactly, whatever the step.

use actuator_fmu::actuator::{Actuator, Event, EventKind};
use test_support::saved::save;
use test_support::transmission::{P3, P3_END, p3_inputs, transmission};
use test_support::{Run, Signal, figures, get, set};

/// A forced body in closed form: from rest under a ramp of torque past breakaway.
const RAMP: f64 = 10.0;

/// Position [rad] at `time` of a body of inertia 0.05 under torque RAMP·t with fc 0.8, fs 1.04, no viscous friction.
fn ramp_position(time: f64) -> f64 {
    let s = time - 1.04 / RAMP;
    if s <= 0.0 { 0.0 } else { (0.5 * (1.04 - 0.8) * s * s + RAMP * s * s * s / 6.0) / 0.05 }
}

fn ramped() -> actuator_fmu::actuator::MotionTransmission {
    transmission(&[("inertia", 0.05), ("friction.coulomb_torque", 0.8), ("friction.static_ratio", 1.3)])
}

#[test]
fn lands_exactly_on_irrational_communication_points() {
    for step in [std::f64::consts::PI * 1e-3, std::f64::consts::SQRT_2 * 1e-2, 0.1 / 3.0_f64.sqrt()] {
        for method in [1.0, 2.0] {
            let mut actuator = ramped();
            set(&mut actuator, "solver.method", method);
            set(&mut actuator, "solver.fixed_step_size", 1e-5);
            // Table 1 is late by up to a step, the located solution is exact to rounding.
            let tolerance = if method == 1.0 { 1e-13 } else { 1e-3 };
            let inputs = vec![("motor_torque", Signal::line(0.0, RAMP, 1.0))];
            Run { actuator: &mut actuator, inputs, end: 0.5, step }.go(|time, actuator| {
                let (found, expected) = (get(actuator, "position"), ramp_position(time));
                assert!((found - expected).abs() <= tolerance, "method {method} at {time}: {found} {expected}");
                let torque = get(actuator, "motor_torque");
                assert!((torque - RAMP * time).abs() <= 1e-14, "input at {time}");
            });
        }
    }
}

fn end_state(mut actuator: impl Actuator, inputs: Vec<(&'static str, Signal)>, end: f64, step: f64) -> [f64; 2] {
    Run { actuator: &mut actuator, inputs, end, step }.go(|_, _| {});
    [get(&actuator, "position"), get(&actuator, "velocity")]
}

#[test]
fn one_step_of_a_second_equals_a_thousand_of_a_millisecond() {
    let run = |step| {
        let inputs = vec![("motor_torque", Signal::line(9.0, -9.0, 1.0)), ("load_torque", Signal::constant(3.0))];
        end_state(transmission(&P3), inputs, 1.0, step)
    };
    let (whole, split) = (run(1.0), run(1e-3));
    // Both are exact to rounding; positions are below 1 rad, velocities below 10 rad/s.
    assert!((whole[0] - split[0]).abs() <= 1e-13, "{whole:?} {split:?}");
    assert!((whole[1] - split[1]).abs() <= 1e-12, "{whole:?} {split:?}");
}

#[test]
fn the_internal_step_does_not_matter_either() {
    let run = |max_step| {
        let mut actuator = transmission(&P3);
        set(&mut actuator, "solver.max_step_size", max_step);
        end_state(actuator, p3_inputs(), P3_END, 0.1)
    };
    let reference = run(1e-3);
    for max_step in [1e-5, 3e-4, 1.0] {
        let found = run(max_step);
        // 220,000 steps at 1e-5: rounding grows with their number.
        assert!((found[0] - reference[0]).abs() <= 1e-11, "{max_step}: {found:?} {reference:?}");
    }
}

fn kinds(events: &[Event]) -> Vec<EventKind> {
    events.iter().map(|e| e.kind).collect()
}

fn assert_same_events(found: &[Event], reference: &[Event], tolerance: f64, what: &str) {
    assert_eq!(kinds(found), kinds(reference), "{what}");
    for (found, reference) in found.iter().zip(reference) {
        assert!((found.time - reference.time).abs() <= tolerance, "{what}: {found:?} {reference:?}");
    }
}

#[test]
fn the_events_of_the_transmission_do_not_depend_on_the_communication_step() {
    let events = |step| {
        let mut actuator = transmission(&P3);
        Run { actuator: &mut actuator, inputs: p3_inputs(), end: P3_END, step }.go(|_, _| {}).events
    };
    let reference = events(1e-3);
    for step in [1e-5, 1e-4, 3.3e-3, 1e-2, 1e-1] {
        // Ten times the rounding of a time near 2 s over the largest number of steps' growth.
        assert_same_events(&events(step), &reference, 1e-12, &format!("step {step}"));
    }
}

#[test]
fn the_events_of_the_servo_do_not_depend_on_the_communication_step() {
    let steps: [&[f64]; 2] = [&[1e-5, 1e-4, 1e-2, 1e-1], &[2.3e-4, 1e-1]];
    for (figure, steps) in [(6, steps[0]), (7, steps[1]), (14, steps[1]), (17, steps[1])] {
        let events = |step| figures::run(figure, step, |_| {}, |_, _| {}).events;
        let reference = events(1e-3);
        for &step in steps {
            assert_same_events(&events(step), &reference, 1e-11, &format!("fig {figure}, step {step}"));
        }
    }
}

#[test]
fn a_repeated_run_has_the_same_bits() {
    let run = |figure| {
        let mut trace = Vec::new();
        let recorder = figures::run(figure, 1e-3, |_| {}, |_, servo| trace.push(save(servo)));
        (trace, recorder)
    };
    for figure in [6, 14] {
        assert!(run(figure) == run(figure), "fig {figure}");
    }
}
