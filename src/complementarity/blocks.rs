//! Independent blocks: unknowns of one enter no condition of another.

use super::{Law, MeshSlope, Problem};
use crate::memory::List;

/// Finds the block of each unknown, named by its least unknown.
pub(super) fn find<const N: usize>(problem: &Problem<N>, block: &mut [usize]) {
    let block = &mut block[..problem.unknowns()];
    block.iter_mut().enumerate().for_each(|(i, block)| *block = i);
    for i in 0..block.len() {
        for j in 0..block.len() {
            let enters_bound = |slope: MeshSlope| problem.mesh_at(slope.mesh, j) != 0.0;
            if problem.at(i, j) != 0.0 || slopes(&problem.law[i]).any(enters_bound) {
                join(block, i, j);
            }
        }
    }
}

/// Lists the unknowns of a block, and the meshes that enter their bounds.
pub(super) fn list<const N: usize>(
    problem: &Problem<N>,
    block: &[usize],
    own: usize,
    members: &mut List<usize>,
    meshes: &mut List<usize>,
) {
    members.clear();
    members.extend((0..problem.unknowns()).filter(|&i| block[i] == own));
    let enters = |g: usize| members.iter().flat_map(|&i| slopes(&problem.law[i])).any(|slope| slope.mesh == g);
    meshes.clear();
    meshes.extend((0..problem.meshes()).filter(|&g| enters(g)));
}

/// How the bounds of a law follow mesh torques.
pub(super) fn slopes<const N: usize>(law: &Law<N>) -> impl Iterator<Item = MeshSlope> {
    let (first, second) = match law {
        Law::Between(lower, upper) => (lower.slope, upper.slope),
        Law::Given(bound) => (bound.slope, None),
    };
    [first, second].into_iter().flatten()
}

fn join(block: &mut [usize], i: usize, j: usize) {
    let (to, from) = (block[i].min(block[j]), block[i].max(block[j]));
    if to != from {
        block.iter_mut().filter(|block| **block == from).for_each(|block| *block = to);
    }
}
