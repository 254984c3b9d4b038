//! A system as SystemStructure.ssd, parameter sets and mappings.
//!
//! libcosim takes its step from the annotation `com.opensimulationplatform` of the default experiment and steps of components
//! from the same in the component, as ecos does; OMSimulator takes system type, step and tolerance from `org.openmodelica` in the
//! system, and stops without. They look for the prefixes of namespaces as they are written here.

use super::element::Element;
use super::schema::{FMU_TYPE, PARAMETER_MAPPING_TYPE, PARAMETER_SET_TYPE};
use crate::system::{Binding, Component, Connection, Connector, DataType, Geometry, Linear, Parameter, System};
use fmu_import::interface::Item;
use fmu_output::number;
use model_description::schema::BaseUnit;
use model_description::write_element;
use std::collections::BTreeMap;

/// Namespaces by prefix.
const SSD: &str = "http://ssp-standard.org/SSP1/SystemStructureDescription";
const SSC: &str = "http://ssp-standard.org/SSP1/SystemStructureCommon";
const SSV: &str = "http://ssp-standard.org/SSP1/SystemStructureParameterValues";
const SSM: &str = "http://ssp-standard.org/SSP1/SystemStructureParameterMapping";
const OSP: &str = "http://opensimulationplatform.com/SSP/OSPAnnotations";
const OMS: &str = "https://raw.githubusercontent.com/OpenModelica/OMSimulator/master/schema/oms.xsd";

/// Types of annotations.
const OSP_TYPE: &str = "com.opensimulationplatform";
const OMS_TYPE: &str = "org.openmodelica";

/// The file that every SSP archive has.
pub const STRUCTURE: &str = "SystemStructure.ssd";

/// The file of the values of the system's own inputs. No component has a dot in its name.
const INPUTS: &str = "resources/system.inputs.ssv";

/// Name of all parameter sets of components: ecos wants to be told which to take.
pub(crate) const PARAMETER_SET: &str = "start";

/// Tolerances in the annotation for OMSimulator, which wants some; the master with fixed steps does not use them.
const TOLERANCES: [f64; 2] = [1e-4, 1e-4];

/// Names and texts of all XML files.
pub fn files(system: &System) -> BTreeMap<String, String> {
    let mut files = BTreeMap::from([(STRUCTURE.to_string(), write_element(&structure(system)))]);
    let bindings = system.components.iter().flat_map(|component| &component.bindings);
    let mut shared: BTreeMap<&String, BTreeMap<&str, Parameter>> = BTreeMap::new();
    for binding in bindings {
        let Some(source) = &binding.source else { continue };
        let Some(mapping) = &binding.mapping else {
            files.insert(source.clone(), write_element(&standalone(PARAMETER_SET, &binding.values, &system.units)));
            continue;
        };
        files.insert(mapping.clone(), write_element(&parameter_mapping(&binding.values)));
        for value in &binding.values {
            let origin = value.origin.as_deref().unwrap_or(&value.name);
            let named = Parameter { name: origin.to_string(), ..value.clone() };
            shared.entry(source).or_default().insert(origin, named);
        }
    }
    for (source, values) in shared {
        let values: Vec<Parameter> = values.into_values().collect();
        files.insert(source.clone(), write_element(&standalone("shared", &values, &system.units)));
    }
    if !system.start.is_empty() {
        files.insert(INPUTS.to_string(), write_element(&standalone(PARAMETER_SET, &system.start, &system.units)));
    }
    files
}

fn structure(system: &System) -> Element {
    let own = Element::new("ssd:System")
        .with("@name", system.name.clone())
        .with("@description", given(&system.description))
        .holding(connectors(&system.connectors))
        .holding((!system.start.is_empty()).then(|| bindings([binding_to(INPUTS.to_string())])))
        .holding([Element::new("ssd:Elements").holding(system.components.iter().map(component))])
        .holding(Element::new("ssd:Connections").holding(system.connections.iter().map(connection)).unless_empty())
        .holding(system.experiment.step_size.map(|step| annotation(OMS_TYPE, of_omsimulator(step))));
    Element::new("ssd:SystemStructureDescription")
        .with("@xmlns:ssd", SSD.to_string())
        .with("@xmlns:ssc", SSC.to_string())
        .with("@xmlns:ssv", SSV.to_string())
        .with("@xmlns:ssm", SSM.to_string())
        .with("@xmlns:osp", OSP.to_string())
        .with("@xmlns:oms", OMS.to_string())
        .with("@name", system.name.clone())
        .with("@version", system.version.clone())
        .with("@generationTool", concat!("fmu-pack ", env!("CARGO_PKG_VERSION")).to_string())
        .holding([own])
        .holding(enumerations(system))
        .holding(units("ssd:Units", system.units.iter()))
        .holding([experiment(system)])
}

fn annotation(of: &str, content: Element) -> Element {
    let annotation = Element::new("ssc:Annotation").with("@type", of.to_string()).holding([content]);
    Element::new("ssd:Annotations").holding([annotation])
}

fn of_omsimulator(step: f64) -> Element {
    let master = Element::new("oms:FixedStepMaster")
        .with("@description", "oms-ma".to_string())
        .with("@stepSize", number(step))
        .with("@absoluteTolerance", number(TOLERANCES[0]))
        .with("@relativeTolerance", number(TOLERANCES[1]));
    Element::new("oms:Annotations").holding([Element::new("oms:SimulationInformation").holding([master])])
}

fn experiment(system: &System) -> Element {
    let algorithm = |step: f64| {
        let fixed_step = Element::new("osp:FixedStepAlgorithm").with("@baseStepSize", number(step));
        annotation(OSP_TYPE, Element::new("osp:Algorithm").holding([fixed_step]))
    };
    Element::new("ssd:DefaultExperiment")
        .with("@startTime", number(system.experiment.start_time))
        .with("@stopTime", system.experiment.stop_time.map(number))
        .holding(system.experiment.step_size.map(algorithm))
}

fn component(component: &Component) -> Element {
    let corners = |Geometry { from, to }: Geometry| {
        Element::new("ssd:ElementGeometry")
            .with("@x1", number(from.0))
            .with("@y1", number(from.1))
            .with("@x2", number(to.0))
            .with("@y2", number(to.1))
    };
    let hint = |step: f64| annotation(OSP_TYPE, Element::new("osp:StepSizeHint").with("@value", number(step)));
    Element::new("ssd:Component")
        .with("@name", component.name.clone())
        .with("@type", FMU_TYPE.to_string())
        .with("@source", component.source.clone())
        .with("@implementation", component.implementation.clone())
        .holding(connectors(&component.connectors))
        .holding(component.geometry.map(corners))
        .holding(bindings(component.bindings.iter().map(binding)).unless_empty())
        .holding(component.step_size.map(hint))
}

fn connectors(connectors: &[Connector]) -> Option<Element> {
    Element::new("ssd:Connectors").holding(connectors.iter().map(connector)).unless_empty()
}

fn connector(connector: &Connector) -> Element {
    let data_type = match connector.data_type {
        Some(DataType::Real) => Some(Element::new("ssc:Real").with("@unit", given(&connector.unit))),
        Some(DataType::Integer) => Some(Element::new("ssc:Integer")),
        Some(DataType::Boolean) => Some(Element::new("ssc:Boolean")),
        Some(DataType::String) => Some(Element::new("ssc:String")),
        Some(DataType::Binary) => Some(Element::new("ssc:Binary")),
        // One without a definition must not be named.
        Some(DataType::Enumeration) => {
            given(&connector.enumeration).map(|enumeration| Element::new("ssc:Enumeration").with("@name", enumeration))
        }
        None => None,
    };
    Element::new("ssd:Connector")
        .with("@name", connector.name.clone())
        .with("@kind", connector.kind.name().to_string())
        .holding(data_type)
}

fn given(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_string())
}

fn bindings(bindings: impl IntoIterator<Item = Element>) -> Element {
    Element::new("ssd:ParameterBindings").holding(bindings)
}

/// A binding to a file, or to what it holds.
fn binding_to(source: impl Into<Option<String>>) -> Element {
    Element::new("ssd:ParameterBinding").with("@type", PARAMETER_SET_TYPE.to_string()).with("@source", source)
}

fn binding(binding: &Binding) -> Element {
    let inline = || {
        let set = parameter_set(Element::new("ssv:ParameterSet"), PARAMETER_SET, &binding.values, &BTreeMap::new());
        Element::new("ssd:ParameterValues").holding([set])
    };
    let mapping = |source: String| {
        Element::new("ssd:ParameterMapping").with("@type", PARAMETER_MAPPING_TYPE.to_string()).with("@source", source)
    };
    binding_to(binding.source.clone())
        .holding(binding.source.is_none().then(inline))
        .holding(binding.mapping.clone().map(mapping))
}

/// Values, with the units that they have.
fn parameter_set(
    element: Element,
    name: &str,
    values: &[Parameter],
    all_units: &BTreeMap<String, BaseUnit>,
) -> Element {
    let is_used = |(unit, _): &(&String, &BaseUnit)| values.iter().any(|value| value.unit == **unit);
    element
        .with("@version", "1.0".to_string())
        .with("@name", name.to_string())
        .holding([Element::new("ssv:Parameters").holding(values.iter().map(parameter))])
        .holding(units("ssv:Units", all_units.iter().filter(is_used)))
}

fn standalone(name: &str, values: &[Parameter], units: &BTreeMap<String, BaseUnit>) -> Element {
    let element =
        Element::new("ssv:ParameterSet").with("@xmlns:ssv", SSV.to_string()).with("@xmlns:ssc", SSC.to_string());
    parameter_set(element, name, values, units)
}

fn parameter(parameter: &Parameter) -> Element {
    let (name, unit) = match parameter.data_type {
        DataType::Real => ("ssv:Real", given(&parameter.unit)),
        DataType::Integer => ("ssv:Integer", None),
        DataType::Boolean => ("ssv:Boolean", None),
        DataType::Enumeration => ("ssv:Enumeration", None),
        DataType::String | DataType::Binary => ("ssv:String", None),
    };
    let value = Element::new(name).with("@value", parameter.value.clone()).with("@unit", unit);
    Element::new("ssv:Parameter").with("@name", parameter.name.clone()).holding([value])
}

fn parameter_mapping(values: &[Parameter]) -> Element {
    let entry = |value: &Parameter| {
        Element::new("ssm:MappingEntry")
            .with("@source", value.origin.clone().unwrap_or_else(|| value.name.clone()))
            .with("@target", value.name.clone())
    };
    Element::new("ssm:ParameterMapping")
        .with("@xmlns:ssm", SSM.to_string())
        .with("@xmlns:ssc", SSC.to_string())
        .with("@version", "1.0".to_string())
        .holding(values.iter().map(entry))
}

fn connection(connection: &Connection) -> Element {
    // ecos takes what is left out for 0.
    let linear = |linear: Linear| {
        Element::new("ssc:LinearTransformation")
            .with("@factor", number(linear.factor))
            .with("@offset", number(linear.offset))
    };
    Element::new("ssd:Connection")
        .with("@startElement", connection.from.component.clone())
        .with("@startConnector", connection.from.connector.clone())
        .with("@endElement", connection.to.component.clone())
        .with("@endConnector", connection.to.connector.clone())
        // What it says is all that happens: units are converted by the factor.
        .with("@suppressUnitConversion", connection.suppresses_unit_conversion.then(|| "true".to_string()))
        .holding(connection.transformation.map(linear))
}

/// Those that connectors have.
fn enumerations(system: &System) -> Option<Element> {
    let is_used = |name: &String| system.all_connectors().any(|connector| connector.enumeration == *name);
    let item =
        |item: &Item| Element::new("ssc:Item").with("@name", item.name.clone()).with("@value", item.value.to_string());
    let used = system.enumerations.iter().filter(|(name, _)| is_used(name));
    let enumerations = used.map(|(name, items)| {
        Element::new("ssc:Enumeration").with("@name", name.clone()).holding(items.iter().map(item))
    });
    Element::new("ssd:Enumerations").holding(enumerations).unless_empty()
}

fn units<'a>(name: &'static str, units: impl Iterator<Item = (&'a String, &'a BaseUnit)>) -> Option<Element> {
    let unit = |(name, base): (&String, &BaseUnit)| {
        Element::new("ssc:Unit").with("@name", name.clone()).of_base_unit(base.clone())
    };
    Element::new(name).holding(units.map(unit)).unless_empty()
}
