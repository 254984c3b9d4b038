//! FMI 3.0 descriptions of other exporters, and broken ones.

use model_description::fmi3::schema::{Causality, IntervalVariability, Variability};
use model_description::fmi3::{VariableType, read, write};

const FOREIGN: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Other" instantiationToken="{1}" unknownAttribute="3">
  <ModelExchange modelIdentifier="Other"><Annotations><Annotation type="x"/></Annotations></ModelExchange>
  <CoSimulation modelIdentifier="Other" hasEventMode="1"/>
  <UnitDefinitions><Unit name="s"><BaseUnit s="1"/><DisplayUnit name="Hz" inverse="true"/></Unit></UnitDefinitions>
  <TypeDefinitions>
    <Float64Type name="Position" unit="m"/>
    <EnumerationType name="Choice"><Item name="a" value="-9000000000"/></EnumerationType>
    <ClockType name="Tick" intervalVariability="triggered"/>
  </TypeDefinitions>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent"/>
    <UInt64 name="n" valueReference="1" causality="structuralParameter" start="3" max="18446744073709551615"/>
    <Float32 name="u" valueReference="2" causality="input" start="1 2 3">
      <Annotations><Annotation type="x"><note>about u</note></Annotation></Annotations>
      <Dimension valueReference="1"/><Dimension start="2"/><Alias name="v" displayUnit="mm"/>
    </Float32>
    <!-- a comment between -->
    <String name="s" valueReference="3" causality="parameter"><Start value="a &amp; b"/><Start value="c"/></String>
    <Clock name="c" valueReference="4" causality="output" intervalVariability="triggered"/>
    <Int8 name="i" valueReference="5" causality="output" clocks="4" previous="6"/>
    <Enumeration name="e" valueReference="7" declaredType="Choice" causality="local"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="4"/><Output valueReference="5" dependencies=""/>
    <InitialUnknown valueReference="5" dependencies="2 1" dependenciesKind="dependent constant"/>
  </ModelStructure>
</fmiModelDescription>
"#;

#[test]
fn variables_keep_their_types_and_order() {
    let description = read(FOREIGN).expect("it is readable");
    let types: Vec<&str> = description.variables().iter().map(|variable| variable.variable_type.name()).collect();
    assert_eq!(types, ["Float64", "UInt64", "Float32", "String", "Clock", "Int8", "Enumeration"]);
    let types = &description.type_definitions.as_ref().expect("there are types").types;
    assert_eq!(types[1].variable_type, VariableType::Enumeration);
    assert_eq!(types[1].items[0].value, -9_000_000_000);
    assert_eq!(types[2].interval_variability, Some(IntervalVariability::Triggered));
}

#[test]
fn what_is_not_said_has_the_default_of_its_type() {
    let description = read(FOREIGN).expect("it is readable");
    let of = |name| description.named(name).map(|variable| (variable.causality(), variable.variability()));
    assert_eq!(of("time"), Some((Causality::Independent, Variability::Continuous)));
    assert_eq!(of("n"), Some((Causality::StructuralParameter, Variability::Fixed)));
    assert_eq!(of("u"), Some((Causality::Input, Variability::Continuous)));
    assert_eq!(of("e"), Some((Causality::Local, Variability::Discrete)));
    assert!(description.co_simulation.as_ref().is_some_and(|kind| kind.has_event_mode));
    assert!(description.co_simulation.as_ref().is_some_and(|kind| !kind.provides_intermediate_update));
}

#[test]
fn the_size_of_an_array_is_the_product_of_its_dimensions() {
    let description = read(FOREIGN).expect("it is readable");
    let size = |name| description.size(description.named(name).expect("it is there"));
    assert_eq!((size("u"), size("n")), (Some(6), Some(1)));
    let endless = FOREIGN.replace("<Dimension start=\"2\"/>", "<Dimension start=\"18446744073709551615\"/>");
    let description = read(&endless).expect("it is readable");
    assert_eq!(description.size(description.named("u").expect("it is there")), None);
}

#[test]
fn start_values_are_kept_as_written() {
    let description = read(FOREIGN).expect("it is readable");
    let starts: Vec<&str> = description.named("u").expect("it is there").starts().collect();
    assert_eq!(starts, ["1", "2", "3"]);
    let texts = &description.named("s").expect("it is there").starts_of_text;
    assert_eq!(texts.iter().map(|start| start.value.as_str()).collect::<Vec<_>>(), ["a & b", "c"]);
    assert_eq!(description.named("n").and_then(|n| n.max.as_deref()), Some("18446744073709551615"));
}

#[test]
fn what_is_written_reads_back_as_the_same() {
    let description = read(FOREIGN).expect("it is readable");
    assert_eq!(read(&write(&description)), Ok(description));
}

#[test]
fn another_version_is_refused_by_name() {
    let error = read(&FOREIGN.replace("fmiVersion=\"3.0\"", "fmiVersion=\"2.0\"")).expect_err("it is FMI 2.0");
    assert_eq!(error.to_string(), "modelDescription.xml, line 1: fmiVersion is \"2.0\"; only \"3.0\" can be read");
    assert_eq!(model_description::version(FOREIGN), Ok(Some("3.0".into())));
}

#[test]
fn an_unknown_type_is_refused_at_its_line() {
    let error = read(&FOREIGN.replace("Int8", "Int128")).expect_err("there is no such type");
    assert!(error.problem.contains("Int128"), "{error}");
}
