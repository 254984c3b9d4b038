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
    /// Its own inputs, outputs and parameters.
    pub connectors: Vec<Connector>,
    /// Values of its own connectors.
    pub start: Vec<Parameter>,
    /// Systems inside of it, at any depth: their parts stand beside its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inner: Vec<Inner>,
    /// What leads from where to where.
    pub connections: Vec<Connection>,
    /// Units of connectors and parameters by name.
    pub units: BTreeMap<String, BaseUnit>,
    /// Enumerations of connectors by name.
    pub enumerations: BTreeMap<String, Vec<Item>>,
    /// What is in the file and not here, such as signal dictionaries.
    pub passed_over: Vec<String>,
    /// Values under names that no connector and no component of the system has, by their full names.
    #[serde(skip)]
    pub ignored: Vec<Parameter>,
}

/// A system inside of the system: what its connectors lead on, and their values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Inner {
    /// Its name with those of the systems around it, as in `wing.left`.
    pub name: String,
    /// Its inputs, outputs and parameters.
    pub connectors: Vec<Connector>,
    /// Values of its connectors.
    pub start: Vec<Parameter>,
    /// Where it stands in the archive.
    #[serde(skip)]
    pub place: Option<Place>,
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
    /// Its name in the system, with those of the systems inside of it that it is in, as in `wing.left.servo`.
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
    /// What the unit is in its file; `None` without a unit, and where it is not defined.
    #[serde(skip)]
    pub base_unit: Option<BaseUnit>,
    /// Name of its enumeration, or empty.
    pub enumeration: String,
    /// Where it stands in the archive, if it was read from one.
    #[serde(skip)]
    pub place: Option<Place>,
}

/// What a connector is for, as SSP has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConnectorKind {
    /// Takes a value.
    Input,
    /// Gives a value.
    Output,
    /// Both, at signal dictionaries.
    InOut,
    /// Takes a value before the run.
    Parameter,
    /// The same, of which the sizes of arrays depend.
    StructuralParameter,
    /// Gives a value once it has initialized.
    CalculatedParameter,
    /// Gives a value that never changes.
    Constant,
    /// Gives a value, and is not meant to be connected.
    Local,
    /// Left open.
    Unspecified,
}

impl ConnectorKind {
    const NAMES: [(Self, &str); 9] = [
        (Self::Input, "input"),
        (Self::Output, "output"),
        (Self::InOut, "inout"),
        (Self::Parameter, "parameter"),
        (Self::StructuralParameter, "structuralParameter"),
        (Self::CalculatedParameter, "calculatedParameter"),
        (Self::Constant, "constant"),
        (Self::Local, "local"),
        (Self::Unspecified, "unspecified"),
    ];

    /// As SSP calls it.
    pub fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|(kind, _)| *kind == self).map_or("unspecified", |(_, name)| name)
    }

    /// The kind of a name; one that is not known is left open.
    pub fn named(name: &str) -> Self {
        Self::NAMES.into_iter().find(|(_, known)| *known == name).map_or(Self::Unspecified, |(kind, _)| kind)
    }

    /// Its owner takes a value there, seen from outside; `None` where that is open.
    pub(crate) fn takes(self) -> Option<bool> {
        match self {
            Self::Input | Self::Parameter | Self::StructuralParameter => Some(true),
            Self::Output | Self::CalculatedParameter | Self::Constant | Self::Local => Some(false),
            Self::InOut | Self::Unspecified => None,
        }
    }

    /// Its value is set before the run.
    pub(crate) fn is_parameter(self) -> bool {
        match self {
            Self::Parameter | Self::StructuralParameter => true,
            Self::Input
            | Self::Output
            | Self::InOut
            | Self::CalculatedParameter
            | Self::Constant
            | Self::Local
            | Self::Unspecified => false,
        }
    }
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
    /// The system inside of the system that it belongs to; `None` is the system itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
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

/// A connector of a component, of a system inside of the system, or of the system itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct End {
    /// The component or inner system; `None` is the system.
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
    /// What the unit is in its file; `None` without a unit, and where it is not defined.
    #[serde(skip)]
    pub base_unit: Option<BaseUnit>,
    /// What a mapping makes of the value in the unit of its variable.
    #[serde(skip)]
    pub transformation: Option<Linear>,
    /// Its name in the source, where a mapping leads from that to `name`.
    pub origin: Option<String>,
    /// Where it stands in the archive, if it was read from one.
    #[serde(skip)]
    pub place: Option<Place>,
}

impl Parameter {
    /// A value without a unit of its own.
    pub fn new(name: &str, data_type: DataType, value: String) -> Self {
        Self {
            name: name.to_string(),
            data_type,
            value,
            unit: String::new(),
            base_unit: None,
            transformation: None,
            origin: None,
            place: None,
        }
    }
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

    /// What becomes of a value.
    pub fn of(self, value: f64) -> f64 {
        self.factor * value + self.offset
    }

    /// First `before`, then this.
    pub(crate) fn after(self, before: Self) -> Self {
        Self { factor: self.factor * before.factor, offset: self.of(before.offset) }
    }
}

impl End {
    /// It is the connector of this name of the system itself.
    pub(crate) fn is_of_system(&self, name: &str) -> bool {
        self.component.is_none() && self.connector == name
    }
}

impl System {
    /// Its own inputs and parameters: what can be set.
    pub fn settable(&self) -> impl Iterator<Item = &Connector> {
        self.connectors.iter().filter(|connector| connector.kind.takes() == Some(true))
    }

    /// Its own inputs.
    pub fn inputs(&self) -> impl Iterator<Item = &Connector> {
        self.connectors.iter().filter(|connector| connector.kind == ConnectorKind::Input)
    }

    /// The component of a name.
    pub fn component(&self, name: &str) -> Option<&Component> {
        self.components.iter().find(|component| component.name == name)
    }

    /// The system inside of it that has a name.
    pub(crate) fn inner(&self, name: &str) -> Option<&Inner> {
        self.inner.iter().find(|inner| inner.name == name)
    }

    /// All connectors, its own and those of its components and inner systems.
    pub fn all_connectors(&self) -> impl Iterator<Item = &Connector> {
        let of_components = self.components.iter().flat_map(|component| &component.connectors);
        self.connectors.iter().chain(of_components).chain(self.inner.iter().flat_map(|inner| &inner.connectors))
    }

    /// Connectors of a component or inner system, or of the system itself.
    pub(crate) fn connectors_of(&self, owner: Option<&str>) -> Option<&[Connector]> {
        match owner {
            Some(name) => match self.component(name) {
                Some(component) => Some(&component.connectors),
                None => self.inner(name).map(|inner| inner.connectors.as_slice()),
            },
            None => Some(&self.connectors),
        }
    }

    /// What an end is.
    pub fn connector(&self, end: &End) -> Option<&Connector> {
        let connectors = self.connectors_of(end.component.as_deref())?;
        connectors.iter().find(|connector| connector.name == end.connector)
    }

    /// A connection of the system `within` can end there, or `Some(false)`: it can begin there. Seen from inside, an input of a
    /// system gives a value.
    pub(crate) fn takes(&self, end: &End, within: Option<&String>) -> Option<bool> {
        let takes = self.connector(end)?.kind.takes()?;
        Some(takes != (end.component.as_ref() == within))
    }
}

impl Component {
    /// All values that hold in the end, by name: a later binding counts more.
    pub fn parameters(&self) -> BTreeMap<&str, &Parameter> {
        let values = self.bindings.iter().flat_map(|binding| &binding.values);
        values.map(|value| (value.name.as_str(), value)).collect()
    }
}
