//! The continuous friction model of Johari Majd & Simaan, its amplitude σ and where the approximate σ holds.
//!
//! ```text
//! F(ω) = f_w·ω + [f_c + σ·e^(−|ω/ω_c|) − (σ + f_c)·e^(−n·|ω/ω_c|)]·sign(ω)          (eq. 6)
//! ```
//!
//! σ is chosen such that the peak equals the static level f_s. The viscous term belongs to the actuator and is not
//! part of what this file computes. The model has no true stiction: F(0) = 0, so it creeps under any constant torque.

use super::LevelRatios;

/// Sharpness this close to 1 is taken as 1 ± this: σ itself grows as 1/(n − 1) while the curve has a limit.
const NEAREST_TO_ONE: f64 = 1e-8;
/// Newton converges quadratically from its starting value; near n = 1 it first walks in steps of one.
const MAX_ITERATIONS: usize = 64;

/// Curve with its amplitude; `sharpness` > 1 after mirroring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MajdSimaan {
    coulomb: f64,
    sigma: f64,
    critical_velocity: f64,
    sharpness: f64,
    mirrored: bool,
    resting_speed: f64,
    /// Levels in either direction over f_c and f_s.
    ratios: LevelRatios,
}

/// Which formula gives σ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amplitude {
    /// Root of eq. (13).
    Exact,
    /// Closed form of eq. (19).
    Approximate,
}

impl MajdSimaan {
    /// The curve with Coulomb level f_c ≥ 0, static level f_s ≥ f_c [N·m], critical velocity ω_c > 0 [rad/s] and
    /// sharpness n > 0.
    ///
    /// A sharpness below 1 is the same curve as 1/n with ω_c/n and −(σ + f_c) for σ.
    #[inline(never)]
    pub fn new(coulomb: f64, static_level: f64, critical_velocity: f64, sharpness: f64, amplitude: Amplitude) -> Self {
        let mirrored = sharpness < 1.0;
        let (n, critical_velocity) =
            if mirrored { (1.0 / sharpness, critical_velocity / sharpness) } else { (sharpness, critical_velocity) };
        let n = n.max(1.0 + NEAREST_TO_ONE);
        let sigma = match amplitude {
            Amplitude::Exact => exact_sigma(coulomb, static_level, n),
            Amplitude::Approximate => approximate_sigma(coulomb, static_level, n),
        };
        let curve = Self {
            coulomb,
            sigma,
            critical_velocity,
            sharpness: n,
            mirrored,
            resting_speed: 0.0,
            ratios: LevelRatios::of_backward(1.0),
        };
        Self { resting_speed: curve.greatest_creep(), ..curve }
    }

    /// The same curve with levels for motion towards negative position that are so many times as large.
    pub fn with_backward_ratio(self, backward_ratio: f64) -> Self {
        Self { ratios: LevelRatios::of_backward(backward_ratio), ..self }
    }

    /// The same curve with levels that are so many times as large in either direction: σ grows as they do, and the peak stays where it is.
    pub fn with_levels_times(self, factors: LevelRatios) -> Self {
        Self { ratios: self.ratios.times(factors), ..self }
    }

    /// The speed up to which a torque below the level makes it creep: that of the peak, or where there is none that at which the
    /// curve comes within 5 % of the level [rad/s].
    fn greatest_creep(&self) -> f64 {
        if self.sigma > 0.0 { self.peak_velocity() } else { -libm::log(0.05) * self.critical_velocity / self.sharpness }
    }

    /// Below this speed a body counts as at rest [rad/s].
    pub fn resting_speed(&self) -> f64 {
        self.resting_speed
    }

    /// The torque of the peak, or the level that a curve without one approaches, against motion in a direction [N·m].
    pub fn highest_torque(&self, direction: f64) -> f64 {
        self.ratios.of(direction) * if self.sigma > 0.0 { self.torque(self.peak_velocity()) } else { self.coulomb }
    }

    /// σ of eq. (6) [N·m].
    pub fn sigma(&self) -> f64 {
        if self.mirrored { -(self.sigma + self.coulomb) } else { self.sigma }
    }

    /// Velocity of the peak, eq. (11) [rad/s]; 0 where the curve has none (f_s = f_c).
    #[inline(never)]
    pub fn peak_velocity(&self) -> f64 {
        if self.sigma <= 0.0 {
            return 0.0;
        }
        let argument = libm::log(self.sharpness) + libm::log1p(self.coulomb / self.sigma);
        self.critical_velocity * argument / (self.sharpness - 1.0)
    }

    /// Friction torque at `velocity`, eq. (6) without the viscous term [N·m]; odd where both directions have the same level.
    pub fn torque(&self, velocity: f64) -> f64 {
        let u = (velocity / self.critical_velocity).abs();
        // The difference of exponentials without cancellation: e^(−u) − e^(−nu) = −e^(−u)·expm1(−(n − 1)u).
        let bump = -self.sigma * libm::exp(-u) * libm::expm1(-(self.sharpness - 1.0) * u);
        let rise = -self.coulomb * libm::expm1(-self.sharpness * u);
        self.ratios.of(velocity) * libm::copysign(rise + bump, velocity)
    }

    /// dF/dω without the viscous term [N·m·s/rad], at rest that of positive velocities.
    pub fn slope(&self, velocity: f64) -> f64 {
        let u = (velocity / self.critical_velocity).abs();
        let n = self.sharpness;
        let per_u = -self.sigma * libm::exp(-u) + n * (self.sigma + self.coulomb) * libm::exp(-n * u);
        self.ratios.of(velocity) * per_u / self.critical_velocity
    }

    /// Whether the full curve for positive velocities with `viscous_coefficient` f_w [N·m·s/rad] has a local peak:
    /// `f_w·ω_c < σ·(1 − 1/n)·[n²·(1 + f_c/σ)]^(−1/(n−1))`. Deviation: replaces the paper's condition (9), which is not
    /// the condition for a peak.
    pub fn has_peak(&self, viscous_coefficient: f64) -> bool {
        if self.sigma <= 0.0 {
            return false;
        }
        let n = self.sharpness;
        let logarithm = 2.0 * libm::log(n) + libm::log1p(self.coulomb / self.sigma);
        let steepest = self.sigma * (1.0 - 1.0 / n) * libm::exp(-logarithm / (n - 1.0));
        viscous_coefficient * self.critical_velocity < steepest
    }
}

/// σ from eq. (13) for n > 1: `f_s = f_c + σ·(n−1)·n^(−n/(n−1))·(1 + f_c/σ)^(−1/(n−1))`.
///
/// With y = ln(σ/f_c) the equation is concave and increasing, so Newton converges from the left without a bracket.
/// Never forms nⁿ.
pub fn exact_sigma(coulomb: f64, static_level: f64, n: f64) -> f64 {
    let excess = static_level - coulomb;
    if excess <= 0.0 {
        return 0.0;
    }
    let shape = n * libm::log(n) / (n - 1.0) - libm::log(n - 1.0);
    if coulomb == 0.0 {
        return excess * libm::exp(shape);
    }
    let target = libm::log(excess / coulomb) + shape;
    let mut y = if target > 0.0 { target } else { target * (n - 1.0) / n };
    for _ in 0..MAX_ITERATIONS {
        let inverse = libm::exp(-y);
        let residual = y - libm::log1p(inverse) / (n - 1.0) - target;
        let slope = 1.0 + inverse / (1.0 + inverse) / (n - 1.0);
        let step = residual / slope;
        y -= step;
        if step.abs() <= f64::EPSILON * (1.0 + y.abs()) {
            break;
        }
    }
    coulomb * libm::exp(y)
}

/// σ from eq. (19) for n > 1: `σ = (2nⁿ)^(1/(n−1))/(n−1)·(f_s − f_c)`; no limit for n → 1.
pub fn approximate_sigma(coulomb: f64, static_level: f64, n: f64) -> f64 {
    (static_level - coulomb).max(0.0) * normalized_approximate_sigma(n)
}

/// σ/(f_s − f_c) of eq. (19).
fn normalized_approximate_sigma(n: f64) -> f64 {
    libm::exp((core::f64::consts::LN_2 + n * libm::log(n)) / (n - 1.0)) / (n - 1.0)
}

/// Relative error of the peak with the approximate σ, for η = f_s/f_c (eqs 20 and 21).
pub fn approximate_peak_error(eta: f64, n: f64) -> f64 {
    let excess = eta - 1.0;
    if excess <= 0.0 {
        return 0.0;
    }
    let ratio = 0.5 + 0.5 / (excess * normalized_approximate_sigma(n));
    excess / eta * libm::expm1(-libm::log(ratio) / (n - 1.0))
}

/// η = f_s/f_c for which the approximate σ is exact (dashed line of Fig 8a).
pub fn exact_eta(n: f64) -> f64 {
    1.0 + 1.0 / normalized_approximate_sigma(n)
}

/// Largest η for which the peak error stays within +`delta` (eq. 23, Fig 8a); infinite where every η does.
pub fn largest_eta(n: f64, delta: f64) -> f64 {
    let mut low = exact_eta(n);
    let mut high = 2.0 * low;
    while approximate_peak_error(high, n) <= delta {
        if high > LARGEST_FINITE_ETA {
            return f64::INFINITY;
        }
        (low, high) = (high, 2.0 * high);
    }
    while high - low > 2.0 * f64::EPSILON * high {
        let middle = 0.5 * (low + high);
        if approximate_peak_error(middle, n) <= delta {
            low = middle;
        } else {
            high = middle;
        }
        if middle == low && middle == high {
            break;
        }
    }
    low
}

/// Beyond this η the peak error has reached its limit for η → ∞.
const LARGEST_FINITE_ETA: f64 = 1e12;

/// Whether the approximate σ keeps the peak within 2 % (the paper's region).
pub fn approximation_holds(eta: f64, n: f64) -> bool {
    let n = if n < 1.0 { 1.0 / n } else { n };
    n > 1.0 + NEAREST_TO_ONE && approximate_peak_error(eta, n).abs() <= 0.02
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Example (14): f_c 0.5, f_s 0.95, n 10, ω_c 0.019.
    fn example(amplitude: Amplitude) -> MajdSimaan {
        MajdSimaan::new(0.5, 0.95, 0.019, 10.0, amplitude)
    }

    fn assert_close(value: f64, expected: f64, relative: f64) {
        assert!((value / expected - 1.0).abs() <= relative, "{value:.16} instead of {expected:.16}");
    }

    #[test]
    fn example_14_has_the_corrected_amplitudes_and_peak() {
        assert_close(example(Amplitude::Exact).sigma(), 0.686263868676470, 1e-12);
        assert_close(example(Amplitude::Approximate).sigma(), 0.697475396981210, 1e-12);
        assert_close(example(Amplitude::Exact).peak_velocity(), 0.00601642796767727, 1e-12);
        assert_close(approximate_peak_error(1.9, 10.0), 0.00810239130909184, 1e-12);
    }

    #[test]
    fn the_peak_of_the_exact_curve_is_the_static_level() {
        for n in [0.1, 0.5, 0.999, 1.0, 1.0001, 1.5, 2.0, 5.0, 10.0, 36.0, 50.0, 1000.0] {
            for eta in [1.000001, 1.01, 1.645, 1.9, 5.0, 100.0] {
                let curve = MajdSimaan::new(0.5, 0.5 * eta, 0.019, n, Amplitude::Exact);
                // e^(y) of a σ that grows as 1/(n−1) costs digits near n = 1.
                let tolerance = if (n - 1.0_f64).abs() < 0.01 { 1e-7 } else { 1e-12 };
                assert_close(curve.torque(curve.peak_velocity()), 0.5 * eta, tolerance);
            }
        }
    }

    #[test]
    fn a_reported_sigma_satisfies_equation_13_also_below_one() {
        for n in [0.2_f64, 0.7, 3.0, 20.0] {
            let sigma = MajdSimaan::new(0.5, 0.95, 0.019, n, Amplitude::Exact).sigma();
            let power = libm::pow(n, -n / (n - 1.0)) * libm::pow(1.0 + 0.5 / sigma, -1.0 / (n - 1.0));
            assert_close(0.5 + sigma * (n - 1.0) * power, 0.95, 1e-12);
        }
    }

    #[test]
    fn the_two_percent_region_has_the_bounds_of_figure_8a() {
        assert_close(largest_eta(10.0, 0.02), 2.3665572419495, 1e-12);
        assert_close(exact_eta(10.0), 1.6451840479932, 1e-12);
        assert!(largest_eta(36.0, 0.02).is_finite());
        assert!(largest_eta(36.01, 0.02).is_infinite());
    }

    #[test]
    fn the_approximation_holds_within_two_percent_and_on_neither_side_at_a_sharpness_of_one() {
        for n in [10.0, 0.1] {
            assert!(approximation_holds(1.9, n) && approximation_holds(2.366, n), "{n}");
            assert!(!approximation_holds(2.367, n), "{n}");
        }
        assert!(!approximation_holds(1.9, 1.0));
    }

    #[test]
    fn without_coulomb_level_the_closed_form_holds_and_without_stiction_equation_24() {
        let n = 10.0;
        let curve = MajdSimaan::new(0.0, 0.95, 0.019, n, Amplitude::Exact);
        assert_close(curve.sigma(), 0.95 * libm::pow(n, n / (n - 1.0)) / (n - 1.0), 1e-14);
        let smooth = MajdSimaan::new(0.5, 0.5, 0.019, n, Amplitude::Exact);
        assert_eq!((smooth.sigma(), smooth.peak_velocity()), (0.0, 0.0));
        // n, not η, in the exponent.
        assert_close(smooth.torque(0.004), 0.5 * (1.0 - libm::exp(-n * 0.004 / 0.019)), 1e-14);
    }

    #[test]
    fn the_curve_is_odd_and_zero_at_rest() {
        let curve = example(Amplitude::Exact);
        assert_eq!(curve.torque(-0.01), -curve.torque(0.01));
        assert_eq!(curve.torque(0.0), 0.0);
    }

    #[test]
    fn the_slope_is_the_derivative_and_at_rest_that_of_the_example() {
        let curve = example(Amplitude::Exact);
        // Slope at 0 of the example with its viscous coefficient 0.05.
        assert_close(curve.slope(0.0) + 0.05, 588.280253583591, 1e-12);
        let difference = (curve.torque(0.01 + 1e-7) - curve.torque(0.01 - 1e-7)) / 2e-7;
        assert_close(curve.slope(0.01), difference, 1e-7); // a central difference with this step
    }

    #[test]
    fn strong_viscous_friction_hides_the_peak() {
        let curve = example(Amplitude::Exact);
        assert!(curve.has_peak(0.05) && !curve.has_peak(100.0));
    }

    #[test]
    fn a_peak_is_there_as_long_as_viscous_friction_grows_slower_than_the_steepest_descent() {
        for (n, eta) in [(0.2, 1.9), (1.5, 1.3), (3.0, 5.0), (10.0, 1.9), (30.0, 1.1)] {
            let curve = MajdSimaan::new(0.5, 0.5 * eta, 0.019, n, Amplitude::Exact);
            let velocities = (1..40_000).map(|k| f64::from(k) * 1e-5 * curve.critical_velocity * 40.0);
            let steepest = velocities.map(|velocity| -curve.slope(velocity)).fold(0.0, f64::max);
            // The scan misses the steepest place by far less than 1e-3.
            assert!(curve.has_peak(0.999 * steepest) && !curve.has_peak(1.001 * steepest), "n {n}, η {eta}");
        }
    }
}
