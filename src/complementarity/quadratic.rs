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
//! All constants are germs: what satisfies the inequalities does so for some time from this instant on, and a contradiction is one an
//! instant later at the latest.
//!
//! Unknowns in reserve ([`Part`]) are zero unless the inequalities contradict each other without them. Those that take part together have the
//! least squares of theirs then, whatever that costs the others: by proximal steps (Rockafellar, SIAM Journal on Control and Optimization 14, 1976),
//! as these squares alone have many solutions. The others take as little as they must, the last ones first: for each of them a linear program, by
//! the primal active-set method from the minimum on (Nocedal & Wright, Numerical Optimization, chapter 16: equalities are let go whose multipliers
//! have the wrong sign). The equalities that determine it stay. The others have their least squares beside it, so they do not depend on weights
//! that are far apart.

use super::{Constants, Germ, Part, Weight};
use crate::memory::{Heap, List};

/// Who of those in reserve takes part where the others can not do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserve {
    /// All.
    Together,
    /// Those that must, each as little as it can, the last ones first.
    InOrder,
    /// All. What the least sum has at a bound stays there; of the others each takes as little as it can, the last ones first.
    AllInOrder,
    /// The same, the first ones first.
    AllReversed,
}

impl Reserve {
    /// The places of so many unknowns in the order in which those in reserve are made as small as they can be.
    pub(super) fn order(self, count: usize) -> impl Iterator<Item = usize> {
        (0..count).map(move |number| match self {
            Self::AllReversed => number,
            Self::Together | Self::InOrder | Self::AllInOrder => count - 1 - number,
        })
    }

    /// Whether all of them take part from the beginning.
    fn opens_all(self) -> bool {
        match self {
            Self::AllInOrder | Self::AllReversed => true,
            Self::Together | Self::InOrder => false,
        }
    }
}

fn square(row: &[f64]) -> f64 {
    row.iter().map(|value| value * value).sum()
}

/// Space for a problem with a number of unknowns.
#[derive(Clone, Debug)]
pub struct QuadraticProgram<const N: usize> {
    unknowns: usize,
    /// When each unknown takes part, and whether it does from the beginning although it is in reserve.
    part: List<Part>,
    is_needed: List<bool>,
    /// Inequalities; behind them rows of unknowns in reserve.
    inequalities: usize,
    /// Unknowns that may differ from zero.
    open: List<usize>,
    /// The unknowns of the solution.
    value: List<Germ<N>>,
    /// Σ w·C·Cᵀ, and Σ w·c·C.
    hessian: List<f64>,
    gradient: List<Germ<N>>,
    /// The same of those that take part together, and Σ C·Cᵀ of all, without weights.
    together_hessian: List<f64>,
    together_gradient: List<Germ<N>>,
    even_hessian: List<f64>,
    /// How many of them depend on the unknowns.
    together: usize,
    /// q and the sizes of what it was summed from, and G by rows.
    constant: List<Germ<N>>,
    size: List<Germ<N>>,
    coefficient: List<f64>,
    /// Cholesky factor L of the hessian of the open unknowns; L⁻¹·G by rows, with one of an unknown behind them,
    /// and L⁻¹·gradient.
    factor: List<f64>,
    row: List<f64>,
    center: List<Germ<N>>,
    /// Lᵀ·y + L⁻¹·gradient, whose square is least.
    point: List<Germ<N>>,
    /// The sizes of what each of them was summed from.
    point_size: List<Germ<N>>,
    /// Rows that determine the unknowns in reserve which take part: they stay equalities.
    binding: List<usize>,
    /// Equalities, and their multipliers.
    active: List<usize>,
    multiplier: List<Germ<N>>,
    /// The sizes of what each multiplier was summed from.
    multiplier_size: List<Germ<N>>,
    /// Orthonormal basis of the rows of the equalities, and these rows in it.
    basis: List<f64>,
    triangle: List<f64>,
    /// Number of equalities, the first ones, whose rows are in both already.
    in_basis: usize,
    /// A row as a sum of those of the equalities, and what is left of it.
    share: List<f64>,
    left: List<f64>,
    /// Inequalities that contradict each other: the last is a sum of the others, with negative shares.
    contradiction: List<usize>,
    /// Products of a germ that were taken since this was set to zero: what the programs have cost.
    pub work: u64,
    /// Those of the present solution.
    constants: Constants,
}

/// Whose squares are least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Squares {
    /// Those of all.
    All,
    /// Those that take part together, and a little those of the differences of all to the values at hand.
    Together,
}

/// What one more equality costs.
enum Step<const N: usize> {
    /// The inequality is satisfied after this step.
    Full(Germ<N>),
    /// Before, the equality in a place is let go.
    Partial(Germ<N>, usize),
    /// It follows from the equalities that it is violated.
    Impossible,
}

impl<const N: usize> QuadraticProgram<N> {
    /// Memory for so many inequalities and unknowns.
    pub fn new(most_inequalities: usize, most_unknowns: usize, heap: &mut Heap) -> Self {
        let (m, n) = (most_inequalities, most_unknowns);
        Self {
            unknowns: 0,
            inequalities: 0,
            part: heap.filled(Part::First, n),
            is_needed: heap.filled(false, n),
            open: heap.with_capacity(n),
            value: heap.filled(Germ::default(), n),
            hessian: heap.filled(0.0, n * n),
            gradient: heap.filled(Germ::default(), n),
            together_hessian: heap.filled(0.0, n * n),
            together_gradient: heap.filled(Germ::default(), n),
            even_hessian: heap.filled(0.0, n * n),
            together: 0,
            constant: heap.with_capacity(m + n),
            size: heap.with_capacity(m + n),
            coefficient: heap.filled(0.0, (m + n) * n),
            factor: heap.filled(0.0, n * n),
            row: heap.filled(0.0, (m + n) * n),
            center: heap.filled(Germ::default(), n),
            point: heap.filled(Germ::default(), n),
            point_size: heap.filled(Germ::default(), n),
            binding: heap.with_capacity(n),
            active: heap.with_capacity(n),
            multiplier: heap.with_capacity(n),
            multiplier_size: heap.with_capacity(n),
            basis: heap.filled(0.0, n * n),
            triangle: heap.filled(0.0, n * n),
            in_basis: 0,
            share: heap.filled(0.0, n),
            left: heap.filled(0.0, n),
            contradiction: heap.with_capacity(n + 1),
            work: 0,
            constants: Constants::DEFAULT,
        }
    }

    /// Begins a problem without squares and inequalities.
    pub fn begin(&mut self, unknowns: usize) {
        self.unknowns = unknowns;
        self.constant.clear();
        self.size.clear();
        self.part[..unknowns].fill(Part::First);
        self.is_needed[..unknowns].fill(false);
        self.hessian[..unknowns * unknowns].fill(0.0);
        self.gradient[..unknowns].fill(Germ::default());
        self.together_hessian[..unknowns * unknowns].fill(0.0);
        self.together_gradient[..unknowns].fill(Germ::default());
        self.even_hessian[..unknowns * unknowns].fill(0.0);
        self.together = 0;
    }

    /// Keeps an unknown in reserve, unless it `is_needed` from the beginning: by others that take part together with it.
    pub fn reserve(&mut self, unknown: usize, part: Part, is_needed: bool) {
        (self.part[unknown], self.is_needed[unknown]) = (part, is_needed);
    }

    /// Adds a square, with the coefficients of all unknowns, of one that takes part like this.
    pub fn weigh(
        &mut self,
        Weight { weight, part }: Weight,
        constant: Germ<N>,
        coefficients: impl Iterator<Item = f64> + Clone,
    ) {
        let is_together = part == Part::Together;
        self.together += usize::from(is_together && coefficients.clone().any(|a| a != 0.0));
        for (i, a) in coefficients.clone().enumerate().filter(|(_, a)| *a != 0.0) {
            self.gradient[i] = self.gradient[i].plus(weight * a, &constant);
            if is_together {
                self.together_gradient[i] = self.together_gradient[i].plus(a, &constant);
            }
            for (j, b) in coefficients.clone().enumerate() {
                let place = i * self.unknowns + j;
                self.hessian[place] += weight * a * b;
                self.even_hessian[place] += a * b;
                self.together_hessian[place] += if is_together { a * b } else { 0.0 };
            }
        }
    }

    /// Adds an inequality, with the sizes of what its constant was summed from, and the coefficients of all unknowns.
    pub fn require(&mut self, constant: Germ<N>, size: Germ<N>, coefficients: impl Iterator<Item = f64>) {
        let row = self.constant.len();
        let places = &mut self.coefficient[row * self.unknowns..(row + 1) * self.unknowns];
        places.iter_mut().zip(coefficients).for_each(|(place, coefficient)| *place = coefficient);
        self.constant.push(constant);
        self.size.push(size);
    }

    /// Whether there are such unknowns. The value of each is that of [`QuadraticProgram::value`] then. Those in
    /// reserve take part as `reserve` says.
    pub fn solve(&mut self, reserve: Reserve, constants: &Constants) -> bool {
        self.constants = *constants;
        self.inequalities = self.constant.len();
        self.open.clear();
        let begins = |unknown: &usize| self.part[*unknown] == Part::First || self.is_needed[*unknown];
        self.open.extend((0..self.unknowns).filter(|unknown| reserve.opens_all() || begins(unknown)));
        loop {
            if self.solve_open(Squares::All) {
                if reserve.opens_all() {
                    self.bind_active(0.0);
                }
                let shares = !reserve.opens_all() && self.share_together();
                for unknown in reserve.order(self.unknowns) {
                    if self.part[unknown] != Part::Together || !shares {
                        self.minimise_reserve(unknown);
                    }
                }
                self.minimise_others();
                self.read_solution();
                return true;
            }
            let Some(reserve) = (0..self.unknowns).find(|&unknown| self.helps(unknown)) else { return false };
            self.open_reserve(reserve);
        }
    }

    /// An unknown in reserve takes part, and all that do so together with it.
    fn open_reserve(&mut self, unknown: usize) {
        let is_together = self.part[unknown] == Part::Together;
        self.open_those(|other, part| other == unknown || (is_together && part == Part::Together));
    }

    fn open_those(&mut self, takes_part: impl Fn(usize, Part) -> bool) {
        for unknown in 0..self.unknowns {
            if takes_part(unknown, self.part[unknown]) && !self.open.contains(&unknown) {
                self.open.push(unknown);
            }
        }
    }

    /// An unknown of the solution.
    pub fn value(&self, unknown: usize) -> Germ<N> {
        self.value[unknown]
    }

    /// Whether the solution has an inequality as an equality.
    pub fn is_equality(&self, inequality: usize) -> bool {
        self.active.contains(&inequality)
    }

    /// Inequalities that contradict each other: none where the method was ended by [`Constants::max_exchanges`].
    pub fn contradiction(&self) -> impl Iterator<Item = usize> {
        let last = self.contradiction.len().saturating_sub(1);
        let largest = self.share[..last].iter().fold(1.0, |largest, share| f64::max(largest, share.abs()));
        let takes_part = move |place: &usize| {
            *place == last || self.share[*place].abs() > self.constants.reltol_projection * largest
        };
        (0..self.contradiction.len()).filter(takes_part).map(|place| self.contradiction[place])
    }

    /// Whether an unknown in reserve takes part in the contradiction.
    fn helps(&self, unknown: usize) -> bool {
        let Some((&last, equalities)) = self.contradiction.split_last() else { return false };
        let at = |inequality: usize| self.coefficient[inequality * self.unknowns + unknown];
        let terms = equalities.iter().zip(&self.share).map(|(&inequality, share)| share * at(inequality));
        let (sum, size) = terms.fold((at(last), at(last).abs()), |(sum, size), term| (sum - term, size + term.abs()));
        self.part[unknown] != Part::First
            && !self.open.contains(&unknown)
            && sum.abs() > self.constants.reltol_projection * size
    }

    fn solve_open(&mut self, squares: Squares) -> bool {
        self.factorise(squares);
        self.begin_equalities();
        self.binding.clear();
        self.contradiction.clear();
        let (p, rows) = (self.open.len(), self.constant.len());
        self.work += (p * p * (p + rows)) as u64;
        for _ in 0..self.constants.max_exchanges * (rows + 1) {
            self.count_exchange();
            let Some(violated) = self.violated() else { return true };
            if !self.satisfy(violated) {
                return false;
            }
        }
        false
    }

    /// Each inequality is looked at; to make one an equality takes as many products as there are of these.
    fn count_exchange(&mut self) {
        let p = self.open.len();
        self.work += (p * (self.constant.len() + p)) as u64;
    }

    /// The minimum without inequalities.
    fn begin_equalities(&mut self) {
        self.active.clear();
        self.in_basis = 0;
        self.multiplier.clear();
        self.multiplier_size.clear();
        self.point[..self.open.len()].fill(Germ::default());
        self.point_size[..self.open.len()].fill(Germ::default());
    }

    /// The open unknowns in the variables in which the function is a sum of squares.
    fn factorise(&mut self, squares: Squares) {
        let (n, p) = (self.unknowns, self.open.len());
        for i in 0..p {
            for j in 0..=i {
                let value = self.hessian_of(squares, self.open[i] * n + self.open[j]);
                let sum = (0..j).fold(value, |sum, k| sum - self.factor[i * p + k] * self.factor[j * p + k]);
                // Weights that differ by many orders may leave rounding of a diagonal, and no square root.
                let own = || libm::sqrt(sum.max(f64::EPSILON * value));
                self.factor[i * p + j] = if i == j { own() } else { sum / self.factor[j * p + j] };
            }
        }
        for i in 0..p {
            let own = self.gradient_of(squares, self.open[i]);
            let sum = (0..i).fold(own, |sum, k| sum.plus(-self.factor[i * p + k], &self.center[k]));
            self.center[i] = sum.times(1.0 / self.factor[i * p + i]);
        }
        for row in 0..self.constant.len() {
            for i in 0..p {
                self.row[row * p + i] = self.coefficient[row * n + self.open[i]];
            }
            self.transform(row);
        }
    }

    fn hessian_of(&self, squares: Squares, place: usize) -> f64 {
        match squares {
            Squares::All => self.hessian[place],
            Squares::Together => {
                self.together_hessian[place] + self.constants.proximal_weight * self.even_hessian[place]
            }
        }
    }

    /// The gradient where all unknowns are zero.
    fn gradient_of(&self, squares: Squares, unknown: usize) -> Germ<N> {
        match squares {
            Squares::All => self.gradient[unknown],
            Squares::Together => (0..self.unknowns).fold(self.together_gradient[unknown], |sum, other| {
                let weight = self.constants.proximal_weight * self.even_hessian[unknown * self.unknowns + other];
                sum.plus(-weight, &self.value[other])
            }),
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

    /// The equalities on which the least sum depends stay: those whose multipliers are more than this share of the largest.
    fn bind_active(&mut self, share: f64) {
        let Self { binding, active, multiplier, .. } = self;
        let largest = multiplier.iter().fold(Germ::default(), |largest: Germ<N>, own| largest.max(&own.abs()));
        let depends = |(_, own): &(&usize, &Germ<N>)| own.sign(share, &largest) != 0;
        binding.extend(active.iter().zip(multiplier.iter()).filter(depends).map(|(row, _)| *row));
    }

    /// Whether several of those that take part together have a choice: one alone is as little as it can be.
    pub fn shares_together(&self) -> bool {
        self.together > 1
    }

    /// Those that take part together get the least squares of theirs, with all others that can relieve them, and keep them; whether there are any. The
    /// equalities on which these squares depend stay.
    fn share_together(&mut self) -> bool {
        if !self.shares_together() || !self.open.iter().any(|open| self.part[*open] == Part::Together) {
            return false;
        }
        self.read_point();
        self.open_those(|_, _| true);
        for _ in 0..self.constants.proximal_steps {
            if !self.solve_open(Squares::Together) {
                // Rounding alone is in the way: they take part in their order.
                let _ = self.solve_open(Squares::All);
                return false;
            }
            self.read_point();
        }
        // What multipliers of others have is the rounding of the proximal steps.
        self.bind_active(self.constants.reltol_projection);
        for place in 0..self.open.len() {
            if self.part[self.open[place]] == Part::Together {
                self.keep_value(place);
            }
        }
        self.factorise(Squares::All);
        self.minimise_others();
        true
    }

    /// An open unknown keeps the value that it has, unless equalities that stay determine it.
    fn keep_value(&mut self, place: usize) {
        let own = self.add_row_of(place);
        self.project(own);
        if square(&self.left[..self.open.len()]) > 0.0 {
            self.constant[own] = self.value[self.open[place]].times(-1.0);
            self.size[own] = self.constant[own].abs();
            self.bind(own);
        }
    }

    /// An unknown in reserve takes as little as the inequalities allow, and what determines it then stays so: the primal active-set method of
    /// linear programs, from the point at hand.
    fn minimise_reserve(&mut self, unknown: usize) {
        let is_it = |open: &usize| self.part[unknown] != Part::First && *open == unknown;
        let Some(place) = self.open.iter().position(is_it) else { return };
        let own = self.add_row_of(place);
        for _ in 0..self.constants.max_exchanges * (own + 1) {
            self.count_exchange();
            self.project(own);
            let left = square(&self.left[..self.open.len()]);
            let (value, size) = self.slack(own);
            let value = value.without_rounding(self.constants.reltol_zero, &size);
            let sign = f64::from(value.sign(0.0, &Germ::default()));
            // Their multipliers have the wrong sign: without them it could be less.
            let has_wrong_sign = |place: &usize| self.takes_part(*place, own) && sign * self.share[*place] <= 0.0;
            let wrong = (0..self.active.len()).filter(|&place| !self.is_binding(place)).find(has_wrong_sign);
            match (left > 0.0, wrong) {
                (true, _) if value.is_zero() => return self.bind(own),
                (true, _) => {
                    let all = (value.times(sign / left), size.times(1.0 / left));
                    let ((reached, size), blocking) = self.first_reached(sign, all);
                    self.move_point(self.length(own), -sign, (&reached, &size));
                    let Some(blocking) = blocking else { return self.bind(own) };
                    self.add_equality(blocking);
                }
                (false, Some(place)) => self.remove(place),
                (false, None) => break,
            }
        }
        self.bind_equalities_of(own);
    }

    /// Adds the row of an open unknown itself behind those of the inequalities.
    fn add_row_of(&mut self, place: usize) -> usize {
        let (p, row) = (self.open.len(), self.constant.len());
        let start = row * self.unknowns;
        self.coefficient[start..start + self.unknowns].fill(0.0);
        self.coefficient[start + self.open[place]] = 1.0;
        self.constant.push(Germ::default());
        self.size.push(Germ::default());
        self.row[row * p..(row + 1) * p].fill(0.0);
        self.row[row * p + place] = 1.0;
        self.transform(row);
        row
    }

    fn add_equality(&mut self, row: usize) {
        self.active.push(row);
        self.multiplier.push(Germ::default());
        self.multiplier_size.push(Germ::default());
    }

    fn bind(&mut self, row: usize) {
        self.add_equality(row);
        self.binding.push(row);
    }

    /// The equalities of which a row is a sum.
    fn bind_equalities_of(&mut self, row: usize) {
        for place in 0..self.active.len() {
            if self.takes_part(place, row) && !self.is_binding(place) {
                self.binding.push(self.active[place]);
            }
        }
    }

    fn is_binding(&self, place: usize) -> bool {
        self.binding.contains(&self.active[place])
    }

    /// Whether the share of an equality in a row, after [`QuadraticProgram::project`], is more than rounding.
    fn takes_part(&self, place: usize, row: usize) -> bool {
        self.share[place].abs() * self.length(self.active[place]) > self.constants.reltol_projection * self.length(row)
    }

    /// The least sum of squares with the binding equalities: the others share what these leave them.
    fn minimise_others(&mut self) {
        let Some(&last) = self.binding.last() else { return };
        self.begin_equalities();
        for at in 0..self.binding.len() {
            self.add_equality(self.binding[at]);
        }
        self.solve_equalities(last);
        for _ in 0..self.constants.max_exchanges * (self.constant.len() + 1) {
            self.count_exchange();
            // What follows from what is given already is violated by rounding alone.
            let Some(violated) = self.violated() else { return };
            if !self.satisfy(violated) {
                return;
            }
        }
    }

    /// How far the point may go against what is left of a row, with the size of what that was summed from, and the inequality that is an
    /// equality there; all the way if there is none.
    fn first_reached(&self, sign: f64, all: (Germ<N>, Germ<N>)) -> ((Germ<N>, Germ<N>), Option<usize>) {
        let p = self.open.len();
        let (mut reached, mut blocking) = (all, None);
        for inequality in (0..self.inequalities).filter(|inequality| !self.active.contains(inequality)) {
            let row = &self.row[inequality * p..(inequality + 1) * p];
            let parts = row.iter().zip(&self.left).map(|(row, left)| sign * row * left);
            let (change, size) = parts.fold((0.0, 0.0), |(sum, size), part| (sum + part, size + f64::abs(part)));
            if change <= self.constants.reltol_projection * size {
                continue;
            }
            let (slack, size) = self.slack(inequality);
            let is_over = slack.plus(-change, &all.0).sign(self.constants.reltol_zero, &size) < 0;
            let (until, size) = (slack.times(1.0 / change), size.times(1.0 / change));
            // Of two inequalities that end at the same place, but for rounding, the one whose slack falls with time blocks.
            let is_before = || until.plus(-1.0, &reached.0).sign(self.constants.reltol_zero, &size) < 0;
            if is_over && (blocking.is_none() || is_before()) {
                (reached, blocking) = ((until, size), Some(inequality));
            }
        }
        (reached, blocking)
    }

    /// Value of an inequality at the point, and the sizes of what it is the sum of.
    fn slack(&self, inequality: usize) -> (Germ<N>, Germ<N>) {
        let (constant, size) = (self.constant[inequality], self.size[inequality]);
        self.at_point(inequality, (constant, size.max(&constant.abs())))
    }

    /// The same of a row, with a constant.
    fn at_point(&self, row: usize, constant: (Germ<N>, Germ<N>)) -> (Germ<N>, Germ<N>) {
        let p = self.open.len();
        let points = self.point.iter().zip(&self.point_size).zip(&self.center);
        let row = self.row[row * p..(row + 1) * p].iter();
        row.zip(points).fold(constant, |(sum, size), (row, ((point, point_size), center))| {
            let size = size.plus(row.abs(), point_size).plus(row.abs(), &center.abs());
            (sum.plus(*row, &point.plus(-1.0, center)), size)
        })
    }

    /// Whether an inequality is violated, now or a little later.
    fn is_over(&self, inequality: usize) -> bool {
        let (slack, size) = self.slack(inequality);
        slack.sign(self.constants.reltol_zero, &size) < 0
    }

    fn violated(&self) -> Option<usize> {
        (0..self.inequalities).find(|row| !self.active.contains(row) && self.is_over(*row))
    }

    /// Makes an inequality an equality; whether it can be satisfied.
    fn satisfy(&mut self, inequality: usize) -> bool {
        let (mut own, mut own_size) = (Germ::default(), Germ::default());
        let length = self.length(inequality);
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
            self.move_point(length, 1.0, (&step, &step.abs()));
            let parts = self.multiplier.iter_mut().zip(&mut self.multiplier_size).zip(&self.share);
            for ((multiplier, size), share) in parts {
                *size = size.plus(share.abs(), &step.abs());
                // What is zero now is decided by its rate, and must not be hidden by rounding.
                *multiplier = multiplier.plus(-share, &step).without_rounding(self.constants.reltol_zero, size);
            }
            own = own.plus(1.0, &step);
            own_size = own_size.plus(1.0, &step.abs());
            let Some(place) = dropped else {
                self.active.push(inequality);
                self.multiplier.push(own);
                self.multiplier_size.push(own_size);
                self.solve_equalities(inequality);
                return true;
            };
            self.remove(place);
        }
    }

    /// Moves the point by a step along what is left of a row, which has the rounding of the row and so of its length; with the size of what
    /// the step was summed from.
    fn move_point(&mut self, length: f64, sign: f64, (step, size): (&Germ<N>, &Germ<N>)) {
        let points = self.point.iter_mut().zip(&mut self.point_size).zip(&self.left);
        for ((point, point_size), left) in points.take(self.open.len()) {
            *point = point.plus(sign * left, step);
            *point_size = point_size.plus(left.abs(), size).plus(length, &step.abs());
        }
    }

    /// The point of the equalities from their data alone, the last of which is given: steps are as long as multipliers are large, and leave
    /// the rounding of these.
    fn solve_equalities(&mut self, last: usize) {
        self.project(last);
        let (p, a) = (self.open.len(), self.active.len());
        self.point[..p].fill(Germ::default());
        self.point_size[..p].fill(Germ::default());
        for place in 0..a {
            // What the equality lacks at the point of those before it.
            let (slack, size) = self.slack(self.active[place]);
            let length = self.triangle[place * p + place];
            for (at, basis) in self.basis[place * p..(place + 1) * p].iter().enumerate() {
                self.point[at] = self.point[at].plus(-basis / length, &slack);
                self.point_size[at] = self.point_size[at].plus(basis.abs() / length, &size);
            }
        }
    }

    fn remove(&mut self, place: usize) {
        let last = self.active.len() - 1;
        self.in_basis = self.in_basis.min(place);
        for at in place..last {
            self.active[at] = self.active[at + 1];
            self.multiplier[at] = self.multiplier[at + 1];
            self.multiplier_size[at] = self.multiplier_size[at + 1];
        }
        self.active.truncate(last);
        self.multiplier.truncate(last);
        self.multiplier_size.truncate(last);
    }

    /// A row as a sum of those of the equalities, and what is left of it.
    fn project(&mut self, row: usize) {
        let (p, a) = (self.open.len(), self.active.len());
        for place in self.in_basis..=a {
            let from = if place < a { self.active[place] } else { row };
            self.left[..p].copy_from_slice(&self.row[from * p..(from + 1) * p]);
            // Twice, so that rounding does not add up.
            for turn in 0..2 {
                for other in 0..place {
                    let basis = &self.basis[other * p..(other + 1) * p];
                    let part = basis.iter().zip(&self.left).fold(0.0, |sum, (basis, left)| sum + basis * left);
                    self.left.iter_mut().zip(basis).for_each(|(left, basis)| *left -= part * basis);
                    let entry = if place < a { &mut self.triangle[other * p + place] } else { &mut self.share[other] };
                    *entry = if turn == 0 { part } else { *entry + part };
                }
            }
            if place < a {
                let length = libm::sqrt(square(&self.left[..p]));
                self.triangle[place * p + place] = length;
                for at in 0..p {
                    self.basis[place * p + at] = self.left[at] / length;
                }
            }
        }
        self.in_basis = a;
        let rounding = self.constants.reltol_projection * self.length(row);
        if square(&self.left[..p]) <= rounding * rounding {
            self.left[..p].fill(0.0);
        }
        for place in (0..a).rev() {
            let sum = (place + 1..a)
                .fold(self.share[place], |sum, other| sum - self.triangle[place * p + other] * self.share[other]);
            self.share[place] = sum / self.triangle[place * p + place];
        }
    }

    fn length(&self, row: usize) -> f64 {
        let p = self.open.len();
        libm::sqrt(square(&self.row[row * p..(row + 1) * p]))
    }

    /// How far to go until an inequality is satisfied, or an equality is let go.
    fn step(&self, inequality: usize) -> Step<N> {
        let (p, a) = (self.open.len(), self.active.len());
        let left = square(&self.left[..p]);
        // A share of a row that is rounding of it would let an equality go after a step of any length.
        let may_go =
            |place: &usize| self.share[*place] > 0.0 && !self.is_binding(*place) && self.takes_part(*place, inequality);
        // Values that are equal but for rounding are told apart by their rates.
        let is_before = |a: &(Germ<N>, Germ<N>), b: &(Germ<N>, Germ<N>)| {
            a.0.plus(-1.0, &b.0).sign(self.constants.reltol_zero, &a.1.plus(1.0, &b.1)) < 0
        };
        let mut first: Option<((Germ<N>, Germ<N>), usize)> = None;
        for place in (0..a).filter(may_go) {
            let per = 1.0 / self.share[place];
            let reached = (self.multiplier[place].times(per), self.multiplier_size[place].times(per));
            if first.is_none_or(|(least, _)| is_before(&reached, &least)) {
                first = Some((reached, place));
            }
        }
        let (slack, size) = self.slack(inequality);
        let slack = slack.without_leading(&size.times(self.constants.reltol_zero));
        let full = (slack.times(-1.0 / left), size.times(1.0 / left));
        match (left > 0.0, first) {
            (true, Some((reached, place))) if is_before(&reached, &full) => Step::Partial(reached.0, place),
            (true, _) => Step::Full(full.0),
            (false, Some((reached, place))) => Step::Partial(reached.0, place),
            (false, None) => Step::Impossible,
        }
    }

    /// The unknowns from the point, which is gone then.
    fn read_point(&mut self) {
        let p = self.open.len();
        for i in (0..p).rev() {
            let own = self.point[i].plus(-1.0, &self.center[i]);
            let sum = (i + 1..p).fold(own, |sum, k| sum.plus(-self.factor[k * p + i], &self.point[k]));
            self.point[i] = sum.times(1.0 / self.factor[i * p + i]);
        }
        self.value[..self.unknowns].fill(Germ::default());
        self.open.iter().zip(&self.point).for_each(|(open, point)| self.value[*open] = *point);
    }

    /// The solution.
    fn read_solution(&mut self) {
        self.read_point();
        // What takes nothing takes no rounding either.
        for row in self.binding.iter().filter(|row| **row >= self.inequalities && self.constant[**row].is_zero()) {
            let own = &self.coefficient[row * self.unknowns..(row + 1) * self.unknowns];
            self.value
                .iter_mut()
                .zip(own)
                .filter(|(_, own)| **own != 0.0)
                .for_each(|(value, _)| *value = Germ::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn first(weight: f64) -> Weight {
        Weight { weight, part: Part::First }
    }

    /// The x and y of the least (x − 1)² + 4·(y − 1)² with a·x + b·y + c ≥ 0, and after it c' where c is zero, for each (a, b, c, c').
    fn solved(inequalities: &[(f64, f64, f64, f64)]) -> Option<(f64, f64)> {
        let mut problem = QuadraticProgram::<2>::new(inequalities.len(), 2, &mut Heap::default());
        problem.begin(2);
        problem.weigh(first(1.0), Germ([-1.0, 0.0]), [1.0, 0.0].into_iter());
        problem.weigh(first(4.0), Germ([-1.0, 0.0]), [0.0, 1.0].into_iter());
        for &(a, b, value, rate) in inequalities {
            problem.require(Germ([value, rate]), Germ([1e-2, 1e-2]), [a, b].into_iter());
        }
        problem
            .solve(Reserve::InOrder, &Constants::DEFAULT)
            .then(|| (problem.value(0).value(), problem.value(1).value()))
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
    fn an_equality_whose_multiplier_is_zero_goes_by_its_rate() {
        // The nearest to (−2 + t, 1 − t) with x − 2·y + 1 + 2·t ≥ 0 and x − y + 1 ≥ 0 is (−1, 0): both are equalities at t = 0, where the
        // multiplier of the first is zero, and it is none afterwards.
        let mut problem = QuadraticProgram::<2>::new(2, 2, &mut Heap::default());
        problem.begin(2);
        problem.weigh(first(1.0), Germ([2.0, -1.0]), [1.0, 0.0].into_iter());
        problem.weigh(first(1.0), Germ([-1.0, 1.0]), [0.0, 1.0].into_iter());
        for (constant, coefficients) in [([1.0, 2.0], [1.0, -2.0]), ([1.0, 0.0], [1.0, -1.0])] {
            problem.require(Germ(constant), Germ([1.0; 2]), coefficients.into_iter());
        }
        assert!(problem.solve(Reserve::InOrder, &Constants::DEFAULT));
        let found = [problem.value(0).0, problem.value(1).0];
        let expected = [[-1.0, 0.0], [0.0, 0.0]];
        assert!((0..4).all(|at| (found[at / 2][at % 2] - expected[at / 2][at % 2]).abs() <= 1e-15), "{found:?}");
    }

    #[test]
    fn a_contradiction_names_the_inequalities_that_it_is_made_of() {
        let mut problem = QuadraticProgram::<2>::new(4, 1, &mut Heap::default());
        problem.begin(1);
        problem.weigh(first(1.0), Germ::default(), [1.0].into_iter());
        for (constant, coefficient) in [(5.0, 1.0), (-2.0, 1.0), (5.0, -1.0), (1.0, -1.0)] {
            problem.require(Germ([constant, 0.0]), Germ::default(), [coefficient].into_iter());
        }
        assert!(!problem.solve(Reserve::InOrder, &Constants::DEFAULT));
        let mut found: Vec<_> = problem.contradiction().collect();
        found.sort_unstable();
        assert_eq!(found, [1, 3]);
    }

    #[test]
    fn what_is_in_reserve_helps_only_where_nothing_else_does() {
        let with_bound = |bound: f64| {
            let mut problem = QuadraticProgram::<2>::new(2, 2, &mut Heap::default());
            problem.begin(2);
            problem.reserve(1, Part::InOrder, false);
            problem.weigh(first(1.0), Germ::default(), [1.0, 0.0].into_iter());
            problem.weigh(first(1e6), Germ::default(), [0.0, 1.0].into_iter());
            // x + y ≥ 3, x ≤ bound.
            problem.require(Germ([-3.0, 0.0]), Germ::default(), [1.0, 1.0].into_iter());
            problem.require(Germ([bound, 0.0]), Germ::default(), [-1.0, 0.0].into_iter());
            assert!(problem.solve(Reserve::InOrder, &Constants::DEFAULT));
            [problem.value(0).value(), problem.value(1).value()]
        };
        assert_eq!(with_bound(4.0), [3.0, 0.0]);
        let [x, y] = with_bound(2.0);
        // Rounding of 3 over the root of the weight.
        assert!((x - 2.0).abs() <= 1e-12 && (y - 1.0).abs() <= 1e-12, "{x} {y}");
    }

    #[test]
    fn what_is_in_reserve_carries_what_others_can_not_the_last_as_little_as_it_can_and_the_others_share_by_weight() {
        // x and y have the weights 1 and 3, r and s, in reserve, 1e8; together they carry a load. x, y and r are behind a clutch, which carries
        // some of it at the most, and r, a loss, is at the most proportional to x.
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f64 / 16_777_216.0
        };
        for _ in 0..2000 {
            let [x, y, gain, clutch] = [random(), random(), random(), 3.0 * random()];
            let load = [1.0, 1.7, 3.0, 1e3, 1e6][(5.0 * random()) as usize] * random();
            let mut problem = QuadraticProgram::<2>::new(8, 4, &mut Heap::default());
            problem.begin(4);
            [2, 3].into_iter().for_each(|unknown| problem.reserve(unknown, Part::InOrder, false));
            let only = |unknown: usize, factor: f64| (0..4).map(move |at| if at == unknown { factor } else { 0.0 });
            for (unknown, weight) in [1.0, 3.0, 1e8, 1e8].into_iter().enumerate() {
                problem.weigh(first(weight), Germ::default(), only(unknown, 1.0));
            }
            problem.require(Germ([-load, 0.0]), Germ([load, 0.0]), [1.0; 4].into_iter());
            problem.require(Germ([load, 0.0]), Germ([load, 0.0]), [-1.0; 4].into_iter());
            for (unknown, most) in [x, y].into_iter().enumerate() {
                problem.require(Germ([most, 0.0]), Germ([load, 0.0]), only(unknown, -1.0));
            }
            problem.require(Germ::default(), Germ([load, 0.0]), [gain, 0.0, -1.0, 0.0].into_iter());
            problem.require(Germ::default(), Germ([load, 0.0]), only(2, 1.0));
            problem.require(Germ([clutch - load, 0.0]), Germ([load, 0.0]), only(3, 1.0));
            assert!(problem.solve(Reserve::InOrder, &Constants::DEFAULT));
            let last = [load - clutch, load - (1.0 + gain) * x - y].into_iter().fold(0.0, f64::max);
            let first = f64::max(load - last - x - y, 0.0);
            let of_both = load - last - first;
            let of_y = (0.25 * of_both).clamp(of_both - x, y);
            let expected = [of_both - of_y, of_y, first, last];
            for (unknown, expected) in expected.into_iter().enumerate() {
                let off = (problem.value(unknown).value() - expected).abs();
                // Rounding of the load.
                assert!(
                    off <= 1e-13 * load.max(1.0),
                    "{unknown}: off by {off:e} of {expected}, {x} {y} {gain} {clutch} {load}"
                );
            }
        }
    }

    #[test]
    fn the_rounding_of_large_multipliers_hides_no_contradiction() {
        // x and r with the torque 5 − x − 5·r of another: 0.25 and 0.1 are the most of both, and r, which is in reserve, is 0.93 at least. What it
        // can be grows with x, as losses do with a mesh torque.
        let with_most = |most: f64| {
            let mut problem = QuadraticProgram::<2>::new(4, 2, &mut Heap::default());
            problem.begin(2);
            problem.reserve(1, Part::InOrder, false);
            problem.weigh(first(10.0), Germ([-5.0, 0.0]), [1.0, 5.0].into_iter());
            problem.weigh(first(4.0), Germ::default(), [1.0, 0.0].into_iter());
            problem.weigh(first(4e9), Germ::default(), [0.0, 1.0].into_iter());
            for (constant, coefficients) in
                [(0.25, [-1.0, 0.0]), (-4.9, [1.0, 5.0]), (5.1, [-1.0, -5.0]), (most - 1.4 * 0.25, [1.4, -1.0])]
            {
                problem.require(Germ([constant, 0.0]), Germ([10.0; 2]), coefficients.into_iter());
            }
            problem.solve(Reserve::InOrder, &Constants::DEFAULT)
        };
        assert!(with_most(0.93) && !with_most(0.93 - 1e-5));
    }
}
