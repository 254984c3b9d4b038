//! Finds a Python and the engines that it has.

use super::Engine;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why there is no engine.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No Python.
    #[error("no Python was found ({tried}); engines are used from Python 3, whose place --python says")]
    Missing {
        /// What was tried, as a list.
        tried: String,
    },
    /// The Python that was named does not run.
    #[error("--python {}: it does not run: {problem}", path.display())]
    Broken {
        /// Which.
        path: PathBuf,
        /// Why.
        problem: String,
    },
    /// The engine is not there.
    #[error("{} is not installed for {}; what it takes is {}{others}", engine.name(), python.display(), engine.how_to_install())]
    NotInstalled {
        /// Which.
        engine: Engine,
        /// For which Python.
        python: PathBuf,
        /// What is there, as the end of the sentence.
        others: String,
    },
    /// None is there.
    #[error(
        "no co-simulation engine is installed for {}: install one with pip install libcosimpy, or ecospy, or fmpy, and name \
         another Python with --python",
        python.display()
    )]
    None {
        /// For which Python.
        python: PathBuf,
    },
}

/// A Python and what it has.
pub struct Python {
    path: PathBuf,
    engines: Vec<Engine>,
}

impl Python {
    /// The Python that was named, or that of VIRTUAL_ENV, or the first on the PATH.
    pub fn find(named: Option<&Path>) -> Result<Self, Error> {
        if let Some(path) = named {
            // A driver has a folder of its own, and a name without a folder is looked for on the PATH.
            let is_plain = path.components().count() == 1;
            let absolute =
                if is_plain { path.to_path_buf() } else { std::path::absolute(path).unwrap_or(path.to_path_buf()) };
            let path = absolute.as_path();
            let engines = engines(path).map_err(|problem| Error::Broken { path: path.to_path_buf(), problem })?;
            return Ok(Self { path: path.to_path_buf(), engines });
        }
        let candidates = candidates();
        let found = candidates.iter().find_map(|path| Some(Self { path: path.clone(), engines: engines(path).ok()? }));
        found.ok_or_else(|| {
            let tried = candidates.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
            Error::Missing { tried }
        })
    }

    /// Its program.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The engine that was named, or all that are there.
    pub fn engines(&self, named: Option<Engine>) -> Result<Vec<Engine>, Error> {
        let python = self.path.clone();
        match named {
            Some(engine) if self.engines.contains(&engine) => Ok(vec![engine]),
            Some(engine) => {
                let others: Vec<&str> = self.engines.iter().map(|engine| engine.name()).collect();
                let others =
                    if others.is_empty() { String::new() } else { format!("; there is {}", others.join(", ")) };
                Err(Error::NotInstalled { engine, python, others })
            }
            None if self.engines.is_empty() => Err(Error::None { python }),
            None => Ok(self.engines.clone()),
        }
    }
}

fn candidates() -> Vec<PathBuf> {
    let of_environment = std::env::var_os("VIRTUAL_ENV").map(|folder| {
        let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
        PathBuf::from(folder).join(program)
    });
    let on_path = ["python3", "python"].into_iter().map(PathBuf::from);
    of_environment.into_iter().chain(on_path).collect()
}

/// The engines that a Python has, or why it does not run. Nothing is imported: only looked for.
fn engines(python: &Path) -> Result<Vec<Engine>, String> {
    let modules: Vec<&str> = Engine::ALL.into_iter().filter_map(Engine::module).collect();
    let script = format!(
        "import importlib.util, shutil\n\
         found = [name for name in {modules:?} if importlib.util.find_spec(name)]\n\
         print('found', *found, *(['OMSimulator'] if shutil.which('OMSimulator') else []))"
    );
    // -I: a file of that name in this folder is no engine.
    let output = Command::new(python).args(["-I", "-c", &script]).stdin(Stdio::null()).output();
    let output = output.map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout);
    let Some(found) = said.lines().find_map(|line| line.strip_prefix("found")) else {
        let problem = String::from_utf8_lossy(&output.stderr);
        return Err(problem.lines().last().unwrap_or("it says nothing").trim().to_string());
    };
    let names: Vec<&str> = found.split_whitespace().collect();
    let is_there = |engine: &Engine| names.contains(&engine.module().unwrap_or("OMSimulator"));
    Ok(Engine::ALL.into_iter().filter(is_there).collect())
}
