//! A spring with hysteresis: the Bouc-Wen law.
//!
//! ```text
//! τ = α·k·φ + (1 − α)·k·D·z          φ = q_second − q_first;  −τ on the second, +τ on the first
//! D·z' = w·(A − (γ + β·sign(w·z))·|z|ⁿ),   w = φ'          the same as  A·w − β·|w|·|z|ⁿ⁻¹·z − γ·w·|z|ⁿ
//! ```
//!
//! Source: Wen, Y.-K. (1976), Method for random vibration of hysteretic systems, Journal of the Engineering Mechanics Division 102(2),
//! 249-263; with the deflection of yielding D, and the parameters for which it is stable, dissipates and keeps its loops, from Ikhouane,
//! F. & Rodellar, J. (2007), Systems with Hysteresis, Wiley, chapter 2: n ≥ 1, D > 0, k > 0, 0 < α < 1, A > 0, β + γ > 0, β ≥ |γ|.
//! Then |z| never exceeds (A/(β + γ))^(1/n) if it begins within that.
//!
//! The law does not depend on the rate: dz/dφ follows from z and the signs of w and z alone. It is smooth between the zeros of both, which
//! are guards.

use super::{Branch, Coefficients, Crossed, Element, Surface, Watched};
use crate::solver::Beginning;

/// The law between two bodies, or the ground and a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hysteresis {
    /// The first body; `None` is the ground.
    pub first: Option<usize>,
    /// The second.
    pub second: usize,
    /// k [N·m/rad].
    pub stiffness: f64,
    /// α.
    pub stiffness_share: f64,
    /// D [rad].
    pub yield_deflection: f64,
    /// A.
    pub amplitude: f64,
    /// β.
    pub beta: f64,
    /// γ.
    pub gamma: f64,
    /// n.
    pub exponent: f64,
}

/// Guards: the direction of the motion, and the side of z.
const DIRECTION: usize = 0;
const SIDE: usize = 1;
/// Steps in which a bridged interval is taken, with the midpoint rule.
const BRIDGE_STEPS: usize = 32;
/// Halvings after which the end of such a step is known to 1e-12 of the way to the limit.
const BISECTIONS: usize = 40;

impl Hysteresis {
    /// Largest |z|.
    pub fn limit(&self) -> f64 {
        libm::pow(self.amplitude / (self.beta + self.gamma), 1.0 / self.exponent)
    }

    /// D·dz/dφ for motion in this direction, with z on this side.
    fn slope(&self, z: f64, direction: f64, side: f64) -> f64 {
        let power = libm::pow((side * z).max(0.0), self.exponent);
        self.amplitude - self.shape(direction, side) * power
    }

    /// The derivative of that with z.
    fn slope_derivative(&self, z: f64, direction: f64, side: f64) -> f64 {
        let of_power = self.exponent * libm::pow((side * z).max(0.0), self.exponent - 1.0);
        -self.shape(direction, side) * side * of_power
    }

    /// γ + β·sign(w·z).
    fn shape(&self, direction: f64, side: f64) -> f64 {
        self.gamma + self.beta * direction * side
    }

    /// Coefficient number `order` of what is elastic and of what yields in the torque.
    fn parts(&self, at: &Coefficients<'_>, order: usize) -> (f64, f64) {
        let yields = (1.0 - self.stiffness_share) * self.stiffness * self.yield_deflection;
        (self.stiffness_share * self.stiffness * self.deflection(at, order).0, yields * at.state(order, 0))
    }

    fn side_of(z: f64) -> f64 {
        if z < 0.0 { -1.0 } else { 1.0 }
    }
}

impl Element for Hysteresis {
    fn ends(&self) -> [Option<(usize, f64)>; 2] {
        [Some((self.second, -1.0)), self.first.map(|first| (first, 1.0))]
    }

    fn states(&self) -> usize {
        1
    }

    fn torque(&self, [direction, side, ..]: Branch, at: &Coefficients<'_>, order: usize, rates: &mut [f64]) -> f64 {
        let (direction, side) = (f64::from(direction), f64::from(side));
        let z = at.state(order, 0);
        rates[0] = match order {
            0 => self.deflection(at, 0).1 * self.slope(z, direction, side) / self.yield_deflection,
            1 => {
                let now = at.state(0, 0);
                let slope = self.slope(now, direction, side);
                let derivative = self.slope_derivative(now, direction, side);
                (self.deflection(at, 1).1 * slope + self.deflection(at, 0).1 * derivative * z) / self.yield_deflection
            }
            _ => 0.0,
        };
        let (elastic, plastic) = self.parts(at, order);
        elastic + plastic
    }

    fn torque_size(&self, _branch: Branch, at: &Coefficients<'_>, order: usize, _torque: f64) -> f64 {
        let (elastic, plastic) = self.parts(at, order);
        elastic.abs() + plastic.abs()
    }

    fn branch_at(&self, [direction, ..]: Branch, at: &Coefficients<'_>) -> Branch {
        let (rate, z) = (self.deflection(at, 0).1, at.state(0, 0));
        let direction = if rate == 0.0 {
            direction
        } else if rate < 0.0 {
            -1
        } else {
            1
        };
        // What is straight bends in the direction of the motion.
        let side = if z == 0.0 {
            direction
        } else if z < 0.0 {
            -1
        } else {
            1
        };
        [direction, side, 0, 0]
    }

    fn guards(&self, _branch: Branch, add: &mut dyn FnMut(usize)) {
        [DIRECTION, SIDE].into_iter().for_each(add);
    }

    fn guard(&self, [direction, side, ..]: Branch, place: usize, at: &Coefficients<'_>, order: usize) -> f64 {
        if place == DIRECTION {
            f64::from(direction) * self.deflection(at, order).1
        } else {
            f64::from(side) * at.state(order, 0)
        }
    }

    fn guard_size(&self, place: usize, at: &Coefficients<'_>) -> f64 {
        if place == SIDE {
            return self.limit();
        }
        at.velocity(0, Some(self.second)).abs() + at.velocity(0, self.first).abs()
    }

    fn cross(&self, place: usize, now: &mut Crossed<'_>, _is_located: bool) {
        now.branch[place] = -now.branch[place];
        now.known[place] = 1;
        // What is straight bends in the direction of the motion.
        if place == DIRECTION && now.states[0] == 0.0 {
            now.branch[SIDE] = now.branch[DIRECTION];
        }
    }

    fn at_surface(&self, [direction, ..]: Branch, at: &Coefficients<'_>) -> Option<Surface> {
        let stands_still = self.deflection(at, 0).1 == 0.0;
        stands_still.then_some(Surface { place: DIRECTION, of: Watched::DeflectionRate, side: direction })
    }

    fn beginning(&self) -> Beginning {
        Beginning::Smooth
    }

    fn sizes_of_states(&self, _share: f64, _position: f64, sizes: &mut [f64]) {
        sizes.fill(self.limit());
    }

    fn tangent(&self, [direction, ..]: Branch, at: &Coefficients<'_>) -> (f64, f64) {
        let z = at.state(0, 0);
        let slope = self.slope(z, f64::from(direction), Self::side_of(z));
        (self.stiffness * (self.stiffness_share + (1.0 - self.stiffness_share) * slope), 0.0)
    }

    fn bridge(&self, moved: f64, states: &mut [f64]) {
        let direction = if moved < 0.0 { -1.0 } else { 1.0 };
        let step = moved / (self.yield_deflection * BRIDGE_STEPS as f64);
        let (limit, z) = (self.limit(), &mut states[0]);
        let slope = |z: f64| self.slope(z, direction, Self::side_of(z));
        let steepest = self.exponent * (self.beta + self.gamma.abs()) * libm::pow(limit, self.exponent - 1.0);
        *z = z.max(-limit).min(limit);
        for _ in 0..BRIDGE_STEPS {
            let start = *z;
            *z = if steepest * step.abs() < 1.0 {
                let middle = start + 0.5 * step * slope(start);
                (start + step * slope(middle)).max(-limit).min(limit)
            } else {
                // It yields within much less than this step.
                implicit_end(start, direction * limit, |end| end - start - step * slope(end))
            };
        }
    }
}

/// The end of an implicit step from a start towards a limit, to which z goes monotonically: what the step leaves has one zero between both.
fn implicit_end(start: f64, limit: f64, left: impl Fn(f64) -> f64) -> f64 {
    let (mut before, mut behind) = (start, limit);
    for _ in 0..BISECTIONS {
        let middle = 0.5 * (before + behind);
        let is_before = left(middle) * (limit - start) < 0.0;
        *(if is_before { &mut before } else { &mut behind }) = middle;
    }
    0.5 * (before + behind)
}
