//! Taylor expansion of the states over one step.

use core::f64::consts::LN_2;

use super::Vector;
use crate::SERIES_ORDER;

/// A term that is this small against the largest of its component does not change the sum.
const NEGLIGIBLE: f64 = 0.125 * f64::EPSILON;
/// Share of a state's scale below which its terms do not matter either: what decays to nothing needs no terms.
const FLOOR: f64 = 1e-6;
/// Fewest orders that a converged expansion has: chains of integrators start late.
const MIN_ORDER: usize = 3;
/// Terms among which the largest is sought when a step is shortened: one of a later order would not be the largest of a
/// step that is short enough.
const HEAD: usize = 12;
/// Growth from term to term (2^28) with which thirty of them reach 2^700: of a step that is 10⁹ of the fastest time constants.
const STEEP: f64 = 268_435_456.0;
/// Octaves by which a step is shortened at most.
pub const LEAST_OCTAVE: f64 = 60.0;
/// The terms from the highest order on may add up to this against the largest: half of it is rounding. The terms fall at
/// least like powers of ε^(1/30) = 0.3.
const TAIL: f64 = f64::EPSILON;

/// When an expansion has converged.
#[derive(Clone, Copy)]
pub struct Convergence {
    /// Orders in a row without a term that matters.
    quiet: u32,
    /// If all terms of an order are zero, all later ones are.
    ends_at_zero: bool,
}

impl Convergence {
    /// In a linear mode. Inputs end at order 1: from there on terms that are zero stay zero.
    pub const LINEAR: Self = Self { quiet: 2, ends_at_zero: true };
    /// In a nonlinear mode: the square of a motion that starts from rest with some power of time leaves a gap of as many
    /// orders.
    pub const NONLINEAR: Self = Self { quiet: 5, ends_at_zero: false };
}

/// The Taylor polynomials of all states over a step of `length`.
pub struct Series<X> {
    coefficients: [X; SERIES_ORDER + 1],
    order: usize,
    length: f64,
}

impl<X: Vector> Default for Series<X> {
    /// Space for an expansion.
    #[inline]
    fn default() -> Self {
        Self { coefficients: [X::ZERO; SERIES_ORDER + 1], order: 0, length: 0.0 }
    }
}

impl<X: Vector> Series<X> {
    /// Expands from `state`, with the rates of each order from the states of that order, and whether what else they follow from
    /// does not matter at this order; the step becomes shorter than `length` where the terms have not vanished at the highest order. Returns whether they vanish at any length.
    #[inline]
    pub fn expand(
        &mut self,
        state: &X,
        floors: &X,
        length: f64,
        convergence: Convergence,
        mut rates: impl FnMut(usize, &X) -> (X, bool),
    ) -> bool {
        self.length = length;
        self.coefficients[0] = *state;
        let mut scale = X::from_fn(|i| state[i].abs().max(FLOOR * floors[i]));
        let mut quiet = 0;
        for k in 0..SERIES_ORDER {
            let (rates, is_settled) = rates(k, &self.coefficients[k]);
            let factor = length * RECIPROCAL[k + 1];
            let (mut small, mut sum) = (is_settled, 0.0);
            for i in 0..X::LEN {
                let term = factor * rates[i];
                self.coefficients[k + 1][i] = term;
                let size = term.abs();
                small &= size <= NEGLIGIBLE * scale[i];
                sum += size;
                // One instruction; `max` would ask for what is no number, which is not larger either.
                scale[i] = if size > scale[i] { size } else { scale[i] };
            }
            self.order = k + 1;
            quiet = if small { quiet + 1 } else { 0 };
            if (sum == 0.0 && k >= 1 && convergence.ends_at_zero) || (quiet >= convergence.quiet && k >= MIN_ORDER) {
                return true;
            }
        }
        self.shrink()
    }

    /// Shortens the step so that the last two terms are negligible; returns whether they are.
    fn shrink(&mut self) -> bool {
        if self.is_steep() {
            return false;
        }
        let wanted = (0..X::LEN).map(|i| shortening(|k| self.coefficients[k][i])).fold(0.0, f64::max);
        if wanted > 0.0 {
            self.shorten(libm::exp(-LN_2 * wanted.min(LEAST_OCTAVE)));
        }
        wanted <= LEAST_OCTAVE
    }

    /// Whether terms grow so fast that those of the highest order may exceed all numbers. In which units they do must not
    /// matter.
    fn is_steep(&self) -> bool {
        (0..X::LEN).any(|i| is_steep(|k| self.coefficients[k][i]))
    }

    /// Shortens the step to a share of it.
    fn shorten(&mut self, share: f64) {
        self.length *= share;
        let mut power = 1.0;
        for coefficient in &mut self.coefficients[..=self.order] {
            coefficient.as_mut().iter_mut().for_each(|c| *c *= power);
            power *= share;
        }
    }

    /// Shortens the step if it is longer than `length`.
    pub fn shorten_to(&mut self, length: f64) {
        if length < self.length {
            self.shorten(length / self.length);
            self.length = length;
        }
    }

    /// Length of the step that the polynomials cover [s].
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Highest order that was computed.
    pub fn order(&self) -> usize {
        self.order
    }

    /// State coefficients `0..=order`.
    pub fn coefficients(&self) -> &[X] {
        &self.coefficients[..=self.order]
    }

    /// States at θ in 0..=1.
    #[inline]
    pub fn at(&self, theta: f64) -> X {
        let mut sum = X::ZERO;
        for coefficient in self.coefficients().iter().rev() {
            for i in 0..X::LEN {
                sum[i] = sum[i] * theta + coefficient[i];
            }
        }
        sum
    }

    /// States at θ = 1: the terms are summed from the smallest, without a product.
    #[inline]
    pub fn end(&self) -> X {
        let mut sum = X::ZERO;
        for coefficient in self.coefficients().iter().rev() {
            for i in 0..X::LEN {
                sum[i] += coefficient[i];
            }
        }
        sum
    }
}

/// Bounds of each guard `c₀ + c₁θ + …` over the whole step: by the value at the start, `c₀ − |c₁| − |c₂| − …`, and by
/// the slope, `c₁ − |c₂| − …`.
pub struct Margins<G> {
    start: G,
    value: G,
    slope: G,
}

impl<G: Vector> Default for Margins<G> {
    #[inline]
    fn default() -> Self {
        Self { start: G::ZERO, value: G::ZERO, slope: G::ZERO }
    }
}

impl<G: Vector> Margins<G> {
    /// Of coefficients of all guards from order 0 up.
    #[inline(always)]
    pub fn of(coefficients: &[G]) -> Self {
        let mut margins = Self::default();
        let [start, slope, rest @ ..] = coefficients else { return margins };
        (margins.start, margins.slope) = (*start, *slope);
        margins.value = G::from_fn(|i| start[i] - slope[i].abs());
        for guards in rest {
            for i in 0..G::LEN {
                let size = guards[i].abs();
                margins.slope[i] -= size;
                margins.value[i] -= size;
            }
        }
        margins
    }

    /// Whether the guard provably stays positive over the whole step. One that starts on its surface or above stays
    /// above if it rises; `departed`: it does start there, whatever rounding made of the value.
    #[inline(always)]
    pub fn is_safe(&self, guard: usize, departed: bool) -> bool {
        self.value[guard] > 0.0 || (self.slope[guard] > 0.0 && (departed || self.start[guard] >= 0.0))
    }
}

/// 1/k, so that the expansion has no division.
const RECIPROCAL: [f64; SERIES_ORDER + 1] = {
    let mut table = [0.0; SERIES_ORDER + 1];
    let mut k = 1;
    while k <= SERIES_ORDER {
        table[k] = 1.0 / k as f64;
        k += 1;
    }
    table
};

/// Whether the terms of a state grow so fast that those of the highest order may exceed all numbers.
pub fn is_steep(term: impl Fn(usize) -> f64) -> bool {
    let largest = (0..HEAD).fold(0.0, |largest, k| f64::max(largest, term(k).abs()));
    largest > 0.0 && term(HEAD).abs() > STEEP * largest
}

/// Octaves by which the step must become shorter for the last terms of a state to be negligible against its largest:
/// shortened by x octaves, term k falls by k·x, so that `log₂|cₙ| − n·x ≤ log₂ TAIL + log₂|cₖ| − k·x` for one k of
/// the first and every n of the last. Infinite if nothing helps.
pub fn shortening(term: impl Fn(usize) -> f64) -> f64 {
    let tail = SERIES_ORDER - 1..=SERIES_ORDER;
    if tail.clone().any(|n| !term(n).is_finite()) {
        return f64::INFINITY;
    }
    let enough = |n: usize| {
        let over = exponent(term(n)) + 1.0 - exponent(TAIL);
        (0..HEAD).fold(f64::INFINITY, |least, k| least.min((over - exponent(term(k))) * RECIPROCAL[n - k]))
    };
    tail.filter(|&n| term(n) != 0.0).map(enough).fold(0.0, f64::max)
}

/// log₂ of the largest power of two in a number.
fn exponent(value: f64) -> f64 {
    f64::from((value.to_bits() >> 52 & 0x7ff) as i32 - 1023)
}
