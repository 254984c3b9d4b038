//! The line of each element, as an attribute of it: deserialization knows no places.

use quick_xml::Reader;
use quick_xml::events::Event;

/// The attribute.
const ATTRIBUTE: &str = "fmu-pack-line";

/// A text that was scanned, with the attribute in each start tag; all lines stay what they are.
pub(super) fn with_lines(text: &str) -> String {
    let mut reader = Reader::from_str(text);
    let mut marked = String::with_capacity(text.len() + text.len() / 2);
    let (mut copied, mut line) = (0, 1);
    loop {
        let begin = place(&reader, text);
        let name = match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) => tag.name().as_ref().len(),
            Ok(Event::Eof) | Err(_) => break,
            Ok(
                Event::End(_)
                | Event::Text(_)
                | Event::CData(_)
                | Event::Comment(_)
                | Event::Decl(_)
                | Event::PI(_)
                | Event::DocType(_)
                | Event::GeneralRef(_),
            ) => continue,
        };
        // The name stands right behind the bracket.
        let end_of_name = begin + 1 + name;
        line += text[copied..begin].bytes().filter(|byte| *byte == b'\n').count();
        marked.push_str(&text[copied..end_of_name]);
        marked.push_str(&format!(" {ATTRIBUTE}=\"{line}\""));
        // A name has no line break.
        copied = end_of_name;
    }
    marked.push_str(&text[copied..]);
    marked
}

fn place(reader: &Reader<&[u8]>, text: &str) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_element_gets_the_line_of_its_bracket_and_nothing_else_changes() {
        let text = "<?xml version=\"1.0\"?>\n<!-- <x>\n -->\n<a\n b=\"1\n2\">é &amp;\n <c:d/>\n<![CDATA[<e>\n]]><f ></f>\n</a>";
        let marked = "<?xml version=\"1.0\"?>\n<!-- <x>\n -->\n<a fmu-pack-line=\"4\"\n b=\"1\n2\">é &amp;\n \
            <c:d fmu-pack-line=\"7\"/>\n<![CDATA[<e>\n]]><f fmu-pack-line=\"9\" ></f>\n</a>";
        assert_eq!(with_lines(text), marked);
    }
}
