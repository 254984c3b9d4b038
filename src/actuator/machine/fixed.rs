//! `solver.method = fixed_step`, and the comparators: the published algorithm between communication points.

use crate::interface::SolverParameters;
use crate::plants::BodyMode;
use crate::solver::{Input, MOST_TRIES};

use super::super::{Event, EventKind, Observer};
use super::{Machine, Model, Point};

/// Fixed steps in a communication step: each costs a tenth of what a try of the other method does.
const MOST_FIXED_STEPS: f64 = 10.0 * MOST_TRIES;

impl<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize> Machine<T, N, U, G> {
    /// Steps of equal length, at most `solver.fixed_step_size`, that land on the end of the step. Returns whether they do, with
    /// a finite state: more than [`MOST_FIXED_STEPS`] are not begun.
    pub(super) fn fixed_steps(&mut self, time: f64, step: f64, observer: &mut dyn Observer) -> bool {
        let SolverParameters { fixed_step_size, .. } = T::solver(&self.reals, &self.integers);
        let count = libm::ceil(step / fixed_step_size * (1.0 - 1e-9)).max(1.0);
        if count > MOST_FIXED_STEPS {
            return false;
        }
        let length = step / count;
        let mut number = 0.0;
        while number < count {
            let input = self.input.after(number * length);
            let before = (*T::body(&self.cursor.mode), self.cursor.state[1]);
            self.model.fixed_step(&mut self.cursor.mode, &mut self.cursor.state, &input, length);
            number += 1.0;
            let end = if number == count { time + step } else { time + number * length };
            self.report_fixed_step(before, end, &input.after(length), observer);
        }
        self.cursor.state.iter().all(|state| state.is_finite())
    }

    /// The events of one step of the fixed-step algorithm, dated to its end.
    fn report_fixed_step(&mut self, before: (BodyMode, f64), time: f64, input: &Input<U>, observer: &mut dyn Observer) {
        let (old, velocity) = before;
        let new = *T::body(&self.cursor.mode);
        let kind = match (old.regime, new.regime) {
            (0, 0) => return,
            (old, new) if old == new => return,
            (0, direction) => EventKind::Breakaway { direction },
            (_, 0) if new.end_stop != 0 => EventKind::EndStop { side: new.end_stop },
            (_, 0) => EventKind::Stop,
            (_, direction) => EventKind::Reversal { direction },
        };
        self.tally.record(time);
        let mut rest = self.cursor.state;
        rest[1] = 0.0;
        let at = Point { mode: &self.cursor.mode, state: &rest, input };
        let (active, band) = self.model.rest(&at);
        let load_torque = self.model.load(&rest, input);
        observer.event(&Event {
            kind,
            time,
            position: rest[0],
            velocity,
            active_torque: active,
            forward_limit: band.forward,
            backward_limit: band.backward,
            load_torque,
        });
    }
}
