//! modelDescription.xml as text.

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
    check_root(text)?;
    let header: Header = parse(text)?;
    match header.fmi_version.as_deref() {
        Some("2.0") => parse(text),
        Some(version) => Err(at_start(format!("fmiVersion is {version:?}; only \"2.0\" can be read"))),
        None => Err(at_start("the attribute fmiVersion is missing; only FMI \"2.0\" can be read".into())),
    }
}

fn at_start(problem: String) -> ReadError {
    ReadError { line: 1, problem }
}

/// serde does not look at the name of the root element.
fn check_root(text: &str) -> Result<(), ReadError> {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_str(text);
    loop {
        let problem = match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) if tag.name().as_ref() == "fmiModelDescription" => return Ok(()),
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                format!("the root element is <{}>, not <fmiModelDescription>", tag.name().as_ref())
            }
            Ok(Event::Eof) => "there is no element <fmiModelDescription>".into(),
            Ok(_) => continue,
            Err(error) => error.to_string(),
        };
        return Err(ReadError { line: line_at(text, reader.buffer_position()), problem });
    }
}

fn parse<'text, T: Deserialize<'text>>(text: &'text str) -> Result<T, ReadError> {
    let mut deserializer = Deserializer::from_str(text);
    T::deserialize(&mut deserializer).map_err(|error| {
        let position = deserializer.get_ref().get_ref().buffer_position();
        ReadError { line: line_at(text, position), problem: error.to_string() }
    })
}

fn line_at(text: &str, position: u64) -> usize {
    let read = usize::try_from(position).unwrap_or(text.len()).min(text.len());
    1 + text.as_bytes()[..read].iter().filter(|&&byte| byte == b'\n').count()
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
