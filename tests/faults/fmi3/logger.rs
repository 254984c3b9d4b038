//! A logger that calls back, and one instance in each of several threads.

use super::host::Host;
use super::lifetime::{CO_SIMULATION, go_on};
use actuator_fmu::fmi3::{fmi3EnterStepMode, fmi3ExitInitializationMode, fmi3FreeInstance};
use std::cell::Cell;
use test_support::importer::{ERROR, OK};

/// Bits of time and position over a run with events; the first step is asked for at a wrong point, which is told.
fn drive(host: &Host) -> Vec<[u64; 2]> {
    assert!(host.instantiate());
    let handle = host.handle.get();
    unsafe {
        assert_eq!(actuator_fmu::fmi3::fmi3EnterInitializationMode(handle, 0, 0.0, 0.0, 0, 0.0), OK);
        assert_eq!([fmi3ExitInitializationMode(handle), fmi3EnterStepMode(handle)], [OK; 2]);
    }
    assert_eq!(host.step(7.0, 1.0), ERROR);
    let step = |_| {
        // Steps end at events too.
        assert_eq!(host.step(host.time.get(), 1e-3), OK, "{}", host.text());
        [host.time.get(), host.get("position")].map(f64::to_bits)
    };
    (0..20).map(step).collect()
}

thread_local! {
    static PLACE: Cell<usize> = const { Cell::new(0) };
    static ANSWERS: Cell<[u32; 2]> = const { Cell::new([0; 2]) };
}

/// Calls a function in the middle of a call.
fn intrude(host: &Host) {
    let status = (CO_SIMULATION[PLACE.get()].function)(host);
    unsafe { fmi3FreeInstance(host.handle.get()) };
    let [refused, others] = ANSWERS.get();
    ANSWERS.set(if status == ERROR { [refused + 1, others] } else { [refused, others + 1] });
}

#[test]
fn a_logger_that_calls_back_is_refused_by_every_function_of_fmi_3_and_disturbs_nothing() {
    let expected = drive(&Host::new(true, "undisturbed"));
    for (place, call) in CO_SIMULATION.iter().enumerate() {
        PLACE.set(place);
        ANSWERS.set([0; 2]);
        let host = Host::new(true, "actuator");
        host.on_message.set(Some(intrude));
        assert_eq!(drive(&host), expected, "{}", call.name);
        let [refused, others] = ANSWERS.get();
        assert!(refused >= 1 && others == 0, "{}: {refused} refused, {others} not", call.name);
    }
}

#[test]
fn lives_of_fmi_3_in_several_threads_are_as_in_one() {
    let expected = drive(&Host::new(true, "alone"));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..25 {
                    assert_eq!(drive(&Host::new(true, "actuator")), expected);
                    let host = Host::new(true, "actuator");
                    assert!(host.instantiate());
                    assert_eq!(go_on(&host, CO_SIMULATION, 0), None, "{}", host.text());
                }
            });
        }
    });
}
