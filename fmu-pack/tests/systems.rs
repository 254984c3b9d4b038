//! Systems of FMUs: packed, shown, checked, and run by what answers like an engine.
#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{built, fails, file, fmu_pack, model, succeeds};
use fmu_import::archive::{Archive, Contents, Limits};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

pub(crate) fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/ssp").join(name).to_str().unwrap().to_string()
}

/// Lever and servo as an SSP file, packed once.
pub(crate) fn lever_and_servo() -> &'static str {
    static PACKED: OnceLock<(TempDir, String)> = OnceLock::new();
    let pack = || {
        let (folder, path) = file("LeverAndServo.ssp");
        let path = path.to_str().unwrap().to_string();
        succeeds(&["ssp", &example("lever_and_servo.toml"), "-o", &path]);
        (folder, path)
    };
    &PACKED.get_or_init(pack).1
}

pub(crate) fn read(ssp: &str, name: &str) -> String {
    let archive = Archive::open(Path::new(ssp), Limits::default()).unwrap();
    String::from_utf8(archive.read(name).unwrap()).unwrap()
}

/// A system file with two components beside the text that is given, and what `fmu-pack ssp` says of it.
pub(crate) fn told(text: &str) -> String {
    let (folder, path) = file("system.toml");
    let (servo, lever) = (model("ServoActuator"), model("MotionTransmission"));
    let head = format!("name = \"A\"\n[component.servo]\nfmu = {servo:?}\n[component.lever]\nfmu = {lever:?}\n");
    std::fs::write(&path, head + text).unwrap();
    let output = folder.path().join("a.ssp");
    let answer = fmu_pack(&["ssp", path.to_str().unwrap(), "-o", output.to_str().unwrap()]);
    assert_eq!(answer.code == Some(0), output.exists(), "{}", answer.err);
    assert!(matches!(answer.code, Some(0 | 2)), "{}", answer.err);
    answer.err
}

#[test]
fn the_same_system_gives_the_same_bytes() {
    let (_folder, again) = file("again.ssp");
    succeeds(&["ssp", &example("lever_and_servo.toml"), "-o", again.to_str().unwrap()]);
    assert!(std::fs::read(lever_and_servo()).unwrap() == std::fs::read(again).unwrap());
}

/// Without the annotation OMSimulator stops, and it passes over transformations in silence; libcosim takes its step from the
/// annotation of the default experiment.
#[test]
fn a_system_says_what_engines_look_for_and_depends_on_nothing_that_they_ignore() {
    let structure = read(lever_and_servo(), "SystemStructure.ssd");
    let (_, annotation) = structure.split_once(r#"<ssc:Annotation type="org.openmodelica">"#).unwrap();
    let (annotation, rest) = annotation.split_once("</ssc:Annotation>").unwrap();
    assert!(annotation.contains(r#"<oms:FixedStepMaster description="oms-ma" stepSize="0.001""#), "{annotation}");
    assert!(rest.contains("</ssd:System>"), "the annotation is not inside ssd:System");
    assert!(rest.contains(r#"<osp:FixedStepAlgorithm baseStepSize="0.001"/>"#), "{rest}");
    assert!(!structure.contains("<ssc:LinearTransformation"));
    let values = read(lever_and_servo(), "resources/lever.ssv");
    assert!(values.contains(r#"<ssv:Real value="0.026179938779914945" unit="rad"/>"#), "1.5 deg: {values}");
}

/// Tools that show a system put components without a place on top of each other.
#[test]
fn components_have_the_places_that_they_have_in_the_picture() {
    let structure = read(lever_and_servo(), "SystemStructure.ssd");
    let corners = |component: &str| {
        let (_, rest) = structure.split_once(&format!("<ssd:Component name=\"{component}\"")).unwrap();
        let (_, rest) = rest.split_once("<ssd:ElementGeometry ").unwrap();
        let values = rest.split('"').skip(1).step_by(2).take(4).map(|value| value.parse::<f64>().unwrap());
        values.collect::<Vec<f64>>()
    };
    let (lever, servo) = (corners("lever"), corners("servo"));
    for [left, lower, right, upper] in [&lever, &servo].map(|corners| <[f64; 4]>::try_from(&corners[..]).unwrap()) {
        assert!(left < right && lower < upper, "a corner beyond the other mirrors: {structure}");
    }
    assert!(lever[2] < servo[0], "the lever is left of the servo that it commands: {lever:?} {servo:?}");
}

#[test]
fn mistakes_are_told_with_their_line_and_what_is_allowed() {
    let cases = [
        (
            "[connect]\nservo.comand = \"lever.position\"",
            "line 7",
            "servo (ServoActuator) has no input \"comand\"; the nearest names are command",
        ),
        (
            "[connect]\nservo.command = \"leaver.position\"",
            "line 7",
            "there is no component \"leaver\"; the nearest names are lever",
        ),
        (
            "[connect]\nservo.command = \"lever.inertia\"",
            "line 7",
            "lever.inertia is of causality parameter; it must be an output",
        ),
        (
            "[connect]\nservo.command = \"lever.position\"\n\"servo.command\" = \"lever.position\"",
            "line 8",
            "servo.command has a source already, in line 7",
        ),
        (
            "[connect]\nservo.command = \"lever.position\"\n[input]\npilot = \"servo.command\"",
            "line 9",
            "has a source already, in line 7",
        ),
        (
            "[connect]\nservo.command = \"lever.friction_torque\"",
            "line 7",
            "has the unit N.m, servo.command has the unit rad: they do not measure the same",
        ),
        (
            "[connect]\nservo.command = { from = \"lever.friction_torque\", factor = \"2 rad\" }",
            "line 7",
            "they do not measure the same",
        ),
        (
            "[connect]\nservo.load_torque = \"lever.end_stop_torque\"\nlever.load_torque = \"servo.end_stop_torque\"",
            "line 7",
            "algebraic loop: each of these depends on the one before at the same instant: lever.end_stop_torque → servo.load_torque → servo.end_stop_torque → lever.load_torque → lever.end_stop_torque",
        ),
        ("[component.servo2]\nfmu = \"nowhere.fmu\"", "line 7", "nowhere.fmu cannot be read"),
        (
            "[component.servo2]\nmodel = \"Servo\"",
            "line 7",
            "is no model; models are MotionTransmission, ServoActuator",
        ),
        ("[component.Servo]\nmodel = \"ServoActuator\"", "line 6", "differs from servo by upper and lower case only"),
        (
            "[component.third]\nmodel = \"ServoActuator\"\nstart.inertja = 3",
            "line 8",
            "has no parameter or input \"inertja\"; the nearest names are inertia",
        ),
        (
            "[component.third]\nmodel = \"ServoActuator\"\nstart.inertia = \"3 deg\"",
            "line 8",
            "measures rad, but inertia has the unit kg.m2",
        ),
        (
            "[component.third]\nmodel = \"ServoActuator\"\nstart.inertia = -3",
            "line 8",
            "line 8, column 17: component.third.start.inertia = -3: must be greater than 0 kg.m2",
        ),
        (
            "[component.third]\nmodel = \"ServoActuator\"\nstart.inertia = 0",
            "line 8",
            "line 8, column 17: component.third.start.inertia = 0: must be greater than 0 kg.m2",
        ),
        ("[output]\nangle = \"servo.position\"\n[output]", "line 8", "is not TOML"),
        ("[output]\nangle = [\"servo.position\"]", "line 7", "must be a text in quotes"),
        ("[conect]", "line 6", "unknown key; allowed are"),
    ];
    for (text, line, problem) in cases {
        let said = told(text);
        assert!(said.contains(line) && said.contains(problem), "{text}\n  {said}");
        assert_eq!(said.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{said}");
    }
}

#[test]
fn an_algebraic_loop_can_be_accepted_and_an_open_input_is_told() {
    let text =
        "[connect]\nservo.load_torque = \"lever.end_stop_torque\"\nlever.load_torque = \"servo.end_stop_torque\"";
    let (folder, path) = file("system.toml");
    let (servo, lever) = (model("ServoActuator"), model("MotionTransmission"));
    let head = "name = \"A\"\nallow_algebraic_loops = true\n";
    let parts = format!("[component.servo]\nfmu = {servo:?}\n[component.lever]\nfmu = {lever:?}\n");
    std::fs::write(&path, format!("{head}{parts}{text}")).unwrap();
    let output = folder.path().join("a.ssp");
    let answer = fmu_pack(&["ssp", path.to_str().unwrap(), "-o", output.to_str().unwrap()]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.err.contains("warning: algebraic loop"), "{}", answer.err);
    assert!(answer.err.contains("warning: the input servo.command has no source; it stays at 0 rad"), "{}", answer.err);
    let checked = succeeds(&["check", output.to_str().unwrap()]);
    assert!(checked.contains("warning SS-LOOP-01"), "{checked}");
}

#[test]
fn units_are_converted_by_one_factor() {
    // 3 kN.m/deg are 3000 * 180/pi N.m/rad.
    let (folder, path) = file("system.toml");
    let (servo, lever) = (model("ServoActuator"), model("MotionTransmission"));
    let connection =
        "[connect]\nlever.motor_torque = { from = \"servo.position\", factor = \"3 kN.m/deg\", offset = \"2 kN.m\" }";
    let text =
        format!("name = \"A\"\n[component.servo]\nfmu = {servo:?}\n[component.lever]\nfmu = {lever:?}\n{connection}");
    std::fs::write(&path, text).unwrap();
    let output = folder.path().join("a.ssp").to_str().unwrap().to_string();
    succeeds(&["ssp", path.to_str().unwrap(), "-o", &output]);
    let structure = read(&output, "SystemStructure.ssd");
    let (_, rest) = structure.split_once("<ssc:LinearTransformation factor=\"").unwrap();
    let (factor, rest) = rest.split_once('"').unwrap();
    let expected = 3000.0 * 180.0 / std::f64::consts::PI;
    assert!((factor.parse::<f64>().unwrap() / expected - 1.0).abs() < 4.0 * f64::EPSILON, "{factor}");
    assert!(rest.starts_with(" offset=\"2000\""), "{rest}");
    assert!(structure.contains("suppressUnitConversion=\"true\""));
}

#[test]
fn a_system_is_shown_drawn_and_checked() {
    let ssp = lever_and_servo();
    let shown = succeeds(&["info", ssp]);
    for text in ["system       LeverAndServo", "step 0.001 s", "lever.position  servo.command", "37243"] {
        assert!(shown.contains(text), "{text} is missing in\n{shown}");
    }
    assert!(succeeds(&["info", ssp, "--format", "json"]).contains("\"from\""));
    let (_folder, picture) = file("system.svg");
    for source in [ssp.to_string(), example("lever_and_servo.toml")] {
        succeeds(&["draw", &source, "-o", picture.to_str().unwrap()]);
        let svg = std::fs::read_to_string(&picture).unwrap();
        for text in ["LeverAndServo", "lever", "servo", "position", "command"] {
            assert!(svg.contains(text), "{text}");
        }
    }
    let checked = succeeds(&["check", ssp]);
    assert!(checked.lines().last().unwrap().contains(": 0 errors"), "{checked}");
}

/// The archive with one file changed.
pub(crate) fn changed(name: &str, change: impl Fn(String) -> String) -> (TempDir, String) {
    let archive = Archive::open(Path::new(lever_and_servo()), Limits::default()).unwrap();
    let mut contents = Contents::default();
    for entry in archive.entries() {
        let (file, bytes) = (entry.text(), archive.read(&entry.text()).unwrap());
        let bytes = if file == name { change(String::from_utf8(bytes).unwrap()).into_bytes() } else { bytes };
        contents.add(file, bytes);
    }
    let (folder, path) = file("changed.ssp");
    contents.write(&path).unwrap();
    (folder, path.to_str().unwrap().to_string())
}

/// An archive with another one of its files, or one more.
fn with_file(archive: &Archive, name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut contents = Contents::default();
    for entry in archive.entries().iter().filter(|entry| !entry.is_folder() && entry.text() != name) {
        contents.add(entry.text(), archive.read(&entry.text()).unwrap());
    }
    contents.add(name, bytes);
    contents.to_bytes().unwrap()
}

/// An engine unpacks the FMUs by itself, and libcosim writes where their names lead.
#[test]
fn an_fmu_in_a_system_whose_names_lead_out_or_whose_data_fill_the_disk_reaches_no_engine() {
    let packed = Archive::open(Path::new(lever_and_servo()), Limits::default()).unwrap();
    let name = packed.entries().iter().map(|entry| entry.text()).find(|name| name.ends_with(".fmu")).unwrap();
    let fmu = Archive::from_bytes(packed.read(&name).unwrap(), Limits::default()).unwrap();
    let zeros = vec![0; 160 << 20];
    for (entry, bytes, told) in
        [("../../evil.txt", &b"evil"[..], "../../evil.txt"), ("resources/zeros", &zeros, "unpacks from")]
    {
        let (_folder, path) = file("hostile.ssp");
        std::fs::write(&path, with_file(&packed, &name, &with_file(&fmu, entry, bytes))).unwrap();
        let (_python_folder, python) = python("echo an engine was started >&2; exit 1");
        let (path, python) = (path.to_str().unwrap(), python.to_str().unwrap());
        for arguments in [&["run", path, "--python", python][..], &["check", path]] {
            let answer = fmu_pack(arguments);
            let said = answer.out + &answer.err;
            assert!(said.contains(told) && !said.contains("an engine was started"), "{arguments:?}: {said}");
            assert_ne!(answer.code, Some(0), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn what_is_wrong_in_a_package_is_found() {
    let cases = [
        ("endConnector=\"command\"", "endConnector=\"comand\"", "SS-CONNECTION-01"),
        ("endElement=\"servo\"", "endElement=\"elevator\"", "SS-CONNECTION-01"),
        ("source=\"resources/ServoActuator.fmu\"", "source=\"resources/Gone.fmu\"", "SS-SOURCE-01"),
        ("<ssd:Component name=\"servo\"", "<ssd:Component name=\"lever\"", "SS-COMPONENT-02"),
        ("<ssd:Connector name=\"velocity\"", "<ssd:Connector name=\"speed\"", "SS-CONNECTOR-02"),
        ("startConnector=\"position\"", "startConnector=\"velocity\"", "SS-UNIT-01"),
        ("<ssc:Integer/>", "<ssc:Real/>", "SS-CONNECTOR-04"),
        ("<ssc:Integer/>", "<ssc:Enumeration name=\"Regime\"/>", "SS-ENUMERATION-01"),
        ("<ssc:Unit name=\"rad\">", "<ssc:Unit name=\"radian\">", "SS-UNIT-03"),
    ];
    for (from, to, rule) in cases {
        let (_folder, path) = changed("SystemStructure.ssd", |text| text.replacen(from, to, 1));
        let answer = fmu_pack(&["check", &path]);
        assert_eq!(answer.code, Some(1), "{rule}: {}{}", answer.out, answer.err);
        assert!(answer.out.contains(rule), "{rule}: {}", answer.out);
    }
}

/// Line of a text in a file of the archive, from 1.
fn line_of(ssp: &str, name: &str, text: &str) -> usize {
    let file = read(ssp, name);
    1 + file[..file.find(text).unwrap()].matches('\n').count()
}

#[test]
fn mistakes_in_a_package_are_told_with_their_line() {
    let (structure, values) = ("SystemStructure.ssd", "resources/servo.ssv");
    let (binding, mapping) = (
        "source=\"resources/servo.ssv\"/>",
        "source=\"resources/servo.ssv\"><ssd:ParameterMapping>\n<ssm:ParameterMapping version=\"1.0\">\n\
         <ssm:MappingEntry source=\"load_torque\" target=\"load_torque\">\n<ssc:LinearTransformation factor=\"one\"/>\
         </ssm:MappingEntry></ssm:ParameterMapping></ssd:ParameterMapping></ssd:ParameterBinding>",
    );
    // File, what stands there, what becomes of it, what then stands in the line that is told, and what is said of it.
    let cases = [
        (
            structure,
            "endConnector=\"command\"",
            "endConnector=\"comand\"",
            "comand",
            "there is no connector servo.comand; the nearest names are command",
        ),
        (
            structure,
            "startElement=\"lever\"",
            "startElement=\"leaver\"",
            "leaver",
            "there is no component \"leaver\"; the nearest names are lever",
        ),
        (
            structure,
            "resources/ServoActuator.fmu",
            "resources/Gone.fmu",
            "Gone",
            "the archive has no resources/Gone.fmu",
        ),
        (
            structure,
            "name=\"velocity\"",
            "name=\"velocty\"",
            "velocty",
            "the FMU has no such variable; the nearest names are velocity",
        ),
        (
            structure,
            "unit=\"rad\"",
            "unit=\"rod\"",
            "name=\"position\"",
            "the unit \"rod\" is not defined in ssd:Units",
        ),
        (
            structure,
            "baseStepSize=\"0.001\"",
            "baseStepSize=\"NaN\"",
            "com.opensimulationplatform",
            "the step size is \"NaN\"; it must be a finite number",
        ),
        (
            structure,
            binding,
            mapping,
            "factor=\"one\"",
            "the factor of a linear transformation is \"one\"; it must be a finite number",
        ),
        (values, "value=\"37243\"", "value=\"NaN\"", "NaN", "servo.load_torque: \"NaN\" is no value of type Real"),
        (
            values,
            "value=\"26000000\"",
            "value=\"-26000000\"",
            "-26000000",
            "servo.supply_pressure: the value is -26000000; it must be at least 0 Pa",
        ),
        (
            values,
            "unit=\"Pa\"",
            "unit=\"N.m\"",
            "26000000",
            "the value is in N.m, the variable in Pa; they do not measure the same",
        ),
        (
            values,
            "load_torque\">\n      <ssv:Real value=\"37243\" unit=\"N.m\"/>",
            "friction.law\">\n<ssv:Enumeration value=\"colomb\"/>",
            "colomb",
            "\"colomb\" is no item of the enumeration of the variable; the nearest names are coulomb",
        ),
    ];
    for (file, from, to, there, said) in cases {
        let (_folder, path) = changed(file, |text| text.replacen(from, to, 1));
        let place = format!("{file}, line {}: ", line_of(&path, file, there));
        let checked = fmu_pack(&["check", &path]);
        assert_eq!(checked.code, Some(1), "{}", checked.out);
        let run = fails(&["run", &path], 1);
        assert_eq!(run.lines().count(), 1, "{run}");
        for told in [checked.out + &checked.err, run] {
            let is_told = told.lines().any(|line| line.contains(&place) && line.contains(said));
            assert!(is_told, "{place}{said}\n{told}");
        }
    }
}

/// An FMU that is nothing but its description.
fn description_only(folder: &Path, name: &str, xml: &str) -> String {
    let path = folder.join(name);
    let mut contents = Contents::default();
    contents.add("modelDescription.xml", xml);
    contents.write(&path).unwrap();
    path.to_str().unwrap().to_string()
}

/// SSP: all enumerations that are named must be defined at the root of the file, each under one name.
#[test]
fn enumerations_of_connectors_are_defined_once_for_all_that_have_the_same_items() {
    let (folder, path) = file("system.toml");
    let fmu = |name: &str, last_item: &str| {
        let xml = format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="{name}" guid="{name}">
  <CoSimulation modelIdentifier="{name}"/>
  <TypeDefinitions><SimpleType name="Mode"><Enumeration>
    <Item name="off" value="1"/><Item name="{last_item}" value="2"/>
  </Enumeration></SimpleType></TypeDefinitions>
  <ModelVariables>
    <ScalarVariable name="wanted" valueReference="0" causality="input" variability="discrete">
      <Enumeration declaredType="Mode" start="1"/></ScalarVariable>
    <ScalarVariable name="mode" valueReference="1" causality="output" variability="discrete" initial="calculated">
      <Enumeration declaredType="Mode"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure><Outputs><Unknown index="2" dependencies=""/></Outputs></ModelStructure>
</fmiModelDescription>"#
        );
        description_only(folder.path(), &format!("{name} of mine.fmu"), &xml)
    };
    let (switch, relay, other) = (fmu("Switch", "on"), fmu("Relay", "on"), fmu("Other", "armed"));
    let text = format!(
        "name = \"A\"\n[component.switch]\nfmu = {switch:?}\n[component.relay]\nfmu = {relay:?}\n[component.other]\nfmu = \
         {other:?}\n[connect]\nrelay.wanted = \"switch.mode\"\n[output]\nstate = \"other.mode\""
    );
    std::fs::write(&path, text).unwrap();
    let output = folder.path().join("a.ssp").to_str().unwrap().to_string();
    succeeds(&["ssp", path.to_str().unwrap(), "-o", &output]);
    let structure = read(&output, "SystemStructure.ssd");
    let defined = |name: &str, item: &str| {
        let (_, rest) = structure.split_once(&format!("<ssc:Enumeration name=\"{name}\">")).unwrap();
        rest.split_once("</ssc:Enumeration>").unwrap().0.contains(&format!("<ssc:Item name=\"{item}\" value=\"2\"/>"))
    };
    assert!(defined("wanted", "on") && defined("wanted_2", "armed"), "{structure}");
    assert_eq!(structure.matches("<ssc:Enumeration name=\"wanted\"/>").count(), 2, "both ends: {structure}");
    assert_eq!(structure.matches("<ssc:Enumeration name=\"wanted_2\"/>").count(), 2, "and the output: {structure}");
    // A file name with spaces is a URI in the archive, and an FMU that can do both is meant for Co-Simulation.
    assert!(
        structure.contains("source=\"resources/Switch_of_mine.fmu\" implementation=\"CoSimulation\""),
        "{structure}"
    );
    let checked = fmu_pack(&["check", &output]);
    assert!(!checked.out.contains("error SS-"), "{}", checked.out);
}

/// What becomes of a file.
type Change = Box<dyn Fn(String) -> String>;

#[test]
fn a_hostile_package_is_refused_in_one_sentence() {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]>";
    let structure = "SystemStructure.ssd";
    let cases: [(&str, Change, &str); 7] = [
        (
            structure,
            Box::new(move |text| text.replacen("\n", &format!("\n{bomb}\n"), 1)),
            "a document type (<!DOCTYPE) is not accepted",
        ),
        (structure, Box::new(|text| text[..text.len() / 2].to_string()), "SystemStructure.ssd, line"),
        (structure, Box::new(|_| String::new()), "SystemStructure.ssd, line 1"),
        (
            structure,
            Box::new(|text| text.replace("stopTime=\"1\"", "stopTime=\"soon\"")),
            "stopTime is \"soon\"; it must be a finite number",
        ),
        (
            structure,
            Box::new(|text| text.replace("x-ssp-parameter-set", "x-other")),
            "a parameter binding is of the type \"application/x-other\"; only",
        ),
        (
            structure,
            Box::new(|text| text.replace("resources/lever.ssv", "../../etc/passwd")),
            "the archive has no ../../etc/passwd",
        ),
        (
            "resources/lever.ssv",
            Box::new(|_| "<x/>".to_string()),
            "resources/lever.ssv, line 1: the root element is <x>",
        ),
    ];
    for (name, change, problem) in cases {
        let (_folder, path) = changed(name, change);
        for command in ["info", "check", "run"] {
            let said = fails(&[command, &path], 1);
            assert!(said.contains(problem) && said.lines().count() == 1, "{command}: {said}");
        }
    }
    let (_folder, path) = file("broken.ssp");
    std::fs::write(&path, "no archive").unwrap();
    assert!(fails(&["check", path.to_str().unwrap()], 1).contains("not a ZIP archive"));
    assert!(fails(&["run", "no/such.ssp"], 2).contains("no/such.ssp"));
}

/// A program that says it is a Python with libcosim, and answers a job with a shell script.
pub(crate) fn python(answer: &str) -> (TempDir, PathBuf) {
    let (folder, path) = file("python");
    std::fs::write(&path, format!("#!/bin/sh\nif [ \"$1\" = -I ]; then echo found libcosimpy; exit 0; fi\n{answer}\n"))
        .unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    (folder, path)
}

fn run_with(answer: &str, more: &[&str]) -> command::Answer {
    let (_folder, python) = python(answer);
    let python = python.to_str().unwrap();
    let arguments = ["run", lever_and_servo(), "--python", python, "--record", "*.position", "--stop-time", "0.002"];
    fmu_pack(&[&arguments[..], more].concat())
}

#[test]
fn results_of_an_engine_are_written_like_those_of_an_fmu() {
    let rows = "echo 'row 0.001 1e-3 2'; echo a stray line; echo 'row 0.002 3e-3 4'; echo done";
    let answer = run_with(rows, &[]);
    assert_eq!(
        (answer.code, &*answer.out),
        (Some(0), "time,lever.position,servo.position\n0.001,0.001,2\n0.002,0.003,4\n"),
        "{}",
        answer.err
    );
    let answer = run_with(rows, &["--every", "0.002"]);
    assert_eq!(answer.out, "time,lever.position,servo.position\n0.002,0.003,4\n");
}

#[test]
fn an_engine_that_fails_ends_the_run_with_its_words_and_leaves_no_file() {
    let (_folder, output) = file("out.csv");
    let output = output.to_str().unwrap();
    let cases = [
        (
            "echo 'row 0.001 1 2'; echo 'it was like this' >&2; echo 'error FMU refused'",
            "libcosim: FMU refused; it printed: it was like this",
        ),
        ("echo 'row 0.001 1 2'; kill -SEGV $$", "libcosim: its process ended (signal: 11"),
        ("echo 'row 0.001 1 NaN'", "libcosim: servo.position is NaN at 0.001 s; results must be finite numbers"),
        ("exit 3", "libcosim: its process ended (exit status: 3) after 0 s of the run"),
    ];
    for (script, problem) in cases {
        let answer = run_with(script, &["-o", output]);
        assert_eq!(answer.code, Some(1), "{script}: {}", answer.err);
        assert!(answer.err.contains(problem), "{script}: {}", answer.err);
        assert!(!Path::new(output).exists());
    }
    let answer = run_with("sleep 60", &["--timeout", "0.5"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("libcosim: it was not done after 0.5 s (--timeout)"), "{}", answer.err);
}

#[test]
fn a_missing_engine_is_told_with_how_to_install_it() {
    let (_folder, none) = python("");
    std::fs::write(&none, "#!/bin/sh\necho found\n").unwrap();
    let none = none.to_str().unwrap();
    let said = fails(&["run", lever_and_servo(), "--python", none], 2);
    assert!(said.contains("no co-simulation engine is installed") && said.contains("pip install libcosimpy"), "{said}");
    let said = fails(&["run", lever_and_servo(), "--python", none, "--engine", "ecos"], 2);
    assert!(said.contains("ecos is not installed") && said.contains("pip install ecospy"), "{said}");
    assert!(fails(&["run", lever_and_servo(), "--python", "/no/python"], 2).contains("it does not run"));
    assert!(fails(&["run", lever_and_servo(), "--engine", "simulink"], 2).contains("engines are libcosim, ecos"));
    let fmu = built().join("ServoActuator.fmu").to_str().unwrap().to_string();
    assert!(fails(&["run", &fmu, "--engine", "ecos"], 2).contains("--engine is for SSP files"));
    let said = fails(&["run", lever_and_servo(), "--step-size", "0.003"], 2);
    assert!(said.contains("the interval 0 to 1 s is not a multiple of the step 0.003 s"), "{said}");
    let said = fails(&["run", lever_and_servo(), "--scenario", "fig06"], 2);
    assert!(said.contains("--scenario is for FMUs"), "{said}");
    let said = fails(&["run", lever_and_servo(), "--set", "servo.inertja=3", "--python", none], 2);
    assert!(said.contains("the nearest names are inertia"), "{said}");
    let said = fails(&["run", lever_and_servo(), "--record", "servo.positon", "--python", none], 2);
    assert!(said.contains("the nearest names are servo.position"), "{said}");
}

/// What is wrong is told before any engine starts: the stub would fail.
fn run_refused(ssp: &str, more: &[&str]) -> String {
    let (_folder, python) = python("echo started >&2; exit 1");
    let said = fails(&[&["run", ssp, "--python", python.to_str().unwrap()], more].concat(), 2);
    assert!(!said.contains("started") && said.lines().count() == 1, "{said}");
    said
}

#[test]
fn values_are_checked_before_the_engine_starts() {
    let cases = [
        ("servo.inertia=0", "--set servo.inertia=0: must be greater than 0 kg.m2"),
        ("servo.inertia=-3", "--set servo.inertia=-3: must be greater than 0 kg.m2"),
        (
            "servo.inertia=3 deg",
            "--set servo.inertia=3 deg: must be a number in kg.m2, or one with a unit that converts",
        ),
        ("servo.command=1 deg", "servo.command gets its value from lever.position"),
        ("servo.position=1", "position has causality output"),
        ("sevo.inertia=1", "the system has no component \"sevo\"; the nearest names are servo"),
        ("inertia=1", "a value of a system is set as COMPONENT.VARIABLE=VALUE or INPUT=VALUE"),
    ];
    for (set, problem) in cases {
        let said = run_refused(lever_and_servo(), &["--set", set]);
        assert!(said.contains(problem), "{set}: {said}");
    }
    let said = run_refused(lever_and_servo(), &["--set", "servo.inertia=1", "--set", "servo.inertia=2"]);
    assert!(said.contains("servo.inertia is set twice"), "{said}");
    let (_folder, values) = file("values.txt");
    std::fs::write(&values, "# remark\n\nservo.inertia = 3\nservo.inertja = 3\n").unwrap();
    let said = run_refused(lever_and_servo(), &["--parameters", values.to_str().unwrap()]);
    assert!(
        said.contains("values.txt, line 4, column 17: servo.inertja = 3: ")
            && said.contains("the nearest names are inertia"),
        "{said}"
    );
}

#[test]
fn what_is_for_fmus_only_is_refused_by_name() {
    for option in [&["--scenario", "fig06"][..], &["--statistics"], &["--event-mode"]] {
        let said = run_refused(lever_and_servo(), option);
        assert!(said.contains(&format!("{} is for FMUs", option[0])), "{said}");
    }
}

/// Engines pass no enumerations, but the number.
#[test]
fn trim_is_for_all_components_that_can() {
    let trimmed = r#"{"component":"lever","name":"initialization_number","type":"Integer","value":"2"}"#;
    let answer = format!(
        "grep -qF '{trimmed}' \"$2\" && grep -qF '{}' \"$2\" && echo 'row 0.001 1 2' && echo 'row 0.002 1 2' && echo done",
        trimmed.replace("lever", "servo")
    );
    let answer = run_with(&answer, &["--trim"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
}

#[test]
fn an_engine_that_cannot_read_an_fmu_is_refused_with_those_that_can() {
    let (folder, path) = file("system.toml");
    let fmu = |offer: &str, clock: &str| {
        let xml = format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="A" instantiationToken="A">
  <{offer} modelIdentifier="A"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <Float64 name="y" valueReference="1" causality="output" variability="continuous" initial="calculated"/>{clock}
  </ModelVariables>
  <ModelStructure><Output valueReference="1" dependencies=""/></ModelStructure>
</fmiModelDescription>"#
        );
        let fmu = description_only(folder.path(), "a.fmu", &xml);
        std::fs::write(&path, format!("name = \"A\"\n[component.plant]\nfmu = {fmu:?}")).unwrap();
        let output = folder.path().join("a.ssp").to_str().unwrap().to_string();
        succeeds(&["ssp", path.to_str().unwrap(), "-o", &output]);
        output
    };
    let clock =
        "\n    <Clock name=\"tick\" valueReference=\"2\" causality=\"output\" intervalVariability=\"triggered\"/>";
    let with_clock = run_refused(&fmu("CoSimulation", clock), &[]);
    let problem =
        "libcosim cannot run this system: plant (resources/a.fmu) is an FMU of FMI 3.0, and it reads FMI 2.0 only";
    assert!(with_clock.contains(problem) && !with_clock.contains("ecospy"), "{with_clock}");
    // ecos reads FMI 3.0 as long as no clock is in it.
    let without = run_refused(&fmu("CoSimulation", ""), &[]);
    assert!(without.contains(problem) && without.contains("engines that can: ecos (pip install ecospy"), "{without}");
    // OMSimulator aborts at it.
    let (_folder, omsimulator) = python("echo started >&2; exit 1");
    let script = std::fs::read_to_string(&omsimulator).unwrap().replace("found libcosimpy", "found OMSimulator");
    std::fs::write(&omsimulator, script).unwrap();
    let said = fails(&["run", &fmu("CoSimulation", ""), "--python", omsimulator.to_str().unwrap()], 2);
    assert!(
        said.contains("omsimulator cannot run this system: plant (resources/a.fmu) is an FMU of FMI 3.0"),
        "{said}"
    );
    assert!(said.contains("engines that can: ecos") && said.lines().count() == 1, "{said}");
    let model_exchange = run_refused(&fmu("ModelExchange", ""), &[]);
    assert!(model_exchange.contains("is an FMU for Model Exchange only"), "{model_exchange}");
    assert!(!model_exchange.contains("engines that can"), "{model_exchange}");
}
