//! Rows from a CSV file, read as they are needed: the file may be longer than memory.

use super::super::setting::{item, real, truth};
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
    /// Headings of the columns as they stand in the file, without that of the time.
    columns: Vec<String>,
    /// One heading for each value of a row: of an array as many as it has elements.
    names: Vec<String>,
    /// What each column drives, where that is known: one variable, or the elements of an array.
    driven: Vec<Vec<Driven>>,
    /// What a time in the file is worth [s].
    time_unit: f64,
    times: Option<(f64, usize)>,
}

/// The variable that a column drives.
pub struct Driven {
    /// Its heading: its name, and a unit where one is given.
    pub heading: String,
    /// The variable.
    pub variable: Variable,
    /// What a number of the column is worth in the unit of the variable.
    pub factor: f64,
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
        let columns = names.clone();
        Ok(Self { path, reader, record, header_line: line, columns, names, driven, time_unit, times: None })
    }

    /// The same for the variables that `variables` finds for the headings, or whose error says why there is none. Each value must be one of
    /// its variable, within its limits.
    pub fn driving(mut self, mut variables: impl FnMut(&str) -> Result<Vec<Driven>, String>) -> Result<Self, Error> {
        for (name, column) in self.columns.iter().zip(2..) {
            let driven = variables(name)
                .map_err(|problem| refused_heading(&self.path, (self.header_line, column), name, problem))?;
            self.driven.push(driven);
        }
        self.names = self.driven.iter().flatten().map(|driven| driven.heading.clone()).collect();
        Ok(self)
    }

    fn row(&self, line: u64) -> Result<Row, Error> {
        let (found, expected) = (self.record.len(), self.columns.len() + 1);
        if found != expected {
            return Err(Error::Width { path: self.path.clone(), line, found, expected });
        }
        let mut values = Vec::with_capacity(self.names.len());
        let time = self.read(0, line, number)? * self.time_unit;
        for column in 1..found {
            match self.driven.get(column - 1).map(Vec::as_slice) {
                None => values.push(self.read(column, line, number)?),
                Some([driven]) => values.push(self.read(column, line, |text| driven.read(text))?),
                Some(elements) => values.extend(self.read(column, line, |text| read_all(elements, text))?),
            }
        }
        Ok(Row { time, values })
    }

    /// What stands in a column, from 0.
    fn read<T>(&self, column: usize, line: u64, read: impl Fn(&str) -> Result<T, String>) -> Result<T, Error> {
        read(&self.record[column]).map_err(|allowed| self.refused(column, line, format!("must be {allowed}")))
    }

    /// What stands in a column of the last row is refused.
    fn refused(&self, column: usize, line: u64, problem: String) -> Error {
        let heading = column.checked_sub(1).map_or("time", |place| &self.columns[place]);
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

/// 2^53: from here on not every whole number is a double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A finite number. Error: what is allowed.
fn number(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| "a finite number such as 0.25 or -1e3".to_string())
}

/// The elements of an array, separated by spaces as in a description.
fn read_all(elements: &[Driven], text: &str) -> Result<Vec<f64>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() != elements.len() {
        return Err(format!("{} values with spaces between them, as 1 2 3", elements.len()));
    }
    elements.iter().zip(words).map(|(element, word)| element.read(word)).collect()
}

impl Driven {
    /// A value of the variable as a number: of a Boolean 0 or 1, of an Enumeration that of the item. Error: what is allowed.
    fn read(&self, text: &str) -> Result<f64, String> {
        match &self.variable.kind {
            Kind::Boolean if number(text).is_err() => truth(text).map(|value| f64::from(u8::from(value))),
            Kind::Enumeration(items) if number(text).is_err() => item(items, text).map(|value| value as f64),
            Kind::Real
            | Kind::Integer
            | Kind::Boolean
            | Kind::Enumeration(_)
            | Kind::String
            | Kind::Binary
            | Kind::Clock => {
                let number = number(text)?;
                self.check(number)?;
                // Digits that a signal would lose.
                let is_kept = text.trim().parse::<i128>().is_ok_and(|whole| number as i128 == whole);
                if matches!(self.variable.kind, Kind::Integer) && number.abs() >= EXACT && !is_kept {
                    return Err(
                        "a whole number that a double holds, as signals are doubles; --set takes all".to_string()
                    );
                }
                Ok(number)
            }
        }
    }

    /// What the variable takes instead, if it does not take the number.
    fn check(&self, number: f64) -> Result<(), String> {
        let is_whole = || number.fract() == 0.0 && self.variable.place().holds(number as i128);
        match self.variable.kind {
            Kind::Real => self.variable.check_limits(number * self.factor),
            Kind::Integer if is_whole() => self.variable.check_limits(number),
            Kind::Enumeration(_) if is_whole() => Ok(()),
            Kind::Integer | Kind::Enumeration(_) => Err(self.variable.place().whole_numbers()),
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
        csv::ErrorKind::Utf8 { pos, .. } => {
            Error::Utf8 { path, line: pos.as_ref().map_or(reader.position().line(), csv::Position::line) }
        }
        _ => Error::Csv { path, source },
    }
}
