//! Every function of an instance, where it is legal, and some ways in which it is refused.

use crate::host::Host;
use actuator_fmu::fmi2::*;
use std::ptr::{null, null_mut};
use test_support::importer::{CO_SIMULATION, MODEL_EXCHANGE};

/// How far an instance is brought before the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Instantiated,
    Initialization,
    /// At the first communication point, or in event mode.
    Started,
    /// After the first step.
    Stepped,
    ContinuousTime,
}

/// One call with its name and where it is done.
#[derive(Clone, Copy)]
pub struct Call {
    pub name: &'static str,
    pub kind: fmi2Type,
    pub stage: Stage,
    pub function: fn(&Host) -> fmi2Status,
}

const fn call(name: &'static str, kind: fmi2Type, stage: Stage, function: fn(&Host) -> fmi2Status) -> Call {
    Call { name, kind, stage, function }
}

use Stage::{ContinuousTime, Initialization, Instantiated, Started, Stepped};

const CS: fmi2Type = CO_SIMULATION;
const ME: fmi2Type = MODEL_EXCHANGE;

/// All functions that act on an instance, legally called.
pub const LEGAL: &[Call] = &[
    call("fmi2SetDebugLogging", CS, Started, |h| unsafe { fmi2SetDebugLogging(h.handle, 1, 1, &c"logAll".as_ptr()) }),
    call("fmi2SetupExperiment", CS, Instantiated, |h| unsafe { fmi2SetupExperiment(h.handle, 1, 1e-6, 0.0, 1, 9.0) }),
    call("fmi2EnterInitializationMode", CS, Instantiated, |h| unsafe { fmi2EnterInitializationMode(h.handle) }),
    call("fmi2ExitInitializationMode", CS, Initialization, |h| unsafe { fmi2ExitInitializationMode(h.handle) }),
    call("fmi2Terminate", CS, Started, |h| unsafe { fmi2Terminate(h.handle) }),
    call("fmi2Reset", CS, Started, |h| unsafe { fmi2Reset(h.handle) }),
    call("fmi2GetReal", CS, Started, |h| unsafe { fmi2GetReal(h.handle, &h.reference("position"), 1, &mut 0.0) }),
    call("fmi2GetInteger", CS, Started, |h| unsafe {
        fmi2GetInteger(h.handle, &h.reference("friction_regime"), 1, &mut 0)
    }),
    call("fmi2GetBoolean", CS, Started, |h| unsafe { fmi2GetBoolean(h.handle, null(), 0, null_mut()) }),
    call("fmi2GetString", CS, Started, |h| unsafe { fmi2GetString(h.handle, null(), 0, null_mut()) }),
    call("fmi2SetReal", CS, Started, |h| h.set("friction.static_ratio", 1.25)),
    call("fmi2SetInteger", CS, Initialization, |h| unsafe {
        fmi2SetInteger(h.handle, &h.reference("friction.law"), 1, &1)
    }),
    call("fmi2SetBoolean", CS, Started, |h| unsafe { fmi2SetBoolean(h.handle, null(), 0, null()) }),
    call("fmi2SetString", CS, Started, |h| unsafe { fmi2SetString(h.handle, null(), 0, null()) }),
    call("fmi2GetFMUstate", CS, Started, get_state),
    call("fmi2SetFMUstate", CS, Started, |h| unsafe { fmi2SetFMUstate(h.handle, h.saved.get()) }),
    call("fmi2FreeFMUstate", CS, Started, |h| unsafe { fmi2FreeFMUstate(h.handle, h.saved.as_ptr()) }),
    call("fmi2SerializedFMUstateSize", CS, Started, |h| unsafe {
        fmi2SerializedFMUstateSize(h.handle, h.saved.get(), &mut 0)
    }),
    call("fmi2SerializeFMUstate", CS, Started, |h| unsafe {
        fmi2SerializeFMUstate(h.handle, h.saved.get(), [0; 8192].as_mut_ptr(), 8192)
    }),
    call("fmi2DeSerializeFMUstate", CS, Started, deserialize),
    call("fmi2GetDirectionalDerivative", CS, Started, |h| directional_derivative(h, "velocity")),
    call("fmi2GetDirectionalDerivative", CS, Initialization, |h| directional_derivative(h, "viscous_coefficient")),
    call("fmi2SetRealInputDerivatives", CS, Started, |h| unsafe {
        fmi2SetRealInputDerivatives(h.handle, &h.interface.inputs[0], 1, &1, &0.5)
    }),
    call("fmi2GetRealOutputDerivatives", CS, Started, |h| unsafe {
        fmi2GetRealOutputDerivatives(h.handle, &h.reference("position"), 1, &1, &mut 0.0)
    }),
    call("fmi2DoStep", CS, Started, |h| h.step(0.0, 1e-3)),
    call("fmi2GetStatus", CS, Started, |h| unsafe { fmi2GetStatus(h.handle, 0, &mut 0) }),
    call("fmi2GetRealStatus", CS, Started, |h| unsafe { fmi2GetRealStatus(h.handle, 2, &mut 0.0) }),
    call("fmi2GetBooleanStatus", CS, Started, |h| unsafe { fmi2GetBooleanStatus(h.handle, 3, &mut 0) }),
    call("fmi2EnterEventMode", ME, ContinuousTime, |h| unsafe { fmi2EnterEventMode(h.handle) }),
    call("fmi2NewDiscreteStates", ME, Started, |h| unsafe { fmi2NewDiscreteStates(h.handle, &mut std::mem::zeroed()) }),
    call("fmi2EnterContinuousTimeMode", ME, Started, |h| unsafe { fmi2EnterContinuousTimeMode(h.handle) }),
    call("fmi2CompletedIntegratorStep", ME, ContinuousTime, |h| unsafe {
        fmi2CompletedIntegratorStep(h.handle, 1, &mut 0, &mut 0)
    }),
    call("fmi2SetTime", ME, ContinuousTime, |h| unsafe { fmi2SetTime(h.handle, 0.5) }),
    call("fmi2SetContinuousStates", ME, ContinuousTime, |h| {
        with_states(h, |h, states, n| unsafe { fmi2SetContinuousStates(h, states, n) })
    }),
    call("fmi2GetDerivatives", ME, ContinuousTime, |h| {
        with_states(h, |h, states, n| unsafe { fmi2GetDerivatives(h, states, n) })
    }),
    call("fmi2GetEventIndicators", ME, ContinuousTime, event_indicators),
    call("fmi2GetContinuousStates", ME, ContinuousTime, |h| {
        with_states(h, |h, states, n| unsafe { fmi2GetContinuousStates(h, states, n) })
    }),
    call("fmi2GetNominalsOfContinuousStates", ME, ContinuousTime, |h| {
        with_states(h, |h, states, n| unsafe { fmi2GetNominalsOfContinuousStates(h, states, n) })
    }),
];

/// Calls that end with a message: not OK, or tolerated.
pub const TOLD: &[Call] = &[
    call("fmi2CancelStep", CS, Started, |h| unsafe { fmi2CancelStep(h.handle) }),
    call("fmi2GetIntegerStatus", CS, Started, |h| unsafe { fmi2GetIntegerStatus(h.handle, 0, &mut 0) }),
    call("fmi2GetStringStatus", CS, Started, |h| unsafe { fmi2GetStringStatus(h.handle, 1, &mut null()) }),
    call("fmi2SetDebugLogging", CS, Started, |h| unsafe { fmi2SetDebugLogging(h.handle, 1, 1, &c"logNone".as_ptr()) }),
    call("fmi2SetupExperiment", CS, Instantiated, |h| unsafe { fmi2SetupExperiment(h.handle, 0, 0.0, 9.0, 1, 1.0) }),
    call("fmi2GetReal", CS, Started, |h| unsafe { fmi2GetReal(h.handle, &999, 1, &mut 0.0) }),
    call("fmi2GetReal", CS, Started, |h| unsafe { fmi2GetReal(h.handle, null(), 1, &mut 0.0) }),
    call("fmi2SetupExperiment", CS, Instantiated, |h| unsafe { fmi2SetupExperiment(h.handle, 1, 0.0, 9.0, 0, 0.0) }),
    call("fmi2GetReal", CS, Instantiated, |h| unsafe { fmi2GetReal(h.handle, &h.reference("velocity"), 1, &mut 0.0) }),
    call("fmi2SetReal", CS, Stepped, |h| h.set("solver.tolerance", 1e-8)),
    call("fmi2SetReal", CS, Started, |h| h.set("velocity_start", 1e-3)),
    call("fmi2SetReal", CS, Started, |h| h.set("friction.static_ratio", -1.0)),
    call("fmi2SetReal", CS, Initialization, |h| h.set("viscous_coefficient", f64::NAN)),
    call("fmi2SetInteger", CS, Initialization, |h| unsafe {
        fmi2SetInteger(h.handle, &h.reference("friction.law"), 1, &99)
    }),
    call("fmi2SetFMUstate", CS, Started, |h| unsafe { fmi2SetFMUstate(h.handle, null_mut()) }),
    call("fmi2SerializeFMUstate", CS, Started, |h| unsafe {
        fmi2SerializeFMUstate(h.handle, h.saved.get(), [0; 8].as_mut_ptr(), 8)
    }),
    call("fmi2DeSerializeFMUstate", CS, Started, |h| unsafe {
        fmi2DeSerializeFMUstate(h.handle, [7; 99].as_ptr(), 99, &mut null_mut())
    }),
    call("fmi2DoStep", CS, Started, |h| h.step(1.0, 1e-3)),
    call("fmi2DoStep", CS, Started, |h| h.step(0.0, -1.0)),
    call("fmi2GetStatus", CS, Started, |h| unsafe { fmi2GetStatus(h.handle, 7, &mut 0) }),
    call("fmi2SetTime", ME, ContinuousTime, |h| unsafe { fmi2SetTime(h.handle, f64::NAN) }),
    call("fmi2GetDerivatives", ME, ContinuousTime, |h| unsafe {
        fmi2GetDerivatives(h.handle, [0.0; 9].as_mut_ptr(), 9)
    }),
];

fn get_state(host: &Host) -> fmi2Status {
    let mut state = null_mut();
    let status = unsafe { fmi2GetFMUstate(host.handle, &mut state) };
    // Kept for the host to free: freeing is a call of its own.
    if !state.is_null() {
        assert!(host.made.replace(state).is_null());
    }
    status
}

fn deserialize(host: &Host) -> fmi2Status {
    let mut state = null_mut();
    let bytes = host.bytes.as_slice();
    let status = unsafe { fmi2DeSerializeFMUstate(host.handle, bytes.as_ptr().cast(), bytes.len(), &mut state) };
    if !state.is_null() {
        assert!(host.made.replace(state).is_null());
    }
    status
}

fn directional_derivative(host: &Host, known: &str) -> fmi2Status {
    let (unknown, known) = (host.reference("acceleration"), host.reference(known));
    unsafe { fmi2GetDirectionalDerivative(host.handle, &unknown, 1, &known, 1, &1.0, &mut 0.0) }
}

fn with_states(host: &Host, function: fn(fmi2Component, *mut f64, usize) -> fmi2Status) -> fmi2Status {
    function(host.handle, [0.0; 16].as_mut_ptr(), host.interface.states.len())
}

fn event_indicators(host: &Host) -> fmi2Status {
    // As modelDescription.xml says.
    let count = if host.interface.identifier.ends_with("ServoActuator") { 12 } else { 4 };
    unsafe { fmi2GetEventIndicators(host.handle, [0.0; 12].as_mut_ptr(), count) }
}

impl Call {
    /// An instance of that name at the stage of this call, with a saved state of another one.
    pub fn brought(&self, identifier: &str, name: &str) -> Host {
        let mut host = Host::new(identifier, self.kind, name);
        self.bring(&host);
        let other = Host::new(identifier, self.kind, "other");
        self.bring(&other);
        host.saved.set(other.save());
        host.bytes = other.bytes();
        host.logger.messages.set(0);
        host
    }

    fn bring(&self, host: &Host) {
        unsafe {
            match self.stage {
                Instantiated => {}
                Initialization => assert_eq!(fmi2EnterInitializationMode(host.handle), 0),
                Started | Stepped | ContinuousTime => host.initialize(),
            }
            if self.stage == Stepped {
                assert_eq!(host.step(0.0, 1e-3), 0);
            }
            if self.stage == ContinuousTime {
                assert_eq!(fmi2EnterContinuousTimeMode(host.handle), 0);
            }
        }
        // What is computed when it is first asked for is computed now, by another function than the one to be tried.
        let mut value = (0.0, 0);
        unsafe {
            let status = match self.name {
                _ if self.stage == Instantiated => 0,
                "fmi2GetReal" => fmi2GetInteger(host.handle, &host.reference("event_count"), 1, &mut value.1),
                _ => fmi2GetReal(host.handle, &host.reference("position"), 1, &mut value.0),
            };
            assert_eq!(status, 0);
        }
    }
}
