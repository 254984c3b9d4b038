//! The linear system that an FMU is about an operating point.
//!
//! ```text
//! Co-Simulation: start ──▶ time        states and inputs there
//!                            │
//!                            ▼  --trim: at the start, where the FMU's own `initialization` = trim has it
//! Model Exchange: state set, event iteration decides the regime
//!                            │
//!                            ▼  directional derivatives, column by column; or central differences
//!                    A, B, C, D ──▶ without the states that never move ──▶ Linearization
//! ```
//!
//! Dry friction has no derivative at rest: a body that sticks does not move at all, and its linear system says so. So the
//! [`Regime`] is part of the answer, with the reason for it.

mod free_play;
mod friction;
mod limits;
mod matfile;
mod point;
mod probe;
mod reduction;
mod text;

pub use matfile::to_mat;
pub use point::OperatingPoint;
pub use reduction::{Removed, Why};
pub use text::{to_json, to_matlab};

use crate::linear::LinearSystem;
use fmu_import::fmu::Fmu;
use fmu_import::interface::Interface;
use fmu_import::library::{self, Library};
use fmu_simulation::{Plan, Setting, SettingError};
use probe::Probe;
use serde::{Deserialize, Serialize};

/// What friction does in the linear system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Regime {
    /// The body slides: friction has its level, and what the load adds to it.
    Sliding,
    /// Friction holds the body.
    Stuck,
    /// The parameters of friction are set so that there is none.
    WithoutFriction,
    /// The FMU has no friction that can be told apart.
    AsIs,
}

impl Regime {
    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sliding => "sliding",
            Self::Stuck => "stuck",
            Self::WithoutFriction => "without-friction",
            Self::AsIs => "as-is",
        }
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    /// None: without friction where the body rests, sliding where it moves.
    pub regime: Option<Regime>,
    /// The equilibrium under the inputs of the start, by the FMU's own initialization.
    pub trim: bool,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Linearization {
    /// Name of the model.
    pub model: String,
    /// Which regime was taken.
    pub regime: Regime,
    /// Why, as a sentence.
    pub reason: String,
    /// The operating point.
    pub point: OperatingPoint,
    /// How the matrices were found: "directional derivatives" or "central differences".
    pub method: String,
    /// The system without the states that were left out.
    pub system: LinearSystem,
    /// States that were left out.
    pub removed: Vec<Removed>,
    /// Signals at their limits, a clause each: a loop through one of them is open in the linear system.
    pub at_limits: Vec<String>,
    /// Shafts and rods within their free play, a clause each: what is behind one of them is apart in the linear system.
    pub open_free_play: Vec<String>,
}

/// Why there is no linear system.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The FMU cannot be loaded or run.
    #[error(transparent)]
    Run(#[from] fmu_simulation::Error),
    /// A call failed.
    #[error(transparent)]
    Call(#[from] library::Error),
    /// No Model Exchange.
    #[error("the FMU offers no Model Exchange, by whose derivatives it is linearized")]
    NoModelExchange,
    /// Nothing to linearize.
    #[error("the FMU has no continuous states, or its description does not say of what its derivatives are")]
    NoStates,
    /// States that are arrays.
    #[error("{name} is an array; states, inputs and outputs must be scalars")]
    Array {
        /// The variable.
        name: String,
    },
    /// Friction that cannot be switched off.
    #[error(
        "{name} is constant in {model} (frozen), and the regime without-friction, which is taken where all bodies rest, needs to set \
         it; --regime sliding or --regime stuck leaves friction as it is"
    )]
    Frozen {
        /// The FMU's name.
        model: String,
        /// The parameter.
        name: String,
    },
    /// No friction.
    #[error(
        "the FMU has no parameter friction.coulomb_torque or friction.coulomb_force: there is no regime {regime} to take"
    )]
    NoFriction {
        /// The regime.
        regime: &'static str,
    },
    /// Nothing slides.
    #[error(
        "the regime sliding needs a body that moves: at {time} s all velocities are 0, and which of the {count} bodies shall \
         slide is not known; choose a time at which they move with --at-time, or the regime without-friction"
    )]
    Rest {
        /// The operating point.
        time: f64,
        /// Bodies.
        count: usize,
    },
    /// Everything moves.
    #[error("the regime stuck needs a body at rest: at {time} s {name} is {value}")]
    Moves {
        /// The operating point.
        time: f64,
        /// The velocity.
        name: String,
        /// Its value.
        value: f64,
    },
    /// No start in equilibrium.
    #[error(
        "--trim needs an FMU that can start in equilibrium, by a parameter initialization with the item trim, and this one has \
         none: choose a time at which it rests with --at-time"
    )]
    NoTrim,
    /// A parameter has another type than expected.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The event iteration does not end.
    #[error("the event iteration at {time} s does not come to an end")]
    EndlessEvents {
        /// When.
        time: f64,
    },
}

impl Error {
    /// The FMU is at fault.
    pub fn is_in_the_fmu(&self) -> bool {
        match self {
            Self::Run(error) => error.is_in_the_fmu(),
            Self::Call(error) => error.is_in_the_fmu(),
            Self::EndlessEvents { .. } => true,
            Self::NoModelExchange | Self::NoStates | Self::Array { .. } | Self::Frozen { .. } => false,
            Self::NoFriction { .. } | Self::Rest { .. } | Self::Moves { .. } => false,
            Self::NoTrim | Self::Setting(_) => false,
        }
    }
}

/// The start in equilibrium is the FMU's own; the instances that are linearized there are given their states.
fn trim(interface: &Interface) -> Result<Setting, Error> {
    if Setting::has_trim(interface) { Ok(Setting::trim(interface)?) } else { Err(Error::NoTrim) }
}

/// Linearizes a loaded FMU where `plan` ends.
pub fn linearize(fmu: &Fmu, library: &Library, mut plan: Plan, wanted: Wanted) -> Result<Linearization, Error> {
    let signals = point::Signals::of(fmu.interface())?;
    let settings = plan.settings.clone();
    if wanted.trim {
        plan.settings.push(trim(fmu.interface())?);
    }
    let point = signals.reach(fmu, library, plan)?;
    let (regime, reason) = friction::choose(&signals, &point, wanted)?;
    let settings = match regime {
        Regime::WithoutFriction => [settings, friction::switched_off(fmu.interface())?].concat(),
        Regime::Sliding | Regime::Stuck | Regime::AsIs => settings,
    };
    let moved = match regime {
        Regime::WithoutFriction | Regime::Sliding => signals.nudged(&point),
        Regime::Stuck | Regime::AsIs => point.clone(),
    };
    let mut probe = Probe::new(fmu, library, &signals, &settings, &moved)?;
    let at_limits = limits::reached(&signals, &mut probe)?;
    let open_free_play = free_play::open(&signals, &mut probe)?;
    let (system, is_exact) = probe.jacobian(&moved)?;
    let (system, removed) = reduction::reduced(system, probe.rates()?, regime == Regime::Stuck);
    let method = if is_exact { "directional derivatives" } else { "central differences" };
    Ok(Linearization {
        model: fmu.interface().model_name.clone(),
        regime,
        reason,
        point,
        method: method.to_string(),
        system,
        removed,
        at_limits,
        open_free_play,
    })
}
