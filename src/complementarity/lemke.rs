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
    /// The sizes of what each of them was at the start, by rows and by columns; zero of other variables.
    row_size: List<Germ<N>>,
    column_size: List<Germ<N>>,
    /// Rows that may leave.
    candidates: List<usize>,
}

impl<const N: usize> Search<N> {
    pub fn new(most_pairs: usize, heap: &mut Heap) -> Self {
        Self {
            start: heap.with_capacity(most_pairs),
            row_size: heap.with_capacity(most_pairs),
            column_size: heap.filled(Germ::default(), most_pairs + 1),
            candidates: heap.with_capacity(most_pairs),
        }
    }

    /// Searches from a dictionary whose last column is [`Variable::Relaxation`]; also gives the number of pivots.
    pub fn run(&mut self, tableau: &mut Tableau<N>, constants: &Constants) -> (Outcome, usize) {
        self.start.clear();
        self.start.extend(tableau.basic.iter().copied());
        self.row_size.clear();
        self.row_size.extend(tableau.size.iter().copied());
        self.column_size.fill(Germ::default());
        let is_violated = |row: usize| tableau.rhs[row].sign(constants.reltol_zero, &tableau.size[row]) < 0;
        if !(0..tableau.rows()).any(is_violated) {
            return (Outcome::Solved, 0);
        }
        let mut column = tableau.nonbasic.len() - 1;
        self.candidates.clear();
        self.candidates.extend(0..tableau.rows());
        for pivots in 1..=constants.max_pivots_per_pair * (tableau.rows() + 1) {
            let Some(row) = self.leaving(tableau, column, constants) else {
                return (Outcome::Ray, pivots);
            };
            let leaving = tableau.basic[row];
            tableau.exchange(row, column, constants);
            core::mem::swap(&mut self.row_size[row], &mut self.column_size[column]);
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
        let Self { start, candidates, row_size, column_size } = self;
        let pivot = |row: usize| tableau.at(row, column).abs();
        for order in 0..N {
            if candidates.len() <= 1 {
                return candidates.first().copied();
            }
            // What the right-hand side is the sum of now, not what all the pivots have added up.
            let size = |row: usize| {
                let sizes = tableau.row(row).iter().zip(column_size.iter());
                sizes.fold(row_size[row].0[order], |sum, (cell, size)| sum + cell.abs() * size.0[order])
            };
            let rounding = |row: usize| constants.reltol_zero * size(row) / pivot(row);
            keep_least(candidates, |row| tableau.rhs[row].0[order] / pivot(row), rounding);
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
            let ratio = |row: usize| perturbation(row) / pivot(row);
            keep_least(candidates, ratio, |row| constants.reltol_zero * ratio(row).abs());
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
