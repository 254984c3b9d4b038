//! Samples of the user's own: a CSV file with a column per parameter and a row per sample.

use super::{Axis, Error};
use fmu_import::interface::Interface;
use fmu_simulation::input::heading;
use std::path::Path;

/// Reads the columns. A heading may have a unit, as in `inertia [kg.m2]`.
pub fn read(path: &Path, interface: &Interface) -> Result<Vec<Axis>, Error> {
    let failed = |problem: String| Error::Samples { path: path.to_path_buf(), problem };
    let csv_failed = |error: csv::Error| failed(error.to_string());
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(path).map_err(csv_failed)?;
    let headings: Vec<String> = reader.headers().map_err(csv_failed)?.iter().map(str::to_string).collect();
    let mut columns = vec![Vec::new(); headings.len()];
    for row in reader.records() {
        let row = row.map_err(csv_failed)?;
        columns.iter_mut().zip(row.iter()).for_each(|(column, cell)| column.push(cell.to_string()));
    }
    if columns.first().is_none_or(Vec::is_empty) {
        return Err(failed("no row of samples below the header; at least one is needed".to_string()));
    }
    let axis = |(heading, cells): (&String, Vec<String>)| {
        let name = heading::name(heading, interface).to_string();
        let unit = (name != *heading).then(|| heading::split(heading).1).flatten();
        let cells = cells.into_iter().map(|cell| unit.map_or(cell.clone(), |unit| format!("{cell} {unit}")));
        Axis::tabulated(name, cells.collect(), interface)
    };
    headings.iter().zip(columns).map(axis).collect::<Result<_, _>>().map_err(|error| failed(error.to_string()))
}
