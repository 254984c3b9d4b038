//! One frictional contact: the level that it slides with and the level that it holds.
//!
//! Both directions may have different levels: −B₋ ≤ τ ≤ B₊. Where contacts share a torque each has the weight of the mean of both, in
//! either direction, so that nothing is carried where nothing acts.

use crate::friction::{Band, Bristle, Characteristic, ContinuousLaw, MajdSimaan, RatioSeries};

/// What a contact allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ContactKind {
    /// A brake, bearing or clutch: both directions alike.
    Friction,
    /// A one-way clutch: the relative velocity is never negative.
    Freewheel {
        /// Greatest torque that it holds while it is not engaged [N·m].
        release: f64,
    },
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
    pub(super) fn continuous_law(&self) -> Option<ContinuousLaw<'_>> {
        match &self.law {
            ContactLaw::SetValued { .. } => None,
            ContactLaw::Smooth(curve) => Some(ContinuousLaw::Creeping(curve)),
            ContactLaw::Bristle { bristle, .. } => Some(ContinuousLaw::Bristle(bristle)),
        }
    }

    /// Of a motion of the bodies, that of the second relative to the first.
    pub(super) fn relative(&self, of: &[f64]) -> f64 {
        of[self.second] - self.first.map_or(0.0, |body| of[body])
    }

    /// What of a torque at rest its level bounds: a freewheel holds any that does not drive it.
    pub(super) fn load(&self, torque: f64) -> f64 {
        if self.is_freewheel() { torque } else { torque.abs() }
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
    pub(super) fn dry_level(&self, direction: i8, speed: f64, segment: u8) -> f64 {
        self.characteristic().map_or(0.0, |law| self.coulomb_in(direction) * law.ratio(speed, segment))
    }

    /// Levels at engagement 1 where it begins to slide from rest, forward and backward [N·m].
    pub(super) fn levels_of_motion(&self, speed: f64, segment: u8) -> [f64; 2] {
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
    pub(super) fn share_of(&self, direction: i8) -> f64 {
        let share = 2.0 / (1.0 + self.backward_ratio);
        if direction < 0 { share * self.backward_ratio } else { share }
    }

    /// The breakaway levels, from the mean of both.
    pub(super) fn band(&self, mean: f64) -> Band {
        Band { forward: self.share_of(1) * mean, backward: self.share_of(-1) * mean }
    }

    /// Breakaway level for motion in a direction [N·m] and its change, for an engagement and its change.
    pub(super) fn bound_in(&self, direction: i8, is_engaged: bool, engagement: (f64, f64)) -> (f64, f64) {
        let ((mean, change), share) = (self.bound(is_engaged, engagement), self.share_of(direction));
        (share * mean, share * change)
    }

    /// The greater of the breakaway levels at an engagement [N·m].
    pub(super) fn greatest_breakaway(&self, engagement: f64) -> f64 {
        let mean = self.bound(engagement > 0.0, (engagement, 0.0)).0.max(0.0);
        let Band { forward, backward } = self.band(mean);
        forward.max(backward)
    }

    /// Mean of the breakaway levels [N·m] and its change, for an engagement and its change.
    pub fn bound(&self, is_engaged: bool, engagement: (f64, f64)) -> (f64, f64) {
        match self.kind {
            ContactKind::Freewheel { release } if !is_engaged => (release, 0.0),
            ContactKind::Friction | ContactKind::Freewheel { .. } => {
                (engagement.0 * self.breakaway(), engagement.1 * self.breakaway())
            }
        }
    }

    /// Whether it is a freewheel.
    pub fn is_freewheel(&self) -> bool {
        matches!(self.kind, ContactKind::Freewheel { .. })
    }
}

/// Where a contact that does not stick is, or how that changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slip {
    /// Relative velocity [rad/s].
    pub velocity: f64,
    /// Deflection of the bristles [rad].
    pub deflection: f64,
}

impl Contact {
    /// Torque at engagement 1 [N·m] and rate of the deflection [rad/s] of a contact that does not stick, which moves in
    /// `direction`.
    pub(super) fn continuous_torque(&self, direction: f64, at: Slip) -> (f64, f64) {
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
    pub(super) fn continuous_change(&self, direction: f64, at: Slip, change: Slip) -> (f64, f64) {
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
}

/// Coefficients of the level of one contact along a motion.
#[derive(Debug, Default)]
pub(super) struct LevelSeries {
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
