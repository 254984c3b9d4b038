//! Reference experiments inside FMUs (layered standard FMI-LS-REF): what stands in them, and that they are checked.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, fmu_pack, model, repacked, succeeds};
use fmu_import::archive::{Archive, Limits};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

const FOLDER: &str = "extra/org.fmi-standard.fmi-ls-ref";

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations");
    folder.join(format!("{name}.toml")).to_str().unwrap().to_string()
}

fn archive(fmu: &str) -> Archive {
    Archive::open(Path::new(fmu), Limits::default()).unwrap()
}

fn text(fmu: &str, name: &str) -> String {
    String::from_utf8(archive(fmu).read(&format!("{FOLDER}/{name}")).unwrap()).unwrap()
}

/// A block on viscous friction between stops, on signals for its motor torque.
fn on_signals() -> &'static (TempDir, String) {
    static FMU: OnceLock<(TempDir, String)> = OnceLock::new();
    FMU.get_or_init(|| {
        let (folder, configuration) = file("block.toml");
        let text =
            "name = \"Block\"\nmodel = \"MotionTransmission\"\n[experiment]\nstop_time = 0.5\nstep_size = 1e-3\n";
        std::fs::write(&configuration, text).unwrap();
        let inputs = folder.path().join("inputs.csv");
        std::fs::write(&inputs, "time,motor_torque\n0,0\n0.1,9000\n0.1,-9000\n0.5,9500\n").unwrap();
        let folder_name = folder.path().to_str().unwrap();
        let configuration = configuration.to_str().unwrap();
        let inputs = inputs.to_str().unwrap();
        succeeds(&["build", "--fmi", "3", "--config", configuration, "--inputs", inputs, "-o", folder_name]);
        let path = folder.path().join("Block.fmu").to_str().unwrap().to_string();
        (folder, path)
    })
}

#[test]
fn declared_models_agree_with_solutions_that_do_not_come_from_them() {
    let cases = [
        ("ServoActuator", vec!["fig06", "fig16"]),
        ("MotionTransmission", vec!["p3_rev", "p4"]),
        ("HydraulicActuator", vec!["lugre_10"]),
    ];
    for (name, experiments) in cases {
        let out = succeeds(&["check", "--reference", &model(name)]);
        for experiment in experiments {
            assert!(out.contains(&format!("reference {experiment}: position ")), "{out}");
        }
        assert!(out.contains(": 0 errors"), "{out}");
    }
}

#[test]
fn a_configured_fmu_has_the_results_of_its_default_experiment() {
    let (folder, path) = file("Elevator.fmu");
    succeeds(&["build", "--config", &example("elevator"), "-o", folder.path().to_str().unwrap()]);
    let path = path.to_str().unwrap();
    assert!(succeeds(&["check", "--reference", path]).contains("reference default_experiment: position 0.0e0 rad"));
    let info = succeeds(&["info", path]);
    assert!(info.contains("smoke test): Default experiment, inputs at their start values"), "{info}");
    assert!(!archive(path).contains(&format!("{FOLDER}/validation.exp")), "nothing independent is known of it");
}

#[test]
fn a_drivetrain_has_the_results_of_its_default_experiment_for_both_versions() {
    for version in ["2", "3"] {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().to_str().unwrap();
        succeeds(&["build", "--fmi", version, "--config", &example("coupled_clutches"), "-o", output]);
        let path = folder.path().join("CoupledClutches.fmu");
        let out = succeeds(&["check", "--reference", path.to_str().unwrap()]);
        assert!(out.contains("reference default_experiment: ") && out.contains(": 0 errors"), "{out}");
    }
}

#[test]
fn given_signals_become_the_stimuli_and_what_the_fmu_makes_of_them_the_result() {
    let (_, path) = on_signals();
    assert_eq!(text(path, "default_experiment_in.csv"), "time,motor_torque\n0,0\n0.1,9000\n0.1,-9000\n0.5,9500\n");
    let results = text(path, "default_experiment_ref.csv");
    assert!(results.starts_with("time,position,velocity,"), "{results}");
    assert_eq!(results.lines().count(), 1 + 251, "every other of 501 points");
    assert!(text(path, "smoke_test.exp").contains("startTime=\"0\" stopTime=\"0.5\" stepSize=\"0.001\""));
    assert!(succeeds(&["check", "--reference", path]).contains(": 0 errors"));
}

#[test]
fn a_result_that_differs_is_told_with_variable_time_and_what_is_accepted() {
    let (_, path) = on_signals();
    let (_folder, changed) = repacked(path, |name, bytes| {
        if !name.ends_with("_in.csv") {
            return bytes;
        }
        String::from_utf8(bytes).unwrap().replace("0.5,9500", "0.5,9501").into_bytes()
    });
    let answer = fmu_pack(&["check", "--reference", &changed]);
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.err);
    let line =
        answer.out.lines().find(|line| line.contains("LR-RUN-01 default_experiment: velocity deviates by")).unwrap();
    assert!(
        line.contains(" rad/s at ")
            && line.contains("accepted are ")
            && line.ends_with("(FMI 3.0, FMI-LS-REF 1.0.0-beta.1)"),
        "{line}"
    );
}

#[test]
fn given_results_are_a_validation_within_a_thousandth_of_their_range() {
    let (_, own) = on_signals();
    let (folder, configuration) = file("block.toml");
    let text_of_block =
        "name = \"Block\"\nmodel = \"MotionTransmission\"\n[experiment]\nstop_time = 0.5\nstep_size = 1e-3\n";
    std::fs::write(&configuration, text_of_block).unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(path("inputs.csv"), text(own, "default_experiment_in.csv")).unwrap();
    let results = text(own, "default_experiment_ref.csv");
    let velocities = results.lines().map(|line| line.split(',').take(3).collect::<Vec<_>>().join(","));
    let with_scale = |scale: f64| {
        let scaled = velocities.clone().map(|line| {
            let (rest, velocity) = line.rsplit_once(',').unwrap();
            velocity.parse::<f64>().map_or(line.clone(), |velocity| format!("{rest},{}", velocity * scale))
        });
        scaled.collect::<Vec<_>>().join("\n")
    };
    for (scale, code) in [(1.0005, 0), (1.01, 1)] {
        std::fs::write(path("results.csv"), with_scale(scale)).unwrap();
        let (inputs, results, output) = (path("inputs.csv"), path("results.csv"), path(""));
        let configuration = configuration.to_str().unwrap();
        succeeds(&["build", "--config", configuration, "--inputs", &inputs, "--reference", &results, "-o", &output]);
        let answer = fmu_pack(&["check", "--reference", &path("Block.fmu")]);
        assert_eq!(answer.code, Some(code), "{scale}: {}", answer.out);
        assert!(text(&path("Block.fmu"), "validation.exp").contains("results that were given"));
    }
}

/// Findings after a change of a text in the folder of references.
fn changed(file: &str, from: &str, to: &str) -> String {
    let (_, path) = on_signals();
    let (_folder, changed) = repacked(path, |name, bytes| {
        if name != format!("{FOLDER}/{file}") {
            return bytes;
        }
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains(from), "{from}: {text}");
        text.replace(from, to).into_bytes()
    });
    fmu_pack(&["check", &changed]).out
}

#[test]
fn wrong_references_are_told_with_what_is_wrong() {
    let (manifest, experiments) = ("fmi-ls-manifest.xml", "smoke_test.exp");
    let cases = [
        (manifest, "<fmiReferences", "<fmiReferenzen", "LR-READ-01", "the root element is <fmiReferenzen>"),
        (
            manifest,
            "name=\"org.fmi-standard.fmi-ls-ref",
            "name=\"org.fmi-standard.fmi-ls-bus",
            "LR-MANIFEST-01",
            "ls-bus",
        ),
        (manifest, "1.0.0-beta.1", " ", "LR-MANIFEST-02", "fmi-ls-version is missing"),
        (manifest, "information on related files", "it", "LR-MANIFEST-03", "it must be \"Layered Standard providing"),
        (manifest, "role=\"result\"", "role=\"results\"", "LR-ROLE-01", "the standard has no role \"results\""),
        (manifest, "\"default_experiment_ref.csv\"", "\"../../../x\"", "LR-SOURCE-01", "leads out of the archive"),
        (
            manifest,
            "\"default_experiment_ref.csv\"",
            "\"x.csv\"",
            "LR-SOURCE-02",
            "fmi-ls-ref/x.csv is not in the archive",
        ),
        (experiments, "<Experiment name", "<Versuch name", "LR-READ-01", "smoke_test.exp, line"),
        (experiments, "name=\"default_experiment\"", "name=\"\"", "LR-EXPERIMENT-02", "an experiment has no name"),
        (experiments, "stopTime=\"0.5\"", "stopTime=\"0\"", "LR-EXPERIMENT-03", "the stop must be after the start"),
        (experiments, "absolute=\"", "absolute=\"-", "LR-DEVIATION-01", "it must be at least 0"),
        ("default_experiment_in.csv", "motor_torque", "motor_tork", "LR-STIMULI-01", "nearest names are motor_torque"),
        ("default_experiment_in.csv", "0.5,9500", "0.05,9500", "LR-READ-01", "times must not fall"),
        ("default_experiment_ref.csv", "time,position", "time,positron", "LR-RESULT-01", "nearest names are position"),
    ];
    for (file, from, to, rule, problem) in cases {
        let out = changed(file, from, to);
        let is_told = out.lines().any(|line| line.contains(rule) && line.contains(problem));
        assert!(is_told, "{to}: {out}");
    }
}

/// The schema of the drafts had another description, and files that tools have written with it declare 1.0.0-alpha.1.
#[test]
fn a_manifest_of_the_drafts_is_taken_as_what_it_declares() {
    let (_, path) = on_signals();
    let (_folder, changed) = repacked(path, |name, bytes| {
        if !name.ends_with("fmi-ls-manifest.xml") {
            return bytes;
        }
        let text = String::from_utf8(bytes).unwrap().replace("1.0.0-beta.1", "1.0.0-alpha.1");
        let words = "reference stimuli and results for an FMU";
        text.replace("information on related files included in an FMU", words).into_bytes()
    });
    let out = succeeds(&["check", &changed]);
    assert!(!out.contains("LR-"), "{out}");
}

#[test]
fn signals_for_several_fmus_and_unknown_columns_are_refused_before_anything_is_built() {
    let (folder, inputs) = file("inputs.csv");
    let output = folder.path().to_str().unwrap();
    std::fs::write(&inputs, "time,motor_tork\n0,1\n").unwrap();
    let inputs = inputs.to_str().unwrap();
    let message = fails(&["build", "--inputs", inputs, "-o", output], 2);
    assert!(message.contains("--inputs and --reference are for one FMU; 3 would be built"), "{message}");
    let message = fails(&["build", "MotionTransmission", "--inputs", inputs, "-o", output], 2);
    assert!(
        message.contains(
            "the FMU has no input or tunable parameter called motor_tork; the nearest names are motor_torque"
        ),
        "{message}"
    );
    let message = fails(&["build", "MotionTransmission", "--reference", inputs, "-o", output], 2);
    assert!(message.contains("the FMU has no output motor_tork"), "{message}");
}

#[test]
fn an_fmu_of_fmi_2_describes_its_terminals_among_the_related_files() {
    let fmu = model("ServoActuator");
    let manifest = text(&fmu, "fmi-ls-manifest.xml");
    assert!(manifest.contains("source=\"terminalsAndIcons/terminalsAndIcons.xml\" role=\"meta-data\""), "{manifest}");
    let terminals = text(&fmu, "terminalsAndIcons/terminalsAndIcons.xml");
    assert!(terminals.contains("<Terminal name=\"load_flange\""), "{terminals}");
    assert!(archive(&fmu).contains(&format!("{FOLDER}/terminalsAndIcons/flange_rotational.png")));
}

#[test]
fn given_signals_may_have_units_and_stand_in_the_fmu_in_those_of_the_variables() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let built = |name: &str, text: &str| {
        std::fs::write(path("in.csv"), text).unwrap();
        succeeds(&["build", "ServoActuator", "--inputs", &path("in.csv"), "-o", &path(name)]);
        std::fs::read(folder.path().join(name).join("ServoActuator.fmu")).unwrap()
    };
    let plain = format!("time,command\n0,0\n0.25,{}\n", std::f64::consts::PI / 180.0);
    assert!(built("plain", &plain) == built("units", "time [ms],command [deg]\n0,0\n250,1\n"));
    std::fs::write(path("in.csv"), "time,command [MPa]\n0,0\n").unwrap();
    let message = fails(&["build", "ServoActuator", "--inputs", &path("in.csv"), "-o", &path("wrong")], 2);
    assert!(
        message
            .contains("in.csv, line 1, column 2: command [MPa]: the unit of the column \"command [MPa]\" does not fit"),
        "{message}"
    );
}

/// Internal steps of a tenth of a microsecond, as by a slip of the hand.
const SLOW_SERVO: &str = r#"
name = "Slow"
model = "Drivetrain"
[body.motor]
inertia = 1
position_start = 0.05
[brake.seal]
on = "motor"
friction.law = "lugre"
[servo.left]
on = "motor"
[start]
solver.max_step_size = 1e-7
"#;

/// The FMU is right, and takes a minute.
#[test]
fn a_default_experiment_that_takes_long_is_told_while_it_runs_and_can_be_left_out() {
    let (folder, configuration) = file("slow.toml");
    std::fs::write(&configuration, SLOW_SERVO).unwrap();
    let (configuration, output) = (configuration.to_str().unwrap(), folder.path().to_str().unwrap());
    let build = ["build", "--config", configuration, "-o", output];
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-pack"));
    let mut child = command.args(build).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let told = lines.find(|line| line.starts_with("Slow: ")).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let begin = "Slow: computing its default experiment, the reference results in the FMU: ";
    let end = " s; a smaller stop_time in [experiment] makes it shorter, --no-reference leaves it out";
    assert!(told.starts_with(begin) && told.contains(" % of 1 s after ") && told.ends_with(end), "{told}");
    succeeds(&[&build[..], &["--no-reference"]].concat());
    let fmu = folder.path().join("Slow.fmu");
    let (archive, info) = (archive(fmu.to_str().unwrap()), succeeds(&["info", fmu.to_str().unwrap()]));
    assert!(!archive.contains(&format!("{FOLDER}/smoke_test.exp")) && !info.contains("smoke test"), "{info}");
    assert!(succeeds(&["check", fmu.to_str().unwrap()]).contains(": 0 errors"));
    let message = fails(&[&build[..], &["--no-reference", "--inputs", configuration]].concat(), 2);
    assert!(message.contains("cannot be used with"), "{message}");
}
