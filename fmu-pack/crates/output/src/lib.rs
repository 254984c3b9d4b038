//! Files that the packer writes: all of a file or nothing; [`process`] cleans up where a signal ends the program.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod cell;
mod csv;
mod named;
#[cfg(feature = "parquet")]
mod parquet;
mod table;
mod visible;
#[cfg(not(feature = "parquet"))]
mod without_parquet;

pub mod process;

pub use cell::Cell;
pub use csv::{CsvWriter, number};
pub use named::Named;
#[cfg(feature = "parquet")]
pub use parquet::ParquetWriter;
pub use table::{Column, ColumnKind, Format, RefusedEnding};
pub use visible::visible;
#[cfg(not(feature = "parquet"))]
pub use without_parquet::ParquetWriter;

use crate::process::TemporaryFile;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// What to do where a kind of file is a feature of the program that it was compiled without.
pub const COMPILE_WITH_ALL: &str = "compile it with `cargo build --release -p fmu-pack --features full`";

/// Writes `bytes` to `path` through a temporary file beside it, so that `path` never holds half of them.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// A file that appears under its name when it is complete. A device or a pipe of that name is written to.
pub struct AtomicFile {
    writer: BufWriter<Target>,
    path: PathBuf,
}

enum Target {
    /// Takes the name when it is complete.
    New(TemporaryFile),
    /// Keeps its name, such as /dev/null.
    Existing(File),
}

impl AtomicFile {
    /// Starts a file beside `path`, creating its folder where needed.
    pub fn create(path: &Path) -> std::io::Result<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        create_folder(folder)?;
        let target = if is_device(path) {
            Target::Existing(OpenOptions::new().write(true).open(path)?)
        } else {
            Target::New(TemporaryFile::beside(folder)?)
        };
        Ok(Self { writer: BufWriter::new(target), path: path.to_path_buf() })
    }

    /// Its name, once it is complete.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the complete file its name.
    pub fn commit(self) -> std::io::Result<()> {
        match self.writer.into_inner().map_err(std::io::IntoInnerError::into_error)? {
            Target::Existing(_) => Ok(()),
            Target::New(file) => name(file, &self.path),
        }
    }
}

/// Makes a folder, and those above it. Error: where a file is in its place, that says so.
pub fn create_folder(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder).map_err(|error| match folder.ancestors().find(|above| above.is_file()) {
        Some(file) => std::io::Error::new(error.kind(), format!("{} is a file, not a folder", file.display())),
        None => error,
    })
}

/// There is something that is neither a file nor a folder: in its place it would be of no use.
fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

fn name(file: TemporaryFile, path: &Path) -> std::io::Result<()> {
    readable_by_all(&file)?;
    // A loss of power must not leave the name without the data; a sweep then deletes what it would resume from.
    file.as_file().sync_all()?;
    file.persist(path)
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.writer.flush()
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Self::New(file) => file.write(bytes),
            Self::Existing(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Self::New(file) => file.flush(),
            Self::Existing(file) => file.flush(),
        }
    }
}

/// Temporary files are private; results are not.
#[cfg(unix)]
fn readable_by_all(file: &TemporaryFile) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_: &TemporaryFile) -> std::io::Result<()> {
    Ok(())
}
