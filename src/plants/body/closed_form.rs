//! A whole step of a Coulomb body in closed form, where no event is possible in it.
//!
//! While sliding under torques that are straight lines in time, with viscous damping c,
//!
//! ```text
//! v' = a₀ + q·t − λ·(v − v₀),   λ = c/J_eff
//! v(h) = v₀ + h·φ₁·a₀ + h²·φ₂·q
//! x(h) = x₀ + h·v₀ + h²·φ₂·a₀ + h³·φ₃·q,   φₖ = φₖ(−λh),  φₖ₊₁(z) = (φₖ(z) − 1/k!)/z,  φ₀ = eᶻ
//! ```
//!
//! and |a(t)| ≤ |a₀| + |q|·t bounds how far every guard can move. Where a guard is nearer than that, the step is left to
//! the expansion, which locates events.

use super::{Body, BodyMode, Situation};
use crate::plants::Order;

/// φ₁, φ₂, φ₃ of the last step, kept: the same step again needs no exponential. A function of damping and length only, so it
/// is not part of the state.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhiFunctions {
    damping: f64,
    length: f64,
    phi: [f64; 3],
}

/// Torques on the body at the start of a step and their slopes.
#[derive(Clone, Copy, Debug)]
pub struct Ramp {
    /// Situation at the start; its `drive` is without viscous torque.
    pub start: Situation,
    /// Slope of the drive [N·m/s].
    pub drive_slope: f64,
    /// Slope of the load [N·m/s].
    pub load_slope: f64,
    /// Viscous coefficient c [N·m·s/rad].
    pub viscous_coefficient: f64,
}

impl PhiFunctions {
    #[inline(always)]
    fn at(&mut self, damping: f64, length: f64) -> [f64; 3] {
        if damping != self.damping || length != self.length {
            *self = Self { damping, length, phi: phi(-damping * length) };
        }
        self.phi
    }
}

/// A velocity that only grows, as after a breakaway, does not vanish, however small it is. Seldom asked for.
#[cold]
fn grows(direction: f64, velocity: f64, acceleration: f64, jerk: f64) -> bool {
    direction * velocity >= 0.0 && direction * acceleration > 0.0 && direction * jerk >= 0.0
}

/// φ₁, φ₂, φ₃ at z ≤ 0: series near zero, where the recursion cancels.
#[inline(never)]
fn phi(z: f64) -> [f64; 3] {
    if z > -1.0 {
        // φ₃ by its series; the recursion upwards, φₖ = z·φₖ₊₁ + 1/k!, is free of cancellation.
        let phi3 = (1..=SERIES_TERMS).rev().fold(0.0, |sum, k| (sum * z + 1.0) / f64::from(k + 2)) / 2.0;
        let phi2 = z * phi3 + 0.5;
        return [z * phi2 + 1.0, phi2, phi3];
    }
    let phi1 = libm::expm1(z) / z;
    let phi2 = (phi1 - 1.0) / z;
    [phi1, phi2, (phi2 - 0.5) / z]
}

/// 1/18! is below rounding error.
const SERIES_TERMS: u32 = 17;

impl Body {
    /// Position and velocity after `length`, or `None` where an event may happen or the law is another.
    #[inline(always)]
    pub fn closed_form_step(
        &self,
        mode: &BodyMode,
        ramp: &Ramp,
        length: f64,
        phi: &mut PhiFunctions,
    ) -> Option<(f64, f64)> {
        if !self.has_exact_propagator() {
            return None;
        }
        if mode.regime == 0 { self.rest_step(mode, ramp, length) } else { self.sliding_step(mode, ramp, length, phi) }
    }

    #[inline(always)]
    fn rest_step(&self, mode: &BodyMode, ramp: &Ramp, length: f64) -> Option<(f64, f64)> {
        let (drive, load) = (ramp.drive_slope.abs() * length, ramp.load_slope.abs() * length);
        let by = Situation { order: Order::HIGHER, position: 0.0, velocity: 0.0, deflection: 0.0, drive, load };
        let [reach, _, load_reach, _] = self.reach(mode, &by);
        let band = self.band(&ramp.start, mode.load_side);
        let active = ramp.start.active();
        let forward = mode.end_stop > 0 || band.forward - active > reach;
        let backward = mode.end_stop < 0 || band.backward + active > reach;
        let side = self.keeps_side(mode, ramp.start.load, load_reach);
        (forward && backward && side).then_some((ramp.start.position, 0.0))
    }

    #[inline(always)]
    fn sliding_step(&self, mode: &BodyMode, ramp: &Ramp, length: f64, phi: &mut PhiFunctions) -> Option<(f64, f64)> {
        let Situation { position, velocity, drive, load, .. } = ramp.start;
        let branch = self.branch(mode);
        let damping = ramp.viscous_coefficient * branch.inverse_inertia;
        let coulomb = self.levels.signed_coulomb(mode.regime);
        let forced = (drive - branch.load_factor * load - coulomb) * branch.inverse_inertia;
        let acceleration = forced - damping * velocity;
        let jerk = (ramp.drive_slope - branch.load_factor * ramp.load_slope) * branch.inverse_inertia;
        let jump = jerk.abs() * length;
        let change = length * (acceleration.abs() + jump);
        let travelled = length * (velocity.abs() + change);
        let ahead = if mode.regime > 0 { self.upper - position } else { position - self.lower };
        let mesh = load + self.load_inertia * acceleration;
        let mesh_reach = ramp.load_slope.abs() * length + self.load_inertia * (acceleration.abs() + jump);
        let direction = f64::from(mode.regime);
        let moves = direction * velocity > change || grows(direction, velocity, acceleration, jerk);
        if !moves || ahead <= travelled || !self.keeps_side(mode, mesh, mesh_reach) {
            return None;
        }
        let [phi1, phi2, phi3] = phi.at(damping, length);
        let end_velocity = velocity + length * (phi1 * acceleration + length * (phi2 * jerk));
        let moved = velocity + length * (phi2 * acceleration + length * (phi3 * jerk));
        Some((position + length * moved, end_velocity))
    }

    #[inline]
    fn keeps_side(&self, mode: &BodyMode, mesh: f64, reach: f64) -> bool {
        !self.load_matters() || (mesh == 0.0 && reach == 0.0) || f64::from(mode.load_side) * mesh > reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_phi_functions_meet_their_closed_forms_on_both_sides_of_the_switch() {
        for z in [-0.999_f64, -1.001, -5.0, -40.0] {
            let [phi1, phi2, phi3] = phi(z);
            assert!((phi1 - (libm::exp(z) - 1.0) / z).abs() < 1e-15);
            assert!((phi2 - (libm::exp(z) - 1.0 - z) / (z * z)).abs() < 1e-15);
            assert!((phi3 - (libm::exp(z) - 1.0 - z - z * z / 2.0) / (z * z * z)).abs() < 1e-15);
        }
        assert_eq!(phi(0.0), [1.0, 0.5, 1.0 / 6.0]);
    }
}
