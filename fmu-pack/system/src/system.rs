//! A system: what SystemStructure.ssd says, free of XML.

use crate::definition::Experiment;
use fmu_import::interface::Item;
use model_description::schema::BaseUnit;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A system of FMUs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct System {
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: String,
    /// Version of the standard, as in `1.0`.
    pub version: String,
    /// Default experiment.
    pub experiment: Experiment,
    /// Its parts.
    pub components: Vec<Component>,
    /// Its own inputs and outputs.
    pub connectors: Vec<Connector>,
    /// What its own inputs are if nothing is connected to them.
    pub start: Vec<Parameter>,
    /// What leads from where to where.
    pub connections: Vec<Connection>,
    /// Units of connectors and parameters by name.
    pub units: BTreeMap<String, BaseUnit>,
    /// Enumerations of connectors by name.
    pub enumerations: BTreeMap<String, Vec<Item>>,
    /// What is in the file and not here, such as systems inside of the system.
    pub passed_over: Vec<String>,
}

/// A line of a file of an SSP archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: Arc<str>,
    /// The line at which an element begins, from 1.
    pub line: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}, line {}", self.file, self.line)
    }
}

/// A component: an FMU with a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Component {
    /// Its name in the system.
    pub name: String,
    /// Its FMU in the archive, as in `resources/Elevator.fmu`.
    pub source: String,
    /// What can be connected.
    pub connectors: Vec<Connector>,
    /// What its parameter bindings set, in order.
    pub bindings: Vec<Binding>,
    /// Which implementation of the FMU is meant, as in `CoSimulation`, if it is said.
    pub implementation: Option<String>,
    /// Where it stands in a picture of the system, if it is said.
    pub geometry: Option<Geometry>,
    /// Communication step of this component, if it has one of its own, in s.
    pub step_size: Option<f64>,
    /// Where it stands in the archive, if it was read from one.
    #[serde(skip)]
    pub place: Option<Place>,
}

/// A rectangle in a picture whose y axis points upwards; a corner beyond the other one mirrors what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Geometry {
    /// Lower left corner.
    pub from: (f64, f64),
    /// Upper right corner.
    pub to: (f64, f64),
}

/// An input, output or parameter at the border of a component or system.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Connector {
    /// Name of the variable.
    pub name: String,
    /// Direction.
    pub kind: ConnectorKind,
    /// Type, if it is said.
    pub data_type: Option<DataType>,
    /// Unit, or empty.
    pub unit: String,
    /// Name of its enumeration, or empty.
    pub enumeration: String,
    /// Where it stands in the archive, if it was read from one.
    #[serde(skip)]
    pub place: Option<Place>,
}

/// Direction of a connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConnectorKind {
    /// Takes a value.
    Input,
    /// Gives a value.
    Output,
    /// Parameters, and kinds that only some tools know.
    Other,
}

/// Type of a connector or parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DataType {
    /// A real number.
    Real,
    /// A whole number.
    Integer,
    /// True or false.
    Boolean,
    /// An item of an enumeration.
    Enumeration,
    /// A text.
    String,
    /// Bytes.
    Binary,
}

/// A connection.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Connection {
    /// Where the value comes from.
    pub from: End,
    /// Where it goes to.
    pub to: End,
    /// What becomes of it on the way.
    pub transformation: Option<Linear>,
    /// Tools must not convert units besides.
    pub suppresses_unit_conversion: bool,
    /// Where it stands in the archive, if it was read from one.
    #[serde(skip)]
    pub place: Option<Place>,
}

/// A connector of a component, or of the system itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct End {
    /// The component; `None` is the system.
    pub component: Option<String>,
    /// The connector.
    pub connector: String,
}

impl std::fmt::Display for End {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.component {
            Some(component) => write!(formatter, "{component}.{}", self.connector),
            None => write!(formatter, "{}", self.connector),
        }
    }
}

/// `factor · value + offset`
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Linear {
    /// See above.
    pub factor: f64,
    /// See above, in the unit of the input.
    pub offset: f64,
}

/// Values for the parameters and inputs of one component.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Binding {
    /// The file with the values, if they have one of their own.
    pub source: Option<String>,
    /// The file that says which parameter of the component a value is for; without one it has the same name.
    pub mapping: Option<String>,
    /// The values, under the names of the component's variables.
    pub values: Vec<Parameter>,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Name of the variable.
    pub name: String,
    /// Its type.
    pub data_type: DataType,
    /// As written.
    pub value: String,
    /// Unit, or empty.
    pub unit: String,
    /// Its name in the source, where a mapping leads from that to `name`.
    pub origin: Option<String>,
    /// Where it stands in the archive, if it was read from one.
    #[serde(skip)]
    pub place: Option<Place>,
}

impl DataType {
    /// As SSP and FMI 2.0 call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Real => "Real",
            Self::Integer => "Integer",
            Self::Boolean => "Boolean",
            Self::Enumeration => "Enumeration",
            Self::String => "String",
            Self::Binary => "Binary",
        }
    }
}

impl Linear {
    /// Leaves a value as it is.
    pub const IDENTITY: Self = Self { factor: 1.0, offset: 0.0 };
}

impl End {
    /// It is the connector of this name of the system itself.
    pub(crate) fn is_of_system(&self, name: &str) -> bool {
        self.component.is_none() && self.connector == name
    }
}

impl System {
    /// Its own inputs.
    pub fn inputs(&self) -> impl Iterator<Item = &Connector> {
        self.connectors.iter().filter(|connector| connector.kind == ConnectorKind::Input)
    }

    /// The component of a name.
    pub fn component(&self, name: &str) -> Option<&Component> {
        self.components.iter().find(|component| component.name == name)
    }

    /// All connectors, its own and those of its components.
    pub fn all_connectors(&self) -> impl Iterator<Item = &Connector> {
        self.connectors.iter().chain(self.components.iter().flat_map(|component| &component.connectors))
    }

    /// What an end is.
    pub fn connector(&self, end: &End) -> Option<&Connector> {
        let connectors = match &end.component {
            Some(name) => &self.component(name)?.connectors,
            None => &self.connectors,
        };
        connectors.iter().find(|connector| connector.name == end.connector)
    }
}

impl Component {
    /// All values that hold in the end, by name: a later binding counts more.
    pub fn parameters(&self) -> BTreeMap<&str, &Parameter> {
        let values = self.bindings.iter().flat_map(|binding| &binding.values);
        values.map(|value| (value.name.as_str(), value)).collect()
    }
}
