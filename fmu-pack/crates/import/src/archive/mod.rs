//! FMU archives: reading what may be hostile, unpacking within limits, writing the same bytes every time.
//!
//! [`Archive::read`] and [`Archive::unpack`] take what other tools take: the directory counts, not the headers in front of the data; of two
//! entries of one name the last; bytes in front of the archive and behind it are not looked at. They never write outside the folder that
//! they are given, follow no links, and stay within [`Limits`]. [`audit`] says what the standard does not allow.

mod audit;
mod bytes;
mod directory;
mod limits;
mod local;
mod names;
mod unpack;
mod write;

pub use audit::audit;
pub use directory::Entry;
pub use limits::Limits;
pub use local::Local;
pub use model_description::{Finding, Severity};
pub use write::Contents;

use directory::Directory;
use limits::Bound;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use unpack::Sink;

/// Every FMU has it.
pub const DESCRIPTION: &str = "modelDescription.xml";

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
    /// Readers do not agree on what it holds, or it needs more of them than FMI does.
    #[error("the archive {problem}")]
    Refused {
        /// The end of the sentence.
        problem: &'static str,
    },
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
    #[error("{what} exceeds the limit of {limit}{unit}")]
    Limit {
        /// What is too much.
        what: String,
        /// How much is allowed.
        limit: u64,
        /// Of what, such as " bytes".
        unit: &'static str,
    },
    /// The description is not text of an accepted kind.
    #[error(transparent)]
    Description(#[from] model_description::ReadError),
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
    /// The entry that counts for each path: the last one.
    files: HashMap<String, usize>,
    /// Where the directory begins: data end before it.
    directory: usize,
    /// What is odd about the end of the archive.
    oddities: Vec<String>,
    limits: Limits,
}

impl Archive {
    /// Reads the file and its directory; unpacks nothing.
    pub fn open(path: &Path, limits: Limits) -> Result<Self, Error> {
        let failure = |source| Error::Read { path: path.to_path_buf(), source };
        let file = File::open(path).map_err(failure)?;
        let mut bytes = Vec::new();
        file.take(limits.packed + 1).read_to_end(&mut bytes).map_err(failure)?;
        Bound::new("the archive", limits.packed).take(bytes.len() as u64)?;
        Self::from_bytes(bytes, limits)
    }

    /// The same from memory.
    pub fn from_bytes(bytes: Vec<u8>, limits: Limits) -> Result<Self, Error> {
        let Directory { entries, begin, oddities } = Directory::read(&bytes, &limits)?;
        let places = entries.iter().enumerate().filter(|(_, entry)| !entry.is_folder());
        let files = places.filter_map(|(index, entry)| Some((names::path(entry).ok()?, index))).collect();
        Ok(Self { bytes, entries, files, directory: begin, oddities, limits })
    }

    /// Entries in the order of the directory, duplicates included.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What readers may understand in another way, and how it is understood here: a sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let oddities = self.oddities.iter().map(|oddity| format!("the archive {oddity}"));
        let mut remarks: Vec<String> = audit::in_front(self).into_iter().chain(oddities).collect();
        let mut seen = HashSet::new();
        let files = self.entries.iter().filter(|entry| !entry.is_folder());
        let twice: BTreeSet<String> =
            files.filter_map(|entry| names::path(entry).ok()).filter(|path| !seen.insert(path.clone())).collect();
        remarks
            .extend(twice.iter().map(|path| format!("{path} is more than once in the archive; the last one is taken")));
        remarks
    }

    /// There is a file of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// The unpacked bytes of one file.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, Error> {
        let index = self.files.get(name).ok_or_else(|| Error::Missing { name: name.to_string() })?;
        let entry = &self.entries[*index];
        self.refuse_kind(entry)?;
        let mut unpacked = Vec::new();
        let mut bound = self.total_bound().or_less(self.file_bound(entry));
        unpack::unpack(&self.bytes, entry, &mut Sink { to: &mut unpacked, path: Path::new(name), bound: &mut bound })?;
        Ok(unpacked)
    }

    fn refuse_kind(&self, entry: &Entry) -> Result<(), Error> {
        audit::kind_problem(entry).map_or(Ok(()), |problem| Err(Error::Entry { name: entry.text(), problem }))
    }

    /// modelDescription.xml as text.
    pub fn description(&self) -> Result<String, Error> {
        Ok(model_description::decode(self.read(DESCRIPTION)?)?)
    }

    /// Unpacks every file below `folder`, which must be there, within the limits whatever the archive declares. Nothing is written if a
    /// name would lead out of the folder, an entry is none that can be unpacked, or data are used twice.
    pub fn unpack(&self, folder: &Path) -> Result<(), Error> {
        self.unpack_where(folder, |_| true)
    }

    /// The same of the files whose paths are wanted. The others are refused for the same reasons and leave nothing.
    pub fn unpack_where(&self, folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Result<(), Error> {
        let places = self.places()?;
        let mut total = self.total_bound();
        places.iter().try_for_each(|(path, entry)| match (is_wanted(path), entry.is_folder()) {
            (true, _) => self.unpack_entry(entry, folder, path, &mut total),
            (false, true) => Ok(()),
            (false, false) => self.unpack_data(entry, Path::new(path), &mut std::io::sink(), &mut total),
        })
    }

    /// That it could be unpacked, before another program does so: no name leads out, every entry is one that can be unpacked, and what
    /// comes out is within the limits.
    pub fn verify(&self) -> Result<(), Error> {
        let (places, mut total) = (self.places()?, self.total_bound());
        let mut files = places.iter().filter(|(_, entry)| !entry.is_folder());
        files.try_for_each(|(path, entry)| self.unpack_data(entry, Path::new(path), &mut std::io::sink(), &mut total))
    }

    /// What is unpacked where, in the order of the directory.
    fn places(&self) -> Result<Vec<(String, &Entry)>, Error> {
        let refused = |entry: &Entry, problem: &str| Error::Entry { name: entry.text(), problem: problem.to_string() };
        let mut places: HashMap<String, (usize, String, &Entry)> = HashMap::new();
        for (index, entry) in self.entries.iter().enumerate() {
            let path = names::path(entry).map_err(|problem| refused(entry, problem))?;
            self.refuse_kind(entry)?;
            places.insert(names::key(&path), (index, path, entry));
        }
        if let Some((entry, problem)) = audit::overlaps(self).next() {
            return Err(refused(entry, problem));
        }
        let folders = names::folders(places.iter().map(|(key, (_, _, entry))| (key.clone(), entry.is_folder())));
        let mut places: Vec<_> = places.into_iter().collect();
        places.sort_unstable_by_key(|(_, (index, ..))| *index);
        let needs_folder =
            |(key, (_, _, entry)): &&(String, (usize, String, &Entry))| !entry.is_folder() && folders.contains(key);
        if let Some((_, (_, _, entry))) = places.iter().find(needs_folder) {
            return Err(refused(entry, names::FILE_FOR_FOLDER));
        }
        Ok(places.into_iter().map(|(_, (_, path, entry))| (path, entry)).collect())
    }

    fn unpack_entry(&self, entry: &Entry, folder: &Path, path: &str, total: &mut Bound) -> Result<(), Error> {
        let target = folder.join(path);
        let failure = |source| Error::Write { path: target.clone(), source };
        if entry.is_folder() {
            return create_folders(folder, Path::new(path)).map_err(failure);
        }
        create_folders(folder, Path::new(path).parent().unwrap_or(Path::new(""))).map_err(failure)?;
        // Nothing may be there: not even a link that another program puts into the folder meanwhile.
        let mut file = File::create_new(&target).map_err(failure)?;
        self.unpack_data(entry, &target, &mut file, total)
    }

    /// Unpacks the data of an entry, of which `path` is the file, within its own bound and what is left in `total`.
    fn unpack_data(&self, entry: &Entry, path: &Path, to: &mut dyn Write, total: &mut Bound) -> Result<(), Error> {
        let mut bound = total.clone().or_less(self.file_bound(entry));
        let before = bound.left();
        unpack::unpack(&self.bytes, entry, &mut Sink { to, path, bound: &mut bound })?;
        total.take(before - bound.left())
    }

    /// What all files may have together.
    fn total_bound(&self) -> Bound {
        Bound::new("the size of the files, unpacked,", self.limits.total).or_less(self.limits.of_ratio(&self.bytes))
    }

    /// What one file may have.
    fn file_bound(&self, entry: &Entry) -> Bound {
        let is_description = entry.name == DESCRIPTION.as_bytes();
        let limit = if is_description { self.limits.description } else { self.limits.file };
        Bound::new(&format!("the size of {}, unpacked,", entry.text()), limit)
    }
}

/// Makes the folders of a relative path below `folder`. Never `folder` itself: whoever cleans up after a signal has
/// deleted it, and it must not come back.
fn create_folders(folder: &Path, path: &Path) -> std::io::Result<()> {
    let mut target = folder.to_path_buf();
    path.iter().try_for_each(|name| {
        target.push(name);
        std::fs::create_dir(&target).or_else(|error| if target.is_dir() { Ok(()) } else { Err(error) })
    })
}
