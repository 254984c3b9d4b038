//! The C types of FMI 3.0 that the packer calls with. Enumerations travel as integers, and Booleans as bytes: a foreign FMU may
//! send any.

use crate::library::Reference;
use std::ffi::{c_char, c_int, c_void};

/// `fmi3Instance`.
pub(super) type Handle = *mut c_void;
/// `fmi3InstanceEnvironment`.
pub(super) type Environment = *mut c_void;
/// `fmi3Status`, see [`crate::library::Status`].
pub(super) type RawStatus = c_int;
/// `fmi3Boolean` and `fmi3Clock`: `bool` of C, one byte.
pub(super) type Boolean = u8;

pub(super) type LogMessage = unsafe extern "C" fn(Environment, RawStatus, *const c_char, *const c_char);
pub(super) type IntermediateUpdate =
    unsafe extern "C" fn(Environment, f64, Boolean, Boolean, Boolean, Boolean, *mut Boolean, *mut f64);

pub(super) type Text = unsafe extern "C" fn() -> *const c_char;
pub(super) type InstantiateCoSimulation = unsafe extern "C" fn(
    *const c_char,
    *const c_char,
    *const c_char,
    Boolean,
    Boolean,
    Boolean,
    Boolean,
    *const Reference,
    usize,
    Environment,
    LogMessage,
    Option<IntermediateUpdate>,
) -> Handle;
pub(super) type InstantiateModelExchange = unsafe extern "C" fn(
    *const c_char,
    *const c_char,
    *const c_char,
    Boolean,
    Boolean,
    Environment,
    LogMessage,
) -> Handle;
pub(super) type Directional = unsafe extern "C" fn(
    Handle,
    *const Reference,
    usize,
    *const Reference,
    usize,
    *const f64,
    usize,
    *mut f64,
    usize,
) -> RawStatus;
pub(super) type Free = unsafe extern "C" fn(Handle);
pub(super) type SetDebugLogging = unsafe extern "C" fn(Handle, Boolean, usize, *const *const c_char) -> RawStatus;
pub(super) type Plain = unsafe extern "C" fn(Handle) -> RawStatus;
pub(super) type EnterInitialization = unsafe extern "C" fn(Handle, Boolean, f64, f64, Boolean, f64) -> RawStatus;
pub(super) type Get<T> = unsafe extern "C" fn(Handle, *const Reference, usize, *mut T, usize) -> RawStatus;
pub(super) type Set<T> = unsafe extern "C" fn(Handle, *const Reference, usize, *const T, usize) -> RawStatus;
pub(super) type GetBinary =
    unsafe extern "C" fn(Handle, *const Reference, usize, *mut usize, *mut *const u8, usize) -> RawStatus;
pub(super) type SetBinary =
    unsafe extern "C" fn(Handle, *const Reference, usize, *const usize, *const *const u8, usize) -> RawStatus;
pub(super) type GetClock = unsafe extern "C" fn(Handle, *const Reference, usize, *mut Boolean) -> RawStatus;
pub(super) type DoStep =
    unsafe extern "C" fn(Handle, f64, f64, Boolean, *mut Boolean, *mut Boolean, *mut Boolean, *mut f64) -> RawStatus;
pub(super) type UpdateDiscreteStates = unsafe extern "C" fn(
    Handle,
    *mut Boolean,
    *mut Boolean,
    *mut Boolean,
    *mut Boolean,
    *mut Boolean,
    *mut f64,
) -> RawStatus;
