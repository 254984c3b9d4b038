//! The FMUs under test: built once, with all platforms whose tools are installed.

use crate::platforms::machine::{Machine, machines};
use fmu_import::archive::{Archive, Contents, Limits};
use fmu_import::platform::Platform;
use fmu_library::toolchain::{self as toolchain, Order};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The command under test.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-pack"));
    command.args(arguments);
    command
}

/// Standard output of a command that must succeed.
pub fn fmu_pack(arguments: &[&str]) -> String {
    succeed(&mut command(arguments))
}

/// Standard output of a program that must succeed.
pub fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {out}{err}");
    out.into_owned()
}

/// Builds for some platforms, in cargo's folder `target` if it is not the usual one.
pub fn for_platforms(platforms: &[&Platform], output: &Path, more: &[&str], target: Option<&Path>) {
    let mut command = command(&["build", "-o", output.to_str().unwrap()]);
    command.args(platforms.iter().flat_map(|platform| ["--platform", platform.folder()]));
    command.args(more);
    command.envs(target.map(|target| ("CARGO_TARGET_DIR", target)));
    succeed(&mut command);
}

/// Folder with the FMUs, and below `unpacked/` what is in each.
fn built() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("all platforms");
        // Nothing of an earlier run may be mistaken for what is built now.
        if folder.exists() {
            std::fs::remove_dir_all(&folder).unwrap();
        }
        let platforms: Vec<&Platform> = machines().iter().map(Machine::platform).collect();
        for_platforms(&platforms, &folder, &[], None);
        for model in ["MotionTransmission", "ServoActuator", "HydraulicActuator"] {
            let archive = Archive::open(&folder.join(format!("{model}.fmu")), Limits::default()).unwrap();
            let unpacked = folder.join("unpacked").join(model);
            std::fs::create_dir_all(&unpacked).unwrap();
            archive.unpack(&unpacked).unwrap();
        }
        folder
    };
    FOLDER.get_or_init(build)
}

/// The FMU of a model.
pub fn fmu(model: &str) -> PathBuf {
    built().join(format!("{model}.fmu"))
}

/// The library of a model as it was in the FMU.
pub fn library(platform: &Platform, model: &str) -> PathBuf {
    built().join("unpacked").join(model).join(platform.library(model))
}

/// A library that panics where the name of an instance asks for it. It stands where cargo puts the one to be packed, so that is done before.
pub fn panicking_library(platform: &Platform) -> PathBuf {
    built();
    let order = Order { features: vec!["panic-test".to_string()], ..Order::default() };
    toolchain::build(platform, &order, &|_| ()).unwrap()
}

/// The FMU with the library of one platform in the place of another's.
pub fn move_library(fmu: &Path, platform: &Platform, other: &Platform, output: &Path) {
    let archive = Archive::open(fmu, Limits::default()).unwrap();
    let mut contents = Contents::default();
    contents.add("modelDescription.xml", archive.description().unwrap());
    contents.add(other.library("ServoActuator"), archive.read(&platform.library("ServoActuator")).unwrap());
    contents.write(output).unwrap();
}
