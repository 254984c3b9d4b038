//! All functions of FMI 3.0 that act on an instance, in an order in which they are legal.

use super::host::Host;
use actuator_fmu::fmi3::*;
use std::ptr::{null, null_mut};
use test_support::importer::{ERROR, OK};

/// A call with the name of its row in the call table, and what it answers.
pub struct Call {
    pub name: &'static str,
    pub function: fn(&Host) -> fmi3Status,
    pub status: fmi3Status,
}

const fn call(name: &'static str, function: fn(&Host) -> fmi3Status) -> Call {
    Call { name, function, status: OK }
}

/// Of what these FMUs do not have.
const fn refused(name: &'static str, function: fn(&Host) -> fmi3Status) -> Call {
    Call { name, function, status: ERROR }
}

pub const CO_SIMULATION: &[Call] = &[
    call("fmi3SetDebugLogging", |h| unsafe { fmi3SetDebugLogging(h.handle.get(), 1, 1, &c"logAll".as_ptr()) }),
    call("fmi3SetFloat64", |h| h.set("inertia", 0.5)),
    call("fmi3SetFloat64", set_table),
    call("fmi3SetInt32", |h| unsafe { fmi3SetInt32(h.handle.get(), &h.reference("friction.law_number"), 1, &0, 1) }),
    call("fmi3SetInt64", |h| unsafe { fmi3SetInt64(h.handle.get(), &h.reference("friction.law"), 1, &1, 1) }),
    call("fmi3EnterInitializationMode", |h| unsafe {
        fmi3EnterInitializationMode(h.handle.get(), 1, 1e-6, 0.0, 1, 9.0)
    }),
    call("fmi3GetDirectionalDerivative", |h| directional_derivative(h, "viscous_coefficient")),
    call("fmi3GetAdjointDerivative", |h| adjoint_derivative(h, "viscous_coefficient")),
    call("fmi3ExitInitializationMode", |h| unsafe { fmi3ExitInitializationMode(h.handle.get()) }),
    call("fmi3EvaluateDiscreteStates", |h| unsafe { fmi3EvaluateDiscreteStates(h.handle.get()) }),
    call("fmi3UpdateDiscreteStates", update_discrete_states),
    call("fmi3GetClock", |h| unsafe { fmi3GetClock(h.handle.get(), [8193, 8195].as_ptr(), 2, [9; 2].as_mut_ptr()) }),
    call("fmi3SetClock", |h| unsafe { fmi3SetClock(h.handle.get(), null(), 0, null()) }),
    refused("fmi3SetClock", |h| unsafe { fmi3SetClock(h.handle.get(), &8193, 1, &1) }),
    call("fmi3EnterStepMode", |h| unsafe { fmi3EnterStepMode(h.handle.get()) }),
    call("fmi3GetFMUState", get_state),
    call("fmi3DoStep", |h| h.step(0.0, 1e-3)),
    call("fmi3SetFloat64", |h| h.set("friction.static_ratio", 1.25)),
    call("fmi3GetFloat64", get_table_and_time),
    call("fmi3GetInt32", |h| unsafe { fmi3GetInt32(h.handle.get(), &h.reference("event_count"), 1, &mut 0, 1) }),
    call("fmi3GetInt64", |h| unsafe { fmi3GetInt64(h.handle.get(), &h.reference("friction.law"), 1, &mut 0, 1) }),
    call("fmi3GetBoolean", |h| unsafe { fmi3GetBoolean(h.handle.get(), null(), 0, null_mut(), 0) }),
    call("fmi3GetString", |h| unsafe { fmi3GetString(h.handle.get(), null(), 0, null_mut(), 0) }),
    call("fmi3SetBoolean", |h| unsafe { fmi3SetBoolean(h.handle.get(), null(), 0, null(), 0) }),
    call("fmi3SetString", |h| unsafe { fmi3SetString(h.handle.get(), null(), 0, null(), 0) }),
    call("fmi3Get{VariableType}", |h| unsafe { fmi3GetUInt16(h.handle.get(), null(), 0, null_mut(), 0) }),
    call("fmi3Set{VariableType}", |h| unsafe { fmi3SetBinary(h.handle.get(), null(), 0, null(), null(), 0) }),
    call("fmi3GetOutputDerivatives", |h| unsafe {
        fmi3GetOutputDerivatives(h.handle.get(), &h.reference("position"), 1, &1, &mut 0.0, 1)
    }),
    call("fmi3GetDirectionalDerivative", |h| directional_derivative(h, "velocity")),
    call("fmi3GetAdjointDerivative", |h| adjoint_derivative(h, "velocity")),
    call("fmi3SerializedFMUStateSize", |h| unsafe {
        fmi3SerializedFMUStateSize(h.handle.get(), h.saved.get(), h.size.as_ptr())
    }),
    call("fmi3SerializeFMUState", |h| unsafe {
        fmi3SerializeFMUState(h.handle.get(), h.saved.get(), h.bytes.borrow_mut().as_mut_ptr(), h.size.get())
    }),
    call("fmi3DeserializeFMUState", |h| unsafe {
        fmi3DeserializeFMUState(h.handle.get(), h.bytes.borrow().as_ptr(), h.size.get(), h.copy.as_ptr())
    }),
    call("fmi3SetFMUState", |h| unsafe { fmi3SetFMUState(h.handle.get(), h.copy.get()) }),
    call("fmi3FreeFMUState", |h| unsafe { fmi3FreeFMUState(h.handle.get(), h.copy.as_ptr()) }),
    call("fmi3FreeFMUState", |h| unsafe { fmi3FreeFMUState(h.handle.get(), h.saved.as_ptr()) }),
    call("fmi3EnterEventMode", |h| unsafe { fmi3EnterEventMode(h.handle.get()) }),
    refused("fmi3{Get,Set}{Interval,Shift}", |h| unsafe {
        fmi3GetIntervalDecimal(h.handle.get(), &8193, 1, &mut 0.0, &mut 0)
    }),
    refused("fmi3GetVariableDependencies", |h| unsafe {
        fmi3GetNumberOfVariableDependencies(h.handle.get(), 0, &mut 0)
    }),
    refused("fmi3EnterConfigurationMode", |h| unsafe { fmi3EnterConfigurationMode(h.handle.get()) }),
    refused("fmi3ExitConfigurationMode", |h| unsafe { fmi3ExitConfigurationMode(h.handle.get()) }),
    refused("fmi3ActivateModelPartition", |h| unsafe { fmi3ActivateModelPartition(h.handle.get(), 8193, 0.0) }),
    refused("fmi3GetFloat64", |h| unsafe { fmi3GetFloat64(h.handle.get(), &999, 1, &mut 0.0, 1) }),
    refused("fmi3DoStep", |h| h.step(7.0, 1.0)),
    call("fmi3Terminate", |h| unsafe { fmi3Terminate(h.handle.get()) }),
    call("fmi3Reset", |h| unsafe { fmi3Reset(h.handle.get()) }),
];

pub const MODEL_EXCHANGE: &[Call] = &[
    call("fmi3GetNumberOf…", |h| unsafe { fmi3GetNumberOfEventIndicators(h.handle.get(), &mut 0) }),
    call("fmi3EnterInitializationMode", |h| unsafe {
        fmi3EnterInitializationMode(h.handle.get(), 0, 0.0, 0.0, 0, 0.0)
    }),
    call("fmi3ExitInitializationMode", |h| unsafe { fmi3ExitInitializationMode(h.handle.get()) }),
    call("fmi3UpdateDiscreteStates", update_discrete_states),
    call("fmi3EnterContinuousTimeMode", |h| unsafe { fmi3EnterContinuousTimeMode(h.handle.get()) }),
    call("fmi3GetNominalsOfContinuousStates", |h| with_states(h, fmi3GetNominalsOfContinuousStates)),
    call("fmi3GetContinuousStates", |h| with_states(h, fmi3GetContinuousStates)),
    call("fmi3SetTime", |h| unsafe { fmi3SetTime(h.handle.get(), 0.5) }),
    call("fmi3SetContinuousStates", |h| unsafe {
        fmi3SetContinuousStates(h.handle.get(), [0.0; 16].as_ptr(), h.interface.states.len())
    }),
    call("fmi3GetContinuousStateDerivatives", |h| with_states(h, fmi3GetContinuousStateDerivatives)),
    call("fmi3GetEventIndicators", |h| unsafe {
        fmi3GetEventIndicators(h.handle.get(), [0.0; 16].as_mut_ptr(), h.interface.event_indicators)
    }),
    call("fmi3GetFloat64", |h| unsafe { fmi3GetFloat64(h.handle.get(), &12_288, 1, &mut 0.0, 1) }),
    call("fmi3CompletedIntegratorStep", |h| unsafe { fmi3CompletedIntegratorStep(h.handle.get(), 1, &mut 0, &mut 0) }),
    call("fmi3EnterEventMode", |h| unsafe { fmi3EnterEventMode(h.handle.get()) }),
    call("fmi3Terminate", |h| unsafe { fmi3Terminate(h.handle.get()) }),
];

/// Both lifetimes, and whether they are of Co-Simulation.
pub const LIFETIMES: [(bool, &[Call]); 2] = [(true, CO_SIMULATION), (false, MODEL_EXCHANGE)];

/// Number of elements of the tables.
fn table_size(host: &Host) -> usize {
    let names = host.interface.reals.iter().map(|variable| variable.name);
    names.filter(|name| name.starts_with("friction.table.velocity[")).count()
}

fn set_table(host: &Host) -> fmi3Status {
    let mut velocities = [0.0; 64];
    (0..).zip(&mut velocities).for_each(|(index, velocity)| *velocity = f64::from(index));
    let reference = host.reference("friction.table.velocity[1]");
    unsafe { fmi3SetFloat64(host.handle.get(), &reference, 1, velocities.as_ptr(), table_size(host)) }
}

fn get_table_and_time(host: &Host) -> fmi3Status {
    let references = [8192, host.reference("friction.table.velocity[1]")];
    unsafe { fmi3GetFloat64(host.handle.get(), references.as_ptr(), 2, [0.0; 65].as_mut_ptr(), 1 + table_size(host)) }
}

fn get_state(host: &Host) -> fmi3Status {
    unsafe { fmi3GetFMUState(host.handle.get(), host.saved.as_ptr()) }
}

fn directional_derivative(host: &Host, known: &str) -> fmi3Status {
    let (unknown, known) = (host.reference("acceleration"), host.reference(known));
    unsafe { fmi3GetDirectionalDerivative(host.handle.get(), &unknown, 1, &known, 1, &1.0, 1, &mut 0.0, 1) }
}

fn adjoint_derivative(host: &Host, known: &str) -> fmi3Status {
    let (unknown, known) = (host.reference("acceleration"), host.reference(known));
    unsafe { fmi3GetAdjointDerivative(host.handle.get(), &unknown, 1, &known, 1, &1.0, 1, &mut 0.0, 1) }
}

fn update_discrete_states(host: &Host) -> fmi3Status {
    let ([mut again, mut terminate, mut nominals, mut values, mut defined], mut next) = ([9; 5], 0.0);
    let handle = host.handle.get();
    unsafe {
        fmi3UpdateDiscreteStates(
            handle,
            &mut again,
            &mut terminate,
            &mut nominals,
            &mut values,
            &mut defined,
            &mut next,
        )
    }
}

fn with_states(host: &Host, function: unsafe extern "C" fn(fmi3Instance, *mut f64, usize) -> fmi3Status) -> fmi3Status {
    unsafe { function(host.handle.get(), [0.0; 16].as_mut_ptr(), host.interface.states.len()) }
}

/// Goes on from a call; which one answered otherwise than it should, and how.
pub fn go_on(host: &Host, lifetime: &[Call], from: usize) -> Option<(usize, fmi3Status)> {
    let mut rest = (from..).zip(&lifetime[from..]).map(|(number, call)| (number, (call.function)(host), call.status));
    rest.find(|(_, status, wanted)| status != wanted).map(|(number, status, _)| (number, status))
}
