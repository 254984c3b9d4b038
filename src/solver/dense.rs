//! Dense linear systems whose size is known when a model is put together; see [`super::linear`] for fixed sizes.

use super::linear::{Scalar, remainder};
use crate::memory::{Heap, List};

/// LU factors of a square matrix, by rows; the diagonal holds reciprocals. Made once for the largest size.
#[derive(Debug, Default)]
pub struct DenseFactors<T> {
    size: usize,
    matrix: List<T>,
    pivots: List<usize>,
    weights: List<f64>,
}

impl<T: Scalar> DenseFactors<T> {
    /// Room for matrices of up to this size.
    pub fn with_room(most: usize, heap: &mut Heap) -> Self {
        Self {
            size: 0,
            matrix: heap.filled(T::default(), most * most),
            pivots: heap.filled(0, most),
            weights: heap.filled(1.0, most),
        }
    }

    /// Factorizes the matrix with these entries; `false` where it is singular or not finite. `scales` are sizes of what the
    /// rows give, relative to which the largest pivot is taken: it must not depend on units.
    pub fn factorize(&mut self, scales: &[f64], entry: impl Fn(usize, usize) -> T) -> bool {
        let n = scales.len();
        self.size = n;
        for (row, scale) in scales.iter().enumerate() {
            self.weights[row] = 1.0 / scale;
            for column in 0..n {
                self.matrix[row * n + column] = entry(row, column);
            }
        }
        (0..n).all(|k| self.eliminate(k))
    }

    fn eliminate(&mut self, k: usize) -> bool {
        let n = self.size;
        let size = |row: usize| self.matrix[row * n + k].size() * self.weights[row];
        let pivot = (k + 1..n).fold(k, |pivot, row| if size(row) > size(pivot) { row } else { pivot });
        let largest = size(pivot);
        if largest == 0.0 || !largest.is_finite() {
            return false;
        }
        if pivot > k {
            (0..n).for_each(|column| self.matrix.swap(k * n + column, pivot * n + column));
            self.weights.swap(k, pivot);
        }
        self.pivots[k] = pivot;
        let (upper, lower) = self.matrix.split_at_mut((k + 1) * n);
        let row = &mut upper[k * n..];
        row[k] = row[k].reciprocal();
        for other in lower.chunks_exact_mut(n).take(n - k - 1) {
            let factor = other[k].times(row[k]);
            other[k] = factor;
            if factor.size() != 0.0 {
                for (entry, &above) in other[k + 1..].iter_mut().zip(&row[k + 1..]) {
                    *entry = entry.minus_product(factor, above);
                }
            }
        }
        true
    }

    /// Solves for the right-hand side in place.
    pub fn solve(&self, b: &mut [T]) {
        let n = self.size;
        // Whole rows were swapped, multipliers included, so all interchanges come first.
        for (k, &pivot) in self.pivots[..n].iter().enumerate() {
            b.swap(k, pivot);
        }
        for k in 0..n {
            b[k] = remainder(b[k], &self.matrix[k * n..k * n + k], &b[..k]);
        }
        for k in (0..n).rev() {
            let row = &self.matrix[k * n..(k + 1) * n];
            b[k] = remainder(b[k], &row[k + 1..], &b[k + 1..n]).times(row[k]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::linear::Complex;
    use super::*;

    #[test]
    fn solves_systems_that_need_pivoting_real_and_complex() {
        let matrix = [[0.0, 2.0, 1.0], [1.0, 1.0, 0.0], [4.0, 0.0, -1.0]];
        let mut heap = Heap::default();
        let mut real = DenseFactors::with_room(5, &mut heap);
        assert!(real.factorize(&[1.0; 3], |i, j| matrix[i][j]));
        let mut b = [7.0, 3.0, 1.0]; // x = (1, 2, 3)
        real.solve(&mut b);
        let mut complex = DenseFactors::with_room(3, &mut heap);
        assert!(complex.factorize(&[1.0; 3], |i, j| Complex { re: 0.0, im: matrix[i][j] }));
        let mut c = [7.0, 3.0, 1.0].map(|re| Complex { re, im: 0.0 }); // −i·x
        complex.solve(&mut c);
        for (k, expected) in [1.0, 2.0, 3.0].into_iter().enumerate() {
            assert!((b[k] - expected).abs() < 1e-15);
            assert!((c[k].im + expected).abs() < 1e-15 && c[k].re.abs() < 1e-15);
        }
        assert!(!real.factorize(&[1.0; 2], |i, j| [[1.0, 2.0], [2.0, 4.0]][i][j]));
    }
}
