//! Signals for the inputs of an FMU: piecewise linear, right-continuous.
//!
//! They come as rows of time and values, from a CSV file or from a scenario. Two rows with the same time are a step:
//! the value just before and the value from then on. Before the first row and after the last the values are held.
//!
//! A name may be followed by a unit, as in `command [deg]` ([`heading`]): the source hands on what stands there, and the signals
//! become numbers in the unit of the variable where they are put on it.

mod ahead;
mod csv;
pub mod heading;
mod newlines;
mod row_limit;
mod shared;
mod table;
mod track;

pub use ahead::Ahead;
pub use csv::{CsvRows, Driven, line_of};
pub use shared::SharedRows;
pub use table::Table;
pub use track::Track;

use model_description::configuration::{Given, refusal};
use model_description::counted;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Values of all signals at one time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Time, in s.
    pub time: f64,
    /// One value per name of the source.
    pub values: Vec<f64>,
}

/// Gives rows in the order of time.
pub trait Rows {
    /// Names of the variables, or headings with their units, in the order of the values.
    fn names(&self) -> &[String];
    /// The next row, if any.
    fn next(&mut self) -> Result<Option<Row>, Error>;

    /// The next row in the place of one that is done with, whose memory may be used again.
    fn next_after(&mut self, _done: Option<Row>) -> Result<Option<Row>, Error> {
        self.next()
    }

    /// The next rows, as many as are better handed on together.
    fn batch(&mut self) -> Result<Batch, Error> {
        Batch::of(|| self.next())
    }

    /// These rows, where many runs read them: whoever has them does not need them again.
    fn shared(&self) -> Option<&SharedRows> {
        None
    }
}

/// Some rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// The rows.
    pub rows: Vec<Row>,
    /// There are no others.
    pub is_last: bool,
}

impl Batch {
    /// Rows have a few numbers each: they take a fraction of a megabyte.
    const MOST: usize = 1024;

    fn of(mut next: impl FnMut() -> Result<Option<Row>, Error>) -> Result<Self, Error> {
        let mut rows = Vec::new();
        while rows.len() < Self::MOST {
            match next()? {
                Some(row) => rows.push(row),
                None => return Ok(Self { rows, is_last: true }),
            }
        }
        Ok(Self { rows, is_last: false })
    }
}

/// What is wrong with an input file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be opened or read.
    #[error("{} cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It has bytes that are no text.
    #[error("{}, line {line}: its text is not in UTF-8", path.display())]
    Utf8 {
        /// The file.
        path: PathBuf,
        /// Where.
        line: u64,
    },
    /// It is not CSV.
    #[error("{}: not a CSV file: {source}", path.display())]
    Csv {
        /// The file.
        path: PathBuf,
        /// Why.
        source: ::csv::Error,
    },
    /// A row without end.
    #[error("{}, line {line}: the row has more than {} bytes", path.display(), row_limit::MOST)]
    Long {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: u64,
    },
    /// The header does not fit.
    #[error("{}, line {line}: {problem}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: u64,
        /// A sentence.
        problem: String,
    },
    /// A row has too few or too many values.
    #[error(
        "{}, line {line}: {} where the header names {}",
        path.display(), counted(*found, "value"), counted(*expected, "column")
    )]
    Width {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: u64,
        /// Values found.
        found: usize,
        /// Columns.
        expected: usize,
    },
    /// A heading, or a value below it.
    #[error("{}", refusal(given, problem))]
    Value {
        /// What stands there.
        given: Box<Given>,
        /// What is wrong and what is allowed.
        problem: String,
    },
    /// A slope that is no number.
    #[error(
        "the signal {name} goes from {:e} to {:e} between {} s and {} s, with a slope beyond the largest number; two rows of one time are \
         a step",
        values.0, values.1, times.0, times.1
    )]
    Steep {
        /// The signal.
        name: String,
        /// What it is before and after.
        values: (f64, f64),
        /// When \[s\].
        times: (f64, f64),
    },
    /// There is a header only.
    #[error("{}: no row of values below the header; at least one is needed", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}
