//! Stateful laws: bristles that deflect before they slip (Dahl, LuGre).
//!
//! ```text
//! F = σ₀·z + σ₁·ż,   ż = v − |v|·z/g(v),   g = [f_c + (f_s − f_c)·exp(−|v/v_s|^δ)]/σ₀
//! ```
//!
//! LuGre: Yadav & Agnihotri, eqs (3) to (5), δ = 2. Dahl is the case f_s = f_c, σ₁ = 0 (exponent i = 1). The viscous term
//! σ₂·v belongs to the actuator. Deviation: the paper's prose swaps the labels of F_C and F_S; its table is right.

/// Parameters of a bristle model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bristle {
    /// σ₀ [N·m/rad].
    pub stiffness: f64,
    /// σ₁ [N·m·s/rad].
    pub damping: f64,
    /// f_c [N·m].
    pub coulomb: f64,
    /// f_s − f_c [N·m].
    pub excess: f64,
    /// v_s [rad/s].
    pub stribeck_velocity: f64,
    /// δ.
    pub exponent: f64,
}

impl Bristle {
    /// Steady deflection g(v) [rad].
    #[inline]
    pub fn steady_deflection(&self, velocity: f64) -> f64 {
        let excess = if self.excess == 0.0 {
            0.0
        } else {
            let ratio = (velocity / self.stribeck_velocity).abs();
            let power = if self.exponent == 2.0 { ratio * ratio } else { libm::pow(ratio, self.exponent) };
            self.excess * libm::exp(-power)
        };
        (self.coulomb + excess) / self.stiffness
    }

    /// ż [rad/s], for motion in `direction` (the sign of the velocity, also where the velocity is zero to rounding).
    #[inline]
    pub fn deflection_rate(&self, velocity: f64, direction: f64, deflection: f64) -> f64 {
        let steady = self.steady_deflection(velocity);
        if steady == 0.0 {
            return 0.0;
        }
        velocity - direction * velocity * deflection / steady
    }

    /// Friction torque [N·m] from deflection and its rate.
    #[inline]
    pub fn torque(&self, deflection: f64, rate: f64) -> f64 {
        self.stiffness * deflection + self.damping * rate
    }

    /// Whether the bristles still deflect elastically: the deflection in the direction of motion has not reached 90 % of
    /// the steady one.
    pub fn is_presliding(&self, velocity: f64, deflection: f64) -> bool {
        let along = if velocity < 0.0 { -deflection } else { deflection };
        along < 0.9 * self.steady_deflection(velocity)
    }

    /// Friction that holds at constant velocity [N·m], with the sign of the velocity.
    pub fn steady_torque(&self, velocity: f64) -> f64 {
        libm::copysign(self.stiffness * self.steady_deflection(velocity), velocity)
    }
}
