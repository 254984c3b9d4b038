//! The variables of the actuator FMUs, declared once.
//!
//! [`models`] declares them; from the declaration come the Rust source that the actuator crate includes
//! ([`rust_source`]) and modelDescription.xml with its GUID ([`describe`](describe()), [`write()`]). [`read`] takes the
//! description of any FMI 2.0 FMU ([`decode`] its bytes), [`validate()`] checks it; [`fmi3`] has the same for FMI 3.0.
//! [`configuration`] makes FMUs with own start values, and parameters tunable. [`interface_page()`] is the documentation of
//! the variables.
//!
//! The reviewed descriptions stand in `golden/`, and a test compares. After a meant change of the interface:
//! `UPDATE_GOLDEN=1 cargo test -p model-description`, and commit the new files.

// A new law, causality or type must be thought about wherever one is asked for.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod build_description;
pub mod configuration;
pub mod declaration;
pub mod elements;
pub mod fingerprint;
pub mod fmi3;
pub mod guid;
pub mod models;
pub mod references;
pub mod rust_source;
pub mod schema;
pub mod terminals;
pub mod validation;

mod counted;
mod describe;
mod interface_page;
mod nearest;
mod repeated;
mod xml;

pub use counted::counted;
pub use describe::describe;
pub use interface_page::interface_page;
pub use nearest::nearest;
pub use repeated::repeated;
pub use schema::ModelDescription;
pub use validation::{Finding, Severity, validate};
pub use xml::{
    ReadError, decode, encoding_problem, read, read_element, read_element_with_lines, version, write, write_element,
};

use declaration::Model;
use serde::{Deserialize, Serialize};

/// A version of FMI for which models are described.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FmiVersion {
    /// FMI 2.0.
    #[default]
    #[serde(rename = "2.0")]
    V2,
    /// FMI 3.0.
    #[serde(rename = "3.0")]
    V3,
}

impl FmiVersion {
    /// As `fmiVersion` says it.
    pub fn name(self) -> &'static str {
        match self {
            Self::V2 => "2.0",
            Self::V3 => "3.0",
        }
    }
}

/// A model with what makes it one particular FMU.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// The declaration.
    pub model: Model,
    /// Hash of the description for FMI 2.0, by which the library knows the model in every version.
    pub guid: String,
    /// modelDescription.xml.
    pub xml: String,
}

impl Export {
    /// Describes a model for FMI 2.0.
    pub fn new(model: Model) -> Self {
        let description = describe(&model);
        Self { model, guid: description.guid.clone(), xml: write(&description) }
    }

    /// Describes a model for a version of FMI. Its library is the same for all of them.
    pub fn for_version(model: Model, version: FmiVersion) -> Result<Self, fmi3::Error> {
        match version {
            FmiVersion::V2 => Ok(Self::new(model)),
            FmiVersion::V3 => {
                let description = fmi3::describe(&model)?;
                let guid = description.instantiation_token.clone();
                Ok(Self { model, guid, xml: fmi3::write(&description) })
            }
        }
    }
}

impl Export {
    /// As [`Export::for_version`] of an FMU with these files in `sources`, which FMI 2.0 lists here. The GUID is that of the FMU
    /// without them: what it computes is the same.
    pub fn with_sources(model: Model, version: FmiVersion, sources: &[&str]) -> Result<Self, fmi3::Error> {
        if version == FmiVersion::V3 || sources.is_empty() {
            return Self::for_version(model, version);
        }
        let mut description = describe(&model);
        let files = || Some(schema::SourceFiles::named(sources));
        description.model_exchange.iter_mut().for_each(|kind| kind.source_files = files());
        description.co_simulation.iter_mut().for_each(|kind| kind.source_files = files());
        Ok(Self { model, guid: description.guid.clone(), xml: write(&description) })
    }
}

/// All models as FMUs.
pub fn exports() -> Vec<Export> {
    models::all().into_iter().map(Export::new).collect()
}
