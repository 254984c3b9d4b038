//! What the two processes say to each other.

use fmu_analysis::curve::{Curves, Wanted};
use fmu_analysis::linearization::{self as linearization, Linearization};
use fmu_analysis::response::{Response, Sine, Threshold, Way};
use fmu_analysis::step_cost::{Campaign, StepCost};
use fmu_checks::Finding;
use fmu_import::library::{Exact, Place};
use fmu_simulation::input::Batch;
use fmu_simulation::{Event, Figures, Grid, Kept, Plan, Series, Setting, Statistics, Watched};
use serde::{Deserialize, Serialize};

/// What the command wants.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Order {
    /// Load the library; any other order but [`Self::Check`] needs it.
    Load,
    /// Load the library, look for all functions and make an instance.
    Check,
    /// Run, and pass all on.
    Run(Task),
    /// Run, and tell the figures of this.
    Summary(Task, Watched),
    /// Run, and tell these numbers when the run is complete.
    Series(Task, Kept),
    /// Initialize, and read variables.
    Initialize(Question),
    /// Measure friction.
    Measure(Wanted),
    /// Run, and linearize where the run ends.
    Linearize(Task, linearization::Wanted),
    /// Measure the response to a sine.
    Respond(Way, Sine),
    /// Measure what steps cost.
    StepCost(Campaign),
    /// Find the amplitude below which the output rests, at a frequency, up to a largest one.
    Threshold(Way, f64, f64),
    /// The next rows of the input signals.
    Rows(Batch),
    /// Unload the library and end.
    Unload,
}

impl Order {
    /// The input signals of a run.
    pub(super) fn signals(&self) -> Option<&Signals> {
        match self {
            Self::Run(task) | Self::Summary(task, _) | Self::Series(task, _) | Self::Linearize(task, _) => {
                task.signals.as_ref()
            }
            Self::Load
            | Self::Check
            | Self::Initialize(_)
            | Self::Measure(_)
            | Self::Respond(..)
            | Self::StepCost(_)
            | Self::Threshold(..)
            | Self::Rows(_)
            | Self::Unload => None,
        }
    }
}

/// A run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) grid: Grid,
    pub(super) start: f64,
    pub(super) stop: f64,
    pub(super) tolerance: Option<f64>,
    pub(super) settings: Vec<Setting>,
    /// The input signals, if there are any.
    pub(super) signals: Option<Signals>,
    /// The FMU shall log.
    pub(super) logging: bool,
    /// Steps end at events.
    pub(super) event_mode: bool,
    /// When another instance takes over [s].
    pub(super) restore_at: Option<f64>,
    /// Values are wanted that are no numbers.
    pub(super) exact: bool,
}

/// Where the rows of input signals are.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Signals {
    /// The command has them: the first follow the order. These are the names.
    Passing(Vec<String>),
    /// The same, and the worker keeps them.
    ToKeep(Vec<String>),
    /// The worker has kept them.
    Kept,
}

impl Task {
    /// All of a plan but its rows; for a recorder of numbers only.
    pub(super) fn of(plan: &Plan, logging: bool) -> Self {
        let &Plan { grid, start, stop, tolerance, ref settings, ref rows, event_mode, restore_at } = plan;
        let signals = rows.as_ref().map(|rows| Signals::Passing(rows.names().to_vec()));
        Self {
            grid,
            start,
            stop,
            tolerance,
            settings: settings.clone(),
            signals,
            logging,
            event_mode,
            restore_at,
            exact: false,
        }
    }
}

/// What to read after an initialization.
#[derive(Debug, Serialize, Deserialize)]
pub struct Question {
    /// Parameters and inputs.
    pub settings: Vec<Setting>,
    /// Variables of any type but texts.
    pub places: Vec<Place>,
}

/// What an FMU shows right after its initialization.
#[derive(Debug, Serialize, Deserialize)]
pub struct Initial {
    /// The values that were asked for.
    pub values: Vec<f64>,
    /// It logged a warning.
    pub warned: bool,
}

/// What the worker has to say.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// The library is loaded.
    Loaded,
    /// The FMU is initialized; steps begin.
    Initialized,
    /// Values at a communication point.
    Row(f64, Vec<f64>),
    /// Values of the next row that are no numbers.
    Exact(Vec<Option<Exact>>),
    /// The FMU has asked for the end of the run at this time.
    EndedEarly(f64),
    /// An event of the moving body.
    Event(Event),
    /// A message of the FMU.
    Warning(String),
    /// What the FMU tells of its work.
    Statistics(Statistics),
    /// More rows of the input signals are needed.
    RowsWanted,
    /// The run is complete.
    Done,
    /// The run is complete: its figures.
    Summary(Figures),
    /// The run is complete: its numbers.
    Series(Series),
    /// The values after the initialization.
    Initial(Initial),
    /// All that is wrong with the library.
    Findings(Vec<Finding>),
    /// The response to a sine.
    Response(Response),
    /// What steps cost.
    StepCost(StepCost),
    /// Where motion begins.
    Threshold(Threshold),
    /// A linear system.
    Linearization(Box<Linearization>),
    /// Friction, measured.
    Curves(Box<Curves>),
    /// The order cannot be fulfilled.
    Failed { problem: String, is_in_the_fmu: bool },
    /// The library is unloaded: the worker ends by itself.
    Unloaded,
}
