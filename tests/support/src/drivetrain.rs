//! Drivetrains from the text of a configuration, as the library of their FMU makes them.

use actuator_fmu::drivetrain::Drivetrain;
use actuator_fmu::instance::configured;
use actuator_fmu::interface::{Interface, VERSION};
use configuration_block::{empty, fill};
use model_description::configuration::ConfigurationError;
use model_description::{Export, configuration};
use std::path::Path;

/// The variables of the drivetrain that a configuration describes; they stay in memory.
pub fn interface(configuration: &str) -> &'static Interface {
    read(configuration).unwrap_or_else(|error| panic!("{error}"))
}

/// The same, or why the configuration is refused.
pub fn read(configuration: &str) -> Result<&'static Interface, ConfigurationError> {
    let model = configuration::parse(configuration, Path::new("test.toml"))?;
    let content = configuration::content(&Export::new(model)).unwrap().expect("a drivetrain is configured");
    let mut block = empty(VERSION).to_vec();
    fill(&mut block, &content).unwrap();
    let interface = configured::drivetrain(Vec::leak(block)).unwrap().expect("it is a drivetrain");
    Ok(Box::leak(Box::new(interface)))
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
