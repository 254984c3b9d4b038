//! Plants from typed parameters, and what every model does the same way with its body.

use crate::friction::{Comparator, Law};
use crate::interface::{FrictionParameters, SolverParameters, TravelParameters};
use crate::plants::table1::{Table1, Table1State};
use crate::plants::{Body, BodyMode, BodyParameters, Motion, Situation};
use crate::solver::{Input, classical_step, euler_step};

use super::law;

/// The moving body of a model.
pub fn body(inertia: f64, load_inertia: f64, friction: &FrictionParameters, travel: &TravelParameters) -> Body {
    let friction_law = law::law(friction);
    Body::new(BodyParameters {
        inertia,
        load_inertia,
        levels: law::levels(friction),
        law: friction_law,
        rest_ratio: law::rest_ratio(friction, &friction_law),
        travel: (travel.lower, travel.upper),
    })
}

/// Sizes of position [rad] and velocity [rad/s] below which an error does not matter relative to the value.
///
/// They are sizes of the model, not numbers of this program: in other units of length and time they are the same sizes, so
/// that every digit of the results is. The Stribeck velocity is the one velocity that every set of parameters has, whatever
/// its law; below it friction tells one velocity from another. The position has what a body moves at that velocity in a
/// thousand of the longest internal steps: an error of the position counts only where one of the velocity, which makes it
/// within a single step, has counted long before.
#[derive(Clone, Copy)]
pub struct Sizes {
    /// Of the position [rad].
    pub position: f64,
    /// Of the velocity [rad/s].
    pub velocity: f64,
    /// A thousand of the longest internal steps [s].
    pub time: f64,
}

impl Sizes {
    /// From the Stribeck velocity and the longest internal step.
    pub fn new(friction: &FrictionParameters, solver: &SolverParameters) -> Self {
        let (velocity, time) = (friction.stribeck_velocity, (1e3 * solver.max_step_size).min(f64::MAX));
        Self { position: velocity * time, velocity, time }
    }
}

/// One step of the published fixed-step algorithm: returns position, velocity and bristle deflection at its end.
pub fn table1_step(body: &Body, at: &Situation, length: f64) -> [f64; 3] {
    let listing = table1(body);
    let state = Table1State { XJ: at.position, DXJ: at.velocity };
    let deflection = match body.law() {
        Law::Stateful(bristle) => at.deflection + bristle.deflection_change(at.velocity, at.deflection, length),
        Law::Coulomb(_) | Law::SetValued(_) | Law::Smooth(_) | Law::Comparator(..) => at.deflection,
    };
    let is_table_1 = matches!(body.law(), Law::Coulomb(_)) && body.load_inertia() == 0.0;
    let new = if is_table_1 {
        listing.step(state, at.drive, at.load, length)
    } else {
        listing.integrate(state, at.active(), friction(body, at), length)
    };
    [new.XJ, new.DXJ, deflection]
}

fn table1(body: &Body) -> Table1 {
    let levels = body.levels();
    let (lower, upper) = body.travel();
    Table1 {
        TFR0: levels.coulomb,
        opposing_gain: levels.opposing_gain,
        aiding_gain: levels.aiding_gain,
        FSD: body.rest_ratio(),
        JM: body.total_inertia(),
        XJ_lower: lower,
        XJ_upper: upper,
    }
}

/// Friction torque of any law at a point.
fn friction(body: &Body, at: &Situation) -> f64 {
    let mode = body.initial_mode(at);
    match body.law() {
        // From rest a bristle law moves with the active torque; its friction there is that of the deflection.
        Law::Stateful(bristle) if mode.regime == 0 => bristle.torque(at.deflection, 0.0),
        Law::Smooth(curve) => curve.torque(at.velocity),
        _ => body.friction(&mode, at, at, &body.motion(&mode, at)),
    }
}

/// One step of a comparator by the method of its authors; the body's states come first.
pub fn comparator_step<const N: usize>(
    body: &Body,
    state: &[f64; N],
    length: f64,
    situation: impl Fn(&[f64; N]) -> Situation,
    rates: impl Fn(&[f64; N], f64) -> [f64; N],
) -> [f64; N] {
    let Law::Comparator(comparator, width) = *body.law() else { return *state };
    let mut new = match comparator {
        Comparator::Sign => euler_step(state, length, rates),
        _ => classical_step(state, length, rates),
    };
    let (lower, upper) = body.travel();
    new[0] = new[0].max(lower).min(upper);
    if new[0] == lower {
        new[1] = new[1].max(0.0);
    }
    if new[0] == upper {
        new[1] = new[1].min(0.0);
    }
    if comparator.holds(&body.contact_point(&situation(&new)), width) {
        new[1] = 0.0;
    }
    new
}

/// What the outputs say about the body; with order 1 their time derivatives.
pub struct BodyOutputs {
    /// Friction torque.
    pub friction: f64,
    /// Contact torque of the end stop, positive where it opposes positive motion.
    pub end_stop: f64,
}

/// Friction and contact torque: sliding friction follows its level; at rest friction balances the active torque up to
/// the breakaway level and an end stop carries the rest.
pub fn body_outputs(body: &Body, mode: &BodyMode, value: &Situation, at: &Situation, motion: &Motion) -> BodyOutputs {
    let friction = body.friction(mode, value, at, motion);
    // A comparator may leave the stop that it rests on.
    let pressed = body.rests_on_stop(mode) && motion.acceleration == 0.0;
    let end_stop = if pressed { at.active() - friction } else { 0.0 };
    BodyOutputs { friction, end_stop }
}

/// Values of inputs and of their derivatives, or Taylor coefficients of them.
#[inline]
pub fn input_coefficients<const U: usize>(input: &Input<U>, order: usize, length: f64) -> ([f64; U], [f64; U]) {
    (input.coefficient(order, length), if order == 0 { input.slope } else { [0.0; U] })
}

/// 1 for the constant term of a series, else 0.
#[inline]
pub fn one(order: usize) -> f64 {
    if order == 0 { 1.0 } else { 0.0 }
}
