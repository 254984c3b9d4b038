//! Intermediate updates within a step: inputs at its end, outputs when it is finished, an earlier end.

use crate::fmi3::master::{Master, OK, Options};
use test_support::Signal;
use test_support::importer::interface;

const RAMPED: Options = Options { event_mode: false, early_return: true, intermediate: &["motor_torque", "position"] };

/// A body of inertia 0.05 with friction levels 0.8 and 1.04 under 10 N·m/s.
fn ramped(options: Options) -> Master {
    let master = Master::new("MotionTransmission", &[("motor_torque", Signal::line(0.0, 10.0, 1.0))], options);
    let parameters = [
        ("inertia", 0.05),
        ("friction.coulomb_torque", 0.8),
        ("friction.static_ratio", 1.3),
        ("friction.efficiency_opposing", 1.0),
        ("friction.efficiency_aiding", 1.0),
        ("viscous_coefficient", 0.0),
        ("travel.lower", -1e3),
        ("travel.upper", 1e3),
    ];
    for (name, value) in parameters {
        assert_eq!(master.set(name, value), OK, "{name}");
    }
    master
}

/// Position at `time` in closed form.
fn expected(time: f64) -> f64 {
    let s = time - 0.104;
    if s <= 0.0 { 0.0 } else { (0.5 * (1.04 - 0.8) * s * s + 10.0 * s * s * s / 6.0) / 0.05 }
}

#[test]
fn an_input_that_is_given_at_the_end_of_a_step_is_a_line_over_it() {
    for step in [1e-3, 0.1, 0.5] {
        let mut master = ramped(RAMPED);
        master.initialize();
        while master.time < 0.5 * (1.0 - 1e-9) {
            master.feed();
            let end = (master.time + step).min(0.5);
            let taken = master.step_to(end);
            assert_eq!((taken.status, taken.time), (OK, end), "{:?}", master.messages());
            let position = master.get("position");
            assert!((position - expected(end)).abs() <= 1e-13, "{position} {} at {end}", expected(end));
        }
    }
}

#[test]
fn the_importer_is_asked_before_the_step_and_shown_outputs_after_it() {
    let mut master = ramped(RAMPED);
    master.initialize();
    assert_eq!(master.step_to(0.2).status, OK);
    assert_eq!(*master.world.updates.borrow(), [(0.2, true, false), (0.2, false, true)]);
    assert_eq!(*master.world.seen.borrow(), [master.get("position")]);
}

#[test]
fn an_importer_that_wants_outputs_only_is_not_asked_for_inputs() {
    let mut master = ramped(Options { intermediate: &["position"], ..RAMPED });
    master.initialize();
    assert_eq!(master.step_to(0.2).status, OK);
    assert_eq!(*master.world.updates.borrow(), [(0.2, false, true)]);
    // Held at zero.
    assert_eq!(master.get("position"), 0.0);
}

#[test]
fn the_importer_may_end_a_step_where_it_likes() {
    let mut master = ramped(RAMPED);
    master.world.stop_at = Some(0.3);
    master.initialize();
    let step = master.step_to(0.5);
    assert_eq!((step.status, step.early, step.event, step.time), (OK, true, false, 0.3));
    assert!((master.get("position") - expected(0.3)).abs() <= 1e-13);
    master.world.stop_at = None;
    master.feed();
    let step = master.step_to(0.5);
    assert_eq!((step.early, step.time), (false, 0.5));
    assert!((master.get("position") - expected(0.5)).abs() <= 1e-13);
}

#[test]
fn where_early_return_is_not_allowed_the_importer_cannot_end_a_step() {
    let mut master = ramped(Options { early_return: false, ..RAMPED });
    master.world.stop_at = Some(0.3);
    master.initialize();
    let step = master.step_to(0.5);
    assert_eq!((step.early, step.time), (false, 0.5));
}

/// fmusim asks for all that it records.
#[test]
fn an_importer_that_wants_all_outputs_within_a_step_gets_an_instance_and_reads_them() {
    let wanted = ["motor_torque", "position", "event_count", "friction_regime", "inertia"];
    let mut master = ramped(Options { intermediate: &wanted, ..RAMPED });
    let told: Vec<String> = master.messages();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("event_count") && told[0].contains("not a continuous input or output"), "{told:?}");
    master.initialize();
    assert_eq!(master.step_to(0.2).status, OK, "{:?}", master.messages());
    assert_eq!(*master.world.seen.borrow(), [master.get("position"), 1.0, 1.0, 0.05]);
}

#[test]
fn what_is_no_variable_cannot_be_wanted_within_a_step() {
    let master = Master::wanting(&[0, 9999], interface("MotionTransmission"), &[], RAMPED);
    assert!(master.handle.is_null());
    let message = master.messages().pop().unwrap();
    assert!(message.contains("requiredIntermediateVariables: value reference 9999 is unknown"), "{message}");
}
