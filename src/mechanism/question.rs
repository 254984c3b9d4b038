//! What a mechanism asks at an instant, as a complementarity problem ([`crate::complementarity`]): the only place that knows both.
//!
//! ```text
//! w = a + W·λ     W = Nᵀ·M⁻¹·N     N the directions of the candidates, M the inertias of the groups of bodies that gears tie
//! T = t + S·λ                      the torques that cross the meshes of gears
//! ```
//!
//! λ acts on the second body of a contact as its velocity is counted, on a body at a stop, on the first body of a gear; so
//! friction and losses are −λ. Groups are built without losses, so that W is symmetric to the bit; the losses of each gear that
//! follow its mesh torque are an unknown of their own, also where it turns.
//!
//! Right-hand sides and bounds are Taylor coefficients in place of the derivatives of a [`Germ`]: each of them is its derivative over the
//! same k!, so that conditions and order are the same.

use super::candidate::Candidate;
use super::clusters::{Clusters, Joint};
use super::constants::CONSTANTS;
use super::elements::Turning;
use super::loop_closure::LoopClosure;
use super::{Gear, Structure};
use crate::complementarity::{
    Constants, Germ, Law, Outcome, Place, Problem, Reserve, Rest, Share, Solution, Workspace, decide, decide_again,
    find_blocks, sum_without_rounding, without_rounding,
};
use crate::memory::{Heap, List};

/// Coefficients that are looked at: the values and two derivatives.
pub(super) const ORDERS: usize = 3;

/// How a problem is solved.
type Decide =
    fn(&mut Problem<ORDERS>, (&mut Workspace<ORDERS>, &mut Rest<ORDERS>), &mut Solution<ORDERS>, &Constants) -> Outcome;

/// A column of N.
pub(super) type Direction = [Option<(usize, f64)>; 2];

/// The relative motion in a direction per motion of a root.
fn factor(direction: &Direction, root: usize) -> f64 {
    direction.iter().flatten().find(|(own, _)| *own == root).map_or(0.0, |(_, factor)| *factor)
}

/// The product of two columns of N, with these inertias of the roots.
pub(super) fn product(one: &Direction, other: &Direction, inertia: impl Fn(usize) -> f64) -> f64 {
    one.iter().flatten().fold(0.0, |sum, (root, own)| sum + own * factor(other, *root) / inertia(*root))
}

/// A problem, and the space for solving it.
#[derive(Debug)]
pub(super) struct Question {
    /// Bodies that gears tie, without losses.
    pub groups: Clusters,
    /// What each unknown λ belongs to.
    pub unknowns: List<Candidate>,
    /// N: the roots of the groups that each unknown touches, each once, with its relative motion per motion of the root; exactly zero where
    /// gears tie both of its bodies in the same way.
    pub directions: List<Direction>,
    /// The problem.
    pub problem: Problem<ORDERS>,
    /// Its solution.
    pub solution: Solution<ORDERS>,
    /// Loops that close as their contacts deflect, and the loads of the conditions that are replaced for that, with their sizes.
    pub closure: LoopClosure,
    pub own_load: List<Germ<ORDERS>>,
    pub own_size: List<Germ<ORDERS>>,
    workspace: Workspace<ORDERS>,
    rest: Rest<ORDERS>,
    /// What acts on each group, at its root, and the sizes of what it was summed from.
    pub load: List<Germ<ORDERS>>,
    pub load_size: List<Germ<ORDERS>>,
    /// What is given of the motion of a group with a given one, at its root.
    given: List<Germ<ORDERS>>,
    /// Space for forces, accelerations and torques of the links of the groups.
    force: List<f64>,
    acceleration: List<f64>,
    link_torque: List<f64>,
}

impl Question {
    /// Memory for all that could be asked of a structure.
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let (bodies, gears) = (structure.bodies.len(), structure.gears.len());
        // A body may rest against both of its stops.
        let most = 2 * bodies + structure.contacts.len() + gears;
        Self {
            groups: Clusters::new(structure, heap),
            unknowns: heap.with_capacity(most),
            directions: heap.with_capacity(most),
            problem: Problem::new(most, gears, heap),
            solution: Solution::new(most, gears, heap),
            closure: LoopClosure::new(structure, most, heap),
            own_load: heap.filled(Germ::default(), most),
            own_size: heap.filled(Germ::default(), most),
            workspace: Workspace::new(most, gears, heap),
            rest: Rest::new(most, gears, heap),
            load: heap.filled(Germ::default(), bodies),
            load_size: heap.filled(Germ::default(), bodies),
            given: heap.filled(Germ::default(), bodies),
            force: heap.filled(0.0, bodies),
            acceleration: heap.filled(0.0, bodies),
            link_torque: heap.filled(0.0, bodies),
        }
    }

    /// Begins a question without unknowns.
    pub fn begin(&mut self, structure: &Structure) {
        self.groups.build_groups(structure, Turning::NONE);
        self.unknowns.clear();
    }

    /// The direction of a candidate.
    fn direction(&self, structure: &Structure, candidate: Candidate) -> Direction {
        let of = |body: usize| self.groups.factor[body];
        candidate.roots(structure, &self.groups).map(|root| {
            let parts = candidate.parts_in(structure, &self.groups, root?, of);
            Some((root?, sum_without_rounding(parts, CONSTANTS.complementarity.reltol_zero)))
        })
    }

    /// Roots of the groups that an unknown touches, each once.
    pub fn roots(&self, row: usize) -> [Option<usize>; 2] {
        self.directions[row].map(|part| part.map(|(root, _)| root))
    }

    /// Whether gears tie both bodies of an unknown in the same way, so that it has no relative motion whatever acts.
    pub fn never_parts(&self, row: usize) -> bool {
        self.directions[row].iter().flatten().all(|(_, factor)| *factor == 0.0)
    }

    /// Writes N, W and S for the unknowns that are listed. S counts only where losses follow mesh torques.
    pub fn write_directions(&mut self, structure: &Structure) {
        let n = self.unknowns.len();
        let meshes = if structure.gears.iter().any(Gear::is_lossy) { structure.gears.len() } else { 0 };
        self.problem.begin(n, meshes);
        self.closure.begin();
        self.directions.clear();
        for row in 0..n {
            let candidate = self.unknowns[row];
            let direction = self.direction(structure, candidate);
            self.directions.push(direction);
            for column in 0..=row {
                let value = self.entry(row, column);
                self.problem.set(row, column, value);
                self.problem.set(column, row, value);
            }
            if meshes > 0 {
                self.force.fill(0.0);
                let ends = candidate.ends(structure).into_iter().flatten();
                ends.for_each(|(body, sign)| self.force[body] += sign);
                self.solve_groups();
                (0..meshes).for_each(|gear| self.problem.set_mesh(gear, row, self.mesh_torque(gear)));
            }
        }
    }

    /// An entry of W as the directions have it.
    pub fn entry(&self, row: usize, column: usize) -> f64 {
        product(&self.directions[row], &self.directions[column], |root| self.groups.inertia(root))
    }

    /// Torques of the gears under what acts on the bodies.
    fn solve_groups(&mut self) {
        let Self { groups, force, acceleration, link_torque, .. } = self;
        groups.solve(force, acceleration, link_torque);
    }

    /// Mesh torque of a gear, after the groups were solved.
    fn mesh_torque(&self, gear: usize) -> f64 {
        self.groups.body_of(Joint::Gear(gear)).map_or(0.0, |body| self.link_torque[body])
    }

    /// Writes the coefficient number `order` of a and t: what acts on the bodies, besides the unknowns, and the sizes of what that was
    /// summed from; and the accelerations that are `given` at that order.
    pub fn write_loads(
        &mut self,
        structure: &Structure,
        order: usize,
        (force, size): (&mut [f64], &[f64]),
        given: &[f64],
    ) {
        if !structure.motions.is_empty() {
            self.groups.add_inertia_torques(structure, given, force);
            self.given.iter_mut().zip(given).for_each(|(germ, given)| germ.0[order] = *given);
        }
        for (body, root) in self.groups.root.iter().enumerate() {
            if *root == Some(body) {
                (self.load[body].0[order], self.load_size[body].0[order]) = (force[body], size[body]);
            }
        }
        for &body in self.groups.order.iter().rev() {
            if let Some(root) = self.groups.root[body].filter(|root| *root != body) {
                let factor = self.groups.factor[body];
                self.load[root].0[order] += factor * force[body];
                self.load_size[root].0[order] += (factor * size[body]).abs();
            }
        }
        for row in 0..self.unknowns.len() {
            let (mut sum, mut sum_of_sizes) = (0.0, 0.0);
            for (root, factor) in self.directions[row].into_iter().flatten() {
                if self.groups.is_prescribed[root] {
                    sum += factor * self.given[root].0[order];
                    sum_of_sizes += (factor * self.given[root].0[order]).abs();
                    continue;
                }
                let share = factor / self.groups.inertia(root);
                sum += share * self.load[root].0[order];
                sum_of_sizes += share.abs() * self.load_size[root].0[order];
            }
            (self.problem.free[row].0[order], self.problem.free_size[row].0[order]) = (sum, sum_of_sizes);
        }
        if self.problem.meshes() == 0 {
            return;
        }
        self.force.copy_from_slice(force);
        self.solve_groups();
        for gear in 0..self.problem.meshes() {
            let first = structure.gears[gear].first;
            self.problem.mesh_free[gear].0[order] = self.mesh_torque(gear);
            let size = self.groups.root[first].map_or(0.0, |root| self.load_size[root].0[order]);
            self.problem.mesh_free_size[gear].0[order] = size / self.groups.factor[first].abs();
        }
    }

    /// Only the values count.
    pub fn forget_derivatives(&mut self) {
        let Problem { free, free_size, mesh_free, mesh_free_size, .. } = &mut self.problem;
        for germs in [free, free_size, mesh_free, mesh_free_size, &mut self.load, &mut self.load_size, &mut self.given]
        {
            germs.iter_mut().for_each(|germ| *germ = Germ::from(germ.value()));
        }
    }

    /// Solves the problem.
    pub fn solve(&mut self) -> Outcome {
        self.solve_by(decide)
    }

    /// The same after it has got further derivatives, or other laws of what moves.
    pub fn solve_again(&mut self) -> Outcome {
        self.solve_by(decide_again)
    }

    fn solve_by(&mut self, decide: Decide) -> Outcome {
        self.with_closed_loops(|question| {
            let Self { problem, solution, workspace, rest, .. } = question;
            decide(problem, (workspace, rest), solution, &CONSTANTS.complementarity)
        })
    }

    /// Finds the independent blocks of the problem.
    pub fn find_blocks(&mut self) {
        find_blocks(&self.problem, &mut self.solution);
    }

    /// Who carries what where all of a block rests, if it can: friction before all else, and that in its order.
    pub fn hold(&mut self, own: usize, reserve: Reserve, constants: &Constants) -> Share {
        let Self { problem, solution, rest, .. } = self;
        rest.hold(problem, own, reserve, solution, constants)
    }

    /// Bounds that contradict each other, after [`Question::hold`]: −1 the lower of an unknown, 1 the upper.
    pub fn contradiction(&self) -> impl Iterator<Item = (usize, i8)> {
        self.rest.contradiction()
    }

    /// The bound at which the share has an unknown.
    pub fn bound_of(&self, row: usize) -> i8 {
        self.rest.bound_of(row)
    }

    /// Whether the share does without an unknown.
    pub fn is_spared(&self, row: usize) -> bool {
        self.rest.is_spared(row)
    }

    /// w of an unknown under the loads and those of the others that take part.
    pub fn motion_under(&self, row: usize, takes_part: impl Fn(usize) -> bool) -> Germ<ORDERS> {
        let others = (0..self.unknowns.len()).filter(|&other| takes_part(other));
        others.fold(self.problem.free[row], |sum, other| {
            sum.plus(self.problem.at(row, other), &self.solution.lambda[other])
        })
    }

    /// Sign of the mesh torque of a gear in the solution, if it has one.
    pub fn mesh_sign(&self, gear: usize) -> Option<i8> {
        let torque = self.solution.mesh.get(gear)?;
        Some(torque.sign(0.0, &Germ::default())).filter(|sign| *sign != 0)
    }

    /// Sign of a mesh torque that is zero, of a gear at rest: that with which its losses hold most of what would turn it.
    pub fn idle_mesh_sign(&self, structure: &Structure, gear: usize) -> i8 {
        let levels = &structure.gears[gear].levels;
        let row = self.unknowns.iter().position(|unknown| *unknown == Candidate::Gear(gear));
        match row.map_or(0, |row| self.problem.free[row].sign(0.0, &Germ::default())) {
            0 => 1,
            turns if levels.gain(turns, turns) >= levels.gain(turns, -turns) => turns,
            turns => -turns,
        }
    }

    /// Whether the block of an unknown has no solution, and a given motion takes part in it. A ray is no proof of that where losses count: there
    /// gears jam first, and have none.
    pub fn contradicts_motions(&self, row: usize) -> bool {
        let Self { groups, unknowns, problem, solution, .. } = self;
        let block = || (0..unknowns.len()).filter(|&other| solution.block[other] == solution.block[row]);
        let is_driven = |other: usize| self.roots(other).into_iter().flatten().any(|root| groups.is_prescribed[root]);
        solution.outcome[row] == Outcome::Ray
            && block().all(|other| !matches!(unknowns[other], Candidate::Gear(_)) || problem.law[other] == Law::hold())
            && block().any(is_driven)
    }

    /// Whether the places of the solution determine the mesh torque of a gear.
    pub fn determines(&self, gear: usize) -> bool {
        let takes_part = |row: &usize| self.problem.mesh_at(gear, *row) != 0.0;
        (0..self.unknowns.len()).filter(takes_part).all(|row| self.solution.is_unique[row])
    }

    /// Whether an unknown is at one of its bounds, by so many coefficients.
    pub fn is_at_bound(&self, row: usize, orders: usize) -> bool {
        self.is_at(row, orders).contains(&true)
    }

    /// Whether another unknown rests in the same direction as this one and is at none of its bounds, by so many coefficients. Never where losses
    /// follow mesh torques: which of the two carries what changes these, and with them the motion.
    pub fn is_held_beside(&self, row: usize, orders: usize) -> bool {
        let Self { unknowns, problem, solution, .. } = self;
        // Exact for contacts between the same bodies. Rounding may hide others, which then have their derivatives looked at.
        let is_parallel = |other| {
            let both = problem.at(row, other);
            both * both == problem.at(row, row) * problem.at(other, other)
        };
        let holds = |other| solution.place[other] == Place::Inside && !self.is_at_bound(other, orders);
        let is_in_block = |other| solution.block[other] == solution.block[row];
        problem.meshes() == 0
            && (0..unknowns.len()).any(|other| other != row && is_in_block(other) && is_parallel(other) && holds(other))
    }

    /// Whether an unknown is at its lower and its upper bound, by so many coefficients.
    pub fn is_at(&self, row: usize, orders: usize) -> [bool; 2] {
        let Law::Between(lower, upper) = &self.problem.law[row] else { return [false; 2] };
        let (own, scale) = (&self.solution.lambda[row], self.problem.at(row, row));
        let load = self.solution.w_size[row].times(if scale > 0.0 { 1.0 / scale } else { 0.0 });
        [lower, upper].map(|bound| {
            let value = bound.value(&self.solution.mesh);
            let gap = own.plus(-1.0, &value).up_to(orders);
            let size = own.abs().plus(1.0, &value.abs()).plus(1.0, &load);
            bound.is_finite() && gap.sign(CONSTANTS.complementarity.reltol_zero, &size) == 0
        })
    }

    /// Coefficient number `order` of what accelerates a group, with the unknowns; what is rounding is zero.
    pub fn resultant(&self, root: usize, order: usize) -> f64 {
        let (mut sum, mut size) = (self.load[root].0[order], self.load_size[root].0[order]);
        for (direction, lambda) in self.directions.iter().zip(self.solution.lambda.iter()) {
            let torque = factor(direction, root) * lambda.0[order];
            sum += torque;
            size += torque.abs();
        }
        without_rounding(sum, CONSTANTS.complementarity.reltol_zero, size)
    }

    /// Coefficient number `order` of the accelerations of all bodies in the solution.
    pub fn accelerations(&self, order: usize, acceleration: &mut [f64]) {
        for &body in &self.groups.order {
            acceleration[body] = match self.groups.root[body] {
                None => 0.0,
                Some(root) if root == body && self.groups.is_prescribed[root] => self.given[root].0[order],
                Some(root) if root == body => self.resultant(root, order) / self.groups.inertia(root),
                Some(root) => self.groups.factor[body] * acceleration[root],
            };
        }
    }
}
