//! A trial load: a worker executes the FMU's library.

use crate::{Error, Session};
use fmu_checks::Finding;
use fmu_import::fmu::Fmu;
use std::time::Duration;

/// Has a worker load the library, look for every function and make an instance. Findings are the FMU's; errors are not.
pub fn trial(fmu: &Fmu, timeout: Option<Duration>) -> Result<Vec<Finding>, Error> {
    match Session::check(fmu, timeout) {
        Err(problem) if problem.is_in_the_fmu() => {
            Ok(vec![Finding::error("LD-PROCESS-01", "binaries", problem.to_string(), "2.1.5")])
        }
        findings => findings,
    }
}
