//! Communication steps that end at events, and intermediate updates within a step (FMI 3.0, 4.2).
//!
//! Where the importer uses event mode and allows it, a step ends at its first event. The outputs are then those before the
//! event; event mode shows those after it. The model has taken the event already, so that it is not found again.
//!
//! Before a step the importer may be asked for the values of its inputs at the end of the step: with those before the step they
//! make a line.

use super::clock::Clocks;
use super::log::Watcher;
use super::memory::{OutOfMemory, Text, held, list, numbers, text};
use super::shortest_decimal::ShortestDecimal;
use super::state::{InterfaceType, Operation, State};
use super::status::{Outcome, Refusal, Status};
use super::step::is_rounding;
use super::{Instance, Stale};
use crate::actuator::Arrival;
use crate::interface::{Causality, Variability};
use std::boxed::Box;

/// What the importer wants of steps, and what is kept during an intermediate update.
#[derive(Debug)]
pub(super) struct Steps {
    /// Event mode is used.
    event_mode: bool,
    /// A step may end before its end.
    early_return: bool,
    /// Value references of the inputs and outputs that are wanted within a step.
    intermediate: Box<[u32]>,
    /// The importer has a function for intermediate updates.
    has_intermediate_update: bool,
    /// The update in which the importer's function runs.
    update: Option<IntermediateUpdate>,
    /// The inputs before the step, in the order of [`Interface::inputs`](crate::interface::Interface).
    inputs_before: Box<[f64]>,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepEnd {
    /// With an event: event mode is due.
    pub event: bool,
    /// Before its end.
    pub early: bool,
    /// When [s].
    pub time: f64,
}

/// An intermediate update within a step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum IntermediateUpdate {
    /// The step that begins at `point` [s] waits for the inputs at its end.
    AsksForInputs { point: f64, length: f64 },
    /// The step is taken and shows its outputs.
    ShowsOutputs,
}

impl Instance {
    /// What the importer wants of steps; set once, right after instantiation.
    pub fn choose_step_options(
        &mut self,
        event_mode: bool,
        early_return: bool,
        intermediate: &[u32],
        has_intermediate_update: bool,
    ) -> Result<(), Text> {
        self.check_intermediate_variables(intermediate)?;
        if !event_mode && !has_intermediate_update {
            // Steps go to their end, and nobody is asked in them.
            return Ok(());
        }
        let intermediate = list(intermediate.iter().copied()).map_err(no_memory)?.into_boxed_slice();
        let inputs_before = numbers(0.0, self.interface.inputs.len()).map_err(no_memory)?.into_boxed_slice();
        let steps =
            Steps { event_mode, early_return, intermediate, has_intermediate_update, update: None, inputs_before };
        self.steps = Some(held(steps).map_err(no_memory)?);
        Ok(())
    }

    /// Continuous inputs and outputs may be asked for, by `intermediateUpdate` in the model description. Importers that record
    /// all outputs within steps ask for the others too (fmusim): that is reported and tolerated.
    fn check_intermediate_variables(&self, references: &[u32]) -> Result<(), Text> {
        if let Some(reference) = references.iter().find(|reference| !self.is_known(**reference)) {
            return Err(text!("requiredIntermediateVariables: value reference {reference} is unknown"));
        }
        if let Some(&reference) = references.iter().find(|reference| !self.has_intermediate_update_of(**reference)) {
            let name = self.variable_name(reference);
            let note = text!(
                "requiredIntermediateVariables: {name} is not a continuous input or output; it cannot be set within a step, \
                 and that it is read there is tolerated"
            );
            self.log.status(Status::Warning, &note);
        }
        Ok(())
    }

    /// What the model description calls `intermediateUpdate`.
    fn has_intermediate_update_of(&self, reference: u32) -> bool {
        self.interface.reals.get(reference as usize).is_some_and(|variable| {
            matches!(variable.causality, Causality::Input | Causality::Output)
                && variable.variability == Variability::Continuous
        })
    }

    #[inline]
    fn steps(&self) -> Option<&Steps> {
        self.steps.as_deref().map(|[steps]| steps)
    }

    fn steps_mut(&mut self) -> Option<&mut Steps> {
        self.steps.as_deref_mut().map(|[steps]| steps)
    }

    /// Whether the importer wants to set inputs within a step.
    pub fn asks_for_inputs(&self) -> bool {
        let is_input = |&reference: &u32| self.interface.inputs.contains(&reference);
        self.steps().is_some_and(|steps| steps.intermediate.iter().any(is_input))
    }

    /// Whether the importer uses event mode or has a function for intermediate updates.
    #[inline(always)]
    pub fn has_step_options(&self) -> bool {
        self.steps.is_some()
    }

    /// Whether the importer has a function for intermediate updates.
    #[inline]
    pub fn has_intermediate_update(&self) -> bool {
        self.steps().is_some_and(|steps| steps.has_intermediate_update)
    }

    /// Whether event mode exists for this instance.
    pub(super) fn has_event_mode(&self) -> bool {
        match self.kind() {
            InterfaceType::ModelExchange => true,
            InterfaceType::CoSimulation => self.steps().is_some_and(|steps| steps.event_mode),
        }
    }

    /// A communication step, which reports how it ended.
    pub fn do_step_to_event(&mut self, point: f64, step: f64, end: &mut StepEnd) -> Status {
        self.call(Operation::DoStep, |instance| {
            instance.prepare_step(point, step)?;
            instance.take_step(point, step, end)
        })
    }

    fn take_step(&mut self, point: f64, step: f64, end: &mut StepEnd) -> Outcome {
        if self.has_event_mode() {
            return self.advance_to_event(point, step, end);
        }
        self.advance(point, step)?;
        *end = StepEnd { time: self.time(), ..StepEnd::default() };
        Ok(())
    }

    #[inline(never)]
    fn advance_to_event(&mut self, point: f64, step: f64, end: &mut StepEnd) -> Outcome {
        let is_early = self.steps().is_some_and(|steps| steps.early_return);
        let Self { now, log, .. } = self;
        let _ = (log.take_clocks(), log.take_event());
        let arrival = if is_early {
            // An event at the start of the step ends it there, unless the last step has ended with one: time goes on.
            let settled = if now.progress.event_time == now.progress.time { point } else { point.next_down() };
            now.model.advance_to_event(point, step, settled, &mut Watcher::new(log))
        } else if now.model.advance(point, step, &mut Watcher::new(log)) {
            Arrival::AtEnd
        } else {
            Arrival::Failed
        };
        now.progress.clocks = log.take_clocks();
        let has_event = log.take_event();
        self.forget_ramps();
        let last = point + step;
        *end = match arrival {
            Arrival::Failed => return Err(self.fail_step(point, step)),
            Arrival::AtEnd => {
                self.now.progress.stale = Stale::Outputs;
                StepEnd { event: has_event, early: false, time: last }
            }
            Arrival::AtEvent(time) => {
                // The outputs are those before the event.
                self.now.progress.stale = Stale::Nothing;
                let early = time < last && !is_rounding(last - time, last, step);
                StepEnd { event: true, early, time: if early { time } else { last } }
            }
        };
        if end.event {
            self.now.progress.event_time = end.time;
        }
        self.now.progress.time = end.time;
        self.now.progress.last_step = self.log.raised();
        Ok(())
    }

    /// Begins a step and waits for the importer's inputs at its end.
    pub fn begin_step(&mut self, point: f64, step: f64) -> Status {
        self.call(Operation::DoStep, |instance| {
            instance.prepare_step(point, step)?;
            let Self { interface, now, steps, .. } = instance;
            if let Some([steps]) = steps.as_deref_mut() {
                for (before, &input) in steps.inputs_before.iter_mut().zip(interface.inputs) {
                    *before = now.model.reals()[input as usize];
                }
                steps.update = Some(IntermediateUpdate::AsksForInputs { point, length: step });
            }
            now.progress.state = State::IntermediateUpdate;
            Ok(())
        })
    }

    /// Takes the step that was begun, as far as the importer wants, with the inputs that it has given for its end.
    pub fn finish_step(&mut self, until: Option<f64>, end: &mut StepEnd) -> Status {
        let Some(IntermediateUpdate::AsksForInputs { point, length }) = self.leave_intermediate_update() else {
            return self
                .call(Operation::DoStep, |_| Err(Refusal::error("the step was lost while inputs were asked for")));
        };
        if until.is_some_and(|until| until.is_nan() || until <= point) {
            self.withdraw_inputs();
            *end = StepEnd { event: false, early: true, time: self.time() };
            return Status::Ok;
        }
        self.lead_inputs(length);
        let shortened = until.filter(|until| *until < point + length).map(|until| until - point);
        // The step was checked when it began. A shorter one might be refused for a point that differs by rounding.
        let status =
            self.call(Operation::DoStep, |instance| instance.take_step(point, shortened.unwrap_or(length), end));
        end.early |= shortened.is_some() && status <= Status::Warning;
        status
    }

    /// The inputs are again those before the step.
    fn withdraw_inputs(&mut self) {
        let Self { interface, now, steps, .. } = self;
        let before = steps.iter().flat_map(|steps| &steps[0].inputs_before);
        for (before, &input) in before.zip(interface.inputs) {
            now.model.reals_mut()[input as usize] = *before;
        }
    }

    /// Lines from the inputs before the step to those that the importer has given for its end.
    fn lead_inputs(&mut self, length: f64) {
        let Self { interface, now, steps, .. } = self;
        let before = steps.iter().flat_map(|steps| &steps[0].inputs_before);
        for (index, (before, &input)) in before.zip(interface.inputs).enumerate() {
            let value = &mut now.model.reals_mut()[input as usize];
            let change = core::mem::replace(value, *before) - before;
            if change != 0.0 {
                now.ramps[index].slope = change / length;
                now.model.set_input_derivative(index, change / length);
            }
        }
    }

    /// Lets the importer read outputs, as if in the middle of a step.
    pub fn show_outputs(&mut self) {
        if self.state() == State::StepComplete
            && let Some(steps) = self.steps_mut()
        {
            steps.update = Some(IntermediateUpdate::ShowsOutputs);
            self.now.progress.state = State::IntermediateUpdate;
        }
    }

    /// The importer's function has run.
    pub fn end_showing_outputs(&mut self) {
        let _ = self.leave_intermediate_update();
    }

    fn leave_intermediate_update(&mut self) -> Option<IntermediateUpdate> {
        if self.state() != State::IntermediateUpdate {
            return None;
        }
        self.now.progress.state = State::StepComplete;
        self.steps_mut()?.update.take()
    }

    /// Within a step, only what was named beforehand, and inputs or outputs as it is their turn.
    #[cold]
    pub(super) fn check_intermediate(&self, references: &[u32], sets: bool) -> Outcome {
        let Some(steps) = self.steps() else { return Ok(()) };
        let asks = matches!(steps.update, Some(IntermediateUpdate::AsksForInputs { .. }));
        if asks != sets {
            let what = if asks { "inputs are asked for, outputs cannot be read" } else { "inputs cannot be set" };
            return Err(Refusal::error(text!("within a step at {} s {what} now", ShortestDecimal(self.time()))));
        }
        match references.iter().find(|reference| !steps.intermediate.contains(reference)) {
            Some(&reference) => {
                let name = self.variable_name(reference);
                Err(Refusal::error(text!("{name} is not among the requiredIntermediateVariables of the instantiation")))
            }
            None => Ok(()),
        }
    }

    /// From event mode to the next step.
    pub fn enter_step_mode(&mut self) -> Status {
        self.call(Operation::EnterStepMode, |instance| {
            instance.begin()?;
            instance.now.progress.clocks = Clocks::NONE;
            instance.now.progress.state = State::StepComplete;
            Ok(())
        })
    }

    /// There is nothing to evaluate beforehand: the discrete states are decided when they are updated.
    pub fn evaluate_discrete_states(&mut self) -> Status {
        self.call(Operation::EvaluateDiscreteStates, |_| Ok(()))
    }
}

fn no_memory(_: OutOfMemory) -> Text {
    Text::Borrowed(OutOfMemory::MESSAGE)
}
