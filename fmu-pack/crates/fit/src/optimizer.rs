//! Levenberg and Marquardt within bounds.
//!
//! Each step solves (JᵀJ + λD²)·δ = −Jᵀr for the parameters that are not held by a bound, by QR; D has the largest norms that the
//! columns of J have had (Moré, The Levenberg-Marquardt algorithm: implementation and theory, 1978), and λ follows the gain of the last
//! step (Nielsen, Damping parameter in Marquardt's method, IMM-REP-1999-05). A step is cut off at the bounds; a parameter is held there
//! while the gradient presses it outwards.
//!
//! Derivatives on the way are one-sided differences, for half the evaluations; near the minimum and where the search ends they are central,
//! and only by these it ends. How near it is, the derivatives of the last step tell with the residuals behind it. Where that step did what
//! they said and they expect nothing more, they are the last ones: the others would be taken within a small part of the errors of the
//! parameters, and would be the same but for that.
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
    /// Where the last derivatives were taken: there, or from where the last step led there.
    pub derived_at: Vec<f64>,
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
const SMALLEST_DECREASE: f64 = 1e-12;
/// Where the cost is expected to get smaller by less than this share, the minimum is near.
const NEAR: f64 = 1e-3;
/// A step did what derivatives said where the residuals behind it are off by less than this share of their change.
const FAITHFUL: f64 = 1e-3;
/// Share of the step of central differences that one-sided ones take: with less their rounding is larger than their curvature.
const ONE_SIDED: f64 = 0.2;
/// A step that does what was expected takes so much of the damping, as with Marquardt.
const LEAST_FACTOR: f64 = 0.1;
/// Beyond this damping no step helps.
const MOST_DAMPING: f64 = 1e12;

/// Searches from a point at which the model can be evaluated; none where it cannot.
///
/// `first` are the differences that it begins with: central ones where a minimum of nearly the same problem was found at the start.
pub fn minimize(
    problem: &impl Residuals,
    start: &[f64],
    first: Differences,
    mut progress: impl FnMut(f64),
) -> Option<Optimum> {
    let point = clipped(start, problem.bounds());
    let residuals = problem.at(std::slice::from_ref(&point)).pop().flatten()?;
    let scale = DVector::zeros(point.len());
    let derived_at = point.clone();
    let mut search = Search { point, derived_at, residuals, scale, damping: 1e-3, growth: 2.0, differences: first };
    let mut iterations = 0;
    while iterations < MOST_ITERATIONS {
        progress(search.cost());
        match (search.advance(problem)?, search.differences) {
            (Advance::Step, _) => iterations += 1,
            (Advance::LastStep, _) => return Some(search.end(iterations + 1, true)),
            (Advance::None, Differences::OneSided) => search.differences = Differences::Central,
            (Advance::None, Differences::Central) => return Some(search.end(iterations, true)),
        }
    }
    search.derived_at.clone_from(&search.point);
    Some(search.end(iterations, false))
}

/// How a search has gone on.
enum Advance {
    /// By a step downwards.
    Step,
    /// By one behind which none leads downwards any more.
    LastStep,
    /// Not at all: no step leads downwards.
    None,
}

/// Where a search is.
struct Search {
    point: Vec<f64>,
    derived_at: Vec<f64>,
    residuals: DVector<f64>,
    /// D.
    scale: DVector<f64>,
    /// λ, and its factor after a step that leads upwards.
    damping: f64,
    growth: f64,
    differences: Differences,
}

/// A step that derivatives lead to.
struct Proposal {
    next: Vec<f64>,
    /// The change of the residuals that they expect, and the decrease of the cost.
    change: DVector<f64>,
    decrease: f64,
}

impl Search {
    fn cost(&self) -> f64 {
        0.5 * self.residuals.norm_squared()
    }

    fn end(self, iterations: u32, has_converged: bool) -> Optimum {
        let cost = self.cost();
        Optimum { cost, point: self.point, derived_at: self.derived_at, iterations, has_converged }
    }

    /// Takes a step. None where no derivative can be taken.
    fn advance(&mut self, problem: &impl Residuals) -> Option<Advance> {
        let jacobian = differences(problem, &self.point, &self.residuals, self.differences)?;
        self.derived_at.clone_from(&self.point);
        let norms = jacobian.column_iter().map(|column| column.norm());
        self.scale.iter_mut().zip(norms).for_each(|(scale, norm)| *scale = norm.max(*scale));
        loop {
            let Some(proposal) = self.proposal(problem, &jacobian) else { return Some(Advance::None) };
            let trial = problem.at(std::slice::from_ref(&proposal.next)).pop().flatten();
            let decrease = trial.as_ref().map(|trial| self.cost() - 0.5 * trial.norm_squared());
            match (trial, decrease) {
                (Some(trial), Some(decrease)) if decrease > 0.0 => {
                    return Some(self.go(problem, &jacobian, proposal, trial, decrease));
                }
                (Some(_) | None, _) => {
                    self.damping *= self.growth;
                    self.growth *= 2.0;
                }
            }
        }
    }

    /// The step to which derivatives lead from here; none where it leads nowhere.
    fn proposal(&self, problem: &impl Residuals, jacobian: &DMatrix<f64>) -> Option<Proposal> {
        let gradient = jacobian.tr_mul(&self.residuals);
        let free = free(&self.point, &gradient, problem.bounds());
        let least = ORTHOGONAL * self.residuals.norm();
        if free.iter().all(|place| gradient[*place].abs() <= least * jacobian.column(*place).norm()) {
            return None;
        }
        let step = step(jacobian, &self.residuals, &free, &self.scale, self.damping);
        let next = clipped(&sum(&self.point, &step), problem.bounds());
        let taken = DVector::from_iterator(next.len(), next.iter().zip(&self.point).map(|(next, now)| next - now));
        let change = jacobian * &taken;
        let cost = self.cost();
        let decrease = cost - 0.5 * (&self.residuals + &change).norm_squared();
        let leads_on =
            !self.is_small(&taken) && decrease.abs() > SMALLEST_DECREASE * cost && self.damping <= MOST_DAMPING;
        leads_on.then_some(Proposal { next, change, decrease })
    }

    /// A step against the parameters that leads nowhere.
    fn is_small(&self, taken: &DVector<f64>) -> bool {
        let mut steps = taken.iter().zip(&self.point);
        steps.all(|(taken, value)| taken.abs() <= SMALLEST_STEP * (value.abs() + taken.abs()))
    }

    /// Goes to where a proposal has led downwards.
    fn go(
        &mut self,
        problem: &impl Residuals,
        jacobian: &DMatrix<f64>,
        proposal: Proposal,
        residuals: DVector<f64>,
        decrease: f64,
    ) -> Advance {
        let gain = (decrease / proposal.decrease).clamp(0.0, 1.0);
        self.damping *= (1.0 - (2.0 * gain - 1.0).powi(3)).max(LEAST_FACTOR);
        self.growth = 2.0;
        let error = (&residuals - &self.residuals - &proposal.change).norm();
        let is_faithful = error <= FAITHFUL * proposal.change.norm();
        let bounds = problem.bounds();
        let keeps_bounds = at_bounds(&proposal.next, bounds) == at_bounds(&self.point, bounds);
        (self.point, self.residuals) = (proposal.next, residuals);
        let left = self.proposal(problem, jacobian).map_or(0.0, |proposal| proposal.decrease);
        if matches!(self.differences, Differences::Central) && is_faithful && keeps_bounds && left == 0.0 {
            return Advance::LastStep;
        }
        if left <= NEAR * self.cost() {
            self.differences = Differences::Central;
        }
        Advance::Step
    }
}

/// Which parameters are at a bound.
fn at_bounds(point: &[f64], bounds: &[(f64, f64)]) -> Vec<bool> {
    point.iter().zip(bounds).map(|(value, (lower, upper))| value <= lower || value >= upper).collect()
}

/// How derivatives are taken.
#[derive(Clone, Copy, Debug)]
pub enum Differences {
    /// One evaluation each.
    OneSided,
    /// Two; at a bound both on one side.
    Central,
}

/// Derivatives of the residuals by central differences; at a bound by one-sided ones of the same order. None where the model cannot be
/// evaluated beside the point.
pub fn jacobian(problem: &impl Residuals, point: &[f64], residuals: &DVector<f64>) -> Option<DMatrix<f64>> {
    differences(problem, point, residuals, Differences::Central)
}

fn differences(
    problem: &impl Residuals,
    point: &[f64],
    residuals: &DVector<f64>,
    differences: Differences,
) -> Option<DMatrix<f64>> {
    let ways = Way::of_all(problem, point, differences);
    let points: Vec<Vec<f64>> = ways.iter().zip(0..).flat_map(|(way, place)| way.moved(point, place)).collect();
    let values = problem.at(&points).into_iter().collect::<Option<Vec<_>>>()?;
    let mut own = points.iter().zip(&values);
    let mut columns = Vec::new();
    for (way, place) in ways.iter().zip(0..) {
        let own = own.by_ref().take(way.moves().len());
        // What was moved in fact, rounded.
        let own: Vec<(f64, &DVector<f64>)> = own.map(|(moved, value)| (moved[place] - point[place], value)).collect();
        columns.push(way.derivative(residuals, &own));
    }
    if columns.is_empty() {
        return Some(DMatrix::zeros(residuals.len(), 0));
    }
    Some(DMatrix::from_columns(&columns))
}

/// Where a search evaluates first: the start, and beside it for the derivatives.
pub fn first_points(problem: &impl Residuals, start: &[f64]) -> Vec<Vec<f64>> {
    let point = clipped(start, problem.bounds());
    let ways = Way::of_all(problem, &point, Differences::OneSided);
    let beside = ways.iter().zip(0..).flat_map(|(way, place)| way.moved(&point, place));
    std::iter::once(start.to_vec()).chain(beside).collect()
}

/// How a derivative is taken.
enum Way {
    /// One step to a side.
    Forward(f64),
    Central(f64),
    /// One step to a side, and two.
    OneSided(f64),
}

impl Way {
    fn of_all(problem: &impl Residuals, point: &[f64], differences: Differences) -> Vec<Self> {
        let steps = problem.steps(point);
        let way = |place: usize| Self::of(point[place], steps[place], problem.bounds()[place], differences);
        (0..point.len()).map(way).collect()
    }

    fn of(value: f64, step: f64, (lower, upper): (f64, f64), differences: Differences) -> Self {
        if let Differences::OneSided = differences {
            let step = ONE_SIDED * step;
            return Self::Forward(if value + step > upper { -step } else { step });
        }
        match (value - step < lower, value + step > upper) {
            (false, false) | (true, true) => Self::Central(step),
            (true, false) => Self::OneSided(step),
            (false, true) => Self::OneSided(-step),
        }
    }

    fn moves(&self) -> Vec<f64> {
        match *self {
            Self::Forward(step) => vec![step],
            Self::Central(step) => vec![step, -step],
            Self::OneSided(step) => vec![step, 2.0 * step],
        }
    }

    /// The points beside one.
    fn moved(&self, point: &[f64], place: usize) -> Vec<Vec<f64>> {
        let moved = |by: f64| {
            let mut moved = point.to_vec();
            moved[place] += by;
            moved
        };
        self.moves().into_iter().map(moved).collect()
    }

    /// From the residuals here, and those at the moves.
    fn derivative(&self, here: &DVector<f64>, moved: &[(f64, &DVector<f64>)]) -> DVector<f64> {
        let ((by, one), (by_other, other)) = (moved[0], moved[moved.len() - 1]);
        match self {
            Self::Forward(_) => (one - here) / by,
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
        let optimum = minimize(&Rosenbrock(vec![FREE; 2]), &[-1.9, 2.0], Differences::OneSided, |_| ()).unwrap();
        assert!(optimum.has_converged && optimum.cost < 1e-20, "{optimum:?}");
        assert!(optimum.point.iter().all(|value| (value - 1.0).abs() < 1e-9), "{optimum:?}");
    }

    /// With x at most 1/2 the least value of (1 − x)² is at the bound, and y = x².
    #[test]
    fn stops_at_a_bound_that_is_in_the_way() {
        let optimum =
            minimize(&Rosenbrock(vec![(-2.0, 0.5), FREE]), &[-1.9, 2.0], Differences::OneSided, |_| ()).unwrap();
        assert!(optimum.has_converged && optimum.point[0] == 0.5, "{optimum:?}");
        // A decrease of the cost by 1e-12 of it is 5e-8 here.
        assert!((optimum.point[1] - 0.25).abs() < 5e-8, "{optimum:?}");
    }

    #[test]
    fn a_start_that_cannot_be_evaluated_has_no_optimum() {
        assert_eq!(minimize(&Rosenbrock(vec![FREE; 2]), &[4.0, 0.0], Differences::OneSided, |_| ()), None);
    }
}
