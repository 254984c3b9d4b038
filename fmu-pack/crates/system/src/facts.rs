//! What a system needs to know of an FMU: variables, units, and which outputs depend on inputs at once.

use fmu_import::archive::{Archive, Error as ArchiveError, Limits};
use fmu_import::interface::{Interface, Kind, Variable};
use fmu_import::platform::Platform;
use model_description::ReadError;
use model_description::fmi3;
use model_description::schema::{self, BaseUnit, UnitDefinitions};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// An FMU as the part of a system.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Its variables.
    pub interface: Interface,
    /// Units by name.
    pub(crate) units: BTreeMap<String, BaseUnit>,
    /// By output.
    feedthrough: HashMap<String, Dependencies>,
    /// Folders of platforms for which it has a library.
    platforms: BTreeSet<String>,
}

/// On which inputs an output depends while time runs, without a state in between.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Dependencies {
    /// On these.
    Inputs(HashSet<String>),
    /// The FMU does not say: it may be all.
    Undeclared,
}

/// Why an FMU cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Its archive.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// Its description.
    #[error(transparent)]
    Description(#[from] ReadError),
}

impl Facts {
    /// Reads the description in the bytes of an FMU, of which nothing may lead out: an engine unpacks it.
    pub fn of_fmu(bytes: Vec<u8>) -> Result<Self, Error> {
        let archive = Archive::from_bytes(bytes, Limits::default())?;
        archive.verify()?;
        let platform = |entry: &fmu_import::archive::Entry| {
            let name = entry.text();
            let (folder, library) = name.strip_prefix("binaries/")?.split_once('/')?;
            (!library.is_empty()).then(|| folder.to_string())
        };
        let platforms = archive.entries().iter().filter_map(platform).collect();
        Ok(Self { platforms, ..Self::of_description(&archive.description()?)? })
    }

    /// Reads modelDescription.xml.
    pub fn of_description(xml: &str) -> Result<Self, ReadError> {
        let interface = Interface::read(xml)?;
        let (units, feedthrough) = match model_description::version(xml)? {
            Some(version) if version.starts_with("3.") => {
                let description = fmi3::read(xml)?;
                (units(description.unit_definitions.as_ref()), feedthrough_of_fmi3(&description))
            }
            Some(_) | None => {
                let description = model_description::read(xml)?;
                (units(description.unit_definitions.as_ref()), feedthrough_of_fmi2(&description))
            }
        };
        Ok(Self { interface, units, feedthrough, platforms: BTreeSet::new() })
    }

    /// It has a library for a platform. Error: for which it has some, as the end of a sentence.
    pub fn expect_library(&self, platform: &Platform) -> Result<(), String> {
        let folder = platform.folder_for(self.interface.version_of_fmi());
        if self.platforms.contains(folder) {
            return Ok(());
        }
        let others = self.platforms.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let others =
            if others.is_empty() { "for no platform at all".to_string() } else { format!("only for {others}") };
        Err(format!("the FMU has no library for {folder}, {others}"))
    }

    /// What an output depends on at once.
    pub(crate) fn dependencies(&self, output: &str) -> &Dependencies {
        self.feedthrough.get(output).unwrap_or(&Dependencies::Undeclared)
    }

    /// The base units of a variable; `None` where it has no unit, or one that is not defined.
    pub(crate) fn base_unit(&self, variable: &Variable) -> Option<&BaseUnit> {
        self.units.get(&variable.unit)
    }

    /// Outputs and inputs that SSP can connect: numbers and truth values, no arrays.
    pub(crate) fn connectable(&self) -> impl Iterator<Item = &Variable> {
        self.interface.variables.iter().filter(|variable| is_connectable(variable))
    }
}

/// It has one value that engines pass from FMU to FMU.
pub(crate) fn is_connectable(variable: &Variable) -> bool {
    matches!(variable.causality, "input" | "output") && variable.element.is_none() && has_type(&variable.kind)
}

/// SSP has this type, and so have engines.
fn has_type(kind: &Kind) -> bool {
    match kind {
        Kind::Real | Kind::Integer | Kind::Boolean | Kind::Enumeration(_) => true,
        Kind::String | Kind::Binary | Kind::Clock => false,
    }
}

fn units(definitions: Option<&UnitDefinitions>) -> BTreeMap<String, BaseUnit> {
    let units = definitions.into_iter().flat_map(|list| &list.units);
    units.filter_map(|unit| Some((unit.name.clone(), unit.base_unit.clone()?))).collect()
}

fn feedthrough_of_fmi2(description: &schema::ModelDescription) -> HashMap<String, Dependencies> {
    let variables = &description.model_variables.variables;
    let variable = |index: u32| variables.get((index as usize).checked_sub(1)?);
    let input = |index: &u32| variable(*index).filter(|variable| variable.causality == Some(schema::Causality::Input));
    let outputs = description.model_structure.outputs.iter().flat_map(|list| &list.unknowns);
    let entry = |unknown: &schema::Unknown| {
        let inputs = |list: &Vec<u32>| list.iter().filter_map(input).map(|variable| variable.name.clone()).collect();
        let of =
            unknown.dependencies.as_ref().map_or(Dependencies::Undeclared, |list| Dependencies::Inputs(inputs(list)));
        Some((variable(unknown.index)?.name.clone(), of))
    };
    outputs.filter_map(entry).collect()
}

fn feedthrough_of_fmi3(description: &fmi3::schema::ModelDescription) -> HashMap<String, Dependencies> {
    let by_reference: HashMap<u32, &fmi3::Variable> =
        description.model_variables.variables.iter().map(|variable| (variable.value_reference, variable)).collect();
    let is_input = |variable: &&&fmi3::Variable| variable.causality() == fmi3::schema::Causality::Input;
    let entry = |unknown: &fmi3::schema::Unknown| {
        let inputs = |list: &Vec<u32>| {
            let known = list.iter().filter_map(|reference| by_reference.get(reference));
            known.filter(is_input).map(|variable| variable.name.clone()).collect()
        };
        let of =
            unknown.dependencies.as_ref().map_or(Dependencies::Undeclared, |list| Dependencies::Inputs(inputs(list)));
        Some((by_reference.get(&unknown.value_reference)?.name.clone(), of))
    };
    description.model_structure.outputs.iter().filter_map(entry).collect()
}
