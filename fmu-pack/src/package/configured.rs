//! A configured FMU is tried out before it is written.

use super::Error;
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Variable};
use fmu_isolation::{self as isolation, Session};
use fmu_output::number;
use model_description::configuration::document::Document;
use std::path::Path;

/// Initializes an FMU with its own start values: only the model knows what its friction law allows.
pub(super) fn try_start_values(fmu: &Fmu, path: &Path) -> Result<(), Error> {
    let failed = |source| Error::Worker { path: path.to_path_buf(), source };
    let mut session = Session::load(fmu, None).map_err(failed)?;
    session.initialize(Vec::new(), Vec::new()).map_err(|source| match source {
        isolation::Error::Failed { problem, .. } => {
            let limits = limits(&problem, fmu.interface());
            Error::StartValues { place: place(&problem, fmu.interface(), path), problem: problem + &limits }
        }
        source => failed(source),
    })?;
    session.unload().map_err(failed)
}

/// The file, with the line that sets the variable which is refused.
fn place(problem: &str, interface: &Interface, path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let found = refused(problem, interface).and_then(|name| line_of(name, &text, path));
    found.map_or(path.display().to_string(), |number| {
        let line = text.lines().nth(number - 1).unwrap_or_default();
        format!("{}, line {number}: {}", path.display(), line.trim())
    })
}

/// The variable that is told with its value; others that are named say why. Without such a one the longest name.
fn refused<'a>(problem: &str, interface: &'a Interface) -> Option<&'a str> {
    let names = || interface.variables.iter().map(|variable| variable.name.as_str());
    let is_told = |name: &&str| problem.contains(&format!(": {name} (value reference "));
    let named = || names().filter(|name| problem.contains(name)).max_by_key(|name| name.len());
    names().find(is_told).or_else(named)
}

/// The line of its start value, or the first one that names it.
fn line_of(name: &str, text: &str, path: &Path) -> Option<usize> {
    let key = format!("start.{name}");
    let document = Document::parse(text, path).ok();
    let of_start = document.and_then(|document| document.get(&key).map(|entry| entry.line));
    of_start.or_else(|| text.lines().position(|line| line.contains(name)).map(|place| place + 1))
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
