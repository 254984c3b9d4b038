//! UTF-8, the encoding that FMI demands.

use super::{FILE, ReadError, line_at};

/// The text of a file in UTF-8.
pub fn decode(bytes: Vec<u8>) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|error| {
        let (place, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        let byte = bytes.get(place).copied().unwrap_or_default();
        let problem = format!("the byte 0x{byte:02X} is not UTF-8, which FMI demands; the text may be Latin-1");
        ReadError { file: FILE, line: line_at(bytes, place), problem }
    })
}
