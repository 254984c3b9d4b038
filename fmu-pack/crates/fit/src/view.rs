//! A problem in which some parameters are fitted and the others stay.

use crate::optimizer::Residuals;
use crate::problem::{Problem, Responses};
use crate::study::Loss;
use nalgebra::DVector;

/// A problem in which some parameters move and the others stay.
pub struct View<'p, 'r, 'a, 'f> {
    problem: &'p Problem<'r, 'a, 'f>,
    /// Places of the parameters that are fitted here.
    pub active: Vec<usize>,
    point: Vec<f64>,
    bounds: Vec<(f64, f64)>,
    loss: Loss,
    left_out: Option<usize>,
}

/// Share of the size of a parameter by which it is changed: with central differences the third root of the rounding error is best.
const DIFFERENCE: f64 = 6e-6;

impl<'p, 'r, 'a, 'f> View<'p, 'r, 'a, 'f> {
    /// The problem with the parameters at `active` free, and the others as they are at a point.
    pub fn new(problem: &'p Problem<'r, 'a, 'f>, active: Vec<usize>, point: &[f64]) -> Self {
        let all = problem.bounds();
        let bounds = active.iter().map(|place| all[*place]).collect();
        Self { problem, active, point: point.to_vec(), bounds, loss: problem.loss(), left_out: None }
    }

    /// All parameters, with these values of the active ones.
    pub fn whole(&self, part: &[f64]) -> Vec<f64> {
        let mut point = self.point.clone();
        self.active.iter().zip(part).for_each(|(place, value)| point[*place] = *value);
        point
    }

    /// The same with squares as the loss.
    pub fn by_squares(self) -> Self {
        Self { loss: Loss::Squares, ..self }
    }

    /// The same without the recordings of a group.
    pub fn without(self, group: usize) -> Self {
        Self { left_out: Some(group), ..self }
    }

    /// The active ones of all parameters.
    pub fn part(&self, point: &[f64]) -> Vec<f64> {
        self.active.iter().map(|place| point[*place]).collect()
    }
}

impl Residuals for View<'_, '_, '_, '_> {
    fn at(&self, points: &[Vec<f64>]) -> Vec<Option<DVector<f64>>> {
        let points: Vec<Vec<f64>> = points.iter().map(|point| self.whole(point)).collect();
        let responses = self.problem.respond(&points, false);
        let of = |(responses, point): (&Responses, &Vec<f64>)| {
            let mut residuals = self.problem.all_residuals(responses, point, self.left_out)?;
            residuals.iter_mut().for_each(|residual| *residual = self.loss.counted(*residual));
            Some(DVector::from_vec(residuals))
        };
        responses.iter().zip(&points).map(of).collect()
    }

    fn bounds(&self) -> &[(f64, f64)] {
        &self.bounds
    }

    fn steps(&self, point: &[f64]) -> Vec<f64> {
        let of = |(place, value): (&usize, &f64)| {
            let free = &self.problem.free[*place];
            DIFFERENCE * if free.is_logarithmic { 1.0 } else { free.size.max(value.abs()) }
        };
        self.active.iter().zip(point).map(of).collect()
    }
}

impl Loss {
    /// A number whose square is what a residual costs twice.
    pub fn counted(self, residual: f64) -> f64 {
        match self {
            Self::Huber(beyond) if residual.abs() > beyond => {
                residual.signum() * (2.0 * beyond * residual.abs() - beyond * beyond).sqrt()
            }
            Self::Huber(_) | Self::Squares => residual,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_residuals_cost_linearly_with_huber() {
        let counted = |residual| Loss::Huber(2.0).counted(residual);
        assert_eq!(counted(1.5), 1.5);
        // k·|r| − k²/2, twice.
        assert!((counted(-10.0_f64).powi(2) - (2.0 * 2.0 * 10.0 - 4.0)).abs() < 1e-12 && counted(-10.0) < 0.0);
        assert_eq!(Loss::Squares.counted(-10.0), -10.0);
    }
}
