//! Finds x between bounds that depend on x themselves: b − A·x is zero inside the bounds, not negative at the upper and not
//! positive at the lower. Losses that hold a gear are such, because their bounds grow with its mesh torque.
//!
//! Principal pivoting with the least index (Murty 1974): one unknown after the other goes to where its condition holds. That
//! ends where the solution is unique; where it does not end, small problems are enumerated (Cottle, Pang & Stone, The Linear
//! Complementarity Problem, sections 3.2 and 4.2).
//!
//! Of several solutions it may find one in which something moves although it can rest. Whether a part can, among which no other
//! has a say, are linear inequalities ([`super::feasibility`]); what can is settled before.

use super::bounded::Bounded;
use super::feasibility::Feasibility;
use crate::memory::{Heap, List};

/// Where an unknown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Free,
    /// Zero: others hold without it.
    Idle,
    Upper,
    Lower,
}

/// Steps for each unknown before all places are tried.
const PATIENCE: usize = 16;
/// Most unknowns whose places are all tried.
const FEW: usize = 6;
/// Share of the largest coefficient of its row below which a pivot is rounding.
const DEPENDENT: f64 = 1e-12;

/// Share of an unknown that it may seem to be away from a bound.
const TOLERANCE: f64 = 1e-9;

/// Whether an unknown is at a bound but for rounding.
fn is_near(x: f64, bound: f64, rounding: f64) -> bool {
    (x - bound).abs() <= rounding + TOLERANCE * x.abs().max(bound.abs())
}

/// Space for problems of up to a number of unknowns.
#[derive(Debug)]
pub(super) struct Pivoting {
    size: usize,
    /// Change of the lower and of the upper bound of each unknown with all of them, by rows.
    pub lower_slope: List<f64>,
    pub upper_slope: List<f64>,
    place: List<Place>,
    rows: List<f64>,
    right: List<f64>,
    /// The row from which each unknown follows.
    row_of: List<Option<usize>>,
    is_used: List<bool>,
    solution: List<f64>,
    best: List<Place>,
    /// The least unknown among those that each depends on.
    part: List<usize>,
    /// Unknowns that are where they can rest.
    is_settled: List<bool>,
    feasibility: Feasibility,
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
            part: heap.filled(0, most),
            is_settled: heap.filled(false, most),
            feasibility: Feasibility::new(2 * most, most, heap),
        }
    }

    /// Begins a problem with so many unknowns, whose bounds do not depend on any.
    pub fn begin(&mut self, size: usize) {
        self.size = size;
        self.lower_slope[..size * size].fill(0.0);
        self.upper_slope[..size * size].fill(0.0);
    }

    /// Solves the problem whose constant bounds stand in it; whether there is a solution. `rounding` is what of an x means
    /// nothing. What is settled stays.
    pub fn solve(&mut self, problem: &mut Bounded, rounding: f64) -> bool {
        self.free_unsettled();
        for _ in 0..PATIENCE * (self.size + 1) {
            self.substitute(problem);
            let mut open = (0..self.size).filter(|&i| !self.is_settled[i]);
            match open.find_map(|i| Some((i, self.better_place(problem, i, rounding)?))) {
                Some((i, place)) => self.place[i] = place,
                None => return true,
            }
        }
        self.size <= FEW && !self.is_settled[..self.size].contains(&true) && self.try_all(problem, rounding)
    }

    /// What is settled stays where it can rest while other parts are looked at.
    fn free_unsettled(&mut self) {
        let places = self.place.iter_mut().zip(&self.is_settled).filter(|(_, is_settled)| !**is_settled);
        places.for_each(|(place, _)| *place = Place::Free);
    }

    /// Nothing is settled; the parts of which none has a say about another are known.
    pub fn find_parts(&mut self, problem: &Bounded) {
        self.unsettle();
        for i in 0..self.size {
            self.part[i] = i;
            for j in 0..i {
                let (a, b) = (self.part[i], self.part[j]);
                if a != b && (problem.at(i, j) != 0.0 || problem.at(j, i) != 0.0) {
                    let (to, from) = (a.min(b), a.max(b));
                    self.part[..=i].iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
                }
            }
        }
    }

    pub fn unsettle(&mut self) {
        self.is_settled.fill(false);
    }

    /// The least unknown of the part of an unknown.
    pub fn part(&self, i: usize) -> usize {
        self.part[i]
    }

    /// Whether all of a part can rest within these bounds; the x with which it does stands in the problem then.
    pub fn can_rest(&mut self, problem: &mut Bounded, part: usize, rounding: f64) -> bool {
        self.free_unsettled();
        self.substitute(problem);
        let is_open = |pivoting: &Self, i: usize| {
            problem.rest[i].abs() > problem.rounding(i) + pivoting.rounding_of_others(problem, i, rounding)
        };
        if self.members(part).any(|i| is_open(self, i)) {
            return false;
        }
        self.require_bounds(problem, part, rounding);
        if !self.feasibility.solve() {
            return false;
        }
        self.take_equalities(problem, part);
        self.substitute(problem);
        self.members(part).all(|i| self.better_place(problem, i, rounding).is_none())
    }

    pub fn is_settled(&self, i: usize) -> bool {
        self.is_settled[i]
    }

    /// What was found for a part stays.
    pub fn settle_part(&mut self, part: usize) {
        for i in 0..self.size {
            self.is_settled[i] |= self.part[i] == part;
        }
    }

    /// An unknown stays where it is.
    pub fn settle_row(&mut self, i: usize) {
        self.is_settled[i] = true;
    }

    fn members(&self, part: usize) -> impl Iterator<Item = usize> {
        (0..self.size).filter(move |&i| self.part[i] == part)
    }

    /// The finite bounds of a part as inequalities of those of its unknowns that depend on the others, where nothing rests:
    /// what is eliminated follows from them.
    fn require_bounds(&mut self, problem: &Bounded, part: usize, rounding: f64) {
        let Self { size, rows, row_of, part: parts, feasibility, lower_slope, upper_slope, .. } = self;
        let n = *size;
        let members = || (0..n).filter(|&i| parts[i] == part);
        let dependent = || members().filter(|&i| row_of[i].is_none());
        feasibility.begin(dependent().count());
        for i in members() {
            for (sign, constant, slopes) in
                [(1.0, problem.upper[i], &*upper_slope), (-1.0, problem.lower[i], &*lower_slope)]
            {
                if !constant.is_finite() {
                    continue;
                }
                let slopes = &slopes[i * n..(i + 1) * n];
                let bound: f64 = slopes.iter().zip(&problem.x).map(|(slope, x)| slope * x).sum();
                let per = |j: usize| slopes[j] - f64::from(u8::from(i == j));
                let through = |j: usize, y: usize| row_of[j].map_or(0.0, |row| -rows[row * n + y] / rows[row * n + j]);
                let coefficients = dependent().map(|y| per(y) + members().map(|j| per(j) * through(j, y)).sum::<f64>());
                feasibility.require(sign * (constant + bound - problem.x[i]), rounding, coefficients.map(|c| sign * c));
            }
        }
    }

    /// Places that the inequalities have found, in the order in which they were required.
    fn take_equalities(&mut self, problem: &Bounded, part: usize) {
        let (mut inequality, mut unknown) = (0, 0);
        for i in 0..self.size {
            if self.part[i] != part {
                continue;
            }
            let is_dependent = self.row_of[i].is_none();
            let is_idle = is_dependent && self.feasibility.is_zero(unknown);
            unknown += usize::from(is_dependent);
            self.place[i] = if is_idle { Place::Idle } else { Place::Free };
            for (place, bound) in [(Place::Upper, problem.upper[i]), (Place::Lower, problem.lower[i])] {
                if bound.is_finite() {
                    if self.feasibility.is_equality(inequality) {
                        self.place[i] = place;
                    }
                    inequality += 1;
                }
            }
        }
    }

    /// The bound at which the solution has an unknown: 1 the upper, −1 the lower, 0 none.
    pub fn bound_of(&self, i: usize) -> i8 {
        match self.place[i] {
            Place::Free | Place::Idle => 0,
            Place::Upper => 1,
            Place::Lower => -1,
        }
    }

    /// Puts an unknown at its upper bound (1), its lower (−1), or between them (0).
    pub fn put(&mut self, i: usize, bound: i8) {
        self.place[i] = match bound {
            1 => Place::Upper,
            -1 => Place::Lower,
            _ => Place::Free,
        };
    }

    /// Solves the problem for the places where all unknowns were put.
    pub fn solve_for_places(&mut self, problem: &mut Bounded) {
        self.substitute(problem);
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
                Place::Free | Place::Idle => true,
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
        let is_zero = rest.abs() <= problem.rounding(i) + self.rounding_of_others(problem, i, rounding);
        match self.place[i] {
            Place::Free | Place::Idle if x > self.upper(problem, i) + rounding => Some(Place::Upper),
            Place::Free | Place::Idle if x < self.lower(problem, i) - rounding => Some(Place::Lower),
            Place::Free | Place::Idle if !is_zero => Some(if rest > 0.0 { Place::Upper } else { Place::Lower }),
            // Bounds that contradict each other hold nowhere.
            Place::Upper if !is_near(x, self.upper(problem, i), rounding) => Some(Place::Free),
            Place::Lower if !is_near(x, self.lower(problem, i), rounding) => Some(Place::Free),
            Place::Upper if rest < 0.0 && !is_zero => Some(Place::Free),
            Place::Lower if rest > 0.0 && !is_zero => Some(Place::Free),
            Place::Free | Place::Idle | Place::Upper | Place::Lower => None,
        }
        .filter(|place| match place {
            Place::Free | Place::Idle => true,
            Place::Upper => problem.upper[i].is_finite(),
            Place::Lower => problem.lower[i].is_finite(),
        })
    }

    /// What of a rest is rounding of the x of others, where they nearly balance.
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

    /// The solution for those who look at it next: bounds there, and nothing rests inside them.
    pub fn settle(&self, problem: &mut Bounded) {
        for i in 0..self.size {
            if self.place[i] == Place::Free || self.is_settled[i] {
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
                    Place::Idle => own,
                    Place::Upper => own - self.upper_slope[i * n + j],
                    Place::Lower => own - self.lower_slope[i * n + j],
                };
            }
            self.right[i] = match self.place[i] {
                Place::Free => problem.rhs[i],
                Place::Idle => 0.0,
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
