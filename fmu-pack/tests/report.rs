//! `fmu-pack report`: runs every case through the FMUs.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, model, succeeds};
use serde_json::Value;
use std::path::PathBuf;

/// The report of these cases, all if none are named: what was printed, the page, the figures.
fn report(only: &[&str]) -> (String, String, Value) {
    let (_folder, output): (_, PathBuf) = file("report");
    let mut arguments = vec!["report", "-o", output.to_str().unwrap()];
    only.iter().for_each(|case| arguments.extend(["--only", case]));
    let printed = succeeds(&arguments);
    let read = |name: &str| std::fs::read_to_string(output.join(name)).unwrap();
    (printed, read("index.html"), serde_json::from_str(&read("report.json")).unwrap())
}

fn sections(json: &Value) -> Vec<&Value> {
    let chapters = json["chapters"].as_array().unwrap();
    chapters.iter().flat_map(|chapter| chapter["sections"].as_array().unwrap()).collect()
}

#[test]
fn every_case_is_on_the_page_with_its_pictures_and_verdicts() {
    let (printed, page, json) = report(&[]);
    assert!(printed.contains("3 miss, 0 fail, "), "{printed}");
    assert_eq!((json["summary"]["fails"].as_u64(), json["summary"]["misses"].as_u64()), (Some(0), Some(3)));
    let sections = sections(&json);
    for figure in 6..=17 {
        let id = format!("fig{figure:02}");
        assert!(sections.iter().any(|section| section["id"] == id.as_str()), "{id}");
    }
    let others =
        ["p2", "p3", "p4", "stick-slip", "lugre-1000", "lossy-gear", "stop1", "locking", "comparators", "coupled"];
    for id in others.into_iter().chain(["hunting", "without-stiction"]) {
        assert!(sections.iter().any(|section| section["id"] == id), "{id}");
    }
    let drivetrains = sections.iter().filter(|section| section["id"].as_str().unwrap().starts_with("modelica-"));
    assert_eq!(drivetrains.count(), 13);
    for section in &sections {
        let id = section["id"].as_str().unwrap();
        assert!(page.contains(&format!("<article id=\"{id}\">")) && page.contains(&format!("href=\"#{id}\"")), "{id}");
        assert!(!section["statements"].as_array().unwrap().is_empty(), "{id} states nothing");
    }
    assert!(page.matches("<svg ").count() >= sections.len() - 1, "only self-locking has a table instead of a picture");
    assert!(page.matches("<polyline").count() > 200);
    for outside in ["http://", "https://", "<script", "src=", "@import"] {
        assert!(!page.contains(outside), "the page wants {outside} from elsewhere");
    }
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
    for model in ["ServoActuator", "MotionTransmission", "HydraulicActuator", "CoupledClutches", "PreLoad"] {
        assert!(page.contains(&format!("<td>{model}</td>")), "which {model} was examined");
    }
}

#[test]
fn a_miss_is_shown_with_its_size_and_is_no_failure() {
    let (printed, page, json) = report(&["fig09"]);
    assert!(printed.contains("misses fig09") && printed.contains("0.019 s off"), "{printed}");
    assert!(page.contains("≈ misses") && page.contains("The arrival is 19 ms later"));
    let section = sections(&json)[0];
    let arrival = section["statements"].as_array().unwrap().iter().find(|s| s["verdict"] == "misses").unwrap();
    assert_eq!(arrival["expected"], 1.02);
    assert!((arrival["value"].as_f64().unwrap() - 1.03933).abs() < 1e-5);
}

#[test]
fn events_stand_beside_those_of_the_reference_and_of_table_1() {
    let (_, page, json) = report(&["fig06"]);
    let events = sections(&json)[0]["events"].as_array().unwrap();
    assert_eq!(events.len(), 8);
    for event in events {
        let time = |name: &str| event[name].as_f64().unwrap();
        assert!((time("located") - time("reference")).abs() < 1e-8, "{event}");
        let table_1 = (time("table_1") - time("reference")).abs();
        assert!(table_1 < 1e-4, "{event}");
    }
    assert_eq!(events[7]["paper"], 1.41);
    assert!(page.contains("1.409982111"));
}

#[test]
fn a_report_of_no_case_is_refused() {
    let (_folder, output) = file("report");
    let message = fails(&["report", "--only", "fig99", "-o", output.to_str().unwrap()], 2);
    assert!(message.contains("no case has a name with fig99"), "{message}");
    assert!(!output.exists(), "nothing is written");
}

#[test]
fn a_drivetrain_stands_beside_dymola_and_beside_its_reference_solution() {
    let (printed, page, json) = report(&["modelica-coupled-clutches"]);
    assert!(printed.ends_with("8 statements hold, 0 miss, 0 fail, 0 not run\n"), "{printed}");
    let section = sections(&json)[0];
    let value = |says: &str| {
        let statements = section["statements"].as_array().unwrap();
        let statement = statements.iter().find(|statement| statement["says"].as_str().unwrap().starts_with(says));
        statement.unwrap()["value"].as_f64().unwrap()
    };
    // Dymola is off by its tolerance, the reference solution has 12 digits.
    assert!((1e-6..2e-5).contains(&value("the same positions as Dymola")));
    assert!(value("the same positions as the reference") < 1e-11);
    let events = section["events"].as_array().unwrap();
    assert!(
        events.len() == 9 && events.iter().all(|event| !event["reference"].is_null() && !event["located"].is_null())
    );
    // A ring for each of Dymola's values, eight variables at twenty instants, and two in the legends.
    assert_eq!(page.matches("<circle").count(), 162);
}

/// The report of an FMU of one's own: exit code, what was printed, the figures.
fn own_report(model: &[&str], more: &[&str]) -> (Option<i32>, String, Value) {
    let (_folder, output): (_, PathBuf) = file("report");
    let folder = output.parent().unwrap();
    succeeds(&[&["build"], model, &["-o", folder.to_str().unwrap()]].concat());
    let mut files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let fmu = files.find(|path| path.extension().is_some_and(|extension| extension == "fmu")).unwrap();
    let arguments = ["report", "--fmu", fmu.to_str().unwrap(), "-o", output.to_str().unwrap()];
    let answer = command::fmu_pack(&[&arguments[..], more].concat());
    let json = std::fs::read_to_string(output.join("report.json")).unwrap();
    (answer.code, answer.out, serde_json::from_str(&json).unwrap())
}

#[test]
fn an_fmu_of_ones_own_goes_through_the_cases_that_need_no_reference() {
    let (code, printed, json) = own_report(&["MotionTransmission"], &[]);
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.ends_with("12 statements hold, 0 miss, 0 fail, 0 not run\n"), "{printed}");
    let ids: Vec<&str> = sections(&json).iter().map(|section| section["id"].as_str().unwrap()).collect();
    let expected =
        ["own-run", "own-balance", "own-sticking", "own-mirror", "own-steps", "own-convergence", "own-restored"];
    assert_eq!(ids, expected);
    assert_eq!(json["fmus"].as_array().unwrap().len(), 1);
    assert!(json["provenance"]["date"].as_str().unwrap().ends_with("UTC"));
}

#[test]
fn what_a_law_cannot_promise_is_not_run_and_a_creeping_one_fails_nothing() {
    let (code, printed, _) = own_report(&["MotionTransmission"], &["--set", "friction.law=hyperviscous"]);
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("not run own-sticking") && printed.contains("not run own-steps"), "{printed}");
}

/// What was found of the first statement of a section, or why it was not run.
fn first_found<'a>(json: &'a Value, id: &str) -> &'a str {
    let section = sections(json).into_iter().find(|section| section["id"] == id).unwrap();
    section["statements"][0]["found"].as_str().unwrap()
}

#[test]
fn that_a_law_ignores_the_load_is_a_remark_and_no_failure() {
    for law in ["lugre", "dahl", "majd_simaan"] {
        let (code, printed, json) = own_report(&["ServoActuator"], &["--set", &format!("friction.law={law}")]);
        assert!(code.is_some() && !printed.contains("FAILS  own-run"), "{law}: {printed}");
        let found = first_found(&json, "own-run");
        assert!(found.starts_with(&format!("none; remark: friction.law {law} ignores the load: ")), "{found}");
    }
}

#[test]
fn why_sticking_is_not_looked_at_is_told_law_by_law() {
    let reasons = [
        ("karnopp", "takes any velocity within its dead band for rest"),
        ("sign", "chatters about rest"),
        ("hyperviscous", "is viscous below friction.regularization_velocity"),
        ("majd_simaan", "is a smooth curve through zero velocity"),
    ];
    for (law, reason) in reasons {
        let (_, printed, json) = own_report(&["MotionTransmission"], &["--set", &format!("friction.law={law}")]);
        let found = first_found(&json, "own-sticking");
        assert!(found.contains(reason), "{law}: {found}: {printed}");
    }
}

#[test]
fn a_drivetrain_of_ones_own_is_examined_contact_by_contact() {
    let configuration = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/configurations/coupled_clutches.toml");
    let (code, printed, json) = own_report(&["--config", configuration], &["--stop-time", "1"]);
    assert_eq!(code, Some(0), "{printed}");
    let sticking = sections(&json).into_iter().find(|section| section["id"] == "own-sticking").unwrap();
    assert_eq!(sticking["statements"].as_array().unwrap().len(), 3, "{sticking}");
}

/// A gear and three contacts: what sticks is looked at, bristles that only deflect are not, and neither is what never turns.
#[test]
fn each_contact_of_a_drivetrain_is_asked_for_the_rest_that_its_own_law_has() {
    let (_folder, configuration) = file("drive.toml");
    std::fs::write(&configuration, MIXED_LAWS).unwrap();
    let inputs = configuration.with_file_name("in.csv");
    std::fs::write(&inputs, DRIVE).unwrap();
    let more = ["--input", inputs.to_str().unwrap()];
    let (code, printed, json) = own_report(&["--config", configuration.to_str().unwrap()], &more);
    assert_eq!(code, Some(0), "{printed}");
    let sticking = sections(&json).into_iter().find(|section| section["id"] == "own-sticking").unwrap();
    let found = |says: &str| {
        let statements = sticking["statements"].as_array().unwrap();
        let one = statements.iter().find(|one| one["says"].as_str().unwrap().starts_with(says));
        let one = one.unwrap_or_else(|| panic!("{says}: {sticking}"));
        (one["verdict"].as_str().unwrap(), one["found"].as_str().unwrap())
    };
    assert_eq!(found("while seal.friction_regime is 0"), ("not_run", "its law is elastic before it slides"));
    for rests in ["while bearing.friction_regime is 0", "while box.friction_regime is 0, motor.velocity is exactly 0"] {
        let (verdict, told) = found(rests);
        assert!(verdict == "holds" && told.ends_with("points at rest; 0 with a velocity, 0 with a creeping position"));
    }
    let balance = first_found(&json, "own-balance");
    assert!(balance.contains("does not tell which of their torques act on which body"), "{balance}");
}

/// The wheel does not stand still with the gear, and the motor is not shown.
#[test]
fn a_gear_whose_first_body_is_not_shown_fails_nothing() {
    let (_folder, configuration) = file("drive.toml");
    let shown = "[output]\nshow = [\"box.friction_regime\", \"wheel.velocity\"]\n";
    std::fs::write(&configuration, format!("{MIXED_LAWS}{shown}")).unwrap();
    let inputs = configuration.with_file_name("in.csv");
    std::fs::write(&inputs, DRIVE).unwrap();
    let more = ["--input", inputs.to_str().unwrap(), "--only", "sticking"];
    let (code, printed, json) = own_report(&["--config", configuration.to_str().unwrap()], &more);
    let found = first_found(&json, "own-sticking");
    assert!(
        code == Some(0) && found.starts_with("the FMU does not show the velocity of each body"),
        "{found} {printed}"
    );
}

/// Forth, back, and rest.
const DRIVE: &str = "time,drive\n0,0\n0.1,0\n0.3,3\n0.6,-3\n1,0\n2,0\n";

/// The contact with bristles comes first: it must not speak for the others.
const MIXED_LAWS: &str = r#"
name = "MixedLaws"
model = "Drivetrain"
[body.wheel]
inertia = 0.02
[brake.seal]
on = "wheel"
friction.law = "lugre"
friction.coulomb_torque = 0.5
friction.bristle_stiffness = 500
friction.bristle_damping = 0.5
[body.motor]
inertia = 1e-3
[body.shaft]
inertia = 1e-3
[gear.box]
connects = ["motor", "shaft"]
ratio = 3
friction.coulomb_torque = 0.1
[brake.bearing]
on = "shaft"
friction.coulomb_torque = 0.5
[shaft.spring]
connects = ["shaft", "wheel"]
stiffness = 50
damping = 0.05
[[input]]
name = "drive"
on = "motor"
"#;

#[test]
fn a_stop_that_is_approached_ever_more_slowly_may_be_met_earlier_or_later_by_rounding() {
    let (_folder, pulse) = file("pulse.csv");
    std::fs::write(&pulse, "time,motor_torque\n0,0\n0.2,0\n0.3,400\n0.4,0\n12,0\n").unwrap();
    // A momentum of 40 N.m.s carries the body 40/20 = 2 rad far, with a time constant of 0.5 s; 1e-9 rad before that is its stop.
    let settings = ["friction.coulomb_torque=0", "viscous_coefficient=20", "inertia=10", "travel.upper=1.999999999"];
    let settings = settings.into_iter().flat_map(|setting| ["--set", setting]);
    let more: Vec<&str> = ["--input", pulse.to_str().unwrap()].into_iter().chain(settings).collect();
    let (code, printed, json) = own_report(&["MotionTransmission"], &more);
    assert_eq!(code, Some(0), "{printed}");
    let steps = sections(&json).into_iter().find(|section| section["id"] == "own-steps").unwrap();
    let found = steps["statements"][1]["found"].as_str().unwrap();
    assert!(found.contains("inputs that differ by 1e-12 of their values move the event at 11 s as far"), "{found}");
}

#[test]
fn settings_with_a_unit_have_their_mirror_image() {
    let (code, printed, _) = own_report(&["MotionTransmission"], &["--set", "travel.upper=2 deg"]);
    assert_eq!(code, Some(0), "{printed}");
}

/// Page and figures tell the command, which gives the same figures when it is run again, and what it read.
#[test]
fn the_report_of_an_own_fmu_says_how_to_repeat_it() {
    let (folder, input) = file("step of 2 deg.csv");
    std::fs::write(&input, "time,command [deg]\n0,0\n0.1,2\n0.5,2\n").unwrap();
    let (fmu, input) = (model("ServoActuator"), input.to_str().unwrap());
    let output = folder.path().join("report").to_str().unwrap().to_string();
    let set = ["--set", "load_torque=1 kN.m", "--set", "friction.law=coulomb"];
    let given = ["report", "--fmu", &fmu, "--input", input, "-o", &output, "--only", "balance", "--step-size", "2e-3"];
    succeeds(&[&given[..], &set].concat());
    let read = || std::fs::read_to_string(folder.path().join("report/report.json")).unwrap();
    let json: Value = serde_json::from_str(&read()).unwrap();
    let invocation = &json["invocation"];
    let page = std::fs::read_to_string(folder.path().join("report/index.html")).unwrap();
    let sha256 = |place: usize| invocation["files"][place]["sha256"].as_str().unwrap();
    // sha256sum of the file's 35 bytes.
    assert_eq!(sha256(1), "dfaaaa0d113bc8305688835a18935f212bb6788fbfd98a7322f3a6527f7755d3");
    assert_eq!(sha256(0), json["fmus"][0]["sha256"], "the FMU");
    assert_eq!(invocation["conditions"]["settings"], serde_json::json!(["load_torque=1 kN.m", "friction.law=coulomb"]));
    assert_eq!(invocation["conditions"]["inputs"], serde_json::json!(["command [deg]"]));
    assert_eq!(invocation["conditions"]["step_size"].as_f64(), Some(2e-3));
    assert_eq!(invocation["conditions"]["stop_time"].as_f64(), Some(0.5));
    assert!(page.contains(sha256(1)) && page.contains("step of 2 deg.csv"), "which input it was");
    assert!(page.contains("--set &#34;load_torque=1 kN.m&#34; --set friction.law=coulomb</code>"), "the command");
    let words: Vec<&str> =
        invocation["arguments"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    assert_eq!(words[0], "fmu-pack");
    succeeds(&words[1..]);
    let again: Value = serde_json::from_str(&read()).unwrap();
    assert_eq!((&again["chapters"], &again["invocation"]), (&json["chapters"], invocation));
}

/// An input that no signal drives has a sign in the mirror image too, whether it is set or starts with its value.
#[test]
fn a_constant_load_beside_the_input_signals_is_mirrored() {
    let (_folder, step) = file("step.csv");
    std::fs::write(&step, "time,command [deg]\n0,0\n0.1,0\n0.1,2\n1,2\n").unwrap();
    let input = ["--input", step.to_str().unwrap(), "--only", "mirror"];
    let elevator = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/configurations/elevator.toml");
    let set = ["--set", "load_torque=20 kN.m"];
    let loaded: [(&[&str], &[&str]); 2] = [
        (&["ServoActuator"], &set),
        // Starts with a load of 2.5 kN.m.
        (&["--config", elevator], &[]),
    ];
    for (built, set) in loaded {
        let (code, printed, json) = own_report(built, &[&input, set].concat());
        assert_eq!((code, first_found(&json, "own-mirror")), (Some(0), "6 outputs are mirrored"), "{printed}");
    }
}

/// A signal that is made would overwrite the value.
#[test]
fn no_signal_is_made_for_an_input_that_is_set() {
    let (code, printed, json) = own_report(&["ServoActuator"], &["--only", "mirror", "--set", "load_torque=20 kN.m"]);
    assert_eq!((code, first_found(&json, "own-mirror")), (Some(0), "6 outputs are mirrored"), "{printed}");
    assert_eq!(json["invocation"]["conditions"]["inputs"], serde_json::json!(["command"]));
}
