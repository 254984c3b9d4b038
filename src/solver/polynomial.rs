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

/// Whether the polynomial provably stays positive up to θ: `c₀ > Σ |cₖ|·θᵏ`, by more than its rounding.
pub fn is_positive_until(coefficients: &[f64], theta: f64) -> bool {
    let [start, rest @ ..] = coefficients else { return false };
    let most = rest.iter().rev().fold(0.0, |sum, c| (sum + c.abs()) * theta);
    *start * (1.0 - ROUNDING) > most
}

/// Share of a polynomial that its rounding is far below.
const ROUNDING: f64 = 1e-12;

/// What is known of the first crossing of zero of a polynomial on 0..=1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing {
    /// There is none.
    Nowhere,
    /// The first θ after which the polynomial is negative, or reaches zero at θ = 1.
    At(f64),
    /// Up to this θ there is none; for more the looks did not suffice.
    UnknownFrom(f64),
}

/// The first crossing, isolated with at most so many looks, which are counted down. A look is a step of Newton's method; an interval that is
/// classified by the first terms of the polynomial about its middle counts for [`FIRST_TERMS`] of them, and one by all terms for [`ALL_TERMS`] more.
///
/// Roots at θ = 0 are deflated: a polynomial that leaves zero upwards has not crossed it; one that leaves it downwards
/// crosses at 0. A root where the polynomial touches zero and turns back inside the interval is no crossing.
pub fn isolate(coefficients: &[f64], looks: &mut u32) -> Crossing {
    let Some(leading) = coefficients.iter().position(|&c| c != 0.0) else { return Crossing::Nowhere };
    if coefficients[leading] < 0.0 {
        return Crossing::At(0.0);
    }
    let deflated = &coefficients[leading..];
    let rest: f64 = deflated[1..].iter().map(|c| c.abs()).sum();
    // Infinities and NaN have no sign: bisection would visit every interval down to the smallest.
    if deflated[0] > rest || !(deflated[0] + rest).is_finite() {
        return Crossing::Nowhere;
    }
    let deflated = &deflated[..significant(deflated)];
    if rest < SMALL { root_of(&enlarged(deflated)[..deflated.len()], looks) } else { root_of(deflated, looks) }
}

/// Looks that an interval counts for, by the time that they take.
const FIRST_TERMS: u32 = 3;
const ALL_TERMS: u32 = 6;

/// Takes so many looks, if they are left.
fn take(looks: &mut u32, wanted: u32) -> bool {
    let left = looks.checked_sub(wanted);
    *looks = left.unwrap_or(0);
    left.is_some()
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
fn root_of(coefficients: &[f64], looks: &mut u32) -> Crossing {
    if is_monotone(coefficients) { only_root(coefficients, looks) } else { first_root(coefficients, looks) }
}

/// Whether the polynomial is provably monotone on 0..=1: most guards are.
fn is_monotone(coefficients: &[f64]) -> bool {
    let Some((slope, rest)) = coefficients.get(1..).and_then(<[f64]>::split_first) else { return true };
    let bend = rest.iter().zip(2_u32..).fold(0.0, |sum, (c, k)| sum + f64::from(k) * c.abs());
    slope.abs() > bend
}

/// The root of a monotone polynomial that is positive at 0.
fn only_root(coefficients: &[f64], looks: &mut u32) -> Crossing {
    let end = evaluate(coefficients, 1.0);
    if end > 0.0 || end.is_nan() {
        return Crossing::Nowhere;
    }
    let start = coefficients[0];
    bracketed_newton(coefficients, (0.0, 1.0), start / (start - end), looks)
}

/// Number of coefficients without the tail that is lost in rounding against the first.
fn significant(coefficients: &[f64]) -> usize {
    let least = 0.01 * f64::EPSILON * coefficients[0];
    let last = coefficients.iter().rposition(|c| c.abs() > least);
    last.map_or(1, |last| last + 1)
}

/// First sign change of a polynomial that is positive at 0, by halving until an interval has provably no root or a
/// provably monotone polynomial.
fn first_root(coefficients: &[f64], looks: &mut u32) -> Crossing {
    let mut left = 0.0_f64;
    let mut depth = 0_u32;
    let rounding = 8.0 * f64::EPSILON * coefficients.iter().map(|c| c.abs()).sum::<f64>();
    let bounds = Bounds::of(coefficients);
    // `left` is a multiple of 2^-depth: a binary counter walks the intervals from left to right.
    while left < 1.0 {
        let width = half_power(depth);
        let right = left + width;
        let Some(class) = class(coefficients, &bounds, (left, width), looks) else {
            return Crossing::UnknownFrom(left);
        };
        match class {
            Interval::Free => {}
            Interval::Monotone if evaluate(coefficients, right) > 0.0 => {}
            Interval::Monotone => return bracketed_newton(coefficients, (left, right), right, looks),
            Interval::Unknown if depth >= MAX_DEPTH => {
                if evaluate(coefficients, right) < -rounding {
                    return bracketed_newton(coefficients, (left, right), right, looks);
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
    Crossing::Nowhere
}

/// The class of an interval `left`, `width`; `None` where the looks do not suffice.
fn class(coefficients: &[f64], bounds: &Bounds<'_>, (left, width): (f64, f64), looks: &mut u32) -> Option<Interval> {
    if !take(looks, FIRST_TERMS) {
        return None;
    }
    match bounds.classify(left, width) {
        None if !take(looks, ALL_TERMS) => None,
        None => Some(classify(coefficients, left, width)),
        known => known,
    }
}

fn half_power(depth: u32) -> f64 {
    1.0 / (1_u64 << depth) as f64
}

fn is_multiple(value: f64, unit: f64) -> bool {
    let count = value / unit;
    count == libm::floor(count)
}

#[derive(Debug, PartialEq)]
enum Interval {
    Free,
    Monotone,
    Unknown,
}

/// Terms about the middle of an interval that mostly decide its class. All of them would cost a number of products that goes with the square of
/// the order.
const FIRST: usize = 6;
/// Rounding of a Taylor shift of [`SERIES_ORDER`] terms, over the sum of their sizes; two of them are compared.
const SHIFT_ROUNDING: f64 = 256.0 * f64::EPSILON;

/// What tells the class of most intervals from the [`FIRST`] terms about their middle m alone. Those from number n on add to what is compared
/// over a half-width h no less than nothing, and at most
///
/// ```text
/// Σₖ₌ₙ |lₖ|·hᵏ ≤ hⁿ·Σⱼ C(j, n)·|cⱼ|·(m + h)ʲ⁻ⁿ,   Σₖ₌ₙ k·|lₖ|·hᵏ ≤ n times that
/// ```
///
/// by Taylor's remainder of each θʲ. So the class is always that of all terms.
struct Bounds<'a> {
    polynomial: &'a [f64],
    /// C(j, n)·|cⱼ| from j = n on.
    rest: [f64; SERIES_ORDER + 1 - FIRST],
    /// Rounding of values, and of slopes over h.
    rounding: (f64, f64),
}

impl<'a> Bounds<'a> {
    fn of(polynomial: &'a [f64]) -> Self {
        let (mut rest, mut values, mut slopes) = ([0.0; SERIES_ORDER + 1 - FIRST], 0.0, 0.0);
        for (c, j) in polynomial.iter().zip(0_u32..) {
            values += c.abs();
            slopes += f64::from(j) * c.abs();
        }
        for ((rest, c), binomial) in rest.iter_mut().zip(polynomial.iter().skip(FIRST)).zip(BINOMIALS) {
            *rest = binomial * c.abs();
        }
        Self { polynomial, rest, rounding: (SHIFT_ROUNDING * values, SHIFT_ROUNDING * slopes) }
    }

    /// The class that all terms give to `left .. left + width`; `None` where the first do not tell.
    fn classify(&self, left: f64, width: f64) -> Option<Interval> {
        let half = 0.5 * width;
        let Comparison { value, slope } = Comparison::of(&first_terms(self.polynomial, left + half), half);
        let length = self.polynomial.len().saturating_sub(FIRST);
        let power: f64 = [half; FIRST].iter().product();
        let rest = power * evaluate(&self.rest[..length], left + width);
        let (value_rounding, slope_rounding) = (self.rounding.0, self.rounding.1 * half);
        if value - rest > value_rounding {
            Some(Interval::Free)
        } else if value >= -value_rounding {
            None
        } else if slope - FIRST as f64 * rest > slope_rounding {
            Some(Interval::Monotone)
        } else if slope < -slope_rounding {
            Some(Interval::Unknown)
        } else {
            None
        }
    }
}

/// C(j, n) of n = [`FIRST`], from j = n on.
const BINOMIALS: [f64; SERIES_ORDER + 1 - FIRST] = {
    let mut table = [1.0; SERIES_ORDER + 1 - FIRST];
    let mut i = 1;
    while i < table.len() {
        table[i] = table[i - 1] * (i + FIRST) as f64 / i as f64;
        i += 1;
    }
    table
};

/// By how much the leading terms of a polynomial about the middle of an interval exceed the sum of all others: positive where it has no root,
/// or is monotone.
struct Comparison {
    value: f64,
    slope: f64,
}

impl Comparison {
    /// Of the terms about the middle, over the half-width `half` to both sides.
    fn of(local: &[f64], half: f64) -> Self {
        let (mut power, mut rest, mut slope_rest, mut slope) = (1.0, 0.0, 0.0, 0.0);
        for (c, k) in local.iter().zip(0_u32..).skip(1) {
            power *= half;
            let size = (c * power).abs();
            rest += size;
            if k == 1 {
                slope = size;
            } else {
                slope_rest += size * f64::from(k);
            }
        }
        Self { value: local[0] - rest, slope: slope - slope_rest }
    }
}

/// Expands about the middle of `left .. left + width` and compares the leading terms with the sum of all others.
fn classify(coefficients: &[f64], left: f64, width: f64) -> Interval {
    let half = 0.5 * width;
    let mut local = [0.0; SERIES_ORDER + 1];
    let local = &mut local[..coefficients.len()];
    local.copy_from_slice(coefficients);
    shift(local, left + half);
    let Comparison { value, slope } = Comparison::of(local, half);
    if value > 0.0 {
        Interval::Free
    } else if slope > 0.0 {
        Interval::Monotone
    } else {
        Interval::Unknown
    }
}

/// Taylor shift in place: `p(θ)` becomes `p(θ + by)`.
fn shift(coefficients: &mut [f64], by: f64) {
    let Some((&mut last, below)) = coefficients.split_last_mut() else { return };
    for start in 0..below.len() {
        let mut above = last;
        for c in below[start..].iter_mut().rev() {
            *c += above * by;
            above = *c;
        }
    }
}

/// The first coefficients of `p(θ + by)` (Horner, of the derivatives along with the value).
fn first_terms(coefficients: &[f64], by: f64) -> [f64; FIRST] {
    let mut terms = [0.0; FIRST];
    for c in coefficients.iter().rev() {
        for k in (1..FIRST).rev() {
            terms[k] = terms[k] * by + terms[k - 1];
        }
        terms[0] = terms[0] * by + c;
    }
    terms
}

/// The root between the first (where the polynomial is positive) and the second (where it is not), to rounding, sought from `theta` on.
fn bracketed_newton(coefficients: &[f64], (begin, end): (f64, f64), mut theta: f64, looks: &mut u32) -> Crossing {
    let (mut left, mut right) = (begin, end);
    for _ in 0..MAX_NEWTON_STEPS {
        if !take(looks, 1) {
            return Crossing::UnknownFrom(begin);
        }
        let (value, slope) = evaluate_with_slope(coefficients, theta);
        if value > 0.0 {
            left = theta;
        } else if value < 0.0 {
            right = theta;
        } else {
            break;
        }
        let newton = theta - value / slope;
        // Inclusive: the strict form rejects a Newton step that lands on an end and degenerates to bisection.
        let next = if newton >= left && newton <= right { newton } else { 0.5 * (left + right) };
        let has_arrived = (next - theta).abs() <= f64::EPSILON * theta;
        theta = next;
        if has_arrived {
            break;
        }
    }
    Crossing::At(theta)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first crossing, however many looks it takes.
    fn first_crossing(coefficients: &[f64]) -> Option<f64> {
        match isolate(coefficients, &mut { u32::MAX }) {
            Crossing::Nowhere | Crossing::UnknownFrom(_) => None,
            Crossing::At(theta) => Some(theta),
        }
    }

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
    fn an_isolation_takes_no_more_looks_than_it_may_and_tells_up_to_where_there_is_no_crossing() {
        // Two crossings that are close: neither free nor monotone until the intervals are small.
        let polynomial = with_roots(1.0, &[0.4, 0.400001]);
        let (mut left, root) = (1_000, first_crossing(&polynomial).unwrap());
        assert_eq!(isolate(&polynomial, &mut left), Crossing::At(root));
        let needed = 1_000 - left;
        assert!(needed > 20, "{needed}");
        let mut last = 0.0;
        for most in 0..needed {
            let mut looks = most;
            let Crossing::UnknownFrom(theta) = isolate(&polynomial, &mut looks) else { panic!("{most}") };
            assert!((last..=root).contains(&theta), "{most}: {theta}");
            assert_eq!(looks, 0, "{most}");
            last = theta;
        }
        assert!(last > 0.3, "{last}");
        // What is decided by its coefficients takes none.
        assert_eq!(
            [[2.0, -1.0], [-1.0, 1.0]].map(|decided| isolate(&decided, &mut 0)),
            [Crossing::Nowhere, Crossing::At(0.0)]
        );
    }

    #[test]
    fn a_polynomial_is_positive_until_its_terms_may_outweigh_its_start() {
        // 1 − θ − 2θ²: its root is 0.5.
        let polynomial = [1.0, -1.0, -2.0];
        assert!(is_positive_until(&polynomial, 0.499) && !is_positive_until(&polynomial, 0.5));
        assert!(!is_positive_until(&polynomial, f64::INFINITY) && !is_positive_until(&[0.0, 1.0], 0.0));
    }

    #[test]
    fn the_first_terms_give_an_interval_the_class_that_all_terms_give_it() {
        let (mut decided, mut left_to_all) = (0, 0);
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        for number in 0..400 {
            // Terms of a motion that is fast against the step, as those of a valve.
            let fast = f64::from(number % 8);
            let mut term = 1.0;
            let polynomial: [f64; 25] = core::array::from_fn(|k| {
                term *= if k == 0 { 1.0 } else { fast / k as f64 };
                term * random()
            });
            let bounds = Bounds::of(&polynomial);
            for depth in 0..8 {
                for place in 0..1 << depth {
                    let (left, width) = (f64::from(place) * half_power(depth), half_power(depth));
                    match bounds.classify(left, width) {
                        Some(class) => {
                            decided += 1;
                            assert_eq!(class, classify(&polynomial, left, width), "{polynomial:?} {left} {width}");
                        }
                        None => left_to_all += 1,
                    }
                }
            }
        }
        assert!(left_to_all < decided / 10, "{left_to_all} of {decided}");
    }

    #[test]
    fn a_crossing_after_the_step_is_not_told_where_a_dip_within_it_needs_halves() {
        // A dip at 0.3 that stays above zero, and a root at 1.01: ((θ − 0.3)² + 0.001)·(1.01 − θ).
        let polynomial = [0.09191, -0.697, 1.61, -1.0];
        assert_eq!(first_crossing(&polynomial), None);
        assert!(evaluate(&polynomial, 1.01).abs() < 1e-15 && evaluate(&polynomial, 1.02) < 0.0);
    }
}
