//! Communication steps: points, stop time, status.

use actuator_fmu::fmi2::*;
use test_support::importer::{CO_SIMULATION, DISCARD, ERROR, Instance, OK};

fn started(stop: Option<f64>) -> Instance {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.setup(0.0, stop), OK);
    assert_eq!(instance.enter_initialization(), OK);
    assert_eq!(instance.exit_initialization(), OK);
    instance
}

fn last_successful_time(instance: &Instance) -> f64 {
    let mut time = f64::NAN;
    assert_eq!(unsafe { fmi2GetRealStatus(instance.handle, 2, &mut time) }, OK);
    time
}

#[test]
fn step_sizes_that_are_no_step_are_refused_and_change_nothing() {
    let instance = started(None);
    let before = instance.bytes();
    for size in [0.0, -1e-3, f64::NAN, f64::INFINITY, -0.0] {
        let text = instance.refusal(instance.step(0.0, size));
        assert!(text.contains("communicationStepSize"), "{text}");
    }
    assert_eq!(instance.bytes(), before);
    assert_eq!(instance.step(0.0, 1e-3), OK);
    let text = instance.refusal(instance.step(1e-3, 1e-30));
    assert!(text.contains("lost in rounding"), "{text}");
}

#[test]
fn a_step_from_elsewhere_is_refused_with_both_times() {
    let instance = started(None);
    assert_eq!(instance.step(0.0, 0.25), OK);
    for point in [0.0, 0.5, 0.251, f64::NAN] {
        let text = instance.refusal(instance.step(point, 0.25));
        assert!(text.contains(&format!("currentCommunicationPoint = {point} s")), "{text}");
        assert!(text.contains("at 0.25 s"), "{text}");
    }
    assert_eq!(instance.step(0.25, 0.25), OK);
}

#[test]
fn a_communication_point_off_by_rounding_is_taken_over() {
    let instance = started(None);
    assert_eq!(instance.step(0.0, 0.1), OK);
    assert_eq!(instance.step(0.1, 0.2), OK);
    assert_eq!(last_successful_time(&instance), 0.1 + 0.2);
    assert_eq!(instance.step(0.3, 0.1), OK);
    assert_eq!(last_successful_time(&instance), 0.3 + 0.1);
}

#[test]
fn ten_thousand_added_steps_stay_in_step_with_the_importer() {
    let instance = started(Some(1.0));
    let mut time = 0.0;
    for _ in 0..10_000 {
        assert_eq!(instance.step(time, 1e-4), OK);
        time += 1e-4;
    }
    assert_ne!(time, 1.0);
    assert_eq!(last_successful_time(&instance), time);
}

#[test]
fn a_step_past_the_stop_time_is_refused_and_one_to_it_is_not() {
    let instance = started(Some(0.3));
    let text = instance.refusal(instance.step(0.0, 0.300_001));
    assert!(text.contains("past the stop time 0.3 s"), "{text}");
    assert_eq!(instance.step(0.0, 0.1), OK);
    // Ends at 0.30000000000000004.
    assert_eq!(instance.step(0.1, 0.2), OK);
    assert_eq!(instance.step(0.3, 1e-3), ERROR);
}

#[test]
fn without_a_stop_time_there_is_no_end() {
    let instance = started(None);
    assert_eq!(instance.step(0.0, 1e3), OK);
    assert_eq!(instance.step(1e3, 1e3), OK);
}

#[test]
fn the_first_point_is_the_start_time() {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.setup(-2.0, None), OK);
    assert_eq!(instance.enter_initialization(), OK);
    assert_eq!(instance.exit_initialization(), OK);
    assert_eq!(instance.step(0.0, 0.5), ERROR);
    assert_eq!(instance.step(-2.0, 0.5), OK);
    assert_eq!(last_successful_time(&instance), -1.5);
}

#[test]
fn status_answers_what_it_has_and_discards_the_rest() {
    let instance = started(None);
    let (mut status, mut terminated, mut integer) = (9, 9, 9);
    let mut text = std::ptr::null();
    unsafe {
        assert_eq!((fmi2GetStatus(instance.handle, 0, &mut status), status), (OK, OK));
        assert_eq!((fmi2GetBooleanStatus(instance.handle, 3, &mut terminated), terminated), (OK, 0));
        assert_eq!(fmi2GetIntegerStatus(instance.handle, 0, &mut integer), DISCARD);
        assert_eq!(fmi2GetStringStatus(instance.handle, 1, &mut text), DISCARD);
        assert_eq!(fmi2GetRealStatus(instance.handle, 0, &mut 0.0), DISCARD);
        assert_eq!(instance.messages().len(), 3);
        for kind in [-1, 4, i32::MAX] {
            assert_eq!(fmi2GetStatus(instance.handle, kind, &mut status), ERROR);
        }
        assert_eq!(fmi2GetRealStatus(instance.handle, 2, std::ptr::null_mut()), ERROR);
        assert_eq!(fmi2Terminate(instance.handle), OK);
        assert_eq!((fmi2GetBooleanStatus(instance.handle, 3, &mut terminated), terminated), (OK, 1));
    }
    assert_eq!((integer, text), (9, std::ptr::null()));
}

#[test]
fn results_stay_readable_after_termination() {
    let instance = started(None);
    assert_eq!(instance.set("motor_torque", 9000.0), OK);
    assert_eq!(instance.step(0.0, 0.1), OK);
    assert_eq!(unsafe { fmi2Terminate(instance.handle) }, OK);
    assert!(instance.get("position") > 1e-3);
    assert_eq!(instance.set("motor_torque", 0.0), ERROR);
}

#[test]
fn cancelling_is_refused_because_no_step_is_ever_in_progress() {
    let instance = started(None);
    let text = instance.refusal(unsafe { fmi2CancelStep(instance.handle) });
    assert!(text.contains("never a step in progress"), "{text}");
}
