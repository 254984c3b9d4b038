//! The shared library of an FMU and its function table.

use super::model_exchange;
use super::types::{
    DoStep, Free, GetBooleanStatus, GetInteger, GetReal, GetRealStatus, GetString, Instantiate, Plain, SetDebugLogging,
    SetDerivatives, SetInteger, SetReal, SetString, SetupExperiment, Text,
};
use crate::library::saved_state::StateFunctions;
use crate::library::symbols::{self, optional, required};
use crate::library::{Answer, Error};

/// Functions that every FMI 2.0 FMU exports.
const COMMON: [&str; 25] = [
    "fmi2GetTypesPlatform",
    "fmi2GetVersion",
    "fmi2SetDebugLogging",
    "fmi2Instantiate",
    "fmi2FreeInstance",
    "fmi2SetupExperiment",
    "fmi2EnterInitializationMode",
    "fmi2ExitInitializationMode",
    "fmi2Terminate",
    "fmi2Reset",
    "fmi2GetReal",
    "fmi2GetInteger",
    "fmi2GetBoolean",
    "fmi2GetString",
    "fmi2SetReal",
    "fmi2SetInteger",
    "fmi2SetBoolean",
    "fmi2SetString",
    "fmi2GetFMUstate",
    "fmi2SetFMUstate",
    "fmi2FreeFMUstate",
    "fmi2SerializedFMUstateSize",
    "fmi2SerializeFMUstate",
    "fmi2DeSerializeFMUstate",
    "fmi2GetDirectionalDerivative",
];

const STATES: [&str; 6] = [
    "fmi2GetFMUstate",
    "fmi2SetFMUstate",
    "fmi2FreeFMUstate",
    "fmi2SerializedFMUstateSize",
    "fmi2SerializeFMUstate",
    "fmi2DeSerializeFMUstate",
];

/// Functions of Co-Simulation.
const CO_SIMULATION: [&str; 9] = [
    "fmi2SetRealInputDerivatives",
    "fmi2GetRealOutputDerivatives",
    "fmi2DoStep",
    "fmi2CancelStep",
    "fmi2GetStatus",
    "fmi2GetRealStatus",
    "fmi2GetIntegerStatus",
    "fmi2GetBooleanStatus",
    "fmi2GetStringStatus",
];

/// Functions of Model Exchange.
const MODEL_EXCHANGE: [&str; 10] = [
    "fmi2EnterEventMode",
    "fmi2NewDiscreteStates",
    "fmi2EnterContinuousTimeMode",
    "fmi2CompletedIntegratorStep",
    "fmi2SetTime",
    "fmi2SetContinuousStates",
    "fmi2GetDerivatives",
    "fmi2GetEventIndicators",
    "fmi2GetContinuousStates",
    "fmi2GetNominalsOfContinuousStates",
];

/// Functions that an FMU must export; of Co-Simulation and Model Exchange where asked.
pub fn required_functions(co_simulation: bool, model_exchange: bool) -> impl Iterator<Item = &'static str> {
    let co_simulation = if co_simulation { &CO_SIMULATION[..] } else { &[] };
    let model_exchange = if model_exchange { &MODEL_EXCHANGE[..] } else { &[] };
    COMMON.iter().chain(co_simulation).chain(model_exchange).copied()
}

/// The functions that the packer calls.
pub(super) struct Functions {
    pub(super) get_version: Text,
    pub(super) get_types_platform: Text,
    pub(super) instantiate: Instantiate,
    pub(super) free_instance: Free,
    pub(super) set_debug_logging: SetDebugLogging,
    pub(super) setup_experiment: SetupExperiment,
    pub(super) enter_initialization: Plain,
    pub(super) exit_initialization: Plain,
    pub(super) terminate: Plain,
    pub(super) get_real: GetReal,
    pub(super) set_real: SetReal,
    pub(super) get_integer: GetInteger,
    pub(super) set_integer: SetInteger,
    pub(super) get_boolean: GetInteger,
    pub(super) set_boolean: SetInteger,
    /// Missing in some FMUs that have no texts.
    pub(super) get_string: Option<GetString>,
    pub(super) set_string: Option<SetString>,
    /// Missing in some FMUs that never end a run.
    pub(super) get_boolean_status: Option<GetBooleanStatus>,
    pub(super) get_real_status: Option<GetRealStatus>,
    /// Missing in some FMUs that cannot interpolate inputs.
    pub(super) set_input_derivatives: Option<SetDerivatives>,
    /// Missing in FMUs for Model Exchange only.
    pub(super) do_step: Option<DoStep>,
    /// Missing in some FMUs whose states cannot be saved.
    pub(super) states: Option<StateFunctions>,
}

/// A loaded FMU library.
pub struct Library {
    /// In a box: a table of some hundred bytes, which would make every library as large.
    pub(super) functions: Box<Functions>,
    /// Missing in FMUs for Co-Simulation only.
    pub(super) model_exchange: Option<model_exchange::Functions>,
    library: crate::library::symbols::Library,
}

impl Library {
    /// A loaded library with all the functions that are needed.
    pub(crate) fn of(library: crate::library::symbols::Library) -> Result<Self, Error> {
        let model_exchange = model_exchange::Functions::of(&library).ok();
        Ok(Self { functions: Box::new(Functions::of(&library)?), model_exchange, library })
    }

    pub(crate) fn exports(&self, name: &str) -> bool {
        symbols::exports(&self.library, name)
    }

    /// What it says of the FMI that it is for.
    pub(crate) fn answers(&self) -> [Answer; 2] {
        // SAFETY: by the standard functions without arguments that return constant C strings.
        let (version, platform) = unsafe {
            let Functions { get_version, get_types_platform, .. } = &*self.functions;
            (symbols::owned(get_version()), symbols::owned(get_types_platform()))
        };
        [
            Answer { function: "fmi2GetVersion", answer: version, expected: "2.0" },
            Answer { function: "fmi2GetTypesPlatform", answer: platform, expected: "default" },
        ]
    }
}

impl Functions {
    fn of(library: &crate::library::symbols::Library) -> Result<Self, Error> {
        // SAFETY: each type is the standard's signature of the function that it is asked for by name.
        unsafe {
            Ok(Self {
                get_version: required(library, "fmi2GetVersion")?,
                get_types_platform: required(library, "fmi2GetTypesPlatform")?,
                instantiate: required(library, "fmi2Instantiate")?,
                free_instance: required(library, "fmi2FreeInstance")?,
                set_debug_logging: required(library, "fmi2SetDebugLogging")?,
                setup_experiment: required(library, "fmi2SetupExperiment")?,
                enter_initialization: required(library, "fmi2EnterInitializationMode")?,
                exit_initialization: required(library, "fmi2ExitInitializationMode")?,
                terminate: required(library, "fmi2Terminate")?,
                get_real: required(library, "fmi2GetReal")?,
                set_real: required(library, "fmi2SetReal")?,
                get_integer: required(library, "fmi2GetInteger")?,
                set_integer: required(library, "fmi2SetInteger")?,
                get_boolean: required(library, "fmi2GetBoolean")?,
                set_boolean: required(library, "fmi2SetBoolean")?,
                get_string: optional(library, "fmi2GetString"),
                set_string: optional(library, "fmi2SetString"),
                get_boolean_status: optional(library, "fmi2GetBooleanStatus"),
                get_real_status: optional(library, "fmi2GetRealStatus"),
                set_input_derivatives: optional(library, "fmi2SetRealInputDerivatives"),
                do_step: optional(library, "fmi2DoStep"),
                states: StateFunctions::of(library, STATES),
            })
        }
    }
}
