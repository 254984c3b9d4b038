//! The results as a file.

use super::{Column, Design, Error, Row};
use fmu_output::{AtomicFile, Cell, Format, ParquetWriter, number};
use std::borrow::Borrow;
use std::path::Path;

/// The cells of a row as text; an empty cell is a value that does not exist. Without columns for results, there are run
/// and settings only.
fn cells(design: &Design, columns: usize, row: &Row) -> Vec<String> {
    let mut cells = vec![row.run.to_string()];
    cells.extend(design.values(row.run));
    if cells.len() < columns {
        let cell = |value: &f64| if value.is_nan() { String::new() } else { number(*value) };
        cells.extend(row.values.iter().map(cell));
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
        Format::Parquet => write_parquet(path, columns, rows).map_err(failed),
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

fn write_parquet(path: &Path, columns: &[Column], rows: impl Iterator<Item = Vec<String>>) -> std::io::Result<()> {
    let mut file = ParquetWriter::new(AtomicFile::create(path)?, "runs", columns)?;
    for row in rows {
        let cells = row.iter().zip(columns).map(|(text, column)| Cell::read(text, column.kind));
        file.row(cells.collect())?;
    }
    file.finish()?.commit()
}
