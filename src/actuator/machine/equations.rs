//! The equations of a model with its body, at a point or as Taylor coefficients.

use crate::plants::{Expansion, Situation};
use crate::solver::{Coefficients, Input, Matrix, Vector};

use super::model::{Chain, InputsOf, ModeOf, Model, Point, StateOf, Terms, VELOCITY};

/// Rates and guards of a model.
pub type CoefficientsOf<T> = Coefficients<StateOf<T>, <T as Model>::Guards>;

/// Rates and guards as Taylor coefficients of one order.
#[inline(always)]
pub fn coefficients<T: Model>(
    model: &T,
    mode: &ModeOf<T>,
    terms: Terms<'_, T>,
    expansion: Option<&mut Expansion>,
) -> CoefficientsOf<T> {
    let (body, signals) = model.signals(&mode.elements, &terms);
    let (response, guards) = model.body().response_and_guards(&mode.body, &body, expansion);
    let chain = Chain { terms: &terms, body: &body, signals: &signals };
    Coefficients {
        rates: model.rates(&mode.elements, &chain, &response),
        guards: model.guards(&mode.elements, &chain, guards),
    }
}

/// Rates and guards at a point, compiled once per model: [`coefficients`] is large, and is made part of whatever calls it.
#[inline(never)]
pub fn evaluated<T: Model>(
    model: &T,
    mode: &ModeOf<T>,
    state: &StateOf<T>,
    input: &Input<InputsOf<T>>,
) -> CoefficientsOf<T> {
    coefficients(model, mode, Terms::values(state, input), None)
}

/// Rates alone.
pub fn rates<T: Model>(model: &T, mode: &ModeOf<T>, state: &StateOf<T>, input: &Input<InputsOf<T>>) -> StateOf<T> {
    let terms = Terms::values(state, input);
    let (body, signals) = model.signals(&mode.elements, &terms);
    let response = model.body().response(&mode.body, &body);
    model.rates(&mode.elements, &Chain { terms: &terms, body: &body, signals: &signals }, &response)
}

/// Situation of the body at a point.
#[inline]
pub fn situation<T: Model>(
    model: &T,
    elements: &T::Elements,
    state: &StateOf<T>,
    input: &Input<InputsOf<T>>,
) -> Situation {
    model.signals(elements, &Terms::values(state, input)).0
}

/// The same if the velocity were zero.
pub fn rest<T: Model>(model: &T, elements: &T::Elements, state: &StateOf<T>, input: &Input<InputsOf<T>>) -> Situation {
    let mut state = *state;
    state[VELOCITY] = 0.0;
    situation(model, elements, &state, input)
}

/// −∂(active torque)/∂(velocity) of the body. Not as a difference of torques, which would round differently in the mirror.
pub fn damping<T: Model>(model: &T, elements: &T::Elements) -> f64 {
    let mut state = StateOf::<T>::ZERO;
    state[VELOCITY] = 1.0;
    -model.signals(elements, &Terms::changes(&state, InputsOf::<T>::ZERO)).0.drive
}

/// ∂(rates)/∂(states), by rows.
pub fn jacobian<T: Model>(model: &T, at: &Point<'_, T>) -> Matrix<StateOf<T>> {
    let elements = &at.mode.elements;
    let tangent = model.body().tangent(&at.mode.body, &situation(model, elements, at.state, at.input));
    let mut jacobian = StateOf::<T>::each(|_| StateOf::<T>::ZERO);
    for column in 0..StateOf::<T>::LEN {
        let mut unit = StateOf::<T>::ZERO;
        unit[column] = 1.0;
        let terms = Terms::changes(&unit, InputsOf::<T>::ZERO);
        let (body, signals) = model.signals(elements, &terms);
        let chain = Chain { terms: &terms, body: &body, signals: &signals };
        let change = model.rates(elements, &chain, &tangent.response(&body));
        for row in 0..StateOf::<T>::LEN {
            jacobian[row][column] = change[row];
        }
    }
    jacobian
}
