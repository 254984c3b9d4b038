//! Which call is legal when: the state machines of FMI 3.0 (2.3, 3.2 and 4.2) as data.
//!
//! The columns of the marks are described in the module of [`CallTable`]. A step that fails is an error and not discarded: an instance
//! is found so only with a state that FMI 2.0 has saved, and has the rights of an error. What is tolerated is what FMI 2.0 importers are allowed
//! too, because they are ported: reading before initialization, and Model Exchange functions of OpenModelica's import.

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

const TYPES: TypeNames = TypeNames { real: "Float64", integer: "Int32", enumerations_are_integers: false };

/// The functions of FMI 3.0 that act on an instance.
pub static CALL_TABLE: CallTable = CallTable::new(
    TYPES,
    FailedStep::Error,
    calls! {
        // operation              function                              CS           ME
        SetDebugLogging           "fmi3SetDebugLogging"                b"+++++-++-" b"++++++-"
        SetupExperiment           "fmi3EnterInitializationMode"        b"+--------" b"+------"
        EnterInitializationMode   "fmi3EnterInitializationMode"        b"+--------" b"+------"
        ExitInitializationMode    "fmi3ExitInitializationMode"         b"-+-------" b"-+-----"
        Terminate                 "fmi3Terminate"                      b"--++-----" b"t-++---"
        Reset                     "fmi3Reset"                          b"+++++-++-" b"++++++-"
        GetReal                   "fmi3GetFloat64"                     b"t+++++++-" b"t+++++-"
        GetInteger                "fmi3GetInt32"                       b"t++++t++-" b"t+++++-"
        GetBoolean                "fmi3GetBoolean"                     b"t++++-++-" b"t+++++-"
        GetString                 "fmi3GetString"                      b"t++++-++-" b"t+++++-"
        SetReal                   "fmi3SetFloat64"                     b"++++-+---" b"++++---"
        SetInteger                "fmi3SetInt32"                       b"++++-----" b"+++----"
        SetBoolean                "fmi3SetBoolean"                     b"++++-----" b"+++----"
        SetString                 "fmi3SetString"                      b"++++-----" b"+++----"
        SaveState                 "fmi3GetFMUState"                    b"+++++-++-" b"++++++-"
        RestoreState              "fmi3SetFMUState"                    b"+++++-++-" b"++++++-"
        FreeSavedState            "fmi3FreeFMUState"                   b"+++++-++-" b"++++++-"
        SerializedSize            "fmi3SerializedFMUStateSize"         b"+++++-++-" b"++++++-"
        SerializeState            "fmi3SerializeFMUState"              b"+++++-++-" b"++++++-"
        DeserializeState          "fmi3DeserializeFMUState"            b"+++++-++-" b"++++++-"
        GetDirectionalDerivative  "fmi3GetDirectionalDerivative"       b"-++++-++-" b"-+++++-"
        SetInputDerivatives       "-"                                  b"---------" b"-------"
        GetOutputDerivatives      "fmi3GetOutputDerivatives"           b"--++++++-" b"-------"
        DoStep                    "fmi3DoStep"                         b"---+-----" b"-------"
        CancelStep                "-"                                  b"---------" b"-------"
        InquireStatus             "-"                                  b"---------" b"-------"
        InquireReal               "-"                                  b"---------" b"-------"
        InquireInteger            "-"                                  b"---------" b"-------"
        InquireBoolean            "-"                                  b"---------" b"-------"
        InquireString             "-"                                  b"---------" b"-------"
        EnterEventMode            "fmi3EnterEventMode"                 b"--++-----" b"--++---"
        UpdateDiscreteStates      "fmi3UpdateDiscreteStates"           b"--+------" b"-t+----"
        EnterContinuousTimeMode   "fmi3EnterContinuousTimeMode"        b"---------" b"--+----"
        CompletedIntegratorStep   "fmi3CompletedIntegratorStep"        b"---------" b"-tt+---"
        SetTime                   "fmi3SetTime"                        b"---------" b"tt++---"
        SetContinuousStates       "fmi3SetContinuousStates"            b"---------" b"-tt+---"
        GetDerivatives            "fmi3GetContinuousStateDerivatives"  b"---------" b"-+++++-"
        GetEventIndicators        "fmi3GetEventIndicators"             b"---------" b"-+++++-"
        GetContinuousStates       "fmi3GetContinuousStates"            b"---------" b"-+++++-"
        GetNominals               "fmi3GetNominalsOfContinuousStates"  b"---------" b"++++++-"
        GetEnumeration            "fmi3GetInt64"                       b"t++++t++-" b"t+++++-"
        SetEnumeration            "fmi3SetInt64"                       b"++++-----" b"+++----"
        GetClock                  "fmi3GetClock"                       b"-++------" b"-++----"
        SetClock                  "fmi3SetClock"                       b"--+------" b"--+----"
        GetAbsentType             "fmi3Get{VariableType}"              b"t++++-++-" b"t+++++-"
        SetAbsentType             "fmi3Set{VariableType}"              b"++++-----" b"+++----"
        ClockInterval             "fmi3{Get,Set}{Interval,Shift}"      b"---------" b"-------"
        GetDependencies           "fmi3GetVariableDependencies"        b"++++-++--" b"+++++--"
        GetCount                  "fmi3GetNumberOf…"                   b"---------" b"++++++-"
        GetAdjointDerivative      "fmi3GetAdjointDerivative"           b"-++++-++-" b"-+++++-"
        EnterStepMode             "fmi3EnterStepMode"                  b"--+------" b"-------"
        EvaluateDiscreteStates    "fmi3EvaluateDiscreteStates"         b"-++------" b"-++----"
        EnterConfigurationMode    "fmi3EnterConfigurationMode"         b"---------" b"-------"
        ExitConfigurationMode     "fmi3ExitConfigurationMode"          b"---------" b"-------"
        ActivateModelPartition    "fmi3ActivateModelPartition"         b"---------" b"-------"
    },
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{InterfaceType, State, Verdict};
    use std::vec::Vec;

    #[test]
    fn within_a_step_variables_are_read_and_set_and_nothing_else_but_dependencies() {
        let with = |wanted: Verdict| -> Vec<_> {
            let verdict = |of| CALL_TABLE.verdict(of, InterfaceType::CoSimulation, State::IntermediateUpdate);
            Operation::ALL.iter().filter(|operation| verdict(**operation) == wanted).collect()
        };
        let [read, set] = [&Operation::GetReal, &Operation::SetReal];
        assert_eq!(with(Verdict::Allowed), [read, set, &Operation::GetOutputDerivatives, &Operation::GetDependencies]);
        assert_eq!(with(Verdict::Tolerated), [&Operation::GetInteger, &Operation::GetEnumeration]);
    }

    #[test]
    fn event_mode_is_left_to_step_mode_in_co_simulation_and_to_continuous_time_mode_in_model_exchange() {
        let verdict = |operation, kind| CALL_TABLE.verdict(operation, kind, State::EventMode);
        let (step, time) = (Operation::EnterStepMode, Operation::EnterContinuousTimeMode);
        assert_eq!(verdict(step, InterfaceType::CoSimulation), Verdict::Allowed);
        assert_eq!(verdict(time, InterfaceType::CoSimulation), Verdict::Refused);
        assert_eq!(verdict(step, InterfaceType::ModelExchange), Verdict::Refused);
        assert_eq!(verdict(time, InterfaceType::ModelExchange), Verdict::Allowed);
    }

    #[test]
    fn nothing_is_legal_once_fatal() {
        for operation in Operation::ALL {
            for kind in [InterfaceType::CoSimulation, InterfaceType::ModelExchange] {
                assert_eq!(CALL_TABLE.verdict(operation, kind, State::Fatal), Verdict::Refused);
            }
        }
    }
}
