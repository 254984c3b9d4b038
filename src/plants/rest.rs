//! When a contact counts as at rest under a law that creeps or has bristles, so that its events mean the same under every law.
//!
//! Under such a law the velocity passes through zero smoothly, and nothing but a criterion defines a stop. With the level f_s that
//! the law holds at most, the active torque T along the motion, the speed |v| and the inertia J:
//!
//! | | a rest begins where | and ends where |
//! |---|---|---|
//! | a law that creeps (Johari Majd & Simaan) | the speed falls below ω_r, that of the peak of the curve | it exceeds 2·ω_r |
//! | bristles | the presliding regime begins: the deflection z along the motion is below 90 % of the steady one | that regime has ended, and friction cannot hold: `T > f(v)`, or `J·v²/2 > (ẑ − z)·(σ₀·(ẑ + z)/2 − T) + f_s·ẑ/2` with the breakaway deflection ẑ = f_s/σ₀ |
//!
//! f(v) is the steady friction at the present speed: f_s at rest, and less beyond the Stribeck velocity. The faster a torque grows, the lower
//! is the level at which bristles slip; behind a slow servo T never comes to f_s. The first term on the right is the work that bristles still take up to breakaway, less that of the active torque; the second is what
//! they store there. What has more slips by more than ẑ/2. What swings on its bristles has less, whatever the load.
//!
//! Where a rest would begin while |T| exceeds f_s against the motion, friction cannot hold: that is a reversal, as under a law that
//! sticks, and the end of the zero crossing is no event.
//!
//! What is at rest and swings or creeps to an end stop has no event, as it would not move under a law that sticks. But a strike with more
//! energy than bristles store up to breakaway, J·v²/2 > f_s·ẑ/2, is one: soft bristles let a body come fast.
//!
//! An event ends an internal step, but changes neither equations nor states. T and J of one body are defined in [`body`](super::body),
//! and of a contact between several where these are known.

use super::EventKind;
use super::body::sign;
use crate::friction::{Band, Bristle, ContinuousLaw};

/// Whether a contact counts as at rest under a law that creeps or has bristles. Under a law that sticks the regime shows that, and this
/// stays [`Rest::Moving`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// It moves.
    Moving,
    /// It is at rest.
    AtRest,
    /// It passes through rest: friction cannot hold it.
    Passing,
}

impl Rest {
    /// The number by which it is saved.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// From the number by which it is saved; another one is that of a motion.
    pub fn from_number(number: i32) -> Self {
        match number {
            1 => Self::AtRest,
            2 => Self::Passing,
            _ => Self::Moving,
        }
    }
}

/// A rest under a law that creeps ends at so many times the speed below which it begins.
const HYSTERESIS: f64 = 2.0;
/// Share of the breakaway deflection by which that at a located event may be wrong.
const LOCATED: f64 = 1e-9;

/// A motion that passes through zero velocity, as the criterion sees it: where it is, and what drives it.
#[derive(Clone, Copy, Debug)]
pub struct ZeroCrossing<'a> {
    /// The law.
    pub law: ContinuousLaw<'a>,
    /// Direction of the motion: 0 only of what has not moved yet.
    pub direction: i8,
    /// Velocity [rad/s].
    pub velocity: f64,
    /// Deflection of the bristles [rad].
    pub deflection: f64,
    /// Active torque: the friction that would hold it at a constant velocity [N·m].
    pub active: f64,
    /// Inertia [kg·m²].
    pub inertia: f64,
}

impl ZeroCrossing<'_> {
    /// Whether it counts as at rest where the simulation, or the contact, begins. What begins in motion, with bristles that are not
    /// deflected yet, slips without having been at rest.
    pub fn initial(&self) -> Rest {
        match self.law {
            _ if self.direction == 0 => Rest::AtRest,
            _ if self.guard(Rest::Moving, 1.0) > 0.0 => Rest::Moving,
            ContinuousLaw::Bristle(bristle) if self.short_of_breakaway(bristle) < 0.0 => Rest::Passing,
            ContinuousLaw::Creeping(_) | ContinuousLaw::Bristle(_) => Rest::AtRest,
        }
    }

    /// Negative where a rest begins or ends; `absent` where there is no level.
    #[inline]
    pub fn guard(&self, rest: Rest, absent: f64) -> f64 {
        match self.law {
            ContinuousLaw::Creeping(curve) => match rest {
                Rest::Moving => self.velocity.abs() - curve.resting_speed(),
                Rest::AtRest | Rest::Passing => HYSTERESIS * curve.resting_speed() - self.velocity.abs(),
            },
            ContinuousLaw::Bristle(bristle) if bristle.greatest_torque() > 0.0 => {
                let along = f64::from(self.direction) * self.deflection;
                match rest {
                    Rest::Moving => -bristle.short_of_sliding(self.signed_velocity(), along),
                    Rest::AtRest | Rest::Passing => {
                        // Both must be negative. That of breakaway needs no exponential, and is positive as a rule.
                        let short_of_breakaway = self.short_of_breakaway(bristle);
                        if short_of_breakaway > 0.0 {
                            short_of_breakaway
                        } else {
                            bristle.short_of_sliding(self.signed_velocity(), along)
                        }
                    }
                }
            }
            ContinuousLaw::Bristle(_) => absent,
        }
    }

    /// Whether bristles that are at rest, or pass through it, stay so while speed, deflection and active torque along the motion are at most
    /// what they are here, and the deflection from `least` on.
    pub fn lasts_from(&self, least: f64) -> bool {
        let ContinuousLaw::Bristle(bristle) = self.law else { return false };
        let along = f64::from(self.direction) * self.deflection;
        // What is missing to breakaway is concave in the deflection: least at an end.
        bristle.short_of_sliding(self.signed_velocity(), along) > 0.0
            || [self.deflection, least]
                .iter()
                .all(|&deflection| Self { deflection, ..*self }.short_of_breakaway(bristle) > 0.0)
    }

    /// Whether presliding has ended where the guard of `rest` was located: that jumps up where friction can no longer hold before it
    /// has, and a location may take the foot of the jump for a zero.
    pub fn is_past_presliding(&self, rest: Rest) -> bool {
        match self.law {
            ContinuousLaw::Bristle(bristle) if rest != Rest::Moving => {
                let along = f64::from(self.direction) * self.deflection;
                let size = bristle.breakaway_torque(f64::from(self.direction)) / bristle.stiffness;
                bristle.short_of_sliding(self.signed_velocity(), along) <= LOCATED * size
            }
            ContinuousLaw::Bristle(_) | ContinuousLaw::Creeping(_) => true,
        }
    }

    /// The velocity with the sign of the direction, also where it is zero.
    fn signed_velocity(&self) -> f64 {
        libm::copysign(self.velocity, f64::from(self.direction))
    }

    /// What is missing before friction cannot hold: of the torque, over σ₀, or of the energy, over f_s [rad].
    fn short_of_breakaway(&self, bristle: &Bristle) -> f64 {
        let direction = f64::from(self.direction);
        let (active, level) = (direction * self.active, bristle.breakaway_torque(direction));
        let energy = 0.5 * self.inertia * self.velocity * self.velocity;
        let taken = bristle.work_to_slip(direction, direction * self.deflection, active);
        (bristle.steady_deflection(self.signed_velocity()) - active / bristle.stiffness).min((taken - energy) / level)
    }

    /// What follows where the guard of `rest` is crossed, and the event of it.
    pub fn cross(&self, rest: Rest) -> (Rest, Option<EventKind>) {
        match rest {
            Rest::Moving => self.begin(self.direction_of_motion()),
            Rest::AtRest => (Rest::Moving, Some(EventKind::Breakaway { direction: self.direction })),
            Rest::Passing => (Rest::Moving, None),
        }
    }

    /// What zero velocity means, after motion in `direction`.
    pub fn pass_zero(&self, rest: Rest, direction: i8) -> (Rest, Option<EventKind>) {
        match rest {
            Rest::Moving => self.begin(direction),
            Rest::Passing if self.pushed() == 0 => (Rest::AtRest, Some(EventKind::Stop)),
            Rest::AtRest | Rest::Passing => (rest, None),
        }
    }

    fn begin(&self, direction: i8) -> (Rest, Option<EventKind>) {
        match self.pushed() {
            0 => (Rest::AtRest, Some(EventKind::Stop)),
            pushed if pushed == direction => (Rest::Passing, None),
            pushed => (Rest::Passing, Some(EventKind::Reversal { direction: pushed })),
        }
    }

    /// Whether friction cannot hold it at the end of its motion, which goes on.
    pub fn goes_on(&self) -> bool {
        let direction = self.direction_of_motion();
        direction != 0 && self.pushed() == direction
    }

    /// The direction in which friction cannot hold it; 0 where it can.
    fn pushed(&self) -> i8 {
        self.law.held_band().breakaway(self.active)
    }

    /// The direction that a motion had before its rest: bristles keep it where the velocity has changed its sign unseen.
    pub fn direction_of_motion(&self) -> i8 {
        match self.law {
            ContinuousLaw::Bristle(_) => sign(self.deflection),
            ContinuousLaw::Creeping(_) => self.direction,
        }
    }
}

impl ContinuousLaw<'_> {
    /// The most energy with which what is at rest strikes an end stop without an event [J]: what bristles store up to breakaway, in the
    /// direction in which that is more. What creeps at rest is slow.
    pub fn unnoticed_strike(self) -> f64 {
        match self {
            Self::Creeping(_) => f64::INFINITY,
            Self::Bristle(bristle) => 0.5 * bristle.greatest_torque() * bristle.greatest_torque() / bristle.stiffness,
        }
    }

    /// What it holds at most.
    #[inline(never)]
    pub fn held_band(self) -> Band {
        let level = |direction| match self {
            Self::Creeping(curve) => curve.highest_torque(direction),
            Self::Bristle(bristle) => bristle.breakaway_torque(direction),
        };
        Band { forward: level(1.0), backward: level(-1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friction::{LevelRatios, Slip};

    /// f_s = 2 N·m and σ₀ = 100 N·m/rad: they break away at 0.02 rad, and the Stribeck effect is far from any speed here.
    const BRISTLE: Bristle = Bristle {
        stiffness: 100.0,
        damping: 0.0,
        coulomb: 1.0,
        excess: 1.0,
        stribeck_velocity: 1e9,
        exponent: 2.0,
        slip: Slip::Always,
        ratios: LevelRatios::of_backward(1.0),
    };

    fn crossing(velocity: f64, deflection: f64, active: f64, inertia: f64) -> ZeroCrossing<'static> {
        ZeroCrossing {
            law: ContinuousLaw::Bristle(&BRISTLE),
            direction: if deflection < 0.0 { -1 } else { 1 },
            velocity,
            deflection,
            active,
            inertia,
        }
    }

    /// Rounding of a few operations on numbers of at most 2.
    const ROUNDING: f64 = 1e-15;

    #[test]
    fn the_torque_that_is_missing_before_a_breakaway_is_taken_over_the_stiffness() {
        // 2 N·m - 1.8 N·m; the energy is further away.
        for side in [1.0, -1.0] {
            let guard = crossing(0.0, side * 0.01, side * 1.8, 1.0).guard(Rest::AtRest, 1.0);
            assert!((guard - 0.2 / 100.0).abs() < ROUNDING, "{guard}");
        }
    }

    #[test]
    fn the_energy_that_is_missing_before_a_breakaway_is_taken_over_the_level() {
        // (0.02 - 0.01)·(100·0.03/2 - 1) + 2·0.02/2 - 2·0.15²/2 = 0.005 + 0.02 - 0.0225 J.
        for side in [1.0, -1.0] {
            let guard = crossing(side * 0.15, side * 0.01, side, 2.0).guard(Rest::AtRest, 1.0);
            assert!((guard - 0.0025 / 2.0).abs() < ROUNDING, "{guard}");
        }
    }

    #[test]
    fn presliding_has_ended_at_nine_tenths_of_the_steady_deflection() {
        assert!(crossing(0.0, 0.018, 3.0, 1.0).is_past_presliding(Rest::AtRest));
        assert!(!crossing(0.0, 0.0179, 3.0, 1.0).is_past_presliding(Rest::AtRest));
        assert!(crossing(0.0, 0.0, 3.0, 1.0).is_past_presliding(Rest::Moving));
    }

    #[test]
    fn a_motion_goes_on_where_friction_cannot_hold_it_in_its_direction() {
        for side in [1.0, -1.0] {
            assert!(crossing(0.0, side * 0.01, side * 2.1, 1.0).goes_on());
            assert!(!crossing(0.0, side * 0.01, side * 1.9, 1.0).goes_on());
            assert!(!crossing(0.0, side * 0.01, -side * 2.1, 1.0).goes_on());
        }
    }
}
