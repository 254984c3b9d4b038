//! FMUs from configuration files, through the command line.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, has_no_finding, model, succeeds, table};
use fmu_import::archive::{Archive, Limits};
use fmu_library::Library;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

const EXAMPLES: [(&str, &str); 3] =
    [("elevator", "Elevator"), ("flap_screw_jack", "FlapScrewJack"), ("spoiler_jack", "SpoilerJack")];

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../examples/configurations/{name}.toml"))
}

/// What a description may have in it: ends of attributes, of sections, of elements and of strings.
const INJECTED: &str =
    "a \"b\" 'c' </p><script>alert(1)</script> & &amp; ]]> --> <!-- {0} %s \\ \u{202e}\nnew line\ttab\u{9b}2J: end";

/// A configuration with that description, in a file with a name that is no better.
fn injected(folder: &Path) -> PathBuf {
    let path = folder.join("a \"b\" 'c' ]]> <d> & %s {0} $(e) ;.toml");
    let text = INJECTED.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\u{9b}', "\\u009b");
    std::fs::write(&path, format!("name = \"Injected\"\nmodel = \"MotionTransmission\"\ndescription = \"{text}\"\n"))
        .unwrap();
    path
}

/// Folder with an FMU per example and one with a hostile description, all made in one call.
fn configured() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let build = || {
        let folder = tempfile::tempdir().unwrap();
        let mut arguments = vec!["build".to_string(), "-o".to_string(), folder.path().to_str().unwrap().to_string()];
        let sources = tempfile::tempdir().unwrap();
        arguments.extend(["--config".to_string(), injected(sources.path()).to_str().unwrap().to_string()]);
        for (name, _) in EXAMPLES {
            arguments.extend(["--config".to_string(), example(name).to_str().unwrap().to_string()]);
        }
        succeeds(&arguments.iter().map(String::as_str).collect::<Vec<&str>>());
        folder
    };
    FOLDER.get_or_init(build).path()
}

fn fmu(name: &str) -> String {
    configured().join(format!("{name}.fmu")).to_str().unwrap().to_string()
}

fn info(fmu: &str) -> serde_json::Value {
    serde_json::from_str(&succeeds(&["info", fmu, "--variables", "--format", "json"])).unwrap()
}

/// First row of a run without any setting: what the binary itself starts with.
fn start(fmu: &str, name: &str) -> f64 {
    let (header, rows) = table(&succeeds(&["run", fmu, "--stop-time", "0.001", "--step-size", "0.001"]));
    rows[0][header.iter().position(|known| known == name).unwrap()]
}

#[test]
fn one_call_makes_an_fmu_per_configuration_and_nothing_else() {
    let mut names: Vec<String> = std::fs::read_dir(configured())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["Elevator.fmu", "FlapScrewJack.fmu", "Injected.fmu", "SpoilerJack.fmu"]);
}

#[test]
fn a_description_is_text_wherever_it_goes() {
    let fmu = fmu("Injected");
    has_no_finding(&["check", "--load", &fmu]);
    assert_eq!(info(&fmu)["description"], INJECTED);
    let shown = succeeds(&["info", &fmu]);
    assert!(shown.contains(r"\u{202e}\nnew line\ttab\u{9b}2J: end"), "{shown}");
    let archive = Archive::open(Path::new(&fmu), Limits::default()).unwrap();
    let page = String::from_utf8(archive.read("documentation/index.html").unwrap()).unwrap();
    assert!(page.contains("&#60;script&#62;alert(1)&#60;/script&#62;") && !page.contains("<script"));
    let (_folder, plot) = file("plot.svg");
    succeeds(&["run", &fmu, "--stop-time", "0.01", "--plot", plot.to_str().unwrap()]);
    let picture = std::fs::read_to_string(plot).unwrap();
    assert!(picture.contains("&lt;script&gt;") && !picture.contains("<script") && !picture.contains("]]>"));
}

#[test]
fn configured_fmus_have_no_finding_and_load() {
    for (_, name) in EXAMPLES {
        has_no_finding(&["check", "--load", &fmu(name)]);
    }
}

#[test]
fn a_configured_fmu_has_its_own_name_guid_description_and_experiment() {
    let (elevator, base) = (info(&fmu("Elevator")), info(&model("ServoActuator")));
    assert_eq!(elevator["model_name"], "Elevator");
    assert_eq!(elevator["co_simulation"]["identifier"], "Elevator");
    assert_ne!(elevator["guid"], base["guid"]);
    assert!(elevator["description"].as_str().unwrap().starts_with("Elevator servo actuator"));
    assert_eq!(elevator["default_experiment"]["stop_time"], 0.5);
    assert_eq!(elevator["variables"].as_array().unwrap().len(), base["variables"].as_array().unwrap().len());
}

#[test]
fn start_values_are_in_the_binary_as_in_the_description() {
    // position_start = "10 deg" of the flap, command = "3 deg" against position 0 of the elevator
    assert_eq!(start(&fmu("FlapScrewJack"), "position"), 10.0_f64.to_radians());
    assert_eq!(start(&fmu("Elevator"), "position_error"), 3.0_f64.to_radians());
}

/// SHA-256 of the table of results, from FMUs whose start values were compiled into the library.
const COMPILED: [(&str, &str); 3] = [
    // Since that comparison expansions of a fading Stribeck effect are longer, which changes rounding: 1e-14 of each largest value.
    // That of ServoActuator with the same values set.
    ("Elevator", "43eeefec53ff3121c8e7971181b7818d1dee7b819c0c997b006a2b6a47203a26"),
    ("FlapScrewJack", "d1c94a55bd6643bd2b9c36c902f24092363b804bf424c3638cb373523cfe6f24"),
    // That of HydraulicActuator with the same values set: since that comparison bristles have stops, breakaways and series.
    ("SpoilerJack", "d7be82c51c812ed8898eeede3af56362b6e083684d3e0cf03d75f8d0a59ae55f"),
];

#[test]
fn a_configured_fmu_answers_with_the_bits_of_a_compiled_one() {
    for (name, recorded) in COMPILED {
        assert_eq!(fmu_pack::package::sha256(succeeds(&["run", &fmu(name)]).as_bytes()), recorded, "{name}");
    }
}

#[test]
fn a_self_locking_flap_does_not_move_under_its_air_load() {
    let (header, rows) = table(&succeeds(&["run", &fmu("FlapScrewJack")]));
    let position = header.iter().position(|name| name == "position").unwrap();
    assert_eq!(rows.last().unwrap()[0], 5.0);
    assert!(rows.iter().all(|row| row[position] == rows[0][position]));
}

#[test]
fn the_elevator_goes_to_its_command_of_three_degrees() {
    let (header, rows) = table(&succeeds(&["run", &fmu("Elevator")]));
    let position = header.iter().position(|name| name == "position").unwrap();
    let error = rows.last().unwrap()[position].to_degrees() - 3.0;
    // The load over the stiffness of the loop, 0.04 deg, and what friction holds on either side of it.
    assert!(error.abs() < 0.1, "{error} deg");
}

#[test]
fn what_is_frozen_is_seen_and_cannot_be_set() {
    let spoiler = fmu("SpoilerJack");
    let info = info(&spoiler);
    let named = |name: &str| info["variables"].as_array().unwrap().iter().find(|v| v["name"] == name).unwrap().clone();
    for (name, value) in [("friction.law", "7"), ("friction.coulomb_force", "350")] {
        let variable = named(name);
        assert_eq!((&variable["variability"], &variable["start"]), (&"constant".into(), &value.into()), "{name}");
        let message = fails(&["run", &spoiler, "--set", &format!("{name}=1")], 2);
        assert!(message.contains(name) && message.contains("local"), "{message}");
    }
    assert_eq!(named("mass")["causality"], "parameter");
}

#[test]
fn what_is_tunable_is_what_the_configuration_says() {
    let info = info(&fmu("Elevator"));
    let is_tunable = |variable: &&serde_json::Value| variable["variability"] == "tunable";
    let tunable = info["variables"].as_array().unwrap().iter().filter(is_tunable).map(|variable| &variable["name"]);
    assert_eq!(
        tunable.collect::<Vec<_>>(),
        [
            "friction.coulomb_torque",
            "friction.stribeck_sigma",
            "friction.peak_velocity",
            "motor.leakage_coefficient",
            "motor.displacement"
        ]
    );
}

/// The message of a build with the spoiler's configuration changed.
fn refused(old: &str, new: &str) -> String {
    let (folder, path) = file("mine.toml");
    let text = std::fs::read_to_string(example("spoiler_jack")).unwrap().replace("SpoilerJack", "Mine");
    assert!(text.contains(old));
    std::fs::write(&path, text.replace(old, new)).unwrap();
    let output = folder.path().join("out");
    let message = fails(&["build", "--config", path.to_str().unwrap(), "-o", output.to_str().unwrap()], 2);
    assert!(!output.exists(), "nothing is written");
    message
}

#[test]
fn a_wrong_configuration_is_told_with_file_line_key_value_and_what_is_allowed() {
    let cases = [
        ("\"80 kg\"", "\"80 m\"", ["line 14, column 8: start.mass = \"80 m\"", "allowed is a number in kg"]),
        ("\"lugre\"", "\"lugree\"", ["start.friction.law = \"lugree\"", "must be one of coulomb"]),
        ("static_ratio", "statc_ratio", ["start.friction.statc_ratio = 1.4", "friction.static_ratio"]),
        ("model = \"Hyd", "model = \"hyd", ["model = \"hydraulicActuator\"", "models are MotionTransmission"]),
    ];
    for (old, new, expected) in cases {
        let message = refused(old, new);
        for part in expected {
            assert!(message.contains("mine.toml, line ") && message.contains(part), "{message}");
        }
    }
}

#[test]
fn start_values_that_only_the_model_can_judge_are_tried_out_and_refused() {
    let message = refused("coulomb_force = \"350 N\"", "coulomb_force = 0");
    assert!(message.contains("mine.toml, line ") && message.contains("friction.coulomb_force = 0"), "{message}");
    assert!(message.contains("must be greater than 0 for a law with bristles"), "{message}");
}

#[test]
fn a_configuration_that_is_not_there_is_named() {
    assert!(fails(&["build", "--config", "no_such.toml"], 2).contains("no_such.toml: cannot be read"));
}

/// An FMU with its library changed, in a folder of its own.
fn with_library(name: &str, change: impl Fn(Vec<u8>) -> Vec<u8>) -> (TempDir, String) {
    command::repacked(&fmu(name), |file, bytes| if file.starts_with("binaries/") { change(bytes) } else { bytes })
}

#[test]
fn a_damaged_configuration_is_found_by_the_check_and_told_by_the_library() {
    let (_folder, damaged) = with_library("Elevator", |mut library| {
        let start = Library::read(library.clone()).unwrap().block().start;
        library[start + configuration_block::HEADER + 100] ^= 1;
        library
    });
    let answer = command::fmu_pack(&["check", &damaged]);
    assert_eq!(answer.code, Some(1));
    assert!(
        answer.out.contains("BI-CONFIGURATION-01") && answer.out.contains("checksum does not fit"),
        "{}",
        answer.out
    );
    let message = fails(&["run", &damaged], 1);
    assert!(message.contains("the configuration in the library is refused: its checksum does not fit"), "{message}");
    assert!(message.contains("build the FMU anew"), "{message}");
}

#[test]
fn a_description_beside_the_library_of_another_fmu_is_found() {
    let other = Archive::open(Path::new(&fmu("FlapScrewJack")), Limits::default()).unwrap();
    let library = other.entries().iter().find(|entry| entry.text().starts_with("binaries/")).unwrap().text();
    let (_folder, mixed) = with_library("Elevator", |_| other.read(&library).unwrap());
    let answer = command::fmu_pack(&["check", &mixed]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.out.contains("BI-CONFIGURATION-02") && answer.out.contains("GUID"), "{}", answer.out);
    assert!(answer.out.contains("model identifier FlapScrewJack, the description says Elevator"), "{}", answer.out);
    assert!(fails(&["run", &mixed], 1).contains("no FMU of this library has the GUID"));
}

#[test]
fn a_start_that_no_equilibrium_holds_blames_the_load_or_the_command_and_says_how_much_is_held() {
    let (folder, path) = file("aileron.toml");
    let refused = |load: &str, command: &str| {
        let text = format!(
            "name = \"Aileron\"\nmodel = \"ServoActuator\"\n[start]\nsupply_pressure = \"26 MPa\"\nload_torque = \"{load}\"\n\
             command = \"{command}\"\ntravel.upper = \"15 deg\"\ninitialization = \"trim\"\n"
        );
        std::fs::write(&path, text).unwrap();
        let output = folder.path().join("out");
        let message = fails(&["build", "--config", path.to_str().unwrap(), "-o", output.to_str().unwrap()], 2);
        assert!(!output.exists(), "nothing is written");
        message
    };
    let load = refused("530 kN.m", "0 deg");
    assert!(
        load.contains("aileron.toml, line 5, column 15: start.load_torque = \"530 kN.m\": the model refuses"),
        "{load}"
    );
    // 4450 cm3/rad at 26 MPa, over 1 + 1e-12*4e10/1.06 for the leakage.
    assert!(load.contains("at this supply_pressure, for initialization trim (111492 N.m)"), "{load}");
    let command = refused("0 N.m", "30 deg");
    assert!(
        command.contains("aileron.toml, line 6, column 11: start.command = \"30 deg\": the model refuses"),
        "{command}"
    );
    assert!(
        command.contains("(0.5235987755982988 is not within -0.17453292519943295 to 0.2617993877991494 rad)"),
        "{command}"
    );
}
