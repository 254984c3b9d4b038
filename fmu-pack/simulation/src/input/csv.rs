//! Rows from a CSV file, read as they are needed: the file may be longer than memory.

use super::super::setting::real;
use super::newlines::Newlines;
use super::row_limit::RowLimit;
use super::{Error, Row, Rows, heading};
use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

type Reader = csv::Reader<RowLimit<Newlines<Box<dyn Read + Send>>>>;

/// A CSV file: a header with `time` and the names of variables, then numbers. Times must not fall. `time [ms]` is a time in ms.
pub struct CsvRows {
    path: PathBuf,
    reader: Reader,
    record: csv::StringRecord,
    names: Vec<String>,
    /// What a time in the file is worth [s].
    time_unit: f64,
    times: Option<(f64, usize)>,
}

impl CsvRows {
    /// Opens the file and reads its header.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(|source| Error::Read { path: path.to_path_buf(), source })?;
        Self::new(path, Box::new(file))
    }

    /// Reads the header of a source that is called `path` in messages.
    pub fn new(path: &Path, source: Box<dyn Read + Send>) -> Result<Self, Error> {
        // The last line ends as all others do.
        let source: Box<dyn Read + Send> = Box::new(source.chain(&b"\n"[..]));
        let source = RowLimit::new(Newlines::new(source));
        let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(source);
        let header = reader.headers().cloned().map_err(|source| failure(path, &reader, source))?;
        let refused = |problem| Error::Header { path: path.to_path_buf(), problem };
        let (time_unit, names) = columns(&header).map_err(refused)?;
        Ok(Self { path: path.to_path_buf(), reader, record: csv::StringRecord::new(), names, time_unit, times: None })
    }

    fn row(&self, line: u64) -> Result<Row, Error> {
        let (found, expected) = (self.record.len(), self.names.len() + 1);
        if found != expected {
            return Err(Error::Width { path: self.path.clone(), line, found, expected });
        }
        let columns = std::iter::once("time").chain(self.names.iter().map(String::as_str));
        let numbers = self.record.iter().zip(columns).map(|(text, column)| self.number(text, column, line));
        let mut values = numbers.collect::<Result<Vec<f64>, Error>>()?;
        let time = values.remove(0) * self.time_unit;
        Ok(Row { time, values })
    }

    fn number(&self, text: &str, column: &str, line: u64) -> Result<f64, Error> {
        /// Of a value that is none.
        const SHOWN: usize = 80;
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| Error::Value {
            path: self.path.clone(),
            line,
            column: column.to_string(),
            value: text.chars().take(SHOWN).collect(),
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
        self.reader.get_mut().restart();
        let more = self.reader.read_record(&mut self.record);
        if !more.map_err(|source| failure(&self.path, &self.reader, source))? {
            let empty = self.times.is_none();
            return if empty { Err(Error::Empty { path: self.path.clone() }) } else { Ok(None) };
        }
        let line = line_of(&self.record, &self.reader);
        let row = self.row(line)?;
        self.order(row.time, line)?;
        Ok(Some(row))
    }
}

/// Line at which a record begins that was just read, from 1, where each line has an end. The record's own position is before the empty
/// lines above it.
pub fn line_of<R: Read>(record: &csv::StringRecord, reader: &csv::Reader<R>) -> u64 {
    let inside = record.iter().flat_map(str::bytes).filter(|byte| *byte == b'\n').count();
    reader.position().line() - 1 - inside as u64
}

/// Unit of the time, and the headings of the other columns. Error: what is wrong.
fn columns(header: &csv::StringRecord) -> Result<(f64, Vec<String>), String> {
    let mut columns = header.iter();
    let time_unit = match columns.next() {
        Some(time) if heading::split(time).0 == "time" => time_unit(time)?,
        Some(other) if other.contains(';') => {
            return Err(format!("the header {other:?} has semicolons; columns must be separated by commas"));
        }
        Some(other) => return Err(format!("the first column is {other:?}; it must be time")),
        None => return Err("the file is empty; the header must be time and names of variables".to_string()),
    };
    let names: Vec<String> = columns.map(str::to_string).collect();
    let mut seen = HashSet::new();
    match names.iter().find(|name| !seen.insert(*name)) {
        Some(name) => Err(format!("the column {name} appears twice; each variable has one column")),
        None => Ok((time_unit, names)),
    }
}

fn time_unit(time: &str) -> Result<f64, String> {
    let unit = heading::split(time).1.unwrap_or("s");
    real(&format!("1 {unit}"), "s").map_err(|allowed| format!("the unit of the column {time:?} must be {allowed}"))
}

fn failure(path: &Path, reader: &Reader, source: csv::Error) -> Error {
    let path = path.to_path_buf();
    if reader.get_ref().is_reached() {
        return Error::Long { path, line: reader.position().line() };
    }
    match source.kind() {
        csv::ErrorKind::Io(_) => match source.into_kind() {
            csv::ErrorKind::Io(source) => Error::Read { path, source },
            _ => unreachable!("the kind was just seen to be Io"),
        },
        _ => Error::Csv { path, source },
    }
}
