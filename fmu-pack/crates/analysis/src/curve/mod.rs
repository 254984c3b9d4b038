//! Friction curves, measured on the FMU itself: what an importer will get, not what a formula says.
//!
//! [`Bench`] holds the FMU and knows how to drive it. [`measure()`] gives, for each law, friction against velocity and the
//! breakaway level, and what a bristle law does before it slips, and a picture of it all.

mod bench;
mod csv;
mod presliding;
mod sheet;
mod sliding;

pub use bench::Bench;
pub use csv::to_csv;
pub use presliding::Presliding;
pub use sliding::{Breakaway, Sliding};

use fmu_import::fmu::Fmu;
use fmu_import::interface::nearest;
use fmu_import::library::{self, Library};
use fmu_plot::Sheet;
use fmu_simulation::{self as simulation, Setting};
use model_description::models::laws::{self, Family};
use serde::{Deserialize, Serialize};

/// What to measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    /// Parameters and constant inputs.
    pub settings: Vec<Setting>,
    /// Friction laws, or `all`; that of the FMU if none is named.
    pub laws: Vec<String>,
    /// Largest velocity; ten times the Stribeck velocity if it is not given.
    pub largest: Option<f64>,
}

/// Friction curves of an FMU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curves {
    /// Law by law.
    pub measured: Vec<Measured>,
    /// Name of the output that is friction.
    pub friction: String,
    /// A picture of them.
    pub sheet: Sheet,
}

/// What was measured of one friction law. SI units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// No such law.
    #[error("there is no friction law {law}{nearest}; there are {known}")]
    UnknownLaw {
        /// The name.
        law: String,
        /// Names like it, as a clause.
        nearest: String,
        /// All names.
        known: String,
    },
    /// A law that the contact cannot take from the one that it has.
    #[error(
        "the contact has the friction law {own} and cannot change to {law}, which its configuration file would have to name; it \
         can change to {offered}"
    )]
    NotOffered {
        /// The law that is wanted.
        law: String,
        /// The law that it has.
        own: String,
        /// All laws that it can have.
        offered: String,
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
    /// Nothing for bristles to hold.
    #[error("{name} = {value}: a curve of the law {law} needs a level above 0")]
    NoLevel {
        /// The level.
        name: String,
        /// Its value.
        value: f64,
        /// The law.
        law: String,
    },
    /// A value cannot be set.
    #[error(transparent)]
    Setting(#[from] simulation::SettingError),
    /// A call failed.
    #[error("friction.law {law}: {source}")]
    Call {
        /// The law.
        law: String,
        /// The call.
        source: library::Error,
    },
}

impl Error {
    /// The FMU is at fault.
    pub fn is_in_the_fmu(&self) -> bool {
        match self {
            Self::Call { source, .. } => source.is_in_the_fmu(),
            Self::NoActuator { .. } => true,
            Self::UnknownLaw { .. }
            | Self::NotOffered { .. }
            | Self::Frozen { .. }
            | Self::NoLevel { .. }
            | Self::Setting(_) => false,
        }
    }
}

/// Measures friction on a loaded FMU.
pub fn measure(fmu: &Fmu, library: &Library, wanted: Wanted) -> Result<Curves, Error> {
    let bench = Bench::new(fmu, library, wanted.settings)?;
    let laws = laws(&bench, &wanted.laws)?;
    let largest = wanted.largest.map_or_else(|| usual_velocity(&bench, &laws), Ok)?;
    let measured: Result<Vec<Measured>, Error> = laws.iter().map(|law| measure_law(&bench, law, largest)).collect();
    let measured = measured?;
    let sheet = sheet::sheet(&bench, &measured)?;
    Ok(Curves { measured, friction: bench.names().friction.to_string(), sheet })
}

fn measure_law(bench: &Bench<'_>, law: &str, largest: f64) -> Result<Measured, Error> {
    let sliding = sliding::measure(bench, law, largest)?;
    let presliding = is_bristle(law).then(|| presliding::measure(bench, law)).transpose()?;
    Ok(Measured { law: law.to_string(), sliding, presliding })
}

fn laws(bench: &Bench<'_>, wanted: &[String]) -> Result<Vec<String>, Error> {
    let known = bench.laws()?;
    if wanted.is_empty() {
        return Ok(vec![bench.law()?]);
    }
    if wanted.iter().any(|law| law == "all") {
        return Ok(known.into_iter().map(str::to_string).collect());
    }
    if let Some(wrong) = wanted.iter().find(|law| !known.contains(&law.as_str())) {
        let offered = known.join(", ");
        return Err(if bench.has_law(wrong)? {
            Error::NotOffered { law: wrong.clone(), own: bench.law()?, offered }
        } else {
            Error::UnknownLaw { law: wrong.clone(), nearest: nearest(wrong, known.iter().copied()), known: offered }
        });
    }
    let mut laws = wanted.to_vec();
    laws.dedup();
    Ok(laws)
}

/// Up to where the Stribeck effect has faded, and everything that a law does can be seen.
fn usual_velocity(bench: &Bench<'_>, laws: &[String]) -> Result<f64, Error> {
    let mut largest = 10.0 * bench.value("friction.stribeck_velocity")?;
    if laws.iter().any(|law| law == "tabulated") {
        // A table that is data has no variables; its law is then shown as far as the others are.
        if let Ok(size) = bench.value("friction.table.size") {
            largest = largest.max(1.25 * bench.value(&format!("friction.table.velocity[{size}]"))?);
        }
    }
    Ok(largest)
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
