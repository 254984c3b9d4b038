//! A bridged interval: set-valued implicit steps of the body.
//!
//! ```text
//! J·(v⁺ − v)/h = A − c·v⁺ − F(v⁺),   x⁺ = x + h·v⁺ within the travel
//! ```
//!
//! A is the active torque at rest and c what it falls by with v⁺, that of the position at the end included. F is what the law makes of
//! v⁺: a level of a law that sticks is any value up to it at v⁺ = 0, so that what it holds has velocity exactly zero; a curve that creeps is taken
//! at v⁺; and bristles deflect by an implicit step of their own:
//!
//! ```text
//! F = σ₀·z⁺ + σ₁·(z⁺ − z)/h,   z⁺ = (z + h·v⁺)/(1 + α·h·|v⁺|/g(v⁺))
//! ```
//!
//! With z no larger than the steady deflection at rest, z⁺ is not either, whatever h is: F stays within σ₀·ẑ + σ₁·2ẑ/h, between whose roots
//! the one of the equation lies. Where F falls with the speed there may be several; taken is one on the way from v.

use crate::friction::{Band, Characteristic, ContinuousLaw, RestRatios};

use super::{Body, BodyMode, Situation, side, sign};

/// Position, velocity and deflection of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// [rad].
    pub position: f64,
    /// [rad/s].
    pub velocity: f64,
    /// Of bristles [rad].
    pub deflection: f64,
}

/// Every so many of them halves the interval.
const HALVING: u32 = 3;
/// Share of its torques to which the equation is solved.
const SOLVED: f64 = 1e-13;

/// How a step is taken.
#[derive(Clone, Copy, Debug)]
pub struct ImplicitStep {
    /// c [N·m·s/rad].
    pub damping: f64,
    /// [s].
    pub length: f64,
    /// Of the law, at most, beside that at the begin.
    pub evaluations: u32,
}

impl Body {
    /// One step; `rest` is the situation at its start without the velocity, under what acts at its end.
    pub fn implicit_step(&self, mode: &mut BodyMode, motion: &mut Motion, rest: &Situation, over: ImplicitStep) {
        let ImplicitStep { damping, length, evaluations } = over;
        mode.load_side = side(rest.load, mode.load_side);
        let inertia = self.total_inertia() / length;
        let balance = Balance {
            slope: inertia + damping,
            impulse: inertia * motion.velocity + rest.active(),
            length,
            deflection: motion.deflection,
        };
        let moved = match self.law.continuous() {
            Some(law) => balance.solve(law, motion.velocity, evaluations),
            None => {
                let held = self.bridging_band(motion.velocity, mode.load_side, rest).hold(balance.impulse);
                (balance.impulse - held) / balance.slope
            }
        };
        let [least, most] = [self.lower, self.upper].map(|end| (end - motion.position) / length);
        let velocity = moved.max(least).min(most);
        if let Some(law) = self.law.continuous() {
            motion.deflection = law.deflection_at(velocity, motion.deflection, length);
        }
        if moved > most {
            motion.position = self.upper;
        } else if moved < least {
            motion.position = self.lower;
        } else if moved != 0.0 {
            // Only then: the sum of -0.0 and 0.0 is 0.0.
            motion.position = (motion.position + length * moved).max(self.lower).min(self.upper);
        }
        let is_blocked = self.is_blocked(self.touched_stop(motion.position), sign(moved));
        motion.velocity = if is_blocked || moved == 0.0 { 0.0 } else { velocity };
    }

    /// Friction of an implicit step: the sliding level in the direction of the velocity, and the breakaway level in the other,
    /// because the body comes to rest before it turns back.
    fn bridging_band(&self, velocity: f64, load_side: i8, rest: &Situation) -> Band {
        let breakaway = self.band(rest, load_side);
        if velocity == 0.0 || !self.sticks() {
            return breakaway;
        }
        let characteristic = self.law.characteristic().unwrap_or(&Characteristic::Coulomb);
        let sliding =
            characteristic.levels_at_rest(&self.levels).band(1.0, RestRatios::alike(1.0), load_side, rest.load);
        if velocity > 0.0 {
            Band { forward: sliding.forward, ..breakaway }
        } else {
            Band { backward: sliding.backward, ..breakaway }
        }
    }

    /// The mode after the last step: free to stick or, by [`Body::leave_rest`], to go.
    pub fn end_bridge(&self, mode: &mut BodyMode, motion: &Motion) {
        mode.regime = sign(motion.velocity);
        mode.segment = self.segment(motion.velocity);
        mode.end_stop = if mode.regime == 0 { self.touched_stop(motion.position) } else { 0 };
    }
}

/// The equation for the velocity at the end of a step.
#[derive(Clone, Copy)]
struct Balance {
    /// J/h + c.
    slope: f64,
    /// J·v/h + A.
    impulse: f64,
    length: f64,
    deflection: f64,
}

impl Balance {
    /// What is missing in `slope·v⁺ + F(v⁺) = impulse`.
    fn residual(&self, law: ContinuousLaw<'_>, velocity: f64) -> f64 {
        self.slope * velocity + law.torque_at(velocity, self.deflection, self.length) - self.impulse
    }

    /// The root on the way from the velocity before: by the secants of Illinois within what the largest friction allows, with a halving
    /// now and then where they are slow.
    fn solve(&self, law: ContinuousLaw<'_>, before: f64, evaluations: u32) -> f64 {
        let (mut a, mut at_a) = (before, self.residual(law, before));
        let most = law.most_torque(self.deflection, self.length);
        let enough = SOLVED * (self.impulse.abs() + most);
        if at_a.abs() <= enough {
            return a;
        }
        let mut b = (self.impulse - libm::copysign(most, at_a)) / self.slope;
        let mut at_b = self.residual(law, b);
        for number in 1..evaluations {
            let between = if number % HALVING == 0 { 0.5 * (a + b) } else { b - at_b * ((b - a) / (at_b - at_a)) };
            let value = self.residual(law, between);
            if value.abs() <= enough || between == a || between == b {
                return between;
            }
            if (value < 0.0) == (at_b < 0.0) {
                at_a *= 0.5;
            } else {
                (a, at_a) = (b, at_b);
            }
            (b, at_b) = (between, value);
        }
        b
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friction::{Bristle, LevelRatios, Slip};

    const BRISTLE: Bristle = Bristle {
        stiffness: 1e9,
        damping: 1e5,
        coulomb: 2e3,
        excess: 1e3,
        stribeck_velocity: 1e-3,
        exponent: 2.0,
        slip: Slip::Always,
        ratios: LevelRatios::of_backward(1.0),
    };

    #[test]
    fn an_implicit_step_of_bristles_solves_its_equation_and_never_exceeds_the_breakaway_deflection() {
        for slip in [Slip::Always, Slip::Beyond(0.7)] {
            let law = Bristle { slip, ..BRISTLE };
            let law = ContinuousLaw::Bristle(&law);
            for length in [1e-12, 1e-6, 1e-3, 1.0] {
                for (velocity, deflection, active) in
                    [(0.0, 0.0, 1e4), (2.0, -3e-6, -5e5), (-1e-4, 3e-6, 2900.0), (1e-3, 2.5e-6, 0.0)]
                {
                    let slope = 25.0 / length;
                    let balance = Balance { slope, impulse: slope * velocity + active, length, deflection };
                    let found = balance.solve(law, velocity, 40);
                    let size = balance.impulse.abs() + law.most_torque(deflection, length);
                    // Where F jumps by a rounding of v⁺ no double solves it better.
                    let rounding = 4.0 * f64::EPSILON * slope * found.abs();
                    assert!(balance.residual(law, found).abs() <= SOLVED * size + rounding, "{length} {velocity}");
                    assert!(law.deflection_at(found, deflection, length).abs() <= 3e-6 * (1.0 + f64::EPSILON));
                }
            }
        }
    }

    #[test]
    fn what_bristles_hold_does_not_move_in_an_implicit_step_of_any_length() {
        let law = ContinuousLaw::Bristle(&BRISTLE);
        for length in [1e-9, 1e-3, 10.0] {
            let balance = Balance { slope: 25.0 / length, impulse: 2e3, length, deflection: 2e-6 };
            assert_eq!(balance.solve(law, 0.0, 1), 0.0);
        }
    }
}
