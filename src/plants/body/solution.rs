//! What is kept of the solution of a plant whose body has Coulomb friction, which leaves its equations linear.

use crate::friction::Law;
use crate::solver::Propagator;

use super::{Body, BodyMode};

/// Most states that such a plant has.
pub const MOVING: usize = 6;
/// Most directions in which slopes of its inputs act.
pub const SOURCES: usize = 2;

/// The propagator of a plant around a body.
pub type BodyPropagator = Propagator<MOVING, SOURCES>;

/// The propagator of the mode that lasts. It follows from the parameters, the mode and the length of the steps, so it is
/// not part of the state.
#[derive(Clone, Copy, Debug)]
pub struct Solution {
    /// Number of the equations and length of the steps [s]; 0 for none.
    made_for: (u8, f64),
    propagator: BodyPropagator,
}

impl Default for Solution {
    fn default() -> Self {
        Self { made_for: (0, 0.0), propagator: Propagator::UNUSABLE }
    }
}

impl Body {
    /// Whether the equations are linear as their law says, and have a propagator.
    #[inline]
    pub fn has_solution(&self, mode: &BodyMode) -> bool {
        matches!(self.law, Law::Coulomb(_)) && !mode.held
    }

    /// The propagator that is kept, if it is for the equations with this number and steps of `length`.
    #[inline]
    pub fn solution(&self, equations: u8, length: f64) -> Option<&BodyPropagator> {
        match &self.law {
            Law::Coulomb(kept) if kept.made_for == (equations, length) => Some(&kept.propagator),
            _ => None,
        }
    }

    /// Keeps the propagator of the equations with this number for steps of `length`.
    pub fn keep_solution(&mut self, equations: u8, length: f64, propagator: BodyPropagator) {
        if let Law::Coulomb(kept) = &mut self.law {
            *kept = Solution { made_for: (equations, length), propagator };
        }
    }
}
