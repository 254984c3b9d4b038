//! Steps through the interface of FMI 3.0, to compare with the same through that of FMI 2.0.
#![allow(unsafe_code, reason = "calls the C interface")]

use super::{HOLD, TORQUES, Workload};
use actuator_fmu::fmi3::*;
use std::ffi::CString;
use std::hint::black_box;
use std::ptr::{null, null_mut};
use test_support::component::STEP;
use test_support::importer::{interface, reference};

type DoStep = unsafe extern "C" fn(
    fmi3Instance,
    fmi3Float64,
    fmi3Float64,
    fmi3Boolean,
    *mut fmi3Boolean,
    *mut fmi3Boolean,
    *mut fmi3Boolean,
    *mut fmi3Float64,
) -> fmi3Status;

/// A transmission in Co-Simulation.
struct Component {
    handle: fmi3Instance,
    motor: u32,
    time: f64,
    answers: Answers,
}

/// Where a step answers.
#[derive(Default)]
struct Answers {
    event: fmi3Boolean,
    terminate: fmi3Boolean,
    early: fmi3Boolean,
    time: fmi3Float64,
}

/// How a step ended.
struct End {
    event: bool,
    early: bool,
}

fn check(status: fmi3Status) {
    assert!(status == 0, "status {status}");
}

impl Component {
    fn new(event_mode: bool, parameters: &[(&str, f64)]) -> Self {
        let interface = interface("MotionTransmission");
        let token = CString::new(interface.guid).expect("a GUID has no zero byte");
        let events = u8::from(event_mode);
        // SAFETY: the strings outlive the call; there are no callbacks.
        let handle = unsafe {
            fmi3InstantiateCoSimulation(
                c"bench".as_ptr(),
                token.as_ptr(),
                null(),
                0,
                0,
                events,
                events,
                null(),
                0,
                null_mut(),
                None,
                None,
            )
        };
        let component =
            Self { handle, motor: reference(interface, "motor_torque"), time: 0.0, answers: Answers::default() };
        for (name, value) in parameters {
            component.set(reference(interface, name), *value);
        }
        // SAFETY: the handle is alive.
        unsafe {
            check(fmi3EnterInitializationMode(handle, 0, 0.0, 0.0, 0, 0.0));
            check(fmi3ExitInitializationMode(handle));
            if event_mode {
                check(fmi3EnterStepMode(handle));
            }
        }
        component
    }

    fn set(&self, reference: u32, value: f64) {
        // SAFETY: the handle is alive, the arrays have one element.
        check(unsafe { fmi3SetFloat64(self.handle, &reference, 1, &value, 1) });
    }

    fn step_to(&mut self, end: f64) -> End {
        self.advance(end - self.time);
        let Answers { event, early, time, .. } = self.answers;
        self.time = time;
        End { event: event != 0, early: early != 0 }
    }

    /// A step of which the caller knows the end, as the workloads of FMI 2.0 do it.
    fn step(&mut self) {
        self.advance(STEP);
        self.time += STEP;
    }

    fn advance(&mut self, step: f64) {
        // Behind an opaque pointer, as a shared library has it.
        let do_step = black_box(fmi3DoStep as DoStep);
        let Answers { event, terminate, early, time } = &mut self.answers;
        // SAFETY: the handle and the values to write are alive.
        check(unsafe { do_step(self.handle, self.time, step, 1, event, terminate, early, time) });
    }

    fn handle_event(&self) {
        let [mut again, mut terminate, mut nominals, mut values, mut defined] = [1; 5];
        let mut next = 0.0;
        // SAFETY: the handle and the values to write are alive.
        unsafe {
            check(fmi3EnterEventMode(self.handle));
            while again != 0 {
                check(fmi3UpdateDiscreteStates(
                    self.handle,
                    &mut again,
                    &mut terminate,
                    &mut nominals,
                    &mut values,
                    &mut defined,
                    &mut next,
                ));
            }
            check(fmi3EnterStepMode(self.handle));
        }
    }
}

impl Drop for Component {
    fn drop(&mut self) {
        // SAFETY: the handle is alive, and not used again.
        unsafe { fmi3FreeInstance(self.handle) }
    }
}

const FREE: [(&str, f64); 2] = [("travel.lower", -1e9), ("travel.upper", 1e9)];

fn with(more: &[(&'static str, f64)]) -> Vec<(&'static str, f64)> {
    FREE.iter().chain(more).copied().collect()
}

/// As `transmission_sliding_transient`.
pub fn sliding_transient() -> Workload {
    let mut component = Component::new(false, &with(&[("load_torque", 2e4), ("motor_torque", 1e5)]));
    let mut number = 0;
    Box::new(move |steps| {
        for _ in 0..steps {
            if number % HOLD == 0 {
                component.set(component.motor, TORQUES[(number / HOLD % 2) as usize]);
            }
            number += 1;
            component.step();
        }
    })
}

/// As `transmission_stuck`.
pub fn stuck() -> Workload {
    let mut component = Component::new(false, &with(&[("load_torque", 2e4), ("motor_torque", 2.1e4)]));
    (0..1000).for_each(|_| component.step());
    Box::new(move |steps| (0..steps).for_each(|_| component.step()))
}

/// As `transmission_reversal_each_step`, where `event_mode` with a return at each reversal.
fn reversing(event_mode: bool) -> Workload {
    let mut component = Component::new(event_mode, &with(&[("motor_torque", 1e5)]));
    let mut torque = 1e5;
    Box::new(move |steps| {
        for _ in 0..steps {
            torque = -torque;
            component.set(component.motor, torque);
            let end = component.time + STEP;
            loop {
                let step = component.step_to(end);
                if step.event {
                    component.handle_event();
                }
                if !step.early {
                    break;
                }
            }
        }
    })
}

/// Without event mode.
pub fn reversals() -> Workload {
    reversing(false)
}

/// With event mode and early return.
pub fn reversals_in_event_mode() -> Workload {
    reversing(true)
}
