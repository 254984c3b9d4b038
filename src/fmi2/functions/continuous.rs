//! Model Exchange.

use crate::ffi::guard::guard;
use crate::ffi::pointer::{input, output, single};
use crate::fmi2::types::{fmi2Boolean, fmi2Component, fmi2EventInfo, fmi2Real, fmi2Status};
use crate::instance::{Discretes, Operation, Status};

/// From continuous-time to event mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2EnterEventMode(c: fmi2Component) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(c, Operation::EnterEventMode, |instance| Ok(instance.enter_event_mode())) }
}

/// Decides the regimes at the present state; one call is enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2NewDiscreteStates(c: fmi2Component, fmi2eventInfo: *mut fmi2EventInfo) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::UpdateDiscreteStates, |instance| {
            let info = single("fmi2eventInfo", fmi2eventInfo)?;
            let mut discretes = Discretes::default();
            let status = instance.update_discrete_states(&mut discretes);
            if status <= Status::Warning {
                *info = event_info(&discretes);
            }
            Ok(status)
        })
    }
}

fn event_info(discretes: &Discretes) -> fmi2EventInfo {
    fmi2EventInfo {
        newDiscreteStatesNeeded: 0,
        terminateSimulation: 0,
        nominalsOfContinuousStatesChanged: 0,
        valuesOfContinuousStatesChanged: fmi2Boolean::from(discretes.states_changed),
        nextEventTimeDefined: fmi2Boolean::from(discretes.next_event_time.is_some()),
        nextEventTime: discretes.next_event_time.unwrap_or(0.0),
    }
}

/// From event to continuous-time mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2EnterContinuousTimeMode(c: fmi2Component) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(c, Operation::EnterContinuousTimeMode, |instance| Ok(instance.enter_continuous_time_mode())) }
}

/// Looks whether the importer's integrator ran through an event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2CompletedIntegratorStep(
    c: fmi2Component,
    noSetFMUStatePriorToCurrentPoint: fmi2Boolean,
    enterEventMode: *mut fmi2Boolean,
    terminateSimulation: *mut fmi2Boolean,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::CompletedIntegratorStep, |instance| {
            let _ = noSetFMUStatePriorToCurrentPoint;
            let event = single("enterEventMode", enterEventMode)?;
            let terminate = single("terminateSimulation", terminateSimulation)?;
            let mut is_due = false;
            let status = instance.completed_integrator_step(&mut is_due);
            (*event, *terminate) = (fmi2Boolean::from(is_due), 0);
            Ok(status)
        })
    }
}

/// Sets the time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetTime(c: fmi2Component, time: fmi2Real) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(c, Operation::SetTime, |instance| Ok(instance.set_time(time))) }
}

/// Sets the continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetContinuousStates(c: fmi2Component, x: *const fmi2Real, nx: usize) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::SetContinuousStates, |instance| Ok(instance.set_continuous_states(input("x", x, nx)?)))
    }
}

/// Derivatives of the continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetDerivatives(c: fmi2Component, derivatives: *mut fmi2Real, nx: usize) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::GetDerivatives, |instance| {
            Ok(instance.get_derivatives(output("derivatives", derivatives, nx)?))
        })
    }
}

/// Event indicators.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetEventIndicators(
    c: fmi2Component,
    eventIndicators: *mut fmi2Real,
    ni: usize,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::GetEventIndicators, |instance| {
            Ok(instance.get_event_indicators(output("eventIndicators", eventIndicators, ni)?))
        })
    }
}

/// The continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetContinuousStates(c: fmi2Component, x: *mut fmi2Real, nx: usize) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::GetContinuousStates, |instance| Ok(instance.get_continuous_states(output("x", x, nx)?)))
    }
}

/// Nominal values of the continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetNominalsOfContinuousStates(
    c: fmi2Component,
    x_nominal: *mut fmi2Real,
    nx: usize,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::GetNominals, |instance| Ok(instance.get_nominals(output("x_nominal", x_nominal, nx)?)))
    }
}
