//! Reading and writing variables.

use crate::ffi::guard::guard;
use crate::ffi::pointer::{input, output};
use crate::fmi2::types::{
    fmi2Boolean, fmi2Component, fmi2Integer, fmi2Real, fmi2Status, fmi2String, fmi2ValueReference,
};
use crate::instance::Operation;

/// Reads Real variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetReal(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Real,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::GetReal, |instance| {
            Ok(instance.get_real(input("vr", vr, nvr)?, output("value", value, nvr)?))
        })
    }
}

/// Reads Integer variables, Enumerations too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetInteger(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Integer,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::GetInteger, |instance| {
            Ok(instance.get_integer(input("vr", vr, nvr)?, output("value", value, nvr)?))
        })
    }
}

/// There are no Boolean variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetBoolean(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Boolean,
) -> fmi2Status {
    let _ = value;
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { access_absent_type(c, Operation::GetBoolean, "Boolean", vr, nvr) }
}

/// There are no String variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetString(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2String,
) -> fmi2Status {
    let _ = value;
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { access_absent_type(c, Operation::GetString, "String", vr, nvr) }
}

/// Sets Real variables, all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetReal(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Real,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::SetReal, |instance| {
            Ok(instance.set_real(input("vr", vr, nvr)?, input("value", value, nvr)?))
        })
    }
}

/// Sets Integer variables, Enumerations too, all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetInteger(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Integer,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::SetInteger, |instance| {
            Ok(instance.set_integer(input("vr", vr, nvr)?, input("value", value, nvr)?))
        })
    }
}

/// There are no Boolean variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetBoolean(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Boolean,
) -> fmi2Status {
    let _ = value;
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { access_absent_type(c, Operation::SetBoolean, "Boolean", vr, nvr) }
}

/// There are no String variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetString(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2String,
) -> fmi2Status {
    let _ = value;
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { access_absent_type(c, Operation::SetString, "String", vr, nvr) }
}

/// # Safety
/// As stated for the module `fmi2`.
#[inline(never)]
unsafe fn access_absent_type(
    c: fmi2Component,
    operation: Operation,
    wanted: &str,
    vr: *const fmi2ValueReference,
    nvr: usize,
) -> fmi2Status {
    // SAFETY: the same duties.
    unsafe { guard(c, operation, |instance| Ok(instance.access_absent_type(operation, wanted, input("vr", vr, nvr)?))) }
}
