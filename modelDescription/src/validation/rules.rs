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
    /// The words of the section that demand it; empty where it is the advice of this program.
    pub words: &'static str,
}

pub(crate) const fn error(id: &'static str, section: &'static str, demand: &'static str, words: &'static str) -> Rule {
    Rule { id, section, severity: Severity::Error, demand, words }
}

pub(crate) const fn warning(
    id: &'static str,
    section: &'static str,
    demand: &'static str,
    words: &'static str,
) -> Rule {
    Rule { id, section, severity: Severity::Warning, demand, words }
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
    VERSION = error(
        "MD-HEAD-01",
        "2.2.1",
        "fmiVersion is \"2.0\"",
        "Version of \"FMI for Model Exchange or Co-Simulation\" that was used to generate the XML file. The value for this \
         version is \"2.0\".",
    );
    MODEL_NAME = error(
        "MD-HEAD-02",
        "2.2.1",
        "modelName is not empty",
        "The name of the model as used in the modeling environment that generated the XML file",
    );
    GUID = error(
        "MD-HEAD-03",
        "2.2.1",
        "guid is not empty",
        "The \"Globally Unique IDentifier\" is a string that is used to check that the XML file is compatible with the C \
         functions of the FMU.",
    );
    KIND = error(
        "MD-HEAD-04",
        "2.2.1",
        "Model Exchange or Co-Simulation is offered",
        "At least one element of ModelExchange or CoSimulation must be present to identify the type of the FMU.",
    );
    IDENTIFIER = error(
        "MD-HEAD-05",
        "3.3.1, 4.3.1",
        "modelIdentifier is a C identifier",
        "Short class name according to C syntax, for example, \"A_B_C\".",
    );
    CONVENTION = error(
        "MD-HEAD-06",
        "2.2.1",
        "variableNamingConvention is flat or structured",
        "Currently standardized are: flat: A list of strings (the default). structured: Hierarchical names with \".\" as \
         hierarchy separator",
    );
    SERIALIZE = error(
        "MD-HEAD-07",
        "3.3.1, 4.3.1",
        "canSerializeFMUstate comes with canGetAndSetFMUstate",
        "If this is the case, then flag canGetAndSetFMUstate must be true as well.",
    );
    EXPERIMENT = error(
        "MD-EXP-01",
        "2.2",
        "times, step and tolerance of the default experiment are finite numbers",
        "The special values NAN, INF, +INF, and -INF for variables values are not allowed in the FMI XML files.",
    );
    EXPERIMENT_ORDER = warning(
        "MD-EXP-02",
        "2.2.5",
        "the default experiment does not stop before it starts, and has a positive step and tolerance",
        "",
    );
    LOG_NAME = error(
        "MD-LOG-01",
        "2.2.4",
        "log categories have names, each once",
        "The \"name\" attribute of \"Category\" must be unique with respect to all other elements of the LogCategories list.",
    );

    UNIT_NAME = error(
        "MD-UNIT-01",
        "2.2.2",
        "units have names, each once",
        "A Unit is defined by its name attribute such as \"N.m\" or \"N*m\" or \"Nm\", which must be unique with respect to \
         all other defined elements of the UnitDefinitions list.",
    );
    DISPLAY_NAME = error(
        "MD-UNIT-02",
        "2.2.2",
        "the display units of a unit have names, each once",
        "The attribute name must be unique with respect to all other names of the DisplayUnit definitions of the same Unit",
    );
    UNIT_FACTOR = error(
        "MD-UNIT-03",
        "2.2.2",
        "factors of units are finite and not 0, offsets are finite",
        "BaseUnit_value = factor * Unit_value + (if relativeQuantity then 0 else offset)",
    );
    UNIT_DEFINED = error(
        "MD-UNIT-04",
        "2.2.3",
        "the unit of a variable is defined",
        "in this case a Unit.name = \"N.m\" must be present under UnitDefinitions",
    );
    DISPLAY_ALONE = error(
        "MD-UNIT-05",
        "2.2.3",
        "a displayUnit comes with a unit",
        "It is an error if displayUnit is defined in element Real, but unit is not, or unit is not defined under \
         <UnitDefinitions><Unit>.",
    );
    DISPLAY_DEFINED = warning(
        "MD-UNIT-06",
        "2.2.3",
        "the displayUnit of a variable is defined with its unit",
        "If the corresponding \"displayUnit\" is not defined under <UnitDefinitions> <Unit> <DisplayUnit>, then displayUnit \
         is ignored.",
    );
    UNIT_RATE = warning("MD-UNIT-07", "2.2.7", "the unit of a derivative is the unit of its variable per second", "");

    TYPE_NAME = error(
        "MD-TYPE-01",
        "2.2.3",
        "types have names, each once, and no variable has the name of a type",
        "Attribute \"name\" must be unique with respect to all other elements of the TypeDefinitions list. Furthermore, \
         \"name\" of a \"SimpleType\" must be different to all \"name\" attributes of ScalarVariables",
    );
    TYPE_ITEMS = error(
        "MD-TYPE-02",
        "2.2.3",
        "an enumeration has items; names and values occur once",
        "The values can be any integer number but must be unique within the same enumeration (in order that the mapping \
         between \"name\" and \"value\" is bijective). An Enumeration element must have at least one Item.",
    );
    TYPE_MISSING = error(
        "MD-TYPE-03",
        "2.2.7",
        "a variable of type Enumeration has a declaredType",
        "For Enumeration it is required, because the Enumeration items are defined in TypeDefinitions / SimpleType.",
    );
    TYPE_UNKNOWN = error(
        "MD-TYPE-04",
        "2.2.7",
        "a declaredType is defined, and with the type of the variable",
        "If present, name of type defined with TypeDefinitions / SimpleType.",
    );
    TYPE_START = error(
        "MD-TYPE-05",
        "2.2.3",
        "the start value of an Enumeration is the value of an item",
        "Item of an enumeration has a sequence of \"name\" and \"value\" pairs.",
    );

    NAME_EMPTY = error("MD-NAME-01", "2.2.9", "variables have names", "The names must be unique, non-empty strings.");
    NAME_REPEATED = error("MD-NAME-02", "2.2.7", "names of variables occur once", "The full, unique name of the variable.");
    NAME_GRAMMAR = error(
        "MD-NAME-03",
        "2.2.9",
        "names follow the grammar of the structured naming convention",
        "The following conventions for scalar names are defined",
    );
    REFERENCE_SHARED = error(
        "MD-NAME-04",
        "2.2.7",
        "at most one of the variables of a type with one value reference can be set",
        "Variables a and b that can both be set with fmi2SetXXX [...] cannot be alias variables",
    );

    CAUSALITY = error(
        "MD-START-01",
        "2.2.7",
        "causality and variability go together",
        "The following combinations of variability/causality settings are allowed",
    );
    VARIABILITY_TYPE = error(
        "MD-START-02",
        "2.2.7",
        "only Real variables are continuous, others say what they are",
        "Only a variable of type = \"Real\" can be \"continuous\".",
    );
    INITIAL = error(
        "MD-START-03",
        "2.2.7",
        "initial is one that causality and variability allow",
        "If initial is not present, its value is defined by the following tables based on the values of causality and \
         variability",
    );
    START_MISSING = error(
        "MD-START-04",
        "2.2.7",
        "inputs and variables that are exact or approx have a start value",
        "If initial = \"exact\" or \"approx\", or causality = \"input\", a start value must be provided.",
    );
    START_FORBIDDEN = error(
        "MD-START-05",
        "2.2.7",
        "calculated and independent variables have no start value",
        "If initial = \"calculated\", or causality = \"independent\", it is not allowed to provide a start value.",
    );
    INDEPENDENT = error(
        "MD-START-06",
        "2.2.7",
        "at most one variable is independent, and it is Real",
        "At most one ScalarVariable of an FMU can be defined as \"independent\". [...] it must be defined as \"Real\" \
         without a \"start\" attribute.",
    );

    NOT_FINITE = error(
        "MD-RANGE-01",
        "2.2",
        "start, min, max and nominal are finite",
        "The special values NAN, INF, +INF, and -INF for variables values are not allowed in the FMI XML files.",
    );
    RANGE_EMPTY = error(
        "MD-RANGE-02",
        "2.2.3",
        "min is not above max",
        "Minimum value of variable (variable value >= min). [...] Maximum value of variable (variable value <= max).",
    );
    START_OUTSIDE = error(
        "MD-RANGE-03",
        "2.2.3",
        "the start value is within min and max",
        "Minimum value of variable (variable value >= min). [...] Maximum value of variable (variable value <= max).",
    );
    NOMINAL = error("MD-RANGE-04", "3.2.2", "nominal is greater than 0", "Note that it is required that x_nominal[i] > 0.0.");

    DERIVATIVE_INDEX = error(
        "MD-DER-01",
        "2.2.7",
        "derivative is the number of another variable",
        "If present, this variable is the derivative of variable with ScalarVariable index \"derivative\".",
    );
    DERIVATIVE_KIND = error(
        "MD-DER-02",
        "2.2.8",
        "derivatives and their variables are continuous Reals",
        "Note that only continuous Real variables are listed here.",
    );
    DERIVATIVE_TWICE = error(
        "MD-DER-03",
        "2.2.7",
        "Derivatives lists one derivative of each state",
        "All ScalarVariables listed in this element must have attribute derivative (in order that the continuous-time \
         states are uniquely defined).",
    );
    REINIT = error(
        "MD-DER-04",
        "2.2.7",
        "reinit stands at continuous states of Model Exchange only",
        "Can only be present for a continuous-time state.",
    );

    INDEX = error(
        "MD-STRUCT-01",
        "2.2.8",
        "indices in the structure are numbers of variables, each once in a list",
        "The ScalarVariable index of the Unknown",
    );
    OUTPUTS = error(
        "MD-STRUCT-02",
        "2.2.8",
        "Outputs lists the outputs and nothing else",
        "a list of ScalarVariable indices where every corresponding ScalarVariable must have causality = \"output\" (and \
         every variable with causality=\"output\" must be listed here)",
    );
    DERIVATIVES = error(
        "MD-STRUCT-03",
        "2.2.8",
        "Derivatives lists derivatives of variables",
        "a list of ScalarVariable indices where every corresponding ScalarVariable must be a state derivative",
    );
    DERIVATIVES_ALL = warning(
        "MD-STRUCT-04",
        "2.2.8",
        "Derivatives lists every derivative of a Model Exchange FMU",
        "A ModelExchange FMU must expose all derivatives of its continuous-time states in element Derivatives.",
    );
    INITIAL_SET = error(
        "MD-STRUCT-05",
        "2.2.8",
        "InitialUnknowns lists the outputs, calculated parameters, states and derivatives that are computed, and nothing \
         else",
        "This list consists of all variables with 1. causality = \"output\" and (initial = \"approx\" or \"calculated\"), \
         and 2. causality = \"calculatedParameter\" and 3. all continuous-time states and all state derivatives [...] with \
         initial = \"approx\" or \"calculated\"",
    );
    INITIAL_ORDER = error(
        "MD-STRUCT-06",
        "2.2.8",
        "InitialUnknowns ascend",
        "The Unknowns in this list must be ordered according to their ScalarVariable index",
    );
    DEPENDENCIES_ORDER = error(
        "MD-STRUCT-07",
        "2.2.8",
        "dependencies are numbers of variables and ascend",
        "The indices are ordered according to magnitude, starting with the smallest index.",
    );
    DEPENDENCIES_KNOWN = warning(
        "MD-STRUCT-08",
        "2.2.8",
        "dependencies are knowns: inputs, states and time; at initialization inputs, start values and time",
        "Otherwise the Unknown depends on the Knowns defined by the given ScalarVariable indices.",
    );
    DEPENDENCIES_KIND = error(
        "MD-STRUCT-09",
        "2.2.8",
        "there are as many dependenciesKind as dependencies",
        "If dependenciesKind is present, dependencies must be present and must have the same number of list elements.",
    );
    DEPENDENCIES_INITIAL = error(
        "MD-STRUCT-10",
        "2.2.8",
        "InitialUnknowns are dependent on their knowns, or constant",
        "Note that attribute dependenciesKind for element InitialUnknowns has less enumeration values as dependenciesKind \
         in the other lists.",
    );
    EMPTY_LIST = error(
        "MD-STRUCT-11",
        "2.2.1",
        "lists that are present are not empty",
        "If an optional element is present and defines a list (such as <UnitDefinitions>), the list must have at least one \
         element (such as <Unit>).",
    );

    MANY = error("MD-MANY-01", "2.2", "there are at most 10,000 findings", "");
}
