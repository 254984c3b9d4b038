//! Texts for the importer.

use crate::instance::{OutOfMemory, whole_characters};
use std::any::Any;
use std::ffi::{CStr, CString};
use std::string::String;
use std::vec::Vec;

/// Bytes of a message that an importer is given at most; the rest of a longer one is left out.
const LONGEST: usize = 2048;

/// Hands a message to `tell` as C reads it, from a buffer of fixed size, without an allocation. Zero bytes within become spaces.
#[inline(never)]
pub(crate) fn terminated(text: &str, tell: &dyn Fn(&CStr)) {
    let mut bytes = [0; LONGEST + 1];
    let end = whole_characters(text, LONGEST);
    bytes[..end].copy_from_slice(&text.as_bytes()[..end]);
    while let Some(zero) = bytes[..end].iter().position(|&byte| byte == 0) {
        bytes[zero] = b' ';
    }
    // The first zero byte is the one after the last of the message.
    tell(CStr::from_bytes_until_nul(&bytes).unwrap_or_default());
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
    fn a_message_ends_with_its_last_byte_or_where_there_is_no_room_for_a_character() {
        terminated("a\0b", &|text| assert_eq!(text, c"a b"));
        terminated(&"µ".repeat(LONGEST), &|text| assert_eq!(words(text), "µ".repeat(LONGEST / 2)));
    }

    #[test]
    fn a_panic_message_is_told_whether_it_is_static_or_formatted() {
        assert_eq!(message_of(&"static"), "static");
        assert_eq!(message_of(&String::from("formatted")), "formatted");
        assert_eq!(message_of(&7), "a panic without a message");
    }
}
