//! Status of the last communication step.

use crate::fmi2::guard::guard;
use crate::fmi2::pointer::single;
use crate::fmi2::types::{fmi2Boolean, fmi2Component, fmi2Integer, fmi2Real, fmi2Status, fmi2StatusKind, fmi2String};
use crate::slave::{Function, Status};

/// Status of the last step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetStatus(c: fmi2Component, s: fmi2StatusKind, value: *mut fmi2Status) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(c, Function::GetStatus, |slave| {
            let value = single("value", value)?;
            let mut last = Status::Ok;
            let status = slave.get_status(s, &mut last);
            if status == Status::Ok {
                *value = last as fmi2Status;
            }
            Ok(status)
        })
    }
}

/// Time until which the last step succeeded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetRealStatus(c: fmi2Component, s: fmi2StatusKind, value: *mut fmi2Real) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe { guard(c, Function::GetRealStatus, |slave| Ok(slave.get_real_status(s, single("value", value)?))) }
}

/// There is no Integer status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetIntegerStatus(
    c: fmi2Component,
    s: fmi2StatusKind,
    value: *mut fmi2Integer,
) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(c, Function::GetIntegerStatus, |slave| {
            let _ = value;
            Ok(slave.get_integer_status(s))
        })
    }
}

/// Whether the simulation was terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetBooleanStatus(
    c: fmi2Component,
    s: fmi2StatusKind,
    value: *mut fmi2Boolean,
) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(c, Function::GetBooleanStatus, |slave| {
            let value = single("value", value)?;
            let mut terminated = false;
            let status = slave.get_boolean_status(s, &mut terminated);
            if status == Status::Ok {
                *value = fmi2Boolean::from(terminated);
            }
            Ok(status)
        })
    }
}

/// Why a step is pending: never available.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetStringStatus(
    c: fmi2Component,
    s: fmi2StatusKind,
    value: *mut fmi2String,
) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(c, Function::GetStringStatus, |slave| {
            let _ = value;
            Ok(slave.get_string_status(s))
        })
    }
}
