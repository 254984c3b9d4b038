//! Saved states: the same bits afterwards, and nothing taken that is not whole.

use crate::ffi::call_table::reseal;
use actuator_fmu::fmi2::*;
use std::ptr::null_mut;
use test_support::importer::{CO_SIMULATION, ERROR, Instance, MODEL_EXCHANGE, OK};

/// Amid a run with breakaway and stop, from step 40 on.
fn run(instance: &Instance, steps: std::ops::Range<i32>) -> Vec<u64> {
    steps
        .map(|step| {
            let time = f64::from(step) * 5e-3;
            assert_eq!(instance.set("motor_torque", 9000.0 * (time * 9.0).sin()), OK);
            assert_eq!(instance.step(time, 5e-3), OK);
            instance.get("position").to_bits()
        })
        .collect()
}

fn amid(identifier: &str) -> Instance {
    let instance = Instance::started(identifier, CO_SIMULATION);
    run(&instance, 0..40);
    instance.messages();
    instance
}

#[test]
fn a_restored_state_continues_with_the_same_bits() {
    let instance = amid("MotionTransmission");
    let mut state = null_mut();
    assert_eq!(unsafe { fmi2GetFMUstate(instance.handle, &mut state) }, OK);
    let first = run(&instance, 40..120);
    assert_eq!(unsafe { fmi2SetFMUstate(instance.handle, state) }, OK);
    assert_eq!(run(&instance, 40..120), first);
    assert_eq!(unsafe { fmi2FreeFMUstate(instance.handle, &mut state) }, OK);
    assert!(state.is_null());
    assert!(instance.get_integer("event_count") > 2);
}

#[test]
fn bytes_continue_with_the_same_bits_in_another_instance() {
    let instance = amid("MotionTransmission");
    let bytes = instance.bytes();
    let first = run(&instance, 40..120);
    let other = Instance::new("MotionTransmission", CO_SIMULATION);
    assert_eq!(other.restore(&bytes), OK);
    assert_eq!(run(&other, 40..120), first);
}

#[test]
fn the_servo_continues_with_the_same_bits() {
    let run = |instance: &Instance, steps: std::ops::Range<i32>| -> Vec<u64> {
        steps
            .map(|step| {
                assert_eq!(instance.step(f64::from(step) * 1e-3, 1e-3), OK);
                instance.get("position").to_bits()
            })
            .collect()
    };
    let instance = Instance::started("ServoActuator", CO_SIMULATION);
    assert_eq!(instance.set("command", 0.05), OK);
    run(&instance, 0..60);
    let bytes = instance.bytes();
    let first = run(&instance, 60..200);
    assert_eq!(instance.restore(&bytes), OK);
    assert_eq!(run(&instance, 60..200), first);
}

#[test]
fn an_existing_saved_state_is_reused() {
    let instance = amid("MotionTransmission");
    let mut state = null_mut();
    unsafe {
        assert_eq!(fmi2GetFMUstate(instance.handle, &mut state), OK);
        let first = state;
        let then = run(&instance, 40..50);
        assert_eq!(fmi2GetFMUstate(instance.handle, &mut state), OK);
        assert_eq!(state, first);
        run(&instance, 50..60);
        assert_eq!(fmi2SetFMUstate(instance.handle, state), OK);
        assert_eq!(instance.get("position").to_bits(), then[9]);
        assert_eq!(fmi2FreeFMUstate(instance.handle, &mut state), OK);
    }
}

#[test]
fn the_clock_and_the_mode_are_part_of_the_state() {
    let instance = amid("MotionTransmission");
    let bytes = instance.bytes();
    unsafe { fmi2Terminate(instance.handle) };
    assert_eq!(instance.restore(&bytes), OK);
    assert_eq!(instance.step(0.0, 1e-3), ERROR);
    assert_eq!(instance.step(0.2, 1e-3), OK);
}

#[test]
fn freeing_null_is_no_error_and_foreign_handles_are_refused() {
    let instance = amid("MotionTransmission");
    let mut foreign = [0u64; 64];
    let mut null = null_mut();
    unsafe {
        assert_eq!(fmi2FreeFMUstate(instance.handle, &mut null), OK);
        assert_eq!(fmi2FreeFMUstate(instance.handle, null_mut()), OK);
        let mut handle: fmi2FMUstate = foreign.as_mut_ptr().cast();
        assert_eq!(fmi2FreeFMUstate(instance.handle, &mut handle), ERROR);
        assert_eq!(fmi2SetFMUstate(instance.handle, handle), ERROR);
        assert_eq!(fmi2GetFMUstate(instance.handle, &mut handle), ERROR);
        assert_eq!(fmi2SetFMUstate(instance.handle, null_mut()), ERROR);
        assert_eq!(fmi2GetFMUstate(instance.handle, null_mut()), ERROR);
    }
    assert_eq!(instance.messages().len(), 5);
    assert_eq!(foreign, [0; 64]);
    run(&instance, 40..41);
}

#[test]
fn storage_that_is_too_small_is_refused() {
    let instance = amid("MotionTransmission");
    let mut state = null_mut();
    unsafe {
        assert_eq!(fmi2GetFMUstate(instance.handle, &mut state), OK);
        let mut size = 0;
        assert_eq!(fmi2SerializedFMUstateSize(instance.handle, state, &mut size), OK);
        let mut bytes = vec![77i8; size + 8];
        assert_eq!(fmi2SerializeFMUstate(instance.handle, state, bytes.as_mut_ptr().cast(), size - 1), ERROR);
        assert!(bytes.iter().all(|byte| *byte == 77));
        assert_eq!(fmi2SerializeFMUstate(instance.handle, state, bytes.as_mut_ptr().cast(), size + 8), OK);
        assert!(bytes[size..].iter().all(|byte| *byte == 77));
        fmi2FreeFMUstate(instance.handle, &mut state);
    }
}

#[test]
fn truncated_bytes_of_any_length_are_refused_and_change_nothing() {
    let instance = amid("MotionTransmission");
    let bytes = instance.bytes();
    for length in 0..bytes.len() {
        assert_eq!(instance.restore(&bytes[..length]), ERROR, "{length} bytes");
    }
    assert_eq!(instance.messages().len(), bytes.len());
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(instance.restore(&longer), ERROR);
    assert_eq!(instance.bytes(), bytes);
}

#[test]
fn a_change_of_any_single_byte_is_noticed() {
    let instance = amid("MotionTransmission");
    let bytes = instance.bytes();
    for index in 0..bytes.len() {
        let mut corrupt = bytes.clone();
        corrupt[index] ^= 0x10;
        assert_eq!(instance.restore(&corrupt), ERROR, "byte {index}");
    }
    assert_eq!(instance.bytes(), bytes);
}

#[test]
fn the_state_of_another_model_or_kind_is_refused() {
    let motion = amid("MotionTransmission");
    let servo = Instance::started("ServoActuator", CO_SIMULATION);
    let text = motion.refusal(motion.restore(&servo.bytes()));
    assert!(text.contains("GUID"), "{text}");
    let exchange = Instance::started("MotionTransmission", MODEL_EXCHANGE);
    let text = motion.refusal(motion.restore(&exchange.bytes()));
    assert!(text.contains("other interface kind"), "{text}");
    let mut state = null_mut();
    unsafe {
        assert_eq!(fmi2GetFMUstate(servo.handle, &mut state), OK);
        assert_eq!(fmi2SetFMUstate(motion.handle, state), ERROR);
        assert_eq!(fmi2GetFMUstate(motion.handle, &mut state), ERROR);
        assert_eq!(fmi2FreeFMUstate(servo.handle, &mut state), OK);
    }
    run(&motion, 40..41);
}

#[test]
fn a_mode_that_cannot_be_saved_is_refused_even_with_the_right_checksum() {
    let instance = amid("MotionTransmission");
    let bytes = instance.bytes();
    let mode = 8 + 4 + 4 + instance.interface.guid.len() + 8 + 1;
    // Event mode of the other kind, fatal, and none.
    for number in [4, 8, 9, 255] {
        let mut changed = bytes.clone();
        changed[mode] = number;
        reseal(&mut changed);
        assert_eq!(instance.restore(&changed), ERROR, "{number}");
    }
    assert_eq!(instance.bytes(), bytes);
}

#[test]
fn a_start_state_that_is_still_to_be_computed_is_refused_once_the_simulation_has_begun() {
    // Steps would be taken with parameters that nobody has checked.
    let instance = amid("MotionTransmission");
    let bytes = instance.bytes();
    let stale = 8 + 4 + 4 + instance.interface.guid.len() + 8 + 2;
    assert_eq!(bytes[stale], 0, "outputs were read");
    let mut changed = bytes.clone();
    changed[stale] = 2;
    reseal(&mut changed);
    assert_eq!(instance.restore(&changed), ERROR);
    assert_eq!(instance.bytes(), bytes);
}

#[test]
fn a_saved_state_outlives_its_instance() {
    let mut state = null_mut();
    let position = {
        let instance = amid("MotionTransmission");
        assert_eq!(unsafe { fmi2GetFMUstate(instance.handle, &mut state) }, OK);
        instance.get("position")
    };
    let other = Instance::new("MotionTransmission", CO_SIMULATION);
    assert_eq!(unsafe { fmi2SetFMUstate(other.handle, state) }, OK);
    assert_eq!(other.get("position"), position);
    assert_eq!(unsafe { fmi2FreeFMUstate(other.handle, &mut state) }, OK);
}
