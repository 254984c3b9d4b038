//! Which branch of its equations a contact is in.

use super::Contact;
use crate::mechanism::candidate::Candidate;
use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::{Mechanism, Mode};
use crate::plants::{EventKind, Rest};

/// What a contact does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactMode {
    /// It is not engaged.
    Free,
    /// It slides, or is about to, with relative velocity in the direction +1 or −1.
    Sliding(i8),
    /// Its torque follows velocity and deflection continuously; its relative velocity has this sign.
    Continuous(i8),
    /// It holds.
    Stuck,
    /// Others hold what it joins, and it carries all that it can: the torque is at the breakaway level, with this sign.
    Saturated(i8),
}

impl ContactMode {
    /// The relative velocity is zero and stays so.
    pub fn is_at_rest(self) -> bool {
        matches!(self, Self::Stuck | Self::Saturated(_))
    }

    /// −1, 0 stuck, 1 sliding, 2 free; of a contact that does not stick the direction.
    pub fn regime(self) -> i32 {
        match self {
            Self::Free => 2,
            Self::Sliding(direction) | Self::Continuous(direction) => i32::from(direction),
            Self::Stuck | Self::Saturated(_) => 0,
        }
    }

    /// What has happened where this is followed by another.
    pub(super) fn event(self, now: Self) -> Option<EventKind> {
        match (self, now) {
            (Self::Free, Self::Free) => None,
            (Self::Free, _) => Some(EventKind::Engaged),
            (_, Self::Free) => Some(EventKind::Disengaged),
            (Self::Continuous(_), _) | (_, Self::Continuous(_)) => None,
            (Self::Sliding(before), Self::Sliding(now)) if before == now => None,
            (Self::Sliding(_), Self::Sliding(now)) => Some(EventKind::Reversal { direction: now }),
            (Self::Sliding(_), _) => Some(EventKind::Stop),
            (_, Self::Sliding(now)) => Some(EventKind::Breakaway { direction: now }),
            (_, Self::Stuck | Self::Saturated(_)) => None,
        }
    }

    /// Before anything was decided, at this relative velocity.
    pub(in crate::mechanism) fn at_start(contact: &Contact, relative: f64, is_engaged: bool) -> Self {
        let is_backward = relative < 0.0;
        if !is_engaged && !contact.is_freewheel() {
            Self::Free
        } else if contact.is_continuous() {
            Self::Continuous(if is_backward { -1 } else { 1 })
        } else if relative == 0.0 {
            Self::Stuck
        } else {
            Self::Sliding(contact.direction_of(relative))
        }
    }

    /// Speed of one that slides, or a coefficient of it, of the relative velocity; 0 of others.
    pub(super) fn along(self, relative: f64) -> f64 {
        match self {
            Self::Sliding(direction) => f64::from(direction) * relative,
            Self::Free | Self::Stuck | Self::Saturated(_) | Self::Continuous(_) => 0.0,
        }
    }

    /// Its number in a saved state, with that of its rest.
    pub(in crate::mechanism) fn number(self, rest: Rest) -> i8 {
        match self {
            Self::Sliding(direction) => direction,
            Self::Stuck => 0,
            Self::Free => 2,
            Self::Saturated(sign) => 4 * sign,
            Self::Continuous(direction) => direction * (8 + rest.number() as i8),
        }
    }

    pub(in crate::mechanism) fn from_number(number: i8) -> (Self, Rest) {
        let mode = match number {
            0 => Self::Stuck,
            2 => Self::Free,
            4 | -4 => Self::Saturated(number.signum()),
            8..=10 | -10..=-8 => Self::Continuous(number.signum()),
            direction => Self::Sliding(if direction < 0 { -1 } else { 1 }),
        };
        (mode, Rest::from_number(i32::from(number).abs() - 8))
    }
}

impl Mode {
    /// A contact begins to slide in a direction at this instant: neither its velocity nor its acceleration is against it.
    pub(in crate::mechanism) fn begin_sliding(&mut self, contact: usize, direction: i8) {
        self.contacts[contact] = ContactMode::Sliding(direction);
        self.segments[contact] = 0;
        (self.contact_known[contact], self.released[contact]) = (2, true);
    }

    /// A contact has come to rest at this instant and slides on in a direction, in which it is accelerated.
    pub(in crate::mechanism) fn go_on_sliding(&mut self, contact: usize, direction: i8) {
        self.begin_sliding(contact, direction);
        self.contact_known[contact] = 1;
    }

    /// Whether the hold of a contact has come to its end at this instant.
    pub(in crate::mechanism) fn has_let_go(&self, contact: usize) -> bool {
        self.released[contact] && self.contact_known[contact] >= 2
    }
}

impl Mechanism {
    /// Lists the contacts at rest that may hold; others slide, or are free.
    pub(in crate::mechanism) fn list_contacts(&mut self) {
        let Self { structure, mode, inputs, decision, question, velocity, time_resolution, .. } = self;
        for (index, contact) in structure.contacts.iter().enumerate() {
            let relative = contact.relative(velocity);
            // An engagement that ends within the resolution of time ends here: its level is below zero in the derivatives.
            let (engagement, rate) = (inputs.engagement.value[index], inputs.engagement.slope[index]);
            let goes_on = rate >= 0.0 || engagement + rate * *time_resolution > 0.0;
            let is_joined = (mode.engaged[index] && goes_on) || contact.is_freewheel();
            let is_at_rest = mode.contacts[index].is_at_rest() || decision.arrived[index] || relative == 0.0;
            if !is_joined {
                mode.contacts[index] = ContactMode::Free;
            } else if contact.is_continuous() {
                if !matches!(mode.contacts[index], ContactMode::Continuous(_)) {
                    mode.contacts[index] = ContactMode::Continuous(if relative < 0.0 { -1 } else { 1 });
                }
            } else if is_at_rest && !mode.released[index] {
                mode.contacts[index] = ContactMode::Stuck;
                question.unknowns.push(Candidate::Contact(index));
            } else if !matches!(mode.contacts[index], ContactMode::Sliding(_)) {
                mode.contacts[index] = ContactMode::Sliding(contact.direction_of(relative));
            }
        }
    }

    /// Lists the contacts that take impulses: all one-way clutches, as one that overruns may be turned the wrong way by the impulse of another. Where a
    /// gear jams anew at this instant ([`crate::mechanism::jamming`]) those that stick as well: a one-way clutch that does passes an impulse in
    /// either direction then.
    pub(in crate::mechanism) fn list_struck_contacts(&mut self) {
        let Self { structure, mode, decision, question, .. } = self;
        let takes_part = |contact: &usize| {
            let part = &structure.contacts[*contact];
            let joins = part.first.is_some() && mode.contacts[*contact] == ContactMode::Stuck;
            part.is_freewheel() || (decision.jams_anew && joins)
        };
        let contacts = (0..structure.contacts.len()).filter(takes_part);
        question.unknowns.extend(contacts.map(Candidate::Contact));
    }

    /// A contact slides as the velocities after an impact have it.
    pub(in crate::mechanism) fn follow_impact_of_contact(&mut self, index: usize) {
        let Self { structure, mode, decision, question, velocity, velocity_before, .. } = self;
        let contact = &structure.contacts[index];
        let relative = contact.relative(velocity);
        if let ContactMode::Continuous(direction) = &mut mode.contacts[index]
            && contact.relative(velocity_before) == 0.0
            && relative != 0.0
        {
            // It had no direction before, and does not turn.
            *direction = if relative < 0.0 { -1 } else { 1 };
        }
        let size = velocity[contact.second].abs() + contact.first.map_or(0.0, |body| velocity[body].abs());
        let moves = relative.abs() > CONSTANTS.reltol_impact * size;
        // What had met is parted by the impact, also what begins to touch at this instant.
        decision.arrived[index] &= !moves;
        if mode.contacts[index] == ContactMode::Free || contact.is_continuous() {
            return;
        }
        if contact.is_freewheel() {
            if moves && !decision.arrived[index] {
                mode.contacts[index] = ContactMode::Sliding(1);
            }
        } else if moves {
            mode.contacts[index] = ContactMode::Sliding(if relative > 0.0 { 1 } else { -1 });
            mode.segments[index] = contact.segment(relative.abs());
        } else {
            decision.arrived[index] = true;
            // What an impulse has stopped was moving.
            let mut ends = [Some(contact.second), contact.first].into_iter().flatten();
            let is_struck =
                ends.any(|body| question.groups.root[body].is_some_and(|root| decision.struck_groups[root]));
            mode.released[index] &= !is_struck;
        }
    }

    /// A contact has the mode in which it is after a bridged step.
    pub(in crate::mechanism) fn follow_step_of_contact(&mut self, index: usize) {
        let contact = &self.structure.contacts[index];
        let can_rest = (self.mode.engaged[index] || contact.is_freewheel()) && !contact.is_continuous();
        let sense = self.sense_after_step(Candidate::Contact(index));
        self.decision.arrived[index] = can_rest && sense == 0;
        self.mode.contacts[index] = match (can_rest, sense) {
            (false, _) => ContactMode::Free,
            (true, 0) => ContactMode::Stuck,
            (true, direction) => ContactMode::Sliding(direction),
        };
    }
}
