//! A dictionary: basic variables as affine functions of the others, which are zero.
//!
//! ```text
//! basic = right-hand side + cells · nonbasic
//! ```

use super::{Constants, Germ};
use crate::memory::{Heap, List};

/// A variable of the dictionary. `usize` is the number of the unknown, or of the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    /// λ, of any sign.
    Lambda(usize),
    /// w, of any sign.
    Motion(usize),
    /// λ − lower ≥ 0, complementary to [`Variable::LowerMotion`].
    LowerGap(usize),
    /// The positive part of w.
    LowerMotion(usize),
    /// upper − λ ≥ 0, complementary to [`Variable::UpperMotion`].
    UpperGap(usize),
    /// The negative part of w.
    UpperMotion(usize),
    /// T⁺, complementary to [`Variable::MeshMinus`].
    MeshPlus(usize),
    /// T⁻.
    MeshMinus(usize),
    /// t + S·λ − T⁺ + T⁻, which is to be zero.
    MeshBalance(usize),
    /// By how much all conditions are relaxed; zero in the solution.
    Relaxation,
}

impl Variable {
    /// The one with which its product is zero.
    pub fn complement(self) -> Self {
        match self {
            Self::LowerGap(i) => Self::LowerMotion(i),
            Self::LowerMotion(i) => Self::LowerGap(i),
            Self::UpperGap(i) => Self::UpperMotion(i),
            Self::UpperMotion(i) => Self::UpperGap(i),
            Self::MeshPlus(g) => Self::MeshMinus(g),
            Self::MeshMinus(g) => Self::MeshPlus(g),
            // They are in no pair.
            Self::Lambda(_) | Self::Motion(_) | Self::MeshBalance(_) | Self::Relaxation => self,
        }
    }
}

/// Space for a dictionary.
#[derive(Clone, Debug)]
pub(super) struct Tableau<const N: usize> {
    /// Memory of a row.
    stride: usize,
    cells: List<f64>,
    /// A row while others are changed by it.
    pivot_row: List<f64>,
    pub rhs: List<Germ<N>>,
    /// The sizes of what each right-hand side was summed from.
    pub size: List<Germ<N>>,
    pub basic: List<Variable>,
    pub nonbasic: List<Variable>,
}

impl<const N: usize> Tableau<N> {
    pub fn new(most_rows: usize, most_columns: usize, heap: &mut Heap) -> Self {
        Self {
            stride: most_columns,
            cells: heap.filled(0.0, most_rows * most_columns),
            pivot_row: heap.filled(0.0, most_columns),
            rhs: heap.with_capacity(most_rows),
            size: heap.with_capacity(most_rows),
            basic: heap.with_capacity(most_rows),
            nonbasic: heap.with_capacity(most_columns),
        }
    }

    /// Begins a dictionary without rows and columns.
    pub fn clear(&mut self) {
        self.rhs.clear();
        self.size.clear();
        self.basic.clear();
        self.nonbasic.clear();
    }

    pub fn rows(&self) -> usize {
        self.basic.len()
    }

    pub fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.stride..][..self.nonbasic.len()]
    }

    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        let columns = self.nonbasic.len();
        &mut self.cells[row * self.stride..][..columns]
    }

    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.stride + column]
    }

    pub fn row_of(&self, variable: Variable) -> Option<usize> {
        self.basic.iter().position(|basic| *basic == variable)
    }

    pub fn column_of(&self, variable: Variable) -> Option<usize> {
        self.nonbasic.iter().position(|nonbasic| *nonbasic == variable)
    }

    /// Adds a row of zeros.
    pub fn add_row(&mut self, variable: Variable, rhs: Germ<N>, size: Germ<N>) -> usize {
        self.basic.push(variable);
        self.rhs.push(rhs);
        self.size.push(size);
        let row = self.rows() - 1;
        self.row_mut(row).fill(0.0);
        row
    }

    /// Adds factor·variable to what a row is the sum of.
    pub fn add_to_row(&mut self, row: usize, factor: f64, variable: Variable) {
        if let Some(column) = self.column_of(variable) {
            self.cells[row * self.stride + column] += factor;
        } else if let Some(other) = self.row_of(variable) {
            for column in 0..self.nonbasic.len() {
                self.cells[row * self.stride + column] += factor * self.cells[other * self.stride + column];
            }
            self.rhs[row] = self.rhs[row].plus(factor, &self.rhs[other]);
            self.size[row] = self.size[row].plus(factor.abs(), &self.size[other]);
        }
    }

    /// Takes a nonbasic variable out: it stays zero.
    pub fn remove_column(&mut self, column: usize) {
        let last = self.nonbasic.len() - 1;
        for row in 0..self.rows() {
            self.cells[row * self.stride + column] = self.cells[row * self.stride + last];
        }
        self.nonbasic[column] = self.nonbasic[last];
        self.nonbasic.truncate(last);
    }

    /// [`Tableau::exchange`] that follows the sizes of the right-hand sides as well; what of these is rounding is zero.
    pub fn exchange_with_sizes(&mut self, row: usize, column: usize, constants: &Constants) {
        let own = self.size[row].times(1.0 / self.at(row, column).abs());
        for other in (0..self.rows()).filter(|&other| other != row) {
            self.size[other] = self.size[other].plus(self.at(other, column).abs(), &own);
        }
        self.size[row] = own;
        self.exchange(row, column, constants);
        self.clear_rounding(constants);
    }

    /// Right-hand sides that are rounding of their sizes are zero.
    pub fn clear_rounding(&mut self, constants: &Constants) {
        for (rhs, size) in self.rhs.iter_mut().zip(&self.size) {
            *rhs = rhs.without_rounding(constants.reltol_zero, size);
        }
    }

    /// The variable of a row and that of a column change places.
    pub fn exchange(&mut self, row: usize, column: usize, constants: &Constants) {
        let columns = self.nonbasic.len();
        let pivot = self.at(row, column);
        let factor = -1.0 / pivot;
        for (own, cell) in self.pivot_row.iter_mut().zip(&self.cells[row * self.stride..][..columns]) {
            *own = factor * cell;
        }
        self.pivot_row[column] = 1.0 / pivot;
        let rhs = self.rhs[row].times(factor);
        for other in 0..self.rows() {
            let cells = &mut self.cells[other * self.stride..][..columns];
            let factor = cells[column];
            if other == row || factor == 0.0 {
                continue;
            }
            cells[column] = 0.0;
            for (cell, pivot) in cells.iter_mut().zip(&self.pivot_row) {
                let (before, change) = (*cell, factor * pivot);
                let sum = before + change;
                let is_rounding = sum.abs() <= constants.reltol_cancellation * before.abs();
                *cell = if is_rounding { 0.0 } else { sum };
            }
            self.rhs[other] = self.rhs[other].plus(factor, &rhs);
        }
        self.cells[row * self.stride..][..columns].copy_from_slice(&self.pivot_row[..columns]);
        self.rhs[row] = rhs;
        core::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
    }
}
