//! The exact solution of a linear mode over a step of fixed length.
//!
//! For `x' = A·x + b₀ + b₁·t` with the rates `r = x'(0)`,
//!
//! ```text
//! x(h) = x(0) + F·r + G·b₁,   F(h) = ∫₀ʰ exp(A·s) ds,   G(h) = ∫₀ʰ F(s) ds
//! ```
//!
//! and on the way no component moves by more than `D·(|r| + h·|b₁|)`, where D is at least |F(t)| for every t in 0..=h.
//! All three come from a Taylor expansion over h/2ˢ that is doubled s times:
//!
//! ```text
//! E = I + A·F,   F(2t) = F + E·F,   G(2t) = G + t·F + E·G,   D(2t) = max(D, |F| + |E|·D)
//! ```
//!
//! The expansion is summed in blocks of four powers (Paterson & Stockmeyer, SIAM J. Comput. 2, 1973), so that sixteen terms
//! take six products of matrices; with the magnitudes of the same powers it is D.

/// Columns of a square matrix.
type Matrix<const N: usize> = [[f64; N]; N];

/// Powers in a block of the expansion.
pub(super) const BLOCK: usize = 4;
/// Terms of the expansion over the undivided step: (1/2)¹⁶/17! is far below rounding.
pub(super) const TERMS: usize = 4 * BLOCK;
/// The undivided step is at most this share of the fastest time constant.
pub(super) const SHARE: f64 = 0.5;
/// More doublings than that are for no actuator: the step is a 10¹² of the fastest time constants.
pub(super) const MAX_DOUBLINGS: i32 = 40;
/// Rounding of the bounds to single precision, and of their sums, is less than this.
pub(super) const ROUNDING: f64 = 1e-6;

/// F, G for `K` directions of b₁, and D.
#[derive(Clone, Copy, Debug)]
pub struct Propagator<const N: usize, const K: usize> {
    integral: Matrix<N>,
    ramps: [[f64; N]; K],
    reach: [[Bound; N]; N],
}

impl<const N: usize, const K: usize> Propagator<N, K> {
    /// One that bounds nothing, so that no step is taken with it.
    pub const UNUSABLE: Self = Self { integral: [[0.0; N]; N], ramps: [[0.0; N]; K], reach: [[Bound::NONE; N]; N] };

    /// Over steps of `length`; `columns[j]` is what a unit of state j adds to the rates, `sources` are the directions of
    /// b₁. Equations that are too fast or no numbers give [`Propagator::UNUSABLE`].
    ///
    /// `scales` are sizes of the states: which of them is large must not depend on their units. A size of 0 is that of a
    /// place that no state has.
    pub fn new(columns: &Matrix<N>, sources: &[[f64; N]; K], scales: &[f64; N], length: f64) -> Self {
        let doublings = libm::ceil(libm::log2(fastest_rate(columns, scales) * length / SHARE)).max(0.0);
        if doublings.is_nan() || doublings > f64::from(MAX_DOUBLINGS) {
            return Self::UNUSABLE;
        }
        let time = libm::ldexp(length, -(doublings as i32));
        let powers = Powers::new(columns, time);
        let (mut integral, mut ramps) = (powers.integral(time), powers.ramps(sources, time));
        let mut reach = powers.magnitudes().integral(time);
        let mut sources = *sources;
        scale(sources.as_flattened_mut(), time);
        for _ in 0..doublings as u32 {
            let transition = transition(columns, &integral);
            let before = ramps;
            add_product(&mut ramps, &integral, &sources);
            add_product(&mut ramps, &transition, &before);
            double_reach(&mut reach, &integral, &transition);
            let before = integral;
            add_product(&mut integral, &transition, &before);
            scale(sources.as_flattened_mut(), 2.0);
        }
        Self { integral, ramps, reach: reach.map(|column| column.map(Bound::of)) }
    }

    /// How far each component may move during the step.
    #[inline]
    pub fn reach(&self, rates: &[f64; N], slopes: &[f64; N], length: f64) -> [f64; N] {
        let mut reach = [0.0_f32; N];
        for ((column, rate), slope) in self.reach.iter().zip(rates).zip(slopes) {
            let rate = rounded_up(rate.abs() + length * slope.abs());
            for (reach, factor) in reach.iter_mut().zip(column) {
                *reach += factor.value() * rate;
            }
        }
        reach.map(|reach| f64::from(reach) * (1.0 + ROUNDING))
    }

    /// The states after the step; `strengths` are the shares of the sources in b₁.
    #[inline]
    pub fn end(&self, state: &[f64; N], rates: &[f64; N], strengths: &[f64; K]) -> [f64; N] {
        let mut change = [0.0; N];
        for (column, factor) in self.integral.iter().zip(rates).chain(self.ramps.iter().zip(strengths)) {
            for (change, entry) in change.iter_mut().zip(column) {
                *change += entry * factor;
            }
        }
        sum(state, &change)
    }
}

/// The upper half of a number in single precision, rounded up to 1 %: bounds need no more, and the matrix of them is
/// kept by every instance.
#[derive(Clone, Copy, Debug)]
struct Bound(u16);

impl Bound {
    /// Infinity.
    const NONE: Self = Self(0x7f80);

    /// At least as large as a number that is not negative; what is no number stays none.
    fn of(bound: f64) -> Self {
        let bits = rounded_up(bound).to_bits();
        Self(((bits >> 16) + u32::from(bits & 0xffff != 0)) as u16)
    }

    #[inline]
    fn value(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }
}

/// In single precision at least as large, also where that vanishes.
#[inline]
fn rounded_up(bound: f64) -> f32 {
    let single = (bound * (1.0 + ROUNDING)) as f32;
    if bound > 0.0 && single < f32::MIN_POSITIVE { f32::MIN_POSITIVE } else { single }
}

/// At least the spectral radius of A: ‖|A|⁸‖^(1/8), each state in the unit of its scale.
#[inline(never)]
fn fastest_rate<const N: usize>(columns: &Matrix<N>, scales: &[f64; N]) -> f64 {
    let mut power = magnitudes(columns);
    for _ in 0..3 {
        let before = power;
        power = product(&before, &before);
    }
    let used = |(entry, scale): (&f64, &f64)| if *scale == 0.0 { 0.0 } else { entry / scale };
    let columns = power.iter().zip(scales);
    let norm =
        columns.map(|(column, scale)| scale * column.iter().zip(scales).map(used).sum::<f64>()).fold(0.0, f64::max);
    libm::sqrt(libm::sqrt(libm::sqrt(norm)))
}

/// Powers of A·t: those of a block, from the zeroth on, and the one that leads from block to block.
struct Powers<const N: usize> {
    block: [Matrix<N>; BLOCK],
    stride: Matrix<N>,
}

impl<const N: usize> Powers<N> {
    fn new(columns: &Matrix<N>, time: f64) -> Self {
        let mut block = [[[0.0; N]; N]; BLOCK];
        add_identity(&mut block[0]);
        block[1] = *columns;
        scale(block[1].as_flattened_mut(), time);
        for k in 2..BLOCK {
            let (lower, higher) = block.split_at_mut(k);
            add_product(&mut higher[0], &lower[1], &lower[k - 1]);
        }
        let stride = product(&block[1], &block[BLOCK - 1]);
        Self { block, stride }
    }

    fn magnitudes(&self) -> Self {
        Self { block: core::array::from_fn(|k| magnitudes(&self.block[k])), stride: magnitudes(&self.stride) }
    }

    /// F(t) = t·Σ (A·t)ᵏ/(k+1)!
    fn integral(&self, time: f64) -> Matrix<N> {
        let mut integral = [[0.0; N]; N];
        let block = self.block.each_ref().map(|power| power.as_slice());
        write_expansion(&mut integral, &self.stride, &block, 1);
        scale(integral.as_flattened_mut(), time);
        integral
    }

    /// G(t)·b = t²·Σ (A·t)ᵏ/(k+2)!·b for every source b.
    fn ramps<const K: usize>(&self, sources: &[[f64; N]; K], time: f64) -> [[f64; N]; K] {
        let mut block = [[[0.0; N]; K]; BLOCK];
        for (item, power) in block.iter_mut().zip(&self.block) {
            add_product(item, power, sources);
        }
        let mut ramps = [[0.0; N]; K];
        write_expansion(&mut ramps, &self.stride, &block.each_ref().map(|item| item.as_slice()), 2);
        scale(ramps.as_flattened_mut(), time * time);
        ramps
    }
}

/// Writes Σ Mᵏ/(k+shift)! times what the `block` starts with; each further item of it is M times the one before, `stride` is
/// M to the number of items.
#[inline(never)]
fn write_expansion<const N: usize>(
    to: &mut [[f64; N]],
    stride: &Matrix<N>,
    block: &[&[[f64; N]]; BLOCK],
    shift: usize,
) {
    for (j, column) in to.iter_mut().enumerate() {
        for first in (0..TERMS).step_by(BLOCK).rev() {
            let before = *column;
            *column = [0.0; N];
            for (item, factor) in block.iter().zip(&INVERSE_FACTORIAL[first + shift..]) {
                column.iter_mut().zip(&item[j]).for_each(|(sum, entry)| *sum += factor * entry);
            }
            if first + BLOCK < TERMS {
                add_product(core::slice::from_mut(column), stride, &[before]);
            }
        }
    }
}

/// 1/k!
pub(super) const INVERSE_FACTORIAL: [f64; TERMS + 2] = {
    let mut table = [1.0; TERMS + 2];
    let mut k = 1;
    while k < table.len() {
        table[k] = table[k - 1] / k as f64;
        k += 1;
    }
    table
};

/// E(t) from F(t).
#[inline(never)]
fn transition<const N: usize>(columns: &Matrix<N>, integral: &Matrix<N>) -> Matrix<N> {
    let mut transition = product(columns, integral);
    add_identity(&mut transition);
    transition
}

#[inline(never)]
fn double_reach<const N: usize>(reach: &mut Matrix<N>, integral: &Matrix<N>, transition: &Matrix<N>) {
    let mut further = magnitudes(integral);
    add_product(&mut further, &magnitudes(transition), reach);
    for (bound, further) in reach.as_flattened_mut().iter_mut().zip(further.as_flattened()) {
        *bound = further.max(*bound);
    }
}

#[inline(never)]
fn magnitudes<const N: usize>(matrix: &Matrix<N>) -> Matrix<N> {
    let mut magnitudes = *matrix;
    magnitudes.as_flattened_mut().iter_mut().for_each(|entry| *entry = entry.abs());
    magnitudes
}

#[inline(never)]
fn scale(values: &mut [f64], factor: f64) {
    values.iter_mut().for_each(|value| *value *= factor);
}

fn product<const N: usize>(left: &Matrix<N>, right: &Matrix<N>) -> Matrix<N> {
    let mut result = [[0.0; N]; N];
    add_product(&mut result, left, right);
    result
}

/// In place: copies of matrices would take a third of the time.
#[inline(never)]
fn add_product<const N: usize>(to: &mut [[f64; N]], left: &Matrix<N>, right: &[[f64; N]]) {
    for (column, vector) in to.iter_mut().zip(right) {
        let mut sum = *column;
        for (factors, share) in left.iter().zip(vector) {
            for (entry, factor) in sum.iter_mut().zip(factors) {
                *entry += factor * share;
            }
        }
        *column = sum;
    }
}

fn add_identity<const N: usize>(matrix: &mut Matrix<N>) {
    for (i, column) in matrix.iter_mut().enumerate() {
        column[i] += 1.0;
    }
}

#[inline]
fn sum<const N: usize>(left: &[f64; N], right: &[f64; N]) -> [f64; N] {
    core::array::from_fn(|i| left[i] + right[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A damped oscillator and a fast lag behind it.
    const COLUMNS: Matrix<3> = [[0.0, -9e4, 2.0], [1.0, -240.0, 0.0], [0.0, 0.0, -4e3]];

    #[test]
    fn a_decay_and_a_ramp_meet_their_closed_forms() {
        let (rate, length) = (4e3_f64, 1e-3);
        let propagator = Propagator::new(&[[-rate]], &[[1.0]], &[1.0], length);
        let [end] = propagator.end(&[0.0], &[1.0], &[0.0]);
        assert!((end * rate / -libm::expm1(-rate * length) - 1.0).abs() < 1e-15, "{end:e}");
        let [ramp] = propagator.end(&[0.0], &[0.0], &[1.0]);
        let exact = (length + libm::expm1(-rate * length) / rate) / rate;
        assert!((ramp / exact - 1.0).abs() < 1e-15, "{ramp:e} {exact:e}");
    }

    #[test]
    fn many_short_steps_meet_one_long_step() {
        let source = [[0.0, 1.0, 0.5]];
        let rates = |state: &[f64; 3], time: f64| {
            let mut rates = source[0].map(|entry| entry * (7.0 * time));
            add_product(core::slice::from_mut(&mut rates), &COLUMNS, &[*state]);
            rates
        };
        let (length, count) = (1.6e-2, 64);
        let short = Propagator::new(&COLUMNS, &source, &[1.0; 3], length / f64::from(count));
        let mut state = [1e-3, 0.2, -4.0];
        let long = Propagator::new(&COLUMNS, &source, &[1.0; 3], length).end(&state, &rates(&state, 0.0), &[7.0]);
        for k in 0..count {
            let time = length * f64::from(k) / f64::from(count);
            state = short.end(&state, &rates(&state, time), &[7.0]);
        }
        for (one, many) in long.iter().zip(state) {
            // Rounding of sixty-four steps.
            assert!((one - many).abs() < 1e-13 * (1.0 + many.abs()), "{long:?} {state:?}");
        }
    }

    #[test]
    fn nothing_moves_further_than_the_reach() {
        let (length, count) = (4e-3, 400);
        let whole = Propagator::<3, 0>::new(&COLUMNS, &[], &[1.0; 3], length);
        for (unit, column) in whole.reach.iter().enumerate() {
            let mut rates = [0.0; 3];
            rates[unit] = 1.0;
            let mut largest = [0.0_f64; 3];
            for k in 1..=count {
                let part = Propagator::<3, 0>::new(&COLUMNS, &[], &[1.0; 3], length * f64::from(k) / f64::from(count));
                let moved = part.end(&[0.0; 3], &rates, &[]);
                largest = core::array::from_fn(|i| largest[i].max(moved[i].abs()));
            }
            for (bound, moved) in column.iter().zip(largest) {
                let bound = f64::from(bound.value());
                assert!(bound >= moved && bound <= 4.0 * moved, "{bound:e} {moved:e}");
            }
        }
    }

    #[test]
    fn equations_that_are_no_numbers_are_unusable() {
        for entry in [f64::NAN, f64::INFINITY, 1e200] {
            let propagator = Propagator::<1, 0>::new(&[[entry]], &[], &[1.0], 1e-3);
            let [reach] = propagator.reach(&[1.0], &[0.0], 1e-3);
            assert!(!reach.is_finite(), "{entry:e}: {reach:e}");
        }
    }
}
