//! An FMU instance driven through its C interface, each function behind an opaque pointer as a shared library has it.
#![allow(unsafe_code, reason = "calls the C interface")]

use crate::importer::{CO_SIMULATION, Instance, Order, Silent, interface};
use actuator_fmu::fmi2::*;
use actuator_fmu::interface::{Causality, FIRST_INTEGER_REFERENCE};
use std::hint::black_box;
use std::ptr::null_mut;

type DoStep = unsafe extern "C" fn(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean) -> fmi2Status;
type GetReal = unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *mut fmi2Real) -> fmi2Status;
type SetReal = unsafe extern "C" fn(fmi2Component, *const fmi2ValueReference, usize, *const fmi2Real) -> fmi2Status;

/// Communication step [s].
pub const STEP: f64 = 1e-3;

/// An instance for Co-Simulation and its time.
pub struct Component {
    instance: Instance<Silent>,
    do_step: DoStep,
    get_real: GetReal,
    set_real: SetReal,
    time: f64,
}

/// A saved FMU state and its time.
pub struct Saved(fmi2FMUstate, f64);

fn check(status: fmi2Status) {
    assert!(status == 0, "status {status}");
}

impl Component {
    /// Instantiated, logging off.
    pub fn new(identifier: &str) -> Self {
        let interface = interface(identifier);
        let instance = Instance::ordered(interface, &Order::new(interface, CO_SIMULATION, "bench").with_logging(0));
        let do_step = black_box(fmi2DoStep as DoStep);
        let get_real = black_box(fmi2GetReal as GetReal);
        let set_real = black_box(fmi2SetReal as SetReal);
        Self { instance, do_step, get_real, set_real, time: 0.0 }
    }

    /// Value reference of a variable.
    pub fn reference(&self, name: &str) -> fmi2ValueReference {
        self.instance.reference(name)
    }

    /// Sets a Real, Integer or Enumeration variable by name.
    pub fn with(self, name: &str, value: f64) -> Self {
        let reference = self.reference(name);
        if reference < FIRST_INTEGER_REFERENCE {
            self.set(reference, value);
        } else {
            check(self.instance.set_integer(name, value as i32));
        }
        self
    }

    /// As [`Component::started`]; `None` where the FMU refuses its parameters.
    pub fn try_started(self) -> Option<Self> {
        check(self.instance.setup(0.0, None));
        let statuses = [self.instance.enter_initialization(), self.instance.exit_initialization()];
        (statuses == [0, 0]).then_some(self)
    }

    /// Through initialization to the first communication point.
    pub fn started(self) -> Self {
        self.try_started().expect("the parameters are admissible")
    }

    /// Sets a Real variable.
    pub fn set(&self, reference: fmi2ValueReference, value: f64) {
        // SAFETY: the handle is alive, the arrays have one element.
        check(unsafe { (self.set_real)(self.instance.handle, &reference, 1, &value) });
    }

    /// Sets many Real variables.
    pub fn set_all<const N: usize>(&self, references: &[fmi2ValueReference; N], values: &[f64; N]) {
        // SAFETY: the handle is alive, the arrays have N elements.
        check(unsafe { (self.set_real)(self.instance.handle, references.as_ptr(), N, values.as_ptr()) });
    }

    /// Reads a Real variable.
    pub fn get(&self, name: &str) -> f64 {
        self.instance.get(name)
    }

    /// Reads many Real variables.
    pub fn get_all<const N: usize>(&self, references: &[fmi2ValueReference; N], values: &mut [f64; N]) {
        // SAFETY: the handle is alive, the arrays have N elements.
        check(unsafe { (self.get_real)(self.instance.handle, references.as_ptr(), N, values.as_mut_ptr()) });
    }

    /// Value references of Real outputs; from the first again where there are fewer.
    pub fn outputs<const N: usize>(&self) -> [fmi2ValueReference; N] {
        let is_output = |index: &u32| self.instance.interface.reals[*index as usize].causality == Causality::Output;
        let mut outputs = (0..self.instance.interface.reals.len() as u32).filter(is_output).cycle();
        std::array::from_fn(|_| outputs.next().expect("every model has outputs"))
    }

    /// Reads an Integer variable.
    pub fn get_integer(&self, name: &str) -> i32 {
        self.instance.get_integer(name)
    }

    /// Sets the slope of an input for the next step.
    pub fn set_slope(&self, reference: fmi2ValueReference, slope: f64) {
        // SAFETY: the handle is alive, the arrays have one element.
        check(unsafe { fmi2SetRealInputDerivatives(self.instance.handle, &reference, 1, &1, &slope) });
    }

    /// One communication step.
    pub fn step(&mut self) {
        // SAFETY: the handle is alive.
        check(unsafe { (self.do_step)(self.instance.handle, self.time, STEP, 0) });
        self.time += STEP;
    }

    /// Saves the FMU state.
    pub fn save(&self) -> Saved {
        let mut state = null_mut();
        // SAFETY: the handle is alive; a null state asks for a new one.
        check(unsafe { fmi2GetFMUstate(self.instance.handle, &mut state) });
        Saved(state, self.time)
    }

    /// Saves into a state that exists.
    pub fn save_into(&self, saved: &mut Saved) {
        // SAFETY: the handle is alive, the state is one of its own.
        check(unsafe { fmi2GetFMUstate(self.instance.handle, &mut saved.0) });
        saved.1 = self.time;
    }

    /// Restores an FMU state.
    pub fn restore(&mut self, saved: &Saved) {
        // SAFETY: the handle is alive, the state is one of its own.
        check(unsafe { fmi2SetFMUstate(self.instance.handle, saved.0) });
        self.time = saved.1;
    }
}
