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
//!
//! A law that creeps or has bristles is a function of velocity and deflection, with levels f_c and f_s. Where these grow with the load they
//! are the law's times (F₀ + κ(R, s)·|T_load|)/F₀, so that it stays one: the load is that of the instant, without J_L·a, which would
//! make the level of a body on bristles a matter of its own friction.

mod bridge;
mod closed_form;
mod equilibrium;
mod exact_propagator;
mod expansion;
mod guard;
mod reach;
mod response;
mod rest;
mod tangent;
mod transition;

pub use bridge::{ImplicitStep, Motion};
pub use closed_form::{PhiFunctions, Ramp};
pub use exact_propagator::{ExactPropagator, MOVING, SOURCES};
pub use expansion::Expansion;
pub use guard::{GUARDS, Guard};
pub use tangent::Tangent;

use crate::friction::{Bristle, Characteristic, Law, Levels, RestRatios, Table, TableColumns};
use crate::plants::{Order, Rest};
use crate::solver::Beginning;

use core::ops::Deref;

/// A body with friction and end stops.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    inertia: f64,
    load_inertia: f64,
    levels: Levels,
    law: Law<ExactPropagator>,
    rest_ratios: RestRatios,
    lower: f64,
    upper: f64,
    /// 1/J_eff where the mesh torque opposes the motion.
    inverse_opposing: f64,
    /// 1/J_eff where it aids it.
    inverse_aiding: f64,
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
    /// Whether it counts as at rest where the regime does not show it.
    pub rest: Rest,
}

/// State of the body and torques on it: values, or a Taylor coefficient of all of them.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// Which coefficient.
    pub order: Order,
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

/// How the body responds, as the same Taylor coefficient as the [`Situation`].
#[derive(Clone, Copy, Debug)]
pub struct Response {
    /// Acceleration [rad/s²].
    pub acceleration: f64,
    /// Rate of the bristle deflection [rad/s].
    pub deflection_rate: f64,
    /// Torque that crosses the mesh [N·m].
    pub mesh: f64,
}

impl BodyMode {
    /// At rest, clear of the stops, with this side of the mesh torque.
    fn at_rest(load_side: i8) -> Self {
        Self { regime: 0, end_stop: 0, load_side, segment: 0, rest: Rest::AtRest }
    }

    /// Whether the mesh torque opposes the motion.
    #[inline]
    pub(super) fn is_opposed(&self) -> bool {
        self.regime == self.load_side
    }

    /// Number of the linear equations that hold under Coulomb friction: at rest, mesh torque opposing, aiding.
    #[inline]
    pub fn linear_mode(&self) -> u8 {
        match self.regime {
            0 => 0,
            regime if regime == self.load_side => 1,
            _ => 2,
        }
    }
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

/// −1, 0 or 1.
pub(super) fn sign(value: f64) -> i8 {
    i8::from(value > 0.0) - i8::from(value < 0.0)
}

/// A body under a load.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "it lives for one evaluation, on the stack")]
pub enum Loaded<'a> {
    /// Its law knows the load, or does not depend on it.
    AsItIs(&'a Body),
    /// With levels that have grown.
    Grown(Body),
}

impl Deref for Loaded<'_> {
    type Target = Body;

    #[inline]
    fn deref(&self) -> &Body {
        match self {
            Self::AsItIs(body) => body,
            Self::Grown(body) => body,
        }
    }
}

/// Inertia, levels and law of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyParameters {
    /// J_M, driving side [kg·m²].
    pub inertia: f64,
    /// J_L, driven side [kg·m²].
    pub load_inertia: f64,
    /// Load-dependent levels while sliding, which the characteristic scales.
    pub levels: Levels,
    /// Friction law.
    pub law: Law<ExactPropagator>,
    /// Breakaway levels over the levels at zero speed.
    pub rest_ratios: RestRatios,
    /// Lower and upper end of travel [rad].
    pub travel: (f64, f64),
}

impl Body {
    /// A body from its parameters.
    pub fn new(parameters: BodyParameters) -> Self {
        let BodyParameters { inertia, load_inertia, levels, law, rest_ratios, travel: (lower, upper) } = parameters;
        let inverse_inertia = |load_factor: f64| 1.0 / (inertia + load_factor * load_inertia);
        let inverse_opposing = inverse_inertia(1.0 + levels.opposing_gain);
        let inverse_aiding = inverse_inertia(1.0 - levels.aiding_gain);
        Self { inertia, load_inertia, levels, law, rest_ratios, lower, upper, inverse_opposing, inverse_aiding }
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
    pub fn law(&self) -> &Law<ExactPropagator> {
        &self.law
    }

    /// The travel [rad].
    pub fn travel(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// Breakaway levels over the levels at zero speed.
    pub fn rest_ratios(&self) -> RestRatios {
        self.rest_ratios
    }

    /// The body as it is under a load [N·m]: with another law where it creeps or has bristles and its level grows with the load.
    #[inline(never)]
    pub fn under(&self, load: f64) -> Loaded<'_> {
        // At once: a body that may have grown is moved, and this is asked in each evaluation.
        if !self.levels.depend_on_load() {
            return Loaded::AsItIs(self);
        }
        self.grown(load).map_or(Loaded::AsItIs(self), Loaded::Grown)
    }

    #[inline]
    fn grown(&self, load: f64) -> Option<Self> {
        let factors = self.levels.growth(side(load, 1), load);
        let law = match &self.law {
            Law::Smooth(curve) => Law::Smooth(curve.with_levels_times(factors)),
            Law::Stateful(bristle) => Law::Stateful(bristle.with_levels_times(factors)),
            Law::Coulomb(_) | Law::SetValued(_) | Law::Comparator(..) => return None,
        };
        let Self { inertia, load_inertia, rest_ratios, lower, upper, inverse_opposing, inverse_aiding, .. } = *self;
        let levels = Levels { opposing_gain: 0.0, aiding_gain: 0.0, ..self.levels };
        Some(Self { inertia, load_inertia, levels, law, rest_ratios, lower, upper, inverse_opposing, inverse_aiding })
    }

    /// Takes a table that all instances share in the place of its own, if its law has one; its columns for the load take the place of
    /// the efficiencies.
    #[inline(never)]
    pub fn share_table(&mut self, columns: TableColumns) {
        let Law::SetValued(Characteristic::Tabulated(own)) = &mut self.law else { return };
        let Some(table) = Table::shared(columns) else { return };
        *own = table;
        if table.has_load() {
            (self.levels.opposing_gain, self.levels.aiding_gain) = (1.0, 1.0);
        }
    }

    /// Whether a table makes an aiding load lock the body at some speed: there would be no sliding solution.
    #[inline(never)]
    pub fn may_lock_by_table(&self) -> bool {
        let Law::SetValued(Characteristic::Tabulated(table)) = &self.law else { return false };
        self.inertia + (1.0 - table.greatest_aiding_gain()) * self.load_inertia <= 0.0
    }

    /// Whether the equations of the mode are linear in the state.
    #[inline]
    pub fn is_linear(&self, mode: &BodyMode) -> bool {
        match &self.law {
            Law::Coulomb(_) => true,
            Law::Comparator(..) => false,
            Law::SetValued(_) | Law::Smooth(_) | Law::Stateful(_) => mode.regime == 0,
        }
    }

    /// How the motion in a nonlinear mode begins at `velocity` [rad/s], of which `length` [s] lies ahead.
    #[inline]
    pub fn beginning(&self, mode: &BodyMode, velocity: f64, length: f64) -> Beginning {
        match &self.law {
            Law::SetValued(characteristic) if characteristic.is_singular(f64::from(mode.regime) * velocity) => {
                Beginning::Singular
            }
            Law::Coulomb(_) | Law::SetValued(_) => Beginning::Analytic,
            Law::Stateful(bristle) if self.has_bristle_series(bristle, mode, velocity, length) => Beginning::Analytic,
            Law::Smooth(_) | Law::Stateful(_) | Law::Comparator(..) => Beginning::Smooth,
        }
    }

    #[inline(never)]
    fn has_bristle_series(&self, bristle: &Bristle, mode: &BodyMode, velocity: f64, length: f64) -> bool {
        let velocity = f64::from(mode.regime) * velocity.abs();
        bristle.has_series(velocity, length) && bristle.lets_swing(self.total_inertia(), length)
    }

    /// Longest step [s] from `velocity` [rad/s] with `acceleration` [rad/s²] in which the law changes too little to be
    /// overlooked.
    pub fn resolution(&self, mode: &BodyMode, velocity: f64, acceleration: f64) -> f64 {
        let Law::Stateful(bristle) = &self.law else { return f64::INFINITY };
        let direction = f64::from(mode.regime);
        bristle.resolution(direction * velocity, direction * acceleration)
    }

    /// Size of the bristle deflection [rad] below which an error does not matter relative to it: ten times that of
    /// breakaway, so that the error per step stays below 1e-8 of it at the standard tolerance.
    #[inline]
    pub fn deflection_scale(&self) -> f64 {
        match &self.law {
            Law::Stateful(bristle) => 10.0 * (bristle.greatest_torque() / bristle.stiffness).max(f64::MIN_POSITIVE),
            Law::Coulomb(_) | Law::SetValued(_) | Law::Smooth(_) | Law::Comparator(..) => 1.0,
        }
    }
}
