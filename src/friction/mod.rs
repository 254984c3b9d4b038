//! Dry friction of one sliding contact: levels that depend on the load, laws, and what holds at rest.
//!
//! Sign convention: friction is positive where it opposes positive motion, so `inertia·acceleration = active − friction`.
//! A positive load torque pushes towards negative position. Rotary names and units; for linear actuators read force for
//! torque, N for N·m and m/s for rad/s. This module knows neither time nor states.
//!
//! | kind | laws | at rest |
//! |---|---|---|
//! | set-valued ([`Characteristic`]) | Coulomb, Hess-Soom, Stribeck, tabulated | sticks: velocity exactly 0 |
//! | smooth ([`MajdSimaan`]) | exact and approximate σ | creeps |
//! | stateful ([`Bristle`]) | Dahl, LuGre, elasto-plastic | presliding deflection |
//! | comparators ([`Comparator`]) | Karnopp, sign, hyperviscous, Quinn | as their authors have it |

mod bristle;
mod characteristic;
mod comparator;
mod elasto_plastic;
mod expansion;
mod implicit;
mod level;
pub mod majd_simaan;
mod table;

pub use bristle::Bristle;
pub use characteristic::{Characteristic, StribeckEffect};
pub use comparator::{Comparator, ComparatorSlopes, ContactPoint};
pub use elasto_plastic::Slip;
pub use expansion::{ORDERS, Orders, RatioSeries};
pub use level::{Band, LevelRatios, Levels, RestRatios};
pub use majd_simaan::{Amplitude, MajdSimaan};
pub use table::{MOST_TABLE_POINTS, TABLE_POINTS, Table, TableColumns};

/// A friction law with its parameters.
///
/// Coulomb friction alone leaves the equations of a plant linear. `K` is what the plant keeps of their solution, in the
/// room that other laws need for their parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "no allocation in the physics, and one instance per body")]
pub enum Law<K = ()> {
    /// χ = 1 (Borello & Dalla Vedova 2012; eq. 5 of Johari Majd & Simaan).
    Coulomb(K),
    /// Another law that truly sticks; friction = χ(|v|)·level, any value up to the breakaway level at rest.
    SetValued(Characteristic),
    /// A continuous curve through zero.
    Smooth(MajdSimaan),
    /// A hidden bristle deflection.
    Stateful(Bristle),
    /// An algorithm for comparison, with its width v₀ [rad/s].
    Comparator(Comparator, f64),
}

/// A law whose torque is a continuous function of velocity and deflection: it passes through rest smoothly.
#[derive(Clone, Copy, Debug)]
pub enum ContinuousLaw<'a> {
    /// A curve through zero: it creeps.
    Creeping(&'a MajdSimaan),
    /// A hidden bristle deflection.
    Bristle(&'a Bristle),
}

impl<K> Law<K> {
    /// The law if it passes through rest smoothly.
    #[inline]
    pub fn continuous(&self) -> Option<ContinuousLaw<'_>> {
        match self {
            Self::Smooth(curve) => Some(ContinuousLaw::Creeping(curve)),
            Self::Stateful(bristle) => Some(ContinuousLaw::Bristle(bristle)),
            Self::Coulomb(_) | Self::SetValued(_) | Self::Comparator(..) => None,
        }
    }

    /// χ of a law that truly sticks.
    #[inline]
    pub fn characteristic(&self) -> Option<&Characteristic> {
        match self {
            Self::Coulomb(_) => Some(&Characteristic::Coulomb),
            Self::SetValued(characteristic) => Some(characteristic),
            Self::Smooth(_) | Self::Stateful(_) | Self::Comparator(..) => None,
        }
    }
}
