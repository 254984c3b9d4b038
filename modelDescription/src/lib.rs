//! The variables of the actuator FMUs, declared once.
//!
//! [`models`] declares them; from the declaration come the Rust source that the actuator crate includes
//! ([`rust_source`]) and modelDescription.xml with its GUID ([`describe`](describe()), [`write()`]). [`read`] takes the
//! description of any FMI 2.0 FMU ([`decode`] its bytes), [`validate()`] checks it. [`configuration`] makes FMUs with own
//! start values, and parameters tunable. [`interface_page()`] is the documentation of the variables.
//!
//! The reviewed descriptions stand in `golden/`, and a test compares. After a meant change of the interface:
//! `UPDATE_GOLDEN=1 cargo test -p model-description`, and commit the new files.

// A new law, causality or type must be thought about wherever one is asked for.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod configuration;
pub mod declaration;
pub mod elements;
pub mod fmi3;
pub mod guid;
pub mod models;
pub mod rust_source;
pub mod schema;
pub mod validation;

mod describe;
mod interface_page;
mod nearest;
mod xml;

pub use describe::describe;
pub use interface_page::interface_page;
pub use nearest::nearest;
pub use schema::ModelDescription;
pub use validation::{Finding, Severity, validate};
pub use xml::{ReadError, decode, read, version, write};

use declaration::Model;

/// A model with what makes it one particular FMU.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// The declaration.
    pub model: Model,
    /// Hash of the model description.
    pub guid: String,
    /// modelDescription.xml.
    pub xml: String,
}

impl Export {
    /// Describes a model.
    pub fn new(model: Model) -> Self {
        let description = describe(&model);
        Self { model, guid: description.guid.clone(), xml: write(&description) }
    }
}

/// All models as FMUs.
pub fn exports() -> Vec<Export> {
    models::all().into_iter().map(Export::new).collect()
}
