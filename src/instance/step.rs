//! Communication steps of Co-Simulation, and what is known of the last one.

use super::log::Watcher;
use super::memory::{Text, text};
use super::shortest_decimal::ShortestDecimal;
use super::state::{FailedStep, Operation, State};
use super::status::{Outcome, Refusal, Status};
use super::{Instance, Stale};

/// Communication points may differ by rounding: importers add up step sizes. Relative to the larger of time and step;
/// 1e-9 covers a million additions.
const POINT_TOLERANCE: f64 = 1e-9;
/// Yet never by more than this share of the step, or after a day a step could be taken twice or left out unnoticed;
const STEP_SHARE: f64 = 0.01;
/// but always by a few roundings of the time itself.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// What can be asked about the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LastStep {
    /// How it ended.
    pub status: Status,
    /// Time until which steps succeeded [s].
    pub successful_time: f64,
    /// The simulation was terminated.
    pub is_terminated: bool,
}

/// Whether two times are the same but for rounding.
pub(super) fn is_rounding(difference: f64, time: f64, step: f64) -> bool {
    difference.abs() <= ROUNDING * time.abs().max(step)
}

impl Instance {
    /// Advances from the communication point `point` by `step` [s].
    pub fn do_step(&mut self, point: f64, step: f64) -> Status {
        self.call(Operation::DoStep, |instance| {
            instance.prepare_step(point, step)?;
            instance.advance(point, step)
        })
    }

    /// The same, which returns the time at its end. A function of its own: were the work shared with [`Instance::do_step`], a step of
    /// either would cost 3 % more instructions.
    #[inline(always)]
    pub fn do_step_to_end(&mut self, point: f64, step: f64, end: &mut f64) -> Status {
        self.call(Operation::DoStep, |instance| {
            instance.prepare_step(point, step)?;
            instance.advance(point, step)?;
            *end = instance.time();
            Ok(())
        })
    }

    #[inline]
    pub(super) fn prepare_step(&mut self, point: f64, step: f64) -> Outcome {
        self.check_step(point, step)?;
        self.begin()
    }

    /// Derivatives of inputs hold for one step.
    #[inline]
    pub(super) fn forget_ramps(&mut self) {
        // Few, and zero as a rule: reading them is faster than writing.
        self.now.ramps.iter_mut().filter(|ramp| ramp.slope != 0.0).for_each(|ramp| ramp.slope = 0.0);
    }

    // Measured: a call in its place costs a step 5 % more instructions.
    #[inline(always)]
    pub(super) fn advance(&mut self, point: f64, step: f64) -> Outcome {
        let Self { now, log, .. } = self;
        let is_finite = now.model.advance(point, step, &mut Watcher::new(log));
        self.forget_ramps();
        if !is_finite {
            return Err(self.fail_step(point, step));
        }
        self.now.progress.time = point + step;
        self.now.progress.stale = Stale::Outputs;
        self.now.progress.last_step = self.log.raised();
        Ok(())
    }

    /// The step went astray: outputs stay those last computed, and a saved state can be restored.
    #[cold]
    pub(super) fn fail_step(&mut self, point: f64, step: f64) -> Refusal {
        let (state, status, refuse) = match self.calls.failed_step {
            FailedStep::Discarded => (State::StepFailed, Status::Discard, Refusal::discard as fn(Text) -> Refusal),
            FailedStep::Error => (State::Error, Status::Error, Refusal::error as fn(Text) -> Refusal),
        };
        self.now.progress.state = state;
        self.now.progress.stale = Stale::Nothing;
        self.now.progress.last_step = status;
        let (point, step) = (ShortestDecimal(point), ShortestDecimal(step));
        let Some(what) = self.astray() else {
            return refuse(text!(
                "the step of {step} s from {point} s costs more than a communication step may: 1000 tries of the integrator for \
                 each solver.max_step_size, 1e7 in all, or 1e8 times solver.fixed_step_size; take shorter steps, or slower data"
            ));
        };
        let remedy = self.remedy();
        refuse(text!("the step of {step} s from {point} s gave {what}, which is not finite; {remedy}"))
    }

    /// The first state or input that is not finite, if there is one.
    fn astray(&self) -> Option<Text> {
        let model = &self.now.model;
        let states = self.interface.states.iter().zip(model.states()).map(|(state, &value)| (state.state, value));
        let inputs = self.interface.inputs.iter().map(|&input| (input, model.reals()[input as usize]));
        let astray = states.chain(inputs).find(|(_, value)| !value.is_finite());
        let named =
            |(reference, value): (u32, f64)| text!("{} = {}", self.variable_name(reference), ShortestDecimal(value));
        astray.map(named)
    }

    #[inline]
    fn check_step(&self, point: f64, step: f64) -> Outcome {
        let end = point + step;
        // What is greater than something is a number.
        let lands = step > 0.0 && end > point && end < f64::INFINITY;
        let starts = self.is_here(point, step);
        let stop = self.now.progress.stop;
        let ends = end <= stop || end - stop <= POINT_TOLERANCE * stop.abs().max(step);
        if lands && starts && ends { Ok(()) } else { Err(self.refused_step(point, step)) }
    }

    #[inline]
    fn is_here(&self, point: f64, step: f64) -> bool {
        let time = self.now.progress.time;
        if point == time {
            return true;
        }
        let allowed = (POINT_TOLERANCE * time.abs().max(step)).min(STEP_SHARE * step);
        (point - time).abs() <= allowed.max(ROUNDING * time.abs())
    }

    #[cold]
    fn refused_step(&self, point: f64, step: f64) -> Refusal {
        Refusal::error(if !step.is_finite() || step <= 0.0 {
            text!(
                "communicationStepSize = {} s is refused: it must be finite and greater than 0",
                ShortestDecimal(step)
            )
        } else if !self.is_here(point, step) {
            let (point, time) = (ShortestDecimal(point), ShortestDecimal(self.now.progress.time));
            text!("currentCommunicationPoint = {point} s is refused: the instance is at {time} s")
        } else if !(point + step).is_finite() {
            text!("communicationStepSize = {} s is refused: it leads beyond the largest number", ShortestDecimal(step))
        } else if point + step <= point {
            let (point, step) = (ShortestDecimal(point), ShortestDecimal(step));
            text!("communicationStepSize = {step} s is refused: it is lost in rounding at {point} s")
        } else {
            let (point, step) = (ShortestDecimal(point), ShortestDecimal(step));
            let stop = ShortestDecimal(self.now.progress.stop);
            text!("the step of {step} s from {point} s is refused: it goes past the stop time {stop} s")
        })
    }

    /// There is never a step in progress.
    pub fn cancel_step(&mut self) -> Status {
        self.call(Operation::CancelStep, |_| Ok(()))
    }

    /// Answers a question about the last step.
    pub fn inquire(&mut self, operation: Operation, answer: impl FnOnce(&LastStep) -> Outcome) -> Status {
        self.call(operation, |instance| answer(&instance.last_step()))
    }

    fn last_step(&self) -> LastStep {
        let progress = &self.now.progress;
        LastStep {
            status: progress.last_step,
            successful_time: progress.time,
            is_terminated: progress.state == State::Terminated,
        }
    }
}
