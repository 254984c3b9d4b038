//! The calling sequences of FMI 2.0 (tables of 3.2.3 and 4.2.4), written down a second time and not taken from the
//! library: `+` done, `t` tolerated, `-` refused.

/// Mode of an instance between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Instantiated,
    Initialization,
    /// Co-Simulation: step complete; Model Exchange: event mode.
    Event,
    /// Co-Simulation: step failed; Model Exchange: continuous-time mode.
    Continuous,
    Terminated,
    Error,
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
}

/// Number of kinds of calls.
pub const CALLS: usize = 33;

/// Columns: instantiated, initialization, event, continuous, terminated, error (see [`Mode`]).
const TABLE: [(Call, &str, &str); CALLS] = [
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

impl Call {
    /// Every call, each once.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(|&(call, ..)| call)
    }

    /// Whether the standard, or the tolerance for real importers, lets the call through.
    pub fn is_legal(self, co_simulation: bool, mode: Mode) -> bool {
        let (call, cs, me) = TABLE[self as usize];
        debug_assert_eq!(call, self);
        let cells = if co_simulation { cs } else { me };
        cells.as_bytes()[mode as usize] != b'-'
    }
}
