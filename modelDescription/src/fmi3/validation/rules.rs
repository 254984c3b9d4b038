//! The rules for FMI 3.0 by id.

use crate::validation::rules::{error, rules, warning};

rules! {
    VERSION = error(
        "M3-HEAD-01",
        "2.4.1",
        "fmiVersion is 3.MINOR or 3.MINOR.PATCH",
        "Version of FMI the XML file complies with. The format is 3.MINOR or 3.MINOR.PATCH where MINOR and PATCH are \
         non-negative integers without leading zeros.",
    );
    MODEL_NAME = error(
        "M3-HEAD-02",
        "2.4.1",
        "modelName is not empty",
        "The name of the model as used in the modeling environment that generated the XML file",
    );
    TOKEN = error(
        "M3-HEAD-03",
        "2.4.1",
        "instantiationToken is not empty",
        "The instantiationToken is a string that may be used by the FMU to check that the XML file is compatible with the \
         implementation of the FMU.",
    );
    KIND = error(
        "M3-HEAD-04",
        "2.4.1",
        "Model Exchange, Co-Simulation or Scheduled Execution is offered",
        "At least one element of <ModelExchange>, <CoSimulation> or <ScheduledExecution> must be present to identify the \
         type of the FMU.",
    );
    IDENTIFIER = error(
        "M3-HEAD-05",
        "2.4.2",
        "modelIdentifier is a C identifier",
        "Short class name according to C syntax, for example, A_B_C.",
    );
    CONVENTION = error(
        "M3-HEAD-06",
        "2.4.1",
        "variableNamingConvention is flat or structured",
        "Defines whether the variable names in ModelVariables and in <TypeDefinitions> follow the flat or structured \
         convention",
    );
    SERIALIZE = error(
        "M3-HEAD-07",
        "2.4.2",
        "canSerializeFMUState comes with canGetAndSetFMUState",
        "If true, the flag canGetAndSetFMUState must be true as well.",
    );
    RETURN_EARLY = error(
        "M3-HEAD-08",
        "4.4",
        "canReturnEarlyAfterIntermediateUpdate comes with providesIntermediateUpdate",
        "canReturnEarlyAfterIntermediateUpdate may only be true, if providesIntermediateUpdate is true.",
    );
    EXPERIMENT = warning("M3-EXP-01", "2.4.6", "times, step and tolerance of the default experiment are finite numbers", "");
    EXPERIMENT_ORDER = warning(
        "M3-EXP-02",
        "2.4.6",
        "the default experiment does not stop before it starts, and has a positive step and tolerance",
        "",
    );
    LOG_NAME = error(
        "M3-LOG-01",
        "2.4.5",
        "log categories have names, each once",
        "The name attribute of <Category> must be unique with respect to all other elements of the <LogCategories> list.",
    );
    EMPTY_LIST = error(
        "M3-LOG-02",
        "2.4.1",
        "lists that are present are not empty",
        "If an optional element is present and defines a list (such as <UnitDefinitions>), the list must have at least one \
         element (such as <Unit>).",
    );

    UNIT_NAME = error(
        "M3-UNIT-01",
        "2.4.3",
        "units have names, each once",
        "The name of a Unit must be unique with respect to all other <Unit> elements.",
    );
    DISPLAY_NAME = error(
        "M3-UNIT-02",
        "2.4.3",
        "the display units of a unit have names, each once",
        "The attribute name must be unique with respect to all other names of the <DisplayUnit> definitions of the same \
         Unit.",
    );
    UNIT_FACTOR = error(
        "M3-UNIT-03",
        "2.4.3",
        "factors of units are finite and not 0, offsets are finite",
        "where factor and offset are attributes of the <BaseUnit>",
    );
    UNIT_DEFINED = error(
        "M3-UNIT-04",
        "2.4.7.5",
        "the unit of a variable or type is defined",
        "This attribute defines the unit of the variable by referencing a <UnitDefinitions><Unit> with the same name, which \
         must exist.",
    );
    DISPLAY_DEFINED = error(
        "M3-UNIT-05",
        "2.4.7.5",
        "a displayUnit comes with a unit, and is defined with it",
        "Default display unit of the variable referencing to a <DisplayUnit> which must exist under <UnitDefinitions><Unit> \
         with the name of unit. [...] If displayUnit is defined a unit must also be defined.",
    );
    UNIT_RATE = warning("M3-UNIT-06", "2.4.7.5", "the unit of a derivative is the unit of its variable per second", "");

    TYPE_NAME = error(
        "M3-TYPE-01",
        "2.4.4",
        "types have names, each once",
        "The unique name of the variable type referenced using the attribute declaredType. This attribute must be different \
         to all name attributes of variables",
    );
    TYPE_ITEMS = error(
        "M3-TYPE-02",
        "2.4.4",
        "an enumeration has items; names and values occur once",
        "An <EnumerationType> must have a non-empty sequence of <Item> elements with attributes name and value. [...] name \
         and value must be unique within the same <EnumerationType>.",
    );
    TYPE_MISSING = error(
        "M3-TYPE-03",
        "2.4.7.5",
        "a variable of type Enumeration has a declaredType",
        "For <Enumeration> the attribute declaredType is required because the <Enumeration> items are defined in \
         <TypeDefinitions><TypeDefinition>.",
    );
    TYPE_UNKNOWN = error(
        "M3-TYPE-04",
        "2.4.4",
        "a declaredType is defined, and is of the type of the variable",
        "The unique name of the variable type referenced using the attribute declaredType.",
    );
    TYPE_START = error(
        "M3-TYPE-05",
        "2.4.4",
        "the start values of an Enumeration are values of items",
        "An <EnumerationType> must have a non-empty sequence of <Item> elements with attributes name and value.",
    );

    NAME_EMPTY = error(
        "M3-NAME-01",
        "2.4.7.5.1",
        "variables and aliases have names",
        "The names must be unique, non-empty strings.",
    );
    NAME_REPEATED = error(
        "M3-NAME-02",
        "2.4.7.3",
        "names of variables and aliases occur once",
        "Each variable alias has a required attribute name whose value must be unique among all variables and variable \
         aliases",
    );
    NAME_GRAMMAR = error(
        "M3-NAME-03",
        "2.4.7.5.1",
        "names follow the grammar of the structured naming convention",
        "The following conventions for scalar names are defined",
    );
    REFERENCE_SHARED = error(
        "M3-NAME-04",
        "2.4.7.4",
        "value references of variables are unique, whatever their types",
        "The valueReference must be unique for all variables of an FMU.",
    );

    CAUSALITY = error(
        "M3-START-01",
        "2.4.7.4",
        "causality and variability go together",
        "Combinations of variability and causality that are not allowed and why.",
    );
    VARIABILITY_TYPE = error(
        "M3-START-02",
        "2.4.7.4",
        "only Float32 and Float64 variables are continuous",
        "Only variables of type Float32 or Float64 may be continuous.",
    );
    INITIAL = error(
        "M3-START-03",
        "2.4.7.5",
        "initial is one that causality and variability allow",
        "the allowed values for initial as combination of causality and variability and the default value if initial is not \
         present",
    );
    START_MISSING = error(
        "M3-START-04",
        "2.4.7.5",
        "inputs and variables that are exact or approx have a start value",
        "If initial = exact or approx, a start attribute must be provided.",
    );
    START_FORBIDDEN = error(
        "M3-START-05",
        "2.4.7.5",
        "calculated and independent variables have no start value",
        "If initial = calculated or causality = independent, it is not allowed to provide a start attribute.",
    );
    INDEPENDENT = error(
        "M3-START-06",
        "2.4.7.4",
        "exactly one variable is independent, and it is Float32 or Float64",
        "Exactly one variable of an FMU must be defined as independent. [...] The independent variable must be defined as a \
         floating point type without a start attribute.",
    );
    START_COUNT = error(
        "M3-START-07",
        "2.4.7.5",
        "an array has one start value, or one for each element",
        "The start attribute is either a single value or a list of values.",
    );
    NOT_A_VALUE = error(
        "M3-START-08",
        "2.4",
        "start, min and max are values of the type, and finite",
        "Table 1: Types used in the FMI 3.0 schema files.",
    );

    RANGE_EMPTY = error(
        "M3-RANGE-01",
        "2.4.4",
        "min is not above max",
        "Minimum value of variable (variable value >= min). [...] Maximum value of variable (variable value <= max).",
    );
    START_OUTSIDE = error(
        "M3-RANGE-02",
        "2.4.4",
        "start values are within min and max",
        "Minimum value of variable (variable value >= min). [...] Maximum value of variable (variable value <= max).",
    );
    NOMINAL = warning("M3-RANGE-03", "2.4.4", "nominal is finite and greater than 0", "");

    DIMENSION = error(
        "M3-DIM-01",
        "2.4.7.2",
        "a Dimension has either start, greater than 0, or a valueReference",
        "All initial dimension sizes (defined by start values either directly or indirectly in the fmiModelDescription) \
         must be positive integers (i.e. not zero)",
    );
    DIMENSION_OF = error(
        "M3-DIM-02",
        "2.4.7.2",
        "the valueReference of a Dimension is that of a structural parameter or constant of type UInt64",
        "The referenced variable must be a variable of type <UInt64>, and must either be a constant (i.e. with variability \
         = constant) or a structural parameter (i.e. with causality = structuralParameter).",
    );
    DIMENSION_FOR = error(
        "M3-DIM-03",
        "2.4.7.4",
        "clocks and structural parameters are no arrays",
        "A structural parameter must not have a <Dimension> element.",
    );

    DERIVATIVE = error(
        "M3-DER-01",
        "2.4.7.5",
        "derivative is the value reference of another variable, and both are continuous floating point variables",
        "If present, then the variable with this attribute is the derivative of the variable with value reference given in \
         derivative.",
    );
    DERIVATIVE_TWICE = error(
        "M3-DER-02",
        "2.4.8",
        "ContinuousStateDerivative lists one derivative of each state",
        "The order defined by this list defines the order of the elements for fmi3GetContinuousStates, \
         fmi3SetContinuousStates, and fmi3GetContinuousStateDerivatives.",
    );
    REINIT = error(
        "M3-DER-03",
        "2.4.7.5",
        "reinit stands at continuous states only",
        "May only be present for a continuous-time state.",
    );

    CLOCK = error(
        "M3-CLOCK-01",
        "2.4.7.4",
        "a Clock is input, output or local, discrete, and has intervalVariability",
        "The causality of variables of type Clock must be either input, output or local. [...] The variability of Clocks \
         must be discrete.",
    );
    CLOCKS = error(
        "M3-CLOCK-02",
        "2.4.7.4",
        "clocks lists value references of Clocks, at discrete and tunable variables",
        "The value of the attribute clocks is a non-empty list of value references of Clocks this variable belongs to. \
         [...] The variability of clocked variables must be discrete or tunable.",
    );
    PREVIOUS = error(
        "M3-CLOCK-03",
        "2.4.7.4",
        "previous stands at discrete variables with clocks",
        "Only clocked variables (i.e. variables with the attribute clocks) may have the previous attribute. Only variables \
         with variability = discrete may have the previous attribute.",
    );
    INTERMEDIATE = error(
        "M3-CLOCK-04",
        "2.4.7.4",
        "only continuous variables have intermediateUpdate",
        "Only continuous-time variables can have intermediateUpdate = true.",
    );

    REFERENCE = error(
        "M3-STRUCT-01",
        "2.4.8",
        "the structure lists value references of variables, each once in a list",
        "The value reference of the unknown",
    );
    OUTPUTS = error(
        "M3-STRUCT-02",
        "2.4.8",
        "Output lists the outputs and nothing else",
        "a list of value references where every corresponding variable must have causality = output (and every variable \
         with causality = output must be listed here)",
    );
    DERIVATIVES = error(
        "M3-STRUCT-03",
        "2.4.8",
        "ContinuousStateDerivative lists derivatives of variables",
        "The referred variables must have the derivative attribute.",
    );
    INITIAL_SET = error(
        "M3-STRUCT-04",
        "2.4.8",
        "InitialUnknown lists the outputs, calculated parameters, states and derivatives that are computed, and nothing \
         else that has no clocks",
        "Ordered list of all exposed unknowns in InitializationMode.",
    );
    DEPENDENCIES = error(
        "M3-STRUCT-05",
        "2.4.8",
        "dependencies are value references of variables, each once",
        "Optional attribute defining the algebraic dependencies as list of value references of the unknown",
    );
    DEPENDENCIES_KNOWN = warning(
        "M3-STRUCT-06",
        "2.4.8",
        "dependencies are knowns: inputs, states, parameters, clocks and time; at initialization what has a start value",
        "Attribute dependencies defines the dependencies of the outputs from the knowns after the InitializationMode.",
    );
    DEPENDENCIES_KIND = error(
        "M3-STRUCT-07",
        "2.4.8",
        "dependenciesKind comes with dependencies, one for each",
        "If dependenciesKind is present, dependencies must be present and must have the same number of list elements.",
    );
    DEPENDENCIES_INITIAL = error(
        "M3-STRUCT-08",
        "2.4.8",
        "initial unknowns are dependent on their knowns, or constant",
        "Note that attribute dependenciesKind for element InitialUnknown has less enumeration values as dependenciesKind in \
         the other lists",
    );
    EVENT_INDICATOR = error(
        "M3-STRUCT-09",
        "2.4.8",
        "event indicators are continuous floating point variables",
        "Only continuous variables of type Float32 and Float64 can be referenced by EventIndicator.",
    );
    CLOCKED_STATE = error(
        "M3-STRUCT-10",
        "2.4.8",
        "clocked states have clocks and previous",
        "All clocked states must have variability = discrete, must have the attribute clocks, and must not be of type \
         fmi3Clock.",
    );

    MANY = error("M3-MANY-01", "2.4", "there are at most 10,000 findings", "");
}
