//! A first look at a description: what would make reading it unsafe or endless is refused by name.

use super::{FILE, ReadError, line_at};
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use std::borrow::Cow;

/// Elements inside of each other. FMI has six levels; annotations of tools may have more.
const DEPTH: usize = 100;
/// Elements in all: a million variables with their types and all that FMI says about them are four millions.
const ELEMENTS: usize = 5_000_000;
/// Attributes of one element; FMI knows at most 30. Whether one is there twice costs the square of their number.
const ATTRIBUTES: usize = 100;
/// Bytes of the value of an attribute other than names and lists of dependencies.
const VALUE: usize = 1 << 20;

/// Bytes of a name that others refer to: each reference costs its length.
const NAME: usize = 4096;

/// Such names, and references to them.
const NAMES: [&str; 4] = ["name", "unit", "displayUnit", "declaredType"];
/// Attributes with a number for each variable.
const LISTS: [&str; 2] = ["dependencies", "dependenciesKind"];

/// Goes once through the text, keeping nothing.
/// `root` is the name of the root element.
pub(super) fn scan(text: &str, root: &'static str) -> Result<(), ReadError> {
    let at = |place: usize, problem| ReadError { file: FILE, line: line_at(text.as_bytes(), place), problem };
    let is_illegal = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
    if let Some(place) = text.as_bytes().iter().position(is_illegal) {
        let problem = format!("the control character 0x{:02X} is not allowed in XML", text.as_bytes()[place]);
        return Err(at(place, problem));
    }
    let mut reader = Reader::from_str(text);
    let mut seen = Seen { root, depth: 0, elements: 0 };
    loop {
        let event = reader.read_event().map_err(|error| error.to_string());
        match event.and_then(|event| seen.next(&event)) {
            Ok(true) => (),
            Ok(false) => return Ok(()),
            Err(problem) => {
                let place = usize::try_from(reader.buffer_position()).unwrap_or(text.len());
                return Err(at(place, problem));
            }
        }
    }
}

/// What was seen so far.
struct Seen {
    root: &'static str,
    depth: usize,
    elements: usize,
}

impl Seen {
    /// False at the end.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the parts of XML are complete")]
    fn next(&mut self, event: &Event<'_>) -> Result<bool, String> {
        match event {
            Event::DocType(_) => {
                return Err("a document type (<!DOCTYPE) is not accepted: FMI has none, and it can define \
                            entities that expand without end or read other files"
                    .into());
            }
            Event::Start(tag) => {
                self.element(tag)?;
                self.depth += 1;
            }
            Event::Empty(tag) => self.element(tag)?,
            Event::End(_) => self.depth = self.depth.saturating_sub(1),
            Event::Eof if self.elements == 0 => return Err(format!("there is no element <{}>", self.root)),
            Event::Eof => return Ok(false),
            _ => (),
        }
        Ok(true)
    }

    fn element(&mut self, tag: &BytesStart<'_>) -> Result<(), String> {
        if self.elements == 0 && tag.name().as_ref() != self.root {
            let name = super::shortened(tag.name().as_ref()).into_owned();
            return Err(format!("the root element is <{name}>, not <{}>", self.root));
        }
        self.elements += 1;
        if self.elements > ELEMENTS {
            return Err(format!("there are more than {ELEMENTS} elements"));
        }
        if self.depth >= DEPTH {
            return Err(format!("there are more than {DEPTH} elements inside of each other"));
        }
        check_attributes(tag)
    }
}

fn check_attributes(tag: &BytesStart<'_>) -> Result<(), String> {
    let mut count = 0;
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| error.to_string())?;
        count += 1;
        if count > ATTRIBUTES {
            let name = super::shortened(tag.name().as_ref()).into_owned();
            return Err(format!("the element <{name}> has more than {ATTRIBUTES} attributes"));
        }
        check_size(attribute.key.as_ref(), attribute.value.len())?;
        check_references(&attribute.value)?;
    }
    Ok(())
}

/// A reference such as `&#22;` must not bring in what the text itself must not have (XML 1.0, legal character).
fn check_references(value: &str) -> Result<(), String> {
    let is_illegal = |character: &char| match character {
        '\t' | '\n' | '\r' => false,
        _ => *character < ' ' || matches!(character, '\u{fffe}' | '\u{ffff}'),
    };
    // Borrowed where there is no reference; what cannot be resolved is told where it is read.
    let Ok(Cow::Owned(resolved)) = unescape(value) else { return Ok(()) };
    resolved.chars().find(is_illegal).map_or(Ok(()), |character| {
        Err(format!("a reference to the character 0x{:02X} is not allowed in XML", u32::from(character)))
    })
}

fn check_size(name: &str, size: usize) -> Result<(), String> {
    let most = match name {
        _ if LISTS.contains(&name) => return Ok(()),
        _ if NAMES.contains(&name) => NAME,
        _ => VALUE,
    };
    let is_accepted = size <= most && name.len() <= NAME;
    let name = super::shortened(name);
    is_accepted
        .then_some(())
        .ok_or_else(|| format!("the attribute {name} has {size} bytes; at most {most} are accepted"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A description of so many elements takes seconds.
    #[test]
    fn too_many_elements_are_refused_with_the_limit() {
        let mut seen = Seen { root: "a", depth: 1, elements: ELEMENTS - 1 };
        let element = Event::Empty(BytesStart::new("a"));
        assert_eq!(seen.next(&element), Ok(true));
        assert_eq!(seen.next(&element), Err("there are more than 5000000 elements".to_string()));
    }
}
