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
pub use germ::Germ;
pub use problem::{Bound, Law, MeshSlope, Problem, Weight};
pub use rest::{Rest, Share};
pub use solution::{Outcome, Place, Solution};

use crate::memory::{Heap, List};
use start::Beginning;
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
        }
    }

    /// Searches for the places of a block, and writes the torques that follow from them.
    fn solve_block(
        &mut self,
        problem: &Problem<N>,
        beginning: Beginning,
        solution: &mut Solution<N>,
        constants: &Constants,
    ) -> Outcome {
        let Self { start, tableau, search, torques, members, meshes } = self;
        if start.build(problem, (members, meshes), beginning, tableau, constants).is_err() {
            return Outcome::Ray;
        }
        let (outcome, pivots) = search.run(tableau, constants);
        solution.pivots += pivots;
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
        if outcome == Outcome::Solved { checked } else { outcome }
    }
}

/// Solves each independent block by itself, beginning where everything rests. How each ended stands in [`Solution::outcome`].
pub fn solve<const N: usize>(
    problem: &Problem<N>,
    workspace: &mut Workspace<N>,
    solution: &mut Solution<N>,
    constants: &Constants,
) -> Outcome {
    for_each_block(problem, workspace, solution, constants, |workspace, _, solution| {
        workspace.solve_block(problem, Beginning::default(), solution, constants)
    })
}

/// The same where losses allow several solutions, or hide them from one search: what can rest does, and where a search finds nothing
/// others begin elsewhere, until one finds a solution. Without losses only rounding may keep the first search from it.
pub fn decide<const N: usize>(
    problem: &Problem<N>,
    (workspace, rest): (&mut Workspace<N>, &mut Rest<N>),
    solution: &mut Solution<N>,
    constants: &Constants,
) -> Outcome {
    for_each_block(problem, workspace, solution, constants, |workspace, own, solution| {
        let has_losses = !workspace.meshes.is_empty();
        if has_losses && rest.can_rest(problem, own, solution, constants) == Share::Found {
            return Outcome::Solved;
        }
        let mut outcome = workspace.solve_block(problem, Beginning::default(), solution, constants);
        let meshes = workspace.meshes.len() as u32;
        for beginning in Beginning::others(meshes.min(constants.max_enumerated_meshes)) {
            if outcome == Outcome::Solved {
                break;
            }
            outcome = workspace.solve_block(problem, beginning, solution, constants);
        }
        outcome
    })
}

fn for_each_block<const N: usize>(
    problem: &Problem<N>,
    workspace: &mut Workspace<N>,
    solution: &mut Solution<N>,
    constants: &Constants,
    mut solve: impl FnMut(&mut Workspace<N>, usize, &mut Solution<N>) -> Outcome,
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
        let outcome = solve(workspace, own, solution);
        (own..n).filter(|&i| solution.block[i] == own).for_each(|i| solution.outcome[i] = outcome);
    }
    // Meshes that bound nothing as well.
    for g in 0..problem.meshes() {
        let (torque, size) = certificate::mesh_torque(problem, g, &solution.lambda);
        solution.mesh[g] = torque.without_rounding(constants.reltol_zero, &size);
    }
    solution.outcome(problem)
}
