//! Without processes: in WebAssembly an FMU runs where the command does. Its library is the one that is linked in, so that none is foreign.

use super::Error;
use fmu_import::fmu::{self, Fmu};
use fmu_import::library::{self, Instance};
use fmu_simulation::{self as simulation, Plan, Recorder, Setting};
use std::time::Duration;

/// Runs an FMU.
pub fn run(fmu: &Fmu, plan: Plan, recorder: &mut dyn Recorder, _: Option<Duration>) -> Result<(), Error> {
    let library = fmu.load().map_err(of_fmu)?;
    simulation::run_loaded(fmu, &library, true, plan, recorder).map_err(of_run)
}

/// Initializes an instance of an FMU.
pub fn initialize(fmu: &Fmu) -> Result<(), Error> {
    let library = fmu.load().map_err(of_fmu)?;
    let mut instance = Instance::new(&library, &fmu.identity("probe")).map_err(of_library)?;
    Setting::enter_initialization(&[], &mut instance, None, (0.0, f64::MAX)).map_err(of_library)?;
    Setting::exit_initialization(&[], &mut instance).map_err(of_library)
}

fn of_fmu(error: fmu::Error) -> Error {
    failed(&error, error.is_in_the_fmu())
}

fn of_run(error: simulation::Error) -> Error {
    failed(&error, error.is_in_the_fmu())
}

fn of_library(error: library::Error) -> Error {
    failed(&error, error.is_in_the_fmu())
}

fn failed(error: &dyn std::error::Error, is_in_the_fmu: bool) -> Error {
    Error::Failed { problem: error.to_string(), is_in_the_fmu }
}
