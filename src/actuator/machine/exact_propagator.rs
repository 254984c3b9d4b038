//! Whole steps of a model with Coulomb friction, which is linear in each mode, by its exact propagator, where no guard can
//! vanish on the way.

use crate::plants::{MOVING, SOURCES};
use crate::solver::{Input, Propagator, Statistics, Vector, count};

use super::super::assembly::Sizes;
use super::equations::{coefficients, guards, rates};
use super::model::{InputsOf, ModeOf, Model, Point, StateOf, Terms, WholeStep};

/// A model that is linear in every mode while its friction is Coulomb's.
pub trait LinearPlant: Model {
    /// Places of the states that move in these modes; at most [`MOVING`].
    const PLACES: &'static [usize];

    /// Units of the states that move, in which the speed of the equations is taken: of positions their own sizes, of rates
    /// such a size per [`Sizes::time`].
    fn units(&self, sizes: &Sizes) -> StateOf<Self>;
    /// Directions in which slopes of the inputs change the rates.
    fn sources(&self, mode: &ModeOf<Self>) -> [StateOf<Self>; SOURCES];
    /// Shares of the sources in `slopes`, the slopes of the rates that follow from those of the inputs.
    fn strengths(slopes: &StateOf<Self>, input: &Input<InputsOf<Self>>) -> [f64; SOURCES];
    /// How far each guard can move while the states move by at most `reach`, starting with the given `rates`.
    fn guards_reach(&self, step: &WholeStep<'_, Self>, reach: &StateOf<Self>, rates: &StateOf<Self>) -> Self::Guards;
}

/// See [`Model::closed_form_step`].
#[inline]
pub fn propagate<T: LinearPlant>(
    model: &mut T,
    step: &WholeStep<'_, T>,
    statistics: &mut Statistics,
) -> Option<StateOf<T>> {
    let WholeStep { start: Point { mode, state, input }, length, repeated, sizes } = *step;
    let prepared = repeated.filter(|_| model.body().has_exact_propagator())?;
    let linear_mode = mode.linear_mode();
    let now = coefficients(model, mode, Terms::values(state, input), None);
    if model.body().exact_propagator(linear_mode, prepared).is_none() {
        if !are_clear(&now.guards, &T::Guards::ZERO) {
            return None;
        }
        count(&mut statistics.propagators, 1);
        let propagator = propagator(model, mode, sizes, prepared);
        model.body_mut().keep_propagator(linear_mode, prepared, propagator);
    }
    let propagator = model.body().exact_propagator(linear_mode, prepared)?;
    let slopes = slopes(model, mode, input.slope);
    let (rates, steepness) = (gathered::<T>(&now.rates), gathered::<T>(&slopes));
    let reach = scattered::<T>(&propagator.reach(&rates, &steepness, length), StateOf::<T>::ZERO);
    let guards_reach = model.guards_reach(step, &reach, &now.rates);
    if !are_clear(&now.guards, &guards_reach) {
        return None;
    }
    let end = propagator.end(&gathered::<T>(state), &rates, &T::strengths(&slopes, input));
    let end = scattered::<T>(&end, *state);
    if prepared == length { Some(end) } else { corrected(model, mode, &end, &input.after(prepared), length - prepared) }
}

/// The states a `rest` later; so short a time needs no term of second order.
fn corrected<T: Model>(
    model: &T,
    mode: &ModeOf<T>,
    state: &StateOf<T>,
    input: &Input<InputsOf<T>>,
    rest: f64,
) -> Option<StateOf<T>> {
    let rates = rates(model, mode, state, input);
    let end = StateOf::<T>::from_fn(|i| state[i] + rest * rates[i]);
    let guards = guards(model, mode, &end, &input.after(rest));
    are_clear(&guards, &T::Guards::ZERO).then_some(end)
}

/// Whether no guard that may move by its `reach` can vanish.
#[inline]
fn are_clear<G: Vector>(guards: &G, reach: &G) -> bool {
    let is_clear = |(guard, reach): (&f64, &f64)| guard > reach || (*guard == 0.0 && *reach == 0.0);
    guards.as_ref().iter().zip(reach.as_ref()).fold(true, |clear, pair| clear & is_clear(pair))
}

/// Slopes of the rates that follow from those of the inputs.
#[inline]
fn slopes<T: Model>(model: &T, mode: &ModeOf<T>, slope: InputsOf<T>) -> StateOf<T> {
    if slope == InputsOf::<T>::ZERO {
        return StateOf::<T>::ZERO;
    }
    coefficients(model, mode, Terms::changes(&StateOf::<T>::ZERO, slope), None).rates
}

#[inline(never)]
fn propagator<T: LinearPlant>(model: &T, mode: &ModeOf<T>, sizes: &Sizes, length: f64) -> Propagator<MOVING, SOURCES> {
    let mut columns = [[0.0; MOVING]; MOVING];
    for (column, &place) in columns.iter_mut().zip(T::PLACES) {
        let mut unit = StateOf::<T>::ZERO;
        unit[place] = 1.0;
        *column = gathered::<T>(&coefficients(model, mode, Terms::changes(&unit, InputsOf::<T>::ZERO), None).rates);
    }
    let sources = model.sources(mode).map(|source| gathered::<T>(&source));
    Propagator::new(&columns, &sources, &gathered::<T>(&model.units(sizes)), length)
}

#[inline]
fn gathered<T: LinearPlant>(states: &StateOf<T>) -> [f64; MOVING] {
    let mut moving = [0.0; MOVING];
    for (value, &place) in moving.iter_mut().zip(T::PLACES) {
        *value = states[place];
    }
    moving
}

#[inline]
fn scattered<T: LinearPlant>(moving: &[f64; MOVING], mut states: StateOf<T>) -> StateOf<T> {
    for (value, &place) in moving.iter().zip(T::PLACES) {
        states[place] = *value;
    }
    states
}
