//! Model Exchange: events that the importer's integrator stepped over.
//!
//! An importer looks for sign changes of the event indicators between the ends of its steps, to its own tolerance. A slip that
//! begins and ends within one step shows no sign change, and one whose velocity is below the tolerance shows a random one. So
//! after each completed step the instance takes the same step with the model's own solver, on a copy, from the states with
//! which the importer began it, unless it is longer than a thousand internal steps. Where that finds an event which the importer has run through, the instance asks for event
//! mode, takes the states of the copy there, and warns once.

use super::Instance;
use super::log::Watcher;
use super::memory::{OutOfMemory, held};
use super::models::AnyActuator;
use super::status::{Outcome, Refusal};
use super::values::is_computed;
use crate::actuator::{Event, Observer, Warning};
use crate::interface::Interface;
use std::boxed::Box;

/// What is known of the importer's present step.
pub(super) struct IntegratorStep {
    /// Where it began [s].
    time: f64,
    /// Where it was completed [s]: some importers move the time between that and event mode, but not the states.
    end: f64,
    /// The model as it was at the beginning.
    start: Box<dyn AnyActuator>,
    /// Takes the step again.
    copy: Box<dyn AnyActuator>,
    /// It went through an event, or to a limit of a rate that no event indicator tells of.
    has_overlooked: bool,
    /// The user was told that one did.
    is_warned: bool,
}

/// Last share of a step in which an event counts as found by the importer: it ends its step there, a little late.
const LOCATED: f64 = 1e-2;
/// The same as a share of the time itself: an importer that halves its step until the event is between two ends that it cannot
/// tell apart any more has found it.
const RESOLVED: f64 = 1e-9;

/// Internal steps that a step may take which is taken again. An importer that integrates motion makes no longer ones, and the
/// work of a call stays bounded, whatever the importer sets as time.
const INTERNAL_STEPS: f64 = 1000.0;

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

impl IntegratorStep {
    fn new(model: &dyn AnyActuator, time: f64) -> Result<Box<[Self; 1]>, OutOfMemory> {
        let (start, copy) = (model.copy()?, model.copy()?);
        held(Self { time, end: time, start, copy, has_overlooked: false, is_warned: false })
    }

    fn begin(&mut self, model: &dyn AnyActuator, time: f64) {
        self.start.assign(model);
        (self.time, self.end, self.has_overlooked) = (time, time, false);
    }

    /// Takes the completed step on the copy, inputs as straight lines to those of `model`.
    fn retake(&mut self, model: &dyn AnyActuator, observer: &mut dyn Observer) {
        let Self { start, copy, .. } = self;
        copy.assign(start.as_ref());
        let length = self.end - self.time;
        for (number, &input) in model.interface().inputs.iter().enumerate() {
            let [from, to] = [start.reals()[input as usize], model.reals()[input as usize]];
            copy.set_input_derivative(number, (to - from) / length);
        }
        copy.advance(self.time, length, observer);
    }
}

impl Instance {
    /// The importer's integrator begins a step here.
    pub(super) fn begin_integrator_step(&mut self) -> Outcome {
        let (model, time) = (self.now.model.as_ref(), self.now.progress.time);
        match &mut self.integrator_step {
            Some(step) => step[0].begin(model, time),
            none => *none = Some(IntegratorStep::new(model, time)?),
        }
        Ok(())
    }

    /// Time since the importer's integrator began its present step [s].
    pub(super) fn elapsed_of_integrator_step(&self) -> f64 {
        self.integrator_step.as_deref().map_or(0.0, |[step]| self.now.progress.time - step.time)
    }

    /// The importer's integrator has completed a step; returns whether event mode is due.
    pub(super) fn end_integrator_step(&mut self) -> Result<bool, Refusal> {
        if let Some((event, late)) = self.overlooked_event() {
            self.warn_of_overlooked(event, late);
            return Ok(true);
        }
        let has_overlooked = self.integrator_step.as_deref().is_some_and(|[step]| step.has_overlooked);
        let is_due = has_overlooked || self.now.model.is_event_due();
        if !is_due {
            self.begin_integrator_step()?;
        }
        Ok(is_due)
    }

    /// Time of the first event that the completed step went through, and how much later it ended [s].
    fn overlooked_event(&mut self) -> Option<(f64, f64)> {
        let (model, time) = (self.now.model.as_ref(), self.now.progress.time);
        let [step] = self.integrator_step.as_deref_mut()?;
        // An importer may have gone on without event mode: what it was told of is past.
        step.has_overlooked = false;
        let longest = INTERNAL_STEPS * model.located_step()?;
        if step.time >= time || time - step.time > longest {
            return None;
        }
        let found = (LOCATED * (time - step.time)).max(RESOLVED * time.abs());
        let mut first = FirstEvent { before: time - found, time: None };
        step.end = time;
        step.retake(model, &mut first);
        let is_limited = step.copy.limited_by_inputs() & !model.limited_by_inputs() != 0;
        step.has_overlooked = first.time.is_some() || is_limited;
        first.time.map(|event| (event, time - event))
    }

    fn warn_of_overlooked(&mut self, time: f64, late: f64) {
        let Some([step]) = self.integrator_step.as_deref_mut() else { return };
        if !core::mem::replace(&mut step.is_warned, true) {
            self.log.hint(&Warning::SteppedOver { time, late });
        }
    }

    /// In event mode: takes the states of the own solver where the integrator went through an event; what the importer has set
    /// since stays.
    pub(super) fn make_up_for_overlooked(&mut self) {
        let Self { now, integrator_step, interface, log, .. } = self;
        let Some([step]) = integrator_step.as_deref_mut() else { return };
        if !step.has_overlooked {
            return;
        }
        step.retake(now.model.as_ref(), &mut Watcher::new(log));
        step.has_overlooked = false;
        copy_settings(interface, now.model.as_ref(), step.copy.as_mut());
        now.model.assign(step.copy.as_ref());
        now.model.configure();
        now.model.end_continuous_time(0.0);
        now.model.inputs_changed();
    }
}

/// Parameters and inputs of one instance into another.
fn copy_settings(interface: &Interface, from: &dyn AnyActuator, to: &mut dyn AnyActuator) {
    for (number, variable) in interface.reals.iter().enumerate() {
        if !is_computed(variable.causality) {
            to.reals_mut()[number] = from.reals()[number];
        }
    }
    for (number, variable) in interface.integers.iter().enumerate() {
        if !is_computed(variable.causality) {
            to.integers_mut()[number] = from.integers()[number];
        }
    }
}
