//! The resume file: a line per finished run, in the order in which they finish, each with a checksum.
//!
//! A line is `run,number,…,"text,…`, with `run@time` first where the FMU has ended the run, or `run!problem`. It is complete when it
//! ends; what an interruption left of a line is dropped. A line that is not as it was written is told, and its run done again. Nothing
//! depends on the order of the lines, and a run that is there twice counts once. The file is locked while a sweep writes to it; the lock
//! ends with the process.

use super::{Error, Row};
use fmu_output::{create_folder, number};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A resume file that is open for more runs.
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// The runs that are done, by number.
type Done = BTreeMap<u64, Row>;

/// What is in a resume file.
pub struct Kept {
    /// The file.
    pub journal: Journal,
    /// Its runs.
    pub done: Done,
    /// Lines that are not as they were written, from 1.
    pub damaged: Vec<usize>,
}

impl Journal {
    /// The resume file of the results in `results`.
    pub fn path_beside(results: &Path) -> PathBuf {
        let mut name = results.file_name().unwrap_or_default().to_os_string();
        name.push(".resume");
        results.with_file_name(name)
    }

    /// Opens or creates the file and reads the runs in it, each with so many numbers and values that are none. It must be of the study
    /// with this fingerprint, and no other sweep may write to it.
    pub fn open(path: &Path, fingerprint: &str, widths: (usize, usize)) -> Result<Kept, Error> {
        let failed = |source| Error::Journal { path: path.to_path_buf(), source };
        if let Some(folder) = path.parent() {
            create_folder(folder).map_err(failed)?;
        }
        let mut journal = Self { path: path.to_path_buf(), file: Self::locked(path)? };
        let content = journal.complete_lines().map_err(failed)?;
        let header = format!("fmu-pack sweep {fingerprint}");
        let mut lines = content.split(|byte| *byte == b'\n');
        // What follows the last end of a line is empty.
        lines.next_back();
        let Some(first) = lines.next() else {
            journal.write(&header).map_err(failed)?;
            return Ok(Kept { journal, done: Done::new(), damaged: Vec::new() });
        };
        match checked(first) {
            Some(found) if found == header => (),
            Some(_) => return Err(Error::OtherStudy { path: path.to_path_buf() }),
            None => return Err(Error::Damaged { path: path.to_path_buf() }),
        }
        let (mut done, mut damaged) = (Done::new(), Vec::new());
        for (line, number) in lines.zip(2..) {
            match checked(line).and_then(|text| read(text, widths)) {
                Some(row) => drop(done.insert(row.run, row)),
                None => damaged.push(number),
            }
        }
        Ok(Kept { journal, done, damaged })
    }

    /// The file, which nobody else has locked.
    fn locked(path: &Path) -> Result<File, Error> {
        let failed = |source| Error::Journal { path: path.to_path_buf(), source };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        loop {
            let file = options.open(path).map_err(failed)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(Error::Busy { path: path.to_path_buf() }),
                // Some network file systems know no locks.
                Ok(()) | Err(TryLockError::Error(_)) => (),
            }
            // A sweep that ended between the two has deleted it.
            if path.try_exists().map_err(failed)? {
                return Ok(file);
            }
        }
    }

    /// The bytes up to the last end of a line; the file is cut there.
    fn complete_lines(&mut self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut bytes)?;
        bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        self.file.set_len(bytes.len() as u64)?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(bytes)
    }

    /// Keeps a run for good.
    pub fn append(&mut self, row: &Row) -> Result<(), Error> {
        let written = self.write(&line(row));
        written.map_err(|source| Error::Journal { path: self.path.clone(), source })
    }

    /// One write: a line is there or it is not.
    fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.file.write_all(format!("{:016x} {text}\n", checksum(text.as_bytes())).as_bytes())
    }

    /// Deletes the file: the results are written.
    pub fn remove(self) -> Result<(), Error> {
        std::fs::remove_file(&self.path).map_err(|source| Error::Journal { path: self.path, source })
    }
}

/// The text of a line that is as it was written.
fn checked(line: &[u8]) -> Option<&str> {
    let (sum, text) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    (sum == format!("{:016x}", checksum(text.as_bytes()))).then_some(text)
}

/// FNV-1a with 64 bits: any change of one byte gives another sum, and of what is changed otherwise 1 in 2^64 gives the same.
fn checksum(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x100_0000_01b3;
    bytes.iter().fold(OFFSET, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// A row as a line.
fn line(row: &Row) -> String {
    let Row { run, values, exact, ended_at, problem } = row;
    if !problem.is_empty() {
        return format!("{run}!{problem}");
    }
    let end = ended_at.map(|time| format!("@{}", number(time))).unwrap_or_default();
    let numbers = values.iter().map(|value| number(*value));
    let texts = exact.iter().map(|text| text.as_ref().map_or_else(String::new, |text| format!("\"{}", escaped(text))));
    let fields: String = numbers.chain(texts).flat_map(|field| [",".to_string(), field]).collect();
    format!("{run}{end}{fields}")
}

/// The row of a line.
fn read(line: &str, (numbers, texts): (usize, usize)) -> Option<Row> {
    if let Some((run, problem)) = line.split_once('!') {
        return Some(Row::failed(run.parse().ok()?, problem.to_string()));
    }
    let mut fields = line.split(',');
    let first = fields.next()?;
    let (run, end) = first.split_once('@').map_or((first, None), |(run, end)| (run, Some(end)));
    let values = fields.by_ref().take(numbers).map(|field| field.parse().ok()).collect::<Option<Vec<f64>>>()?;
    let exact = fields.map(read_text).collect::<Option<Vec<Option<String>>>>()?;
    let is_whole = (values.len(), exact.len()) == (numbers, texts);
    let ended_at = end.map(str::parse).transpose().ok()?;
    let row = Row { run: run.parse().ok()?, values, exact, ended_at, problem: String::new() };
    is_whole.then_some(row)
}

/// A text without what ends a field or a line, and without the mark of a problem: these as % and two hexadecimal digits.
fn escaped(text: &str) -> String {
    let is_special = |byte: char| byte.is_ascii_control() || matches!(byte, ',' | '!' | '%');
    let escaped = |byte: char| if is_special(byte) { format!("%{:02x}", u32::from(byte)) } else { byte.to_string() };
    text.chars().map(escaped).collect()
}

/// Nothing, or a text behind a quotation mark. None where the field is neither.
fn read_text(field: &str) -> Option<Option<String>> {
    if field.is_empty() {
        return Some(None);
    }
    let mut parts = field.strip_prefix('"')?.split('%');
    let mut text = parts.next()?.to_string();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        text.push(char::from(u8::from_str_radix(digits, 16).ok()?));
        text.push_str(rest);
    }
    Some(Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(run: u64, values: &[f64], problem: &str) -> Row {
        Row { values: values.to_vec(), ..Row::failed(run, problem.to_string()) }
    }

    fn file(content: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv.resume");
        std::fs::write(&path, content).unwrap();
        (folder, path)
    }

    /// Lines as they are written.
    fn lines(of: &[&str]) -> String {
        of.iter().map(|text| format!("{:016x} {text}\n", checksum(text.as_bytes()))).collect()
    }

    #[test]
    fn rows_come_back_to_the_bit_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = Journal::path_beside(&folder.path().join("new/a.csv"));
        assert!(path.ends_with("new/a.csv.resume"));
        let rows = [row(7, &[0.1, -1e-300], ""), row(2, &[], "it broke, badly! at 3 s"), row(3, &[1.0, 2.0], "")];
        let Kept { mut journal, done, .. } = Journal::open(&path, "abc", (2, 0)).unwrap();
        assert!(done.is_empty());
        rows.iter().for_each(|row| journal.append(row).unwrap());
        drop(journal);
        let Kept { journal, done, damaged } = Journal::open(&path, "abc", (2, 0)).unwrap();
        assert_eq!(done.into_values().collect::<Vec<Row>>(), [rows[1].clone(), rows[2].clone(), rows[0].clone()]);
        assert!(damaged.is_empty());
        journal.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn texts_and_times_of_ends_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv.resume");
        let texts = ["18446744073709551615", "", "a, \"b\"!\r\n 5 % \u{7f}\u{fc}"].map(|text| Some(text.to_string()));
        let exact = [&texts[..], &[None]].concat();
        let rows = [
            Row { exact: exact.clone(), ended_at: Some(0.1 + 0.2), ..row(0, &[f64::INFINITY], "") },
            Row { exact, ..row(1, &[-0.0], "") },
        ];
        let Kept { mut journal, .. } = Journal::open(&path, "abc", (1, 4)).unwrap();
        rows.iter().for_each(|row| journal.append(row).unwrap());
        drop(journal);
        let Kept { done, damaged, .. } = Journal::open(&path, "abc", (1, 4)).unwrap();
        assert_eq!((done.into_values().collect::<Vec<Row>>(), damaged), (rows.to_vec(), vec![]));
        assert_eq!(Journal::open(&path, "abc", (2, 3)).unwrap().damaged, [2, 3], "of other columns");
    }

    #[test]
    fn half_a_line_is_dropped_and_the_next_run_starts_on_a_line_of_its_own() {
        let (_folder, path) = file(&(lines(&["fmu-pack sweep abc", "1,5"]) + "0123456789abcdef 2,1.2"));
        let Kept { mut journal, done, damaged } = Journal::open(&path, "abc", (1, 0)).unwrap();
        assert_eq!((done.keys().collect::<Vec<&u64>>(), damaged), (vec![&1], vec![]));
        journal.append(&row(2, &[1.25], "")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), lines(&["fmu-pack sweep abc", "1,5", "2,1.25"]));
    }

    #[test]
    fn a_file_of_another_study_is_refused_and_left_alone() {
        let content = lines(&["fmu-pack sweep abc", "1,5"]);
        let (_folder, path) = file(&content);
        let error = Journal::open(&path, "def", (1, 0)).err().unwrap();
        assert!(matches!(error, Error::OtherStudy { .. }), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
    }

    #[test]
    fn a_line_with_any_bit_flipped_is_named_and_its_run_is_not_done() {
        let whole = lines(&["fmu-pack sweep abc", "1,5", "2,0.25", "3!it broke"]).into_bytes();
        let (_folder, path) = file("");
        for bit in 0..whole.len() * 8 {
            let mut content = whole.clone();
            content[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, &content).unwrap();
            let line = 1 + whole[..bit / 8].iter().filter(|byte| **byte == b'\n').count();
            match Journal::open(&path, "abc", (1, 0)) {
                Err(error) => assert!(line == 1 && matches!(error, Error::Damaged { .. }), "bit {bit}: {error}"),
                Ok(Kept { done, damaged, .. }) => {
                    let expected = [row(1, &[5.0], ""), row(2, &[0.25], ""), row(3, &[], "it broke")];
                    assert!(done.values().all(|row| expected.contains(row)), "bit {bit}: {done:?}");
                    // Without its end the last line is half a line.
                    let is_cut = bit / 8 == whole.len() - 1;
                    assert!(done.len() < 3 && (is_cut || damaged.contains(&line)), "bit {bit}: {damaged:?}");
                }
            }
        }
    }

    #[test]
    fn garbage_at_the_end_costs_no_run() {
        let (_folder, path) = file("");
        for garbage in [&b"\xff\xfe\x00"[..], b"\xff\xfe\n", b"1,6\n"] {
            let mut content = lines(&["fmu-pack sweep abc", "1,5"]).into_bytes();
            content.extend(garbage);
            std::fs::write(&path, content).unwrap();
            let Kept { done, damaged, .. } = Journal::open(&path, "abc", (1, 0)).unwrap();
            assert_eq!(done.into_values().collect::<Vec<Row>>(), [row(1, &[5.0], "")]);
            assert_eq!(damaged, if garbage.ends_with(b"\n") { vec![3] } else { vec![] });
        }
    }

    #[test]
    fn a_file_to_which_another_sweep_writes_is_refused() {
        let (_folder, path) = file("");
        let first = Journal::open(&path, "abc", (1, 0)).unwrap();
        let error = Journal::open(&path, "abc", (1, 0)).err().unwrap();
        assert!(matches!(error, Error::Busy { .. }), "{error}");
        drop(first);
        assert!(Journal::open(&path, "abc", (1, 0)).is_ok());
    }
}
