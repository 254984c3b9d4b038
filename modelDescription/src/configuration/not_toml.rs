//! What is wrong with a text that is no TOML, told with what its reader needs to mend it.

use std::ops::Range;
use std::path::Path;

use super::document::Document;
use super::given::Position;

/// What TOML says of a key that its table has already.
const DUPLICATE: &str = "duplicate key";

/// What is wrong, and what helps where a key stands twice, or where a name has brackets, which TOML takes for those of a table.
pub fn not_toml(text: &str, error: &toml::de::Error) -> String {
    let message = error.message();
    if let (DUPLICATE, Some(span)) = (message, error.span()) {
        return format!("is not TOML: {}", twice(text, span));
    }
    let line =
        error.span().and_then(|span| text.lines().nth(Position::of(text, span.start).line - 1)).unwrap_or_default();
    let name = line.split('=').next().unwrap_or_default().trim();
    let is_bare = line.contains('=') && name.contains('[') && !name.starts_with(['[', '"', '\'', '#']);
    let remedy = if is_bare { format!("; a name with brackets needs quotes: \"{name}\" = ...") } else { String::new() };
    format!("is not TOML: {message}{remedy}")
}

/// Which key stands twice, and where it is the first time. The name alone does not tell the tables that it is in, so it is read
/// again under a name of its own in the place of the second.
fn twice(text: &str, span: Range<usize>) -> String {
    let name = text[span.clone()].trim_matches(['"', '\'']);
    let stand_in = stand_in(text);
    let renamed = format!("{}{stand_in}{}", &text[..span.start], &text[span.end..]);
    let end_of_line = renamed[span.start..].find('\n').map_or(renamed.len(), |length| span.start + length);
    // What follows may have mistakes of its own.
    let readings = [&renamed[..], &renamed[..end_of_line]];
    let document = readings.iter().find_map(|text| Document::of_toml(text, Path::new("")).ok());
    let key = document.as_ref().and_then(|document| document.key_of(&stand_in)).map(|key| key.replace(&stand_in, name));
    let first = key.as_ref().zip(document).and_then(|(key, document)| document.position(key));
    match (key, first) {
        (Some(key), Some(first)) => format!("{key:?} is given twice, the first time in line {}", first.line),
        (Some(_) | None, Some(_) | None) => format!("{name:?} is given twice in its table"),
    }
}

/// A bare key that the text does not have.
fn stand_in(text: &str) -> String {
    let mut name = "again".to_owned();
    while text.contains(&name) {
        name.push('_');
    }
    name
}
