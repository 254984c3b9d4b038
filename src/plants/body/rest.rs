//! Rest of a body under a law that creeps or has bristles, by the criterion of [`crate::plants::rest`].

use super::transition::Decision;
use super::{Body, BodyMode, Guard, Situation};
use crate::friction::Band;
use crate::plants::{EventKind, Rest, ZeroCrossing};

impl Body {
    /// Whether rest needs a criterion: of the laws that creep and those with bristles.
    pub fn passes_rest_smoothly(&self) -> bool {
        self.law.continuous().is_some()
    }

    #[inline]
    fn zero_crossing(&self, mode: &BodyMode, at: &Situation) -> Option<ZeroCrossing<'_>> {
        self.law.continuous().map(|law| ZeroCrossing {
            law,
            direction: mode.regime,
            velocity: at.velocity,
            deflection: at.deflection,
            active: at.active(),
            inertia: self.total_inertia(),
        })
    }

    /// Whether it counts as at rest where the simulation begins.
    pub(super) fn initial_rest(&self, mode: &BodyMode, at: &Situation) -> Rest {
        let loaded = self.under(at.load);
        loaded.zero_crossing(mode, at).map_or(Rest::Moving, |zero_crossing| zero_crossing.initial())
    }

    /// Negative where a rest begins or ends.
    #[inline]
    pub(super) fn rest_guard(&self, mode: &BodyMode, at: &Situation, absent: f64) -> f64 {
        let loaded = self.under(at.load);
        loaded.zero_crossing(mode, at).map_or(absent, |zero_crossing| zero_crossing.guard(mode.rest, absent))
    }

    /// Reacts to [`Guard::Rest`]; `rest` is the situation without the velocity.
    pub(super) fn change_rest(&self, mode: &mut BodyMode, rest: &Situation) -> Decision {
        let event = self.follow(mode, rest, |zero_crossing, before| zero_crossing.cross(before));
        Decision { event, departed: Some(Guard::Rest.departed(1)) }
    }

    /// What zero velocity means, after motion in `direction`.
    pub(super) fn pass_zero(&self, mode: &mut BodyMode, direction: i8, rest: &Situation) -> Option<EventKind> {
        self.follow(mode, rest, |zero_crossing, before| zero_crossing.pass_zero(before, direction))
    }

    fn follow(
        &self,
        mode: &mut BodyMode,
        rest: &Situation,
        changed: impl FnOnce(&ZeroCrossing<'_>, Rest) -> (Rest, Option<EventKind>),
    ) -> Option<EventKind> {
        let (rest, event) = changed(&self.under(rest.load).zero_crossing(mode, rest)?, mode.rest);
        mode.rest = rest;
        event
    }

    /// A contact with a stop ends the motion, which had this velocity. What is at rest already, and has swung or crept there, has no event, as it
    /// would not move under a law that sticks.
    pub(super) fn rest_on_stop(
        &self,
        mode: &mut BodyMode,
        contact: Decision,
        velocity: f64,
        rest: &Situation,
    ) -> Decision {
        let was_at_rest = core::mem::replace(&mut mode.rest, Rest::AtRest) == Rest::AtRest;
        let loaded = self.under(rest.load);
        let energy = 0.5 * self.total_inertia() * velocity * velocity;
        let is_swing = was_at_rest && loaded.law.continuous().is_none_or(|law| energy <= law.unnoticed_strike());
        if is_swing { Decision { event: None, ..contact } } else { contact }
    }

    /// What a law that creeps or has bristles holds at most; nothing of others.
    pub(super) fn held_band(&self) -> Option<Band> {
        self.law.continuous().map(|law| law.held_band())
    }

    /// What a step without guards has done to the rest of `old`, which had this velocity, under a law that creeps or has bristles; `rest` is the
    /// situation after it without the velocity `at` has.
    pub fn follow_rest(
        &self,
        (old, velocity): (&BodyMode, f64),
        new: &mut BodyMode,
        at: &Situation,
        rest: &Situation,
    ) -> Option<EventKind> {
        new.rest = old.rest;
        if new.end_stop != 0 && old.end_stop == 0 {
            let contact = Decision::rest(EventKind::EndStop { side: new.end_stop });
            return self.rest_on_stop(new, contact, velocity, rest).event;
        }
        if new.regime == 0 || new.regime == -old.regime {
            return self.pass_zero(new, old.regime, rest);
        }
        if self.rest_guard(new, at, 1.0) < 0.0 { self.change_rest(new, rest).event } else { None }
    }
}
