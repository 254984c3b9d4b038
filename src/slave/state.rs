//! Which call is legal when: the calling sequences of FMI 2.0 (3.2.3 and 4.2.4) as data.
//!
//! Columns of the table, each a mode in which an instance can be found between two calls:
//!
//! ```text
//! Co-Simulation   Instantiated Initialization StepComplete StepFailed     Terminated Error Fatal
//! Model Exchange  Instantiated Initialization EventMode    ContinuousTime Terminated Error Fatal
//! ```
//!
//! `+` allowed, `t` tolerated, `-` refused. A tolerated call is one that real importers make out of order and that does
//! no harm (OpenModelica's import of Model Exchange, reading before initialization): it works, and a warning is logged
//! once per function and instance. Which variable a setting function may set when is decided in `access.rs`; there too
//! something is tolerated, parameters between initialization and the first step or event. Steps are synchronous, so no
//! instance is ever found with a step in progress.

/// Interface kind chosen at instantiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The importer integrates.
    ModelExchange = 0,
    /// The instance integrates.
    CoSimulation = 1,
}

impl Kind {
    /// The kind of an `fmi2Type` number.
    pub const fn from_number(number: i32) -> Option<Self> {
        match number {
            0 => Some(Self::ModelExchange),
            1 => Some(Self::CoSimulation),
            _ => None,
        }
    }
}

/// Mode of an instance between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Before initialization.
    Instantiated = 0,
    /// Between `fmi2EnterInitializationMode` and `fmi2ExitInitializationMode`.
    Initialization = 1,
    /// Co-Simulation: at a communication point.
    StepComplete = 2,
    /// Co-Simulation: the last step was discarded.
    StepFailed = 3,
    /// Model Exchange: event mode.
    EventMode = 4,
    /// Model Exchange: continuous-time mode.
    ContinuousTime = 5,
    /// After `fmi2Terminate`.
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
    pub const fn exists_for(self, kind: Kind) -> bool {
        match self {
            Self::StepComplete | Self::StepFailed => matches!(kind, Kind::CoSimulation),
            Self::EventMode | Self::ContinuousTime => matches!(kind, Kind::ModelExchange),
            _ => true,
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

macro_rules! call_table {
    ($($function:ident $name:literal $co_simulation:literal $model_exchange:literal)*) => {
        /// A function of the interface that acts on an instance; see the FMI 2.0 standard for each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Function {
            $(#[doc = $name] $function),*
        }

        impl Function {
            /// All functions, in table order.
            pub const ALL: &[Self] = &[$(Self::$function),*];
            const NAMES: &[&str] = &[$($name),*];
            const CELLS: &[[[u8; 7]; 2]] = &[$([*$model_exchange, *$co_simulation]),*];
        }
    };
}

// The columns of the two strings are described at the top.
call_table! {
    //                        function                           CS         ME
    SetDebugLogging           "fmi2SetDebugLogging"              b"++++++-" b"++++++-"
    SetupExperiment           "fmi2SetupExperiment"              b"+------" b"+------"
    EnterInitializationMode   "fmi2EnterInitializationMode"      b"+------" b"+------"
    ExitInitializationMode    "fmi2ExitInitializationMode"       b"-+-----" b"-+-----"
    Terminate                 "fmi2Terminate"                    b"--++---" b"t-++---"
    Reset                     "fmi2Reset"                        b"++++++-" b"++++++-"
    GetReal                   "fmi2GetReal"                      b"t+++++-" b"t+++++-"
    GetInteger                "fmi2GetInteger"                   b"t+++++-" b"t+++++-"
    GetBoolean                "fmi2GetBoolean"                   b"t+++++-" b"t+++++-"
    GetString                 "fmi2GetString"                    b"t+++++-" b"t+++++-"
    SetReal                   "fmi2SetReal"                      b"+++----" b"++++---"
    SetInteger                "fmi2SetInteger"                   b"+++----" b"+++----"
    SetBoolean                "fmi2SetBoolean"                   b"+++----" b"+++----"
    SetString                 "fmi2SetString"                    b"+++----" b"+++----"
    GetFmuState               "fmi2GetFMUstate"                  b"++++++-" b"++++++-"
    SetFmuState               "fmi2SetFMUstate"                  b"++++++-" b"++++++-"
    FreeFmuState              "fmi2FreeFMUstate"                 b"++++++-" b"++++++-"
    SerializedFmuStateSize    "fmi2SerializedFMUstateSize"       b"++++++-" b"++++++-"
    SerializeFmuState         "fmi2SerializeFMUstate"            b"++++++-" b"++++++-"
    DeserializeFmuState       "fmi2DeSerializeFMUstate"          b"++++++-" b"++++++-"
    GetDirectionalDerivative  "fmi2GetDirectionalDerivative"     b"-+++++-" b"-+++++-"
    SetRealInputDerivatives   "fmi2SetRealInputDerivatives"      b"+++----" b"-------"
    GetRealOutputDerivatives  "fmi2GetRealOutputDerivatives"     b"--++++-" b"-------"
    DoStep                    "fmi2DoStep"                       b"--+----" b"-------"
    CancelStep                "fmi2CancelStep"                   b"-------" b"-------"
    GetStatus                 "fmi2GetStatus"                    b"--+++--" b"-------"
    GetRealStatus             "fmi2GetRealStatus"                b"--+++--" b"-------"
    GetIntegerStatus          "fmi2GetIntegerStatus"             b"--+++--" b"-------"
    GetBooleanStatus          "fmi2GetBooleanStatus"             b"--+++--" b"-------"
    GetStringStatus           "fmi2GetStringStatus"              b"--+++--" b"-------"
    EnterEventMode            "fmi2EnterEventMode"               b"-------" b"--++---"
    NewDiscreteStates         "fmi2NewDiscreteStates"            b"-------" b"-t+----"
    EnterContinuousTimeMode   "fmi2EnterContinuousTimeMode"      b"-------" b"--+----"
    CompletedIntegratorStep   "fmi2CompletedIntegratorStep"      b"-------" b"-tt+---"
    SetTime                   "fmi2SetTime"                      b"-------" b"tt++---"
    SetContinuousStates       "fmi2SetContinuousStates"          b"-------" b"-tt+---"
    GetDerivatives            "fmi2GetDerivatives"               b"-------" b"-+++++-"
    GetEventIndicators        "fmi2GetEventIndicators"           b"-------" b"-+++++-"
    GetContinuousStates       "fmi2GetContinuousStates"          b"-------" b"-+++++-"
    GetNominals               "fmi2GetNominalsOfContinuousStates" b"-------" b"++++++-"
}

/// Numbers of modes.
const MODES: usize = State::ALL.len();

/// A bit for each kind and mode in which a function is allowed; the same as the table, for one look per call.
const ALLOWED: [u32; Function::ALL.len()] = {
    let mut allowed = [0; Function::ALL.len()];
    let mut cell = 0;
    while cell < Function::ALL.len() * 2 * MODES {
        let (function, bit) = (cell / (2 * MODES), cell % (2 * MODES));
        let kind = if bit < MODES { Kind::ModelExchange } else { Kind::CoSimulation };
        if let Verdict::Allowed = Function::ALL[function].verdict(kind, State::ALL[bit % MODES]) {
            allowed[function] |= 1 << bit;
        }
        cell += 1;
    }
    allowed
};

impl Function {
    /// Whether the call table allows it without a remark.
    #[inline]
    pub const fn is_allowed(self, kind: Kind, state: State) -> bool {
        ALLOWED[self as usize] >> (kind as usize * MODES + state as usize) & 1 != 0
    }

    /// Name in the standard.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The cell of the call table.
    pub const fn verdict(self, kind: Kind, state: State) -> Verdict {
        if !state.exists_for(kind) {
            return Verdict::Refused;
        }
        match Self::CELLS[self as usize][kind as usize][state.column()] {
            b'+' => Verdict::Allowed,
            b't' => Verdict::Tolerated,
            _ => Verdict::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_one_of_the_three_marks() {
        for cell in Function::CELLS.iter().flatten().flat_map(|row| row.iter()) {
            assert!(b"+t-".contains(cell), "mark {}", char::from(*cell));
        }
    }

    #[test]
    fn every_function_fits_the_bits_of_the_warnings_already_given() {
        // The last bit is that of late parameters.
        assert!(Function::ALL.len() < 64);
    }

    #[test]
    fn what_is_allowed_is_what_the_table_says() {
        for function in Function::ALL {
            for kind in [Kind::CoSimulation, Kind::ModelExchange] {
                for state in State::ALL {
                    let allowed = function.verdict(kind, state) == Verdict::Allowed;
                    assert_eq!(function.is_allowed(kind, state), allowed, "{} {kind:?} {state:?}", function.name());
                }
            }
        }
    }

    #[test]
    fn nothing_is_legal_once_fatal() {
        for function in Function::ALL {
            for kind in [Kind::CoSimulation, Kind::ModelExchange] {
                assert_eq!(function.verdict(kind, State::Fatal), Verdict::Refused);
            }
        }
    }

    #[test]
    fn a_step_is_legal_at_communication_points_only() {
        for state in State::ALL {
            let legal = Function::DoStep.verdict(Kind::CoSimulation, state) == Verdict::Allowed;
            assert_eq!(legal, state == State::StepComplete, "{}", state.name());
        }
    }
}
