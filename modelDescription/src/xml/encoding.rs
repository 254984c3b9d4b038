//! The bytes of modelDescription.xml as text: UTF-8, as the standard demands.

use super::{FILE, ReadError, line_at};

/// Beginnings of texts of two or four bytes a letter: byte order marks, and `<` itself.
const WIDE: [&[u8]; 4] = [b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0"];

/// The text of a file; the error says which encoding it seems to have.
pub fn decode(bytes: Vec<u8>) -> Result<String, ReadError> {
    if WIDE.iter().any(|start| bytes.starts_with(start)) {
        return Err(ReadError {
            file: FILE,
            line: 1,
            problem: "the text is UTF-16 or UTF-32; FMI demands UTF-8".into(),
        });
    }
    String::from_utf8(bytes).map_err(|error| {
        let (place, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        let byte = bytes.get(place).copied().unwrap_or_default();
        let problem = format!("the byte 0x{byte:02X} is not UTF-8, which FMI demands; the text may be Latin-1");
        ReadError { file: FILE, line: line_at(bytes, place), problem }
    })
}
