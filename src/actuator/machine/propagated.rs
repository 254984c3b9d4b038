//! A whole step of a model with Coulomb friction by its propagator, where no guard can vanish in it.

use crate::plants::{Body, BodyPropagator, MOVING, SOURCES};
use crate::solver::{Input, Propagator};

use super::super::assembly::Sizes;
use super::{Model, Point, Stretch, evaluated};

/// A model that is linear in every mode while its friction is Coulomb's.
pub trait Propagated<const N: usize, const U: usize, const G: usize>: Model<N, U, G> {
    /// Places of the states that move in these modes; at most [`MOVING`].
    const PLACES: &'static [usize];

    /// Units of the states that move, in which the speed of the equations is taken: of positions their own sizes, of rates
    /// such a size per [`Sizes::time`].
    fn units(&self, sizes: &Sizes) -> [f64; N];
    /// The body, which keeps the solution.
    fn moving_body(&self) -> &Body;
    /// The body, which keeps the solution.
    fn moving_body_mut(&mut self) -> &mut Body;
    /// Directions in which slopes of the inputs change the rates.
    fn sources(&self, mode: &Self::Mode) -> [[f64; N]; SOURCES];
    /// Shares of the sources in `slopes`, the slopes of the rates that follow from those of the inputs.
    fn strengths(slopes: &[f64; N], input: &Input<U>) -> [f64; SOURCES];
    /// How far each guard can move while the states move by at most `reach`, starting with the given `rates`.
    fn guards_reach(&self, stretch: &Stretch<'_, N, U, Self::Mode>, reach: &[f64; N], rates: &[f64; N]) -> [f64; G];
}

/// See [`Model::leap`].
#[inline]
pub fn propagate<T: Propagated<N, U, G>, const N: usize, const U: usize, const G: usize>(
    model: &mut T,
    stretch: &Stretch<'_, N, U, T::Mode>,
) -> Option<[f64; N]> {
    let Stretch { start: Point { mode, state, input }, length, routine, sizes } = *stretch;
    let prepared = routine.filter(|_| model.moving_body().has_solution(T::body(mode)))?;
    let equations = T::equations(mode);
    let now = model.coefficients(mode, 0, state, input, 1.0, None);
    if model.moving_body().solution(equations, prepared).is_none() {
        if !are_clear(&now.guards, &[0.0; G]) {
            return None;
        }
        let propagator = propagator(model, mode, sizes, prepared);
        model.moving_body_mut().keep_solution(equations, prepared, propagator);
    }
    let propagator = model.moving_body().solution(equations, prepared)?;
    let slopes = slopes(model, mode, input.slope);
    let (rates, steepness) = (gathered::<T, N, U, G>(&now.rates), gathered::<T, N, U, G>(&slopes));
    let reach = scattered::<T, N, U, G>(&propagator.reach(&rates, &steepness, length), [0.0; N]);
    let guards_reach = model.guards_reach(stretch, &reach, &now.rates);
    if !are_clear(&now.guards, &guards_reach) {
        return None;
    }
    let end = propagator.end(&gathered::<T, N, U, G>(state), &rates, &T::strengths(&slopes, input));
    let end = scattered::<T, N, U, G>(&end, *state);
    if prepared == length { Some(end) } else { corrected(model, mode, &end, &input.after(prepared), length - prepared) }
}

/// The states a `rest` later; so short a time needs no term of second order.
fn corrected<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize>(
    model: &T,
    mode: &T::Mode,
    state: &[f64; N],
    input: &Input<U>,
    rest: f64,
) -> Option<[f64; N]> {
    let rates = evaluated(model, mode, state, input).rates;
    let end = core::array::from_fn(|i| state[i] + rest * rates[i]);
    let guards = evaluated(model, mode, &end, &input.after(rest)).guards;
    are_clear(&guards, &[0.0; G]).then_some(end)
}

/// Whether no guard that may move by its `reach` can vanish.
#[inline]
fn are_clear<const G: usize>(guards: &[f64; G], reach: &[f64; G]) -> bool {
    let is_clear = |(guard, reach): (&f64, &f64)| guard > reach || (*guard == 0.0 && *reach == 0.0);
    guards.iter().zip(reach).fold(true, |clear, pair| clear & is_clear(pair))
}

/// Slopes of the rates that follow from those of the inputs.
#[inline]
fn slopes<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize>(
    model: &T,
    mode: &T::Mode,
    slope: [f64; U],
) -> [f64; N] {
    if slope == [0.0; U] {
        return [0.0; N];
    }
    model.coefficients(mode, 1, &[0.0; N], &Input { value: [0.0; U], slope }, 1.0, None).rates
}

#[inline(never)]
fn propagator<T: Propagated<N, U, G>, const N: usize, const U: usize, const G: usize>(
    model: &T,
    mode: &T::Mode,
    sizes: &Sizes,
    length: f64,
) -> BodyPropagator {
    let nothing = Input::constant([0.0; U]);
    let mut columns = [[0.0; MOVING]; MOVING];
    for (column, &place) in columns.iter_mut().zip(T::PLACES) {
        let mut unit = [0.0; N];
        unit[place] = 1.0;
        *column = gathered::<T, N, U, G>(&model.coefficients(mode, 1, &unit, &nothing, 1.0, None).rates);
    }
    let sources = model.sources(mode).map(|source| gathered::<T, N, U, G>(&source));
    Propagator::new(&columns, &sources, &gathered::<T, N, U, G>(&model.units(sizes)), length)
}

#[inline]
fn gathered<T: Propagated<N, U, G>, const N: usize, const U: usize, const G: usize>(
    states: &[f64; N],
) -> [f64; MOVING] {
    let mut moving = [0.0; MOVING];
    for (value, &place) in moving.iter_mut().zip(T::PLACES) {
        *value = states[place];
    }
    moving
}

#[inline]
fn scattered<T: Propagated<N, U, G>, const N: usize, const U: usize, const G: usize>(
    moving: &[f64; MOVING],
    mut states: [f64; N],
) -> [f64; N] {
    for (value, &place) in moving.iter().zip(T::PLACES) {
        states[place] = *value;
    }
    states
}
