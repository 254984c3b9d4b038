//! The rules for FMI 3.0 by id.

use crate::validation::rules::{error, rules, warning};

rules! {
    VERSION = error("M3-HEAD-01", "2.4.2", "fmiVersion is \"3.0\"");
    MODEL_NAME = error("M3-HEAD-02", "2.4.2", "modelName is not empty");
    TOKEN = error("M3-HEAD-03", "2.4.2", "instantiationToken is not empty");
    KIND = error("M3-HEAD-04", "2.4.2", "Model Exchange, Co-Simulation or Scheduled Execution is offered");
    IDENTIFIER = error("M3-HEAD-05", "2.4.3", "modelIdentifier is a C identifier");
    CONVENTION = error("M3-HEAD-06", "2.4.2", "variableNamingConvention is flat or structured");
    SERIALIZE = error("M3-HEAD-07", "2.4.3", "canSerializeFMUState comes with canGetAndSetFMUState");
    RETURN_EARLY = error("M3-HEAD-08", "4.4", "canReturnEarlyAfterIntermediateUpdate comes with \
                                               providesIntermediateUpdate");
    EXPERIMENT = error("M3-EXP-01", "2.4.1", "times, step and tolerance of the default experiment are finite numbers");
    EXPERIMENT_ORDER = warning("M3-EXP-02", "2.4.7", "the default experiment does not stop before it starts, and has a \
                                                      positive step and tolerance");
    LOG_NAME = error("M3-LOG-01", "2.4.6", "log categories have names, each once");
    EMPTY_LIST = error("M3-LOG-02", "2.4.1", "lists that are present are not empty");

    UNIT_NAME = error("M3-UNIT-01", "2.4.4", "units have names, each once");
    DISPLAY_NAME = error("M3-UNIT-02", "2.4.4", "the display units of a unit have names, each once");
    UNIT_FACTOR = error("M3-UNIT-03", "2.4.4", "factors of units are finite and not 0, offsets are finite");
    UNIT_DEFINED = error("M3-UNIT-04", "2.4.8", "the unit of a variable or type is defined");
    DISPLAY_DEFINED = error("M3-UNIT-05", "2.4.8", "a displayUnit comes with a unit, and is defined with it");
    UNIT_RATE = warning("M3-UNIT-06", "2.4.8", "the unit of a derivative is the unit of its variable per second");

    TYPE_NAME = error("M3-TYPE-01", "2.4.5", "types have names, each once");
    TYPE_ITEMS = error("M3-TYPE-02", "2.4.5", "an enumeration has items; names and values occur once");
    TYPE_MISSING = error("M3-TYPE-03", "2.4.8", "a variable of type Enumeration has a declaredType");
    TYPE_UNKNOWN = error("M3-TYPE-04", "2.4.8", "a declaredType is defined, and is of the type of the variable");
    TYPE_START = error("M3-TYPE-05", "2.4.8", "the start values of an Enumeration are values of items");

    NAME_EMPTY = error("M3-NAME-01", "2.4.8", "variables and aliases have names");
    NAME_REPEATED = error("M3-NAME-02", "2.4.8", "names of variables and aliases occur once");
    NAME_GRAMMAR = error("M3-NAME-03", "2.4.8.6", "names follow the grammar of the structured naming convention");
    REFERENCE_SHARED = error("M3-NAME-04", "2.4.8", "value references of variables are unique, whatever their types");

    CAUSALITY = error("M3-START-01", "2.4.8", "causality and variability go together");
    VARIABILITY_TYPE = error("M3-START-02", "2.4.8", "only Float32 and Float64 variables are continuous");
    INITIAL = error("M3-START-03", "2.4.8.5", "initial is one that causality and variability allow");
    START_MISSING = error("M3-START-04", "2.4.8.5", "inputs and variables that are exact or approx have a start value");
    START_FORBIDDEN = error("M3-START-05", "2.4.8.5", "calculated and independent variables have no start value");
    INDEPENDENT = error("M3-START-06", "2.4.8", "exactly one variable is independent, and it is Float32 or Float64");
    START_COUNT = error("M3-START-07", "2.4.8.5", "an array has one start value, or one for each element");
    NOT_A_VALUE = error("M3-START-08", "2.4.8.5", "start, min and max are values of the type, and finite");

    RANGE_EMPTY = error("M3-RANGE-01", "2.4.5", "min is not above max");
    START_OUTSIDE = error("M3-RANGE-02", "2.4.5", "start values are within min and max");
    NOMINAL = error("M3-RANGE-03", "2.4.5", "nominal is finite and greater than 0");

    DIMENSION = error("M3-DIM-01", "2.4.8.2", "a Dimension has either start, greater than 0, or a valueReference");
    DIMENSION_OF = error("M3-DIM-02", "2.4.8.2", "the valueReference of a Dimension is that of a structural parameter or \
                                                  constant of type UInt64");
    DIMENSION_FOR = error("M3-DIM-03", "2.4.8.2", "clocks and structural parameters are no arrays");

    DERIVATIVE = error("M3-DER-01", "2.4.8.5", "derivative is the value reference of another variable, and both are \
                                                continuous floating point variables");
    DERIVATIVE_TWICE = error("M3-DER-02", "2.4.9", "ContinuousStateDerivative lists one derivative of each state");
    REINIT = error("M3-DER-03", "2.4.8.5", "reinit stands at continuous states only");

    CLOCK = error("M3-CLOCK-01", "2.4.8.5", "a Clock is input, output or local, discrete, and has intervalVariability");
    CLOCKS = error("M3-CLOCK-02", "2.4.8", "clocks lists value references of Clocks, at discrete and tunable variables");
    PREVIOUS = error("M3-CLOCK-03", "2.4.8", "previous stands at discrete variables with clocks");
    INTERMEDIATE = error("M3-CLOCK-04", "2.4.8", "only continuous variables have intermediateUpdate");

    REFERENCE = error("M3-STRUCT-01", "2.4.9", "the structure lists value references of variables, each once in a list");
    OUTPUTS = error("M3-STRUCT-02", "2.4.9", "Output lists the outputs and nothing else");
    DERIVATIVES = error("M3-STRUCT-03", "2.4.9", "ContinuousStateDerivative lists derivatives of variables");
    INITIAL_SET = error("M3-STRUCT-04", "2.4.9", "InitialUnknown lists the outputs, calculated parameters, states and \
                                                  derivatives that are computed, and nothing else that has no clocks");
    DEPENDENCIES = error("M3-STRUCT-05", "2.4.9", "dependencies are value references of variables, each once");
    DEPENDENCIES_KNOWN = warning("M3-STRUCT-06", "2.4.9", "dependencies are knowns: inputs, states, parameters, clocks and \
                                                           time; at initialization what has a start value");
    DEPENDENCIES_KIND = error("M3-STRUCT-07", "2.4.9", "dependenciesKind comes with dependencies, one for each");
    DEPENDENCIES_INITIAL = error("M3-STRUCT-08", "2.4.9", "initial unknowns are dependent on their knowns, or constant");
    EVENT_INDICATOR = error("M3-STRUCT-09", "2.4.9", "event indicators are continuous floating point variables");
    CLOCKED_STATE = error("M3-STRUCT-10", "2.4.9", "clocked states have clocks and previous");

    MANY = error("M3-MANY-01", "2.4", "there are at most 10,000 findings");
}
