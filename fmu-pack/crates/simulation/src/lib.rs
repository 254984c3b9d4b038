//! Runs a loaded FMU for Co-Simulation; [`scenario`] has the published manoeuvres as data.
//!
//! Signals are set with their derivatives at each communication point; where one bends or steps inside a communication
//! step, that instant becomes a communication point of its own, which is not recorded. Outputs are recorded after the
//! inputs of the same instant were set: where an input steps, the value after the step counts.
//!
//! With the event mode of FMI 3.0 a step may end early, at an event. There two rows are recorded: the values before event mode
//! and those after it, with the clocks that ticked. Steps of input signals are such events too.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod input;
pub mod laws;
pub mod scenario;

mod draw;
mod drive;
mod event;
mod event_mode;
mod event_writer;
mod grid;
mod metric;
mod reader;
mod recordable;
mod run;
mod series;
mod setting;
mod statistics;
mod summary;

pub use draw::Stream;
pub use drive::{check_headings, follows, input_file};
pub use event::{Event, EventKind};
pub use event_writer::EventWriter;
pub use grid::{Grid, TooManySteps};
pub use metric::{Error as MetricError, Metric};
pub use model_description::configuration::has_unit;
pub use recordable::{Recordable, Source, column_kind};
pub use run::{run_loaded, values_at_stop};
pub use series::{Kept, Series, series};
pub use setting::{Error as SettingError, Problem as SettingProblem, Setting, SettingReader, given_in_file, real};
pub use statistics::Statistics;
pub use summary::{Figures, Summary, Watched};

use drive::Drive;
use event_mode::EventMode;
use fmu_import::interface::{Interface, Kind, Variable};
use fmu_import::library::Exact;
use fmu_import::{fmu, library};
use input::Rows;
use std::collections::HashSet;

/// What to do with an FMU.
pub struct Plan {
    /// Times of communication.
    pub grid: Grid,
    /// Start, in s.
    pub start: f64,
    /// End, in s.
    pub stop: f64,
    /// Relative tolerance, where the FMU shall know one.
    pub tolerance: Option<f64>,
    /// Parameters and constant inputs.
    pub settings: Vec<Setting>,
    /// Signals for inputs.
    pub rows: Option<Box<dyn Rows>>,
    /// Steps end at events, which are handled in the event mode of FMI 3.0.
    pub event_mode: bool,
    /// At the first communication point from this time on, the state is saved as bytes and the run goes on with another instance,
    /// which takes it over; in s.
    pub restore_at: Option<f64>,
}

/// Receives the results while the FMU runs.
pub trait Recorder {
    /// Values of [`recorded`] at a communication point.
    fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()>;
    /// An event of the moving body.
    fn event(&mut self, event: Event) -> std::io::Result<()>;
    /// A message of the FMU that is neither an event nor an error.
    fn warning(&mut self, text: &str);
    /// What the FMU tells of its work at the end. Few want to know.
    fn statistics(&mut self, _statistics: Statistics) {}
    /// The FMU has asked for the end at `time`, and rows up to there were given. Few can do with less than the whole run.
    fn ended_early(&mut self, time: f64) -> Result<(), Error> {
        Err(Error::Terminated { time })
    }
    /// The places among [`recorded`] of the values that are wanted, in the order in which they are; all if none are named. Others are then
    /// neither read nor looked at.
    fn wanted(&self) -> Option<&[usize]> {
        None
    }
    /// Values of [`recorded_exactly`] are wanted before each row.
    fn wants_exact(&self) -> bool {
        false
    }
    /// Values of [`recorded_exactly`] for the next row; none where the FMU does not give one.
    fn exact(&mut self, _values: Vec<Option<Exact>>) {}
}

/// Why a run ends early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The FMU cannot be loaded.
    #[error(transparent)]
    Fmu(#[from] fmu::Error),
    /// A call of the FMU failed.
    #[error(transparent)]
    Call(#[from] library::Error),
    /// A step failed.
    #[error("the step from {time} s: {source}")]
    Step {
        /// Its begin.
        time: f64,
        /// The call.
        source: library::Error,
    },
    /// Event mode of an FMU without.
    #[error("the FMU has no event mode: its description does not say hasEventMode=\"true\", a capability of FMI 3.0")]
    NoEventMode,
    /// The FMU wants no more.
    #[error("the FMU asked for the end of the simulation at {time} s (terminateSimulation)")]
    Terminated {
        /// When, in s.
        time: f64,
    },
    /// Event after event.
    #[error("the FMU finds event after event at {time} s, more than {}, and time does not go on", EventMode::MOST)]
    EndlessEvents {
        /// Where it stands, in s.
        time: f64,
    },
    /// A result that is no number.
    #[error("{name} is {value} at {time} s; results must be finite numbers")]
    NotFinite {
        /// The output.
        name: String,
        /// Its value.
        value: f64,
        /// The communication point, in s.
        time: f64,
    },
    /// The signals cannot be read.
    #[error(transparent)]
    Input(#[from] input::Error),
    /// A parameter cannot change while the simulation runs.
    #[error(
        "{name} is a fixed parameter of this FMU and cannot change while the simulation runs; if it can be tunable, \
         fmu-pack build --tunable {name} makes it so"
    )]
    FixedSignal {
        /// The parameter.
        name: String,
    },
    /// A column that is no input.
    #[error("the FMU has no input or tunable parameter called {name}{nearest}")]
    UnknownSignal {
        /// Its name.
        name: String,
        /// Names like it, as the end of the sentence.
        nearest: String,
    },
    /// One variable by two columns.
    #[error("{name} has two columns among the input signals; it follows one")]
    SignalTwice {
        /// Its name.
        name: String,
    },
    /// A unit that is not one of the variable.
    #[error("the unit of the column {heading:?} does not fit: the variable takes {allowed}")]
    SignalUnit {
        /// Name and unit.
        heading: String,
        /// What is allowed.
        allowed: String,
    },
    /// A signal for a text.
    #[error("{name} is a text; signals are numbers")]
    TextSignal {
        /// Its name.
        name: String,
    },
    /// A signal for a clock.
    #[error("{name} is a clock; signals are for variables that have values")]
    ClockSignal {
        /// Its name.
        name: String,
    },
    /// A fraction for a whole number.
    #[error("the signal for {name} is {value}; the variable takes whole numbers only")]
    NotWhole {
        /// Name of the variable.
        name: String,
        /// The value.
        value: f64,
    },
    /// A result cannot be written.
    #[error("a result cannot be written: {0}")]
    Write(#[from] std::io::Error),
}

impl Error {
    /// The FMU is at fault.
    pub fn is_in_the_fmu(&self) -> bool {
        match self {
            Self::Fmu(error) => error.is_in_the_fmu(),
            Self::Call(error) => error.is_in_the_fmu(),
            Self::Step { .. } | Self::NotFinite { .. } => true,
            Self::Terminated { .. } | Self::EndlessEvents { .. } => true,
            Self::NoEventMode | Self::ClockSignal { .. } | Self::SignalTwice { .. } | Self::SignalUnit { .. } => false,
            Self::Input(_) | Self::FixedSignal { .. } | Self::UnknownSignal { .. } | Self::TextSignal { .. } => false,
            Self::NotWhole { .. } | Self::Write(_) => false,
        }
    }
}

/// Variables that a run records as numbers: the outputs, then the inputs, each in the order of the description; no texts. With event mode
/// also the output clocks, which are 1 where they have ticked. Of an FMU without outputs its continuous states as well.
pub fn recorded(interface: &Interface, event_mode: bool) -> Vec<&Variable> {
    let is_recorded = |variable: &&Variable| match variable.causality {
        "output" => variable.kind.is_number() || (event_mode && variable.kind == Kind::Clock),
        _ => variable.kind.is_number(),
    };
    let signals = outputs_and_inputs(interface).filter(is_recorded);
    signals.chain(states_instead_of_outputs(interface)).collect()
}

/// Those that are no numbers, or whole numbers of which a double has only the first digits: 64-bit integers, texts and bytes.
pub fn recorded_exactly(interface: &Interface) -> Vec<&Variable> {
    outputs_and_inputs(interface).filter(|variable| Exact::is_of(variable.data_type)).collect()
}

fn outputs_and_inputs(interface: &Interface) -> impl Iterator<Item = &Variable> {
    let outputs = interface.with_causality("output").chain(interface.with_causality("input"));
    outputs.filter(|variable| !variable.is_alias)
}

/// What moves in an FMU that shows nothing.
fn states_instead_of_outputs(interface: &Interface) -> impl Iterator<Item = &Variable> {
    let has_outputs = interface.with_causality("output").next().is_some();
    let references: HashSet<u32> =
        interface.states.iter().filter(|_| !has_outputs).map(|s| interface.variables[s.state].reference).collect();
    let variables = interface.variables.iter().filter(|variable| !variable.is_alias && variable.causality != "input");
    variables.filter(move |variable| variable.kind == Kind::Real && references.contains(&variable.reference))
}
