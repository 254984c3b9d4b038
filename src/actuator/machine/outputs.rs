//! What a model computes for its importer.

use crate::interface::{CommonOutputs, Variables};
use crate::plants::{Body, BodyMode, Response, Situation};

use super::super::law;
use super::equations;
use super::event_counter::EventCounter;
use super::model::{
    BodyOutputs, Chain, DEFLECTION, IntegersOf, Model, POSITION, Point, RealsOf, Terms, VELOCITY, Variation,
};

/// Writes the outputs at a point, or their changes for a small `variation` of states and inputs within the present regime.
pub(super) fn write<T: Model>(
    model: &T,
    at: &Point<'_, T>,
    variation: Option<&Variation<T>>,
    events: &EventCounter,
    (reals, integers): (&mut RealsOf<T>, &mut IntegersOf<T>),
) {
    let body = model.body();
    let elements = model.elements_at(&at.mode.elements, at.state, at.input);
    let present = Terms::values(at.state, at.input);
    let (value, signals) = model.signals(&elements, &present);
    let mode = body.with_side(&at.mode.body, &value);
    let (terms, wanted, signals, response) = match variation {
        None => (present, value, signals, body.response(&mode, &value)),
        Some(variation) => {
            let terms = Terms::changes(&variation.state, variation.input);
            let (change, signals) = equations::changes(model, &elements, &present, &terms);
            let response = body.tangent(&mode, &value).response(&change);
            (terms, change, signals, response)
        }
    };
    let wanted = Chain { terms: &terms, body: &wanted, signals: &signals };
    let (friction, end_stop) = torques(body, &mode, &value, wanted.body, &response);
    let of_body = BodyOutputs {
        common: common(body, &mode, &value, &wanted, &response, end_stop, events),
        friction,
        end_stop,
        rates: model.rates(&elements, &wanted, &response),
    };
    T::Variables::write(&model.outputs(&elements, &wanted, &of_body), reals, integers);
}

/// Friction and contact torque: sliding friction follows its level; at rest friction balances the active torque up to
/// the breakaway level and an end stop carries the rest.
#[inline]
fn torques(body: &Body, mode: &BodyMode, value: &Situation, at: &Situation, response: &Response) -> (f64, f64) {
    let friction = body.friction(mode, value, at, response);
    // A comparator may leave the stop that it rests on.
    let pressed = body.rests_on_stop(mode) && response.acceleration == 0.0;
    (friction, if pressed { at.active() - friction } else { 0.0 })
}

#[inline]
fn common<T: Model>(
    body: &Body,
    mode: &BodyMode,
    value: &Situation,
    wanted: &Chain<'_, T>,
    response: &Response,
    end_stop: f64,
    events: &EventCounter,
) -> CommonOutputs {
    let state = wanted.terms.state;
    let (friction_stribeck_sigma, friction_peak_velocity) = law::amplitude(body.law(), !wanted.terms.order.is_value());
    CommonOutputs {
        position: state[POSITION],
        velocity: state[VELOCITY],
        acceleration: response.acceleration,
        last_event_time: events.last_time,
        bristle_deflection: state[DEFLECTION],
        bristle_deflection_rate: response.deflection_rate,
        friction_stribeck_sigma,
        friction_peak_velocity,
        solver_bridged_time: events.bridged_time,
        friction_regime: i32::from(body.shown_regime(mode, value)),
        end_stop: i32::from(body.shown_end_stop(mode, end_stop)),
        event_count: events.count,
    }
}
