//! Files that the packer writes: all of a file or nothing.

mod csv;
mod events;
mod named;
mod visible;

pub use csv::{CsvWriter, number};
pub use events::EventWriter;
pub use named::Named;
pub use visible::visible;

use crate::interrupt::TemporaryFile;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes `bytes` to `path` through a temporary file beside it, so that `path` never holds half of them.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// A file that appears under its name when it is complete.
pub struct AtomicFile {
    writer: BufWriter<TemporaryFile>,
    path: PathBuf,
}

impl AtomicFile {
    /// Starts a file beside `path`, creating its folder where needed.
    pub fn create(path: &Path) -> std::io::Result<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let file = TemporaryFile::beside(folder)?;
        Ok(Self { writer: BufWriter::new(file), path: path.to_path_buf() })
    }

    /// Its name, once it is complete.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the complete file its name.
    pub fn commit(self) -> std::io::Result<()> {
        let file = self.writer.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        readable_by_all(&file)?;
        // A loss of power must not leave the name without the data; a sweep then deletes what it would resume from.
        file.as_file().sync_all()?;
        file.persist(&self.path)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.writer.flush()
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
