//! Model Exchange: events that the importer's integrator stepped over.
//!
//! An importer looks for sign changes of the event indicators between the ends of its steps, to its own tolerance. A slip that
//! begins and ends within one step shows no sign change, and one whose velocity is below the tolerance shows a random one. So
//! after each completed step the instance takes the same step with the model's own solver, on a copy, from the states with
//! which the importer began it, unless it is longer than a thousand internal steps. Where that finds an event which the importer
//! has run through, the instance asks for event mode and takes the states of the copy there.
//!
//! What is reported waits until the importer has answered, as an importer may complete a step, then go back into it and look for the
//! event (OpenModelica). Then nothing is reported, since nothing was overlooked. One that enters event mode at the end of the
//! step gets one report that its states were made up, and one that goes on without event mode, what that means.

use super::log::Watcher;
use super::memory::{OutOfMemory, held, text};
use super::models::AnyActuator;
use super::shortest_decimal::ShortestDecimal;
use super::state::InterfaceType;
use super::state::Operation;
use super::values::is_computed;
use super::{IGNORED_REQUEST, Instance, OVERLOOKED_EVENT, Snapshot};
use crate::actuator::{Event, Observer, Remark, Warning};
use crate::interface::Interface;
use std::boxed::Box;

/// How far the importer is with its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Event mode has decided since, or there was none yet.
    Over = 0,
    /// Its beginning is known.
    UnderWay = 1,
    /// It went through an event, or to a limit of a rate that no event indicator shows, for which event mode is to make up.
    HasOverlooked = 2,
    /// It ended with an event that an event indicator shows, and event mode was asked for.
    EndedWithEvent = 3,
}

impl Phase {
    /// From the number by which it is saved.
    pub(super) fn from_number(number: u8) -> Option<Self> {
        [Self::Over, Self::UnderWay, Self::HasOverlooked, Self::EndedWithEvent].get(usize::from(number)).copied()
    }

    /// The importer was asked to enter event mode at its end.
    fn asks_for_event_mode(self) -> bool {
        match self {
            Self::Over | Self::UnderWay => false,
            Self::HasOverlooked | Self::EndedWithEvent => true,
        }
    }
}

/// The importer's present step. It is part of saved states: what event mode makes up for follows from how the step began.
pub(super) struct IntegratorStep {
    pub phase: Phase,
    /// Where it began [s].
    pub time: f64,
    /// Where it was completed [s]: some importers move the time between that and event mode, but not the states.
    pub end: f64,
    /// Where the importer has been since event mode: the latest end of a step [s]. It is no part of saved states, as only a warning
    /// depends on it.
    pub reached: f64,
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
/// distinguish any more has found it.
const RESOLVED: f64 = 1e-9;

/// Internal steps that a step may take which is taken again. An importer that integrates motion makes no longer ones, and the
/// work of a call stays bounded, whatever the importer sets as time.
const INTERNAL_STEPS: f64 = 1000.0;

/// Keeps the first event before a time.
struct FirstEvent {
    before: f64,
    time: Option<f64>,
}

impl FirstEvent {
    /// Of those that an importer has not found whose step went from `begin` to `end` [s].
    fn overlooked(begin: f64, end: f64) -> Self {
        Self { before: end - (LOCATED * (end - begin)).max(RESOLVED * end.abs()), time: None }
    }
}

impl Observer for FirstEvent {
    fn event(&mut self, event: &Event) {
        if event.time < self.before {
            self.time.get_or_insert(event.time);
        }
    }

    fn warning(&mut self, _warning: &Warning) {}
}

/// Passes everything on, and keeps the first event.
struct Passing<'a> {
    to: Watcher<'a>,
    first: FirstEvent,
}

impl Observer for Passing<'_> {
    fn event(&mut self, event: &Event) {
        self.first.event(event);
        self.to.event(event);
    }

    fn warning(&mut self, warning: &Warning) {
        self.to.warning(warning);
    }

    fn remark(&mut self, remark: &Remark) {
        self.to.remark(remark);
    }
}

impl IntegratorStep {
    /// Of an instance of this kind: in Co-Simulation the importer has no integrator.
    pub(super) fn of(kind: InterfaceType, model: &dyn AnyActuator) -> Result<HeldStep, OutOfMemory> {
        match kind {
            InterfaceType::ModelExchange => {
                let (start, copy) = (model.copy()?, model.copy()?);
                held(Self { phase: Phase::Over, time: 0.0, end: 0.0, reached: 0.0, start, copy }).map(Some)
            }
            InterfaceType::CoSimulation => Ok(None),
        }
    }

    /// Takes over the step of another instance of the same model.
    pub(super) fn assign(&mut self, other: &Self) {
        (self.phase, self.time, self.end, self.reached) = (other.phase, other.time, other.end, other.reached);
        if other.phase != Phase::Over {
            self.start.assign(other.start.as_ref());
        }
    }

    fn begin(&mut self, model: &dyn AnyActuator, time: f64) {
        self.start.assign(model);
        (self.phase, self.time, self.end) = (Phase::UnderWay, time, time);
    }

    /// Completes the step at this time: inputs have gone along straight lines to those of `model`, and what is an integral of another one as that
    /// has led it: by its mean slope a prescribed velocity would jump where the step begins. What is set in event mode is no part of it.
    fn complete(&mut self, model: &dyn AnyActuator, time: f64) {
        let Self { start, end, .. } = self;
        *end = time;
        let inputs = model.interface().inputs.iter().enumerate();
        for (number, &input) in inputs.filter(|(number, _)| !model.is_integral(*number)) {
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
    /// The importer's integrator begins its first step after event mode.
    pub(super) fn begin_integration(&mut self) {
        self.begin_integrator_step();
        if let Some([step]) = self.now.step.as_deref_mut() {
            step.reached = step.time;
        }
    }

    fn begin_integrator_step(&mut self) {
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
        self.warn_if_request_was_ignored();
        self.judge_integrator_step();
        let is_due = self.now.model.is_event_due();
        let Snapshot { progress, step, .. } = &mut self.now;
        let Some([step]) = step.as_deref_mut() else { return is_due };
        step.reached = step.reached.max(progress.time);
        if step.phase == Phase::HasOverlooked {
            return true;
        }
        match step.phase {
            _ if !is_due => self.begin_integrator_step(),
            Phase::Over => {}
            Phase::UnderWay | Phase::HasOverlooked | Phase::EndedWithEvent => {
                (step.phase, step.end) = (Phase::EndedWithEvent, progress.time);
            }
        }
        is_due
    }

    /// Finds out whether the completed step went through an event.
    fn judge_integrator_step(&mut self) {
        let Snapshot { progress, model, step, .. } = &mut self.now;
        let (model, time) = (model.as_ref(), progress.time);
        // One that a saved state calls over has no beginning.
        let Some([step]) = step.as_deref_mut().filter(|[step]| step.phase != Phase::Over) else { return };
        // An importer may have gone on without event mode: what was reported to it is past.
        step.phase = Phase::UnderWay;
        let Some(internal) = model.located_step() else { return };
        if step.time >= time || time - step.time > INTERNAL_STEPS * internal {
            return;
        }
        let mut first = FirstEvent::overlooked(step.time, time);
        step.complete(model, time);
        step.retake(&mut first);
        let is_limited = step.copy.limited_by_inputs() & !model.limited_by_inputs() != 0;
        if first.time.is_some() || is_limited {
            step.phase = Phase::HasOverlooked;
        }
    }

    /// On the way to event mode. An importer that has gone back into its step to the event ends it there.
    pub(super) fn locate_end_of_integrator_step(&mut self) {
        let time = self.now.progress.time;
        if self.now.step.as_deref().is_some_and(|[step]| step.phase.asks_for_event_mode() && time < step.end) {
            self.judge_integrator_step();
        }
    }

    /// One warning for all requests: an importer that ignores one ignores all of them.
    fn warn_if_request_was_ignored(&mut self) {
        let Some([step]) = self.now.step.as_deref() else { return };
        // One that has gone back looks for the event until it is beyond where it has been.
        if !step.phase.asks_for_event_mode() || self.now.progress.time <= step.reached {
            return;
        }
        let asked = ShortestDecimal(step.end);
        self.warn_once(IGNORED_REQUEST, Operation::CompletedIntegratorStep, |instance| {
            let enter = instance.calls.name(Operation::EnterEventMode);
            text!(
                "the importer was asked for event mode at t = {asked} s and has gone on without it. Until it calls {enter}, what \
                 sticks stands still whatever acts on it, and what slides does not stop: the results are wrong. It must \
                 enter event mode where enterEventMode is true or an event indicator changes its sign; one that cannot do \
                 that can run the FMU in Co-Simulation"
            )
        });
    }

    fn warn_of_overlooked(&mut self, time: f64, late: f64) {
        if self.warned & OVERLOOKED_EVENT == 0 {
            self.warned |= OVERLOOKED_EVENT;
            self.log.hint(&Warning::SteppedOver { time, late });
        }
    }

    /// In event mode, which ends the step: takes the states of the own solver where the integrator went through an event; what the
    /// importer has set since stays. An event for which it did not go back is reported to it.
    pub(super) fn make_up_for_overlooked(&mut self) {
        let Self { now: Snapshot { model, step, .. }, interface, log, .. } = self;
        let Some([step]) = step.as_deref_mut() else { return };
        if core::mem::replace(&mut step.phase, Phase::Over) != Phase::HasOverlooked {
            return;
        }
        let mut observer = Passing { to: Watcher::new(log), first: FirstEvent::overlooked(step.time, step.end) };
        step.retake(&mut observer);
        let (event, end) = (observer.first.time, step.end);
        let was_looked_for = end < step.reached;
        copy_settings(interface, model.as_ref(), step.copy.as_mut());
        model.assign(step.copy.as_ref());
        model.configure();
        model.end_continuous_time(0.0);
        model.inputs_changed();
        if let Some(event) = event.filter(|_| !was_looked_for) {
            self.warn_of_overlooked(event, end - event);
        }
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
