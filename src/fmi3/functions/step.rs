//! Communication steps of Co-Simulation, with intermediate updates.

use crate::ffi::guard::{guard, guard_or, intermediate_update, refuse, within_step};
use crate::ffi::pointer::{Unusable, single};
use crate::ffi::{Handle, IntermediateUpdate};
use crate::fmi3::types::{fmi3Boolean, fmi3Float64, fmi3Instance, fmi3Status};
use crate::instance::{Instance, Operation, Status, StepEnd};

/// Advances by one communication step, or to its first event where event mode is used and early return allowed.
/// `noSetFMUStatePriorToCurrentPoint` is a hint that is not needed.
///
/// Where the importer has given `intermediateUpdate` and named inputs, it is asked for their values at the end of the step
/// before the step is taken, and may ask for an earlier end. After the step it may read what it has named.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3DoStep(
    instance: fmi3Instance,
    currentCommunicationPoint: fmi3Float64,
    communicationStepSize: fmi3Float64,
    noSetFMUStatePriorToCurrentPoint: fmi3Boolean,
    eventHandlingNeeded: *mut fmi3Boolean,
    terminateSimulation: *mut fmi3Boolean,
    earlyReturn: *mut fmi3Boolean,
    lastSuccessfulTime: *mut fmi3Float64,
) -> fmi3Status {
    let _ = noSetFMUStatePriorToCurrentPoint;
    let (point, step) = (currentCommunicationPoint, communicationStepSize);
    let answers = Answers { eventHandlingNeeded, terminateSimulation, earlyReturn, lastSuccessfulTime };
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard_or(
            instance,
            Operation::DoStep,
            Instance::has_step_options,
            |instance| step_with_options(instance, (point, step), answers),
            |instance| answers.plain_step(instance, point, step),
        )
    }
}

/// A step of an importer that uses event mode or has given `intermediateUpdate`.
///
/// # Safety
/// As stated for the module `fmi3`.
#[inline(never)]
unsafe fn step_with_options(instance: Handle, (point, step): (f64, f64), answers: Answers) -> fmi3Status {
    // SAFETY: the same duties.
    unsafe {
        let mut has_intermediate_update = false;
        let status = guard(instance, Operation::DoStep, |instance| {
            has_intermediate_update = instance.has_intermediate_update();
            if has_intermediate_update {
                return Ok(Status::Ok);
            }
            answers.after(|end| instance.do_step_to_event(point, step, end))
        });
        if !has_intermediate_update || status > Status::Warning as i32 {
            return status;
        }
        match intermediate_update(instance) {
            Some(update) => step_with_intermediate_update(instance, &update, (point, step), &answers),
            None => status,
        }
    }
}

/// The answers of a step, each with its place.
struct Places<'a> {
    event: &'a mut fmi3Boolean,
    terminate: &'a mut fmi3Boolean,
    early: &'a mut fmi3Boolean,
    time: &'a mut fmi3Float64,
}

/// Where the importer wants to know how a step ended.
#[derive(Clone, Copy)]
struct Answers {
    eventHandlingNeeded: *mut fmi3Boolean,
    terminateSimulation: *mut fmi3Boolean,
    earlyReturn: *mut fmi3Boolean,
    lastSuccessfulTime: *mut fmi3Float64,
}

impl Answers {
    /// Checks the pointers and takes a step that goes to its end. Nothing has to be done after such a step, and that is reported before
    /// it, also if it fails: pointers that are kept over the step cost instructions.
    ///
    /// # Safety
    /// As for [`Answers::after`].
    #[inline(always)]
    unsafe fn plain_step(&self, instance: &mut Instance, point: f64, step: f64) -> Status {
        let Self { eventHandlingNeeded, terminateSimulation, earlyReturn, lastSuccessfulTime } = *self;
        let is_missing = eventHandlingNeeded.is_null() || terminateSimulation.is_null() || earlyReturn.is_null();
        if is_missing || lastSuccessfulTime.is_null() || !lastSuccessfulTime.is_aligned() {
            // SAFETY: the contract of this function.
            return unsafe { self.refused(instance) };
        }
        // SAFETY: none is null, the last is aligned, bytes always are; the values are there by the contract of this function.
        let (event, terminate, early, time) = unsafe {
            (&mut *eventHandlingNeeded, &mut *terminateSimulation, &mut *earlyReturn, &mut *lastSuccessfulTime)
        };
        (*event, *terminate, *early) = (0, 0, 0);
        instance.do_step_to_end(point, step, time)
    }

    /// Says which pointer cannot be used, and why.
    ///
    /// # Safety
    /// As for [`Answers::after`].
    #[cold]
    #[inline(never)]
    unsafe fn refused(self, instance: &mut Instance) -> Status {
        // SAFETY: the contract of this function.
        match unsafe { self.places() } {
            Ok(_) => Status::Error,
            Err(unusable) => refuse(instance, Operation::DoStep, unusable),
        }
    }

    /// Checks the pointers, takes the step, and answers if it was taken.
    ///
    /// # Safety
    /// The values are there, and nobody else uses them during the call.
    unsafe fn after(&self, step: impl FnOnce(&mut StepEnd) -> Status) -> Result<Status, Unusable> {
        // SAFETY: the contract of this function.
        let places = unsafe { self.places() }?;
        let mut end = StepEnd::default();
        let status = step(&mut end);
        if status <= Status::Warning {
            (*places.event, *places.terminate, *places.early) = (u8::from(end.event), 0, u8::from(end.early));
            *places.time = end.time;
        }
        Ok(status)
    }

    /// # Safety
    /// As for [`Answers::after`].
    #[inline(always)]
    unsafe fn places(&self) -> Result<Places<'_>, Unusable> {
        // SAFETY: the contract of this function.
        unsafe {
            Ok(Places {
                event: single("eventHandlingNeeded", self.eventHandlingNeeded)?,
                terminate: single("terminateSimulation", self.terminateSimulation)?,
                early: single("earlyReturn", self.earlyReturn)?,
                time: single("lastSuccessfulTime", self.lastSuccessfulTime)?,
            })
        }
    }
}

/// A step in which the importer gives inputs and reads outputs. The instance is not in a call while the importer's function
/// runs, because that calls the instance.
///
/// # Safety
/// As stated for the module `fmi3`.
#[inline(never)]
unsafe fn step_with_intermediate_update(
    instance: Handle,
    update: &IntermediateUpdate,
    (point, step): (f64, f64),
    answers: &Answers,
) -> fmi3Status {
    let mut until = None;
    if update.sets {
        // SAFETY: the same duties.
        let begun = unsafe {
            guard(instance, Operation::DoStep, |instance| {
                answers.places()?;
                Ok(instance.begin_step(point, step))
            })
        };
        if begun > Status::Warning as i32 {
            return begun;
        }
        // SAFETY: the same duties.
        until = unsafe {
            within_step(instance, || ask(update, Moment { time: point + step, sets: true, is_finished: false }))
        };
    }
    // SAFETY: the same duties.
    let status = unsafe {
        guard(instance, Operation::DoStep, |instance| {
            answers.after(|end| {
                if update.sets { instance.finish_step(until, end) } else { instance.do_step_to_event(point, step, end) }
            })
        })
    };
    if status <= Status::Warning as i32 {
        // SAFETY: the step was taken, so that the pointers were checked; the same duties otherwise.
        unsafe {
            let shown = guard(instance, Operation::DoStep, |instance| {
                instance.show_outputs();
                Ok(Status::Ok)
            });
            if shown > Status::Warning as i32 {
                return shown;
            }
            within_step(instance, || {
                ask(update, Moment { time: *answers.lastSuccessfulTime, sets: false, is_finished: true });
            });
            let ended = guard(instance, Operation::DoStep, |instance| {
                instance.end_showing_outputs();
                Ok(Status::Ok)
            });
            return status.max(ended);
        }
    }
    status
}

/// What an intermediate update reports to the importer.
struct Moment {
    time: f64,
    sets: bool,
    is_finished: bool,
}

/// Calls the importer's function; gives when the step is to end, if the importer wants that.
///
/// # Safety
/// As stated for the module `fmi3`.
unsafe fn ask(update: &IntermediateUpdate, moment: Moment) -> Option<f64> {
    let (mut is_requested, mut time) = (0, moment.time);
    let can_return = u8::from(update.may_return_early && !moment.is_finished);
    let Moment { time: now, sets, is_finished } = moment;
    // SAFETY: the importer's function with the arguments that the standard prescribes.
    unsafe {
        (update.function)(
            update.environment,
            now,
            u8::from(sets),
            u8::from(!sets),
            u8::from(is_finished),
            can_return,
            &raw mut is_requested,
            &raw mut time,
        );
    }
    (is_requested != 0 && can_return != 0).then_some(time)
}

/// From event mode to step mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterStepMode(instance: fmi3Instance) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(instance, Operation::EnterStepMode, |instance| Ok(instance.enter_step_mode())) }
}
