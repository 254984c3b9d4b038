//! Configuration files: read before anything is compiled, and tried out before an FMU is written.

use super::Error;
use fmu_import::fmu::Fmu;
use fmu_import::interface::Interface;
use fmu_isolation::{self as isolation, Session};
use model_description::configuration;
use model_description::declaration::Model;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A configured FMU and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Configured {
    /// The model as configured.
    pub(super) model: Model,
    /// The configuration file as it was named.
    pub(super) path: PathBuf,
}

impl Configured {
    /// Model identifier.
    pub(super) fn identifier(&self) -> &str {
        &self.model.identifier
    }
}

/// Reads all files, so that a mistake is told at once and with the path as it was named.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<Configured>, Error> {
    let models = configuration::read_all(&joined(paths.to_vec())?)?;
    let configured = models.into_iter().zip(paths);
    Ok(configured.map(|(model, path)| Configured { model, path: path.clone() }).collect())
}

/// The list of paths that the build takes; absolute, because it runs in another folder.
pub(super) fn list(configured: &[Configured]) -> Result<OsString, Error> {
    let absolute = |one: &Configured| {
        std::path::absolute(&one.path).map_err(|source| Error::File { path: one.path.clone(), source })
    };
    joined(configured.iter().map(absolute).collect::<Result<_, Error>>()?)
}

fn joined(paths: Vec<PathBuf>) -> Result<OsString, Error> {
    // Cargo reads the paths line by line.
    let has_line_end = |path: &PathBuf| path.to_string_lossy().contains(['\n', '\r']);
    let joined = std::env::join_paths(&paths).ok().filter(|_| !paths.iter().any(has_line_end));
    joined.ok_or(Error::Separator { paths })
}

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
