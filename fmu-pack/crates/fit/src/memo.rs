//! Results that are kept while a study goes on, so that an interrupted one continues where it was.

use crate::Error;
use fmu_sweep::{Journal, Kept, Row};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Numbered results, each some numbers.
pub struct Memo {
    journal: Option<Journal>,
    done: BTreeMap<u64, Row>,
    path: PathBuf,
    width: usize,
    /// Lines of the resume file that are not as they were written.
    pub damaged: Vec<usize>,
}

impl Memo {
    /// Opens the resume file of the study with this fingerprint; results have at most `width` numbers.
    pub fn open(path: &Path, fingerprint: &str, width: usize) -> Result<Self, Error> {
        let Kept { journal, done, damaged } = Journal::open(path, fingerprint, (width, 0))?;
        Ok(Self { journal: Some(journal), done, path: path.to_path_buf(), width, damaged })
    }

    /// Keeps nothing beyond this process.
    pub fn in_memory(width: usize) -> Self {
        Self { journal: None, done: BTreeMap::new(), path: PathBuf::new(), width, damaged: Vec::new() }
    }

    /// Nothing is kept yet.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// The result of that number, if it is there.
    pub fn get(&self, number: u64) -> Option<&[f64]> {
        self.done.get(&number).map(|row| &*row.values)
    }

    /// Keeps a result.
    pub fn keep(&mut self, number: u64, mut values: Vec<f64>) -> Result<(), Error> {
        values.resize(self.width, 0.0);
        let row = Row { run: number, values, exact: Vec::new(), ended_at: None, problem: String::new() };
        if let Some(journal) = &mut self.journal {
            journal.append(&row)?;
        }
        self.done.insert(number, row);
        Ok(())
    }

    /// What is told of an interruption.
    pub fn interrupted(&self) -> Error {
        Error::Interrupted { journal: self.path.clone() }
    }

    /// Deletes the file: the results are written.
    pub fn remove(self) -> Result<(), Error> {
        Ok(self.journal.map_or(Ok(()), Journal::remove)?)
    }
}
