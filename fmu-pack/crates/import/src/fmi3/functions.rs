//! The functions of FMI 3.0.

use super::model_exchange;
use super::types::{
    Boolean, DoStep, EnterInitialization, Free, Get, GetBinary, GetClock, InstantiateCoSimulation,
    InstantiateModelExchange, Plain, Set, SetBinary, SetDebugLogging, Text, UpdateDiscreteStates,
};
use crate::library::Error;
use crate::library::saved_state::StateFunctions;
use crate::library::symbols::required;
use std::ffi::c_char;

/// All functions of the standard: an FMU exports them all, also those of kinds that it does not offer (FMI 3.0, 2.5.1).
pub(crate) const REQUIRED_FUNCTIONS: [&str; 75] = [
    "fmi3GetVersion",
    "fmi3SetDebugLogging",
    "fmi3InstantiateModelExchange",
    "fmi3InstantiateCoSimulation",
    "fmi3InstantiateScheduledExecution",
    "fmi3FreeInstance",
    "fmi3EnterInitializationMode",
    "fmi3ExitInitializationMode",
    "fmi3EnterEventMode",
    "fmi3Terminate",
    "fmi3Reset",
    "fmi3GetFloat32",
    "fmi3GetFloat64",
    "fmi3GetInt8",
    "fmi3GetUInt8",
    "fmi3GetInt16",
    "fmi3GetUInt16",
    "fmi3GetInt32",
    "fmi3GetUInt32",
    "fmi3GetInt64",
    "fmi3GetUInt64",
    "fmi3GetBoolean",
    "fmi3GetString",
    "fmi3GetBinary",
    "fmi3GetClock",
    "fmi3SetFloat32",
    "fmi3SetFloat64",
    "fmi3SetInt8",
    "fmi3SetUInt8",
    "fmi3SetInt16",
    "fmi3SetUInt16",
    "fmi3SetInt32",
    "fmi3SetUInt32",
    "fmi3SetInt64",
    "fmi3SetUInt64",
    "fmi3SetBoolean",
    "fmi3SetString",
    "fmi3SetBinary",
    "fmi3SetClock",
    "fmi3GetNumberOfVariableDependencies",
    "fmi3GetVariableDependencies",
    "fmi3GetFMUState",
    "fmi3SetFMUState",
    "fmi3FreeFMUState",
    "fmi3SerializedFMUStateSize",
    "fmi3SerializeFMUState",
    "fmi3DeserializeFMUState",
    "fmi3GetDirectionalDerivative",
    "fmi3GetAdjointDerivative",
    "fmi3EnterConfigurationMode",
    "fmi3ExitConfigurationMode",
    "fmi3GetIntervalDecimal",
    "fmi3GetIntervalFraction",
    "fmi3GetShiftDecimal",
    "fmi3GetShiftFraction",
    "fmi3SetIntervalDecimal",
    "fmi3SetIntervalFraction",
    "fmi3SetShiftDecimal",
    "fmi3SetShiftFraction",
    "fmi3EvaluateDiscreteStates",
    "fmi3UpdateDiscreteStates",
    "fmi3EnterContinuousTimeMode",
    "fmi3CompletedIntegratorStep",
    "fmi3SetTime",
    "fmi3SetContinuousStates",
    "fmi3GetContinuousStateDerivatives",
    "fmi3GetEventIndicators",
    "fmi3GetContinuousStates",
    "fmi3GetNominalsOfContinuousStates",
    "fmi3GetNumberOfEventIndicators",
    "fmi3GetNumberOfContinuousStates",
    "fmi3EnterStepMode",
    "fmi3GetOutputDerivatives",
    "fmi3DoStep",
    "fmi3ActivateModelPartition",
];

/// The functions that the packer calls.
pub(super) struct Functions {
    pub(super) get_version: Text,
    pub(super) instantiate: InstantiateCoSimulation,
    pub(super) instantiate_model_exchange: InstantiateModelExchange,
    pub(super) model_exchange: model_exchange::Functions,
    pub(super) free_instance: Free,
    pub(super) set_debug_logging: SetDebugLogging,
    pub(super) enter_initialization: EnterInitialization,
    pub(super) exit_initialization: Plain,
    pub(super) enter_event_mode: Plain,
    pub(super) enter_step_mode: Plain,
    pub(super) update_discrete_states: UpdateDiscreteStates,
    pub(super) terminate: Plain,
    pub(super) do_step: DoStep,
    pub(super) get_clock: GetClock,
    pub(super) float32: Access<f32>,
    pub(super) float64: Access<f64>,
    pub(super) int8: Access<i8>,
    pub(super) uint8: Access<u8>,
    pub(super) int16: Access<i16>,
    pub(super) uint16: Access<u16>,
    pub(super) int32: Access<i32>,
    pub(super) uint32: Access<u32>,
    pub(super) int64: Access<i64>,
    pub(super) uint64: Access<u64>,
    pub(super) boolean: Access<Boolean>,
    pub(super) string: Access<*const c_char>,
    pub(super) get_binary: GetBinary,
    pub(super) set_binary: SetBinary,
    pub(super) states: Option<StateFunctions>,
}

const STATES: [&str; 6] = [
    "fmi3GetFMUState",
    "fmi3SetFMUState",
    "fmi3FreeFMUState",
    "fmi3SerializedFMUStateSize",
    "fmi3SerializeFMUState",
    "fmi3DeserializeFMUState",
];

/// The two functions for variables of one type.
#[derive(Clone, Copy)]
pub(super) struct Access<T> {
    pub(super) get: Get<T>,
    pub(super) set: Set<T>,
    /// Their names, for messages.
    pub(super) names: [&'static str; 2],
}

impl Functions {
    pub(super) fn of(library: &crate::library::symbols::Library) -> Result<Self, Error> {
        // SAFETY: each type is the standard's signature of the function that it is asked for by name.
        unsafe {
            Ok(Self {
                get_version: required(library, "fmi3GetVersion")?,
                instantiate: required(library, "fmi3InstantiateCoSimulation")?,
                instantiate_model_exchange: required(library, "fmi3InstantiateModelExchange")?,
                model_exchange: model_exchange::Functions::of(library)?,
                free_instance: required(library, "fmi3FreeInstance")?,
                set_debug_logging: required(library, "fmi3SetDebugLogging")?,
                enter_initialization: required(library, "fmi3EnterInitializationMode")?,
                exit_initialization: required(library, "fmi3ExitInitializationMode")?,
                enter_event_mode: required(library, "fmi3EnterEventMode")?,
                enter_step_mode: required(library, "fmi3EnterStepMode")?,
                update_discrete_states: required(library, "fmi3UpdateDiscreteStates")?,
                terminate: required(library, "fmi3Terminate")?,
                do_step: required(library, "fmi3DoStep")?,
                get_clock: required(library, "fmi3GetClock")?,
                float32: Access::of(library, ["fmi3GetFloat32", "fmi3SetFloat32"])?,
                float64: Access::of(library, ["fmi3GetFloat64", "fmi3SetFloat64"])?,
                int8: Access::of(library, ["fmi3GetInt8", "fmi3SetInt8"])?,
                uint8: Access::of(library, ["fmi3GetUInt8", "fmi3SetUInt8"])?,
                int16: Access::of(library, ["fmi3GetInt16", "fmi3SetInt16"])?,
                uint16: Access::of(library, ["fmi3GetUInt16", "fmi3SetUInt16"])?,
                int32: Access::of(library, ["fmi3GetInt32", "fmi3SetInt32"])?,
                uint32: Access::of(library, ["fmi3GetUInt32", "fmi3SetUInt32"])?,
                int64: Access::of(library, ["fmi3GetInt64", "fmi3SetInt64"])?,
                uint64: Access::of(library, ["fmi3GetUInt64", "fmi3SetUInt64"])?,
                boolean: Access::of(library, ["fmi3GetBoolean", "fmi3SetBoolean"])?,
                string: Access::of(library, ["fmi3GetString", "fmi3SetString"])?,
                get_binary: required(library, "fmi3GetBinary")?,
                set_binary: required(library, "fmi3SetBinary")?,
                states: StateFunctions::of(library, STATES),
            })
        }
    }
}

impl<T: Copy> Access<T> {
    /// # Safety
    /// `names` are those of the functions for values of type `T`.
    unsafe fn of(library: &crate::library::symbols::Library, names: [&'static str; 2]) -> Result<Self, Error> {
        // SAFETY: the caller's promise.
        unsafe { Ok(Self { get: required(library, names[0])?, set: required(library, names[1])?, names }) }
    }
}
