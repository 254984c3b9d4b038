//! Loggers that are slow, that never seem to return, and that call back.

use crate::calls::{Call, LEGAL};
use crate::host::Host;
use actuator_fmu::fmi2::*;
use std::cell::Cell;
use std::ffi::{c_char, c_void};
use std::ptr::null_mut;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use test_support::importer::{CO_SIMULATION, ERROR, Fixed, OK, Order, callbacks_to, interface, variadic};

/// A run with breakaways and stops; the bits of its positions.
fn drive(handle: fmi2Component) -> Vec<u64> {
    let interface = interface("MotionTransmission");
    let reference = |name| interface.reals.iter().position(|variable| variable.name == name).unwrap() as u32;
    let (torque, position) = (reference("motor_torque"), reference("position"));
    let mut bits = Vec::new();
    for step in 0..100_u32 {
        let (begin, mut value) = (f64::from(step) * 0.02, 0.0);
        unsafe {
            assert_eq!(fmi2SetReal(handle, &torque, 1, &(8000.0 * (20.0 * begin).sin())), OK);
            assert_eq!(fmi2DoStep(handle, begin, 0.02, 1), OK);
            assert_eq!(fmi2GetReal(handle, &position, 1, &mut value), OK);
        }
        bits.push(value.to_bits());
    }
    bits
}

/// The same with a logger that does nothing but note.
fn undisturbed() -> Vec<u64> {
    let host = Host::new("MotionTransmission", CO_SIMULATION, "undisturbed");
    host.initialize();
    let bits = drive(host.handle);
    assert!(host.logger.messages.get() > 3, "{} events", host.logger.messages.get());
    bits
}

/// An instance with a logger of one's own, at the first communication point.
fn started(logger: Fixed, environment: *mut c_void) -> fmi2Component {
    let order = Order::new(interface("MotionTransmission"), CO_SIMULATION, "actuator");
    let handle = order.with_callbacks(&callbacks_to(variadic(logger), environment));
    unsafe {
        assert_eq!(fmi2EnterInitializationMode(handle), OK);
        assert_eq!(fmi2ExitInitializationMode(handle), OK);
    }
    handle
}

/// Takes 2 ms and counts.
unsafe extern "C" fn dawdle(
    environment: *mut c_void,
    _: *const c_char,
    _: fmi2Status,
    _: *const c_char,
    _: *const c_char,
    _: *const c_char,
) {
    std::thread::sleep(Duration::from_millis(2));
    let count = unsafe { &*environment.cast::<Cell<u32>>() };
    count.set(count.get() + 1);
}

#[test]
fn a_slow_logger_changes_no_bit() {
    let count = Cell::new(0_u32);
    let handle = started(dawdle, (&raw const count).cast_mut().cast());
    assert_eq!(drive(handle), undisturbed());
    unsafe { fmi2FreeInstance(handle) };
    assert!(count.get() > 3, "{} messages", count.get());
}

/// How a logger tells that it was called, and learns that it may return.
struct Gate {
    called: Sender<()>,
    released: Receiver<()>,
}

unsafe extern "C" fn wait(
    environment: *mut c_void,
    _: *const c_char,
    _: fmi2Status,
    _: *const c_char,
    _: *const c_char,
    _: *const c_char,
) {
    let gate = unsafe { &*environment.cast::<Gate>() };
    let _ = gate.called.send(());
    let _ = gate.released.recv();
}

/// Long enough for any machine; only reached where an instance waits for another.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn an_instance_whose_logger_does_not_return_holds_up_no_other() {
    let (called, calls) = channel();
    let (release, released) = channel();
    let held_up = std::thread::spawn(move || {
        let gate = Box::new(Gate { called, released });
        let handle = started(wait, (&raw const *gate).cast_mut().cast());
        let status = unsafe { fmi2DoStep(handle, 7.0, 1.0, 1) };
        unsafe { fmi2FreeInstance(handle) };
        status
    });
    calls.recv_timeout(PATIENCE).unwrap();
    let (done, finished) = channel();
    std::thread::spawn(move || done.send(undisturbed()));
    // The first instance is still in its logger.
    let bits = finished.recv_timeout(PATIENCE).expect("an instance waits for the logger of another");
    release.send(()).unwrap();
    assert_eq!(held_up.join().unwrap(), ERROR);
    assert_eq!(bits, undisturbed());
}

/// What a logger does in the middle of a call.
struct Intruder {
    host: Host,
    handle: Cell<fmi2Component>,
    answers: Cell<u32>,
    others: Cell<u32>,
    call: Cell<Option<&'static Call>>,
}

unsafe extern "C" fn intrude(
    environment: *mut c_void,
    _: *const c_char,
    _: fmi2Status,
    _: *const c_char,
    _: *const c_char,
    _: *const c_char,
) {
    let intruder = unsafe { &mut *environment.cast::<Intruder>() };
    let Some(call) = intruder.call.get() else { return };
    // The calls take their instance from the host; here it is the one that is in the middle of a call.
    let own = std::mem::replace(&mut intruder.host.handle, intruder.handle.get());
    let status = (call.function)(&intruder.host);
    unsafe { fmi2FreeInstance(intruder.host.handle) };
    intruder.host.handle = own;
    let count = if status == ERROR { &intruder.answers } else { &intruder.others };
    count.set(count.get() + 1);
}

#[test]
fn a_logger_that_calls_back_is_refused_by_every_function_and_disturbs_nothing() {
    let bits = undisturbed();
    for call in LEGAL {
        let (handle, nothing) = (Cell::new(null_mut()), || Cell::new(0));
        let host = Host::new("MotionTransmission", CO_SIMULATION, "host");
        let (answers, others, call_in) = (nothing(), nothing(), Cell::new(Some(call)));
        let mut intruder = Box::new(Intruder { host, handle, answers, others, call: call_in });
        let handle = started(intrude, (&raw mut *intruder).cast());
        intruder.handle.set(handle);
        assert_eq!(drive(handle), bits, "{}", call.name);
        assert_eq!((intruder.others.get(), intruder.answers.get() > 3), (0, true), "{}", call.name);
        unsafe { fmi2FreeInstance(handle) };
    }
}
