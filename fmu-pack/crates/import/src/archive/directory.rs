//! The central directory of a ZIP archive as it is written, before any library makes it nicer: names as bytes,
//! duplicates included.

use super::bytes::{u16_at, u32_at};
use super::local::Local;
use super::{Error, Limits};

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
        let mut at = end.directory;
        let mut entries = Vec::new();
        for index in 0..end.count {
            let (entry, next) = read_entry(bytes, at).ok_or(Error::Directory { index })?;
            entries.push(entry);
            at = next;
        }
        if at > end.at {
            return Err(Error::Directory { index: end.count });
        }
        if at < end.at {
            oddities.push(format!("has {} other bytes between its directory and the record of its end", end.at - at));
        }
        Ok(Self { entries, begin: end.directory, oddities })
    }
}

/// The record at the end.
struct End {
    /// Where it stands.
    at: usize,
    /// Number of entries.
    count: usize,
    /// Where the directory begins.
    directory: usize,
}

impl End {
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
            oddities.push(format!("is followed by {behind} bytes that do not belong to it"));
        }
        Ok((Self::read(bytes, at)?, oddities))
    }

    fn read(bytes: &[u8], at: usize) -> Result<Self, Error> {
        let short = |offset: usize| u16_at(bytes, at + offset).ok_or(Error::NotZip);
        let (disk, first_disk, here, count) = (short(4)?, short(6)?, short(8)?, short(10)?);
        let directory = u32_at(bytes, at + 16).ok_or(Error::NotZip)?;
        if count == u16::MAX || directory == u32::MAX {
            return Err(Error::Refused { problem: "is a ZIP64 archive; no FMU of an accepted size needs that" });
        }
        if disk != 0 || first_disk != 0 || here != count {
            return Err(Error::Refused { problem: "is one part of several" });
        }
        Ok(Self { at, count: usize::from(count), directory: directory as usize })
    }
}

fn read_entry(bytes: &[u8], at: usize) -> Option<(Entry, usize)> {
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
    entry.local = Local::read(bytes, u32_at(bytes, at + 42)? as usize, &entry);
    Some((entry, name_at + name_size + extra_size + comment_size))
}
