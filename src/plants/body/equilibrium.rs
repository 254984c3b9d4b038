//! Where a body rests under constant torques.

use super::{Body, BodyMode, Situation, side};
use crate::friction::Law;

impl Body {
    /// The bristle deflection [rad] with which the body stays at rest in a situation of rest, whose own deflection does not
    /// count; nothing where it would move. Friction holds it within its breakaway level, bristles up to their steady deflection at
    /// rest, an end stop against any torque that presses on it; a law that creeps holds nothing.
    pub fn resting_deflection(&self, at: &Situation) -> Option<f64> {
        let straight = Situation { deflection: 0.0, velocity: 0.0, ..*at };
        let active = straight.active();
        let pressed = f64::from(self.touched_stop(at.position)) * active > 0.0 || self.lower == self.upper;
        if active == 0.0 || pressed {
            return Some(0.0);
        }
        match &self.under(at.load).law {
            Law::Coulomb(_) | Law::SetValued(_) => {
                (self.band(&straight, side(at.load, 1)).breakaway(active) == 0).then_some(0.0)
            }
            Law::Stateful(bristle) => {
                let deflection = active / bristle.stiffness;
                (deflection.abs() <= bristle.steady_deflection(libm::copysign(0.0, deflection))).then_some(deflection)
            }
            Law::Smooth(_) => None,
            Law::Comparator(..) => {
                let mode = BodyMode::at_rest(side(at.load, 1));
                (self.response(&mode, &straight).acceleration == 0.0).then_some(0.0)
            }
        }
    }
}
