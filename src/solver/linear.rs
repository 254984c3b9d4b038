//! Small dense linear systems, real and complex, with partial pivoting.

use core::fmt::Debug;

use super::Vector;

/// A complex number; only what the elimination needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Complex {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

/// What Gaussian elimination needs of a number.
pub trait Scalar: Copy + Debug + Default {
    /// self − a·b
    fn minus_product(self, a: Self, b: Self) -> Self;
    /// a·b
    fn times(self, other: Self) -> Self;
    /// 1/self
    fn reciprocal(self) -> Self;
    /// A measure of size for pivoting.
    fn size(self) -> f64;
}

impl Scalar for f64 {
    #[inline]
    fn minus_product(self, a: Self, b: Self) -> Self {
        self - a * b
    }

    #[inline]
    fn times(self, other: Self) -> Self {
        self * other
    }

    #[inline]
    fn reciprocal(self) -> Self {
        1.0 / self
    }

    #[inline]
    fn size(self) -> f64 {
        self.abs()
    }
}

impl Scalar for Complex {
    #[inline]
    fn minus_product(self, a: Self, b: Self) -> Self {
        let product = a.times(b);
        Self { re: self.re - product.re, im: self.im - product.im }
    }

    #[inline]
    fn times(self, b: Self) -> Self {
        Self { re: self.re * b.re - self.im * b.im, im: self.re * b.im + self.im * b.re }
    }

    #[inline]
    fn reciprocal(self) -> Self {
        let square = self.re * self.re + self.im * self.im;
        Self { re: self.re / square, im: -self.im / square }
    }

    #[inline]
    fn size(self) -> f64 {
        self.re.abs() + self.im.abs()
    }
}

/// Up to this size solving is so short that a call for it counts.
const SMALL: usize = 3;

/// As many numbers as there are states.
type Column<X, T> = <X as Vector>::Each<T>;
/// Rows of a matrix of them.
type Rows<X, T> = <X as Vector>::Each<Column<X, T>>;

/// LU factors of a square matrix over the states; the diagonal holds reciprocals.
pub struct Factors<X: Vector, T: Scalar> {
    matrix: Rows<X, T>,
    pivots: Column<X, usize>,
}

impl<X: Vector, T: Scalar> Factors<X, T> {
    /// Factorizes; `None` where the matrix is singular or not finite. `scales` are sizes of what the rows give, relative to
    /// which the largest pivot is taken: it must not depend on units.
    pub fn new(mut matrix: Rows<X, T>, scales: &X) -> Option<Self> {
        let (mut pivots, mut weights) = (X::each(|_| 0), scales.map(|scale| 1.0 / scale));
        for k in 0..X::LEN {
            let (upper, lower) = matrix.as_mut().split_at_mut(k + 1);
            let row = &mut upper[k];
            let (mut pivot, mut size) = (k, row[k].size() * weights[k]);
            for (other, below) in lower.iter().zip(k + 1..) {
                let other = other[k].size() * weights[below];
                if other > size {
                    (pivot, size) = (below, other);
                }
            }
            if size == 0.0 || !size.is_finite() {
                return None;
            }
            if pivot > k {
                core::mem::swap(row, &mut lower[pivot - k - 1]);
                weights.as_mut().swap(k, pivot);
            }
            pivots[k] = pivot;
            row[k] = row[k].reciprocal();
            lower.iter_mut().for_each(|other| eliminate::<X, T>(other, row, k));
        }
        Some(Self { matrix, pivots })
    }

    /// Solves for the right-hand side in place.
    #[inline]
    pub fn solve(&self, b: &mut Column<X, T>) {
        if X::LEN <= SMALL { self.substitute(b) } else { self.substitute_apart(b) }
    }

    #[inline(never)]
    fn substitute_apart(&self, b: &mut Column<X, T>) {
        self.substitute(b);
    }

    #[inline(always)]
    fn substitute(&self, b: &mut Column<X, T>) {
        let b = b.as_mut();
        // Whole rows were swapped, multipliers included, so all interchanges come first.
        for (k, &pivot) in self.pivots.as_ref().iter().enumerate() {
            b.swap(k, pivot);
        }
        for (k, row) in self.matrix.as_ref().iter().enumerate() {
            b[k] = remainder(b[k], &row.as_ref()[..k], &b[..k]);
        }
        for (k, row) in self.matrix.as_ref().iter().enumerate().rev() {
            b[k] = remainder(b[k], &row.as_ref()[k + 1..], &b[k + 1..]).times(row[k]);
        }
    }
}

/// Takes a multiple of the row of pivot `k`, right of it, from another row; keeps the multiplier in its place.
#[inline]
fn eliminate<X: Vector, T: Scalar>(row: &mut Column<X, T>, pivot_row: &Column<X, T>, k: usize) {
    let factor = row[k].times(pivot_row[k]);
    row[k] = factor;
    if factor.size() != 0.0 {
        for (entry, &above) in row.as_mut()[k + 1..].iter_mut().zip(&pivot_row.as_ref()[k + 1..]) {
            *entry = entry.minus_product(factor, above);
        }
    }
}

/// value − row·known
#[inline]
pub(super) fn remainder<T: Scalar>(value: T, row: &[T], known: &[T]) -> T {
    row.iter().zip(known).fold(value, |value, (&factor, &known)| value.minus_product(factor, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_system_that_needs_pivoting() {
        let matrix = [[0.0, 2.0, 1.0], [1.0, 1.0, 0.0], [4.0, 0.0, -1.0]];
        let factors = Factors::<[f64; 3], f64>::new(matrix, &[1.0; 3]).unwrap();
        let mut b = [7.0, 3.0, 1.0]; // x = (1, 2, 3)
        factors.solve(&mut b);
        for (value, expected) in b.iter().zip([1.0, 2.0, 3.0]) {
            assert!((value - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn solves_a_complex_system() {
        let c = |re, im| Complex { re, im };
        let matrix = [[c(0.0, 1.0), c(1.0, 0.0)], [c(2.0, 0.0), c(0.0, -1.0)]];
        let factors = Factors::<[f64; 2], Complex>::new(matrix, &[1.0; 2]).unwrap();
        // x = (1 + i, 2): rows i(1+i) + 2 = 1 + i, 2(1+i) − 2i = 2.
        let mut b = [c(1.0, 1.0), c(2.0, 0.0)];
        factors.solve(&mut b);
        assert!((b[0].re - 1.0).abs() + (b[0].im - 1.0).abs() + (b[1].re - 2.0).abs() + b[1].im.abs() < 1e-15);
    }

    #[test]
    fn a_singular_matrix_is_refused() {
        assert!(Factors::<[f64; 2], f64>::new([[1.0, 2.0], [2.0, 4.0]], &[1.0; 2]).is_none());
    }
}
