//! Plants from typed parameters, and outputs that every model has.

use crate::friction::Levels;
use crate::interface::{FrictionParameters, TravelParameters};
use crate::plants::table1::{Table1, Table1State};
use crate::plants::{Body, BodyMode, Motion, Torques};
use crate::solver::Input;

/// The moving body of a model.
pub fn body(inertia: f64, load_inertia: f64, friction: &FrictionParameters, travel: &TravelParameters) -> Body {
    let levels = levels(friction);
    let breakaway_ratio = friction.static_ratio * friction.breakaway_ratio;
    Body::new(inertia, load_inertia, levels, breakaway_ratio, (travel.lower, travel.upper))
}

fn levels(friction: &FrictionParameters) -> Levels {
    Levels::new(friction.coulomb_level, friction.efficiency_opposing, friction.efficiency_aiding)
}

/// The published fixed-step algorithm for the same body.
pub fn table1(body: &Body) -> Table1 {
    let levels = body.levels();
    let (lower, upper) = body.travel();
    Table1 {
        TFR0: levels.coulomb,
        opposing_gain: levels.opposing_gain,
        aiding_gain: levels.aiding_gain,
        FSD: body.breakaway_ratio(),
        JM: body.total_inertia(),
        XJ_lower: lower,
        XJ_upper: upper,
    }
}

/// One Table 1 step of position and velocity under the torques of its start.
pub fn table1_step(body: &Body, position: &mut f64, velocity: &mut f64, torques: &Torques, length: f64) {
    let state = Table1State { XJ: *position, DXJ: *velocity };
    let (new, _) = table1(body).step(state, torques.drive, torques.load, length);
    (*position, *velocity) = (new.XJ, new.DXJ);
}

/// What the outputs say about the body; with order 1 their time derivatives.
pub struct BodyOutputs {
    /// Acceleration.
    pub acceleration: f64,
    /// Friction torque.
    pub friction: f64,
    /// Contact torque of the end stop, positive where it opposes positive motion.
    pub end_stop: f64,
}

/// Friction and contact torque: sliding friction follows its level; at rest friction balances the active torque up to
/// the breakaway level and an end stop carries the rest.
pub fn body_outputs(
    body: &Body,
    mode: &BodyMode,
    value: &Torques,
    coefficient: &Torques,
    motion: &Motion,
) -> BodyOutputs {
    let friction = body.friction(mode, value, coefficient, motion);
    let end_stop = if body.rests_on_stop(mode) { motion.active - friction } else { 0.0 };
    BodyOutputs { acceleration: motion.acceleration, friction, end_stop }
}

/// Coefficient number `order` of inputs and of their derivatives, for θ in seconds.
pub fn input_coefficients<const U: usize>(input: &Input<U>, order: usize, length: f64) -> ([f64; U], [f64; U]) {
    (input.coefficient(order, length), if order == 0 { input.slope } else { [0.0; U] })
}

/// 1 for the constant term of a series, else 0.
#[inline]
pub fn one(order: usize) -> f64 {
    if order == 0 { 1.0 } else { 0.0 }
}
