//! When a body counts as at rest under a law that creeps or has bristles, so that its events mean the same under every law.
//!
//! Under such a law the velocity passes through zero smoothly, and nothing but a criterion tells a stop. With the level f_s that
//! the law holds at most, the active torque T, the speed |v| and the inertia J:
//!
//! | | a rest begins where | and ends where |
//! |---|---|---|
//! | a law that creeps (Johari Majd & Simaan) | the speed falls below ω_r, that of the peak of the curve | it exceeds 2·ω_r |
//! | bristles | the presliding regime begins: the deflection z along the motion is below 90 % of the steady one | that regime has ended, and friction cannot hold: `T > f_s`, or `J·v²/2 > (ẑ − z)·(σ₀·(ẑ + z)/2 − T) + f_s·ẑ/2` with the breakaway deflection ẑ = f_s/σ₀ |
//!
//! The first term on the right is the work that bristles still take up to breakaway, less that of the active torque; the second is what
//! they store there. A body that has more slips by more than ẑ/2. One that swings on its bristles has less, whatever the
//! load.
//!
//! Where a rest would begin while |T| exceeds f_s against the motion, friction cannot hold: that is a reversal, as under a law that
//! sticks, and the end of the passage is no event.
//!
//! An event ends an internal step, but changes neither equations nor states.

use super::transition::Decision;
use super::{Body, BodyMode, Guard, Situation, sign};
use crate::friction::{Band, Bristle, Law};
use crate::plants::EventKind;

/// Whether a body counts as at rest under a law that creeps or has bristles. Under a law that sticks the regime tells that, and this
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

    /// From the number by which it is saved; another one is that of a body that moves.
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

impl Body {
    /// Whether rest needs a criterion: of the laws that creep and those with bristles.
    pub fn passes_rest_smoothly(&self) -> bool {
        match self.law {
            Law::Smooth(_) | Law::Stateful(_) => true,
            Law::Coulomb(_) | Law::SetValued(_) | Law::Comparator(..) => false,
        }
    }

    /// Whether it counts as at rest where the simulation begins. A body that begins in motion, with bristles that are not deflected
    /// yet, slips without having been at rest.
    pub(super) fn initial_rest(&self, mode: &BodyMode, at: &Situation) -> Rest {
        if !self.passes_rest_smoothly() {
            return Rest::Moving;
        }
        let moves = BodyMode { rest: Rest::Moving, ..*mode };
        match &self.law {
            _ if mode.regime == 0 => Rest::AtRest,
            _ if self.rest_guard(&moves, at, 1.0) > 0.0 => Rest::Moving,
            Law::Stateful(bristle) if self.short_of_breakaway(bristle, mode, at) < 0.0 => Rest::Passing,
            Law::Coulomb(_) | Law::SetValued(_) | Law::Smooth(_) | Law::Stateful(_) | Law::Comparator(..) => {
                Rest::AtRest
            }
        }
    }

    /// Negative where a rest begins or ends, by the criterion of the module.
    pub(super) fn rest_guard(&self, mode: &BodyMode, at: &Situation, absent: f64) -> f64 {
        match &self.law {
            Law::Smooth(curve) => match mode.rest {
                Rest::Moving => at.velocity.abs() - curve.resting_speed(),
                Rest::AtRest | Rest::Passing => HYSTERESIS * curve.resting_speed() - at.velocity.abs(),
            },
            Law::Stateful(bristle) if bristle.breakaway_torque() > 0.0 => {
                let short_of_sliding = || bristle.short_of_sliding(at.velocity, f64::from(mode.regime) * at.deflection);
                match mode.rest {
                    Rest::Moving => -short_of_sliding(),
                    Rest::AtRest | Rest::Passing => {
                        // Both must be negative. That of breakaway needs no exponential, and is positive as a rule.
                        let short_of_breakaway = self.short_of_breakaway(bristle, mode, at);
                        if short_of_breakaway > 0.0 { short_of_breakaway } else { short_of_sliding() }
                    }
                }
            }
            Law::Coulomb(_) | Law::SetValued(_) | Law::Stateful(_) | Law::Comparator(..) => absent,
        }
    }

    /// What is missing before friction cannot hold: of the torque, over σ₀, or of the energy, over f_s [rad].
    fn short_of_breakaway(&self, bristle: &Bristle, mode: &BodyMode, at: &Situation) -> f64 {
        let direction = f64::from(mode.regime);
        let (active, level) = (direction * at.active(), bristle.breakaway_torque());
        let energy = 0.5 * self.total_inertia() * at.velocity * at.velocity;
        let taken = bristle.work_to_slip(direction * at.deflection, active);
        ((level - active) / bristle.stiffness).min((taken - energy) / level)
    }

    /// Reacts to [`Guard::Rest`]; `rest` is the situation without the velocity.
    pub(super) fn change_rest(&self, mode: &mut BodyMode, rest: &Situation) -> Decision {
        let event = match mode.rest {
            Rest::Moving => self.begin_rest(mode, self.direction_of_motion(mode.regime, rest), rest),
            Rest::AtRest => {
                mode.rest = Rest::Moving;
                Some(EventKind::Breakaway { direction: mode.regime })
            }
            Rest::Passing => {
                mode.rest = Rest::Moving;
                None
            }
        };
        Decision { event, departed: Some(Guard::Rest.departed(1)) }
    }

    /// What zero velocity means, after motion in `direction`.
    pub(super) fn pass_zero(&self, mode: &mut BodyMode, direction: i8, rest: &Situation) -> Option<EventKind> {
        match mode.rest {
            Rest::Moving => self.begin_rest(mode, direction, rest),
            Rest::Passing if self.held_band().breakaway(rest.active()) == 0 => {
                mode.rest = Rest::AtRest;
                Some(EventKind::Stop)
            }
            Rest::AtRest | Rest::Passing => None,
        }
    }

    fn begin_rest(&self, mode: &mut BodyMode, direction: i8, rest: &Situation) -> Option<EventKind> {
        let pushed = self.held_band().breakaway(rest.active());
        mode.rest = if pushed == 0 { Rest::AtRest } else { Rest::Passing };
        match pushed {
            0 => Some(EventKind::Stop),
            pushed if pushed == direction => None,
            pushed => Some(EventKind::Reversal { direction: pushed }),
        }
    }

    /// The direction that a motion had before its rest: bristles keep it where the velocity has changed its sign unseen.
    fn direction_of_motion(&self, regime: i8, rest: &Situation) -> i8 {
        match &self.law {
            Law::Stateful(_) => sign(rest.deflection),
            Law::Coulomb(_) | Law::SetValued(_) | Law::Smooth(_) | Law::Comparator(..) => regime,
        }
    }

    /// What a law that creeps or has bristles holds at most.
    pub(super) fn held_band(&self) -> Band {
        let level = match &self.law {
            Law::Smooth(curve) => curve.highest_torque(),
            Law::Stateful(bristle) => bristle.breakaway_torque(),
            Law::Coulomb(_) | Law::SetValued(_) | Law::Comparator(..) => 0.0,
        };
        Band { forward: level, backward: level }
    }

    /// What a step without guards has done to the rest of `old`, under a law that creeps or has bristles; `rest` is the situation after
    /// it without the velocity `at` has.
    pub fn follow_rest(
        &self,
        old: &BodyMode,
        new: &mut BodyMode,
        at: &Situation,
        rest: &Situation,
    ) -> Option<EventKind> {
        new.rest = old.rest;
        if new.end_stop != 0 && old.end_stop == 0 {
            new.rest = Rest::AtRest;
            return Some(EventKind::EndStop { side: new.end_stop });
        }
        if new.regime == 0 || new.regime == -old.regime {
            return self.pass_zero(new, old.regime, rest);
        }
        if self.rest_guard(new, at, 1.0) < 0.0 { self.change_rest(new, rest).event } else { None }
    }
}
