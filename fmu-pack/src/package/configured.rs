//! A configured FMU is tried out before it is written.

use super::Error;
use fmu_import::fmu::Fmu;
use fmu_import::interface::Interface;
use fmu_isolation::{self as isolation, Session};
use std::path::Path;

/// Initializes an FMU with its own start values: only the model knows what its friction law allows.
pub(super) fn try_start_values(fmu: &Fmu, path: &Path) -> Result<(), Error> {
    let failed = |source| Error::Worker { path: path.to_path_buf(), source };
    let mut session = Session::load(fmu, None).map_err(failed)?;
    session.initialize(Vec::new(), Vec::new()).map_err(|source| match source {
        isolation::Error::Failed { problem, .. } => {
            Error::StartValues { place: place(&problem, fmu.interface(), path), problem }
        }
        source => failed(source),
    })?;
    session.unload().map_err(failed)
}

/// The file, with the line that sets the variable which `problem` names.
fn place(problem: &str, interface: &Interface, path: &Path) -> String {
    let names = interface.variables.iter().map(|variable| variable.name.as_str());
    let named = names.filter(|name| problem.contains(name)).max_by_key(|name| name.len());
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut lines = text.lines().zip(1..);
    let found = named.and_then(|name| lines.find(|(line, _)| line.contains(name)));
    found.map_or(path.display().to_string(), |(line, number)| {
        format!("{}, line {number}: {}", path.display(), line.trim())
    })
}
