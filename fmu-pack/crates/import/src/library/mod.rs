//! A loaded library and its instances, whatever version of FMI they are for: what commands use.
//!
//! Version by version it is called in `fmi2` and `fmi3`, the only modules with unsafe code besides [`symbols`],
//! [`saved_state`] and [`continuous_time`]. The interface is safe except for one fact that no type can mend: a loaded FMU is
//! foreign machine code.

#[allow(unsafe_code)]
pub(crate) mod continuous_time;
mod error;
mod instance;
mod messages;
mod model_exchange;
mod place;
#[allow(unsafe_code)]
pub(crate) mod saved_state;
pub(crate) mod symbols;

pub use error::{Error, Status};
pub use instance::{DiscreteStates, Identity, Instance, Line, StepEnd};
pub use messages::Message;
pub(crate) use messages::Messages;
pub use model_exchange::ModelExchange;
pub use place::{Element, Exact, Place, Reference, Value};

use crate::{fmi2, fmi3};
use model_description::FmiVersion;
use std::path::Path;

/// Functions that an FMU must export; of Co-Simulation and Model Exchange where asked.
pub fn required_functions(version: FmiVersion, co_simulation: bool, model_exchange: bool) -> Vec<&'static str> {
    match version {
        FmiVersion::V2 => fmi2::required_functions(co_simulation, model_exchange).collect(),
        // An FMU exports them all; those of kinds that it does not offer answer with an error.
        FmiVersion::V3 => fmi3::REQUIRED_FUNCTIONS.to_vec(),
    }
}

/// A loaded FMU library.
pub enum Library {
    /// For FMI 2.0.
    Fmi2(fmi2::Library),
    /// For FMI 3.0.
    Fmi3(fmi3::Library),
}

/// What a library says of itself.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// The function that was asked.
    pub function: &'static str,
    /// Its answer.
    pub answer: String,
    /// What it should be.
    pub expected: &'static str,
}

impl Answer {
    /// It is as it should be; of FMI 3.0 any minor version is.
    pub fn is_right(&self) -> bool {
        self.answer == self.expected || (self.expected == "3.0" && self.answer.starts_with("3."))
    }
}

impl Library {
    /// Loads `path`, which runs the library's initializers: only for FMUs that the user asked to run.
    pub fn load(path: &Path, version: FmiVersion) -> Result<Self, Error> {
        let library = symbols::open(path)?;
        Ok(match version {
            FmiVersion::V2 => Self::Fmi2(fmi2::Library::of(library)?),
            FmiVersion::V3 => Self::Fmi3(fmi3::Library::of(library)?),
        })
    }

    /// The version of FMI that it was loaded for.
    pub fn version(&self) -> FmiVersion {
        match self {
            Self::Fmi2(_) => FmiVersion::V2,
            Self::Fmi3(_) => FmiVersion::V3,
        }
    }

    /// What it answers where it is asked for its version.
    pub fn answers(&self) -> Vec<Answer> {
        match self {
            Self::Fmi2(library) => library.answers().into(),
            Self::Fmi3(library) => vec![library.answer()],
        }
    }

    /// The functions of the standard that it does not export; of Co-Simulation and Model Exchange where asked.
    pub fn missing_functions(&self, co_simulation: bool, model_exchange: bool) -> Vec<&'static str> {
        let required = required_functions(self.version(), co_simulation, model_exchange);
        required.into_iter().filter(|name| !self.exports(name)).collect()
    }

    fn exports(&self, name: &str) -> bool {
        match self {
            Self::Fmi2(library) => library.exports(name),
            Self::Fmi3(library) => library.exports(name),
        }
    }
}
