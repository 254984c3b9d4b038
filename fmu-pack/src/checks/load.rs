//! A trial load: executes the FMU's library.

use super::{Finding, error};
use crate::fmi2::{Identity, Instance};
use crate::fmu::{self, Fmu};

/// Loads the library, looks for every function and makes an instance. Findings are the FMU's; errors are not.
pub fn load(fmu: &Fmu) -> Vec<Finding> {
    match try_load(fmu) {
        Ok(findings) => findings,
        Err(problem) => vec![error("LD-LIBRARY-01", "binaries", problem.to_string(), "2.3")],
    }
}

fn try_load(fmu: &Fmu) -> Result<Vec<Finding>, fmu::Error> {
    let interface = fmu.interface();
    let library = fmu.load()?;
    let missing = library.missing_functions(interface.co_simulation.is_some(), interface.model_exchange.is_some());
    let finding =
        |name: &str| error("LD-FUNCTION-01", name, "the library does not export this function".to_string(), "2.1.2");
    let mut findings: Vec<Finding> = missing.into_iter().map(finding).collect();
    if library.version() != "2.0" {
        let problem = format!("fmi2GetVersion answers {:?}; it must be \"2.0\"", library.version());
        findings.push(error("LD-VERSION-01", "fmi2GetVersion", problem, "2.1.4"));
    }
    if library.types_platform() != "default" {
        let problem = format!("fmi2GetTypesPlatform answers {:?}; it must be \"default\"", library.types_platform());
        findings.push(error("LD-VERSION-02", "fmi2GetTypesPlatform", problem, "2.1.4"));
    }
    if interface.co_simulation.is_some() {
        findings.extend(instantiate(fmu, &library));
    }
    Ok(findings)
}

fn instantiate(fmu: &Fmu, library: &crate::fmi2::Library) -> Option<Finding> {
    let resources = fmu.resources();
    let guid = &fmu.interface().guid;
    let identity = Identity { name: "trial", guid, resources: &resources, logging: true };
    let problem = Instance::new(library, &identity).err()?;
    Some(error("LD-INSTANCE-01", "fmi2Instantiate", problem.to_string(), "2.1.5"))
}
