//! Descriptions that were made to hurt: each is refused by name, or costs no more than its size.

use model_description::schema::{ScalarVariable, VariableType};
use model_description::{ModelDescription, ReadError, decode, encoding_problem, read, validate};

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
        let message = format!("a reference to the character 0x{number} is not allowed in XML");
        assert_eq!(error.problem, message);
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
        let message = format!("the attribute {attribute} has {} bytes; at most {most} are accepted", most + 1);
        assert_eq!(refusal(&with(&huge(most + 1))).problem, message);
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

/// The letters of a text as numbers of two bytes.
fn utf16(text: &str, bytes: fn(u16) -> [u8; 2], mark: bool) -> Vec<u8> {
    let mark = mark.then_some('\u{feff}').into_iter();
    mark.chain(text.chars()).flat_map(|letter| bytes(letter as u16)).collect()
}

/// The name of the model that is in these bytes.
fn model_name(bytes: &[u8]) -> String {
    of_bytes(bytes).expect("it is readable").model_name
}

#[test]
fn a_description_in_another_encoding_is_read_and_breaks_the_rule_of_utf8() {
    let text = |encoding: &str| {
        with("").replace("UTF-8", encoding).replace("fmiVersion", "modelName=\"K\u{f6}ln\" fmiVersion")
    };
    let latin = |encoding: &str| text(encoding).chars().map(|letter| letter as u8).collect::<Vec<u8>>();
    let (little, big) = (u16::to_le_bytes, u16::to_be_bytes);
    for (bytes, problem) in [
        (latin("ISO-8859-1"), "the encoding ISO-8859-1 is declared"),
        (latin("iso-8859-15"), "the encoding iso-8859-15 is declared"),
        (latin("windows-1252"), "the encoding windows-1252 is declared"),
        (utf16(&text("UTF-16"), little, true), "the text is UTF-16LE"),
        (utf16(&text("UTF-16"), big, true), "the text is UTF-16BE"),
        (utf16(&text("UTF-16"), little, false), "the text has two bytes a letter"),
        (utf16(&text("UTF-16"), big, false), "the text has two bytes a letter"),
    ] {
        assert_eq!(model_name(&bytes), "K\u{f6}ln", "{problem}");
        assert_eq!(encoding_problem(&bytes).as_deref(), Some(problem));
    }
    for same in ["utf-8", "US-ASCII"] {
        let bytes = with("").replace("UTF-8", same).into_bytes();
        assert!(of_bytes(&bytes).is_ok() && encoding_problem(&bytes).is_none(), "{same}");
    }
    let marked = format!("\u{feff}{}", text("UTF-8"));
    assert_eq!((model_name(marked.as_bytes()), encoding_problem(marked.as_bytes())), ("K\u{f6}ln".into(), None));
    // The signs of Windows in places of control characters: "5 \u{20ac}".
    let euro = with("<Tool name=\"5 #\"/>").replace("UTF-8", "windows-1252").replace('#', "\u{80}");
    let euro: Vec<u8> = euro.chars().map(|letter| letter as u8).collect();
    assert!(decode(euro).expect("it is readable").contains("5 \u{20ac}"));
}

#[test]
fn an_encoding_that_is_not_known_or_not_kept_is_refused_by_name() {
    let utf32: Vec<u8> = with("").chars().flat_map(|letter| (letter as u32).to_be_bytes()).collect();
    let message = |bytes: &[u8]| of_bytes(bytes).expect_err("it is refused").to_string();
    assert_eq!(
        message(&utf32),
        "modelDescription.xml, line 1: the text is UTF-32, which XML parsers do not read; FMI demands UTF-8"
    );
    assert_eq!(
        message(with("").replace("UTF-8", "EBCDIC-X").as_bytes()),
        "modelDescription.xml, line 1: the encoding \"EBCDIC-X\" is declared, which is not known; FMI demands UTF-8"
    );
    let mut bytes = with("<Tool name=\"K").into_bytes();
    bytes.truncate(bytes.len() - "\n</fmiModelDescription>\n".len());
    bytes.extend(b"\xf6ln\"/></fmiModelDescription>");
    assert_eq!(
        message(&bytes),
        "modelDescription.xml, line 3: the byte 0xF6 is not UTF-8, which FMI demands; the text may be Latin-1"
    );
    let mut odd = utf16(&with("").replace("UTF-8", "UTF-16"), u16::to_le_bytes, true);
    odd.push(b' ');
    assert!(message(&odd).contains("not in the encoding UTF-16LE"));
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
    assert!(last.starts_with("error MD-MANY-01") && last.contains("not listed: "), "{last}");
}
