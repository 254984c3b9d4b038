//! One Co-Simulation instance of a loaded library.

use super::{Error, Exact, Library, Message, Place, Reference, Value};
use crate::{fmi2, fmi3};

/// What an instance is made of.
pub struct Identity<'a> {
    /// Any name; appears in messages.
    pub name: &'a str,
    /// `guid` or `instantiationToken` of the model description.
    pub token: &'a str,
    /// The unpacked resources folder, if there is one: a URI for FMI 2.0, a path with a separator at its end for FMI 3.0.
    pub resources: Option<String>,
    /// All log categories are switched on.
    pub logging: bool,
    /// The instance may end a step at an event, which is then handled in event mode. FMI 3.0 only.
    pub event_mode: bool,
    /// Inputs that [`Instance::set_input_lines`] is going to drive. They matter for FMI 3.0 only.
    pub intermediate_inputs: Vec<Reference>,
}

/// The course of an input over the next step: a line. Both versions of FMI get it by its ends, so that an FMU sees the same
/// bits with both: FMI 2.0 as the quotient of their difference and the step, FMI 3.0 as the value at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The input, a Float64.
    pub reference: Reference,
    /// Its value at the begin of the step, to which it has been set.
    pub begin: f64,
    /// Its value at the end of the step.
    pub end: f64,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepEnd {
    /// Where the instance is now, in s, if that is before the end of the step.
    pub early: Option<f64>,
    /// An event is there, which wants event mode.
    pub event: bool,
    /// The FMU asks for the end of the simulation.
    pub terminate: bool,
}

/// What `fmi3UpdateDiscreteStates` answers, as far as Co-Simulation goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscreteStates {
    /// They want to be updated again.
    pub need_update: bool,
    /// The FMU asks for the end of the simulation.
    pub terminate: bool,
    /// When the next time event is, if one is known.
    pub next_event_time: Option<f64>,
}

/// An instance; freed when dropped.
pub enum Instance<'library> {
    /// Of FMI 2.0.
    Fmi2(fmi2::Instance<'library>),
    /// Of FMI 3.0.
    Fmi3(fmi3::Instance<'library>),
}

impl<'library> Instance<'library> {
    /// A new instance for Co-Simulation.
    pub fn new(library: &'library Library, identity: &Identity<'_>) -> Result<Self, Error> {
        match library {
            Library::Fmi2(_) if identity.event_mode => Err(Error::NoEventMode),
            Library::Fmi2(library) => fmi2::Instance::new(library, identity).map(Self::Fmi2),
            Library::Fmi3(library) => fmi3::Instance::new(library, identity).map(Self::Fmi3),
        }
    }

    /// Messages since the last call.
    pub fn take_messages(&self) -> Vec<Message> {
        match self {
            Self::Fmi2(instance) => instance.take_messages(),
            Self::Fmi3(instance) => instance.take_messages(),
        }
    }

    /// Switches all log categories off, so that the FMU tells nothing from now on, not even what it warns of.
    pub fn silence(&mut self) -> Result<(), Error> {
        match self {
            Self::Fmi2(instance) => instance.silence(),
            Self::Fmi3(instance) => instance.silence(),
        }
    }

    /// Says what the experiment is, and enters initialization mode.
    pub fn enter_initialization(&mut self, tolerance: Option<f64>, start: f64, stop: f64) -> Result<(), Error> {
        match self {
            Self::Fmi2(instance) => {
                instance.setup_experiment(tolerance, start, stop)?;
                instance.enter_initialization()
            }
            Self::Fmi3(instance) => instance.enter_initialization(tolerance, start, stop),
        }
    }

    /// To step mode; to event mode where that is used.
    pub fn exit_initialization(&mut self) -> Result<(), Error> {
        match self {
            Self::Fmi2(instance) => instance.exit_initialization(),
            Self::Fmi3(instance) => instance.exit_initialization(),
        }
    }

    /// The end of the simulation.
    pub fn terminate(&mut self) -> Result<(), Error> {
        match self {
            Self::Fmi2(instance) => instance.terminate(),
            Self::Fmi3(instance) => instance.terminate(),
        }
    }

    /// Reads scalar Float64 variables into `values`, as many as there are references.
    pub fn get_reals(&self, references: &[Reference], values: &mut [f64]) -> Result<(), Error> {
        match self {
            Self::Fmi2(instance) => instance.get_real(references, values),
            Self::Fmi3(instance) => instance.get_float64(references, values),
        }
    }

    /// Writes scalar Float64 variables.
    pub fn set_reals(&mut self, references: &[Reference], values: &[f64]) -> Result<(), Error> {
        match self {
            Self::Fmi2(instance) => instance.set_real(references, values),
            Self::Fmi3(instance) => instance.set_float64(references, values),
        }
    }

    /// Reads a variable of any type but texts as a number.
    pub fn get(&self, place: &Place) -> Result<f64, Error> {
        match self {
            Self::Fmi2(instance) => instance.get(place),
            Self::Fmi3(instance) => instance.get(place),
        }
    }

    /// Reads a variable of a type that no number of a table holds ([`Exact::is_of`]).
    pub fn get_exact(&self, place: &Place) -> Result<Exact, Error> {
        match self {
            Self::Fmi2(instance) => instance.get_string(place.reference).map(Exact::Text),
            Self::Fmi3(instance) => instance.get_exact(place),
        }
    }

    /// Writes a variable; of an array the other elements keep their values.
    pub fn set(&mut self, place: &Place, value: Value) -> Result<(), Error> {
        match self {
            Self::Fmi2(instance) => instance.set(place, &value),
            Self::Fmi3(instance) => instance.set(place, &value),
        }
    }

    /// Writes variables, the elements of an array of FMI 3.0 at once where they are all given in their order.
    pub fn set_all(&mut self, values: &[(Place, Value)]) -> Result<(), Error> {
        match self {
            Self::Fmi2(instance) => values.iter().try_for_each(|(place, value)| instance.set(place, value)),
            Self::Fmi3(instance) => instance.set_all(values),
        }
    }

    /// Says how the inputs go on over the next step, of length `step`. Does nothing where the FMU does not ask for it.
    pub fn set_input_lines(&mut self, lines: &[Line], step: f64) -> Result<(), Error> {
        match self {
            Self::Fmi2(instance) => instance.set_input_derivatives(lines, step),
            Self::Fmi3(instance) => {
                instance.set_input_lines(lines);
                Ok(())
            }
        }
    }

    /// A step from `time` over `step`.
    pub fn do_step(&mut self, time: f64, step: f64) -> Result<StepEnd, Error> {
        match self {
            Self::Fmi2(instance) => instance.do_step(time, step),
            Self::Fmi3(instance) => instance.do_step(time, step),
        }
    }

    /// The state as bytes.
    pub fn save_state(&mut self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Fmi2(instance) => instance.save_state(),
            Self::Fmi3(instance) => instance.save_state(),
        }
    }

    /// Takes over a state that was saved as bytes, of this or another instance of the library.
    pub fn restore_state(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match self {
            Self::Fmi2(instance) => instance.restore_state(bytes),
            Self::Fmi3(instance) => instance.restore_state(bytes),
        }
    }

    /// From step mode to event mode.
    pub fn enter_event_mode(&mut self) -> Result<(), Error> {
        self.with_event_mode()?.enter_event_mode()
    }

    /// The end of one pass of the event iteration.
    pub fn update_discrete_states(&mut self) -> Result<DiscreteStates, Error> {
        self.with_event_mode()?.update_discrete_states()
    }

    /// From event mode to step mode.
    pub fn enter_step_mode(&mut self) -> Result<(), Error> {
        self.with_event_mode()?.enter_step_mode()
    }

    /// Which of these output clocks tick, in event mode.
    pub fn get_clocks(&mut self, references: &[Reference], ticks: &mut [bool]) -> Result<(), Error> {
        self.with_event_mode()?.get_clocks(references, ticks)
    }

    fn with_event_mode(&mut self) -> Result<&mut fmi3::Instance<'library>, Error> {
        match self {
            Self::Fmi2(_) => Err(Error::NoEventMode),
            Self::Fmi3(instance) => Ok(instance),
        }
    }
}
