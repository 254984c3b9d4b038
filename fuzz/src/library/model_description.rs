//! Text that should be a modelDescription.xml: read, checked, written, and read again.

use model_description::{decode, read, validate, write};

/// A description that was read and has no findings is the same once it was written.
pub fn model_description(bytes: &[u8]) {
    let Ok(text) = decode(bytes.to_vec()) else { return };
    let Ok(description) = read(&text) else { return };
    if !validate(&description).is_empty() {
        return;
    }
    let written = write(&description);
    let again = read(&written).unwrap_or_else(|error| panic!("{error} in what was written:\n{written}"));
    assert_eq!(write(&again), written);
}
