//! Which call is legal when: the calling sequences of FMI 2.0 (3.2.3 and 4.2.4) as data.
//!
//! The columns of the marks are described in the module of [`CallTable`]. What is tolerated are calls of OpenModelica's
//! import of Model Exchange, and reading before initialization.

use crate::instance::{Call, CallTable, FailedStep, Operation, TypeNames};

macro_rules! calls {
    ($($operation:ident $name:literal $co_simulation:literal $model_exchange:literal)*) => {
        [$(Call {
            operation: Operation::$operation,
            name: $name,
            co_simulation: $co_simulation,
            model_exchange: $model_exchange,
        }),*]
    };
}

const TYPES: TypeNames = TypeNames { real: "Real", integer: "Integer", enumerations_are_integers: true };

/// The functions of FMI 2.0 that act on an instance.
pub static CALL_TABLE: CallTable = CallTable::new(
    TYPES,
    FailedStep::Discarded,
    calls! {
        // operation              function                              CS           ME
        SetDebugLogging           "fmi2SetDebugLogging"                b"++-++-++-" b"++++++-"
        SetupExperiment           "fmi2SetupExperiment"                b"+--------" b"+------"
        EnterInitializationMode   "fmi2EnterInitializationMode"        b"+--------" b"+------"
        ExitInitializationMode    "fmi2ExitInitializationMode"         b"-+-------" b"-+-----"
        Terminate                 "fmi2Terminate"                      b"---++----" b"t-++---"
        Reset                     "fmi2Reset"                          b"++-++-++-" b"++++++-"
        GetReal                   "fmi2GetReal"                        b"t+-++-++-" b"t+++++-"
        GetInteger                "fmi2GetInteger"                     b"t+-++-++-" b"t+++++-"
        GetBoolean                "fmi2GetBoolean"                     b"t+-++-++-" b"t+++++-"
        GetString                 "fmi2GetString"                      b"t+-++-++-" b"t+++++-"
        SetReal                   "fmi2SetReal"                        b"++-+-----" b"++++---"
        SetInteger                "fmi2SetInteger"                     b"++-+-----" b"+++----"
        SetBoolean                "fmi2SetBoolean"                     b"++-+-----" b"+++----"
        SetString                 "fmi2SetString"                      b"++-+-----" b"+++----"
        SaveState                 "fmi2GetFMUstate"                    b"++-++-++-" b"++++++-"
        RestoreState              "fmi2SetFMUstate"                    b"++-++-++-" b"++++++-"
        FreeSavedState            "fmi2FreeFMUstate"                   b"++-++-++-" b"++++++-"
        SerializedSize            "fmi2SerializedFMUstateSize"         b"++-++-++-" b"++++++-"
        SerializeState            "fmi2SerializeFMUstate"              b"++-++-++-" b"++++++-"
        DeserializeState          "fmi2DeSerializeFMUstate"            b"++-++-++-" b"++++++-"
        GetDirectionalDerivative  "fmi2GetDirectionalDerivative"       b"-+-++-++-" b"-+++++-"
        SetInputDerivatives       "fmi2SetRealInputDerivatives"        b"++-+-----" b"-------"
        GetOutputDerivatives      "fmi2GetRealOutputDerivatives"       b"---++-++-" b"-------"
        DoStep                    "fmi2DoStep"                         b"---+-----" b"-------"
        CancelStep                "fmi2CancelStep"                     b"---------" b"-------"
        InquireStatus             "fmi2GetStatus"                      b"---++-+--" b"-------"
        InquireReal               "fmi2GetRealStatus"                  b"---++-+--" b"-------"
        InquireInteger            "fmi2GetIntegerStatus"               b"---++-+--" b"-------"
        InquireBoolean            "fmi2GetBooleanStatus"               b"---++-+--" b"-------"
        InquireString             "fmi2GetStringStatus"                b"---++-+--" b"-------"
        EnterEventMode            "fmi2EnterEventMode"                 b"---------" b"--++---"
        UpdateDiscreteStates      "fmi2NewDiscreteStates"              b"---------" b"-t+----"
        EnterContinuousTimeMode   "fmi2EnterContinuousTimeMode"        b"---------" b"--+----"
        CompletedIntegratorStep   "fmi2CompletedIntegratorStep"        b"---------" b"-tt+---"
        SetTime                   "fmi2SetTime"                        b"---------" b"tt++---"
        SetContinuousStates       "fmi2SetContinuousStates"            b"---------" b"-tt+---"
        GetDerivatives            "fmi2GetDerivatives"                 b"---------" b"-+++++-"
        GetEventIndicators        "fmi2GetEventIndicators"             b"---------" b"-+++++-"
        GetContinuousStates       "fmi2GetContinuousStates"            b"---------" b"-+++++-"
        GetNominals               "fmi2GetNominalsOfContinuousStates"  b"---------" b"++++++-"
        // What FMI 2.0 does not have.
        GetEnumeration           "-"                                   b"---------" b"-------"
        SetEnumeration           "-"                                   b"---------" b"-------"
        GetClock                 "-"                                   b"---------" b"-------"
        SetClock                 "-"                                   b"---------" b"-------"
        GetAbsentType            "-"                                   b"---------" b"-------"
        SetAbsentType            "-"                                   b"---------" b"-------"
        ClockInterval            "-"                                   b"---------" b"-------"
        GetDependencies          "-"                                   b"---------" b"-------"
        GetCount                 "-"                                   b"---------" b"-------"
        GetAdjointDerivative     "-"                                   b"---------" b"-------"
        EnterStepMode            "-"                                   b"---------" b"-------"
        EvaluateDiscreteStates   "-"                                   b"---------" b"-------"
        EnterConfigurationMode   "-"                                   b"---------" b"-------"
        ExitConfigurationMode    "-"                                   b"---------" b"-------"
        ActivateModelPartition   "-"                                   b"---------" b"-------"
    },
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{InterfaceType, State, Verdict};

    #[test]
    fn what_is_allowed_is_what_the_marks_say() {
        for operation in Operation::ALL {
            for kind in [InterfaceType::CoSimulation, InterfaceType::ModelExchange] {
                for state in State::ALL {
                    let allowed = CALL_TABLE.verdict(operation, kind, state) == Verdict::Allowed;
                    assert_eq!(
                        CALL_TABLE.is_allowed(operation, kind, state),
                        allowed,
                        "{operation:?} {kind:?} {state:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn nothing_is_legal_once_fatal() {
        for operation in Operation::ALL {
            for kind in [InterfaceType::CoSimulation, InterfaceType::ModelExchange] {
                assert_eq!(CALL_TABLE.verdict(operation, kind, State::Fatal), Verdict::Refused);
            }
        }
    }

    #[test]
    fn a_step_is_legal_at_communication_points_only() {
        for state in State::ALL {
            let legal = CALL_TABLE.verdict(Operation::DoStep, InterfaceType::CoSimulation, state) == Verdict::Allowed;
            assert_eq!(legal, state == State::StepComplete, "{}", state.name());
        }
    }
}
