//! What an event does to the body: each decides the regime once.

use super::{Body, BodyMode, Guard, Rest, Situation, side, sign};
use crate::friction::Law;
use crate::plants::{Element, Event, EventKind};
use crate::solver::{DepartedGuard, Transition};

/// A speed is at the end of a segment if it differs by this share at most: a located one differs by rounding.
const END_OF_SEGMENT: f64 = 1e-9;

/// What was decided about the body.
pub(super) struct Decision {
    pub(super) event: Option<EventKind>,
    pub(super) departed: Option<DepartedGuard>,
}

impl Decision {
    /// Only a branch of the equations changed, and a guard begins on its surface.
    fn kink(guard: Guard, known: usize) -> Self {
        Self { event: None, departed: Some(guard.departed(known)) }
    }

    /// The velocity goes through zero, and nothing happens.
    fn pass() -> Self {
        Self { event: None, departed: Some(LEFT_REST) }
    }

    /// A motion begins.
    fn motion(event: EventKind) -> Self {
        Self { event: Some(event), departed: Some(LEFT_REST) }
    }

    /// A motion ends.
    pub(super) fn rest(event: EventKind) -> Self {
        Self { event: Some(event), departed: None }
    }
}

/// Where a motion begins velocity and acceleration are known: zero, and not against the chosen direction.
const LEFT_REST: DepartedGuard = Guard::Velocity.departed(2);

impl Body {
    /// The mode of a body when the simulation starts; at rest it sticks until its guards change that.
    pub fn initial_mode(&self, at: &Situation) -> BodyMode {
        let regime = sign(at.velocity);
        let segment = self.segment(at.velocity);
        let (end_stop, load_side) = match regime {
            0 => (self.touched_stop(at.position), side(at.load, 1)),
            _ => (0, self.sliding_side(regime, segment, at)),
        };
        let mode = BodyMode { regime, end_stop, load_side, segment, rest: Rest::Moving };
        BodyMode { rest: self.initial_rest(&mode, at), ..mode }
    }

    pub(super) fn segment(&self, velocity: f64) -> u8 {
        self.law.characteristic().map_or(0, |characteristic| characteristic.segment(velocity.abs()))
    }

    pub(super) fn touched_stop(&self, position: f64) -> i8 {
        i8::from(position >= self.upper) - i8::from(position <= self.lower)
    }

    /// Reacts to the crossed guard in `place`; `rest` is the situation at this instant with zero velocity, `time` [s] is reported
    /// with the event.
    pub fn transition(
        &self,
        mode: &mut BodyMode,
        place: usize,
        position: &mut f64,
        velocity: &mut f64,
        rest: &Situation,
        time: f64,
    ) -> Transition<Event> {
        let (before, regime) = (*velocity, mode.regime);
        let guard = self.guard(mode, place);
        let decision = match guard {
            Guard::NearerEndStop => {
                *position = if self.upper - *position < *position - self.lower { self.upper } else { self.lower };
                self.strike(mode, *position, velocity, rest)
            }
            Guard::Contact => {
                mode.end_stop = 0;
                Decision::pass()
            }
            Guard::LoadSide => self.change_side(mode, velocity, rest),
            Guard::Segment => self.change_segment(mode, *velocity),
            Guard::Rest => self.change_rest(mode, rest),
            Guard::PainleveLimit => self.jam(mode, velocity, rest),
            Guard::ForwardBreakaway => self.break_away(mode, 1, rest),
            Guard::BackwardBreakaway => self.break_away(mode, -1, rest),
            Guard::Velocity => self.come_to_rest(mode, *position, velocity, rest),
            Guard::EndStop => {
                *position = if mode.regime > 0 { self.upper } else { self.lower };
                self.strike(mode, *position, velocity, rest)
            }
        };
        let Decision { event, departed } = if self.passes_rest_smoothly() && guard != Guard::Rest {
            self.without_sticking(decision, mode, (regime, before), rest)
        } else {
            decision
        };
        let load_side = side(rest.load, mode.load_side);
        let described = |kind| Event { position: *position, ..self.event(kind, time, before, load_side, rest) };
        Transition { departed, event: event.map(described) }
    }

    /// What a decision is under a law that creeps or has bristles, after motion in the direction of `regime` with this velocity: that passes
    /// through zero, and an event is what the criterion of [`rest`](crate::plants::rest) makes of that.
    fn without_sticking(
        &self,
        decision: Decision,
        mode: &mut BodyMode,
        (regime, velocity): (i8, f64),
        rest: &Situation,
    ) -> Decision {
        match decision.event {
            // That a body at rest begins to creep, or to deflect its bristles, is none.
            Some(EventKind::Breakaway { .. }) if regime == 0 => Decision::pass(),
            Some(EventKind::Stop | EventKind::Reversal { .. }) => {
                let event = self.pass_zero(mode, regime, rest);
                // Without a direction the first guard is no longer the speed but the forward breakaway, which was not left: it is as near
                // as the backward one.
                let departed = if mode.regime == 0 { None } else { Decision::pass().departed };
                Decision { event, departed }
            }
            Some(EventKind::EndStop { .. }) => self.rest_on_stop(mode, decision, velocity, rest),
            Some(EventKind::Breakaway { .. } | EventKind::Jam | EventKind::Engaged | EventKind::Disengaged) | None => {
                decision
            }
        }
    }

    /// The event of a `kind`, which came with this velocity; `rest` is the situation without it.
    pub fn event(&self, kind: EventKind, time: f64, velocity: f64, load_side: i8, rest: &Situation) -> Event {
        let band = self.under(rest.load).held_band().unwrap_or_else(|| self.band(rest, load_side));
        Event {
            element: Element::Body,
            kind,
            time,
            position: rest.position,
            velocity,
            active_torque: rest.active(),
            forward_limit: band.forward,
            backward_limit: band.backward,
            load_torque: rest.load,
        }
    }

    /// Decides anew where no guard determines what holds now; `at` is the present situation.
    ///
    /// After torques or levels have jumped: what follows zero velocity; and the side of the mesh torque, where the present one
    /// has no sliding solution any more. Under a law that does not stick a velocity that changed its sign unseen is kept: only
    /// the direction follows it.
    pub fn decide_anew(
        &self,
        mode: &mut BodyMode,
        position: &mut f64,
        velocity: &mut f64,
        at: &Situation,
        time: f64,
        has_jumped: bool,
    ) -> Option<Transition<Event>> {
        if matches!(self.law, Law::Comparator(..)) {
            return None;
        }
        if !self.sticks() && *velocity != 0.0 {
            mode.regime = sign(*velocity);
        } else if mode.regime != 0 && *velocity == 0.0 && has_jumped {
            return Some(self.transition(mode, Guard::Velocity.place(), position, velocity, at, time));
        } else if mode.regime != 0 && self.painleve_margin(mode, velocity.abs()) <= 0.0 {
            *mode = self.with_side(mode, at);
        }
        None
    }

    /// An end stop takes all velocity. A torque that pulls away from it breaks the body away afterwards.
    fn strike(&self, mode: &mut BodyMode, position: f64, velocity: &mut f64, rest: &Situation) -> Decision {
        let before = *velocity;
        self.stand(mode, position, velocity, rest);
        Decision::rest(EventKind::EndStop { side: struck_side(mode.end_stop, before) })
    }

    /// At rest, maybe on a stop.
    fn stand(&self, mode: &mut BodyMode, position: f64, velocity: &mut f64, rest: &Situation) {
        *velocity = 0.0;
        (mode.regime, mode.end_stop) = (0, self.touched_stop(position));
        mode.load_side = side(rest.load, mode.load_side);
    }

    /// Decides once what follows zero velocity: rest, or motion against the direction it had.
    fn come_to_rest(&self, mode: &mut BodyMode, position: f64, velocity: &mut f64, rest: &Situation) -> Decision {
        *velocity = 0.0;
        let load_side = side(rest.load, mode.load_side);
        let direction = self.band(rest, load_side).breakaway(rest.active());
        let end_stop = self.touched_stop(position);
        mode.load_side = load_side;
        if direction == 0 || self.is_blocked(end_stop, direction) {
            (mode.regime, mode.end_stop) = (0, end_stop);
            return Decision::rest(EventKind::Stop);
        }
        let goes_on = direction == mode.regime;
        if !goes_on {
            (mode.regime, mode.end_stop) = (direction, 0);
        }
        self.begin_to_slide(mode, rest);
        // One that goes on was stopped by rounding only.
        if goes_on { Decision::pass() } else { Decision::motion(EventKind::Reversal { direction }) }
    }

    fn change_side(&self, mode: &mut BodyMode, velocity: &mut f64, rest: &Situation) -> Decision {
        mode.load_side = -mode.load_side;
        if mode.regime == 0 || self.painleve_margin(mode, velocity.abs()) > 0.0 {
            return Decision::kink(Guard::LoadSide, 1);
        }
        self.jam(mode, velocity, rest)
    }

    fn change_segment(&self, mode: &mut BodyMode, velocity: f64) -> Decision {
        if let Some(characteristic) = self.law.characteristic() {
            let speed = velocity.abs();
            let (lower, upper) = characteristic.segment_ends(mode.segment);
            let is_faster = upper - speed < speed - lower;
            mode.segment = if is_faster { mode.segment + 1 } else { mode.segment.saturating_sub(1) };
            // An importer may find the end of a segment when the speed is segments away already.
            let (lower, upper) = characteristic.segment_ends(mode.segment);
            let rounding = END_OF_SEGMENT * speed;
            if speed < lower - rounding || speed > upper + rounding {
                mode.segment = characteristic.segment(speed);
            }
        }
        Decision::kink(Guard::Segment, 1)
    }

    /// Self-locking with no sliding solution: the velocity vanishes at once, maybe on a stop.
    fn jam(&self, mode: &mut BodyMode, velocity: &mut f64, rest: &Situation) -> Decision {
        self.stand(mode, rest.position, velocity, rest);
        // An event has been, though no guard is known to be on its surface.
        Decision { event: Some(EventKind::Jam), departed: Some(Guard::LoadSide.departed(0)) }
    }

    /// The side of the mesh torque for which sliding in `direction` is consistent: the opposing branch where it holds,
    /// else the aiding one if that has a unique solution. If not, the guard of the opposing branch is negative at once
    /// and the body jams.
    pub(super) fn sliding_side(&self, direction: i8, segment: u8, at: &Situation) -> i8 {
        let opposing = BodyMode { regime: direction, segment, ..BodyMode::at_rest(direction) };
        let mesh = self.response(&opposing, at).mesh;
        let consistent = f64::from(direction) * mesh >= 0.0;
        if consistent || self.painleve_margin(&BodyMode { load_side: -direction, ..opposing }, at.velocity.abs()) <= 0.0
        {
            direction
        } else {
            -direction
        }
    }

    /// A body at rest goes where the torque exceeds what friction and end stops hold; `rest` is its situation.
    pub fn leave_rest(&self, mode: &mut BodyMode, rest: &Situation) {
        let direction = self.band(rest, side(rest.load, mode.load_side)).breakaway(rest.active());
        if mode.regime == 0 && direction != 0 && !self.is_blocked(mode.end_stop, direction) {
            self.break_away(mode, direction, rest);
        }
    }

    /// Whether an end stop that the body touches is in the way of motion in `direction`.
    pub(super) fn is_blocked(&self, end_stop: i8, direction: i8) -> bool {
        end_stop * direction > 0 || self.lower == self.upper
    }

    fn break_away(&self, mode: &mut BodyMode, direction: i8, rest: &Situation) -> Decision {
        (mode.regime, mode.end_stop) = (direction, 0);
        self.begin_to_slide(mode, rest);
        Decision::motion(EventKind::Breakaway { direction })
    }

    /// The first segment, and the side of the mesh torque that goes with motion from rest.
    fn begin_to_slide(&self, mode: &mut BodyMode, rest: &Situation) {
        mode.segment = 0;
        mode.load_side = self.sliding_side(mode.regime, 0, rest);
    }
}

/// The end stop that was struck with this velocity. Of two stops in one place, where the travel has no width, it is the one
/// ahead.
fn struck_side(touched: i8, velocity: f64) -> i8 {
    match touched {
        0 if velocity < 0.0 => -1,
        0 => 1,
        side => side,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_stop_is_the_one_that_was_touched_whatever_is_left_of_the_velocity() {
        // Was: the upper one where the velocity was zero.
        for (touched, velocity, side) in [(-1, 0.0, -1), (1, -0.0, 1), (-1, -2.0, -1), (0, -2.0, -1), (0, 2.0, 1)] {
            assert_eq!(struck_side(touched, velocity), side);
        }
    }
}
