//! What holds while a body slides under Coulomb friction, whatever is changed on the way: superposition, and the balance of
//! energy at a change of parameters; and what the fixed steps make of a change at rest.

use actuator_fmu::actuator::Actuator;
use test_support::transmission::transmission;
use test_support::{Recorder, get, set};

/// Inertia 0.5, damping 0.3, Coulomb level 1, efficiencies of 1, sliding forward from the start.
fn sliding(velocity: f64) -> impl Actuator {
    transmission(&[
        ("inertia", 0.5),
        ("viscous_coefficient", 0.3),
        ("friction.coulomb_torque", 1.0),
        ("velocity_start", velocity),
    ])
}

/// Position and velocity after 1 s under a line of motor torque, in steps of 10 ms.
fn slid(velocity: f64, torque: f64, slope: f64) -> [f64; 2] {
    let mut actuator = sliding(velocity);
    let recorder = &mut Recorder::default();
    set(&mut actuator, "motor_torque", torque);
    actuator.initialize(0.0, recorder);
    for k in 0..100 {
        let time = f64::from(k) * 0.01;
        set(&mut actuator, "motor_torque", torque + slope * time);
        actuator.inputs_changed();
        actuator.set_input_derivative(0, slope);
        assert!(actuator.advance(time, 0.01, recorder));
    }
    actuator.update_outputs();
    assert!(recorder.events.is_empty());
    [get(&actuator, "position"), get(&actuator, "velocity")]
}

#[test]
fn while_it_slides_the_response_to_a_sum_of_torques_is_the_sum_of_the_responses() {
    let base = slid(10.0, 0.0, 0.0);
    let (first, second) = (slid(10.0, 2.0, -1.5), slid(10.0, -1.0, 4.0));
    let both = slid(10.0, 1.0, 2.5);
    for i in 0..2 {
        let sum = first[i] + second[i] - base[i];
        // Rounding of a hundred steps of values of ten.
        assert!((both[i] - sum).abs() < 1e-12, "{both:?} {sum}");
    }
}

#[test]
fn energy_closes_where_friction_and_damping_change_while_it_slides() {
    let mut actuator = sliding(10.0);
    let recorder = &mut Recorder::default();
    actuator.initialize(0.0, recorder);
    // Level and damping change every 0.2 s. Between changes velocity is an exponential: Simpson's rule in steps of 1 ms is
    // exact to (1e-3/τ)⁴ of the work.
    let (mut lost, steps) = (0.0, 1000);
    let power = |actuator: &dyn Actuator| {
        let velocity = get(actuator, "velocity");
        (get(actuator, "friction_torque") + get(actuator, "viscous_coefficient") * velocity) * velocity
    };
    for k in 0..steps {
        if k % 200 == 0 {
            set(&mut actuator, "friction.coulomb_torque", [1.0, 0.2, 3.0, 0.0, 1.5][k / 200]);
            set(&mut actuator, "viscous_coefficient", [0.3, 0.0, 1.0, 2.0, 0.1][k / 200]);
            actuator.configure();
        }
        let begin = k as f64 * 1e-3;
        actuator.update_outputs();
        let start = power(&actuator);
        assert!(actuator.advance(begin, 0.5e-3, recorder));
        actuator.update_outputs();
        let middle = power(&actuator);
        assert!(actuator.advance(begin + 0.5e-3, 0.5e-3, recorder));
        actuator.update_outputs();
        lost += 1e-3 / 6.0 * (start + 4.0 * middle + power(&actuator));
    }
    let kinetic = |velocity: f64| 0.25 * velocity * velocity;
    let stored = kinetic(get(&actuator, "velocity"));
    assert!(recorder.events.is_empty() && stored > 0.1);
    assert!((kinetic(10.0) - stored - lost).abs() < 1e-11 * kinetic(10.0), "{} lost, {lost}", kinetic(10.0) - stored);
}

#[test]
fn fixed_steps_hold_what_friction_holds_after_a_change_at_rest() {
    let mut actuator = transmission(&[("friction.coulomb_torque", 1.0), ("friction.static_ratio", 1.5)]);
    let recorder = &mut Recorder::default();
    set(&mut actuator, "solver.method", 2.0);
    set(&mut actuator, "solver.fixed_step_size", 1e-4);
    set(&mut actuator, "motor_torque", 10.0);
    actuator.initialize(0.0, recorder);
    // About to leave, and held by a level that is raised before it could; then by an input that is lowered.
    set(&mut actuator, "friction.coulomb_torque", 50.0);
    actuator.configure();
    assert!(actuator.advance(0.0, 1e-3, recorder));
    actuator.update_outputs();
    assert_eq!(["velocity", "position", "friction_regime"].map(|name| get(&actuator, name)), [0.0; 3]);
    set(&mut actuator, "friction.coulomb_torque", 1.0);
    actuator.configure();
    set(&mut actuator, "motor_torque", 1.2);
    actuator.inputs_changed();
    assert!(actuator.advance(1e-3, 1e-3, recorder));
    actuator.update_outputs();
    assert_eq!(["velocity", "position", "friction_regime"].map(|name| get(&actuator, name)), [0.0; 3]);
    // The same torque moves it where the level falls: in the direction of the torque.
    set(&mut actuator, "friction.static_ratio", 1.0);
    actuator.configure();
    assert!(actuator.advance(2e-3, 1e-3, recorder));
    actuator.update_outputs();
    assert!(get(&actuator, "velocity") > 0.0 && get(&actuator, "friction_torque") == 1.0);
}
