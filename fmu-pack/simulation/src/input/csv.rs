//! Rows from a CSV file, read as they are needed: the file may be longer than memory.

use super::super::setting::real;
use super::newlines::Newlines;
use super::row_limit::RowLimit;
use super::{Error, Row, Rows, heading};
use fmu_import::interface::{Kind, Variable};
use model_description::configuration::{Given, Position};
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
    header_line: u64,
    names: Vec<String>,
    /// What the columns drive, where that is known.
    driven: Vec<Driven>,
    /// What a time in the file is worth [s].
    time_unit: f64,
    times: Option<(f64, usize)>,
}

/// The variable that a column drives.
struct Driven {
    variable: Variable,
    /// What a number of the column is worth in the unit of the variable.
    factor: f64,
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
        let line = line_of(&header, &reader);
        let (time_unit, names) = columns(&header).map_err(|(column, problem)| match column {
            Some(column) => refused_heading(path, (line, column), &header[column - 1], problem),
            None => Error::Header { path: path.to_path_buf(), line, problem },
        })?;
        let (path, record, driven) = (path.to_path_buf(), csv::StringRecord::new(), Vec::new());
        Ok(Self { path, reader, record, header_line: line, names, driven, time_unit, times: None })
    }

    /// The same for the variables that `variable` finds for the headings, or whose error says why there is none. Each number must be
    /// within the limits of its variable.
    pub fn driving(mut self, mut variable: impl FnMut(&str) -> Result<(Variable, f64), String>) -> Result<Self, Error> {
        for (name, column) in self.names.iter().zip(2..) {
            let (variable, factor) = variable(name)
                .map_err(|problem| refused_heading(&self.path, (self.header_line, column), name, problem))?;
            self.driven.push(Driven { variable, factor });
        }
        Ok(self)
    }

    fn row(&self, line: u64) -> Result<Row, Error> {
        let (found, expected) = (self.record.len(), self.names.len() + 1);
        if found != expected {
            return Err(Error::Width { path: self.path.clone(), line, found, expected });
        }
        let numbers = (0..found).map(|column| self.number(column, line));
        let mut values = numbers.collect::<Result<Vec<f64>, Error>>()?;
        let time = values.remove(0) * self.time_unit;
        Ok(Row { time, values })
    }

    /// The number in a column, from 0.
    fn number(&self, column: usize, line: u64) -> Result<f64, Error> {
        let number = self.record[column].parse::<f64>().ok().filter(|number| number.is_finite());
        let read = number.ok_or_else(|| "a finite number such as 0.25 or -1e3".to_string()).and_then(|number| {
            let driven = column.checked_sub(1).and_then(|place| self.driven.get(place));
            driven.map_or(Ok(()), |driven| driven.check(number)).map(|()| number)
        });
        read.map_err(|allowed| self.refused(column, line, format!("must be {allowed}")))
    }

    /// What stands in a column of the last row is refused.
    fn refused(&self, column: usize, line: u64, problem: String) -> Error {
        let heading = column.checked_sub(1).map_or("time", |place| &self.names[place]);
        /// Characters of a value that is none.
        const SHOWN: usize = 80;
        // A text that is no number may be empty, or have several lines.
        let shown = |text: &str| match text.parse::<f64>() {
            Ok(_) => text.to_string(),
            Err(_) => format!("{:?}", text.chars().take(SHOWN).collect::<String>()),
        };
        let value = self.record.get(column).map(shown);
        let given = Given::in_table(&self.path, position(line, column + 1), heading, value.as_deref());
        Error::Value { given: Box::new(given), problem }
    }

    /// Times rise, or stay once.
    fn order(&mut self, time: f64, line: u64) -> Result<(), Error> {
        let same = match self.times {
            Some((previous, same)) if time < previous || (time == previous && same == 2) => {
                let problem = format!(
                    "{time} comes after {previous}; times must not fall, and at most two rows may have the same time (a step)"
                );
                return Err(self.refused(0, line, problem));
            }
            Some((previous, same)) if time == previous => same + 1,
            _ => 1,
        };
        self.times = Some((time, same));
        Ok(())
    }
}

impl Driven {
    /// What the variable takes instead, if it does not take the number.
    fn check(&self, number: f64) -> Result<(), String> {
        let is_whole = || number.fract() == 0.0 && self.variable.place().holds(number as i64);
        match self.variable.kind {
            Kind::Real => self.variable.check_limits(number * self.factor),
            Kind::Integer if is_whole() => self.variable.check_limits(number),
            Kind::Enumeration(_) if is_whole() => Ok(()),
            Kind::Integer | Kind::Enumeration(_) => Err("a whole number".to_string()),
            Kind::Boolean | Kind::String | Kind::Binary | Kind::Clock => Ok(()),
        }
    }
}

/// Line and column from 1.
fn refused_heading(path: &Path, (line, column): (u64, usize), heading: &str, problem: String) -> Error {
    let given = Given::in_table(path, position(line, column), heading, None);
    Error::Value { given: Box::new(given), problem }
}

fn position(line: u64, column: usize) -> Position {
    Position { line: usize::try_from(line).unwrap_or(usize::MAX), column }
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

/// Unit of the time, and the headings of the other columns. Error: the column from 1, where it is one, and what is wrong.
fn columns(header: &csv::StringRecord) -> Result<(f64, Vec<String>), (Option<usize>, String)> {
    let mut columns = header.iter();
    let time_unit = match columns.next() {
        Some(time) if heading::split(time).0 == "time" => time_unit(time).map_err(|problem| (Some(1), problem))?,
        Some(other) if other.contains([';', '\t']) => {
            let signs = if other.contains(';') { "semicolons" } else { "tabs" };
            return Err((None, format!("the header {other:?} has {signs}; columns must be separated by commas")));
        }
        Some(other) => {
            let problem =
                format!("the first column is {other:?}; it must be time, or with another unit than s as time [ms]");
            return Err((None, problem));
        }
        None => return Err((None, "the file is empty; the header must be time and names of variables".to_string())),
    };
    let names: Vec<String> = columns.map(str::to_string).collect();
    let mut seen = HashSet::new();
    match names.iter().position(|name| !seen.insert(name)) {
        Some(place) => {
            Err((Some(place + 2), format!("the column {} appears twice; each variable has one column", names[place])))
        }
        None => Ok((time_unit, names)),
    }
}

fn time_unit(time: &str) -> Result<f64, String> {
    let unit = heading::split(time).1.unwrap_or("s");
    let problem = |_| format!("{unit:?} is no unit of time; there are s, min, and s with a prefix as ms");
    real(&format!("1 {unit}"), "s").map_err(problem)
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
