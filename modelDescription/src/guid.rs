//! The GUID: a hash of the description, so that a binary never runs with the description of another.

use sha2::{Digest, Sha256};

use crate::declaration::FrictionTable;
use crate::schema::ModelDescription;
use crate::xml;

/// The GUID of a description, whatever GUID it has: the first 128 bits of SHA-256 over its text with an empty one, and over the tables
/// that no variable shows.
pub fn of(description: &ModelDescription, tables: &[FrictionTable]) -> String {
    let text = xml::write(&ModelDescription { guid: String::new(), ..description.clone() });
    let mut hash = Sha256::new_with_prefix(text);
    for FrictionTable { contact, has_load, points } in tables {
        hash.update(format!("{contact} {has_load} {}", points.len()));
        points.iter().flatten().for_each(|number| hash.update(number.to_le_bytes()));
    }
    let digest: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("{{{}-{}-{}-{}-{}}}", &digest[..8], &digest[8..12], &digest[12..16], &digest[16..20], &digest[20..])
}
