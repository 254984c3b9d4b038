//! Finds x between bounds that depend on x themselves: b − A·x is zero inside the bounds, not negative at the upper and not
//! positive at the lower. Losses that hold a gear are such, because their bounds grow with its mesh torque.
//!
//! Principal pivoting with the least index (Murty 1974): one unknown after the other goes to where its condition holds. That
//! ends where the solution is unique; where it does not end, small problems are enumerated (Cottle, Pang & Stone, The Linear
//! Complementarity Problem, sections 3.2 and 4.2).

use super::bounded::Bounded;
use crate::memory::Heap;
use std::vec::Vec;

/// Where an unknown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Free,
    Upper,
    Lower,
}

/// Steps for each unknown before all places are tried.
const PATIENCE: usize = 16;
/// Most unknowns whose places are all tried.
const FEW: usize = 6;
/// Share of the largest coefficient of its row below which a pivot is rounding.
const DEPENDENT: f64 = 1e-12;

/// Whether an unknown is at a bound but for rounding.
fn is_near(x: f64, bound: f64, rounding: f64) -> bool {
    (x - bound).abs() <= rounding + 1e-9 * x.abs().max(bound.abs())
}

/// Space for problems of up to a number of unknowns.
#[derive(Debug)]
pub(super) struct Pivoting {
    size: usize,
    /// Change of the lower and of the upper bound of each unknown with all of them, by rows.
    pub lower_slope: Vec<f64>,
    pub upper_slope: Vec<f64>,
    place: Vec<Place>,
    rows: Vec<f64>,
    right: Vec<f64>,
    /// The row from which each unknown follows.
    row_of: Vec<Option<usize>>,
    is_used: Vec<bool>,
    solution: Vec<f64>,
    best: Vec<Place>,
}

impl Pivoting {
    pub fn new(most: usize, heap: &mut Heap) -> Self {
        Self {
            size: 0,
            lower_slope: heap.filled(0.0, most * most),
            upper_slope: heap.filled(0.0, most * most),
            place: heap.filled(Place::Free, most),
            rows: heap.filled(0.0, most * most),
            right: heap.filled(0.0, most),
            row_of: heap.filled(None, most),
            is_used: heap.filled(false, most),
            solution: heap.filled(0.0, most),
            best: heap.filled(Place::Free, most),
        }
    }

    /// Begins a problem with so many unknowns, whose bounds do not depend on any.
    pub fn begin(&mut self, size: usize) {
        self.size = size;
        self.lower_slope[..size * size].fill(0.0);
        self.upper_slope[..size * size].fill(0.0);
    }

    /// Solves the problem whose constant bounds stand in it; whether there is a solution. `rounding` is what of an x means
    /// nothing.
    pub fn solve(&mut self, problem: &mut Bounded, rounding: f64) -> bool {
        self.place[..self.size].fill(Place::Free);
        for _ in 0..PATIENCE * (self.size + 1) {
            self.substitute(problem);
            match (0..self.size).find_map(|i| Some((i, self.better_place(problem, i, rounding)?))) {
                Some((i, place)) => self.place[i] = place,
                None => return true,
            }
        }
        self.size <= FEW && self.try_all(problem, rounding)
    }

    /// The bound at which the solution has an unknown: 1 the upper, −1 the lower, 0 none.
    pub fn bound_of(&self, i: usize) -> i8 {
        match self.place[i] {
            Place::Free => 0,
            Place::Upper => 1,
            Place::Lower => -1,
        }
    }

    /// The x that leaves no rest, whatever the bounds are.
    pub fn hold_all(&mut self, problem: &mut Bounded) {
        self.place[..self.size].fill(Place::Free);
        self.substitute(problem);
    }

    /// Of all places that fit, those with most unknowns inside their bounds.
    fn try_all(&mut self, problem: &mut Bounded, rounding: f64) -> bool {
        let mut most = None;
        for code in 0..3_usize.pow(self.size as u32) {
            let mut digits = code;
            for place in &mut self.place[..self.size] {
                *place = [Place::Free, Place::Upper, Place::Lower][digits % 3];
                digits /= 3;
            }
            let is_bounded = |(i, place): (usize, &Place)| match place {
                Place::Free => true,
                Place::Upper => problem.upper[i].is_finite(),
                Place::Lower => problem.lower[i].is_finite(),
            };
            if !self.place[..self.size].iter().enumerate().all(is_bounded) {
                continue;
            }
            self.substitute(problem);
            let free = self.place[..self.size].iter().filter(|place| **place == Place::Free).count();
            let fits = (0..self.size).all(|i| self.better_place(problem, i, rounding).is_none());
            if fits && most.is_none_or(|most| free > most) {
                most = Some(free);
                self.best.copy_from_slice(&self.place);
            }
        }
        if most.is_some() {
            self.place.copy_from_slice(&self.best);
            self.substitute(problem);
        }
        most.is_some()
    }

    /// Where an unknown should be whose condition does not hold.
    fn better_place(&self, problem: &Bounded, i: usize, rounding: f64) -> Option<Place> {
        let (x, rest) = (problem.x[i], problem.rest[i]);
        // Rounding of the x of others, too, where they nearly balance.
        let of_others: f64 = (0..self.size).map(|j| problem.at(i, j).abs() * rounding).sum();
        let is_zero = rest.abs() <= problem.rounding(i) + of_others;
        match self.place[i] {
            Place::Free if x > self.upper(problem, i) + rounding => Some(Place::Upper),
            Place::Free if x < self.lower(problem, i) - rounding => Some(Place::Lower),
            Place::Free if !is_zero => Some(if rest > 0.0 { Place::Upper } else { Place::Lower }),
            // Bounds that contradict each other hold nowhere.
            Place::Upper if !is_near(x, self.upper(problem, i), rounding) => Some(Place::Free),
            Place::Lower if !is_near(x, self.lower(problem, i), rounding) => Some(Place::Free),
            Place::Upper if rest < 0.0 && !is_zero => Some(Place::Free),
            Place::Lower if rest > 0.0 && !is_zero => Some(Place::Free),
            Place::Free | Place::Upper | Place::Lower => None,
        }
        .filter(|place| match place {
            Place::Free => true,
            Place::Upper => problem.upper[i].is_finite(),
            Place::Lower => problem.lower[i].is_finite(),
        })
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

    /// The solution for those who look at it next: bounds there, and nothing rests inside them.
    pub fn settle(&self, problem: &mut Bounded) {
        for i in 0..self.size {
            if self.place[i] == Place::Free {
                problem.rest[i] = 0.0;
            }
            let bounds = (self.lower(problem, i), self.upper(problem, i));
            (problem.lower[i], problem.upper[i]) = bounds;
        }
    }

    /// x for these places, and what rests.
    fn substitute(&mut self, problem: &mut Bounded) {
        let n = self.size;
        for i in 0..n {
            for j in 0..n {
                let own = f64::from(u8::from(i == j));
                self.rows[i * n + j] = match self.place[i] {
                    Place::Free => problem.at(i, j),
                    Place::Upper => own - self.upper_slope[i * n + j],
                    Place::Lower => own - self.lower_slope[i * n + j],
                };
            }
            self.right[i] = match self.place[i] {
                Place::Free => problem.rhs[i],
                Place::Upper => problem.upper[i],
                Place::Lower => problem.lower[i],
            };
        }
        self.eliminate();
        problem.x[..n].copy_from_slice(&self.solution[..n]);
        problem.update_rest();
    }

    /// Gauss–Jordan with scaled pivots; an unknown that depends on others is zero. Bounds come first: where they and what is
    /// inside them contradict each other, what rests tells how the latter moves.
    fn eliminate(&mut self) {
        let n = self.size;
        for row in 0..n {
            let largest = self.rows[row * n..(row + 1) * n].iter().fold(0.0, |most, value| f64::max(most, value.abs()));
            if largest > 0.0 {
                self.rows[row * n..(row + 1) * n].iter_mut().for_each(|value| *value /= largest);
                self.right[row] /= largest;
            }
        }
        self.row_of.fill(None);
        self.is_used.fill(false);
        for is_bound in [true, false] {
            for column in 0..n {
                let size = |row: &usize| self.rows[row * n + column].abs();
                let of_kind = (0..n).filter(|&row| !self.is_used[row] && (self.place[row] != Place::Free) == is_bound);
                let is_taken = self.row_of[column].is_some() || (is_bound && self.place[column] == Place::Free);
                let pivot = of_kind.max_by(|a, b| size(a).total_cmp(&size(b)));
                let Some(pivot) = pivot.filter(|pivot| !is_taken && size(pivot) > DEPENDENT) else { continue };
                self.row_of[column] = Some(pivot);
                self.is_used[pivot] = true;
                self.clear_column(pivot, column);
            }
        }
        self.read_solution();
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
            }
        }
    }

    /// The unknowns from their rows; the others are zero.
    fn read_solution(&mut self) {
        let n = self.size;
        for column in 0..n {
            self.solution[column] =
                self.row_of[column].map_or(0.0, |row| self.right[row] / self.rows[row * n + column]);
        }
    }
}
