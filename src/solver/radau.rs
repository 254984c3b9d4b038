//! One step of the Radau IIA method of order 5 for nonlinear and stiff modes.
//!
//! L-stable, so that the fastest friction dynamics (LuGre sliding: 3·10⁶ 1/s) costs nothing where it has died out. The
//! collocation polynomial is the dense output in which guards are located. Simplified Newton iteration with one real
//! and one complex system per step; notation and constants of Hairer & Wanner, Solving Ordinary Differential
//! Equations II, section IV.8.

use core::cell::Cell;

use super::linear::{Complex, Factors};
use super::work::Work;
use super::{Input, Matrix, System, Vector};

/// The constants of the method.
pub mod collocation {
    pub(super) const SQRT_6: f64 = 2.449_489_742_783_178;
    /// Collocation points.
    pub const NODES: [f64; 3] = [(4.0 - SQRT_6) / 10.0, (4.0 + SQRT_6) / 10.0, 1.0];

    /// Eigenvalues of the inverse Runge-Kutta matrix: one real, one pair α ± iβ.
    pub const GAMMA: f64 = 3.637_834_252_744_496;
    pub const ALPHA: f64 = 2.681_082_873_627_752;
    pub const BETA: f64 = 3.050_430_199_247_41;

    /// Eigenvectors and their inverse.
    pub const T: [[f64; 3]; 3] = [
        [9.123_239_487_089_295e-2, -0.141_255_295_020_954_2, -3.002_919_410_514_742_4e-2],
        [0.241_717_932_707_107, 0.204_129_352_293_799_93, 0.382_942_112_757_262],
        [0.966_048_182_615_093, 1.0, 0.0],
    ];
    pub const T_INVERSE: [[f64; 3]; 3] = [
        [4.325_579_890_063_155, 0.339_199_251_815_809_87, 0.541_770_539_935_874_9],
        [-4.178_718_591_551_905, -0.327_682_820_761_062_4, 0.476_623_554_500_550_44],
        [-0.502_872_634_945_786_9, 2.571_926_949_855_605, -0.596_039_204_828_224_9],
    ];
    /// Weights of the error estimate.
    pub const ERROR_WEIGHTS: [f64; 3] = [(-13.0 - 7.0 * SQRT_6) / 3.0, (-13.0 + 7.0 * SQRT_6) / 3.0, -1.0 / 3.0];

    /// Newton iterations before a step is given up.
    pub const MAX_ITERATIONS: usize = 8;
    /// Newton's error must stay well below the truncation error.
    pub const NEWTON_TOLERANCE: f64 = 1e-2;
}

pub use collocation::NODES;
use collocation::*;

/// Factors of the real and of the complex system of a step.
type RealFactors<S> = Factors<<S as System>::State, f64>;
type ComplexFactors<S> = Factors<<S as System>::State, Complex>;

/// What a step starts from; shared by all tries of a step.
pub struct Base<'a, S: System> {
    /// Branch of the equations.
    pub mode: &'a S::Mode,
    /// States at the start.
    pub state: S::State,
    /// Inputs at the start.
    pub input: Input<S::Inputs>,
    /// Derivatives at the start.
    pub rates: S::State,
    /// ∂(derivatives)/∂(states) at the start, by rows.
    pub jacobian: Matrix<S::State>,
    /// Sizes of the states below which an error does not matter relative to the state.
    scales: S::State,
    /// Error weights: absolute plus relative tolerance of each state.
    pub weights: S::State,
    /// Steps that were tried.
    tries: Cell<u32>,
    /// What may be done yet.
    pub(super) work: &'a Work,
    coarse: Option<f64>,
}

/// What error control keeps to.
#[derive(Clone, Copy, Debug)]
pub struct Accuracy {
    /// Error of a step relative to the states.
    pub tolerance: f64,
    /// The same where the work does not suffice for that, over it; none where the error counts more than the work.
    pub coarse: Option<f64>,
    /// Share of their scales below which an error does not matter.
    pub floor: f64,
}

/// A finished step.
pub struct Step<X> {
    /// Coefficients of the collocation polynomial in θ.
    pub polynomial: [X; 4],
    /// States at the end.
    pub end: X,
    /// Estimated error over the tolerance.
    pub error: f64,
}

impl<'a, S: System> Base<'a, S> {
    /// Evaluates derivatives and Jacobian at the start of a step.
    pub(super) fn new(
        system: &S,
        mode: &'a S::Mode,
        state: S::State,
        input: Input<S::Inputs>,
        accuracy: Accuracy,
        work: &'a Work,
    ) -> Self {
        let Accuracy { tolerance, coarse, floor } = accuracy;
        work.spend(work.weights.implicit_step);
        let scales = system.scales();
        let rates = system.rates(mode, &state, &input);
        let jacobian = system.jacobian(mode, &state, &input);
        let weights = S::State::from_fn(|i| tolerance * (floor * scales[i] + state[i].abs()));
        Self { mode, state, input, rates, jacobian, scales, weights, tries: Cell::new(0), work, coarse }
    }

    /// Number of the steps that were tried.
    pub fn tries(&self) -> u32 {
        self.tries.get()
    }

    /// Whether another may be tried.
    pub fn may_try(&self) -> bool {
        self.work.is_left()
    }

    /// The error that is taken where the work does not suffice for a smaller one, over the tolerance.
    pub fn coarse(&self) -> f64 {
        self.coarse.unwrap_or(1.0)
    }

    /// Whether the work counts more than the error.
    pub fn is_bounded(&self) -> bool {
        self.coarse.is_some()
    }

    /// Tries a step; `None` where Newton does not converge, or not with the work that is left.
    pub fn step(&self, system: &S, length: f64) -> Option<Step<S::State>> {
        self.iterate(system, length, false)
    }

    /// The same where an error up to the coarse tolerance is taken: Newton's iteration ends as soon as what it still lacks is small against that
    /// error. A step whose error is within the tolerance is that of [`Base::step`].
    pub fn coarse_step(&self, system: &S, length: f64) -> Option<Step<S::State>> {
        self.iterate(system, length, true)
    }

    fn iterate(&self, system: &S, length: f64, is_coarse: bool) -> Option<Step<S::State>> {
        self.tries.set(self.tries.get() + 1);
        self.work.spend(self.work.weights.implicit_try);
        let real = self.real_factors(length)?;
        let complex = self.complex_factors(length)?;
        let mut w = [S::State::ZERO; 3];
        let mut z = [S::State::ZERO; 3];
        let mut previous = f64::INFINITY;
        for iteration in 1..=MAX_ITERATIONS {
            if !self.work.begin(self.work.weights.iteration) {
                return None;
            }
            let change = self.newton(system, length, (&real, &complex), &mut w, &z);
            z = transform(&T, &w);
            let rate = change / previous;
            if !change.is_finite() || (iteration > 2 && rate > 1.0) {
                return None;
            }
            let remaining = if iteration > 1 && rate < 1.0 { change * rate / (1.0 - rate) } else { change };
            if remaining <= NEWTON_TOLERANCE || change <= self.rounding() {
                return Some(self.finish(&real, length, &z));
            }
            if is_coarse && iteration > 1 && remaining <= NEWTON_TOLERANCE * self.coarse() {
                let step = self.finish(&real, length, &z);
                if step.error > 1.0 && remaining <= NEWTON_TOLERANCE * step.error {
                    return Some(step);
                }
            }
            previous = change;
        }
        None
    }

    /// Size of a change that is rounding only, in units of the weights.
    fn rounding(&self) -> f64 {
        let largest = |i: usize| self.state[i].abs() / self.weights[i];
        4.0 * f64::EPSILON * (0..S::State::LEN).map(largest).fold(0.0, f64::max)
    }

    /// One Newton iteration on the transformed increments; returns the weighted size of the change.
    fn newton(
        &self,
        system: &S,
        length: f64,
        factors: (&RealFactors<S>, &ComplexFactors<S>),
        w: &mut [S::State; 3],
        z: &[S::State; 3],
    ) -> f64 {
        let stages: [S::State; 3] = core::array::from_fn(|s| self.stage(system, NODES[s] * length, &z[s]));
        let f = transform(&T_INVERSE, &stages);
        let mut still = S::State::each(|i| stages.iter().chain(&*w).all(|of| of[i] == 0.0));
        keep_still(still.as_mut(), &|row, column| self.jacobian[row][column] != 0.0);
        let (gamma, alpha, beta) = (GAMMA / length, ALPHA / length, BETA / length);
        let mut first = S::State::each(|i| f[0][i] - gamma * w[0][i]);
        let mut pair = S::State::each(|i| Complex {
            re: f[1][i] - alpha * w[1][i] + beta * w[2][i],
            im: f[2][i] - alpha * w[2][i] - beta * w[1][i],
        });
        factors.0.solve(&mut first);
        factors.1.solve(&mut pair);
        let mut size = 0.0;
        for i in (0..S::State::LEN).filter(|&i| !still[i]) {
            w[0][i] += first[i];
            w[1][i] += pair[i].re;
            w[2][i] += pair[i].im;
            let change = first[i].abs().max(pair[i].re.abs()).max(pair[i].im.abs());
            size = f64::max(size, change / self.weights[i]);
        }
        size
    }

    /// Derivatives where the states have changed by `z`.
    #[inline(never)]
    fn stage(&self, system: &S, elapsed: f64, z: &S::State) -> S::State {
        let state = S::State::from_fn(|i| self.state[i] + z[i]);
        system.rates(self.mode, &state, &self.input.after(elapsed))
    }

    fn finish(&self, real: &RealFactors<S>, length: f64, z: &[S::State; 3]) -> Step<S::State> {
        let [of_first, of_second, of_third] = ERROR_WEIGHTS;
        let mut error = S::State::each(|i| {
            let sum = of_first * z[0][i] + of_second * z[1][i] + of_third * z[2][i];
            self.rates[i] + sum / length
        });
        real.solve(&mut error);
        let error = (0..S::State::LEN).map(|i| (error[i] / self.weights[i]).abs()).fold(0.0, f64::max);
        let values = [S::State::ZERO, z[0], z[1], z[2]];
        let mut polynomial = interpolate(&values);
        polynomial[0] = self.state;
        let end = S::State::from_fn(|i| self.state[i] + z[2][i]);
        Step { polynomial, end, error }
    }

    /// Of γ/h − J.
    fn real_factors(&self, length: f64) -> Option<RealFactors<S>> {
        let diagonal = GAMMA / length;
        let row = |i| {
            S::State::each(|j| {
                let entry = -self.jacobian[i][j];
                if i == j { entry + diagonal } else { entry }
            })
        };
        Factors::new(S::State::each(row), &self.scales)
    }

    /// Of (α + iβ)/h − J.
    fn complex_factors(&self, length: f64) -> Option<ComplexFactors<S>> {
        let (alpha, beta) = (ALPHA / length, BETA / length);
        let row = |i| {
            S::State::each(|j| {
                let re = -self.jacobian[i][j];
                if i == j { Complex { re: re + alpha, im: beta } } else { Complex { re, im: 0.0 } }
            })
        };
        Factors::new(S::State::each(row), &self.scales)
    }
}

/// Of states without rates, leaves those that none of the others moves: elimination gives them a rounding of theirs, and what sticks or is
/// on a stop would have a velocity.
#[inline(never)]
pub fn keep_still(still: &mut [bool], depends: &dyn Fn(usize, usize) -> bool) {
    let mut is_changed = still.contains(&true);
    while is_changed {
        is_changed = false;
        for row in 0..still.len() {
            if still[row] && (0..still.len()).any(|column| !still[column] && depends(row, column)) {
                (still[row], is_changed) = (false, true);
            }
        }
    }
}

#[inline(never)]
fn transform<X: Vector>(matrix: &[[f64; 3]; 3], vectors: &[X; 3]) -> [X; 3] {
    // Written out: an iterator over the columns is not unrolled, and cost a quarter of all of a step.
    let [a, b, c] = vectors;
    core::array::from_fn(|row| {
        let [of_a, of_b, of_c] = matrix[row];
        X::from_fn(|i| of_a * a[i] + of_b * b[i] + of_c * c[i])
    })
}

/// Coefficients in θ of the cubic through values at 0 and the [`NODES`].
pub fn interpolate<X: Vector>(values: &[X; 4]) -> [X; 4] {
    let mut result = [X::ZERO; 4];
    for i in 0..X::LEN {
        let [c1, c2, _] = NODES;
        let (v0, v1, v2, v3) = (values[0][i], values[1][i], values[2][i], values[3][i]);
        let d01 = (v1 - v0) / c1;
        let d12 = (v2 - v1) / (c2 - c1);
        let d23 = (v3 - v2) / (1.0 - c2);
        let d012 = (d12 - d01) / c2;
        let d123 = (d23 - d12) / (1.0 - c1);
        let d0123 = d123 - d012;
        result[0][i] = v0;
        result[1][i] = d01 - d012 * c1 + d0123 * c1 * c2;
        result[2][i] = d012 - d0123 * (c1 + c2);
        result[3][i] = d0123;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_transform_the_runge_kutta_matrix_to_blocks() {
        let s = SQRT_6;
        let a = [
            [(88.0 - 7.0 * s) / 360.0, (296.0 - 169.0 * s) / 1800.0, (-2.0 + 3.0 * s) / 225.0],
            [(296.0 + 169.0 * s) / 1800.0, (88.0 + 7.0 * s) / 360.0, (-2.0 - 3.0 * s) / 225.0],
            [(16.0 - s) / 36.0, (16.0 + s) / 36.0, 1.0 / 9.0],
        ];
        // A⁻¹·T = T·Λ, so A·T·Λ = T with Λ = [[γ, 0, 0], [0, α, −β], [0, β, α]].
        let blocks = [[GAMMA, 0.0, 0.0], [0.0, ALPHA, -BETA], [0.0, BETA, ALPHA]];
        let product = transform(&a, &transform(&T, &blocks));
        let identity = transform(&T_INVERSE, &T);
        for row in 0..3 {
            for column in 0..3 {
                assert!((product[row][column] - T[row][column]).abs() < 1e-14);
                assert!((identity[row][column] - f64::from(u8::from(row == column))).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn the_interpolation_reproduces_a_cubic() {
        let cubic = |x: f64| [2.0 - x + 3.0 * x * x - 5.0 * x * x * x];
        let c = interpolate(&[cubic(0.0), cubic(NODES[0]), cubic(NODES[1]), cubic(1.0)]);
        for (value, expected) in c.iter().zip([2.0, -1.0, 3.0, -5.0]) {
            assert!((value[0] - expected).abs() < 1e-13);
        }
    }
}
