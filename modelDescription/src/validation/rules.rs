//! The rules by id.

use super::Severity;

/// A rule of conformity.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Id, as "MD-START-01".
    pub id: &'static str,
    /// Section of the FMI standard.
    pub section: &'static str,
    /// How bad a violation is.
    pub severity: Severity,
    /// What is demanded.
    pub demand: &'static str,
}

pub(crate) const fn error(id: &'static str, section: &'static str, demand: &'static str) -> Rule {
    Rule { id, section, severity: Severity::Error, demand }
}

pub(crate) const fn warning(id: &'static str, section: &'static str, demand: &'static str) -> Rule {
    Rule { id, section, severity: Severity::Warning, demand }
}

macro_rules! rules {
    ($($name:ident = $rule:expr;)*) => {
        $(pub(super) static $name: $crate::validation::Rule = $rule;)*
        /// All rules, in the order of their checks.
        pub static RULES: &[&$crate::validation::Rule] = &[$(&$name),*];
    };
}
pub(crate) use rules;

rules! {
    VERSION = error("MD-HEAD-01", "2.2.1", "fmiVersion is \"2.0\"");
    MODEL_NAME = error("MD-HEAD-02", "2.2.1", "modelName is not empty");
    GUID = error("MD-HEAD-03", "2.2.1", "guid is not empty");
    KIND = error("MD-HEAD-04", "2.2.1", "Model Exchange or Co-Simulation is offered");
    IDENTIFIER = error("MD-HEAD-05", "2.2.1", "modelIdentifier is a C identifier");
    CONVENTION = error("MD-HEAD-06", "2.2.1", "variableNamingConvention is flat or structured");
    SERIALIZE = error("MD-HEAD-07", "3.3.1", "canSerializeFMUstate comes with canGetAndSetFMUstate");
    EXPERIMENT = error("MD-EXP-01", "2.2", "times, step and tolerance of the default experiment are finite numbers");
    EXPERIMENT_ORDER = warning("MD-EXP-02", "2.2.5", "the default experiment does not stop before it starts, and has a \
                                                      positive step and tolerance");
    LOG_NAME = error("MD-LOG-01", "2.2.4", "log categories have names, each once");

    UNIT_NAME = error("MD-UNIT-01", "2.2.2", "units have names, each once");
    DISPLAY_NAME = error("MD-UNIT-02", "2.2.2", "the display units of a unit have names, each once");
    UNIT_FACTOR = error("MD-UNIT-03", "2.2.2", "factors of units are finite and not 0, offsets are finite");
    UNIT_DEFINED = error("MD-UNIT-04", "2.2.7", "the unit of a variable is defined");
    DISPLAY_ALONE = error("MD-UNIT-05", "2.2.7", "a displayUnit comes with a unit");
    DISPLAY_DEFINED = warning("MD-UNIT-06", "2.2.3", "the displayUnit of a variable is defined with its unit");
    UNIT_RATE = warning("MD-UNIT-07", "2.2.7", "the unit of a derivative is the unit of its variable per second");

    TYPE_NAME = error("MD-TYPE-01", "2.2.3", "types have names, each once, and no variable has the name of a type");
    TYPE_ITEMS = error("MD-TYPE-02", "2.2.3", "an enumeration has items; names and values occur once");
    TYPE_MISSING = error("MD-TYPE-03", "2.2.7", "a variable of type Enumeration has a declaredType");
    TYPE_UNKNOWN = error("MD-TYPE-04", "2.2.7", "a declaredType is defined, and with the type of the variable");
    TYPE_START = error("MD-TYPE-05", "2.2.7", "the start value of an Enumeration is the value of an item");

    NAME_EMPTY = error("MD-NAME-01", "2.2.7", "variables have names");
    NAME_REPEATED = error("MD-NAME-02", "2.2.7", "names of variables occur once");
    NAME_GRAMMAR = error("MD-NAME-03", "2.2.9", "names follow the grammar of the structured naming convention");
    REFERENCE_SHARED = error("MD-NAME-04", "2.2.7", "at most one of the variables of a type with one value reference \
                                                     can be set");

    CAUSALITY = error("MD-START-01", "2.2.7", "causality and variability go together");
    VARIABILITY_TYPE = error("MD-START-02", "2.2.7", "only Real variables are continuous, others say what they are");
    INITIAL = error("MD-START-03", "2.2.7", "initial is one that causality and variability allow");
    START_MISSING = error("MD-START-04", "2.2.7", "inputs and variables that are exact or approx have a start value");
    START_FORBIDDEN = error("MD-START-05", "2.2.7", "calculated and independent variables have no start value");
    INDEPENDENT = error("MD-START-06", "2.2.7", "at most one variable is independent, and it is Real");

    NOT_FINITE = error("MD-RANGE-01", "2.2.7", "start, min, max and nominal are finite");
    RANGE_EMPTY = error("MD-RANGE-02", "2.2.7", "min is not above max");
    START_OUTSIDE = error("MD-RANGE-03", "2.2.7", "the start value is within min and max");
    NOMINAL = error("MD-RANGE-04", "2.2.7", "nominal is greater than 0");

    DERIVATIVE_INDEX = error("MD-DER-01", "2.2.7", "derivative is the number of another variable");
    DERIVATIVE_KIND = error("MD-DER-02", "2.2.7", "derivatives and their variables are continuous Reals");
    DERIVATIVE_TWICE = error("MD-DER-03", "2.2.8", "Derivatives lists one derivative of each state");
    REINIT = error("MD-DER-04", "2.2.7", "reinit stands at continuous states of Model Exchange only");

    INDEX = error("MD-STRUCT-01", "2.2.8", "indices in the structure are numbers of variables, each once in a list");
    OUTPUTS = error("MD-STRUCT-02", "2.2.8", "Outputs lists the outputs and nothing else");
    DERIVATIVES = error("MD-STRUCT-03", "2.2.8", "Derivatives lists derivatives of variables");
    DERIVATIVES_ALL = warning("MD-STRUCT-04", "2.2.8", "Derivatives lists every derivative of a Model Exchange FMU");
    INITIAL_SET = error("MD-STRUCT-05", "2.2.8", "InitialUnknowns lists the outputs, calculated parameters, states and \
                                                  derivatives that are computed, and nothing else");
    INITIAL_ORDER = error("MD-STRUCT-06", "2.2.8", "InitialUnknowns ascend");
    DEPENDENCIES_ORDER = error("MD-STRUCT-07", "2.2.8", "dependencies are numbers of variables and ascend");
    DEPENDENCIES_KNOWN = warning("MD-STRUCT-08", "2.2.8", "dependencies are knowns: inputs, states and time; at \
                                                           initialization inputs, start values and time");
    DEPENDENCIES_KIND = error("MD-STRUCT-09", "2.2.8", "there are as many dependenciesKind as dependencies");
    DEPENDENCIES_INITIAL = error("MD-STRUCT-10", "2.2.8", "InitialUnknowns are dependent on their knowns, or constant");
    EMPTY_LIST = error("MD-STRUCT-11", "2.2.8", "lists that are present are not empty");

    MANY = error("MD-MANY-01", "2.2", "there are at most 10,000 findings");
}
