//! The guards of the body by name. There are fewer places for them than guards, because those of rest and those of sliding
//! never hold together: which guard has a place follows from the mode.

use super::{Body, BodyMode};
use crate::friction::Law;
use crate::solver::DepartedGuard;

/// Number of places.
pub const GUARDS: usize = 4;

/// What must stay positive while the mode of the body lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Sliding: the speed.
    Velocity,
    /// At rest: how far the active torque is below the forward breakaway level.
    ForwardBreakaway,
    /// At rest: how far it is above the backward breakaway level.
    BackwardBreakaway,
    /// Sliding: the distance to the end stop ahead.
    EndStop,
    /// Of a comparator: the distance to the nearer end stop.
    NearerEndStop,
    /// Of a comparator on an end stop: the torque that presses on it.
    Contact,
    /// The mesh torque, in the direction of its side.
    LoadSide,
    /// Sliding: the distance of the speed to the ends of its segment of a table.
    Segment,
    /// Sliding: the effective inertia above that at the Painlevé limit.
    PainleveLimit,
    /// Of a law that creeps or has bristles, in motion: how far the beginning or the end of a rest is.
    Rest,
}

impl Guard {
    /// Its place among the guards.
    pub const fn place(self) -> usize {
        match self {
            Self::Velocity | Self::ForwardBreakaway => 0,
            Self::BackwardBreakaway | Self::EndStop | Self::NearerEndStop | Self::Contact => 1,
            Self::LoadSide => 2,
            Self::Segment | Self::PainleveLimit | Self::Rest => 3,
        }
    }

    /// As the guard whose surface was just left, with so many coefficients that are known to be zero or positive.
    pub(super) const fn departed(self, known: usize) -> DepartedGuard {
        DepartedGuard::new(self.place(), known)
    }
}

impl Body {
    /// The guard that has a place in the mode.
    pub fn guard(&self, mode: &BodyMode, place: usize) -> Guard {
        if matches!(self.law(), Law::Comparator(..)) {
            return if mode.end_stop == 0 { Guard::NearerEndStop } else { Guard::Contact };
        }
        match (place, mode.regime) {
            (0, 0) => Guard::ForwardBreakaway,
            (0, _) => Guard::Velocity,
            (2, _) => Guard::LoadSide,
            (3, _) if self.passes_rest_smoothly() => Guard::Rest,
            (3, _) if self.may_reach_limit(mode) => Guard::PainleveLimit,
            (3, _) => Guard::Segment,
            (_, 0) => Guard::BackwardBreakaway,
            (_, _) => Guard::EndStop,
        }
    }
}
