//! Parameters that are not drawn independently of each other.
//!
//! The ranks are those of normal variables with the given coefficients (Gaussian copula: Nelsen, An Introduction to Copulas, 2006,
//! section 2.3): standard normal draws z become L·z, where L·Lᵀ is the matrix of the coefficients, and each parameter takes the
//! value that its own distribution has there. Of normal parameters the coefficients are their correlations; of others nearly so.

use super::{Axis, Error};
use fmu_simulation::Stream;

/// The draws of one design that depend on each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Correlation {
    /// Axes, by their indices.
    members: Vec<usize>,
    /// L: a row per member.
    factor: Vec<Vec<f64>>,
}

impl Correlation {
    /// Reads texts of the form `A,B=0.6`.
    pub fn parse(texts: &[String], axes: &[Axis]) -> Result<Self, Error> {
        let pairs: Vec<(usize, usize, f64)> = texts.iter().map(|text| pair(text, axes)).collect::<Result<_, _>>()?;
        let mut members: Vec<usize> = pairs.iter().flat_map(|(first, second, _)| [*first, *second]).collect();
        members.sort_unstable();
        members.dedup();
        let place = |axis: usize| members.binary_search(&axis).expect("each axis of a pair is a member");
        let mut matrix: Vec<Vec<f64>> = (0..members.len()).map(|row| unit_row(row, members.len())).collect();
        for (first, second, coefficient) in pairs {
            let (row, column) = (place(first), place(second));
            if matrix[row][column] != 0.0 {
                return Err(Error::CorrelatedTwice { one: axes[first].name.clone(), other: axes[second].name.clone() });
            }
            (matrix[row][column], matrix[column][row]) = (coefficient, coefficient);
        }
        let factor = cholesky(&matrix).ok_or(Error::NoCorrelation)?;
        Ok(Self { members, factor })
    }

    /// The standard normal draw of an axis, if it depends on others.
    pub(super) fn standard(&self, axis: usize, axes: &[Axis], sample: u64, seed: u64) -> Option<f64> {
        let row = self.members.binary_search(&axis).ok()?;
        let draw = |member: &usize| Stream::new(seed, &axes[*member].name).normal(sample, 0.0, 1.0);
        Some(self.factor[row].iter().zip(&self.members).map(|(factor, member)| factor * draw(member)).sum())
    }
}

fn unit_row(row: usize, size: usize) -> Vec<f64> {
    (0..size).map(|column| f64::from(u8::from(column == row))).collect()
}

fn pair(text: &str, axes: &[Axis]) -> Result<(usize, usize, f64), Error> {
    let form = || Error::CorrelationForm { text: text.to_string() };
    let (names, coefficient) = text.rsplit_once('=').ok_or_else(form)?;
    let (first, second) = names.split_once(',').ok_or_else(form)?;
    let coefficient: f64 = coefficient.trim().parse().map_err(|_| form())?;
    if coefficient.abs() >= 1.0 || coefficient.is_nan() || first.trim() == second.trim() {
        return Err(form());
    }
    let find = |name: &str| {
        let found = axes.iter().position(|axis| axis.name == name && axis.is_distributed());
        found.ok_or_else(|| Error::NotDistributed { name: name.to_string() })
    };
    Ok((find(first.trim())?, find(second.trim())?, coefficient))
}

/// L of a symmetric matrix with ones on its diagonal; none if the matrix is not positive definite.
fn cholesky(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let mut factor = vec![vec![0.0; matrix.len()]; matrix.len()];
    for row in 0..matrix.len() {
        for column in 0..=row {
            let known: f64 = (0..column).map(|inner| factor[row][inner] * factor[column][inner]).sum();
            let rest = matrix[row][column] - known;
            factor[row][column] = if row == column { libm::sqrt(rest) } else { rest / factor[column][column] };
            if row == column && rest <= SMALLEST_PIVOT {
                return None;
            }
        }
    }
    Some(factor)
}

/// A smaller pivot of a matrix of coefficients is rounding.
const SMALLEST_PIVOT: f64 = 1e-12;

#[cfg(test)]
mod tests {
    use super::cholesky;

    #[test]
    fn coefficients_that_contradict_each_other_are_refused() {
        let matrix = |ab: f64, bc: f64, ac: f64| vec![vec![1.0, ab, ac], vec![ab, 1.0, bc], vec![ac, bc, 1.0]];
        assert!(cholesky(&matrix(0.9, 0.9, 0.7)).is_some());
        assert!(cholesky(&matrix(0.9, 0.9, -0.9)).is_none(), "a goes with b, b with c, and c against a");
        let factor = cholesky(&matrix(0.6, 0.0, 0.0)).unwrap();
        assert_eq!((factor[1][0], factor[1][1]), (0.6, 0.8));
    }
}
