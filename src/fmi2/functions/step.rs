//! Communication steps of Co-Simulation.

use crate::ffi::guard::guard;
use crate::fmi2::types::{fmi2Boolean, fmi2Component, fmi2Real, fmi2Status};
use crate::instance::Operation;

/// Advances by one communication step. `noSetFMUStatePriorToCurrentPoint` is a hint that is not needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2DoStep(
    c: fmi2Component,
    currentCommunicationPoint: fmi2Real,
    communicationStepSize: fmi2Real,
    noSetFMUStatePriorToCurrentPoint: fmi2Boolean,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::DoStep, |instance| {
            let _ = noSetFMUStatePriorToCurrentPoint;
            Ok(instance.do_step(currentCommunicationPoint, communicationStepSize))
        })
    }
}

/// There is never a step in progress: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2CancelStep(c: fmi2Component) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(c, Operation::CancelStep, |instance| Ok(instance.cancel_step())) }
}
