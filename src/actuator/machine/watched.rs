//! The solver's view of a model: transitions are counted and told to the observer.

use crate::friction::ORDERS;
use crate::plants::{BodyEvent, BodyMode, Expansion, Happening};
use crate::solver::{Beginning, Coefficients, Cursor, Input, MAX_ORDER, System, Transition};

use super::super::assembly::Sizes;
use super::super::{Event, EventKind, Observer, Warning};
use super::{Change, Model, Point, Stretch, Tally, Variation, evaluated};

/// An expansion has room for all orders of a series.
const _: () = assert!(ORDERS == MAX_ORDER);

/// The solver's view of a model: transitions are counted and told to the observer.
pub(super) struct Watched<'a, T> {
    pub(super) model: &'a mut T,
    pub(super) sizes: Sizes,
    pub(super) tally: &'a mut Tally,
    pub(super) observer: &'a mut dyn Observer,
}

impl<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize> System<N, U, G> for Watched<'_, T> {
    type Mode = T::Mode;
    type Expansion = Expansion;

    const PREPARES: bool = T::PREPARES;

    #[inline(always)]
    fn coefficients(
        &self,
        mode: &T::Mode,
        order: usize,
        state: &[f64; N],
        input: &Input<U>,
        length: f64,
        expansion: Option<&mut Expansion>,
    ) -> Coefficients<N, G> {
        self.model.coefficients(mode, order, state, input, length, expansion)
    }

    fn evaluate(&self, mode: &T::Mode, state: &[f64; N], input: &Input<U>) -> Coefficients<N, G> {
        evaluated(&*self.model, mode, state, input)
    }

    #[inline]
    fn is_linear(&self, mode: &T::Mode) -> bool {
        self.model.is_linear(mode)
    }

    #[inline]
    fn beginning(&self, mode: &T::Mode, state: &[f64; N]) -> Beginning {
        self.model.beginning(mode, state)
    }

    fn resolution(&self, mode: &T::Mode, state: &[f64; N], rates: &[f64; N]) -> f64 {
        self.model.resolution(mode, state, rates)
    }

    #[inline]
    fn scales(&self) -> [f64; N] {
        self.model.scales(&self.sizes)
    }

    fn jacobian(&self, mode: &T::Mode, state: &[f64; N], input: &Input<U>) -> [[f64; N]; N] {
        let tangent = self.model.tangent(&Point { mode, state, input });
        let mut jacobian = [[0.0; N]; N];
        for column in 0..N {
            let mut variation = Variation { state: [0.0; N], input: [0.0; U] };
            variation.state[column] = 1.0;
            let change = self.model.rates_change(mode, &tangent, &variation);
            for (row, change) in jacobian.iter_mut().zip(change) {
                row[column] = change;
            }
        }
        jacobian
    }

    #[inline(always)]
    fn leap(
        &mut self,
        mode: &T::Mode,
        state: &[f64; N],
        input: &Input<U>,
        length: f64,
        routine: Option<f64>,
    ) -> Option<[f64; N]> {
        let stretch = Stretch { start: Point { mode, state, input }, length, routine, sizes: &self.sizes };
        self.model.leap(&stretch)
    }

    fn transition(
        &mut self,
        mode: &mut T::Mode,
        guard: usize,
        state: &mut [f64; N],
        input: &Input<U>,
        time: f64,
    ) -> Transition {
        let before = T::equations(mode);
        let change = self.model.transition(mode, guard, state, input);
        let counted = self.tell(&change, mode, state, input, time);
        Transition { grazing: change.grazing, counted, same_equations: before == T::equations(mode) }
    }

    fn hold(&mut self, mode: &mut T::Mode, state: &mut [f64; N], input: &Input<U>, length: f64) {
        self.model.hold(mode, state, input, length);
    }

    fn release(&mut self, mode: &mut T::Mode, state: &mut [f64; N], input: &Input<U>) {
        self.model.release(mode, state, input);
    }

    fn bridged(&mut self, time: f64, duration: f64) {
        self.observer.warning(&Warning::EventLimit { time, duration });
    }

    fn inaccurate(&mut self, time: f64) {
        self.observer.warning(&Warning::ToleranceNotMet { time });
    }
}

impl<T> Watched<'_, T> {
    /// Counts the event that a change of the body is, if it is one, and tells the observer. `mode` is the new one.
    fn tell<const N: usize, const U: usize, const G: usize>(
        &mut self,
        change: &Change,
        mode: &T::Mode,
        state: &[f64; N],
        input: &Input<U>,
        time: f64,
    ) -> bool
    where
        T: Model<N, U, G>,
    {
        let Some(event) = change.body.and_then(|body| describe(&body, T::body(mode), time, state[0])) else {
            return false;
        };
        self.tally.record(time);
        self.observer.event(&Event { load_torque: self.model.load(state, input), ..event });
        true
    }

    /// See [`Model::decide_anew`].
    pub(super) fn decide_anew<const N: usize, const U: usize, const G: usize>(
        &mut self,
        cursor: &mut Cursor<N, T::Mode>,
        input: &Input<U>,
        time: f64,
        has_jumped: bool,
    ) where
        T: Model<N, U, G>,
    {
        let Some(change) = self.model.decide_anew(&mut cursor.mode, &mut cursor.state, input, has_jumped) else {
            return;
        };
        self.tell(&change, &cursor.mode, &cursor.state, input, time);
        cursor.grazing = change.grazing;
    }
}

impl Tally {
    pub(super) fn record(&mut self, time: f64) {
        self.count = self.count.saturating_add(1);
        self.last_time = time;
    }
}

/// The event that a transition of the body is to an observer; `mode` is the new one.
fn describe(body: &BodyEvent, mode: &BodyMode, time: f64, position: f64) -> Option<Event> {
    let kind = match body.happening {
        Happening::LoadSide | Happening::Segment | Happening::Pass => return None,
        Happening::Breakaway => EventKind::Breakaway { direction: mode.regime },
        Happening::Stop => EventKind::Stop,
        Happening::Reversal => EventKind::Reversal { direction: mode.regime },
        // Of two stops in one place, where the travel has no width, it is the one ahead.
        Happening::EndStop if mode.end_stop == 0 => {
            EventKind::EndStop { side: if body.velocity < 0.0 { -1 } else { 1 } }
        }
        Happening::EndStop => EventKind::EndStop { side: mode.end_stop },
        Happening::Jam => EventKind::Jam,
    };
    Some(Event {
        kind,
        time,
        position,
        velocity: body.velocity,
        active_torque: body.active,
        forward_limit: body.band.forward,
        backward_limit: body.band.backward,
        load_torque: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friction::Band;

    #[test]
    fn an_end_stop_is_the_one_that_was_touched_whatever_is_left_of_the_velocity() {
        // Was: the upper one where the velocity was zero.
        let band = Band { forward: 1.0, backward: 1.0 };
        for (end_stop, velocity, side) in [(-1, 0.0, -1), (1, -0.0, 1), (-1, -2.0, -1), (0, -2.0, -1), (0, 2.0, 1)] {
            let body = BodyEvent { happening: Happening::EndStop, velocity, active: 0.0, band };
            let mode = BodyMode { regime: 0, end_stop, load_side: 1, segment: 0, held: false };
            let kind = describe(&body, &mode, 0.0, 0.0).map(|event| event.kind);
            assert_eq!(kind, Some(EventKind::EndStop { side }));
        }
    }
}
