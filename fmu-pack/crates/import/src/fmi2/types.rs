//! The C types of FMI 2.0 that the packer calls with. Enumerations travel as integers: a foreign FMU may send any.

use crate::library::Reference;
use std::ffi::{c_char, c_int, c_void};

/// `fmi2Component`.
pub(super) type Component = *mut c_void;
/// `fmi2Status`, see [`crate::library::Status`].
pub(super) type RawStatus = c_int;
/// `fmi2Boolean`.
pub(super) type Boolean = c_int;

/// `fmi2CallbackFunctions`.
#[repr(C)]
pub(super) struct Callbacks {
    /// Variadic, hence defined in C and handled here as an address only.
    pub(super) logger: *const c_void,
    pub(super) allocate_memory: unsafe extern "C" fn(usize, usize) -> *mut c_void,
    pub(super) free_memory: unsafe extern "C" fn(*mut c_void),
    pub(super) step_finished: Option<unsafe extern "C" fn(*mut c_void, RawStatus)>,
    pub(super) environment: *mut c_void,
}

pub(super) type Text = unsafe extern "C" fn() -> *const c_char;
pub(super) type Instantiate = unsafe extern "C" fn(
    *const c_char,
    c_int,
    *const c_char,
    *const c_char,
    *const Callbacks,
    Boolean,
    Boolean,
) -> Component;
pub(super) type Free = unsafe extern "C" fn(Component);
pub(super) type SetDebugLogging = unsafe extern "C" fn(Component, Boolean, usize, *const *const c_char) -> RawStatus;
pub(super) type Plain = unsafe extern "C" fn(Component) -> RawStatus;
pub(super) type SetupExperiment = unsafe extern "C" fn(Component, Boolean, f64, f64, Boolean, f64) -> RawStatus;
pub(super) type GetReal = unsafe extern "C" fn(Component, *const Reference, usize, *mut f64) -> RawStatus;
pub(super) type SetReal = unsafe extern "C" fn(Component, *const Reference, usize, *const f64) -> RawStatus;
pub(super) type GetInteger = unsafe extern "C" fn(Component, *const Reference, usize, *mut c_int) -> RawStatus;
pub(super) type GetString = unsafe extern "C" fn(Component, *const Reference, usize, *mut *const c_char) -> RawStatus;
/// `fmi2GetBooleanStatus`.
pub(super) type GetBooleanStatus = unsafe extern "C" fn(Component, c_int, *mut Boolean) -> RawStatus;
/// `fmi2GetRealStatus`.
pub(super) type GetRealStatus = unsafe extern "C" fn(Component, c_int, *mut f64) -> RawStatus;
pub(super) type SetString = unsafe extern "C" fn(Component, *const Reference, usize, *const *const c_char) -> RawStatus;
pub(super) type SetInteger = unsafe extern "C" fn(Component, *const Reference, usize, *const c_int) -> RawStatus;
pub(super) type SetDerivatives =
    unsafe extern "C" fn(Component, *const Reference, usize, *const c_int, *const f64) -> RawStatus;
/// `fmi2EventInfo`.
#[derive(Default)]
#[repr(C)]
pub(super) struct EventInfo {
    pub(super) new_discrete_states_needed: Boolean,
    pub(super) terminate_simulation: Boolean,
    pub(super) nominals_of_continuous_states_changed: Boolean,
    pub(super) values_of_continuous_states_changed: Boolean,
    pub(super) next_event_time_defined: Boolean,
    pub(super) next_event_time: f64,
}

pub(super) type NewDiscreteStates = unsafe extern "C" fn(Component, *mut EventInfo) -> RawStatus;
pub(super) type Directional = unsafe extern "C" fn(
    Component,
    *const Reference,
    usize,
    *const Reference,
    usize,
    *const f64,
    *mut f64,
) -> RawStatus;
pub(super) type DoStep = unsafe extern "C" fn(Component, f64, f64, Boolean) -> RawStatus;
