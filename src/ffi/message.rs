//! Texts for the importer.

use crate::instance::OutOfMemory;
use std::any::Any;
use std::ffi::{CStr, CString};
use std::string::String;
use std::vec::Vec;

/// A text as C reads it.
pub(crate) fn terminated(text: &str) -> Result<CString, OutOfMemory> {
    copied(text.as_bytes())
}

/// A copy that ends with a zero byte; zero bytes within become spaces.
pub(crate) fn copied(text: &[u8]) -> Result<CString, OutOfMemory> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(text.len() + 1)?;
    bytes.extend(text.iter().map(|&byte| if byte == 0 { b' ' } else { byte }));
    bytes.push(0);
    // The only zero byte is the last one.
    Ok(CString::from_vec_with_nul(bytes).unwrap_or_default())
}

/// A string of the importer.
pub(crate) fn words(string: &CStr) -> &str {
    string.to_str().unwrap_or("(not UTF-8)")
}

/// The message of a panic.
pub(crate) fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_message_is_told_whether_it_is_static_or_formatted() {
        assert_eq!(message_of(&"static"), "static");
        assert_eq!(message_of(&String::from("formatted")), "formatted");
        assert_eq!(message_of(&7), "a panic without a message");
    }
}
