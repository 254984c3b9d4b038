//! Samples of the user's own: a CSV file with a column per parameter and a row per sample.

use super::{Axis, Error};
use fmu_import::interface::Interface;
use fmu_simulation::SettingError;
use fmu_simulation::input::{heading, line_of};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A cell, and the line in which it stands.
type Cell = (u64, String);

/// Reads the columns. A heading may have a unit, as in `inertia [kg.m2]`.
pub fn read(path: &Path, interface: &Interface) -> Result<Vec<Axis>, Error> {
    let failed = |problem: String| Error::Samples { path: path.to_path_buf(), problem };
    let (headings, columns) = table(path).map_err(failed)?;
    let axis = |(heading, cells): (&String, Vec<Cell>)| axis(heading, cells, interface);
    let axes: Vec<Axis> = headings.iter().zip(columns).map(axis).collect::<Result<_, _>>().map_err(failed)?;
    for (place, axis) in axes.iter().enumerate() {
        if axes[..place].iter().any(|other| other.name == axis.name) {
            return Err(failed(format!("line 1: {} has two columns", axis.name)));
        }
    }
    Ok(axes)
}

/// Headings, and the cells below each. Error: what is wrong, with its line.
fn table(path: &Path) -> Result<(Vec<String>, Vec<Vec<Cell>>), String> {
    let told = |error: csv::Error| error.to_string();
    // The last line ends as all others do.
    let source = File::open(path).map_err(|error| error.to_string())?.chain(&b"\n"[..]);
    let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(source);
    let headings: Vec<String> = reader.headers().map_err(told)?.iter().map(str::to_string).collect();
    let mut columns = vec![Vec::new(); headings.len()];
    let mut row = csv::StringRecord::new();
    while reader.read_record(&mut row).map_err(told)? {
        let line = line_of(&row, &reader);
        let (found, expected) = (row.len(), headings.len());
        if found != expected {
            return Err(format!("line {line}: values: {found}, and columns that the header names: {expected}"));
        }
        columns.iter_mut().zip(row.iter()).for_each(|(column, cell)| column.push((line, cell.to_string())));
    }
    if columns.first().is_none_or(Vec::is_empty) {
        return Err("no row of samples below the header; at least one is needed".to_string());
    }
    Ok((headings, columns))
}

/// The axis of a column. Each of its values is tried by itself, so that what is wrong has its line.
fn axis(heading: &str, cells: Vec<Cell>, interface: &Interface) -> Result<Axis, String> {
    let name = heading::name(heading, interface).to_string();
    let unit = (name != *heading).then(|| heading::split(heading).1).flatten();
    let with_unit = |cell: String| unit.map_or(cell.clone(), |unit| format!("{cell} {unit}"));
    let mut values = Vec::new();
    for (line, cell) in cells {
        let value = with_unit(cell);
        let tried = Axis::tabulated(name.clone(), vec![value.clone()], interface);
        tried.map_err(|error| format!("line {}: {error}", if is_of_the_name(&error) { 1 } else { line }))?;
        values.push(value);
    }
    Axis::tabulated(name, values, interface).map_err(|error| error.to_string())
}

fn is_of_the_name(error: &Error) -> bool {
    matches!(error, Error::Setting(SettingError::Unknown { .. } | SettingError::Computed { .. }))
}
