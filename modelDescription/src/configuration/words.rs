//! The texts of a configuration: they become names of files, source code, XML and HTML.

use super::ConfigurationError;
use super::document::{Document, Entry};
use crate::validation::is_c_identifier;

/// Characters of a name: with what comes before and after it, it is the name of a file.
const LONGEST_NAME: usize = 100;

/// Characters of a description, which importers show on a line or two.
const LONGEST_DESCRIPTION: usize = 4000;

/// Names of devices on Windows, whatever comes after a dot.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The name of an FMU, of its library and of a part of the source code.
pub fn identifier<'a>(document: &Document, entry: &'a Entry) -> Result<&'a str, ConfigurationError> {
    let name = document.text(entry)?;
    if !is_c_identifier(name) {
        let problem = "is no model identifier; letters, digits and _ are allowed, the first not a digit";
        return Err(document.error(entry, problem));
    }
    if name.len() > LONGEST_NAME {
        let problem = format!("has {} characters; at most {LONGEST_NAME} are allowed", name.len());
        return Err(document.error(entry, problem));
    }
    if is_device(&name.to_lowercase()) {
        return Err(document.error(entry, "is a device on Windows, where no file can have this name"));
    }
    Ok(name)
}

fn is_device(name: &str) -> bool {
    let number = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    let is_numbered = |number: &str| number.len() == 1 && number.starts_with(|digit| ('1'..='9').contains(&digit));
    DEVICES.contains(&name) || number.is_some_and(is_numbered)
}

/// A text for people, of characters that XML has.
pub fn description<'a>(document: &Document, entry: &'a Entry) -> Result<&'a str, ConfigurationError> {
    let text = document.text(entry)?;
    let length = text.chars().count();
    if length > LONGEST_DESCRIPTION {
        let problem = format!("has {length} characters; at most {LONGEST_DESCRIPTION} are allowed");
        return Err(document.error(entry, problem));
    }
    match text.chars().find(|letter| !is_in_xml(*letter)) {
        Some(letter) => {
            Err(document
                .error(entry, format!("has the character U+{:04X}, which XML does not have", u32::from(letter))))
        }
        None => Ok(text),
    }
}

/// XML 1.0, production 2; what is left out of Unicode there, a Rust text does not have either.
fn is_in_xml(letter: char) -> bool {
    match letter {
        '\t' | '\n' | '\r' => true,
        '\0'..' ' | '\u{fffe}' | '\u{ffff}' => false,
        _ => true,
    }
}
