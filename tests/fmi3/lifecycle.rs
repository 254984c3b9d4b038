//! From instantiation to freeing.

use crate::fmi3::master::{ERROR, Master, OK, Options};
use actuator_fmu::fmi3::*;
use std::ffi::CStr;
use std::ptr::{null, null_mut};
use test_support::Signal;

#[test]
fn the_version_is_that_of_the_standard() {
    assert_eq!(unsafe { CStr::from_ptr(fmi3GetVersion()) }, c"3.0");
}

#[test]
fn a_wrong_token_and_scheduled_execution_give_no_instance() {
    let made =
        unsafe { fmi3InstantiateModelExchange(c"wrong".as_ptr(), c"{0}".as_ptr(), null(), 0, 0, null_mut(), None) };
    assert!(made.is_null());
    let made = unsafe {
        fmi3InstantiateScheduledExecution(
            c"se".as_ptr(),
            c"{0}".as_ptr(),
            null(),
            0,
            0,
            null_mut(),
            None,
            None,
            None,
            None,
        )
    };
    assert!(made.is_null());
}

#[test]
fn calls_out_of_sequence_are_refused_and_change_nothing() {
    let mut master = Master::new("ServoActuator", &[], Options { event_mode: true, ..Options::default() });
    assert_eq!(master.step_to(0.1).status, ERROR);
    assert_eq!(unsafe { fmi3EnterStepMode(master.handle) }, ERROR);
    master.initialize();
    // Event mode comes first.
    assert_eq!(master.step_to(0.1).status, ERROR);
    assert_eq!(unsafe { fmi3EnterContinuousTimeMode(master.handle) }, ERROR);
    assert_eq!(unsafe { fmi3EnterConfigurationMode(master.handle) }, ERROR);
    assert_eq!(unsafe { fmi3ActivateModelPartition(master.handle, 8193, 0.0) }, ERROR);
    master.update_discrete_states();
    master.enter_step_mode();
    assert_eq!(master.step_to(0.1).status, OK);
    assert_eq!(unsafe { fmi3Terminate(master.handle) }, OK);
    assert_eq!(unsafe { fmi3Reset(master.handle) }, OK);
    master.time = 0.0;
    master.initialize();
    assert_eq!(master.step_to(0.1).status, ERROR, "a reset instance still uses event mode");
}

#[test]
fn null_pointers_are_refused_with_the_name_of_the_argument() {
    let mut master = Master::new("ServoActuator", &[], Options::default());
    master.initialize();
    let (mut event, mut early, mut time) = (0, 0, 0.0);
    let status = unsafe { fmi3DoStep(master.handle, 0.0, 0.1, 1, &mut event, null_mut(), &mut early, &mut time) };
    assert_eq!(status, ERROR);
    assert!(master.messages()[0].contains("terminateSimulation is NULL"), "{:?}", master.messages());
    assert_eq!(master.step_to(0.1).status, OK, "nothing was changed");
}

#[test]
fn a_serialized_state_is_that_of_the_instance() {
    let mut master = Master::new("ServoActuator", &[], Options::default());
    master.initialize();
    assert_eq!(master.step_to(0.1).status, OK);
    let (mut state, mut other, mut size) = (null_mut(), null_mut(), 0);
    assert_eq!(unsafe { fmi3GetFMUState(master.handle, &mut state) }, OK);
    assert_eq!(unsafe { fmi3SerializedFMUStateSize(master.handle, state, &mut size) }, OK);
    let mut bytes = vec![0_u8; size];
    assert_eq!(unsafe { fmi3SerializeFMUState(master.handle, state, bytes.as_mut_ptr(), size) }, OK);
    assert_eq!(master.step_to(0.2).status, OK);
    let position = master.get("position");
    assert_eq!(unsafe { fmi3DeserializeFMUState(master.handle, bytes.as_ptr(), size, &mut other) }, OK);
    assert_eq!(unsafe { fmi3SetFMUState(master.handle, other) }, OK);
    master.time = 0.1;
    assert_eq!(master.step_to(0.2).status, OK);
    assert_eq!(master.get("position").to_bits(), position.to_bits());
    for mut state in [state, other] {
        assert_eq!(unsafe { fmi3FreeFMUState(master.handle, &mut state) }, OK);
    }
}

#[test]
fn counts_of_states_and_event_indicators_are_told() {
    let interface = test_support::importer::interface("ServoActuator");
    let token = std::ffi::CString::new(interface.guid).unwrap();
    let made = unsafe { fmi3InstantiateModelExchange(c"me".as_ptr(), token.as_ptr(), null(), 0, 0, null_mut(), None) };
    let (mut states, mut indicators) = (0, 0);
    assert_eq!(unsafe { fmi3GetNumberOfContinuousStates(made, &mut states) }, OK);
    assert_eq!(unsafe { fmi3GetNumberOfEventIndicators(made, &mut indicators) }, OK);
    assert_eq!((states, indicators), (interface.states.len(), interface.event_indicators));
    unsafe { fmi3FreeInstance(made) };
}

/// A step that needs more explicit steps than one call may take.
fn too_long(master: &mut Master) -> crate::fmi3::master::Step {
    master.step_to(master.time + 1.0)
}

#[test]
fn a_step_that_goes_astray_is_an_error_from_which_a_saved_state_or_a_reset_leads_back() {
    let mut master = Master::new("MotionTransmission", &[("motor_torque", Signal::constant(50.0))], Options::default());
    assert_eq!([master.set("solver.method", 2.0), master.set("solver.fixed_step_size", 1e-9)], [OK; 2]);
    master.initialize();
    let mut state = null_mut();
    assert_eq!(unsafe { fmi3GetFMUState(master.handle, &mut state) }, OK);
    // By the standard fmi3Discard would mean that the instance is as before the call.
    assert_eq!(too_long(&mut master).status, ERROR, "{:?}", master.messages());
    assert!(master.messages().last().unwrap().contains("costs more than a communication step may"));
    let after = master.step_to(master.time + 1e-6).status;
    assert_eq!((after, unsafe { fmi3Terminate(master.handle) }), (ERROR, ERROR), "nothing goes on from an error");
    assert_eq!(unsafe { fmi3SetFMUState(master.handle, state) }, OK);
    assert_eq!(master.step_to(1e-6).status, OK, "{:?}", master.messages());
    assert_eq!(too_long(&mut master).status, ERROR);
    assert_eq!(unsafe { fmi3Reset(master.handle) }, OK);
    master.time = 0.0;
    master.initialize();
    assert_eq!(master.step_to(0.1).status, OK, "located events, as after instantiation");
    assert_eq!(unsafe { fmi3FreeFMUState(master.handle, &mut state) }, OK);
}
