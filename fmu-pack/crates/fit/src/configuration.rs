//! Writes values into a configuration, as text: remarks and order stay.

use crate::Error;
use model_description::configuration::document::{Document, Entry};
use model_description::configuration::measure;
use std::path::Path;

/// The configuration `text` of `path` with these values of variables; of a variable that it does not name yet in `[start]`.
pub fn with_values(text: &str, path: &Path, values: &[(String, String)]) -> Result<String, Error> {
    let mut text = text.to_owned();
    for (name, value) in values {
        text = with_value(&text, path, name, value)?;
    }
    Ok(text)
}

fn with_value(text: &str, path: &Path, name: &str, value: &str) -> Result<String, Error> {
    let document = Document::parse(text, path)?;
    if let Some(entry) = entry_of(&document, name) {
        return replaced(text, entry, value).ok_or_else(|| no_place(path, name));
    }
    // The elements of a variable may stand as a list.
    let list = element_of(name).and_then(|(list, number)| Some((entry_of(&document, list)?, number)));
    match list {
        Some((entry, number)) => {
            let with = with_element(&entry.source, number, value);
            with.and_then(|list| replaced(text, entry, &list)).ok_or_else(|| no_place(path, name))
        }
        None => with_new_value(text, path, name, value, &document),
    }
}

fn entry_of<'a>(document: &'a Document, name: &str) -> Option<&'a Entry> {
    let tail = format!(".{name}");
    document.entries.iter().find(|entry| entry.key == name || entry.key.ends_with(&tail))
}

/// The text with another value of an entry; none where it is spread over lines.
fn replaced(text: &str, entry: &Entry, value: &str) -> Option<String> {
    let place = byte_of(text, entry.position.line, entry.position.column);
    let after = text[place..].strip_prefix(&*entry.source)?;
    Some(format!("{}{value}{after}", &text[..place]))
}

/// The array and the number of its element, from 1.
fn element_of(name: &str) -> Option<(&str, usize)> {
    let (list, number) = name.strip_suffix(']')?.rsplit_once('[')?;
    Some((list, number.parse().ok()?))
}

/// What an element of a list of a configuration measures, by a name as `worm.friction.table.coefficient[2]`, in the base units; none where
/// there is no such list. Error: a sentence that says how long the list is.
pub fn element_in(text: &str, path: &Path, name: &str) -> Result<Option<f64>, String> {
    let Ok(document) = Document::parse(text, path) else { return Ok(None) };
    let Some((list, number)) = element_of(name) else { return Ok(None) };
    let entry = entry_of(&document, list);
    let Some((entry, elements)) = entry.and_then(|entry| Some((entry, elements(&entry.source)?))) else {
        return Ok(None);
    };
    let Some(element) = number.checked_sub(1).and_then(|place| elements.get(place)) else {
        let (line, count) = (entry.position.line, elements.len());
        return Err(format!(
            "{name}: {} in line {line} of {} has the elements 1 to {count}",
            entry.key,
            path.display()
        ));
    };
    Ok(measure(element.trim_matches('"')).ok().map(|(measured, _)| measured.value))
}

/// The elements of a list as they are written.
fn elements(source: &str) -> Option<Vec<&str>> {
    let inside = source.strip_prefix('[')?.strip_suffix(']')?;
    Some(inside.split(',').map(str::trim).collect())
}

/// A list with another value of an element.
fn with_element(source: &str, number: usize, value: &str) -> Option<String> {
    let mut elements = elements(source)?;
    *elements.get_mut(number.checked_sub(1)?)? = value;
    Some(format!("[{}]", elements.join(", ")))
}

/// In the table of the element, or in `[start]`.
fn with_new_value(text: &str, path: &Path, name: &str, value: &str, document: &Document) -> Result<String, Error> {
    let element = name.split_once('.').and_then(|(element, rest)| Some((table_of(text, element)?, rest)));
    if let Some((after, rest)) = element {
        return Ok(format!("{}{rest} = {value}\n{}", &text[..after], &text[after..]));
    }
    let is_drivetrain = document.get("model").is_some_and(|entry| entry.source == "\"Drivetrain\"");
    if is_drivetrain {
        return Err(no_place(path, name));
    }
    match table_of(text, "start") {
        Some(after) => Ok(format!("{}{name} = {value}\n{}", &text[..after], &text[after..])),
        None => Ok(format!("{text}\n[start]\n{name} = {value}\n")),
    }
}

fn no_place(path: &Path, name: &str) -> Error {
    Error::NoPlace { path: path.to_path_buf(), name: name.to_owned() }
}

/// The byte behind the header line of a table whose name ends so.
fn table_of(text: &str, name: &str) -> Option<usize> {
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        place += line.len();
        let header = line.trim().split(']').next().and_then(|header| header.strip_prefix('['));
        if header.is_some_and(|header| header == name || header.ends_with(&format!(".{name}"))) && line.ends_with('\n')
        {
            return Some(place);
        }
    }
    None
}

fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = &text[start..];
    start + rest.char_indices().nth(column - 1).map_or(rest.len(), |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str, name: &str, value: &str) -> Result<String, Error> {
        with_values(text, Path::new("a.toml"), &[(name.to_owned(), value.to_owned())])
    }

    #[test]
    fn a_value_is_replaced_where_it_stands_and_the_rest_stays() {
        let text = "name = \"Ü\"  # a\nmodel = \"ServoActuator\"\n[start]\ninertia = \"3 kg.m2\"  # b\n";
        let written = with(text, "inertia", "2.5").unwrap();
        assert_eq!(written, text.replace("\"3 kg.m2\"", "2.5"));
        let dotted = "name = \"A\"\nmodel = \"ServoActuator\"\nstart.inertia = 3\n";
        assert_eq!(with(dotted, "inertia", "2.5").unwrap(), dotted.replace('3', "2.5"));
    }

    #[test]
    fn a_new_value_goes_into_its_table() {
        let text = "name = \"A\"\nmodel = \"ServoActuator\"\n[start]\ninertia = 3\n";
        assert_eq!(
            with(text, "friction.law", "\"x\"").unwrap(),
            text.replace("[start]\n", "[start]\nfriction.law = \"x\"\n")
        );
        let without = "name = \"A\"\nmodel = \"ServoActuator\"\n";
        assert_eq!(with(without, "inertia", "2").unwrap(), format!("{without}\n[start]\ninertia = 2\n"));
    }

    #[test]
    fn an_element_of_a_list_is_replaced_in_the_list() {
        let text =
            "name = \"A\"\nmodel = \"ServoActuator\"\n[start]\nfriction.table.torque = [\"20 N.m\", 15, 12]  # b\n";
        let written = with(text, "friction.table.torque[2]", "14.5").unwrap();
        assert_eq!(written, text.replace("15", "14.5"));
        let refused = with(text, "friction.table.torque[4]", "1").unwrap_err().to_string();
        assert!(refused.contains("friction.table.torque[4] has no place"), "{refused}");
    }

    #[test]
    fn a_value_of_an_element_goes_into_the_table_of_the_element() {
        let text = "name = \"A\"\nmodel = \"Drivetrain\"\n[body.arm]\ninertia = 3\n";
        assert_eq!(with(text, "arm.inertia", "2").unwrap(), text.replace('3', "2"));
        let written = with(text, "arm.viscous_coefficient", "2").unwrap();
        assert_eq!(written, text.replace("[body.arm]\n", "[body.arm]\nviscous_coefficient = 2\n"));
        let refused = with(text, "leg.inertia", "2").unwrap_err().to_string();
        assert_eq!(refused, "a.toml: the value of leg.inertia has no place in this configuration; give it one there");
    }
}
