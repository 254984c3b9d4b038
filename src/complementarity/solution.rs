//! What is found.

use super::{Germ, Problem};
use crate::memory::{Heap, List};

/// Where an unknown is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Between its bounds: w = 0.
    #[default]
    Inside,
    /// At its lower bound: w ≥ 0.
    Lower,
    /// At its upper bound: w ≤ 0.
    Upper,
    /// Where its law gives it.
    Given,
}

/// How the search for the solution of an independent block has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// With a solution whose conditions were checked.
    #[default]
    Solved,
    /// On a ray. Where all bounds are constant there is no solution then; with losses there may be one.
    Ray,
    /// The pivots that it may take were used up.
    OutOfPivots,
    /// With a solution that does not satisfy its conditions: numbers were rounded too much.
    Inaccurate,
}

/// λ, w and T with their derivatives, and where each is.
#[derive(Clone, Debug)]
pub struct Solution<const N: usize> {
    /// λ. At a bound it is the bound to the bit, if that is constant.
    pub lambda: List<Germ<N>>,
    /// w; exactly zero inside the bounds.
    pub w: List<Germ<N>>,
    /// The sum of the sizes of what w was summed from.
    pub w_size: List<Germ<N>>,
    /// T.
    pub mesh: List<Germ<N>>,
    /// Where each λ is.
    pub place: List<Place>,
    /// The sign of each T: that of the first derivative that is not zero, 1 or −1 where all are.
    pub mesh_sign: List<i8>,
    /// How the block of each unknown has ended.
    pub outcome: List<Outcome>,
    /// The index of the solution of the block of each unknown: the sign of the determinant of the equations of its λ (see
    /// `docs/complementarity.md`), 0 where it was not searched for but can rest.
    pub index: List<i8>,
    /// Whether the places determine each λ.
    pub is_unique: List<bool>,
    /// The block of each unknown: its least unknown.
    pub block: List<usize>,
    /// Pivots of all blocks after their start.
    pub pivots: usize,
    /// Products of all that was asked since the solution was made: what it has cost.
    pub work: u64,
}

impl<const N: usize> Solution<N> {
    /// Memory for so many unknowns and meshes.
    pub fn new(most_unknowns: usize, most_meshes: usize, heap: &mut Heap) -> Self {
        let (n, g) = (most_unknowns, most_meshes);
        Self {
            lambda: heap.filled(Germ::default(), n),
            w: heap.filled(Germ::default(), n),
            w_size: heap.filled(Germ::default(), n),
            mesh: heap.filled(Germ::default(), g),
            place: heap.filled(Place::default(), n),
            mesh_sign: heap.filled(1, g),
            outcome: heap.filled(Outcome::default(), n),
            index: heap.filled(1, n),
            is_unique: heap.filled(true, n),
            block: heap.filled(0, n),
            pivots: 0,
            work: 0,
        }
    }

    /// The first outcome that is not [`Outcome::Solved`], if there is one.
    pub fn outcome(&self, problem: &Problem<N>) -> Outcome {
        let of_all = self.outcome[..problem.unknowns()].iter().copied();
        of_all.fold(Outcome::Solved, |first, next| if first == Outcome::Solved { next } else { first })
    }
}
