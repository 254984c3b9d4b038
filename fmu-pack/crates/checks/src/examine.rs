//! What is wrong with a library that was loaded.

use super::{Finding, by_standard};
use fmu_import::fmu::{self, Fmu};
use fmu_import::library::{Answer, Instance, Library};
use model_description::FmiVersion;

/// What the worker finds in a library, or that it cannot be loaded.
pub fn examine(fmu: &Fmu, library: &Result<Library, fmu::Error>) -> Vec<Finding> {
    let version = fmu.interface().version_of_fmi();
    let findings = examine_library(fmu, library).into_iter();
    findings.map(|finding| by_standard(finding, version)).collect()
}

fn examine_library(fmu: &Fmu, library: &Result<Library, fmu::Error>) -> Vec<Finding> {
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
    findings.extend(library.answers().iter().zip(["LD-VERSION-01", "LD-VERSION-02"]).filter_map(wrong));
    if interface.co_simulation.is_some() {
        findings.extend(instantiate(fmu, library));
    }
    findings
}

fn wrong((said, rule): (&Answer, &'static str)) -> Option<Finding> {
    let Answer { function, answer, expected } = said;
    let problem = format!("{function} answers {answer:?}; it must be {expected:?}");
    (!said.is_right()).then(|| Finding::error(rule, function, problem, "2.1.4"))
}

fn instantiate(fmu: &Fmu, library: &Library) -> Option<Finding> {
    let problem = Instance::new(library, &fmu.identity("trial")).err()?;
    let function = match library.version() {
        FmiVersion::V2 => "fmi2Instantiate",
        FmiVersion::V3 => "fmi3InstantiateCoSimulation",
    };
    Some(Finding::error("LD-INSTANCE-01", function, problem.to_string(), "2.1.5"))
}
