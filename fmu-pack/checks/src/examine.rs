//! What is wrong with a library that was loaded.

use super::Finding;
use fmu_import::fmi2::{Identity, Instance, Library};
use fmu_import::fmu::{self, Fmu};

/// What the worker finds in a library, or that it cannot be loaded.
pub fn examine(fmu: &Fmu, library: &Result<Library, fmu::Error>) -> Vec<Finding> {
    match library {
        Ok(library) => examine_loaded(fmu, library),
        Err(problem) => vec![Finding::error("LD-LIBRARY-01", "binaries", problem.to_string(), "2.3")],
    }
}

fn examine_loaded(fmu: &Fmu, library: &Library) -> Vec<Finding> {
    let interface = fmu.interface();
    let missing = library.missing_functions(interface.co_simulation.is_some(), interface.model_exchange.is_some());
    let finding = |name: &str| {
        Finding::error("LD-FUNCTION-01", name, "the library does not export this function".to_string(), "2.1.2")
    };
    let mut findings: Vec<Finding> = missing.into_iter().map(finding).collect();
    if library.version() != "2.0" {
        let problem = format!("fmi2GetVersion answers {:?}; it must be \"2.0\"", library.version());
        findings.push(Finding::error("LD-VERSION-01", "fmi2GetVersion", problem, "2.1.4"));
    }
    if library.types_platform() != "default" {
        let problem = format!("fmi2GetTypesPlatform answers {:?}; it must be \"default\"", library.types_platform());
        findings.push(Finding::error("LD-VERSION-02", "fmi2GetTypesPlatform", problem, "2.1.4"));
    }
    if interface.co_simulation.is_some() {
        findings.extend(instantiate(fmu, library));
    }
    findings
}

fn instantiate(fmu: &Fmu, library: &Library) -> Option<Finding> {
    let resources = fmu.resources();
    let guid = &fmu.interface().guid;
    let identity = Identity { name: "trial", guid, resources: &resources, logging: true };
    let problem = Instance::new(library, &identity).err()?;
    Some(Finding::error("LD-INSTANCE-01", "fmi2Instantiate", problem.to_string(), "2.1.5"))
}
