//! The central directory of a ZIP archive as it is written, before any library makes it nicer: names as bytes,
//! duplicates included.

use super::bytes::{u16_at, u32_at};
use super::local::Local;
use super::{Error, Limits};
use model_description::counted;

/// End of central directory record.
const END: &[u8; 4] = b"PK\x05\x06";
/// Central directory file header.
const HEADER: &[u8; 4] = b"PK\x01\x02";
/// Bytes of an end record without comment.
const END_SIZE: usize = 22;
/// Bytes of a file header without name, extra fields and comment.
const HEADER_SIZE: usize = 46;

/// What one central directory header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name as it stands there.
    pub name: Vec<u8>,
    /// Version of the format that is needed to unpack it, times ten.
    pub version_needed: u16,
    /// Compression method: 0 stored, 8 deflate.
    pub method: u16,
    /// General purpose flags.
    pub flags: u16,
    /// Checksum (CRC-32) of the unpacked bytes.
    pub checksum: u32,
    /// Declared size, packed.
    pub packed_size: u32,
    /// Declared size, unpacked.
    pub size: u32,
    /// Unix mode, 0 where not given.
    pub mode: u32,
    /// What stands in front of the data; none if there is no such header, or the data go beyond the archive.
    pub local: Option<Local>,
}

impl Entry {
    /// The name as text, with replacement characters where it is not UTF-8.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.name).into_owned()
    }

    /// It is a folder, by its name.
    pub fn is_folder(&self) -> bool {
        self.name.ends_with(b"/") || self.name.ends_with(b"\\")
    }

    /// It is a symbolic link or a device instead of a file or folder.
    pub fn is_special(&self) -> bool {
        const TYPE: u32 = 0o170_000;
        const FILE: u32 = 0o100_000;
        const FOLDER: u32 = 0o040_000;
        !matches!(self.mode & TYPE, 0 | FILE | FOLDER)
    }

    /// Size and checksum stand behind the data instead of in front of them.
    pub fn has_data_descriptor(&self) -> bool {
        self.flags & 8 != 0
    }

    /// Needs a password.
    pub fn is_encrypted(&self) -> bool {
        self.flags & 1 != 0
    }
}

/// What an archive says of itself at its end.
pub(super) struct Directory {
    /// All entries in the order of the directory.
    pub(super) entries: Vec<Entry>,
    /// Where the directory begins.
    pub(super) begin: usize,
    /// How its end is not as it should be, a sentence each, about "the archive".
    pub(super) oddities: Vec<String>,
}

impl Directory {
    /// Reads the directory that the record of the end leads to. What other readers overlook as well is told, not refused.
    pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Self, Error> {
        let (end, mut oddities) = End::find(bytes)?;
        if end.count > limits.entries {
            let (what, limit) = ("the number of entries".to_string(), limits.entries as u64);
            return Err(Error::Limit { what, limit, unit: "" });
        }
        let read = |begin: usize| read_entries(bytes, &end, begin).map(|(entries, after)| (begin, entries, after));
        // Bytes in front of an archive shift all that its places are counted from. Other readers (Info-ZIP, Java, Python) take it that
        // the directory stands right before the record of its end; where it does not, the place that the record tells counts.
        let (begin, entries, after) = match end.directory_before() {
            Some(before) => read(before).or_else(|_| read(end.directory))?,
            None => read(end.directory)?,
        };
        if after < end.at {
            oddities.push(format!(
                "has {} between its directory and the record of its end",
                counted(end.at - after, "other byte")
            ));
        }
        Ok(Self { entries, begin, oddities })
    }
}

/// All entries of a directory that begins there, and where it ends. Offsets of local headers count from the start of the archive,
/// `begin - end.directory` bytes into the file.
fn read_entries(bytes: &[u8], end: &End, begin: usize) -> Result<(Vec<Entry>, usize), Error> {
    let (mut at, mut entries) = (begin, Vec::new());
    for index in 0..end.count {
        let (entry, next) = read_entry(bytes, at, begin - end.directory).ok_or(Error::Directory { index })?;
        entries.push(entry);
        at = next;
    }
    if at > end.at {
        return Err(Error::Directory { index: end.count });
    }
    Ok((entries, at))
}

/// The record at the end.
struct End {
    /// Where it stands.
    at: usize,
    /// Number of entries.
    count: usize,
    /// Where the directory begins, counted from where the archive does.
    directory: usize,
    /// Bytes of the directory.
    directory_size: usize,
}

impl End {
    /// Where a directory of the size that is told begins, right before this record; none if that is in front of the place that is told.
    fn directory_before(&self) -> Option<usize> {
        self.at.checked_sub(self.directory_size).filter(|begin| *begin >= self.directory)
    }

    /// The last record whose comment ends with the archive; where there is none, because bytes were appended, the last of all. Other
    /// readers take the same one. With what is odd about it.
    fn find(bytes: &[u8]) -> Result<(Self, Vec<String>), Error> {
        let last = bytes.len().checked_sub(END_SIZE).ok_or(Error::NotZip)?;
        let first = last.saturating_sub(usize::from(u16::MAX));
        let behind = |at: usize| {
            let comment = u16_at(bytes, at + 20).map(usize::from).filter(|_| bytes[at..].starts_with(END))?;
            bytes.len().checked_sub(at + END_SIZE + comment).map(|behind| (at, behind))
        };
        let found: Vec<(usize, usize)> = (first..=last).rev().filter_map(behind).collect();
        let whole = found.iter().filter(|(_, behind)| *behind == 0);
        let (at, behind) = whole.clone().next().or(found.first()).copied().ok_or(Error::NotZip)?;
        let mut oddities = Vec::new();
        if whole.count() > 1 {
            oddities.push("has two records of its end, of which the last one counts".to_string());
        }
        if behind > 0 {
            oddities.push(format!("is followed by {}", counted(behind, "foreign byte")));
        }
        Ok((Self::read(bytes, at)?, oddities))
    }

    fn read(bytes: &[u8], at: usize) -> Result<Self, Error> {
        let short = |offset: usize| u16_at(bytes, at + offset).ok_or(Error::NotZip);
        let (disk, first_disk, here, count) = (short(4)?, short(6)?, short(8)?, short(10)?);
        let long = |offset: usize| u32_at(bytes, at + offset).ok_or(Error::NotZip);
        let (directory_size, directory) = (long(12)?, long(16)?);
        if count == u16::MAX || directory == u32::MAX {
            return Err(Error::Refused { problem: "is a ZIP64 archive; no FMU of an accepted size needs that" });
        }
        if disk != 0 || first_disk != 0 || here != count {
            return Err(Error::Refused { problem: "is one part of several" });
        }
        let (directory, directory_size) = (directory as usize, directory_size as usize);
        Ok(Self { at, count: usize::from(count), directory, directory_size })
    }
}

/// The entry at `at`, of an archive with so many bytes in front.
fn read_entry(bytes: &[u8], at: usize, in_front: usize) -> Option<(Entry, usize)> {
    bytes.get(at..at.checked_add(HEADER_SIZE)?)?.starts_with(HEADER).then_some(())?;
    let length = |offset: usize| u16_at(bytes, at + offset).map(usize::from);
    let (name_size, extra_size, comment_size) = (length(28)?, length(30)?, length(32)?);
    let name_at = at + HEADER_SIZE;
    let mut entry = Entry {
        name: bytes.get(name_at..name_at + name_size)?.to_vec(),
        // The upper byte is the system, which some writers put there too.
        version_needed: u16_at(bytes, at + 6)? & 0xff,
        flags: u16_at(bytes, at + 8)?,
        method: u16_at(bytes, at + 10)?,
        checksum: u32_at(bytes, at + 16)?,
        packed_size: u32_at(bytes, at + 20)?,
        size: u32_at(bytes, at + 24)?,
        mode: u32_at(bytes, at + 38)? >> 16,
        local: None,
    };
    let local = in_front.checked_add(u32_at(bytes, at + 42)? as usize)?;
    entry.local = Local::read(bytes, local, &entry);
    Some((entry, name_at + name_size + extra_size + comment_size))
}
