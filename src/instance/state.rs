//! Which operations an instance has, in which modes it can be, and what form a call table has.
//!
//! A call table says which operation is legal in which mode, and what the function is called, as a version of the standard
//! has it. The instance asks the table that it was made with; it knows no version.
//!
//! Columns of a table, each a mode in which an instance can be found between two calls:
//!
//! ```text
//! Co-Simulation   Instantiated Initialization StepComplete StepFailed     Terminated Error Fatal
//! Model Exchange  Instantiated Initialization EventMode    ContinuousTime Terminated Error Fatal
//! ```
//!
//! `+` allowed, `t` tolerated, `-` refused. A tolerated call is one that real importers make out of order and that does
//! no harm: it works, and a warning is logged once per function and instance. Which variable a setting function may set
//! when is decided in `access.rs`; there too something is tolerated, parameters between initialization and the first step
//! or event. Steps are synchronous, so no instance is ever found with a step in progress.

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
    /// Co-Simulation: the last step was discarded.
    StepFailed = 3,
    /// Model Exchange: event mode.
    EventMode = 4,
    /// Model Exchange: continuous-time mode.
    ContinuousTime = 5,
    /// The simulation has ended; outputs can be read.
    Terminated = 6,
    /// The simulation cannot go on; reset, restoring a saved state or freeing remain.
    Error = 7,
    /// A defect of the library showed; nothing but freeing remains.
    Fatal = 8,
}

impl State {
    /// All modes, by number.
    pub const ALL: [Self; 9] = [
        Self::Instantiated,
        Self::Initialization,
        Self::StepComplete,
        Self::StepFailed,
        Self::EventMode,
        Self::ContinuousTime,
        Self::Terminated,
        Self::Error,
        Self::Fatal,
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
        }
    }

    /// Parameters and start values may still be set.
    pub const fn precedes_simulation(self) -> bool {
        matches!(self, Self::Instantiated | Self::Initialization)
    }

    /// Whether an instance of this kind can be in this mode.
    pub const fn exists_for(self, kind: InterfaceType) -> bool {
        match self {
            Self::StepComplete | Self::StepFailed => matches!(kind, InterfaceType::CoSimulation),
            Self::EventMode | Self::ContinuousTime => matches!(kind, InterfaceType::ModelExchange),
            Self::Instantiated | Self::Initialization | Self::Terminated | Self::Error | Self::Fatal => true,
        }
    }

    const fn column(self) -> usize {
        match self {
            Self::Instantiated => 0,
            Self::Initialization => 1,
            Self::StepComplete | Self::EventMode => 2,
            Self::StepFailed | Self::ContinuousTime => 3,
            Self::Terminated => 4,
            Self::Error => 5,
            Self::Fatal => 6,
        }
    }
}

/// What the call table says of a call.
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
}

impl Operation {
    /// All operations, by number.
    pub const ALL: [Self; 40] = [
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
    pub co_simulation: &'static [u8; 7],
    /// When it is legal in Model Exchange.
    pub model_exchange: &'static [u8; 7],
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
}

/// The calling sequences of a version of the standard, and its words.
pub struct CallTable {
    /// What types are called.
    pub types: TypeNames,
    calls: [Call; OPERATIONS],
    /// A bit for each kind and mode in which an operation is allowed; the same as the calls, for one look per call.
    allowed: [u32; OPERATIONS],
}

impl CallTable {
    /// A table of all operations, in their order; checked where it is compiled.
    pub const fn new(types: TypeNames, calls: [Call; OPERATIONS]) -> Self {
        let mut table = Self { types, calls, allowed: [0; OPERATIONS] };
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

    /// What the marks say.
    pub const fn verdict(&self, operation: Operation, kind: InterfaceType, state: State) -> Verdict {
        if !state.exists_for(kind) {
            return Verdict::Refused;
        }
        let call = &self.calls[operation as usize];
        let marks = match kind {
            InterfaceType::ModelExchange => call.model_exchange,
            InterfaceType::CoSimulation => call.co_simulation,
        };
        match marks[state.column()] {
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
        // The last bit is that of late parameters.
        const { assert!(OPERATIONS < 64) };
    }
}
