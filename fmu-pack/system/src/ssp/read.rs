//! An SSP archive as a system with its FMUs, within the limits of `fmu-archive`.

use super::schema as xml;
use super::write::STRUCTURE;
use crate::definition::Experiment;
use crate::facts::{self, Facts};
use crate::system::{
    Binding, Component, Connection, Connector, ConnectorKind, DataType, End, Geometry, Linear, Parameter, Place, System,
};
use fmu_archive::{Archive, Limits};
use fmu_import::interface::Item;
use model_description::read_element_with_lines;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Why an SSP archive cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The archive itself.
    #[error(transparent)]
    Archive(#[from] fmu_archive::Error),
    /// An XML file in it.
    #[error("{file}, line {line}: {problem}")]
    File {
        /// Its name.
        file: String,
        /// Line, from 1.
        line: usize,
        /// A sentence.
        problem: String,
    },
    /// An FMU in it.
    #[error("{file}: {source}")]
    Fmu {
        /// Its name in the archive.
        file: String,
        /// Why.
        source: facts::Error,
    },
}

impl ReadError {
    /// The archive is at fault, not the file system.
    pub fn is_in_the_archive(&self) -> bool {
        match self {
            Self::Archive(error) => error.is_in_the_fmu(),
            Self::File { .. } | Self::Fmu { .. } => true,
        }
    }
}

/// A system in its archive.
pub struct Package {
    /// What SystemStructure.ssd says.
    pub system: System,
    /// The archive.
    pub archive: Archive,
}

/// Elements of one kind in a system: more than an engine can run.
const MOST: usize = 10_000;

impl Package {
    /// Reads the structure and the parameter files; FMUs are not looked at.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        Self::read(Archive::open(path, Limits::default())?)
    }

    /// The same from an archive.
    pub fn read(archive: Archive) -> Result<Self, ReadError> {
        let file = File::new(&archive, STRUCTURE);
        let structure: xml::SystemStructureDescription =
            file.read("ssd:SystemStructureDescription", "SystemStructureDescription")?;
        let system = file.system(structure)?;
        Ok(Self { system, archive })
    }

    /// The bytes of an FMU.
    pub fn fmu(&self, source: &str) -> Result<Vec<u8>, ReadError> {
        Ok(self.archive.read(source)?)
    }

    /// What the FMUs of the components are, each read once, by its name in the archive.
    pub fn facts(&self) -> BTreeMap<&str, Result<Facts, ReadError>> {
        let mut facts = BTreeMap::new();
        for component in &self.system.components {
            let read = || {
                let failed = |source| ReadError::Fmu { file: component.source.clone(), source };
                Facts::of_fmu(self.fmu(&component.source)?).map_err(failed)
            };
            facts.entry(component.source.as_str()).or_insert_with(read);
        }
        facts
    }
}

/// An XML file of the archive.
#[derive(Clone)]
struct File<'a> {
    archive: &'a Archive,
    name: Arc<str>,
}

impl<'a> File<'a> {
    fn new(archive: &'a Archive, name: &str) -> Self {
        Self { archive, name: name.into() }
    }

    /// Reads it; its root has one of two names: with the usual prefix, or with none.
    fn read<T: DeserializeOwned>(&self, prefixed: &'static str, plain: &'static str) -> Result<T, ReadError> {
        let failed = |error: model_description::ReadError| self.error(error.line, error.problem);
        let text = model_description::decode(self.archive.read(&self.name)?).map_err(failed)?;
        let has = |name: &str| text.contains(&format!("<{name}"));
        let root = if has(prefixed) || !has(plain) { prefixed } else { plain };
        read_element_with_lines(&text, root).map_err(failed)
    }

    fn place(&self, line: usize) -> Option<Place> {
        Some(Place { file: self.name.clone(), line })
    }

    fn error(&self, line: usize, problem: String) -> ReadError {
        ReadError::File { file: self.name.to_string(), line, problem }
    }

    fn real(&self, line: usize, text: &str, what: &str) -> Result<f64, ReadError> {
        let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let shown: String = text.chars().take(80).collect();
        number.ok_or_else(|| self.error(line, format!("{what} is {shown:?}; it must be a finite number")))
    }

    /// SSP leaves the format of values open; one is read.
    fn expect_type(&self, line: usize, what: &str, given: Option<&str>, known: &str) -> Result<(), ReadError> {
        match given.filter(|given| *given != known) {
            Some(given) => Err(self.error(line, format!("{what} is of the type {given:?}; only {known:?} is read"))),
            None => Ok(()),
        }
    }

    fn system(&self, structure: xml::SystemStructureDescription) -> Result<System, ReadError> {
        let xml::System {
            line,
            name,
            description,
            connectors,
            bindings,
            elements,
            connections,
            signal_dictionaries,
            annotations,
        } = structure.system;
        let elements = elements.unwrap_or_default();
        let connections = connections.unwrap_or_default().connections;
        for (count, what) in [(elements.components.len(), "components"), (connections.len(), "connections")] {
            if count > MOST {
                return Err(self.error(line, format!("there are {count} {what}; at most {MOST} are read")));
            }
        }
        let inner = elements.systems.iter().map(|system| format!("the system {} inside of it", system.name));
        let references =
            elements.references.iter().map(|reference| format!("the signal dictionary {}", reference.name));
        let dictionaries = signal_dictionaries.map(|_| "its signal dictionaries".to_string());
        let mappings = connections.iter().filter(|connection| connection.has_mapping()).map(|connection| {
            let end = connection.end_element.as_deref().unwrap_or(&name);
            format!("the mapping of values on the connection to {end}.{}", connection.end_connector)
        });
        let passed_over = inner.chain(references).chain(dictionaries).chain(mappings).collect();
        let mut components: Vec<Component> =
            elements.components.into_iter().map(|component| self.component(component)).collect::<Result<_, _>>()?;
        let (connectors, mut start) = (self.connectors(connectors), Vec::new());
        for binding in bindings.unwrap_or_default().bindings {
            start.extend(self.bind_system(binding, &mut components)?);
        }
        start.retain(|value| connectors.iter().any(|connector| connector.name == value.name));
        Ok(System {
            name: if name.is_empty() { structure.name } else { name },
            description: description.unwrap_or_default(),
            version: structure.version,
            experiment: self.experiment(structure.experiment.as_ref(), annotations.as_ref())?,
            components,
            connectors,
            start,
            connections: connections.into_iter().map(|one| self.connection(one)).collect::<Result<_, _>>()?,
            units: structure
                .units
                .unwrap_or_default()
                .units
                .into_iter()
                .map(|unit| (unit.name, unit.base_unit))
                .collect(),
            enumerations: self.enumerations(structure.enumerations)?,
            passed_over,
        })
    }

    fn component(&self, component: xml::Component) -> Result<Component, ReadError> {
        let hints = component.annotations.iter().flat_map(|list| &list.annotations);
        let hint = hints.filter_map(|one| one.step_size_hint.as_ref()).next();
        let step_size = hint
            .map(|hint| self.real(hint.line, &hint.value, "the step size hint"))
            .transpose()?
            .filter(|step| *step > 0.0);
        let bindings = component.bindings.unwrap_or_default().bindings.into_iter();
        Ok(Component {
            name: component.name,
            source: path(&component.source),
            implementation: component.implementation,
            connectors: self.connectors(component.connectors),
            geometry: component.geometry.as_ref().map(|geometry| self.geometry(geometry)).transpose()?,
            bindings: bindings.map(|binding| self.binding(binding)).collect::<Result<_, _>>()?,
            step_size,
            place: self.place(component.line),
        })
    }

    /// Values of a binding under the names of what is bound.
    fn binding(&self, binding: xml::ParameterBinding) -> Result<Binding, ReadError> {
        self.expect_type(binding.line, "a parameter binding", binding.kind.as_deref(), xml::PARAMETER_SET_TYPE)?;
        let source = binding.source.as_deref().map(path);
        let (file, set): (_, xml::ParameterSet) = match &source {
            Some(name) => {
                let file = File::new(self.archive, name);
                let set = file.read("ssv:ParameterSet", "ParameterSet")?;
                (file, set)
            }
            None => (self.clone(), binding.values.unwrap_or_default().set),
        };
        let prefix = binding.prefix.unwrap_or_default();
        let values = set.parameters.parameters.into_iter().filter_map(|one| file.parameter(one));
        let values: Vec<Parameter> =
            values.map(|value| Parameter { name: format!("{prefix}{}", value.name), ..value }).collect();
        let Some(reference) = binding.mapping else { return Ok(Binding { source, mapping: None, values }) };
        let kind = reference.kind.as_deref();
        self.expect_type(reference.line, "a parameter mapping", kind, xml::PARAMETER_MAPPING_TYPE)?;
        let mapping = reference.source.as_deref().map(path);
        let (file, entries) = match &mapping {
            Some(name) => {
                let file = File::new(self.archive, name);
                let entries = file.read("ssm:ParameterMapping", "ParameterMapping")?;
                (file, entries)
            }
            None => (self.clone(), reference.inline.unwrap_or_default()),
        };
        let values = file.mapped(&values, &entries)?;
        Ok(Binding { source, mapping, values })
    }

    /// A binding of the system is for the components that its names begin with, or for its own connectors: all its values.
    fn bind_system(
        &self,
        binding: xml::ParameterBinding,
        components: &mut [Component],
    ) -> Result<Vec<Parameter>, ReadError> {
        let bound = self.binding(binding)?;
        for component in components {
            let own = |value: &Parameter| {
                let name = value.name.strip_prefix(&component.name)?.strip_prefix('.')?;
                Some(Parameter { name: name.to_string(), ..value.clone() })
            };
            let values: Vec<Parameter> = bound.values.iter().filter_map(own).collect();
            if !values.is_empty() {
                component.bindings.push(Binding { values, source: None, mapping: None });
            }
        }
        Ok(bound.values)
    }

    /// Values under the names that a mapping, which is this file, gives them; one that it does not name is not used.
    fn mapped(&self, values: &[Parameter], mapping: &xml::ParameterMapping) -> Result<Vec<Parameter>, ReadError> {
        let by_name: BTreeMap<&str, &Parameter> = values.iter().map(|value| (value.name.as_str(), value)).collect();
        let entry = |entry: &xml::MappingEntry| {
            let by = *by_name.get(entry.source.as_str())?;
            let value = match &entry.transformation {
                None => Ok(by.value.clone()),
                Some(transformation) => self.linear(transformation).and_then(|linear| {
                    let value = number(by, &entry.source)?;
                    Ok(fmu_output::number(linear.factor * value + linear.offset))
                }),
            };
            let origin = Some(entry.source.clone());
            // A transformation may lead to another unit, of which it says nothing.
            let unit = if entry.transformation.is_some() { String::new() } else { by.unit.clone() };
            Some(value.map(|value| Parameter { name: entry.target.clone(), value, unit, origin, ..by.clone() }))
        };
        mapping.entries.iter().filter_map(entry).collect()
    }

    fn experiment(
        &self,
        experiment: Option<&xml::DefaultExperiment>,
        annotations: Option<&xml::Annotations>,
    ) -> Result<Experiment, ReadError> {
        let of_experiment = experiment.and_then(|experiment| experiment.annotations.as_ref());
        let all = of_experiment.into_iter().chain(annotations).flat_map(|list| &list.annotations);
        let step = |annotation: &xml::Annotation| {
            let osp = annotation.algorithm.as_ref().and_then(|algorithm| algorithm.fixed_step.as_ref());
            let oms = annotation.of_omsimulator.as_ref().and_then(|oms| oms.simulation.as_ref()?.fixed_step.as_ref());
            let size = osp.map(|step| &step.base_step_size).or(oms.map(|step| &step.step_size))?;
            Some(self.real(annotation.line, size, "the step size"))
        };
        let step_size = all.filter_map(step).next().transpose()?;
        let line = experiment.map_or(1, |experiment| experiment.line);
        let time = |text: Option<&String>, what: &str| text.map(|text| self.real(line, text, what)).transpose();
        let times = experiment.map(|experiment| (experiment.start_time.as_ref(), experiment.stop_time.as_ref()));
        let (start, stop) = times.unwrap_or((None, None));
        Ok(Experiment {
            start_time: time(start, "startTime")?.unwrap_or(0.0),
            stop_time: time(stop, "stopTime")?,
            step_size: step_size.filter(|step| *step > 0.0),
        })
    }

    fn enumerations(&self, list: Option<xml::Enumerations>) -> Result<BTreeMap<String, Vec<Item>>, ReadError> {
        let item = |item: xml::Item, of: &str| {
            let value = item.value.trim().parse::<i64>();
            let problem = || format!("{} of the enumeration {of} is {:?}, no whole number", item.name, item.value);
            value.map(|value| Item { name: item.name.clone(), value }).map_err(|_| self.error(item.line, problem()))
        };
        let enumeration = |enumeration: xml::Enumeration| {
            let xml::Enumeration { name, items } = enumeration;
            let items = items.into_iter().map(|one| item(one, &name)).collect::<Result<_, _>>()?;
            Ok((name, items))
        };
        list.unwrap_or_default().enumerations.into_iter().map(enumeration).collect()
    }

    fn geometry(&self, geometry: &xml::ElementGeometry) -> Result<Geometry, ReadError> {
        let real = |text: &str| self.real(geometry.line, text, "a corner of a component");
        let xml::ElementGeometry { line: _, x1, y1, x2, y2 } = geometry;
        Ok(Geometry { from: (real(x1)?, real(y1)?), to: (real(x2)?, real(y2)?) })
    }

    fn connectors(&self, list: Option<xml::Connectors>) -> Vec<Connector> {
        list.unwrap_or_default().connectors.into_iter().map(|connector| self.connector(connector)).collect()
    }

    fn connector(&self, connector: xml::Connector) -> Connector {
        let types = [
            (connector.real.is_some(), DataType::Real),
            (connector.integer.is_some(), DataType::Integer),
            (connector.boolean.is_some(), DataType::Boolean),
            (connector.enumeration.is_some(), DataType::Enumeration),
            (connector.string.is_some(), DataType::String),
            (connector.binary.is_some(), DataType::Binary),
        ];
        Connector {
            name: connector.name,
            kind: match connector.kind.as_str() {
                "input" => ConnectorKind::Input,
                "output" => ConnectorKind::Output,
                _ => ConnectorKind::Other,
            },
            data_type: types.into_iter().find(|(is, _)| *is).map(|(_, data_type)| data_type),
            unit: connector.real.and_then(|real| real.unit).unwrap_or_default(),
            enumeration: connector.enumeration.map(|named| named.name).unwrap_or_default(),
            place: self.place(connector.line),
        }
    }

    fn connection(&self, connection: xml::Connection) -> Result<Connection, ReadError> {
        let end = |element: Option<String>, connector: String| End {
            component: element.filter(|name| !name.is_empty()),
            connector,
        };
        Ok(Connection {
            from: end(connection.start_element, connection.start_connector),
            to: end(connection.end_element, connection.end_connector),
            transformation: connection.transformation.as_ref().map(|one| self.linear(one)).transpose()?,
            suppresses_unit_conversion: matches!(connection.suppress_unit_conversion.as_deref(), Some("true" | "1")),
            place: self.place(connection.line),
        })
    }

    fn linear(&self, transformation: &xml::LinearTransformation) -> Result<Linear, ReadError> {
        let part = |text: &Option<String>, what: &str, default: f64| {
            let what = format!("the {what} of a linear transformation");
            text.as_ref().map_or(Ok(default), |text| self.real(transformation.line, text, &what))
        };
        Ok(Linear {
            factor: part(&transformation.factor, "factor", 1.0)?,
            offset: part(&transformation.offset, "offset", 0.0)?,
        })
    }

    fn parameter(&self, parameter: xml::Parameter) -> Option<Parameter> {
        let types = [
            (parameter.real, DataType::Real),
            (parameter.integer, DataType::Integer),
            (parameter.boolean, DataType::Boolean),
            (parameter.enumeration, DataType::Enumeration),
            (parameter.string, DataType::String),
        ];
        let (value, data_type) = types.into_iter().find_map(|(value, data_type)| Some((value?, data_type)))?;
        Some(Parameter {
            name: parameter.name,
            data_type,
            value: value.value,
            unit: value.unit.unwrap_or_default(),
            origin: None,
            place: self.place(value.line),
        })
    }
}

/// The number that a value is; what is wrong stands where the value does.
fn number(of: &Parameter, name: &str) -> Result<f64, ReadError> {
    let number = of.value.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let shown: String = of.value.chars().take(80).collect();
    let problem = || format!("the value of {name} is {shown:?}; it must be a finite number");
    let place = || of.place.as_ref().map_or((String::new(), 1), |place| (place.file.to_string(), place.line));
    number.ok_or_else(|| {
        let (file, line) = place();
        ReadError::File { file, line, problem: problem() }
    })
}

/// A relative URI as the name of a file in the archive: `./a%20b` is `a b`.
fn path(uri: &str) -> String {
    let uri = uri.strip_prefix("./").unwrap_or(uri);
    let (mut bytes, mut rest) = (Vec::new(), uri.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| uri.to_string())
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn a_source_is_a_uri() {
        assert_eq!(path("./resources/my%20servo.fmu"), "resources/my servo.fmu");
        assert_eq!(path("resources/100%"), "resources/100%");
        assert_eq!(path("a%zz"), "a%zz");
    }
}
