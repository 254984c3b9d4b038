//! Temporary files and folders that a signal deletes too.

use super::registry::{Noted, Registry};
use std::io::{Result, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile, TempDir};

/// A file that goes with this, unless it gets a name.
pub struct TemporaryFile {
    // Dropped first: until the file has gone, a signal knows of it.
    file: NamedTempFile,
    _noted: Noted,
}

impl TemporaryFile {
    /// A hidden file in a folder.
    pub fn beside(folder: &Path) -> Result<Self> {
        let make = || Builder::new().prefix(".fmu-pack-").tempfile_in(folder);
        // The name of the temporary file says nothing to people.
        let (file, noted) = Registry::make(make, NamedTempFile::path).map_err(|error| error.kind())?;
        Ok(Self { file, _noted: noted })
    }

    /// The file itself.
    pub fn as_file(&self) -> &std::fs::File {
        self.file.as_file()
    }

    /// Gives the file a name, in place of any other file of that name.
    pub fn persist(self, path: &Path) -> Result<()> {
        self.file.persist(path).map(drop).map_err(|error| error.error)
    }
}

impl Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        self.file.flush()
    }
}

/// A folder that goes with this, and all that is in it.
pub struct TemporaryFolder {
    folder: TempDir,
    _noted: Noted,
}

impl TemporaryFolder {
    /// A new folder where the machine keeps such folders.
    pub fn new() -> Result<Self> {
        // WebAssembly knows of no such place.
        #[cfg(target_family = "wasm")]
        let make = || Builder::new().prefix("fmu-pack-").tempdir_in("/tmp");
        #[cfg(not(target_family = "wasm"))]
        let make = || Builder::new().prefix("fmu-pack-").tempdir();
        let (folder, noted) = Registry::make(make, TempDir::path)?;
        Ok(Self { folder, _noted: noted })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}
