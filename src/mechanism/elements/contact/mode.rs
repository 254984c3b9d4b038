//! Which branch of its equations a contact is in.

use super::Contact;
use crate::mechanism::Mode;
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
            Self::Sliding(if is_backward && !contact.is_freewheel() { -1 } else { 1 })
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
