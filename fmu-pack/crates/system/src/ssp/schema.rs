//! The elements of SystemStructure.ssd, of parameter sets (SSV) and of parameter mappings (SSM), as they are read.
//!
//! Reading is tolerant: it knows elements by their local names, types also by those of SSP 2.0, and passes over what is not here.
//! Numbers are texts, so that a wrong one can be told with its place: `line`, which `read_element_with_lines` adds.

use model_description::schema::BaseUnit;
use serde::Deserialize;

/// Media types of what a parameter binding refers to. They are the defaults, but a tool that reads without the schema does not
/// know defaults.
pub(super) const PARAMETER_SET_TYPE: &str = "application/x-ssp-parameter-set";
pub(super) const PARAMETER_MAPPING_TYPE: &str = "application/x-ssp-parameter-mapping";

/// Media types of what a component refers to. Without one it is an FMU.
pub(super) const FMU_TYPE: &str = "application/x-fmu-sharedlibrary";
pub(super) const DEFINITION_TYPE: &str = "application/x-ssp-definition";
pub(super) const PACKAGE_TYPE: &str = "application/x-ssp-package";

/// `<ssd:SystemStructureDescription>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct SystemStructureDescription {
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename = "@version")]
    pub(super) version: String,
    pub(super) system: System,
    pub(super) enumerations: Option<Enumerations>,
    pub(super) units: Option<Units>,
    pub(super) default_experiment: Option<DefaultExperiment>,
}

/// `<ssd:System>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct System {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename = "@description")]
    pub(super) description: Option<String>,
    pub(super) connectors: Option<Connectors>,
    pub(super) parameter_bindings: Option<ParameterBindings>,
    pub(super) elements: Option<Elements>,
    pub(super) connections: Option<Connections>,
    pub(super) signal_dictionaries: Option<Empty>,
    pub(super) annotations: Option<Annotations>,
}

/// `<ssd:Elements>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "InAnyOrder")]
pub(super) struct Elements {
    pub(super) components: Vec<Component>,
    pub(super) systems: Vec<System>,
    pub(super) references: Vec<Named>,
}

/// The elements as they stand in the text: SSP demands no order.
#[derive(Default, Deserialize)]
#[serde(default)]
struct InAnyOrder {
    #[serde(rename = "$value")]
    list: Vec<ElementOfSystem>,
}

#[derive(Deserialize)]
enum ElementOfSystem {
    Component(Component),
    System(System),
    SignalDictionaryReference(Named),
    #[serde(other)]
    Other,
}

impl From<InAnyOrder> for Elements {
    fn from(in_any_order: InAnyOrder) -> Self {
        let mut elements = Self::default();
        for element in in_any_order.list {
            match element {
                ElementOfSystem::Component(component) => elements.components.push(component),
                ElementOfSystem::System(system) => elements.systems.push(system),
                ElementOfSystem::SignalDictionaryReference(named) => elements.references.push(named),
                ElementOfSystem::Other => (),
            }
        }
        elements
    }
}

/// An element of which only the name is read.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Named {
    #[serde(rename = "@name")]
    pub(super) name: String,
}

/// `<ssd:Component>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Component {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename = "@type")]
    pub(super) kind: Option<String>,
    #[serde(rename = "@source")]
    pub(super) source: String,
    #[serde(rename = "@implementation")]
    pub(super) implementation: Option<String>,
    pub(super) connectors: Option<Connectors>,
    pub(super) element_geometry: Option<ElementGeometry>,
    pub(super) parameter_bindings: Option<ParameterBindings>,
    pub(super) annotations: Option<Annotations>,
}

/// `<ssd:ElementGeometry>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ElementGeometry {
    #[serde(rename = "@fmu-pack-line")]
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
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Connectors {
    #[serde(rename = "Connector")]
    pub(super) connectors: Vec<Connector>,
}

/// `<ssd:Connector>` with one of the types.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Connector {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename = "@kind")]
    pub(super) kind: String,
    #[serde(alias = "Float64", alias = "Float32")]
    pub(super) real: Option<Value>,
    #[serde(
        alias = "Int8",
        alias = "UInt8",
        alias = "Int16",
        alias = "UInt16",
        alias = "Int32",
        alias = "UInt32",
        alias = "Int64",
        alias = "UInt64"
    )]
    pub(super) integer: Option<Empty>,
    pub(super) boolean: Option<Empty>,
    pub(super) string: Option<Empty>,
    pub(super) enumeration: Option<Named>,
    pub(super) binary: Option<Empty>,
    #[serde(rename = "Dimension")]
    pub(super) dimensions: Vec<Empty>,
}

/// An element that is read no further.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Empty {}

/// `<ssd:ParameterBindings>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ParameterBindings {
    #[serde(rename = "ParameterBinding")]
    pub(super) bindings: Vec<ParameterBinding>,
}

/// `<ssd:ParameterBinding>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct ParameterBinding {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@type")]
    pub(super) kind: Option<String>,
    #[serde(rename = "@source")]
    pub(super) source: Option<String>,
    #[serde(rename = "@sourceBase")]
    pub(super) source_base: Option<String>,
    #[serde(rename = "@prefix")]
    pub(super) prefix: Option<String>,
    pub(super) parameter_values: Option<ParameterValues>,
    pub(super) parameter_mapping: Option<MappingReference>,
}

/// `<ssd:ParameterValues>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct ParameterValues {
    pub(super) parameter_set: ParameterSet,
}

/// `<ssd:ParameterMapping>`, here or in a file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct MappingReference {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@type")]
    pub(super) kind: Option<String>,
    #[serde(rename = "@source")]
    pub(super) source: Option<String>,
    #[serde(rename = "@sourceBase")]
    pub(super) source_base: Option<String>,
    pub(super) parameter_mapping: Option<ParameterMapping>,
}

/// `<ssv:ParameterSet>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct ParameterSet {
    pub(super) parameters: Parameters,
    pub(super) units: Option<Units>,
}

/// `<ssv:Parameters>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Parameters {
    #[serde(rename = "Parameter")]
    pub(super) parameters: Vec<Parameter>,
}

/// `<ssv:Parameter>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Parameter {
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(alias = "Float64", alias = "Float32")]
    pub(super) real: Option<Value>,
    #[serde(
        alias = "Int8",
        alias = "UInt8",
        alias = "Int16",
        alias = "UInt16",
        alias = "Int32",
        alias = "UInt32",
        alias = "Int64",
        alias = "UInt64"
    )]
    pub(super) integer: Option<Value>,
    pub(super) boolean: Option<Value>,
    pub(super) string: Option<Value>,
    pub(super) enumeration: Option<Value>,
}

/// A value, or a type without one, and its unit.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Value {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@value")]
    pub(super) value: String,
    #[serde(rename = "@unit")]
    pub(super) unit: Option<String>,
}

/// `<ssm:ParameterMapping>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ParameterMapping {
    #[serde(rename = "MappingEntry")]
    pub(super) entries: Vec<MappingEntry>,
}

/// `<ssm:MappingEntry>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct MappingEntry {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@source")]
    pub(super) source: String,
    #[serde(rename = "@target")]
    pub(super) target: String,
    #[serde(rename = "@suppressUnitConversion")]
    pub(super) suppress_unit_conversion: Option<String>,
    pub(super) linear_transformation: Option<LinearTransformation>,
    #[serde(
        rename = "BooleanMappingTransformation",
        alias = "IntegerMappingTransformation",
        alias = "EnumerationMappingTransformation"
    )]
    pub(super) table: Option<MapTable>,
}

/// `<ssc:BooleanMappingTransformation>`, `<ssc:IntegerMappingTransformation>`, `<ssc:EnumerationMappingTransformation>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct MapTable {
    #[serde(rename = "MapEntry")]
    pub(super) entries: Vec<MapEntry>,
}

/// `<ssc:MapEntry>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct MapEntry {
    #[serde(rename = "@source")]
    pub(super) source: String,
    #[serde(rename = "@target")]
    pub(super) target: String,
}

/// `<ssd:Connections>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Connections {
    #[serde(rename = "Connection")]
    pub(super) connections: Vec<Connection>,
}

/// `<ssd:Connection>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Connection {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@startElement")]
    pub(super) start_element: Option<String>,
    #[serde(rename = "@startConnector")]
    pub(super) start_connector: String,
    #[serde(rename = "@endElement")]
    pub(super) end_element: Option<String>,
    #[serde(rename = "@endConnector")]
    pub(super) end_connector: String,
    #[serde(rename = "@startIndices")]
    pub(super) start_indices: Option<String>,
    #[serde(rename = "@endIndices")]
    pub(super) end_indices: Option<String>,
    #[serde(rename = "@suppressUnitConversion")]
    pub(super) suppress_unit_conversion: Option<String>,
    pub(super) linear_transformation: Option<LinearTransformation>,
    pub(super) boolean_mapping_transformation: Option<Empty>,
    pub(super) integer_mapping_transformation: Option<Empty>,
    pub(super) enumeration_mapping_transformation: Option<Empty>,
}

impl Connection {
    /// It has a table of values, which is read no further.
    pub(super) fn has_mapping(&self) -> bool {
        let tables = [
            &self.boolean_mapping_transformation,
            &self.integer_mapping_transformation,
            &self.enumeration_mapping_transformation,
        ];
        tables.into_iter().any(Option::is_some)
    }

    /// It is for elements of an array.
    pub(super) fn has_indices(&self) -> bool {
        self.start_indices.is_some() || self.end_indices.is_some()
    }
}

/// `<ssc:LinearTransformation>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct LinearTransformation {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@factor")]
    pub(super) factor: Option<String>,
    #[serde(rename = "@offset")]
    pub(super) offset: Option<String>,
}

/// `<ssd:Units>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Units {
    #[serde(rename = "Unit")]
    pub(super) units: Vec<Unit>,
}

/// `<ssc:Unit>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Unit {
    #[serde(rename = "@name")]
    pub(super) name: String,
    pub(super) base_unit: BaseUnit,
}

/// `<ssd:Enumerations>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Enumerations {
    #[serde(rename = "Enumeration")]
    pub(super) enumerations: Vec<Enumeration>,
}

/// `<ssc:Enumeration>` with its items.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Enumeration {
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename = "Item")]
    pub(super) items: Vec<Item>,
}

/// `<ssc:Item>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Item {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@name")]
    pub(super) name: String,
    #[serde(rename = "@value")]
    pub(super) value: String,
}

/// `<ssd:DefaultExperiment>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct DefaultExperiment {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@startTime")]
    pub(super) start_time: Option<String>,
    #[serde(rename = "@stopTime")]
    pub(super) stop_time: Option<String>,
    pub(super) annotations: Option<Annotations>,
}

/// `<ssd:Annotations>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Annotations {
    #[serde(rename = "Annotation")]
    pub(super) annotations: Vec<Annotation>,
}

/// `<ssc:Annotation>`: what libcosim, ecos and OMSimulator look for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Annotation {
    #[serde(rename = "@fmu-pack-line")]
    pub(super) line: usize,
    #[serde(rename = "@type")]
    pub(super) kind: String,
    pub(super) algorithm: Option<Algorithm>,
    pub(super) step_size_hint: Option<Value>,
    pub(super) annotations: Option<OmsAnnotations>,
}

/// `<osp:Algorithm>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Algorithm {
    pub(super) fixed_step_algorithm: Option<FixedStepAlgorithm>,
}

/// `<osp:FixedStepAlgorithm>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FixedStepAlgorithm {
    #[serde(rename = "@baseStepSize")]
    pub(super) base_step_size: String,
}

/// `<oms:Annotations>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct OmsAnnotations {
    pub(super) simulation_information: Option<SimulationInformation>,
}

/// `<oms:SimulationInformation>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct SimulationInformation {
    pub(super) fixed_step_master: Option<FixedStepMaster>,
}

/// `<oms:FixedStepMaster>`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FixedStepMaster {
    #[serde(rename = "@stepSize")]
    pub(super) step_size: String,
}
