//! Questions about the last communication step, each function for one type.

use crate::ffi::guard::guard;
use crate::ffi::pointer::{Unusable, single};
use crate::fmi2::types::{fmi2Boolean, fmi2Component, fmi2Integer, fmi2Real, fmi2Status, fmi2StatusKind, fmi2String};
use crate::instance::memory::text;
use crate::instance::{Instance, LastStep, Operation, Outcome, Refusal, Status};

/// Numbers of `fmi2StatusKind`.
const DO_STEP_STATUS: fmi2StatusKind = 0;
const LAST_SUCCESSFUL_TIME: fmi2StatusKind = 2;
const TERMINATED: fmi2StatusKind = 3;

/// Writes the answer where the function answers this kind of question.
fn answer<T>(
    instance: &mut Instance,
    operation: Operation,
    kind: fmi2StatusKind,
    value: &mut T,
    of: impl FnOnce(&LastStep) -> Option<T>,
) -> Status {
    instance.inquire(operation, |last| {
        *value = of(last).ok_or_else(|| no_answer(kind))?;
        Ok(())
    })
}

/// For the types of which there is no answer.
fn no_answer_at_all(instance: &mut Instance, operation: Operation, kind: fmi2StatusKind) -> Result<Status, Unusable> {
    Ok(instance.inquire(operation, |_| Outcome::Err(no_answer(kind))))
}

#[cold]
#[inline(never)]
fn no_answer(kind: fmi2StatusKind) -> Refusal {
    match kind {
        DO_STEP_STATUS..=TERMINATED => {
            Refusal::discard(text!("fmi2StatusKind {kind} is not available from this function"))
        }
        _ => Refusal::error(text!("fmi2StatusKind {kind} is unknown; it must be {DO_STEP_STATUS} to {TERMINATED}")),
    }
}

/// Status of the last step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetStatus(c: fmi2Component, s: fmi2StatusKind, value: *mut fmi2Status) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::InquireStatus, |instance| {
            let value = single("value", value)?;
            let of = |last: &LastStep| (s == DO_STEP_STATUS).then_some(last.status as fmi2Status);
            Ok(answer(instance, Operation::InquireStatus, s, value, of))
        })
    }
}

/// Time until which the last step succeeded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetRealStatus(c: fmi2Component, s: fmi2StatusKind, value: *mut fmi2Real) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::InquireReal, |instance| {
            let value = single("value", value)?;
            let of = |last: &LastStep| (s == LAST_SUCCESSFUL_TIME).then_some(last.successful_time);
            Ok(answer(instance, Operation::InquireReal, s, value, of))
        })
    }
}

/// There is no Integer status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetIntegerStatus(
    c: fmi2Component,
    s: fmi2StatusKind,
    value: *mut fmi2Integer,
) -> fmi2Status {
    let _ = value;
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(c, Operation::InquireInteger, |instance| no_answer_at_all(instance, Operation::InquireInteger, s)) }
}

/// Whether the simulation was terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetBooleanStatus(
    c: fmi2Component,
    s: fmi2StatusKind,
    value: *mut fmi2Boolean,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::InquireBoolean, |instance| {
            let value = single("value", value)?;
            let of = |last: &LastStep| (s == TERMINATED).then_some(fmi2Boolean::from(last.is_terminated));
            Ok(answer(instance, Operation::InquireBoolean, s, value, of))
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
    let _ = value;
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(c, Operation::InquireString, |instance| no_answer_at_all(instance, Operation::InquireString, s)) }
}
