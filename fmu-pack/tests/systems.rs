//! Systems of FMUs: packed, shown, checked, and run by what answers like an engine.
#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs)]

mod command;

use command::{built, fails, file, fmu_pack, model, succeeds};
use fmu_archive::{Archive, Contents, Limits};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/ssp").join(name).to_str().unwrap().to_string()
}

/// Lever and servo as an SSP file, packed once.
fn lever_and_servo() -> &'static str {
    static PACKED: OnceLock<(TempDir, String)> = OnceLock::new();
    let pack = || {
        let (folder, path) = file("LeverAndServo.ssp");
        let path = path.to_str().unwrap().to_string();
        succeeds(&["ssp", &example("lever_and_servo.toml"), "-o", &path]);
        (folder, path)
    };
    &PACKED.get_or_init(pack).1
}

fn read(ssp: &str, name: &str) -> String {
    let archive = Archive::open(Path::new(ssp), Limits::default()).unwrap();
    String::from_utf8(archive.read(name).unwrap()).unwrap()
}

/// A system file with two components beside the text that is given, and what `fmu-pack ssp` says of it.
fn told(text: &str) -> String {
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
            "third.inertia must be at least",
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
fn changed(name: &str, change: impl Fn(String) -> String) -> (TempDir, String) {
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
    ];
    for (from, to, rule) in cases {
        let (_folder, path) = changed("SystemStructure.ssd", |text| text.replacen(from, to, 1));
        let answer = fmu_pack(&["check", &path]);
        assert_eq!(answer.code, Some(1), "{rule}: {}{}", answer.out, answer.err);
        assert!(answer.out.contains(rule), "{rule}: {}", answer.out);
    }
}

/// What becomes of a file.
type Change = Box<dyn Fn(String) -> String>;

#[test]
fn a_hostile_package_is_refused_in_one_sentence() {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]>";
    let structure = "SystemStructure.ssd";
    let cases: [(&str, Change, &str); 6] = [
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
fn python(answer: &str) -> (TempDir, PathBuf) {
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
    assert!(said.contains("0 s to 1 s are no whole number of steps of 0.003 s"), "{said}");
    let said = fails(&["run", lever_and_servo(), "--scenario", "fig06"], 2);
    assert!(said.contains("--scenario is for FMUs"), "{said}");
    let said = fails(&["run", lever_and_servo(), "--set", "servo.inertja=3", "--python", none], 2);
    assert!(said.contains("the nearest names are inertia"), "{said}");
    let said = fails(&["run", lever_and_servo(), "--record", "servo.positon", "--python", none], 2);
    assert!(said.contains("the nearest names are servo.position"), "{said}");
}
