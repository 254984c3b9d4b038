//! Event mode, and Model Exchange.

use crate::ffi::guard::guard;
use crate::ffi::pointer::{input, output, single};
use crate::fmi3::types::{fmi3Boolean, fmi3Float64, fmi3Instance, fmi3Status};
use crate::instance::{Discretes, Operation, Status};

/// To event mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterEventMode(instance: fmi3Instance) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(instance, Operation::EnterEventMode, |instance| Ok(instance.enter_event_mode())) }
}

/// Nothing is to be evaluated beforehand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EvaluateDiscreteStates(instance: fmi3Instance) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(instance, Operation::EvaluateDiscreteStates, |instance| Ok(instance.evaluate_discrete_states())) }
}

/// Decides the regimes at the present state; once more is needed only where clocks tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3UpdateDiscreteStates(
    instance: fmi3Instance,
    discreteStatesNeedUpdate: *mut fmi3Boolean,
    terminateSimulation: *mut fmi3Boolean,
    nominalsOfContinuousStatesChanged: *mut fmi3Boolean,
    valuesOfContinuousStatesChanged: *mut fmi3Boolean,
    nextEventTimeDefined: *mut fmi3Boolean,
    nextEventTime: *mut fmi3Float64,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::UpdateDiscreteStates, |instance| {
            let again = single("discreteStatesNeedUpdate", discreteStatesNeedUpdate)?;
            let terminate = single("terminateSimulation", terminateSimulation)?;
            let nominals = single("nominalsOfContinuousStatesChanged", nominalsOfContinuousStatesChanged)?;
            let values = single("valuesOfContinuousStatesChanged", valuesOfContinuousStatesChanged)?;
            let is_defined = single("nextEventTimeDefined", nextEventTimeDefined)?;
            let time = single("nextEventTime", nextEventTime)?;
            let mut discretes = Discretes::default();
            let status = instance.update_discrete_states(&mut discretes);
            if status <= Status::Warning {
                (*again, *terminate, *nominals) = (u8::from(discretes.clocks_ticked), 0, 0);
                *values = u8::from(discretes.states_changed);
                *is_defined = u8::from(discretes.next_event_time.is_some());
                *time = discretes.next_event_time.unwrap_or(0.0);
            }
            Ok(status)
        })
    }
}

/// From event to continuous-time mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterContinuousTimeMode(instance: fmi3Instance) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(instance, Operation::EnterContinuousTimeMode, |instance| Ok(instance.enter_continuous_time_mode())) }
}

/// Looks whether the importer's integrator ran through an event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3CompletedIntegratorStep(
    instance: fmi3Instance,
    noSetFMUStatePriorToCurrentPoint: fmi3Boolean,
    enterEventMode: *mut fmi3Boolean,
    terminateSimulation: *mut fmi3Boolean,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::CompletedIntegratorStep, |instance| {
            let _ = noSetFMUStatePriorToCurrentPoint;
            let event = single("enterEventMode", enterEventMode)?;
            let terminate = single("terminateSimulation", terminateSimulation)?;
            let mut is_due = false;
            let status = instance.completed_integrator_step(&mut is_due);
            (*event, *terminate) = (u8::from(is_due), 0);
            Ok(status)
        })
    }
}

/// Sets the time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetTime(instance: fmi3Instance, time: fmi3Float64) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(instance, Operation::SetTime, |instance| Ok(instance.set_time(time))) }
}

/// Sets the continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetContinuousStates(
    instance: fmi3Instance,
    continuousStates: *const fmi3Float64,
    nContinuousStates: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::SetContinuousStates, |instance| {
            Ok(instance.set_continuous_states(input("continuousStates", continuousStates, nContinuousStates)?))
        })
    }
}

/// Derivatives of the continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetContinuousStateDerivatives(
    instance: fmi3Instance,
    derivatives: *mut fmi3Float64,
    nContinuousStates: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetDerivatives, |instance| {
            Ok(instance.get_derivatives(output("derivatives", derivatives, nContinuousStates)?))
        })
    }
}

/// Event indicators.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetEventIndicators(
    instance: fmi3Instance,
    eventIndicators: *mut fmi3Float64,
    nEventIndicators: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetEventIndicators, |instance| {
            Ok(instance.get_event_indicators(output("eventIndicators", eventIndicators, nEventIndicators)?))
        })
    }
}

/// The continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetContinuousStates(
    instance: fmi3Instance,
    continuousStates: *mut fmi3Float64,
    nContinuousStates: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetContinuousStates, |instance| {
            Ok(instance.get_continuous_states(output("continuousStates", continuousStates, nContinuousStates)?))
        })
    }
}

/// Nominal values of the continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNominalsOfContinuousStates(
    instance: fmi3Instance,
    nominals: *mut fmi3Float64,
    nContinuousStates: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetNominals, |instance| {
            Ok(instance.get_nominals(output("nominals", nominals, nContinuousStates)?))
        })
    }
}

/// Number of event indicators.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNumberOfEventIndicators(
    instance: fmi3Instance,
    nEventIndicators: *mut usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetCount, |instance| {
            let count = single("nEventIndicators", nEventIndicators)?;
            Ok(instance.get_count(|interface| interface.event_indicators, count))
        })
    }
}

/// Number of continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNumberOfContinuousStates(
    instance: fmi3Instance,
    nContinuousStates: *mut usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetCount, |instance| {
            let count = single("nContinuousStates", nContinuousStates)?;
            Ok(instance.get_count(|interface| interface.states.len(), count))
        })
    }
}
