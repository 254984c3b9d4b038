//! Parameter and Monte Carlo studies: many runs of one FMU on all cores, one row of results each.
//!
//! ```text
//! --set -> axis -> design -> study -> runner (one process) -> workers (all cores) -> journal (resume file) -> table
//! ```
//!
//! A run depends on its number alone: neither the number of threads nor an interruption changes a result, and the rows
//! are written in the order of the runs.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod axis;
mod correlation;
mod design;
mod distribution;
mod journal;
mod runner;
mod samples;
mod shared_rows;
mod study;
mod table;
mod workers;

pub use axis::Axis;
pub use correlation::Correlation;
pub use design::Design;
pub use journal::{Journal, Kept};
pub use runner::Runner;
pub use samples::read as read_samples;
pub use shared_rows::shared_rows;
pub use study::{Experiment, Study};
pub use table::{write, write_list};
pub use workers::spread;

pub use fmu_output::{Column, ColumnKind};

use fmu_isolation as isolation;
use fmu_simulation::{self as simulation, input};
use model_description::configuration::{Given, refusal};
use model_description::counted;
use std::path::PathBuf;

/// What one run leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Number of the run, from 0.
    pub run: u64,
    /// Results that are numbers; none if the run failed.
    pub values: Vec<f64>,
    /// Results that no double holds, as they are written; nothing for one that the FMU does not give. None if the run failed.
    pub exact: Vec<Option<String>>,
    /// The FMU has asked for the end of the run at this time \[s\].
    pub ended_at: Option<f64>,
    /// Why the run failed, in one line; empty if it did not.
    pub problem: String,
}

impl Row {
    /// A run that failed.
    pub fn failed(run: u64, problem: String) -> Self {
        Self { run, values: Vec::new(), exact: Vec::new(), ended_at: None, problem }
    }
}

/// Why a study cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The text of a `--set` has none of the forms.
    #[error(
        "--set {text}: it is none of NAME=VALUE, NAME=A:B:N (N values from A to B), NAME=V,W,... (each in turn), NAME=A:B \
         (uniform draws), NAME=normal:MEAN:DEVIATION, NAME=normal:MEAN:DEVIATION:LOW:HIGH and \
         NAME=lognormal:MEDIAN:SIGMA (SIGMA the standard deviation of the natural logarithm)"
    )]
    Form {
        /// What stands there.
        text: String,
    },
    /// Words that name a distribution, with numbers that it cannot have.
    #[error("{}", refusal(given, problem))]
    Distribution {
        /// What stands there.
        given: Box<Given>,
        /// What is allowed.
        problem: &'static str,
    },
    /// Numbers with a unit beside numbers without.
    #[error(
        "{}",
        refusal(
            given,
            "some numbers have a unit and others have none; give each its unit, as in 1 deg:2 deg, or none"
        )
    )]
    MixedUnits {
        /// What stands there.
        given: Box<Given>,
    },
    /// A value that the variable does not take.
    #[error(transparent)]
    Setting(#[from] simulation::SettingError),
    /// Draws for something else than a Real.
    #[error(
        "{}",
        refusal(given, format_args!("{name} is not a Real variable: it takes values in turn (NAME=V,W,...), no draws"))
    )]
    NoDraws {
        /// What stands there.
        given: Box<Given>,
        /// The variable.
        name: String,
    },
    /// A draw that the variable does not take.
    #[error(
        "{}",
        refusal(
            given,
            format_args!("in run {run} the draw is {value}, one of {samples}, and {refused}; {remedy}")
        )
    )]
    Draw {
        /// What stands there.
        given: Box<Given>,
        /// The first run that has such a draw, from 0.
        run: u64,
        /// How many draws there are.
        samples: u64,
        /// The draw, with its unit.
        value: String,
        /// Why the variable does not take it.
        refused: String,
        /// What keeps draws within the range.
        remedy: &'static str,
    },
    /// Draws without a number of them.
    #[error("{name} is drawn at random: --samples must say how often")]
    NoSamples {
        /// The first variable that is drawn.
        name: String,
    },
    /// A number of draws without anything to draw.
    #[error("--samples {samples}: no variable is drawn at random; set one as NAME=A:B or NAME=normal:MEAN:DEVIATION")]
    NothingDrawn {
        /// The number.
        samples: u64,
    },
    /// Another number of samples than a table has.
    #[error(
        "--samples {samples}: the table of samples has {}, each of which is one; leave --samples out",
        counted(*rows, "row")
    )]
    OtherSamples {
        /// The number.
        samples: u64,
        /// Rows of the table.
        rows: u64,
    },
    /// The table of samples cannot be used.
    #[error("{}{}: {problem}", path.display(), line.map_or_else(String::new, |line| format!(", line {line}")))]
    Samples {
        /// The file.
        path: PathBuf,
        /// Line from 1, where it is known.
        line: Option<u64>,
        /// Why.
        problem: String,
    },
    /// A column of the table of samples.
    #[error("{}", refusal(given, problem))]
    Column {
        /// Its heading.
        given: Box<Given>,
        /// What is wrong with it.
        problem: String,
    },
    /// The text of a `--correlate` has not the form.
    #[error(
        "{text:?} is not of the form A,B=COEFFICIENT with two different variables and a coefficient between -1 and 1"
    )]
    CorrelationForm {
        /// What stands there.
        text: String,
    },
    /// A correlation of what is not drawn.
    #[error("{name} is correlated and not drawn at random: set it as NAME=A:B, normal or lognormal")]
    NotDistributed {
        /// The variable.
        name: String,
    },
    /// One pair twice.
    #[error("{one} and {other} are correlated twice")]
    CorrelatedTwice {
        /// A variable.
        one: String,
        /// Another.
        other: String,
    },
    /// Coefficients that cannot be.
    #[error("the correlations contradict each other: their matrix is not positive definite")]
    NoCorrelation,
    /// Two columns of one name.
    #[error("the results would have two columns called {name}; name a metric with as=COLUMN")]
    ColumnTwice {
        /// The name.
        name: String,
    },
    /// More runs than can be kept.
    #[error("the study has {runs:e} runs; {} are allowed", Design::MOST_RUNS)]
    TooMany {
        /// How many.
        runs: f64,
    },
    /// More results than can be kept.
    #[error(
        "the study has {runs} runs with {results} results each; {} numbers can be kept, each run with {} for itself: \
         choose fewer outputs with --record, or fewer runs",
        Study::MOST_NUMBERS,
        Study::NUMBERS_PER_RUN
    )]
    TooLarge {
        /// How many runs.
        runs: u64,
        /// How many results each has.
        results: usize,
    },
    /// A result that the FMU does not have.
    #[error("the FMU has no output called {name}{nearest}")]
    NoOutput {
        /// The name.
        name: String,
        /// Names like it, as the end of the sentence.
        nearest: String,
    },
    /// The FMU cannot be loaded.
    #[error(transparent)]
    Isolation(#[from] isolation::Error),
    /// The signals cannot be read.
    #[error(transparent)]
    Input(#[from] input::Error),
    /// The signals do not fit into memory, where all runs read them.
    #[error("the input signals of a sweep have at most {numbers} numbers, because all runs read them from memory")]
    Signals {
        /// How many are allowed.
        numbers: usize,
    },
    /// The resume file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The resume file is of other runs.
    #[error(
        "{} holds runs of another study (other FMU, settings, signals or times); delete it, or give the results \
         another name",
        path.display()
    )]
    OtherStudy {
        /// The file.
        path: PathBuf,
    },
    /// The first line of the resume file is not as it was written.
    #[error("{}: line 1 is damaged, and of which study the file is cannot be told; delete the file to start anew", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// Another process has it.
    #[error(
        "another sweep writes to {} at this moment; wait for it, or give the results another name",
        path.display()
    )]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The threads cannot be started.
    #[error("the threads for the runs cannot be started: {0}")]
    Threads(std::io::Error),
    /// The name of the results does not say in which format they are.
    #[error(transparent)]
    Ending(#[from] fmu_output::RefusedEnding),
    /// The results cannot be written.
    #[error("{}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl Error {
    /// The FMU is at fault, not the question.
    pub fn is_in_the_fmu(&self) -> bool {
        matches!(self, Self::Isolation(error) if error.is_in_the_fmu())
    }
}
