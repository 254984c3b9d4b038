//! The exact solution of a linear mode whose size is known when a model is put together; see [`super::Propagator`] for fixed sizes.
//!
//! For `x' = A·x + b₀ + b₁·t` with the rates `r = x'(0)`, and guards `g = C·x + d·t + constants`,
//!
//! ```text
//! x(h) = x(0) + F·r + G·b₁,   x'(h) = E·r + F·b₁,   E = exp(A·h),   F = ∫₀ʰ exp(A·s) ds,   G = ∫₀ʰ F(s) ds
//! |gᵢ(t) − gᵢ(0)| ≤ Σⱼ Rᵢⱼ·(|rⱼ| + h·|b₁ⱼ|) + h·|dᵢ|   for every t in 0..=h,   Rᵢⱼ ≥ |(C·F(t))ᵢⱼ|
//! ```
//!
//! G comes from a Taylor expansion over t = h/2ˢ and gives F there; both are doubled s times. With D ≥ |F(t)| on the way:
//!
//! ```text
//! F = t·I + G·A at first,   E = I + F·A   (powers of A commute)
//! F(2t) = F + E·F,   G(2t) = G + t·F + E·G,   D(2t) = max(D, |F| + |E|·D)
//! R = max(|C|·D, |C·F| + |C·E|·D) at t = h/2
//! ```
//!
//! Where s begins is certain: for any y > 0 and M = max (|A|·y)ᵢ/yᵢ the norm of A is at most M in the norm that y weighs, and y is
//! chosen so that M is close to the spectral radius of |A| (Collatz 1942, Wielandt 1950), whatever the units of the states.

use super::propagator::{BLOCK, INVERSE_FACTORIAL, MAX_DOUBLINGS, ROUNDING, SHARE, TERMS};
use crate::memory::{Heap, List};

/// Iterations towards the y that weighs the norm.
const ITERATIONS: u32 = 16;

/// Matrices of one mode, by columns, of which the first `size` columns and rows are used. Made once for the largest size.
#[derive(Debug)]
pub struct DensePropagator {
    size: usize,
    /// A, by columns: what a unit of each state adds to the rates. To be filled before [`DensePropagator::prepare`].
    pub equations: List<f64>,
    /// E.
    pub transition: List<f64>,
    /// F.
    pub integral: List<f64>,
    /// G.
    pub double_integral: List<f64>,
    /// E and F at h/2, and D there; at h where nothing was doubled.
    half_transition: List<f64>,
    half_integral: List<f64>,
    reach: List<f64>,
    is_doubled: bool,
    /// Powers of A·t.
    powers: [List<f64>; BLOCK],
    work: List<f64>,
    other: List<f64>,
    weights: List<f64>,
    row: List<f64>,
}

impl DensePropagator {
    /// Room for up to so many states.
    pub fn with_room(most: usize, heap: &mut Heap) -> Self {
        let mut matrix = || heap.filled(0.0, most * most);
        Self {
            size: 0,
            equations: matrix(),
            transition: matrix(),
            integral: matrix(),
            double_integral: matrix(),
            half_transition: matrix(),
            half_integral: matrix(),
            reach: matrix(),
            is_doubled: false,
            powers: core::array::from_fn(|_| matrix()),
            work: matrix(),
            other: matrix(),
            weights: heap.filled(0.0, 2 * most),
            row: heap.filled(0.0, 2 * most),
        }
    }

    /// Makes E, F and G over steps of `length` from the equations of `size` states; `false` where these are too fast or no
    /// numbers.
    pub fn prepare(&mut self, size: usize, length: f64) -> bool {
        self.size = size;
        let doublings = libm::ceil(libm::log2(self.fastest_rate(length) * length / SHARE)).max(0.0);
        if doublings.is_nan() || doublings > f64::from(MAX_DOUBLINGS) {
            return false;
        }
        let mut time = libm::ldexp(length, -(doublings as i32));
        self.expand(time);
        self.is_doubled = doublings > 0.0;
        let used = ..size * size;
        for remaining in (0..doublings as u32).rev() {
            if remaining == 0 {
                self.half_transition[used].copy_from_slice(&self.transition[used]);
                self.half_integral[used].copy_from_slice(&self.integral[used]);
            }
            self.double(time, remaining > 0);
            time *= 2.0;
        }
        self.integral[used].iter().chain(&self.double_integral[used]).all(|entry| entry.is_finite())
    }

    /// Writes how far a guard with these derivatives to the states moves per rate of each.
    pub fn write_reach(&mut self, guard: &[f64], reach: &mut [f64]) {
        let n = self.size;
        let (onward, started) = self.row.split_at_mut(n);
        if self.is_doubled {
            for (column, (onward, started)) in onward.iter_mut().zip(started.iter_mut()).enumerate() {
                let of = |matrix: &[f64]| dot(guard, &matrix[column * n..(column + 1) * n]);
                (*onward, *started) = (of(&self.half_transition).abs(), of(&self.half_integral).abs());
            }
        }
        for (column, reach) in reach.iter_mut().enumerate() {
            let within = &self.reach[column * n..(column + 1) * n];
            *reach = guard.iter().zip(within).fold(0.0, |sum, (guard, within)| sum + guard.abs() * within);
            if self.is_doubled {
                *reach = reach.max(started[column] + dot(onward, within));
            }
            *reach *= 1.0 + ROUNDING;
        }
    }

    /// A bound of the norm of A that is close to the spectral radius of |A|.
    fn fastest_rate(&mut self, length: f64) -> f64 {
        let n = self.size;
        let (weights, product) = self.weights.split_at_mut(n);
        weights.fill(1.0);
        let multiply = |weights: &[f64], product: &mut [f64]| {
            product[..n].fill(0.0);
            for (column, weight) in self.equations[..n * n].chunks_exact(n.max(1)).zip(weights) {
                product.iter_mut().zip(column).for_each(|(sum, entry)| *sum += entry.abs() * weight);
            }
        };
        for _ in 0..ITERATIONS {
            multiply(weights, product);
            weights.iter_mut().zip(product.iter()).for_each(|(weight, product)| *weight += length * product);
            let largest = weights.iter().fold(0.0, |largest, weight| f64::max(largest, *weight));
            // Smaller weights than that would lead beyond all numbers.
            weights.iter_mut().for_each(|weight| *weight = (*weight / largest).max(f64::MIN_POSITIVE));
        }
        multiply(weights, product);
        let ratios = weights.iter().zip(product.iter()).map(|(weight, product)| product / weight);
        ratios.fold(0.0, |most, ratio| if ratio.is_nan() { ratio } else { most + (ratio - most).max(0.0) })
    }

    /// G and D by their expansions over a short time, F and E from G.
    fn expand(&mut self, time: f64) {
        let n = self.size;
        let used = ..n * n;
        identity(&mut self.powers[0][used], n);
        for k in 1..BLOCK {
            let (lower, higher) = self.powers.split_at_mut(k);
            higher[0][used].fill(0.0);
            add_product(&mut higher[0][used], &lower[k - 1][used], &self.equations[used], n);
            higher[0][used].iter_mut().for_each(|entry| *entry *= time);
        }
        // A⁴·t⁴, the stride from block to block.
        self.work[used].fill(0.0);
        add_product(&mut self.work[used], &self.powers[BLOCK - 1][used], &self.powers[1][used], n);
        sum_expansion(&mut self.double_integral[used], &mut self.other[used], &self.work[used], &self.powers, n, 2);
        self.double_integral[used].iter_mut().for_each(|entry| *entry *= time * time);
        self.integral[used].fill(0.0);
        self.integral[used].iter_mut().step_by(n + 1).for_each(|entry| *entry = time);
        add_product(&mut self.integral[used], &self.double_integral[used], &self.equations[used], n);
        self.add_transition();
        for matrix in self.powers.iter_mut().chain([&mut self.work]) {
            matrix[used].iter_mut().for_each(|entry| *entry = entry.abs());
        }
        sum_expansion(&mut self.reach[used], &mut self.other[used], &self.work[used], &self.powers, n, 1);
        self.reach[used].iter_mut().for_each(|entry| *entry *= time);
    }

    /// E from F.
    fn add_transition(&mut self) {
        let used = ..self.size * self.size;
        identity(&mut self.transition[used], self.size);
        add_product(&mut self.transition[used], &self.integral[used], &self.equations[used], self.size);
    }

    /// E, F and G at twice the time, and D if it is asked for.
    fn double(&mut self, time: f64, with_reach: bool) {
        let n = self.size;
        let used = ..n * n;
        if with_reach {
            self.work[used].iter_mut().zip(&self.transition[used]).for_each(|(to, entry)| *to = entry.abs());
            self.other[used].iter_mut().zip(&self.integral[used]).for_each(|(to, entry)| *to = entry.abs());
            add_product(&mut self.other[used], &self.work[used], &self.reach[used], n);
            self.reach[used]
                .iter_mut()
                .zip(&self.other[used])
                .for_each(|(reach, further)| *reach = reach.max(*further));
        }
        self.work[used].copy_from_slice(&self.double_integral[used]);
        for (sum, integral) in self.double_integral[used].iter_mut().zip(&self.integral[used]) {
            *sum += time * integral;
        }
        add_product(&mut self.double_integral[used], &self.transition[used], &self.work[used], n);
        self.work[used].copy_from_slice(&self.integral[used]);
        add_product(&mut self.integral[used], &self.transition[used], &self.work[used], n);
        self.add_transition();
    }
}

/// Σ (A·t)ᵏ/(k+shift)!, from the powers of a block and the stride to the next.
fn sum_expansion(
    to: &mut [f64],
    before: &mut [f64],
    stride: &[f64],
    block: &[List<f64>; BLOCK],
    n: usize,
    shift: usize,
) {
    to.fill(0.0);
    for first in (0..TERMS).step_by(BLOCK).rev() {
        before.copy_from_slice(to);
        to.fill(0.0);
        for (power, factor) in block.iter().zip(&INVERSE_FACTORIAL[first + shift..]) {
            to.iter_mut().zip(power).for_each(|(sum, entry)| *sum += factor * entry);
        }
        if first + BLOCK < TERMS {
            add_product(to, stride, before, n);
        }
    }
}

fn identity(matrix: &mut [f64], n: usize) {
    matrix.fill(0.0);
    matrix.iter_mut().step_by(n + 1).for_each(|entry| *entry = 1.0);
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).fold(0.0, |sum, (left, right)| sum + left * right)
}

/// Adds the product of two matrices by columns. Most of the entries on the right are zero.
fn add_product(to: &mut [f64], left: &[f64], right: &[f64], n: usize) {
    for (column, shares) in to.chunks_exact_mut(n.max(1)).zip(right.chunks_exact(n.max(1))) {
        for (factors, share) in left.chunks_exact(n.max(1)).zip(shares).filter(|(_, share)| **share != 0.0) {
            column.iter_mut().zip(factors).for_each(|(sum, factor)| *sum += factor * share);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Propagator;
    use super::*;

    /// A damped oscillator and a fast lag behind it.
    const COLUMNS: [[f64; 3]; 3] = [[0.0, -9e4, 2.0], [1.0, -240.0, 0.0], [0.0, 0.0, -4e3]];

    fn prepared(columns: &[f64], length: f64) -> DensePropagator {
        let size = libm::sqrt(columns.len() as f64) as usize;
        let mut propagator = DensePropagator::with_room(size, &mut Heap::default());
        propagator.equations.copy_from_slice(columns);
        assert!(propagator.prepare(size, length));
        propagator
    }

    fn applied(matrix: &[f64], vector: &[f64; 3]) -> [f64; 3] {
        core::array::from_fn(|i| (0..3).map(|j| matrix[3 * j + i] * vector[j]).sum())
    }

    #[test]
    fn it_is_the_propagator_of_fixed_size() {
        let sources = [[0.0, 1.0, 0.5]];
        for length in [1e-5, 1e-3, 1.6e-2] {
            let dense = prepared(COLUMNS.as_flattened(), length);
            let fixed = Propagator::new(&COLUMNS, &sources, &[1.0; 3], length);
            for rates in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
                let (one, other) = (applied(&dense.integral, &rates), fixed.end(&[0.0; 3], &rates, &[0.0]));
                let sizes = fixed.reach(&rates, &[0.0; 3], length);
                for ((one, other), size) in one.iter().zip(&other).zip(sizes) {
                    // Rounding of the one of fixed size, whose up to eleven doublings each double it: 2^10 times 2^-53.
                    assert!((one - other).abs() <= 1.2e-13 * size, "{one:e} {other:e} {length}");
                }
            }
            let (one, other) = (applied(&dense.double_integral, &sources[0]), fixed.end(&[0.0; 3], &[0.0; 3], &[1.0]));
            let size = length * length * 300.0;
            one.iter().zip(&other).for_each(|(one, other)| assert!((one - other).abs() <= 1e-14 * size));
        }
    }

    #[test]
    fn it_has_the_digits_of_the_integral_of_the_matrix_exponential() {
        // The integral of exp(A t) from 0 to 16 ms with 40 digits, by columns.
        let exact: [[f64; 3]; 3] = [
            [2.442_139_834_993_462_4e-3, -1.106_032_084_694_503_8, 1.235_753_848_548_568_7e-6],
            [1.228_924_538_549_448_7e-5, -5.072_790_575_252_143e-4, 6.208_174_713_415_001e-9],
            [0.0, 0.0, 2.5e-4],
        ];
        let dense = prepared(COLUMNS.as_flattened(), 1.6e-2);
        let compared = dense.integral.iter().zip(exact.as_flattened());
        // The lag, 2.5e-4, is coupled into the oscillator: rounding counts against the largest of a column.
        compared.for_each(|(found, exact)| {
            assert!((found - exact).abs() <= 1e-13 * exact.abs().max(1e-9), "{found:e} {exact:e}")
        });
    }

    #[test]
    fn rates_at_the_end_are_those_of_the_equations() {
        let (length, rates) = (4e-3, [0.3, -2.0, 5.0]);
        let dense = prepared(COLUMNS.as_flattened(), length);
        let moved = applied(&dense.integral, &rates);
        let change = applied(COLUMNS.as_flattened(), &moved);
        let end = applied(&dense.transition, &rates);
        for i in 0..3 {
            assert!((rates[i] + change[i] - end[i]).abs() < 1e-10, "{end:?}");
        }
    }

    #[test]
    fn no_guard_moves_further_than_the_reach() {
        let (length, count, guards) = (4e-3, 400, [[1.0, 0.0, 0.0], [0.0, 1.0, -1.0], [300.0, 1.0, 0.0]]);
        let mut whole = prepared(COLUMNS.as_flattened(), length);
        for guard in guards {
            let (mut bound, mut largest) = ([0.0; 3], [0.0_f64; 3]);
            whole.write_reach(&guard, &mut bound);
            for k in 1..=count {
                let part = prepared(COLUMNS.as_flattened(), length * f64::from(k) / f64::from(count));
                for (j, largest) in largest.iter_mut().enumerate() {
                    *largest = largest.max(dot(&guard, &part.integral[3 * j..3 * j + 3]).abs());
                }
            }
            for (bound, moved) in bound.into_iter().zip(largest) {
                assert!(bound >= moved && bound <= 4.0 * moved, "{guard:?}: {bound:e} {moved:e}");
            }
        }
    }

    #[test]
    fn equations_that_are_no_numbers_are_refused() {
        for entry in [f64::NAN, f64::INFINITY, 1e200] {
            let mut propagator = DensePropagator::with_room(1, &mut Heap::default());
            propagator.equations[0] = entry;
            assert!(!propagator.prepare(1, 1e-3), "{entry:e}");
        }
    }

    #[test]
    fn units_of_the_states_do_not_matter() {
        // Position in units of 1e-9: the same motion, and no more doublings than few.
        let unit = 1e-9;
        let plain = prepared(&[0.0, -1e4, 1.0, -1.0], 1e-2);
        let scaled = prepared(&[0.0, -1e4 * unit, 1.0 / unit, -1.0], 1e-2);
        for (one, other, factor) in [(0, 0, 1.0), (1, 1, unit), (2, 2, 1.0 / unit), (3, 3, 1.0)] {
            let expected = plain.integral[one] * factor;
            assert!((scaled.integral[other] - expected).abs() <= 1e-14 * expected.abs());
        }
    }
}
