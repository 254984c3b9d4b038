//! After any change of inputs or parameters the regime is decided anew from velocity and torques: friction never drives.

use crate::laws;

use actuator_fmu::actuator::Actuator;
use laws::{Kind, law};
use test_support::{Recorder, get, set, set_all};

/// What moves a body from rest in the positive direction, by model, with travel far away. The servo is pushed by its load.
fn pushed(kind: Kind, law: i32) -> Box<dyn Actuator> {
    let mut actuator = kind.actuator();
    let effort = kind.effort();
    set(&mut *actuator, "friction.law", f64::from(law));
    set(&mut *actuator, &format!("friction.coulomb_{effort}"), 100.0);
    (1..=16).for_each(|k| set(&mut *actuator, &format!("friction.table.{effort}[{k}]"), 100.0));
    set_all(&mut *actuator, &[("travel.lower", -1e3), ("travel.upper", 1e3)]);
    let (input, value) = match kind {
        Kind::Transmission => ("motor_torque", 1000.0),
        Kind::Servo => ("load_torque", -1000.0),
        Kind::Hydraulic => ("force", 1000.0),
    };
    set(&mut *actuator, input, value);
    if kind == Kind::Hydraulic {
        set(&mut *actuator, "pressure_step.force_amplitude", 0.0);
    }
    actuator.check().expect("admissible");
    actuator.initialize(0.0, &mut Recorder::default());
    actuator.update_outputs();
    assert_eq!((get(&*actuator, "friction_regime"), get(&*actuator, "velocity")), (1.0, 0.0), "{kind:?}, law {law}");
    actuator
}

/// Changes that make friction hold what was about to move: of a level, of the load's share in it, of the input.
fn changes(kind: Kind, law: i32) -> Vec<Vec<(String, f64)>> {
    let effort = kind.effort();
    let level = if law == law::TABULATED {
        format!("friction.table.{effort}[1]")
    } else {
        format!("friction.coulomb_{effort}")
    };
    let mut changes = vec![vec![(level, 5000.0)], vec![("friction.static_ratio".to_owned(), 60.0)]];
    if law == law::TABULATED {
        changes[0].extend((2..=16).map(|k| (format!("friction.table.{effort}[{k}]"), 5000.0)));
    }
    if kind == Kind::Servo {
        changes.push(vec![("friction.efficiency_aiding".to_owned(), -9.0)]);
    }
    changes
}

fn after_change(actuator: &mut dyn Actuator, change: &[(String, f64)]) {
    change.iter().for_each(|(name, value)| set(actuator, name, *value));
    actuator.check().expect("admissible");
    actuator.configure();
}

#[test]
fn friction_that_is_raised_before_the_body_has_moved_holds_it() {
    for kind in Kind::ALL {
        for law in law::sticking() {
            for change in changes(kind, law) {
                let mut actuator = pushed(kind, law);
                after_change(&mut *actuator, &change);
                for step in 0..3 {
                    assert!(actuator.advance(1e-3 * f64::from(step), 1e-3, &mut Recorder::default()));
                    actuator.update_outputs();
                    let shown =
                        ["velocity", "position", "friction_regime", "acceleration"].map(|name| get(&*actuator, name));
                    assert_eq!(shown, [0.0; 4], "{kind:?}, law {law}, {change:?}");
                }
            }
        }
    }
}

#[test]
fn event_mode_decides_anew_what_friction_that_was_raised_holds() {
    for kind in Kind::ALL {
        for law in law::sticking() {
            for change in changes(kind, law) {
                let mut actuator = pushed(kind, law);
                after_change(&mut *actuator, &change);
                let update = actuator.update_discrete_states(0.0, &mut Recorder::default());
                actuator.update_outputs();
                assert_eq!(get(&*actuator, "friction_regime"), 0.0, "{kind:?}, law {law}, {change:?}");
                // Some integrators start anew only where this says so.
                assert!(update.states_changed, "{kind:?}, law {law}, {change:?}");
            }
        }
    }
}

#[test]
fn an_input_that_drops_before_the_body_has_moved_lets_friction_hold_it() {
    for law in law::sticking() {
        for (torque, regime) in [(50.0, 0.0), (-50.0, 0.0), (-1000.0, -1.0)] {
            let mut actuator = pushed(Kind::Transmission, law);
            set(&mut *actuator, "motor_torque", torque);
            actuator.inputs_changed();
            assert!(actuator.advance(0.0, 1e-3, &mut Recorder::default()));
            actuator.update_outputs();
            assert_eq!(get(&*actuator, "friction_regime"), regime, "law {law}, {torque} N.m");
            assert_eq!(get(&*actuator, "velocity") < 0.0, regime < 0.0, "law {law}, {torque} N.m");
        }
    }
}

#[test]
fn a_self_locking_efficiency_set_while_the_load_drives_the_body_jams_it_at_once() {
    // Sliding with the load, whose inertia is nine tenths of the whole: with this efficiency no sliding solution exists.
    let mut actuator = Kind::Transmission.actuator();
    let start = [
        ("inertia", 1.0),
        ("load_inertia", 9.0),
        ("viscous_coefficient", 0.0),
        ("friction.coulomb_torque", 1.0),
        ("friction.efficiency_aiding", 0.9),
        ("velocity_start", 0.1),
        ("load_torque", -50.0),
    ];
    set_all(&mut *actuator, &start);
    actuator.initialize(0.0, &mut Recorder::default());
    actuator.update_outputs();
    assert!(get(&*actuator, "acceleration") > 0.0);
    after_change(&mut *actuator, &[("friction.efficiency_aiding".to_owned(), -2.0)]);
    assert!(actuator.advance(0.0, 1e-3, &mut Recorder::default()));
    actuator.update_outputs();
    assert_eq!([get(&*actuator, "velocity"), get(&*actuator, "friction_regime")], [0.0; 2]);
}

#[test]
fn an_end_stop_never_pulls_after_a_bridged_step() {
    // A spring so stiff that a step has more events than are located: what comes after must balance.
    for amplitude in [1e3, 1e5, 1e7] {
        let mut actuator = Kind::Hydraulic.actuator();
        let values = [
            ("friction.law", 1.0),
            ("friction.coulomb_force", 1.0),
            ("spring_stiffness", 1e12),
            ("mass", 1e-3),
            ("position_start", -0.9e-3),
            ("travel.lower", -1e-3),
            ("travel.upper", 1e-3),
            ("pressure_step.force_amplitude", amplitude),
        ];
        set_all(&mut *actuator, &values);
        actuator.initialize(0.0, &mut Recorder::default());
        for step in 0..20 {
            assert!(actuator.advance(1e-2 * f64::from(step), 1e-2, &mut Recorder::default()));
            actuator.update_outputs();
            let [stop, force] = ["end_stop", "end_stop_force"].map(|name| get(&*actuator, name));
            assert!(stop * force >= 0.0, "end_stop {stop}, end_stop_force {force}");
        }
    }
}

#[test]
fn a_bridged_step_does_not_turn_a_body_back_past_what_holds_it_at_rest() {
    // It stops within a nanosecond, at the infinite slope of its characteristic; the load of 0.73 N.m is held at rest.
    for law in [law::HESS_SOOM, law::STRIBECK] {
        let mut actuator = Kind::Transmission.actuator();
        let values = [
            ("friction.law", f64::from(law)),
            ("inertia", 1e-6),
            ("viscous_coefficient", 0.0),
            ("friction.coulomb_torque", 0.005),
            ("friction.static_ratio", 2.0),
            ("friction.efficiency_opposing", 1e-6),
            ("friction.efficiency_aiding", 0.1),
            ("friction.stribeck_velocity", 150.0),
            ("friction.stribeck_exponent", 0.5),
            ("travel.lower", -1e6),
            ("travel.upper", 1e6),
            ("velocity_start", 700.0),
            ("load_torque", 0.73),
        ];
        set_all(&mut *actuator, &values);
        actuator.initialize(0.0, &mut Recorder::default());
        assert!(actuator.advance(0.0, 1e-3, &mut Recorder::default()));
        actuator.update_outputs();
        let [position, velocity] = ["position", "velocity"].map(|name| get(&*actuator, name));
        // Coulomb friction alone stops it after 3.4e-7 rad.
        assert!(velocity == 0.0 && (0.0..3.4e-7).contains(&position), "law {law}: {position} rad, {velocity} rad/s");
    }
}

#[test]
fn a_travel_without_width_shows_the_end_stop_that_carries() {
    for (torque, side) in [(1e5, 1.0), (-1e5, -1.0)] {
        let mut actuator = Kind::Transmission.actuator();
        set_all(&mut *actuator, &[("travel.lower", 0.0), ("travel.upper", 0.0), ("motor_torque", torque)]);
        actuator.initialize(0.0, &mut Recorder::default());
        assert!(actuator.advance(0.0, 1e-3, &mut Recorder::default()));
        actuator.update_outputs();
        assert_eq!(get(&*actuator, "end_stop"), side);
        assert!(side * get(&*actuator, "end_stop_torque") > 0.0);
    }
}
