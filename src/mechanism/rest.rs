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
//! that are at rest hold, and the losses of gears help or hinder with the direction in which what follows would turn them. So T is then
//! that with all other contacts at rest, by this criterion, as if they stuck, and with gears turned back unless T along the motion has it
//! go on. A clutch on its
//! bristles would otherwise push a load that is braked and turned back on for a moment, and its brake would stop where all rigid
//! brakes reverse. A rest ends by the motion itself, in which bristles of neighbours yield.
//!
//! A contact without relative velocity because others have stopped what it joins (end stops, clutches that stick, gears that jam) has
//! come to rest as well: its velocity did not pass through zero, and no guard shows it. That is asked after each joint decision.
//!
//! What is at rest on its bristles swings, and may meet an end stop or turn a gear in that: this is no event, as it would not move under a
//! law that sticks, unless it strikes the stop with more energy than they store up to breakaway. A gear stops and breaks away where the contacts do that hold it to the ground.
//!
//! Rest is memory: it changes no equation and no state. Beginnings and ends are located like all events, but what goes on for a whole
//! internal step needs no bridge because of them, and they do not count there.

use super::clusters::Clusters;
use super::constants::CONSTANTS;
use super::elements::ContactGuard;
use super::event::{Event, Observer, Subject};
use super::expansion::{Expansion, Situation};
use super::guard::GuardKind;
use super::{Contact, ContactLaw, ContactMode, GearMode, Mechanism};
use crate::friction::Band;
use crate::plants::{EventKind, Rest, ZeroCrossing};

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
    pub fn zero_crossing<'a>(&self, at: &Situation<'a>, index: usize) -> Option<ZeroCrossing<'a>> {
        let contact = &at.structure.contacts[index];
        let ContactMode::Continuous(direction) = at.mode.contacts[index] else { return None };
        let deflection = match contact.law {
            ContactLaw::Bristle { state, .. } => at.internal[state],
            ContactLaw::SetValued { .. } | ContactLaw::Smooth(_) => 0.0,
        };
        let engagement = at.inputs.engagement.value[index].max(CONSTANTS.min_engagement);
        let compliance = at.clusters.compliance(contact);
        let velocity = contact.relative(at.velocity);
        let (active, inertia) = if compliance > 0.0 {
            let inertia = 1.0 / (engagement * compliance);
            let friction = self.contact_torque[index] / engagement - contact.viscous * velocity;
            (friction + inertia * contact.relative(self.accelerations()), inertia)
        } else {
            (0.0, 0.0)
        };
        Some(ZeroCrossing { law: contact.continuous_law()?, direction, velocity, deflection, active, inertia })
    }

    /// Negative where a rest of a contact begins or ends.
    pub fn rest_guard(&self, at: &Situation<'_>, contact: usize, rest: Rest) -> f64 {
        self.zero_crossing(at, contact).map_or(1.0, |zero_crossing| zero_crossing.guard(rest, 1.0))
    }

    /// Size of what that guard is made of.
    pub fn rest_guard_size(&self, at: &Situation<'_>, index: usize) -> f64 {
        let contact = &at.structure.contacts[index];
        match &contact.law {
            ContactLaw::Bristle { bristle, .. } => {
                let engagement = at.inputs.engagement.value[index].max(CONSTANTS.min_engagement);
                (bristle.greatest_torque() + self.force_size() / engagement) / bristle.stiffness
            }
            ContactLaw::Smooth(_) | ContactLaw::SetValued { .. } => {
                at.velocity[contact.second].abs() + contact.first.map_or(0.0, |first| at.velocity[first].abs())
            }
        }
    }
}

impl Mechanism {
    fn zero_crossing(&self, contact: usize) -> Option<ZeroCrossing<'_>> {
        self.expansion.zero_crossing(&self.situation(), contact)
    }

    /// Finds the bodies that are joined to the ground by contacts at rest of which some do not stick: what would not move if they did.
    pub(super) fn find_rests(&mut self) {
        let Self { structure, mode, clusters: Clusters { root, .. }, rests, .. } = self;
        rests.fill(false);
        let is_at_rest = |index: usize| {
            matches!(mode.contacts[index], ContactMode::Continuous(_)) && mode.rests[index] == Rest::AtRest
        };
        let mut has_grown = (0..mode.contacts.len()).any(is_at_rest);
        while has_grown {
            has_grown = false;
            for (_, contact) in structure.contacts.iter().enumerate().filter(|(index, _)| is_at_rest(*index)) {
                let is_held = |body: Option<usize>| body.is_none_or(|body| rests[body] || root[body].is_none());
                let joined = [(contact.first, Some(contact.second)), (Some(contact.second), contact.first)];
                let Some((_, Some(body))) = joined.into_iter().find(|(one, other)| is_held(*one) && !is_held(*other))
                else {
                    continue;
                };
                let tied = |other: &usize| *other == body || root[*other] == root[body];
                (0..rests.len()).filter(tied).for_each(|other| rests[other] = true);
                has_grown = true;
            }
        }
    }

    /// Rests of all contacts where the simulation begins.
    pub(super) fn begin_rests(&mut self) {
        self.evaluate();
        (0..self.mode.contacts.len()).for_each(|contact| self.begin_rest_of(contact));
        self.list_guards();
    }

    fn begin_rest_of(&mut self, contact: usize) {
        let Some(zero_crossing) = self.zero_crossing(contact) else { return };
        let direction = if zero_crossing.velocity == 0.0 { 0 } else { zero_crossing.direction };
        self.mode.rests[contact] = ZeroCrossing { direction, ..zero_crossing }.initial();
    }

    /// What the crossed guards mean for rests.
    pub(super) fn cross_rests(&mut self, time: f64, observer: &mut dyn Observer) {
        for index in 0..self.crossed.len() {
            self.cross_rest(self.crossed[index].kind, time, observer);
        }
    }

    fn cross_rest(&mut self, kind: GuardKind, time: f64, observer: &mut dyn Observer) {
        match kind {
            // Another guard of this instant may have changed it.
            GuardKind::Contact(contact, ContactGuard::Rest(rest)) if rest == self.mode.rests[contact] => {
                self.change_rest(contact, time, observer, |zero_crossing| {
                    if zero_crossing.is_past_presliding(rest) { zero_crossing.cross(rest) } else { (rest, None) }
                });
                self.mode.contact_known[contact] |= REST_IS_KNOWN;
            }
            GuardKind::Contact(contact, ContactGuard::Reverse(direction)) => {
                self.pass_zero(contact, direction, time, observer);
            }
            GuardKind::Contact(..)
            | GuardKind::Stop(..)
            | GuardKind::Component(..)
            | GuardKind::Gear(..)
            | GuardKind::Limiter(..) => {}
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
        self.change_rest(contact, time, observer, |zero_crossing| zero_crossing.pass_zero(rest, direction));
    }

    fn change_rest(
        &mut self,
        contact: usize,
        time: f64,
        observer: &mut dyn Observer,
        change: impl FnOnce(&ZeroCrossing<'_>) -> (Rest, Option<EventKind>),
    ) {
        // What has been at rest only begins to move.
        let joined = if self.mode.rests[contact] == Rest::AtRest { None } else { self.driven_from_rest(contact) };
        let Some(mut zero_crossing) = self.zero_crossing(contact) else { return };
        zero_crossing.active = joined.unwrap_or(zero_crossing.active);
        let ((rest, kind), velocity) = (change(&zero_crossing), zero_crossing.velocity);
        let engagement = self.inputs.engagement.value[contact];
        let Band { forward, backward } = zero_crossing.law.held_band();
        let band = Band { forward: engagement * forward, backward: engagement * backward };
        self.mode.rests[contact] = rest;
        let Some(kind) = kind else { return };
        self.has_reported = true;
        observer.event(&Event {
            subject: Subject::Contact(contact),
            kind,
            time,
            velocity,
            position: self.position[self.structure.contacts[contact].second],
            torque: self.expansion.contact_torque[contact],
            band,
        });
    }

    /// The active torque of a contact, whose motion has come to its end, if all others that are at rest held what they join and the gears
    /// turned as they do where it goes on, or turns back; nothing where there are neither.
    fn driven_from_rest(&mut self, contact: usize) -> Option<f64> {
        if !self.has_rests_beside(contact) && !self.stops_gears(contact) {
            return None;
        }
        self.decided.copy_from(&self.mode);
        self.hold_rests_beside(contact);
        let mut active = None;
        if let Some(zero_crossing) = self.zero_crossing_anew(contact) {
            active = Some(zero_crossing.active);
            let direction = zero_crossing.direction_of_motion();
            if !zero_crossing.goes_on() && self.stops_gears(contact) {
                self.turn_gears_back(contact, direction);
                let turned = self.zero_crossing_anew(contact).map(|zero_crossing| zero_crossing.active);
                active = if self.correct_mesh_signs() {
                    self.zero_crossing_anew(contact).map(|zero_crossing| zero_crossing.active)
                } else {
                    turned
                };
            }
        }
        self.mode.copy_from(&self.decided);
        self.rebuild();
        self.evaluate();
        active
    }

    /// After the mode has changed.
    fn zero_crossing_anew(&mut self, contact: usize) -> Option<ZeroCrossing<'_>> {
        self.rebuild();
        self.evaluate();
        self.zero_crossing(contact)
    }

    fn is_rest_beside(&self, contact: usize, other: usize) -> bool {
        let is_continuous = matches!(self.mode.contacts[other], ContactMode::Continuous(_));
        other != contact && is_continuous && self.mode.rests[other] == Rest::AtRest
    }

    fn has_rests_beside(&self, contact: usize) -> bool {
        (0..self.mode.contacts.len()).any(|other| self.is_rest_beside(contact, other))
    }

    fn hold_rests_beside(&mut self, contact: usize) {
        for other in 0..self.mode.contacts.len() {
            if self.is_rest_beside(contact, other) {
                self.mode.contacts[other] = ContactMode::Stuck;
            }
        }
    }

    /// Whether a gear turns with what a brake stops.
    fn is_stopped_by(&self, contact: usize, gear: usize) -> bool {
        let Contact { first, second, .. } = self.structure.contacts[contact];
        let root = self.clusters.root[second];
        let is_turning = matches!(self.mode.gears[gear], GearMode::Turning { .. });
        first.is_none() && is_turning && root.is_some() && self.clusters.root[self.structure.gears[gear].first] == root
    }

    fn stops_gears(&self, contact: usize) -> bool {
        (0..self.structure.gears.len()).any(|gear| self.is_stopped_by(contact, gear))
    }

    /// The gears that a brake stops turn against its motion in `direction`.
    fn turn_gears_back(&mut self, contact: usize, direction: i8) {
        for gear in 0..self.structure.gears.len() {
            if !self.is_stopped_by(contact, gear) {
                continue;
            }
            let factor = |body: usize| self.clusters.factor[body];
            let turns_alike =
                factor(self.structure.gears[gear].first) * factor(self.structure.contacts[contact].second) > 0.0;
            if let GearMode::Turning { direction: turned, .. } = &mut self.mode.gears[gear] {
                *turned = if turns_alike { -direction } else { direction };
            }
        }
    }

    /// Gives the gears the sign of their mesh torques in the evaluated mode; whether one has changed.
    fn correct_mesh_signs(&mut self) -> bool {
        let mut has_changed = false;
        for gear in 0..self.structure.gears.len() {
            let mesh = self.expansion.mesh_torque(&self.situation(), gear);
            if let GearMode::Turning { mesh_sign, .. } = &mut self.mode.gears[gear]
                && mesh * f64::from(*mesh_sign) < 0.0
            {
                *mesh_sign = -*mesh_sign;
                has_changed = true;
            }
        }
        has_changed
    }
}
