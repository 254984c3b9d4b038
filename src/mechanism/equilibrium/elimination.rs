//! Linear equations whose rank is not known: what they leave free stays, and the balances that they cannot reach are for friction.
//!
//! ```text
//! A·x + C·λ = b
//! ```
//!
//! Gauss-Jordan elimination seeks a pivot for each unknown x in their order, first in the row of the same number, then in that in which
//! the entry is largest. An unknown without a pivot is free: others depend on it, and it is left at 0. Rows without a pivot are the
//! balances that x cannot reach, or that it is not to. If they do not hold by themselves, the carriers λ hold them, with Σ λ²/weight
//! least.

use crate::mechanism::constants::CONSTANTS;
use crate::memory::{Heap, List};

/// Rounds in which rows and columns are scaled.
const SCALINGS: usize = 3;

/// Space for the equations, and the equations.
#[derive(Debug)]
pub(super) struct Elimination {
    unknowns: usize,
    carriers: usize,
    /// Row by row: unknowns, carriers, right side.
    entries: List<f64>,
    /// Sizes of the parts of each balance.
    pub size: List<f64>,
    /// Unknown whose pivot is in each row.
    pivots: List<Option<usize>>,
    /// Rows that are to have no pivot.
    excluded: List<bool>,
    scale: List<f64>,
}

impl Elimination {
    /// Room for as many rows as unknowns.
    pub fn new(unknowns: usize, carriers: usize, heap: &mut Heap) -> Self {
        Self {
            unknowns,
            carriers,
            entries: heap.filled(0.0, unknowns * (unknowns + carriers + 1)),
            size: heap.filled(0.0, unknowns),
            pivots: heap.filled(None, unknowns),
            excluded: heap.filled(false, unknowns),
            scale: heap.filled(1.0, unknowns),
        }
    }

    /// Equations of zeros, with so many unknowns and carriers; there is room for them.
    pub fn begin(&mut self, unknowns: usize, carriers: usize) {
        (self.unknowns, self.carriers) = (unknowns, carriers);
        self.entries.fill(0.0);
        self.size.fill(0.0);
        self.pivots.fill(None);
        self.excluded.fill(false);
        self.scale.fill(1.0);
    }

    /// Leaves a row to the carriers.
    pub fn exclude(&mut self, row: usize) {
        self.excluded[row] = true;
    }

    fn width(&self) -> usize {
        self.unknowns + self.carriers + 1
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.width()..(row + 1) * self.width()]
    }

    /// An entry of A.
    pub fn unknown(&mut self, row: usize, column: usize) -> &mut f64 {
        let width = self.width();
        &mut self.entries[row * width + column]
    }

    /// An entry of C.
    pub fn carrier(&mut self, row: usize, column: usize) -> &mut f64 {
        let place = row * self.width() + self.unknowns + column;
        &mut self.entries[place]
    }

    /// An entry of b.
    pub fn right(&mut self, row: usize) -> &mut f64 {
        let place = (row + 1) * self.width() - 1;
        &mut self.entries[place]
    }

    /// Scales the equations and eliminates.
    pub fn reduce(&mut self) {
        for _ in 0..SCALINGS {
            self.scale_rows();
            self.scale_columns();
        }
        for column in 0..self.unknowns {
            let largest = self.best_row(column).map_or(0.0, |row| self.row(row)[column].abs());
            let own = self.row(column)[column].abs();
            if self.pivots[column].is_none()
                && !self.excluded[column]
                && own >= CONSTANTS.equilibrium_min_own_pivot * largest
            {
                self.take_pivot(column, column);
            }
        }
        for column in 0..self.unknowns {
            if !self.pivots.contains(&Some(column))
                && let Some(row) = self.best_row(column)
            {
                self.take_pivot(row, column);
            }
        }
    }

    /// The row without a pivot yet that has the largest entry in a column: the first of several, on all platforms.
    fn best_row(&self, column: usize) -> Option<usize> {
        let entry = |row: &usize| self.row(*row)[column].abs();
        let rows = (0..self.unknowns).rev().filter(|row| self.pivots[*row].is_none() && !self.excluded[*row]);
        rows.max_by(|first, second| entry(first).total_cmp(&entry(second)))
    }

    /// Takes an entry as the pivot of an unknown, unless it is rounding.
    fn take_pivot(&mut self, row: usize, column: usize) {
        if self.row(row)[column].abs() > CONSTANTS.equilibrium_reltol_rank {
            self.pivots[row] = Some(column);
            self.eliminate(row, column);
        }
    }

    fn scale_rows(&mut self) {
        let (width, unknowns) = (self.width(), self.unknowns);
        for row in 0..unknowns {
            let of_row = &mut self.entries[row * width..(row + 1) * width];
            let largest = of_row[..unknowns].iter().fold(0.0, |largest: f64, entry| largest.max(entry.abs()));
            if largest > 0.0 {
                of_row.iter_mut().for_each(|entry| *entry /= largest);
                self.size[row] /= largest;
            }
        }
    }

    fn scale_columns(&mut self) {
        for column in 0..self.unknowns {
            let largest = (0..self.unknowns).fold(0.0, |largest: f64, row| largest.max(self.row(row)[column].abs()));
            if largest > 0.0 {
                (0..self.unknowns).for_each(|row| *self.unknown(row, column) /= largest);
                self.scale[column] *= largest;
            }
        }
    }

    /// Takes an unknown out of all rows but that of its pivot.
    fn eliminate(&mut self, pivot: usize, column: usize) {
        let width = self.width();
        let divisor = self.row(pivot)[column];
        self.entries[pivot * width..(pivot + 1) * width].iter_mut().for_each(|entry| *entry /= divisor);
        self.size[pivot] /= divisor.abs();
        for row in (0..self.unknowns).filter(|row| *row != pivot) {
            let factor = self.row(row)[column];
            if factor == 0.0 {
                continue;
            }
            for place in 0..width {
                self.entries[row * width + place] -= factor * self.entries[pivot * width + place];
            }
            *self.unknown(row, column) = 0.0;
            self.size[row] += factor.abs() * self.size[pivot];
        }
    }

    /// Rows without a pivot.
    pub fn rows_without_pivot(&self) -> impl Iterator<Item = usize> {
        (0..self.unknowns).filter(|row| self.pivots[*row].is_none())
    }

    /// Whether the balance in a row without a pivot does not hold by itself.
    pub fn is_violated(&self, row: usize) -> bool {
        let (right, rounding) = (self.row(row)[self.width() - 1], CONSTANTS.equilibrium_reltol_row * self.size[row]);
        // What is not a number holds nowhere.
        right.is_nan() || rounding.is_nan() || right.abs() > rounding
    }

    /// The carriers that hold the rows without pivots, by their weights; those with weight 0 carry what is given. `balance` is space. A
    /// row that nothing holds is refused.
    pub fn carry(&self, weights: &[f64], balance: &mut Self, carried: &mut [f64]) -> Result<(), usize> {
        let rows = self.rows_without_pivot().count();
        balance.begin(rows, 0);
        let entries = |row: usize| &self.row(row)[self.unknowns..self.unknowns + self.carriers];
        for (place, row) in self.rows_without_pivot().enumerate() {
            for (column, other) in self.rows_without_pivot().enumerate() {
                let products = entries(row).iter().zip(entries(other)).zip(weights);
                *balance.unknown(place, column) = products.map(|((a, b), weight)| a * weight * b).sum();
            }
            let given = entries(row).iter().zip(weights).zip(carried.iter()).filter(|((_, weight), _)| **weight == 0.0);
            let given: f64 = given.map(|((entry, _), carried)| entry * carried).sum();
            *balance.right(place) = self.row(row)[self.width() - 1] - given;
            balance.size[place] = self.size[row];
        }
        balance.reduce();
        if let Some(open) = balance.rows_without_pivot().find(|row| balance.is_violated(*row)) {
            return Err(self.rows_without_pivot().nth(open).unwrap_or_default());
        }
        carried.iter_mut().zip(weights).filter(|(_, weight)| **weight != 0.0).for_each(|(carried, _)| *carried = 0.0);
        for (place, row) in self.rows_without_pivot().enumerate() {
            let multiplier = balance.value(place, &[]);
            for ((carried, entry), weight) in carried.iter_mut().zip(entries(row)).zip(weights) {
                *carried += weight * entry * multiplier;
            }
        }
        Ok(())
    }

    /// An unknown, where the carriers carry so much; 0 if it is free.
    pub fn value(&self, unknown: usize, carried: &[f64]) -> f64 {
        let Some(row) = self.pivots.iter().position(|pivot| *pivot == Some(unknown)) else { return 0.0 };
        let row = self.row(row);
        let carried = row[self.unknowns..].iter().zip(carried).map(|(entry, carried)| entry * carried).sum::<f64>();
        (row[self.width() - 1] - carried) / self.scale[unknown]
    }

    /// Whether an unknown has a pivot; otherwise it is free.
    pub fn has_pivot(&self, unknown: usize) -> bool {
        self.pivots.contains(&Some(unknown))
    }

    /// Change of an unknown with one that is free.
    pub fn follows(&self, unknown: usize, free: usize) -> f64 {
        match self.pivots.iter().position(|pivot| *pivot == Some(unknown)) {
            Some(row) => -self.row(row)[free] * self.scale[free] / self.scale[unknown],
            None => f64::from(u8::from(unknown == free)),
        }
    }

    /// The unknown in the scale in which the largest entries are about 1.
    pub fn scaled(&self, unknown: usize, value: f64) -> f64 {
        value * self.scale[unknown]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equations(rows: &[&[f64]], carriers: usize) -> Elimination {
        let mut equations = Elimination::new(rows.len(), carriers, &mut Heap::default());
        equations.begin(rows.len(), carriers);
        for (row, values) in rows.iter().enumerate() {
            let width = equations.width();
            equations.entries[row * width..(row + 1) * width].copy_from_slice(values);
            equations.size[row] = values.iter().map(|value| value.abs()).sum();
        }
        equations.reduce();
        equations
    }

    #[test]
    fn the_first_unknowns_move_and_what_depends_on_them_stays() {
        // A spring between two bodies that nothing holds: x = (1, 0) for a stretch of 1.
        let equations = equations(&[&[-1e6, 1e6, -1e6], &[1e6, -1e6, 1e6]], 0);
        assert_eq!([equations.value(0, &[]), equations.value(1, &[])], [1.0, 0.0]);
        let left: std::vec::Vec<usize> = equations.rows_without_pivot().collect();
        assert_eq!(left.len(), 1);
        assert!(!equations.is_violated(left[0]));
    }

    #[test]
    fn carriers_share_what_is_left_over_by_their_weights() {
        // The same bodies with a load of 6 on the first, and a brake on each: levels 2 and 1.
        let equations = equations(&[&[-1e6, 1e6, -1.0, 0.0, -6.0], &[1e6, -1e6, 0.0, -1.0, 0.0]], 2);
        let left: std::vec::Vec<usize> = equations.rows_without_pivot().collect();
        assert!(equations.is_violated(left[0]));
        let mut balance = Elimination::new(2, 0, &mut Heap::default());
        let mut carried = [0.0; 2];
        assert_eq!(equations.carry(&[2.0, 1.0], &mut balance, &mut carried), Ok(()));
        // 4 and 2, and the spring takes 2 from one to the other. Rounding of 6, and of 6/1e6.
        assert!((carried[0] - 4.0).abs() < 1e-14 && (carried[1] - 2.0).abs() < 1e-14, "{carried:?}");
        assert!((equations.value(0, &carried) - 2e-6).abs() < 1e-20);
        // The second carries 1.5 whatever the first does.
        let mut carried = [0.0, 1.5];
        assert_eq!(equations.carry(&[2.0, 0.0], &mut balance, &mut carried), Ok(()));
        assert!((carried[0] - 4.5).abs() < 1e-13 && carried[1] == 1.5, "{carried:?}");
        assert!(equations.carry(&[0.0, 0.0], &mut balance, &mut [0.0; 2]).is_err());
    }
}
