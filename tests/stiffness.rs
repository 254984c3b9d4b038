//! Fast time constants against slow steps: closed forms of a body under viscous friction.

use test_support::transmission::transmission;
use test_support::{Run, Signal, get, set};

#[test]
fn a_viscous_time_constant_far_below_the_step_does_not_spoil_the_motion() {
    for rate in [1e2, 1e3, 1e4, 1e5, 1e6] {
        let viscous = 10.0;
        let mut actuator = transmission(&[
            ("inertia", viscous / rate),
            ("viscous_coefficient", viscous),
            ("friction.coulomb_torque", 0.8),
            ("friction.static_ratio", 1.3),
        ]);
        let inputs = vec![("motor_torque", Signal::constant(4.0))];
        Run { actuator: &mut actuator, inputs, end: 0.05, step: 1e-3 }.go(|time, actuator| {
            let terminal = (4.0 - 0.8) / viscous;
            let velocity = terminal * -(-rate * time).exp_m1();
            let position = terminal * (time + (-rate * time).exp_m1() / rate);
            let (found_v, found_x) = (get(actuator, "velocity"), get(actuator, "position"));
            assert!((found_v - velocity).abs() <= 1e-13, "rate {rate:e} at {time}: {found_v:e} {velocity:e}");
            assert!((found_x - position).abs() <= 1e-13, "rate {rate:e} at {time}: {found_x:e} {position:e}");
        });
    }
}

#[test]
fn a_long_internal_step_is_as_exact_as_a_short_one() {
    for max_step in [1e-3, 1e-2, 1e-1, 1.0] {
        let mut actuator = transmission(&[
            ("inertia", 0.01),
            ("viscous_coefficient", 10.0),
            ("friction.coulomb_torque", 0.8),
            ("friction.static_ratio", 1.3),
        ]);
        set(&mut actuator, "solver.max_step_size", max_step);
        let inputs = vec![("motor_torque", Signal::constant(4.0))];
        Run { actuator: &mut actuator, inputs, end: 1.0, step: 1.0 }.go(|_, _| {});
        let position = 0.32 * (1.0 - 1e-3);
        assert!((get(&actuator, "position") - position).abs() <= 1e-13, "{max_step}: {}", get(&actuator, "position"));
    }
}
