//! modelDescription.xml as text.

mod encoding;
mod scan;

pub use encoding::decode;

use std::borrow::Cow;
use std::fmt;

use quick_xml::de::Deserializer;
use quick_xml::se::Serializer;
use serde::{Deserialize, Serialize};

use crate::schema::ModelDescription;

/// Why a modelDescription.xml could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line at which reading ended, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "modelDescription.xml, line {}: {}", self.line, self.problem)
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
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // serde does not look at the name of the root element, nor at what a text may cost.
    scan::scan(text)?;
    let header: Header = parse(text)?;
    match header.fmi_version.as_deref() {
        Some("2.0") => parse(text),
        Some(version) => Err(at_start(format!("fmiVersion is {:?}; only \"2.0\" can be read", shortened(version)))),
        None => Err(at_start("the attribute fmiVersion is missing; only FMI \"2.0\" can be read".into())),
    }
}

fn at_start(problem: String) -> ReadError {
    ReadError { line: 1, problem }
}

fn parse<'text, T: Deserialize<'text>>(text: &'text str) -> Result<T, ReadError> {
    let mut deserializer = Deserializer::from_str(text);
    T::deserialize(&mut deserializer).map_err(|error| {
        let position = deserializer.get_ref().get_ref().buffer_position();
        let position = usize::try_from(position).unwrap_or(text.len());
        ReadError { line: line_at(text.as_bytes(), position), problem: shortened(&error.to_string()).into_owned() }
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
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut serializer = Serializer::new(&mut text);
    serializer.indent(' ', 2);
    description.serialize(serializer).expect("a description has string keys only, and a string takes every write");
    text.push('\n');
    text
}
