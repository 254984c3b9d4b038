//! CSV files of any make: what stands in their columns, as numbers.

use crate::Error;
use crate::study::{ColumnName, RecordingKeys};
use fmu_import::interface::nearest;
use model_description::configuration::{Given, Position};
use model_description::counted;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// A column that is wanted.
pub struct Wanted<'a> {
    /// Which.
    pub column: &'a ColumnName,
    /// Cells beyond these are no readings.
    pub limits: (Option<f64>, Option<f64>),
}

/// Columns of numbers of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// The numbers of each wanted column.
    pub values: Vec<Vec<f64>>,
    /// Lines that were left out because a cell is no reading, from 1.
    pub left_out: Vec<usize>,
}

/// Reads a file. Texts of other encodings than UTF-8 are read as far as it goes: headings may be, numbers are ASCII.
pub fn read(path: &Path, keys: &RecordingKeys, wanted: &[Wanted<'_>]) -> Result<Columns, Error> {
    let bytes = std::fs::read(path).map_err(|source| Error::Read { path: path.to_path_buf(), source })?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let reader = Reader { path, keys };
    if keys.skip > 0 {
        let last = records(text, keys.separator).filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty())).last();
        let lines = last.map_or(0, |(line, _)| line);
        if keys.skip >= lines {
            return Err(Error::Skipped { path: path.to_path_buf(), skip: keys.skip, lines });
        }
    }
    let mut lines = records(text, keys.separator).skip(keys.skip);
    let header = if keys.has_header { lines.next() } else { None };
    let places = reader.places(header.as_ref(), wanted)?;
    let mut columns = Columns { values: vec![Vec::new(); wanted.len()], left_out: Vec::new() };
    for (line, cells) in lines.skip(keys.skip_below_header) {
        if cells.iter().all(|cell| cell.is_empty()) {
            continue;
        }
        match reader.row(line, &cells, &places, wanted) {
            Ok(row) => columns.values.iter_mut().zip(row).for_each(|(column, value)| column.push(value)),
            Err(_) if keys.leaves_out_bad_cells => columns.left_out.push(line),
            Err(error) => return Err(error),
        }
    }
    Ok(columns)
}

/// Lines with their numbers from 1, each split into cells; a cell in quotes may have the separator in it.
fn records(text: &str, separator: u8) -> impl Iterator<Item = (usize, Vec<Cow<'_, str>>)> {
    // Any of the three ends of lines.
    let lines = text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
    lines.zip(1..).map(move |(line, number)| (number, cells(line, separator)))
}

fn cells(line: &str, separator: u8) -> Vec<Cow<'_, str>> {
    if !line.contains('"') {
        return line.split(char::from(separator)).map(|cell| Cow::Borrowed(cell.trim())).collect();
    }
    let mut options = csv::ReaderBuilder::new();
    let options = options.delimiter(separator).has_headers(false).flexible(true);
    let record = options.from_reader(line.as_bytes()).records().next().and_then(Result::ok).unwrap_or_default();
    record.iter().map(|cell| Cow::Owned(cell.trim().to_owned())).collect()
}

struct Reader<'a> {
    path: &'a Path,
    keys: &'a RecordingKeys,
}

impl Reader<'_> {
    /// Where the wanted columns are, from 0.
    fn places(&self, header: Option<&(usize, Vec<Cow<'_, str>>)>, wanted: &[Wanted<'_>]) -> Result<Vec<usize>, Error> {
        wanted.iter().map(|wanted| self.place(header, wanted.column)).collect()
    }

    fn place(&self, header: Option<&(usize, Vec<Cow<'_, str>>)>, column: &ColumnName) -> Result<usize, Error> {
        match (column, header) {
            (ColumnName::Number(number), _) => Ok(number - 1),
            (ColumnName::Heading(name), Some((line, headings))) => {
                let mut places = (0..headings.len()).filter(|place| headings[*place] == *name);
                let found = places.next();
                if let (Some(first), Some(second)) = (found, places.next()) {
                    return Err(Error::ColumnTwice {
                        path: self.path.to_path_buf(),
                        line: *line,
                        name: name.clone(),
                        numbers: (first + 1, second + 1),
                    });
                }
                found.ok_or_else(|| Error::Column {
                    path: self.path.to_path_buf(),
                    line: *line,
                    name: name.clone(),
                    nearest: nearest(name, headings.iter().map(|heading| &**heading)),
                    headings: headings.join(", "),
                })
            }
            (ColumnName::Heading(name), None) => {
                Err(Error::NoHeader { path: self.path.to_path_buf(), name: name.clone() })
            }
        }
    }

    fn row(
        &self,
        line: usize,
        cells: &[Cow<'_, str>],
        places: &[usize],
        wanted: &[Wanted<'_>],
    ) -> Result<Vec<f64>, Error> {
        let cell = |(place, wanted): (&usize, &Wanted<'_>)| self.cell(line, *place, cells, wanted);
        places.iter().zip(wanted).map(cell).collect()
    }

    fn cell(&self, line: usize, place: usize, cells: &[Cow<'_, str>], wanted: &Wanted<'_>) -> Result<f64, Error> {
        let Some(written) = cells.get(place) else {
            let problem = format!("is missing: the line has {}", counted(cells.len(), "cell"));
            return Err(self.refused(line, place, None, problem));
        };
        let mut text = &**written;
        if let Some(remark) = &self.keys.cut_at {
            text = text.split(remark.as_str()).next().unwrap_or(text).trim();
        }
        let refused = |problem: String| self.refused(line, place, Some(&**written), problem);
        let decimal =
            if self.keys.has_decimal_comma { Cow::Owned(text.replace(',', ".")) } else { Cow::Borrowed(text) };
        let value = decimal.parse::<f64>().ok().filter(|value| value.is_finite());
        let value = value.ok_or_else(|| refused(self.allowed(text)))?;
        match wanted.limits {
            (Some(lower), _) if value < lower => Err(refused(format!("is below the limit of the column, {lower}"))),
            (_, Some(upper)) if value > upper => Err(refused(format!("is above the limit of the column, {upper}"))),
            _ => Ok(value),
        }
    }

    fn allowed(&self, text: &str) -> String {
        let is_comma =
            !self.keys.has_decimal_comma && text.contains(',') && text.replacen(',', ".", 1).parse::<f64>().is_ok();
        let hint = if is_comma { "; with decimal = \"comma\" it is one" } else { "" };
        format!("is no finite number{hint}; bad_cells = \"leave_out\" leaves such lines out")
    }

    fn refused(&self, line: usize, place: usize, cell: Option<&str>, problem: String) -> Error {
        let shown = cell.map(|cell| format!("{:?}", cell.chars().take(60).collect::<String>()));
        let position = Position { line, column: place + 1 };
        let given = Given::in_table(self.path, position, "cell", shown.as_deref());
        Error::Cell { given: Box::new(given), problem }
    }
}

/// The files that a name stands for, where `*` is any text, in the order of their names.
pub fn files(pattern: &Path) -> Result<Vec<PathBuf>, Error> {
    let Some(name) = pattern.file_name().and_then(|name| name.to_str()).filter(|name| name.contains('*')) else {
        return Ok(vec![pattern.to_path_buf()]);
    };
    let folder = pattern.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |source| Error::Read { path: folder.to_path_buf(), source };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?.file_name();
        let is_it = entry.to_str().is_some_and(|entry| model_description::configuration::matches_pattern(name, entry));
        if is_it {
            found.push(folder.join(entry));
        }
    }
    found.sort();
    if found.is_empty() { Err(Error::NoFiles { pattern: pattern.to_path_buf() }) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Study;

    fn keys(more: &str) -> RecordingKeys {
        let text = format!(
            "[model.a]\nlaw = \"sliding\"\n[recording.r]\nfiles = [\"a.csv\"]\nsampling = \"1 ms\"\noutput.torque.column = 1\n{more}"
        );
        Study::parse(&text, Path::new("study.toml")).unwrap().recordings.remove(0)
    }

    fn read_text(content: &str, more: &str, columns: &[ColumnName]) -> Result<Columns, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, content).unwrap();
        let wanted: Vec<Wanted<'_>> = columns.iter().map(|column| Wanted { column, limits: (None, None) }).collect();
        read(&path, &keys(more), &wanted)
    }

    #[test]
    fn semicolons_decimal_commas_and_lines_to_skip_are_read() {
        let content = "Date:;2020\r\nt;w\r\nms;rpm\r\n0,5;-1,25\r\n1,0;2e3\r\n\r\n";
        let more = "separator = \";\"\ndecimal = \"comma\"\nskip = 1\nskip_below_header = 1";
        let read = read_text(content, more, &[ColumnName::Heading("w".into()), ColumnName::Number(1)]).unwrap();
        assert_eq!(read.values, [vec![-1.25, 2000.0], vec![0.5, 1.0]]);
    }

    #[test]
    fn a_cell_that_is_no_number_is_named_with_file_line_and_cell() {
        let content = "t,w\n0,1\n1,nan\n2,-1200..was -8.9\n3,4\n";
        let columns = [ColumnName::Number(1), ColumnName::Heading("w".into())];
        let refused = read_text(content, "", &columns).unwrap_err().to_string();
        assert!(refused.contains("a.csv, line 3, column 2: cell = \"nan\": is no finite number"), "{refused}");
        let left_out = read_text(content, "bad_cells = \"leave_out\"", &columns).unwrap();
        assert_eq!((left_out.left_out, left_out.values), (vec![3, 4], vec![vec![0.0, 3.0], vec![1.0, 4.0]]));
    }

    #[test]
    fn a_decimal_comma_and_a_missing_column_are_told_as_such() {
        let refused = read_text("w;x\n0,5;1\n", "separator = \";\"", &[ColumnName::Number(1)]).unwrap_err().to_string();
        assert!(refused.contains("decimal = \"comma\""), "{refused}");
        let refused = read_text("t,speed\n0,5\n", "", &[ColumnName::Heading("sped".into())]).unwrap_err().to_string();
        assert!(refused.contains("line 1: there is no column \"sped\""), "{refused}");
        assert!(refused.contains("speed"), "{refused}");
        let refused = read_text("0,5\n1\n", "header = false", &[ColumnName::Number(2)]).unwrap_err().to_string();
        assert!(refused.contains("line 2, column 2: cell: is missing: the line has 1 cell"), "{refused}");
    }
}
