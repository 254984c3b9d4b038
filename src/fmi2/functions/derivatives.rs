//! Directional derivatives, and time derivatives of inputs and outputs.

use crate::ffi::guard::guard;
use crate::ffi::pointer::{input, output};
use crate::fmi2::types::{fmi2Component, fmi2Integer, fmi2Real, fmi2Status, fmi2ValueReference};
use crate::instance::Operation;

/// Change of unknowns along a direction of knowns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetDirectionalDerivative(
    c: fmi2Component,
    vUnknown_ref: *const fmi2ValueReference,
    nUnknown: usize,
    vKnown_ref: *const fmi2ValueReference,
    nKnown: usize,
    dvKnown: *const fmi2Real,
    dvUnknown: *mut fmi2Real,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::GetDirectionalDerivative, |instance| {
            let unknowns = input("vUnknown_ref", vUnknown_ref, nUnknown)?;
            let knowns = input("vKnown_ref", vKnown_ref, nKnown)?;
            let seed = input("dvKnown", dvKnown, nKnown)?;
            let changes = output("dvUnknown", dvUnknown, nUnknown)?;
            Ok(instance.get_directional_derivative(unknowns, knowns, seed, changes))
        })
    }
}

/// Time derivatives of inputs at the start of the next step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetRealInputDerivatives(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    order: *const fmi2Integer,
    value: *const fmi2Real,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::SetInputDerivatives, |instance| {
            let references = input("vr", vr, nvr)?;
            let (orders, values) = (input("order", order, nvr)?, input("value", value, nvr)?);
            Ok(instance.set_input_derivatives(references, orders, values))
        })
    }
}

/// Time derivatives of outputs at the end of the last step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetRealOutputDerivatives(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    order: *const fmi2Integer,
    value: *mut fmi2Real,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::GetOutputDerivatives, |instance| {
            let references = input("vr", vr, nvr)?;
            let (orders, values) = (input("order", order, nvr)?, output("value", value, nvr)?);
            Ok(instance.get_output_derivatives(references, orders, values))
        })
    }
}
