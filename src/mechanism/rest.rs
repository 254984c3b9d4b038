//! Rest of contacts that creep or have bristles, by the criterion of [`crate::plants::rest`], so that stops, breakaways and reversals
//! are the same events under every law.
//!
//! That criterion asks a body for the active torque T, which drives it apart from its friction, and the inertia J that it drives. A
//! contact between bodies that others hold, tie and brake has both as well. With all other elements in their present mode and state,
//! its relative velocity w = v_second − v_first follows from its own torque τ by
//!
//! ```text
//! w' = a − λ·τ        λ = Σ f·t/M over the clusters that the contact touches
//! ```
//!
//! with a what w' would be without the contact. M is the inertia of a cluster at its root; f and t are the contact's relative
//! velocity per velocity of that root, and the torque at the root per τ (they differ by the losses of gears). λ is the diagonal entry
//! that the contact would have in the matrix of the joint decision ([`super::decision`]), in the clusters of the present mode. So the
//! torque at which w' = 0, and the inertia that it drives, are
//!
//! ```text
//! J = 1/λ        T = a/λ = τ + J·w'
//! ```
//!
//! - What hangs on springs, or on bristles, has states of its own and no part in J.
//! - Where others hold both sides, λ = 0 and w' = 0, and nothing drives the contact: T = 0.
//! - The viscous part of the contact drives it, as that of a body does: τ is the friction alone.
//! - An engagement e scales all torques of the law, and the criterion holds with T/e and J/e. At e = 0 nothing is held.
//! - J changes with the modes of others, as where a gear jams or a clutch sticks; both are those of the instant that is looked at.
//!
//! Whether friction can hold where a motion has come to its end is what the joint decision asks under Coulomb's law: there neighbours
//! that are at rest hold. So T is then that with all other contacts at rest, by this criterion, as if they stuck. A clutch on its
//! bristles would otherwise push a load that is braked and turned back on for a moment, and its brake would stop where all rigid
//! brakes reverse. A rest ends by the motion itself, in which bristles of neighbours yield.
//!
//! A contact without relative velocity because others have stopped what it joins (end stops, clutches that stick, gears that jam) has
//! come to rest as well: its velocity did not pass through zero, and no guard tells. That is asked after each joint decision.
//!
//! Rest is memory: it changes no equation and no state. Beginnings and ends are located like all events, but what goes on for a whole
//! internal step needs no bridge because of them, and they do not count there.

use super::clusters::Clusters;
use super::event::{Event, Observer, Subject};
use super::expansion::{Expansion, Situation};
use super::guard::Watched;
use super::mode::ContactMode;
use super::{Contact, ContactLaw, Mechanism};
use crate::plants::{EventKind, Passage, Rest};

/// An engagement that is about to be positive [1].
const HARDLY_ENGAGED: f64 = 1e-100;
/// In [`super::Mode::contact_known`] of a continuous contact: its guard of rest has just left its surface. The lowest bit is that of its
/// velocity.
pub(super) const REST_IS_KNOWN: u8 = 2;

impl Clusters {
    /// λ of a contact: its relative acceleration per torque on the second, against the first [1/(kg·m²)]. 0 where both are held.
    fn compliance(&self, contact: &Contact) -> f64 {
        let ends = || [Some((contact.second, 1.0)), contact.first.map(|first| (first, -1.0))].into_iter().flatten();
        ends().fold(0.0, |sum, (body, sign)| {
            let Some(root) = self.root[body] else { return sum };
            let of_cluster = ends().filter(|(other, _)| self.root[*other] == Some(root));
            let torque: f64 = of_cluster.map(|(other, sign)| sign * self.torque_factor(other)).sum();
            sum + sign * self.factor[body] * torque / self.inertia(root)
        })
    }
}

impl Expansion {
    /// How a continuous contact passes through rest, after the forces and accelerations of order 0.
    pub fn passage<'a>(&self, at: &Situation<'a>, index: usize) -> Option<Passage<'a>> {
        let contact = &at.structure.contacts[index];
        let ContactMode::Continuous(direction) = at.mode.contacts[index] else { return None };
        let deflection = match contact.law {
            ContactLaw::Bristle { state, .. } => at.internal[state],
            ContactLaw::SetValued { .. } | ContactLaw::Smooth(_) => 0.0,
        };
        let engagement = at.drive.engagement.value[index].max(HARDLY_ENGAGED);
        let compliance = at.clusters.compliance(contact);
        let velocity = contact.relative(at.velocity);
        let (active, inertia) = if compliance > 0.0 {
            let inertia = 1.0 / (engagement * compliance);
            let friction = self.contact_torque[index] / engagement - contact.viscous * velocity;
            (friction + inertia * contact.relative(self.accelerations()), inertia)
        } else {
            (0.0, 0.0)
        };
        Some(Passage { law: contact.continuous_law()?, direction, velocity, deflection, active, inertia })
    }

    /// Negative where a rest of a contact begins or ends.
    pub fn rest_guard(&self, at: &Situation<'_>, contact: usize, rest: Rest) -> f64 {
        self.passage(at, contact).map_or(1.0, |passage| passage.guard(rest, 1.0))
    }

    /// Size of what that guard is made of.
    pub fn rest_guard_size(&self, at: &Situation<'_>, index: usize) -> f64 {
        let contact = &at.structure.contacts[index];
        match &contact.law {
            ContactLaw::Bristle { bristle, .. } => {
                let engagement = at.drive.engagement.value[index].max(HARDLY_ENGAGED);
                (bristle.breakaway_torque() + self.force_size() / engagement) / bristle.stiffness
            }
            ContactLaw::Smooth(_) | ContactLaw::SetValued { .. } => {
                at.velocity[contact.second].abs() + contact.first.map_or(0.0, |first| at.velocity[first].abs())
            }
        }
    }
}

impl Mechanism {
    fn passage(&self, contact: usize) -> Option<Passage<'_>> {
        self.expansion.passage(&self.situation(), contact)
    }

    /// Rests of all contacts where the simulation begins.
    pub(super) fn begin_rests(&mut self) {
        self.evaluate();
        (0..self.mode.contacts.len()).for_each(|contact| self.begin_rest_of(contact));
        self.list_guards();
    }

    fn begin_rest_of(&mut self, contact: usize) {
        let Some(passage) = self.passage(contact) else { return };
        let direction = if passage.velocity == 0.0 { 0 } else { passage.direction };
        self.mode.rests[contact] = Passage { direction, ..passage }.initial();
    }

    /// What the crossed guards mean for rests.
    pub(super) fn cross_rests(&mut self, time: f64, observer: &mut dyn Observer) {
        for index in 0..self.crossed.len() {
            self.cross_rest(self.crossed[index].watched, time, observer);
        }
    }

    fn cross_rest(&mut self, watched: Watched, time: f64, observer: &mut dyn Observer) {
        match watched {
            // Another guard of this instant may have changed it.
            Watched::Rest(contact, rest) if rest == self.mode.rests[contact] => {
                self.change_rest(contact, time, observer, |passage| {
                    if passage.is_past_presliding(rest) { passage.cross(rest) } else { (rest, None) }
                });
                self.mode.contact_known[contact] |= REST_IS_KNOWN;
            }
            Watched::Reverse(contact, direction) => self.pass_zero(contact, direction, time, observer),
            Watched::Rest(..)
            | Watched::Slide(..)
            | Watched::Hold(..)
            | Watched::Turn(..)
            | Watched::Mesh(..)
            | Watched::Losses(..)
            | Watched::Engagement(..)
            | Watched::SegmentBegin(_)
            | Watched::SegmentEnd(_)
            | Watched::Distance(..)
            | Watched::Push(..)
            | Watched::Gap(..)
            | Watched::Depth(_)
            | Watched::Cap(..)
            | Watched::Valve(..)
            | Watched::Release(..)
            | Watched::Limit(..)
            | Watched::Rate(..) => {}
        }
    }

    /// Rests that begin because of what was decided.
    pub(super) fn follow_decision(&mut self, time: f64, observer: &mut dyn Observer) {
        if !self.mode.contacts.iter().any(|mode| matches!(mode, ContactMode::Continuous(_))) {
            return;
        }
        self.evaluate();
        for contact in 0..self.mode.contacts.len() {
            let ContactMode::Continuous(direction) = self.mode.contacts[contact] else { continue };
            if !matches!(self.before.contacts[contact], ContactMode::Continuous(_)) {
                self.begin_rest_of(contact);
            } else if self.relative_velocity(contact) == 0.0 {
                self.pass_zero(contact, direction, time, observer);
            }
        }
        self.list_guards();
    }

    /// The relative velocity is zero, after motion in `direction`.
    fn pass_zero(&mut self, contact: usize, direction: i8, time: f64, observer: &mut dyn Observer) {
        let rest = self.mode.rests[contact];
        self.change_rest(contact, time, observer, |passage| passage.pass_zero(rest, direction));
    }

    fn change_rest(
        &mut self,
        contact: usize,
        time: f64,
        observer: &mut dyn Observer,
        change: impl FnOnce(&Passage<'_>) -> (Rest, Option<EventKind>),
    ) {
        // What has been at rest only begins to move.
        let joined = if self.mode.rests[contact] == Rest::AtRest { None } else { self.driven_by_others(contact) };
        let Some(mut passage) = self.passage(contact) else { return };
        passage.active = joined.unwrap_or(passage.active);
        let ((rest, kind), velocity) = (change(&passage), passage.velocity);
        let bound = self.drive.engagement.value[contact] * passage.law.held_band().forward;
        self.mode.rests[contact] = rest;
        let Some(kind) = kind else { return };
        self.has_told_rest = true;
        observer.event(&Event {
            subject: Subject::Contact(contact),
            kind,
            time,
            velocity,
            position: self.position[self.structure.contacts[contact].second],
            torque: self.expansion.contact_torque[contact],
            bound,
        });
    }

    /// The active torque of a contact if all others that are at rest held what they join; nothing where no others are.
    fn driven_by_others(&mut self, contact: usize) -> Option<f64> {
        let rests = |mechanism: &Self, other: usize| {
            let mode = &mechanism.mode;
            let is_continuous = matches!(mode.contacts[other], ContactMode::Continuous(_));
            other != contact && is_continuous && mode.rests[other] == Rest::AtRest
        };
        let others = 0..self.mode.contacts.len();
        if !others.clone().any(|other| rests(self, other)) {
            return None;
        }
        self.decided.copy_from(&self.mode);
        for other in others {
            if rests(self, other) {
                self.mode.contacts[other] = ContactMode::Stuck;
            }
        }
        self.restore();
        self.evaluate();
        let active = self.passage(contact).map(|passage| passage.active);
        self.mode.copy_from(&self.decided);
        self.restore();
        self.evaluate();
        active
    }
}
