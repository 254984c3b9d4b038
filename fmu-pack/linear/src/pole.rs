//! Eigenvalues as natural frequencies and dampings.

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, Schur};
use serde::{Deserialize, Serialize};

/// A real eigenvalue, or a conjugate pair by the one with the positive imaginary part.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pole {
    /// Real part [1/s].
    pub real: f64,
    /// Imaginary part [rad/s], not negative.
    pub imaginary: f64,
}

impl Pole {
    /// |s| [rad/s].
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

/// All eigenvalues. What the iteration cannot separate, as of numbers that are not finite, is left out.
pub(crate) fn eigenvalues(matrix: &DMatrix<f64>) -> Vec<Complex<f64>> {
    if matrix.is_empty() || matrix.iter().any(|value| !value.is_finite()) {
        return Vec::new();
    }
    let mut balanced = matrix.clone();
    balance_parlett_reinsch(&mut balanced);
    const ITERATIONS: usize = 10_000;
    let schur = Schur::try_new(balanced, f64::EPSILON, ITERATIONS);
    schur.map_or_else(Vec::new, |schur| schur.complex_eigenvalues().iter().copied().collect())
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
    fn a_matrix_that_is_not_finite_has_no_poles() {
        assert!(Pole::all(&DMatrix::from_element(2, 2, f64::NAN)).is_empty());
        assert!(Pole::all(&DMatrix::zeros(0, 0)).is_empty());
    }
}
