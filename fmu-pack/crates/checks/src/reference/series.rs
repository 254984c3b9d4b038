//! Rows of a time and values, as a CSV file has them.

use fmu_output::CsvWriter;
use fmu_simulation::input::{self, CsvRows, Row, Rows};
use std::io::Read;
use std::path::Path;

/// Rows of a time and a value for each name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Names of the variables.
    pub names: Vec<String>,
    /// In the order of time.
    pub rows: Vec<Row>,
}

impl Series {
    /// Reads a CSV file.
    pub fn open(path: &Path) -> Result<Self, input::Error> {
        Self::all(CsvRows::open(path)?)
    }

    /// Reads the bytes of a CSV file called `name`.
    pub fn read(name: &str, bytes: impl Read + Send + 'static) -> Result<Self, input::Error> {
        Self::all(CsvRows::new(Path::new(name), Box::new(bytes))?)
    }

    /// All rows of an open file.
    pub fn all(mut source: CsvRows) -> Result<Self, input::Error> {
        let mut rows = Vec::new();
        while let Some(row) = source.next()? {
            rows.push(row);
        }
        Ok(Self { names: source.names().to_vec(), rows })
    }

    /// As a CSV file.
    pub fn to_csv(&self) -> Vec<u8> {
        let mut csv = CsvWriter::new(Vec::new(), &self.names);
        for row in &self.rows {
            csv.row(row.time, &row.values).expect("a vector takes every write");
        }
        csv.finish().expect("a vector takes every write")
    }

    /// Values of a variable.
    pub fn column(&self, name: &str) -> impl Iterator<Item = f64> + '_ {
        let index = self.names.iter().position(|known| known == name);
        index.into_iter().flat_map(|index| self.rows.iter().map(move |row| row.values[index]))
    }
}
