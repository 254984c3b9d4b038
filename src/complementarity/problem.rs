//! The problem as plain data.

use super::Germ;
use crate::memory::{Heap, List};

/// How a bound follows the torque T = T⁺ − T⁻ that crosses a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshSlope {
    /// Number of the mesh.
    pub mesh: usize,
    /// Change of the bound with T⁺.
    pub positive: f64,
    /// Change of the bound with T⁻.
    pub negative: f64,
}

impl MeshSlope {
    /// Change of the bound with T where T has this sign.
    pub(super) fn with_sign(&self, mesh_sign: i8) -> f64 {
        if mesh_sign < 0 { -self.negative } else { self.positive }
    }
}

/// A bound: constant + positive·T⁺ + negative·T⁻. Not finite: there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound<const N: usize> {
    /// What does not depend on a mesh torque.
    pub constant: Germ<N>,
    /// What does.
    pub slope: Option<MeshSlope>,
}

impl<const N: usize> Bound<N> {
    /// A bound that depends on no mesh torque.
    pub fn constant(constant: Germ<N>) -> Self {
        Self { constant, slope: None }
    }

    /// No bound, on this side.
    pub fn none(sign: f64) -> Self {
        Self::constant(Germ::from(sign * f64::INFINITY))
    }

    /// Its value for these mesh torques.
    pub fn value(&self, mesh: &[Germ<N>]) -> Germ<N> {
        let Some(slope) = self.slope else { return self.constant };
        let torque = &mesh[slope.mesh];
        self.constant.plus(slope.with_sign(torque.sign(0.0, &Germ::default())), torque)
    }

    /// Whether there is a bound.
    pub fn is_finite(&self) -> bool {
        self.constant.is_finite()
    }
}

/// What holds for an unknown λ and its w.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law<const N: usize> {
    /// lower ≤ λ ≤ upper; w = 0 between them, w ≥ 0 at the lower and w ≤ 0 at the upper bound.
    Between(Bound<N>, Bound<N>),
    /// λ is this, and w is whatever follows: the loss of a gear that turns, or a contact that slides.
    Given(Bound<N>),
}

impl<const N: usize> Law<N> {
    /// λ = 0: the unknown carries nothing.
    pub fn free() -> Self {
        Self::Given(Bound::constant(Germ::default()))
    }

    /// w = 0, whatever that takes.
    pub fn hold() -> Self {
        Self::Between(Bound::none(-1.0), Bound::none(1.0))
    }
}

/// When an unknown takes part in a share. Those in reserve are zero as long as the others can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// From the beginning, by its weight.
    First,
    /// In reserve, and then as little as it can, one after the other.
    InOrder,
    /// In reserve, and then all of these together, by their weights.
    Together,
}

/// What an unknown costs in a share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// Factor of the square of λ.
    pub weight: f64,
    /// When it takes part.
    pub part: Part,
}

/// Directions in which bodies may be held, and what may hold them there.
///
/// ```text
/// w = a + W·λ          T = t + S·λ = T⁺ − T⁻,  T⁺ ≥ 0, T⁻ ≥ 0, T⁺·T⁻ = 0
/// ```
///
/// W = Nᵀ·M⁻¹·N is symmetric and positive semidefinite. Right-hand sides and bounds are germs.
#[derive(Clone, Debug)]
pub struct Problem<const N: usize> {
    unknowns: usize,
    meshes: usize,
    /// W by rows.
    matrix: List<f64>,
    /// S by rows.
    mesh_matrix: List<f64>,
    /// a, and the sum of the sizes of what it was summed from.
    pub free: List<Germ<N>>,
    /// The sizes of a.
    pub free_size: List<Germ<N>>,
    /// t.
    pub mesh_free: List<Germ<N>>,
    /// The sizes of t.
    pub mesh_free_size: List<Germ<N>>,
    /// The law of each unknown.
    pub law: List<Law<N>>,
    /// What each unknown costs in a share.
    pub weight: List<Weight>,
}

impl<const N: usize> Problem<N> {
    /// Memory for so many unknowns and meshes.
    pub fn new(most_unknowns: usize, most_meshes: usize, heap: &mut Heap) -> Self {
        let (n, g) = (most_unknowns, most_meshes);
        Self {
            unknowns: 0,
            meshes: 0,
            matrix: heap.filled(0.0, n * n),
            mesh_matrix: heap.filled(0.0, g * n),
            free: heap.filled(Germ::default(), n),
            free_size: heap.filled(Germ::default(), n),
            mesh_free: heap.filled(Germ::default(), g),
            mesh_free_size: heap.filled(Germ::default(), g),
            law: heap.filled(Law::free(), n),
            weight: heap.filled(Weight { weight: 1.0, part: Part::First }, n),
        }
    }

    /// Begins a problem of this size in which everything is zero, every unknown is given, and all cost the same.
    pub fn begin(&mut self, unknowns: usize, meshes: usize) {
        (self.unknowns, self.meshes) = (unknowns, meshes);
        self.matrix[..unknowns * unknowns].fill(0.0);
        self.mesh_matrix[..meshes * unknowns].fill(0.0);
        for germs in [&mut self.free, &mut self.free_size] {
            germs[..unknowns].fill(Germ::default());
        }
        for germs in [&mut self.mesh_free, &mut self.mesh_free_size] {
            germs[..meshes].fill(Germ::default());
        }
        self.law[..unknowns].fill(Law::free());
        self.weight[..unknowns].fill(Weight { weight: 1.0, part: Part::First });
    }

    /// Number of unknowns λ.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }

    /// Number of meshes.
    pub fn meshes(&self) -> usize {
        self.meshes
    }

    /// An entry of W.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.matrix[row * self.unknowns + column]
    }

    /// Sets an entry of W.
    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        self.matrix[row * self.unknowns + column] = value;
    }

    /// An entry of S.
    pub fn mesh_at(&self, mesh: usize, column: usize) -> f64 {
        self.mesh_matrix[mesh * self.unknowns + column]
    }

    /// Sets an entry of S.
    pub fn set_mesh(&mut self, mesh: usize, column: usize, value: f64) {
        self.mesh_matrix[mesh * self.unknowns + column] = value;
    }

    /// The lower and the upper bound of an unknown, as far as there are any.
    pub(super) fn bounds(&self, i: usize) -> (Option<&Bound<N>>, Option<&Bound<N>>) {
        match &self.law[i] {
            Law::Between(lower, upper) => {
                (Some(lower).filter(|bound| bound.is_finite()), Some(upper).filter(|bound| bound.is_finite()))
            }
            Law::Given(_) => (None, None),
        }
    }

    pub(super) fn is_given(&self, i: usize) -> bool {
        matches!(self.law[i], Law::Given(_))
    }
}
