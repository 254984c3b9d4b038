//! Model Exchange: events that the importer's integrator stepped over.
//!
//! An importer looks for sign changes of the event indicators between the ends of its steps, to its own tolerance. A slip that
//! begins and ends within one step shows no sign change, and one whose velocity is below the tolerance shows a random one. So
//! after each completed step the instance takes the same step with the model's own solver, on a copy, from the states with
//! which the importer began it, unless it is longer than a thousand internal steps. Where that finds an event which the importer has run through, the instance asks for event
//! mode, takes the states of the copy there, and warns once.

use super::log::Watcher;
use super::memory::{OutOfMemory, held};
use super::models::AnyActuator;
use super::state::InterfaceType;
use super::values::is_computed;
use super::{Instance, OVERLOOKED_EVENT, Snapshot};
use crate::actuator::{Event, Observer, Warning};
use crate::interface::Interface;
use std::boxed::Box;

/// How far the importer is with its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Event mode has decided since, or there was none yet.
    Over = 0,
    /// Its beginning is known.
    UnderWay = 1,
    /// It went through an event, or to a limit of a rate that no event indicator tells of, for which event mode is to make up.
    HasOverlooked = 2,
}

impl Phase {
    /// From the number by which it is saved.
    pub(super) fn from_number(number: u8) -> Option<Self> {
        [Self::Over, Self::UnderWay, Self::HasOverlooked].get(usize::from(number)).copied()
    }
}

/// The importer's present step. It is part of saved states: what event mode makes up for follows from how the step began.
pub(super) struct IntegratorStep {
    pub phase: Phase,
    /// Where it began [s].
    pub time: f64,
    /// Where it was completed [s]: some importers move the time between that and event mode, but not the states.
    pub end: f64,
    /// The model as it was at the beginning, with the slopes that its inputs had up to where the step was completed.
    pub start: Box<dyn AnyActuator>,
    /// Takes the step again.
    copy: Box<dyn AnyActuator>,
}

/// An array of one, which is kept for Model Exchange only.
pub(super) type HeldStep = Option<Box<[IntegratorStep; 1]>>;

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
    /// Of an instance of this kind: in Co-Simulation the importer has no integrator.
    pub(super) fn of(kind: InterfaceType, model: &dyn AnyActuator) -> Result<HeldStep, OutOfMemory> {
        match kind {
            InterfaceType::ModelExchange => {
                let (start, copy) = (model.copy()?, model.copy()?);
                held(Self { phase: Phase::Over, time: 0.0, end: 0.0, start, copy }).map(Some)
            }
            InterfaceType::CoSimulation => Ok(None),
        }
    }

    /// Takes over the step of another instance of the same model.
    pub(super) fn assign(&mut self, other: &Self) {
        (self.phase, self.time, self.end) = (other.phase, other.time, other.end);
        if other.phase != Phase::Over {
            self.start.assign(other.start.as_ref());
        }
    }

    fn begin(&mut self, model: &dyn AnyActuator, time: f64) {
        self.start.assign(model);
        (self.phase, self.time, self.end) = (Phase::UnderWay, time, time);
    }

    /// Completes the step at this time: inputs have gone along straight lines to those of `model`. What is set in event mode is no part of it.
    fn complete(&mut self, model: &dyn AnyActuator, time: f64) {
        let Self { start, end, .. } = self;
        *end = time;
        for (number, &input) in model.interface().inputs.iter().enumerate() {
            let change = model.reals()[input as usize] - start.reals()[input as usize];
            start.set_input_derivative(number, change / (time - self.time));
        }
    }

    /// Takes the completed step on a copy.
    fn retake(&mut self, observer: &mut dyn Observer) {
        self.copy.assign(self.start.as_ref());
        self.copy.advance(self.time, self.end - self.time, observer);
    }
}

impl Instance {
    /// The importer's integrator begins a step here.
    pub(super) fn begin_integrator_step(&mut self) {
        let Snapshot { progress, model, step, .. } = &mut self.now;
        if let Some([step]) = step.as_deref_mut() {
            step.begin(model.as_ref(), progress.time);
        }
    }

    /// Time since the importer's integrator began its present step [s].
    pub(super) fn elapsed_of_integrator_step(&self) -> f64 {
        self.now.step.as_deref().map_or(0.0, |[step]| self.now.progress.time - step.time)
    }

    /// The importer's integrator has completed a step; returns whether event mode is due.
    pub(super) fn end_integrator_step(&mut self) -> bool {
        if let Some((event, late)) = self.overlooked_event() {
            self.warn_of_overlooked(event, late);
            return true;
        }
        let has_overlooked = self.now.step.as_deref().is_some_and(|[step]| step.phase == Phase::HasOverlooked);
        let is_due = has_overlooked || self.now.model.is_event_due();
        if !is_due {
            self.begin_integrator_step();
        }
        is_due
    }

    /// Time of the first event that the completed step went through, and how much later it ended [s].
    fn overlooked_event(&mut self) -> Option<(f64, f64)> {
        let Snapshot { progress, model, step, .. } = &mut self.now;
        let (model, time) = (model.as_ref(), progress.time);
        // One that a saved state calls over has no beginning.
        let [step] = step.as_deref_mut().filter(|[step]| step.phase != Phase::Over)?;
        // An importer may have gone on without event mode: what it was told of is past.
        step.phase = Phase::UnderWay;
        let longest = INTERNAL_STEPS * model.located_step()?;
        if step.time >= time || time - step.time > longest {
            return None;
        }
        let found = (LOCATED * (time - step.time)).max(RESOLVED * time.abs());
        let mut first = FirstEvent { before: time - found, time: None };
        step.complete(model, time);
        step.retake(&mut first);
        let is_limited = step.copy.limited_by_inputs() & !model.limited_by_inputs() != 0;
        if first.time.is_some() || is_limited {
            step.phase = Phase::HasOverlooked;
        }
        first.time.map(|event| (event, time - event))
    }

    fn warn_of_overlooked(&mut self, time: f64, late: f64) {
        if self.warned & OVERLOOKED_EVENT == 0 {
            self.warned |= OVERLOOKED_EVENT;
            self.log.hint(&Warning::SteppedOver { time, late });
        }
    }

    /// In event mode, which ends the step: takes the states of the own solver where the integrator went through an event; what the
    /// importer has set since stays.
    pub(super) fn make_up_for_overlooked(&mut self) {
        let Self { now: Snapshot { model, step, .. }, interface, log, .. } = self;
        let Some([step]) = step.as_deref_mut() else { return };
        if core::mem::replace(&mut step.phase, Phase::Over) != Phase::HasOverlooked {
            return;
        }
        step.retake(&mut Watcher::new(log));
        copy_settings(interface, model.as_ref(), step.copy.as_mut());
        model.assign(step.copy.as_ref());
        model.configure();
        model.end_continuous_time(0.0);
        model.inputs_changed();
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
