//! An SSP archive as a system with its FMUs, within the limits of [`fmu_import::archive`].

use super::collect::Collected;
use super::schema as xml;
use super::write::STRUCTURE;
use crate::definition::Experiment;
use crate::facts::{self, Facts};
use crate::system::{
    Binding, Component, Connection, Connector, ConnectorKind, DataType, End, Geometry, Linear, Parameter, Place, System,
};
use fmu_import::archive::{Archive, Limits};
use fmu_import::interface::Item;
use model_description::read_element_with_lines;
use model_description::schema::BaseUnit;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Why an SSP archive cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The archive itself.
    #[error(transparent)]
    Archive(#[from] fmu_import::archive::Error),
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
    /// Archives of systems in it, by what the names of their files begin with here.
    nested: BTreeMap<String, Archive>,
}

impl Package {
    /// Reads the structure and the parameter files; FMUs are not looked at.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let archive = Archive::open(path, Limits::default())?;
        archive.verify()?;
        Self::read(archive)
    }

    /// The same from an archive.
    pub fn read(archive: Archive) -> Result<Self, ReadError> {
        let Collected { system, nested } = Collected::of(&File::new(&archive, STRUCTURE))?;
        Ok(Self { system, archive, nested })
    }

    /// The bytes of an FMU.
    pub fn fmu(&self, source: &str) -> Result<Vec<u8>, ReadError> {
        // Of archives in archives the innermost has it.
        let inside = self.nested.iter().filter(|(prefix, _)| source.starts_with(prefix.as_str()));
        match inside.max_by_key(|(prefix, _)| prefix.len()) {
            Some((prefix, archive)) => Ok(archive.read(&source[prefix.len()..])?),
            None => Ok(self.archive.read(source)?),
        }
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

/// An XML file of an archive, with what names of units mean in it.
#[derive(Clone)]
pub(super) struct File<'a> {
    archive: &'a Archive,
    /// As it is told: of an archive in the archive with the name of that before it.
    name: Arc<str>,
    /// What that name begins with.
    prefix: &'a str,
    units: Arc<BTreeMap<String, BaseUnit>>,
}

impl<'a> File<'a> {
    fn new(archive: &'a Archive, name: &str) -> Self {
        Self::inside(archive, "", name)
    }

    /// A file of an archive whose files are told with a prefix.
    pub(super) fn inside(archive: &'a Archive, prefix: &'a str, name: &str) -> Self {
        Self { archive, name: format!("{prefix}{name}").into(), prefix, units: Arc::default() }
    }

    /// Another file of the same archive, by its name there.
    pub(super) fn beside(&self, name: &str) -> Self {
        Self { name: format!("{}{name}", self.prefix).into(), units: Arc::default(), ..self.clone() }
    }

    /// The same file, in which names of units mean this.
    pub(super) fn with_units(self, units: Option<&xml::Units>) -> Self {
        let units = units.into_iter().flat_map(|list| &list.units);
        Self { units: Arc::new(units.map(|unit| (unit.name.clone(), unit.base_unit.clone())).collect()), ..self }
    }

    pub(super) fn units(&self) -> &BTreeMap<String, BaseUnit> {
        &self.units
    }

    /// Its name in its archive.
    fn own_name(&self) -> &str {
        &self.name[self.prefix.len()..]
    }

    /// The file of its archive that a URI in it refers to.
    pub(super) fn referred(&self, uri: &str) -> String {
        let folder = self.own_name().rsplit_once('/').map_or("", |(folder, _)| folder);
        within(folder, &path(uri))
    }

    /// As a file of its archive is told.
    pub(super) fn told(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// The bytes of a file of its archive.
    pub(super) fn bytes(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        Ok(self.archive.read(name)?)
    }

    /// Reads it; its root has one of two names: with the usual prefix, or with none.
    pub(super) fn read<T: DeserializeOwned>(
        &self,
        prefixed: &'static str,
        plain: &'static str,
    ) -> Result<T, ReadError> {
        let failed = |error: model_description::ReadError| self.error(error.line, error.problem);
        let text = model_description::decode(self.archive.read(self.own_name())?).map_err(failed)?;
        let has = |name: &str| text.contains(&format!("<{name}"));
        let root = if has(prefixed) || !has(plain) { prefixed } else { plain };
        read_element_with_lines(&text, root).map_err(failed)
    }

    pub(super) fn place(&self, line: usize) -> Option<Place> {
        Some(Place { file: self.name.clone(), line })
    }

    pub(super) fn error(&self, line: usize, problem: String) -> ReadError {
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

    /// A component that is an FMU.
    pub(super) fn component(&self, component: xml::Component, name: String) -> Result<Component, ReadError> {
        let hints = component.annotations.iter().flat_map(|list| &list.annotations);
        let hint = hints.filter_map(|one| one.step_size_hint.as_ref()).next();
        let step_size = hint
            .map(|hint| self.real(hint.line, &hint.value, "the step size hint"))
            .transpose()?
            .filter(|step| *step > 0.0);
        let source = self.referred(&component.source);
        let bindings = component.parameter_bindings.unwrap_or_default().bindings.into_iter();
        Ok(Component {
            name,
            implementation: component.implementation,
            connectors: self.connectors(component.connectors),
            geometry: component.element_geometry.as_ref().map(|geometry| self.geometry(geometry)).transpose()?,
            bindings: bindings.map(|binding| self.binding(binding, Some(&source))).collect::<Result<_, _>>()?,
            source: self.told(&source),
            step_size,
            place: self.place(component.line),
        })
    }

    /// Values of a binding under the names of what is bound; `component` is the source of the component that has the binding.
    pub(super) fn binding(
        &self,
        binding: xml::ParameterBinding,
        component: Option<&str>,
    ) -> Result<Binding, ReadError> {
        self.expect_type(binding.line, "a parameter binding", binding.kind.as_deref(), xml::PARAMETER_SET_TYPE)?;
        let of_mapping = binding.parameter_mapping.as_ref().and_then(|mapping| mapping.source_base.clone());
        for base in [&binding.source_base, &of_mapping] {
            if base.as_deref() == Some("component") {
                let of = component.unwrap_or("a system");
                let problem = format!("values from inside of {of} (sourceBase=\"component\") are not read");
                return Err(self.error(binding.line, problem));
            }
        }
        let source = binding.source.as_deref().map(|uri| self.referred(uri));
        let (mut file, set): (_, xml::ParameterSet) = match &source {
            Some(name) => {
                let file = self.beside(name);
                let set = file.read("ssv:ParameterSet", "ParameterSet")?;
                (file, set)
            }
            None => (self.clone(), binding.parameter_values.unwrap_or_default().parameter_set),
        };
        if set.units.is_some() {
            file = file.with_units(set.units.as_ref());
        }
        let prefix = binding.prefix.unwrap_or_default();
        let values = set.parameters.parameters.into_iter().filter_map(|one| file.parameter(one));
        let values: Vec<Parameter> =
            values.map(|value| Parameter { name: format!("{prefix}{}", value.name), ..value }).collect();
        let Some(reference) = binding.parameter_mapping else { return Ok(Binding { source, mapping: None, values }) };
        let kind = reference.kind.as_deref();
        self.expect_type(reference.line, "a parameter mapping", kind, xml::PARAMETER_MAPPING_TYPE)?;
        let mapping = reference.source.as_deref().map(|uri| self.referred(uri));
        let (file, entries) = match &mapping {
            Some(name) => {
                let file = self.beside(name);
                let entries = file.read("ssm:ParameterMapping", "ParameterMapping")?;
                (file, entries)
            }
            None => (self.clone(), reference.parameter_mapping.unwrap_or_default()),
        };
        let values = file.mapped(&values, &entries)?;
        Ok(Binding { source, mapping, values })
    }

    /// Values under the names that a mapping, which is this file, gives them; one that it does not name is not used.
    fn mapped(&self, values: &[Parameter], mapping: &xml::ParameterMapping) -> Result<Vec<Parameter>, ReadError> {
        let by_name: BTreeMap<&str, &Parameter> = values.iter().map(|value| (value.name.as_str(), value)).collect();
        let entry = |entry: &xml::MappingEntry| {
            let by = *by_name.get(entry.source.as_str())?;
            Some(self.mapped_value(by, entry))
        };
        mapping.entries.iter().filter_map(entry).collect()
    }

    fn mapped_value(&self, by: &Parameter, entry: &xml::MappingEntry) -> Result<Parameter, ReadError> {
        let transformation = entry.linear_transformation.as_ref().map(|one| self.linear(one)).transpose()?;
        if transformation.is_some() {
            number(by, &entry.source)?;
        }
        let row = entry.table.iter().flat_map(|table| &table.entries).find(|row| row.source == by.value.trim());
        let value = row.map_or_else(|| by.value.clone(), |row| row.target.clone());
        let mapped = Parameter {
            name: entry.target.clone(),
            value,
            transformation,
            origin: Some(entry.source.clone()),
            ..by.clone()
        };
        Ok(match is_true(entry.suppress_unit_conversion.as_deref()) {
            true => Parameter { unit: String::new(), base_unit: None, ..mapped },
            false => mapped,
        })
    }

    pub(super) fn experiment(
        &self,
        experiment: Option<&xml::DefaultExperiment>,
        annotations: Option<&xml::Annotations>,
    ) -> Result<Experiment, ReadError> {
        let of_experiment = experiment.and_then(|experiment| experiment.annotations.as_ref());
        let all = of_experiment.into_iter().chain(annotations).flat_map(|list| &list.annotations);
        let step = |annotation: &xml::Annotation| {
            let osp = annotation.algorithm.as_ref().and_then(|algorithm| algorithm.fixed_step_algorithm.as_ref());
            let oms = annotation.annotations.as_ref().and_then(|oms| oms.simulation_information.as_ref());
            let oms = oms.and_then(|simulation| simulation.fixed_step_master.as_ref());
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

    pub(super) fn enumerations(
        &self,
        list: Option<xml::Enumerations>,
    ) -> Result<BTreeMap<String, Vec<Item>>, ReadError> {
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

    pub(super) fn connectors(&self, list: Option<xml::Connectors>) -> Vec<Connector> {
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
        let unit = connector.real.and_then(|real| real.unit).unwrap_or_default();
        Connector {
            name: connector.name,
            kind: ConnectorKind::named(&connector.kind),
            data_type: types.into_iter().find(|(is, _)| *is).map(|(_, data_type)| data_type),
            base_unit: self.units.get(&unit).cloned(),
            unit,
            enumeration: connector.enumeration.map(|named| named.name).unwrap_or_default(),
            place: self.place(connector.line),
        }
    }

    /// A connection of the system `within`, of whose elements the full names begin with that of the system.
    pub(super) fn connection(
        &self,
        connection: xml::Connection,
        within: Option<&str>,
    ) -> Result<Connection, ReadError> {
        let end = |element: Option<String>, connector: String| End {
            component: match element.filter(|name| !name.is_empty()) {
                Some(element) => Some(full_name(within, &element)),
                None => within.map(str::to_string),
            },
            connector,
        };
        Ok(Connection {
            within: within.map(str::to_string),
            from: end(connection.start_element, connection.start_connector),
            to: end(connection.end_element, connection.end_connector),
            transformation: connection.linear_transformation.as_ref().map(|one| self.linear(one)).transpose()?,
            suppresses_unit_conversion: is_true(connection.suppress_unit_conversion.as_deref()),
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
        let unit = value.unit.unwrap_or_default();
        let base_unit = self.units.get(&unit).cloned();
        let place = self.place(value.line);
        Some(Parameter { unit, base_unit, place, ..Parameter::new(&parameter.name, data_type, value.value) })
    }
}

/// The name of an element with those of the systems that it is in.
pub(super) fn full_name(within: Option<&str>, name: &str) -> String {
    within.map_or_else(|| name.to_string(), |within| format!("{within}.{name}"))
}

/// An attribute of XML that is true or false.
fn is_true(text: Option<&str>) -> bool {
    matches!(text, Some("true" | "1"))
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

/// A relative path in a folder: `.` stays there, `..` leaves it. What would leave the archive is as it is written, and not found.
fn within(folder: &str, path: &str) -> String {
    if path.contains("://") {
        return path.to_string();
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "." => (),
            ".." if parts.pop().is_some() => (),
            ".." => return path.to_string(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::{Package, STRUCTURE, path, within};
    use fmu_import::archive::{Archive, Contents, Limits};

    /// `Elements` of SSP 1.0 (`SystemStructureDescription.xsd`, `TSystem`) is an unbounded choice: no order is demanded.
    #[test]
    fn parts_of_a_system_are_listed_in_any_order() {
        let component = |name: &str| format!("<ssd:Component name=\"{name}\" source=\"resources/a.fmu\"/>");
        let elements = [
            component("first"),
            "<ssd:SignalDictionaryReference name=\"bus\" dictionary=\"d\"/>".to_string(),
            format!("<ssd:System name=\"inner\"><ssd:Elements>{}</ssd:Elements></ssd:System>", component("part")),
            "<x:Note>of a tool</x:Note>".to_string(),
            component("second"),
            "<ssd:System name=\"last\"/>".to_string(),
        ];
        let text = format!(
            "<ssd:SystemStructureDescription name=\"a\" version=\"1.0\"><ssd:System name=\"a\"><ssd:Elements>{}\
             </ssd:Elements></ssd:System></ssd:SystemStructureDescription>",
            elements.concat()
        );
        let mut contents = Contents::default();
        contents.add(STRUCTURE, text);
        let archive = Archive::from_bytes(contents.to_bytes().unwrap(), Limits::default()).unwrap();
        let system = Package::read(archive).unwrap().system;
        let components: Vec<&str> = system.components.iter().map(|component| &*component.name).collect();
        let inner: Vec<&str> = system.inner.iter().map(|inner| &*inner.name).collect();
        assert_eq!((components, inner), (vec!["first", "second", "inner.part"], vec!["inner", "last"]));
        assert_eq!(system.passed_over, ["the signal dictionary bus"]);
    }

    #[test]
    fn a_reference_is_relative_to_the_folder_of_its_file() {
        assert_eq!(within("", "resources/a.fmu"), "resources/a.fmu");
        assert_eq!(within("systems/wing", "../a.fmu"), "systems/a.fmu");
        assert_eq!(within("systems", "./b/../a.fmu"), "systems/a.fmu");
        assert_eq!(within("", "../../etc/passwd"), "../../etc/passwd");
    }

    #[test]
    fn a_source_is_a_uri() {
        assert_eq!(path("./resources/my%20servo.fmu"), "resources/my servo.fmu");
        assert_eq!(path("resources/100%"), "resources/100%");
        assert_eq!(path("a%zz"), "a%zz");
    }
}
