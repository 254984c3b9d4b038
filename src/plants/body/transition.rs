//! What an event does to the body: each decides the regime once.

use crate::friction::Law;

use super::{Body, BodyEvent, BodyMode, Happening, LOAD_SIDE, MOTION, SEGMENT, Situation, side, sign};

impl Body {
    /// The mode of a body when the simulation starts; at rest it sticks until its guards say otherwise.
    pub fn initial_mode(&self, at: &Situation) -> BodyMode {
        let regime = sign(at.velocity);
        let segment = self.segment(at.velocity);
        let (end_stop, load_side) = match regime {
            0 => (self.touched_stop(at.position), side(at.load, 1)),
            _ => (0, self.sliding_side(regime, segment, at)),
        };
        BodyMode { regime, end_stop, load_side, segment, held: false }
    }

    fn segment(&self, velocity: f64) -> u8 {
        self.law.characteristic().map_or(0, |characteristic| characteristic.segment(velocity.abs()))
    }

    fn touched_stop(&self, position: f64) -> i8 {
        i8::from(position >= self.upper) - i8::from(position <= self.lower)
    }

    /// Reacts to a crossed guard; `rest` is the situation at this instant with zero velocity.
    pub fn transition(
        &self,
        mode: &mut BodyMode,
        guard: usize,
        position: &mut f64,
        velocity: &mut f64,
        rest: &Situation,
    ) -> BodyEvent {
        let before = *velocity;
        if matches!(self.law, Law::Comparator(..)) {
            let happening = self.comparator_transition(mode, position, velocity, rest);
            return BodyEvent {
                happening,
                velocity: before,
                active: rest.active(),
                band: self.band(rest, mode.load_side),
            };
        }
        let happening = match (guard, mode.regime) {
            (LOAD_SIDE, _) => self.change_side(mode, velocity, rest),
            (SEGMENT, _) => self.change_segment(mode, velocity, rest),
            (MOTION, 0) => break_away(mode, 1),
            (_, 0) => break_away(mode, -1),
            (MOTION, _) => self.come_to_rest(mode, *position, velocity, rest),
            (_, direction) => {
                *position = if direction > 0 { self.upper } else { self.lower };
                self.strike(mode, *position, velocity, rest)
            }
        };
        if matches!(happening, Happening::Breakaway | Happening::Reversal | Happening::Pass) {
            self.begin_to_slide(mode, rest);
        }
        let band = self.band(rest, side(rest.load, mode.load_side));
        let happening = if self.sticks() { happening } else { without_sticking(happening) };
        BodyEvent { happening, velocity: before, active: rest.active(), band }
    }

    /// Decides anew where no guard says what holds now; `at` is the present situation.
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
        has_jumped: bool,
    ) -> Option<BodyEvent> {
        if matches!(self.law, Law::Comparator(..)) {
            return None;
        }
        if !self.sticks() && *velocity != 0.0 {
            mode.regime = sign(*velocity);
        } else if mode.regime != 0 && *velocity == 0.0 && has_jumped {
            return Some(self.transition(mode, MOTION, position, velocity, at));
        } else if mode.regime != 0 && self.painleve_margin(mode, velocity.abs()) <= 0.0 {
            *mode = self.with_side(mode, at);
        }
        None
    }

    /// A comparator hits the nearer end stop or leaves the one that it rests on; it has no other guard.
    fn comparator_transition(
        &self,
        mode: &mut BodyMode,
        position: &mut f64,
        velocity: &mut f64,
        rest: &Situation,
    ) -> Happening {
        if mode.end_stop != 0 {
            mode.end_stop = 0;
            return Happening::Pass;
        }
        *position = if self.upper - *position < *position - self.lower { self.upper } else { self.lower };
        self.strike(mode, *position, velocity, rest)
    }

    /// An end stop takes all velocity. A torque that pulls away from it breaks the body away afterwards.
    fn strike(&self, mode: &mut BodyMode, position: f64, velocity: &mut f64, rest: &Situation) -> Happening {
        self.stand(mode, position, velocity, rest);
        Happening::EndStop
    }

    /// At rest, maybe on a stop.
    fn stand(&self, mode: &mut BodyMode, position: f64, velocity: &mut f64, rest: &Situation) {
        *velocity = 0.0;
        (mode.regime, mode.end_stop) = (0, self.touched_stop(position));
        mode.load_side = side(rest.load, mode.load_side);
    }

    /// Decides once what follows zero velocity: rest, or motion against the direction it had.
    fn come_to_rest(&self, mode: &mut BodyMode, position: f64, velocity: &mut f64, rest: &Situation) -> Happening {
        *velocity = 0.0;
        let load_side = side(rest.load, mode.load_side);
        let direction = self.band(rest, load_side).breakaway(rest.active());
        let end_stop = self.touched_stop(position);
        mode.load_side = load_side;
        if direction == 0 || self.is_blocked(end_stop, direction) {
            (mode.regime, mode.end_stop) = (0, end_stop);
            Happening::Stop
        } else if direction == mode.regime {
            // Only rounding stopped it.
            Happening::Pass
        } else {
            (mode.regime, mode.end_stop) = (direction, 0);
            Happening::Reversal
        }
    }

    fn change_side(&self, mode: &mut BodyMode, velocity: &mut f64, rest: &Situation) -> Happening {
        mode.load_side = -mode.load_side;
        if mode.regime == 0 || self.painleve_margin(mode, velocity.abs()) > 0.0 {
            return Happening::LoadSide;
        }
        self.jam(mode, velocity, rest)
    }

    fn change_segment(&self, mode: &mut BodyMode, velocity: &mut f64, rest: &Situation) -> Happening {
        let speed = velocity.abs();
        let Some(characteristic) = self.law.characteristic() else { return Happening::Segment };
        if self.may_reach_limit(mode) {
            return self.jam(mode, velocity, rest);
        }
        let (lower, upper) = characteristic.segment_ends(mode.segment);
        mode.segment = if upper - speed < speed - lower { mode.segment + 1 } else { mode.segment.saturating_sub(1) };
        Happening::Segment
    }

    /// Self-locking with no sliding solution: the velocity vanishes at once, maybe on a stop.
    fn jam(&self, mode: &mut BodyMode, velocity: &mut f64, rest: &Situation) -> Happening {
        self.stand(mode, rest.position, velocity, rest);
        Happening::Jam
    }

    /// The side of the mesh torque for which sliding in `direction` is consistent: the opposing branch where it holds,
    /// else the aiding one if that has a unique solution. If not, the guard of the opposing branch is negative at once
    /// and the body jams.
    pub(super) fn sliding_side(&self, direction: i8, segment: u8, at: &Situation) -> i8 {
        let opposing = BodyMode { regime: direction, end_stop: 0, load_side: direction, segment, held: false };
        let mesh = self.motion(&opposing, at).mesh;
        let consistent = f64::from(direction) * mesh >= 0.0;
        if consistent || self.painleve_margin(&BodyMode { load_side: -direction, ..opposing }, at.velocity.abs()) <= 0.0
        {
            direction
        } else {
            -direction
        }
    }

    /// One set-valued implicit step of the velocity over `length` [s]: backward Euler with `damping`
    /// = −∂(active)/∂(velocity) [N·m·s/rad]; the body then moves with the new velocity until [`Body::release`].
    pub fn hold(&self, mode: &mut BodyMode, velocity: &mut f64, rest: &Situation, damping: f64, length: f64) {
        let load_side = side(rest.load, mode.load_side);
        let band = if *velocity == 0.0 || !self.sticks() {
            self.band(rest, load_side)
        } else {
            self.rest_levels.band(1.0, 1.0, load_side, rest.load)
        };
        let per_velocity = self.total_inertia() / length;
        let impulse = per_velocity * *velocity + rest.active();
        let moved = (impulse - band.hold(impulse)) / (per_velocity + damping);
        let outward = f64::from(self.touched_stop(rest.position)) * moved > 0.0;
        *velocity = if outward { 0.0 } else { moved };
        *mode = BodyMode { regime: sign(*velocity), end_stop: 0, load_side, segment: 0, held: true };
    }

    /// A body at rest goes where the torque exceeds what friction and end stops hold; `rest` is its situation.
    pub fn leave_rest(&self, mode: &mut BodyMode, rest: &Situation) {
        let direction = self.band(rest, side(rest.load, mode.load_side)).breakaway(rest.active());
        if mode.regime == 0 && direction != 0 && !self.is_blocked(mode.end_stop, direction) {
            break_away(mode, direction);
            self.begin_to_slide(mode, rest);
        }
    }

    /// Whether an end stop that the body touches is in the way of motion in `direction`.
    fn is_blocked(&self, end_stop: i8, direction: i8) -> bool {
        end_stop * direction > 0 || self.lower == self.upper
    }

    /// The first segment, and the side of the mesh torque that goes with motion from rest.
    fn begin_to_slide(&self, mode: &mut BodyMode, rest: &Situation) {
        mode.segment = 0;
        mode.load_side = self.sliding_side(mode.regime, 0, rest);
    }

    /// Ends [`Body::hold`]: back into the travel, and free to stick or, by [`Body::leave_rest`], to go.
    pub fn release(&self, mode: &mut BodyMode, position: &mut f64, velocity: &mut f64) {
        *position = position.max(self.lower).min(self.upper);
        if f64::from(self.touched_stop(*position)) * *velocity > 0.0 {
            *velocity = 0.0;
        }
        mode.held = false;
        mode.regime = sign(*velocity);
        mode.segment = self.segment(*velocity);
        mode.end_stop = if mode.regime == 0 { self.touched_stop(*position) } else { 0 };
    }
}

fn break_away(mode: &mut BodyMode, direction: i8) -> Happening {
    (mode.regime, mode.end_stop) = (direction, 0);
    Happening::Breakaway
}

/// A law that does not stick has no breakaway, stop or reversal: its velocity passes through zero.
fn without_sticking(happening: Happening) -> Happening {
    match happening {
        Happening::Breakaway | Happening::Stop | Happening::Reversal => Happening::Pass,
        other => other,
    }
}
