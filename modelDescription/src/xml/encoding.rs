//! The bytes of an XML file as text.
//!
//! FMI demands UTF-8 (FMI 2.0, 2.2; FMI 3.0, 2.4). Other tools read what XML parsers read, and so does [`decode`]: the encoding of the
//! byte order mark or of the declaration. [`encoding_problem`] says what the standard does not allow.

use super::utf8::decode as utf8;
use super::{FILE, ReadError, shortened};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Beginnings of texts of four bytes a letter: byte order marks, and `<` itself.
const UTF_32: [&[u8]; 4] = [b"\xff\xfe\0\0", b"\0\0\xfe\xff", b"<\0\0\0", b"\0\0\0<"];

/// The text of a file, whatever encoding it has.
pub fn decode(bytes: Vec<u8>) -> Result<String, ReadError> {
    if UTF_32.iter().any(|start| bytes.starts_with(start)) {
        return Err(refused(1, "the text is UTF-32, which XML parsers do not read; FMI demands UTF-8".into()));
    }
    let encoding = encoding(&bytes).map_err(|problem| refused(1, problem))?;
    if encoding == UTF_8 {
        return utf8(bytes);
    }
    let (text, has_errors) = encoding.decode_with_bom_removal(&bytes);
    match has_errors {
        false => Ok(text.into_owned()),
        true => {
            Err(refused(1, format!("the text is not in the encoding {} that it has by its beginning", encoding.name())))
        }
    }
}

fn refused(line: usize, problem: String) -> ReadError {
    ReadError { file: FILE, line, problem }
}

/// By the byte order mark, by two bytes a letter, or by the declaration.
fn encoding(bytes: &[u8]) -> Result<&'static Encoding, String> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return Ok(encoding);
    }
    match bytes {
        [b'<', 0, ..] => return Ok(UTF_16LE),
        [0, b'<', ..] => return Ok(UTF_16BE),
        _ => {}
    }
    let Some(declared) = declared(bytes) else { return Ok(UTF_8) };
    let encoding = Encoding::for_label(declared.as_bytes());
    let unknown =
        || format!("the encoding {:?} is declared, which is not known; FMI demands UTF-8", shortened(&declared));
    // What has one byte a letter here is not UTF-16, whatever it says.
    encoding.map(|encoding| if [UTF_16LE, UTF_16BE].contains(&encoding) { UTF_8 } else { encoding }).ok_or_else(unknown)
}

/// The encoding in the XML declaration of a text whose first letters are ASCII, as it is written.
fn declared(bytes: &[u8]) -> Option<String> {
    /// A declaration is shorter.
    const LONGEST: usize = 1024;
    let begin = &bytes[..bytes.len().min(LONGEST)];
    let begin = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin);
    let declaration = String::from_utf8_lossy(begin.strip_prefix(b"<?xml")?).into_owned();
    let (_, value) = declaration.split_once("?>")?.0.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    value[1..].split_once(quote).map(|(name, _)| name.to_owned())
}

/// How the encoding of a file is not that of the standard: a sentence.
pub fn encoding_problem(bytes: &[u8]) -> Option<String> {
    match Encoding::for_bom(bytes) {
        Some((encoding, _)) if encoding != UTF_8 => return Some(format!("the text is {}", encoding.name())),
        Some(_) | None => {}
    }
    if bytes.starts_with(b"<\0") || bytes.starts_with(b"\0<") {
        return Some("the text has two bytes a letter".to_owned());
    }
    // Every text in ASCII is the same in UTF-8.
    let is_utf8 = |declared: &String| {
        ["UTF-8", "UTF8", "US-ASCII", "ASCII"].iter().any(|known| declared.eq_ignore_ascii_case(known))
    };
    let other = declared(bytes).filter(|declared| !is_utf8(declared))?;
    Some(format!("the encoding {} is declared", shortened(&other)))
}
