//! The results as a file: CSV, or Parquet where the feature is on.

use super::{Design, Error, Row};
use fmu_output::{AtomicFile, number};
use std::borrow::Borrow;
use std::path::Path;

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Whole numbers.
    Whole,
    /// Numbers.
    Number,
    /// Words.
    Text,
}

/// One column of the results.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its values.
    pub kind: ColumnKind,
}

impl Column {
    pub(super) fn new(name: &str, kind: ColumnKind) -> Self {
        Self { name: name.to_string(), kind }
    }
}

/// Format of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// The format that a file name asks for.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("csv") => Ok(Self::Csv),
            #[cfg(feature = "parquet")]
            Some("parquet") => Ok(Self::Parquet),
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => Err(Error::NoParquet { path: path.to_path_buf() }),
            _ => Err(Error::Ending { path: path.to_path_buf() }),
        }
    }
}

/// The cells of a row as text; an empty cell is a value that does not exist. Without columns for results, there are run
/// and settings only.
fn cells(design: &Design, columns: usize, row: &Row) -> Vec<String> {
    let mut cells = vec![row.run.to_string()];
    cells.extend(design.values(row.run));
    if cells.len() < columns {
        cells.extend(row.values.iter().map(|value| number(*value)));
        cells.resize(columns - 1, String::new());
        cells.push(row.problem.clone());
    }
    cells
}

/// Writes all rows in their order: a complete file or none.
pub fn write<R: Borrow<Row>>(
    path: &Path,
    columns: &[Column],
    design: &Design,
    rows: impl Iterator<Item = R>,
) -> Result<(), Error> {
    let failed = |source| Error::Write { path: path.to_path_buf(), source };
    let rows = rows.map(|row| cells(design, columns.len(), row.borrow()));
    match Format::of(path)? {
        Format::Csv => write_csv(path, columns, rows).map_err(failed),
        #[cfg(feature = "parquet")]
        Format::Parquet => super::parquet::write(path, columns, rows).map_err(failed),
    }
}

fn write_csv(path: &Path, columns: &[Column], rows: impl Iterator<Item = Vec<String>>) -> std::io::Result<()> {
    let mut csv = csv::Writer::from_writer(AtomicFile::create(path)?);
    csv.write_record(columns.iter().map(|column| &column.name))?;
    for row in rows {
        csv.write_record(row)?;
    }
    csv.into_inner().map_err(csv::IntoInnerError::into_error)?.commit()
}
