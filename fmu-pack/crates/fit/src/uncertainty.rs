//! How far the parameters may be off, and what follows for the predictions.

use crate::fit::jacobian_at;
use crate::information::covariance;
use crate::optimizer::Residuals;
use crate::outcome::Agreement;
use crate::probability::{NORMAL_95, student_95};
use crate::problem::Problem;
use crate::study::Loss;
use crate::view::View;
use nalgebra::{DMatrix, DVector};

/// How far the parameters may be off.
pub struct Uncertainty {
    /// Of the parameters that are determined, as the search sees them; none where no derivative can be taken.
    covariance: Option<DMatrix<f64>>,
    /// Half the width of a 95 % interval in standard errors.
    pub quantile: f64,
    /// What is to be known of the intervals, a sentence each.
    pub remarks: Vec<String>,
}

impl Uncertainty {
    /// Of the parameters at `active`, at the point where the search has ended.
    pub fn at(
        problem: &Problem<'_, '_, '_>,
        (active, point): (&[usize], &[f64]),
        agreement: &[Agreement],
        freedom: usize,
        searches: bool,
    ) -> Self {
        let view = problem.view(active.to_vec(), point).by_squares();
        let part = view.part(point);
        let jacobian = jacobian_at(&view, &part).filter(|jacobian| jacobian.ncols() > 0);
        let mut covariance = jacobian.as_ref().and_then(covariance);
        let mut remarks = Vec::new();
        let (widened, data) = agreement
            .iter()
            .filter(|one| !one.is_held_back)
            .fold((0.0, 0.0), |(sum, data), one| (sum + one.correlation * one.data as f64, data + one.data as f64));
        let correlation = widened / data;
        let factor = correlation * huber_factor(problem, &view, &part, freedom);
        if let Some(covariance) = &mut covariance {
            *covariance *= factor;
        }
        if correlation > 1.0 {
            remarks.push(format!(
                "residuals are correlated over {correlation:.1} samples on average: what the model does not do, noise that is not white, \
                 or a minimum that is not the smallest{}; intervals are widened by {:.2}, as of means of correlated samples",
                if searches { "" } else { " (starts = 50 in the study searches within the bounds)" },
                correlation.sqrt()
            ));
        }
        let quantile = if problem.knows_noise() { NORMAL_95 } else { student_95(freedom.max(1) as f64) };
        Self { covariance, quantile, remarks }
    }

    /// Standard error of a parameter, as the search sees it.
    pub fn error(&self, active: &[usize], place: usize) -> Option<f64> {
        let index = active.iter().position(|active| *active == place)?;
        self.covariance.as_ref().map(|covariance| covariance[(index, index)].sqrt())
    }

    pub fn correlations(&self) -> Vec<Vec<f64>> {
        let Some(covariance) = &self.covariance else { return Vec::new() };
        let one = |row: usize, column: usize| {
            covariance[(row, column)] / (covariance[(row, row)] * covariance[(column, column)]).sqrt()
        };
        let count = covariance.nrows();
        (0..count).map(|row| (0..count).map(|column| one(row, column)).collect()).collect()
    }

    /// Half the width of the band in which the prediction is, for the parameters' errors alone.
    pub fn bands(&self, problem: &Problem<'_, '_, '_>, (active, point): (&[usize], &[f64])) -> Vec<Vec<Vec<f64>>> {
        let Some(covariance) = &self.covariance else { return Vec::new() };
        let view = problem.view(active.to_vec(), point);
        let part = view.part(point);
        let steps = view.steps(&part);
        let mut points = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            for by in [*step, -*step] {
                let mut moved = part.clone();
                moved[index] += by;
                points.push(view.whole(&moved));
            }
        }
        let responses = problem.respond(&points, true);
        let predicted = |point: usize, place: usize| {
            let response = responses[point][place].as_ref().ok()?;
            Some(problem.predicted(place, response, &points[point]))
        };
        let of_recording = |place: usize| -> Option<Vec<Vec<f64>>> {
            let pairs: Vec<_> = (0..steps.len())
                .map(|index| Some((predicted(2 * index, place)?, predicted(2 * index + 1, place)?)))
                .collect::<Option<_>>()?;
            let outputs = problem.experiments[place].recording.outputs.len();
            let band = |output: usize| {
                let count = pairs.first().map_or(0, |(one, _)| one[output].len());
                let mut slopes = DVector::zeros(steps.len());
                let mut along = DVector::zeros(steps.len());
                let mut at = |sample: usize| {
                    for (slope, ((one, other), step)) in slopes.iter_mut().zip(pairs.iter().zip(&steps)) {
                        *slope = (one[output][sample] - other[output][sample]) / (2.0 * step);
                    }
                    covariance.mul_to(&slopes, &mut along);
                    self.quantile * slopes.dot(&along).max(0.0).sqrt()
                };
                (0..count).map(&mut at).collect()
            };
            Some((0..outputs).map(band).collect())
        };
        (0..problem.experiments.len()).map(|place| of_recording(place).unwrap_or_default()).collect()
    }
}

/// By what the covariance of squares is multiplied where large residuals count less: mean ψ² over the squared mean of ψ′
/// (Huber, Robust Statistics, 1981, section 7.6). 1 with squares.
fn huber_factor(problem: &Problem<'_, '_, '_>, view: &View<'_, '_, '_, '_>, part: &[f64], freedom: usize) -> f64 {
    let Loss::Huber(beyond) = problem.loss() else { return 1.0 };
    let Some(residuals) = view.at(&[part.to_vec()]).pop().flatten() else { return 1.0 };
    let count = residuals.len() as f64;
    let inside = residuals.iter().filter(|residual| residual.abs() <= beyond).count() as f64;
    let squares: f64 = residuals.iter().map(|residual| residual.abs().min(beyond).powi(2)).sum();
    squares / freedom.max(1) as f64 / (inside / count).powi(2)
}
