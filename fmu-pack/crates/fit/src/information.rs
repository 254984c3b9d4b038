//! What the recordings tell of the parameters: rank, covariance.

use nalgebra::{DMatrix, DVector};

/// A parameter whose effect is that of others: its column of J is their sum with these factors. Without others it has none.
#[derive(Clone, Debug, PartialEq)]
pub struct Dependence {
    /// Its place.
    pub place: usize,
    /// Places and factors of the others.
    pub others: Vec<(usize, f64)>,
}

/// A column is a sum of others where so little of it is left: differences are good to 1e-9, and errors of others add up.
const DEPENDENT: f64 = 1e-6;
/// A parameter has no effect where a change by its size moves all residuals together by less than this share of a standard deviation.
const NO_EFFECT: f64 = 1e-6;
/// Shares of others that are rounding.
const SHARE: f64 = 1e-4;

/// Goes through the columns in order and finds those that depend on columns before them: what is named first in a study is determined
/// first. `sizes` are changes of the parameters that matter.
pub fn dependences(jacobian: &DMatrix<f64>, sizes: &[f64]) -> Vec<Dependence> {
    let mut basis: Vec<(usize, DVector<f64>)> = Vec::new();
    let mut dependences = Vec::new();
    for (place, column) in jacobian.column_iter().enumerate() {
        let norm = column.norm();
        let rest = without(&column.into_owned(), &basis);
        if norm * sizes[place] <= NO_EFFECT {
            dependences.push(Dependence { place, others: Vec::new() });
        } else if rest.norm() <= DEPENDENT * norm {
            let places: Vec<usize> = basis.iter().map(|(place, _)| *place).collect();
            dependences.push(Dependence { place, others: factors(jacobian, place, &places, sizes) });
        } else {
            basis.push((place, rest.normalize()));
        }
    }
    dependences
}

/// What is left of a column beside an orthonormal basis; twice, for the rounding of the first time.
fn without(column: &DVector<f64>, basis: &[(usize, DVector<f64>)]) -> DVector<f64> {
    (0..2).fold(column.clone(), |rest, _| basis.iter().fold(rest, |rest, (_, unit)| &rest - unit * unit.dot(&rest)))
}

/// The factors with which the columns at `places` make up the one at `place`, without those that do not matter.
fn factors(jacobian: &DMatrix<f64>, place: usize, places: &[usize], sizes: &[f64]) -> Vec<(usize, f64)> {
    let columns: Vec<DVector<f64>> = places.iter().map(|other| jacobian.column(*other) * sizes[*other]).collect();
    let matrix = DMatrix::from_columns(&columns);
    let target = jacobian.column(place) * sizes[place];
    let solved = matrix.svd(true, true).solve(&target, 1e-12).unwrap_or_else(|_| DVector::zeros(places.len()));
    let matters = |(_, factor): &(&usize, &f64)| factor.abs() > SHARE;
    let own = |(other, factor): (&usize, &f64)| (*other, factor * sizes[*other] / sizes[place]);
    places.iter().zip(&solved).filter(matters).map(own).collect()
}

/// The covariance (JᵀJ)⁻¹ by QR, where the columns of J are independent.
pub fn covariance(jacobian: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    let count = jacobian.ncols();
    let norms: Vec<f64> = jacobian.column_iter().map(|column| column.norm()).collect();
    let mut scaled = jacobian.clone();
    norms.iter().enumerate().for_each(|(place, norm)| scaled.column_mut(place).unscale_mut(*norm));
    let inverse = scaled.qr().unpack_r().solve_upper_triangular(&DMatrix::identity(count, count))?;
    let covariance = &inverse * inverse.transpose();
    Some(DMatrix::from_fn(count, count, |row, column| covariance[(row, column)] / (norms[row] * norms[column])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(columns: &[&[f64]]) -> DMatrix<f64> {
        DMatrix::from_columns(&columns.iter().map(|column| DVector::from_row_slice(column)).collect::<Vec<_>>())
    }

    #[test]
    fn a_column_that_is_a_sum_of_earlier_ones_is_told_with_its_factors() {
        let jacobian = columns(&[&[1.0, 0.0, 2.0], &[0.0, 1.0, 1.0], &[3.0, -2.0, 4.0], &[0.0; 3], &[1.0, 1.0, 1.0]]);
        let found = dependences(&jacobian, &[1.0, 10.0, 1.0, 1.0, 1.0]);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].place, found[1].clone()), (2, Dependence { place: 3, others: Vec::new() }));
        let factors: Vec<(usize, f64)> =
            found[0].others.iter().map(|(place, f)| (*place, (f * 1e9).round() / 1e9)).collect();
        assert_eq!(factors, [(0, 3.0), (1, -2.0)]);
    }

    /// The straight line through y(0), y(1), y(2): variances 5/6 and 1/2, covariance −1/2.
    #[test]
    fn the_covariance_of_a_straight_line_is_that_of_the_textbook() {
        let covariance = covariance(&columns(&[&[1.0, 1.0, 1.0], &[0.0, 1.0, 2.0]])).unwrap();
        for ((row, column), expected) in [((0, 0), 5.0 / 6.0), ((1, 1), 0.5), ((0, 1), -0.5), ((1, 0), -0.5)] {
            assert!((covariance[(row, column)] - expected).abs() < 1e-14);
        }
    }
}
