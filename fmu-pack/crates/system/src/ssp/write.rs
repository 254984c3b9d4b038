//! A system as SystemStructure.ssd, parameter sets and mappings.
//!
//! libcosim takes its step from the annotation `com.opensimulationplatform` of the default experiment and steps of components
//! from the same in the component, as ecos does; OMSimulator takes system type, step and tolerance from `org.openmodelica` in the
//! system, and stops without. They look for the prefixes of namespaces as they are written here.

use super::schema::{
    self as xml, OMS, OMS_TYPE, OSP, OSP_TYPE, PARAMETER_MAPPING_TYPE, PARAMETER_SET_TYPE, SSC, SSD, SSM, SSV,
};
use crate::system::{Binding, Component, Connection, Connector, DataType, Geometry, Parameter, System};
use fmu_import::interface::Item;
use fmu_output::number;
use model_description::schema::BaseUnit;
use model_description::write_element;
use std::collections::BTreeMap;

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

fn structure(system: &System) -> xml::SystemStructureDescription {
    xml::SystemStructureDescription {
        ssd: SSD.to_string(),
        ssc: SSC.to_string(),
        ssv: SSV.to_string(),
        ssm: SSM.to_string(),
        osp: OSP.to_string(),
        oms: OMS.to_string(),
        name: system.name.clone(),
        version: system.version.clone(),
        generation_tool: Some(concat!("fmu-pack ", env!("CARGO_PKG_VERSION")).to_string()),
        system: xml::System {
            name: system.name.clone(),
            description: (!system.description.is_empty()).then(|| system.description.clone()),
            connectors: connectors(&system.connectors),
            bindings: (!system.start.is_empty()).then(|| xml::ParameterBindings {
                bindings: vec![xml::ParameterBinding {
                    kind: Some(PARAMETER_SET_TYPE.to_string()),
                    source: Some(INPUTS.to_string()),
                    ..xml::ParameterBinding::default()
                }],
            }),
            elements: Some(xml::Elements {
                components: system.components.iter().map(component).collect(),
                ..xml::Elements::default()
            }),
            connections: connections(&system.connections),
            annotations: system.experiment.step_size.map(|step| annotation(of_omsimulator(step))),
            ..xml::System::default()
        },
        enumerations: enumerations(system),
        units: units(&system.units),
        experiment: Some(experiment(system)),
    }
}

fn annotation(annotation: xml::Annotation) -> xml::Annotations {
    xml::Annotations { annotations: vec![annotation] }
}

fn of_omsimulator(step: f64) -> xml::Annotation {
    let fixed_step = xml::FixedStepMaster {
        description: "oms-ma".to_string(),
        step_size: number(step),
        absolute_tolerance: number(TOLERANCES[0]),
        relative_tolerance: number(TOLERANCES[1]),
    };
    let simulation = xml::SimulationInformation { fixed_step: Some(fixed_step) };
    xml::Annotation {
        kind: OMS_TYPE.to_string(),
        of_omsimulator: Some(xml::OmsAnnotations { simulation: Some(simulation) }),
        ..xml::Annotation::default()
    }
}

fn experiment(system: &System) -> xml::DefaultExperiment {
    let algorithm = |step: f64| {
        let fixed_step = Some(xml::FixedStepAlgorithm { base_step_size: number(step) });
        let algorithm = Some(xml::Algorithm { fixed_step });
        annotation(xml::Annotation { kind: OSP_TYPE.to_string(), algorithm, ..xml::Annotation::default() })
    };
    xml::DefaultExperiment {
        line: 0,
        start_time: Some(number(system.experiment.start_time)),
        stop_time: system.experiment.stop_time.map(number),
        annotations: system.experiment.step_size.map(algorithm),
    }
}

fn component(component: &Component) -> xml::Component {
    let hint = |step: f64| {
        let step_size_hint = Some(xml::Value { line: 0, value: number(step), unit: None });
        annotation(xml::Annotation { kind: OSP_TYPE.to_string(), step_size_hint, ..xml::Annotation::default() })
    };
    let bindings: Vec<xml::ParameterBinding> = component.bindings.iter().map(binding).collect();
    xml::Component {
        line: 0,
        name: component.name.clone(),
        kind: Some("application/x-fmu-sharedlibrary".to_string()),
        source: component.source.clone(),
        implementation: component.implementation.clone(),
        connectors: connectors(&component.connectors),
        geometry: component.geometry.map(|Geometry { from, to }| xml::ElementGeometry {
            line: 0,
            x1: number(from.0),
            y1: number(from.1),
            x2: number(to.0),
            y2: number(to.1),
        }),
        bindings: (!bindings.is_empty()).then_some(xml::ParameterBindings { bindings }),
        annotations: component.step_size.map(hint),
    }
}

fn connectors(connectors: &[Connector]) -> Option<xml::Connectors> {
    let connectors: Vec<xml::Connector> = connectors.iter().map(connector).collect();
    (!connectors.is_empty()).then_some(xml::Connectors { connectors })
}

fn connector(connector: &Connector) -> xml::Connector {
    let kind = connector.kind.name().to_string();
    let mut written = xml::Connector { name: connector.name.clone(), kind, ..xml::Connector::default() };
    let some = Some(xml::Empty {});
    match connector.data_type {
        Some(DataType::Real) => written.real = Some(xml::RealType { unit: given(&connector.unit) }),
        Some(DataType::Integer) => written.integer = some,
        Some(DataType::Boolean) => written.boolean = some,
        Some(DataType::String) => written.string = some,
        Some(DataType::Binary) => written.binary = some,
        Some(DataType::Enumeration) if !connector.enumeration.is_empty() => {
            written.enumeration = Some(xml::Named { name: connector.enumeration.clone() });
        }
        // One without a definition must not be named.
        Some(DataType::Enumeration) | None => (),
    }
    written
}

fn given(unit: &str) -> Option<String> {
    (!unit.is_empty()).then(|| unit.to_string())
}

fn binding(binding: &Binding) -> xml::ParameterBinding {
    let inline = || xml::ParameterValues { set: parameter_set(PARAMETER_SET, &binding.values, &BTreeMap::new()) };
    let mapping = |source: String| {
        let kind = Some(PARAMETER_MAPPING_TYPE.to_string());
        xml::MappingReference { kind, source: Some(source), ..xml::MappingReference::default() }
    };
    xml::ParameterBinding {
        kind: Some(PARAMETER_SET_TYPE.to_string()),
        source: binding.source.clone(),
        values: binding.source.is_none().then(inline),
        mapping: binding.mapping.clone().map(mapping),
        ..xml::ParameterBinding::default()
    }
}

fn parameter_set(name: &str, values: &[Parameter], all_units: &BTreeMap<String, BaseUnit>) -> xml::ParameterSet {
    let used = |unit: &&String| values.iter().any(|value| value.unit == **unit);
    let used: BTreeMap<String, BaseUnit> =
        all_units.keys().filter(used).map(|name| (name.clone(), all_units[name].clone())).collect();
    xml::ParameterSet {
        version: "1.0".to_string(),
        name: name.to_string(),
        parameters: xml::Parameters { parameters: values.iter().map(parameter).collect() },
        units: units(&used),
        ..xml::ParameterSet::default()
    }
}

fn standalone(name: &str, values: &[Parameter], units: &BTreeMap<String, BaseUnit>) -> xml::ParameterSet {
    xml::ParameterSet { ssv: SSV.to_string(), ssc: SSC.to_string(), ..parameter_set(name, values, units) }
}

fn parameter(parameter: &Parameter) -> xml::Parameter {
    let mut written = xml::Parameter { name: parameter.name.clone(), ..xml::Parameter::default() };
    let value = Some(xml::Value { line: 0, value: parameter.value.clone(), unit: None });
    match parameter.data_type {
        DataType::Real => {
            written.real = Some(xml::Value { line: 0, value: parameter.value.clone(), unit: given(&parameter.unit) });
        }
        DataType::Integer => written.integer = value,
        DataType::Boolean => written.boolean = value,
        DataType::Enumeration => written.enumeration = value,
        DataType::String | DataType::Binary => written.string = value,
    }
    written
}

fn parameter_mapping(values: &[Parameter]) -> xml::ParameterMapping {
    let entry = |value: &Parameter| xml::MappingEntry {
        source: value.origin.clone().unwrap_or_else(|| value.name.clone()),
        target: value.name.clone(),
        ..xml::MappingEntry::default()
    };
    xml::ParameterMapping {
        ssm: SSM.to_string(),
        ssc: SSC.to_string(),
        version: "1.0".to_string(),
        entries: values.iter().map(entry).collect(),
    }
}

fn connections(connections: &[Connection]) -> Option<xml::Connections> {
    let connection = |connection: &Connection| xml::Connection {
        start_element: connection.from.component.clone(),
        start_connector: connection.from.connector.clone(),
        end_element: connection.to.component.clone(),
        end_connector: connection.to.connector.clone(),
        // What it says is all that happens: units are converted by the factor.
        suppress_unit_conversion: connection.suppresses_unit_conversion.then(|| "true".to_string()),
        // ecos takes what is left out for 0.
        transformation: connection.transformation.map(|linear| xml::LinearTransformation {
            line: 0,
            factor: Some(number(linear.factor)),
            offset: Some(number(linear.offset)),
        }),
        ..xml::Connection::default()
    };
    let connections: Vec<xml::Connection> = connections.iter().map(connection).collect();
    (!connections.is_empty()).then_some(xml::Connections { connections })
}

/// Those that connectors have.
fn enumerations(system: &System) -> Option<xml::Enumerations> {
    let is_used = |name: &String| system.all_connectors().any(|connector| connector.enumeration == *name);
    let item =
        |item: &Item| xml::Item { name: item.name.clone(), value: item.value.to_string(), ..xml::Item::default() };
    let enumerations: Vec<xml::Enumeration> = system
        .enumerations
        .iter()
        .filter(|(name, _)| is_used(name))
        .map(|(name, items)| xml::Enumeration { name: name.clone(), items: items.iter().map(item).collect() })
        .collect();
    (!enumerations.is_empty()).then_some(xml::Enumerations { enumerations })
}

fn units(units: &BTreeMap<String, BaseUnit>) -> Option<xml::Units> {
    let unit = |(name, base): (&String, &BaseUnit)| xml::Unit { name: name.clone(), base_unit: base.clone() };
    let units: Vec<xml::Unit> = units.iter().map(unit).collect();
    (!units.is_empty()).then_some(xml::Units { units })
}
