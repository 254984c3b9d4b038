//! Model Exchange: what an integrator stepped over.
//!
//! An importer looks for sign changes of the event indicators between the ends of its steps, to its own tolerance. A slip that
//! begins and ends within one step shows no sign change, and one whose velocity is below the tolerance shows a random one. So
//! after each completed step the FMU takes the same step with its own solver, from the states with which the importer began
//! it. Where that finds an event which the importer has run through, it asks for event mode, takes its own states there and
//! warns.

use crate::solver::{Cursor, Input, Vector};

use super::super::{Event, Observer, StateVisitor, Warning};
use super::model::{InputsOf, ModeOf, Model, StateOf};
use super::visit::{visit_cursor, visit_flag};
use super::{Machine, evaluated};

/// Where the present step of the importer began.
#[derive(Clone, Copy)]
pub(super) struct StepStart<T: Model> {
    time: f64,
    cursor: Cursor<StateOf<T>, ModeOf<T>>,
    input: InputsOf<T>,
}

/// Last share of a step in which an event counts as found by the importer: it ends its step there, a little late.
const LOCATED: f64 = 1e-2;

/// Keeps the first event before a time.
struct FirstEvent {
    before: f64,
    time: Option<f64>,
}

impl Observer for FirstEvent {
    fn event(&mut self, event: &Event) {
        if event.time < self.before {
            self.time.get_or_insert(event.time);
        }
    }

    fn warning(&mut self, _warning: &Warning) {}
}

impl<T: Model> Machine<T> {
    /// The importer begins a step here.
    pub(super) fn begin_step(&mut self, time: f64) {
        self.step_start = Some(StepStart { time, cursor: self.cursor, input: self.input.value });
        self.stepped_over = false;
    }

    /// Time of an event inside the step that was completed at `time`, if the importer has run through one.
    pub(super) fn overlooked_event(&mut self, time: f64) -> Option<f64> {
        let start = self.step_start.filter(|start| start.time < time && !self.is_fixed_step())?;
        let mut first = FirstEvent { before: time - LOCATED * (time - start.time), time: None };
        let mut trial = *self;
        trial.retake(&start, time, &mut first);
        // Work that was done, whatever becomes of its result.
        self.statistics = trial.statistics;
        first.time
    }

    /// Takes the step of the importer that began at `start` with the own solver, inputs as straight lines.
    fn retake(&mut self, start: &StepStart<T>, time: f64, observer: &mut dyn Observer) {
        let (end, length) = (self.input.value, time - start.time);
        let slope = InputsOf::<T>::from_fn(|i| (end[i] - start.input[i]) / length);
        (self.cursor, self.is_undecided) = (start.cursor, false);
        self.input = Input { value: start.input, slope };
        self.advance_smoothly(start.time, length, observer);
        self.input = Input::constant(end);
    }

    /// Visits what is known of the importer's step, for saving and restoring.
    pub(super) fn visit_step(&mut self, visitor: &mut dyn StateVisitor) {
        let mut is_known = self.step_start.is_some();
        let nowhere = StepStart { time: 0.0, cursor: self.cursor, input: self.input.value };
        let mut start = self.step_start.unwrap_or(nowhere);
        visit_flag(&mut is_known, visitor);
        visitor.real(&mut start.time);
        start.input.as_mut().iter_mut().for_each(|value| visitor.real(value));
        visit_cursor(&mut start.cursor, visitor);
        visit_flag(&mut self.stepped_over, visitor);
        visit_flag(&mut self.is_warned, visitor);
        self.step_start = is_known.then_some(start);
    }

    /// In event mode: makes up for events that the importer has run through since it began its step. Returns whether there
    /// were any.
    pub(super) fn make_up(&mut self, time: f64, observer: &mut dyn Observer) -> bool {
        let Some(start) = self.step_start.filter(|start| self.stepped_over && start.time < time) else { return false };
        self.retake(&start, time, observer);
        true
    }

    /// Whether a guard is below its surface by more than the shift of the indicators, which an importer that looks at them
    /// takes as an event.
    pub(super) fn has_negative_guard(&self) -> bool {
        let Cursor { state, mode, .. } = &self.cursor;
        evaluated(&self.model, mode, state, &self.input)
            .guards
            .as_ref()
            .iter()
            .any(|&guard| guard < -super::INDICATOR_SHIFT)
    }
}
