//! Descriptions that were made to hurt: each is refused by name, or costs no more than its size.

use model_description::schema::{ScalarVariable, VariableType};
use model_description::{ModelDescription, ReadError, decode, read, validate};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\">\n";

/// A description with `content` on its third line.
fn with(content: &str) -> String {
    format!("{HEAD}{content}\n</fmiModelDescription>\n")
}

fn refusal(text: &str) -> ReadError {
    read(text).expect_err("it is hostile")
}

/// The text in bytes, as a file would have it.
fn of_bytes(bytes: &[u8]) -> Result<ModelDescription, ReadError> {
    read(&decode(bytes.to_vec())?)
}

#[test]
fn a_document_type_is_refused_whatever_it_defines() {
    let laughs = "<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]>";
    let external = "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>";
    let parameter = "<!DOCTYPE x [<!ENTITY % a SYSTEM \"http://localhost/x.dtd\"> %a;]>";
    for doctype in [laughs, external, parameter, "<!DOCTYPE fmiModelDescription>"] {
        let text = format!("{doctype}<fmiModelDescription fmiVersion=\"2.0\" modelName=\"&a;\"/>");
        let error = refusal(&text);
        assert!(error.problem.starts_with("a document type (<!DOCTYPE) is not accepted"), "{error}");
    }
}

#[test]
fn an_entity_that_xml_does_not_define_is_refused() {
    let error = refusal("<fmiModelDescription fmiVersion=\"2.0\" modelName=\"&lol;\"/>");
    assert!(error.problem.contains("lol"), "{error}");
    let name = read("<fmiModelDescription fmiVersion=\"2.0\" modelName=\"&lt;&#65;\"/>").expect("these are defined");
    assert_eq!(name.model_name, "<A");
}

#[test]
fn a_reference_to_a_character_that_xml_does_not_have_is_refused() {
    // Was: read, and written as a control character that nobody reads.
    for (reference, number) in [("&#22;", "16"), ("&#x1f;", "1F"), ("&#xFFFE;", "FFFE")] {
        let error = refusal(&format!("<fmiModelDescription fmiVersion=\"2.0\" modelName=\"a{reference}\"/>"));
        let told = format!("a reference to the character 0x{number} is not allowed in XML");
        assert_eq!(error.problem, told);
    }
    let name = read("<fmiModelDescription fmiVersion=\"2.0\" modelName=\"a&#9;b\"/>").expect("a tab is a character");
    assert_eq!(name.model_name, "a\tb");
}

#[test]
fn a_million_levels_are_refused_without_a_million_calls() {
    let (open, close) = ("<a>".repeat(1_000_000), "</a>".repeat(1_000_000));
    for content in [
        format!("{open}{close}"),
        open.clone(),
        format!("<VendorAnnotations><Tool>{open}{close}</Tool></VendorAnnotations>"),
        format!(
            "<ModelVariables><ScalarVariable><Annotations>{open}{close}</Annotations></ScalarVariable></ModelVariables>"
        ),
        "<ModelVariables>".repeat(1_000_000),
    ] {
        let error = refusal(&with(&content));
        assert_eq!(
            error.to_string(),
            "modelDescription.xml, line 3: there are more than 100 elements inside of each other"
        );
    }
    let notes = format!("<VendorAnnotations>{}{}</VendorAnnotations>", "<a>".repeat(98), "</a>".repeat(98));
    assert!(read(&with(&notes)).is_ok(), "notes of tools may be deep");
}

#[test]
fn an_element_has_a_hundred_attributes_at_most() {
    let attributes = |count: usize| (0..count).map(|number| format!(" a{number}=\"\"")).collect::<String>();
    let error = refusal(&with(&format!("<Tool{}/>", attributes(200_000))));
    assert!(error.to_string().ends_with("line 3: the element <Tool> has more than 100 attributes"), "{error}");
    assert!(read(&with(&format!("<Tool{}/>", attributes(100)))).is_ok());
}

#[test]
fn a_huge_value_is_refused_and_not_repeated_in_the_message() {
    for (attribute, most) in [("name", 4096), ("unit", 4096), ("declaredType", 4096), ("description", 1 << 20)] {
        let huge = |size| format!("<Tool {attribute}=\"{}\"/>", "x".repeat(size));
        assert!(read(&with(&huge(most))).is_ok());
        let told = format!("the attribute {attribute} has {} bytes; at most {most} are accepted", most + 1);
        assert_eq!(refusal(&with(&huge(most + 1))).problem, told);
    }
    let long = "x".repeat(1 << 20);
    let wrong = [
        format!("<ModelVariables><ScalarVariable valueReference=\"{long}\"/></ModelVariables>"),
        format!("<ModelVariables><ScalarVariable valueReference=\"1\" causality=\"{long}\"/></ModelVariables>"),
        format!("<{long}"),
    ];
    for content in wrong {
        let message = refusal(&with(&content)).to_string();
        assert!(message.len() < 2000, "{} bytes", message.len());
    }
    let version = format!("<fmiModelDescription fmiVersion=\"{long}\"/>");
    assert!(refusal(&version).problem.len() < 2000);
}

#[test]
fn a_list_of_dependencies_may_be_as_long_as_it_must() {
    let list: String = (1..=300_000).map(|number| format!("{number} ")).collect();
    assert!(list.len() > 1 << 20);
    let outputs =
        format!("<ModelStructure><Outputs><Unknown index=\"1\" dependencies=\"{list}\"/></Outputs></ModelStructure>");
    let description = read(&with(&outputs)).expect("it is readable");
    let outputs = description.model_structure.outputs.as_ref().expect("there are outputs");
    assert_eq!(outputs.unknowns[0].dependencies.as_ref().map(Vec::len), Some(300_000));
    assert!(validate(&description).iter().all(|finding| finding.to_string().len() < 2000));
}

#[test]
fn wide_encodings_are_refused_by_name() {
    let text = with("");
    let utf16 = |bytes: fn(u16) -> [u8; 2], mark: bool| {
        let mark = mark.then_some('\u{feff}').into_iter();
        mark.chain(text.chars()).flat_map(|letter| bytes(letter as u16)).collect::<Vec<u8>>()
    };
    let utf32: Vec<u8> = text.chars().flat_map(|letter| (letter as u32).to_be_bytes()).collect();
    let (little, big) = (u16::to_le_bytes, u16::to_be_bytes);
    for bytes in [utf16(little, true), utf16(little, false), utf16(big, true), utf16(big, false), utf32] {
        let error = of_bytes(&bytes).expect_err("it is not UTF-8");
        assert_eq!(error.problem, "the text is UTF-16 or UTF-32; FMI demands UTF-8");
    }
}

#[test]
fn other_encodings_are_refused_whether_they_are_declared_or_not() {
    let mut bytes = with("<Tool name=\"K").into_bytes();
    bytes.truncate(bytes.len() - "\n</fmiModelDescription>\n".len());
    bytes.extend(b"\xf6ln\"/></fmiModelDescription>");
    assert_eq!(
        of_bytes(&bytes).expect_err("it is Latin-1").to_string(),
        "modelDescription.xml, line 3: the byte 0xF6 is not UTF-8, which FMI demands; the text may be Latin-1"
    );
    let declared = with("").replace("UTF-8", "ISO-8859-1");
    assert_eq!(refusal(&declared).problem, "the encoding ISO-8859-1 is declared; FMI demands UTF-8");
    for same in ["utf-8", "US-ASCII"] {
        assert!(read(&with("").replace("UTF-8", same)).is_ok(), "{same}");
    }
    assert!(of_bytes(format!("\u{feff}{}", with("")).as_bytes()).is_ok(), "a byte order mark of UTF-8 does no harm");
}

#[test]
fn control_characters_are_refused_at_their_line() {
    for (character, shown) in [('\0', "0x00"), ('\u{1b}', "0x1B"), ('\u{8}', "0x08")] {
        let error = refusal(&with(&format!("<Tool name=\"a{character}b\"/>")));
        assert_eq!(
            error.to_string(),
            format!("modelDescription.xml, line 3: the control character {shown} is not allowed in XML")
        );
    }
    assert!(read(&with("<Tool\tname=\"a\"\r\n/>")).is_ok());
}

#[test]
fn every_beginning_of_a_description_is_an_error_and_never_a_panic() {
    let text = model_description::exports().swap_remove(0).xml;
    let complete = text.trim_end().len();
    let places = (0..complete).filter(|place| text.is_char_boundary(*place));
    // Every place of the first and the last lines, and a part of those between.
    let is_taken = |place: &usize| *place < 2000 || *place + 100 > complete || place.is_multiple_of(499);
    for place in places.filter(is_taken) {
        assert!(read(&text[..place]).is_err(), "cut at {place}");
    }
    assert!(read(&text).is_ok());
}

/// A description in which every variable has an error that names another variable, whose name is long.
#[test]
fn findings_are_limited_in_number_and_length() {
    let mut description = read(&with("")).expect("it is readable");
    let long = "x".repeat(1 << 20);
    let real =
        || VariableType::Real(model_description::schema::RealVariable { derivative: Some(1), ..Default::default() });
    let others = (0..30_000).map(|_| ScalarVariable::new("", 0, real()));
    let first = ScalarVariable::new(&long, 0, VariableType::Boolean(Default::default()));
    description.model_variables.variables = std::iter::once(first).chain(others).collect();
    let findings = validate(&description);
    assert_eq!(findings.len(), 10_001);
    assert!(findings.iter().all(|finding| finding.to_string().len() < 2000));
    let last = findings.last().expect("there are some").to_string();
    assert!(last.starts_with("error MD-MANY-01") && last.contains("more findings are not listed"), "{last}");
}
