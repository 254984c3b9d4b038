//! The results as a file.

use super::{Column, Error, Row, Study};
use fmu_output::{AtomicFile, Cell, Format, ParquetWriter, number};
use fmu_simulation::Source;
use std::path::Path;

/// Writes all rows in their order: a complete file or none. The last column, the times at which the FMU has ended runs, is there if
/// there are such.
pub fn write<'a>(path: &Path, study: &Study<'_>, rows: impl Iterator<Item = &'a Row> + Clone) -> Result<(), Error> {
    let has_ended = rows.clone().any(|row| row.ended_at.is_some());
    let columns = &study.columns()[..study.columns().len() - usize::from(!has_ended)];
    write_cells(path, columns, rows.map(|row| cells(study, columns.len(), row)))
}

/// Writes the runs and their settings only.
pub fn write_list(path: &Path, study: &Study<'_>) -> Result<(), Error> {
    let columns = &study.columns()[..=study.design().axes().len()];
    write_cells(path, columns, (0..study.design().runs()).map(|run| settings(study, run)))
}

/// The cells of a row as text; an empty cell is a value that does not exist.
fn cells(study: &Study<'_>, columns: usize, row: &Row) -> Vec<String> {
    let result = |place: &Source| match *place {
        Source::Number(place) => row.values.get(place).filter(|value| !value.is_nan()).map(|value| number(*value)),
        Source::Exact(place) => row.exact.get(place).cloned().flatten(),
    };
    let mut cells = settings(study, row.run);
    cells.extend(study.places().iter().map(|place| result(place).unwrap_or_default()));
    cells.extend([row.problem.clone(), row.ended_at.map(number).unwrap_or_default()]);
    cells.truncate(columns);
    cells
}

fn settings(study: &Study<'_>, run: u64) -> Vec<String> {
    std::iter::once(run.to_string()).chain(study.design().values(run)).collect()
}

fn write_cells(path: &Path, columns: &[Column], rows: impl Iterator<Item = Vec<String>>) -> Result<(), Error> {
    let failed = |source| Error::Write { path: path.to_path_buf(), source };
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
