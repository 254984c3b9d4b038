//! Small dense linear systems, real and complex, with partial pivoting.

/// A complex number; only what the elimination needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Complex {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

/// What Gaussian elimination needs of a number.
pub trait Scalar: Copy + Default {
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

/// LU factors of an N × N matrix; the diagonal holds reciprocals.
pub struct Factors<T, const N: usize> {
    matrix: [[T; N]; N],
    pivots: [usize; N],
}

impl<T: Scalar, const N: usize> Factors<T, N> {
    /// Factorizes; `None` where the matrix is singular or not finite.
    #[allow(clippy::needless_range_loop, reason = "row and column indices are the notation of elimination")]
    pub fn new(mut matrix: [[T; N]; N]) -> Option<Self> {
        let mut pivots = [0; N];
        for k in 0..N {
            let mut pivot = k;
            for row in k + 1..N {
                if matrix[row][k].size() > matrix[pivot][k].size() {
                    pivot = row;
                }
            }
            let size = matrix[pivot][k].size();
            if size == 0.0 || !size.is_finite() {
                return None;
            }
            matrix.swap(k, pivot);
            pivots[k] = pivot;
            let inverse = matrix[k][k].reciprocal();
            matrix[k][k] = inverse;
            for row in k + 1..N {
                let factor = matrix[row][k].times(inverse);
                matrix[row][k] = factor;
                if factor.size() == 0.0 {
                    continue;
                }
                for column in k + 1..N {
                    matrix[row][column] = matrix[row][column].minus_product(factor, matrix[k][column]);
                }
            }
        }
        Some(Self { matrix, pivots })
    }

    /// Solves for the right-hand side in place.
    #[allow(clippy::needless_range_loop, reason = "row and column indices are the notation of elimination")]
    pub fn solve(&self, b: &mut [T; N]) {
        // Whole rows were swapped, multipliers included, so all interchanges come first.
        for k in 0..N {
            b.swap(k, self.pivots[k]);
        }
        for k in 0..N {
            for row in k + 1..N {
                b[row] = b[row].minus_product(self.matrix[row][k], b[k]);
            }
        }
        for k in (0..N).rev() {
            for column in k + 1..N {
                b[k] = b[k].minus_product(self.matrix[k][column], b[column]);
            }
            b[k] = b[k].times(self.matrix[k][k]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_system_that_needs_pivoting() {
        let factors = Factors::new([[0.0, 2.0, 1.0], [1.0, 1.0, 0.0], [4.0, 0.0, -1.0]]).unwrap();
        let mut b = [7.0, 3.0, 1.0]; // x = (1, 2, 3)
        factors.solve(&mut b);
        for (value, expected) in b.iter().zip([1.0, 2.0, 3.0]) {
            assert!((value - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn solves_a_complex_system() {
        let c = |re, im| Complex { re, im };
        let factors = Factors::new([[c(0.0, 1.0), c(1.0, 0.0)], [c(2.0, 0.0), c(0.0, -1.0)]]).unwrap();
        // x = (1 + i, 2): rows i(1+i) + 2 = 1 + i, 2(1+i) − 2i = 2.
        let mut b = [c(1.0, 1.0), c(2.0, 0.0)];
        factors.solve(&mut b);
        assert!((b[0].re - 1.0).abs() + (b[0].im - 1.0).abs() + (b[1].re - 2.0).abs() + b[1].im.abs() < 1e-15);
    }

    #[test]
    fn a_singular_matrix_is_refused() {
        assert!(Factors::new([[1.0, 2.0], [2.0, 4.0]]).is_none());
    }
}
