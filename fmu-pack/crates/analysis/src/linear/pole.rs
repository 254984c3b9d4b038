//! Eigenvalues as natural frequencies and dampings.

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, Schur};
use serde::{Deserialize, Serialize};

/// A real eigenvalue, or a conjugate pair by the one with the positive imaginary part.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pole {
    /// Real part \[1/s\].
    pub real: f64,
    /// Imaginary part \[rad/s\], not negative.
    pub imaginary: f64,
}

impl Pole {
    /// |s| \[rad/s\].
    pub fn natural_frequency(&self) -> f64 {
        self.real.hypot(self.imaginary)
    }

    /// −Re(s)/|s|: 1 for a decaying real one, −1 for a growing real one; none at the origin.
    pub fn damping_ratio(&self) -> Option<f64> {
        let magnitude = self.natural_frequency();
        (magnitude > 0.0).then(|| -self.real / magnitude)
    }

    /// It is one of a pair.
    pub fn is_pair(&self) -> bool {
        self.imaginary > 0.0
    }

    /// Eigenvalues of a square matrix, the slowest first.
    pub(crate) fn all(matrix: &DMatrix<f64>) -> Vec<Self> {
        let mut poles: Vec<Self> = eigenvalues(matrix)
            .into_iter()
            .filter(|value| value.im >= 0.0)
            .map(|value| Self { real: value.re, imaginary: value.im })
            .collect();
        poles.sort_by(|one, other| one.natural_frequency().total_cmp(&other.natural_frequency()));
        poles
    }
}

/// Steps after which an iteration is given up: it takes a few for each eigenvalue.
const ITERATIONS: usize = 10_000;

/// All eigenvalues. What the iteration cannot separate, as of numbers that are not finite, is left out.
///
/// A bare iteration gives the zeros of a body that nothing holds as (ε ‖A‖)^(1/m), m the length of their chain: 1e-7 for position and
/// velocity of one body, with either sign. So they are taken out first.
pub(crate) fn eigenvalues(matrix: &DMatrix<f64>) -> Vec<Complex<f64>> {
    if matrix.is_empty() || matrix.iter().any(|value| !value.is_finite()) {
        return Vec::new();
    }
    let (balanced, unit) = balanced(matrix);
    let rest = without_zeros(balanced);
    let zeros = std::iter::repeat_n(Complex::new(0.0, 0.0), matrix.nrows() - rest.nrows());
    zeros.chain(eigenvalues_of_balanced(rest).into_iter().map(|value| value * unit)).collect()
}

/// A matrix in a unit halfway between its largest and its smallest entry, so that squares of entries neither overflow nor vanish, and balanced;
/// and that unit, a power of two.
pub fn balanced(matrix: &DMatrix<f64>) -> (DMatrix<f64>, f64) {
    let exponents = || matrix.iter().filter(|entry| **entry != 0.0).map(|entry| entry.abs().log2());
    let (largest, smallest) = (exponents().reduce(f64::max), exponents().reduce(f64::min));
    let between = largest.zip(smallest).map_or(0.0, |(largest, smallest)| 0.5 * (largest + smallest));
    // Beyond these a power or its inverse is no normal number.
    let unit = between.floor().clamp(-1000.0, 1000.0).exp2();
    let mut balanced = matrix / unit;
    balance_parlett_reinsch(&mut balanced);
    (balanced, unit)
}

/// All eigenvalues of a balanced matrix, or none where the iteration does not separate them.
pub fn eigenvalues_of_balanced(matrix: DMatrix<f64>) -> Vec<Complex<f64>> {
    if matrix.is_empty() {
        return Vec::new();
    }
    let schur = Schur::try_new(matrix, f64::EPSILON, ITERATIONS);
    schur.map_or_else(Vec::new, |schur| schur.complex_eigenvalues().as_slice().to_vec())
}

/// A matrix with the eigenvalues that are not zero. In an orthogonal basis that begins with the null space, A is
///
/// ```text
/// | 0  * |
/// | 0  R |
/// ```
///
/// so that its eigenvalues are zeros and those of R; and again, as long as R has a null space. What belongs to it is decided by the singular
/// values, against the rounding of a product with A.
fn without_zeros(mut matrix: DMatrix<f64>) -> DMatrix<f64> {
    let tolerance = 10.0 * matrix.nrows() as f64 * f64::EPSILON * matrix.norm();
    while !matrix.is_empty() {
        let Some(decomposition) = matrix.clone().try_svd(false, true, f64::EPSILON, ITERATIONS) else { break };
        let Some(directions) = decomposition.v_t else { break };
        let kept = decomposition.singular_values.iter().filter(|value| **value > tolerance).count();
        if kept == matrix.nrows() {
            break;
        }
        // The singular values descend.
        let kept = directions.rows(0, kept).into_owned();
        matrix = &kept * matrix * kept.transpose();
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damped_oscillator_has_its_natural_frequency_and_damping_in_any_units() {
        // x'' + 2·0.3·50·x' + 50²·x, with the position in millionths.
        for scale in [1.0, 1e6] {
            let matrix = DMatrix::from_row_slice(2, 2, &[0.0, scale, -2500.0 / scale, -30.0]);
            let [pole] = Pole::all(&matrix)[..] else { panic!("one pair") };
            assert!((pole.natural_frequency() - 50.0).abs() < 1e-12 * 50.0);
            assert!((pole.damping_ratio().unwrap() - 0.3).abs() < 1e-12);
            assert!(pole.is_pair());
        }
    }

    #[test]
    fn poles_come_slowest_first_and_one_at_the_origin_has_no_damping() {
        let poles = Pole::all(&DMatrix::from_row_slice(3, 3, &[-5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0]));
        assert_eq!(poles.iter().map(|pole| pole.real).collect::<Vec<f64>>(), [0.0, 2.0, -5.0]);
        assert_eq!(poles.iter().map(Pole::damping_ratio).collect::<Vec<_>>(), [None, Some(-1.0), Some(1.0)]);
    }

    #[test]
    fn rates_of_any_size_have_their_poles() {
        for rate in [1e-300, 1e-155, 1e150, 1e155, 1e300, 1.5e308] {
            let [pole] = Pole::all(&DMatrix::from_element(1, 1, -rate))[..] else { panic!("one pole") };
            assert_eq!(pole.real, -rate);
        }
        // A swinging mass on a spring of 1e300: ω = 1e150.
        let [pair] = Pole::all(&DMatrix::from_row_slice(2, 2, &[0.0, 1.0, -1e300, 0.0]))[..] else {
            panic!("one pair")
        };
        assert!(pair.is_pair() && (pair.natural_frequency() - 1e150).abs() < 1e-12 * 1e150, "{pair:?}");
    }

    /// Two bodies of 1 and 2 kg.m2 on a shaft of 1e5 N.m/rad and 30 N.m.s/rad: position and velocity of both together are free, and the other pole
    /// pair follows from J1 J2/(J1 + J2) = 2/3.
    #[test]
    fn what_nothing_holds_has_poles_at_zero_and_no_damping_ratio() {
        let (stiffness, damping) = (1e5, 30.0);
        let rates = [[-stiffness, stiffness, -damping, damping], [stiffness, -stiffness, damping, -damping]];
        for scale in [1.0, 1e-3, 1e6] {
            let matrix = DMatrix::from_fn(4, 4, |row, column| {
                let value = if row < 2 {
                    f64::from(u8::from(column == row + 2))
                } else {
                    rates[row - 2][column] / [1.0, 2.0][row - 2]
                };
                // Positions in another unit.
                value * if row < 2 { scale } else { 1.0 } / if column < 2 { scale } else { 1.0 }
            });
            let poles = Pole::all(&matrix);
            let [one, other, pair] = poles[..] else { panic!("{poles:?}") };
            assert_eq!([one, other].map(|pole| (pole.natural_frequency(), pole.damping_ratio())), [(0.0, None); 2]);
            let reduced: f64 = 2.0 / 3.0;
            let frequency = (stiffness / reduced).sqrt();
            // Eigenvalues of a matrix of this size are good to its rounding.
            assert!((pair.natural_frequency() - frequency).abs() < 1e-10 * frequency, "{pair:?}");
            assert!((pair.damping_ratio().unwrap() - damping / (2.0 * (stiffness * reduced).sqrt())).abs() < 1e-10);
        }
    }

    #[test]
    fn a_slow_pole_beside_fast_ones_is_no_zero() {
        let poles = Pole::all(&DMatrix::from_row_slice(3, 3, &[-1e-4, 0.0, 0.0, 1.0, -1e7, 1.0, 0.0, 5.0, -1e3]));
        assert!((poles[0].real + 1e-4).abs() < 1e-12, "{poles:?}");
    }

    #[test]
    fn a_matrix_that_is_not_finite_has_no_poles() {
        assert!(Pole::all(&DMatrix::from_element(2, 2, f64::NAN)).is_empty());
        assert!(Pole::all(&DMatrix::zeros(0, 0)).is_empty());
    }
}
