//! Descriptions of other exporters, and broken ones.

use model_description::schema::{Causality, Variability, VariableType};
use model_description::{read, validate};

const FOREIGN: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!-- made by another tool -->
<fmiModelDescription xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" fmiVersion="2.0" modelName="Other"
    guid="{1}" numberOfEventIndicators="0" unknownAttribute="3">
  <CoSimulation modelIdentifier="Other" canHandleVariableCommunicationStepSize="1">
    <SourceFiles><File name="all.c"/></SourceFiles>
  </CoSimulation>
  <VendorAnnotations><Tool name="t"><x/></Tool></VendorAnnotations>
  <DefaultExperiment startTime="0" stopTime="1E0"/>
  <ModelVariables>
    <ScalarVariable name="u" valueReference="1" causality="input" variability="discrete">
      <Boolean start="true"/>
      <Annotations><Tool name="t"><note>about u</note></Tool></Annotations>
    </ScalarVariable>
    <!-- a comment between -->
    <ScalarVariable name="y" valueReference="2" causality="output"><Real/></ScalarVariable>
    <ScalarVariable name="s" valueReference="3" causality="parameter" variability="fixed"><String
        start="a &amp; b"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="2" dependencies=""/></Outputs>
    <InitialUnknowns><Unknown index="2"/></InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>
"#;

#[test]
fn a_description_of_another_tool_reads_with_its_defaults() {
    let description = read(FOREIGN).expect("it is readable");
    assert!(description.co_simulation.as_ref().is_some_and(|kind| kind.can_handle_variable_communication_step_size));
    let variables = &description.model_variables.variables;
    assert_eq!(variables.len(), 3);
    assert_eq!((variables[1].causality(), variables[1].variability()), (Causality::Output, Variability::Continuous));
    assert!(matches!(&variables[2].kind, VariableType::String(text) if text.start.as_deref() == Some("a & b")));
    let outputs = description.model_structure.outputs.as_ref().expect("there are outputs");
    assert_eq!(outputs.unknowns[0].dependencies.as_deref(), Some(&[][..]), "empty is not absent");
    assert_eq!(validate(&description), []);
}

#[test]
fn another_version_is_refused_by_name() {
    let error = read(&FOREIGN.replace("fmiVersion=\"2.0\"", "fmiVersion=\"3.0\"")).expect_err("it is FMI 3.0");
    assert_eq!(error.to_string(), "modelDescription.xml, line 1: fmiVersion is \"3.0\"; only \"2.0\" can be read");
}

#[test]
fn another_root_element_is_refused() {
    let error = read("<?xml version=\"1.0\"?>\n<html></html>").expect_err("it is no description");
    assert_eq!(
        error.to_string(),
        "modelDescription.xml, line 2: the root element is <html>, not <fmiModelDescription>"
    );
}

#[test]
fn text_that_is_no_xml_is_refused() {
    for text in ["", "no xml", "<fmiModelDescription fmiVersion=\"2.0\">", "<a", "\u{feff}"] {
        assert!(read(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_wrong_value_is_refused_at_its_line() {
    let error = read(&FOREIGN.replace("valueReference=\"2\"", "valueReference=\"two\"")).expect_err("no number");
    assert_eq!(error.line, 16, "{error}");
    let error = read(&FOREIGN.replace("causality=\"output\"", "causality=\"outlet\"")).expect_err("no causality");
    assert!(error.problem.contains("outlet"), "{error}");
}

#[test]
fn nan_reads_and_is_a_finding() {
    let text = FOREIGN.replace("<Real/>", "<Real nominal=\"NaN\"/>");
    let findings = validate(&read(&text).expect("NaN is an xs:double"));
    assert!(findings.iter().any(|finding| finding.rule == "MD-RANGE-01"), "{findings:?}");
}
