//! First crossing of zero of a polynomial on 0..1, isolated with certainty.

use crate::SERIES_ORDER;

/// Halvings of 0..1 after which a dip below zero is as shallow as rounding error: (2^-26)² = ε.
const MAX_DEPTH: u32 = 26;
/// Bracketed Newton needs 5 to 8 steps to rounding; bisection alone would need 53.
const MAX_NEWTON_STEPS: usize = 60;

/// Value of `Σ cₖ θᵏ` (Horner).
#[inline]
pub fn evaluate(coefficients: &[f64], theta: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * theta + c)
}

fn evaluate_with_slope(coefficients: &[f64], theta: f64) -> (f64, f64) {
    coefficients.iter().rev().fold((0.0, 0.0), |(value, slope), c| (value * theta + c, slope * theta + value))
}

/// The first θ in 0..=1 after which the polynomial is negative, or reaches zero at θ = 1; `None` if there is none.
///
/// Roots at θ = 0 are deflated: a polynomial that leaves zero upwards has not crossed it; one that leaves it downwards
/// crosses at 0. A root where the polynomial touches zero and turns back inside the interval is no crossing.
pub fn first_crossing(coefficients: &[f64]) -> Option<f64> {
    let leading = coefficients.iter().position(|&c| c != 0.0)?;
    if coefficients[leading] < 0.0 {
        return Some(0.0);
    }
    let deflated = &coefficients[leading..];
    let rest: f64 = deflated[1..].iter().map(|c| c.abs()).sum();
    // Infinities and NaN have no sign: bisection would visit every interval down to the smallest.
    if deflated[0] > rest || !(deflated[0] + rest).is_finite() {
        return None;
    }
    let deflated = &deflated[..significant(deflated)];
    if rest < SMALL { root_of(&enlarged(deflated)[..deflated.len()]) } else { root_of(deflated) }
}

/// Sum of the coefficients (2^-918) below which products of them with powers of θ may be subnormal, as those of a velocity
/// that has decayed for long. Such numbers have few bits, so that no interval can be proved free of roots and bisection would
/// visit all of them down to the smallest.
const SMALL: f64 = f64::MIN_POSITIVE / f64::EPSILON / f64::EPSILON;
/// Factor that takes small coefficients out of the subnormal range. As a power of two, 2^300, it rounds none of them.
const ENLARGEMENT: f64 = f64::from_bits((1023 + 300) << 52);

/// The same polynomial in a smaller unit.
#[cold]
fn enlarged(coefficients: &[f64]) -> [f64; SERIES_ORDER + 1] {
    let mut enlarged = [0.0; SERIES_ORDER + 1];
    for (enlarged, coefficient) in enlarged.iter_mut().zip(coefficients) {
        *enlarged = coefficient * ENLARGEMENT;
    }
    enlarged
}

/// The first sign change of a polynomial that is positive at 0.
fn root_of(coefficients: &[f64]) -> Option<f64> {
    if is_monotone(coefficients) { only_root(coefficients) } else { first_root(coefficients) }
}

/// Whether the polynomial is provably monotone on 0..=1: most guards are.
fn is_monotone(coefficients: &[f64]) -> bool {
    let Some((slope, rest)) = coefficients.get(1..).and_then(<[f64]>::split_first) else { return true };
    let bend = rest.iter().zip(2_u32..).fold(0.0, |sum, (c, k)| sum + f64::from(k) * c.abs());
    slope.abs() > bend
}

/// The root of a monotone polynomial that is positive at 0.
fn only_root(coefficients: &[f64]) -> Option<f64> {
    let end = evaluate(coefficients, 1.0);
    let start = coefficients[0];
    (end <= 0.0).then(|| bracketed_newton(coefficients, 0.0, 1.0, start / (start - end)))
}

/// Number of coefficients without the tail that is lost in rounding against the first.
fn significant(coefficients: &[f64]) -> usize {
    let least = 0.01 * f64::EPSILON * coefficients[0];
    let last = coefficients.iter().rposition(|c| c.abs() > least);
    last.map_or(1, |last| last + 1)
}

/// First sign change of a polynomial that is positive at 0, by halving until an interval has provably no root or a
/// provably monotone polynomial.
fn first_root(coefficients: &[f64]) -> Option<f64> {
    let mut left = 0.0_f64;
    let mut depth = 0_u32;
    let rounding = 8.0 * f64::EPSILON * coefficients.iter().map(|c| c.abs()).sum::<f64>();
    // `left` is a multiple of 2^-depth: a binary counter walks the intervals from left to right.
    while left < 1.0 {
        let width = half_power(depth);
        let right = left + width;
        match classify(coefficients, left, width) {
            Interval::Free => {}
            Interval::Monotone if evaluate(coefficients, right) > 0.0 => {}
            Interval::Monotone => return Some(bracketed_newton(coefficients, left, right, right)),
            Interval::Unknown if depth >= MAX_DEPTH => {
                if evaluate(coefficients, right) < -rounding {
                    return Some(bracketed_newton(coefficients, left, right, right));
                }
            }
            Interval::Unknown => {
                depth += 1;
                continue;
            }
        }
        left = right;
        while depth > 0 && is_multiple(left, half_power(depth - 1)) {
            depth -= 1;
        }
    }
    None
}

fn half_power(depth: u32) -> f64 {
    1.0 / (1_u64 << depth) as f64
}

fn is_multiple(value: f64, unit: f64) -> bool {
    let count = value / unit;
    count == libm::floor(count)
}

enum Interval {
    Free,
    Monotone,
    Unknown,
}

/// Expands about the middle of `left .. left + width` and compares the leading terms with the sum of all others.
fn classify(coefficients: &[f64], left: f64, width: f64) -> Interval {
    let half = 0.5 * width;
    let mut local = [0.0; SERIES_ORDER + 1];
    let local = &mut local[..coefficients.len()];
    local.copy_from_slice(coefficients);
    shift(local, left + half);
    let mut power = 1.0;
    let (mut rest, mut slope_rest) = (0.0, 0.0);
    for (k, c) in local.iter().enumerate().skip(1) {
        power *= half;
        rest += (c * power).abs();
        if k > 1 {
            slope_rest += (c * power).abs() * k as f64;
        }
    }
    let slope = local.get(1).map_or(0.0, |c| (c * half).abs());
    if local[0] > rest {
        Interval::Free
    } else if slope > slope_rest {
        Interval::Monotone
    } else {
        Interval::Unknown
    }
}

/// Taylor shift in place: `p(θ)` becomes `p(θ + by)`.
fn shift(coefficients: &mut [f64], by: f64) {
    let n = coefficients.len();
    for start in 0..n.saturating_sub(1) {
        for k in (start..n - 1).rev() {
            coefficients[k] += coefficients[k + 1] * by;
        }
    }
}

/// The root between `left` (positive) and `right` (not positive), to rounding, sought from `theta` on.
fn bracketed_newton(coefficients: &[f64], mut left: f64, mut right: f64, mut theta: f64) -> f64 {
    for _ in 0..MAX_NEWTON_STEPS {
        let (value, slope) = evaluate_with_slope(coefficients, theta);
        if value > 0.0 {
            left = theta;
        } else if value < 0.0 {
            right = theta;
        } else {
            return theta;
        }
        let newton = theta - value / slope;
        // Inclusive: the strict form rejects a Newton step that lands on an end and degenerates to bisection.
        let next = if newton >= left && newton <= right { newton } else { 0.5 * (left + right) };
        if (next - theta).abs() <= f64::EPSILON * theta {
            return next;
        }
        theta = next;
    }
    theta
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Coefficients of `Π (θ − rᵢ)`.
    fn with_roots(scale: f64, roots: &[f64]) -> [f64; 8] {
        let mut c = [0.0; 8];
        c[0] = scale;
        for root in roots {
            for k in (0..8).rev() {
                c[k] = if k > 0 { c[k - 1] } else { 0.0 } - root * c[k];
            }
        }
        c
    }

    #[test]
    fn finds_the_first_of_two_crossings_that_cancel_within_the_step() {
        // Positive at both ends: a check at the step's end alone would see nothing.
        let root = first_crossing(&with_roots(1.0, &[0.4, 0.400001])).unwrap();
        assert!((root - 0.4).abs() < 1e-9, "{root}"); // conditioning: eps / distance of the roots
    }

    #[test]
    fn locates_a_simple_root_to_rounding() {
        // Both are positive at 0. Tolerance: a few units in the last place of the root.
        for (scale, others) in [(1.0, [2.0, -1.5]), (-1.0, [2.0, 3.0])] {
            let root = first_crossing(&with_roots(scale, &[1.0 / 3.0, others[0], others[1]])).unwrap();
            assert!((root - 1.0 / 3.0).abs() < 4e-16, "{root}");
        }
    }

    #[test]
    fn leaving_zero_upwards_is_no_crossing_and_downwards_is_one_at_zero() {
        assert_eq!(first_crossing(&[0.0, 1.0, 1.0]), None);
        assert_eq!(first_crossing(&[0.0, 0.0, -1.0, 5.0]), Some(0.0));
        assert_eq!(first_crossing(&[0.0, 0.0, 0.0]), None);
    }

    #[test]
    fn touching_zero_without_crossing_is_no_event() {
        // (θ − 0.5)² is exact in binary.
        assert_eq!(first_crossing(&[0.25, -1.0, 1.0]), None);
    }

    #[test]
    fn a_polynomial_of_the_smallest_numbers_has_the_roots_of_the_same_in_another_unit() {
        // All coefficients are numbers of at most four bits, a root of them has 53.
        let polynomial = [4.0, -13.0, 4.0];
        let smallest = polynomial.map(|c| c * f64::from_bits(1));
        assert_eq!(first_crossing(&smallest), first_crossing(&polynomial));
    }

    #[test]
    fn numbers_that_are_none_have_no_crossing() {
        assert_eq!(first_crossing(&[1.0, f64::NAN, 1.0]), None);
        assert_eq!(first_crossing(&[1.0, f64::NEG_INFINITY]), None);
        assert_eq!(first_crossing(&[f64::NAN]), None);
    }

    #[test]
    fn reaching_zero_at_the_very_end_counts() {
        assert_eq!(first_crossing(&[1.0, -1.0]), Some(1.0));
    }

    #[test]
    fn a_root_after_deflation_is_found() {
        // θ²(0.3 − θ): starts at zero with zero slope, leaves upwards, crosses at 0.3.
        let root = first_crossing(&[0.0, 0.0, 0.3, -1.0]).unwrap();
        assert!((root - 0.3).abs() < 1e-16);
    }

    #[test]
    fn a_crossing_after_the_step_is_not_told_where_a_dip_within_it_needs_halves() {
        // A dip at 0.3 that stays above zero, and a root at 1.01: ((θ − 0.3)² + 0.001)·(1.01 − θ).
        let polynomial = [0.09191, -0.697, 1.61, -1.0];
        assert_eq!(first_crossing(&polynomial), None);
        assert!(evaluate(&polynomial, 1.01).abs() < 1e-15 && evaluate(&polynomial, 1.02) < 0.0);
    }
}
