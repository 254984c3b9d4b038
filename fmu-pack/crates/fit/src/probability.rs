//! Quantiles and tails of the distributions that a fit needs.

use libm::{exp, lgamma, log, sqrt};

/// Half the width of a 95 % interval of a normal variable, in standard deviations.
pub const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The 95 % quantile of χ² with one degree of freedom: the square of the number above.
pub const CHI_SQUARED_95: f64 = 3.841_458_820_694_124;

/// Probability that χ² with so many degrees of freedom exceeds a value: Q(k/2, x/2), the regularized upper incomplete gamma function.
/// Series and continued fraction: NIST Digital Library of Mathematical Functions, 8.7.1 and 8.9.2.
pub fn chi_squared_tail(value: f64, freedom: f64) -> f64 {
    let (a, x) = (freedom / 2.0, value / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let factor = exp(a * log(x) - x - lgamma(a));
    if x < a + 1.0 { 1.0 - factor * series(a, x) } else { factor * fraction(a, x) }
}

/// Σ x^n/(a·(a+1)·…·(a+n)).
fn series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
    while term > 1e-17 * sum {
        n += 1.0;
        term *= x / n;
        sum += term;
    }
    sum
}

/// The continued fraction, from its tail.
fn fraction(a: f64, x: f64) -> f64 {
    // Enough for x > a + 1, where it converges geometrically; more where a is large.
    let terms = 200 + (8.0 * sqrt(a)) as u32;
    let tail = (1..=terms).rev().fold(0.0, |tail, n| {
        let n = f64::from(n);
        n * (a - n) / (x + 2.0 * n + 1.0 - a + tail)
    });
    1.0 / (x + 1.0 - a + tail)
}

/// Half the width of a 95 % interval of Student's t with so many degrees of freedom.
pub fn student_95(freedom: f64) -> f64 {
    let (mut low, mut high) = (NORMAL_95, 20.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if student_inside(middle, freedom) < 0.95 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Probability that Student's t is between −t and t: Simpson's rule over its density.
fn student_inside(t: f64, freedom: f64) -> f64 {
    const PANELS: u32 = 400;
    let constant = lgamma(0.5 * (freedom + 1.0)) - lgamma(0.5 * freedom) - 0.5 * log(freedom * std::f64::consts::PI);
    let density = |x: f64| exp(constant - 0.5 * (freedom + 1.0) * libm::log1p(x * x / freedom));
    let step = t / f64::from(PANELS);
    let weight = |index: u32| match index {
        0 | PANELS => 1.0,
        index if index % 2 == 1 => 4.0,
        _ => 2.0,
    };
    2.0 * step / 3.0 * (0..=PANELS).map(|index| weight(index) * density(f64::from(index) * step)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Abramowitz and Stegun, tables 26.8 and 26.10.
    #[test]
    fn tails_and_quantiles_are_those_of_the_tables() {
        for (value, freedom, tail) in [
            (3.841_459, 1.0, 0.05),
            (18.3070, 10.0, 0.05),
            (23.2093, 10.0, 0.01),
            (124.342, 100.0, 0.05),
            (6.26214, 15.0, 0.975),
        ] {
            assert!((chi_squared_tail(value, freedom) - tail).abs() < 1e-6, "{value} {freedom}");
        }
        // A million degrees of freedom are a normal variable.
        let far = chi_squared_tail(1e6 + NORMAL_95 * sqrt(2e6), 1e6);
        assert!((far - 0.025).abs() < 1e-4, "{far}");
        for (freedom, quantile) in [(5.0, 2.571), (10.0, 2.228), (30.0, 2.042), (120.0, 1.980), (1e6, 1.960)] {
            assert!((student_95(freedom) - quantile).abs() < 6e-4, "{freedom} {}", student_95(freedom));
        }
    }
}
