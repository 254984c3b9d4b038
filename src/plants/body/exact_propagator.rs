//! The exact propagator that is kept for a plant whose body has Coulomb friction, which leaves its equations linear.

use crate::friction::Law;
use crate::solver::Propagator;

use super::Body;

/// Most states that such a plant has.
pub const MOVING: usize = 6;
/// Most directions in which slopes of its inputs act.
pub const SOURCES: usize = 2;

/// The exact propagator of the linear mode that lasts, for the length of the steps that are repeated. It follows from the
/// parameters, the mode and the length, so it is not part of the state.
///
/// It is part of the law, because under no other law there is one: beside it, it would lead each instance beyond the 2 KiB that
/// are promised.
#[derive(Clone, Copy, Debug)]
pub struct ExactPropagator {
    is_kept: bool,
    linear_mode: u8,
    length: f64,
    propagator: Propagator<MOVING, SOURCES>,
}

impl Default for ExactPropagator {
    fn default() -> Self {
        Self { is_kept: false, linear_mode: 0, length: 0.0, propagator: Propagator::UNUSABLE }
    }
}

impl Body {
    /// Whether the equations are linear by their law, and so have an exact propagator.
    #[inline]
    pub fn has_exact_propagator(&self) -> bool {
        matches!(self.law, Law::Coulomb(_))
    }

    /// The propagator that is kept, if it is for this linear mode and steps of `length`.
    #[inline]
    pub fn exact_propagator(&self, linear_mode: u8, length: f64) -> Option<&Propagator<MOVING, SOURCES>> {
        match &self.law {
            Law::Coulomb(kept) if kept.is_kept && kept.linear_mode == linear_mode && kept.length == length => {
                Some(&kept.propagator)
            }
            Law::Coulomb(_) | Law::SetValued(_) | Law::Smooth(_) | Law::Stateful(_) | Law::Comparator(..) => None,
        }
    }

    /// Keeps the propagator of a linear mode for steps of `length`.
    pub fn keep_propagator(&mut self, linear_mode: u8, length: f64, propagator: Propagator<MOVING, SOURCES>) {
        if let Law::Coulomb(kept) = &mut self.law {
            *kept = ExactPropagator { is_kept: true, linear_mode, length, propagator };
        }
    }
}
