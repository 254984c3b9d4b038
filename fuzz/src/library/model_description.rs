//! Text that should be a modelDescription.xml: read, checked, written, and read again.

use model_description::{Finding, ReadError, decode, fmi3, read, validate, write};

/// A description of FMI 2.0 that was read and has no findings is the same once it was written.
pub fn model_description(bytes: &[u8]) {
    round_trip(bytes, read, validate, write);
}

/// The same of FMI 3.0.
pub fn model_description_fmi3(bytes: &[u8]) {
    round_trip(bytes, fmi3::read, fmi3::validate, fmi3::write);
}

fn round_trip<T>(
    bytes: &[u8],
    read: fn(&str) -> Result<T, ReadError>,
    validate: fn(&T) -> Vec<Finding>,
    write: fn(&T) -> String,
) {
    let Ok(text) = decode(bytes.to_vec()) else { return };
    let Ok(description) = read(&text) else { return };
    if !validate(&description).is_empty() {
        return;
    }
    let written = write(&description);
    let again = read(&written).unwrap_or_else(|error| panic!("{error} in what was written:\n{written}"));
    assert_eq!(write(&again), written);
}
