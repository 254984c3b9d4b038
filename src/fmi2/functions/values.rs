//! Reading and writing variables.

use crate::fmi2::guard::guard;
use crate::fmi2::pointer::{input, output};
use crate::fmi2::types::{
    fmi2Boolean, fmi2Component, fmi2Integer, fmi2Real, fmi2Status, fmi2String, fmi2ValueReference,
};
use crate::slave::Function;
use libc::size_t;

/// Reads Real variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetReal(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: size_t,
    value: *mut fmi2Real,
) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(c, Function::GetReal, |slave| Ok(slave.get_real(input("vr", vr, nvr)?, output("value", value, nvr)?)))
    }
}

/// Reads Integer variables, Enumerations too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetInteger(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: size_t,
    value: *mut fmi2Integer,
) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(c, Function::GetInteger, |slave| {
            Ok(slave.get_integer(input("vr", vr, nvr)?, output("value", value, nvr)?))
        })
    }
}

/// There are no Boolean variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetBoolean(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: size_t,
    value: *mut fmi2Boolean,
) -> fmi2Status {
    let _ = value;
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access_absent_type(c, Function::GetBoolean, vr, nvr) }
}

/// There are no String variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetString(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: size_t,
    value: *mut fmi2String,
) -> fmi2Status {
    let _ = value;
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access_absent_type(c, Function::GetString, vr, nvr) }
}

/// Sets Real variables, all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetReal(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: size_t,
    value: *const fmi2Real,
) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(c, Function::SetReal, |slave| Ok(slave.set_real(input("vr", vr, nvr)?, input("value", value, nvr)?)))
    }
}

/// Sets Integer variables, Enumerations too, all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetInteger(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: size_t,
    value: *const fmi2Integer,
) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(
            c,
            Function::SetInteger,
            |slave| Ok(slave.set_integer(input("vr", vr, nvr)?, input("value", value, nvr)?)),
        )
    }
}

/// There are no Boolean variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetBoolean(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: size_t,
    value: *const fmi2Boolean,
) -> fmi2Status {
    let _ = value;
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access_absent_type(c, Function::SetBoolean, vr, nvr) }
}

/// There are no String variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetString(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: size_t,
    value: *const fmi2String,
) -> fmi2Status {
    let _ = value;
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access_absent_type(c, Function::SetString, vr, nvr) }
}

/// # Safety
/// As said for the module `fmi2`.
#[inline(never)]
unsafe fn access_absent_type(
    c: fmi2Component,
    function: Function,
    vr: *const fmi2ValueReference,
    nvr: size_t,
) -> fmi2Status {
    // SAFETY: the same duties.
    unsafe { guard(c, function, |slave| Ok(slave.access_absent_type(function, input("vr", vr, nvr)?))) }
}
