//! One FMU instance in safe Rust: operations, modes, checks of values, messages, saved states. It knows no physics, no C and no
//! version of FMI.
//!
//! Every operation of the interface is one method of [`Instance`] that gives a [`Status`]. It first asks the call table
//! ([`state`]) that it was made with, then checks all arguments, and only then writes: a refused call leaves the instance
//! as it was and usable.
//! Whatever ends with a status other than OK is logged first.
//!
//! Outputs are lazy: what invalidates them leaves a mark, and the first read computes them. In initialization
//! mode the mark also means that the start state must be computed anew, so that outputs at the start time follow the
//! parameters and inputs as set so far. So it does afterwards, until the first step or event, for importers that set
//! parameters too late (OpenModelica 1.21 to 1.27): the start state is then as if they had been set in time.

pub mod configured;
pub mod state;

mod access;
mod array;
#[cfg(feature = "drivetrain")]
mod assembled;
mod clock;
mod continuous;
mod derivatives;
mod directional;
mod event_step;
mod experiment;
#[cfg(test)]
mod fake;
mod log;
pub(crate) mod memory;
mod message_buffer;
mod models;
mod overlooked;
mod saved;
mod serial;
mod shortest_decimal;
mod status;
mod step;
#[cfg(test)]
mod tests;
mod values;

pub use clock::{Clock, Clocks};
pub use continuous::Discretes;
pub use event_step::StepEnd;
pub use log::{Category, Sink, statistics_text};
pub use memory::{OutOfMemory, Text};
pub(crate) use message_buffer::whole_characters;
pub use models::{AnyActuator, Held};
pub use saved::SavedState;
pub use state::{Call, CallTable, FailedStep, InterfaceType, Operation, State, TypeNames, Verdict};
pub use status::{Outcome, Refusal, Status};
pub use step::LastStep;

use crate::actuator::{Figures, InvalidParameter};
use crate::interface::Interface;
use event_step::Steps;
use log::{Log, Watcher};
use overlooked::{HeldStep, IntegratorStep};

use memory::{list, text};
use shortest_decimal::ShortestDecimal;
use std::boxed::Box;

/// What must be computed before a computed variable is read. As wide as [`Status`], for the same reason: every step writes it.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stale {
    Nothing = 0,
    Outputs = 1,
    StartState = 2,
}

/// Mode and times of an instance.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Progress {
    kind: InterfaceType,
    state: State,
    stale: Stale,
    /// Initialization has ended and the simulation has not begun.
    beginning: bool,
    last_step: Status,
    /// Which tick, in event mode.
    clocks: Clocks,
    /// When a step has last ended with an event [s].
    event_time: f64,
    time: f64,
    /// Infinite where none is defined.
    stop: f64,
}

impl Progress {
    const fn fresh(kind: InterfaceType) -> Self {
        Self {
            kind,
            state: State::Instantiated,
            stale: Stale::StartState,
            beginning: false,
            last_step: Status::Ok,
            clocks: Clocks::NONE,
            event_time: f64::NEG_INFINITY,
            time: 0.0,
            stop: f64::INFINITY,
        }
    }

    /// A start state is computed before the simulation begins, or never.
    fn is_possible(&self) -> bool {
        let runs = !self.state.precedes_simulation() && !matches!(self.state, State::Terminated | State::Error);
        self.stale != Stale::StartState || self.beginning || !runs
    }
}

/// What is remembered of an input beside its value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Ramp {
    /// First time derivative, until the next step.
    slope: f64,
    /// Value when initialization ended.
    at_start: f64,
}

/// What of an instance a saved state holds.
struct Snapshot {
    progress: Progress,
    /// By index in [`Interface::inputs`].
    ramps: Box<[Ramp]>,
    model: Box<dyn AnyActuator>,
    /// The step of the importer's integrator, in Model Exchange.
    step: HeldStep,
}

impl Snapshot {
    fn fresh(kind: InterfaceType, model: Held) -> Result<Self, OutOfMemory> {
        let model = model?;
        let ramps = list(model.interface().inputs.iter().map(|_| Ramp::default()))?.into_boxed_slice();
        let step = IntegratorStep::of(kind, model.as_ref())?;
        Ok(Self { progress: Progress::fresh(kind), ramps, model, step })
    }

    fn copy(&self) -> Result<Self, OutOfMemory> {
        let ramps = list(self.ramps.iter().copied())?.into_boxed_slice();
        let mut step = IntegratorStep::of(self.progress.kind, self.model.as_ref())?;
        assign_step(&mut step, &self.step);
        Ok(Self { progress: self.progress, ramps, model: self.model.copy()?, step })
    }

    /// False, and nothing is changed, if the other is of another model.
    fn assign(&mut self, other: &Self) -> bool {
        if self.ramps.len() != other.ramps.len() || !self.model.assign(other.model.as_ref()) {
            return false;
        }
        self.progress = other.progress;
        self.ramps.copy_from_slice(&other.ramps);
        assign_step(&mut self.step, &other.step);
        true
    }
}

fn assign_step(step: &mut HeldStep, other: &HeldStep) {
    if let (Some([step]), Some([other])) = (step.as_deref_mut(), other.as_deref()) {
        step.assign(other);
    }
}

/// The bit of the warning that parameters are set after initialization, whichever operation sets them.
const LATE_PARAMETER: u64 = 1 << 63;
/// The bit of the warning that the importer's integrator went through an event.
const OVERLOOKED_EVENT: u64 = 1 << 62;

/// The bit of the warning that the importer goes on without the event mode that it was asked for.
const IGNORED_REQUEST: u64 = 1 << 61;

/// One instance of an exported FMU.
pub struct Instance {
    /// Names and rules of the version of the standard.
    calls: &'static CallTable,
    interface: &'static Interface,
    log: Log,
    /// Bit per operation whose tolerated use was warned of, [`LATE_PARAMETER`], [`OVERLOOKED_EVENT`] and [`IGNORED_REQUEST`].
    warned: u64,
    /// What the importer wants of steps, in a version of the standard in which it can choose.
    steps: Option<Box<[Steps; 1]>>,
    now: Snapshot,
}

impl Instance {
    /// An instance of the FMU with these variables; the sentence is why there is none.
    pub fn instantiate(
        calls: &'static CallTable,
        name: &str,
        kind: InterfaceType,
        interface: &'static Interface,
        sink: Option<Box<dyn Sink>>,
        logging: bool,
    ) -> Result<Self, Text> {
        if name.chars().all(char::is_whitespace) {
            return Err(Text::Borrowed("instanceName is blank; it must name the instance"));
        }
        let model = models::new(interface);
        Self::new(calls, model, kind, Log::new(sink, logging))
            .map_err(|OutOfMemory| Text::Borrowed(OutOfMemory::MESSAGE))
    }

    fn new(calls: &'static CallTable, model: Held, kind: InterfaceType, log: Log) -> Result<Self, OutOfMemory> {
        let now = Snapshot::fresh(kind, model)?;
        Ok(Self { calls, interface: now.model.interface(), log, warned: 0, steps: None, now })
    }

    /// The variables.
    pub fn interface(&self) -> &'static Interface {
        self.interface
    }

    /// What the version of the standard calls an operation.
    pub fn function(&self, operation: Operation) -> &'static str {
        self.calls.name(operation)
    }

    fn kind(&self) -> InterfaceType {
        self.now.progress.kind
    }

    /// Present mode.
    pub fn state(&self) -> State {
        self.now.progress.state
    }

    /// Time of the last communication point, or of Model Exchange [s].
    pub fn time(&self) -> f64 {
        self.now.progress.time
    }

    /// Logs and answers an Error for a call that could not be passed on, such as one with a null pointer.
    pub fn refuse(&mut self, operation: Operation, message: Text) -> Status {
        self.report(operation, Refusal::error(message))
    }

    /// A defect of the library showed: reports it, and lets nothing more happen.
    pub fn fail(&mut self, operation: Operation, message: &str) -> Status {
        self.now.progress.state = State::Fatal;
        let message = text!("defect in the library: {message}; free the instance");
        self.report(operation, Refusal::fatal(message))
    }

    /// Switches log categories on or off.
    pub fn set_debug_logging<'a>(&mut self, on: bool, categories: impl ExactSizeIterator<Item = &'a str>) -> Status {
        self.call(Operation::SetDebugLogging, |instance| {
            instance.log.switch(on, categories).map_err(|name| {
                Refusal::error(text!(
                    "\"{name}\" is not a log category; there are logEvents, logStatistics, logStatusWarning, \
                     logStatusDiscard, logStatusError, logStatusFatal and logAll"
                ))
            })
        })
    }

    /// Call table, operation, log, status: the frame of every call.
    #[inline]
    fn call(&mut self, operation: Operation, run: impl FnOnce(&mut Self) -> Outcome) -> Status {
        self.call_on(operation, &[], run)
    }

    /// As [`Instance::call`], of an operation that reads these variables.
    #[inline]
    fn call_on(&mut self, operation: Operation, references: &[u32], run: impl FnOnce(&mut Self) -> Outcome) -> Status {
        let outcome = self.admit(operation, references).and_then(|()| run(self));
        // Not at the beginning: what stands beside it is read there, and a processor waits for a part of what it has just
        // written to read the whole.
        let raised = self.log.take_raised();
        match outcome {
            Ok(()) => raised,
            Err(refusal) => self.report(operation, refusal),
        }
    }

    #[inline]
    fn admit(&mut self, operation: Operation, references: &[u32]) -> Outcome {
        if self.calls.is_allowed(operation, self.kind(), self.state()) {
            Ok(())
        } else {
            self.admit_unusual(operation, references)
        }
    }

    #[cold]
    #[inline(never)]
    fn admit_unusual(&mut self, operation: Operation, references: &[u32]) -> Outcome {
        match self.calls.verdict(operation, self.kind(), self.state()) {
            Verdict::Allowed => Ok(()),
            Verdict::Tolerated => {
                self.warn_once(1 << operation as u32, operation, |instance| instance.tolerated(references));
                Ok(())
            }
            Verdict::Refused => Err(self.out_of_sequence(operation)),
        }
    }

    fn out_of_sequence(&self, operation: Operation) -> Refusal {
        let why = match (operation, self.kind()) {
            (Operation::CancelStep, InterfaceType::CoSimulation) => {
                Text::Borrowed("there is never a step in progress to cancel")
            }
            _ if self.exists_never(operation) => text!("the function is not part of {}", self.kind().name()),
            _ => text!("the call is not allowed in the present state ({})", self.state().name()),
        };
        Refusal::error(why)
    }

    fn exists_never(&self, operation: Operation) -> bool {
        State::ALL.iter().all(|state| self.calls.verdict(operation, self.kind(), *state) == Verdict::Refused)
    }

    /// What is tolerated, with the first of the variables that are read.
    fn tolerated(&self, references: &[u32]) -> Text {
        let state = self.state().name();
        match references.first() {
            Some(&reference) => {
                let name = self.variable_name(reference);
                text!("reading {name} is tolerated in the present state ({state})")
            }
            None => text!("the call is tolerated in the present state ({state})"),
        }
    }

    /// Warns once per bit.
    #[cold]
    fn warn_once(&mut self, bit: u64, operation: Operation, message: impl FnOnce(&Self) -> Text) {
        if self.warned & bit == 0 {
            self.warned |= bit;
            self.emit(operation, Status::Warning, &message(self));
        }
    }

    #[cold]
    #[inline(never)]
    fn report(&self, operation: Operation, refusal: Refusal) -> Status {
        self.emit(operation, refusal.status(), refusal.message());
        refusal.status()
    }

    fn emit(&self, operation: Operation, status: Status, message: &str) {
        self.log.status(
            status,
            &text!("{} at t = {} s: {message}", self.calls.name(operation), ShortestDecimal(self.time())),
        );
    }

    /// Brings what is stale up to date.
    #[inline(never)]
    fn refresh(&mut self) -> Outcome {
        if self.now.progress.stale == Stale::StartState {
            self.compute_start_state()?;
        }
        if self.now.progress.stale == Stale::Outputs {
            self.now.model.update_outputs();
            self.now.progress.stale = Stale::Nothing;
        }
        Ok(())
    }

    /// Checks the parameters and takes over start values, so that the outputs remain to be computed.
    #[inline(never)]
    fn compute_start_state(&mut self) -> Outcome {
        self.check_parameters()?;
        if self.now.progress.beginning {
            self.initialize_late()?;
        } else {
            self.initialize()?;
        }
        self.apply_ramps();
        self.now.progress.stale = Stale::Outputs;
        Ok(())
    }

    fn initialize(&mut self) -> Outcome {
        self.now.model.check_start().map_err(|invalid| self.refusal(&invalid))?;
        let Self { now, log, .. } = self;
        now.model.initialize(now.progress.time, &mut Watcher::new(log));
        Ok(())
    }

    /// As if the parameters had been set in time: the start state is that of the inputs at the end of initialization, and
    /// what was set since comes after it.
    #[cold]
    fn initialize_late(&mut self) -> Outcome {
        self.exchange_inputs();
        let outcome = self.initialize();
        self.exchange_inputs();
        self.now.model.inputs_changed();
        outcome
    }

    /// The present inputs for those at the end of initialization, and back.
    fn exchange_inputs(&mut self) {
        let Self { interface, now, .. } = self;
        for (ramp, &input) in now.ramps.iter_mut().zip(interface.inputs) {
            core::mem::swap(&mut ramp.at_start, &mut now.model.reals_mut()[input as usize]);
        }
    }

    fn check_parameters(&self) -> Outcome {
        self.now.model.check().map_err(|invalid| self.refusal(&invalid))
    }

    fn refusal(&self, invalid: &InvalidParameter) -> Refusal {
        let name = self.variable_name(invalid.reference);
        let (value, allowed) = (ShortestDecimal(invalid.value), invalid.allowed);
        Refusal::error(match invalid.figures {
            None => text!("{name} = {value} is refused: it {allowed}"),
            Some(Figures::Bound(bound, unit)) => {
                text!("{name} = {value} is refused: it {allowed} ({} {unit})", ShortestDecimal(bound))
            }
            Some(Figures::Outside(reached, (lower, upper), unit)) => text!(
                "{name} = {value} is refused: it {allowed} ({} is not within {} to {} {unit})",
                ShortestDecimal(reached),
                ShortestDecimal(lower),
                ShortestDecimal(upper),
            ),
        })
    }

    fn states_are_finite(&self) -> bool {
        self.now.model.states().iter().all(|state| state.is_finite())
    }
}
