//! modelDescription.xml as text.

// A page reads only what its packer has written: the tables of all encodings would be a fortieth of it.
#[cfg(not(target_family = "wasm"))]
mod encoding;
mod lines;
mod scan;
mod utf8;

#[cfg(not(target_family = "wasm"))]
pub use encoding::{decode, encoding_problem};
#[cfg(target_family = "wasm")]
pub use utf8::decode;

use std::borrow::Cow;
use std::fmt;

use quick_xml::de::Deserializer;
use quick_xml::se::Serializer;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::schema::ModelDescription;

/// Why a description could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Name of the file in the FMU.
    pub file: &'static str,
    /// Line at which reading ended, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, line {}: {}", self.file, self.line, self.problem)
    }
}

impl std::error::Error for ReadError {}

/// What every FMI version has.
#[derive(Deserialize)]
struct Header {
    #[serde(rename = "@fmiVersion")]
    fmi_version: Option<String>,
}

/// Reads an FMI 2.0 description, tolerant of unknown attributes and elements.
pub fn read(text: &str) -> Result<ModelDescription, ReadError> {
    read_version(text, |version| version == "2.0", "\"2.0\"")
}

/// The `fmiVersion` of a description of any version.
pub fn version(text: &str) -> Result<Option<String>, ReadError> {
    let text = without_mark(text);
    // serde does not look at the name of the root element, nor at what a text may cost.
    scan::scan(text, ROOT)?;
    parse(text).map(|header: Header| header.fmi_version)
}

/// What is in UTF-8 has no problem with its encoding, and in a page there is nothing else.
#[cfg(target_family = "wasm")]
pub fn encoding_problem(_: &[u8]) -> Option<String> {
    None
}

/// Name of the root element, in every version.
const ROOT: &str = "fmiModelDescription";

/// Name of the file, unless another one is read.
const FILE: &str = "modelDescription.xml";

/// Reads any text with this root element, within the bounds of a description; its place is told as that of a description.
pub fn read_element<T: DeserializeOwned>(text: &str, root: &'static str) -> Result<T, ReadError> {
    let text = without_mark(text);
    scan::scan(text, root)?;
    parse(text)
}

/// The same, where each element has a further attribute `fmu-pack-line`: the line at which it begins, from 1. So what is read can
/// be told with its place when it turns out to be wrong.
pub fn read_element_with_lines<T: DeserializeOwned>(text: &str, root: &'static str) -> Result<T, ReadError> {
    let text = without_mark(text);
    scan::scan(text, root)?;
    parse(&lines::with_lines(text))
}

/// Reads a description of the versions that `can_be_read`, `known` in messages.
pub(crate) fn read_version<T: DeserializeOwned>(
    text: &str,
    can_be_read: fn(&str) -> bool,
    known: &str,
) -> Result<T, ReadError> {
    match version(text)?.as_deref() {
        Some(version) if can_be_read(version) => parse(without_mark(text)),
        Some(version) => Err(at_start(format!("fmiVersion is {:?}; only {known} can be read", shortened(version)))),
        None => Err(at_start(format!("the attribute fmiVersion is missing; only FMI {known} can be read"))),
    }
}

/// A text without byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn at_start(problem: String) -> ReadError {
    ReadError { file: FILE, line: 1, problem }
}

fn parse<'text, T: Deserialize<'text>>(text: &'text str) -> Result<T, ReadError> {
    let mut deserializer = Deserializer::from_str(text);
    T::deserialize(&mut deserializer).map_err(|error| {
        let position = deserializer.get_ref().get_ref().buffer_position();
        let position = usize::try_from(position).unwrap_or(text.len());
        ReadError {
            file: FILE,
            line: line_at(text.as_bytes(), position),
            problem: shortened(&error.to_string()).into_owned(),
        }
    })
}

/// Line of a place in a text, from 1.
fn line_at(text: &[u8], place: usize) -> usize {
    1 + text[..place.min(text.len())].iter().filter(|&&byte| byte == b'\n').count()
}

/// What is shown of a text that may be very long.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    /// Names and problems of real descriptions are shorter.
    const SHOWN: usize = 400;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Writes a description; the same description always gives the same text.
pub fn write(description: &ModelDescription) -> String {
    write_element(description)
}

/// Writes a root element with all that stands in it; the same element always gives the same text.
pub fn write_element(root: &impl Serialize) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut serializer = Serializer::new(&mut text);
    serializer.indent(' ', 2);
    root.serialize(serializer).expect("a description has string keys only, and a string takes every write");
    text.push('\n');
    text
}
