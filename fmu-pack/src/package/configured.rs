//! A configured FMU is tried out before it is written.

use super::Error;
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Variable};
use fmu_isolation::{self as isolation, Session};
use fmu_output::number;
use model_description::configuration::Subject;
use model_description::configuration::document::Document;
use std::path::Path;

/// Initializes an FMU with its own start values: only the model knows what its friction law allows.
pub(super) fn try_start_values(fmu: &Fmu, path: &Path) -> Result<(), Error> {
    let failed = |source| Error::Worker { path: path.to_path_buf(), source };
    let mut session = Session::load(fmu, None).map_err(failed)?;
    session.initialize(Vec::new(), Vec::new()).map_err(|source| match source {
        isolation::Error::Failed { problem, .. } => {
            let limits = limits(&problem, fmu.interface());
            Error::StartValues {
                subject: Box::new(subject(&problem, fmu.interface(), path)),
                problem: problem + &limits,
            }
        }
        source => failed(source),
    })?;
    session.unload().map_err(failed)
}

/// The entry of the file that sets the variable which is refused; the whole file where none does.
fn subject(problem: &str, interface: &Interface, path: &Path) -> Subject {
    let document = std::fs::read_to_string(path).ok().and_then(|text| Document::parse(&text, path).ok());
    let found = document.as_ref().zip(refused(problem, interface)).and_then(|(document, name)| {
        let key = format!(".{name}");
        let setting = document.entries.iter().find(|entry| entry.key.ends_with(&key));
        let naming = || document.entries.iter().find(|entry| entry.source.contains(name));
        setting.or_else(naming).map(|entry| document.given(entry))
    });
    found.map_or_else(|| Subject::File(path.to_path_buf()), Subject::Given)
}

/// The variable that is told with its value; others that are named say why. Without such a one the longest name.
fn refused<'a>(problem: &str, interface: &'a Interface) -> Option<&'a str> {
    let names = || interface.variables.iter().map(|variable| variable.name.as_str());
    let is_told = |name: &&str| problem.contains(&format!(": {name} (value reference "));
    let named = || names().filter(|name| problem.contains(name)).max_by_key(|name| name.len());
    names().find(is_told).or_else(named)
}

/// What is allowed, as far as the start values say it: the model's own words name the limits and not their values.
fn limits(problem: &str, interface: &Interface) -> String {
    let start = |name: &str| interface.find(name).and_then(Variable::start_number);
    let travel = || Some((start("travel.lower")?, start("travel.upper")?));
    let stall = || Some(start("motor.displacement")? * start("supply_pressure")?);
    let travel = travel().filter(|_| problem.contains("within the travel"));
    let stall = stall().filter(|_| problem.contains("below what the motor holds"));
    let unit = |name: &str| interface.find(name).map(|variable| variable.unit.as_str()).unwrap_or_default();
    let travel = travel.map(|(lower, upper)| {
        format!("; the travel is {} to {} {}", number(lower), number(upper), unit("travel.upper"))
    });
    let stall = stall.map(|stall| {
        let load = ["load_torque", "load_force"].into_iter().find(|name| interface.find(name).is_some());
        format!(
            "; motor.displacement times supply_pressure is {} {}",
            number(stall),
            load.map(unit).unwrap_or_default()
        )
    });
    travel.or(stall).unwrap_or_default()
}
