//! The header in front of the data of an entry, which says again what the directory says.

use super::Entry;
use super::bytes::{u16_at, u32_at};
use std::ops::Range;

/// Local file header.
const HEADER: &[u8; 4] = b"PK\x03\x04";
/// Bytes of a local header without name and extra fields.
const HEADER_SIZE: usize = 30;
/// Stands for a size that is in an extra field.
const ELSEWHERE: u32 = u32::MAX;

/// What stands in front of the data, as far as it matters: names are compared here, not kept, because many entries of a
/// hostile archive can point to one long name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The name is the one in the directory.
    pub has_same_name: bool,
    /// Method, encryption and sizes are those in the directory.
    pub has_same_kind: bool,
    /// Header and data in the archive.
    pub place: Range<usize>,
    /// The packed data alone.
    pub data: Range<usize>,
}

impl Local {
    /// The header at `at`, and the data of the size that the directory says.
    pub(super) fn read(bytes: &[u8], at: usize, entry: &Entry) -> Option<Self> {
        bytes.get(at..)?.starts_with(HEADER).then_some(())?;
        let length = |offset: usize| u16_at(bytes, at + offset).map(usize::from);
        let name_at = at + HEADER_SIZE;
        let name = bytes.get(name_at..name_at + length(26)?)?;
        let start = name_at + name.len() + length(28)?;
        let end = start.checked_add(entry.packed_size as usize)?;
        bytes.get(start..end)?;
        Some(Self {
            has_same_name: name == entry.name,
            has_same_kind: has_same_kind(bytes, at, entry)?,
            place: at..end,
            data: start..end,
        })
    }
}

fn has_same_kind(bytes: &[u8], at: usize, entry: &Entry) -> Option<bool> {
    let (flags, method) = (u16_at(bytes, at + 6)?, u16_at(bytes, at + 8)?);
    let (packed, size) = (u32_at(bytes, at + 18)?, u32_at(bytes, at + 22)?);
    // With a data descriptor they are behind the data. By the format description both are zero here then (APPNOTE 4.4.4); writers that know
    // the unpacked size before they pack fill in that one (libarchive and so CMake, Java).
    let agrees =
        |here: u32, there: u32| here == there || here == ELSEWHERE || (here == 0 && entry.has_data_descriptor());
    let sizes = agrees(packed, entry.packed_size) && agrees(size, entry.size);
    Some(method == entry.method && (flags ^ entry.flags) & 9 == 0 && sizes)
}
