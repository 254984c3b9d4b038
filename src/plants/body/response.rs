//! Acceleration, friction and guards of the body in its present mode.

use crate::friction::{Band, Characteristic, ContactPoint, Law, RestRatios};

use super::{Body, BodyMode, Branch, Expansion, GUARDS, Response, Situation, side, sign};

/// Smallest share of the driving inertia that the effective inertia is taken for.
const SMALLEST_SHARE: f64 = 1e-6;
/// Share at which the body jams; above the smallest, so that the equations stay smooth up to there.
const JAM_SHARE: f64 = 2e-6;
/// The same of the driven inertia, where the limit depends on the speed. The speed at the jam is above that of the limit by
/// about this share: less than the tolerance to which it is known, and much more than its rounding.
const JAM_RESOLUTION: f64 = 1e-10;

impl Body {
    #[inline(always)]
    pub(super) fn branch(&self, mode: &BodyMode) -> Branch {
        if mode.regime == mode.load_side {
            Branch { load_factor: 1.0 + self.levels.opposing_gain, inverse_inertia: self.inverse_opposing }
        } else {
            Branch { load_factor: 1.0 - self.levels.aiding_gain, inverse_inertia: self.inverse_aiding }
        }
    }

    /// Acceleration, deflection rate and mesh torque in the present mode.
    #[inline(always)]
    pub fn response(&self, mode: &BodyMode, at: &Situation) -> Response {
        if mode.regime == 0 && self.holds(at) {
            return Response { acceleration: 0.0, deflection_rate: 0.0, mesh: at.load };
        }
        if matches!(self.law, Law::Coulomb(_)) {
            self.coulomb_response(mode, at)
        } else {
            self.nonlinear_response(mode, at)
        }
    }

    /// Whether friction holds the body that is in no direction. One that creeps or has bristles responds at once to what drives it: there
    /// its regime is 0 only where nothing does, so that its motion has no other coefficients.
    #[inline]
    fn holds(&self, at: &Situation) -> bool {
        match self.law {
            Law::Coulomb(_) | Law::SetValued(_) => true,
            Law::Smooth(_) | Law::Stateful(_) => !at.order.is_value(),
            Law::Comparator(..) => false,
        }
    }

    #[inline(never)]
    fn nonlinear_response(&self, mode: &BodyMode, at: &Situation) -> Response {
        match &self.law {
            Law::SetValued(characteristic) => self.set_valued_response(characteristic, mode, at),
            Law::Coulomb(_) | Law::Smooth(_) | Law::Stateful(_) | Law::Comparator(..) => {
                self.unloaded_response(mode, at)
            }
        }
    }

    #[inline(always)]
    fn coulomb_response(&self, mode: &BodyMode, at: &Situation) -> Response {
        let branch = self.branch(mode);
        let coulomb = at.order.constant(self.levels.signed_coulomb(mode.regime));
        let acceleration = (at.drive - branch.load_factor * at.load - coulomb) * branch.inverse_inertia;
        Response { acceleration, deflection_rate: 0.0, mesh: at.load + self.load_inertia * acceleration }
    }

    /// As [`Body::coulomb_response`], with levels scaled by the characteristic at the present speed.
    fn set_valued_response(&self, characteristic: &Characteristic, mode: &BodyMode, at: &Situation) -> Response {
        let direction = f64::from(mode.regime);
        let speed = (direction * at.velocity).max(0.0);
        let ratio = characteristic.ratio(speed, mode.segment);
        let load_ratio = characteristic.load_ratio(ratio, speed, mode.segment, mode.is_opposed());
        let load_factor = 1.0 + self.levels.signed_gain(mode.regime, mode.load_side) * load_ratio;
        let effective = self.effective_inertia(load_factor);
        let coulomb = direction * ratio * self.levels.coulomb(mode.regime);
        let acceleration = (at.drive - load_factor * at.load - coulomb) / effective;
        Response { acceleration, deflection_rate: 0.0, mesh: at.load + self.load_inertia * acceleration }
    }

    /// J_eff; towards the Painlevé limit the deceleration grows without bound, but it must not change sign.
    pub(super) fn effective_inertia(&self, load_factor: f64) -> f64 {
        (self.inertia + load_factor * self.load_inertia).max(SMALLEST_SHARE * self.inertia)
    }

    /// J_eff over J_M in a sliding mode at `speed`.
    pub(super) fn inertia_share(&self, mode: &BodyMode, speed: f64) -> f64 {
        let Some(characteristic) = self.law.characteristic() else { return 1.0 };
        let speed = speed.max(0.0);
        let ratio = characteristic.ratio(speed, mode.segment);
        let load_ratio = characteristic.load_ratio(ratio, speed, mode.segment, mode.is_opposed());
        let load_factor = 1.0 + self.levels.signed_gain(mode.regime, mode.load_side) * load_ratio;
        1.0 + load_factor * self.load_inertia / self.inertia
    }

    /// How far the share is from the Painlevé limit, at which the body jams.
    pub(super) fn painleve_margin(&self, mode: &BodyMode, speed: f64) -> f64 {
        self.inertia_share(mode, speed) - self.share_at_jam()
    }

    /// J_eff over J_M at which the body jams.
    fn share_at_jam(&self) -> f64 {
        match self.law {
            Law::Coulomb(_) => JAM_SHARE,
            Law::SetValued(_) | Law::Smooth(_) | Law::Stateful(_) | Law::Comparator(..) => {
                JAM_SHARE.max(JAM_RESOLUTION * self.load_inertia / self.inertia)
            }
        }
    }

    /// Laws that do not depend on the mesh torque.
    fn unloaded_response(&self, mode: &BodyMode, at: &Situation) -> Response {
        let (friction, deflection_rate) = self.unloaded_friction(mode, at);
        let free = (at.active() - friction) / self.total_inertia();
        let acceleration = if self.is_held_by_stop(mode, free) { 0.0 } else { free };
        Response { acceleration, deflection_rate, mesh: at.load + self.load_inertia * acceleration }
    }

    /// What presses a comparator on the end stop that it rests on, or how far it is from the nearer one.
    fn comparator_bound(&self, mode: &BodyMode, at: &Situation) -> f64 {
        if self.lower == self.upper {
            return f64::INFINITY;
        }
        match mode.end_stop {
            0 => (self.upper - at.position).min(at.position - self.lower),
            side => f64::from(side) * (at.active() - self.unloaded_friction(mode, at).0),
        }
    }

    /// Whether an end stop takes the acceleration that the body would have without it.
    fn is_held_by_stop(&self, mode: &BodyMode, free: f64) -> bool {
        self.rests_on_stop(mode) && (self.lower == self.upper || f64::from(mode.end_stop) * free > 0.0)
    }

    /// Friction torque and deflection rate of a law that does not know the mesh torque: at most the load as it is.
    fn unloaded_friction(&self, mode: &BodyMode, at: &Situation) -> (f64, f64) {
        match &self.under(at.load).law {
            Law::Coulomb(_) | Law::SetValued(_) => (0.0, 0.0),
            Law::Smooth(curve) => (curve.torque(at.velocity), 0.0),
            Law::Stateful(bristle) => {
                let rate = bristle.deflection_rate(at.velocity, f64::from(mode.regime), at.deflection);
                (bristle.torque(at.deflection, rate), rate)
            }
            Law::Comparator(comparator, width) => (comparator.torque(&self.contact_point(at), *width), 0.0),
        }
    }

    /// What a comparator needs to know.
    pub fn contact_point(&self, at: &Situation) -> ContactPoint {
        let load_side = side(at.load, sign(at.velocity));
        ContactPoint {
            velocity: at.velocity,
            active: at.active(),
            sliding: self.levels.band(1.0, RestRatios::alike(1.0), load_side, at.load),
            breakaway: self.levels.band(1.0, self.rest_ratios, load_side, at.load),
        }
    }

    /// Friction torque [N·m], or a Taylor coefficient of it, in the present mode; an end stop carries what it does not.
    ///
    /// `value` is the situation at the point, `at` and `response` the wanted coefficient of it.
    pub fn friction(&self, mode: &BodyMode, value: &Situation, at: &Situation, response: &Response) -> f64 {
        let yields = self.passes_rest_smoothly() && !self.rests_on_stop(mode);
        if mode.regime != 0 || yields || matches!(self.law, Law::Comparator(..)) {
            return self.sliding_friction(mode, value, at, response);
        }
        let levels = self.band(value, mode.load_side);
        let wanted = self.band(at, mode.load_side);
        match levels.breakaway(value.active()) {
            0 => at.active(),
            1 => wanted.forward,
            _ => -wanted.backward,
        }
    }

    fn sliding_friction(&self, mode: &BodyMode, value: &Situation, at: &Situation, response: &Response) -> f64 {
        match &self.law {
            Law::Coulomb(_) => {
                f64::from(mode.regime)
                    * self.levels.level(at.order.constant(1.0), mode.regime, mode.load_side, response.mesh)
            }
            Law::Comparator(comparator, width) if !at.order.is_value() => {
                self.comparator_friction_change(*comparator, *width, value, at)
            }
            Law::Comparator(..) => self.unloaded_friction(mode, at).0,
            Law::SetValued(_) if at.order.is_value() => {
                // Where the level is zero, rounding of the balance must not look as if friction drove.
                let direction = f64::from(mode.regime);
                direction * (direction * self.balance(at, response)).max(0.0)
            }
            Law::SetValued(_) | Law::Smooth(_) | Law::Stateful(_) => self.balance(at, response),
        }
    }

    /// What of the active torque does not accelerate [N·m].
    fn balance(&self, at: &Situation, response: &Response) -> f64 {
        at.active() - self.total_inertia() * response.acceleration
    }

    /// Whether an end stop carries what friction does not.
    pub fn rests_on_stop(&self, mode: &BodyMode) -> bool {
        mode.regime == 0 && (mode.end_stop != 0 || self.lower == self.upper)
    }

    /// The end stop to show: the one that the body rests on; of two in one place the one that carries `torque` [N·m].
    pub fn shown_end_stop(&self, mode: &BodyMode, torque: f64) -> i8 {
        if self.lower == self.upper { sign(torque) } else { mode.end_stop }
    }

    /// The regime to show: of the mode; of a bristle law 0 while it is presliding; of a comparator the sign of the
    /// velocity, 0 where it holds.
    pub fn shown_regime(&self, mode: &BodyMode, at: &Situation) -> i8 {
        match &self.under(at.load).law {
            Law::Stateful(bristle) if bristle.is_presliding(at.velocity, at.deflection) => 0,
            Law::Comparator(comparator, width) if comparator.holds(&self.contact_point(at), *width) => 0,
            Law::Comparator(..) => sign(at.velocity),
            Law::Coulomb(_) | Law::SetValued(_) | Law::Smooth(_) | Law::Stateful(_) => mode.regime,
        }
    }

    /// The mode with the side of the mesh torque that belongs to the situation, after it jumped.
    pub fn with_side(&self, mode: &BodyMode, at: &Situation) -> BodyMode {
        let load_side = match mode.regime {
            0 => side(at.load, mode.load_side),
            direction => self.sliding_side(direction, mode.segment, at),
        };
        BodyMode { load_side, ..*mode }
    }

    /// What friction holds at rest: the breakaway levels of a law that sticks, else the one value at zero velocity.
    #[inline(always)]
    pub fn band(&self, at: &Situation, load_side: i8) -> Band {
        let single = |friction: f64| Band { forward: friction, backward: -friction };
        match &self.law {
            Law::Coulomb(_) | Law::Comparator(..) => {
                self.levels.band(at.order.constant(1.0), self.rest_ratios, load_side, at.load)
            }
            Law::SetValued(characteristic) => self.set_valued_band(characteristic, at, load_side),
            Law::Smooth(_) => single(0.0),
            Law::Stateful(bristle) => single(bristle.torque(at.deflection, 0.0)),
        }
    }

    #[inline(never)]
    fn set_valued_band(&self, characteristic: &Characteristic, at: &Situation, load_side: i8) -> Band {
        let levels = characteristic.levels_at_rest(&self.levels);
        levels.band(at.order.constant(1.0), self.rest_ratios, load_side, at.load)
    }

    pub(super) fn sticks(&self) -> bool {
        self.law.characteristic().is_some()
    }

    /// Response and guards (see [`Guard`](super::Guard)) at a point, or the same Taylor coefficient of them; along a
    /// nonlinear motion the lower ones are in its expansion.
    #[inline(always)]
    pub fn response_and_guards(
        &self,
        mode: &BodyMode,
        at: &Situation,
        expansion: Option<&mut Expansion>,
    ) -> (Response, [f64; GUARDS]) {
        if let Some(expansion) = expansion {
            match &self.law {
                Law::SetValued(characteristic) => return self.expanded_response(characteristic, mode, at, expansion),
                Law::Stateful(bristle) => return self.expanded_bristle_response(bristle, mode, at, expansion),
                Law::Coulomb(_) | Law::Smooth(_) | Law::Comparator(..) => {}
            }
        }
        let response = self.response(mode, at);
        (response, self.guards(mode, at, || response.mesh))
    }

    /// Guards alone, at a point. Once in the library.
    #[inline(never)]
    pub fn guards_at(&self, mode: &BodyMode, at: &Situation) -> [f64; GUARDS] {
        self.guards(mode, at, || self.response(mode, at).mesh)
    }

    /// Where the load matters the mesh torque is asked for.
    #[inline(always)]
    pub(super) fn guards(&self, mode: &BodyMode, at: &Situation, mesh: impl FnOnce() -> f64) -> [f64; GUARDS] {
        let absent = if at.order.is_value() { f64::INFINITY } else { 0.0 };
        if matches!(self.law, Law::Comparator(..)) {
            return [absent, self.comparator_bound(mode, at), absent, absent];
        }
        let load_side = if self.load_matters() { f64::from(mode.load_side) * mesh() } else { absent };
        match mode.regime {
            0 => {
                let band = self.band(at, mode.load_side);
                let locked = self.lower == self.upper;
                let forward = if locked || mode.end_stop > 0 { absent } else { band.forward - at.active() };
                let backward = if locked || mode.end_stop < 0 { absent } else { band.backward + at.active() };
                [forward, backward, load_side, absent]
            }
            direction => {
                let ahead = self.way_ahead(f64::from(direction), at);
                let speed = f64::from(direction) * at.velocity;
                // One characteristic for all speeds has no such guard.
                let is_coulomb = matches!(self.law, Law::Coulomb(_));
                let segment = if is_coulomb { absent } else { self.speed_guard(mode, at, speed, absent) };
                [speed, ahead, load_side, segment]
            }
        }
    }

    /// The distance to the end stop ahead in a direction.
    #[inline(always)]
    pub(super) fn way_ahead(&self, direction: f64, at: &Situation) -> f64 {
        if direction > 0.0 {
            at.order.constant(self.upper) - at.position
        } else {
            at.position - at.order.constant(self.lower)
        }
    }

    #[inline]
    pub(super) fn load_matters(&self) -> bool {
        self.sticks() && (self.levels.opposing_gain != 0.0 || self.levels.aiding_gain != 0.0)
    }

    /// Keeps the speed in its segment of a table, or away from the speed at which no sliding solution exists; watches for
    /// the beginning and the end of a rest under a law that creeps or has bristles.
    #[inline]
    fn speed_guard(&self, mode: &BodyMode, at: &Situation, speed: f64, absent: f64) -> f64 {
        if self.passes_rest_smoothly() {
            self.rest_guard(mode, at, absent)
        } else if self.may_reach_limit(mode) {
            self.painleve_margin(mode, speed)
        } else {
            self.segment_guard(mode.segment, speed, absent)
        }
    }

    /// Whether the mode has a Painlevé limit that depends on the speed: where the characteristic scales the share of the load. A table with such
    /// a limit is refused.
    #[inline]
    pub fn may_reach_limit(&self, mode: &BodyMode) -> bool {
        let Law::SetValued(characteristic) = &self.law else { return false };
        let is_table = matches!(characteristic, Characteristic::Tabulated(_));
        !is_table && self.load_inertia != 0.0 && mode.regime != 0 && mode.regime != mode.load_side
    }

    #[inline]
    pub(super) fn segment_guard(&self, segment: u8, speed: f64, absent: f64) -> f64 {
        let Law::SetValued(characteristic @ Characteristic::Tabulated(_)) = &self.law else {
            return absent;
        };
        match characteristic.segment_ends(segment) {
            (lower, upper) if upper.is_infinite() && lower == 0.0 => absent,
            (lower, upper) if upper.is_infinite() => speed - lower,
            (0.0, upper) => upper - speed,
            (lower, upper) => (speed - lower) * (upper - speed),
        }
    }
}
