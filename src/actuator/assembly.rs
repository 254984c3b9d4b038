//! The body from typed parameters, and its fixed-step algorithms.

use crate::friction::{Comparator, Law};
use crate::interface::{FrictionParameters, TravelParameters};
use crate::plants::table1::{Table1, Table1State};
use crate::plants::{Body, BodyParameters, Order, Situation};
use crate::solver::{Vector, classical_step, euler_step};

use super::law;

/// The moving body of a model.
pub fn body(inertia: f64, load_inertia: f64, friction: &FrictionParameters, travel: &TravelParameters) -> Body {
    let friction_law = law::law(friction);
    Body::new(BodyParameters {
        inertia,
        load_inertia,
        levels: law::levels(friction),
        law: friction_law,
        rest_ratios: law::rest_ratios(friction, &friction_law),
        travel: (travel.lower, travel.upper),
    })
}

/// The bristle deflection with which a body rests at a position under drive and load, if it does.
pub fn resting_body(body: &Body, position: f64, drive: f64, load: f64) -> Option<f64> {
    let order = Order::VALUE;
    body.resting_deflection(&Situation { order, position, velocity: 0.0, deflection: 0.0, drive, load })
}

/// Sizes of position [rad] and velocity [rad/s] below which an error does not matter relative to the value.
///
/// They are sizes of the model, not numbers of this program: in other units of length and time they are the same sizes, so
/// that every digit of the results is. The Stribeck velocity is the one velocity that every set of parameters has, whatever
/// its law; below it friction distinguishes one velocity from another. The position has what a body moves at that velocity in a
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
    pub fn new(stribeck_velocity: f64, max_step_size: f64) -> Self {
        let (velocity, time) = (stribeck_velocity, (1e3 * max_step_size).min(f64::MAX));
        Self { position: velocity * time, velocity, time }
    }
}

/// One step of the published fixed-step algorithm: returns position, velocity and bristle deflection at its end.
pub fn table1_step(body: &Body, at: &Situation, length: f64) -> [f64; 3] {
    let body = body.under(at.load);
    let listing = table1(&body);
    let state = Table1State { XJ: at.position, DXJ: at.velocity };
    let deflection = match body.law() {
        Law::Stateful(bristle) => at.deflection + bristle.deflection_change(at.velocity, at.deflection, length),
        Law::Coulomb(_) | Law::SetValued(_) | Law::Smooth(_) | Law::Comparator(..) => at.deflection,
    };
    let is_published = body.levels().are_symmetric() && body.rest_ratios().coulomb == body.rest_ratios().load;
    let is_table_1 = matches!(body.law(), Law::Coulomb(_)) && body.load_inertia() == 0.0 && is_published;
    let new = if is_table_1 {
        listing.step(state, at.drive, at.load, length)
    } else {
        listing.integrate(state, at.active(), friction(&body, at), length)
    };
    [new.XJ, new.DXJ, deflection]
}

fn table1(body: &Body) -> Table1 {
    let levels = body.levels();
    let (lower, upper) = body.travel();
    Table1 {
        TFR0: levels.forward,
        opposing_gain: levels.opposing_gain,
        aiding_gain: levels.aiding_gain,
        FSD: body.rest_ratios().coulomb,
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
        Law::Coulomb(_) | Law::SetValued(_) | Law::Stateful(_) | Law::Comparator(..) => {
            body.friction(&mode, at, at, &body.response(&mode, at))
        }
    }
}

/// One step of a comparator by the method of its authors; the body's states come first.
pub fn comparator_step<X: Vector>(
    body: &Body,
    state: &X,
    length: f64,
    situation: impl Fn(&X) -> Situation,
    rates: impl Fn(&X, f64) -> X,
) -> X {
    let Law::Comparator(comparator, width) = *body.law() else { return *state };
    let mut new = match comparator {
        Comparator::Sign => euler_step(state, length, rates),
        Comparator::Karnopp | Comparator::Hyperviscous | Comparator::Quinn => classical_step(state, length, rates),
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
