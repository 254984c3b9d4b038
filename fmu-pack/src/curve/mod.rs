//! Friction curves, measured on the FMU itself: what an importer will get, not what a formula says.
//!
//! [`Bench`] holds the FMU and knows how to drive it. [`measure`] gives friction against velocity and the breakaway
//! level, and what a bristle law does before it slips. [`sheet()`] shows it all in one picture.

mod bench;
mod csv;
mod presliding;
mod sheet;
mod sliding;

pub use bench::Bench;
pub use csv::to_csv;
pub use presliding::Presliding;
pub use sheet::sheet;
pub use sliding::{Breakaway, Sliding};

use model_description::models::laws::{self, Family};

use crate::{fmi2, fmu, simulation};

/// What was measured of one friction law. SI units.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Name of the law.
    pub law: String,
    /// Friction against velocity.
    pub sliding: Sliding,
    /// Of laws with bristles only.
    pub presliding: Option<Presliding>,
}

/// Why friction cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Not one of our models.
    #[error("the FMU is no actuator with friction: it has no {missing}")]
    NoActuator {
        /// What is missing.
        missing: String,
    },
    /// A parameter that the measurement must set is a constant.
    #[error("the measurement must set {name} = {value}, and this FMU has frozen it at {frozen}")]
    Frozen {
        /// Its name.
        name: String,
        /// What it must be.
        value: String,
        /// What it is.
        frozen: String,
    },
    /// A value cannot be set.
    #[error(transparent)]
    Setting(#[from] simulation::SettingError),
    /// The FMU cannot be loaded.
    #[error(transparent)]
    Fmu(#[from] fmu::Error),
    /// A call failed.
    #[error("friction.law {law}: {source}")]
    Call {
        /// The law.
        law: String,
        /// The call.
        source: fmi2::Error,
    },
}

impl Error {
    /// The FMU is at fault.
    pub fn is_in_the_fmu(&self) -> bool {
        match self {
            Self::Fmu(error) => error.is_in_the_fmu(),
            Self::NoActuator { .. } | Self::Call { .. } => true,
            Self::Frozen { .. } | Self::Setting(_) => false,
        }
    }
}

/// Measures one law up to the velocity `largest`.
pub fn measure(bench: &Bench<'_>, law: &str, largest: f64) -> Result<Measured, Error> {
    let sliding = sliding::measure(bench, law, largest)?;
    let presliding = is_bristle(law).then(|| presliding::measure(bench, law)).transpose()?;
    Ok(Measured { law: law.to_string(), sliding, presliding })
}

/// What a law does at rest; of an FMU that has one which this program does not know, nothing is known.
fn is_of(law: &str, family: Family) -> bool {
    laws::law(law).is_some_and(|law| law.family == family)
}

/// Laws that truly stick: friction at rest takes any value up to the breakaway level.
fn sticks(law: &str) -> bool {
    is_of(law, Family::Sticks)
}

/// Laws with bristles that deflect before they slip.
fn is_bristle(law: &str) -> bool {
    is_of(law, Family::Bristle)
}

/// Algorithms for comparison.
fn is_comparator(law: &str) -> bool {
    is_of(law, Family::Comparator)
}
