//! The matrices, row by row.

use super::super::super::ConfigurationError;
use super::super::super::document::{Document, Entry, Scalar};
use super::super::super::quantity::measure;
use super::Keys;
use crate::counted;

/// A matrix as it has to be.
pub struct Matrix<'a> {
    /// A, B, C or D.
    pub letter: &'a str,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// What they belong to.
    pub names: Names<'a>,
}

/// What rows and columns belong to.
pub struct Names<'a> {
    /// "states".
    pub of_rows: &'a str,
    /// "inputs".
    pub of_columns: &'a str,
}

/// Row, column, value and line of an entry.
type Place<'a> = (usize, usize, f64, &'a Entry);

impl Matrix<'_> {
    /// The entries that are not zero.
    pub fn read<'a>(
        &self,
        document: &Document,
        at: &'a Entry,
        keys: &Keys<'a>,
    ) -> Result<Vec<Place<'a>>, ConfigurationError> {
        let Self { letter, rows, columns, .. } = *self;
        if let Some((_, entry)) = keys.iter().find(|(key, _)| *key == letter)
            && entry.value != Scalar::List(Vec::new())
        {
            return Err(document.error(entry, "must be a list of rows of numbers, as [[0, 1], [-4, -0.5]]"));
        }
        let prefix = format!("{letter}[");
        let given: Vec<&Entry> =
            keys.iter().filter(|(key, _)| key.starts_with(&prefix)).map(|(_, entry)| *entry).collect();
        let Some(first) = given.first() else {
            // Without D there is no direct feedthrough.
            if rows == 0 || columns == 0 || letter == "D" {
                return Ok(Vec::new());
            }
            return Err(document.error(at, format!("the matrix {letter} is missing, {}", self.size())));
        };
        if given.len() != rows {
            let problem = format!("{letter} has {}, and must have {}", counted(given.len(), "row"), self.size());
            return Err(document.error(first, problem));
        }
        let mut entries = Vec::new();
        for (row, entry) in given.into_iter().enumerate() {
            let values = self.row(document, row, entry)?;
            let filled = values.into_iter().enumerate().filter(|(_, value)| *value != 0.0);
            entries.extend(filled.map(|(column, value)| (row, column, value, entry)));
        }
        Ok(entries)
    }

    fn size(&self) -> String {
        let Self { rows, columns, names: Names { of_rows, of_columns }, .. } = self;
        format!("{} for {rows} {of_rows}, each with {} for {columns} {of_columns}", counted(*rows, "row"), {
            counted(*columns, "number")
        })
    }

    fn row(&self, document: &Document, row: usize, entry: &Entry) -> Result<Vec<f64>, ConfigurationError> {
        let digits: &[String] = match &entry.value {
            Scalar::Numbers(digits) => digits,
            Scalar::List(texts) if texts.is_empty() => &[],
            Scalar::List(_)
            | Scalar::Flag(_)
            | Scalar::Number(_)
            | Scalar::Text(_)
            | Scalar::Table
            | Scalar::Mixed(_)
            | Scalar::Other => {
                return Err(document.error(entry, "a row of a matrix is a list of numbers"));
            }
        };
        if digits.len() != self.columns {
            let (has, size) = (counted(digits.len(), "number"), self.size());
            let problem = format!("row {} of {} has {has}, and {} must have {size}", row + 1, self.letter, self.letter);
            return Err(document.error(entry, problem));
        }
        let value = |(column, digits): (usize, &String)| {
            measure(digits).map(|(measured, _)| measured.value).map_err(|problem| {
                document.error(entry, format!("{problem} ({}, row {}, column {})", self.letter, row + 1, column + 1))
            })
        };
        digits.iter().enumerate().map(value).collect()
    }
}
