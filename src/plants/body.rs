//! The moving body: one degree of freedom with dry friction and two perfectly inelastic end stops.
//!
//!     (J_M + J_L)·a = T_drive − T_load − T_friction − T_stop
//!
//! The friction level depends on the torque that crosses the mesh, `T = T_load + J_L·a`, which depends on the
//! acceleration. For motion in direction R, with T on side s = ±1, the level is `F₀ + κ(R, s)·s·T`, so that
//!
//!     J_eff·a = T_drive − f·T_load − R·F₀,   f = 1 + R·s·κ,   J_eff = J_M + f·J_L
//!
//! with f = 1/η_opp where R·s > 0 and f = η_aid where R·s < 0. The left side grows with a on both branches as long as
//! `J_M + η_aid·J_L > 0`: then exactly one branch holds. Where an irreversible transmission violates this, the aiding
//! branch has two solutions or none (Painlevé): the body slides on the opposing branch or it jams, velocity to zero
//! at once.

use crate::friction::{Band, Levels};

/// Guard: while sliding the velocity, while stuck the distance to the forward breakaway level.
pub const MOTION: usize = 0;
/// Guard: while sliding the distance to the end stop ahead, while stuck the distance to the backward breakaway level.
pub const BOUND: usize = 1;
/// Guard: the mesh torque keeps its side.
pub const LOAD_SIDE: usize = 2;
/// Number of guards.
pub const GUARDS: usize = 3;

/// A body with friction and end stops.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    inertia: f64,
    load_inertia: f64,
    levels: Levels,
    breakaway_ratio: f64,
    lower: f64,
    upper: f64,
    opposing: Branch,
    aiding: Branch,
}

/// Mesh torque opposing or aiding the motion.
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
    /// −1 backward, 0 stuck, +1 forward.
    pub regime: i8,
    /// −1 at rest on the lower end stop, 0 clear, +1 at rest on the upper.
    pub end_stop: i8,
    /// Sign of the mesh torque (±1).
    pub load_side: i8,
    /// Moves with constant velocity for the rest of an internal step (see `solver::Limits`).
    pub held: bool,
}

/// Torques on the body: any Taylor coefficient of them.
#[derive(Clone, Copy, Debug)]
pub struct Torques {
    /// 1 for order 0 (values), 0 for higher orders.
    pub one: f64,
    /// Sum of the torques on the driving side, viscous torque included [N·m].
    pub drive: f64,
    /// Load torque [N·m]; positive pushes towards negative position.
    pub load: f64,
}

/// Response of the body, same Taylor coefficient as the [`Torques`].
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// Acceleration [rad/s²].
    pub acceleration: f64,
    /// Active torque: drive less load [N·m].
    pub active: f64,
    /// Torque that crosses the mesh [N·m].
    pub mesh: f64,
}

/// What a transition did to the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// Only the side of the mesh torque changed.
    LoadSide,
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

impl Torques {
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

impl Body {
    /// A body with driving-side and driven-side inertia [kg·m²] whose breakaway level is `breakaway_ratio` times the
    /// Coulomb level, free to move in `lower ..= upper` [rad].
    pub fn new(inertia: f64, load_inertia: f64, levels: Levels, breakaway_ratio: f64, travel: (f64, f64)) -> Self {
        let branch =
            |load_factor: f64| Branch { load_factor, inverse_inertia: 1.0 / (inertia + load_factor * load_inertia) };
        Self {
            inertia,
            load_inertia,
            levels,
            breakaway_ratio,
            lower: travel.0,
            upper: travel.1,
            opposing: branch(1.0 + levels.opposing_gain),
            aiding: branch(1.0 - levels.aiding_gain),
        }
    }

    /// Total inertia J_M + J_L [kg·m²].
    pub fn total_inertia(&self) -> f64 {
        self.inertia + self.load_inertia
    }

    /// Friction levels.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The travel [rad].
    pub fn travel(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    #[inline]
    fn branch(&self, mode: &BodyMode) -> &Branch {
        if mode.regime == mode.load_side { &self.opposing } else { &self.aiding }
    }

    /// Acceleration and mesh torque in the present mode.
    #[inline]
    pub fn motion(&self, mode: &BodyMode, torques: &Torques) -> Motion {
        let Torques { one, drive, load } = *torques;
        let acceleration = if mode.regime == 0 || mode.held {
            0.0
        } else {
            let branch = self.branch(mode);
            let coulomb = f64::from(mode.regime) * self.levels.coulomb * one;
            (drive - branch.load_factor * load - coulomb) * branch.inverse_inertia
        };
        Motion { acceleration, active: torques.active(), mesh: load + self.load_inertia * acceleration }
    }

    /// Friction torque [N·m], or a Taylor coefficient of it, in the present mode; an end stop carries what it does not.
    ///
    /// `value` are the torques at the point, `torques` and `motion` the wanted coefficient of them.
    #[inline]
    pub fn friction(&self, mode: &BodyMode, value: &Torques, torques: &Torques, motion: &Motion) -> f64 {
        if mode.regime != 0 {
            let level = self.levels.level(torques.one, mode.regime, mode.load_side, motion.mesh);
            return f64::from(mode.regime) * level;
        }
        let levels = self.band(value, mode.load_side);
        let wanted = self.band(torques, mode.load_side);
        match levels.breakaway(value.active()) {
            0 => motion.active,
            1 => wanted.forward,
            _ => -wanted.backward,
        }
    }

    /// Whether an end stop carries what friction does not.
    pub fn rests_on_stop(&self, mode: &BodyMode) -> bool {
        mode.regime == 0 && (mode.end_stop != 0 || self.lower == self.upper)
    }

    /// Breakaway level over the Coulomb level.
    pub fn breakaway_ratio(&self) -> f64 {
        self.breakaway_ratio
    }

    /// The mode with the side of the mesh torque that belongs to `torques`, after they jumped.
    pub fn with_side(&self, mode: &BodyMode, torques: &Torques) -> BodyMode {
        let load_side = match mode.regime {
            0 => side(torques.load, mode.load_side),
            direction => self.sliding_side(direction, torques),
        };
        BodyMode { load_side, ..*mode }
    }

    /// Breakaway levels at rest under the present load.
    #[inline]
    pub fn band(&self, torques: &Torques, load_side: i8) -> Band {
        self.levels.band(torques.one, self.breakaway_ratio, load_side, torques.load)
    }

    /// The guards (see the constants of this module) as Taylor coefficients.
    #[inline]
    pub fn guards(
        &self,
        mode: &BodyMode,
        torques: &Torques,
        motion: &Motion,
        position: f64,
        velocity: f64,
    ) -> [f64; GUARDS] {
        let one = torques.one;
        let absent = if one == 0.0 { 0.0 } else { f64::INFINITY };
        if mode.held {
            return [absent; GUARDS];
        }
        let indifferent = self.levels.opposing_gain == 0.0 && self.levels.aiding_gain == 0.0;
        let load_side = if indifferent { absent } else { f64::from(mode.load_side) * motion.mesh };
        match mode.regime {
            0 => {
                let band = self.band(torques, mode.load_side);
                let locked = self.lower == self.upper;
                let forward = if locked || mode.end_stop > 0 { absent } else { band.forward - motion.active };
                let backward = if locked || mode.end_stop < 0 { absent } else { band.backward + motion.active };
                [forward, backward, load_side]
            }
            1 => [velocity, self.upper * one - position, load_side],
            _ => [-velocity, position - self.lower * one, load_side],
        }
    }

    /// The mode of a body that is at `position` with `velocity` when the simulation starts; at rest it sticks until
    /// its guards say otherwise.
    pub fn initial_mode(&self, position: f64, velocity: f64, torques: &Torques) -> BodyMode {
        let regime = sign(velocity);
        let (end_stop, load_side) = match regime {
            0 => (self.touched_stop(position), side(torques.load, 1)),
            _ => (0, self.sliding_side(regime, torques)),
        };
        BodyMode { regime, end_stop, load_side, held: false }
    }

    fn touched_stop(&self, position: f64) -> i8 {
        i8::from(position >= self.upper) - i8::from(position <= self.lower)
    }

    /// Reacts to a crossed guard; `rest` are the torques at this instant with zero velocity.
    pub fn transition(
        &self,
        mode: &mut BodyMode,
        guard: usize,
        position: &mut f64,
        velocity: &mut f64,
        rest: &Torques,
    ) -> BodyEvent {
        let before = *velocity;
        let happening = match (guard, mode.regime) {
            (LOAD_SIDE, _) => self.change_side(mode, velocity, rest),
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
            mode.load_side = self.sliding_side(mode.regime, rest);
        }
        let band = self.band(rest, side(rest.load, mode.load_side));
        BodyEvent { happening, velocity: before, active: rest.active(), band }
    }

    /// Decides once what follows zero velocity: rest, or motion against the direction it had.
    fn come_to_rest(&self, mode: &mut BodyMode, position: f64, velocity: &mut f64, rest: &Torques) -> Happening {
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

    fn change_side(&self, mode: &mut BodyMode, velocity: &mut f64, rest: &Torques) -> Happening {
        mode.load_side = -mode.load_side;
        if mode.regime == 0 || self.branch(mode).inverse_inertia > 0.0 {
            return Happening::LoadSide;
        }
        *velocity = 0.0;
        (mode.regime, mode.load_side) = (0, side(rest.load, mode.load_side));
        Happening::Jam
    }

    /// The side of the mesh torque for which sliding from rest in `direction` is consistent: the opposing branch where
    /// it holds, else the aiding one if that has a unique solution. If not, the guard of the opposing branch is
    /// negative at once and the body jams.
    fn sliding_side(&self, direction: i8, torques: &Torques) -> i8 {
        let opposing = BodyMode { regime: direction, end_stop: 0, load_side: direction, held: false };
        let mesh = self.motion(&opposing, torques).mesh;
        let consistent = f64::from(direction) * mesh >= 0.0;
        if consistent || self.aiding.inverse_inertia <= 0.0 { direction } else { -direction }
    }

    /// One set-valued implicit step of the velocity over `length` [s]: backward Euler with `damping`
    /// = −∂(active)/∂(velocity) [N·m·s/rad]; the body then moves with the new velocity until [`Body::release`].
    pub fn hold(
        &self,
        mode: &mut BodyMode,
        position: f64,
        velocity: &mut f64,
        rest: &Torques,
        damping: f64,
        length: f64,
    ) {
        let load_side = side(rest.load, mode.load_side);
        let ratio = if *velocity == 0.0 { self.breakaway_ratio } else { 1.0 };
        let band = self.levels.band(1.0, ratio, load_side, rest.load);
        let per_velocity = self.total_inertia() / length;
        let impulse = per_velocity * *velocity + rest.active();
        let moved = (impulse - band.hold(impulse)) / (per_velocity + damping);
        let outward = f64::from(self.touched_stop(position)) * moved > 0.0;
        *velocity = if outward { 0.0 } else { moved };
        *mode = BodyMode { regime: sign(*velocity), end_stop: 0, load_side, held: true };
    }

    /// Ends [`Body::hold`]: back into the travel, and free to stick.
    pub fn release(&self, mode: &mut BodyMode, position: &mut f64, velocity: &mut f64) {
        if *position >= self.upper || *position <= self.lower {
            *position = position.max(self.lower).min(self.upper);
            if f64::from(self.touched_stop(*position)) * *velocity > 0.0 {
                *velocity = 0.0;
            }
        }
        mode.held = false;
        mode.regime = sign(*velocity);
        mode.end_stop = if mode.regime == 0 { self.touched_stop(*position) } else { 0 };
    }
}

fn break_away(mode: &mut BodyMode, direction: i8) -> Happening {
    (mode.regime, mode.end_stop) = (direction, 0);
    Happening::Breakaway
}
