//! The C types of FMI 3.0 (fmi3PlatformTypes.h, fmi3FunctionTypes.h).
//!
//! The generated header leaves them out: it is used together with the official headers. Enumerations are integers here,
//! because C may pass any number.

use core::ffi::{c_char, c_int, c_void};

/// Handle of an instance.
/// cbindgen:ignore
pub type fmi3Instance = *mut c_void;
/// Handle that the importer gets back in callbacks.
/// cbindgen:ignore
pub type fmi3InstanceEnvironment = *mut c_void;
/// Handle of a saved state.
/// cbindgen:ignore
pub type fmi3FMUState = *mut c_void;
/// Handle of a variable.
/// cbindgen:ignore
pub type fmi3ValueReference = u32;
/// 64-bit floating point.
/// cbindgen:ignore
pub type fmi3Float64 = f64;
/// 32-bit integer.
/// cbindgen:ignore
pub type fmi3Int32 = i32;
/// 64-bit integer.
/// cbindgen:ignore
pub type fmi3Int64 = i64;
/// Any type of which there is no variable.
/// cbindgen:ignore
pub type fmi3Absent = c_void;
/// C `bool`, as a byte: an importer may give another value than 0 and 1, which would be no Rust `bool`.
/// cbindgen:ignore
pub type fmi3Boolean = u8;
/// C `bool`, as a byte.
/// cbindgen:ignore
pub type fmi3Clock = u8;
/// UTF-8, ends with a zero byte.
/// cbindgen:ignore
pub type fmi3String = *const c_char;
/// Byte of a serialized state.
/// cbindgen:ignore
pub type fmi3Byte = u8;
/// C enumeration: 0 OK, 1 warning, 2 discard, 3 error, 4 fatal.
/// cbindgen:ignore
pub type fmi3Status = c_int;
/// C enumeration, not used.
/// cbindgen:ignore
pub type fmi3DependencyKind = c_int;
/// C enumeration, not used.
/// cbindgen:ignore
pub type fmi3IntervalQualifier = c_int;

/// Takes messages.
/// cbindgen:ignore
pub type fmi3LogMessageCallback =
    Option<unsafe extern "C" fn(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String)>;
/// Is asked for inputs and shown outputs within a step.
/// cbindgen:ignore
pub type fmi3IntermediateUpdateCallback = Option<
    unsafe extern "C" fn(
        fmi3InstanceEnvironment,
        fmi3Float64,
        fmi3Boolean,
        fmi3Boolean,
        fmi3Boolean,
        fmi3Boolean,
        *mut fmi3Boolean,
        *mut fmi3Float64,
    ),
>;
/// Never called.
/// cbindgen:ignore
pub type fmi3ClockUpdateCallback = Option<unsafe extern "C" fn(fmi3InstanceEnvironment)>;
/// Never called.
/// cbindgen:ignore
pub type fmi3LockPreemptionCallback = Option<unsafe extern "C" fn()>;
/// Never called.
/// cbindgen:ignore
pub type fmi3UnlockPreemptionCallback = Option<unsafe extern "C" fn()>;
