//! The central directory of a ZIP archive as it is written, before any library makes it nicer: names as bytes,
//! duplicates included.

use super::Error;

/// End of central directory record.
const END: &[u8; 4] = b"PK\x05\x06";
/// Central directory file header.
const HEADER: &[u8; 4] = b"PK\x01\x02";
/// Local file header.
const LOCAL: &[u8; 4] = b"PK\x03\x04";
/// Bytes of an end record without comment.
const END_SIZE: usize = 22;
/// Bytes of a file header without name, extra fields and comment.
const HEADER_SIZE: usize = 46;

/// What one central directory header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name as it stands there.
    pub name: Vec<u8>,
    /// Compression method: 0 stored, 8 deflate.
    pub method: u16,
    /// General purpose flags.
    pub flags: u16,
    /// Declared size, packed.
    pub packed_size: u32,
    /// Declared size, unpacked.
    pub size: u32,
    /// Unix mode, 0 where not given.
    pub mode: u32,
    /// Name in the local header, which some readers use instead.
    pub local_name: Option<Vec<u8>>,
}

impl Entry {
    /// The name as text, with replacement characters where it is not UTF-8.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.name).into_owned()
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

/// All entries in the order of the directory.
pub fn read(bytes: &[u8]) -> Result<Vec<Entry>, Error> {
    let end = find_end(bytes).ok_or(Error::NotZip)?;
    let count = u16_at(bytes, end + 10).ok_or(Error::NotZip)?;
    let mut at = u32_at(bytes, end + 16).ok_or(Error::NotZip)? as usize;
    let mut entries = Vec::new();
    for index in 0..count {
        let (entry, next) = read_entry(bytes, at).ok_or(Error::Directory { index: usize::from(index) })?;
        entries.push(entry);
        at = next;
    }
    Ok(entries)
}

fn find_end(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END_SIZE)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    (first..=last).rev().find(|&at| bytes[at..].starts_with(END))
}

fn read_entry(bytes: &[u8], at: usize) -> Option<(Entry, usize)> {
    bytes.get(at..at.checked_add(HEADER_SIZE)?)?.starts_with(HEADER).then_some(())?;
    let length = |offset: usize| u16_at(bytes, at + offset).map(usize::from);
    let (name_size, extra_size, comment_size) = (length(28)?, length(30)?, length(32)?);
    let name_at = at + HEADER_SIZE;
    let entry = Entry {
        name: bytes.get(name_at..name_at + name_size)?.to_vec(),
        flags: u16_at(bytes, at + 8)?,
        method: u16_at(bytes, at + 10)?,
        packed_size: u32_at(bytes, at + 20)?,
        size: u32_at(bytes, at + 24)?,
        mode: u32_at(bytes, at + 38)? >> 16,
        local_name: local_name(bytes, u32_at(bytes, at + 42)? as usize),
    };
    Some((entry, name_at + name_size + extra_size + comment_size))
}

fn local_name(bytes: &[u8], at: usize) -> Option<Vec<u8>> {
    bytes.get(at..)?.starts_with(LOCAL).then_some(())?;
    let size = usize::from(u16_at(bytes, at + 26)?);
    bytes.get(at + 30..at + 30 + size).map(<[u8]>::to_vec)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at.checked_add(2)?)?.try_into().ok().map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)
}
