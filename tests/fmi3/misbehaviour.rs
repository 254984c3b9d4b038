//! An importer that misbehaves where it is called within a step: nothing crashes, nothing is lost.

use crate::fmi3::master::{ERROR, OK};
use actuator_fmu::fmi3::*;
use actuator_fmu::interface::Interface;
use std::cell::{Cell, RefCell};
use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};
use test_support::importer::{interface, reference};

/// What is done within a step; whether inputs are asked for.
type Act = fn(&Importer, bool);

struct Importer {
    handle: Cell<fmi3Instance>,
    interface: &'static Interface,
    act: Cell<Act>,
    statuses: RefCell<Vec<fmi3Status>>,
    until: Cell<Option<f64>>,
}

unsafe extern "C" fn update(
    environment: *mut c_void,
    _: f64,
    set: u8,
    _: u8,
    _: u8,
    _: u8,
    requested: *mut u8,
    until: *mut f64,
) {
    let importer = unsafe { &*environment.cast::<Importer>() };
    importer.act.get()(importer, set != 0);
    if let Some(wanted) = importer.until.get() {
        unsafe { (*requested, *until) = (1, wanted) };
    }
}

impl Drop for Importer {
    fn drop(&mut self) {
        unsafe { fmi3FreeInstance(self.handle.get()) };
    }
}

impl Importer {
    /// In step mode; the torque is given within steps, the position is read there.
    fn new(act: Act) -> Box<Self> {
        let interface = interface("MotionTransmission");
        let (token, statuses, until) = (CString::new(interface.guid).unwrap(), RefCell::default(), Cell::new(None));
        let importer =
            Box::new(Self { handle: Cell::new(null_mut()), interface, act: Cell::new(act), statuses, until });
        let wanted = ["motor_torque", "position"].map(|name| reference(interface, name));
        let environment = (&raw const *importer).cast_mut().cast();
        let (name, token) = (c"fmi3".as_ptr(), token.as_ptr());
        unsafe {
            let handle = fmi3InstantiateCoSimulation(
                name,
                token,
                null(),
                0,
                0,
                0,
                1,
                wanted.as_ptr(),
                2,
                environment,
                None,
                Some(update),
            );
            importer.handle.set(handle);
            assert_eq!(fmi3EnterInitializationMode(handle, 0, 0.0, 0.0, 0, 0.0), OK);
            assert_eq!(fmi3ExitInitializationMode(handle), OK);
        }
        importer
    }

    fn set(&self, name: &str, value: f64) -> fmi3Status {
        unsafe { fmi3SetFloat64(self.handle.get(), &reference(self.interface, name), 1, &value, 1) }
    }

    fn get(&self, name: &str) -> f64 {
        let mut value = f64::NAN;
        let status = unsafe { fmi3GetFloat64(self.handle.get(), &reference(self.interface, name), 1, &mut value, 1) };
        if status == OK { value } else { f64::NAN }
    }

    /// Status, early return, and the time that was reached.
    fn step(&self, point: f64, length: f64) -> (fmi3Status, bool, f64) {
        let ([mut event, mut terminate, mut early], mut time) = ([9; 3], f64::NAN);
        let handle = self.handle.get();
        let status = unsafe { fmi3DoStep(handle, point, length, 1, &mut event, &mut terminate, &mut early, &mut time) };
        (status, early == 1, time)
    }

    /// Torque and position of ten steps.
    fn run(&self) -> Vec<[u64; 2]> {
        let step = |number: u32| {
            assert_eq!(self.step(f64::from(number) * 0.01, 0.01).0, OK);
            ["motor_torque", "position"].map(|name| self.get(name).to_bits())
        };
        (0..10).map(step).collect()
    }
}

fn give_torque(importer: &Importer, asks: bool) {
    if asks {
        assert_eq!(importer.set("motor_torque", 9000.0), OK);
    }
}

fn nothing(_: &Importer, _: bool) {}

#[test]
fn an_instance_that_is_freed_within_a_step_lives_until_it_is_freed_after_it() {
    let expected = Importer::new(give_torque).run();
    assert!(f64::from_bits(expected[9][1]) > 0.0);
    let importer = Importer::new(|importer, asks| {
        give_torque(importer, asks);
        unsafe { fmi3FreeInstance(importer.handle.get()) };
    });
    assert_eq!(importer.run(), expected);
}

#[test]
fn calls_that_are_illegal_within_a_step_are_refused_and_change_no_bit() {
    let importer = Importer::new(|importer, asks| {
        give_torque(importer, asks);
        let handle = importer.handle.get();
        let mut state = null_mut();
        let statuses = unsafe {
            [
                importer.step(0.0, 0.01).0,
                fmi3Reset(handle),
                fmi3GetFMUState(handle, &mut state),
                fmi3SetFMUState(handle, state),
                fmi3Terminate(handle),
                fmi3EnterEventMode(handle),
                importer.set("load_torque", 5.0),
                importer.set("inertia", 5.0),
                if asks { ERROR } else { importer.set("motor_torque", 5.0) },
            ]
        };
        importer.statuses.borrow_mut().extend(statuses);
        assert!(state.is_null() && importer.get("velocity").is_nan());
    });
    assert_eq!(importer.run(), Importer::new(give_torque).run());
    assert_eq!(*importer.statuses.borrow(), [ERROR; 9 * 20]);
}

#[test]
fn a_step_whose_answers_have_no_place_is_refused_before_inputs_are_asked_for() {
    let importer = Importer::new(|importer, _| importer.statuses.borrow_mut().push(OK));
    let (mut flags, mut time) = ([9_u8; 3], 0.0);
    let [event, terminate, early] = &mut flags;
    let handle = importer.handle.get();
    let statuses = unsafe {
        [
            fmi3DoStep(handle, 0.0, 0.01, 1, null_mut(), terminate, early, &mut time),
            fmi3DoStep(handle, 0.0, 0.01, 1, event, null_mut(), early, &mut time),
            fmi3DoStep(handle, 0.0, 0.01, 1, event, terminate, null_mut(), &mut time),
            fmi3DoStep(handle, 0.0, 0.01, 1, event, terminate, early, null_mut()),
        ]
    };
    assert_eq!((statuses, importer.statuses.borrow().len()), ([ERROR; 4], 0));
    assert_eq!(importer.step(0.0, 0.01), (OK, false, 0.01));
    assert_eq!(importer.statuses.borrow().len(), 2);
}

#[test]
fn an_early_return_at_no_time_leaves_the_step_untaken_and_the_inputs_as_they_were() {
    for until in [f64::NAN, f64::NEG_INFINITY, 0.0, -1.0] {
        let importer = Importer::new(give_torque);
        importer.until.set(Some(until));
        assert_eq!(importer.step(0.0, 0.01), (OK, true, 0.0), "{until}");
        importer.until.set(None);
        importer.act.set(nothing);
        assert_eq!(importer.step(0.0, 0.01), (OK, false, 0.01));
        assert_eq!([importer.get("motor_torque"), importer.get("position")], [0.0; 2], "{until}");
    }
}

#[test]
fn a_shortened_step_may_begin_where_the_whole_one_may() {
    let importer = Importer::new(give_torque);
    assert_eq!(importer.step(0.0, 1.0), (OK, false, 1.0));
    // Rounding of importers that add up steps; too much for the shortened step by itself.
    let point = 1.0 - 1e-10;
    importer.until.set(Some(1.0 + 1e-9));
    let (status, early, time) = importer.step(point, 1.0);
    assert_eq!((status, early), (OK, true));
    assert!((time - (1.0 + 1e-9)).abs() <= 1e-15, "{time}");
}

#[test]
fn derivatives_of_the_wanted_outputs_are_read_where_a_step_is_finished() {
    let importer = Importer::new(|importer, asks| {
        give_torque(importer, asks);
        let derivative = |name: &str| {
            let mut value = f64::NAN;
            let place = reference(importer.interface, name);
            let status = unsafe { fmi3GetOutputDerivatives(importer.handle.get(), &place, 1, &1, &mut value, 1) };
            (status, value > 0.0)
        };
        let expected = if asks { [(ERROR, false); 2] } else { [(OK, true), (ERROR, false)] };
        assert_eq!(["position", "velocity"].map(derivative), expected);
        importer.statuses.borrow_mut().push(OK);
    });
    assert_eq!(importer.step(0.0, 0.1), (OK, false, 0.1));
    assert_eq!(importer.statuses.borrow().len(), 2);
}

#[test]
fn time_and_event_indicators_are_no_intermediate_variables() {
    let importer = Importer::new(|importer, _| {
        let mut value = 0.0;
        for reference in [8192, 12_288] {
            let status = unsafe { fmi3GetFloat64(importer.handle.get(), &reference, 1, &mut value, 1) };
            importer.statuses.borrow_mut().push(status);
        }
    });
    assert_eq!(importer.step(0.0, 0.01).0, OK);
    assert_eq!(*importer.statuses.borrow(), [ERROR; 4]);
}
