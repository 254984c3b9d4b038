//! Communication steps of Co-Simulation, and the status of the last one.

use super::log::Watcher;
use super::memory::{Text, text};
use super::real::Real;
use super::state::{Function, State};
use super::status::{Outcome, Refusal, Status};
use super::{Slave, Stale};

/// Communication points may differ by rounding: importers add up step sizes. Relative to the larger of time and step;
/// 1e-9 covers a million additions.
const POINT_TOLERANCE: f64 = 1e-9;
/// Yet never by more than this share of the step, or after a day a step could be taken twice or left out unnoticed;
const STEP_SHARE: f64 = 0.01;
/// but always by a few roundings of the time itself.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// With the feature `panic-test`, a step of this size [s] panics, so that tests see that no panic leaves the library.
#[cfg(feature = "panic-test")]
pub const PANICKING_STEP: f64 = 0.062_5;

/// What `fmi2GetXxxStatus` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusKind {
    /// Status of the last step.
    DoStep,
    /// Why a step is pending: never.
    Pending,
    /// Time until which the last step succeeded.
    LastSuccessfulTime,
    /// Whether the simulation was terminated.
    Terminated,
}

impl StatusKind {
    /// The kind of an `fmi2StatusKind` number.
    pub const fn from_number(number: i32) -> Option<Self> {
        match number {
            0 => Some(Self::DoStep),
            1 => Some(Self::Pending),
            2 => Some(Self::LastSuccessfulTime),
            3 => Some(Self::Terminated),
            _ => None,
        }
    }
}

impl Slave {
    /// Advances from the communication point `point` by `step` [s].
    pub fn do_step(&mut self, point: f64, step: f64) -> Status {
        self.call(Function::DoStep, |slave| {
            slave.check_step(point, step)?;
            slave.begin()?;
            #[cfg(feature = "panic-test")]
            assert!(step != PANICKING_STEP, "deliberate panic of a step of {step} s");
            slave.advance(point, step)
        })
    }

    fn advance(&mut self, point: f64, step: f64) -> Outcome {
        let Self { now, log, .. } = self;
        let is_finite = now.model.advance(point, step, &mut Watcher::new(log));
        // Few, and zero as a rule: reading them is faster than writing.
        now.ramps.iter_mut().filter(|ramp| ramp.slope != 0.0).for_each(|ramp| ramp.slope = 0.0);
        if !is_finite {
            return Err(self.discard_step(point, step));
        }
        self.now.progress.time = point + step;
        self.now.progress.stale = Stale::Outputs;
        self.now.progress.last_step = self.log.raised();
        Ok(())
    }

    /// The step went astray: outputs stay those last computed, and a saved state can be restored.
    #[cold]
    fn discard_step(&mut self, point: f64, step: f64) -> Refusal {
        self.now.progress.state = State::StepFailed;
        self.now.progress.stale = Stale::Nothing;
        self.now.progress.last_step = Status::Discard;
        let (point, step) = (Real(point), Real(step));
        let (what, remedy) = (self.astray(), self.remedy());
        Refusal::discard(text!("the step of {step} s from {point} s gave {what}, which is not finite; {remedy}"))
    }

    /// The first state or input that is not finite.
    fn astray(&self) -> Text {
        let model = &self.now.model;
        let states = self.interface.states.iter().zip(model.states()).map(|(state, &value)| (state.state, value));
        let inputs = self.interface.inputs.iter().map(|&input| (input, model.reals()[input as usize]));
        let astray = states.chain(inputs).find(|(_, value)| !value.is_finite());
        let named = |(reference, value): (u32, f64)| text!("{} = {}", self.variable_name(reference), Real(value));
        astray.map_or(Text::Borrowed("a state"), named)
    }

    #[inline]
    fn check_step(&self, point: f64, step: f64) -> Outcome {
        let end = point + step;
        let lands = step > 0.0 && end > point && end.is_finite();
        let starts = self.is_here(point, step);
        let stop = self.now.progress.stop;
        let ends = end - stop <= POINT_TOLERANCE * stop.abs().max(step);
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
            text!("communicationStepSize = {} s is refused: it must be finite and greater than 0", Real(step))
        } else if !self.is_here(point, step) {
            let (point, time) = (Real(point), Real(self.now.progress.time));
            text!("currentCommunicationPoint = {point} s is refused: the instance is at {time} s")
        } else if !(point + step).is_finite() {
            text!("communicationStepSize = {} s is refused: it leads beyond the largest number", Real(step))
        } else if point + step <= point {
            let (point, step) = (Real(point), Real(step));
            text!("communicationStepSize = {step} s is refused: it is lost in rounding at {point} s")
        } else {
            let (point, step) = (Real(point), Real(step));
            let stop = Real(self.now.progress.stop);
            text!("the step of {step} s from {point} s is refused: it goes past the stop time {stop} s")
        })
    }

    /// There is never a step in progress.
    pub fn cancel_step(&mut self) -> Status {
        self.call(Function::CancelStep, |_| Ok(()))
    }

    /// Status of the last step, for [`StatusKind::DoStep`].
    pub fn get_status(&mut self, kind: i32, value: &mut Status) -> Status {
        self.inquire(Function::GetStatus, kind, |slave, kind| {
            (kind == StatusKind::DoStep).then(|| *value = slave.now.progress.last_step)
        })
    }

    /// Time of the last successful step [s], for [`StatusKind::LastSuccessfulTime`].
    pub fn get_real_status(&mut self, kind: i32, value: &mut f64) -> Status {
        self.inquire(Function::GetRealStatus, kind, |slave, kind| {
            (kind == StatusKind::LastSuccessfulTime).then(|| *value = slave.now.progress.time)
        })
    }

    /// No status is an Integer.
    pub fn get_integer_status(&mut self, kind: i32) -> Status {
        self.inquire(Function::GetIntegerStatus, kind, |_, _| None)
    }

    /// Whether the simulation was terminated, for [`StatusKind::Terminated`].
    pub fn get_boolean_status(&mut self, kind: i32, value: &mut bool) -> Status {
        self.inquire(Function::GetBooleanStatus, kind, |slave, kind| {
            (kind == StatusKind::Terminated).then(|| *value = slave.state() == State::Terminated)
        })
    }

    /// The only String status is why a step is pending, and none ever is.
    pub fn get_string_status(&mut self, kind: i32) -> Status {
        self.inquire(Function::GetStringStatus, kind, |_, _| None)
    }

    fn inquire(
        &mut self,
        function: Function,
        kind: i32,
        answer: impl FnOnce(&Self, StatusKind) -> Option<()>,
    ) -> Status {
        self.call(function, |slave| {
            let answered = StatusKind::from_number(kind).and_then(|known| answer(slave, known));
            answered.ok_or_else(|| no_status(kind))
        })
    }
}

#[cold]
#[inline(never)]
fn no_status(kind: i32) -> Refusal {
    match StatusKind::from_number(kind) {
        None => Refusal::error(text!("fmi2StatusKind {kind} is unknown; it must be 0 to 3")),
        Some(_) => Refusal::discard(text!("fmi2StatusKind {kind} is not available from this function")),
    }
}
