//! Drivetrains from the text of a configuration, as the library of their FMU makes them.

use actuator_fmu::drivetrain::Drivetrain;
use actuator_fmu::instance::configured::{self, Forever};
use actuator_fmu::interface::Interface;
use fmu_library::Library;
use model_description::configuration::ConfigurationError;
use model_description::{Export, configuration};
use std::path::Path;
use std::process::Command;

/// The variables of the drivetrain that a configuration describes; they stay in memory.
pub fn interface(configuration: &str) -> &'static Interface {
    read(configuration).unwrap_or_else(|error| panic!("{error}"))
}

/// The same, or why the configuration is refused.
pub fn read(configuration: &str) -> Result<&'static Interface, ConfigurationError> {
    let model = configuration::parse(configuration, Path::new("test.toml"))?;
    let content = configuration::content(&Export::new(model)).unwrap().expect("a drivetrain is configured");
    // Without the block, of 256 KB each, around it: there are ten thousands of them.
    let content: &'static [u8] = Vec::leak(content);
    Ok(configured::interface_of_content(content, &mut Forever).unwrap().expect("it is a drivetrain"))
}

/// The drivetrain that a configuration describes.
pub fn drivetrain(configuration: &str) -> Drivetrain {
    Drivetrain::new(interface(configuration)).unwrap()
}

/// An example of the project.
pub fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/configurations");
    std::fs::read_to_string(folder.join(format!("{name}.toml"))).unwrap()
}

/// Runs an ignored test of this program in a copy of it, left in this folder, whose FMU is the drivetrain. A library has one
/// configuration, read once; the copy is configured as the packer configures a library.
pub fn run_configured(configuration: &str, test: &str, folder: &Path) {
    let own = std::env::current_exe().unwrap();
    let export = Export::new(configuration::parse(configuration, Path::new("test.toml")).unwrap());
    let content = configuration::content(&export).unwrap().expect("a drivetrain is configured");
    let configured = Library::read(std::fs::read(&own).unwrap()).unwrap().configured(&content).unwrap();
    let path = folder.join("configured");
    // As a copy, it may be run.
    std::fs::copy(&own, &path).unwrap();
    std::fs::write(&path, configured).unwrap();
    let ran = Command::new(&path).args(["--ignored", "--exact", "--show-output", test]).output().unwrap();
    let told = String::from_utf8_lossy(&ran.stdout) + String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && told.contains("1 passed"), "{test}: {}\n{told}", ran.status);
    println!("{told}");
}
