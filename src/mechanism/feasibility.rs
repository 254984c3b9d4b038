//! Finds values that satisfy linear inequalities, or that there are none: the criss-cross method with the least index, which ends
//! after finitely many exchanges and needs no feasible beginning (Terlaky 1985; Fukuda & Terlaky, Mathematical Programming 79,
//! 1997).
//!
//! ```text
//! w = q + G·y ≥ 0      an inequality that is violated becomes an equality, in exchange for another one or for an unknown y
//! ```

use crate::memory::{Heap, List};

/// Share of the largest coefficient of a row below which another one is rounding.
const DEPENDENT: f64 = 1e-12;
/// Exchanges for each inequality: the method ends, but numbers are rounded.
const PATIENCE: usize = 8;

/// A variable outside the basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variable {
    /// y, which may have either sign.
    Unknown(usize),
    /// w of an inequality.
    Slack(usize),
}

/// Space for inequalities between a number of unknowns.
#[derive(Debug)]
pub(super) struct Feasibility {
    unknowns: usize,
    /// q of each inequality, and what its value may miss.
    constant: List<f64>,
    tolerance: List<f64>,
    /// G by rows.
    coefficient: List<f64>,
    /// Whether a row still tells the slack of its inequality, and not an unknown or another slack that took its place.
    slack: List<Variable>,
    outside: List<Variable>,
}

impl Feasibility {
    pub fn new(most_inequalities: usize, most_unknowns: usize, heap: &mut Heap) -> Self {
        Self {
            unknowns: 0,
            constant: heap.room(most_inequalities),
            tolerance: heap.room(most_inequalities),
            coefficient: heap.filled(0.0, most_inequalities * most_unknowns),
            slack: heap.room(most_inequalities),
            outside: heap.room(most_unknowns),
        }
    }

    /// Begins a problem without inequalities.
    pub fn begin(&mut self, unknowns: usize) {
        self.unknowns = unknowns;
        self.constant.clear();
        self.tolerance.clear();
        self.slack.clear();
        self.outside.clear();
        self.outside.extend((0..unknowns).map(Variable::Unknown));
    }

    /// Adds an inequality, with the coefficients of all unknowns.
    pub fn require(&mut self, constant: f64, tolerance: f64, coefficients: impl Iterator<Item = f64>) {
        let row = self.constant.len();
        let places = &mut self.coefficient[row * self.unknowns..(row + 1) * self.unknowns];
        places.iter_mut().zip(coefficients).for_each(|(place, coefficient)| *place = coefficient);
        self.constant.push(constant);
        self.tolerance.push(tolerance);
        self.slack.push(Variable::Slack(row));
    }

    /// Whether there are such values. Those that are found make as many inequalities equalities as [`Feasibility::is_equality`]
    /// says; unknowns that none of them tells are zero.
    pub fn solve(&mut self) -> bool {
        for _ in 0..PATIENCE * (self.constant.len() + 1) {
            let Some(row) = self.violated() else { return true };
            let Some(column) = self.entering(row) else { return false };
            self.exchange(row, column);
        }
        false
    }

    /// Whether the solution has an inequality as an equality.
    pub fn is_equality(&self, inequality: usize) -> bool {
        self.outside.contains(&Variable::Slack(inequality))
    }

    /// Whether an unknown is zero in the solution because nothing tells it.
    pub fn is_zero(&self, unknown: usize) -> bool {
        self.outside.contains(&Variable::Unknown(unknown))
    }

    /// The row of the first inequality that is violated.
    fn violated(&self) -> Option<usize> {
        let slacks = self.slack.iter().enumerate().filter_map(|(row, variable)| match *variable {
            Variable::Slack(slack) if self.constant[row] < -self.tolerance[slack] => Some((slack, row)),
            Variable::Slack(_) | Variable::Unknown(_) => None,
        });
        slacks.min().map(|(_, row)| row)
    }

    /// The column that can raise what a row tells: an unknown, or else the first slack.
    fn entering(&self, row: usize) -> Option<usize> {
        let coefficients = &self.coefficient[row * self.unknowns..(row + 1) * self.unknowns];
        let largest = coefficients.iter().fold(0.0, |most, value| f64::max(most, value.abs()));
        let of = |column: &usize| coefficients[*column];
        let unknowns = (0..self.unknowns).filter(|&column| matches!(self.outside[column], Variable::Unknown(_)));
        let unknown = unknowns.max_by(|a, b| of(a).abs().total_cmp(&of(b).abs()));
        let slacks = self.outside.iter().enumerate().filter_map(|(column, variable)| match *variable {
            Variable::Slack(slack) if of(&column) > DEPENDENT * largest => Some((slack, column)),
            Variable::Slack(_) | Variable::Unknown(_) => None,
        });
        unknown.filter(|column| of(column).abs() > DEPENDENT * largest).or(slacks.min().map(|(_, column)| column))
    }

    /// What a row tells goes outside, and a column comes in.
    fn exchange(&mut self, row: usize, column: usize) {
        let n = self.unknowns;
        let pivot = self.coefficient[row * n + column];
        let own = -self.constant[row] / pivot;
        for other in (0..n).filter(|&other| other != column) {
            self.coefficient[row * n + other] /= -pivot;
        }
        (self.constant[row], self.coefficient[row * n + column]) = (own, 1.0 / pivot);
        for other in (0..self.constant.len()).filter(|&other| other != row) {
            let factor = core::mem::replace(&mut self.coefficient[other * n + column], 0.0);
            if factor != 0.0 {
                self.constant[other] += factor * own;
                for place in 0..n {
                    self.coefficient[other * n + place] += factor * self.coefficient[row * n + place];
                }
            }
        }
        core::mem::swap(&mut self.slack[row], &mut self.outside[column]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether there are x and y with a·x + b·y + c ≥ 0 for each (a, b, c).
    fn is_feasible(inequalities: &[(f64, f64, f64)]) -> bool {
        let mut problem = Feasibility::new(inequalities.len(), 2, &mut Heap::default());
        problem.begin(2);
        for &(a, b, c) in inequalities {
            problem.require(c, 0.0, [a, b].into_iter());
        }
        problem.solve()
    }

    #[test]
    fn a_triangle_has_points_and_one_turned_inside_out_has_none() {
        // x ≥ 1, y ≥ 1, x + y ≤ 3; then x + y ≤ 1.
        assert!(is_feasible(&[(1.0, 0.0, -1.0), (0.0, 1.0, -1.0), (-1.0, -1.0, 3.0)]));
        assert!(!is_feasible(&[(1.0, 0.0, -1.0), (0.0, 1.0, -1.0), (-1.0, -1.0, 1.0)]));
    }

    #[test]
    fn what_holds_where_all_unknowns_are_zero_needs_no_equality() {
        let mut problem = Feasibility::new(1, 1, &mut Heap::default());
        problem.begin(1);
        problem.require(1.0, 0.0, [1.0].into_iter());
        assert!(problem.solve() && !problem.is_equality(0));
    }

    #[test]
    fn the_answer_is_that_of_an_enumeration_of_all_corners() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f64 / 8_388_608.0 - 1.0
        };
        let (mut some, mut none) = (0, 0);
        for _ in 0..2000 {
            // Within a square, so that what is feasible has a corner.
            let mut all = std::vec![(1.0, 0.0, 1.0), (-1.0, 0.0, 1.0), (0.0, 1.0, 1.0), (0.0, -1.0, 1.0)];
            all.extend((0..4).map(|_| (random(), random(), 0.4 * random() - 0.2)));
            let corners = (0..all.len()).flat_map(|i| (0..i).map(move |j| (i, j))).filter_map(|(i, j)| {
                let ((a, b, c), (d, e, f)) = (all[i], all[j]);
                let determinant = a * e - b * d;
                (determinant != 0.0).then(|| ((b * f - c * e) / determinant, (c * d - a * f) / determinant))
            });
            let holds = |(x, y): (f64, f64)| all.iter().all(|&(a, b, c)| a * x + b * y + c >= -1e-12);
            let expected = corners.into_iter().any(holds);
            assert_eq!(is_feasible(&all), expected, "{all:?}");
            if expected { some += 1 } else { none += 1 }
        }
        assert!(some > 200 && none > 200, "{some} {none}");
    }
}
