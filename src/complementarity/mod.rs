//! Which of several things that may hold do hold, and with what torques: one mixed linear complementarity problem, as plain data,
//! and the functions that answer it. No mechanism, no time, no elements.
//!
//! ```text
//! w = a + W·λ          T = t + S·λ = T⁺ − T⁻,  T⁺ ≥ 0, T⁻ ≥ 0, T⁺·T⁻ = 0
//! lower(T⁺, T⁻) ≤ λ ≤ upper(T⁺, T⁻);  w = 0 between them, w ≥ 0 at the lower and w ≤ 0 at the upper bound
//! ```
//!
//! λ are torques, w the relative accelerations (or velocities, in an impact) in their directions, T the torques that cross meshes
//! of gears, whose losses the bounds are. `docs/complementarity.md` says what is proved about it, and what is not.
//!
//! * [`solve`] finds a solution by Lemke's method, beginning where everything rests ([`lemke`], [`start`]).
//! * [`Rest::can_rest`] asks whether all of a block can rest, and [`Rest::share`] which of several λ with the same motion has the
//!   least weighted sum of squares: a quadratic program ([`quadratic`]).
//!
//! Right-hand sides and bounds are [germs](Germ): what is zero now is decided by its first derivative that is not.
//!
//! All memory is taken when a [`Workspace`] is made; nothing is allocated afterwards.

#![allow(rustdoc::private_intra_doc_links)]

mod blocks;
mod certificate;
mod constants;
mod germ;
mod lemke;
mod pairs;
mod problem;
mod quadratic;
mod rest;
mod solution;
mod start;
mod tableau;

#[cfg(test)]
mod enumeration;
#[cfg(test)]
mod tests;

pub use constants::Constants;
pub use germ::{Germ, sum_without_rounding, without_rounding};
pub use problem::{Bound, Law, MeshSlope, Part, Problem, Weight};
pub use quadratic::{QuadraticProgram, Reserve};
pub use rest::{Rest, Share};
pub use solution::{Outcome, Place, Solution};

use crate::memory::{Heap, List};
use start::{Beginning, bound_at};
use tableau::Variable;

/// Space for solving problems of up to a number of unknowns and meshes.
#[derive(Clone, Debug)]
pub struct Workspace<const N: usize> {
    start: start::Start<N>,
    tableau: tableau::Tableau<N>,
    search: lemke::Search<N>,
    torques: certificate::Torques<N>,
    members: List<usize>,
    meshes: List<usize>,
    /// Unknowns that move, while others are looked for.
    moving: List<usize>,
    /// Laws of the problem while another one is solved.
    law: List<Law<N>>,
}

impl<const N: usize> Workspace<N> {
    /// Memory for so many unknowns and meshes.
    pub fn new(most_unknowns: usize, most_meshes: usize, heap: &mut Heap) -> Self {
        let (n, g) = (most_unknowns, most_meshes);
        let most_pairs = 2 * n + g;
        Self {
            start: start::Start::new(n, g, heap),
            tableau: tableau::Tableau::new(most_pairs, most_pairs + 1, heap),
            search: lemke::Search::new(most_pairs, heap),
            torques: certificate::Torques::new(n, heap),
            members: heap.with_capacity(n),
            meshes: heap.with_capacity(g),
            moving: heap.with_capacity(n),
            law: heap.filled(Law::free(), n),
        }
    }

    /// Searches from one beginning after the other, until one finds a solution. Where losses may exceed what causes them there may be
    /// several: then one in which more rests is looked for.
    fn search(&mut self, problem: &mut Problem<N>, solution: &mut Solution<N>, constants: &Constants) -> Outcome {
        let meshes = (self.meshes.len() as u32).min(constants.max_enumerated_meshes);
        let (mut beginning, mut outcome) = (Beginning::default(), Outcome::Ray);
        for next in core::iter::once(beginning).chain(Beginning::others(meshes)) {
            (beginning, outcome) = (next, self.solve_block(problem, next, solution, constants));
            if outcome == Outcome::Solved {
                break;
            }
        }
        let exceeds = |slope: MeshSlope| slope.positive.abs().max(slope.negative.abs()) > 1.0;
        let is_ambiguous = self.members.iter().flat_map(|&i| blocks::slopes(&problem.law[i])).any(exceeds);
        if outcome == Outcome::Solved && is_ambiguous {
            outcome = self.hold_more(problem, beginning, solution, constants);
        }
        outcome
    }

    /// Looks for a solution in which one that moves in that from this beginning rests, and no less at all: that with most at rest.
    fn hold_more(
        &mut self,
        problem: &mut Problem<N>,
        beginning: Beginning,
        solution: &mut Solution<N>,
        constants: &Constants,
    ) -> Outcome {
        let found = self.count_at_rest(Outcome::Solved, solution);
        let (mut best, mut last) = ((found, None), None);
        self.moving.clear();
        let moves = |i: &usize| {
            let has_slope = blocks::slopes(&problem.law[*i]).next().is_some();
            !solution.w[*i].is_zero() && !has_slope && matches!(problem.law[*i], Law::Between(..))
        };
        self.moving.extend(self.members.iter().copied().filter(moves));
        for place in 0..self.moving.len() {
            let i = self.moving[place];
            last = Some(i);
            let found = self.solve_with_hold(problem, i, solution, constants);
            if found > best.0 {
                best = (found, Some(i));
            }
        }
        if best.1 != last {
            match best.1 {
                Some(i) => drop(self.solve_with_hold(problem, i, solution, constants)),
                None => return self.solve_block(problem, beginning, solution, constants),
            }
        }
        Outcome::Solved
    }

    /// Searches for a solution in which an unknown rests; how many do then, if there is one.
    fn solve_with_hold(
        &mut self,
        problem: &mut Problem<N>,
        i: usize,
        solution: &mut Solution<N>,
        constants: &Constants,
    ) -> Option<usize> {
        let meshes = (self.meshes.len() as u32).min(constants.max_reversed_meshes);
        let law = problem.law[i];
        for beginning in core::iter::once(Beginning::default()).chain(Beginning::others(meshes)) {
            problem.law[i] = Law::hold();
            let outcome = self.solve_block(problem, beginning, solution, constants);
            problem.law[i] = law;
            if outcome == Outcome::Solved && self.is_confirmed(problem, solution, constants) {
                return self.count_at_rest(outcome, solution);
            }
        }
        None
    }

    /// Whether what was found with other laws is a solution with those of the problem.
    fn is_confirmed(&mut self, problem: &Problem<N>, solution: &mut Solution<N>, constants: &Constants) -> bool {
        let Self { start, members, meshes, .. } = self;
        start.set_scales(problem, members, meshes);
        certificate::check(problem, (members, meshes), &start.scale, solution, constants).is_ok()
    }

    /// Searches with one unknown after the other at each of its places: a search may miss what it finds with one of them known.
    fn fix_one(
        &mut self,
        problem: &mut Problem<N>,
        (rest, own): (&mut Rest<N>, usize),
        solution: &mut Solution<N>,
        constants: &Constants,
    ) -> Outcome {
        let meshes = (self.meshes.len() as u32).min(constants.max_reversed_meshes);
        let can_be_fixed = |i: &usize| {
            matches!(problem.law[*i], Law::Between(..)) && blocks::slopes(&problem.law[*i]).next().is_none()
        };
        self.moving.clear();
        self.moving.extend(self.members.iter().copied().filter(can_be_fixed));
        for attempt in 0..3 * self.moving.len() {
            let (i, place) = (self.moving[attempt / 3], [Place::Inside, Place::Lower, Place::Upper][attempt % 3]);
            let law = problem.law[i];
            problem.law[i] = match bound_at(&law, place) {
                None => Law::hold(),
                Some(bound) if bound.is_finite() => Law::Given(*bound),
                Some(_) => continue,
            };
            let mut is_found = rest.can_rest(problem, own, solution, constants) == Share::Found;
            let mut beginnings = core::iter::once(Beginning::default()).chain(Beginning::others(meshes));
            while let Some(beginning) = beginnings.next().filter(|_| !is_found) {
                is_found = self.solve_block(problem, beginning, solution, constants) == Outcome::Solved;
            }
            problem.law[i] = law;
            solution.place[i] = place;
            if is_found && self.is_confirmed(problem, solution, constants) {
                return Outcome::Solved;
            }
        }
        Outcome::Ray
    }

    /// Whether principal pivoting from the places that stand in `solution` leads to the solution of a block without losses: w is unique there, so
    /// what is confirmed is it. The first unknown that violates its conditions changes its place: from beyond a bound to it, or from
    /// a bound where w has the wrong sign to between both (Bard's method with the least index, Murty 1974). Where W is singular, or one pivot for each unknown is not enough, a search must find it.
    fn pivot(&mut self, problem: &Problem<N>, solution: &mut Solution<N>, constants: &Constants) -> bool {
        let Self { start, torques, members, meshes, .. } = self;
        if !meshes.is_empty() {
            return false;
        }
        start.set_scales(problem, members, meshes);
        for _ in 0..=members.len() {
            torques.solve(problem, members, &start.scale, solution, constants);
            solution.work += members.len().pow(3) as u64;
            if !members.iter().all(|&i| solution.is_unique[i]) {
                return false;
            }
            match certificate::check(problem, (members, meshes), &start.scale, solution, constants) {
                Ok(()) => return true,
                Err(Some((i, place))) => solution.place[i] = place,
                Err(None) => return false,
            }
        }
        false
    }

    /// The same from the places of a solution of this block with other derivatives or laws.
    fn pivot_again(&mut self, problem: &Problem<N>, solution: &mut Solution<N>, constants: &Constants) -> bool {
        let was_solved = |&i: &usize| {
            solution.outcome[i] == Outcome::Solved && problem.is_given(i) == (solution.place[i] == Place::Given)
        };
        self.members.iter().all(was_solved) && self.pivot(problem, solution, constants)
    }

    /// The same from where all rests. As where a search ends no bound is violated by more than rounding then.
    fn pivot_from_rest(&mut self, problem: &Problem<N>, solution: &mut Solution<N>, constants: &Constants) -> bool {
        for &i in self.members.iter() {
            solution.place[i] = if problem.is_given(i) { Place::Given } else { Place::Inside };
        }
        let strict = Constants { reltol_certificate: constants.reltol_zero, ..*constants };
        self.pivot(problem, solution, &strict)
    }

    fn count_at_rest(&self, outcome: Outcome, solution: &Solution<N>) -> Option<usize> {
        let at_rest = || self.members.iter().filter(|&&i| solution.w[i].is_zero()).count();
        (outcome == Outcome::Solved).then(at_rest)
    }

    /// Whether the losses of a block hold what they are to hold while all else does what it does then; the solution is that. If nothing had
    /// losses that give way, the motion would be unique: so neither the order nor a mirror changes the answer.
    fn losses_hold(
        &mut self,
        problem: &mut Problem<N>,
        rest: &mut Rest<N>,
        own: usize,
        solution: &mut Solution<N>,
        constants: &Constants,
    ) -> bool {
        let holds = |law: &Law<N>| matches!(law, Law::Between(..)) && blocks::slopes(law).next().is_some();
        if self.meshes.is_empty() {
            return false;
        }
        if !self.members.iter().any(|&i| holds(&problem.law[i])) {
            return rest.can_rest(problem, own, solution, constants) == Share::Found;
        }
        for place in 0..self.members.len() {
            let i = self.members[place];
            self.law[i] = problem.law[i];
            if holds(&problem.law[i]) {
                problem.law[i] = Law::hold();
            }
        }
        blocks::list(problem, &solution.block, own, &mut self.members, &mut self.meshes);
        let outcome = self.solve_block(problem, Beginning::default(), solution, constants);
        self.members.iter().for_each(|&i| problem.law[i] = self.law[i]);
        blocks::list(problem, &solution.block, own, &mut self.members, &mut self.meshes);
        if outcome != Outcome::Solved || rest.share(problem, own, solution, constants) != Share::Found {
            return false;
        }
        self.is_confirmed(problem, solution, constants)
    }

    /// Searches for the places of a block, and writes the torques that follow from them.
    fn solve_block(
        &mut self,
        problem: &Problem<N>,
        beginning: Beginning,
        solution: &mut Solution<N>,
        constants: &Constants,
    ) -> Outcome {
        let Self { start, tableau, search, torques, members, meshes, moving: _, law: _ } = self;
        if start.build(problem, (members, meshes), beginning, tableau, constants).is_err() {
            return Outcome::Ray;
        }
        let (outcome, pivots) = search.run(tableau, constants);
        solution.pivots += pivots;
        // Each pivot changes all of the tableau; the torques are solved for once.
        let rows = tableau.rows() as u64;
        solution.work += rows * rows * (pivots as u64 + members.len() as u64);
        for &i in members.iter() {
            let is_at = |gap: Variable| tableau.nonbasic.contains(&gap);
            solution.place[i] = match problem.law[i] {
                Law::Given(_) => Place::Given,
                Law::Between(..) if is_at(Variable::LowerGap(i)) => Place::Lower,
                Law::Between(..) if is_at(Variable::UpperGap(i)) => Place::Upper,
                Law::Between(..) => Place::Inside,
            };
        }
        for &g in meshes.iter() {
            solution.mesh_sign[g] = if tableau.nonbasic.contains(&Variable::MeshPlus(g)) { -1 } else { 1 };
        }
        torques.solve(problem, members, &start.scale, solution, constants);
        let checked = certificate::check(problem, (members, meshes), &start.scale, solution, constants);
        if outcome == Outcome::Solved && checked.is_err() { Outcome::Inaccurate } else { outcome }
    }
}

/// Solves each independent block by itself, beginning where everything rests. How each ended stands in [`Solution::outcome`].
pub fn solve<const N: usize>(
    problem: &mut Problem<N>,
    workspace: &mut Workspace<N>,
    solution: &mut Solution<N>,
    constants: &Constants,
) -> Outcome {
    for_each_block(problem, workspace, solution, constants, |problem, workspace, _, solution| {
        workspace.solve_block(problem, Beginning::default(), solution, constants)
    })
}

/// The same where losses allow several solutions, or hide them from one search: losses hold what they can, and where a search finds
/// nothing others begin elsewhere, until one finds a solution. Without losses only rounding may keep the first search from it.
pub fn decide<const N: usize>(
    problem: &mut Problem<N>,
    (workspace, rest): (&mut Workspace<N>, &mut Rest<N>),
    solution: &mut Solution<N>,
    constants: &Constants,
) -> Outcome {
    for_each_block(problem, workspace, solution, constants, |problem, workspace, own, solution| {
        if workspace.pivot_from_rest(problem, solution, constants) {
            return Outcome::Solved;
        }
        decide_block(problem, (workspace, rest), own, solution, constants)
    })
}

fn decide_block<const N: usize>(
    problem: &mut Problem<N>,
    (workspace, rest): (&mut Workspace<N>, &mut Rest<N>),
    own: usize,
    solution: &mut Solution<N>,
    constants: &Constants,
) -> Outcome {
    if workspace.losses_hold(problem, rest, own, solution, constants) {
        return Outcome::Solved;
    }
    let outcome = workspace.search(problem, solution, constants);
    if outcome == Outcome::Solved || workspace.meshes.is_empty() {
        return outcome;
    }
    workspace.fix_one(problem, (rest, own), solution, constants)
}

/// Finds the independent blocks of a problem: they stand in [`Solution::block`].
pub fn find_blocks<const N: usize>(problem: &Problem<N>, solution: &mut Solution<N>) {
    blocks::find(problem, &mut solution.block);
}

/// [`decide`] after the problem whose solution stands in `solution` has got further derivatives, or other laws of what moves: most blocks go on in
/// the places where they are.
pub fn decide_again<const N: usize>(
    problem: &mut Problem<N>,
    (workspace, rest): (&mut Workspace<N>, &mut Rest<N>),
    solution: &mut Solution<N>,
    constants: &Constants,
) -> Outcome {
    for_each_block(problem, workspace, solution, constants, |problem, workspace, own, solution| {
        if workspace.pivot_again(problem, solution, constants) {
            return Outcome::Solved;
        }
        decide_block(problem, (workspace, rest), own, solution, constants)
    })
}

fn for_each_block<const N: usize>(
    problem: &mut Problem<N>,
    workspace: &mut Workspace<N>,
    solution: &mut Solution<N>,
    constants: &Constants,
    mut solve: impl FnMut(&mut Problem<N>, &mut Workspace<N>, usize, &mut Solution<N>) -> Outcome,
) -> Outcome {
    let n = problem.unknowns();
    blocks::find(problem, &mut solution.block);
    solution.pivots = 0;
    solution.lambda[..n].fill(Germ::default());
    for own in 0..n {
        if solution.block[own] != own {
            continue;
        }
        blocks::list(problem, &solution.block, own, &mut workspace.members, &mut workspace.meshes);
        let outcome = solve(problem, workspace, own, solution);
        (own..n).filter(|&i| solution.block[i] == own).for_each(|i| solution.outcome[i] = outcome);
    }
    // Meshes that bound nothing as well.
    for g in 0..problem.meshes() {
        let (torque, size) = certificate::mesh_torque(problem, g, &solution.lambda);
        solution.mesh[g] = torque.without_rounding(constants.reltol_zero, &size);
    }
    solution.outcome(problem)
}
