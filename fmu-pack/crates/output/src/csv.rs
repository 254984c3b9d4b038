//! Results as CSV: time and values that read back to the same bits.

use super::Cell;
use std::fmt::Write as _;
use std::io::{Result, Write};

/// Writes rows of time and values. The header comes with the first row: what fails before it has written nothing.
pub struct CsvWriter<W: Write> {
    sink: W,
    header: Option<String>,
    /// The row that is being written.
    line: String,
}

impl<W: Write> CsvWriter<W> {
    /// With the header `time`, then `names`.
    pub fn new(sink: W, names: &[String]) -> Self {
        let header = std::iter::once("time".to_owned()).chain(names.iter().map(|name| quoted(name)));
        Self { sink, header: Some(header.collect::<Vec<String>>().join(",")), line: String::new() }
    }

    /// Writes one row.
    pub fn row(&mut self, time: f64, values: &[f64]) -> Result<()> {
        self.begin()?;
        set_to_numbers(&mut self.line, time, values);
        self.sink.write_all(self.line.as_bytes())
    }

    /// Writes one row of values of any kind; one that does not exist leaves its place empty.
    pub fn cells(&mut self, time: f64, cells: &[Cell]) -> Result<()> {
        self.begin()?;
        set_to_cells(&mut self.line, time, cells);
        self.sink.write_all(self.line.as_bytes())
    }

    /// The complete file, for committing it.
    pub fn finish(mut self) -> Result<W> {
        self.begin()?;
        Ok(self.sink)
    }

    fn begin(&mut self) -> Result<()> {
        self.header.take().map_or(Ok(()), |header| writeln!(self.sink, "{header}"))
    }
}

// Apart from the generic writer: that is compiled in the crates that use it, which are optimized less than this one.
fn set_to_numbers(line: &mut String, time: f64, values: &[f64]) {
    line.clear();
    append(line, time);
    for value in values {
        line.push(',');
        append(line, *value);
    }
    line.push('\n');
}

fn set_to_cells(line: &mut String, time: f64, cells: &[Cell]) {
    line.clear();
    append(line, time);
    for cell in cells {
        line.push(',');
        match cell {
            Cell::Missing => {}
            Cell::Whole(value) => line.push_str(&value.to_string()),
            Cell::Unsigned(value) => line.push_str(&value.to_string()),
            Cell::Number(value) => append(line, *value),
            Cell::Text(value) => line.push_str(&one_column(value)),
        }
    }
    line.push('\n');
}

/// A name as one column, whatever is in it.
fn quoted(name: &str) -> String {
    one_column(&super::visible(name))
}

fn one_column(text: &str) -> String {
    let is_plain = !text.contains([',', '"', '\r', '\n']);
    if is_plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

/// The shortest decimal that reads back to the same bits (at most 17 digits), with an exponent for far magnitudes.
pub fn number(value: f64) -> String {
    let mut text = String::new();
    append(&mut text, value);
    text
}

fn append(line: &mut String, value: f64) {
    let handy = value == 0.0 || (1e-4..1e15).contains(&value.abs());
    // To write into a text does not fail.
    let _ = if handy { write!(line, "{value}") } else { write!(line, "{value:e}") };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back_to_the_same_bits() {
        for value in [0.1, 1.0 / 3.0, -2.5e-17, 26e6, f64::MIN_POSITIVE, f64::MAX, -0.0, 300.0 * 0.001] {
            assert_eq!(number(value).parse::<f64>().unwrap().to_bits(), value.to_bits());
        }
        assert_eq!(number(0.25), "0.25");
    }

    #[test]
    fn a_row_has_a_value_per_name() {
        let mut csv = CsvWriter::new(Vec::new(), &["a".to_string(), "b.c".to_string()]);
        csv.row(0.001, &[1.0, -0.5]).unwrap();
        assert_eq!(String::from_utf8(csv.finish().unwrap()).unwrap(), "time,a,b.c\n0.001,1,-0.5\n");
    }

    #[test]
    fn values_of_any_kind_are_written_as_they_are() {
        let mut csv = CsvWriter::new(Vec::new(), &["a", "b", "c", "d"].map(str::to_string));
        let cells = [Cell::Whole(i64::MIN), Cell::Unsigned(u64::MAX), Cell::Text("a \"b\", c".into()), Cell::Missing];
        csv.cells(0.5, &cells).unwrap();
        let written = String::from_utf8(csv.finish().unwrap()).unwrap();
        assert_eq!(written, "time,a,b,c,d\n0.5,-9223372036854775808,18446744073709551615,\"a \"\"b\"\", c\",\n");
    }

    #[test]
    fn a_name_with_a_comma_is_one_column() {
        let names = ["'a,b'", "\"", "x[1,2]"].map(str::to_string);
        let csv = CsvWriter::new(Vec::new(), &names);
        let written = String::from_utf8(csv.finish().unwrap()).unwrap();
        assert_eq!(written, "time,\"'a,b'\",\"\"\"\",\"x[1,2]\"\n");
        let read = csv::Reader::from_reader(written.as_bytes()).headers().unwrap().clone();
        assert_eq!(read.iter().skip(1).collect::<Vec<_>>(), names);
    }
}
