//! Systems inside of systems become one: all parts stand beside each other, under names that say where they are.
//!
//! A part of `left`, which is inside of `wing`, is called `wing.left.servo`, as parameters are in SSP (5, parameter bindings).
//! Connections stay those of their systems, and the connectors of inner systems stay with them: what leads through these is
//! found where it is known what the FMUs are ([`crate::resolve`]).

use super::read::{File, ReadError, full_name};
use super::schema as xml;
use super::write::STRUCTURE;
use crate::system::{Binding, Inner, Parameter, System};
use fmu_import::archive::{Archive, Limits};
use std::collections::{BTreeMap, HashMap};

/// Elements of one kind in a system: more than an engine can run.
const MOST: usize = 10_000;

/// Systems inside of each other: a package that contains itself ends here.
const DEEPEST: usize = 16;

/// What was found.
pub(super) struct Collected {
    pub(super) system: System,
    /// Archives in the archive, by what the names of their files begin with.
    pub(super) nested: BTreeMap<String, Archive>,
}

/// Places in the lists of the system, by full name.
#[derive(Default)]
struct Known {
    components: HashMap<String, usize>,
    inner: HashMap<String, usize>,
}

impl Collected {
    /// All that a structure and what it refers to have.
    pub(super) fn of(file: &File<'_>) -> Result<Self, ReadError> {
        let mut structure = Structure::read(file)?;
        let root = std::mem::take(&mut structure.content.system);
        let system = System {
            name: if root.name.is_empty() { structure.content.name.clone() } else { root.name.clone() },
            description: root.description.clone().unwrap_or_default(),
            version: structure.content.version.clone(),
            experiment: file.experiment(structure.content.default_experiment.as_ref(), root.annotations.as_ref())?,
            components: Vec::new(),
            connectors: Vec::new(),
            start: Vec::new(),
            inner: Vec::new(),
            connections: Vec::new(),
            units: structure.file.units().clone(),
            enumerations: BTreeMap::new(),
            passed_over: Vec::new(),
            ignored: Vec::new(),
        };
        let mut collected = Self { system, nested: BTreeMap::new() };
        let mut known = Known::default();
        collected.structure(structure, root, None, &mut known)?;
        collected.direct();
        Ok(collected)
    }

    /// A file with its outermost system, which is called `name`.
    fn structure(
        &mut self,
        structure: Structure<'_>,
        root: xml::System,
        name: Option<&str>,
        known: &mut Known,
    ) -> Result<(), ReadError> {
        for (name, items) in structure.file.enumerations(structure.content.enumerations)? {
            self.system.enumerations.entry(name).or_insert(items);
        }
        self.contents(&structure.file, root, name, known)
    }

    /// What is in a system that is called `name`.
    fn contents(
        &mut self,
        file: &File<'_>,
        system: xml::System,
        name: Option<&str>,
        known: &mut Known,
    ) -> Result<(), ReadError> {
        self.pass_over(&system);
        let xml::System { line, connectors, parameter_bindings, elements, connections, .. } = system;
        let connectors = file.connectors(connectors);
        match name {
            None => self.system.connectors = connectors,
            Some(name) => {
                known.inner.insert(name.to_string(), self.system.inner.len());
                let place = file.place(line);
                self.system.inner.push(Inner { name: name.to_string(), connectors, start: Vec::new(), place });
            }
        }
        let elements = elements.unwrap_or_default();
        for component in elements.components {
            self.component(file, component, name, known)?;
        }
        for inner in elements.systems {
            let name = full_name(name, &inner.name);
            self.contents(file, inner, Some(&name), known)?;
        }
        let connections = connections.unwrap_or_default().connections;
        self.system.connections.reserve(connections.len().min(MOST));
        for connection in connections {
            self.system.connections.push(file.connection(connection, name)?);
        }
        let counts = [
            (self.system.components.len(), "components"),
            (self.system.inner.len(), "systems inside of it"),
            (self.system.connections.len(), "connections"),
        ];
        if let Some((count, what)) = counts.into_iter().find(|(count, _)| *count > MOST) {
            return Err(file.error(line, format!("there are {count} {what}; at most {MOST} are read")));
        }
        // What is bound at a system counts more than what is bound inside of it, and comes after it.
        self.bind(file, parameter_bindings, name, known)
    }

    fn component(
        &mut self,
        file: &File<'_>,
        component: xml::Component,
        within: Option<&str>,
        known: &mut Known,
    ) -> Result<(), ReadError> {
        let name = full_name(within, &component.name);
        let (kind, source) = (component.kind.clone(), file.referred(&component.source));
        match media_type(kind.as_deref()) {
            xml::FMU_TYPE => {
                known.components.insert(name.clone(), self.system.components.len());
                self.system.components.push(file.component(component, name)?);
            }
            xml::DEFINITION_TYPE => {
                let structure = Structure::read(&file.beside(&source))?;
                self.referred(file, structure, component, &name, known)?;
            }
            xml::PACKAGE_TYPE => {
                let (archive, prefix) =
                    (Archive::from_bytes(file.bytes(&source)?, Limits::default())?, file.told(&format!("{source}/")));
                let structure = Structure::read(&File::inside(&archive, &prefix, STRUCTURE))?;
                self.referred(file, structure, component, &name, known)?;
                self.nested.insert(prefix, archive);
            }
            other => self.system.passed_over.push(format!("the component {name} of the type {other:?}")),
        }
        Ok(())
    }

    /// A component that is a system with a file of its own: as if that stood there, with the values of the component after its own.
    fn referred(
        &mut self,
        file: &File<'_>,
        mut structure: Structure<'_>,
        component: xml::Component,
        name: &str,
        known: &mut Known,
    ) -> Result<(), ReadError> {
        if name.matches('.').count() >= DEEPEST {
            let problem = format!("{name}: systems are read to {DEEPEST} levels inside of each other");
            return Err(file.error(component.line, problem));
        }
        let root = std::mem::take(&mut structure.content.system);
        self.structure(structure, root, Some(name), known)?;
        self.bind(file, component.parameter_bindings, Some(name), known)
    }

    /// Gives what is in a system the values that are bound at it, by names as seen from the system.
    fn bind(
        &mut self,
        file: &File<'_>,
        bindings: Option<xml::ParameterBindings>,
        within: Option<&str>,
        known: &Known,
    ) -> Result<(), ReadError> {
        for binding in bindings.unwrap_or_default().bindings {
            let mut of_components: BTreeMap<usize, Vec<Parameter>> = BTreeMap::new();
            for value in file.binding(binding, None)?.values {
                self.bind_value(value, within, known, &mut of_components);
            }
            for (place, values) in of_components {
                self.system.components[place].bindings.push(Binding { values, source: None, mapping: None });
            }
        }
        Ok(())
    }

    /// A name may have several meanings, because names may have dots: the value is for all of them.
    fn bind_value(
        &mut self,
        value: Parameter,
        within: Option<&str>,
        known: &Known,
        of_components: &mut BTreeMap<usize, Vec<Parameter>>,
    ) {
        let is_connector = |list: &[crate::Connector], name: &str| list.iter().any(|one| one.name == name);
        let name = full_name(within, &value.name);
        let mut is_taken = false;
        if within.is_none() && is_connector(&self.system.connectors, &name) {
            self.system.start.push(value.clone());
            is_taken = true;
        }
        let least = within.map_or(0, str::len);
        for (dot, _) in name.match_indices('.').filter(|(dot, _)| *dot >= least) {
            let (owner, rest) = (&name[..dot], &name[dot + 1..]);
            let named = || Parameter { name: rest.to_string(), ..value.clone() };
            if let Some(place) = known.components.get(owner) {
                of_components.entry(*place).or_default().push(named());
                is_taken = true;
            }
            if let Some(inner) = known.inner.get(owner).map(|place| &mut self.system.inner[*place])
                && is_connector(&inner.connectors, rest)
            {
                inner.start.push(named());
                is_taken = true;
            }
        }
        if !is_taken {
            self.system.ignored.push(Parameter { name, ..value });
        }
    }

    /// What is told and not run.
    fn pass_over(&mut self, system: &xml::System) {
        let elements = system.elements.iter();
        let references = elements.clone().flat_map(|list| &list.references);
        let references = references.map(|reference| format!("the signal dictionary {}", reference.name));
        let dictionaries = system.signal_dictionaries.iter().map(|_| "its signal dictionaries".to_string());
        let connections = system.connections.iter().flat_map(|list| &list.connections);
        let connections = connections.filter_map(|connection| {
            let end = connection.end_element.as_deref().unwrap_or(&system.name);
            let to = format!("on the connection to {end}.{}", connection.end_connector);
            match (connection.has_mapping(), connection.has_indices()) {
                (true, _) => Some(format!("the mapping of values {to}")),
                (false, true) => Some(format!("the choice of elements of an array {to}")),
                (false, false) => None,
            }
        });
        let of_elements = elements.flat_map(|list| list.components.iter().map(|one| (&one.name, &one.connectors)));
        let owners = of_elements.chain([(&system.name, &system.connectors)]);
        let connectors = owners.flat_map(|(owner, list)| {
            list.iter().flat_map(move |list| list.connectors.iter().map(move |connector| (owner, connector)))
        });
        let arrays = connectors.filter(|(_, connector)| !connector.dimensions.is_empty());
        let arrays = arrays.map(|(owner, connector)| format!("the array {owner}.{}", connector.name));
        self.system.passed_over.extend(references.chain(dictionaries).chain(connections).chain(arrays));
    }

    /// Which end of a connection stands first says nothing (SSP 5.4.2): it leads from what gives a value to what takes one.
    fn direct(&mut self) {
        let mut connections = std::mem::take(&mut self.system.connections);
        for connection in &mut connections {
            let takes = |end| self.system.takes(end, connection.within.as_ref());
            match (takes(&connection.from), takes(&connection.to)) {
                (Some(true), Some(false) | None) | (None, Some(false)) => {
                    std::mem::swap(&mut connection.from, &mut connection.to);
                }
                (Some(_) | None, Some(true)) | (Some(false), Some(false) | None) | (None, None) => (),
            }
        }
        self.system.connections = connections;
    }
}

/// A file with a structure.
struct Structure<'a> {
    /// With the units that it defines.
    file: File<'a>,
    content: xml::SystemStructureDescription,
}

impl<'a> Structure<'a> {
    fn read(file: &File<'a>) -> Result<Self, ReadError> {
        let content: xml::SystemStructureDescription =
            file.read("ssd:SystemStructureDescription", "SystemStructureDescription")?;
        Ok(Self { file: file.clone().with_units(content.units.as_ref()), content })
    }
}

/// A media type without its parameters; a component without one is an FMU.
fn media_type(given: Option<&str>) -> &str {
    let given = given.map_or(xml::FMU_TYPE, |given| given.split(';').next().unwrap_or(given).trim());
    if given.is_empty() { xml::FMU_TYPE } else { given }
}
