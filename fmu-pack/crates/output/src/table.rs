//! Tables of results: which columns they have, and in which format they are written.

use std::path::{Path, PathBuf};

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Whole numbers.
    Whole,
    /// Whole numbers of 64 bits without sign.
    Unsigned,
    /// Numbers.
    Number,
    /// Words.
    Text,
}

/// One column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its values.
    pub kind: ColumnKind,
}

impl Column {
    /// A column called `name`.
    pub fn new(name: &str, kind: ColumnKind) -> Self {
        Self { name: name.to_string(), kind }
    }
}

/// Format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet.
    Parquet,
}

/// A file name without a known ending.
#[derive(Debug, thiserror::Error)]
#[error("{}: the name must end with .csv or .parquet", path.display())]
pub struct UnknownEnding {
    path: PathBuf,
}

impl Format {
    /// The format that a file name asks for; devices and pipes have no ending, and get CSV.
    pub fn of_rows(path: &Path) -> Result<Self, UnknownEnding> {
        if super::is_device(path) { Ok(Self::Csv) } else { Self::of(path) }
    }

    /// The format that a file name asks for.
    pub fn of(path: &Path) -> Result<Self, UnknownEnding> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("csv") => Ok(Self::Csv),
            Some("parquet") => Ok(Self::Parquet),
            Some(_) | None => Err(UnknownEnding { path: path.to_path_buf() }),
        }
    }
}
