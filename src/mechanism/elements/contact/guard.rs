//! What is watched of a contact, what follows where that is crossed, and which events are reported.

use super::{Contact, ContactLaw, ContactMode, is_engaged};
use crate::friction::Characteristic;
use crate::mechanism::candidate::Candidate;
use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::event::{Event, Observer, Subject};
use crate::mechanism::expansion::{Expansion, Situation, coefficient};
use crate::mechanism::guard::{Consequence, ElementGuard};
use crate::mechanism::inputs::Lines;
use crate::mechanism::rest::REST_IS_KNOWN;
use crate::mechanism::{Inputs, Mechanism, Mode, Structure};
use crate::plants::Rest;

/// What is watched of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactGuard {
    /// The relative velocity in the direction in which it slides.
    Slide(i8),
    /// The relative velocity of one that does not stick, in its direction.
    Reverse(i8),
    /// How far the beginning or the end of a rest of one that does not stick is: see [`crate::mechanism::rest`].
    Rest(Rest),
    /// The breakaway level less the torque in a direction.
    Hold(i8),
    /// The multiplier of the bound of one that carries all that it can in a loop that turns: zero where it would carry just as much without
    /// the bound.
    Multiplier(i8),
    /// The engagement, +1, or that there is none, −1.
    Engagement(i8),
    /// The speed above the beginning of the segment of a table.
    SegmentBegin,
    /// The end of the segment less the speed.
    SegmentEnd,
}

impl ElementGuard for ContactGuard {
    fn list(structure: &Structure, mode: &Mode, index: usize, add: &mut dyn FnMut(Self, u8)) {
        let (contact, known) = (&structure.contacts[index], mode.contact_known[index]);
        match mode.contacts[index] {
            ContactMode::Free => {}
            ContactMode::Sliding(direction) => {
                add(Self::Slide(direction), known);
                if let Some(Characteristic::Tabulated(table)) = contact.characteristic() {
                    let segment = usize::from(mode.segments[index]);
                    if segment > 0 {
                        add(Self::SegmentBegin, 0);
                    }
                    if segment + 1 < table.size() {
                        add(Self::SegmentEnd, 0);
                    }
                }
            }
            ContactMode::Continuous(direction) => {
                add(Self::Reverse(direction), known % REST_IS_KNOWN);
                add(Self::Rest(mode.rests[index]), known / REST_IS_KNOWN);
            }
            ContactMode::Stuck => {
                add(Self::Hold(1), 0);
                if !contact.is_freewheel() {
                    add(Self::Hold(-1), 0);
                }
            }
            ContactMode::Saturated(sign) => add(Self::Multiplier(sign), 0),
        }
        if contact.has_level() {
            add(Self::Engagement(if mode.engaged[index] { 1 } else { -1 }), 0);
        }
    }

    fn slot(&self, contact: usize, _: &Structure) -> usize {
        contact
    }

    // In line: a step asks for each guard at each order, and a call costs as much as what it does.
    #[inline(always)]
    fn coefficient(&self, index: usize, of: &Expansion, at: &Situation<'_>, order: usize) -> f64 {
        let constant = |value: f64| coefficient((value, 0.0), order);
        let relative = || at.structure.contacts[index].relative(&of.velocity[order * of.bodies..]);
        let speed = || at.mode.contacts[index].along(relative());
        match *self {
            Self::Slide(direction) | Self::Reverse(direction) => f64::from(direction) * relative(),
            Self::Hold(direction) => {
                let bound = at.bound_coefficient(index, direction, of.length, order);
                bound - f64::from(direction) * of.contact_torque[index]
            }
            Self::Multiplier(sign) => {
                of.multiplier(at, index).map_or(constant(1.0), |(value, _)| -f64::from(sign) * value)
            }
            // Modes that have it have no series.
            Self::Rest(rest) if order == 0 => of.rest_guard(at, index, rest),
            Self::Rest(_) => 0.0,
            Self::Engagement(sign) => f64::from(sign) * coefficient(at.engagement(index, of.length), order),
            Self::SegmentBegin => speed() - constant(at.ends_of_segment_of(index).0),
            Self::SegmentEnd => constant(at.ends_of_segment_of(index).1) - speed(),
        }
    }

    fn size(&self, index: usize, of: &Expansion, at: &Situation<'_>) -> f64 {
        match self {
            Self::Slide(_) | Self::Reverse(_) | Self::SegmentBegin | Self::SegmentEnd => {
                let Contact { first, second, .. } = at.structure.contacts[index];
                first.map_or(0.0, |body| at.velocity[body].abs()) + at.velocity[second].abs()
            }
            Self::Rest(_) => of.rest_guard_size(at, index),
            Self::Hold(_) => at.bound(index, 0.0).0.abs() + of.force_size(),
            Self::Multiplier(_) => of.multiplier(at, index).map_or(0.0, |(_, weight)| weight * of.force_size()),
            Self::Engagement(_) => at.inputs.engagement.value[index].abs(),
        }
    }

    fn cross(&self, contact: usize, now: &mut Mechanism, is_located: bool) -> Consequence {
        match *self {
            Self::Slide(_) => {
                now.decision.arrived[contact] = true;
                (now.mode.released[contact], now.mode.contact_known[contact]) = (false, 0);
                return Consequence::Decision;
            }
            Self::Engagement(sign) => {
                now.engage(contact, sign < 0);
                return Consequence::Decision;
            }
            Self::Hold(_) | Self::Multiplier(_) => return Consequence::EndOfHold,
            Self::Reverse(direction) => {
                now.mode.contacts[contact] = ContactMode::Continuous(-direction);
                now.mode.contact_known[contact] = 1;
            }
            Self::Rest(_) => {}
            Self::SegmentBegin if is_located => now.mode.segments[contact] -= 1,
            Self::SegmentEnd if is_located => now.mode.segments[contact] += 1,
            // Velocities that have jumped may be several segments away.
            Self::SegmentBegin | Self::SegmentEnd => now.mode.segments[contact] = now.segment_of(contact),
        }
        Consequence::Kink
    }

    fn follows_from_inputs(&self) -> bool {
        match self {
            Self::Hold(_) | Self::Multiplier(_) | Self::Engagement(_) => true,
            Self::Slide(_) | Self::Reverse(_) | Self::Rest(_) | Self::SegmentBegin | Self::SegmentEnd => false,
        }
    }

    fn bound_of(&self, contact: usize) -> Option<(Candidate, i8)> {
        if let Self::Hold(direction) = *self { Some((Candidate::Contact(contact), direction)) } else { None }
    }

    fn bound_left(&self, contact: usize) -> Option<Candidate> {
        matches!(self, Self::Multiplier(_)).then_some(Candidate::Contact(contact))
    }

    fn change_of_bound(&self, contact: usize, of: &Expansion, at: &Situation<'_>) -> f64 {
        let Self::Hold(direction) = *self else { return 0.0 };
        at.bound_coefficient(contact, direction, of.length, 1).abs()
    }

    fn rate_of_inputs(&self, contact: usize, inputs: &Inputs) -> f64 {
        if matches!(self, Self::Engagement(_)) { inputs.engagement.slope[contact].abs() } else { 0.0 }
    }

    fn ends_at_zero(&self, contact: usize, inputs: &Inputs) -> bool {
        let Lines { value, slope, .. } = &inputs.engagement;
        *self == Self::Engagement(1) && value[contact] == 0.0 && slope[contact] <= 0.0
    }

    /// Rests change nothing that a bridge could be needed for.
    fn is_memory(&self) -> bool {
        matches!(self, Self::Rest(_))
    }

    fn departs_backwards(&self, index: usize, now: &Mechanism) -> bool {
        let (Self::Slide(_), ContactMode::Sliding(direction)) = (self, now.mode.contacts[index]) else { return false };
        let (contact, acceleration) = (&now.structure.contacts[index], now.expansion.accelerations());
        let size = acceleration[contact.second].abs() + contact.first.map_or(0.0, |first| acceleration[first].abs());
        now.mode.released[index]
            && now.relative_velocity(index) == 0.0
            && f64::from(direction) * now.relative_acceleration(index) < -CONSTANTS.complementarity.reltol_zero * size
    }

    fn is_end_of_prescribed_motion(&self, contact: usize, now: &Mechanism) -> bool {
        matches!(self, Self::Slide(_)) && now.motions_beside(contact).is_some()
    }
}

impl Mechanism {
    /// A contact begins to touch, or touches no more.
    fn engage(&mut self, contact: usize, is_engaged: bool) {
        self.mode.engaged[contact] = is_engaged;
        self.decision.arrived[contact] |= is_engaged && self.is_at_rest_but_for_rounding(contact);
        // What it did while it did not touch is no direction that it keeps.
        self.mode.released[contact] &= !is_engaged;
        self.relax(contact);
        self.mode.segments[contact] = self.segment_of(contact);
    }

    /// Contacts whose engagement has jumped to the other side of zero, or ends at it, touch or touch no more before anything else is decided: one that
    /// jumps below zero would drive what it slides on, one that is zero would take along what sticks, and what another one is to hold would break away.
    pub(in crate::mechanism) fn engage_anew(&mut self) {
        for contact in 0..self.structure.contacts.len() {
            if self.engagement_has_crossed(contact) {
                self.engage(contact, !self.mode.engaged[contact]);
            }
        }
    }

    /// Whether the engagement of a contact is not on the side of zero on which its mode has it.
    pub(in crate::mechanism) fn engagement_has_crossed(&self, contact: usize) -> bool {
        let Self { structure, mode, inputs, .. } = self;
        if !mode.engaged[contact] {
            return is_engaged(structure, inputs, contact);
        }
        let ends = inputs.engagement.value[contact] < 0.0 || ContactGuard::Engagement(1).ends_at_zero(contact, inputs);
        ends && structure.contacts[contact].has_level()
    }

    /// Whether the bodies of a contact that begins to touch have the same velocity within the resolution of time.
    pub(in crate::mechanism) fn is_at_rest_but_for_rounding(&self, contact: usize) -> bool {
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

    /// What has happened to the contacts at an instant that is over; returns the number of events.
    pub(in crate::mechanism) fn report_contacts(&mut self, time: f64, observer: &mut dyn Observer) -> u32 {
        let mut events = 0;
        for (index, contact) in self.structure.contacts.iter().enumerate() {
            let Some(kind) = self.before.contacts[index].event(self.mode.contacts[index]) else { continue };
            observer.event(&Event {
                subject: Subject::Contact(index),
                kind,
                time,
                velocity: contact.relative(&self.velocity_before),
                position: self.position_before[contact.second],
                torque: self.torque_before[index],
                band: contact.band(self.bound_before[index]),
            });
            events += 1;
        }
        events
    }
}
