//! Numerical constants of the complementarity problem and of the quadratic program.

/// What counts as zero, and how long a search may be. Each number is relative, so that units do not matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// A number is rounding if it is no more than this share of the sum of the sizes of what it was summed from. Sums of some
    /// hundred products are off by some 1e-14 of that; pivots may amplify it by 100.
    pub reltol_zero: f64,
    /// A matrix entry is rounding if it is no more than this share of the two numbers that it is the difference of.
    pub reltol_cancellation: f64,
    /// An unknown depends on others if elimination leaves no more than this share of its diagonal.
    pub reltol_rank: f64,
    /// An entry is no pivot if it is no more than this share of the largest of its column.
    pub reltol_pivot: f64,
    /// On the diagonal it is one from this share of the largest on: symmetric exchanges keep more digits.
    pub min_diagonal_pivot: f64,
    /// What is left of a row after a projection is rounding below this share of it. Coarser than elsewhere: rows are sums already.
    pub reltol_projection: f64,
    /// Two sums of squares of shares are the same if they differ by this share of them.
    pub reltol_cost: f64,
    /// A solution is one if its conditions hold but for this share of the sizes of what was summed.
    pub reltol_certificate: f64,
    /// Pivots for each complementary pair. Lemke's method takes about one in practice, and exponentially many in examples made for it
    /// (Murty 1978; Fathi 1979).
    pub max_pivots_per_pair: usize,
    /// Most meshes of a block whose signs are all tried where it is asked whether it can rest.
    pub max_enumerated_meshes: u32,
    /// Most meshes of a block whose signs are reversed at the beginning of a search for a solution in which more rests: it is not needed.
    pub max_reversed_meshes: u32,
    /// Weight of the squares of the changes of all unknowns in a proximal step, beside those squares that are made least: little, but so that there is
    /// one solution.
    pub proximal_weight: f64,
    /// Proximal steps, each of which leaves that share of the difference to the least squares.
    pub proximal_steps: usize,
    /// Exchanges of the quadratic program for each inequality: the method ends, but numbers are rounded.
    pub max_exchanges: usize,
}

impl Constants {
    /// Those of the product.
    pub const DEFAULT: Self = Self {
        reltol_zero: 1e-12,
        reltol_cancellation: 1e-14,
        reltol_rank: 1e-11,
        reltol_pivot: 1e-10,
        min_diagonal_pivot: 0.5,
        reltol_projection: 1e-9,
        reltol_cost: 1e-9,
        reltol_certificate: 1e-11,
        max_pivots_per_pair: 16,
        max_enumerated_meshes: 6,
        max_reversed_meshes: 1,
        proximal_weight: 1e-6,
        proximal_steps: 3,
        max_exchanges: 8,
    };
}

impl Default for Constants {
    fn default() -> Self {
        Self::DEFAULT
    }
}
