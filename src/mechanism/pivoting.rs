//! How what is at rest shares what it carries, between bounds that depend on the torques themselves: losses that hold gears grow with their
//! mesh torques. Whether an independent block can rest is a system of linear inequalities, and which of several x it has a quadratic
//! program ([`QuadraticProgram`]).

use super::bounded::Bounded;
use super::question::ORDERS;
use crate::complementarity::{Constants, Germ, QuadraticProgram, sum_without_rounding, without_rounding};
use crate::memory::{Heap, List};

/// A value and its rate; what follows them is zero. As a germ of the decision, it needs no program of its own in the library.
pub(super) type Jet = Germ<ORDERS>;

/// Eliminations that cost as much as a quadratic program.
const WORK_OF_A_PROGRAM: u64 = 8;
/// Share of the largest coefficient of its row below which a pivot is rounding.
const DEPENDENT: f64 = 1e-12;

/// What of an unknown `j` follows from the unknown `y`, which depends on others, in rows that are eliminated.
fn follows(rows: &[f64], row_of: &[Option<usize>], (j, y): (usize, usize)) -> f64 {
    let n = row_of.len();
    match row_of[j] {
        Some(row) => without_rounding(-rows[row * n + y] / rows[row * n + j], DEPENDENT, 1.0),
        None => f64::from(u8::from(j == y)),
    }
}

/// Share of sums of squares that is rounding.
const SAME: f64 = 1e-9;

/// What a share costs: weighted sums of squares of what carries last (stops, freewheels and losses of gears), and of friction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    last: f64,
    friction: f64,
}

impl Cost {
    /// Whether it is less. The weights of what carries last are so large that in the sum of both that of friction would be rounding.
    pub fn is_below(self, other: Self) -> bool {
        let rounding = SAME * (other.last + other.friction);
        let is_same = (self.last - other.last).abs() <= rounding;
        if is_same { self.friction < (1.0 - SAME) * other.friction } else { self.last < other.last }
    }
}

/// Space for problems of up to a number of unknowns.
#[derive(Debug)]
pub(super) struct Pivoting {
    size: usize,
    /// Change of the lower and of the upper bound of each unknown with all of them, by rows.
    pub lower_slope: List<f64>,
    pub upper_slope: List<f64>,
    /// The bound at which the quadratic program has each unknown: 1 the upper, −1 the lower, 0 none.
    bound: List<i8>,
    rows: List<f64>,
    right: List<f64>,
    /// The row from which each unknown follows.
    row_of: List<Option<usize>>,
    is_used: List<bool>,
    /// The least unknown among those that each depends on.
    block: List<usize>,
    /// Unknowns that are where they can rest.
    is_settled: List<bool>,
    /// Change of the right-hand sides with time, and of the x that follow from them.
    pub rhs_rate: List<f64>,
    pub lower_rate: List<f64>,
    pub upper_rate: List<f64>,
    right_rate: List<f64>,
    pub rate: List<f64>,
    /// What an x costs when torques are shared: weight of its square.
    pub weight: List<f64>,
    /// Unknowns that carry only what others can not.
    pub is_last: List<bool>,
    /// Whether these take part from the beginning, too.
    pub opens_all: bool,
    /// The particular solution: unknowns without a pivot are zero.
    particular: List<Jet>,
    /// Unknowns with the signs of the bounds that are required, in the order of the inequalities.
    required: List<(usize, i8)>,
    program: QuadraticProgram<ORDERS>,
    /// Cubes of the numbers of unknowns, over all eliminations and quadratic programs so far.
    pub work: u64,
}

impl Pivoting {
    pub fn new(most: usize, heap: &mut Heap) -> Self {
        Self {
            size: 0,
            lower_slope: heap.filled(0.0, most * most),
            upper_slope: heap.filled(0.0, most * most),
            bound: heap.filled(0, most),
            rows: heap.filled(0.0, most * most),
            right: heap.filled(0.0, most),
            row_of: heap.filled(None, most),
            is_used: heap.filled(false, most),
            work: 0,
            block: heap.filled(0, most),
            is_settled: heap.filled(false, most),
            rhs_rate: heap.filled(0.0, most),
            lower_rate: heap.filled(0.0, most),
            upper_rate: heap.filled(0.0, most),
            right_rate: heap.filled(0.0, most),
            rate: heap.filled(0.0, most),
            weight: heap.filled(1.0, most),
            is_last: heap.filled(false, most),
            opens_all: false,
            particular: heap.filled(Jet::default(), most),
            required: heap.with_capacity(2 * most),
            program: QuadraticProgram::new(2 * most, most, heap),
        }
    }

    /// Begins a problem with so many unknowns, whose bounds do not depend on any, nor on time.
    pub fn begin(&mut self, size: usize) {
        self.size = size;
        self.lower_rate[..size].fill(0.0);
        self.upper_rate[..size].fill(0.0);
        self.lower_slope[..size * size].fill(0.0);
        self.upper_slope[..size * size].fill(0.0);
    }

    /// Nothing is settled; the independent blocks are known: an unknown of one does not enter the conditions of another.
    pub fn find_blocks(&mut self, problem: &Bounded) {
        self.is_settled.fill(false);
        for i in 0..self.size {
            self.block[i] = i;
            for j in 0..i {
                let (a, b) = (self.block[i], self.block[j]);
                let touches = |i: usize, j: usize| {
                    let [lower, upper] = [&self.lower_slope, &self.upper_slope].map(|slope| slope[i * self.size + j]);
                    problem.at(i, j) != 0.0 || lower.abs().max(upper.abs()) > DEPENDENT
                };
                if a != b && (touches(i, j) || touches(j, i)) {
                    let (to, from) = (a.min(b), a.max(b));
                    self.block[..=i].iter_mut().filter(|block| **block == from).for_each(|block| *block = to);
                }
            }
        }
    }

    /// The independent block of an unknown, by its least unknown.
    pub fn block(&self, i: usize) -> usize {
        self.block[i]
    }

    /// Solves for the x with which all rests, whatever the bounds are. They are the same for each block and all bounds of which
    /// [`Pivoting::can_rest`] is asked afterwards.
    pub fn solve_without_bounds(&mut self, problem: &mut Bounded) {
        self.eliminate(problem);
        problem.update_residual();
        self.bound[..self.size].fill(0);
        for i in 0..self.size {
            self.particular[i] = Germ([problem.x[i], self.rate[i], 0.0]);
        }
    }

    /// Whether a block could rest if nothing had bounds.
    pub fn balances(&self, problem: &Bounded, block: usize, rounding: f64) -> bool {
        let others = |i: usize| self.rounding_of_others(problem, i, rounding);
        !self.members(block).any(|i| problem.residual[i].abs() > problem.rounding(i) + others(i))
    }

    /// Whether all of a block that balances can rest within these bounds, and for some time from this instant on; the x with which it
    /// does stands in the problem then. `size`: of what x and their changes are made from.
    pub fn can_rest(&mut self, problem: &mut Bounded, block: usize, size: Jet) -> bool {
        self.required.clear();
        for i in (0..self.size).filter(|&i| self.block[i] == block) {
            Germ([problem.x[i], self.rate[i], _]) = self.particular[i];
            self.bound[i] = 0;
        }
        self.set_up_shares(problem, block, size);
        self.count_work(self.members(block).count(), WORK_OF_A_PROGRAM);
        if !self.program.solve(self.opens_all, &Constants::DEFAULT) {
            return false;
        }
        self.take_shares(problem, block);
        problem.update_residual();
        self.take_bounds(problem, block);
        true
    }

    fn count_work(&mut self, unknowns: usize, times: u64) {
        self.work += times * (unknowns as u64).pow(3);
    }

    /// What the x of a block cost.
    pub fn cost(&self, problem: &Bounded, block: usize) -> Cost {
        let mut cost = Cost::default();
        for i in self.members(block) {
            let sum = if self.is_last[i] { &mut cost.last } else { &mut cost.friction };
            *sum += self.weight[i] * problem.x[i] * problem.x[i];
        }
        cost
    }

    /// Unknowns of a block that can not rest, with the bounds that contradict each other.
    pub fn contradiction(&self) -> impl Iterator<Item = (usize, i8)> {
        let is_known = !self.required.is_empty();
        self.program.contradiction().filter(move |_| is_known).map(|inequality| self.required[inequality])
    }

    pub fn is_settled(&self, i: usize) -> bool {
        self.is_settled[i]
    }

    /// What was found for a block stays.
    pub fn settle_block(&mut self, block: usize) {
        for i in 0..self.size {
            self.is_settled[i] |= self.block[i] == block;
        }
    }

    pub fn members(&self, block: usize) -> impl Iterator<Item = usize> {
        (0..self.size).filter(move |&i| self.block[i] == block)
    }

    /// How a block shares what it carries: the unknowns are those that depend on the others where nothing rests, from which what is
    /// eliminated follows; squares are those of all x, inequalities their finite bounds.
    fn set_up_shares(&mut self, problem: &Bounded, block: usize, of_loads: Jet) {
        let Self { size, rows, row_of, block: blocks, program, required, weight, is_last, rate, particular, .. } = self;
        let n = *size;
        let members = || (0..n).filter(|&i| blocks[i] == block);
        let dependent = || members().filter(|&i| row_of[i].is_none());
        let through = |j: usize, y: usize| follows(rows, &row_of[..n], (j, y));
        program.begin(dependent().count());
        dependent().enumerate().filter(|(_, y)| is_last[*y]).for_each(|(unknown, _)| program.reserve(unknown));
        for i in members() {
            let particular = particular[i];
            program.weigh(weight[i], particular, dependent().map(|y| through(i, y)));
            for (sign, constant, change, slopes) in [
                (1, problem.upper[i], self.upper_rate[i], &self.upper_slope),
                (-1, problem.lower[i], self.lower_rate[i], &self.lower_slope),
            ] {
                if !constant.is_finite() {
                    continue;
                }
                let slopes = &slopes[i * n..(i + 1) * n];
                let at = |x: &[f64]| slopes.iter().zip(x).map(|(slope, x)| slope * x).sum::<f64>();
                let bound = Germ([constant + at(&problem.x), change + at(rate), 0.0]);
                let per = |y: usize| {
                    let parts = members().map(|j| slopes[j] * through(j, y));
                    sum_without_rounding(core::iter::once(-through(i, y)).chain(parts), DEPENDENT)
                };
                let side = f64::from(sign);
                let slack = bound.plus(-1.0, &particular).times(side);
                program.require(slack, of_loads, dependent().map(|y| side * per(y)));
                required.push((i, sign));
            }
        }
    }

    /// Takes over what the quadratic program has found.
    fn take_shares(&mut self, problem: &mut Bounded, block: usize) {
        let n = self.size;
        for i in (0..n).filter(|&i| self.block[i] == block) {
            let shared = (0..n).filter(|&y| self.block[y] == block && self.row_of[y].is_none()).enumerate();
            let parts = shared.map(|(unknown, y)| (self.program.value(unknown), y));
            Germ([problem.x[i], self.rate[i], _]) = parts.fold(self.particular[i], |sum, (value, y)| {
                sum.plus(follows(&self.rows, &self.row_of[..n], (i, y)), &value)
            });
        }
        for (inequality, &(i, side)) in self.required.iter().enumerate() {
            if self.program.is_equality(inequality) {
                self.bound[i] = side;
            }
        }
    }

    /// What is at a bound is there to the bit.
    fn take_bounds(&mut self, problem: &mut Bounded, block: usize) {
        for i in (0..self.size).filter(|&i| self.block[i] == block) {
            match self.bound[i] {
                0 => {}
                1 => problem.x[i] = self.upper(problem, i),
                _ => problem.x[i] = self.lower(problem, i),
            }
        }
    }

    /// The bound at which the solution has an unknown: 1 the upper, −1 the lower, 0 none.
    pub fn bound_of(&self, i: usize) -> i8 {
        self.bound[i]
    }

    /// Whether an unknown depends on others and was not needed: it carries nothing, now and later.
    pub fn is_spared(&self, problem: &Bounded, i: usize) -> bool {
        self.row_of[i].is_none() && problem.x[i] == 0.0 && self.rate[i] == 0.0
    }

    /// What of a residual is rounding of the x of others, where they nearly balance.
    fn rounding_of_others(&self, problem: &Bounded, i: usize, rounding: f64) -> f64 {
        (0..self.size).map(|j| problem.at(i, j).abs() * rounding).sum()
    }

    fn upper(&self, problem: &Bounded, i: usize) -> f64 {
        problem.upper[i] + self.change(&self.upper_slope, problem, i)
    }

    fn lower(&self, problem: &Bounded, i: usize) -> f64 {
        problem.lower[i] + self.change(&self.lower_slope, problem, i)
    }

    fn change(&self, slopes: &[f64], problem: &Bounded, i: usize) -> f64 {
        slopes[i * self.size..(i + 1) * self.size].iter().zip(&problem.x).map(|(slope, x)| slope * x).sum()
    }

    /// The x that leaves no residual, whatever the bounds are, and its rate: Gauss–Jordan with scaled pivots. An unknown that depends on
    /// others is zero.
    fn eliminate(&mut self, problem: &mut Bounded) {
        let n = self.size;
        self.count_work(n, 1);
        for row in 0..n {
            (0..n).for_each(|column| self.rows[row * n + column] = problem.at(row, column));
            (self.right[row], self.right_rate[row]) = (problem.rhs[row], self.rhs_rate[row]);
            self.scale_row(row);
        }
        self.row_of.fill(None);
        self.is_used.fill(false);
        for column in 0..n {
            let size = |row: &usize| self.rows[row * n + column].abs();
            let unused = (0..n).filter(|&row| !self.is_used[row]);
            let pivot = unused.max_by(|a, b| size(a).total_cmp(&size(b)));
            let Some(pivot) = pivot.filter(|pivot| size(pivot) > DEPENDENT) else { continue };
            self.row_of[column] = Some(pivot);
            self.is_used[pivot] = true;
            self.clear_column(pivot, column);
        }
        for column in 0..n {
            let of = |right: &[f64]| self.row_of[column].map_or(0.0, |row| right[row] / self.rows[row * n + column]);
            (problem.x[column], self.rate[column]) = (of(&self.right), of(&self.right_rate));
        }
    }

    /// The largest coefficient of a row is 1.
    fn scale_row(&mut self, row: usize) {
        let cells = &mut self.rows[row * self.size..(row + 1) * self.size];
        let largest = cells.iter().fold(0.0, |most, value| f64::max(most, value.abs()));
        if largest > 0.0 {
            cells.iter_mut().for_each(|value| *value /= largest);
            self.right[row] /= largest;
            self.right_rate[row] /= largest;
        }
    }

    fn clear_column(&mut self, pivot: usize, column: usize) {
        let n = self.size;
        for row in (0..n).filter(|&row| row != pivot) {
            let factor = self.rows[row * n + column] / self.rows[pivot * n + column];
            if factor != 0.0 {
                for other in 0..n {
                    self.rows[row * n + other] -= factor * self.rows[pivot * n + other];
                }
                self.rows[row * n + column] = 0.0;
                self.right[row] -= factor * self.right[pivot];
                self.right_rate[row] -= factor * self.right_rate[pivot];
            }
        }
    }
}
