//! Messages: categories, percent signs, events.

use actuator_fmu::fmi2::*;
use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};
use test_support::importer::{CO_SIMULATION, ERROR, Instance, OK, WARNING, variadic};

fn switch(instance: &Instance, on: i32, categories: &[&str]) -> fmi2Status {
    let names: Vec<_> = categories.iter().map(|name| CString::new(*name).unwrap()).collect();
    let pointers: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
    unsafe { fmi2SetDebugLogging(instance.handle, on, pointers.len(), pointers.as_ptr()) }
}

#[test]
fn a_percent_sign_in_a_message_is_just_that() {
    let instance = Instance::named("MotionTransmission", CO_SIMULATION, "100%s%n", 1);
    let text = {
        let status = switch(&instance, 1, &["%s%n%d"]);
        instance.refusal(status)
    };
    assert!(text.contains("\"%s%n%d\" is not a log category"), "{text}");
}

#[test]
fn undeclared_categories_change_nothing() {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    assert_eq!(switch(&instance, 0, &["logStatusError", "logStatus"]), ERROR);
    assert_eq!(instance.messages().len(), 1);
    assert_eq!(unsafe { fmi2SetDebugLogging(instance.handle, 0, 1, &null()) }, ERROR);
    assert_eq!(instance.messages().len(), 1);
    assert_eq!(unsafe { fmi2SetDebugLogging(instance.handle, 0, 1, null()) }, ERROR);
    assert_eq!(instance.messages().len(), 1);
}

#[test]
fn a_category_that_is_off_is_silent() {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    assert_eq!(switch(&instance, 0, &["logStatusError"]), OK);
    assert_eq!(instance.step(0.0, 1.0), ERROR);
    assert_eq!(instance.messages(), []);
    assert_eq!(switch(&instance, 1, &["logAll"]), OK);
    assert_eq!(instance.step(0.0, 1.0), ERROR);
    assert_eq!(instance.messages().len(), 1);
    assert_eq!(switch(&instance, 0, &[]), OK);
    assert_eq!(instance.step(0.0, 1.0), ERROR);
    assert_eq!(instance.messages(), []);
}

/// What is told at initialization with these parameters; no call has a status for it.
fn told_at_initialization(law: i32, parameters: &[(&str, f64)]) -> Vec<String> {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.set_integer("friction.law_number", law), OK);
    parameters.iter().for_each(|(name, value)| assert_eq!(instance.set(name, *value), OK));
    assert_eq!(instance.enter_initialization(), OK);
    assert_eq!(instance.exit_initialization(), OK);
    let messages = instance.messages();
    assert_eq!(instance.step(0.0, 0.01), OK);
    assert_eq!(instance.messages(), [], "once");
    assert!(messages.iter().all(|of| (of.status, of.category.as_str()) == (WARNING, "logStatusWarning")));
    messages.into_iter().map(|message| message.text).collect()
}

#[test]
fn a_law_that_ignores_the_load_is_told_once() {
    let ignores = "friction.law dahl ignores the load: friction.efficiency_opposing = 0.96 and friction.efficiency_aiding = 0.66 have \
                   no effect";
    assert_eq!(told_at_initialization(6, &[]), [ignores]);
    let lossless = [("friction.efficiency_opposing", 1.0), ("friction.efficiency_aiding", 1.0)];
    assert_eq!(told_at_initialization(6, &lossless), [""; 0]);
    assert_eq!(told_at_initialization(3, &[]), [""; 0]);
}

#[test]
fn data_of_another_actuator_are_told_once() {
    let weak = ("friction.coulomb_torque", 200.0);
    let lossless = [("friction.efficiency_opposing", 1.0), ("friction.efficiency_aiding", 1.0), weak];
    let told = told_at_initialization(7, &lossless);
    assert_eq!(
        told,
        ["friction.bristle_stiffness equals the default of 1000000000 N.m/rad, friction.coulomb_torque is 200 N.m"]
    );
}

#[test]
fn a_tabulated_law_without_a_table_is_told_once() {
    let table = "friction.table equals the default of 2500 N.m: friction.law tabulated is constant friction until its points and \
                 friction.table.size (1 to 16) are given";
    assert_eq!(told_at_initialization(8, &[]), [table]);
    assert_eq!(told_at_initialization(8, &[("friction.coulomb_torque", 200.0)]), [table]);
    assert_eq!(told_at_initialization(8, &[("friction.table.torque[2]", 200.0)]), [table], "one point counts");
    assert_eq!(told_at_initialization(8, &[("friction.table.torque[1]", 200.0)]), [""; 0]);
    assert_eq!(told_at_initialization(1, &[]), [""; 0]);
}

fn breakaway(logging: i32) -> Instance {
    let instance = Instance::named("MotionTransmission", CO_SIMULATION, "actuator", logging);
    assert_eq!(instance.enter_initialization(), OK);
    assert_eq!(instance.exit_initialization(), OK);
    assert_eq!(instance.step(0.0, 0.25), OK);
    assert_eq!(instance.set("motor_torque", 9000.0), OK);
    assert_eq!(instance.step(0.25, 0.25), OK);
    instance
}

#[test]
fn events_are_told_if_logging_is_on() {
    let messages = breakaway(1).messages();
    let text = &messages[0].text;
    assert_eq!((messages[0].category.as_str(), messages[0].status), ("logEvents", OK));
    assert!(text.starts_with("event=breakaway direction=+1 time=0.25 position=0 "), "{text}");
    let keys: Vec<_> = text.split(' ').map(|pair| pair.split('=').next().unwrap()).collect();
    assert_eq!(
        keys,
        [
            "event",
            "direction",
            "time",
            "position",
            "velocity",
            "active_torque",
            "forward_limit",
            "backward_limit",
            "load_torque",
            "element"
        ]
    );
}

#[test]
fn events_are_silent_if_logging_is_off_but_errors_are_told() {
    let instance = breakaway(0);
    assert_eq!(instance.messages(), []);
    assert_eq!(instance.step(7.0, 0.25), ERROR);
    assert_eq!(instance.messages().len(), 1);
}

#[test]
fn events_only_is_events_only() {
    let instance = breakaway(0);
    assert_eq!(switch(&instance, 0, &["logAll"]), OK);
    assert_eq!(switch(&instance, 1, &["logEvents"]), OK);
    assert_eq!(instance.step(7.0, 0.25), ERROR);
    assert_eq!(instance.set("motor_torque", -9000.0), OK);
    assert_eq!(instance.step(0.5, 0.25), OK);
    let messages = instance.messages();
    assert!(!messages.is_empty());
    assert!(messages.iter().all(|message| message.category == "logEvents"), "{messages:?}");
}

#[test]
fn a_logger_that_calls_back_is_answered_with_error() {
    /// Stores the status of a call on the instance whose handle the environment holds.
    unsafe extern "C" fn call_back(
        environment: *mut c_void,
        _: *const c_char,
        _: fmi2Status,
        _: *const c_char,
        _: *const c_char,
        _: *const c_char,
    ) {
        unsafe {
            let (handle, status) = &mut *environment.cast::<(fmi2Component, fmi2Status)>();
            *status = fmi2Reset(*handle);
        }
    }
    let mut environment: Box<(fmi2Component, fmi2Status)> = Box::new((null_mut(), -1));
    let functions = fmi2CallbackFunctions {
        logger: variadic(call_back),
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: (&raw mut *environment).cast(),
    };
    let guid = CString::new(test_support::importer::interface("MotionTransmission").guid).unwrap();
    unsafe {
        let handle = fmi2Instantiate(c"a".as_ptr(), 1, guid.as_ptr(), null(), &functions, 0, 1);
        environment.0 = handle;
        assert_eq!(fmi2DoStep(handle, 0.0, 1.0, 0), ERROR);
        assert_eq!(environment.1, ERROR);
        assert_eq!(fmi2Reset(handle), OK);
        fmi2FreeInstance(handle);
    }
}

#[test]
fn the_counts_of_the_work_are_told_at_termination_if_their_category_is_on() {
    let instance = breakaway(1);
    assert_eq!(unsafe { fmi2Terminate(instance.handle) }, OK);
    let messages = instance.messages();
    let last = messages.last().unwrap();
    assert_eq!((last.category.as_str(), last.status), ("logStatistics", OK));
    // Half a second in internal steps of a millisecond.
    assert!(last.text.starts_with("statistics internal_steps=500 located_steps="), "{}", last.text);
    assert!(last.text.contains(" breakaways=1 stops=0 reversals=0 end_stops=0 jams=0"), "{}", last.text);

    let silent = breakaway(1);
    assert_eq!(switch(&silent, 0, &["logStatistics"]), OK);
    silent.messages();
    assert_eq!(unsafe { fmi2Terminate(silent.handle) }, OK);
    assert_eq!(silent.messages(), []);
}
