//! The variables of the actuator FMUs, declared once.
//!
//! [`models`] declares them; from the declaration come the Rust source that the actuator crate includes
//! ([`rust_source`]), modelDescription.xml and its GUID.

pub mod declaration;
pub mod models;
pub mod rust_source;

use declaration::Model;

/// A model with what makes it one particular FMU.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// The declaration.
    pub model: Model,
    /// Hash of the model description.
    pub guid: String,
}

/// All models as FMUs.
pub fn exports() -> Vec<Export> {
    models::all().into_iter().map(export).collect()
}

fn export(model: Model) -> Export {
    use sha2::{Digest, Sha256};
    let digest: String = Sha256::digest(format!("{model:?}")).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let guid =
        format!("{{{}-{}-{}-{}-{}}}", &digest[..8], &digest[8..12], &digest[12..16], &digest[16..20], &digest[20..32]);
    Export { model, guid }
}
