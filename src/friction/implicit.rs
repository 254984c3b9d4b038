//! A law that passes through rest smoothly, over an implicit step.

use super::ContinuousLaw;

impl ContinuousLaw<'_> {
    /// Friction torque [N·m] over a step of `length` [s] from a `deflection` [rad] that ends with this velocity.
    pub fn torque_at(self, velocity: f64, deflection: f64, length: f64) -> f64 {
        match self {
            Self::Creeping(curve) => curve.torque(velocity),
            Self::Bristle(bristle) => {
                let after = bristle.implicit_deflection(velocity, deflection, length);
                bristle.torque(after, (after - deflection) / length)
            }
        }
    }

    /// The deflection after it [rad].
    pub fn deflection_at(self, velocity: f64, deflection: f64, length: f64) -> f64 {
        match self {
            Self::Creeping(_) => deflection,
            Self::Bristle(bristle) => bristle.implicit_deflection(velocity, deflection, length),
        }
    }

    /// What [`ContinuousLaw::torque_at`] is at most in size, at any velocity.
    pub fn most_torque(self, deflection: f64, length: f64) -> f64 {
        match self {
            Self::Creeping(curve) => curve.highest_torque(1.0).max(curve.highest_torque(-1.0)),
            Self::Bristle(bristle) => {
                let most = deflection.abs().max(bristle.greatest_torque() / bristle.stiffness);
                bristle.torque(most, (most + deflection.abs()) / length)
            }
        }
    }
}
