//! Instantiation, freeing, reset, and handles that are none.

use actuator_fmu::fmi2::*;
use actuator_fmu::interface::INTERFACES;
use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};
use test_support::importer::{CO_SIMULATION, ERROR, Instance, MODEL_EXCHANGE, Message, OK, WARNING, interface};

/// Instantiates without a logger.
fn silent(name: *const i8, kind: fmi2Type, guid: &str) -> fmi2Component {
    let guid = CString::new(guid).unwrap();
    unsafe { fmi2Instantiate(name.cast(), kind, guid.as_ptr(), null(), null(), 0, 1) }
}

#[test]
fn version_and_platform_are_those_of_the_standard() {
    unsafe {
        assert_eq!(CStr::from_ptr(fmi2GetVersion()), c"2.0");
        assert_eq!(CStr::from_ptr(fmi2GetTypesPlatform()), c"default");
    }
}

#[test]
fn the_guid_picks_the_model() {
    let [motion, servo] = ["MotionTransmission", "ServoActuator"].map(|name| Instance::new(name, CO_SIMULATION));
    motion.reference("motor_torque");
    servo.reference("command");
    assert_ne!(motion.interface.guid, servo.interface.guid);
    assert_eq!(servo.set("command", 0.1), OK);
}

#[test]
fn every_exported_model_can_be_instantiated_for_both_kinds() {
    for interface in INTERFACES {
        for kind in [MODEL_EXCHANGE, CO_SIMULATION] {
            let instance = Instance::started(interface.identifier, kind);
            assert_eq!(instance.messages(), []);
        }
    }
}

#[test]
fn a_wrong_guid_a_blank_name_and_an_unknown_type_give_no_instance() {
    let guid = interface("ServoActuator").guid;
    assert!(silent(c"a".as_ptr().cast(), CO_SIMULATION, "{00000000-0000-0000-0000-000000000000}").is_null());
    assert!(silent(c"a".as_ptr().cast(), CO_SIMULATION, "").is_null());
    assert!(silent(c" \t".as_ptr().cast(), CO_SIMULATION, guid).is_null());
    assert!(silent(null(), CO_SIMULATION, guid).is_null());
    for kind in [2, -1, i32::MIN, i32::MAX] {
        assert!(silent(c"a".as_ptr().cast(), kind, guid).is_null());
    }
    assert!(unsafe { fmi2Instantiate(c"a".as_ptr(), 1, null(), null(), null(), 0, 0) }.is_null());
}

#[test]
fn a_failed_instantiation_says_why() {
    static MESSAGE: std::sync::Mutex<Option<(String, fmi2Status)>> = std::sync::Mutex::new(None);
    unsafe extern "C" fn note(
        _: *mut std::ffi::c_void,
        _: fmi2String,
        status: fmi2Status,
        _: fmi2String,
        _: fmi2String,
        text: fmi2String,
    ) {
        let text = unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned();
        *MESSAGE.lock().unwrap() = Some((text, status));
    }
    let functions = fmi2CallbackFunctions {
        logger: test_support::importer::variadic(note),
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: null_mut(),
    };
    let made = unsafe { fmi2Instantiate(c"a".as_ptr(), 1, c"{wrong}".as_ptr(), null(), &functions, 0, 0) };
    assert!(made.is_null());
    let (text, status) = MESSAGE.lock().unwrap().take().unwrap();
    assert_eq!(status, ERROR);
    assert!(text.contains("\"{wrong}\""), "{text}");
}

#[test]
fn an_instance_without_logger_runs_and_refuses_in_silence() {
    let handle = silent(c"a".as_ptr().cast(), CO_SIMULATION, interface("MotionTransmission").guid);
    unsafe {
        assert_eq!(fmi2EnterInitializationMode(handle), OK);
        assert_eq!(fmi2EnterInitializationMode(handle), ERROR);
        assert_eq!(fmi2ExitInitializationMode(handle), OK);
        assert_eq!(fmi2DoStep(handle, 0.0, 0.1, 0), OK);
        assert_eq!(fmi2DoStep(handle, 7.0, 0.1, 0), ERROR);
        fmi2FreeInstance(handle);
    }
}

#[test]
fn any_form_of_resource_location_is_fine() {
    let guid = CString::new(interface("ServoActuator").guid).unwrap();
    for location in [c"file:/a/b", c"file:///a%20b", c"http://x/y", c"not a uri", c""] {
        let handle = unsafe { fmi2Instantiate(c"a".as_ptr(), 1, guid.as_ptr(), location.as_ptr(), null(), 1, 0) };
        assert!(!handle.is_null(), "{location:?}");
        unsafe { fmi2FreeInstance(handle) };
    }
}

#[test]
fn null_and_foreign_handles_are_answered_with_error() {
    let mut foreign = [0u64; 64];
    let pointer: *mut std::ffi::c_void = foreign.as_mut_ptr().cast();
    for handle in [null_mut(), pointer, pointer.wrapping_byte_add(1)] {
        unsafe {
            assert_eq!(fmi2DoStep(handle, 0.0, 1.0, 0), ERROR);
            assert_eq!(fmi2GetReal(handle, null(), 0, null_mut()), ERROR);
            assert_eq!(fmi2Reset(handle), ERROR);
            fmi2FreeInstance(handle);
        }
    }
    assert_eq!(foreign, [0; 64]);
}

#[test]
fn a_reset_instance_repeats_its_first_run_bit_by_bit() {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    let run = || {
        assert_eq!(instance.setup(0.0, Some(1.0)), OK);
        assert_eq!(instance.enter_initialization(), OK);
        assert_eq!(instance.exit_initialization(), OK);
        assert_eq!(instance.set("motor_torque", 9000.0), OK);
        for point in 0..100 {
            assert_eq!(instance.step(f64::from(point) * 1e-3, 1e-3), OK);
        }
        (instance.get("position").to_bits(), instance.get_integer("event_count"), instance.bytes())
    };
    let first = run();
    assert_eq!(unsafe { fmi2Reset(instance.handle) }, OK);
    assert_eq!(run(), first);
    assert!(f64::from_bits(first.0) > 1e-3, "it moved");
}

#[test]
fn reset_brings_back_start_values_and_the_clock() {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.set("inertia", 7.0), OK);
    assert_eq!(instance.setup(5.0, None), OK);
    assert_eq!(unsafe { fmi2Reset(instance.handle) }, OK);
    assert_eq!(instance.enter_initialization(), OK);
    assert_eq!(instance.get("inertia"), 2200.0);
    assert_eq!(instance.exit_initialization(), OK);
    assert_eq!(instance.step(0.0, 0.1), OK);
}

#[test]
fn the_instance_name_is_copied() {
    let instance = Instance::named("MotionTransmission", CO_SIMULATION, "left aileron", 1);
    instance.step(0.0, 1.0);
    let Message { instance, .. } = instance.message();
    assert_eq!(instance, "left aileron");
}

#[test]
fn an_experiment_that_makes_no_sense_is_refused() {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    for (start, stop) in [(f64::NAN, None), (f64::INFINITY, None), (1.0, Some(0.5)), (0.0, Some(f64::NAN))] {
        let text = instance.refusal(instance.setup(start, stop));
        assert!(text.contains("startTime") || text.contains("stopTime"), "{text}");
    }
    for tolerance in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let text = instance.refusal(unsafe { fmi2SetupExperiment(instance.handle, 1, tolerance, 0.0, 0, 0.0) });
        assert!(text.contains("must be finite and greater than 0"), "{text}");
    }
    // What is not defined is not looked at.
    assert_eq!(unsafe { fmi2SetupExperiment(instance.handle, 0, f64::NAN, 0.0, 0, f64::NAN) }, OK);
    // Any number but zero is true.
    assert_eq!(unsafe { fmi2SetupExperiment(instance.handle, -5, f64::NAN, 0.0, 0, f64::NAN) }, ERROR);
}

#[test]
fn a_tolerance_that_is_not_positive_is_taken_as_not_defined_with_one_warning() {
    for (tolerance, told) in [(0.0, "0"), (-0.0, "-0"), (-1.0, "-1")] {
        let instance = Instance::new("MotionTransmission", CO_SIMULATION);
        for _ in 0..2 {
            assert_eq!(unsafe { fmi2SetupExperiment(instance.handle, 1, tolerance, 2.0, 0, 0.0) }, OK);
        }
        let Message { status, category, text, .. } = instance.message();
        assert_eq!((status, category.as_str()), (WARNING, "logStatusWarning"));
        assert_eq!(
            text,
            format!(
                "fmi2SetupExperiment at t = 0 s: tolerance = {told} is taken as not defined: a tolerance must be greater \
                 than 0"
            )
        );
        assert_eq!((instance.enter_initialization(), instance.exit_initialization()), (OK, OK));
        assert_eq!(instance.step(2.0, 0.1), OK, "the start time counts");
    }
}
