//! The equations of a model with its body, at a point or as Taylor coefficients.

use crate::plants::Situation;
use crate::solver::{Coefficients, Input, Matrix, Vector};

use super::model::{Chain, Expansion, InputsOf, ModeOf, Model, POSITION, Point, StateOf, Terms, VELOCITY};

/// Rates and guards of a model.
pub type CoefficientsOf<T> = Coefficients<StateOf<T>, <T as Model>::Guards>;

/// Rates and guards as Taylor coefficients of one order.
#[inline(always)]
pub fn coefficients<T: Model>(
    model: &T,
    mode: &ModeOf<T>,
    terms: Terms<'_, T>,
    mut expansion: Option<&mut Expansion<T>>,
) -> CoefficientsOf<T> {
    let (body, signals) = match expansion.as_deref_mut() {
        None => model.signals(&mode.elements, &terms),
        Some(expansion) => model.expanded_signals(&mode.elements, &terms, &mut expansion.elements),
    };
    // Where only the elements are not linear the body has no series of its own.
    let of_body = expansion
        .filter(|_| model.is_linear(&mode.elements) || !model.body().is_linear(&mode.body))
        .map(|expansion| &mut expansion.body);
    let (response, guards) = model.body().response_and_guards(&mode.body, &body, of_body);
    let chain = Chain { terms: &terms, body: &body, signals: &signals };
    Coefficients {
        rates: model.rates(&mode.elements, &chain, &response),
        guards: model.guards(&mode.elements, &chain, guards),
    }
}

/// Guards at a point, without the response of the body where they do not know it: some laws need exponentials for that. Compiled once per model.
#[inline(never)]
pub fn guards<T: Model>(model: &T, mode: &ModeOf<T>, state: &StateOf<T>, input: &Input<InputsOf<T>>) -> T::Guards {
    let terms = Terms::values(state, input);
    let (body, signals) = model.signals(&mode.elements, &terms);
    let of_body = model.body().guards_at(&mode.body, &body);
    model.guards(&mode.elements, &Chain { terms: &terms, body: &body, signals: &signals }, of_body)
}

/// Rates at a point, without the guards: those of some laws need exponentials of their own. Compiled once per model.
#[inline(never)]
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

/// Changes of situation and signals for a small `change` of states and inputs at a point.
pub fn changes<T: Model>(
    model: &T,
    elements: &T::Elements,
    at: &Terms<'_, T>,
    change: &Terms<'_, T>,
) -> (Situation, T::Signals) {
    if model.is_linear(elements) {
        return model.signals(elements, change);
    }
    let mut series = T::Series::default();
    let _ = model.expanded_signals(elements, at, &mut series);
    model.expanded_signals(elements, change, &mut series)
}

/// What the active torque falls by with the velocity at the end of a step of `length` [s], that of the position there included. Not as a
/// difference of torques, which would round differently in the mirror.
pub fn damping_over<T: Model>(
    model: &T,
    elements: &T::Elements,
    state: &StateOf<T>,
    input: &Input<InputsOf<T>>,
    length: f64,
) -> f64 {
    let mut motion = StateOf::<T>::ZERO;
    (motion[POSITION], motion[VELOCITY]) = (length, 1.0);
    let change = Terms::changes(&motion, InputsOf::<T>::ZERO);
    -changes(model, elements, &Terms::values(state, input), &change).0.active()
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
        let (body, signals) = changes(model, elements, &Terms::values(at.state, at.input), &terms);
        let chain = Chain { terms: &terms, body: &body, signals: &signals };
        let change = model.rates(elements, &chain, &tangent.response(&body));
        for row in 0..StateOf::<T>::LEN {
            jacobian[row][column] = change[row];
        }
    }
    jacobian
}
