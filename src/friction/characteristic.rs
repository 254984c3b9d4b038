//! Velocity characteristics of the set-valued laws.
//!
//! ```text
//! F = χ(|v|)·F₀ + χ_T(|v|)·κ·|T|   a characteristic scales the level of `Levels`; χ_T is χ where both parts have one static ratio
//! F = τ(|v|) + κ·|T|               a table gives the friction without load itself; the share of the load adds to it
//! ```
//!
//! F₀ may differ by the direction of motion; of a table it is a factor of τ. The second is what Modelica has where a bearing with a table stands beside a gear with an efficiency. It needs no Coulomb
//! level to divide by, and is continuous in every point of the table, down to a table of zeros.

use super::{Levels, Table};

/// χ(|v|), or a table of τ(|v|): see the heading of this file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "no allocation in the physics, and one instance per body")]
pub enum Characteristic {
    /// χ = 1 (Borello & Dalla Vedova 2012; eq. 5 of Johari Majd & Simaan).
    Coulomb,
    /// χ = 1 + (f_s/f_c − 1)/(1 + |v/v_s|^m) (Hess & Soom; eq. 3 of Johari Majd & Simaan). Deviation: odd in v.
    HessSoom(StribeckEffect),
    /// χ = 1 + (f_s/f_c − 1)·exp(−|v/v_s|^m) (eq. 4 of Johari Majd & Simaan).
    Stribeck(StribeckEffect),
    /// Linear between points (Modelica's `tau_pos`).
    Tabulated(Table),
}

/// The Stribeck effect: how the static excess falls with the speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StribeckEffect {
    /// f_s/f_c − 1.
    pub excess: f64,
    /// The same of the share of the load.
    pub load_excess: f64,
    /// v_s or ω_c [rad/s].
    pub velocity: f64,
    /// m.
    pub exponent: f64,
}

impl Characteristic {
    /// χ at `speed` = |v|, or τ [N·m]. `segment` is the table interval that holds (see [`Characteristic::segment`]).
    #[inline]
    pub fn ratio(&self, speed: f64, segment: u8) -> f64 {
        match self {
            Self::Coulomb => 1.0,
            Self::HessSoom(effect) => 1.0 + effect.excess / (1.0 + effect.power(speed)),
            Self::Stribeck(effect) => 1.0 + effect.excess * decayed(effect.power(speed)),
            Self::Tabulated(table) => table.level(speed, usize::from(segment)),
        }
    }

    /// Its derivative with the speed [s/rad or N·m·s/rad].
    pub fn slope(&self, speed: f64, segment: u8) -> f64 {
        match self {
            Self::Coulomb => 0.0,
            Self::HessSoom(effect) => {
                let denominator = 1.0 + effect.power(speed);
                -effect.excess * effect.power_slope(speed) / (denominator * denominator)
            }
            Self::Stribeck(effect) => -effect.excess * decayed(effect.power(speed)) * effect.power_slope(speed),
            Self::Tabulated(table) => table.slope(usize::from(segment)),
        }
    }

    /// Whether `speed` is at, or very close to, a singularity of χ: a broken power has one at rest.
    pub fn is_singular(&self, speed: f64) -> bool {
        match self {
            Self::Coulomb | Self::Tabulated(_) => false,
            Self::HessSoom(effect) | Self::Stribeck(effect) => effect.is_singular(speed),
        }
    }

    /// The levels at zero speed, to be scaled by the breakaway ratios: of a table its first point.
    #[inline]
    pub fn levels_at_rest(&self, levels: &Levels) -> Levels {
        match self {
            Self::Coulomb | Self::HessSoom(_) | Self::Stribeck(_) => *levels,
            Self::Tabulated(table) => Levels {
                opposing_gain: levels.opposing_gain * table.load_ratio(0.0, 0, true),
                aiding_gain: levels.aiding_gain * table.load_ratio(0.0, 0, false),
                ..levels.times(table.level_at_rest())
            },
        }
    }

    /// Whether the share of the load depends on the speed.
    #[inline]
    pub fn scales_load(&self) -> bool {
        match self {
            Self::Coulomb | Self::HessSoom(_) | Self::Stribeck(_) => true,
            Self::Tabulated(table) => table.has_load(),
        }
    }

    /// Whether it does so in another way than the level without load.
    #[inline]
    pub fn has_own_load_ratio(&self) -> bool {
        match self {
            Self::Coulomb => false,
            Self::HessSoom(effect) | Self::Stribeck(effect) => effect.load_excess != effect.excess,
            Self::Tabulated(_) => true,
        }
    }

    /// What scales the share of the load, which opposes or aids the motion, where [`Characteristic::ratio`] is `ratio`.
    #[inline]
    pub fn load_ratio(&self, ratio: f64, speed: f64, segment: u8, is_opposing: bool) -> f64 {
        if self.has_own_load_ratio() { self.own_load_ratio(speed, segment, is_opposing) } else { ratio }
    }

    #[inline(never)]
    fn own_load_ratio(&self, speed: f64, segment: u8, is_opposing: bool) -> f64 {
        match self {
            Self::Coulomb => 1.0,
            Self::HessSoom(effect) => Self::HessSoom(effect.of_load()).ratio(speed, segment),
            Self::Stribeck(effect) => Self::Stribeck(effect.of_load()).ratio(speed, segment),
            Self::Tabulated(table) => table.load_ratio(speed, usize::from(segment), is_opposing),
        }
    }

    /// Derivative of [`Characteristic::load_ratio`] with the speed, where [`Characteristic::slope`] is `slope`.
    pub fn load_slope(&self, slope: f64, speed: f64, segment: u8, is_opposing: bool) -> f64 {
        match self {
            Self::Coulomb => 0.0,
            Self::HessSoom(effect) | Self::Stribeck(effect) if effect.load_excess == effect.excess => slope,
            Self::HessSoom(effect) => Self::HessSoom(effect.of_load()).slope(speed, segment),
            Self::Stribeck(effect) => Self::Stribeck(effect.of_load()).slope(speed, segment),
            Self::Tabulated(table) => table.load_slope(usize::from(segment), is_opposing),
        }
    }

    /// Number of the smooth piece that contains `speed`; 0 where the characteristic has only one.
    pub fn segment(&self, speed: f64) -> u8 {
        match self {
            Self::Tabulated(table) => table.segment(speed) as u8,
            Self::Coulomb | Self::HessSoom(_) | Self::Stribeck(_) => 0,
        }
    }

    /// Ends of a smooth piece [rad/s]; the last has no upper end.
    pub fn segment_ends(&self, segment: u8) -> (f64, f64) {
        match self {
            Self::Tabulated(table) => table.ends(usize::from(segment)),
            Self::Coulomb | Self::HessSoom(_) | Self::Stribeck(_) => (0.0, f64::INFINITY),
        }
    }
}

impl StribeckEffect {
    /// Whether `speed` is at, or very close to, the singularity of a broken power at rest.
    pub(super) fn is_singular(&self, speed: f64) -> bool {
        speed <= SINGULAR_SHARE * self.velocity && self.exponent != 1.0 && self.exponent != 2.0
    }

    /// With the excess of the share of the load.
    pub(super) fn of_load(&self) -> Self {
        Self { excess: self.load_excess, ..*self }
    }

    /// |v/v_s|^m, with the usual exponents spared a `pow`.
    #[inline]
    pub(super) fn power(&self, speed: f64) -> f64 {
        let ratio = speed / self.velocity;
        if self.exponent == 1.0 {
            ratio
        } else if self.exponent == 2.0 {
            ratio * ratio
        } else {
            libm::pow(ratio, self.exponent)
        }
    }
}

impl StribeckEffect {
    /// d|v/v_s|^m/d|v| [s/rad]; infinite at rest for m < 1, where the value a little above it is taken.
    fn power_slope(&self, speed: f64) -> f64 {
        if self.exponent == 1.0 {
            return 1.0 / self.velocity;
        }
        let speed = speed.max(LEAST_SHARE * self.velocity);
        self.exponent * self.power(speed) / speed
    }
}

/// exp(−power), or 0 where it is far below all that it is added to: of what is less than 1e-308 a processor takes some hundred cycles for a product,
/// and a series has hundreds of them.
#[inline]
pub(super) fn decayed(power: f64) -> f64 {
    if power > MOST_DECAY { 0.0 } else { libm::exp(-power) }
}

/// exp(−600) = 3e-261: products with the smallest terms of a series are still above 1e-308.
const MOST_DECAY: f64 = 600.0;

/// Share of the Stribeck velocity up to which a series in time, which reaches as far as the motion is old, is not worth
/// its terms.
const SINGULAR_SHARE: f64 = 1e-3;

/// Share of the Stribeck velocity below which the slope is not resolved.
const LEAST_SHARE: f64 = 1e-6;

#[cfg(test)]
mod tests {
    use super::*;

    const EFFECT: StribeckEffect = StribeckEffect { excess: 0.5, load_excess: 0.5, velocity: 0.1, exponent: 1.0 };

    #[test]
    fn characteristics_run_from_the_static_to_the_coulomb_level() {
        for law in [Characteristic::HessSoom(EFFECT), Characteristic::Stribeck(EFFECT)] {
            assert_eq!(law.ratio(0.0, 0), 1.5);
            assert!((law.ratio(1e9, 0) - 1.0).abs() < 1e-9);
        }
        assert!((Characteristic::HessSoom(EFFECT).ratio(0.1, 0) - 1.25).abs() < 1e-15);
        assert!((Characteristic::Stribeck(EFFECT).ratio(0.1, 0) - (1.0 + 0.5 * libm::exp(-1.0))).abs() < 1e-15);
    }

    #[test]
    fn slopes_are_the_derivatives_of_the_characteristics() {
        for exponent in [0.7, 1.0, 1.5, 2.0] {
            let effect = StribeckEffect { exponent, ..EFFECT };
            for law in [Characteristic::HessSoom(effect), Characteristic::Stribeck(effect)] {
                let difference = (law.ratio(0.05 + 1e-6, 0) - law.ratio(0.05 - 1e-6, 0)) / 2e-6;
                // Truncation and rounding of a central difference with this step.
                assert!((law.slope(0.05, 0) / difference - 1.0).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn only_a_broken_power_is_singular_and_only_near_rest() {
        for exponent in [0.7, 1.0, 1.5, 2.0] {
            let effect = StribeckEffect { excess: 0.5, load_excess: 0.5, velocity: 0.1, exponent };
            for law in [Characteristic::HessSoom(effect), Characteristic::Stribeck(effect)] {
                assert_eq!(law.is_singular(0.0), exponent.fract() != 0.0, "{law:?}");
                assert!(!law.is_singular(0.1), "{law:?}");
            }
        }
        assert!(!Characteristic::Coulomb.is_singular(0.0));
    }
}
