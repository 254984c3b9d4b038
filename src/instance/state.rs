//! Which operations an instance has, in which modes it can be, and what form a call table has.
//!
//! A call table defines which operation is legal in which mode, and what the function is called, as a version of the standard
//! has it. The instance asks the table that it was made with; it knows no version.
//!
//! Columns of a table, each a mode in which an instance can be found between two calls:
//!
//! ```text
//! Co-Simulation   Instantiated Initialization EventMode StepComplete StepFailed IntermediateUpdate Terminated Error Fatal
//! Model Exchange  Instantiated Initialization EventMode ContinuousTime Terminated Error Fatal
//! ```
//!
//! `+` allowed, `t` tolerated, `-` refused. A tolerated call is one that real importers make out of order and that does
//! no harm: it works, and a warning is logged once per function and instance. Which variable a setting function may set
//! when is decided in `access.rs`; there too something is tolerated, parameters between initialization and the first step
//! or event. Steps are synchronous: an instance is found with a step in progress only where it asks the importer for inputs.

/// Interface kind chosen at instantiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterfaceType {
    /// The importer integrates.
    ModelExchange = 0,
    /// The instance integrates.
    CoSimulation = 1,
}

impl InterfaceType {
    /// Name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ModelExchange => "Model Exchange",
            Self::CoSimulation => "Co-Simulation",
        }
    }
}

/// Mode of an instance between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Before initialization.
    Instantiated = 0,
    /// Inputs and parameters are set, and the start state follows from them.
    Initialization = 1,
    /// Co-Simulation: at a communication point.
    StepComplete = 2,
    /// Co-Simulation: the last step was discarded. FMI 3.0 does not have it.
    StepFailed = 3,
    /// Event mode: of Model Exchange, and of Co-Simulation where the importer uses it.
    EventMode = 4,
    /// Model Exchange: continuous-time mode.
    ContinuousTime = 5,
    /// The simulation has ended; outputs can be read.
    Terminated = 6,
    /// The simulation cannot go on; reset, restoring a saved state or freeing remain.
    Error = 7,
    /// A defect of the library showed; nothing but freeing remains.
    Fatal = 8,
    /// Co-Simulation: in the middle of a step, which asks the importer for inputs or shows it outputs.
    IntermediateUpdate = 9,
}

impl State {
    /// All modes, by number.
    pub const ALL: [Self; 10] = [
        Self::Instantiated,
        Self::Initialization,
        Self::StepComplete,
        Self::StepFailed,
        Self::EventMode,
        Self::ContinuousTime,
        Self::Terminated,
        Self::Error,
        Self::Fatal,
        Self::IntermediateUpdate,
    ];

    /// Name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Instantiated => "instantiated",
            Self::Initialization => "initialization mode",
            Self::StepComplete => "step complete",
            Self::StepFailed => "step failed",
            Self::EventMode => "event mode",
            Self::ContinuousTime => "continuous-time mode",
            Self::Terminated => "terminated",
            Self::Error => "error",
            Self::Fatal => "fatal",
            Self::IntermediateUpdate => "intermediate update",
        }
    }

    /// Parameters and start values may still be set.
    pub const fn precedes_simulation(self) -> bool {
        matches!(self, Self::Instantiated | Self::Initialization)
    }

    /// Whether an instance of this kind can be in this mode.
    pub const fn exists_for(self, kind: InterfaceType) -> bool {
        match self {
            Self::StepComplete | Self::StepFailed | Self::IntermediateUpdate => {
                matches!(kind, InterfaceType::CoSimulation)
            }
            Self::ContinuousTime => matches!(kind, InterfaceType::ModelExchange),
            Self::Instantiated
            | Self::Initialization
            | Self::EventMode
            | Self::Terminated
            | Self::Error
            | Self::Fatal => true,
        }
    }

    /// Its column in the marks of a kind.
    const fn column(self, kind: InterfaceType) -> usize {
        let last = match kind {
            InterfaceType::CoSimulation => CO_SIMULATION_MODES - 1,
            InterfaceType::ModelExchange => MODEL_EXCHANGE_MODES - 1,
        };
        match self {
            Self::Instantiated => 0,
            Self::Initialization => 1,
            Self::EventMode => 2,
            Self::StepComplete | Self::ContinuousTime => 3,
            Self::StepFailed => 4,
            Self::IntermediateUpdate => 5,
            Self::Terminated => last - 2,
            Self::Error => last - 1,
            Self::Fatal => last,
        }
    }
}

/// Modes of Co-Simulation.
const CO_SIMULATION_MODES: usize = 9;
/// Modes of Model Exchange.
const MODEL_EXCHANGE_MODES: usize = 7;

/// The entry of a call in the call table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Legal.
    Allowed,
    /// Not legal, but works; warned of once.
    Tolerated,
    /// Answered with Error; the instance stays as it is.
    Refused,
}

/// What can be asked of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Switches log categories.
    SetDebugLogging,
    /// Start time, stop time, tolerance.
    SetupExperiment,
    /// Begins initialization.
    EnterInitializationMode,
    /// Ends initialization.
    ExitInitializationMode,
    /// Ends the simulation.
    Terminate,
    /// Back to the state after instantiation.
    Reset,
    /// Reads Real variables.
    GetReal,
    /// Reads Integer and Enumeration variables.
    GetInteger,
    /// Reads Boolean variables.
    GetBoolean,
    /// Reads String variables.
    GetString,
    /// Sets Real variables.
    SetReal,
    /// Sets Integer and Enumeration variables.
    SetInteger,
    /// Sets Boolean variables.
    SetBoolean,
    /// Sets String variables.
    SetString,
    /// Saves the state of the instance.
    SaveState,
    /// Restores a saved state.
    RestoreState,
    /// Frees a saved state.
    FreeSavedState,
    /// Size of a saved state as bytes.
    SerializedSize,
    /// A saved state as bytes.
    SerializeState,
    /// A saved state from bytes.
    DeserializeState,
    /// Change of unknowns along a direction of knowns.
    GetDirectionalDerivative,
    /// Time derivatives of inputs.
    SetInputDerivatives,
    /// Time derivatives of outputs.
    GetOutputDerivatives,
    /// One communication step.
    DoStep,
    /// Cancels a step in progress.
    CancelStep,
    /// A status about the last step.
    InquireStatus,
    /// A Real about the last step.
    InquireReal,
    /// An Integer about the last step.
    InquireInteger,
    /// A Boolean about the last step.
    InquireBoolean,
    /// A String about the last step.
    InquireString,
    /// Begins event mode.
    EnterEventMode,
    /// Decides the regimes.
    UpdateDiscreteStates,
    /// Ends event mode.
    EnterContinuousTimeMode,
    /// The importer's integrator has made a step.
    CompletedIntegratorStep,
    /// Sets the time.
    SetTime,
    /// Sets the continuous states.
    SetContinuousStates,
    /// Derivatives of the continuous states.
    GetDerivatives,
    /// Event indicators.
    GetEventIndicators,
    /// The continuous states.
    GetContinuousStates,
    /// Nominal values of the continuous states.
    GetNominals,
    /// Reads Enumeration variables by the number of their item.
    GetEnumeration,
    /// Sets Enumeration variables.
    SetEnumeration,
    /// Whether clocks tick.
    GetClock,
    /// Lets input clocks tick.
    SetClock,
    /// Reads variables of a type of which there is none.
    GetAbsentType,
    /// Sets variables of a type of which there is none.
    SetAbsentType,
    /// Intervals and shifts of clocks.
    ClockInterval,
    /// What a variable depends on.
    GetDependencies,
    /// How many states or event indicators there are.
    GetCount,
    /// Weighted sums of the sensitivities of unknowns to each known.
    GetAdjointDerivative,
    /// Ends event mode of Co-Simulation.
    EnterStepMode,
    /// Evaluates the discrete states without taking them over.
    EvaluateDiscreteStates,
    /// Begins to change structural parameters.
    EnterConfigurationMode,
    /// Ends that.
    ExitConfigurationMode,
    /// Runs a part of the model at the tick of a clock.
    ActivateModelPartition,
}

impl Operation {
    /// All operations, by number.
    pub const ALL: [Self; 55] = [
        Self::SetDebugLogging,
        Self::SetupExperiment,
        Self::EnterInitializationMode,
        Self::ExitInitializationMode,
        Self::Terminate,
        Self::Reset,
        Self::GetReal,
        Self::GetInteger,
        Self::GetBoolean,
        Self::GetString,
        Self::SetReal,
        Self::SetInteger,
        Self::SetBoolean,
        Self::SetString,
        Self::SaveState,
        Self::RestoreState,
        Self::FreeSavedState,
        Self::SerializedSize,
        Self::SerializeState,
        Self::DeserializeState,
        Self::GetDirectionalDerivative,
        Self::SetInputDerivatives,
        Self::GetOutputDerivatives,
        Self::DoStep,
        Self::CancelStep,
        Self::InquireStatus,
        Self::InquireReal,
        Self::InquireInteger,
        Self::InquireBoolean,
        Self::InquireString,
        Self::EnterEventMode,
        Self::UpdateDiscreteStates,
        Self::EnterContinuousTimeMode,
        Self::CompletedIntegratorStep,
        Self::SetTime,
        Self::SetContinuousStates,
        Self::GetDerivatives,
        Self::GetEventIndicators,
        Self::GetContinuousStates,
        Self::GetNominals,
        Self::GetEnumeration,
        Self::SetEnumeration,
        Self::GetClock,
        Self::SetClock,
        Self::GetAbsentType,
        Self::SetAbsentType,
        Self::ClockInterval,
        Self::GetDependencies,
        Self::GetCount,
        Self::GetAdjointDerivative,
        Self::EnterStepMode,
        Self::EvaluateDiscreteStates,
        Self::EnterConfigurationMode,
        Self::ExitConfigurationMode,
        Self::ActivateModelPartition,
    ];
}

/// An operation in a version of the standard: the name of its function, and the marks of the modes, described at the top.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// What it does.
    pub operation: Operation,
    /// The function.
    pub name: &'static str,
    /// When it is legal in Co-Simulation.
    pub co_simulation: &'static [u8; CO_SIMULATION_MODES],
    /// When it is legal in Model Exchange.
    pub model_exchange: &'static [u8; MODEL_EXCHANGE_MODES],
}

/// Numbers of modes.
const MODES: usize = State::ALL.len();
/// Number of operations.
pub const OPERATIONS: usize = Operation::ALL.len();

/// What a version of the standard calls the types of variables.
#[derive(Clone, Copy, Debug)]
pub struct TypeNames {
    /// 64-bit floating point.
    pub real: &'static str,
    /// 32-bit integer.
    pub integer: &'static str,
    /// Enumerations are read and set like integers.
    pub enumerations_are_integers: bool,
}

/// What a step is that went astray. The instance is where it went, not where it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedStep {
    /// Discarded: the instance waits in [`State::StepFailed`] for a saved state.
    Discarded,
    /// An error: discarding would mean that the instance is as before the step.
    Error,
}

/// The calling sequences of a version of the standard, and its words.
pub struct CallTable {
    /// What types are called.
    pub types: TypeNames,
    /// What a step is that went astray.
    pub failed_step: FailedStep,
    calls: [Call; OPERATIONS],
    /// A bit for each kind and mode in which an operation is allowed; the same as the calls, for one look per call.
    allowed: [u32; OPERATIONS],
}

impl CallTable {
    /// A table of all operations, in their order; checked where it is compiled.
    pub const fn new(types: TypeNames, failed_step: FailedStep, calls: [Call; OPERATIONS]) -> Self {
        let mut table = Self { types, failed_step, calls, allowed: [0; OPERATIONS] };
        let mut cell = 0;
        while cell < OPERATIONS * 2 * MODES {
            let (operation, bit) = (cell / (2 * MODES), cell % (2 * MODES));
            assert!(
                table.calls[operation].operation as usize == operation,
                "the calls are in the order of the operations"
            );
            let kind = if bit < MODES { InterfaceType::ModelExchange } else { InterfaceType::CoSimulation };
            if let Verdict::Allowed = table.verdict(Operation::ALL[operation], kind, State::ALL[bit % MODES]) {
                table.allowed[operation] |= 1 << bit;
            }
            cell += 1;
        }
        table
    }

    /// Whether it is allowed without a remark.
    #[inline]
    pub const fn is_allowed(&self, operation: Operation, kind: InterfaceType, state: State) -> bool {
        self.allowed[operation as usize] >> (kind as usize * MODES + state as usize) & 1 != 0
    }

    /// Name of the function.
    pub const fn name(&self, operation: Operation) -> &'static str {
        self.calls[operation as usize].name
    }

    /// What the marks mean.
    pub const fn verdict(&self, operation: Operation, kind: InterfaceType, state: State) -> Verdict {
        if !state.exists_for(kind) {
            return Verdict::Refused;
        }
        let call = &self.calls[operation as usize];
        let column = state.column(kind);
        let mark = match kind {
            InterfaceType::ModelExchange => call.model_exchange[column],
            InterfaceType::CoSimulation => call.co_simulation[column],
        };
        match mark {
            b'+' => Verdict::Allowed,
            b't' => Verdict::Tolerated,
            b'-' => Verdict::Refused,
            _ => panic!("a mark is one of +, t and -"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_fits_the_bits_of_the_warnings_already_given() {
        // The last three bits are those of late parameters, of events that were stepped over and of ignored requests.
        const { assert!(OPERATIONS < 62) };
    }
}
