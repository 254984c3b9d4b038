//! Stateful laws: bristles that deflect before they slip (Dahl, LuGre, elasto-plastic).
//!
//! ```text
//! F = σ₀·z + σ₁·ż,   ż = v·(1 − α(u)·u),   u = sgn(v)·z/g(v),   g = [f_c + (f_s − f_c)·exp(−|v/v_s|^δ)]/σ₀
//! ```
//!
//! α, the share of the motion that slips, is that of [`Slip`]. LuGre: Yadav & Agnihotri, eqs (3) to (5), α = 1, δ = 2. Dahl is the case f_s = f_c, σ₁ = 0 (exponent i = 1). The viscous term
//! σ₂·v belongs to the actuator. Deviation: the paper's prose swaps the labels of F_C and F_S; its table is right.

use super::characteristic::decayed;
use super::{LevelRatios, Slip, StribeckEffect};

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
    /// α.
    pub slip: Slip,
    /// Levels in either direction over f_c and f_s.
    pub ratios: LevelRatios,
}

/// Share of the steady deflection at which presliding ends.
const SLIDING_SHARE: f64 = 0.9;
/// |v/v_s|^δ from which on the Stribeck effect is below the tolerance: exp(−20) = 2e-9.
const NEGLIGIBLE_POWER: f64 = 20.0;
/// Share of the Stribeck velocity, or of the speed above it, that a step may change the speed by: half of the width of the
/// effect, of which a step has three nodes.
const RESOLUTION: f64 = 0.5;

/// Time constants of a decay over which a series of all orders leads: x³⁰/30! = 4e-15 of x = 4.
const STIFF: f64 = 4.0;

impl Bristle {
    /// Steady deflection g(v) [rad]; the sign of a velocity of zero counts.
    #[inline]
    pub fn steady_deflection(&self, velocity: f64) -> f64 {
        self.ratios.of(velocity) * (self.coulomb + self.stribeck_excess(velocity)) / self.stiffness
    }

    /// The same bristles with levels that are so many times as large in either direction. What they store does not change, so that none of
    /// it comes from the load.
    pub fn with_levels_times(self, factors: LevelRatios) -> Self {
        Self { ratios: self.ratios.times(factors), ..self }
    }

    /// (f_s − f_c)·exp(−|v/v_s|^δ) [N·m].
    #[inline]
    fn stribeck_excess(&self, velocity: f64) -> f64 {
        if self.excess == 0.0 { 0.0 } else { self.excess * decayed(self.power(velocity)) }
    }

    /// |v/v_s|^δ.
    #[inline]
    fn power(&self, velocity: f64) -> f64 {
        let ratio = (velocity / self.stribeck_velocity).abs();
        if self.exponent == 2.0 { ratio * ratio } else { libm::pow(ratio, self.exponent) }
    }

    /// ż [rad/s] and its partial derivatives with respect to velocity [1] and deflection [1/s], for motion in
    /// `direction` = ±1.
    pub fn tangent(&self, velocity: f64, direction: f64, deflection: f64) -> [f64; 2] {
        let excess = self.stribeck_excess(velocity);
        let factor = self.ratios.of(direction);
        let steady = factor * (self.coulomb + excess) / self.stiffness;
        // v·g'(v) = −δ·|v/v_s|^δ·excess/σ₀ has no division by a vanishing velocity.
        let steady_times_slope = factor * (-self.exponent * self.power(velocity) * excess / self.stiffness);
        let u = direction * deflection / steady;
        let share = self.slip.share(u);
        let per_u = share + self.slip.slope(u) * u;
        [1.0 - u * (share - per_u * (steady_times_slope / steady)), per_u * (-direction * velocity / steady)]
    }

    /// ż [rad/s], for motion in `direction` (the sign of the velocity, also where the velocity is zero to rounding).
    #[inline]
    pub fn deflection_rate(&self, velocity: f64, direction: f64, deflection: f64) -> f64 {
        let steady = self.steady_deflection(libm::copysign(velocity, direction));
        if steady == 0.0 {
            return 0.0;
        }
        match self.slip {
            Slip::Always => velocity - direction * velocity * deflection / steady,
            Slip::Beyond(_) => {
                let u = direction * deflection / steady;
                velocity * (1.0 - self.slip.share(u) * u)
            }
        }
    }

    /// Change of the deflection over `length` [s] at constant velocity, with the share that slips as it is at the start: exact
    /// where that is constant. The equation is stiff: explicit steps would have to be below its time constant.
    pub fn deflection_change(&self, velocity: f64, deflection: f64, length: f64) -> f64 {
        let steady = libm::copysign(self.steady_deflection(velocity), velocity);
        if steady == 0.0 || velocity == 0.0 {
            return 0.0;
        }
        let share = self.slip.share(deflection / steady);
        if share == 0.0 {
            return velocity * length;
        }
        -(steady / share - deflection) * libm::expm1(-share * velocity / steady * length)
    }

    /// Whether a Taylor series leads over `length` [s] from `velocity` at least, as far as the bristles are concerned: all of the motion
    /// slips, so that ż is smooth, and it does not slip so fast that the series would follow a deflection which has long settled.
    pub fn has_series(&self, velocity: f64, length: f64) -> bool {
        let steady = self.steady_deflection(velocity);
        let is_slow = velocity.abs() * length <= STIFF * steady && steady > 0.0;
        is_slow && self.slip == Slip::Always && !self.effect().is_singular(velocity.abs())
    }

    /// Whether their damping lets a body of this inertia [kg·m²] go on moving over `length` [s].
    pub fn lets_swing(&self, inertia: f64, length: f64) -> bool {
        self.damping * length <= STIFF * inertia
    }

    /// How the level falls with the speed; `excess` in N·m.
    #[inline]
    pub(super) fn effect(&self) -> StribeckEffect {
        let Self { excess, stribeck_velocity: velocity, exponent, .. } = *self;
        StribeckEffect { excess, load_excess: excess, velocity, exponent }
    }

    /// Deflection [rad] after an implicit step of `length` [s] to this velocity, with the share that slips as it is where nothing has
    /// slipped on the way: `z⁺ = (z + h·v)/(1 + α·h·|v|/g(v))`. It exceeds neither what it was nor the steady one at rest.
    pub fn implicit_deflection(&self, velocity: f64, deflection: f64, length: f64) -> f64 {
        let steady = self.steady_deflection(velocity);
        if steady == 0.0 || velocity == 0.0 {
            return deflection;
        }
        let unslipped = deflection + length * velocity;
        let share = self.slip.share(libm::copysign(1.0, velocity) * unslipped / steady);
        unslipped / (1.0 + share * length * velocity.abs() / steady)
    }

    /// Friction torque [N·m] from deflection and its rate.
    #[inline]
    pub fn torque(&self, deflection: f64, rate: f64) -> f64 {
        self.stiffness * deflection + self.damping * rate
    }

    /// Longest step [s] from `speed` [rad/s] with `acceleration` [rad/s²] along the motion whose nodes see the Stribeck
    /// effect. A body that slows down passes it between two nodes otherwise, and where its velocity vanishes so does the
    /// share of g in ż: no error estimate shows it.
    pub fn resolution(&self, speed: f64, acceleration: f64) -> f64 {
        if self.excess == 0.0 {
            return f64::INFINITY;
        }
        let range = self.stribeck_velocity * libm::pow(NEGLIGIBLE_POWER, 1.0 / self.exponent);
        let beyond = speed - range;
        if beyond >= 0.0 && acceleration >= 0.0 {
            return f64::INFINITY;
        }
        let change = (RESOLUTION * self.stribeck_velocity.max(speed)).max(beyond);
        change / acceleration.abs()
    }

    /// Whether the bristles still deflect elastically: the deflection in the direction of motion has not reached 90 % of
    /// the steady one.
    pub fn is_presliding(&self, velocity: f64, deflection: f64) -> bool {
        // Bristles at rest deflect to the side that carries.
        let velocity = if velocity == 0.0 { libm::copysign(0.0, deflection) } else { velocity };
        self.short_of_sliding(velocity, libm::copysign(1.0, velocity) * deflection) > 0.0
    }

    /// The deflection [rad] that is missing to the end of presliding, from the one along the motion.
    pub fn short_of_sliding(&self, velocity: f64, along: f64) -> f64 {
        self.short_of_sliding_by(self.steady_deflection(velocity), along)
    }

    /// The same where the steady deflection is known.
    #[inline]
    pub fn short_of_sliding_by(&self, steady: f64, along: f64) -> f64 {
        SLIDING_SHARE * steady - along
    }

    /// f_s, the torque that bristles hold at most against motion in a direction, whose sign counts [N·m].
    pub fn breakaway_torque(&self, direction: f64) -> f64 {
        self.ratios.of(direction) * (self.coulomb + self.excess)
    }

    /// The greater of both directions.
    pub fn greatest_torque(&self) -> f64 {
        self.breakaway_torque(1.0).max(self.breakaway_torque(-1.0))
    }

    /// Work [J] that bristles take in a direction from a deflection along the motion up to that of breakaway, less what a constant torque `active`
    /// [N·m] along it does, and as much again as they then store: `(ẑ − z)·(σ₀·(ẑ + z)/2 − T) + f_s·ẑ/2`, ẑ = f_s/σ₀.
    pub fn work_to_slip(&self, direction: f64, along: f64, active: f64) -> f64 {
        let level = self.breakaway_torque(direction);
        let breakaway = level / self.stiffness;
        (breakaway - along).max(0.0) * (0.5 * self.stiffness * (breakaway + along) - active) + 0.5 * level * breakaway
    }

    /// Friction that holds at constant velocity [N·m], with the sign of the velocity.
    pub fn steady_torque(&self, velocity: f64) -> f64 {
        libm::copysign(self.stiffness * self.steady_deflection(velocity), velocity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LUGRE: Bristle = Bristle {
        stiffness: 1e5,
        damping: 1.0,
        coulomb: 0.981,
        excess: 0.489,
        stribeck_velocity: 1e-3,
        exponent: 2.0,
        slip: Slip::Always,
        ratios: LevelRatios::of_backward(1.0),
    };

    #[test]
    fn the_levels_of_the_other_direction_are_so_many_times_as_large() {
        let uneven = Bristle { ratios: LevelRatios::of_backward(0.5), ..LUGRE };
        for speed in [0.0, 5e-4, 2e-3] {
            assert_eq!(uneven.steady_torque(speed), LUGRE.steady_torque(speed));
            assert_eq!(uneven.steady_torque(-speed), -0.5 * LUGRE.steady_torque(speed));
        }
        let steady = uneven.steady_deflection(-5e-4);
        assert!(uneven.deflection_rate(-5e-4, -1.0, -steady).abs() < 1e-18);
        assert_eq!(
            [1.0, -1.0].map(|direction| uneven.breakaway_torque(direction)),
            [0.981 + 0.489, 0.5 * (0.981 + 0.489)]
        );
        assert!(uneven.is_presliding(0.0, 0.8 * 1.47e-5) && !uneven.is_presliding(0.0, -0.8 * 1.47e-5));
    }

    #[test]
    fn bristles_have_a_series_while_they_are_slow_and_smooth_and_all_of_the_motion_slips() {
        let over_a_millisecond = |bristle: Bristle, velocity: f64| bristle.has_series(velocity, 1e-3);
        // Four time constants g/|v|, with g = 0.981e-5 far beyond the Stribeck velocity.
        assert!(over_a_millisecond(LUGRE, 0.039) && !over_a_millisecond(LUGRE, -0.040));
        assert!(over_a_millisecond(LUGRE, 0.0));
        assert!(!over_a_millisecond(Bristle { slip: Slip::Beyond(0.5), ..LUGRE }, 0.0));
        // A broken power is singular at rest.
        let broken = Bristle { exponent: 1.5, ..LUGRE };
        assert!(!over_a_millisecond(broken, 0.0) && over_a_millisecond(broken, 1e-5));
        assert!(!over_a_millisecond(Bristle { coulomb: 0.0, excess: 0.0, ..LUGRE }, 0.0));
    }

    #[test]
    fn a_body_whose_motion_the_bristles_damp_at_once_does_not_swing() {
        // Four time constants J/σ₁ in a millisecond.
        assert!(LUGRE.lets_swing(2.6e-4, 1e-3) && !LUGRE.lets_swing(2.4e-4, 1e-3));
    }

    #[test]
    fn at_constant_velocity_friction_settles_on_the_steady_characteristic() {
        let velocity = 5e-4;
        let steady = LUGRE.steady_deflection(velocity);
        assert!(LUGRE.deflection_rate(velocity, 1.0, steady).abs() < 1e-18);
        let expected = 0.981 + 0.489 * libm::exp(-0.25);
        assert!((LUGRE.steady_torque(velocity) - expected).abs() < 1e-15);
        assert_eq!(LUGRE.steady_torque(-velocity), -LUGRE.steady_torque(velocity));
    }

    #[test]
    fn a_step_does_not_leap_over_the_stribeck_effect_and_is_free_beyond_it() {
        let range = 1e-3 * libm::sqrt(NEGLIGIBLE_POWER);
        assert_eq!(LUGRE.resolution(1.0, 1.0), f64::INFINITY);
        assert_eq!(LUGRE.resolution(1.0, -2.0), (1.0 - range) / 2.0);
        assert_eq!(LUGRE.resolution(range, -2.0), 0.5 * range / 2.0);
        assert_eq!([-4.0, 4.0].map(|acceleration| LUGRE.resolution(0.0, acceleration)), [0.5e-3 / 4.0; 2]);
        assert_eq!(LUGRE.resolution(0.0, 0.0), f64::INFINITY);
        assert_eq!(Bristle { excess: 0.0, ..LUGRE }.resolution(0.0, 4.0), f64::INFINITY);
    }

    #[test]
    fn the_tangent_is_the_derivative_of_the_deflection_rate() {
        for (direction, backward_ratio) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, 0.5)] {
            check_tangent(direction, &Bristle { ratios: LevelRatios::of_backward(backward_ratio), ..LUGRE });
        }
    }

    fn check_tangent(direction: f64, bristle: &Bristle) {
        let (velocity, deflection) = (direction * 7e-4, direction * 8e-6);
        let rate = |v: f64, z: f64| bristle.deflection_rate(v, direction, z);
        let [per_velocity, per_deflection] = bristle.tangent(velocity, direction, deflection);
        let difference = (rate(velocity + 1e-9, deflection) - rate(velocity - 1e-9, deflection)) / 2e-9;
        assert!((per_velocity - difference).abs() < 1e-6); // a central difference with this step
        let difference = (rate(velocity, deflection + 1e-11) - rate(velocity, deflection - 1e-11)) / 2e-11;
        assert!((per_deflection / difference - 1.0).abs() < 1e-6);
    }
}
