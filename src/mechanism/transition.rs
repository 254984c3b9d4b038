//! What a crossed guard changes, and what is reported of it.

use super::clusters::Joint;
use super::constants::CONSTANTS;
use super::decision::Candidate;
use super::event::{Event, Observer, Subject};
use super::guard::{Guard, GuardKind};
use super::mode::{ContactMode, GearMode};
use super::{ContactLaw, Mechanism, tie};
use crate::friction::Band;
use crate::plants::{EventKind, Rest};

/// What follows from a guard that is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Consequence {
    /// Another branch of one element.
    Kink,
    /// All that is at rest holds by another share, or all contacts are decided.
    EndOfHold,
    /// All contacts are decided.
    Decision,
}

/// Levels of what holds at no level.
const NO_BAND: Band = Band { forward: 0.0, backward: 0.0 };

impl Mechanism {
    /// Changes the mode because of the guards in `crossed`; returns the number of stops that were struck. `is_located`: the guards have just
    /// reached zero, and have not jumped below it.
    pub(super) fn transition(&mut self, time: f64, is_located: bool, observer: &mut dyn Observer) -> u32 {
        if is_located {
            self.evaluate();
        }
        if self.instant.is_none() {
            self.begin_instant(time);
            self.decision.shares = 0;
            self.torque_before.copy_from_slice(&self.expansion.contact_torque);
        }
        self.cross_rests(time, observer);
        let mut consequence = Consequence::Kink;
        let mut strikes = 0;
        for index in 0..self.crossed.len() {
            let kind = self.crossed[index].kind;
            if let GuardKind::Distance(element, side) = kind {
                self.report_stop(element, side, time, observer);
                strikes += 1;
            }
            if !self.is_of_other_mesh_sign(kind) {
                let is_reached = is_located && self.is_reached(kind);
                consequence = consequence.max(self.cross(kind, is_reached));
            }
        }
        if is_located && consequence == Consequence::EndOfHold {
            self.end_crossed_holds();
        }
        match consequence {
            Consequence::Kink => self.list_guards(),
            Consequence::EndOfHold if self.redistribute() => {}
            Consequence::EndOfHold | Consequence::Decision => {
                if is_located && consequence == Consequence::EndOfHold {
                    self.let_go();
                }
                if strikes > 0 {
                    self.unite_velocities();
                    self.strike();
                }
                self.decision.shares = 0;
                self.decide_all(time, observer);
            }
        }
        if is_located {
            self.mark_departed_losses();
        }
        strikes
    }

    /// Ends the holds that have come to their bounds.
    fn end_crossed_holds(&mut self) {
        for index in 0..self.crossed.len() {
            let kind = self.crossed[index].kind;
            if let Some((candidate, direction)) = kind.bound_of()
                && self.is_reached(kind)
            {
                self.end_hold(candidate, direction);
            }
        }
    }

    /// A gear that carried all that it can when this instant began, and need not any more, is at the bound of its losses. The integrator's
    /// error may place it a little beyond: its guard starts at zero, and the rate of its torque decides.
    fn mark_departed_losses(&mut self) {
        let Self { before, mode, .. } = self;
        let gears = before.gears.iter().zip(mode.gears.iter()).zip(mode.mesh_known.iter_mut());
        let mut is_any = false;
        for ((before, now), known) in gears {
            if *known == 0 && matches!((before, now), (GearMode::LossSaturated { .. }, GearMode::Held(_))) {
                (*known, is_any) = (1, true);
            }
        }
        if is_any {
            self.list_guards();
        }
    }

    /// What is reported of an instant is what has changed since its beginning.
    pub(super) fn begin_instant(&mut self, time: f64) {
        self.instant = Some(time);
        self.begin_work();
        self.before.copy_from(&self.mode);
        self.position_before.copy_from_slice(&self.position);
        self.velocity_before.copy_from_slice(&self.velocity);
        for contact in 0..self.bound_before.len() {
            self.bound_before[contact] = self.situation().bound(contact, 0.0).0;
        }
        self.find_rests();
        for gear in 0..self.structure.gears.len() {
            self.gears_before[gear] = self.direction_of_gear(gear);
        }
    }

    /// Whether a guard that is crossed has come to its surface, where the mechanism was evaluated, and has not jumped beyond it
    /// with a torque that something else at this instant has changed, as a damper does that meets the end of its free play. A stop
    /// that others relieve is left in either case: among contacts at rest its share would pull.
    fn is_reached(&self, kind: GuardKind) -> bool {
        matches!(kind, GuardKind::StopForce(..)) || self.is_at_surface(kind)
    }

    /// Whether a guard that is crossed is at its surface still.
    pub(super) fn is_at_surface(&self, kind: GuardKind) -> bool {
        let Some(index) = self.expansion.guards.iter().position(|guard| guard.kind == kind) else { return true };
        let size = self.expansion.guard_size(&self.situation(), kind);
        self.expansion.guard_value(index) >= -CONSTANTS.reltol_located * size
    }

    pub(super) fn decide_all(&mut self, time: f64, observer: &mut dyn Observer) {
        self.unite_velocities();
        self.decide();
        self.prescribed.tell_contradiction(time, observer);
        self.begin_mode();
        self.follow_decision(time, observer);
    }

    /// Whether the losses of a gear seem to be at their bound only because its mesh torque, at zero, takes the other sign: then
    /// the bound is that of the other side.
    fn is_of_other_mesh_sign(&self, kind: GuardKind) -> bool {
        let GuardKind::LossBound(gear, _) = kind else { return false };
        let turns = |guard: &Guard| matches!(guard.kind, GuardKind::MeshTorque(other, _) if other == gear);
        self.crossed.iter().any(turns)
    }

    /// A body that has met its stop is on it. An importer's integrator has passed it by what shifts event indicators, and then the bodies
    /// that gears tie to it go back as well: their positions would put it beyond its stop again.
    fn place_on_stop(&mut self, body: usize, side: i8) {
        let (lower, upper) = self.structure.bodies[body].travel;
        let (stop, position) = (if side > 0 { upper } else { lower }, self.position[body]);
        let Self { ties, position: positions, velocity, .. } = self;
        if let Some(root) = ties.root[body]
            && (position - stop).abs() > CONSTANTS.reltol_place * stop.abs()
        {
            positions[root] = stop / ties.factor[body];
            tie(ties, positions, velocity);
        }
        positions[body] = stop;
    }

    /// Takes one guard to its other side; what follows from that.
    fn cross(&mut self, kind: GuardKind, is_located: bool) -> Consequence {
        match kind {
            GuardKind::Slide(contact, _) => {
                self.decision.arrived[contact] = true;
                self.mode.released[contact] = false;
                self.mode.contact_known[contact] = 0;
                return Consequence::Decision;
            }
            GuardKind::Reverse(contact, direction) => {
                self.mode.contacts[contact] = ContactMode::Continuous(-direction);
                self.mode.contact_known[contact] = 1;
            }
            GuardKind::Rest(..) => {}
            GuardKind::Hold(..) | GuardKind::LossBound(..) | GuardKind::Multiplier(..) => {
                return Consequence::EndOfHold;
            }
            GuardKind::Engagement(contact, sign) => {
                self.mode.engaged[contact] = sign < 0;
                self.decision.arrived[contact] |= sign < 0 && self.is_at_rest_but_for_rounding(contact);
                self.relax(contact);
                self.mode.segments[contact] = self.segment_of(contact);
                return Consequence::Decision;
            }
            GuardKind::Distance(body, side) => {
                self.place_on_stop(body, side);
                self.decision.struck[body] = side;
                return Consequence::Decision;
            }
            GuardKind::Turn(gear, _) => {
                self.mode.gears[gear] = GearMode::Held(1);
                self.mode.gear_known[gear] = 0;
                return Consequence::Decision;
            }
            GuardKind::MeshTorque(gear, _) => match self.mode.gears[gear] {
                GearMode::Held(mesh_sign) => {
                    self.mode.gears[gear] = GearMode::Held(-mesh_sign);
                    self.mode.mesh_known[gear] = u8::from(is_located);
                }
                // Losses that are proportional to the mesh torque go on along the same line, on which they are those of the other direction.
                GearMode::LossSaturated { direction, mesh_sign }
                    if self.structure.gears[gear].levels.forward == 0.0 =>
                {
                    self.mode.gears[gear] = GearMode::LossSaturated { direction: -direction, mesh_sign: -mesh_sign };
                    self.mode.mesh_known[gear] = u8::from(is_located);
                }
                // What it carries changes with the side.
                GearMode::LossSaturated { mesh_sign, .. } => {
                    self.decision.turned[gear] = -mesh_sign;
                    return Consequence::EndOfHold;
                }
                GearMode::Turning { direction, mesh_sign } => {
                    self.mode.gears[gear] = GearMode::Turning { direction, mesh_sign: -mesh_sign };
                    self.mode.mesh_known[gear] = u8::from(is_located);
                    if self.structure.gears[gear].follows_mesh_torque() {
                        return Consequence::Decision;
                    }
                }
                GearMode::Lossless => {}
            },
            // Whether the body leaves its stop is decided with all others, if nothing else can hold what is at rest.
            GuardKind::StopForce(body, side) => {
                if is_located {
                    self.decision.ended.push((Candidate::Stop(body, side), side));
                    // If it goes on pushing with other shares it begins with nothing, but for rounding.
                    self.mode.stop_known[body] = 1;
                }
                return if is_located { Consequence::EndOfHold } else { Consequence::Decision };
            }
            GuardKind::SegmentBegin(contact) if is_located => self.mode.segments[contact] -= 1,
            GuardKind::SegmentEnd(contact) if is_located => self.mode.segments[contact] += 1,
            // Velocities that have jumped may be several segments away.
            GuardKind::SegmentBegin(contact) | GuardKind::SegmentEnd(contact) => {
                self.mode.segments[contact] = self.segment_of(contact);
            }
            GuardKind::LossSegmentBegin(gear) if is_located => self.mode.loss_segments[gear] -= 1,
            GuardKind::LossSegmentEnd(gear) if is_located => self.mode.loss_segments[gear] += 1,
            GuardKind::LossSegmentBegin(_) | GuardKind::LossSegmentEnd(_) => self.choose_loss_segments(),
            GuardKind::Component(component, place) => self.cross_component(component, place, is_located),
            GuardKind::Limit(limiter, side) => self.cross_limit(limiter, side),
            GuardKind::Rate(limiter, side) => self.cross_rate(limiter, side),
        }
        Consequence::Kink
    }

    /// Whether the bodies of a contact that begins to touch have the same velocity within the resolution of time.
    pub(super) fn is_at_rest_but_for_rounding(&self, contact: usize) -> bool {
        let rounding = self.time_resolution * self.relative_acceleration(contact).abs();
        !self.structure.contacts[contact].is_continuous() && self.relative_velocity(contact).abs() <= rounding
    }

    /// Bristles that do not touch are straight, and what does not touch has no rest.
    fn relax(&mut self, contact: usize) {
        self.mode.rests[contact] = Rest::Moving;
        if let ContactLaw::Bristle { state, .. } = self.structure.contacts[contact].law {
            self.internal[state] = 0.0;
        }
    }

    fn segment_of(&self, index: usize) -> u8 {
        let contact = &self.structure.contacts[index];
        contact.segment(self.relative_velocity(index).abs())
    }

    /// The hold of an element has come to its end in a direction. Others across the same cut, which already carry all that they can, end
    /// with it.
    fn end_hold(&mut self, candidate: Candidate, direction: i8) {
        self.decision.ended.push((candidate, direction));
        let joint = match candidate {
            Candidate::Contact(contact) => Joint::Contact(contact),
            Candidate::Gear(gear) => Joint::Hold(gear),
            Candidate::Stop(body, _) => Joint::Stop(body),
        };
        let Self { structure, mode, clusters, decision, .. } = self;
        let Some(top) = clusters.body_of(joint) else {
            return;
        };
        for (index, contact) in structure.contacts.iter().enumerate() {
            let is_inside = |body: usize| clusters.is_below(body, top);
            if let ContactMode::Saturated(sign) = mode.contacts[index]
                && is_inside(contact.second) != contact.first.is_some_and(is_inside)
            {
                decision.ended.push((Candidate::Contact(index), sign));
            }
        }
        for (index, gear) in structure.gears.iter().enumerate() {
            if let GearMode::LossSaturated { direction, .. } = mode.gears[index]
                && clusters.is_below(gear.first, top)
            {
                decision.ended.push((Candidate::Gear(index), direction));
            }
        }
    }

    /// Reports what an instant has changed, once it is over; returns the number of events. What was decided and decided again
    /// at the same instant is no event.
    pub(super) fn report_events(&mut self, observer: &mut dyn Observer) -> u32 {
        let Some(time) = self.instant.take() else { return 0 };
        let mut events = 0;
        for element in 0..self.mode.contacts.len() {
            let (before, now) = (self.before.contacts[element], self.mode.contacts[element]);
            let kind = match (before, now) {
                (ContactMode::Free, ContactMode::Free) => continue,
                (ContactMode::Free, _) => EventKind::Engaged,
                (_, ContactMode::Free) => EventKind::Disengaged,
                (ContactMode::Continuous(_), _) | (_, ContactMode::Continuous(_)) => continue,
                (ContactMode::Sliding(before), ContactMode::Sliding(now)) if before == now => continue,
                (ContactMode::Sliding(_), ContactMode::Sliding(now)) => EventKind::Reversal { direction: now },
                (ContactMode::Sliding(_), _) => EventKind::Stop,
                (_, ContactMode::Sliding(now)) => EventKind::Breakaway { direction: now },
                (_, ContactMode::Stuck | ContactMode::Saturated(_)) => continue,
            };
            observer.event(&Event {
                subject: Subject::Contact(element),
                kind,
                time,
                velocity: self.structure.contacts[element].relative(&self.velocity_before),
                position: self.position_before[self.structure.contacts[element].second],
                torque: self.torque_before[element],
                band: self.structure.contacts[element].band(self.bound_before[element]),
            });
            events += 1;
        }
        events += self.report_gears(time, observer);
        self.has_reported |= events > 0;
        events
    }

    /// A body has met its stop: an event unless it was at rest already, and has swung or crept there.
    fn report_stop(&mut self, body: usize, side: i8, time: f64, observer: &mut dyn Observer) {
        if self.rests[body] {
            return;
        }
        self.has_reported = true;
        let (velocity, position) = (self.velocity[body], self.position[body]);
        let (subject, kind) = (Subject::Body(body), EventKind::EndStop { side });
        observer.event(&Event { subject, kind, time, velocity, position, torque: 0.0, band: NO_BAND });
    }

    /// Direction in which the first of a gear with losses turns; 0 at rest.
    fn direction_of_gear(&self, gear: usize) -> i8 {
        match self.mode.gears[gear] {
            GearMode::Turning { direction, .. } if !self.rests[self.structure.gears[gear].first] => direction,
            GearMode::Turning { .. } | GearMode::Lossless | GearMode::Held(_) | GearMode::LossSaturated { .. } => 0,
        }
    }

    fn report_gears(&mut self, time: f64, observer: &mut dyn Observer) -> u32 {
        let mut events = 0;
        self.find_rests();
        for (index, gear) in self.structure.gears.iter().enumerate() {
            let (before, now) = (self.gears_before[index], self.direction_of_gear(index));
            let changes = match (before, now) {
                // What jams stops at once, and may go on from rest at the same instant.
                (1 | -1, 0) if self.jams[index] => [Some(EventKind::Jam), None],
                (1 | -1, direction) if self.jams[index] => {
                    [Some(EventKind::Jam), Some(EventKind::Breakaway { direction })]
                }
                (before, now) if before == now => continue,
                (0, direction) => [Some(EventKind::Breakaway { direction }), None],
                (_, 0) => [Some(EventKind::Stop), None],
                (_, direction) => [Some(EventKind::Reversal { direction }), None],
            };
            let (before, position) = (self.velocity_before[gear.first], self.position_before[gear.first]);
            let subject = Subject::Gear(index);
            for kind in changes.into_iter().flatten() {
                let velocity = if matches!(kind, EventKind::Breakaway { .. }) { 0.0 } else { before };
                observer.event(&Event { subject, kind, time, velocity, position, torque: 0.0, band: NO_BAND });
                events += 1;
            }
        }
        self.jams.fill(false);
        events
    }
}
