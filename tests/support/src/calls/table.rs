//! The calling sequences of FMI 2.0 (tables of 3.2.3 and 4.2.4) and FMI 3.0 (allowed function calls of the states of 2.3, 3.2
//! and 4.2), written down a second time and not taken from the library: `+` done, `t` beyond the standard, but harmless and
//! done, `-` refused.

/// Version of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standard {
    Two,
    Three,
}

/// Mode of an instance between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Instantiated,
    Initialization,
    /// Event mode; in Co-Simulation of FMI 2.0 step complete.
    Event,
    /// Co-Simulation: step failed; Model Exchange: continuous-time mode.
    Continuous,
    Terminated,
    Error,
    /// Co-Simulation of FMI 3.0: step mode.
    Step,
}

/// What an importer does with an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    SetDebugLogging,
    SetupExperiment,
    EnterInitializationMode,
    ExitInitializationMode,
    Terminate,
    Reset,
    GetReal,
    GetInteger,
    GetAbsent,
    SetReal,
    SetInteger,
    SetAbsent,
    GetState,
    SetState,
    FreeState,
    Serialize,
    Deserialize,
    DirectionalDerivative,
    InputDerivatives,
    OutputDerivatives,
    DoStep,
    CancelStep,
    StepStatus,
    EnterEventMode,
    NewDiscreteStates,
    EnterContinuousTimeMode,
    CompletedIntegratorStep,
    SetTime,
    SetContinuousStates,
    GetDerivatives,
    GetEventIndicators,
    GetContinuousStates,
    GetNominals,
    // Of FMI 3.0 only.
    GetEnumeration,
    SetEnumeration,
    AdjointDerivative,
    EnterStepMode,
    EvaluateDiscreteStates,
    GetClock,
    SetClock,
    GetCount,
}

/// Number of kinds of calls.
pub const CALLS: usize = 41;
const CALLS_OF_TWO: usize = 33;

/// Columns: instantiated, initialization, event, continuous, terminated, error (see [`Mode`]).
const TABLE_OF_TWO: [(Call, &str, &str); CALLS_OF_TWO] = [
    //                             Co-Simulation  Model Exchange
    (Call::SetDebugLogging, "++++++", "++++++"),
    (Call::SetupExperiment, "+-----", "+-----"),
    (Call::EnterInitializationMode, "+-----", "+-----"),
    (Call::ExitInitializationMode, "-+----", "-+----"),
    (Call::Terminate, "--++--", "t-++--"),
    (Call::Reset, "++++++", "++++++"),
    (Call::GetReal, "t+++++", "t+++++"),
    (Call::GetInteger, "t+++++", "t+++++"),
    (Call::GetAbsent, "t+++++", "t+++++"),
    (Call::SetReal, "+++---", "++++--"),
    (Call::SetInteger, "+++---", "+++---"),
    (Call::SetAbsent, "+++---", "+++---"),
    (Call::GetState, "++++++", "++++++"),
    (Call::SetState, "++++++", "++++++"),
    (Call::FreeState, "++++++", "++++++"),
    (Call::Serialize, "++++++", "++++++"),
    (Call::Deserialize, "++++++", "++++++"),
    (Call::DirectionalDerivative, "-+++++", "-+++++"),
    (Call::InputDerivatives, "+++---", "------"),
    (Call::OutputDerivatives, "--++++", "------"),
    (Call::DoStep, "--+---", "------"),
    (Call::CancelStep, "------", "------"),
    (Call::StepStatus, "--+++-", "------"),
    (Call::EnterEventMode, "------", "--++--"),
    (Call::NewDiscreteStates, "------", "-t+---"),
    (Call::EnterContinuousTimeMode, "------", "--+---"),
    (Call::CompletedIntegratorStep, "------", "-tt+--"),
    (Call::SetTime, "------", "tt++--"),
    (Call::SetContinuousStates, "------", "-tt+--"),
    (Call::GetDerivatives, "------", "-+++++"),
    (Call::GetEventIndicators, "------", "-+++++"),
    (Call::GetContinuousStates, "------", "-+++++"),
    (Call::GetNominals, "------", "++++++"),
];

/// The same columns, and step mode as the last of Co-Simulation. What is never legal stands for all functions of what the FMUs do
/// not have, and what is empty is not of FMI 3.0. No step is discarded, so that there is no column
/// for that; an error is told apart from terminated.
const TABLE_OF_THREE: [(Call, &str, &str); CALLS] = [
    //                              Co-Simulation  Model Exchange
    (Call::SetDebugLogging, "+++-+++", "++++++"),
    (Call::SetupExperiment, "", ""),
    (Call::EnterInitializationMode, "+------", "+-----"),
    (Call::ExitInitializationMode, "-+-----", "-+----"),
    (Call::Terminate, "--+---+", "t-++--"),
    (Call::Reset, "+++-+++", "++++++"),
    (Call::GetReal, "t++-+++", "t+++++"),
    (Call::GetInteger, "t++-+++", "t+++++"),
    (Call::GetAbsent, "t++-+++", "t+++++"),
    (Call::SetReal, "+++---+", "++++--"),
    (Call::SetInteger, "+++---+", "+++---"),
    (Call::SetAbsent, "+++---+", "+++---"),
    (Call::GetState, "+++-+++", "++++++"),
    (Call::SetState, "+++-+++", "++++++"),
    (Call::FreeState, "+++-+++", "++++++"),
    (Call::Serialize, "+++-+++", "++++++"),
    (Call::Deserialize, "+++-+++", "++++++"),
    (Call::DirectionalDerivative, "-++-+++", "-+++++"),
    (Call::InputDerivatives, "", ""),
    (Call::OutputDerivatives, "--t-+++", "------"),
    (Call::DoStep, "------+", "------"),
    (Call::CancelStep, "-------", "------"),
    (Call::StepStatus, "", ""),
    (Call::EnterEventMode, "--t---+", "--t+--"),
    (Call::NewDiscreteStates, "--+----", "-t+---"),
    (Call::EnterContinuousTimeMode, "-------", "--+---"),
    (Call::CompletedIntegratorStep, "-------", "-tt+--"),
    (Call::SetTime, "-------", "tt++--"),
    (Call::SetContinuousStates, "-------", "-tt+--"),
    (Call::GetDerivatives, "-------", "-+++++"),
    (Call::GetEventIndicators, "-------", "-+++++"),
    (Call::GetContinuousStates, "-------", "-+++++"),
    (Call::GetNominals, "-------", "t+++++"),
    (Call::GetEnumeration, "t++-+++", "t+++++"),
    (Call::SetEnumeration, "+++---+", "+++---"),
    (Call::AdjointDerivative, "-++-+++", "-+++++"),
    (Call::EnterStepMode, "--+----", "------"),
    (Call::EvaluateDiscreteStates, "-t+----", "-t+---"),
    (Call::GetClock, "-t+----", "-t+---"),
    (Call::SetClock, "--+----", "--+---"),
    (Call::GetCount, "-------", "+t+ttt"),
];

impl Standard {
    const fn table(self) -> &'static [(Call, &'static str, &'static str)] {
        match self {
            Self::Two => &TABLE_OF_TWO,
            Self::Three => &TABLE_OF_THREE,
        }
    }

    /// Every call of the version, each once.
    pub fn calls(self) -> impl Iterator<Item = Call> {
        self.table().iter().filter(|(_, marks, _)| !marks.is_empty()).map(|&(call, ..)| call)
    }
}

impl Call {
    /// Every call of all versions, each once.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE_OF_THREE.iter().map(|&(call, ..)| call)
    }

    /// Whether the standard, or the tolerance for real importers, lets the call through.
    pub fn is_legal(self, standard: Standard, co_simulation: bool, mode: Mode) -> bool {
        let (call, cs, me) = standard.table()[self as usize];
        debug_assert_eq!(call, self);
        let cells = if co_simulation { cs } else { me };
        cells.as_bytes()[mode as usize] != b'-'
    }
}
