//! One frictional contact: the level that it slides with and the level that it holds.
//!
//! Both directions may have different levels: −B₋ ≤ τ ≤ B₊. Where contacts share a torque each has the weight of the mean of both, in
//! either direction, so that nothing is carried where nothing acts.

mod force;
mod guard;
mod mode;

pub(in crate::mechanism) use force::ContactForce;
pub(in crate::mechanism) use guard::ContactGuard;
pub use mode::ContactMode;

use super::freewheel::Freewheel;
use crate::friction::{Band, Bristle, Characteristic, ContinuousLaw, MajdSimaan, RatioSeries};
use crate::mechanism::expansion::{Expansion, Situation, coefficient};
use crate::mechanism::{Inputs, Mechanism, Snapshot, Structure};
use crate::solver::Beginning;

/// What a contact allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ContactKind {
    /// A brake, bearing or clutch: both directions alike.
    Friction,
    /// A one-way clutch: the relative velocity is never negative.
    Freewheel(Freewheel),
}

/// What a contact does at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "no allocation in the physics")]
pub enum ContactLaw {
    /// It sticks.
    SetValued {
        /// How the level changes with the speed.
        characteristic: Characteristic,
        /// Breakaway level over the level that [`Characteristic::levels_at_rest`] has.
        rest_ratio: f64,
    },
    /// One smooth curve through zero: it creeps.
    Smooth(MajdSimaan),
    /// Bristles that deflect before they slip; their deflection is a state.
    Bristle {
        /// The bristles.
        bristle: Bristle,
        /// Place of the deflection among the internal states.
        state: usize,
    },
}

/// Friction between two bodies, or a body and the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The first body; `None` is the ground.
    pub first: Option<usize>,
    /// The second.
    pub second: usize,
    /// Both directions, or one.
    pub kind: ContactKind,
    /// Coulomb torque F₀ at engagement 1 [N·m]; 1 for a table, which has its levels itself.
    pub coulomb: f64,
    /// Levels for motion towards negative position, over those towards positive position.
    pub backward_ratio: f64,
    /// What it does at rest.
    pub law: ContactLaw,
    /// Viscous part of the contact [N·m·s/rad], scaled by the engagement.
    pub viscous: f64,
}

impl Contact {
    /// The characteristic of a contact that sticks.
    pub fn characteristic(&self) -> Option<&Characteristic> {
        match &self.law {
            ContactLaw::SetValued { characteristic, .. } => Some(characteristic),
            ContactLaw::Smooth(_) | ContactLaw::Bristle { .. } => None,
        }
    }

    /// The law of a contact that does not stick.
    pub(in crate::mechanism) fn continuous_law(&self) -> Option<ContinuousLaw<'_>> {
        match &self.law {
            ContactLaw::SetValued { .. } => None,
            ContactLaw::Smooth(curve) => Some(ContinuousLaw::Creeping(curve)),
            ContactLaw::Bristle { bristle, .. } => Some(ContinuousLaw::Bristle(bristle)),
        }
    }

    /// Of a motion of the bodies, that of the second relative to the first.
    pub(in crate::mechanism) fn relative(&self, of: &[f64]) -> f64 {
        of[self.second] - self.first.map_or(0.0, |body| of[body])
    }

    /// Whether its torque is a continuous function of velocity and deflection, so that nothing is decided about it.
    pub fn is_continuous(&self) -> bool {
        self.characteristic().is_none()
    }

    /// Whether it has a level at any speed when it is engaged. One that sticks by a level of zero holds and brakes nothing: it is
    /// free. A freewheel holds whatever its level, and a contact that does not stick has no stops that could count.
    pub fn has_level(&self) -> bool {
        let Some(characteristic) = self.characteristic().filter(|_| !self.is_freewheel()) else { return true };
        let is_dry = match characteristic {
            Characteristic::Coulomb | Characteristic::HessSoom(_) | Characteristic::Stribeck(_) => self.coulomb > 0.0,
            Characteristic::Tabulated(table) => table.has_level(),
        };
        is_dry || self.viscous > 0.0
    }

    /// Segment of its table at a speed.
    pub fn segment(&self, speed: f64) -> u8 {
        self.characteristic().map_or(0, |characteristic| characteristic.segment(speed))
    }

    /// F₀ for motion in a direction [N·m].
    fn coulomb_in(&self, direction: i8) -> f64 {
        if direction < 0 { self.backward_ratio * self.coulomb } else { self.coulomb }
    }

    /// Level at engagement 1 and a constant speed [N·m] of a contact that sticks, without its viscous part.
    pub(in crate::mechanism) fn dry_level(&self, direction: i8, speed: f64, segment: u8) -> f64 {
        self.characteristic().map_or(0.0, |law| self.coulomb_in(direction) * law.ratio(speed, segment))
    }

    /// Levels at engagement 1 where it begins to slide from rest, forward and backward [N·m].
    pub(in crate::mechanism) fn levels_of_motion(&self, speed: f64, segment: u8) -> [f64; 2] {
        [1, -1].map(|direction| self.dry_level(direction, speed, segment))
    }

    /// Breakaway level for motion towards positive position at engagement 1 [N·m]; 0 of a contact that does not stick.
    fn forward_breakaway(&self) -> f64 {
        let ContactLaw::SetValued { characteristic, rest_ratio } = &self.law else { return 0.0 };
        let at_rest = match characteristic {
            Characteristic::Coulomb | Characteristic::HessSoom(_) | Characteristic::Stribeck(_) => self.coulomb,
            Characteristic::Tabulated(table) => table.level_at_rest(),
        };
        rest_ratio * at_rest
    }

    /// Mean of the breakaway levels at engagement 1 [N·m]; 0 of a contact that does not stick.
    pub fn breakaway(&self) -> f64 {
        0.5 * (1.0 + self.backward_ratio) * self.forward_breakaway()
    }

    /// Breakaway level for motion in a direction, over the mean of both.
    pub(in crate::mechanism) fn share_of(&self, direction: i8) -> f64 {
        let share = 2.0 / (1.0 + self.backward_ratio);
        if direction < 0 { share * self.backward_ratio } else { share }
    }

    /// The breakaway levels, from the mean of both.
    pub(in crate::mechanism) fn band(&self, mean: f64) -> Band {
        Band { forward: self.share_of(1) * mean, backward: self.share_of(-1) * mean }
    }

    /// Breakaway level for motion in a direction [N·m] and its change, for an engagement and its change.
    pub(in crate::mechanism) fn bound_in(&self, direction: i8, is_engaged: bool, engagement: (f64, f64)) -> (f64, f64) {
        let ((mean, change), share) = (self.bound(is_engaged, engagement), self.share_of(direction));
        (share * mean, share * change)
    }

    /// The greater of the breakaway levels at an engagement [N·m].
    pub(in crate::mechanism) fn greatest_breakaway(&self, engagement: f64) -> f64 {
        let mean = self.bound(engagement > 0.0, (engagement, 0.0)).0.max(0.0);
        let Band { forward, backward } = self.band(mean);
        forward.max(backward)
    }

    /// Mean of the breakaway levels [N·m] and its change, for an engagement and its change.
    pub fn bound(&self, is_engaged: bool, engagement: (f64, f64)) -> (f64, f64) {
        match self.kind {
            ContactKind::Freewheel(Freewheel { release }) if !is_engaged => (release, 0.0),
            ContactKind::Friction | ContactKind::Freewheel(_) => {
                (engagement.0 * self.breakaway(), engagement.1 * self.breakaway())
            }
        }
    }
}

/// Where a contact that does not stick is, or how that changes.
#[derive(Clone, Copy, Debug)]
pub(in crate::mechanism) struct Slip {
    /// Relative velocity [rad/s].
    pub velocity: f64,
    /// Deflection of the bristles [rad].
    pub deflection: f64,
}

impl Contact {
    /// Torque at engagement 1 [N·m] and rate of the deflection [rad/s] of a contact that does not stick, which moves in
    /// `direction`.
    pub(in crate::mechanism) fn continuous_torque(&self, direction: f64, at: Slip) -> (f64, f64) {
        let viscous = self.viscous * at.velocity;
        match &self.law {
            ContactLaw::SetValued { .. } => (0.0, 0.0),
            ContactLaw::Smooth(curve) => (curve.torque(at.velocity) + viscous, 0.0),
            ContactLaw::Bristle { bristle, .. } => {
                let rate = bristle.deflection_rate(at.velocity, direction, at.deflection);
                (bristle.torque(at.deflection, rate) + viscous, rate)
            }
        }
    }

    /// Changes of the same for a small `change` of where it is.
    pub(in crate::mechanism) fn continuous_change(&self, direction: f64, at: Slip, change: Slip) -> (f64, f64) {
        let viscous = self.viscous * change.velocity;
        match &self.law {
            ContactLaw::SetValued { .. } => (0.0, 0.0),
            ContactLaw::Smooth(curve) => (curve.slope(at.velocity) * change.velocity + viscous, 0.0),
            ContactLaw::Bristle { bristle, .. } => {
                let [per_velocity, per_deflection] = bristle.tangent(at.velocity, direction, at.deflection);
                let rate = per_velocity * change.velocity + per_deflection * change.deflection;
                (bristle.torque(change.deflection, rate) + viscous, rate)
            }
        }
    }

    /// Whether the torque is a linear function of the velocity at a constant engagement, and of the engagement where it does not
    /// depend on the velocity.
    pub(in crate::mechanism) fn is_linear(&self, mode: ContactMode, is_engaged: bool) -> bool {
        match mode {
            ContactMode::Free | ContactMode::Stuck => true,
            ContactMode::Sliding(_) if !is_engaged => true,
            ContactMode::Sliding(_) => {
                matches!(self.characteristic(), Some(Characteristic::Coulomb | Characteristic::Tabulated(_)))
            }
            // What is carried at the bound follows from how torques are shared at each step.
            ContactMode::Saturated(_) | ContactMode::Continuous(_) => false,
        }
    }

    /// Whether the torque changes with the velocity: then only a constant engagement leaves it linear.
    pub(in crate::mechanism) fn changes_with_velocity(&self, mode: ContactMode) -> bool {
        let is_tabulated = matches!(self.characteristic(), Some(Characteristic::Tabulated(_)));
        matches!(mode, ContactMode::Sliding(_)) && (self.viscous != 0.0 || is_tabulated)
    }

    /// How its torque goes on from here.
    pub(in crate::mechanism) fn beginning(&self, mode: ContactMode, is_engaged: bool, relative: f64) -> Beginning {
        match mode {
            ContactMode::Continuous(_) => Beginning::Smooth,
            ContactMode::Sliding(direction) if is_engaged => {
                let is_singular = |law: &Characteristic| law.is_singular(f64::from(direction) * relative);
                let is_singular = self.characteristic().is_some_and(is_singular);
                if is_singular { Beginning::Singular } else { Beginning::Analytic }
            }
            ContactMode::Sliding(_) | ContactMode::Free | ContactMode::Stuck | ContactMode::Saturated(_) => {
                Beginning::Analytic
            }
        }
    }

    /// Longest step in which its law changes too little to be overlooked, from these velocities and accelerations of the bodies.
    pub(in crate::mechanism) fn resolution(&self, mode: ContactMode, velocity: &[f64], acceleration: &[f64]) -> f64 {
        let (ContactLaw::Bristle { bristle, .. }, ContactMode::Continuous(direction)) = (&self.law, mode) else {
            return f64::INFINITY;
        };
        let along = |of: &[f64]| f64::from(direction) * self.relative(of);
        bristle.resolution(along(velocity), along(acceleration))
    }
}

/// Coefficients of the level of one contact along a motion.
#[derive(Debug, Default)]
pub(in crate::mechanism) struct LevelSeries {
    ratio: RatioSeries,
    /// The last coefficient of the level at engagement 1.
    last: f64,
}

impl LevelSeries {
    /// Adds coefficient number `order` of e·(F₀·χ(|v|) + d·|v|), from that of |v|, for motion in a direction; `engagement` is its value
    /// and its change over the step.
    pub fn extend(
        &mut self,
        contact: &Contact,
        (direction, segment): (i8, u8),
        order: usize,
        speed: f64,
        engagement: (f64, f64),
    ) -> f64 {
        let ratio = match contact.characteristic() {
            Some(Characteristic::Coulomb) | None => f64::from(u8::from(order == 0)),
            Some(
                characteristic @ (Characteristic::HessSoom(_)
                | Characteristic::Stribeck(_)
                | Characteristic::Tabulated(_)),
            ) => self.ratio.extend(characteristic, segment, order, speed),
        };
        self.engage(order, contact.coulomb_in(direction) * ratio + contact.viscous * speed, engagement)
    }

    /// Coefficient number `order` of the engagement times what stands beside it, from that coefficient of the latter.
    pub fn engage(&mut self, order: usize, full: f64, engagement: (f64, f64)) -> f64 {
        let before = if order == 0 { 0.0 } else { self.last };
        self.last = full;
        engagement.0 * full + engagement.1 * before
    }

    /// Part of `share` of the step up to which the first `orders` coefficients show how the level goes on.
    pub fn horizon(&self, orders: usize, share: f64) -> f64 {
        self.ratio.horizon(orders, share)
    }
}

/// Whether a contact is engaged, or about to be; without a level it is free whatever its engagement.
pub(in crate::mechanism) fn is_engaged(structure: &Structure, inputs: &Inputs, contact: usize) -> bool {
    inputs.engagement.value[contact] > 0.0 && structure.contacts[contact].has_level()
}

impl Situation<'_> {
    /// Engagement of a contact and its change over a length.
    pub(in crate::mechanism) fn engagement(&self, contact: usize, length: f64) -> (f64, f64) {
        (self.inputs.engagement.value[contact], self.inputs.engagement.slope[contact] * length)
    }

    /// Mean of the breakaway levels of a contact, and its change over a length.
    pub fn bound(&self, contact: usize, length: f64) -> (f64, f64) {
        self.structure.contacts[contact].bound(self.mode.engaged[contact], self.engagement(contact, length))
    }

    /// Breakaway level of a contact for motion in a direction, and its change over a length.
    pub fn bound_in(&self, contact: usize, direction: i8, length: f64) -> (f64, f64) {
        let engagement = self.engagement(contact, length);
        self.structure.contacts[contact].bound_in(direction, self.mode.engaged[contact], engagement)
    }

    /// Breakaway levels of a contact, forward and backward; 0 where its engagement is negative.
    pub fn bounds(&self, contact: usize) -> [f64; 2] {
        [1, -1].map(|direction| self.bound_in(contact, direction, 0.0).0.max(0.0))
    }

    /// Breakaway level of a contact at rest against this torque.
    pub fn bound_against(&self, contact: usize, torque: f64) -> f64 {
        self.bound_in(contact, if torque < 0.0 { -1 } else { 1 }, 0.0).0
    }

    /// Coefficient number `order` of the breakaway level of a contact for motion in a direction, over a length.
    pub(in crate::mechanism) fn bound_coefficient(
        &self,
        contact: usize,
        direction: i8,
        length: f64,
        order: usize,
    ) -> f64 {
        // Most orders have none: it need not be asked for.
        if order > 1 { 0.0 } else { coefficient(self.bound_in(contact, direction, length), order) }
    }

    /// The speeds between which the segment of the table of a contact is.
    fn ends_of_segment_of(&self, contact: usize) -> (f64, f64) {
        let characteristic = self.structure.contacts[contact].characteristic().unwrap_or(&Characteristic::Coulomb);
        characteristic.segment_ends(self.mode.segments[contact])
    }

    /// A torque of a contact at rest within its bounds.
    pub(in crate::mechanism) fn within_bound(&self, contact: usize, torque: f64) -> f64 {
        self.structure.contacts[contact].within(self.bounds(contact), torque)
    }
}

impl Expansion {
    /// The multiplier of the bound of a contact that carries all that it can in a loop that turns, at the order at hand, and the weight of its
    /// torque in it.
    pub fn multiplier(&self, at: &Situation<'_>, contact: usize) -> Option<(f64, f64)> {
        self.split.multiplier(at.clusters.chords.len(), contact, &self.link_torque, self.contact_torque[contact])
    }

    /// Torque of a contact that is not at rest.
    pub(in crate::mechanism) fn contact_torque_at(&mut self, at: &Situation<'_>, index: usize, k: usize) -> f64 {
        match at.mode.contacts[index] {
            ContactMode::Free | ContactMode::Stuck => 0.0,
            ContactMode::Saturated(sign) => {
                let bound = at.bound_coefficient(index, sign, self.length, k);
                // What rounding leaves of an engagement below zero holds nothing.
                f64::from(sign) * if k == 0 { bound.max(0.0) } else { bound }
            }
            ContactMode::Sliding(_) | ContactMode::Continuous(_) if !at.mode.engaged[index] => 0.0,
            ContactMode::Continuous(direction) => self.add_continuous(at, index, f64::from(direction), k),
            ContactMode::Sliding(direction) => {
                let contact = &at.structure.contacts[index];
                let branch = (direction, at.mode.segments[index]);
                let direction = f64::from(direction);
                let relative = contact.relative(&self.velocity[k * self.bodies..]);
                let engagement = at.engagement(index, self.length);
                // What rounding, or an iteration that overshoots, leaves below zero has no broken power.
                let speed = if k == 0 { (direction * relative).max(0.0) } else { direction * relative };
                direction * self.levels[index].extend(contact, branch, k, speed, engagement)
            }
        }
    }

    /// Torque of a contact that does not stick; order 1 is its exact change along a direction, there are no higher ones.
    fn add_continuous(&mut self, at: &Situation<'_>, index: usize, direction: f64, k: usize) -> f64 {
        let contact = &at.structure.contacts[index];
        let slip = |order: usize| {
            let m = self.internal_rate.len();
            let deflection = match contact.law {
                ContactLaw::Bristle { state, .. } => self.internal[order * m + state],
                ContactLaw::Smooth(_) | ContactLaw::SetValued { .. } => 0.0,
            };
            Slip { velocity: contact.relative(&self.velocity[order * self.bodies..]), deflection }
        };
        let (torque, rate) = match k {
            0 => contact.continuous_torque(direction, slip(0)),
            1 => contact.continuous_change(direction, slip(0), slip(1)),
            _ => (0.0, 0.0),
        };
        if let ContactLaw::Bristle { state, .. } = contact.law {
            self.internal_rate[state] = rate;
        }
        self.levels[index].engage(k, torque, at.engagement(index, self.length))
    }
}

impl Snapshot<'_> {
    /// Torque of a contact on its second body, against its motion [N·m].
    pub fn contact_torque(&self, contact: usize) -> f64 {
        let torque = self.expansion.contact_torque[contact];
        if self.is_bounded && self.mode.contacts[contact].is_at_rest() {
            self.at.within_bound(contact, torque)
        } else {
            torque
        }
    }

    /// Velocity of the second body of a contact relative to the first [rad/s].
    pub fn relative_velocity(&self, index: usize) -> f64 {
        match self.mode.contacts[index] {
            ContactMode::Stuck | ContactMode::Saturated(_) => 0.0,
            ContactMode::Free | ContactMode::Sliding(_) | ContactMode::Continuous(_) => {
                self.at.structure.contacts[index].relative(self.velocity)
            }
        }
    }

    /// −1, 0 stuck, 1 sliding, 2 free. Of a contact that does not stick the direction of its motion; 0 while bristles only deflect.
    pub fn contact_regime(&self, index: usize) -> i32 {
        let mode = self.mode.contacts[index];
        let (ContactMode::Continuous(_), contact) = (mode, &self.at.structure.contacts[index]) else {
            return mode.regime();
        };
        let velocity = self.relative_velocity(index);
        let direction = i32::from(velocity > 0.0) - i32::from(velocity < 0.0);
        match &contact.law {
            ContactLaw::Bristle { bristle, state } if bristle.is_presliding(velocity, self.at.internal[*state]) => 0,
            ContactLaw::Bristle { .. } | ContactLaw::Smooth(_) | ContactLaw::SetValued { .. } => direction,
        }
    }

    /// Deflection of the bristles of a contact [rad] and its rate [rad/s].
    pub fn bristle(&self, contact: usize) -> (f64, f64) {
        match self.at.structure.contacts[contact].law {
            ContactLaw::Bristle { state, .. } => self.expansion.internal_at(self.order, state),
            ContactLaw::Smooth(_) | ContactLaw::SetValued { .. } => (0.0, 0.0),
        }
    }
}

impl Mechanism {
    /// Velocity of the second body of a contact relative to the first [rad/s].
    pub fn relative_velocity(&self, contact: usize) -> f64 {
        if self.mode.contacts[contact].is_at_rest() {
            return 0.0;
        }
        self.structure.contacts[contact].relative(&self.velocity)
    }

    /// Acceleration of the second of a contact relative to the first, or the coefficient of it at the order at hand.
    pub(in crate::mechanism) fn relative_acceleration(&self, contact: usize) -> f64 {
        self.structure.contacts[contact].relative(self.expansion.accelerations())
    }
}
