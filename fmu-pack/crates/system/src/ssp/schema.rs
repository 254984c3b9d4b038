//! The elements of SystemStructure.ssd, of parameter sets (SSV) and of parameter mappings (SSM), for writing and reading.
//!
//! Reading is tolerant: it knows elements by their local names, types also by those of SSP 2.0, and passes over what is not here.
//! Numbers are texts, so that a wrong one can be told with its place: `line`, which `read_element_with_lines` adds. Engines look for the prefixes that are written here.

use model_description::schema::BaseUnit;
use serde::{Deserialize, Serialize};

/// Namespaces by prefix.
pub(super) const SSD: &str = "http://ssp-standard.org/SSP1/SystemStructureDescription";
pub(super) const SSC: &str = "http://ssp-standard.org/SSP1/SystemStructureCommon";
pub(super) const SSV: &str = "http://ssp-standard.org/SSP1/SystemStructureParameterValues";
pub(super) const SSM: &str = "http://ssp-standard.org/SSP1/SystemStructureParameterMapping";
pub(super) const OSP: &str = "http://opensimulationplatform.com/SSP/OSPAnnotations";
pub(super) const OMS: &str = "https://raw.githubusercontent.com/OpenModelica/OMSimulator/master/schema/oms.xsd";

/// Media types of what a parameter binding refers to. They are the defaults, but a tool that reads without the schema does not
/// know defaults.
pub(super) const PARAMETER_SET_TYPE: &str = "application/x-ssp-parameter-set";
pub(super) const PARAMETER_MAPPING_TYPE: &str = "application/x-ssp-parameter-mapping";

/// Media types of what a component refers to. Without one it is an FMU.
pub(super) const FMU_TYPE: &str = "application/x-fmu-sharedlibrary";
pub(super) const DEFINITION_TYPE: &str = "application/x-ssp-definition";
pub(super) const PACKAGE_TYPE: &str = "application/x-ssp-package";

/// Types of annotations.
pub(super) const OSP_TYPE: &str = "com.opensimulationplatform";
pub(super) const OMS_TYPE: &str = "org.openmodelica";

/// `<ssd:SystemStructureDescription>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename = "ssd:SystemStructureDescription", default)]
pub(super) struct SystemStructureDescription {
    #[serde(rename = "@xmlns:ssd")]
    pub(super) ssd: String,
    #[serde(rename = "@xmlns:ssc")]
    pub(super) ssc: String,
    #[serde(rename = "@xmlns:ssv")]
    pub(super) ssv: String,
    #[serde(rename = "@xmlns:ssm")]
    pub(super) ssm: String,
    #[serde(rename = "@xmlns:osp", skip_serializing_if = "String::is_empty")]
    pub(super) osp: String,
    #[serde(rename = "@xmlns:oms", skip_serializing_if = "String::is_empty")]
    pub(super) oms: String,
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename = "@version")]
    pub(super) version: String,
    #[serde(rename = "@generationTool", skip_serializing_if = "Option::is_none")]
    pub(super) generation_tool: Option<String>,
    #[serde(rename(serialize = "ssd:System", deserialize = "System"))]
    pub(super) system: System,
    #[serde(
        rename(serialize = "ssd:Enumerations", deserialize = "Enumerations"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) enumerations: Option<Enumerations>,
    #[serde(rename(serialize = "ssd:Units", deserialize = "Units"), skip_serializing_if = "Option::is_none")]
    pub(super) units: Option<Units>,
    #[serde(
        rename(serialize = "ssd:DefaultExperiment", deserialize = "DefaultExperiment"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) experiment: Option<DefaultExperiment>,
}

/// `<ssd:System>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct System {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename = "@description", skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<String>,
    #[serde(rename(serialize = "ssd:Connectors", deserialize = "Connectors"), skip_serializing_if = "Option::is_none")]
    pub(super) connectors: Option<Connectors>,
    #[serde(
        rename(serialize = "ssd:ParameterBindings", deserialize = "ParameterBindings"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) bindings: Option<ParameterBindings>,
    #[serde(rename(serialize = "ssd:Elements", deserialize = "Elements"), skip_serializing_if = "Option::is_none")]
    pub(super) elements: Option<Elements>,
    #[serde(
        rename(serialize = "ssd:Connections", deserialize = "Connections"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) connections: Option<Connections>,
    #[serde(
        rename(serialize = "ssd:SignalDictionaries", deserialize = "SignalDictionaries"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) signal_dictionaries: Option<Empty>,
    #[serde(
        rename(serialize = "ssd:Annotations", deserialize = "Annotations"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) annotations: Option<Annotations>,
}

/// `<ssd:Elements>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Elements {
    #[serde(rename(serialize = "ssd:Component", deserialize = "Component"))]
    pub(super) components: Vec<Component>,
    #[serde(rename(serialize = "ssd:System", deserialize = "System"))]
    pub(super) systems: Vec<System>,
    #[serde(rename(serialize = "ssd:SignalDictionaryReference", deserialize = "SignalDictionaryReference"))]
    pub(super) references: Vec<Named>,
}

/// An element of which only the name is read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Named {
    #[serde(rename = "@name")]
    pub(super) name: String,
}

/// `<ssd:Component>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Component {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename = "@type", skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
    #[serde(rename = "@source")]
    pub(super) source: String,
    #[serde(rename = "@implementation", skip_serializing_if = "Option::is_none")]
    pub(super) implementation: Option<String>,
    #[serde(rename(serialize = "ssd:Connectors", deserialize = "Connectors"), skip_serializing_if = "Option::is_none")]
    pub(super) connectors: Option<Connectors>,
    #[serde(
        rename(serialize = "ssd:ElementGeometry", deserialize = "ElementGeometry"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) geometry: Option<ElementGeometry>,
    #[serde(
        rename(serialize = "ssd:ParameterBindings", deserialize = "ParameterBindings"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) bindings: Option<ParameterBindings>,
    #[serde(
        rename(serialize = "ssd:Annotations", deserialize = "Annotations"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) annotations: Option<Annotations>,
}

/// `<ssd:ElementGeometry>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ElementGeometry {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@x1")]
    pub(super) x1: String,
    #[serde(rename = "@y1")]
    pub(super) y1: String,
    #[serde(rename = "@x2")]
    pub(super) x2: String,
    #[serde(rename = "@y2")]
    pub(super) y2: String,
}

/// `<ssd:Connectors>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Connectors {
    #[serde(rename(serialize = "ssd:Connector", deserialize = "Connector"))]
    pub(super) connectors: Vec<Connector>,
}

/// `<ssd:Connector>` with one of the types.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Connector {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename = "@kind")]
    pub(super) kind: String,
    #[serde(
        rename(serialize = "ssc:Real", deserialize = "Real"),
        alias = "Float64",
        alias = "Float32",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) real: Option<RealType>,
    #[serde(
        rename(serialize = "ssc:Integer", deserialize = "Integer"),
        alias = "Int8",
        alias = "UInt8",
        alias = "Int16",
        alias = "UInt16",
        alias = "Int32",
        alias = "UInt32",
        alias = "Int64",
        alias = "UInt64",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) integer: Option<Empty>,
    #[serde(rename(serialize = "ssc:Boolean", deserialize = "Boolean"), skip_serializing_if = "Option::is_none")]
    pub(super) boolean: Option<Empty>,
    #[serde(rename(serialize = "ssc:String", deserialize = "String"), skip_serializing_if = "Option::is_none")]
    pub(super) string: Option<Empty>,
    #[serde(
        rename(serialize = "ssc:Enumeration", deserialize = "Enumeration"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) enumeration: Option<Named>,
    #[serde(rename(serialize = "ssc:Binary", deserialize = "Binary"), skip_serializing_if = "Option::is_none")]
    pub(super) binary: Option<Empty>,
    #[serde(rename = "Dimension", skip_serializing)]
    pub(super) dimensions: Vec<Empty>,
}

/// `<ssc:Real>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct RealType {
    #[serde(rename = "@unit", skip_serializing_if = "Option::is_none")]
    pub(super) unit: Option<String>,
}

/// An element that is read no further.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Empty {}

/// `<ssd:ParameterBindings>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ParameterBindings {
    #[serde(rename(serialize = "ssd:ParameterBinding", deserialize = "ParameterBinding"))]
    pub(super) bindings: Vec<ParameterBinding>,
}

/// `<ssd:ParameterBinding>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ParameterBinding {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@type", skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
    #[serde(rename = "@source", skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
    #[serde(rename = "@sourceBase", skip_serializing)]
    pub(super) source_base: Option<String>,
    #[serde(rename = "@prefix", skip_serializing_if = "Option::is_none")]
    pub(super) prefix: Option<String>,
    #[serde(
        rename(serialize = "ssd:ParameterValues", deserialize = "ParameterValues"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) values: Option<ParameterValues>,
    #[serde(
        rename(serialize = "ssd:ParameterMapping", deserialize = "ParameterMapping"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) mapping: Option<MappingReference>,
}

/// `<ssd:ParameterValues>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ParameterValues {
    #[serde(rename(serialize = "ssv:ParameterSet", deserialize = "ParameterSet"))]
    pub(super) set: ParameterSet,
}

/// `<ssd:ParameterMapping>`, here or in a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct MappingReference {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@type", skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
    #[serde(rename = "@source", skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
    #[serde(rename = "@sourceBase", skip_serializing)]
    pub(super) source_base: Option<String>,
    #[serde(
        rename(serialize = "ssm:ParameterMapping", deserialize = "ParameterMapping"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) inline: Option<ParameterMapping>,
}

/// `<ssv:ParameterSet>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename = "ssv:ParameterSet", default)]
pub(super) struct ParameterSet {
    #[serde(rename = "@xmlns:ssv", skip_serializing_if = "String::is_empty")]
    pub(super) ssv: String,
    #[serde(rename = "@xmlns:ssc", skip_serializing_if = "String::is_empty")]
    pub(super) ssc: String,
    #[serde(rename = "@version")]
    pub(super) version: String,
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename(serialize = "ssv:Parameters", deserialize = "Parameters"))]
    pub(super) parameters: Parameters,
    #[serde(rename(serialize = "ssv:Units", deserialize = "Units"), skip_serializing_if = "Option::is_none")]
    pub(super) units: Option<Units>,
}

/// `<ssv:Parameters>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Parameters {
    #[serde(rename(serialize = "ssv:Parameter", deserialize = "Parameter"))]
    pub(super) parameters: Vec<Parameter>,
}

/// `<ssv:Parameter>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Parameter {
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(
        rename(serialize = "ssv:Real", deserialize = "Real"),
        alias = "Float64",
        alias = "Float32",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) real: Option<Value>,
    #[serde(
        rename(serialize = "ssv:Integer", deserialize = "Integer"),
        alias = "Int8",
        alias = "UInt8",
        alias = "Int16",
        alias = "UInt16",
        alias = "Int32",
        alias = "UInt32",
        alias = "Int64",
        alias = "UInt64",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) integer: Option<Value>,
    #[serde(rename(serialize = "ssv:Boolean", deserialize = "Boolean"), skip_serializing_if = "Option::is_none")]
    pub(super) boolean: Option<Value>,
    #[serde(rename(serialize = "ssv:String", deserialize = "String"), skip_serializing_if = "Option::is_none")]
    pub(super) string: Option<Value>,
    #[serde(
        rename(serialize = "ssv:Enumeration", deserialize = "Enumeration"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) enumeration: Option<Value>,
}

/// A value with its unit.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Value {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@value")]
    pub(super) value: String,
    #[serde(rename = "@unit", skip_serializing_if = "Option::is_none")]
    pub(super) unit: Option<String>,
}

/// `<ssm:ParameterMapping>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename = "ssm:ParameterMapping", default)]
pub(super) struct ParameterMapping {
    #[serde(rename = "@xmlns:ssm", skip_serializing_if = "String::is_empty")]
    pub(super) ssm: String,
    #[serde(rename = "@xmlns:ssc", skip_serializing_if = "String::is_empty")]
    pub(super) ssc: String,
    #[serde(rename = "@version")]
    pub(super) version: String,
    #[serde(rename(serialize = "ssm:MappingEntry", deserialize = "MappingEntry"))]
    pub(super) entries: Vec<MappingEntry>,
}

/// `<ssm:MappingEntry>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct MappingEntry {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@source")]
    pub(super) source: String,
    #[serde(rename = "@target")]
    pub(super) target: String,
    #[serde(rename = "@suppressUnitConversion", skip_serializing)]
    pub(super) suppress_unit_conversion: Option<String>,
    #[serde(
        rename(serialize = "ssc:LinearTransformation", deserialize = "LinearTransformation"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) transformation: Option<LinearTransformation>,
    #[serde(
        rename = "BooleanMappingTransformation",
        alias = "IntegerMappingTransformation",
        alias = "EnumerationMappingTransformation",
        skip_serializing
    )]
    pub(super) table: Option<MapTable>,
}

/// `<ssc:BooleanMappingTransformation>`, `<ssc:IntegerMappingTransformation>`, `<ssc:EnumerationMappingTransformation>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct MapTable {
    #[serde(rename = "MapEntry")]
    pub(super) entries: Vec<MapEntry>,
}

/// `<ssc:MapEntry>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct MapEntry {
    #[serde(rename = "@source")]
    pub(super) source: String,
    #[serde(rename = "@target")]
    pub(super) target: String,
}

/// `<ssd:Connections>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Connections {
    #[serde(rename(serialize = "ssd:Connection", deserialize = "Connection"))]
    pub(super) connections: Vec<Connection>,
}

/// `<ssd:Connection>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Connection {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@startElement", skip_serializing_if = "Option::is_none")]
    pub(super) start_element: Option<String>,
    #[serde(rename = "@startConnector")]
    pub(super) start_connector: String,
    #[serde(rename = "@endElement", skip_serializing_if = "Option::is_none")]
    pub(super) end_element: Option<String>,
    #[serde(rename = "@endConnector")]
    pub(super) end_connector: String,
    #[serde(rename = "@startIndices", skip_serializing)]
    pub(super) start_indices: Option<String>,
    #[serde(rename = "@endIndices", skip_serializing)]
    pub(super) end_indices: Option<String>,
    #[serde(rename = "@suppressUnitConversion", skip_serializing_if = "Option::is_none")]
    pub(super) suppress_unit_conversion: Option<String>,
    #[serde(
        rename(serialize = "ssc:LinearTransformation", deserialize = "LinearTransformation"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) transformation: Option<LinearTransformation>,
    #[serde(rename = "BooleanMappingTransformation", skip_serializing)]
    pub(super) boolean_mapping: Option<Empty>,
    #[serde(rename = "IntegerMappingTransformation", skip_serializing)]
    pub(super) integer_mapping: Option<Empty>,
    #[serde(rename = "EnumerationMappingTransformation", skip_serializing)]
    pub(super) enumeration_mapping: Option<Empty>,
}

impl Connection {
    /// It has a table of values, which is read no further.
    pub(super) fn has_mapping(&self) -> bool {
        [&self.boolean_mapping, &self.integer_mapping, &self.enumeration_mapping].into_iter().any(Option::is_some)
    }

    /// It is for elements of an array.
    pub(super) fn has_indices(&self) -> bool {
        self.start_indices.is_some() || self.end_indices.is_some()
    }
}

/// `<ssc:LinearTransformation>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct LinearTransformation {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@factor", skip_serializing_if = "Option::is_none")]
    pub(super) factor: Option<String>,
    #[serde(rename = "@offset", skip_serializing_if = "Option::is_none")]
    pub(super) offset: Option<String>,
}

/// `<ssd:Units>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Units {
    #[serde(rename(serialize = "ssc:Unit", deserialize = "Unit"))]
    pub(super) units: Vec<Unit>,
}

/// `<ssc:Unit>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Unit {
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename(serialize = "ssc:BaseUnit", deserialize = "BaseUnit"))]
    pub(super) base_unit: BaseUnit,
}

/// `<ssd:Enumerations>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Enumerations {
    #[serde(rename(serialize = "ssc:Enumeration", deserialize = "Enumeration"))]
    pub(super) enumerations: Vec<Enumeration>,
}

/// `<ssc:Enumeration>` with its items.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Enumeration {
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename(serialize = "ssc:Item", deserialize = "Item"))]
    pub(super) items: Vec<Item>,
}

/// `<ssc:Item>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Item {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename = "@value")]
    pub(super) value: String,
}

/// `<ssd:DefaultExperiment>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct DefaultExperiment {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@startTime", skip_serializing_if = "Option::is_none")]
    pub(super) start_time: Option<String>,
    #[serde(rename = "@stopTime", skip_serializing_if = "Option::is_none")]
    pub(super) stop_time: Option<String>,
    #[serde(
        rename(serialize = "ssd:Annotations", deserialize = "Annotations"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) annotations: Option<Annotations>,
}

/// `<ssd:Annotations>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Annotations {
    #[serde(rename(serialize = "ssc:Annotation", deserialize = "Annotation"))]
    pub(super) annotations: Vec<Annotation>,
}

/// `<ssc:Annotation>`: what libcosim, ecos and OMSimulator look for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Annotation {
    #[serde(rename = "@fmu-pack-line", skip_serializing)]
    pub(super) line: usize,
    #[serde(rename = "@type")]
    pub(super) kind: String,
    #[serde(rename(serialize = "osp:Algorithm", deserialize = "Algorithm"), skip_serializing_if = "Option::is_none")]
    pub(super) algorithm: Option<Algorithm>,
    #[serde(
        rename(serialize = "osp:StepSizeHint", deserialize = "StepSizeHint"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) step_size_hint: Option<Value>,
    #[serde(
        rename(serialize = "oms:Annotations", deserialize = "Annotations"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) of_omsimulator: Option<OmsAnnotations>,
}

/// `<osp:Algorithm>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Algorithm {
    #[serde(
        rename(serialize = "osp:FixedStepAlgorithm", deserialize = "FixedStepAlgorithm"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) fixed_step: Option<FixedStepAlgorithm>,
}

/// `<osp:FixedStepAlgorithm>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct FixedStepAlgorithm {
    #[serde(rename = "@baseStepSize")]
    pub(super) base_step_size: String,
}

/// `<oms:Annotations>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct OmsAnnotations {
    #[serde(
        rename(serialize = "oms:SimulationInformation", deserialize = "SimulationInformation"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) simulation: Option<SimulationInformation>,
}

/// `<oms:SimulationInformation>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SimulationInformation {
    #[serde(
        rename(serialize = "oms:FixedStepMaster", deserialize = "FixedStepMaster"),
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) fixed_step: Option<FixedStepMaster>,
}

/// `<oms:FixedStepMaster>`
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct FixedStepMaster {
    #[serde(rename = "@description")]
    pub(super) description: String,
    #[serde(rename = "@stepSize")]
    pub(super) step_size: String,
    #[serde(rename = "@absoluteTolerance")]
    pub(super) absolute_tolerance: String,
    #[serde(rename = "@relativeTolerance")]
    pub(super) relative_tolerance: String,
}
