//! A·x against b: what is left of it, and what of that is rounding.

use crate::memory::{Heap, List};

/// Space for problems of up to a number of unknowns.
#[derive(Debug)]
pub(super) struct Bounded {
    size: usize,
    /// A by rows.
    pub matrix: List<f64>,
    /// b.
    pub rhs: List<f64>,
    /// Size of what b was made from: differences below its rounding mean nothing.
    pub scale: List<f64>,
    /// Lower bounds.
    pub lower: List<f64>,
    /// Upper bounds.
    pub upper: List<f64>,
    /// What is solved for.
    pub x: List<f64>,
    /// b − A·x.
    pub residual: List<f64>,
    /// What of each residual is rounding.
    noise: List<f64>,
}

/// Units of rounding that sums of products may be off.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

impl Bounded {
    pub fn new(most: usize, heap: &mut Heap) -> Self {
        Self {
            size: 0,
            matrix: heap.filled(0.0, most * most),
            rhs: heap.filled(0.0, most),
            scale: heap.filled(0.0, most),
            lower: heap.filled(0.0, most),
            upper: heap.filled(0.0, most),
            x: heap.filled(0.0, most),
            residual: heap.filled(0.0, most),
            noise: heap.filled(0.0, most),
        }
    }

    /// Begins a problem with so many unknowns.
    pub fn begin(&mut self, size: usize) {
        self.size = size;
        self.matrix[..size * size].fill(0.0);
        self.rhs[..size].fill(0.0);
        self.scale[..size].fill(0.0);
    }

    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.matrix[row * self.size + column] += value;
    }

    /// A at a place.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.matrix[row * self.size + column]
    }

    /// What of [`Bounded::residual`] is rounding, for the x that stood there when it was updated.
    pub fn rounding(&self, row: usize) -> f64 {
        self.noise[row]
    }

    /// Rounding of the sums in each row, and what that of an x, found from its own row, does to the other rows.
    fn update_noise(&mut self) {
        for i in 0..self.size {
            let products = (0..self.size).fold(self.scale[i], |sum, j| sum + (self.at(i, j) * self.x[j]).abs());
            self.noise[i] = ROUNDING * products;
        }
        for _ in 0..self.size {
            let mut any = false;
            for i in 0..self.size {
                let from = |j: usize| self.noise[j] * (self.at(i, j) / self.at(j, j)).abs();
                let others = (0..self.size).filter(|&j| self.at(i, j) != 0.0 && self.at(j, j) != 0.0);
                let most = others.fold(self.noise[i], |most, j| f64::max(most, from(j)));
                any |= most > self.noise[i];
                self.noise[i] = most;
            }
            if !any {
                return;
            }
        }
    }

    /// b − A·x for the x that stands there.
    pub fn update_residual(&mut self) {
        for i in 0..self.size {
            let product = (0..self.size).fold(0.0, |sum, j| sum + self.at(i, j) * self.x[j]);
            self.residual[i] = self.rhs[i] - product;
        }
        self.update_noise();
    }
}
