//! Levenberg and Marquardt within bounds.
//!
//! Each step solves (JᵀJ + λD²)·δ = −Jᵀr for the parameters that are not held by a bound, by QR; D has the largest norms that the
//! columns of J have had (Moré, The Levenberg-Marquardt algorithm: implementation and theory, 1978), and λ follows the gain of the last
//! step (Nielsen, Damping parameter in Marquardt's method, IMM-REP-1999-05). A step is cut off at the bounds; a parameter is held there
//! while the gradient presses it outwards.
//!
//! The crate `levenberg-marquardt` has no bounds, asks for one residual vector at a time, where all cores shall work on the columns of J,
//! and brings a second `nalgebra`; so this is written here, in a page.

use nalgebra::{DMatrix, DVector};

/// What is made small: half the sum of squares of residuals.
pub trait Residuals {
    /// The residuals at each of the points; none where the model cannot be evaluated.
    fn at(&self, points: &[Vec<f64>]) -> Vec<Option<DVector<f64>>>;
    /// Lower and upper bound of each parameter.
    fn bounds(&self) -> &[(f64, f64)];
    /// By how much each parameter is changed for a derivative.
    fn steps(&self, point: &[f64]) -> Vec<f64>;
}

/// Where a search has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum {
    /// The parameters.
    pub point: Vec<f64>,
    /// Half the sum of squares.
    pub cost: f64,
    /// Steps that were taken.
    pub iterations: u32,
    /// No step makes it smaller; otherwise the number of iterations has ended the search.
    pub has_converged: bool,
}

/// More are never needed where the search gets anywhere.
const MOST_ITERATIONS: u32 = 200;
/// A gradient is zero where residuals and columns of J are orthogonal to this, the accuracy of differences.
const ORTHOGONAL: f64 = 1e-9;
/// A step that is smaller than this against the parameters, or an expected decrease against the cost, leads nowhere.
const SMALLEST_STEP: f64 = 1e-10;
const SMALLEST_DECREASE: f64 = 1e-15;
/// Beyond this damping no step helps.
const MOST_DAMPING: f64 = 1e12;

/// Searches from a point at which the model can be evaluated; none where it cannot.
pub fn minimize(problem: &impl Residuals, start: &[f64], mut progress: impl FnMut(f64)) -> Option<Optimum> {
    let mut point = clipped(start, problem.bounds());
    let mut residuals = problem.at(std::slice::from_ref(&point)).pop().flatten()?;
    let mut scale = DVector::zeros(point.len());
    let (mut damping, mut growth) = (1e-3, 2.0);
    for iterations in 0..MOST_ITERATIONS {
        let cost = 0.5 * residuals.norm_squared();
        progress(cost);
        let jacobian = jacobian(problem, &point, &residuals)?;
        let gradient = jacobian.transpose() * &residuals;
        let free = free(&point, &gradient, problem.bounds());
        scale.iter_mut().zip(jacobian.column_iter()).for_each(|(scale, column)| *scale = column.norm().max(*scale));
        let done = |point, has_converged| Some(Optimum { point, cost, iterations, has_converged });
        let is_orthogonal =
            |place: &usize| gradient[*place].abs() <= ORTHOGONAL * jacobian.column(*place).norm() * residuals.norm();
        if free.iter().all(is_orthogonal) {
            return done(point, true);
        }
        loop {
            let step = step(&jacobian, &residuals, &free, &scale, damping);
            let next = clipped(&sum(&point, &step), problem.bounds());
            let taken = DVector::from_iterator(point.len(), next.iter().zip(&point).map(|(next, now)| next - now));
            let expected = cost - 0.5 * (&residuals + &jacobian * &taken).norm_squared();
            let is_small =
                |place: usize| taken[place].abs() <= SMALLEST_STEP * (point[place].abs() + taken[place].abs());
            if (0..point.len()).all(is_small) || expected.abs() <= SMALLEST_DECREASE * cost || damping > MOST_DAMPING {
                return done(point, true);
            }
            let trial = problem.at(std::slice::from_ref(&next)).pop().flatten();
            let decrease = trial.as_ref().map(|trial| cost - 0.5 * trial.norm_squared());
            match (trial, decrease) {
                (Some(trial), Some(decrease)) if decrease > 0.0 => {
                    let gain = (decrease / expected).clamp(0.0, 1.0);
                    damping *= (1.0 - (2.0 * gain - 1.0).powi(3)).max(1.0 / 3.0);
                    growth = 2.0;
                    (point, residuals) = (next, trial);
                    break;
                }
                (Some(_) | None, _) => {
                    damping *= growth;
                    growth *= 2.0;
                }
            }
        }
    }
    let cost = 0.5 * residuals.norm_squared();
    Some(Optimum { point, cost, iterations: MOST_ITERATIONS, has_converged: false })
}

/// Derivatives of the residuals by central differences; at a bound by one-sided ones of the same order. None where the model cannot be
/// evaluated beside the point.
pub fn jacobian(problem: &impl Residuals, point: &[f64], residuals: &DVector<f64>) -> Option<DMatrix<f64>> {
    let steps = problem.steps(point);
    let ways: Vec<Way> =
        (0..point.len()).map(|place| Way::of(point[place], steps[place], problem.bounds()[place])).collect();
    let moved = |place: usize, by: f64| {
        let mut moved = point.to_vec();
        moved[place] += by;
        moved
    };
    let points: Vec<Vec<f64>> =
        ways.iter().enumerate().flat_map(|(place, way)| way.moves().map(|by| moved(place, by))).collect();
    let values = problem.at(&points);
    let mut columns = Vec::new();
    for ((way, pair), place) in ways.iter().zip(values.chunks(2)).zip(0..) {
        let [Some(one), Some(other)] = pair else { return None };
        // What was moved in fact, rounded.
        let by = |at: usize| points[2 * place + at][place] - point[place];
        columns.push(way.derivative(residuals, one, other, [by(0), by(1)]));
    }
    if columns.is_empty() {
        return Some(DMatrix::zeros(residuals.len(), 0));
    }
    Some(DMatrix::from_columns(&columns))
}

/// How a derivative is taken.
enum Way {
    Central(f64),
    OneSided(f64),
}

impl Way {
    fn of(value: f64, step: f64, (lower, upper): (f64, f64)) -> Self {
        match (value - step < lower, value + step > upper) {
            (false, false) | (true, true) => Self::Central(step),
            (true, false) => Self::OneSided(step),
            (false, true) => Self::OneSided(-step),
        }
    }

    fn moves(&self) -> [f64; 2] {
        match *self {
            Self::Central(step) => [step, -step],
            Self::OneSided(step) => [step, 2.0 * step],
        }
    }

    fn derivative(
        &self,
        here: &DVector<f64>,
        one: &DVector<f64>,
        other: &DVector<f64>,
        [by, by_other]: [f64; 2],
    ) -> DVector<f64> {
        match self {
            Self::Central(_) => (one - other) / (by - by_other),
            // The parabola through the three points.
            Self::OneSided(_) => ((one - here) * (by_other / by) - (other - here) * (by / by_other)) / (by_other - by),
        }
    }
}

/// Parameters that are not pressed against a bound.
fn free(point: &[f64], gradient: &DVector<f64>, bounds: &[(f64, f64)]) -> Vec<usize> {
    let is_held = |place: usize| {
        let (lower, upper) = bounds[place];
        (point[place] <= lower && gradient[place] > 0.0) || (point[place] >= upper && gradient[place] < 0.0)
    };
    (0..point.len()).filter(|place| !is_held(*place)).collect()
}

/// The damped step of the free parameters, by QR of J above √λ·D.
fn step(
    jacobian: &DMatrix<f64>,
    residuals: &DVector<f64>,
    free: &[usize],
    scale: &DVector<f64>,
    damping: f64,
) -> DVector<f64> {
    let (rows, count) = (jacobian.nrows(), free.len());
    let mut matrix = DMatrix::zeros(rows + count, count);
    let mut right = DVector::zeros(rows + count);
    right.rows_mut(0, rows).copy_from(&(-residuals));
    for (column, place) in free.iter().enumerate() {
        matrix.view_mut((0, column), (rows, 1)).copy_from(&jacobian.column(*place));
        // A parameter without any influence stays where it is.
        let scale = if scale[*place] > 0.0 { scale[*place] } else { 1.0 };
        matrix[(rows + column, column)] = damping.sqrt() * scale;
    }
    let solved = least_squares(matrix, right);
    let mut step = DVector::zeros(jacobian.ncols());
    free.iter().zip(&solved).for_each(|(place, value)| step[*place] = *value);
    step
}

/// The least-squares solution of a full-rank system.
fn least_squares(matrix: DMatrix<f64>, mut right: DVector<f64>) -> Vec<f64> {
    let count = matrix.ncols();
    let qr = matrix.qr();
    qr.q_tr_mul(&mut right);
    let top = right.rows(0, count).into_owned();
    let solved = qr.unpack_r().solve_upper_triangular(&top);
    solved.map_or_else(|| vec![0.0; count], |solved| solved.as_slice().to_vec())
}

fn sum(point: &[f64], step: &DVector<f64>) -> Vec<f64> {
    point.iter().zip(step).map(|(value, step)| value + step).collect()
}

fn clipped(point: &[f64], bounds: &[(f64, f64)]) -> Vec<f64> {
    point.iter().zip(bounds).map(|(value, (lower, upper))| value.clamp(*lower, *upper)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rosenbrock's function as two residuals.
    struct Rosenbrock(Vec<(f64, f64)>);

    impl Residuals for Rosenbrock {
        fn at(&self, points: &[Vec<f64>]) -> Vec<Option<DVector<f64>>> {
            let value =
                |point: &Vec<f64>| DVector::from_vec(vec![10.0 * (point[1] - point[0].powi(2)), 1.0 - point[0]]);
            // It cannot be evaluated far away.
            points.iter().map(|point| (point[0].abs() < 3.0).then(|| value(point))).collect()
        }

        fn bounds(&self) -> &[(f64, f64)] {
            &self.0
        }

        fn steps(&self, _point: &[f64]) -> Vec<f64> {
            vec![1e-6; 2]
        }
    }

    const FREE: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

    #[test]
    fn finds_the_minimum_of_a_curved_valley() {
        let optimum = minimize(&Rosenbrock(vec![FREE; 2]), &[-1.9, 2.0], |_| ()).unwrap();
        assert!(optimum.has_converged && optimum.cost < 1e-20, "{optimum:?}");
        assert!(optimum.point.iter().all(|value| (value - 1.0).abs() < 1e-9), "{optimum:?}");
    }

    /// With x at most 1/2 the least value of (1 − x)² is at the bound, and y = x².
    #[test]
    fn stops_at_a_bound_that_is_in_the_way() {
        let optimum = minimize(&Rosenbrock(vec![(-2.0, 0.5), FREE]), &[-1.9, 2.0], |_| ()).unwrap();
        assert!(optimum.has_converged && optimum.point[0] == 0.5, "{optimum:?}");
        // A decrease of the cost by 1e-15 of it is 1.6e-9 here.
        assert!((optimum.point[1] - 0.25).abs() < 3e-9, "{optimum:?}");
    }

    #[test]
    fn a_start_that_cannot_be_evaluated_has_no_optimum() {
        assert_eq!(minimize(&Rosenbrock(vec![FREE; 2]), &[4.0, 0.0], |_| ()), None);
    }
}
