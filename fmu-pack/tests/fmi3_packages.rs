//! FMUs for FMI 3.0: the same models and libraries in another archive, with terminals and icons.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, fmu_pack, has_no_finding, model, repacked, succeeds};
use fmu_import::archive::{Archive, Contents, Limits};
use fmu_import::platform::Platform;
use model_description::FmiVersion;
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

/// Folder with an FMU for FMI 3.0 per model, and that of a configuration.
fn built() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let build = || {
        let folder = tempfile::tempdir().unwrap();
        let models = ["ServoActuator", "MotionTransmission", "HydraulicActuator"];
        let start = ["build", "--fmi", "3", "--config", &example("elevator"), "-o", folder.path().to_str().unwrap()];
        succeeds(&[&start[..], &models].concat());
        folder
    };
    FOLDER.get_or_init(build).path()
}

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations");
    folder.join(format!("{name}.toml")).to_str().unwrap().to_string()
}

fn of_fmi3(name: &str) -> String {
    built().join(format!("{name}.fmu")).to_str().unwrap().to_string()
}

fn archive(fmu: &str) -> Archive {
    Archive::open(Path::new(fmu), Limits::default()).unwrap()
}

/// Lines of a check that are about this version's own rules.
fn findings(fmu: &str) -> Vec<String> {
    let out = fmu_pack(&["check", fmu]).out;
    let own = ["M3-", "MD-", "TI-", "AR-", "BI-CONFIGURATION", "BI-EXPORT", "BI-FORMAT", "BI-ARCH"];
    let is_own = |line: &&str| own.iter().any(|rule| line.contains(&format!(" {rule}")));
    out.lines().filter(is_own).map(str::to_string).collect()
}

#[test]
fn the_archive_is_laid_out_as_fmi_3_says() {
    let mut names: Vec<String> =
        archive(&of_fmi3("ServoActuator")).entries().iter().map(|entry| entry.text()).collect();
    names.sort();
    let library = Platform::host().library_for(FmiVersion::V3, "ServoActuator");
    let mut expected = vec![
        "documentation/fmi-ls-ref.html",
        "documentation/index.html",
        "documentation/licenses/Apache-2.0.txt",
        "documentation/licenses/MIT.txt",
        "documentation/licenses/libm.txt",
        "documentation/licenses/license.txt",
        "extra/org.fmi-standard.fmi-ls-ref/fig06.ssv",
        "extra/org.fmi-standard.fmi-ls-ref/fig06_in.csv",
        "extra/org.fmi-standard.fmi-ls-ref/fig06_ref.csv",
        "extra/org.fmi-standard.fmi-ls-ref/fig16.ssv",
        "extra/org.fmi-standard.fmi-ls-ref/fig16_in.csv",
        "extra/org.fmi-standard.fmi-ls-ref/fig16_ref.csv",
        "extra/org.fmi-standard.fmi-ls-ref/fmi-ls-manifest.xml",
        "extra/org.fmi-standard.fmi-ls-ref/smoke_test.exp",
        "extra/org.fmi-standard.fmi-ls-ref/validation.exp",
        "modelDescription.xml",
        "resources/",
        "terminalsAndIcons/flange_rotational.png",
        "terminalsAndIcons/flange_rotational.svg",
        "terminalsAndIcons/icon.png",
        "terminalsAndIcons/icon.svg",
        "terminalsAndIcons/signal.png",
        "terminalsAndIcons/signal.svg",
        "terminalsAndIcons/terminalsAndIcons.xml",
        &library,
    ];
    expected.sort_unstable();
    assert_eq!(names, expected);
}

#[test]
fn both_versions_have_the_same_library_byte_for_byte() {
    for name in ["ServoActuator", "MotionTransmission", "HydraulicActuator"] {
        let library = |fmu: &str, version| archive(fmu).read(&Platform::host().library_for(version, name)).unwrap();
        let (old, new) = (library(&model(name), FmiVersion::V2), library(&of_fmi3(name), FmiVersion::V3));
        assert!(old == new, "{name}: {} and {} bytes", old.len(), new.len());
    }
}

#[test]
fn description_terminals_archive_and_library_have_no_findings() {
    for name in ["ServoActuator", "MotionTransmission", "HydraulicActuator", "Elevator"] {
        has_no_finding(&["check", "--load", &of_fmi3(name)]);
    }
}

#[test]
fn info_shows_the_version_the_platforms_and_the_terminals() {
    let out = succeeds(&["info", &of_fmi3("ServoActuator")]);
    let line = |start: &str| out.lines().find(|line| line.starts_with(start)).unwrap_or_default().to_string();
    assert_eq!(line("FMI version"), "FMI version     3.0");
    assert!(line("platforms").ends_with(Platform::host().folder_for(FmiVersion::V3)), "{out}");
    assert!(line("Co-Simulation").contains("hasEventMode"), "{out}");
    let terminals: Vec<&str> = out.lines().filter(|line| line.starts_with("terminal ")).collect();
    assert_eq!(
        terminals,
        [
            "terminal        command (command command)",
            "terminal        supply (supply_pressure supply_pressure)",
            "terminal        load_flange (phi position, tau load_torque outflow, w velocity, a acceleration)",
        ]
    );
}

#[test]
fn the_documentation_says_the_version_and_where_the_licences_begin() {
    let page = archive(&of_fmi3("HydraulicActuator")).read("documentation/index.html").unwrap();
    let page = String::from_utf8(page).unwrap();
    assert!(page.contains("FMI 3.0 for Co-Simulation and Model Exchange") && page.contains("licenses/license.txt"));
}

/// What a check says of an FMU whose terminals differ.
fn with_terminals(from: &str, to: &str) -> Vec<String> {
    let (_folder, changed) = repacked(&of_fmi3("ServoActuator"), |name, bytes| {
        if name != "terminalsAndIcons/terminalsAndIcons.xml" {
            return bytes;
        }
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains(from), "{from}");
        text.replace(from, to).into_bytes()
    });
    findings(&changed)
}

#[test]
fn wrong_terminals_are_told_with_what_is_wrong() {
    let cases = [
        ("variableName=\"position\"", "variableName=\"positron\"", "TI-MEMBER-02", "positron is no variable"),
        ("variableName=\"position\"", "variableName=\"flapper_velocity\"", "TI-MEMBER-02", "flapper_velocity is local"),
        ("memberName=\"w\"", "memberName=\"phi\"", "TI-MEMBER-01", "has no memberName of its own"),
        ("variableKind=\"outflow\"", "variableKind=\"flow\"", "TI-MEMBER-03", "is of kind \"flow\""),
        ("matchingRule=\"bus\"", "matchingRule=\"any\"", "TI-RULE-01", "the matching rule is \"any\""),
        ("name=\"supply\"", "name=\"command\"", "TI-NAME-01", "\"command\" has no name of its own"),
        ("iconBaseName=\"signal\"", "iconBaseName=\"sign\"", "TI-ICON-02", "terminalsAndIcons/sign.png is not in"),
        ("fmiVersion=\"3.0\"", "fmiVersion=\"3.1\"", "TI-VERSION-01", "that of modelDescription.xml is \"3.0\""),
        ("<Terminals>", "<Terminals", "TI-READ-01", "terminalsAndIcons.xml, line "),
    ];
    for (from, to, rule, problem) in cases {
        let found = with_terminals(from, to);
        let is_it = |line: &String| line.contains(rule) && line.contains(problem) && line.contains("(FMI 3.0, 2.4");
        assert!(found.iter().any(is_it), "{to}: {found:?}");
    }
}

#[test]
fn licences_without_a_first_page_and_platforms_of_fmi_2_are_told() {
    let packed = archive(&of_fmi3("HydraulicActuator"));
    let mut contents = Contents::default();
    for entry in packed.entries().iter().filter(|entry| !entry.name.ends_with(b"/")) {
        let name = entry.text();
        let other = name.replace("license.txt", "README.txt").replace("binaries/x86_64-linux", "binaries/linux64");
        contents.add(&*other, packed.read(&name).unwrap());
    }
    let (_folder, path) = file("changed.fmu");
    contents.write(&path).unwrap();
    let found = findings(path.to_str().unwrap());
    assert!(found.iter().any(|line| line.contains("AR-LICENSE-01")), "{found:?}");
    if Platform::host().folder() == "linux64" {
        assert!(found.iter().any(|line| line.contains("AR-BINARY-02") && line.contains("x86_64-linux")), "{found:?}");
    }
}

#[test]
fn a_name_that_fmi_3_needs_is_refused_before_anything_is_built() {
    let (folder, path) = file("line.toml");
    let text =
        "name = \"Line\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\n[[input]]\nname = \"time\"\non = \"a\"\n";
    std::fs::write(&path, text).unwrap();
    let output = folder.path().to_str().unwrap();
    let message = fails(&["build", "--fmi", "3", "--config", path.to_str().unwrap(), "-o", output], 2);
    let told = "line.toml, line 6, column 8: input[0].name = \"time\": Line: in FMI 3.0 \"time\" is the name of a variable of its own";
    assert!(message.contains(told), "{message}");
    assert!(fails(&["build", "--fmi", "1", "-o", output], 2).contains("it must be 2 or 3"));
}

#[test]
fn start_values_that_the_model_refuses_are_told_for_fmi_3_too() {
    let (folder, path) = file("mine.toml");
    let text = "name = \"Mine\"\nmodel = \"MotionTransmission\"\n[start]\nposition_start = 1.0\n";
    std::fs::write(&path, text).unwrap();
    let output = folder.path().to_str().unwrap();
    let message = |version| fails(&["build", "--fmi", version, "--config", path.to_str().unwrap(), "-o", output], 2);
    assert_eq!(message("3"), message("2"));
    assert!(!folder.path().join("Mine.fmu").exists(), "nothing is written");
}
