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

/// A file name whose ending asks for no format that can be written.
#[derive(Debug, thiserror::Error)]
pub enum RefusedEnding {
    /// It is not known.
    #[error("{}: the name must end with .csv or .parquet", path.display())]
    Unknown {
        /// The name.
        path: PathBuf,
    },
    /// Parquet is a feature of the program.
    #[error(
        "{}: this fmu-pack was compiled without Parquet; name a .csv file, or {}",
        path.display(),
        super::COMPILE_WITH_ALL
    )]
    WithoutParquet {
        /// The name.
        path: PathBuf,
    },
}

impl Format {
    /// The format that a file name asks for; devices and pipes have no ending, and get CSV.
    pub fn of_rows(path: &Path) -> Result<Self, RefusedEnding> {
        if super::is_device(path) { Ok(Self::Csv) } else { Self::of(path) }
    }

    /// The format that a file name asks for.
    pub fn of(path: &Path) -> Result<Self, RefusedEnding> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("csv") => Ok(Self::Csv),
            Some("parquet") if cfg!(feature = "parquet") => Ok(Self::Parquet),
            Some("parquet") => Err(RefusedEnding::WithoutParquet { path: path.to_path_buf() }),
            Some(_) | None => Err(RefusedEnding::Unknown { path: path.to_path_buf() }),
        }
    }
}
