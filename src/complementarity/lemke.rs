//! Lemke's method with the lexicographic ratio test.
//!
//! Lemke (1965); Cottle, Pang & Stone, The Linear Complementarity Problem, algorithm 4.4.5 and section 4.9 on degeneracy. All
//! conditions are relaxed by the same amount until they hold, and the amount is taken back: where a variable becomes zero, its
//! complement grows. That ends where the amount is zero, or on a ray.
//!
//! The ratio test asks in this order: the values, their time derivatives, and the columns of the identity with which the search began
//! (Dantzig, Orden & Wolfe 1955). Values and derivatives are a right-hand side in an ordered vector space, the identity its perturbation,
//! so no basis comes twice.

use super::tableau::{Tableau, Variable};
use super::{Constants, Germ, Outcome};
use crate::memory::{Heap, List};

/// Space for a search.
#[derive(Clone, Debug)]
pub(super) struct Search<const N: usize> {
    /// The variables that were basic at the start, in the order of their perturbations.
    start: List<Variable>,
    /// Their right-hand sides at the start with the sizes of these, by the rows and columns where they are now; zero of other variables.
    row_start: List<(Germ<N>, Germ<N>)>,
    column_start: List<(Germ<N>, Germ<N>)>,
    /// Ratio of each row, and what of it is rounding.
    ratio: List<(f64, f64)>,
    /// Rows that may leave.
    candidates: List<usize>,
}

impl<const N: usize> Search<N> {
    pub fn new(most_pairs: usize, heap: &mut Heap) -> Self {
        Self {
            start: heap.with_capacity(most_pairs),
            row_start: heap.with_capacity(most_pairs),
            column_start: heap.filled(Default::default(), most_pairs + 1),
            ratio: heap.filled((0.0, 0.0), most_pairs),
            candidates: heap.with_capacity(most_pairs),
        }
    }

    /// Searches from a dictionary whose last column is [`Variable::Relaxation`]; also gives the number of pivots.
    pub fn run(&mut self, tableau: &mut Tableau<N>, constants: &Constants) -> (Outcome, usize) {
        let is_violated = |row: usize| tableau.rhs[row].sign(constants.reltol_zero, &tableau.size[row]) < 0;
        if !(0..tableau.rows()).any(is_violated) {
            return (Outcome::Solved, 0);
        }
        self.start.clear();
        self.start.extend(tableau.basic.iter().copied());
        self.row_start.clear();
        self.row_start.extend(tableau.rhs.iter().copied().zip(tableau.size.iter().copied()));
        let mut column = tableau.nonbasic.len() - 1;
        self.column_start[..=column].fill(Default::default());
        self.candidates.clear();
        self.candidates.extend(0..tableau.rows());
        for pivots in 1..=constants.max_pivots_per_pair * (tableau.rows() + 1) {
            let Some(row) = self.leaving(tableau, column, constants) else {
                return (Outcome::Ray, pivots);
            };
            let leaving = tableau.basic[row];
            tableau.exchange(row, column, constants);
            core::mem::swap(&mut self.row_start[row], &mut self.column_start[column]);
            if leaving == Variable::Relaxation {
                return (Outcome::Solved, pivots);
            }
            let Some(next) = tableau.column_of(leaving.complement()) else { return (Outcome::Ray, pivots) };
            column = next;
            self.list_candidates(tableau, column, constants);
        }
        (Outcome::OutOfPivots, constants.max_pivots_per_pair * (tableau.rows() + 1))
    }

    /// Rows that the variable of a column takes towards zero.
    fn list_candidates(&mut self, tableau: &Tableau<N>, column: usize, constants: &Constants) {
        let largest = (0..tableau.rows()).fold(0.0, |most, row| f64::max(most, tableau.at(row, column).abs()));
        let falls = |row: &usize| tableau.at(*row, column) < -constants.reltol_pivot * largest;
        self.candidates.clear();
        self.candidates.extend((0..tableau.rows()).filter(falls));
    }

    /// The candidate that comes to zero first.
    fn leaving(&mut self, tableau: &Tableau<N>, column: usize, constants: &Constants) -> Option<usize> {
        let Self { start, candidates, row_start, column_start, ratio } = self;
        let pivot = |row: usize| tableau.at(row, column).abs();
        for order in 0..N {
            if candidates.len() <= 1 {
                return candidates.first().copied();
            }
            // The right-hand side from that of the start: it has no rounding of the pivots on the way.
            for &row in candidates.iter() {
                let own = (row_start[row].0.0[order], row_start[row].1.0[order]);
                let cells = tableau.row(row).iter().zip(column_start.iter());
                let (value, size) = cells.fold(own, |(value, size), (cell, (start, start_size))| {
                    (value - cell * start.0[order], size + cell.abs() * start_size.0[order])
                });
                ratio[row] = (value / pivot(row), constants.reltol_zero * size / pivot(row));
            }
            keep_least(candidates, |row| ratio[row].0, |row| ratio[row].1);
        }
        if let Some(row) = candidates.iter().find(|&&row| tableau.basic[row] == Variable::Relaxation) {
            return Some(*row);
        }
        for &variable in start.iter() {
            if candidates.len() <= 1 {
                break;
            }
            let (row_of, column_of) = (tableau.row_of(variable), tableau.column_of(variable));
            let perturbation = |row: usize| match column_of {
                Some(column) => -tableau.at(row, column),
                None => f64::from(u8::from(row_of == Some(row))),
            };
            let of = |row: usize| perturbation(row) / pivot(row);
            keep_least(candidates, of, |row| constants.reltol_zero * of(row).abs());
        }
        candidates.iter().copied().max_by(|a, b| pivot(*a).total_cmp(&pivot(*b)))
    }
}

/// Keeps the rows with the least ratio, but for rounding.
fn keep_least(candidates: &mut List<usize>, ratio: impl Fn(usize) -> f64, rounding: impl Fn(usize) -> f64) {
    let Some(&first) = candidates.first() else { return };
    let least = candidates.iter().fold(first, |least, &row| if ratio(row) < ratio(least) { row } else { least });
    let limit = ratio(least) + rounding(least);
    candidates.retain(|&row| ratio(row) <= limit || ratio(row) - rounding(row) <= limit);
}
