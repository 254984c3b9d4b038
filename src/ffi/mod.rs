//! What the C interfaces of all versions of the standard share: the frame of a call, checked pointers, memory that may be
//! missing, and the section with the configuration. With `fmi2` and `fmi3` the only place with unsafe code.
#![allow(unsafe_code)]

pub(crate) mod deliberate;
pub(crate) mod guard;
pub(crate) mod lease;
pub(crate) mod memory;
pub(crate) mod message;
pub(crate) mod pointer;
pub(crate) mod saved_state;
pub(crate) mod section;

use core::ffi::c_void;

/// Handle of an instance, as the importer has it.
pub(crate) type Handle = *mut c_void;

/// The importer's function that is asked for inputs and shown outputs within a step (FMI 3.0, 4.2.2): time, inputs may be set,
/// outputs may be read, the internal step is finished, the step can end early; and the importer's answer: whether it is to, and
/// when.
pub(crate) type IntermediateUpdateFunction = unsafe extern "C" fn(*mut c_void, f64, u8, u8, u8, u8, *mut u8, *mut f64);

/// How an importer wants to be asked for inputs within a step.
#[derive(Clone, Copy)]
pub(crate) struct IntermediateUpdate {
    /// The importer's function.
    pub(crate) function: IntermediateUpdateFunction,
    /// Given back to it.
    pub(crate) environment: *mut c_void,
    /// The importer has named inputs that it sets.
    pub(crate) sets: bool,
    /// The importer allows that a step ends before its end.
    pub(crate) may_return_early: bool,
}
