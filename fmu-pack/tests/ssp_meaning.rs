//! What engines are handed for what an SSP file says: values at connectors, units, systems inside of systems. A stub answers in the
//! place of an engine and keeps what it got.
#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command::{fails, file, fmu_pack, succeeds};
use crate::systems::{changed, lever_and_servo, python, read};
use fmu_import::archive::{Archive, Contents, Limits};
use fmu_import::platform::Platform;
use std::path::Path;
use tempfile::TempDir;

const STRUCTURE: &str = "SystemStructure.ssd";

/// What an engine was given.
struct Handed {
    _folder: TempDir,
    ssp: String,
    job: String,
    /// What fmu-pack said.
    err: String,
    /// What it wrote.
    out: String,
}

impl Handed {
    fn structure(&self) -> String {
        read(&self.ssp, STRUCTURE)
    }

    /// The value of a variable of a component, under its name in the engine.
    fn value(&self, component: &str, name: &str) -> Option<f64> {
        let archive = Archive::open(Path::new(&self.ssp), Limits::default()).unwrap();
        let values = String::from_utf8(archive.read(&format!("resources/{component}.start.ssv")).ok()?).unwrap();
        let (_, rest) = values.split_once(&format!("<ssv:Parameter name=\"{name}\">"))?;
        let (_, rest) = rest.split_once("value=\"")?;
        rest.split_once('"')?.0.parse().ok()
    }

    /// Attributes of the connection that ends at a connector.
    fn connection(&self, element: &str, connector: &str) -> String {
        let structure = self.structure();
        let end = format!("endElement=\"{element}\" endConnector=\"{connector}\"");
        let found = structure.split("<ssd:Connection ").find(|connection| connection.contains(&end));
        found.unwrap_or_else(|| panic!("nothing ends at {element}.{connector}: {structure}")).to_string()
    }
}

/// Runs a system for one step with something that says it is an engine, and answers with a row.
fn handed_by(engine: &str, ssp: &str, record: &str, row: &str, more: &[&str]) -> Handed {
    let (folder, kept) = file("kept");
    std::fs::create_dir(&kept).unwrap();
    let (_python_folder, python) = python(&format!(
        "cp \"$(dirname \"$2\")/system.ssp\" \"$2\" {} && echo 'row 0.001 {row}' && echo done",
        kept.to_str().unwrap()
    ));
    let script = std::fs::read_to_string(&python).unwrap().replace("found libcosimpy", &format!("found {engine}"));
    std::fs::write(&python, script).unwrap();
    let python = python.to_str().unwrap();
    let arguments =
        ["run", ssp, "--python", python, "--record", record, "--stop-time", "0.001", "--step-size", "0.001"];
    let answer = fmu_pack(&[&arguments[..], more].concat());
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let path = |name: &str| kept.join(name).to_str().unwrap().to_string();
    let (ssp, job) = (path("system.ssp"), std::fs::read_to_string(path("job.json")).unwrap());
    Handed { _folder: folder, ssp, job, err: answer.err, out: answer.out }
}

fn handed(ssp: &str, record: &str, row: &str) -> Handed {
    handed_by("libcosimpy", ssp, record, row, &[])
}

/// Parameters as they stand in a file or a binding.
fn parameter_set(values: &[(&str, &str)]) -> String {
    let parameter =
        |(name, value): &(&str, &str)| format!("<ssv:Parameter name=\"{name}\"><ssv:Real {value}/></ssv:Parameter>");
    let parameters: String = values.iter().map(parameter).collect();
    let unit = "<ssv:Units><ssc:Unit name=\"kN.m\"><ssc:BaseUnit kg=\"1\" m=\"2\" s=\"-2\" factor=\"1000\"/></ssc:Unit></ssv:Units>";
    format!(
        "<ssv:ParameterSet xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\" \
         xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\" version=\"1.0\" name=\"p\">\
         <ssv:Parameters>{parameters}</ssv:Parameters>{unit}</ssv:ParameterSet>"
    )
}

fn inline(values: &[(&str, &str)]) -> String {
    let set = parameter_set(values);
    format!("<ssd:ParameterBinding><ssd:ParameterValues>{set}</ssd:ParameterValues></ssd:ParameterBinding>")
}

fn connector(name: &str, kind: &str, unit: &str) -> String {
    let unit = if unit.is_empty() { String::new() } else { format!(" unit=\"{unit}\"") };
    format!("<ssd:Connector name=\"{name}\" kind=\"{kind}\"><ssc:Real{unit}/></ssd:Connector>")
}

fn component(name: &str, fmu: &str, connectors: &[String]) -> String {
    let connectors = connectors.concat();
    format!(
        "<ssd:Component name=\"{name}\" source=\"{fmu}\"><ssd:Connectors>{connectors}</ssd:Connectors></ssd:Component>"
    )
}

/// `a.y → b.u` with ends that may be of the system itself, as in `push → lever.torque`.
fn connection(from: &str, to: &str, more: &str) -> String {
    let end = |which: &str, text: &str| match text.split_once(':') {
        Some((element, connector)) => format!("{which}Element=\"{element}\" {which}Connector=\"{connector}\""),
        None => format!("{which}Connector=\"{text}\""),
    };
    format!("<ssd:Connection {} {}{more}/>", end("start", from), end("end", to))
}

fn system(
    name: &str,
    connectors: &[String],
    bindings: &[String],
    elements: &[String],
    connections: &[String],
) -> String {
    format!(
        "<ssd:System name=\"{name}\"><ssd:Connectors>{}</ssd:Connectors><ssd:ParameterBindings>{}</ssd:ParameterBindings>\
         <ssd:Elements>{}</ssd:Elements><ssd:Connections>{}</ssd:Connections></ssd:System>",
        connectors.concat(),
        bindings.concat(),
        elements.concat(),
        connections.concat()
    )
}

/// A whole structure with units of its own.
fn structure(version: &str, root: &str) -> String {
    let spaces: String =
        [("ssd", "Description"), ("ssc", "Common"), ("ssv", "ParameterValues"), ("ssm", "ParameterMapping")]
            .map(|(prefix, name)| format!(" xmlns:{prefix}=\"http://ssp-standard.org/SSP1/SystemStructure{name}\""))
            .concat();
    let units: String = [
        ("N.m", "kg=\"1\" m=\"2\" s=\"-2\""),
        ("kN.m", "kg=\"1\" m=\"2\" s=\"-2\" factor=\"1000\""),
        ("deg", "rad=\"1\" factor=\"0.017453292519943295\""),
        ("rad", "rad=\"1\""),
        ("m", "m=\"1\""),
        ("mm", "m=\"1\" factor=\"0.001\""),
    ]
    .map(|(name, base)| format!("<ssc:Unit name=\"{name}\"><ssc:BaseUnit {base}/></ssc:Unit>"))
    .concat();
    format!(
        "<ssd:SystemStructureDescription{spaces} version=\"{version}\" name=\"A\">{root}<ssd:Units>{units}</ssd:Units>\
         </ssd:SystemStructureDescription>"
    )
}

/// Lever and servo under another structure, with more files.
fn with_structure(text: &str, files: &[(&str, Vec<u8>)]) -> (TempDir, String) {
    let archive = Archive::open(Path::new(lever_and_servo()), Limits::default()).unwrap();
    let mut contents = Contents::default();
    contents.add(STRUCTURE, text.as_bytes().to_vec());
    for name in ["resources/MotionTransmission.fmu", "resources/ServoActuator.fmu"] {
        contents.add(name, archive.read(name).unwrap());
    }
    files.iter().for_each(|(name, bytes)| contents.add(*name, bytes.clone()));
    let (folder, path) = file("a.ssp");
    contents.write(&path).unwrap();
    (folder, path.to_str().unwrap().to_string())
}

const LEVER: &str = "resources/MotionTransmission.fmu";
const SERVO: &str = "resources/ServoActuator.fmu";

/// One lever under inputs and parameters of the system, bound as `bindings` says.
fn lever(bindings: &[String]) -> String {
    let connectors = [
        connector("push", "input", "N.m"),
        connector("level", "parameter", "N.m"),
        connector("angle", "output", "deg"),
    ];
    let lever = component(
        "lever",
        LEVER,
        &[
            connector("motor_torque", "input", "N.m"),
            connector("friction.coulomb_torque", "parameter", "N.m"),
            connector("position", "output", "rad"),
        ],
    );
    let connections = [
        connection("push", "lever:motor_torque", ""),
        // Which end stands first says nothing.
        connection("lever:friction.coulomb_torque", "level", ""),
        connection("angle", "lever:position", ""),
    ];
    structure("1.0", &system("A", &connectors, bindings, &[lever], &connections))
}

/// SSP 5.3.3: all kinds of connectors of a system can be parameterized, in a file or inline.
#[test]
fn values_at_connectors_of_the_system_reach_the_components_with_every_engine() {
    let values = [("push", "value=\"20000\""), ("level", "value=\"5000\"")];
    let source = "<ssd:ParameterBinding source=\"values.ssv\"/>".to_string();
    for bindings in [inline(&values), source] {
        let (_folder, ssp) =
            with_structure(&lever(&[bindings]), &[("values.ssv", parameter_set(&values).into_bytes())]);
        for engine in ["libcosimpy", "ecospy", "fmpy", "OMSimulator"] {
            let handed = handed_by(engine, &ssp, "angle", "0.1", &[]);
            let found = ["motor_torque", "friction.coulomb_torque"].map(|name| handed.value("lever", name));
            assert_eq!(found, [Some(20000.0), Some(5000.0)], "{engine}: {}", handed.structure());
            assert!(handed.err.is_empty(), "{}", handed.err);
            // 0.1 rad in degrees, whatever the engine converts.
            assert_eq!(handed.out, "time,angle\n0.001,5.729577951308233\n", "{engine}");
        }
        assert!(succeeds(&["check", &ssp]).contains(": 0 errors"));
    }
}

#[test]
fn what_the_command_line_sets_counts_more_than_the_file() {
    let (_folder, ssp) = with_structure(&lever(&[inline(&[("push", "value=\"20000\"")])]), &[]);
    let more = ["--set", "push=3 kN.m", "--set", "level=7"];
    let handed = handed_by("libcosimpy", &ssp, "angle", "0.1", &more);
    assert_eq!(handed.value("lever", "motor_torque"), Some(3000.0));
    assert_eq!(handed.value("lever", "friction.coulomb_torque"), Some(7.0));
    // 0.1 rad in degrees.
    assert_eq!(handed.out, "time,angle\n0.001,5.729577951308233\n");
}

#[test]
fn values_in_another_unit_are_converted() {
    let bindings =
        [inline(&[("push", "value=\"-10\" unit=\"kN.m\""), ("lever.load_torque", "value=\"2\" unit=\"kN.m\"")])];
    let (_folder, ssp) = with_structure(&lever(&bindings), &[]);
    let handed = handed(&ssp, "lever.position", "0.1");
    assert_eq!(handed.value("lever", "motor_torque"), Some(-10_000.0));
    assert_eq!(handed.value("lever", "load_torque"), Some(2000.0));
    let refused = lever(&[inline(&[("push", "value=\"-10\" unit=\"kN.m\"")])]).replace(
        "<ssc:BaseUnit kg=\"1\" m=\"2\" s=\"-2\" factor=\"1000\"/></ssc:Unit></ssv",
        "<ssc:BaseUnit rad=\"1\"/></ssc:Unit></ssv",
    );
    let (_folder, ssp) = with_structure(&refused, &[]);
    let said = fails(&["run", &ssp], 1);
    assert!(said.contains("push: the value is in kN.m, the variable in N.m; they do not measure the same"), "{said}");
}

#[test]
fn a_value_in_a_unit_that_its_file_does_not_define_is_refused() {
    for subject in ["push", "lever.load_torque"] {
        let undefined = lever(&[inline(&[(subject, "value=\"20\" unit=\"kN.m\"")])])
            .replace("<ssv:Units><ssc:Unit name=\"kN.m\">", "<ssv:Units><ssc:Unit name=\"MN.m\">");
        let (_folder, ssp) = with_structure(&undefined, &[]);
        let said = fails(&["run", &ssp], 1);
        let told = format!("{subject}: the value is in kN.m, which its file does not define, the variable in N.m");
        assert!(said.contains(&told), "{said}");
    }
}

/// An FMU with an output in mm or an input in m, and a file in the place of its library.
fn length_fmu(variable: &str, unit: &str, base: &str) -> Vec<u8> {
    let xml = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Length" guid="1">
  <CoSimulation modelIdentifier="Length"/>
  <UnitDefinitions><Unit name="{unit}"><BaseUnit {base}/></Unit></UnitDefinitions>
  <ModelVariables>{variable}</ModelVariables>
  <ModelStructure/>
</fmiModelDescription>"#
    );
    let mut contents = Contents::default();
    contents.add("modelDescription.xml", xml);
    contents.add(Platform::host().library("Length"), "no library");
    contents.to_bytes().unwrap()
}

/// From an output in mm, or whatever it is in, to an input in m.
fn lengths(connection: &str, unit: &str, base: &str) -> (TempDir, String) {
    let output = format!(
        r#"<ScalarVariable name="y" valueReference="1" causality="output"><Real unit="{unit}"/></ScalarVariable>"#
    );
    let input =
        r#"<ScalarVariable name="u" valueReference="1" causality="input"><Real unit="m" start="0"/></ScalarVariable>"#;
    let parts = [
        component("a", "a.fmu", &[connector("y", "output", "")]),
        component("b", "b.fmu", &[connector("u", "input", "")]),
    ];
    let text = structure("2.0", &system("A", &[], &[], &parts, &[connection.to_string()]));
    let fmus = [("a.fmu", length_fmu(&output, unit, base)), ("b.fmu", length_fmu(input, "m", "m=\"1\""))];
    with_structure(&text, &fmus)
}

/// SSP 5.4.2.1: the unit is converted unless that is suppressed, and then the transformation is applied.
#[test]
fn a_connection_from_millimetres_to_metres_converts() {
    let linear = "><ssc:LinearTransformation factor=\"2\" offset=\"3\"/></ssd:Connection>";
    let with = |more: &str| connection("a:y", "b:u", more);
    let cases = [
        (with(""), Some("factor=\"0.001\" offset=\"0\"")),
        (connection("b:u", "a:y", ""), Some("factor=\"0.001\" offset=\"0\"")),
        (with(" suppressUnitConversion=\"true\""), None),
        (with("").replace("/>", linear), Some("factor=\"0.002\" offset=\"3\"")),
        (with(" suppressUnitConversion=\"true\"").replace("/>", linear), Some("factor=\"2\" offset=\"3\"")),
    ];
    for (text, expected) in cases {
        let (_folder, ssp) = lengths(&text, "mm", "m=\"1\" factor=\"0.001\"");
        let handed = handed(&ssp, "b.u", "0.1");
        let given = handed.connection("b", "u");
        match expected {
            Some(expected) => {
                assert!(given.contains(&format!("<ssc:LinearTransformation {expected}")), "{text}: {given}")
            }
            None => assert!(!given.contains("LinearTransformation"), "{text}: {given}"),
        }
        assert!(given.starts_with("startElement=\"a\" startConnector=\"y\""), "{given}");
    }
    let (_folder, ssp) = lengths(&with(""), "deg", "rad=\"1\" factor=\"0.017453292519943295\"");
    let said = fails(&["run", &ssp], 1);
    assert!(said.contains("a.y → b.u: leads from deg to m, which do not measure the same"), "{said}");
}

#[test]
fn a_value_at_a_connector_that_leads_to_no_component_is_told() {
    let text = lever(&[inline(&[("push", "value=\"3\"")])]).replace(&connection("push", "lever:motor_torque", ""), "");
    let (_folder, ssp) = with_structure(&text, &[]);
    let handed = handed(&ssp, "lever.position", "0.1");
    assert!(
        handed.err.contains("push: a value for it is in vain, the connector leads it to no component"),
        "{}",
        handed.err
    );
}

#[test]
fn a_name_that_no_variable_has_is_ignored_with_a_warning() {
    let bindings =
        [inline(&[("t_start", "value=\"3\""), ("lever.t_start", "value=\"3\""), ("lever.inertia", "value=\"4\"")])];
    let (_folder, ssp) = with_structure(&lever(&bindings).replace("unit=\"deg\"", "unit=\"rad\""), &[]);
    let handed = handed_by("fmpy", &ssp, "lever.position", "0.1", &[]);
    let told: Vec<&str> = handed.err.lines().collect();
    assert_eq!(told.len(), 2, "{}", handed.err);
    assert!(
        told.iter().all(|line| line.starts_with("warning: ") && line.contains("t_start: a value for it is in vain"))
    );
    assert!(!handed.job.contains("t_start") && handed.job.contains("\"inertia\""), "{}", handed.job);
}

/// A lever two levels down, whose angle commands a servo at the top.
fn nested(root_bindings: &[String], wing_bindings: &[String]) -> String {
    let lever = component(
        "lever",
        LEVER,
        &[
            connector("motor_torque", "input", "N.m"),
            connector("friction.coulomb_torque", "parameter", ""),
            connector("position", "output", "rad"),
        ],
    );
    let of_left =
        [connector("torque", "input", ""), connector("level", "parameter", "kN.m"), connector("angle", "output", "")];
    let in_left = [
        connection("torque", "lever:motor_torque", ""),
        connection("level", "lever:friction.coulomb_torque", ""),
        connection("lever:position", "angle", ""),
    ];
    let left = system("left", &of_left, &[], &[lever], &in_left);
    let of_wing = [connector("torque", "input", "N.m"), connector("angle", "output", "deg")];
    let in_wing = [connection("left:torque", "torque", ""), connection("left:angle", "angle", "")];
    let wing = system("wing", &of_wing, wing_bindings, &[left], &in_wing);
    let servo =
        component("servo", SERVO, &[connector("command", "input", "rad"), connector("position", "output", "rad")]);
    let of_root = [connector("push", "input", "kN.m"), connector("deflection", "output", "deg")];
    let in_root = [
        connection("push", "wing:torque", ""),
        connection("wing:angle", "servo:command", ""),
        connection("servo:position", "deflection", ""),
    ];
    structure("2.0", &system("Wing", &of_root, root_bindings, &[wing, servo], &in_root))
}

/// SSP 5.3.3: names of what is inside are joined by dots, and what is bound at a higher level counts more.
#[test]
fn systems_inside_of_systems_are_run_with_their_names_units_and_values() {
    let root = [inline(&[("push", "value=\"2\""), ("wing.left.lever.inertia", "value=\"0.02\"")])];
    let wing = [inline(&[
        ("left.lever.inertia", "value=\"0.5\""),
        ("left.lever.viscous_coefficient", "value=\"7\""),
        ("left.level", "value=\"3\""),
    ])];
    let (_folder, ssp) = with_structure(&nested(&root, &wing), &[]);
    let handed = handed(&ssp, "wing.left.lever.position,deflection", "0.25 0.1");
    let value = |name: &str| handed.value("wing_left_lever", name);
    assert_eq!(value("motor_torque"), Some(2000.0));
    assert_eq!(value("inertia"), Some(0.02), "of two levels the higher counts");
    assert_eq!(value("viscous_coefficient"), Some(7.0));
    assert_eq!(value("friction.coulomb_torque"), Some(3000.0), "kN.m at the connector of the inner system");
    let command = handed.connection("servo", "command");
    assert!(command.starts_with("startElement=\"wing_left_lever\" startConnector=\"position\""), "{command}");
    // To degrees at the border of wing and back again.
    let factor =
        command.split_once("factor=\"").map_or(1.0, |(_, rest)| rest.split_once('"').unwrap().0.parse().unwrap());
    assert!((factor - 1.0_f64).abs() < 4.0 * f64::EPSILON, "{command}");
    assert_eq!(handed.out, "time,wing.left.lever.position,deflection\n0.001,0.25,5.729577951308233\n");
    assert!(handed.structure().contains("version=\"1.0\""), "ecos reads no other");
    let shown = succeeds(&["info", &ssp]);
    assert!(shown.contains("wing.left.lever.position  servo.command"), "{shown}");
    let checked = succeeds(&["check", &ssp]);
    assert!(checked.lines().last().unwrap().contains(": 0 errors"), "{checked}");
    let set = handed_by(
        "libcosimpy",
        &ssp,
        "deflection",
        "0.1",
        &["--set", "wing.left.lever.inertia=0.3", "--set", "push=4"],
    );
    assert_eq!(
        [set.value("wing_left_lever", "inertia"), set.value("wing_left_lever", "motor_torque")],
        [Some(0.3), Some(4000.0)]
    );
}

#[test]
fn what_is_wrong_inside_of_a_system_is_told_with_its_full_name() {
    let good = nested(&[], &[]);
    let cases = [
        (
            "startConnector=\"torque\" endElement=\"lever\"",
            "startConnector=\"tork\" endElement=\"lever\"",
            "SS-CONNECTION-01",
            "there is no connector wing.left.tork",
        ),
        (
            "endElement=\"lever\" endConnector=\"motor_torque\"",
            "endConnector=\"level\"",
            "SS-CONNECTION-02",
            "wing.left.level",
        ),
        ("name=\"motor_torque\"", "name=\"motor_tork\"", "SS-CONNECTOR-02", "wing.left.lever.motor_tork"),
    ];
    for (from, to, rule, said) in cases {
        assert!(good.contains(from), "{from}");
        let (_folder, ssp) = with_structure(&good.replacen(from, to, 1), &[]);
        let answer = fmu_pack(&["check", &ssp]);
        assert_eq!(answer.code, Some(1), "{}", answer.out);
        let told = answer.out.lines().any(|line| line.contains(rule) && line.contains(said));
        assert!(told, "{rule} {said}: {}", answer.out);
    }
}

/// SSP 5.3.3: a component that refers to an SSP is handled as if its system stood there, with the values of the component after its
/// own.
#[test]
fn a_component_may_be_a_system_with_a_file_of_its_own() {
    let inner = lever(&[inline(&[("push", "value=\"1\""), ("lever.inertia", "value=\"0.5\"")])]);
    let (_inner_folder, package) = with_structure(&inner, &[]);
    let package = std::fs::read(package).unwrap();
    let referring = |kind: &str, source: &str| {
        let bindings = inline(&[("lever.inertia", "value=\"0.25\""), ("push", "value=\"2\" unit=\"kN.m\"")]);
        let component = format!(
            "<ssd:Component name=\"left\" type=\"{kind}\" source=\"{source}\"><ssd:ParameterBindings>{bindings}\
             </ssd:ParameterBindings></ssd:Component>"
        );
        let servo = component_of_servo();
        let connections = [connection("left:angle", "servo:command", "")];
        structure("1.0", &system("Pair", &[], &[], &[component, servo], &connections))
    };
    let cases = [
        ("application/x-ssp-package", "parts/left.ssp", vec![("parts/left.ssp", package)]),
        (
            "application/x-ssp-definition",
            "parts/left.ssd",
            vec![("parts/left.ssd", inner.replace("source=\"resources/", "source=\"../resources/").into_bytes())],
        ),
    ];
    for (kind, source, files) in cases {
        let (_folder, ssp) = with_structure(&referring(kind, source), &files);
        let handed = handed(&ssp, "left.lever.position", "0.1");
        let value = |name: &str| handed.value("left_lever", name);
        assert_eq!([value("inertia"), value("motor_torque")], [Some(0.25), Some(2000.0)], "{kind}");
        assert!(handed.connection("servo", "command").starts_with("startElement=\"left_lever\""));
    }
}

fn component_of_servo() -> String {
    component("servo", SERVO, &[connector("command", "input", "rad")])
}

#[test]
fn a_package_that_contains_itself_ends() {
    let part = "<ssd:Component name=\"a\" type=\"application/x-ssp-definition\" source=\"SystemStructure.ssd\"/>";
    let (_folder, ssp) = with_structure(&structure("1.0", &system("A", &[], &[], &[part.to_string()], &[])), &[]);
    let said = fails(&["check", &ssp], 1);
    assert!(said.contains("systems are read to 16 levels inside of each other"), "{said}");
}

#[test]
fn what_is_not_understood_is_one_sentence() {
    let good = lever(&[]);
    let cases = [
        (
            "</ssd:Elements>",
            "<ssd:SignalDictionaryReference name=\"bus\" dictionary=\"d\"/></ssd:Elements>",
            "the signal dictionary bus",
        ),
        (
            "name=\"lever\" source",
            "name=\"lever\" type=\"application/x-table\" source",
            "the component lever of the type \"application/x-table\"",
        ),
        (
            "endElement=\"lever\" endConnector=\"motor_torque\"",
            "endElement=\"lever\" endConnector=\"motor_torque\" endIndices=\"1\"",
            "the choice of elements of an array on the connection to lever.motor_torque",
        ),
    ];
    for (from, to, what) in cases {
        let (_folder, ssp) = with_structure(&good.replacen(from, to, 1), &[]);
        let (_python_folder, python) = python("echo started >&2; exit 1");
        let answer = fmu_pack(&["run", &ssp, "--python", python.to_str().unwrap()]);
        assert!(answer.err.contains(what) && answer.err.lines().count() == 1, "{what}: {}", answer.err);
        assert!(!answer.err.contains("started"));
    }
}

/// OMSimulator compares base units of both ends of a connection where both have some, although the file suppresses the conversion.
#[test]
fn connectors_with_a_factor_between_quantities_have_no_units_that_contradict_each_other() {
    for example in ["two_sides", "lever_to_surface"] {
        let (_folder, path) = file("a.ssp");
        let path = path.to_str().unwrap();
        succeeds(&["ssp", &crate::systems::example(&format!("{example}.toml")), "-o", path]);
        let structure = read(path, STRUCTURE);
        let unit = |component: &str, name: &str| {
            let (_, rest) = structure.split_once(&format!("<ssd:Component name=\"{component}\"")).unwrap();
            let (_, rest) = rest.split_once(&format!("<ssd:Connector name=\"{name}\"")).unwrap();
            let (connector, _) = rest.split_once("</ssd:Connector>").unwrap();
            connector.split_once("unit=\"").map(|(_, rest)| rest.split_once('"').unwrap().0.to_string())
        };
        for (component, name) in [("actuator", "rod_spring"), ("actuator", "rod_damper"), ("surface", "rod_spring")] {
            assert_eq!(unit(component, name), None, "{example}: {component}.{name}");
        }
        assert_eq!(unit("surface", "surface.position").as_deref(), Some("rad"));
        assert!(succeeds(&["check", path]).contains(": 0 errors"));
    }
}

#[test]
fn an_input_of_the_system_has_one_start_value() {
    let said = crate::systems::told(
        "start.load_torque = 5\n[component.third]\nmodel = \"ServoActuator\"\nstart.load_torque = 6\n\
         [input]\ngust = [\"lever.load_torque\", \"third.load_torque\"]",
    );
    assert!(said.contains("leads to lever.load_torque and third.load_torque, whose start values differ"), "{said}");
}

#[test]
fn connections_may_be_written_from_the_input_to_the_output() {
    let swap = |text: String| {
        let mut swapped = String::new();
        for (index, part) in text.split("<ssd:Connection ").enumerate() {
            if index == 0 {
                swapped.push_str(part);
                continue;
            }
            let (attributes, rest) = part.split_once('>').unwrap();
            let turned = attributes.replace("start", "@").replace("end", "start").replace('@', "end");
            swapped.push_str(&format!("<ssd:Connection {turned}>{rest}"));
        }
        swapped
    };
    let (_folder, ssp) = changed(STRUCTURE, swap);
    assert!(read(&ssp, STRUCTURE).contains("endElement=\"lever\" endConnector=\"position\""));
    assert!(succeeds(&["check", &ssp]).contains(": 0 errors"));
    let handed = handed(&ssp, "servo.position", "0.1");
    assert!(handed.connection("servo", "command").starts_with("startElement=\"lever\" startConnector=\"position\""));
}
