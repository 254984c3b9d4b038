//! One FMU instance in safe Rust: the call table, checks of values, messages, saved states. It knows no physics and no C.
//!
//! Every operation of the interface is one method of [`Slave`] that gives a [`Status`]. It first asks the call table
//! ([`state`]), then checks all arguments, and only then writes: a refused call leaves the instance as it was and usable.
//! Whatever ends with a status other than OK is logged first.
//!
//! Outputs are lazy: what invalidates them leaves a mark, and the first read computes them. In initialization
//! mode the mark also says that the start state must be computed anew, so that outputs at the start time follow the
//! parameters and inputs as set so far. So it does afterwards, until the first step or event, for importers that set
//! parameters too late (OpenModelica 1.21 to 1.27): the start state is then as if they had been set in time.

pub mod state;

mod access;
mod continuous;
mod derivatives;
mod directional;
mod experiment;
#[cfg(test)]
mod fake;
mod log;
pub(crate) mod memory;
mod models;
mod real;
mod saved;
mod serial;
mod status;
mod step;
#[cfg(test)]
mod tests;
mod values;

pub use continuous::Discretes;
pub use log::{Category, Sink};
pub use memory::{OutOfMemory, Text};
pub use models::{Held, Instance};
pub use saved::SavedState;
pub use state::{Function, Kind, State, Verdict};
pub use status::{Outcome, Refusal, Status};
pub use step::StatusKind;

use crate::interface::{INTERFACES, Interface};
use log::{Log, Watcher};

use memory::{list, text};
use real::Real;
use std::boxed::Box;

/// What must be computed before a computed variable is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stale {
    Nothing = 0,
    Outputs = 1,
    StartState = 2,
}

/// Mode and times of an instance.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Progress {
    kind: Kind,
    state: State,
    stale: Stale,
    /// Initialization has ended and the simulation has not begun.
    beginning: bool,
    last_step: Status,
    time: f64,
    /// Infinite where none is defined.
    stop: f64,
}

impl Progress {
    const fn fresh(kind: Kind) -> Self {
        Self {
            kind,
            state: State::Instantiated,
            stale: Stale::StartState,
            beginning: false,
            last_step: Status::Ok,
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
    model: Box<dyn Instance>,
}

impl Snapshot {
    fn fresh(kind: Kind, model: Held) -> Result<Self, OutOfMemory> {
        let model = model?;
        let ramps = list(model.interface().inputs.iter().map(|_| Ramp::default()))?.into_boxed_slice();
        Ok(Self { progress: Progress::fresh(kind), ramps, model })
    }

    fn copy(&self) -> Result<Self, OutOfMemory> {
        let ramps = list(self.ramps.iter().copied())?.into_boxed_slice();
        Ok(Self { progress: self.progress, ramps, model: self.model.copy()? })
    }

    /// False, and nothing is changed, if the other is of another model.
    fn assign(&mut self, other: &Self) -> bool {
        if self.ramps.len() != other.ramps.len() || !self.model.assign(other.model.as_ref()) {
            return false;
        }
        self.progress = other.progress;
        self.ramps.copy_from_slice(&other.ramps);
        true
    }
}

/// The bit of the warning that parameters are set after initialization, whichever function sets them.
const LATE_PARAMETER: u64 = 1 << 63;

/// One instance of an exported FMU.
pub struct Slave {
    interface: &'static Interface,
    log: Log,
    /// Bit per function whose tolerated use was warned of, and [`LATE_PARAMETER`].
    warned: u64,
    now: Snapshot,
}

impl Slave {
    /// An instance of the FMU with this GUID; the sentence says why there is none.
    pub fn instantiate(
        name: &str,
        kind: i32,
        guid: &str,
        sink: Option<Box<dyn Sink>>,
        logging: bool,
    ) -> Result<Self, Text> {
        if name.chars().all(char::is_whitespace) {
            return Err(Text::Borrowed("fmi2Instantiate: instanceName is blank; it must name the instance"));
        }
        let kind = Kind::from_number(kind).ok_or_else(|| {
            text!("fmi2Instantiate: fmuType = {kind}; it must be 0 (fmi2ModelExchange) or 1 (fmi2CoSimulation)")
        })?;
        let model = models::new(interface_of(guid)?);
        Self::new(model, kind, Log::new(sink, logging))
            .map_err(|OutOfMemory| text!("fmi2Instantiate: {}", OutOfMemory::MESSAGE))
    }

    fn new(model: Held, kind: Kind, log: Log) -> Result<Self, OutOfMemory> {
        let now = Snapshot::fresh(kind, model)?;
        Ok(Self { interface: now.model.interface(), log, warned: 0, now })
    }

    /// The variables.
    pub fn interface(&self) -> &'static Interface {
        self.interface
    }

    fn kind(&self) -> Kind {
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
    pub fn refuse(&mut self, function: Function, message: Text) -> Status {
        self.report(function, Refusal::error(message))
    }

    /// A defect of the library showed: says so, and lets nothing more happen.
    pub fn fail(&mut self, function: Function, message: &str) -> Status {
        self.now.progress.state = State::Fatal;
        let message = text!("defect in the library: {message}; free the instance");
        self.report(function, Refusal::fatal(message))
    }

    /// Switches log categories on or off.
    pub fn set_debug_logging<'a>(&mut self, on: bool, categories: impl ExactSizeIterator<Item = &'a str>) -> Status {
        self.call(Function::SetDebugLogging, |slave| {
            slave.log.switch(on, categories).map_err(|name| {
                Refusal::error(text!(
                    "\"{name}\" is not a log category; there are logEvents, logStatusWarning, logStatusDiscard, \
                     logStatusError, logStatusFatal and logAll"
                ))
            })
        })
    }

    /// Call table, operation, log, status: the frame of every call.
    #[inline]
    fn call(&mut self, function: Function, operation: impl FnOnce(&mut Self) -> Outcome) -> Status {
        self.call_on(function, &[], operation)
    }

    /// As [`Slave::call`], of a function that reads these variables.
    #[inline]
    fn call_on(
        &mut self,
        function: Function,
        references: &[u32],
        operation: impl FnOnce(&mut Self) -> Outcome,
    ) -> Status {
        let outcome = self.admit(function, references).and_then(|()| operation(self));
        // Not at the beginning: what stands beside it is read there, and a processor waits for a part of what it has just
        // written to read the whole.
        let raised = self.log.take_raised();
        match outcome {
            Ok(()) => raised,
            Err(refusal) => self.report(function, refusal),
        }
    }

    #[inline]
    fn admit(&mut self, function: Function, references: &[u32]) -> Outcome {
        if function.is_allowed(self.kind(), self.state()) { Ok(()) } else { self.admit_unusual(function, references) }
    }

    #[cold]
    #[inline(never)]
    fn admit_unusual(&mut self, function: Function, references: &[u32]) -> Outcome {
        match function.verdict(self.kind(), self.state()) {
            Verdict::Allowed => Ok(()),
            Verdict::Tolerated => {
                self.warn_once(1 << function as u32, function, |slave| slave.tolerated(references));
                Ok(())
            }
            Verdict::Refused => Err(self.out_of_sequence(function)),
        }
    }

    fn out_of_sequence(&self, function: Function) -> Refusal {
        let why = match (function, self.kind()) {
            (Function::CancelStep, Kind::CoSimulation) => Text::Borrowed("there is never a step in progress to cancel"),
            _ if self.exists_never(function) => text!("the function is not part of {}", kind_name(self.kind())),
            _ => text!("the call is not allowed in the present state ({})", self.state().name()),
        };
        Refusal::error(why)
    }

    fn exists_never(&self, function: Function) -> bool {
        State::ALL.iter().all(|state| function.verdict(self.kind(), *state) == Verdict::Refused)
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
    fn warn_once(&mut self, bit: u64, function: Function, message: impl FnOnce(&Self) -> Text) {
        if self.warned & bit == 0 {
            self.warned |= bit;
            self.tell(function, Status::Warning, &message(self));
        }
    }

    #[cold]
    #[inline(never)]
    fn report(&self, function: Function, refusal: Refusal) -> Status {
        self.tell(function, refusal.status(), refusal.message());
        refusal.status()
    }

    fn tell(&self, function: Function, status: Status, message: &str) {
        self.log.status(status, &text!("{} at t = {} s: {message}", function.name(), Real(self.time())));
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
            self.initialize_late();
        } else {
            self.initialize();
        }
        self.apply_ramps();
        self.now.progress.stale = Stale::Outputs;
        Ok(())
    }

    fn initialize(&mut self) {
        let Self { now, log, .. } = self;
        now.model.initialize(now.progress.time, &mut Watcher::new(log));
    }

    /// As if the parameters had been set in time: the start state is that of the inputs at the end of initialization, and
    /// what was set since comes after it.
    #[cold]
    fn initialize_late(&mut self) {
        self.exchange_inputs();
        self.initialize();
        self.exchange_inputs();
        self.now.model.inputs_changed();
    }

    /// The present inputs for those at the end of initialization, and back.
    fn exchange_inputs(&mut self) {
        let Self { interface, now, .. } = self;
        for (ramp, &input) in now.ramps.iter_mut().zip(interface.inputs) {
            core::mem::swap(&mut ramp.at_start, &mut now.model.reals_mut()[input as usize]);
        }
    }

    fn check_parameters(&self) -> Outcome {
        self.now.model.check().map_err(|invalid| {
            let name = self.variable_name(invalid.reference);
            Refusal::error(text!("{name} = {} is refused: it {}", Real(invalid.value), invalid.allowed))
        })
    }

    fn states_are_finite(&self) -> bool {
        self.now.model.states().iter().all(|state| state.is_finite())
    }
}

fn interface_of(guid: &str) -> Result<&'static Interface, Text> {
    INTERFACES.iter().copied().find(|interface| interface.guid == guid).ok_or_else(|| {
        text!(
            "fmi2Instantiate: no FMU of this library has the GUID \"{guid}\"; \
             modelDescription.xml and the binary are not of the same build"
        )
    })
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::ModelExchange => "Model Exchange",
        Kind::CoSimulation => "Co-Simulation",
    }
}
