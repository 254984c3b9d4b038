//! The rules by name: what is demanded, with the sentence of each standard that demands it.

use super::Severity;
use crate::FmiVersion;

/// A rule of conformity. A version of the standard that does not demand it has no citation.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    fmi2: Option<Citation>,
    fmi3: Option<Citation>,
}

impl Rule {
    /// Where a version of the standard demands it.
    pub(crate) fn of(&self, version: FmiVersion) -> Option<&Citation> {
        match version {
            FmiVersion::V2 => self.fmi2.as_ref(),
            FmiVersion::V3 => self.fmi3.as_ref(),
        }
    }
}

/// What a version of the standard demands.
#[derive(Debug, PartialEq, Eq)]
pub struct Citation {
    /// Id, as "MD-START-01".
    pub id: &'static str,
    /// Section of the standard.
    pub section: &'static str,
    /// How bad a violation is.
    pub severity: Severity,
    /// What is demanded.
    pub demand: &'static str,
    /// The words of the section that demand it; empty where it is the advice of this program.
    pub words: &'static str,
}

/// The rules of a version, in the order of their checks.
pub fn rules(version: FmiVersion) -> impl Iterator<Item = &'static Citation> {
    RULES.iter().filter_map(move |rule| rule.of(version))
}

/// A citation without its demand, which stands beside it.
const fn cited(severity: Severity, id: &'static str, section: &'static str, words: &'static str) -> Citation {
    Citation { id, section, severity, demand: "", words }
}

const fn error(id: &'static str, section: &'static str, words: &'static str) -> Citation {
    cited(Severity::Error, id, section, words)
}

const fn warning(id: &'static str, section: &'static str, words: &'static str) -> Citation {
    cited(Severity::Warning, id, section, words)
}

const fn fmi2(demand: &'static str, fmi2: Citation) -> Rule {
    Rule { fmi2: Some(Citation { demand, ..fmi2 }), fmi3: None }
}

const fn fmi3(demand: &'static str, fmi3: Citation) -> Rule {
    Rule { fmi2: None, fmi3: Some(Citation { demand, ..fmi3 }) }
}

/// A demand of both versions.
const fn both(demand: &'static str, fmi2: Citation, fmi3: Citation) -> Rule {
    each(demand, fmi2, demand, fmi3)
}

/// A rule that the versions put differently.
const fn each(demand2: &'static str, fmi2: Citation, demand3: &'static str, fmi3: Citation) -> Rule {
    Rule { fmi2: Some(Citation { demand: demand2, ..fmi2 }), fmi3: Some(Citation { demand: demand3, ..fmi3 }) }
}

macro_rules! rules {
    ($($name:ident = $rule:expr;)*) => {
        $(pub(crate) static $name: Rule = $rule;)*
        static RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    VERSION = each(
        "fmiVersion is \"2.0\"",
        error("MD-HEAD-01", "2.2.1",
            "Version of \"FMI for Model Exchange or Co-Simulation\" that was used to generate the XML file. The value \
             for this version is \"2.0\"."),
        "fmiVersion is 3.MINOR or 3.MINOR.PATCH",
        error("M3-HEAD-01", "2.4.1",
            "Version of FMI the XML file complies with. The format is 3.MINOR or 3.MINOR.PATCH where MINOR and PATCH \
             are non-negative integers without leading zeros."),
    );
    MODEL_NAME = both(
        "modelName is not empty",
        error("MD-HEAD-02", "2.2.1",
            "The name of the model as used in the modeling environment that generated the XML file"),
        error("M3-HEAD-02", "2.4.1",
            "The name of the model as used in the modeling environment that generated the XML file"),
    );
    TOKEN = each(
        "guid is not empty",
        error("MD-HEAD-03", "2.2.1",
            "The \"Globally Unique IDentifier\" is a string that is used to check that the XML file is compatible \
             with the C functions of the FMU."),
        "instantiationToken is not empty",
        error("M3-HEAD-03", "2.4.1",
            "The instantiationToken is a string that may be used by the FMU to check that the XML file is compatible \
             with the implementation of the FMU."),
    );
    KIND = each(
        "Model Exchange or Co-Simulation is offered",
        error("MD-HEAD-04", "2.2.1",
            "At least one element of ModelExchange or CoSimulation must be present to identify the type of the FMU."),
        "Model Exchange, Co-Simulation or Scheduled Execution is offered",
        error("M3-HEAD-04", "2.4.1",
            "At least one element of <ModelExchange>, <CoSimulation> or <ScheduledExecution> must be present to \
             identify the type of the FMU."),
    );
    IDENTIFIER = both(
        "modelIdentifier is a C identifier",
        error("MD-HEAD-05", "3.3.1, 4.3.1", "Short class name according to C syntax, for example, \"A_B_C\"."),
        error("M3-HEAD-05", "2.4.2", "Short class name according to C syntax, for example, A_B_C."),
    );
    CONVENTION = both(
        "variableNamingConvention is flat or structured",
        error("MD-HEAD-06", "2.2.1",
            "Currently standardized are: flat: A list of strings (the default). structured: Hierarchical names with \
             \".\" as hierarchy separator"),
        error("M3-HEAD-06", "2.4.1",
            "Defines whether the variable names in ModelVariables and in <TypeDefinitions> follow the flat or \
             structured convention"),
    );
    SERIALIZE = each(
        "canSerializeFMUstate comes with canGetAndSetFMUstate",
        error("MD-HEAD-07", "3.3.1, 4.3.1",
            "If this is the case, then flag canGetAndSetFMUstate must be true as well."),
        "canSerializeFMUState comes with canGetAndSetFMUState",
        error("M3-HEAD-07", "2.4.2", "If true, the flag canGetAndSetFMUState must be true as well."),
    );
    RETURN_EARLY = fmi3(
        "canReturnEarlyAfterIntermediateUpdate comes with providesIntermediateUpdate",
        error("M3-HEAD-08", "4.4",
            "canReturnEarlyAfterIntermediateUpdate may only be true, if providesIntermediateUpdate is true."),
    );
    EXPERIMENT = both(
        "times, step and tolerance of the default experiment are finite numbers",
        error("MD-EXP-01", "2.2",
            "The special values NAN, INF, +INF, and -INF for variables values are not allowed in the FMI XML files."),
        warning("M3-EXP-01", "2.4.6", ""),
    );
    EXPERIMENT_ORDER = both(
        "the default experiment does not stop before it starts, and has a positive step and tolerance",
        warning("MD-EXP-02", "2.2.5", ""),
        warning("M3-EXP-02", "2.4.6", ""),
    );
    LOG_NAME = both(
        "log categories have names, each once",
        error("MD-LOG-01", "2.2.4",
            "The \"name\" attribute of \"Category\" must be unique with respect to all other elements of the \
             LogCategories list."),
        error("M3-LOG-01", "2.4.5",
            "The name attribute of <Category> must be unique with respect to all other elements of the \
             <LogCategories> list."),
    );

    UNIT_NAME = both(
        "units have names, each once",
        error("MD-UNIT-01", "2.2.2",
            "A Unit is defined by its name attribute such as \"N.m\" or \"N*m\" or \"Nm\", which must be unique with \
             respect to all other defined elements of the UnitDefinitions list."),
        error("M3-UNIT-01", "2.4.3", "The name of a Unit must be unique with respect to all other <Unit> elements."),
    );
    DISPLAY_NAME = both(
        "the display units of a unit have names, each once",
        error("MD-UNIT-02", "2.2.2",
            "The attribute name must be unique with respect to all other names of the DisplayUnit definitions of the \
             same Unit"),
        error("M3-UNIT-02", "2.4.3",
            "The attribute name must be unique with respect to all other names of the <DisplayUnit> definitions of \
             the same Unit."),
    );
    UNIT_FACTOR = both(
        "factors of units are finite and not 0, offsets are finite",
        error("MD-UNIT-03", "2.2.2", "BaseUnit_value = factor * Unit_value + (if relativeQuantity then 0 else offset)"),
        error("M3-UNIT-03", "2.4.3", "where factor and offset are attributes of the <BaseUnit>"),
    );
    UNIT_DEFINED = each(
        "the unit of a variable is defined",
        error("MD-UNIT-04", "2.2.3", "in this case a Unit.name = \"N.m\" must be present under UnitDefinitions"),
        "the unit of a variable or type is defined",
        error("M3-UNIT-04", "2.4.7.5",
            "This attribute defines the unit of the variable by referencing a <UnitDefinitions><Unit> with the same \
             name, which must exist."),
    );
    DISPLAY_ALONE = fmi2(
        "a displayUnit comes with a unit",
        error("MD-UNIT-05", "2.2.3",
            "It is an error if displayUnit is defined in element Real, but unit is not, or unit is not defined under \
             <UnitDefinitions><Unit>."),
    );
    DISPLAY_DEFINED = each(
        "the displayUnit of a variable is defined with its unit",
        warning("MD-UNIT-06", "2.2.3",
            "If the corresponding \"displayUnit\" is not defined under <UnitDefinitions> <Unit> <DisplayUnit>, then \
             displayUnit is ignored."),
        "a displayUnit comes with a unit, and is defined with it",
        error("M3-UNIT-05", "2.4.7.5",
            "Default display unit of the variable referencing to a <DisplayUnit> which must exist under \
             <UnitDefinitions><Unit> with the name of unit. [...] If displayUnit is defined a unit must also be \
             defined."),
    );
    UNIT_RATE = both(
        "the unit of a derivative is the unit of its variable per second",
        warning("MD-UNIT-07", "2.2.7", ""),
        warning("M3-UNIT-06", "2.4.7.5", ""),
    );

    TYPE_NAME = each(
        "types have names, each once, and no variable has the name of a type",
        error("MD-TYPE-01", "2.2.3",
            "Attribute \"name\" must be unique with respect to all other elements of the TypeDefinitions list. \
             Furthermore, \"name\" of a \"SimpleType\" must be different to all \"name\" attributes of \
             ScalarVariables"),
        "types have names, each once",
        error("M3-TYPE-01", "2.4.4",
            "The unique name of the variable type referenced using the attribute declaredType. This attribute must be \
             different to all name attributes of variables"),
    );
    TYPE_ITEMS = both(
        "an enumeration has items; names and values occur once",
        error("MD-TYPE-02", "2.2.3",
            "The values can be any integer number but must be unique within the same enumeration (in order that the \
             mapping between \"name\" and \"value\" is bijective). An Enumeration element must have at least one \
             Item."),
        error("M3-TYPE-02", "2.4.4",
            "An <EnumerationType> must have a non-empty sequence of <Item> elements with attributes name and value. \
             [...] name and value must be unique within the same <EnumerationType>."),
    );
    TYPE_MISSING = both(
        "a variable of type Enumeration has a declaredType",
        error("MD-TYPE-03", "2.2.7",
            "For Enumeration it is required, because the Enumeration items are defined in TypeDefinitions / \
             SimpleType."),
        error("M3-TYPE-03", "2.4.7.5",
            "For <Enumeration> the attribute declaredType is required because the <Enumeration> items are defined in \
             <TypeDefinitions><TypeDefinition>."),
    );
    TYPE_UNKNOWN = each(
        "a declaredType is defined, and with the type of the variable",
        error("MD-TYPE-04", "2.2.7", "If present, name of type defined with TypeDefinitions / SimpleType."),
        "a declaredType is defined, and is of the type of the variable",
        error("M3-TYPE-04", "2.4.4",
            "The unique name of the variable type referenced using the attribute declaredType."),
    );
    TYPE_START = each(
        "the start value of an Enumeration is the value of an item",
        error("MD-TYPE-05", "2.2.3", "Item of an enumeration has a sequence of \"name\" and \"value\" pairs."),
        "the start values of an Enumeration are values of items",
        error("M3-TYPE-05", "2.4.4",
            "An <EnumerationType> must have a non-empty sequence of <Item> elements with attributes name and value."),
    );

    NAME_EMPTY = each(
        "variables have names",
        error("MD-NAME-01", "2.2.9", "The names must be unique, non-empty strings."),
        "variables and aliases have names",
        error("M3-NAME-01", "2.4.7.5.1", "The names must be unique, non-empty strings."),
    );
    NAME_REPEATED = each(
        "names of variables occur once",
        error("MD-NAME-02", "2.2.7", "The full, unique name of the variable."),
        "names of variables and aliases occur once",
        error("M3-NAME-02", "2.4.7.3",
            "Each variable alias has a required attribute name whose value must be unique among all variables and \
             variable aliases"),
    );
    NAME_GRAMMAR = both(
        "names follow the grammar of the structured naming convention",
        error("MD-NAME-03", "2.2.9", "The following conventions for scalar names are defined"),
        error("M3-NAME-03", "2.4.7.5.1", "The following conventions for scalar names are defined"),
    );
    REFERENCE_SHARED = each(
        "at most one of the variables of a type with one value reference can be set",
        error("MD-NAME-04", "2.2.7",
            "Variables a and b that can both be set with fmi2SetXXX [...] cannot be alias variables"),
        "value references of variables are unique, whatever their types",
        error("M3-NAME-04", "2.4.7.4", "The valueReference must be unique for all variables of an FMU."),
    );

    CAUSALITY = both(
        "causality and variability go together",
        error("MD-START-01", "2.2.7", "The following combinations of variability/causality settings are allowed"),
        error("M3-START-01", "2.4.7.4", "Combinations of variability and causality that are not allowed and why."),
    );
    VARIABILITY_TYPE = each(
        "only Real variables are continuous, others say what they are",
        error("MD-START-02", "2.2.7", "Only a variable of type = \"Real\" can be \"continuous\"."),
        "only Float32 and Float64 variables are continuous",
        error("M3-START-02", "2.4.7.4", "Only variables of type Float32 or Float64 may be continuous."),
    );
    INITIAL = both(
        "initial is one that causality and variability allow",
        error("MD-START-03", "2.2.7",
            "If initial is not present, its value is defined by the following tables based on the values of causality \
             and variability"),
        error("M3-START-03", "2.4.7.5",
            "the allowed values for initial as combination of causality and variability and the default value if \
             initial is not present"),
    );
    START_MISSING = both(
        "inputs and variables that are exact or approx have a start value",
        error("MD-START-04", "2.2.7",
            "If initial = \"exact\" or \"approx\", or causality = \"input\", a start value must be provided."),
        error("M3-START-04", "2.4.7.5", "If initial = exact or approx, a start attribute must be provided."),
    );
    START_FORBIDDEN = both(
        "calculated and independent variables have no start value",
        error("MD-START-05", "2.2.7",
            "If initial = \"calculated\", or causality = \"independent\", it is not allowed to provide a start value."),
        error("M3-START-05", "2.4.7.5",
            "If initial = calculated or causality = independent, it is not allowed to provide a start attribute."),
    );
    INDEPENDENT = each(
        "at most one variable is independent, and it is Real",
        error("MD-START-06", "2.2.7",
            "At most one ScalarVariable of an FMU can be defined as \"independent\". [...] it must be defined as \
             \"Real\" without a \"start\" attribute."),
        "exactly one variable is independent, and it is Float32 or Float64",
        error("M3-START-06", "2.4.7.4",
            "Exactly one variable of an FMU must be defined as independent. [...] The independent variable must be \
             defined as a floating point type without a start attribute."),
    );
    START_COUNT = fmi3(
        "an array has one start value, or one for each element",
        error("M3-START-07", "2.4.7.5", "The start attribute is either a single value or a list of values."),
    );
    NOT_A_VALUE = fmi3(
        "start, min and max are values of the type, and finite",
        error("M3-START-08", "2.4", "Table 1: Types used in the FMI 3.0 schema files."),
    );

    NOT_FINITE = fmi2(
        "start, min, max and nominal are finite",
        error("MD-RANGE-01", "2.2",
            "The special values NAN, INF, +INF, and -INF for variables values are not allowed in the FMI XML files."),
    );
    RANGE_EMPTY = both(
        "min is not above max",
        error("MD-RANGE-02", "2.2.3",
            "Minimum value of variable (variable value >= min). [...] Maximum value of variable (variable value <= \
             max)."),
        error("M3-RANGE-01", "2.4.4",
            "Minimum value of variable (variable value >= min). [...] Maximum value of variable (variable value <= \
             max)."),
    );
    START_OUTSIDE = each(
        "the start value is within min and max",
        error("MD-RANGE-03", "2.2.3",
            "Minimum value of variable (variable value >= min). [...] Maximum value of variable (variable value <= \
             max)."),
        "start values are within min and max",
        error("M3-RANGE-02", "2.4.4",
            "Minimum value of variable (variable value >= min). [...] Maximum value of variable (variable value <= \
             max)."),
    );
    NOMINAL = each(
        "nominal is greater than 0",
        error("MD-RANGE-04", "3.2.2", "Note that it is required that x_nominal[i] > 0.0."),
        "nominal is finite and greater than 0",
        warning("M3-RANGE-03", "2.4.4", ""),
    );

    DIMENSION = fmi3(
        "a Dimension has either start, greater than 0, or a valueReference",
        error("M3-DIM-01", "2.4.7.2",
            "All initial dimension sizes (defined by start values either directly or indirectly in the \
             fmiModelDescription) must be positive integers (i.e. not zero)"),
    );
    DIMENSION_OF = fmi3(
        "the valueReference of a Dimension is that of a structural parameter or constant of type UInt64",
        error("M3-DIM-02", "2.4.7.2",
            "The referenced variable must be a variable of type <UInt64>, and must either be a constant (i.e. with \
             variability = constant) or a structural parameter (i.e. with causality = structuralParameter)."),
    );
    DIMENSION_FOR = fmi3(
        "clocks and structural parameters are no arrays",
        error("M3-DIM-03", "2.4.7.4", "A structural parameter must not have a <Dimension> element."),
    );

    DERIVATIVE = fmi3(
        "derivative is the value reference of another variable, and both are continuous floating point variables",
        error("M3-DER-01", "2.4.7.5",
            "If present, then the variable with this attribute is the derivative of the variable with value reference \
             given in derivative."),
    );

    DERIVATIVE_INDEX = fmi2(
        "derivative is the number of another variable",
        error("MD-DER-01", "2.2.7",
            "If present, this variable is the derivative of variable with ScalarVariable index \"derivative\"."),
    );
    DERIVATIVE_KIND = fmi2(
        "derivatives and their variables are continuous Reals",
        error("MD-DER-02", "2.2.8", "Note that only continuous Real variables are listed here."),
    );
    DERIVATIVE_TWICE = each(
        "Derivatives lists one derivative of each state",
        error("MD-DER-03", "2.2.7",
            "All ScalarVariables listed in this element must have attribute derivative (in order that the \
             continuous-time states are uniquely defined)."),
        "ContinuousStateDerivative lists one derivative of each state",
        error("M3-DER-02", "2.4.8",
            "The order defined by this list defines the order of the elements for fmi3GetContinuousStates, \
             fmi3SetContinuousStates, and fmi3GetContinuousStateDerivatives."),
    );
    REINIT = each(
        "reinit stands at continuous states of Model Exchange only",
        error("MD-DER-04", "2.2.7", "Can only be present for a continuous-time state."),
        "reinit stands at continuous states only",
        error("M3-DER-03", "2.4.7.5", "May only be present for a continuous-time state."),
    );

    CLOCK = fmi3(
        "a Clock is input, output or local, discrete, and has intervalVariability",
        error("M3-CLOCK-01", "2.4.7.4",
            "The causality of variables of type Clock must be either input, output or local. [...] The variability of \
             Clocks must be discrete."),
    );
    CLOCKS = fmi3(
        "clocks lists value references of Clocks, at discrete and tunable variables",
        error("M3-CLOCK-02", "2.4.7.4",
            "The value of the attribute clocks is a non-empty list of value references of Clocks this variable \
             belongs to. [...] The variability of clocked variables must be discrete or tunable."),
    );
    PREVIOUS = fmi3(
        "previous stands at discrete variables with clocks",
        error("M3-CLOCK-03", "2.4.7.4",
            "Only clocked variables (i.e. variables with the attribute clocks) may have the previous attribute. Only \
             variables with variability = discrete may have the previous attribute."),
    );
    INTERMEDIATE = fmi3(
        "only continuous variables have intermediateUpdate",
        error("M3-CLOCK-04", "2.4.7.4", "Only continuous-time variables can have intermediateUpdate = true."),
    );

    LISTED = each(
        "indices in the structure are numbers of variables, each once in a list",
        error("MD-STRUCT-01", "2.2.8", "The ScalarVariable index of the Unknown"),
        "the structure lists value references of variables, each once in a list",
        error("M3-STRUCT-01", "2.4.8", "The value reference of the unknown"),
    );
    OUTPUTS = each(
        "Outputs lists the outputs and nothing else",
        error("MD-STRUCT-02", "2.2.8",
            "a list of ScalarVariable indices where every corresponding ScalarVariable must have causality = \
             \"output\" (and every variable with causality=\"output\" must be listed here)"),
        "Output lists the outputs and nothing else",
        error("M3-STRUCT-02", "2.4.8",
            "a list of value references where every corresponding variable must have causality = output (and every \
             variable with causality = output must be listed here)"),
    );
    DERIVATIVES = each(
        "Derivatives lists derivatives of variables",
        error("MD-STRUCT-03", "2.2.8",
            "a list of ScalarVariable indices where every corresponding ScalarVariable must be a state derivative"),
        "ContinuousStateDerivative lists derivatives of variables",
        error("M3-STRUCT-03", "2.4.8", "The referred variables must have the derivative attribute."),
    );
    DERIVATIVES_ALL = fmi2(
        "Derivatives lists every derivative of a Model Exchange FMU",
        warning("MD-STRUCT-04", "2.2.8",
            "A ModelExchange FMU must expose all derivatives of its continuous-time states in element Derivatives."),
    );
    INITIAL_SET = each(
        "InitialUnknowns lists the outputs, calculated parameters, states and derivatives that are computed, and \
         nothing else",
        error("MD-STRUCT-05", "2.2.8",
            "This list consists of all variables with 1. causality = \"output\" and (initial = \"approx\" or \
             \"calculated\"), and 2. causality = \"calculatedParameter\" and 3. all continuous-time states and all \
             state derivatives [...] with initial = \"approx\" or \"calculated\""),
        "InitialUnknown lists the outputs, calculated parameters, states and derivatives that are computed, and \
         nothing else that has no clocks",
        error("M3-STRUCT-04", "2.4.8", "Ordered list of all exposed unknowns in InitializationMode."),
    );
    INITIAL_ORDER = fmi2(
        "InitialUnknowns ascend",
        error("MD-STRUCT-06", "2.2.8",
            "The Unknowns in this list must be ordered according to their ScalarVariable index"),
    );
    DEPENDENCIES = each(
        "dependencies are numbers of variables and ascend",
        error("MD-STRUCT-07", "2.2.8",
            "The indices are ordered according to magnitude, starting with the smallest index."),
        "dependencies are value references of variables, each once",
        error("M3-STRUCT-05", "2.4.8",
            "Optional attribute defining the algebraic dependencies as list of value references of the unknown"),
    );
    DEPENDENCIES_KNOWN = each(
        "dependencies are knowns: inputs, states and time; at initialization inputs, start values and time",
        warning("MD-STRUCT-08", "2.2.8",
            "Otherwise the Unknown depends on the Knowns defined by the given ScalarVariable indices."),
        "dependencies are knowns: inputs, states, parameters, clocks and time; at initialization what has a start \
         value",
        warning("M3-STRUCT-06", "2.4.8",
            "Attribute dependencies defines the dependencies of the outputs from the knowns after the \
             InitializationMode."),
    );
    DEPENDENCIES_KIND = each(
        "there are as many dependenciesKind as dependencies",
        error("MD-STRUCT-09", "2.2.8",
            "If dependenciesKind is present, dependencies must be present and must have the same number of list \
             elements."),
        "dependenciesKind comes with dependencies, one for each",
        error("M3-STRUCT-07", "2.4.8",
            "If dependenciesKind is present, dependencies must be present and must have the same number of list \
             elements."),
    );
    DEPENDENCIES_INITIAL = each(
        "InitialUnknowns are dependent on their knowns, or constant",
        error("MD-STRUCT-10", "2.2.8",
            "Note that attribute dependenciesKind for element InitialUnknowns has less enumeration values as \
             dependenciesKind in the other lists."),
        "initial unknowns are dependent on their knowns, or constant",
        error("M3-STRUCT-08", "2.4.8",
            "Note that attribute dependenciesKind for element InitialUnknown has less enumeration values as \
             dependenciesKind in the other lists"),
    );
    EVENT_INDICATOR = fmi3(
        "event indicators are continuous floating point variables",
        error("M3-STRUCT-09", "2.4.8",
            "Only continuous variables of type Float32 and Float64 can be referenced by EventIndicator."),
    );
    CLOCKED_STATE = fmi3(
        "clocked states have clocks and previous",
        error("M3-STRUCT-10", "2.4.8",
            "All clocked states must have variability = discrete, must have the attribute clocks, and must not be of \
             type fmi3Clock."),
    );
    EMPTY_LIST = both(
        "lists that are present are not empty",
        error("MD-STRUCT-11", "2.2.1",
            "If an optional element is present and defines a list (such as <UnitDefinitions>), the list must have at \
             least one element (such as <Unit>)."),
        error("M3-LOG-02", "2.4.1",
            "If an optional element is present and defines a list (such as <UnitDefinitions>), the list must have at \
             least one element (such as <Unit>)."),
    );

    MANY = both(
        "there are at most 10,000 findings",
        error("MD-MANY-01", "2.2", ""),
        error("M3-MANY-01", "2.4", ""),
    );
}
