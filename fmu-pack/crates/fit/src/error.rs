//! Why a study cannot be made.

use fmu_isolation as isolation;
use fmu_simulation::{SettingError, input};
use model_description::configuration::{ConfigurationError, Given, refusal};
use model_description::counted;
use std::path::PathBuf;

/// A sentence with file, variable and value, and what is allowed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The study file, or a configuration.
    #[error(transparent)]
    Study(#[from] ConfigurationError),
    /// A value that a variable does not take.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A file cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// No file has such a name.
    #[error("{}: there is no such file", pattern.display())]
    NoFiles {
        /// The name.
        pattern: PathBuf,
    },
    /// A heading that is not there.
    #[error("{}, line {line}: there is no column {name:?}{nearest}; the columns are {headings}", path.display())]
    Column {
        /// The file.
        path: PathBuf,
        /// Of the header, from 1.
        line: usize,
        /// The heading.
        name: String,
        /// Names like it, as the end of the sentence.
        nearest: String,
        /// What is there.
        headings: String,
    },
    /// A heading where there are none.
    #[error("{}: the column {name:?} is wanted by its heading, and header = false says there are none; give its number", path.display())]
    NoHeader {
        /// The file.
        path: PathBuf,
        /// The heading.
        name: String,
    },
    /// Two columns have the heading that is wanted.
    #[error("{}, line {line}: columns {} and {} are both headed {name:?}; give the number of the one that is meant", path.display(), numbers.0, numbers.1)]
    ColumnTwice {
        /// The file.
        path: PathBuf,
        /// Of the header, from 1.
        line: usize,
        /// The heading.
        name: String,
        /// The first two columns, from 1.
        numbers: (usize, usize),
    },
    /// Nothing is left of a file.
    #[error("{}: skip = {skip} leaves nothing of its {}", path.display(), counted(*lines, "line"))]
    Skipped {
        /// The file.
        path: PathBuf,
        /// How many lines are skipped.
        skip: usize,
        /// How many it has.
        lines: usize,
    },
    /// A file is there twice.
    #[error("{}: it is read twice in {table}, and would count twice; name it once in files", path.display())]
    FileTwice {
        /// The file.
        path: PathBuf,
        /// The table of the study file.
        table: String,
    },
    /// A cell that is no reading.
    #[error("{}", refusal(given, problem))]
    Cell {
        /// What stands there.
        given: Box<Given>,
        /// What is wrong and what is allowed.
        problem: String,
    },
    /// A recording from which nothing can be learnt.
    #[error("{recording}: {problem}")]
    Recording {
        /// Its file.
        recording: String,
        /// Why.
        problem: Unusable,
    },
    /// A variable that the model does not have.
    #[error(transparent)]
    NoVariable(Box<NoVariable>),
    /// Too little was measured.
    #[error(
        "model {model}: the recordings have {} for {}; more data than parameters are needed: add recordings, or free fewer",
        counted(*data, "value"), counted(*parameters, "free parameter")
    )]
    TooFewData {
        /// The model.
        model: String,
        /// How many are free.
        parameters: usize,
        /// How many data there are.
        data: usize,
    },
    /// Nothing to fit.
    #[error("{}: {problem}", study.display())]
    Nothing {
        /// The study file.
        study: PathBuf,
        /// What is missing.
        problem: &'static str,
    },
    /// The model fails where the search begins.
    #[error("model {model}: it cannot be run with the start values of the parameters: {problem}")]
    Start {
        /// The model.
        model: String,
        /// Why.
        problem: String,
    },
    /// An FMU with other data.
    #[error("no FMU was made of the configuration with values of its lists: {problem}")]
    NotMade {
        /// A sentence.
        problem: String,
    },
    /// A configuration has no place for a result.
    #[error("{}: the value of {name} has no place in this configuration; give it one there", path.display())]
    NoPlace {
        /// The configuration.
        path: PathBuf,
        /// The variable.
        name: String,
    },
    /// The FMU cannot be run.
    #[error(transparent)]
    Isolation(#[from] isolation::Error),
    /// The signals cannot be used.
    #[error(transparent)]
    Input(#[from] input::Error),
    /// The FMU cannot be driven so.
    #[error(transparent)]
    Simulation(#[from] fmu_simulation::Error),
    /// The threads or the resume file.
    #[error(transparent)]
    Sweep(#[from] fmu_sweep::Error),
    /// The work was interrupted.
    #[error("interrupted: what is done is kept in {}; the same command goes on from there", journal.display())]
    Interrupted {
        /// The resume file.
        journal: PathBuf,
    },
    /// A plot failed.
    #[error(transparent)]
    Plot(#[from] fmu_plot::Error),
    /// The page failed.
    #[error("the page cannot be made: {0}")]
    Page(#[from] askama::Error),
}

/// A variable that a model does not have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{} ({table}): the model {model} has no {wanted} called {name}{nearest}", study.display())]
pub struct NoVariable {
    /// The study file.
    pub study: PathBuf,
    /// The table of the study file.
    pub table: String,
    /// The model.
    pub model: String,
    /// What it would be.
    pub wanted: &'static str,
    /// Its name.
    pub name: String,
    /// Names like it, as the end of the sentence.
    pub nearest: String,
}

/// Why nothing can be learnt from a recording.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unusable {
    /// Too few rows.
    #[error("it has {} of readings{window}; at least {least} are needed", counted(*rows, "row"))]
    Short {
        /// How many.
        rows: usize,
        /// Where a window was chosen.
        window: &'static str,
        /// How many are needed.
        least: usize,
    },
    /// Time goes back or stands still.
    #[error("at row {row} the time goes from {before} s to {after} s; times must rise")]
    Order {
        /// From 1.
        row: usize,
        /// Time before.
        before: f64,
        /// Time there.
        after: f64,
    },
    /// Times too far apart for one simulation step and too irregular.
    #[error(
        "its samples are {shortest:.3e} s to {longest:.3e} s apart, too unequal to be simulated; sample them again at equal times, or cut \
         them with from and to"
    )]
    Gaps {
        /// Shortest distance.
        shortest: f64,
        /// Longest distance.
        longest: f64,
    },
    /// A number whose square is none.
    #[error("{name} is {value:e} at row {row}; numbers up to {most:e} can be fitted")]
    Huge {
        /// Input or output.
        name: String,
        /// Its value in the unit of the model.
        value: f64,
        /// From 1.
        row: usize,
        /// What is allowed.
        most: f64,
    },
    /// All samples of a mean are the same.
    #[error(
        "{output} is {value} in all {rows} rows, which tells no standard error of its mean; give output.{output}.noise"
    )]
    Equal {
        /// The output.
        output: String,
        /// Its value.
        value: f64,
        /// How many rows.
        rows: usize,
    },
    /// Nothing moves.
    #[error("nothing moves: {} in all {rows} rows, and what does not move tells nothing of friction", outputs.join(" and "))]
    Constant {
        /// Each output with its value.
        outputs: Vec<String>,
        /// How many rows.
        rows: usize,
    },
}

impl Error {
    /// The FMU is at fault, not the question.
    pub fn is_in_the_fmu(&self) -> bool {
        match self {
            Self::Isolation(error) => error.is_in_the_fmu(),
            Self::Simulation(error) => error.is_in_the_fmu(),
            Self::Sweep(error) => error.is_in_the_fmu(),
            Self::Study(_) | Self::Setting(_) | Self::Read { .. } | Self::NoFiles { .. } | Self::Column { .. } => false,
            Self::ColumnTwice { .. } | Self::Skipped { .. } | Self::FileTwice { .. } => false,
            Self::NoHeader { .. } | Self::Cell { .. } | Self::Recording { .. } | Self::NoVariable(_) => false,
            Self::TooFewData { .. } | Self::Nothing { .. } | Self::Start { .. } | Self::NoPlace { .. } => false,
            Self::NotMade { .. } => false,
            Self::Input(_) | Self::Interrupted { .. } | Self::Plot(_) | Self::Page(_) => false,
        }
    }
}
