//! Results of searches that are kept while a study goes on, so that an interrupted one continues where it was.
//!
//! They have no names: given the same results, a study asks for the next ones in the same order, so a result is known by its number in
//! that order.

use crate::Error;
use fmu_sweep::{Journal, Kept, Row};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Numbered results, each some numbers.
pub struct Checkpoint {
    journal: Option<Journal>,
    done: BTreeMap<u64, Row>,
    path: PathBuf,
    row_length: usize,
    next: u64,
    /// Lines of the resume file that are not as they were written.
    pub damaged: Vec<usize>,
}

impl Checkpoint {
    /// Opens the resume file of the study with this fingerprint; a result has at most `row_length` numbers.
    pub fn open(path: &Path, fingerprint: &str, row_length: usize) -> Result<Self, Error> {
        let Kept { journal, done, damaged } = Journal::open(path, fingerprint, (row_length, 0))?;
        Ok(Self { journal: Some(journal), done, path: path.to_path_buf(), row_length, next: 0, damaged })
    }

    /// Keeps nothing beyond this process.
    pub fn in_memory(row_length: usize) -> Self {
        Self { journal: None, done: BTreeMap::new(), path: PathBuf::new(), row_length, next: 0, damaged: Vec::new() }
    }

    /// Nothing is kept yet.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// The numbers of the next `count` results.
    pub(crate) fn next(&mut self, count: usize) -> Range<u64> {
        let first = self.next;
        self.next += count as u64;
        first..self.next
    }

    /// The result of that number, if it is there.
    pub(crate) fn get(&self, number: u64) -> Option<&[f64]> {
        self.done.get(&number).map(|row| &*row.values)
    }

    /// Keeps a result.
    pub(crate) fn keep(&mut self, number: u64, mut values: Vec<f64>) -> Result<(), Error> {
        values.resize(self.row_length, 0.0);
        let row = Row { run: number, values, exact: Vec::new(), ended_at: None, problem: String::new() };
        if let Some(journal) = &mut self.journal {
            journal.append(&row)?;
        }
        self.done.insert(number, row);
        Ok(())
    }

    /// What is told of an interruption.
    pub(crate) fn interrupted(&self) -> Error {
        Error::Interrupted { journal: self.path.clone() }
    }

    /// Deletes the file: the results are written.
    pub fn remove(self) -> Result<(), Error> {
        Ok(self.journal.map_or(Ok(()), Journal::remove)?)
    }
}
