//! Taylor expansion of the states over one step.

use super::{Coefficients, Input, System};

/// Highest order. With 30 terms a step may be 8 times the fastest time constant: e⁸ needs Σ 8ᵏ/k! to k ≈ 40, but the
/// step is halved where the terms have not vanished, so order and step balance at about half of that.
pub const MAX_ORDER: usize = 30;
/// A term that is this small against the largest of its component does not change the sum.
const NEGLIGIBLE: f64 = 0.125 * f64::EPSILON;
/// Share of a state's scale below which its terms do not matter either: what decays to nothing needs no terms.
const FLOOR: f64 = 1e-6;
/// Fewest orders that a converged expansion has: chains of integrators start late.
const MIN_ORDER: usize = 3;
/// Halvings after which an expansion gives up shrinking its step.
const MAX_HALVINGS: u32 = 60;

/// The Taylor polynomials of all states over a step of `length`.
pub struct Series<const N: usize> {
    coefficients: [[f64; N]; MAX_ORDER + 1],
    order: usize,
    length: f64,
}

impl<const N: usize> Default for Series<N> {
    /// Room for an expansion.
    #[inline]
    fn default() -> Self {
        Self { coefficients: [[0.0; N]; MAX_ORDER + 1], order: 0, length: 0.0 }
    }
}

impl<const N: usize> Series<N> {
    /// Expands from `state`; the step becomes shorter than `length` where the terms have not vanished at the highest
    /// order. Returns what is known of the guards over the whole step.
    #[inline]
    pub fn expand<const U: usize, const G: usize, S: System<N, U, G>>(
        &mut self,
        system: &S,
        mode: &S::Mode,
        state: &[f64; N],
        input: &Input<U>,
        length: f64,
    ) -> Margins<G> {
        self.length = length;
        self.coefficients[0] = *state;
        let floors = system.scales();
        let mut scale: [f64; N] = core::array::from_fn(|i| state[i].abs().max(FLOOR * floors[i]));
        let mut margins = Margins { start: [0.0; G], value: [0.0; G], slope: [0.0; G] };
        let mut vanished = false;
        for k in 0..MAX_ORDER {
            let Coefficients { rates, guards } = system.coefficients(mode, k, &self.coefficients[k], input, length);
            margins.add(&guards, k);
            let factor = length * RECIPROCAL[k + 1];
            let (mut small, mut zero) = (true, true);
            for i in 0..N {
                let term = factor * rates[i];
                self.coefficients[k + 1][i] = term;
                let size = term.abs();
                small &= size <= NEGLIGIBLE * scale[i];
                zero &= size == 0.0;
                scale[i] = scale[i].max(size);
            }
            self.order = k + 1;
            // Inputs end at order 1: from there on a linear mode whose terms are zero stays at zero.
            if (zero && k >= 1) || (small && vanished && k >= MIN_ORDER) {
                return margins;
            }
            vanished = small;
        }
        self.shrink();
        // The margins belong to the full length; a shorter step makes them pessimistic, which is safe.
        margins
    }

    /// Halves the step until the last two terms are negligible; exact, as powers of two are.
    fn shrink(&mut self) {
        for _ in 0..MAX_HALVINGS {
            if self.tail_is_negligible() {
                return;
            }
            self.halve();
        }
    }

    /// Compares with the terms as they are after halving: those of the whole step may be larger by many powers of ten.
    fn tail_is_negligible(&self) -> bool {
        let (head, tail) = self.coefficients[..=self.order].split_at(self.order - 1);
        (0..N).all(|i| {
            let scale = head.iter().map(|c| c[i].abs()).fold(0.0, f64::max);
            tail.iter().all(|c| c[i].abs() <= NEGLIGIBLE * scale)
        })
    }

    fn halve(&mut self) {
        self.length *= 0.5;
        let mut power = 1.0;
        for coefficient in &mut self.coefficients[..=self.order] {
            *coefficient = coefficient.map(|c| c * power);
            power *= 0.5;
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
    pub fn coefficients(&self) -> &[[f64; N]] {
        &self.coefficients[..=self.order]
    }

    /// States at θ in 0..=1.
    #[inline]
    pub fn at(&self, theta: f64) -> [f64; N] {
        let mut sum = [0.0; N];
        for coefficient in self.coefficients().iter().rev() {
            for i in 0..N {
                sum[i] = sum[i] * theta + coefficient[i];
            }
        }
        sum
    }

    /// States at θ = 1: the terms are summed from the smallest, without a product.
    #[inline]
    pub fn end(&self) -> [f64; N] {
        let mut sum = [0.0; N];
        for coefficient in self.coefficients().iter().rev() {
            for i in 0..N {
                sum[i] += coefficient[i];
            }
        }
        sum
    }
}

/// Bounds of each guard `c₀ + c₁θ + …` over the whole step: by the value at the start, `c₀ − |c₁| − |c₂| − …`, and by
/// the slope, `c₁ − |c₂| − …`.
pub struct Margins<const G: usize> {
    start: [f64; G],
    value: [f64; G],
    slope: [f64; G],
}

impl<const G: usize> Margins<G> {
    #[inline(always)]
    fn add(&mut self, guards: &[f64; G], order: usize) {
        for (i, &guard) in guards.iter().enumerate() {
            match order {
                0 => (self.start[i], self.value[i]) = (guard, guard),
                1 => {
                    self.slope[i] = guard;
                    self.value[i] -= guard.abs();
                }
                _ => {
                    self.slope[i] -= guard.abs();
                    self.value[i] -= guard.abs();
                }
            }
        }
    }

    /// Whether the guard provably stays positive over the whole step. One that starts on its surface or above stays
    /// above if it rises; `grazing` says that it does start there, whatever rounding made of the value.
    #[inline(always)]
    pub fn is_safe(&self, guard: usize, grazing: bool) -> bool {
        self.value[guard] > 0.0 || (self.slope[guard] > 0.0 && (grazing || self.start[guard] >= 0.0))
    }
}

/// 1/k, so that the expansion has no division.
const RECIPROCAL: [f64; MAX_ORDER + 1] = {
    let mut table = [0.0; MAX_ORDER + 1];
    let mut k = 1;
    while k <= MAX_ORDER {
        table[k] = 1.0 / k as f64;
        k += 1;
    }
    table
};
