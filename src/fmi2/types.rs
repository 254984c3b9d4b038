//! The C types of FMI 2.0 (fmi2TypesPlatform.h, fmi2FunctionTypes.h).
//!
//! The generated header leaves them out: it is used together with the official headers. Enumerations are integers here,
//! because C may pass any number.

use core::ffi::{c_char, c_int, c_uint, c_void};

/// Handle of an instance.
/// cbindgen:ignore
pub type fmi2Component = *mut c_void;
/// Handle that the importer gets back in callbacks.
/// cbindgen:ignore
pub type fmi2ComponentEnvironment = *mut c_void;
/// Handle of a saved state.
/// cbindgen:ignore
pub type fmi2FMUstate = *mut c_void;
/// Handle of a variable.
/// cbindgen:ignore
pub type fmi2ValueReference = c_uint;
/// 64-bit floating point.
/// cbindgen:ignore
pub type fmi2Real = f64;
/// 32-bit integer.
/// cbindgen:ignore
pub type fmi2Integer = c_int;
/// Zero is false, anything else true.
/// cbindgen:ignore
pub type fmi2Boolean = c_int;
/// UTF-8, ends with a zero byte.
/// cbindgen:ignore
pub type fmi2String = *const c_char;
/// Byte of a serialised state.
/// cbindgen:ignore
pub type fmi2Byte = c_char;
/// C enumeration: 0 OK, 1 warning, 2 discard, 3 error, 4 fatal, 5 pending.
/// cbindgen:ignore
pub type fmi2Status = c_int;
/// C enumeration: 0 Model Exchange, 1 Co-Simulation.
/// cbindgen:ignore
pub type fmi2Type = c_int;
/// C enumeration: 0 do-step status, 1 pending status, 2 last successful time, 3 terminated.
/// cbindgen:ignore
pub type fmi2StatusKind = c_int;

/// Takes messages; the message is a format of printf with arguments after it.
/// cbindgen:ignore
pub type fmi2CallbackLogger =
    Option<unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...)>;
/// Allocates memory; never called.
/// cbindgen:ignore
pub type fmi2CallbackAllocateMemory = Option<unsafe extern "C" fn(usize, usize) -> *mut c_void>;
/// Frees memory; never called.
/// cbindgen:ignore
pub type fmi2CallbackFreeMemory = Option<unsafe extern "C" fn(*mut c_void)>;
/// Tells the end of an asynchronous step; never called.
/// cbindgen:ignore
pub type fmi2StepFinished = Option<unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2Status)>;

/// What the importer offers; each function may be null.
/// cbindgen:ignore
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fmi2CallbackFunctions {
    /// Takes messages.
    pub logger: fmi2CallbackLogger,
    /// Not used.
    pub allocateMemory: fmi2CallbackAllocateMemory,
    /// Not used.
    pub freeMemory: fmi2CallbackFreeMemory,
    /// Not used.
    pub stepFinished: fmi2StepFinished,
    /// Given back to the logger.
    pub componentEnvironment: fmi2ComponentEnvironment,
}

/// What event mode decided.
/// cbindgen:ignore
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct fmi2EventInfo {
    /// Event mode must iterate once more.
    pub newDiscreteStatesNeeded: fmi2Boolean,
    /// The simulation must end.
    pub terminateSimulation: fmi2Boolean,
    /// Nominal values of the continuous states changed.
    pub nominalsOfContinuousStatesChanged: fmi2Boolean,
    /// The continuous states changed.
    pub valuesOfContinuousStatesChanged: fmi2Boolean,
    /// `nextEventTime` holds.
    pub nextEventTimeDefined: fmi2Boolean,
    /// Time of the next time event [s].
    pub nextEventTime: fmi2Real,
}
