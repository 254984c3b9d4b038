//! Samples of the user's own: a CSV file with a column per parameter and a row per sample.

use super::axis::Cell;
use super::{Axis, Error};
use fmu_import::interface::Interface;
use fmu_simulation::input::{heading, line_of};
use model_description::configuration::{Given, Position};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Reads the columns. A heading may have a unit, as in `inertia [kg.m2]`.
pub fn read(path: &Path, interface: &Interface) -> Result<Vec<Axis>, Error> {
    let mut axes: Vec<Axis> = Vec::new();
    for column in table(path)? {
        let axis = column.axis(interface)?;
        if axes.iter().any(|other| other.name == axis.name) {
            let problem = format!("{} has two columns", axis.name);
            return Err(Error::Column { given: Box::new(axis.given().clone()), problem });
        }
        axes.push(axis);
    }
    Ok(axes)
}

/// A heading, and the cells below it.
struct Column {
    heading: Given,
    cells: Vec<Given>,
}

fn table(path: &Path) -> Result<Vec<Column>, Error> {
    let failed = |line, problem| Error::Samples { path: path.to_path_buf(), line, problem };
    let told = |error: csv::Error| match error.kind() {
        csv::ErrorKind::Utf8 { pos, .. } => {
            failed(pos.as_ref().map(csv::Position::line), "its text is not in UTF-8".to_string())
        }
        // With lines of different lengths allowed, nothing but reading fails.
        _ => failed(None, error.to_string()),
    };
    // The last line ends as all others do.
    let source = File::open(path).map_err(|error| failed(None, error.to_string()))?.chain(&b"\n"[..]);
    let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(source);
    let headings = reader.headers().map_err(told)?.clone();
    let given = |line: u64, column: usize, heading: &str, cell: Option<&str>| {
        let position = Position { line: usize::try_from(line).unwrap_or(usize::MAX), column };
        Given::in_table(path, position, heading, cell)
    };
    let column =
        |(heading, column): (&str, usize)| Column { heading: given(1, column, heading, None), cells: Vec::new() };
    let mut columns: Vec<Column> = headings.iter().zip(1..).map(column).collect();
    let mut row = csv::StringRecord::new();
    while reader.read_record(&mut row).map_err(told)? {
        let line = line_of(&row, &reader);
        let (found, expected) = (row.len(), headings.len());
        if found != expected {
            let problem = format!("values: {found}, and columns that the header names: {expected}");
            return Err(failed(Some(line), problem));
        }
        for ((column, cell), number) in columns.iter_mut().zip(&row).zip(1..) {
            column.cells.push(given(line, number, &column.heading.key, Some(cell)));
        }
    }
    if columns.first().is_none_or(|column| column.cells.is_empty()) {
        return Err(failed(None, "no row of samples below the header; at least one is needed".to_string()));
    }
    Ok(columns)
}

impl Column {
    fn axis(self, interface: &Interface) -> Result<Axis, Error> {
        let heading = &self.heading.key;
        let name = heading::name(heading, interface).to_string();
        let unit = (name != *heading).then(|| heading::split(heading).1).flatten();
        let cell = |given: Given| {
            let text = given.value.clone().unwrap_or_default();
            Cell { given, value: unit.map_or(text.clone(), |unit| format!("{text} {unit}")) }
        };
        let cells = self.cells.into_iter().map(cell).collect();
        Axis::tabulated(name, self.heading.clone(), cells, interface)
    }
}
