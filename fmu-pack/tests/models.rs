//! The real models: built, packed, checked and run. Building them takes most of the time and happens once.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, fmu_pack, has_no_finding, model, repacked, succeeds, table};
use fmu_import::archive::{Archive, Limits};
use std::path::Path;

#[test]
fn building_twice_gives_the_same_bytes() {
    let (_folder, again) = file("again");
    let printed = succeeds(&["build", "ServoActuator", "-o", again.to_str().unwrap()]);
    let (first, second) = (std::fs::read(model("ServoActuator")), std::fs::read(again.join("ServoActuator.fmu")));
    assert_eq!(first.unwrap(), second.unwrap());
    assert!(printed.contains("sha256 ") && printed.contains("ServoActuator.fmu"), "{printed}");
    assert_eq!(std::fs::read_dir(&again).unwrap().count(), 1, "only the asked model, no temporary files");
}

#[test]
fn every_model_passes_the_check() {
    for name in ["MotionTransmission", "ServoActuator", "HydraulicActuator"] {
        has_no_finding(&["check", &model(name)]);
    }
}

#[test]
fn every_model_loads_and_instantiates() {
    for name in ["MotionTransmission", "ServoActuator", "HydraulicActuator"] {
        has_no_finding(&["check", "--load", &model(name)]);
    }
}

#[test]
fn an_fmu_holds_what_the_standard_asks_for() {
    let archive = Archive::open(Path::new(&model("ServoActuator")), Limits::default()).unwrap();
    assert_eq!(archive.entries()[0].text(), "modelDescription.xml");
    for name in ["documentation/index.html", "documentation/licenses/MIT.txt", "model.png"] {
        assert!(archive.contains(name), "{name}");
    }
    assert!(archive.entries().iter().any(|entry| entry.text() == "resources/"), "the folder of resources");
    let page = String::from_utf8(archive.read("documentation/index.html").unwrap()).unwrap();
    assert!(page.contains("<code>servovalve.pressure_gain</code>") && page.contains("<svg"));
    assert!(archive.read("model.png").unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn an_unknown_model_is_answered_with_the_nearest_names() {
    let message = fails(&["build", "ServoActuater"], 2);
    assert!(message.contains("no model ServoActuater") && message.contains("ServoActuator"), "{message}");
}

#[test]
fn what_is_no_library_is_refused() {
    let (_folder, library) = file("other.dll");
    std::fs::write(&library, "not this library").unwrap();
    let (_folder, output) = file("out");
    let binary = format!("win64={}", library.display());
    let message = fails(&["build", "--binary", &binary, "-o", output.to_str().unwrap()], 2);
    assert!(message.contains("other.dll: not a library of any platform that is known here"), "{message}");
    assert!(!output.exists(), "nothing is written");
}

#[test]
fn a_damaged_description_is_found() {
    let (_folder, path) = repacked(&model("MotionTransmission"), |name, bytes| {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let wrong = |text: String| text.replace("causality=\"input\"", "causality=\"input\" initial=\"exact\"");
        if name == "modelDescription.xml" { wrong(text(bytes)).into_bytes() } else { bytes }
    });
    let answer = fmu_pack(&["check", &path]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.out.contains("MD-") && answer.out.contains("motor_torque"), "{}", answer.out);
}

#[test]
fn info_lists_inputs_as_text_and_as_json() {
    let text = succeeds(&["info", &model("ServoActuator"), "--variables"]);
    assert!(text.contains("supply_pressure = 26000000 Pa"), "{text}");
    let json = succeeds(&["info", &model("ServoActuator"), "--variables", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let named = |name: &str| json["variables"].as_array().unwrap().iter().find(|v| v["name"] == name).unwrap().clone();
    assert_eq!(named("command")["causality"], "input");
    assert_eq!(named("friction.law")["type"]["enumeration"][0]["name"], "coulomb");
    assert_eq!(json["platforms"].as_array().unwrap().len(), 1);
}

/// P3_rev: 40-digit piecewise-analytic solution, times to 12 decimals as logged (tests of the physics go further).
#[test]
fn load_switching_gives_the_analytic_events() {
    let (_folder, events) = file("events.csv");
    let arguments = ["run", &model("MotionTransmission"), "--scenario", "p3_rev", "--events", events.to_str().unwrap()];
    assert_eq!(succeeds(&arguments), "", "nothing but the asked file");
    let (header, rows) = table(&std::fs::read_to_string(&events).unwrap());
    assert_eq!(&header[..5], ["time", "event", "direction", "position", "velocity"]);
    let expected = [
        (0.057_102_918_790_2, 1.0),
        (0.224_063_923_735_2, 1.0),
        (0.773_500_873_694_8, -1.0),
        (1.135_312_415_307_6, 1.0),
        (1.714_975_047_276_4, -1.0),
    ];
    for (time, direction) in expected {
        let found = rows.iter().any(|row| (row[0] - time).abs() < 1e-11 && row[2] == direction);
        assert!(found, "no event at {time} in {rows:?}");
    }
}

#[test]
fn a_run_tells_what_it_cost_where_that_is_asked_for() {
    let transmission = model("MotionTransmission");
    let run = ["run", &transmission, "--scenario", "p3_rev"];
    let silent = fmu_pack(&run);
    assert_eq!((silent.code, silent.err.as_str()), (Some(0), ""));
    let told = fmu_pack(&[&run[..], &["--statistics"]].concat());
    assert_eq!((told.code, &told.out), (Some(0), &silent.out));
    let count = |name: &str| {
        let line = told.err.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().last().unwrap().parse::<u32>().unwrap()
    };
    assert!(count("breakaways") >= 1 && count("reversals") >= 1 && count("end stops") >= 1, "{}", told.err);
    // At most a millisecond each.
    let rows = silent.out.lines().count() as u32 - 2;
    assert!(count("internal steps") >= rows, "{}", told.err);
    assert_eq!(count("bridged intervals"), 0);
}

#[test]
fn a_scenario_and_its_files_give_the_same_bytes() {
    let (folder, input) = file("fig11.csv");
    let parameters = folder.path().join("fig11.txt");
    let arguments = ["-o", input.to_str().unwrap(), "--parameters", parameters.to_str().unwrap()];
    succeeds(&[&["scenario", "fig11"][..], &arguments].concat());
    let servo = model("ServoActuator");
    let by_name = succeeds(&["run", &servo, "--scenario", "fig11"]);
    let (input, parameters) = (input.to_str().unwrap(), parameters.to_str().unwrap());
    let by_file = succeeds(&["run", &servo, "--input", input, "--parameters", parameters, "--stop-time", "0.4"]);
    assert_eq!(by_name, by_file);
    let (header, rows) = table(&by_name);
    assert_eq!((header[0].as_str(), header[1].as_str()), ("time", "position"));
    assert_eq!((rows.len(), rows[400][0]), (401, 0.4));
}

#[test]
fn a_switching_instant_inside_a_step_is_not_recorded_but_obeyed() {
    let (_folder, input) = file("input.csv");
    // 10 N.m against no friction from 0.25 ms on, in steps of 1 ms.
    std::fs::write(&input, "time,motor_torque\n0,0\n0.00025,0\n0.00025,10\n").unwrap();
    let csv = succeeds(&[
        "run",
        &model("MotionTransmission"),
        "--input",
        input.to_str().unwrap(),
        "--step-size",
        "0.001",
        "--stop-time",
        "0.002",
        "--set",
        "inertia=2",
        "--set",
        "viscous_coefficient=0",
        "--set",
        "friction.coulomb_torque=0",
        "--set",
        "friction.efficiency_opposing=1",
        "--set",
        "friction.efficiency_aiding=1",
    ]);
    let (header, rows) = table(&csv);
    let velocity = header.iter().position(|name| name == "velocity").unwrap();
    let times: Vec<f64> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(times, [0.0, 0.001, 0.002]);
    // velocity = 10 N.m / 2 kg.m2 * elapsed, to rounding
    assert!((rows[2][velocity] - 5.0 * 0.00175).abs() < 1e-15, "{}", rows[2][velocity]);
}

#[test]
fn mistakes_in_settings_are_told_with_what_is_allowed() {
    let servo = model("ServoActuator");
    let cases = [
        ("friction.statc_ratio=2", "nearest names are friction.static_ratio"),
        ("friction.law=coulom", "coulomb (1), hess_soom (2)"),
        ("friction.static_ratio=much", "a finite number"),
        ("position=1", "causality output"),
        ("inertia", "NAME=VALUE"),
        ("=3", "--set =3: is not of the form NAME=VALUE"),
        ("inertia=-1", "--set inertia=-1: must be greater than 0 kg.m2"),
    ];
    for (setting, expected) in cases {
        let message = fails(&["run", &servo, "--set", setting], 2);
        assert!(message.contains(expected), "{setting}: {message}");
    }
}

#[test]
fn a_mistake_in_a_file_of_parameters_is_told_with_its_line() {
    let (_folder, path) = file("parameters.txt");
    std::fs::write(&path, "# remark\n\ninertia=2\ninertja=3\n").unwrap();
    let message = fails(&["run", &model("MotionTransmission"), "--parameters", path.to_str().unwrap()], 2);
    assert!(
        message.contains("parameters.txt, line 4, column 9: inertja = 3: ") && message.contains("inertia"),
        "{message}"
    );
}

#[test]
fn an_input_column_that_the_fmu_does_not_have_is_answered_with_the_nearest_names() {
    let (_folder, input) = file("input.csv");
    std::fs::write(&input, "time,comand\n0,0\n").unwrap();
    let message = fails(&["run", &model("ServoActuator"), "--input", input.to_str().unwrap()], 2);
    assert!(message.contains("called comand") && message.contains("nearest names are command"), "{message}");
}

#[test]
fn a_failed_run_leaves_no_file() {
    let (folder, input) = file("input.csv");
    std::fs::write(&input, "time,command\n0,0\n0.005,x\n").unwrap();
    let output = folder.path().join("output.csv");
    let (input, path) = (input.to_str().unwrap(), output.to_str().unwrap());
    let message = fails(&["run", &model("ServoActuator"), "--input", input, "-o", path], 2);
    assert!(message.contains("line 3, column 2: command = \"x\": must be"), "{message}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "only the input is there");
}

#[test]
fn plots_are_svg_or_png_and_nothing_else() {
    let servo = model("ServoActuator");
    let (folder, svg) = file("a.svg");
    succeeds(&["run", &servo, "--scenario", "fig11", "--plot", svg.to_str().unwrap()]);
    let text = std::fs::read_to_string(&svg).unwrap();
    assert!(text.starts_with("<svg") && text.contains("supply pressure"));
    let png = folder.path().join("a.png");
    succeeds(&["run", &servo, "--scenario", "fig11", "--plot", png.to_str().unwrap()]);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let pdf = folder.path().join("a.pdf");
    assert!(fails(&["run", &servo, "--plot", pdf.to_str().unwrap()], 2).contains(".svg or a .png"));
}

#[test]
fn the_demo_reproduces_figure_6() {
    let (_folder, output) = file("demo");
    let printed = succeeds(&["demo", "-o", output.to_str().unwrap()]);
    assert!(printed.contains("position reached at 1.410 s"), "{printed}");
    assert!(!printed.contains("missing") && !printed.contains("not expected"), "{printed}");
    for name in ["ServoActuator.fmu", "fig06.csv", "fig06_events.csv", "fig06.svg", "fig06.png"] {
        assert!(output.join(name).is_file(), "{name}");
    }
    let (_, events) = table(&std::fs::read_to_string(output.join("fig06_events.csv")).unwrap());
    // The reference is given to 9 decimals and was checked to 1e-9 s.
    assert!((events[7][0] - 1.409_982_111).abs() < 2e-9, "{}", events[7][0]);
}
