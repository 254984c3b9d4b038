//! The moving body: one degree of freedom with dry friction and two perfectly inelastic end stops.
//!
//! ```text
//! (J_M + J_L)·a = T_drive − T_load − T_friction − T_stop
//! ```
//!
//! The friction level depends on the torque that crosses the mesh, `T = T_load + J_L·a`, which depends on the
//! acceleration. For motion in direction R, with T on side s = ±1, the level is `F₀ + κ(R, s)·s·T`, so that
//!
//! ```text
//! J_eff·a = T_drive − f·T_load − R·F₀,   f = 1 + R·s·κ,   J_eff = J_M + f·J_L
//! ```
//!
//! with f = 1/η_opp where R·s > 0 and f = η_aid where R·s < 0. The left side grows with a on both branches as long as
//! `J_M + η_aid·J_L > 0`: then exactly one branch holds. Where an irreversible transmission violates this, the aiding
//! branch has two solutions or none (Painlevé): the body slides on the opposing branch or it jams, velocity to zero
//! at once.

use crate::friction::{Band, Characteristic, ContactPoint, Law, Levels};

/// Guard: while sliding the velocity, while at rest the distance to the forward breakaway level.
pub const MOTION: usize = 0;
/// Guard: while sliding the distance to the end stop ahead, at rest the distance to the backward breakaway level.
pub const BOUND: usize = 1;
/// Guard: the mesh torque keeps its side.
pub const LOAD_SIDE: usize = 2;
/// Guard: the speed stays in its segment of a tabulated characteristic.
pub const SEGMENT: usize = 3;
/// Number of guards.
pub const GUARDS: usize = 4;

/// A body with friction and end stops.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    inertia: f64,
    load_inertia: f64,
    levels: Levels,
    law: Law,
    rest_ratio: f64,
    lower: f64,
    upper: f64,
    opposing: Branch,
    aiding: Branch,
}

/// Mesh torque opposing or aiding the motion, for Coulomb friction.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// f: what a unit of load costs the drive.
    load_factor: f64,
    /// 1/J_eff; not positive where the branch has no unique solution.
    inverse_inertia: f64,
}

/// What the body does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyMode {
    /// −1 backward, 0 at rest, +1 forward.
    pub regime: i8,
    /// −1 at rest on the lower end stop, 0 clear, +1 at rest on the upper.
    pub end_stop: i8,
    /// Sign of the mesh torque (±1).
    pub load_side: i8,
    /// Segment of a tabulated characteristic.
    pub segment: u8,
    /// Moves with constant velocity for the rest of an internal step (see `solver::Limits`).
    pub held: bool,
}

/// State of the body and torques on it: values, or the same Taylor coefficient of all of them.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// 1 for values, 0 for coefficients of higher order.
    pub one: f64,
    /// Position [rad].
    pub position: f64,
    /// Velocity [rad/s].
    pub velocity: f64,
    /// Bristle deflection [rad].
    pub deflection: f64,
    /// Sum of the torques on the driving side, viscous torque included [N·m].
    pub drive: f64,
    /// Load torque [N·m]; positive pushes towards negative position.
    pub load: f64,
}

/// Response of the body, same Taylor coefficient as the [`Situation`].
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// Acceleration [rad/s²].
    pub acceleration: f64,
    /// Rate of the bristle deflection [rad/s].
    pub deflection_rate: f64,
    /// Torque that crosses the mesh [N·m].
    pub mesh: f64,
}

/// What a transition did to the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// Only the side of the mesh torque changed.
    LoadSide,
    /// Only the segment of the characteristic changed.
    Segment,
    /// The velocity changed sign or left zero under a law that does not stick.
    Pass,
    /// It left rest.
    Breakaway,
    /// It came to rest.
    Stop,
    /// It passed through zero velocity.
    Reversal,
    /// It hit an end stop.
    EndStop,
    /// Its velocity jumped to zero for want of a sliding solution.
    Jam,
}

/// A transition with the levels that decided it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyEvent {
    /// What happened.
    pub happening: Happening,
    /// Velocity just before [rad/s].
    pub velocity: f64,
    /// Active torque at rest [N·m].
    pub active: f64,
    /// Breakaway levels [N·m].
    pub band: Band,
}

impl Situation {
    /// Active torque (eq. 6): drive less load [N·m].
    #[inline]
    pub fn active(&self) -> f64 {
        self.drive - self.load
    }
}

/// Sign of a load; a vanishing one counts as opposing `direction`.
fn side(load: f64, direction: i8) -> i8 {
    match load {
        load if load > 0.0 => 1,
        load if load < 0.0 => -1,
        _ if direction < 0 => -1,
        _ => 1,
    }
}

fn sign(value: f64) -> i8 {
    i8::from(value > 0.0) - i8::from(value < 0.0)
}

/// Inertia, levels and law of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyParameters {
    /// J_M, driving side [kg·m²].
    pub inertia: f64,
    /// J_L, driven side [kg·m²].
    pub load_inertia: f64,
    /// Load-dependent Coulomb levels.
    pub levels: Levels,
    /// Friction law.
    pub law: Law,
    /// Breakaway level over the Coulomb level.
    pub rest_ratio: f64,
    /// Lower and upper end of travel [rad].
    pub travel: (f64, f64),
}

impl Body {
    /// A body from its parameters.
    pub fn new(parameters: BodyParameters) -> Self {
        let BodyParameters { inertia, load_inertia, levels, law, rest_ratio, travel: (lower, upper) } = parameters;
        let branch =
            |load_factor: f64| Branch { load_factor, inverse_inertia: 1.0 / (inertia + load_factor * load_inertia) };
        let opposing = branch(1.0 + levels.opposing_gain);
        let aiding = branch(1.0 - levels.aiding_gain);
        Self { inertia, load_inertia, levels, law, rest_ratio, lower, upper, opposing, aiding }
    }

    /// Total inertia J_M + J_L [kg·m²].
    pub fn total_inertia(&self) -> f64 {
        self.inertia + self.load_inertia
    }

    /// J_L, driven-side inertia [kg·m²].
    pub fn load_inertia(&self) -> f64 {
        self.load_inertia
    }

    /// Friction levels.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// Friction law.
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// The travel [rad].
    pub fn travel(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// Breakaway level over the Coulomb level.
    pub fn rest_ratio(&self) -> f64 {
        self.rest_ratio
    }

    /// Whether the equations of the mode are linear in the state.
    #[inline]
    pub fn is_linear(&self, mode: &BodyMode) -> bool {
        match &self.law {
            Law::SetValued(Characteristic::Coulomb) => true,
            Law::Comparator(..) => mode.held,
            _ => mode.regime == 0 || mode.held,
        }
    }

    /// Size of the bristle deflection [rad] below which an error does not matter relative to it.
    pub fn deflection_scale(&self) -> f64 {
        match &self.law {
            Law::Stateful(bristle) => bristle.steady_deflection(0.0).max(f64::MIN_POSITIVE),
            _ => 1.0,
        }
    }

    #[inline]
    fn branch(&self, mode: &BodyMode) -> &Branch {
        if mode.regime == mode.load_side { &self.opposing } else { &self.aiding }
    }

    /// Acceleration, deflection rate and mesh torque in the present mode.
    #[inline]
    pub fn motion(&self, mode: &BodyMode, at: &Situation) -> Motion {
        let comparator = matches!(self.law, Law::Comparator(..));
        if (mode.regime == 0 && !comparator) || mode.held {
            return Motion { acceleration: 0.0, deflection_rate: 0.0, mesh: at.load };
        }
        match &self.law {
            Law::SetValued(Characteristic::Coulomb) => self.coulomb_motion(mode, at),
            Law::SetValued(characteristic) => self.set_valued_motion(characteristic, mode, at),
            _ => self.unloaded_motion(mode, at),
        }
    }

    #[inline]
    fn coulomb_motion(&self, mode: &BodyMode, at: &Situation) -> Motion {
        let branch = self.branch(mode);
        let coulomb = f64::from(mode.regime) * self.levels.coulomb * at.one;
        let acceleration = (at.drive - branch.load_factor * at.load - coulomb) * branch.inverse_inertia;
        Motion { acceleration, deflection_rate: 0.0, mesh: at.load + self.load_inertia * acceleration }
    }

    /// As [`Body::coulomb_motion`], with levels scaled by the characteristic at the present speed.
    fn set_valued_motion(&self, characteristic: &Characteristic, mode: &BodyMode, at: &Situation) -> Motion {
        let direction = f64::from(mode.regime);
        let ratio = characteristic.ratio((direction * at.velocity).max(0.0), mode.segment);
        let gain = self.levels.gain(mode.regime, mode.load_side) * ratio;
        let load_factor = 1.0 + f64::from(mode.regime * mode.load_side) * gain;
        // Towards the Painlevé limit the deceleration grows without bound; it must not change sign.
        let effective = (self.inertia + load_factor * self.load_inertia).max(SMALLEST_SHARE * self.inertia);
        let coulomb = direction * ratio * self.levels.coulomb;
        let acceleration = (at.drive - load_factor * at.load - coulomb) / effective;
        Motion { acceleration, deflection_rate: 0.0, mesh: at.load + self.load_inertia * acceleration }
    }

    /// Laws without load dependence.
    fn unloaded_motion(&self, mode: &BodyMode, at: &Situation) -> Motion {
        let (friction, deflection_rate) = self.unloaded_friction(mode, at);
        let acceleration = (at.active() - friction) / self.total_inertia();
        Motion { acceleration, deflection_rate, mesh: at.load + self.load_inertia * acceleration }
    }

    /// Friction torque and deflection rate of a law without load dependence; of a comparator with the load as it is.
    fn unloaded_friction(&self, mode: &BodyMode, at: &Situation) -> (f64, f64) {
        match &self.law {
            Law::SetValued(_) => (0.0, 0.0),
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
            sliding: self.levels.band(1.0, 1.0, load_side, at.load),
            breakaway: self.levels.band(1.0, self.rest_ratio, load_side, at.load),
        }
    }

    /// Friction torque [N·m], or a Taylor coefficient of it, in the present mode; an end stop carries what it does not.
    ///
    /// `value` is the situation at the point, `at` and `motion` the wanted coefficient of it.
    pub fn friction(&self, mode: &BodyMode, value: &Situation, at: &Situation, motion: &Motion) -> f64 {
        if mode.regime != 0 || matches!(self.law, Law::Comparator(..)) {
            return self.sliding_friction(mode, at, motion);
        }
        let levels = self.band(value, mode.load_side);
        let wanted = self.band(at, mode.load_side);
        match levels.breakaway(value.active()) {
            0 => at.active(),
            1 => wanted.forward,
            _ => -wanted.backward,
        }
    }

    fn sliding_friction(&self, mode: &BodyMode, at: &Situation, motion: &Motion) -> f64 {
        match &self.law {
            Law::SetValued(Characteristic::Coulomb) => {
                f64::from(mode.regime) * self.levels.level(at.one, mode.regime, mode.load_side, motion.mesh)
            }
            Law::Comparator(..) => self.unloaded_friction(mode, at).0,
            _ => at.active() - self.total_inertia() * motion.acceleration,
        }
    }

    /// Whether an end stop carries what friction does not.
    pub fn rests_on_stop(&self, mode: &BodyMode) -> bool {
        mode.regime == 0 && (mode.end_stop != 0 || self.lower == self.upper)
    }

    /// The regime to show: of the mode; of a bristle law 0 while it is presliding; of a comparator the sign of the
    /// velocity, 0 where it holds.
    pub fn shown_regime(&self, mode: &BodyMode, at: &Situation) -> i8 {
        match &self.law {
            Law::Stateful(bristle) if bristle.is_presliding(at.velocity, at.deflection) => 0,
            Law::Comparator(comparator, width) if comparator.holds(&self.contact_point(at), *width) => 0,
            Law::Comparator(..) => sign(at.velocity),
            _ => mode.regime,
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
    #[inline]
    pub fn band(&self, at: &Situation, load_side: i8) -> Band {
        let single = |friction: f64| Band { forward: friction, backward: -friction };
        match &self.law {
            Law::SetValued(_) | Law::Comparator(..) => self.levels.band(at.one, self.rest_ratio, load_side, at.load),
            Law::Smooth(_) => single(0.0),
            Law::Stateful(bristle) => single(bristle.torque(at.deflection, 0.0)),
        }
    }

    fn sticks(&self) -> bool {
        matches!(self.law, Law::SetValued(_))
    }

    /// The guards (see the constants of this module) as Taylor coefficients.
    #[inline]
    pub fn guards(&self, mode: &BodyMode, at: &Situation, motion: &Motion) -> [f64; GUARDS] {
        let absent = if at.one == 0.0 { 0.0 } else { f64::INFINITY };
        if mode.held || matches!(self.law, Law::Comparator(..)) {
            return [absent; GUARDS];
        }
        let load_side = if self.load_matters() { f64::from(mode.load_side) * motion.mesh } else { absent };
        match mode.regime {
            0 => {
                let band = self.band(at, mode.load_side);
                let locked = self.lower == self.upper;
                let forward = if locked || mode.end_stop > 0 { absent } else { band.forward - at.active() };
                let backward = if locked || mode.end_stop < 0 { absent } else { band.backward + at.active() };
                [forward, backward, load_side, absent]
            }
            direction => {
                let ahead =
                    if direction > 0 { self.upper * at.one - at.position } else { at.position - self.lower * at.one };
                let speed = f64::from(direction) * at.velocity;
                [speed, ahead, load_side, self.segment_guard(mode.segment, speed, absent)]
            }
        }
    }

    #[inline]
    fn load_matters(&self) -> bool {
        self.sticks() && (self.levels.opposing_gain != 0.0 || self.levels.aiding_gain != 0.0)
    }

    #[inline]
    fn segment_guard(&self, segment: u8, speed: f64, absent: f64) -> f64 {
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

    /// The mode of a body when the simulation starts; at rest it sticks until its guards say otherwise.
    pub fn initial_mode(&self, at: &Situation) -> BodyMode {
        let regime = sign(at.velocity);
        let segment = self.segment(at.velocity);
        let (end_stop, load_side) = match regime {
            0 => (self.touched_stop(at.position), side(at.load, 1)),
            _ => (0, self.sliding_side(regime, segment, at)),
        };
        BodyMode { regime, end_stop, load_side, segment, held: false }
    }

    fn segment(&self, velocity: f64) -> u8 {
        match &self.law {
            Law::SetValued(characteristic) => characteristic.segment(velocity.abs()),
            _ => 0,
        }
    }

    fn touched_stop(&self, position: f64) -> i8 {
        i8::from(position >= self.upper) - i8::from(position <= self.lower)
    }

    /// Reacts to a crossed guard; `rest` is the situation at this instant with zero velocity.
    pub fn transition(
        &self,
        mode: &mut BodyMode,
        guard: usize,
        position: &mut f64,
        velocity: &mut f64,
        rest: &Situation,
    ) -> BodyEvent {
        let before = *velocity;
        let happening = match (guard, mode.regime) {
            (LOAD_SIDE, _) => self.change_side(mode, velocity, rest),
            (SEGMENT, _) => self.change_segment(mode, *velocity),
            (MOTION, 0) => break_away(mode, 1),
            (_, 0) => break_away(mode, -1),
            (MOTION, _) => self.come_to_rest(mode, *position, velocity, rest),
            (_, direction) => {
                *position = if direction > 0 { self.upper } else { self.lower };
                let happening = self.come_to_rest(mode, *position, velocity, rest);
                if happening == Happening::Stop { Happening::EndStop } else { happening }
            }
        };
        if matches!(happening, Happening::Breakaway | Happening::Reversal) {
            mode.segment = 0;
            mode.load_side = self.sliding_side(mode.regime, 0, rest);
        }
        let band = self.band(rest, side(rest.load, mode.load_side));
        let happening = if self.sticks() { happening } else { without_sticking(happening) };
        BodyEvent { happening, velocity: before, active: rest.active(), band }
    }

    /// Decides once what follows zero velocity: rest, or motion against the direction it had.
    fn come_to_rest(&self, mode: &mut BodyMode, position: f64, velocity: &mut f64, rest: &Situation) -> Happening {
        *velocity = 0.0;
        let load_side = side(rest.load, mode.load_side);
        let direction = self.band(rest, load_side).breakaway(rest.active());
        let end_stop = self.touched_stop(position);
        mode.load_side = load_side;
        if direction == 0 || end_stop * direction > 0 || self.lower == self.upper {
            (mode.regime, mode.end_stop) = (0, end_stop);
            Happening::Stop
        } else {
            (mode.regime, mode.end_stop) = (direction, 0);
            Happening::Reversal
        }
    }

    fn change_side(&self, mode: &mut BodyMode, velocity: &mut f64, rest: &Situation) -> Happening {
        mode.load_side = -mode.load_side;
        if mode.regime == 0 || self.slides(mode) {
            return Happening::LoadSide;
        }
        *velocity = 0.0;
        (mode.regime, mode.load_side) = (0, side(rest.load, mode.load_side));
        Happening::Jam
    }

    /// Whether the branch of the mode has exactly one solution, at the Coulomb level.
    fn slides(&self, mode: &BodyMode) -> bool {
        self.branch(mode).inverse_inertia > 0.0
    }

    fn change_segment(&self, mode: &mut BodyMode, velocity: f64) -> Happening {
        let Law::SetValued(characteristic) = &self.law else { return Happening::Segment };
        let (lower, upper) = characteristic.segment_ends(mode.segment);
        let speed = velocity.abs();
        mode.segment = if upper - speed < speed - lower { mode.segment + 1 } else { mode.segment.saturating_sub(1) };
        Happening::Segment
    }

    /// The side of the mesh torque for which sliding in `direction` is consistent: the opposing branch where it holds,
    /// else the aiding one if that has a unique solution. If not, the guard of the opposing branch is negative at once
    /// and the body jams.
    fn sliding_side(&self, direction: i8, segment: u8, at: &Situation) -> i8 {
        let opposing = BodyMode { regime: direction, end_stop: 0, load_side: direction, segment, held: false };
        let mesh = self.motion(&opposing, at).mesh;
        let consistent = f64::from(direction) * mesh >= 0.0;
        if consistent || self.aiding.inverse_inertia <= 0.0 { direction } else { -direction }
    }

    /// One set-valued implicit step of the velocity over `length` [s]: backward Euler with `damping`
    /// = −∂(active)/∂(velocity) [N·m·s/rad]; the body then moves with the new velocity until [`Body::release`].
    pub fn hold(&self, mode: &mut BodyMode, velocity: &mut f64, rest: &Situation, damping: f64, length: f64) {
        let load_side = side(rest.load, mode.load_side);
        let band = if *velocity == 0.0 || !self.sticks() {
            self.band(rest, load_side)
        } else {
            self.levels.band(1.0, 1.0, load_side, rest.load)
        };
        let per_velocity = self.total_inertia() / length;
        let impulse = per_velocity * *velocity + rest.active();
        let moved = (impulse - band.hold(impulse)) / (per_velocity + damping);
        let outward = f64::from(self.touched_stop(rest.position)) * moved > 0.0;
        *velocity = if outward { 0.0 } else { moved };
        *mode = BodyMode { regime: sign(*velocity), end_stop: 0, load_side, segment: 0, held: true };
    }

    /// Ends [`Body::hold`]: back into the travel, and free to stick.
    pub fn release(&self, mode: &mut BodyMode, position: &mut f64, velocity: &mut f64) {
        *position = position.max(self.lower).min(self.upper);
        if f64::from(self.touched_stop(*position)) * *velocity > 0.0 {
            *velocity = 0.0;
        }
        mode.held = false;
        mode.regime = sign(*velocity);
        mode.segment = self.segment(*velocity);
        mode.end_stop = if mode.regime == 0 { self.touched_stop(*position) } else { 0 };
    }
}

/// Smallest share of the driving inertia that the effective inertia is taken for.
const SMALLEST_SHARE: f64 = 1e-6;

fn break_away(mode: &mut BodyMode, direction: i8) -> Happening {
    (mode.regime, mode.end_stop) = (direction, 0);
    Happening::Breakaway
}

/// A law that does not stick has no breakaway, stop or reversal: its velocity passes through zero.
fn without_sticking(happening: Happening) -> Happening {
    match happening {
        Happening::Breakaway | Happening::Stop | Happening::Reversal => Happening::Pass,
        other => other,
    }
}
