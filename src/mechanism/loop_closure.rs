//! Loops of contacts and a gear that turns with losses, in the joint decision.
//!
//! What goes round in such a loop changes the losses, and so the motion, and rigid bodies leave it open: with N the directions of its contacts
//! there are p with N·p = 0, so that Σ p·w = 0 whatever acts, and one of the conditions w = 0 of contacts that hold follows from the others.
//! In a mode the loop closes as its contacts deflect ([`super::split`]). The decision has to find the motion of the mode that follows, so the
//! condition of one contact d of each loop is replaced:
//!
//! ```text
//! w_d := Σ p·λ/B     B: level at an engagement of 1,   p_d = 1
//! ```
//!
//! Between its bounds d carries its share; at a bound w_d is the multiplier of that, with the sign that the law of d asks for. This holds as long
//! as all others in the loop hold. One that does not takes the place of d, as the weakest of a loop gives way first; where that does not help,
//! the loop is open, and d has its own condition again.

use super::candidate::Candidate;
use super::constants::CONSTANTS;
use super::question::{ORDERS, Question, product};
use super::split::{rated, rated_bound, rated_weight};
use super::{GearMode, Mechanism, Structure};
use crate::complementarity::{Germ, Law};
use crate::memory::{Heap, List};

/// Space for finding loops.
#[derive(Debug)]
pub(super) struct LoopClosure {
    /// Unknowns that are contacts, those that close loops last.
    order: List<usize>,
    /// Those of them that determine the others, and the rows of the factor L of the products of their directions, L·Lᵀ.
    basis: List<usize>,
    factor: List<f64>,
    /// p of the basis.
    path: List<f64>,
    /// Unknowns whose conditions are replaced.
    pub closed: List<usize>,
    /// Unknowns that slipped in a closed loop, and those that have their own conditions again.
    slipped: List<bool>,
    is_open: List<bool>,
}

impl LoopClosure {
    pub fn new(structure: &Structure, most_unknowns: usize, heap: &mut Heap) -> Self {
        let contacts = structure.contacts.len();
        Self {
            order: heap.with_capacity(contacts),
            basis: heap.with_capacity(contacts),
            factor: heap.filled(0.0, contacts * contacts),
            path: heap.filled(0.0, contacts),
            closed: heap.with_capacity(contacts),
            slipped: heap.filled(false, most_unknowns),
            is_open: heap.filled(false, most_unknowns),
        }
    }

    /// Another question is asked.
    pub fn begin(&mut self) {
        self.closed.clear();
        self.slipped.fill(false);
        self.is_open.fill(false);
    }

    /// Whether an unknown depends on the basis, with p in the path then; it is part of the basis otherwise. `at` gives products of directions.
    fn depends(&mut self, row: usize, at: impl Fn(usize, usize) -> f64) -> bool {
        let (n, stride) = (self.basis.len(), self.path.len());
        for k in 0..n {
            let known = (0..k).fold(0.0, |sum, j| sum + self.factor[k * stride + j] * self.path[j]);
            self.path[k] = (at(self.basis[k], row) - known) / self.factor[k * stride + k];
        }
        let left = self.path[..n].iter().fold(at(row, row), |left, part| left - part * part);
        if left > CONSTANTS.complementarity.reltol_rank * at(row, row) {
            self.factor[n * stride..n * stride + n].copy_from_slice(&self.path[..n]);
            self.factor[n * stride + n] = libm::sqrt(left);
            self.basis.push(row);
            return false;
        }
        for k in (0..n).rev() {
            let known = (k + 1..n).fold(0.0, |sum, j| sum + self.factor[j * stride + k] * self.path[j]);
            self.path[k] = (self.path[k] - known) / self.factor[k * stride + k];
        }
        self.path[..n].iter_mut().for_each(|part| {
            *part = if part.abs() > CONSTANTS.complementarity.reltol_zero { -*part } else { 0.0 };
        });
        true
    }
}

impl Mechanism {
    /// Replaces the conditions of contacts that close loops with gears that turn.
    // Few structures need it: the decision is not to carry its code in line.
    #[inline(never)]
    pub(super) fn close_loops(&mut self) {
        self.question.restore_motions();
        if self.question.problem.meshes() == 0 || !(0..self.structure.gears.len()).any(|gear| self.turns(gear)) {
            return;
        }
        self.list_closing_contacts();
        let weights = rated(&self.structure, &self.mode);
        for place in 0..self.question.closure.order.len() {
            let row = self.question.closure.order[place];
            let Question { closure, directions, groups, .. } = &mut self.question;
            // What is prescribed moves a contact as well, and has no inertia.
            let inertia = |root: usize| if groups.is_prescribed[root] { 1.0 } else { groups.inertia(root) };
            let depends = closure.depends(row, |i, j| product(&directions[i], &directions[j], inertia));
            if !depends || closure.is_open[row] || !self.goes_round_turning(row) {
                continue;
            }
            let weight = |row: usize| match self.question.unknowns[row] {
                Candidate::Contact(contact) => rated_weight(&self.structure, &weights, contact),
                Candidate::Stop(..) | Candidate::Gear(_) => weights.of_last(),
            };
            let own = weight(row);
            // Scaled so that the diagonal keeps its size.
            let scale = Some(self.question.problem.at(row, row)).filter(|at| *at > 0.0).unwrap_or(1.0);
            for column in 0..self.question.unknowns.len() {
                let part = self.question.closure.basis.iter().position(|other| *other == column);
                let part = part.map_or(f64::from(u8::from(column == row)), |place| self.question.closure.path[place]);
                let entry = if part == 0.0 { 0.0 } else { scale * part * weight(column) / own };
                self.question.problem.set(row, column, entry);
            }
            self.question.closure.closed.push(row);
        }
    }

    /// Whether a gear turns, or is about to, with losses that follow its mesh torque.
    pub(super) fn turns(&self, gear: usize) -> bool {
        let begins = |row: usize| self.question.unknowns[row] == Candidate::Gear(gear) && self.decision.slides[row];
        self.structure.gears[gear].follows_mesh_torque()
            && (matches!(self.mode.gears[gear], GearMode::Turning { .. })
                || (0..self.question.unknowns.len()).any(begins))
    }

    /// Lists the contacts between bodies: those that slipped in a closed loop last, and of all others, as of these, the weakest last.
    fn list_closing_contacts(&mut self) {
        let Self { structure, question, .. } = self;
        let (unknowns, closure, problem) = (&question.unknowns, &mut question.closure, &question.problem);
        closure.order.clear();
        closure.basis.clear();
        // A loop over the ground does not turn.
        let joins = |candidate: &Candidate| match *candidate {
            Candidate::Contact(contact) => structure.contacts[contact].first.is_some(),
            Candidate::Stop(..) | Candidate::Gear(_) => false,
        };
        let is_contact = |row: &usize| joins(&unknowns[*row]) && matches!(problem.law[*row], Law::Between(..));
        let strength = |row: usize| match unknowns[row] {
            Candidate::Contact(contact) if !structure.contacts[contact].is_freewheel() => {
                rated_bound(structure, contact)
            }
            Candidate::Contact(_) | Candidate::Stop(..) | Candidate::Gear(_) => f64::INFINITY,
        };
        // The next is the strongest of those that are left, and of several the first.
        let LoopClosure { order, slipped, .. } = closure;
        for closes in [false, true] {
            let contacts = || (0..unknowns.len()).filter(is_contact).filter(|&row| slipped[row] == closes);
            for _ in contacts() {
                let left = contacts().filter(|row| !order.contains(row)).rev();
                let next = left.max_by(|&one, &other| strength(one).total_cmp(&strength(other)));
                order.extend(next);
            }
        }
    }

    /// Whether what goes round in the loop of this unknown, with p in the path, changes the mesh torque of a gear that turns.
    fn goes_round_turning(&self, row: usize) -> bool {
        let Self { question, .. } = self;
        let changes = |gear: usize| {
            let parts = question.closure.basis.iter().zip(&question.closure.path);
            let own = question.problem.mesh_at(gear, row);
            let (sum, size) = parts.fold((own, own.abs()), |(sum, size), (&other, part)| {
                let part = part * question.problem.mesh_at(gear, other);
                (sum + part, size + part.abs())
            });
            sum.abs() > CONSTANTS.complementarity.reltol_zero * size
        };
        (0..question.problem.meshes()).any(|gear| self.turns(gear) && changes(gear))
    }

    /// A contact that slips in a closed loop has its own condition replaced in the next round, in place of the one that was. Where none is left for that,
    /// or there is no solution, the loop is opened. Whether any loop changes.
    pub(super) fn open_loops(&mut self, is_solved: bool) -> bool {
        let mut any = false;
        for place in 0..self.question.closure.closed.len() {
            let row = self.question.closure.closed[place];
            let question = &mut self.question;
            let moves = |other: &usize| {
                *other != row && question.problem.at(row, *other) != 0.0 && !question.solution.w[*other].is_zero()
            };
            let moving = (0..question.unknowns.len()).find(moves);
            match moving {
                Some(other) if is_solved && !question.closure.slipped[other] => question.closure.slipped[other] = true,
                None if is_solved => continue,
                Some(_) | None => question.closure.is_open[row] = true,
            }
            any = true;
        }
        any
    }
}

impl Question {
    /// All unknowns have their own conditions.
    fn restore_motions(&mut self) {
        for place in 0..self.closure.closed.len() {
            let row = self.closure.closed[place];
            for column in 0..self.unknowns.len() {
                let value = self.entry(row, column);
                self.problem.set(row, column, value);
            }
        }
        self.closure.closed.clear();
    }

    /// Solves with the conditions that are replaced: they have no loads, and what follows from them is no motion.
    pub(super) fn with_closed_loops<R>(&mut self, solve: impl FnOnce(&mut Self) -> R) -> R {
        let none = Germ::<ORDERS>::default();
        for &row in &self.closure.closed {
            self.own_load[row] = core::mem::replace(&mut self.problem.free[row], none);
            self.own_size[row] = core::mem::replace(&mut self.problem.free_size[row], none);
        }
        let outcome = solve(self);
        for &row in &self.closure.closed {
            (self.problem.free[row], self.problem.free_size[row]) = (self.own_load[row], self.own_size[row]);
            self.solution.w[row] = none;
        }
        outcome
    }
}
