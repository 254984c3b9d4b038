//! Drivetrains through the command line: configured, checked, run, drawn.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, fmu_pack, has_no_finding, succeeds, table};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

const EXAMPLES: [(&str, &str); 11] = [
    ("b747_longitudinal", "B747Longitudinal"),
    ("f16_longitudinal", "F16Longitudinal"),
    ("f16_longitudinal_cg30", "F16LongitudinalCg30"),
    ("f16_lateral", "F16Lateral"),
    ("pitch_hold", "PitchHold"),
    ("coupled_clutches", "CoupledClutches"),
    ("flap_line", "FlapLine"),
    ("dual_servo_surface", "DualServoSurface"),
    ("electromechanical_actuator", "ElectromechanicalActuator"),
    ("jack_bench", "JackBench"),
    ("stick_slip_belt", "StickSlipBelt"),
];

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../examples/configurations/{name}.toml"))
}

/// The FMU of an example; all are made in one call.
fn fmu(name: &str) -> String {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let build = || {
        let folder = tempfile::tempdir().unwrap();
        let mut arguments = vec!["build".to_string(), "-o".to_string(), folder.path().to_str().unwrap().to_string()];
        for (name, _) in EXAMPLES {
            arguments.extend(["--config".to_string(), example(name).to_str().unwrap().to_string()]);
        }
        let answer = fmu_pack(&arguments.iter().map(String::as_str).collect::<Vec<&str>>());
        assert!(
            answer.code == Some(0) && !answer.err.contains("is missing"),
            "examples forget nothing: {}",
            answer.err
        );
        folder
    };
    FOLDER.get_or_init(build).path().join(format!("{name}.fmu")).to_str().unwrap().to_string()
}

#[test]
fn what_a_file_forgets_is_told_by_every_command_that_reads_it() {
    let (folder, path) = file("line.toml");
    let text = "name = \"Line\"\nmodel = \"Drivetrain\"\n[body.a]\n[shaft.t]\nconnects = [\"ground\", \"a\"]\n";
    std::fs::write(&path, text).unwrap();
    let system = folder.path().join("system.toml");
    std::fs::write(&system, "name = \"System\"\n[component.line]\nconfiguration = \"line.toml\"\n").unwrap();
    let (path, system) = (path.to_str().unwrap(), system.to_str().unwrap());
    let output = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    for arguments in [
        ["draw", path, "-o", &output("line.svg")].to_vec(),
        ["build", "--config", path, "-o", &output("built")].to_vec(),
        ["ssp", system, "-o", &output("system.ssp")].to_vec(),
    ] {
        let answer = fmu_pack(&arguments);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        for told in [
            "line 3, column 7: the key \"inertia\" of [body.a] is missing; 1 kg.m2 is taken\n",
            "line 4, column 8: the key \"stiffness\" of [shaft.t] is missing; 0 N.m/rad is taken\n",
        ] {
            let told = format!("warning: {path}, {told}");
            assert!(answer.err.matches(&told).count() == 1, "{arguments:?}: {}", answer.err);
        }
    }
}

#[test]
fn every_example_passes_the_check_and_loads() {
    for (_, name) in EXAMPLES {
        has_no_finding(&["check", "--load", &fmu(name)]);
    }
}

/// The file has tan(l) = 6/(29 pi) and tan(p) = 0.12/cos 15 deg; what FMU comes of it is that of a file with the efficiencies.
#[test]
fn a_screw_by_its_thread_is_the_fmu_of_one_with_the_efficiencies_that_its_info_shows() {
    let shown: serde_json::Value =
        serde_json::from_str(&succeeds(&["info", &fmu("JackBench"), "--variables", "--format", "json"])).unwrap();
    let start = |key: &str| {
        let name = format!("jack.{key}");
        let variables = shown["variables"].as_array().unwrap();
        let variable = variables.iter().find(|variable| variable["name"] == *name).unwrap();
        variable["start"].as_str().unwrap().to_owned()
    };
    let texts = [start("efficiency_opposing"), start("efficiency_aiding")];
    let [opposing, aiding] = [0, 1].map(|index: usize| texts[index].parse::<f64>().unwrap());
    let (lead, friction) = ((6.0 / (29.0 * std::f64::consts::PI)).atan(), (0.12 / 15_f64.to_radians().cos()).atan());
    // Angles and their tangents are rounded, and the difference of the angles takes a digit.
    assert!((opposing - lead.tan() / (lead + friction).tan()).abs() < 1e-14, "{opposing}");
    assert!((aiding - (lead - friction).tan() / lead.tan()).abs() < 1e-14, "{aiding}");

    let text = std::fs::read_to_string(example("jack_bench")).unwrap();
    let (before, rest) = text.split_once("pitch_diameter").unwrap();
    let (_, after) = rest.split_once("friction.coefficient = 0.12\n").unwrap();
    let (folder, path) = file("jack.toml");
    let efficiencies = format!("efficiency_opposing = {}\nefficiency_aiding = {}\n", texts[0], texts[1]);
    std::fs::write(&path, format!("{before}{efficiencies}{after}")).unwrap();
    succeeds(&["build", "--config", path.to_str().unwrap(), "-o", folder.path().to_str().unwrap()]);
    let bytes = |path: &Path| std::fs::read(path).unwrap();
    assert!(bytes(&folder.path().join("JackBench.fmu")) == bytes(Path::new(&fmu("JackBench"))));
}

#[test]
fn coupled_clutches_agree_with_their_reference_and_tell_which_clutch_did_what() {
    // The input of the reference: a sine on a grid of 1 ms, and clutches that close at 0.4 s and 0.9 s.
    let (_folder, input) = file("input.csv");
    let mut text = String::from("time,torque,clutch1.engagement,clutch2.engagement,clutch3.engagement\n");
    let mut row = |time: f64, second: f64, third: f64| {
        let (sine, phase) = (10.0 * (10.0 * std::f64::consts::PI * time).sin(), std::f64::consts::TAU * 0.2 * time);
        text += &format!("{time},{sine:.17},{:.17},{second},{third}\n", phase.cos());
    };
    for index in 0..=1500_u32 {
        let time = f64::from(index) / 1000.0;
        let (closed, open) = (|at: u32| f64::from(u8::from(index >= at)), |at: u32| f64::from(u8::from(index > at)));
        if index == 400 || index == 900 {
            row(time, open(400), open(900));
        }
        row(time, closed(400), closed(900));
    }
    std::fs::write(&input, &text).unwrap();
    let (_events_folder, events) = file("events.csv");
    let arguments = ["run", &fmu("CoupledClutches"), "--input", input.to_str().unwrap(), "--step-size", "0.001"];
    let printed = succeeds(&[&arguments[..], &["--events", events.to_str().unwrap(), "-o", "/dev/stdout"]].concat());
    let events = std::fs::read_to_string(events).unwrap();
    // clutch1 sticks to clutch2 at the time of the reference, which is exact to 1e-13 s.
    let stop = events.lines().find(|line| line.contains(",stop,") && line.ends_with(",clutch2")).unwrap();
    let time: f64 = stop.split(',').next().unwrap().parse().unwrap();
    assert!((time - 0.709_621_415_293_242_1).abs() <= 1e-9, "{stop}");
    let (header, rows) = table(&printed);
    let column = |name: &str| header.iter().position(|column| column == name).unwrap();
    let last = rows.last().unwrap();
    assert_eq!(last[column("clutch2.relative_velocity")], 0.0);
    assert_eq!(last[column("J2.velocity")].to_bits(), last[column("J3.velocity")].to_bits());
}

/// A servo that controls another body than it drives, bristles, a law outside its region and a bearing at a second body.
const SERVO_AND_BRISTLES: &str = "name = \"Rig\"\nmodel = \"Drivetrain\"\n[experiment]\nstop_time = 0.2\n[start]\n\
    drive.command = 0.01\n[body.motor]\ninertia = 0.5\n[body.hub]\ninertia = 0.2\n[body.surface]\ninertia = 200\n\
    [servo.drive]\non = \"motor\"\nfeedback_from = \"surface\"\nmotor.displacement = 1e-5\n\
    [clutch.slip]\nconnects = [\"motor\", \"hub\"]\nfriction.law = \"lugre\"\nfriction.coulomb_torque = 60\n\
    friction.bristle_stiffness = 2e5\nfriction.bristle_damping = 100\n\
    [brake.hinge]\non = \"surface\"\nfriction.law = \"majd_simaan_approximate\"\nfriction.static_ratio = 3\n\
    friction.sharpness = 10\n\
    [gear.box]\nconnects = [\"hub\", \"surface\"]\nratio = 200\nfriction_second.coulomb_torque = 100\n";

#[test]
fn a_prescribed_motion_is_drawn_at_its_body() {
    let folder = tempfile::tempdir().unwrap();
    let drawing = folder.path().join("bench.svg");
    let bench = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/configurations/jack_bench.toml");
    succeeds(&["draw", bench, "-o", drawing.to_str().unwrap()]);
    assert!(std::fs::read_to_string(drawing).unwrap().contains("velocity of bench"));
}

#[test]
fn a_drivetrain_with_servo_and_bristles_is_checked_run_drawn_and_described() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (rig, fmu, drawing) = (path("rig.toml"), path("Rig.fmu"), path("rig.svg"));
    std::fs::write(&rig, SERVO_AND_BRISTLES).unwrap();
    succeeds(&["build", "-o", folder.path().to_str().unwrap(), "--config", &rig]);
    has_no_finding(&["check", "--load", &fmu]);
    succeeds(&["draw", &rig, "-o", &drawing]);
    let svg = std::fs::read_to_string(drawing).unwrap();
    for name in ["servo drive (feedback from surface)", "box (second)"] {
        assert!(svg.contains(name), "{name}");
    }
    let told = succeeds(&["info", &fmu, "--variables"]);
    for name in
        ["drive.motor_torque N.m", "slip.bristle_deflection rad", "box.friction_second.coulomb_torque = 100 N.m"]
    {
        assert!(told.contains(name), "{name}");
    }
    let (header, rows) = table(&succeeds(&["run", &fmu, "-o", "/dev/stdout"]));
    let column = |name: &str| header.iter().position(|column| column == name).unwrap();
    let last = rows.last().unwrap();
    // The clutch slips forward: Coulomb torque over stiffness.
    assert!((last[column("slip.bristle_deflection")] - 60.0 / 2e5).abs() < 1e-9, "{last:?}");
    assert!(last[column("surface.position")] > 0.0, "{last:?}");
    let told = fmu_pack(&["run", &fmu, "-o", &path("out.csv")]).err;
    assert!(told.contains("hinge: friction.law majd_simaan_approximate: with this friction.static_ratio"), "{told}");
    let told = fails(&["run", &fmu, "--set", "slip.friction.law=coulomb"], 2);
    assert!(told.contains("must be a law with bristles (dahl, lugre, elasto_plastic), as it was configured"), "{told}");
    let told = fails(&["run", &fmu, "--set", "hinge.friction.law=lugre"], 2);
    assert!(told.contains("must be a law without bristles: their deflection is a state"), "{told}");
}

#[test]
fn a_drivetrain_is_drawn_and_nothing_else_is() {
    let (_folder, drawing) = file("drivetrain.svg");
    let drawing = drawing.to_str().unwrap();
    succeeds(&["draw", example("flap_line").to_str().unwrap(), "-o", drawing]);
    let svg = std::fs::read_to_string(drawing).unwrap();
    for name in ["station_4", "tube_1", "wingtip_brake", "load_3", "0.15 kg.m2"] {
        assert!(svg.contains(name), "{name}");
    }
    let told = fails(&["draw", example("elevator").to_str().unwrap(), "-o", drawing], 2);
    assert!(told.contains("only a drivetrain has a drawing; this is a ServoActuator"), "{told}");
}

#[test]
fn linear_systems_are_drawn_with_what_they_take_and_give() {
    let (_folder, drawing) = file("loop.svg");
    let drawing = drawing.to_str().unwrap();
    succeeds(&["draw", example("pitch_hold").to_str().unwrap(), "-o", drawing]);
    let svg = std::fs::read_to_string(drawing).unwrap();
    for name in ["airframe", "4 states", "gains", "elevator.position", "command of actuator", "air_load on elevator"] {
        assert!(svg.contains(name), "{name}");
    }
    succeeds(&["draw", example("f16_longitudinal").to_str().unwrap(), "-o", drawing]);
    assert!(std::fs::read_to_string(drawing).unwrap().contains("F16Longitudinal"));
}

#[test]
fn a_closed_loop_has_the_same_bits_through_both_versions_of_fmi() {
    let (folder, three) = file("three");
    let configuration = example("pitch_hold");
    let configuration = configuration.to_str().unwrap();
    succeeds(&["build", "--fmi", "3", "--config", configuration, "-o", three.to_str().unwrap()]);
    let input = folder.path().join("input.csv");
    std::fs::write(&input, "time,control.theta_command\n0,0\n0.5,0\n0.5,0.03\n1,0.05\n2,-0.02\n").unwrap();
    let run = |fmu: &str| {
        let run = ["run", fmu, "--input", input.to_str().unwrap(), "--stop-time", "2", "--step-size", "0.01"];
        succeeds(&run)
    };
    let fmu_of_fmi3 = three.join("PitchHold.fmu");
    assert!(run(&fmu("PitchHold")) == run(fmu_of_fmi3.to_str().unwrap()));
    has_no_finding(&["check", "--load", fmu_of_fmi3.to_str().unwrap()]);
}
