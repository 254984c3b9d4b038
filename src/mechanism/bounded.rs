//! Minimises ½·xᵀA·x − bᵀx over a box, for a positive semidefinite A: the method of Stark and Parker (1995), bounded-variable
//! least squares, on the normal equations.

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
    /// The minimum.
    pub x: List<f64>,
    /// b − A·x there: zero inside the bounds, not negative at the upper, not positive at the lower.
    pub residual: List<f64>,
    /// What of each residual is rounding.
    noise: List<f64>,
    free: List<bool>,
    members: List<usize>,
    factor: List<f64>,
    solution: List<f64>,
}

/// Units of rounding that sums of products may be off.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// Roundings that elimination may leave of what is inside its bounds.
const RESIDUAL_ROUNDINGS: f64 = 100.0;
/// Share of its diagonal below which a pivot is rounding: the unknown depends on others.
const DEPENDENT: f64 = 1e-12;

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
            free: heap.filled(false, most),
            members: heap.with_capacity(most),
            factor: heap.filled(0.0, most * most),
            solution: heap.filled(0.0, most),
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

    /// Solves the problem; where losses of gears make A unsymmetric, the complementarity that stands for it. Whether its conditions hold.
    pub fn solve(&mut self) -> bool {
        let n = self.size;
        let is_symmetric = (0..n).all(|i| (0..i).all(|j| self.at(i, j) == self.at(j, i)));
        if is_symmetric {
            self.minimise();
            return true;
        }
        self.complement()
    }

    /// Whether something inside its bounds has a residual: given motions on both sides of what depends on them contradict each other,
    /// until bounds are reached.
    pub fn is_contradictory(&self) -> bool {
        (0..self.size).any(|i| {
            let has_residual = self.residual[i].abs() > RESIDUAL_ROUNDINGS * self.rounding(i);
            has_residual && (self.free[i] || self.is_wrong(i))
        })
    }

    /// Murty's least-index method: one unknown after the other goes to where its condition holds.
    fn complement(&mut self) -> bool {
        for i in 0..self.size {
            self.x[i] = 0.0_f64.max(self.lower[i]).min(self.upper[i]);
            self.free[i] = false;
        }
        for _ in 0..64 * (self.size + 1) {
            self.members.clear();
            self.members.extend((0..self.size).filter(|&i| self.free[i]));
            self.solve_members();
            self.update_residual();
            let Some(wrong) = (0..self.size).find(|&i| self.is_wrong(i)) else {
                // What its own torque does not move has no place from which the method could take it.
                return !(0..self.size)
                    .any(|i| self.free[i] && self.residual[i].abs() > RESIDUAL_ROUNDINGS * self.rounding(i));
            };
            if self.free[wrong] {
                self.free[wrong] = false;
                self.x[wrong] = self.x[wrong].max(self.lower[wrong]).min(self.upper[wrong]);
            } else {
                self.free[wrong] = true;
            }
        }
        // With a gear that can jam the method may cycle: whoever looks at the residuals then must see those of the last x.
        self.update_residual();
        false
    }

    fn is_wrong(&self, i: usize) -> bool {
        if self.free[i] {
            return self.x[i] > self.upper[i] || self.x[i] < self.lower[i];
        }
        let rounding = self.rounding(i);
        (self.residual[i] > rounding && self.x[i] < self.upper[i])
            || (self.residual[i] < -rounding && self.x[i] > self.lower[i])
    }

    /// The free unknowns from their equations, by elimination with pivots.
    fn solve_members(&mut self) {
        let n = self.members.len();
        for row in 0..n {
            let i = self.members[row];
            let bound = (0..self.size).filter(|&j| !self.free[j]);
            self.solution[row] = bound.fold(self.rhs[i], |sum, j| sum - self.at(i, j) * self.x[j]);
            for column in 0..n {
                self.factor[row * n + column] = self.at(i, self.members[column]);
            }
        }
        for pivot in 0..n {
            let largest = (pivot..n)
                .max_by(|a, b| self.factor[a * n + pivot].abs().total_cmp(&self.factor[b * n + pivot].abs()))
                .unwrap_or(pivot);
            for column in 0..n {
                self.factor.swap(pivot * n + column, largest * n + column);
            }
            self.solution.swap(pivot, largest);
            let value = self.factor[pivot * n + pivot];
            if value == 0.0 {
                continue;
            }
            for row in pivot + 1..n {
                let factor = self.factor[row * n + pivot] / value;
                for column in pivot..n {
                    self.factor[row * n + column] -= factor * self.factor[pivot * n + column];
                }
                self.solution[row] -= factor * self.solution[pivot];
            }
        }
        for row in (0..n).rev() {
            let mut sum = self.solution[row];
            for column in row + 1..n {
                sum -= self.factor[row * n + column] * self.solution[column];
            }
            let value = self.factor[row * n + row];
            // What depends on others stays as it was.
            self.solution[row] = if value == 0.0 { self.x[self.members[row]] } else { sum / value };
        }
        for row in 0..n {
            self.x[self.members[row]] = self.solution[row];
        }
    }

    fn minimise(&mut self) {
        for i in 0..self.size {
            self.x[i] = 0.0_f64.max(self.lower[i]).min(self.upper[i]);
            self.free[i] = false;
        }
        // Each round frees one unknown for good, or ends with a lower minimum.
        for _ in 0..8 * self.size + 8 {
            self.update_residual();
            let Some(entering) = self.entering() else { return };
            self.free[entering] = true;
            self.descend(entering);
        }
        self.update_residual();
    }

    /// b − A·x for the x that stands there.
    pub fn update_residual(&mut self) {
        for i in 0..self.size {
            let product = (0..self.size).fold(0.0, |sum, j| sum + self.at(i, j) * self.x[j]);
            self.residual[i] = self.rhs[i] - product;
        }
        self.update_noise();
    }

    /// The bound unknown that lowers the function most.
    fn entering(&self) -> Option<usize> {
        let gain = |i: usize| self.residual[i] * self.residual[i] / self.at(i, i);
        let can_enter = |i: &usize| {
            let (i, rounding) = (*i, self.rounding(*i));
            let rises = self.residual[i] > rounding && self.x[i] < self.upper[i];
            let falls = self.residual[i] < -rounding && self.x[i] > self.lower[i];
            !self.free[i] && self.at(i, i) > 0.0 && (rises || falls)
        };
        (0..self.size).filter(can_enter).max_by(|a, b| gain(*a).total_cmp(&gain(*b)))
    }

    /// Goes to the minimum over the free unknowns, as far as the bounds let it.
    fn descend(&mut self, entering: usize) {
        while self.minimise_free(entering) {
            let mut share = 1.0;
            let mut blocking = None;
            for (place, &i) in self.members.iter().enumerate() {
                let (target, x) = (self.solution[place], self.x[i]);
                let bound = if target > self.upper[i] {
                    self.upper[i]
                } else if target < self.lower[i] {
                    self.lower[i]
                } else {
                    continue;
                };
                let reached = ((bound - x) / (target - x)).clamp(0.0, 1.0);
                if reached < share || blocking.is_none() {
                    (share, blocking) = (reached.min(share), Some((i, bound)));
                }
            }
            for (place, &i) in self.members.iter().enumerate() {
                self.x[i] += share * (self.solution[place] - self.x[i]);
            }
            let Some((i, bound)) = blocking else { return };
            self.x[i] = bound;
            self.free[i] = false;
        }
    }

    /// The minimum over the free unknowns with the others as they are; false if there are none. One that depends on the
    /// others, which only rounding can let enter, stays out.
    fn minimise_free(&mut self, entering: usize) -> bool {
        loop {
            self.members.clear();
            self.members.extend((0..self.size).filter(|&i| self.free[i]));
            if self.members.is_empty() {
                return false;
            }
            match self.factorise() {
                None => break,
                Some(dependent) => {
                    let out = if self.free[entering] { entering } else { dependent };
                    self.free[out] = false;
                }
            }
        }
        self.substitute();
        true
    }

    /// Cholesky; gives the unknown whose pivot vanishes, if any does.
    fn factorise(&mut self) -> Option<usize> {
        let n = self.members.len();
        for row in 0..n {
            for column in 0..=row {
                let (i, j) = (self.members[row], self.members[column]);
                let sum = (0..column)
                    .fold(self.at(i, j), |sum, k| sum - self.factor[row * n + k] * self.factor[column * n + k]);
                if row == column {
                    if sum <= DEPENDENT * self.at(i, i) {
                        return Some(i);
                    }
                    self.factor[row * n + row] = libm::sqrt(sum);
                } else {
                    self.factor[row * n + column] = sum / self.factor[column * n + column];
                }
            }
        }
        None
    }

    fn substitute(&mut self) {
        let n = self.members.len();
        for row in 0..n {
            let i = self.members[row];
            let bound = (0..self.size).filter(|&j| !self.free[j]);
            let mut sum = bound.fold(self.rhs[i], |sum, j| sum - self.at(i, j) * self.x[j]);
            for k in 0..row {
                sum -= self.factor[row * n + k] * self.solution[k];
            }
            self.solution[row] = sum / self.factor[row * n + row];
        }
        for row in (0..n).rev() {
            let mut sum = self.solution[row];
            for k in row + 1..n {
                sum -= self.factor[k * n + row] * self.solution[k];
            }
            self.solution[row] = sum / self.factor[row * n + row];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(a: [[f64; 2]; 2], b: [f64; 2], bounds: [(f64, f64); 2]) -> ([f64; 2], [f64; 2]) {
        let mut problem = Bounded::new(2, &mut Heap::default());
        problem.begin(2);
        for i in 0..2 {
            (0..2).for_each(|j| problem.add(i, j, a[i][j]));
            (problem.rhs[i], problem.scale[i]) = (b[i], b[i].abs());
            (problem.lower[i], problem.upper[i]) = bounds[i];
        }
        problem.solve();
        ([problem.x[0], problem.x[1]], [problem.residual[0], problem.residual[1]])
    }

    /// Rounding of numbers of the size 1.
    const ROUNDED: f64 = 1e-15;

    #[test]
    fn inside_the_box_the_minimum_solves_the_equations() {
        let (x, residual) = solved([[2.0, 1.0], [1.0, 2.0]], [3.0, 3.0], [(-9.0, 9.0); 2]);
        assert!(
            x.iter().all(|x| (x - 1.0).abs() <= ROUNDED) && residual.iter().all(|residual| residual.abs() <= ROUNDED)
        );
    }

    #[test]
    fn at_a_bound_the_rest_points_outwards() {
        let (x, residual) = solved([[2.0, 1.0], [1.0, 2.0]], [3.0, 3.0], [(-0.5, 0.5), (-9.0, 9.0)]);
        assert_eq!(x[0], 0.5);
        assert!(
            (x[1] - 1.25).abs() <= ROUNDED && (residual[0] - 0.75).abs() <= ROUNDED && residual[1].abs() <= ROUNDED
        );
    }

    #[test]
    fn an_unsymmetric_problem_is_solved_where_its_conditions_hold() {
        // 2·x₀ + x₁ = 3 at the bound x₁ = 0.5, where 3 − (0.5·x₀ + x₁) is positive.
        let (x, residual) = solved([[2.0, 1.0], [0.5, 1.0]], [3.0, 3.0], [(-9.0, 9.0), (-0.5, 0.5)]);
        assert!((x[0] - 1.25).abs() <= ROUNDED && x[1] == 0.5);
        assert!(residual[0].abs() <= ROUNDED && (residual[1] - 1.875).abs() <= ROUNDED);
    }

    #[test]
    fn of_two_unknowns_that_do_the_same_one_is_enough() {
        let (x, residual) = solved([[1.0, 1.0], [1.0, 1.0]], [3.0, 3.0], [(-9.0, 9.0); 2]);
        assert_eq!((x[0] + x[1], residual), (3.0, [0.0, 0.0]));
    }

    #[test]
    fn where_one_does_not_suffice_the_other_takes_the_rest() {
        let (x, residual) = solved([[1.0, 1.0], [1.0, 1.0]], [3.0, 3.0], [(-2.0, 2.0); 2]);
        assert_eq!((x[0] + x[1], residual), (3.0, [0.0, 0.0]));
    }
}
