//! The C sources of an FMU: a C compiler makes a library of them that gives the bits of the one that rustc makes.
//!
//! At each change they are compiled once and quickly, on this machine. A thorough run compiles them as users may, by the compilers of
//! all platforms that are there.

use super::build::{self, command, fmu_pack, succeed};
use super::case::Case;
use super::line;
use super::machine::{Machine, machines_to_build_for_again};
use crate::command::model;
use fmu_import::archive::{Archive, Contents, Limits};
use fmu_import::interface::Interface;
use fmu_import::platform::Platform;
use fmu_library::toolchain;
use model_description::FmiVersion;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use test_support::cases;

/// Flags under which the C has no warning.
const STRICT: [&str; 5] = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"];

/// The folder with what C is made of. None where the compiler cannot make it, which fails where all platforms are wanted.
fn libraries() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let made = || {
        if let Err(missing) = toolchain::ensure_portable() {
            assert!(!cases::all_platforms_are_wanted(), "{missing}");
            eprintln!("not tested: {missing}");
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("portable");
        fmu_pack(&["libraries", "--platform", "c", "-o", folder.to_str().unwrap()]);
        Some(folder)
    };
    FOLDER.get_or_init(made).as_deref()
}

/// An FMU with nothing but sources.
fn source_fmu(libraries: &Path, folder: &Path, version: &str, more: &[&str]) {
    let (libraries, output) = (libraries.to_str().unwrap(), folder.to_str().unwrap());
    let fixed = ["build", "--sources=only", "--no-reference", "--fmi", version, "--libraries", libraries, "-o", output];
    fmu_pack(&[&fixed, more].concat());
}

/// The C of a model, in a folder.
fn c(libraries: &Path, folder: &Path, model: &str, version: &str) -> PathBuf {
    source_fmu(libraries, folder, version, &[model]);
    unpacked(&folder.join(format!("{model}.fmu")), model)
}

/// The C of an FMU, beside it.
fn unpacked(fmu: &Path, model: &str) -> PathBuf {
    let archive = Archive::open(fmu, Limits::default()).unwrap();
    let path = fmu.with_file_name(format!("{model}.c"));
    std::fs::write(&path, archive.read(&format!("sources/{model}.c")).unwrap()).unwrap();
    path
}

/// A library of the C, whose functions have the names of FMI.
fn library(compiler: &str, flags: &[&str], c: &Path) -> PathBuf {
    let path = c.with_extension(format!("{}.library", flags.concat().replace('/', "")));
    let shared = ["-shared", "-fPIC", "-DFMI2_OVERRIDE_FUNCTION_PREFIX", "-DFMI3_OVERRIDE_FUNCTION_PREFIX"];
    succeed(Command::new(compiler).args(shared).args(flags).arg(c).arg("-o").arg(&path));
    path
}

/// Hash of all outputs of a case.
fn hash(machine: &Machine, library: PathBuf, case: &Case) -> String {
    line(&machine.run_case(library, &case.text()), "hash").to_owned()
}

/// The files of an FMU that are wanted.
fn contents(fmu: &Path, is_wanted: impl Fn(&str) -> bool) -> Contents {
    let archive = Archive::open(fmu, Limits::default()).unwrap();
    let mut contents = Contents::default();
    for entry in archive.entries().iter().filter(|entry| !entry.is_folder() && is_wanted(&entry.text())) {
        contents.add(entry.text(), archive.read(&entry.text()).unwrap());
    }
    contents
}

/// The FMU of sources with a library for this machine.
fn with_library(fmu: &Path, library: &Path, version: FmiVersion) -> PathBuf {
    let model = fmu.file_stem().unwrap().to_str().unwrap();
    let mut contents = contents(fmu, |_| true);
    contents.add(Platform::host().library_for(version, model), std::fs::read(library).unwrap());
    let path = library.with_extension("fmu");
    contents.write(&path).unwrap();
    path
}

/// All outputs of a published manoeuvre, in as many digits as tell each number from its neighbours.
fn outputs(fmu: &Path, scenario: &str) -> String {
    fmu_pack(&["run", fmu.to_str().unwrap(), "--scenario", scenario])
}

#[test]
fn the_c_sources_give_the_bits_of_the_library() {
    let Some(libraries) = libraries() else { return };
    let folder = tempfile::tempdir().unwrap();
    let c = c(libraries, folder.path(), "ServoActuator", "2");
    let compiled = library("cc", &[&STRICT[..], &["-O0"]].concat(), &c);
    let fmu = with_library(&c.with_extension("fmu"), &compiled, FmiVersion::V2);
    for scenario in ["fig06", "fig16"] {
        let (expected, found) = (outputs(Path::new(&model("ServoActuator")), scenario), outputs(&fmu, scenario));
        assert!(expected.lines().count() > 1000 && found == expected, "{scenario}");
    }
}

/// Compilers and flags of a thorough run.
const AS_USERS_MAY: [(&str, &[&str]); 5] = [
    ("gcc", &["-O2"]),
    ("gcc", &["-O3", "-march=native"]),
    ("gcc", &["-std=c99", "-O2", "-mfma"]),
    ("clang", &["-O2"]),
    ("clang", &["-O3", "-march=native", "-std=c99"]),
];

#[test]
fn no_optimization_changes_a_bit_in_either_version() {
    let (Some(libraries), true) = (libraries(), cases::is_thorough()) else { return };
    let folder = tempfile::tempdir().unwrap();
    for (version, name) in [(FmiVersion::V2, "2"), (FmiVersion::V3, "3")] {
        let folder = folder.path().join(name);
        let c = c(libraries, &folder, "ServoActuator", name);
        let expected = outputs(Path::new(&model("ServoActuator")), "fig06");
        for (compiler, flags) in AS_USERS_MAY {
            if Command::new(compiler).arg("--version").output().is_err() {
                eprintln!("not tested: {compiler} is missing");
                continue;
            }
            let fmu = with_library(&c.with_extension("fmu"), &library(compiler, flags, &c), version);
            assert!(outputs(&fmu, "fig06") == expected, "{compiler} {flags:?}, FMI {name}");
        }
    }
}

#[test]
fn compilers_of_other_platforms_give_the_same_bits() {
    let (Some(libraries), true) = (libraries(), cases::is_thorough()) else { return };
    let (case, folder) = (Case::scenario("p3_rev"), tempfile::tempdir().unwrap());
    let c = c(libraries, folder.path(), case.model(), "2");
    for machine in machines_to_build_for_again() {
        let compiler = match machine.platform().folder() {
            "win64" => "x86_64-w64-mingw32-gcc",
            "aarch64-linux" => "aarch64-linux-gnu-gcc",
            _ => "cc",
        };
        let expected = hash(machine, build::library(machine.platform(), case.model()), &case);
        assert_eq!(hash(machine, library(compiler, &["-O1"], &c), &case), expected, "{compiler}");
    }
}

/// FMPy takes CMake to make a library of the sources in an FMU, and puts it in.
#[test]
fn a_library_that_fmpy_compiles_gives_the_same_bits_and_keeps_all_rules() {
    let (Some(libraries), true) = (libraries(), cases::is_thorough()) else { return };
    let target = PathBuf::from(std::env::var_os("CARGO_TARGET_DIR").unwrap_or("../target".into()));
    let python = target.join("importers/venv/bin/python");
    let found = python.is_file() && Command::new("cmake").arg("--version").output().is_ok();
    if !found {
        let all = cases::all_platforms_are_wanted();
        assert!(!all, "FMPy or CMake is missing: ./run-tests installs the former, apt-get install cmake the latter");
        eprintln!("not tested: FMPy or CMake is missing");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    source_fmu(libraries, folder.path(), "2", &["ServoActuator"]);
    let fmu = folder.path().join("ServoActuator.fmu");
    succeed(Command::new(python).args(["-m", "fmpy", "compile"]).arg(&fmu));
    for scenario in ["fig06", "fig16"] {
        assert!(outputs(&fmu, scenario) == outputs(Path::new(&model("ServoActuator")), scenario), "{scenario}");
    }
    fmu_pack(&["check", fmu.to_str().unwrap()]);
}

/// Bytes of C of a model, and of the whole library's: an engineer's compiler takes as long as there is of it.
const MOST_OF_AN_ACTUATOR: usize = 1_500_000;
const MOST_OF_A_DRIVETRAIN: usize = 3_500_000;

#[test]
fn c_of_an_actuator_has_no_drivetrains_and_is_small() {
    let Some(libraries) = libraries() else { return };
    let folder = tempfile::tempdir().unwrap();
    let size = |path: &Path| std::fs::metadata(path).unwrap().len() as usize;
    let actuator = size(&c(libraries, folder.path(), "ServoActuator", "3"));
    let configuration = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations/flap_line.toml");
    source_fmu(libraries, folder.path(), "3", &["--config", configuration.to_str().unwrap()]);
    let drivetrain = size(&unpacked(&folder.path().join("FlapLine.fmu"), "FlapLine"));
    assert!(actuator < MOST_OF_AN_ACTUATOR && drivetrain < MOST_OF_A_DRIVETRAIN, "{actuator} {drivetrain}");
    assert!(actuator < drivetrain, "{actuator} {drivetrain}");
}

/// tests/platforms/several.c says what it tries.
#[test]
fn several_fmus_of_both_versions_stand_in_one_program() {
    let (Some(libraries), true) = (libraries(), cases::is_thorough()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let servo = c(libraries, folder.path(), "ServoActuator", "2");
    let transmission = c(libraries, folder.path(), "MotionTransmission", "3");
    let program = folder.path().join("several");
    let main = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/platforms/several.c");
    let flags =
        ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DACTUATOR_FMU_INSTANCES=2"];
    let guid = |c: &Path| {
        let archive = Archive::open(&c.with_extension("fmu"), Limits::default()).unwrap();
        let guid = Interface::read(&archive.description().unwrap()).unwrap().guid;
        format!("-D{}_GUID=\"{guid}\"", c.file_stem().unwrap().to_str().unwrap())
    };
    let guids = [guid(&servo), guid(&transmission)];
    succeed(Command::new("cc").args(flags).args(guids).arg(main).args([servo, transmission]).arg("-o").arg(&program));
    let answer = succeed(&mut Command::new(program));
    assert_eq!(answer, "two instances of each, one after another is refused, all have moved\n");
}

/// Files of an FMU without one.
fn without(fmu: &Path, left_out: &str) -> PathBuf {
    let contents = contents(fmu, |name| name != left_out);
    let path = fmu.with_extension("without.fmu");
    contents.write(&path).unwrap();
    path
}

#[test]
fn an_fmu_of_sources_alone_is_right_and_one_that_lacks_a_listed_file_is_not() {
    let Some(libraries) = libraries() else { return };
    for version in ["2", "3"] {
        let folder = tempfile::tempdir().unwrap();
        let configuration = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations/elevator.toml");
        source_fmu(libraries, folder.path(), version, &["--config", configuration.to_str().unwrap()]);
        let fmu = folder.path().join("Elevator.fmu");
        let check = |fmu: &Path| command(&["check", fmu.to_str().unwrap()]).output().unwrap();
        let right = check(&fmu);
        assert!(right.status.success(), "{}", String::from_utf8_lossy(&right.stdout));
        let c = std::fs::read_to_string(unpacked(&fmu, "Elevator")).unwrap();
        assert!(c.contains(&format!("#define FMI{version}_FUNCTION_PREFIX Elevator_")));
        for forbidden in ["<stdio.h>", "<signal.h>", "<pthread.h>", "<math.h>", "<unistd.h>", "fopen"] {
            assert!(!c.contains(forbidden), "{forbidden}");
        }
        let wrong = check(&without(&fmu, "sources/Elevator.c"));
        let told = String::from_utf8(wrong.stdout).unwrap();
        assert!(!wrong.status.success() && told.contains("sources/Elevator.c is listed as a source file"), "{told}");
    }
}

#[test]
fn sources_from_a_folder_that_has_none_are_refused_with_the_command_that_makes_them() {
    let folder = tempfile::tempdir().unwrap();
    let output =
        command(&["build", "--sources=only", "--libraries", folder.path().to_str().unwrap()]).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("has nothing to make C of") && message.contains("libraries --platform c"), "{message}");
}
