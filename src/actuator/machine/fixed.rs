//! `solver.method = fixed_step`, and the comparators: the published algorithm between communication points.

use crate::friction::Law;
use crate::interface::Variables;
use crate::plants::{BodyMode, EventKind};
use crate::solver::{self, Cursor, Input, MOST_TRIES};

use super::super::{Observer, assembly};
use super::Machine;
use super::equations::{rates, rest, situation};
use super::model::{InputsOf, Mode, ModeOf, Model, StateOf, VELOCITY};

/// Fixed steps in a communication step: each costs a tenth of what a try of the other method does.
const MOST_FIXED_STEPS: f64 = 10.0 * MOST_TRIES;

impl<T: Model> Machine<T> {
    /// Steps of equal length, at most `solver.fixed_step_size`, that land on the end of the step. Returns whether they do, with
    /// a finite state: more than [`MOST_FIXED_STEPS`] are not begun.
    pub(super) fn fixed_steps(&mut self, time: f64, step: f64, observer: &mut dyn Observer) -> bool {
        let fixed_step_size = self.real(T::Variables::REFERENCES.solver.fixed_step_size);
        let count = libm::ceil(step / fixed_step_size * (1.0 - 1e-9)).max(1.0);
        if count > MOST_FIXED_STEPS {
            return false;
        }
        let length = step / count;
        let mut number = 0.0;
        while number < count {
            let input = self.input.after(number * length);
            let before = (self.cursor.mode.body, self.cursor.state[VELOCITY]);
            fixed_step(&self.model, &mut self.cursor.mode, &mut self.cursor.state, &input, length);
            solver::count(&mut self.statistics.internal_steps, 1);
            number += 1.0;
            let end = if number == count { time + step } else { time + number * length };
            self.report_fixed_step(before, end, &input.after(length), observer);
        }
        self.cursor.state.as_ref().iter().all(|state| state.is_finite())
    }

    /// The events of one step of the fixed-step algorithm, dated to its end.
    fn report_fixed_step(
        &mut self,
        before: (BodyMode, f64),
        time: f64,
        input: &Input<InputsOf<T>>,
        observer: &mut dyn Observer,
    ) {
        let (old, velocity) = before;
        let kind = if self.model.body().passes_rest_smoothly() {
            self.change_of_rest((&old, velocity), input)
        } else {
            change_of_regime(&old, &self.cursor.mode.body)
        };
        if let Some(kind) = kind {
            let Cursor { state, mode: Mode { body, elements }, .. } = &self.cursor;
            let rest = rest(&self.model, elements, state, input);
            self.events.record(kind, time);
            observer.event(&self.model.body().event(kind, time, velocity, body.load_side, &rest));
        }
    }

    /// The event of a law that creeps or has bristles.
    #[inline(never)]
    fn change_of_rest(&mut self, old: (&BodyMode, f64), input: &Input<InputsOf<T>>) -> Option<EventKind> {
        let Cursor { state, mode: Mode { body, elements }, .. } = &mut self.cursor;
        let (at, rest) = (situation(&self.model, elements, state, input), rest(&self.model, elements, state, input));
        self.model.body().follow_rest(old, body, &at, &rest)
    }
}

/// The event by which a body goes from one mode to the other.
fn change_of_regime(old: &BodyMode, new: &BodyMode) -> Option<EventKind> {
    match (old.regime, new.regime) {
        (old, new) if old == new => None,
        (0, direction) => Some(EventKind::Breakaway { direction }),
        (_, 0) if new.end_stop != 0 => Some(EventKind::EndStop { side: new.end_stop }),
        (_, 0) => Some(EventKind::Stop),
        (_, direction) => Some(EventKind::Reversal { direction }),
    }
}

/// One step: a comparator takes the whole model along by the method of its authors; else Table 1 for the body, and explicit
/// steps in its style for the other elements.
fn fixed_step<T: Model>(
    model: &T,
    mode: &mut ModeOf<T>,
    state: &mut StateOf<T>,
    input: &Input<InputsOf<T>>,
    length: f64,
) {
    let elements = model.elements_at(&mode.elements, state, input);
    if matches!(model.body().law(), Law::Comparator(..)) {
        *state = comparator_step(model, &Mode { elements, ..*mode }, state, input, length);
    } else {
        let body = assembly::table1_step(model.body(), &situation(model, &elements, state, input), length);
        model.explicit_step(&elements, state, input, length);
        state.as_mut()[..body.len()].copy_from_slice(&body);
    }
    model.limit(state);
    let end = input.after(length);
    mode.elements = model.elements_at(&mode.elements, state, &end);
    mode.body = model.body().initial_mode(&situation(model, &mode.elements, state, &end));
}

fn comparator_step<T: Model>(
    model: &T,
    mode: &ModeOf<T>,
    state: &StateOf<T>,
    input: &Input<InputsOf<T>>,
    length: f64,
) -> StateOf<T> {
    let at = |state: &StateOf<T>| situation(model, &mode.elements, state, input);
    let rates_at = |state: &StateOf<T>, elapsed: f64| {
        let input = input.after(elapsed);
        let mode = Mode { elements: model.elements_at(&mode.elements, state, &input), ..*mode };
        rates(model, &mode, state, &input)
    };
    assembly::comparator_step(model.body(), state, length, at, rates_at)
}
