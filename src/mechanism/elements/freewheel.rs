//! A one-way clutch: a contact whose relative velocity is never negative, and which holds any torque that would make it so.
//!
//! ```text
//! joint decision, bridged step   λ ≥ −B,  w ≥ 0,  w = 0 where λ > −B        B its level at rest, of friction in the free direction
//! impact                         λ ≥ 0,   w ≥ 0,  λ·w = 0
//! ```
//!
//! It has levels, an engagement and a table as any contact. What it carries beyond friction it carries only where friction can not.

use super::contact::{Contact, ContactKind};
use crate::complementarity::{Bound, Germ, Law};
use crate::mechanism::question::ORDERS;

/// A contact in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Freewheel {
    /// Greatest torque that it holds in the free direction while it is not engaged [N·m].
    pub release: f64,
}

impl Freewheel {
    /// λ not below a torque.
    pub(super) fn law_above(least: Germ<ORDERS>) -> Law<ORDERS> {
        Law::Between(Bound::constant(least), Bound::none(1.0))
    }
}

impl Contact {
    /// Whether it is a freewheel.
    pub fn is_freewheel(&self) -> bool {
        matches!(self.kind, ContactKind::Freewheel(_))
    }

    /// What of a torque at rest its level bounds: a freewheel holds any that does not drive it.
    pub(in crate::mechanism) fn load(&self, torque: f64) -> f64 {
        if self.is_freewheel() { torque } else { torque.abs() }
    }

    /// A torque at rest within its levels.
    pub(super) fn within(&self, [most, opposite]: [f64; 2], torque: f64) -> f64 {
        let least = if self.is_freewheel() { f64::NEG_INFINITY } else { -opposite };
        torque.max(least).min(most)
    }

    /// Direction in which it slides at a relative velocity that is not zero; what rounding has of a freewheel backwards is none.
    pub(in crate::mechanism) fn direction_of(&self, relative: f64) -> i8 {
        if relative < 0.0 && !self.is_freewheel() { -1 } else { 1 }
    }
}
