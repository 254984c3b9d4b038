//! Finds the least sum of weighted squares that satisfies linear inequalities, or which of them contradict each other: the dual
//! active-set method of Goldfarb & Idnani (Mathematical Programming 27, 1983).
//!
//! ```text
//! minimise  Σ w·(c + Cᵀy)²/2   subject to  q + Gᵀy ≥ 0
//! ```
//!
//! It begins at the minimum without inequalities and makes one that is violated after the other an equality, at the price of
//! others that are let go. The sum grows with every step, so it ends; where an inequality can not be satisfied whatever is let
//! go, it and the equalities from which it follows are the contradiction (Farkas). Squares with positive weights make the
//! solution unique: it does not depend on the order of anything.
//!
//! All constants are values with their time derivatives, and compared by these where the values are equal: what satisfies the
//! inequalities does so for some time from this instant on, and a contradiction is one an instant later at the latest.
//!
//! Unknowns in reserve are zero unless the inequalities contradict each other without them, and then take as little as they
//! must, the last ones first: equalities determine what they are.

use crate::memory::{Heap, List};

/// A value and its time derivative: the value a little later.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Jet {
    pub value: f64,
    pub rate: f64,
}

impl Jet {
    pub fn plus(self, factor: f64, other: Self) -> Self {
        Self { value: self.value + factor * other.value, rate: self.rate + factor * other.rate }
    }

    pub fn times(self, factor: f64) -> Self {
        Self::default().plus(factor, self)
    }

    /// Whether it is less, now or a little later.
    fn is_below(self, other: Self) -> bool {
        self.is_below_by(0.0, other)
    }

    /// The same where values that differ by no more than `rounding` are equal.
    fn is_below_by(self, rounding: f64, other: Self) -> bool {
        let less = other.value - self.value;
        less > rounding || (less >= -rounding && self.rate < other.rate)
    }
}

fn square(row: &[f64]) -> f64 {
    row.iter().map(|value| value * value).sum()
}

/// Share of a row below which what is left of it after a projection is rounding.
const DEPENDENT: f64 = 1e-9;
/// Exchanges for each inequality: the method ends, but numbers are rounded.
const MOST_EXCHANGES: usize = 8;

/// Space for a problem with a number of unknowns.
#[derive(Debug)]
pub(super) struct QuadraticProgram {
    unknowns: usize,
    /// Whether each unknown is in reserve.
    is_reserve: List<bool>,
    /// Unknowns that may differ from zero.
    open: List<usize>,
    /// Σ w·C·Cᵀ, and Σ w·c·C.
    hessian: List<f64>,
    gradient: List<Jet>,
    /// q and what it may miss, and G by rows.
    constant: List<Jet>,
    tolerance: List<Jet>,
    coefficient: List<f64>,
    /// Cholesky factor L of the hessian of the open unknowns; L⁻¹·G by rows, with one of an unknown behind them,
    /// and L⁻¹·gradient.
    factor: List<f64>,
    row: List<f64>,
    center: List<Jet>,
    /// Lᵀ·y + L⁻¹·gradient, whose square is least.
    point: List<Jet>,
    /// Equalities, and their multipliers.
    active: List<usize>,
    multiplier: List<Jet>,
    /// Orthonormal basis of the rows of the equalities, and these rows in it.
    basis: List<f64>,
    triangle: List<f64>,
    /// A row as a sum of those of the equalities, and what is left of it.
    share: List<f64>,
    left: List<f64>,
    /// Inequalities that contradict each other: the last is a sum of the others, with negative shares.
    contradiction: List<usize>,
}

/// What one more equality costs.
enum Step {
    /// The inequality is satisfied after this step.
    Full(Jet),
    /// Before, the equality in a place is let go.
    Partial(Jet, usize),
    /// It follows from the equalities that it is violated.
    Impossible,
}

impl QuadraticProgram {
    pub fn new(most_inequalities: usize, most_unknowns: usize, heap: &mut Heap) -> Self {
        let (m, n) = (most_inequalities, most_unknowns);
        Self {
            unknowns: 0,
            is_reserve: heap.filled(false, n),
            open: heap.with_capacity(n),
            hessian: heap.filled(0.0, n * n),
            gradient: heap.filled(Jet::default(), n),
            constant: heap.with_capacity(m),
            tolerance: heap.with_capacity(m),
            coefficient: heap.filled(0.0, m * n),
            factor: heap.filled(0.0, n * n),
            row: heap.filled(0.0, (m + 1) * n),
            center: heap.filled(Jet::default(), n),
            point: heap.filled(Jet::default(), n),
            active: heap.with_capacity(n),
            multiplier: heap.with_capacity(n),
            basis: heap.filled(0.0, n * n),
            triangle: heap.filled(0.0, n * n),
            share: heap.filled(0.0, n),
            left: heap.filled(0.0, n),
            contradiction: heap.with_capacity(n + 1),
        }
    }

    /// Begins a problem without squares and inequalities.
    pub fn begin(&mut self, unknowns: usize) {
        self.unknowns = unknowns;
        self.constant.clear();
        self.tolerance.clear();
        self.is_reserve[..unknowns].fill(false);
        self.hessian[..unknowns * unknowns].fill(0.0);
        self.gradient[..unknowns].fill(Jet::default());
    }

    /// Keeps an unknown in reserve.
    pub fn reserve(&mut self, unknown: usize) {
        self.is_reserve[unknown] = true;
    }

    /// Adds a square, with the coefficients of all unknowns.
    pub fn weigh(&mut self, weight: f64, constant: Jet, coefficients: impl Iterator<Item = f64> + Clone) {
        for (i, a) in coefficients.clone().enumerate().filter(|(_, a)| *a != 0.0) {
            self.gradient[i] = self.gradient[i].plus(weight * a, constant);
            for (j, b) in coefficients.clone().enumerate() {
                self.hessian[i * self.unknowns + j] += weight * a * b;
            }
        }
    }

    /// Adds an inequality, with the coefficients of all unknowns.
    pub fn require(&mut self, constant: Jet, tolerance: Jet, coefficients: impl Iterator<Item = f64>) {
        let row = self.constant.len();
        let places = &mut self.coefficient[row * self.unknowns..(row + 1) * self.unknowns];
        places.iter_mut().zip(coefficients).for_each(|(place, coefficient)| *place = coefficient);
        self.constant.push(constant);
        self.tolerance.push(tolerance);
    }

    /// Whether there are such unknowns. The value of each is that of [`QuadraticProgram::value`] then. `opens_all`: those in
    /// reserve take part from the beginning.
    pub fn solve(&mut self, opens_all: bool) -> bool {
        self.open.clear();
        self.open.extend((0..self.unknowns).filter(|&unknown| opens_all || !self.is_reserve[unknown]));
        loop {
            if self.solve_open() {
                (0..self.unknowns).rev().for_each(|unknown| self.minimise_reserve(unknown));
                self.read_solution();
                return true;
            }
            let Some(reserve) = (0..self.unknowns).find(|&unknown| self.helps(unknown)) else { return false };
            self.open.push(reserve);
        }
    }

    /// An unknown of the solution.
    pub fn value(&self, unknown: usize) -> Jet {
        let place = self.open.iter().position(|&open| open == unknown);
        place.map_or(Jet::default(), |place| self.point[place])
    }

    /// Whether the solution has an inequality as an equality.
    pub fn is_equality(&self, inequality: usize) -> bool {
        self.active.contains(&inequality)
    }

    /// Inequalities that contradict each other: none where the method was ended by [`MOST_EXCHANGES`].
    pub fn contradiction(&self) -> impl Iterator<Item = usize> {
        let last = self.contradiction.len().saturating_sub(1);
        let largest = self.share[..last].iter().fold(1.0, |largest, share| f64::max(largest, share.abs()));
        let takes_part = move |place: &usize| *place == last || self.share[*place].abs() > DEPENDENT * largest;
        (0..self.contradiction.len()).filter(takes_part).map(|place| self.contradiction[place])
    }

    /// Whether an unknown in reserve takes part in the contradiction.
    fn helps(&self, unknown: usize) -> bool {
        let Some((&last, equalities)) = self.contradiction.split_last() else { return false };
        let at = |inequality: usize| self.coefficient[inequality * self.unknowns + unknown];
        let terms = equalities.iter().zip(&self.share).map(|(&inequality, share)| share * at(inequality));
        let (sum, size) = terms.fold((at(last), at(last).abs()), |(sum, size), term| (sum - term, size + term.abs()));
        self.is_reserve[unknown] && !self.open.contains(&unknown) && sum.abs() > DEPENDENT * size
    }

    fn solve_open(&mut self) -> bool {
        self.factorise();
        self.active.clear();
        self.multiplier.clear();
        self.contradiction.clear();
        self.point.fill(Jet::default());
        for _ in 0..MOST_EXCHANGES * (self.constant.len() + 1) {
            let Some(violated) = self.violated() else { return true };
            if !self.satisfy(violated) {
                return false;
            }
        }
        false
    }

    /// The open unknowns in the variables in which the function is a sum of squares.
    fn factorise(&mut self) {
        let (n, p) = (self.unknowns, self.open.len());
        for i in 0..p {
            for j in 0..=i {
                let value = self.hessian[self.open[i] * n + self.open[j]];
                let sum = (0..j).fold(value, |sum, k| sum - self.factor[i * p + k] * self.factor[j * p + k]);
                // Weights that differ by many orders may leave rounding of a diagonal, and no square root.
                let own = || libm::sqrt(sum.max(f64::EPSILON * value));
                self.factor[i * p + j] = if i == j { own() } else { sum / self.factor[j * p + j] };
            }
        }
        for i in 0..p {
            let own = self.gradient[self.open[i]];
            let sum = (0..i).fold(own, |sum, k| sum.plus(-self.factor[i * p + k], self.center[k]));
            self.center[i] = sum.times(1.0 / self.factor[i * p + i]);
        }
        for row in 0..self.constant.len() {
            for i in 0..p {
                self.row[row * p + i] = self.coefficient[row * n + self.open[i]];
            }
            self.transform(row);
        }
    }

    /// Takes a row to the variables in which the function is a sum of squares.
    fn transform(&mut self, row: usize) {
        let p = self.open.len();
        for i in 0..p {
            let own = self.row[row * p + i];
            let sum = (0..i).fold(own, |sum, k| sum - self.factor[i * p + k] * self.row[row * p + k]);
            self.row[row * p + i] = sum / self.factor[i * p + i];
        }
    }

    /// An unknown in reserve takes as little as inequalities allow that are no equalities yet.
    fn minimise_reserve(&mut self, unknown: usize) {
        let (p, own) = (self.open.len(), self.constant.len());
        let Some(place) = self.open.iter().position(|&open| self.is_reserve[unknown] && open == unknown) else {
            return;
        };
        while self.active.len() < p {
            self.row[own * p..(own + 1) * p].fill(0.0);
            self.row[own * p + place] = 1.0;
            self.transform(own);
            self.project(own);
            let left = square(&self.left[..p]);
            let value = self.at_point(own, Jet::default());
            if left == 0.0 || value == Jet::default() {
                return;
            }
            let sign = if value.is_below(Jet::default()) { -1.0 } else { 1.0 };
            let all = value.times(sign / left);
            let (mut reached, mut blocking) = (all, None);
            for inequality in (0..own).filter(|inequality| !self.active.contains(inequality)) {
                let row = &self.row[inequality * p..(inequality + 1) * p];
                let parts = row.iter().zip(&self.left).map(|(row, left)| sign * row * left);
                let (change, size) = parts.fold((0.0, 0.0), |(sum, size), part| (sum + part, size + f64::abs(part)));
                let slack = self.slack(inequality);
                let is_over = change > DEPENDENT * size && self.is_over(inequality, slack.plus(-change, all));
                let until = slack.times(1.0 / change);
                // Of two inequalities that end at the same place, but for rounding, the one whose slack falls with time blocks.
                let rounding = self.tolerance[inequality].value / change;
                if is_over && (blocking.is_none() || until.is_below_by(rounding, reached)) {
                    (reached, blocking) = (until, Some(inequality));
                }
            }
            for (point, left) in self.point.iter_mut().zip(&self.left).take(p) {
                *point = point.plus(-sign * left, reached);
            }
            let Some(blocking) = blocking else { return };
            self.active.push(blocking);
        }
    }

    /// Value of an inequality at the point.
    fn slack(&self, inequality: usize) -> Jet {
        self.at_point(inequality, self.constant[inequality])
    }

    /// Whether this value violates an inequality, now or a little later.
    fn is_over(&self, inequality: usize, slack: Jet) -> bool {
        let Jet { value, rate } = self.tolerance[inequality];
        slack.value < -value || (slack.value <= value && slack.rate < -rate)
    }

    /// Value of a row at the point, with a constant.
    fn at_point(&self, row: usize, constant: Jet) -> Jet {
        let p = self.open.len();
        let places = self.row[row * p..(row + 1) * p].iter().zip(&self.point).zip(&self.center);
        places.fold(constant, |sum, ((row, point), center)| sum.plus(*row, point.plus(-1.0, *center)))
    }

    fn violated(&self) -> Option<usize> {
        (0..self.constant.len()).find(|&row| !self.active.contains(&row) && self.is_over(row, self.slack(row)))
    }

    /// Makes an inequality an equality; whether it can be satisfied.
    fn satisfy(&mut self, inequality: usize) -> bool {
        let mut own = Jet::default();
        loop {
            self.project(inequality);
            let (step, dropped) = match self.step(inequality) {
                Step::Impossible => {
                    self.contradiction.clear();
                    self.contradiction.extend(self.active.iter().copied());
                    self.contradiction.push(inequality);
                    return false;
                }
                Step::Full(step) => (step, None),
                Step::Partial(step, place) => (step, Some(place)),
            };
            for (point, left) in self.point.iter_mut().zip(&self.left).take(self.open.len()) {
                *point = point.plus(*left, step);
            }
            for (multiplier, share) in self.multiplier.iter_mut().zip(&self.share) {
                *multiplier = multiplier.plus(-share, step);
            }
            own = own.plus(1.0, step);
            let Some(place) = dropped else {
                self.active.push(inequality);
                self.multiplier.push(own);
                return true;
            };
            self.remove(place);
        }
    }

    fn remove(&mut self, place: usize) {
        let last = self.active.len() - 1;
        for at in place..last {
            self.active[at] = self.active[at + 1];
            self.multiplier[at] = self.multiplier[at + 1];
        }
        self.active.truncate(last);
        self.multiplier.truncate(last);
    }

    /// A row as a sum of those of the equalities, and what is left of it.
    fn project(&mut self, row: usize) {
        let (p, a) = (self.open.len(), self.active.len());
        for place in 0..=a {
            let from = if place < a { self.active[place] } else { row };
            self.left[..p].copy_from_slice(&self.row[from * p..(from + 1) * p]);
            // Twice, so that rounding does not add up.
            for turn in 0..2 {
                for other in 0..place {
                    let basis = &self.basis[other * p..(other + 1) * p];
                    let part = basis.iter().zip(&self.left).fold(0.0, |sum, (basis, left)| sum + basis * left);
                    self.left.iter_mut().zip(basis).for_each(|(left, basis)| *left -= part * basis);
                    let entry = if place < a { &mut self.triangle[other * a + place] } else { &mut self.share[other] };
                    *entry = if turn == 0 { part } else { *entry + part };
                }
            }
            if place < a {
                let length = libm::sqrt(square(&self.left[..p]));
                self.triangle[place * a + place] = length;
                for at in 0..p {
                    self.basis[place * p + at] = self.left[at] / length;
                }
            }
        }
        if square(&self.left[..p]) <= DEPENDENT * DEPENDENT * square(&self.row[row * p..(row + 1) * p]) {
            self.left[..p].fill(0.0);
        }
        for place in (0..a).rev() {
            let sum = (place + 1..a)
                .fold(self.share[place], |sum, other| sum - self.triangle[place * a + other] * self.share[other]);
            self.share[place] = sum / self.triangle[place * a + place];
        }
    }

    /// How far to go until an inequality is satisfied, or an equality is let go.
    fn step(&self, inequality: usize) -> Step {
        let (p, a) = (self.open.len(), self.active.len());
        let left = square(&self.left[..p]);
        let largest = self.share[..a].iter().fold(0.0, |largest, share| f64::max(largest, share.abs()));
        let mut first: Option<(Jet, usize)> = None;
        for place in (0..a).filter(|&place| self.share[place] > DEPENDENT * largest) {
            let reached = self.multiplier[place].times(1.0 / self.share[place]);
            if first.is_none_or(|(least, _)| reached.is_below(least)) {
                first = Some((reached, place));
            }
        }
        let slack = self.slack(inequality);
        let is_zero = slack.value.abs() <= self.tolerance[inequality].value;
        let full = Jet { value: if is_zero { 0.0 } else { slack.value }, ..slack }.times(-1.0 / left);
        match (left > 0.0, first) {
            (true, Some((reached, place))) if reached.is_below(full) => Step::Partial(reached, place),
            (true, _) => Step::Full(full),
            (false, Some((reached, place))) => Step::Partial(reached, place),
            (false, None) => Step::Impossible,
        }
    }

    /// The open unknowns from the point.
    fn read_solution(&mut self) {
        let p = self.open.len();
        for i in (0..p).rev() {
            let own = self.point[i].plus(-1.0, self.center[i]);
            let sum = (i + 1..p).fold(own, |sum, k| sum.plus(-self.factor[k * p + i], self.point[k]));
            self.point[i] = sum.times(1.0 / self.factor[i * p + i]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// The x and y of the least (x − 1)² + 4·(y − 1)² with a·x + b·y + c ≥ 0, and after it c' where c is zero, for each (a, b, c, c').
    fn solved(inequalities: &[(f64, f64, f64, f64)]) -> Option<(f64, f64)> {
        let mut problem = QuadraticProgram::new(inequalities.len(), 2, &mut Heap::default());
        problem.begin(2);
        problem.weigh(1.0, Jet { value: -1.0, rate: 0.0 }, [1.0, 0.0].into_iter());
        problem.weigh(4.0, Jet { value: -1.0, rate: 0.0 }, [0.0, 1.0].into_iter());
        for &(a, b, value, rate) in inequalities {
            problem.require(Jet { value, rate }, Jet { value: 1e-14, rate: 1e-14 }, [a, b].into_iter());
        }
        problem.solve(false).then(|| (problem.value(0).value, problem.value(1).value))
    }

    #[test]
    fn the_minimum_is_that_of_an_enumeration_of_all_equalities() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f64 / 8_388_608.0 - 1.0
        };
        let cost = |(x, y): (f64, f64)| (x - 1.0) * (x - 1.0) + 4.0 * (y - 1.0) * (y - 1.0);
        let (mut some, mut none) = (0, 0);
        for _ in 0..2000 {
            let all: Vec<_> = (0..5).map(|_| (random(), random(), 0.6 * random() - 0.3, 0.0)).collect();
            let corners = (0..all.len()).flat_map(|i| (0..i).map(move |j| (i, j))).filter_map(|(i, j)| {
                let ((a, b, c, _), (d, e, f, _)) = (all[i], all[j]);
                let determinant = a * e - b * d;
                (determinant.abs() > 1e-9).then(|| ((b * f - c * e) / determinant, (c * d - a * f) / determinant))
            });
            // The nearest point on one line: (x − 1, 4·(y − 1)) is along (a, b).
            let on_lines = all.iter().map(|&(a, b, c, _)| {
                let along = -(a + b + c) / (a * a + b * b / 4.0);
                (1.0 + along * a, 1.0 + along * b / 4.0)
            });
            let rounding = |x: f64, y: f64| 1e-12 * (1.0 + x.abs() + y.abs());
            let holds = |&(x, y): &(f64, f64)| all.iter().all(|&(a, b, c, _)| a * x + b * y + c >= -rounding(x, y));
            let candidates = corners.chain(on_lines).chain([(1.0, 1.0)]).filter(holds);
            let expected = candidates.min_by(|a, b| cost(*a).total_cmp(&cost(*b)));
            match (solved(&all), expected) {
                (Some(found), Some(expected)) => {
                    some += 1;
                    let off = (found.0 - expected.0).abs().max((found.1 - expected.1).abs());
                    assert!(off <= 1e-9 * (1.0 + cost(expected)), "{found:?} {expected:?} of {all:?}");
                }
                (None, None) => none += 1,
                (found, expected) => panic!("{found:?} {expected:?} of {all:?}"),
            }
        }
        assert!(some > 200 && none > 200, "{some} {none}");
    }

    #[test]
    fn where_values_are_equal_the_rates_contradict_each_other() {
        // x ≥ 2 and x ≤ 2, which moves to x ≤ 2 ± t.
        let (lower, upper) = ((1.0, 0.0, -2.0, 0.0), |rate| (-1.0, 0.0, 2.0, rate));
        assert!(solved(&[lower, upper(1.0)]).is_some() && solved(&[lower, upper(0.0)]).is_some());
        assert!(solved(&[lower, upper(-1.0)]).is_none());
    }

    #[test]
    fn a_contradiction_names_the_inequalities_that_it_is_made_of() {
        let mut problem = QuadraticProgram::new(4, 1, &mut Heap::default());
        problem.begin(1);
        problem.weigh(1.0, Jet::default(), [1.0].into_iter());
        for (constant, coefficient) in [(5.0, 1.0), (-2.0, 1.0), (5.0, -1.0), (1.0, -1.0)] {
            problem.require(Jet { value: constant, rate: 0.0 }, Jet::default(), [coefficient].into_iter());
        }
        assert!(!problem.solve(false));
        let mut found: Vec<_> = problem.contradiction().collect();
        found.sort_unstable();
        assert_eq!(found, [1, 3]);
    }

    #[test]
    fn what_is_in_reserve_helps_only_where_nothing_else_does() {
        let with_bound = |bound: f64| {
            let mut problem = QuadraticProgram::new(2, 2, &mut Heap::default());
            problem.begin(2);
            problem.reserve(1);
            problem.weigh(1.0, Jet::default(), [1.0, 0.0].into_iter());
            problem.weigh(1e6, Jet::default(), [0.0, 1.0].into_iter());
            // x + y ≥ 3, x ≤ bound.
            problem.require(Jet { value: -3.0, rate: 0.0 }, Jet::default(), [1.0, 1.0].into_iter());
            problem.require(Jet { value: bound, rate: 0.0 }, Jet::default(), [-1.0, 0.0].into_iter());
            assert!(problem.solve(false));
            [problem.value(0).value, problem.value(1).value]
        };
        assert_eq!(with_bound(4.0), [3.0, 0.0]);
        let [x, y] = with_bound(2.0);
        // Rounding of 3 over the root of the weight.
        assert!((x - 2.0).abs() <= 1e-12 && (y - 1.0).abs() <= 1e-12, "{x} {y}");
    }
}
