//! The resume file: a line per finished run, in the order in which they finish.
//!
//! A line is complete when it ends; what an interruption left of a line is dropped. Nothing depends on the order of the
//! lines, and a run that is there twice counts once.

use super::{Error, Row};
use fmu_output::number;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A resume file that is open for more runs.
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// The runs that are done, by number.
type Done = BTreeMap<u64, Row>;

impl Journal {
    /// The resume file of the results in `results`.
    pub fn path_beside(results: &Path) -> PathBuf {
        let mut name = results.file_name().unwrap_or_default().to_os_string();
        name.push(".resume");
        results.with_file_name(name)
    }

    /// Opens or creates the file and reads the runs in it, each with `width` values. It must be of the study with this
    /// fingerprint.
    pub fn open(path: &Path, fingerprint: &str, width: usize) -> Result<(Self, Done), Error> {
        let failed = |source| Error::Journal { path: path.to_path_buf(), source };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        let mut journal = Self { path: path.to_path_buf(), file: options.open(path).map_err(failed)? };
        let text = journal.complete_lines().map_err(failed)?;
        let header = format!("fmu-pack sweep {fingerprint}\n");
        if text.is_empty() {
            journal.file.write_all(header.as_bytes()).map_err(failed)?;
            return Ok((journal, Done::new()));
        }
        let rows = text.strip_prefix(&header).ok_or_else(|| Error::OtherStudy { path: path.to_path_buf() })?;
        let done = rows.lines().zip(2..).map(|(text, line)| {
            let row = read(text, width).ok_or_else(|| Error::Damaged { path: path.to_path_buf(), line })?;
            Ok((row.run, row))
        });
        Ok((journal, done.collect::<Result<Done, Error>>()?))
    }

    /// The text up to the last end of a line; the file is cut there.
    fn complete_lines(&mut self) -> std::io::Result<String> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut bytes)?;
        bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        self.file.set_len(bytes.len() as u64)?;
        self.file.seek(SeekFrom::End(0))?;
        String::from_utf8(bytes).map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidData, error))
    }

    /// Keeps a run for good.
    pub fn append(&mut self, row: &Row) -> Result<(), Error> {
        let values: String = row.values.iter().flat_map(|value| [",".to_string(), number(*value)]).collect();
        let problem = if row.problem.is_empty() { String::new() } else { format!("!{}", row.problem) };
        // One write: a run is there or it is not.
        let line = format!("{}{values}{problem}\n", row.run);
        self.file.write_all(line.as_bytes()).map_err(|source| Error::Journal { path: self.path.clone(), source })
    }

    /// Deletes the file: the results are written.
    pub fn remove(self) -> Result<(), Error> {
        std::fs::remove_file(&self.path).map_err(|source| Error::Journal { path: self.path, source })
    }
}

/// `run,value,value,...` or `run!problem`.
fn read(line: &str, width: usize) -> Option<Row> {
    if let Some((run, problem)) = line.split_once('!') {
        return Some(Row { run: run.parse().ok()?, values: Vec::new(), problem: problem.to_string() });
    }
    let mut fields = line.split(',');
    let run = fields.next()?.parse().ok()?;
    let values: Result<Vec<f64>, _> = fields.map(str::parse).collect();
    values.ok().filter(|values| values.len() == width).map(|values| Row { run, values, problem: String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(run: u64, values: &[f64], problem: &str) -> Row {
        Row { run, values: values.to_vec(), problem: problem.to_string() }
    }

    fn file(content: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv.resume");
        std::fs::write(&path, content).unwrap();
        (folder, path)
    }

    #[test]
    fn rows_come_back_to_the_bit_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = Journal::path_beside(&folder.path().join("new/a.csv"));
        assert!(path.ends_with("new/a.csv.resume"));
        let rows = [row(7, &[0.1, -1e-300], ""), row(2, &[], "it broke, badly! at 3 s"), row(3, &[1.0, 2.0], "")];
        let (mut journal, done) = Journal::open(&path, "abc", 2).unwrap();
        assert!(done.is_empty());
        rows.iter().for_each(|row| journal.append(row).unwrap());
        let (journal, done) = Journal::open(&path, "abc", 2).unwrap();
        assert_eq!(done.into_values().collect::<Vec<Row>>(), [rows[1].clone(), rows[2].clone(), rows[0].clone()]);
        journal.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn half_a_line_is_dropped_and_the_next_run_starts_on_a_line_of_its_own() {
        let (_folder, path) = file("fmu-pack sweep abc\n1,5\n2,1.2");
        let (mut journal, done) = Journal::open(&path, "abc", 1).unwrap();
        assert_eq!(done.keys().collect::<Vec<&u64>>(), [&1]);
        journal.append(&row(2, &[1.25], "")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "fmu-pack sweep abc\n1,5\n2,1.25\n");
    }

    #[test]
    fn a_file_of_another_study_is_refused_and_left_alone() {
        let (_folder, path) = file("fmu-pack sweep abc\n1,5\n");
        let error = Journal::open(&path, "def", 1).err().unwrap();
        assert!(matches!(error, Error::OtherStudy { .. }), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "fmu-pack sweep abc\n1,5\n");
    }

    #[test]
    fn a_damaged_line_is_named() {
        let (_folder, path) = file("fmu-pack sweep abc\n1,5\nx,5\n");
        assert!(Journal::open(&path, "abc", 1).err().unwrap().to_string().contains("line 3"));
    }
}
