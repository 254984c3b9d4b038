//! FMU archives: reading what may be hostile, unpacking within limits, writing the same bytes every time.

mod audit;
mod directory;
mod write;

pub use audit::audit;
pub use directory::Entry;
pub use write::Contents;

use std::fs::File;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

/// Bounds on what an archive may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of the archive itself.
    pub packed: u64,
    /// Bytes of one unpacked file.
    pub file: u64,
    /// Bytes of all unpacked files.
    pub total: u64,
    /// Number of entries.
    pub entries: usize,
}

/// Generous for real FMUs, small for a computer: 256 MiB packed, 512 MiB a file, 1 GiB in all, 10,000 entries.
impl Default for Limits {
    fn default() -> Self {
        Self { packed: 256 << 20, file: 512 << 20, total: 1 << 30, entries: 10_000 }
    }
}

/// Why an archive cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Read {
        /// The archive.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Something cannot be written while unpacking.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The target.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// No ZIP archive at all.
    #[error("not a ZIP archive: it has no end-of-directory record")]
    NotZip,
    /// The directory is cut or damaged.
    #[error("the archive's directory is damaged at entry {index}")]
    Directory {
        /// Number of the entry, from 0.
        index: usize,
    },
    /// The data of an entry are damaged, or packed in a way that FMI does not allow.
    #[error("{name}: {problem}")]
    Entry {
        /// Name of the entry.
        name: String,
        /// What is wrong.
        problem: String,
    },
    /// Over a limit.
    #[error("{what} exceeds the limit of {limit}")]
    Limit {
        /// Of what.
        what: String,
        /// How much is allowed.
        limit: u64,
    },
    /// An entry that every FMU must have is missing.
    #[error("the archive has no {name}")]
    Missing {
        /// Its name.
        name: String,
    },
}

impl Error {
    /// The archive is at fault, not the file system.
    pub fn is_in_the_fmu(&self) -> bool {
        !matches!(self, Self::Read { .. } | Self::Write { .. })
    }
}

/// An opened archive.
pub struct Archive {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    limits: Limits,
}

impl Archive {
    /// Reads the file and its directory; unpacks nothing.
    pub fn open(path: &Path, limits: Limits) -> Result<Self, Error> {
        let failure = |source| Error::Read { path: path.to_path_buf(), source };
        let file = File::open(path).map_err(failure)?;
        let mut bytes = Vec::new();
        file.take(limits.packed + 1).read_to_end(&mut bytes).map_err(failure)?;
        if bytes.len() as u64 > limits.packed {
            return Err(Error::Limit { what: "the archive".to_string(), limit: limits.packed });
        }
        Self::from_bytes(bytes, limits)
    }

    /// The same from memory.
    pub fn from_bytes(bytes: Vec<u8>, limits: Limits) -> Result<Self, Error> {
        let entries = directory::read(&bytes)?;
        if entries.len() > limits.entries {
            return Err(Error::Limit { what: "the number of entries".to_string(), limit: limits.entries as u64 });
        }
        Ok(Self { bytes, entries, limits })
    }

    /// Entries in the order of the directory, duplicates included.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// There is a file of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.name == name.as_bytes())
    }

    /// The unpacked bytes of one file.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, Error> {
        let mut unpacked = Vec::new();
        self.copy(name, &mut unpacked, self.limits.file)?;
        Ok(unpacked)
    }

    /// modelDescription.xml as text.
    pub fn description(&self) -> Result<String, Error> {
        const NAME: &str = "modelDescription.xml";
        String::from_utf8(self.read(NAME)?)
            .map_err(|error| Error::Entry { name: NAME.to_string(), problem: format!("not UTF-8: {error}") })
    }

    /// Unpacks every file below `folder`, within the limits whatever the archive declares. The names must have passed
    /// [`audit`]; one that leads out of the folder is refused here too.
    pub fn unpack(&self, folder: &Path) -> Result<(), Error> {
        let mut left = self.limits.total;
        for entry in &self.entries {
            left -= self.unpack_entry(entry, folder, left)?;
        }
        Ok(())
    }

    fn unpack_entry(&self, entry: &Entry, folder: &Path, left: u64) -> Result<u64, Error> {
        let name = entry.text();
        if let Some(problem) = audit::name_problem(entry).or_else(|| audit::kind_problem(entry)) {
            return Err(Error::Entry { name, problem });
        }
        let target = folder.join(&name);
        let failure = |source| Error::Write { path: target.clone(), source };
        if name.ends_with('/') {
            return std::fs::create_dir_all(&target).map_err(failure).map(|()| 0);
        }
        std::fs::create_dir_all(target.parent().unwrap_or(folder)).map_err(failure)?;
        // A second entry of the same name must not replace what was checked.
        let mut file = File::create_new(&target).map_err(failure)?;
        self.copy(&name, &mut file, left.min(self.limits.file))
    }

    /// Unpacks one file to `sink`; at most `limit` bytes.
    fn copy(&self, name: &str, sink: &mut dyn Write, limit: u64) -> Result<u64, Error> {
        let damaged = |problem: String| Error::Entry { name: name.to_string(), problem };
        let mut archive = zip::ZipArchive::new(Cursor::new(&self.bytes[..])).map_err(|e| damaged(e.to_string()))?;
        let file = match archive.by_name(name) {
            Err(zip::result::ZipError::FileNotFound) => return Err(Error::Missing { name: name.to_string() }),
            file => file.map_err(|error| damaged(error.to_string()))?,
        };
        let copied = std::io::copy(&mut file.take(limit + 1), sink).map_err(|error| damaged(error.to_string()))?;
        if copied > limit {
            return Err(Error::Limit { what: format!("{name}, unpacked,"), limit });
        }
        Ok(copied)
    }
}
