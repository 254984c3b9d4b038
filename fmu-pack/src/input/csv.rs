//! Rows from a CSV file, read as they are needed: the file may be longer than memory.

use super::{Error, Row, Rows};
use std::fs::File;
use std::path::{Path, PathBuf};

/// A CSV file: a header with `time` and the names of variables, then numbers. Times must not fall.
pub struct CsvRows {
    path: PathBuf,
    reader: csv::Reader<File>,
    record: csv::StringRecord,
    names: Vec<String>,
    times: Option<(f64, usize)>,
}

impl CsvRows {
    /// Opens the file and reads its header.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(|source| Error::Read { path: path.to_path_buf(), source })?;
        let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(file);
        let header = reader.headers().map_err(|source| failure(path, source))?;
        let names = names(header).map_err(|problem| Error::Header { path: path.to_path_buf(), problem })?;
        Ok(Self { path: path.to_path_buf(), reader, record: csv::StringRecord::new(), names, times: None })
    }

    fn row(&self, line: u64) -> Result<Row, Error> {
        let (found, expected) = (self.record.len(), self.names.len() + 1);
        if found != expected {
            return Err(Error::Width { path: self.path.clone(), line, found, expected });
        }
        let columns = std::iter::once("time").chain(self.names.iter().map(String::as_str));
        let numbers = self.record.iter().zip(columns).map(|(text, column)| self.number(text, column, line));
        let mut values = numbers.collect::<Result<Vec<f64>, Error>>()?;
        let time = values.remove(0);
        Ok(Row { time, values })
    }

    fn number(&self, text: &str, column: &str, line: u64) -> Result<f64, Error> {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| Error::Value {
            path: self.path.clone(),
            line,
            column: column.to_string(),
            value: text.to_string(),
        })
    }

    /// Times rise, or stay once.
    fn order(&mut self, time: f64, line: u64) -> Result<(), Error> {
        let same = match self.times {
            Some((previous, same)) if time < previous || (time == previous && same == 2) => {
                return Err(Error::Order { path: self.path.clone(), line, time, previous });
            }
            Some((previous, same)) if time == previous => same + 1,
            _ => 1,
        };
        self.times = Some((time, same));
        Ok(())
    }
}

impl Rows for CsvRows {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self) -> Result<Option<Row>, Error> {
        let more = self.reader.read_record(&mut self.record).map_err(|source| failure(&self.path, source))?;
        if !more {
            let empty = self.times.is_none();
            return if empty { Err(Error::Empty { path: self.path.clone() }) } else { Ok(None) };
        }
        let line = self.record.position().map_or(0, csv::Position::line);
        let row = self.row(line)?;
        self.order(row.time, line)?;
        Ok(Some(row))
    }
}

fn names(header: &csv::StringRecord) -> Result<Vec<String>, String> {
    let mut columns = header.iter();
    match columns.next() {
        Some("time") => (),
        Some(other) if other.contains(';') => {
            return Err(format!("the header {other:?} has semicolons; columns must be separated by commas"));
        }
        Some(other) => return Err(format!("the first column is {other:?}; it must be time")),
        None => return Err("the file is empty; the header must be time and names of variables".to_string()),
    }
    let names: Vec<String> = columns.map(str::to_string).collect();
    match names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
        Some((_, name)) => Err(format!("the column {name} appears twice; each variable has one column")),
        None => Ok(names),
    }
}

fn failure(path: &Path, source: csv::Error) -> Error {
    let path = path.to_path_buf();
    match source.kind() {
        csv::ErrorKind::Io(_) => match source.into_kind() {
            csv::ErrorKind::Io(source) => Error::Read { path, source },
            _ => unreachable!("the kind was just seen to be Io"),
        },
        _ => Error::Csv { path, source },
    }
}
