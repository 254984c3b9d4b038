//! One implicit step in which contacts, stops, one-way clutches and gears decide together: a complementarity problem for the
//! velocities after the step (Moreau 1988; Stewart & Trinkle 1996; Anitescu & Potra 1997).
//!
//! ```text
//! A·(v⁺ − v) = h·(F̃ + N·λ)     A = M + h·D + h²·K,  F̃ = F(q + h·v, v)
//! w = Nᵀ·v⁺ + gap/h             λ in its bounds: w = 0 between them, w ≥ 0 at the lower, w ≤ 0 at the upper bound
//! ```
//!
//! λ are torques, means over the step. Bodies that gears tie move as one **group** without the losses, so A is symmetric and positive
//! definite whatever turns; the loss of each gear is an unknown. What is in it:
//!
//! | unknown | bounds | w |
//! | --- | --- | --- |
//! | contact at rest | breakaway level; where that does not hold it, its sliding level at rest | relative velocity |
//! | contact that slides | sliding level at its speed; the viscous part belongs to D | relative velocity |
//! | bristles | greatest of steady torque and present torque | v_rel + (λ + σ₀·z)/(σ₀·h + σ₁): they deflect as they move |
//! | creep | greatest torque of the curve | v_rel + (λ + τ − τ'·v_rel)/τ': its tangent where the step ends |
//! | one-way clutch | the same below, none above | relative velocity, not negative |
//! | stop | pushes | what is left of the way to it, over the step |
//! | gear with losses | losses for both parts of its mesh torque, of rest or of turning | velocity of its first body |
//!
//! Without losses the problem always has a solution, and w is unique (`docs/complementarity.md`), so neither the order of the elements
//! nor a mirror changes the motion. Where no solution is found gears with losses jam: they stop.
//!
//! What begins to move takes its sliding level, and a stop that would be passed is added; then the problem is solved again, until
//! nothing changes. Each of them does so once, so the work is bounded. What rests has no velocity at all, and the impulses of the step
//! balance but for rounding.

use super::candidate::{Candidate, Ends, LawOfStep};
use super::clusters::{Clusters, Joint};
use super::constants::CONSTANTS;
use super::expansion::Situation;
use super::question::Question;
use super::ties::is_same_motion;
use super::{ContactMode, GearMode, Mechanism, Mode, Structure};
use crate::complementarity::{Germ, Outcome, sum_without_rounding, without_rounding};
use crate::memory::{Heap, List};
use crate::solver::DenseFactors;

/// Tangents of such curves that one step tries.
const MAX_TANGENTS: usize = 16;

/// The velocities of up to two groups, each with a factor.
type Direction = [(usize, f64); 2];

/// Space of the step.
#[derive(Debug)]
pub(super) struct TimeStepping {
    /// Number of the group of which a body is the root, and of groups.
    number: List<usize>,
    groups: usize,
    /// Groups with a given motion, which are at the end of the step already: no torque accelerates them.
    is_given: List<bool>,
    /// A of the groups, by rows, and its factors.
    matrix: List<f64>,
    factors: DenseFactors<f64>,
    /// F̃ on the bodies, and on the groups, with the sizes of what each was summed from.
    pub force: List<f64>,
    pub size: List<f64>,
    group_force: List<f64>,
    group_size: List<f64>,
    /// Velocities of the groups before the step and after it, and A⁻¹·F̃.
    before: List<f64>,
    after: List<f64>,
    free: List<f64>,
    /// A right-hand side for A, and what follows from it.
    column: List<f64>,
    /// N, and A⁻¹·N by unknowns.
    direction: List<Direction>,
    response: List<f64>,
    /// Mesh torque of each gear per torque on each body.
    mesh_path: List<f64>,
    /// Relative velocity of each contact before the step; of one that creeps where its curve has its tangent.
    pub slip: List<f64>,
    /// Whether contacts and gears have the levels of rest.
    pub contact_rests: List<bool>,
    pub gear_rests: List<bool>,
    /// Gears that stop because no other motion was found.
    pub jams: List<bool>,
    /// Unknowns that are stops from which their bodies are taken.
    pub leaves: List<bool>,
}

/// What a step is made for: no contact acts in it, and no gear has losses.
pub(super) struct Ahead<'a> {
    pub at: Situation<'a>,
    pub duration: f64,
}

fn along(direction: &Direction, of: &[f64]) -> f64 {
    direction.iter().fold(0.0, |sum, (group, factor)| sum + factor * of[*group])
}

/// The sizes of what the same is the sum of.
fn size_along(direction: &Direction, of: &[f64]) -> f64 {
    direction.iter().fold(0.0, |sum, (group, factor)| sum + (factor * of[*group]).abs())
}

/// Stiffness and damping of an element in the branch in which the step begins, the rate of its deflection, and its ends.
fn tangent(at: &Situation<'_>, index: usize) -> ((f64, f64), f64, Ends) {
    let component = &at.structure.components[index];
    let (element, here) = (component.element.get(), component.here(at));
    let ends = element.ends().map(|end| end.map(|(body, divisor)| (body, -1.0 / divisor)));
    (element.tangent(at.mode.components[index], &here), element.deflection(&here, 0).1, ends)
}

/// The torque of a gear's mesh per torque on a body, if the groups do not move.
fn mesh_torque_of(groups: &Clusters, gear: usize, body: usize) -> f64 {
    let (mut at, mut force) = (body, 1.0);
    while let Some(link) = groups.link[at] {
        let carried = -force / link.own;
        if link.joint == Joint::Gear(gear) {
            return carried;
        }
        let Some(parent) = link.parent else { break };
        (at, force) = (parent, link.on_parent * carried);
    }
    0.0
}

fn root(groups: &Clusters, body: usize) -> usize {
    groups.root[body].unwrap_or(body)
}

/// What bodies have as the motion of groups with these numbers; nothing where these can not have it.
fn direction(groups: &Clusters, number: &[usize], ends: Ends) -> Option<Direction> {
    let of_group = |(body, factor): (usize, f64)| (number[root(groups, body)], factor * groups.factor[body]);
    match ends.map(|end| end.map(of_group)) {
        [None, None] => None,
        [Some(one), None] | [None, Some(one)] => Some([one, (one.0, 0.0)]),
        [Some(one), Some(other)] if one.0 != other.0 => Some([one, other]),
        [Some(one), Some(other)] if is_same_motion(one.1, -other.1) => None,
        [Some(one), Some(other)] => Some([(one.0, one.1 + other.1), (one.0, 0.0)]),
    }
}

impl Ahead<'_> {
    /// Visits A of the bodies as a sum of squares of relative velocities, each with its weight.
    fn for_each_square(&self, mut visit: impl FnMut(f64, Ends)) {
        let structure = self.at.structure;
        for (body, part) in structure.bodies.iter().enumerate() {
            visit(part.inertia + self.duration * part.viscous, [Some((body, 1.0)), None]);
        }
        for index in 0..structure.components.len() {
            let ((stiffness, damping), _, ends) = tangent(&self.at, index);
            visit(self.duration * (damping + self.duration * stiffness), ends);
        }
        for (index, contact) in structure.contacts.iter().enumerate() {
            let ends = Candidate::Contact(index).ends(structure);
            visit(self.duration * self.engagement(index) * contact.viscous, ends);
        }
    }
}

impl TimeStepping {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let (n, contacts, gears) = (structure.bodies.len(), structure.contacts.len(), structure.gears.len());
        let most = 2 * n + contacts + gears;
        Self {
            number: heap.filled(0, n),
            groups: 0,
            is_given: heap.filled(false, n),
            matrix: heap.filled(0.0, n * n),
            factors: DenseFactors::with_room(n, heap),
            force: heap.filled(0.0, n),
            size: heap.filled(0.0, n),
            group_force: heap.filled(0.0, n),
            group_size: heap.filled(0.0, n),
            before: heap.filled(0.0, n),
            after: heap.filled(0.0, n),
            free: heap.filled(0.0, n),
            column: heap.filled(0.0, n),
            direction: heap.with_capacity(most),
            response: heap.filled(0.0, most * n),
            mesh_path: heap.filled(0.0, gears * n),
            slip: heap.filled(0.0, contacts),
            contact_rests: heap.filled(false, contacts),
            gear_rests: heap.filled(false, gears),
            jams: heap.filled(false, gears),
            leaves: heap.filled(false, most),
        }
    }

    /// Takes contacts and losses out of a mode, and remembers what was at rest.
    fn begin(&mut self, structure: &Structure, mode: &mut Mode, groups: &Clusters, velocity: &[f64]) {
        for (index, contact) in structure.contacts.iter().enumerate() {
            self.contact_rests[index] = mode.contacts[index].is_at_rest();
            self.slip[index] = if self.contact_rests[index] { 0.0 } else { contact.relative(velocity) };
            mode.contacts[index] = ContactMode::Free;
        }
        for (index, gear) in structure.gears.iter().enumerate() {
            self.gear_rests[index] = match mode.gears[index] {
                GearMode::Held(_) | GearMode::LossSaturated { .. } => true,
                GearMode::Turning { .. } | GearMode::Lossless => false,
            };
            mode.gears[index] = if gear.is_lossy() { GearMode::Held(1) } else { GearMode::Lossless };
        }
        self.jams.fill(false);
        self.leaves.fill(false);
        self.groups = 0;
        for (body, velocity) in velocity.iter().enumerate().filter(|(body, _)| groups.root[*body] == Some(*body)) {
            (self.number[body], self.before[self.groups], self.after[self.groups]) =
                (self.groups, *velocity, *velocity);
            self.is_given[self.groups] = groups.is_prescribed[body];
            self.groups += 1;
        }
    }

    /// Finds the torques over the step, and the velocities of the groups after it.
    fn solve(&mut self, question: &mut Question, ahead: &Ahead<'_>) {
        self.sum_forces(question, ahead);
        if !self.factorise(question, ahead) {
            return;
        }
        self.find_mesh_paths(question, ahead);
        self.list_unknowns(question, ahead);
        for round in 0..=MAX_TANGENTS + self.most_changes(ahead) {
            self.write_problem(question, ahead);
            let is_solved = question.solve() == Outcome::Solved;
            self.find_velocities(question, ahead);
            let jams = !is_solved && self.stop_gears(question);
            let changes =
                [self.let_go(question, ahead), self.add_stops(question, ahead), self.leave_stops(question, ahead)];
            let moves = round < MAX_TANGENTS && self.move_tangents(question, ahead);
            if !(jams || moves || changes.contains(&true)) {
                break;
            }
        }
    }

    /// Each element changes its law once, but gears may turn and then jam, and stops be reached and then left.
    fn most_changes(&self, ahead: &Ahead<'_>) -> usize {
        let Situation { structure, .. } = ahead.at;
        structure.contacts.len() + 2 * structure.gears.len() + 4 * structure.bodies.len()
    }

    /// F̃: what springs change over the step, and the viscous part of contacts.
    fn sum_forces(&mut self, question: &mut Question, ahead: &Ahead<'_>) {
        let Situation { structure, velocity, .. } = ahead.at;
        for index in 0..structure.components.len() {
            let ((stiffness, _), rate, ends) = tangent(&ahead.at, index);
            let change = ahead.duration * stiffness * rate;
            for (body, factor) in ends.into_iter().flatten() {
                self.force[body] -= factor * change;
                self.size[body] += (factor * change).abs();
            }
        }
        for (index, contact) in structure.contacts.iter().enumerate() {
            let torque = ahead.engagement(index) * contact.viscous * contact.relative(velocity);
            for (body, factor) in Candidate::Contact(index).ends(structure).into_iter().flatten() {
                self.force[body] -= factor * torque;
                self.size[body] += torque.abs();
            }
        }
        self.group_force.fill(0.0);
        self.group_size.fill(0.0);
        for body in 0..structure.bodies.len() {
            let (group, factor) = (self.number[root(&question.groups, body)], question.groups.factor[body]);
            self.group_force[group] += factor * self.force[body];
            self.group_size[group] += factor.abs() * self.size[body].max(self.force[body].abs());
        }
    }

    /// Makes the factors of A; whether it is finite.
    fn factorise(&mut self, question: &mut Question, ahead: &Ahead<'_>) -> bool {
        let Self { number, groups, is_given, matrix, factors, column, free, group_force, group_size, .. } = self;
        let n = *groups;
        matrix.fill(0.0);
        ahead.for_each_square(|weight, ends| {
            let Some(direction) = direction(&question.groups, number, ends) else { return };
            for (row, factor) in direction {
                direction.iter().for_each(|(column, other)| matrix[row * n + column] += weight * factor * other);
            }
        });
        for group in (0..n).filter(|&group| is_given[group]) {
            (0..n).for_each(|other| (matrix[group * n + other], matrix[other * n + group]) = (0.0, 0.0));
            (matrix[group * n + group], group_force[group], group_size[group]) = (1.0, 0.0, 0.0);
        }
        (0..n).for_each(|group| column[group] = matrix[group * n + group]);
        if !factors.factorize(&column[..n], |row, column| matrix[row * n + column]) {
            return false;
        }
        free.copy_from_slice(group_force);
        factors.solve(&mut free[..n]);
        true
    }

    /// The mesh torque of each gear with losses per torque on each body: what is behind the mesh, less what accelerates it.
    fn find_mesh_paths(&mut self, question: &mut Question, ahead: &Ahead<'_>) {
        let Self { number, groups, is_given, factors, column, mesh_path, .. } = self;
        let gears = &ahead.at.structure.gears;
        let n = ahead.at.structure.bodies.len();
        for (index, _) in gears.iter().enumerate().filter(|(_, gear)| gear.is_lossy()) {
            let path = &mut mesh_path[index * n..(index + 1) * n];
            path.iter_mut().enumerate().for_each(|(body, path)| *path = mesh_torque_of(&question.groups, index, body));
            column.fill(0.0);
            ahead.for_each_square(|weight, ends| {
                let moved = ends.into_iter().flatten().fold(0.0, |sum, (body, factor)| sum + factor * path[body]);
                for (group, factor) in direction(&question.groups, number, ends).into_iter().flatten() {
                    column[group] += weight * factor * moved;
                }
            });
            accelerate(factors, &is_given[..*groups], column);
            for (body, path) in path.iter_mut().enumerate() {
                let answer = question.groups.factor[body] * column[number[root(&question.groups, body)]];
                *path = without_rounding(
                    *path - answer,
                    CONSTANTS.complementarity.reltol_cancellation,
                    path.abs() + answer.abs(),
                );
            }
        }
    }

    /// Lists what may act in the step: contacts, gears with losses, and stops that are touched or that the bodies would reach by
    /// themselves.
    fn list_unknowns(&mut self, question: &mut Question, ahead: &Ahead<'_>) {
        let Situation { structure, mode, .. } = ahead.at;
        question.unknowns.clear();
        self.direction.clear();
        for (index, contact) in structure.contacts.iter().enumerate() {
            let acts = ahead.engagement(index) > 0.0 || (mode.engaged[index] && !contact.is_continuous());
            if acts || contact.is_freewheel() {
                self.add(question, Candidate::Contact(index), ahead);
            }
        }
        for (index, gear) in structure.gears.iter().enumerate() {
            if gear.is_lossy() {
                self.add(question, Candidate::Gear(index), ahead);
            }
        }
        for group in 0..self.groups {
            self.after[group] = self.before[group] + ahead.duration * self.free[group];
        }
        let _ = self.add_stops(question, ahead);
    }

    /// Adds an unknown, unless its bodies move together anyway.
    pub fn add(&mut self, question: &mut Question, candidate: Candidate, ahead: &Ahead<'_>) {
        let Some(direction) = direction(&question.groups, &self.number, candidate.ends(ahead.at.structure)) else {
            return;
        };
        let Self { groups, is_given, factors, column, response, .. } = self;
        column.fill(0.0);
        direction.iter().for_each(|(group, factor)| column[*group] += factor);
        accelerate(factors, &is_given[..*groups], column);
        response[question.unknowns.len() * *groups..][..*groups].copy_from_slice(&column[..*groups]);
        question.unknowns.push(candidate);
        self.direction.push(direction);
    }

    fn write_problem(&mut self, question: &mut Question, ahead: &Ahead<'_>) {
        let Situation { structure, .. } = ahead.at;
        let has_losses = structure.gears.iter().any(super::Gear::is_lossy);
        let meshes = if has_losses { structure.gears.len() } else { 0 };
        question.problem.begin(question.unknowns.len(), meshes);
        for row in 0..question.unknowns.len() {
            self.write_motion(question, row, ahead.duration);
            let (of, element) = question.unknowns[row].get();
            let LawOfStep { law, offset, compliance } = of.law_of_step(element, row, self, ahead);
            let own = question.problem.at(row, row);
            question.problem.set(row, row, own + compliance);
            question.problem.free[row].0[0] += offset;
            question.problem.free_size[row].0[0] += offset.abs();
            question.problem.law[row] = law;
        }
        let n = structure.bodies.len();
        for mesh in (0..meshes).filter(|&gear| structure.gears[gear].is_lossy()) {
            let path = &self.mesh_path[mesh * n..(mesh + 1) * n];
            let terms = path.iter().zip(self.force.iter().zip(&self.size));
            let (sum, size) = terms.fold((0.0, 0.0), |(sum, all), (path, (force, size))| {
                (sum + path * force, all + path.abs() * size.max(force.abs()))
            });
            (question.problem.mesh_free[mesh], question.problem.mesh_free_size[mesh]) =
                (Germ::from(sum), Germ::from(size));
            for row in 0..question.unknowns.len() {
                let ends = question.unknowns[row].ends(structure).into_iter().flatten();
                let parts = ends.map(|(body, factor)| factor * path[body]);
                question.problem.set_mesh(
                    mesh,
                    row,
                    sum_without_rounding(parts, CONSTANTS.complementarity.reltol_cancellation),
                );
            }
        }
    }

    /// Writes the relative velocity of an unknown after the step.
    fn write_motion(&self, question: &mut Question, row: usize, duration: f64) {
        let Self { groups, direction, response, before, group_force, group_size, .. } = self;
        let problem = &mut question.problem;
        let of = |row: usize| &response[row * *groups..(row + 1) * *groups];
        for column in 0..=row {
            let parts = direction[row].iter().map(|(group, factor)| factor * of(column)[*group]);
            let value = duration * sum_without_rounding(parts, CONSTANTS.complementarity.reltol_cancellation);
            problem.set(row, column, value);
            problem.set(column, row, value);
        }
        let forces = of(row).iter().zip(group_force.iter().zip(group_size.iter()));
        let (gained, size) = forces.fold((0.0, 0.0), |(sum, all), (response, (force, size))| {
            (sum + response * force, all + response.abs() * size)
        });
        problem.free[row] = Germ::from(along(&direction[row], before) + duration * gained);
        problem.free_size[row] = Germ::from(size_along(&direction[row], before) + duration * size);
    }

    /// Relative velocity of an unknown after the step.
    pub fn velocity_after(&self, row: usize) -> f64 {
        along(&self.direction[row], &self.after)
    }

    /// Velocity of a body after the step.
    pub fn velocity_of_body(&self, question: &Question, body: usize) -> f64 {
        question.groups.factor[body] * self.after[self.number[root(&question.groups, body)]]
    }

    fn find_velocities(&mut self, question: &mut Question, ahead: &Ahead<'_>) {
        let Self { groups, is_given, factors, column, after, before, group_force, direction, .. } = self;
        column.copy_from_slice(group_force);
        for (row, direction) in direction.iter().enumerate() {
            let lambda = question.solution.lambda[row].value();
            direction.iter().for_each(|(group, factor)| column[*group] += factor * lambda);
        }
        accelerate(factors, &is_given[..*groups], column);
        for (group, change) in column.iter().enumerate().take(*groups) {
            after[group] = before[group] + ahead.duration * change;
        }
    }

    /// Mean velocity over the step of a group that nothing touches, and on which the same acts throughout: its way is exact then.
    pub fn mean_velocity_of_free(&self, question: &Question, root: usize) -> Option<f64> {
        let (group, n) = (self.number[root], self.groups);
        let is_inertia = |(other, entry): (usize, &f64)| match other == group {
            true => *entry == question.groups.inertia(root),
            false => *entry == 0.0,
        };
        let acts = |(row, direction): (usize, &Direction)| {
            let is_touched = direction.iter().any(|(other, factor)| *other == group && *factor != 0.0);
            is_touched && !question.solution.lambda[row].is_zero()
        };
        let is_free = self.matrix[group * n..(group + 1) * n].iter().enumerate().all(is_inertia)
            && !self.direction.iter().enumerate().any(acts);
        is_free.then(|| (self.before[group] + self.after[group]) / 2.0)
    }

    /// Whether an unknown is at rest after the step, or at its stop.
    pub fn rests(&self, question: &Question, row: usize) -> bool {
        question.solution.w[row].is_zero() && !self.leaves[row]
    }

    /// What moves has its sliding level; whether that is another than before.
    fn let_go(&mut self, question: &mut Question, ahead: &Ahead<'_>) -> bool {
        let mut any = false;
        for row in 0..question.unknowns.len() {
            let (law, element) = question.unknowns[row].get();
            any |= !self.rests(question, row) && law.move_in_step(element, self, ahead);
        }
        any
    }
}

/// Accelerations of the groups for what acts on them; what has a given motion is not accelerated.
fn accelerate(factors: &DenseFactors<f64>, is_given: &[bool], column: &mut [f64]) {
    column.iter_mut().zip(is_given).filter(|(_, is_given)| **is_given).for_each(|(force, _)| *force = 0.0);
    factors.solve(&mut column[..is_given.len()]);
}

/// Place of an unknown, if it has a part in the step.
fn row_of(question: &Question, candidate: Candidate) -> Option<usize> {
    question.unknowns.iter().position(|other| *other == candidate)
}

impl Mechanism {
    /// Takes the velocities over a step of this length. What rests after it, and the stops that were touched before it and are still, stand in the
    /// mode.
    pub(super) fn step_velocities(&mut self, duration: f64) {
        let Self {
            structure,
            mode,
            inputs,
            clusters,
            question,
            expansion,
            time_stepping,
            position,
            velocity,
            internal,
            ..
        } = self;
        question.begin(structure);
        time_stepping.begin(structure, mode, &question.groups, velocity);
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        expansion.forces(&at, &mut time_stepping.force, &mut time_stepping.size);
        question.groups.add_inertia_torques(structure, &expansion.prescribed, &mut time_stepping.force);
        time_stepping.solve(question, &Ahead { at, duration });
        for (body, velocity) in velocity.iter_mut().enumerate() {
            *velocity = time_stepping.velocity_of_body(question, body);
        }
        self.hold_what_rests();
    }

    /// The mode after the step.
    fn hold_what_rests(&mut self) {
        (0..self.structure.contacts.len()).for_each(|contact| self.follow_step_of_contact(contact));
        (0..self.structure.gears.len()).for_each(|gear| self.follow_step_of_gear(gear));
        self.follow_step_at_stops();
    }

    /// Direction in which something moves after the step; 0 where it rests. What gears tie has no relative velocity.
    pub(super) fn sense_after_step(&self, candidate: Candidate) -> i8 {
        let moves = |row: &usize| !self.time_stepping.rests(&self.question, *row);
        match row_of(&self.question, candidate).filter(moves) {
            Some(row) if self.question.solution.w[row].value() > 0.0 => 1,
            Some(_) => -1,
            None => 0,
        }
    }
}
