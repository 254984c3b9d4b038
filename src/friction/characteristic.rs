//! Velocity characteristics of the set-valued laws.
//!
//! ```text
//! F = χ(|v|)·(F₀ + κ·|T|)      a characteristic scales the whole level of `Levels`, the share of the load included
//! F = τ(|v|) + κ·|T|           a table gives the friction without load itself; the share of the load adds to it
//! ```
//!
//! The second is what Modelica has where a bearing with a table stands beside a gear with an efficiency. It needs no Coulomb
//! level to divide by, and is continuous in every point of the table, down to a table of zeros.

use super::Levels;

/// Points of a tabulated characteristic.
pub const TABLE_POINTS: usize = 16;

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
    /// Linear between points (Modelica's `tau_pos`), beyond the last with the slope `slope_beyond`.
    Tabulated(Table),
}

/// The Stribeck effect: how the static excess falls with the speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StribeckEffect {
    /// f_s/f_c − 1.
    pub excess: f64,
    /// v_s or ω_c [rad/s].
    pub velocity: f64,
    /// m.
    pub exponent: f64,
}

/// A table of friction without load against speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    /// Ascending speeds, the first 0 [rad/s].
    pub speed: [f64; TABLE_POINTS],
    /// τ at the speeds [N·m].
    pub level: [f64; TABLE_POINTS],
    /// Points in use, at least 1.
    pub size: usize,
    /// Slope beyond the last point [N·m·s/rad].
    pub slope_beyond: f64,
}

impl Characteristic {
    /// χ at `speed` = |v|, or τ [N·m]. `segment` is the table interval that holds (see [`Characteristic::segment`]).
    #[inline]
    pub fn ratio(&self, speed: f64, segment: u8) -> f64 {
        match self {
            Self::Coulomb => 1.0,
            Self::HessSoom(effect) => 1.0 + effect.excess / (1.0 + effect.power(speed)),
            Self::Stribeck(effect) => 1.0 + effect.excess * libm::exp(-effect.power(speed)),
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
            Self::Stribeck(effect) => -effect.excess * libm::exp(-effect.power(speed)) * effect.power_slope(speed),
            Self::Tabulated(table) => table.slope(usize::from(segment)),
        }
    }

    /// Whether `speed` is at, or very close to, a singularity of χ: a broken power has one at rest.
    pub fn is_singular(&self, speed: f64) -> bool {
        match self {
            Self::Coulomb | Self::Tabulated(_) => false,
            Self::HessSoom(effect) | Self::Stribeck(effect) => {
                speed <= SINGULAR_SHARE * effect.velocity && effect.exponent != 1.0 && effect.exponent != 2.0
            }
        }
    }

    /// The levels at zero speed, to be scaled by the breakaway ratio: of a table its first point.
    #[inline]
    pub fn levels_at_rest(&self, levels: &Levels) -> Levels {
        match self {
            Self::Coulomb | Self::HessSoom(_) | Self::Stribeck(_) => *levels,
            Self::Tabulated(table) => Levels { coulomb: table.level[0], ..*levels },
        }
    }

    /// Whether it scales the share of the load as well.
    #[inline]
    pub fn scales_load(&self) -> bool {
        match self {
            Self::Coulomb | Self::HessSoom(_) | Self::Stribeck(_) => true,
            Self::Tabulated(_) => false,
        }
    }

    /// What scales the share of the load where [`Characteristic::ratio`] is `ratio`.
    #[inline]
    pub fn load_ratio(&self, ratio: f64) -> f64 {
        if self.scales_load() { ratio } else { 1.0 }
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

/// Share of the Stribeck velocity up to which a series in time, which reaches as far as the motion is old, is not worth
/// its terms.
const SINGULAR_SHARE: f64 = 1e-3;

/// Share of the Stribeck velocity below which the slope is not resolved.
const LEAST_SHARE: f64 = 1e-6;

impl Table {
    /// The same table, which goes on beyond its last point as between the last two, as Modelica's do; but one that falls ends at zero,
    /// where friction would begin to drive.
    pub fn extrapolated(mut self) -> Self {
        let Some(before) = self.size.checked_sub(2) else { return self };
        let (last, slope) = (before + 1, self.slope(before));
        if slope >= 0.0 {
            self.slope_beyond = slope;
        } else {
            self.speed[last] -= self.level[last] / slope;
            self.level[last] = 0.0;
        }
        self
    }

    fn segment(&self, speed: f64) -> usize {
        (1..self.size).take_while(|&k| self.speed[k] <= speed).count()
    }

    fn ends(&self, segment: usize) -> (f64, f64) {
        let upper = if segment + 1 < self.size { self.speed[segment + 1] } else { f64::INFINITY };
        (self.speed[segment], upper)
    }

    /// The line of a segment, also continued beyond its ends (a located crossing may overshoot by rounding).
    fn level(&self, speed: f64, segment: usize) -> f64 {
        self.level[segment] + self.slope(segment) * (speed - self.speed[segment])
    }

    fn slope(&self, segment: usize) -> f64 {
        let next = segment + 1;
        if next >= self.size {
            return self.slope_beyond;
        }
        (self.level[next] - self.level[segment]) / (self.speed[next] - self.speed[segment])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EFFECT: StribeckEffect = StribeckEffect { excess: 0.5, velocity: 0.1, exponent: 1.0 };

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
    fn a_table_is_linear_between_its_points_and_constant_beyond() {
        let law = Characteristic::Tabulated(table([0.0, 1.0, 3.0], [2.0, 1.0, 1.5]));
        for (speed, level) in [(0.0, 2.0), (0.5, 1.5), (1.0, 1.0), (2.0, 1.25), (3.0, 1.5), (9.0, 1.5)] {
            assert_eq!(law.ratio(speed, law.segment(speed)), level, "at {speed}");
        }
        assert_eq!(law.segment_ends(1), (1.0, 3.0));
    }

    fn table(speed: [f64; 3], level: [f64; 3]) -> Table {
        let mut table = Table { speed: [0.0; TABLE_POINTS], level: [0.0; TABLE_POINTS], size: 3, slope_beyond: 0.0 };
        table.speed[..3].copy_from_slice(&speed);
        table.level[..3].copy_from_slice(&level);
        table
    }

    #[test]
    fn a_table_goes_on_as_between_its_last_two_points_and_falls_to_zero_at_most() {
        let rising = Characteristic::Tabulated(table([0.0, 1.0, 3.0], [2.0, 1.0, 1.5]).extrapolated());
        let falling = Characteristic::Tabulated(table([0.0, 1.0, 3.0], [2.0, 1.5, 1.0]).extrapolated());
        for (speed, up, down) in
            [(0.5, 1.5, 1.75), (2.0, 1.25, 1.25), (3.0, 1.5, 1.0), (5.0, 2.0, 0.5), (9.0, 3.0, 0.0)]
        {
            assert_eq!(rising.ratio(speed, rising.segment(speed)), up, "at {speed}");
            assert_eq!(falling.ratio(speed, falling.segment(speed)), down, "at {speed}");
        }
    }

    #[test]
    fn only_a_broken_power_is_singular_and_only_near_rest() {
        for exponent in [0.7, 1.0, 1.5, 2.0] {
            let effect = StribeckEffect { excess: 0.5, velocity: 0.1, exponent };
            for law in [Characteristic::HessSoom(effect), Characteristic::Stribeck(effect)] {
                assert_eq!(law.is_singular(0.0), exponent.fract() != 0.0, "{law:?}");
                assert!(!law.is_singular(0.1), "{law:?}");
            }
        }
        assert!(!Characteristic::Coulomb.is_singular(0.0));
    }
}
