//! The hard stops of a body, which push and do not pull.
//!
//! ```text
//! lower stop   λ ≥ 0,  w ≥ 0,  λ·w = 0          upper stop   λ ≤ 0,  w ≤ 0,  λ·w = 0
//! ```

use crate::complementarity::{Bound, Germ, Law};
use crate::friction::Band;
use crate::mechanism::candidate::{Candidate, Ends, LawOfStep, SetValuedLaw};
use crate::mechanism::clusters::{Chord, Joint};
use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::event::{Event, Observer, Subject};
use crate::mechanism::expansion::{Expansion, Situation, coefficient};
use crate::mechanism::guard::{Consequence, ElementGuard};
use crate::mechanism::question::{ORDERS, Question};
use crate::mechanism::time_stepping::{Ahead, TimeStepping};
use crate::mechanism::{Mechanism, Mode, Snapshot, Structure, tie};
use crate::plants::{EventKind, Rest};

/// In [`Mode::stop_known`]: distance, velocity and acceleration of a body at a stop that it has left are zero.
const LEFT_AT_REST: u8 = 3;

/// What is watched of the stops of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopGuard {
    /// The distance of the body to its stop on a side.
    Distance(i8),
    /// The torque with which a stop on a side pushes.
    Force(i8),
}

impl ElementGuard for StopGuard {
    fn list(structure: &Structure, mode: &Mode, body: usize, add: &mut dyn FnMut(Self, u8)) {
        if structure.bodies[body].has_no_room() && mode.stops[body] != 0 {
            // There is no room to leave it, whichever of both pushes.
            return;
        }
        let ((lower, upper), known) = (structure.bodies[body].travel, mode.stop_known[body]);
        for (side, limit) in [(-1, lower), (1, upper)] {
            if mode.stops[body] == side {
                add(Self::Force(side), known);
            } else if limit.is_finite() {
                add(Self::Distance(side), known);
            }
        }
    }

    fn slot(&self, body: usize, structure: &Structure) -> usize {
        structure.contacts.len() + body
    }

    fn coefficient(&self, body: usize, of: &Expansion, at: &Situation<'_>, order: usize) -> f64 {
        match *self {
            Self::Distance(side) => {
                let stop = at.structure.bodies[body].stop(side);
                f64::from(side) * (coefficient((stop, 0.0), order) - of.coefficients(order).0[body])
            }
            Self::Force(side) => f64::from(side) * of.stop_torque(at, body),
        }
    }

    fn size(&self, body: usize, of: &Expansion, at: &Situation<'_>) -> f64 {
        match self {
            Self::Distance(_) => at.position[body].abs(),
            Self::Force(_) => of.force_size(),
        }
    }

    fn cross(&self, body: usize, now: &mut Mechanism, is_located: bool) -> Consequence {
        match *self {
            Self::Distance(side) => {
                now.place_on_stop(body, side);
                now.decision.struck[body] = side;
                Consequence::Decision
            }
            // Whether the body leaves its stop is decided with all others, if nothing else can hold what is at rest.
            Self::Force(side) if is_located => {
                now.decision.ended.push((Candidate::Stop(body, side), side));
                // If it goes on pushing with other shares it begins with nothing, but for rounding.
                now.mode.stop_known[body] = 1;
                Consequence::EndOfHold
            }
            Self::Force(_) => Consequence::Decision,
        }
    }

    fn follows_from_inputs(&self) -> bool {
        matches!(self, Self::Force(_))
    }

    /// A stop that others relieve is left wherever its torque is: among contacts at rest its share would pull.
    fn ends_beyond(&self) -> bool {
        matches!(self, Self::Force(_))
    }
}

/// What a stop on a side holds with.
pub(in crate::mechanism) struct StopForce(i8);

impl StopForce {
    pub const LOWER: Self = Self(-1);
    pub const UPPER: Self = Self(1);

    /// λ ≥ 0 ≤ w, or both with the other sign at an upper stop.
    fn pushes(&self) -> Law<ORDERS> {
        let none = Bound::constant(Germ::default());
        if self.0 < 0 { Law::Between(none, Bound::none(1.0)) } else { Law::Between(Bound::none(-1.0), none) }
    }
}

impl SetValuedLaw for StopForce {
    fn ends(&self, body: usize, _: &Structure) -> Ends {
        [Some((body, 1.0)), None]
    }

    fn joint(&self, body: usize) -> Joint {
        Joint::Stop(body)
    }

    fn blocked_direction(&self, body: usize, structure: &Structure) -> i8 {
        if structure.bodies[body].has_no_room() { 0 } else { self.0 }
    }

    fn push(&self, body: usize, of: &Expansion, at: &Situation<'_>) -> f64 {
        if at.mode.stops[body] == self.0 { f64::from(self.0) * of.stop_torque(at, body) } else { 0.0 }
    }

    fn law(&self, body: usize, _: usize, now: &Mechanism, _: usize) -> Law<ORDERS> {
        let is_released = now.follows_ends() && now.decision.end_of(Candidate::Stop(body, self.0)) != 0;
        if is_released { Law::free() } else { self.pushes() }
    }

    /// A body rests at its stop even without a push, and leaves it when the push would become a pull.
    fn take_over(&self, body: usize, row: usize, now: &mut Mechanism) {
        let Mechanism { mode, question, .. } = now;
        match question.solution.w[row].0.iter().position(|w| *w != 0.0) {
            None if matches!(question.problem.law[row], Law::Between(..)) => mode.stops[body] = self.0,
            order => mode.stop_known[body] = order.map_or(LEFT_AT_REST, |order| order as u8 + 2),
        }
    }

    fn take_over_bound(&self, body: usize, row: usize, now: &mut Mechanism, bound: i8) {
        if (bound != 0 || now.question.is_spared(row)) && now.mode.stops[body] == self.0 {
            now.mode.stops[body] = 0;
        }
    }

    fn law_of_impact(&self, _: usize, _: &Mechanism) -> Law<ORDERS> {
        self.pushes()
    }

    fn take_over_impact(&self, body: usize, now: &mut Mechanism, rests: bool) {
        now.mode.stops[body] = match now.mode.stops[body] {
            _ if rests => self.0,
            side if side == self.0 => 0,
            other => other,
        };
    }

    fn law_of_step(&self, body: usize, row: usize, steps: &TimeStepping, ahead: &Ahead<'_>) -> LawOfStep {
        if steps.leaves[row] {
            return Law::free().into();
        }
        let has_room = !ahead.at.structure.bodies[body].has_no_room();
        let way = way_to_stop(&ahead.at, body, self.0) / ahead.duration;
        let law = if has_room { self.pushes() } else { Law::hold() };
        LawOfStep { law, offset: -f64::from(self.0) * way, compliance: 0.0 }
    }
}

/// How far a body is from a stop.
fn way_to_stop(at: &Situation<'_>, body: usize, side: i8) -> f64 {
    let (lower, upper) = at.structure.bodies[body].travel;
    let way = if side < 0 { at.position[body] - lower } else { upper - at.position[body] };
    if at.mode.stops[body] == side { 0.0 } else { way.max(0.0) }
}

impl Situation<'_> {
    /// A torque of the stop of a body on the `side` that it touches: stops push. Between stops without room it has either.
    pub(in crate::mechanism) fn pushing(&self, body: usize, side: i8, torque: f64) -> f64 {
        let pulls = f64::from(side) * torque < 0.0;
        if pulls && !self.structure.bodies[body].has_no_room() { 0.0 } else { torque }
    }
}

impl Expansion {
    /// Torque with which the stop of a body resists motion towards positive position.
    pub fn stop_torque(&self, at: &Situation<'_>, body: usize) -> f64 {
        match at.clusters.link[body] {
            Some(link) if link.joint == Joint::Stop(body) => self.link_torque[body],
            Some(_) | None => {
                let row = at.clusters.chords.iter().position(|chord| *chord == Chord::Stop(body));
                // Where friction holds the body nothing is left for the stop.
                row.map_or(0.0, |row| self.chord_torque[row])
            }
        }
    }
}

impl Snapshot<'_> {
    /// Stop that a body touches: −1, 0 none, +1. One that friction or gears hold on its stop touches it, whoever carries the load; of stops that
    /// leave no room it is the one that pushes.
    pub fn touched_stop(&self, body: usize) -> i8 {
        let ((lower, upper), position) = (self.at.structure.bodies[body].travel, self.at.position[body]);
        // A position that follows from another body's through a gear is rounded.
        let is_at = |limit: f64| limit.is_finite() && (position - limit).abs() <= CONSTANTS.reltol_place * limit.abs();
        match self.mode.stops[body] {
            0 if self.at.clusters.root[body].is_none() && is_at(lower) => -1,
            0 if self.at.clusters.root[body].is_none() && is_at(upper) => 1,
            side if self.at.structure.bodies[body].has_no_room() => match self.stop_torque(body) {
                torque if torque > 0.0 => 1,
                torque if torque < 0.0 => -1,
                _ => side,
            },
            side => side,
        }
    }

    /// Contact torque of the stop of a body [N·m].
    pub fn stop_torque(&self, body: usize) -> f64 {
        let torque = self.expansion.stop_torque(&self.at, body);
        if self.is_bounded { self.at.pushing(body, self.mode.stops[body], torque) } else { torque }
    }
}

impl TimeStepping {
    /// Adds the stops that are touched, and those that bodies would pass; whether there are any that had no part.
    pub(in crate::mechanism) fn add_stops(&mut self, question: &mut Question, ahead: &Ahead<'_>) -> bool {
        let mut any = false;
        for (body, part) in ahead.at.structure.bodies.iter().enumerate() {
            let velocity = self.velocity_of_body(question, body);
            for (side, limit) in [(-1, part.travel.0), (1, part.travel.1)] {
                // Between stops without room one stands for both.
                let is_second = part.has_no_room() && side > 0;
                let way = way_to_stop(&ahead.at, body, side);
                let is_reached = way == 0.0 || f64::from(side) * velocity * ahead.duration > way;
                let stop = Candidate::Stop(body, side);
                if limit.is_finite() && is_reached && !is_second && !question.unknowns.contains(&stop) {
                    self.add(question, stop, ahead);
                    any = true;
                }
            }
        }
        any
    }

    /// Leaves stops that press a gear with losses although all that acts besides would take the body away from them: the more they
    /// pressed the better these losses would hold, and nothing determines how much. Whether there are any.
    pub(in crate::mechanism) fn leave_stops(&mut self, question: &mut Question, ahead: &Ahead<'_>) -> bool {
        let mut any = false;
        let lossy = |block: usize| {
            let is_gear = |row: usize| matches!(question.unknowns[row], Candidate::Gear(_));
            (0..question.unknowns.len()).any(|row| is_gear(row) && question.solution.block[row] == block)
        };
        for row in 0..question.unknowns.len() {
            let Candidate::Stop(body, side) = question.unknowns[row] else { continue };
            let presses = !question.solution.lambda[row].is_zero();
            if !presses || ahead.at.structure.bodies[body].has_no_room() || !lossy(question.solution.block[row]) {
                continue;
            }
            let is_contact = |other: usize| matches!(question.unknowns[other], Candidate::Contact(_));
            let pull = question.motion_under(row, is_contact).value();
            let rounding = CONSTANTS.complementarity.reltol_zero * question.solution.w_size[row].value();
            if -f64::from(side) * pull > rounding && !self.leaves[row] {
                (self.leaves[row], any) = (true, true);
            }
        }
        any
    }
}

impl Mechanism {
    /// Stops that bodies rest at.
    pub(in crate::mechanism) fn list_stops(&mut self) {
        let Self { structure, mode, question, position, velocity, .. } = self;
        for (body, part) in structure.bodies.iter().enumerate() {
            for (side, limit) in [(-1, part.travel.0), (1, part.travel.1)] {
                let is_touched = mode.stops[body] == side || position[body] == limit;
                if velocity[body] == 0.0 && is_touched {
                    question.unknowns.push(Candidate::Stop(body, side));
                }
            }
            mode.stops[body] = 0;
        }
    }

    /// A body that has met its stop is on it. An importer's integrator has passed it by what shifts event indicators, and then the bodies
    /// that gears tie to it go back as well: their positions would put it beyond its stop again.
    fn place_on_stop(&mut self, body: usize, side: i8) {
        let (stop, position) = (self.structure.bodies[body].stop(side), self.position[body]);
        let Self { ties, position: positions, velocity, .. } = self;
        if let Some(root) = ties.root[body]
            && (position - stop).abs() > CONSTANTS.reltol_place * stop.abs()
        {
            positions[root] = stop / ties.factor[body];
            tie(ties, positions, velocity);
        }
        positions[body] = stop;
    }

    /// A body has met its stop: an event unless it was at rest already, and has swung or crept there. See [`crate::plants::rest`].
    pub(in crate::mechanism) fn report_stop(&mut self, body: usize, side: i8, time: f64, observer: &mut dyn Observer) {
        if self.rests[body] && self.is_swing(body) {
            return;
        }
        self.has_reported = true;
        let (velocity, position) = (self.velocity[body], self.position[body]);
        let (subject, kind) = (Subject::Body(body), EventKind::EndStop { side });
        observer.event(&Event { subject, kind, time, velocity, position, torque: 0.0, band: Band::NONE });
    }

    /// Whether what moves with a body that swings on bristles has no more energy than each of the contacts at rest at it lets pass unnoticed.
    fn is_swing(&self, body: usize) -> bool {
        let Self { structure, mode, clusters, velocity, inputs, .. } = self;
        let Some(root) = clusters.root[body] else { return true };
        let energy = 0.5 * clusters.inertia(root) * velocity[root] * velocity[root];
        structure.contacts.iter().enumerate().all(|(index, contact)| {
            let is_at =
                [Some(contact.second), contact.first].into_iter().flatten().any(|end| clusters.root[end] == Some(root));
            let unnoticed = contact.continuous_law().filter(|_| is_at && mode.rests[index] == Rest::AtRest);
            unnoticed.is_none_or(|law| energy <= inputs.engagement.value[index].max(0.0) * law.unnoticed_strike())
        })
    }

    /// Lists the stops that bodies are at, and may strike.
    pub(in crate::mechanism) fn list_struck_stops(&mut self) {
        let Self { structure, mode, decision, question, position, .. } = self;
        for (body, part) in structure.bodies.iter().enumerate() {
            for (side, limit) in [(-1, part.travel.0), (1, part.travel.1)] {
                if decision.struck[body] == side || mode.stops[body] == side || position[body] == limit {
                    question.unknowns.push(Candidate::Stop(body, side));
                }
            }
        }
    }

    /// Bodies rest at the stops that they touch after a bridged step, or have left them.
    pub(in crate::mechanism) fn follow_step_at_stops(&mut self) {
        for row in 0..self.question.unknowns.len() {
            let Candidate::Stop(body, side) = self.question.unknowns[row] else { continue };
            let is_touched = way_to_stop(&self.situation(), body, side) == 0.0;
            if is_touched && self.time_stepping.rests(&self.question, row) {
                self.mode.stops[body] = side;
            } else if is_touched && self.mode.stops[body] == side {
                self.mode.stops[body] = 0;
            }
        }
    }

    /// Puts bodies that have reached a stop in the step where it is.
    pub(in crate::mechanism) fn place_at_reached_stops(&mut self) {
        let Self { structure, mode, question, time_stepping, position, .. } = self;
        for (row, candidate) in question.unknowns.iter().enumerate() {
            if let Candidate::Stop(body, side) = *candidate
                && mode.stops[body] == 0
                && time_stepping.rests(question, row)
            {
                position[body] = structure.bodies[body].stop(side);
            }
        }
    }
}
