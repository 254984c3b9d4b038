//! Runs a loaded FMU for Co-Simulation.
//!
//! Signals are set with their derivatives at each communication point; where one bends or steps inside a communication
//! step, that instant becomes a communication point of its own, which is not recorded. Outputs are recorded after the
//! inputs of the same instant were set: where an input steps, the value after the step counts.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod input;

mod drive;
mod event;
mod event_writer;
mod extremes;
mod grid;
mod setting;
mod statistics;

pub use event::{Event, EventKind};
pub use event_writer::EventWriter;
pub use extremes::Extremes;
pub use grid::Grid;
pub use setting::{Error as SettingError, Setting, SettingReader};
pub use statistics::Statistics;

use drive::Drive;
use fmu_import::fmi2::{self, Identity, Instance, Library, Status};
use fmu_import::fmu::{self, Fmu};
use fmu_import::interface::{Interface, Kind, Variable};
use input::Rows;

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
}

/// Why a run ends early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The FMU cannot be loaded.
    #[error(transparent)]
    Fmu(#[from] fmu::Error),
    /// A call of the FMU failed.
    #[error(transparent)]
    Call(#[from] fmi2::Error),
    /// A step failed.
    #[error("the step from {time} s: {source}")]
    Step {
        /// Its begin.
        time: f64,
        /// The call.
        source: fmi2::Error,
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
    /// A signal for a text.
    #[error("{name} is a text; signals are numbers")]
    TextSignal {
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
            Self::Call(_) | Self::Step { .. } | Self::NotFinite { .. } => true,
            Self::Input(_) | Self::FixedSignal { .. } | Self::UnknownSignal { .. } | Self::TextSignal { .. } => false,
            Self::NotWhole { .. } | Self::Write(_) => false,
        }
    }
}

/// Variables that a run records: the outputs, then the inputs, each in the order of the description; no texts.
pub fn recorded(interface: &Interface) -> Vec<&Variable> {
    let outputs = interface.with_causality("output").chain(interface.with_causality("input"));
    outputs.filter(|variable| variable.kind != Kind::String).collect()
}

/// Runs a new instance of a loaded FMU from start to stop. Without `logging` it tells no events, and runs faster.
pub fn run_loaded(
    fmu: &Fmu,
    library: &Library,
    logging: bool,
    plan: Plan,
    recorder: &mut dyn Recorder,
) -> Result<(), Error> {
    let interface = fmu.interface();
    let Some(offer) = &interface.co_simulation else { return Err(fmu::Error::NoCoSimulation.into()) };
    let drive = plan.rows.map(|rows| Drive::new(rows, interface)).transpose()?;
    let recorded = recorded(interface);
    let identity = Identity { name: &offer.identifier, guid: &interface.guid, resources: &fmu.resources(), logging };
    let mut run = Run {
        instance: Instance::new(library, &identity)?,
        drive,
        grid: plan.grid,
        splits: offer.can("canHandleVariableCommunicationStepSize"),
        reader: Reader::new(&recorded),
        outputs: &recorded[..recorded.partition_point(|variable| variable.causality == "output")],
        recorder,
    };
    run.initialize(plan.start, plan.stop, plan.tolerance, &plan.settings)?;
    for index in 0..plan.grid.count() {
        run.step(plan.grid.point(index), plan.grid.point(index + 1))?;
    }
    run.instance.terminate()?;
    run.tell()
}

/// A run in progress.
struct Run<'a> {
    instance: Instance<'a>,
    drive: Option<Drive>,
    grid: Grid,
    /// The FMU takes steps of any size.
    splits: bool,
    reader: Reader,
    /// The first of what is recorded.
    outputs: &'a [&'a Variable],
    recorder: &'a mut dyn Recorder,
}

impl Run<'_> {
    fn initialize(&mut self, start: f64, stop: f64, tolerance: Option<f64>, settings: &[Setting]) -> Result<(), Error> {
        settings.iter().filter(|s| !s.is_input()).try_for_each(|setting| setting.apply(&mut self.instance))?;
        self.instance.setup_experiment(tolerance, start, stop)?;
        self.instance.enter_initialization()?;
        settings.iter().filter(|s| s.is_input()).try_for_each(|setting| setting.apply(&mut self.instance))?;
        self.write_inputs(start)?;
        self.instance.exit_initialization()?;
        self.record(start)
    }

    /// One communication step, in pieces where a signal changes inside.
    fn step(&mut self, from: f64, to: f64) -> Result<(), Error> {
        let mut time = from;
        while time < to {
            let next = self.next_point(time, to);
            self.instance.do_step(time, next - time).map_err(|source| Error::Step { time, source })?;
            self.write_inputs(next)?;
            time = next;
        }
        self.record(to)
    }

    fn next_point(&self, time: f64, to: f64) -> f64 {
        let change = self.drive.as_ref().filter(|_| self.splits).and_then(|drive| drive.next_change(time));
        change.filter(|change| *change > time && *change < to - self.grid.snap()).unwrap_or(to)
    }

    fn write_inputs(&mut self, time: f64) -> Result<(), Error> {
        match &mut self.drive {
            Some(drive) => drive.write(time, self.grid.snap(), &mut self.instance),
            None => Ok(()),
        }
    }

    fn record(&mut self, time: f64) -> Result<(), Error> {
        let values = self.reader.read(&self.instance)?;
        refuse_not_finite(self.outputs, values, time)?;
        self.recorder.row(time, values)?;
        self.tell()
    }

    /// Passes on what the FMU logged.
    fn tell(&mut self) -> Result<(), Error> {
        for message in self.instance.take_messages() {
            match Event::parse(&message.text) {
                Some(event) => self.recorder.event(event)?,
                None if message.status != Status::Ok => self.recorder.warning(&message.text),
                None => Statistics::parse(&message.text).map_or((), |statistics| self.recorder.statistics(statistics)),
            }
        }
        Ok(())
    }
}

/// What an FMU hands out as a result must be a number.
fn refuse_not_finite(outputs: &[&Variable], values: &[f64], time: f64) -> Result<(), Error> {
    let found = outputs.iter().zip(values).find(|(_, value)| !value.is_finite());
    let refuse =
        |(output, value): (&&Variable, &f64)| Error::NotFinite { name: output.name.clone(), value: *value, time };
    found.map(refuse).map_or(Ok(()), Err)
}

/// Reads variables of all types as numbers, the Reals in one call.
struct Reader {
    real_references: Vec<u32>,
    reals: Vec<f64>,
    /// Per variable: its type and value reference.
    columns: Vec<(Kind, u32)>,
    values: Vec<f64>,
}

impl Reader {
    fn new(variables: &[&Variable]) -> Self {
        let columns: Vec<(Kind, u32)> = variables.iter().map(|v| (v.kind.clone(), v.reference)).collect();
        let reals = columns.iter().filter(|(kind, _)| *kind == Kind::Real);
        let real_references: Vec<u32> = reals.map(|(_, reference)| *reference).collect();
        let reals = vec![0.0; real_references.len()];
        Self { values: vec![0.0; columns.len()], real_references, reals, columns }
    }

    fn read(&mut self, instance: &Instance<'_>) -> Result<&[f64], fmi2::Error> {
        instance.get_real(&self.real_references, &mut self.reals)?;
        let mut reals = self.reals.iter();
        for ((kind, reference), value) in self.columns.iter().zip(&mut self.values) {
            *value = match kind {
                Kind::Real => reals.next().copied().unwrap_or(f64::NAN),
                Kind::Boolean => f64::from(u8::from(instance.get_boolean(*reference)?)),
                Kind::Integer | Kind::Enumeration(_) => f64::from(instance.get_integer(*reference)?),
                Kind::String => f64::NAN,
            };
        }
        Ok(&self.values)
    }
}
