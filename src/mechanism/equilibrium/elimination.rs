//! Linear equations whose rank is not known: what they leave open stays, and what they leave over is for friction.
//!
//! ```text
//! A·x + C·λ = b
//! ```
//!
//! Gauss-Jordan elimination takes the unknowns x in their order, first those that the row of the same number tells, then the others
//! by the row in which they are largest. An unknown without a row is free: others depend on it, and it is left at 0. Rows without an
//! unknown are the balances that x cannot reach, or that it is not to. If they do not hold by themselves, the carriers λ hold them,
//! with Σ λ²/weight least.

use crate::memory::{Heap, List};

/// A pivot below this is rounding, where the largest entry of each row and column is about 1.
const RANK: f64 = 1e-12;
/// Least share of the largest entry with which an unknown is told by its own row.
const OWN: f64 = 1e-2;
/// What of a balance is rounding, over the size of its parts.
const ROUNDING: f64 = 1e-10;
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
    /// Unknown that each row tells.
    told: List<Option<usize>>,
    /// Rows that tell none, though they could.
    held: List<bool>,
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
            told: heap.filled(None, unknowns),
            held: heap.filled(false, unknowns),
            scale: heap.filled(1.0, unknowns),
        }
    }

    /// Equations of zeros, with so many unknowns and carriers; there is room for them.
    pub fn begin(&mut self, unknowns: usize, carriers: usize) {
        (self.unknowns, self.carriers) = (unknowns, carriers);
        self.entries.fill(0.0);
        self.size.fill(0.0);
        self.told.fill(None);
        self.held.fill(false);
        self.scale.fill(1.0);
    }

    /// Leaves a row to the carriers.
    pub fn hold(&mut self, row: usize) {
        self.held[row] = true;
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
            if self.told[column].is_none() && !self.held[column] && own >= OWN * largest {
                self.tell(column, column);
            }
        }
        for column in 0..self.unknowns {
            if !self.told.contains(&Some(column))
                && let Some(row) = self.best_row(column)
            {
                self.tell(row, column);
            }
        }
    }

    /// The row that tells no unknown yet and has the largest entry in a column: the first of several, on all platforms.
    fn best_row(&self, column: usize) -> Option<usize> {
        let entry = |row: &usize| self.row(*row)[column].abs();
        let rows = (0..self.unknowns).rev().filter(|row| self.told[*row].is_none() && !self.held[*row]);
        rows.max_by(|first, second| entry(first).total_cmp(&entry(second)))
    }

    /// A row tells an unknown, unless its entry is rounding.
    fn tell(&mut self, row: usize, column: usize) {
        if self.row(row)[column].abs() > RANK {
            self.told[row] = Some(column);
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

    /// Takes an unknown out of all rows but the one that tells it.
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

    /// Rows that tell no unknown.
    pub fn left_over(&self) -> impl Iterator<Item = usize> {
        (0..self.unknowns).filter(|row| self.told[*row].is_none())
    }

    /// Whether what a row without an unknown says does not hold by itself.
    pub fn is_open(&self, row: usize) -> bool {
        let (right, rounding) = (self.row(row)[self.width() - 1], ROUNDING * self.size[row]);
        // What is not a number holds nowhere.
        right.is_nan() || rounding.is_nan() || right.abs() > rounding
    }

    /// The carriers that hold the rows left over, by their weights; those with weight 0 carry what is given. `balance` is space. A
    /// row that nothing holds is refused.
    pub fn carry(&self, weights: &[f64], balance: &mut Self, carried: &mut [f64]) -> Result<(), usize> {
        let rows = self.left_over().count();
        balance.begin(rows, 0);
        let entries = |row: usize| &self.row(row)[self.unknowns..self.unknowns + self.carriers];
        for (place, row) in self.left_over().enumerate() {
            for (column, other) in self.left_over().enumerate() {
                let products = entries(row).iter().zip(entries(other)).zip(weights);
                *balance.unknown(place, column) = products.map(|((a, b), weight)| a * weight * b).sum();
            }
            let given = entries(row).iter().zip(weights).zip(carried.iter()).filter(|((_, weight), _)| **weight == 0.0);
            let given: f64 = given.map(|((entry, _), carried)| entry * carried).sum();
            *balance.right(place) = self.row(row)[self.width() - 1] - given;
            balance.size[place] = self.size[row];
        }
        balance.reduce();
        if let Some(open) = balance.left_over().find(|row| balance.is_open(*row)) {
            return Err(self.left_over().nth(open).unwrap_or_default());
        }
        carried.iter_mut().zip(weights).filter(|(_, weight)| **weight != 0.0).for_each(|(carried, _)| *carried = 0.0);
        for (place, row) in self.left_over().enumerate() {
            let multiplier = balance.value(place, &[]);
            for ((carried, entry), weight) in carried.iter_mut().zip(entries(row)).zip(weights) {
                *carried += weight * entry * multiplier;
            }
        }
        Ok(())
    }

    /// An unknown, where the carriers carry so much; 0 where nothing tells it.
    pub fn value(&self, unknown: usize, carried: &[f64]) -> f64 {
        let Some(row) = self.told.iter().position(|told| *told == Some(unknown)) else { return 0.0 };
        let row = self.row(row);
        let carried = row[self.unknowns..].iter().zip(carried).map(|(entry, carried)| entry * carried).sum::<f64>();
        (row[self.width() - 1] - carried) / self.scale[unknown]
    }

    /// Whether a row tells an unknown; otherwise it is free.
    pub fn is_told(&self, unknown: usize) -> bool {
        self.told.contains(&Some(unknown))
    }

    /// Change of an unknown with one that is free.
    pub fn follows(&self, unknown: usize, free: usize) -> f64 {
        match self.told.iter().position(|told| *told == Some(unknown)) {
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
        let left: std::vec::Vec<usize> = equations.left_over().collect();
        assert_eq!(left.len(), 1);
        assert!(!equations.is_open(left[0]));
    }

    #[test]
    fn carriers_share_what_is_left_over_by_their_weights() {
        // The same bodies with a load of 6 on the first, and a brake on each: levels 2 and 1.
        let equations = equations(&[&[-1e6, 1e6, -1.0, 0.0, -6.0], &[1e6, -1e6, 0.0, -1.0, 0.0]], 2);
        let left: std::vec::Vec<usize> = equations.left_over().collect();
        assert!(equations.is_open(left[0]));
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
