//! The header, which says whether there is a content and whether it is whole.

use super::{CAPACITY, Damage, HEADER, LAYOUT, MAGIC};

/// Place of the layout's number.
pub(super) const LAYOUT_AT: usize = 8;
/// Place of the capacity.
pub(super) const CAPACITY_AT: usize = 12;
/// Place of the version.
pub(super) const VERSION_AT: usize = 16;
/// Bytes of the version.
pub(super) const VERSION_LENGTH: usize = 16;
/// Place of the length of the content.
pub(super) const LENGTH_AT: usize = 32;
/// Place of what is zero.
pub(super) const UNUSED_AT: usize = 36;
/// Place of the checksum.
pub(super) const CHECKSUM_AT: usize = 40;

/// An empty block, as it is compiled into a library of this version.
pub const fn empty(version: &str) -> [u8; CAPACITY] {
    assert!(version.len() <= VERSION_LENGTH, "a version is short");
    let mut block = [0; CAPACITY];
    put(&mut block, 0, &MAGIC);
    put(&mut block, LAYOUT_AT, &LAYOUT.to_le_bytes());
    put(&mut block, CAPACITY_AT, &(CAPACITY as u32).to_le_bytes());
    put(&mut block, VERSION_AT, version.as_bytes());
    block
}

/// `copy_from_slice`, which a constant cannot be made with.
const fn put(block: &mut [u8; CAPACITY], at: usize, bytes: &[u8]) {
    let mut index = 0;
    while index < bytes.len() {
        block[at + index] = bytes[index];
        index += 1;
    }
}

/// Version of the library that a block was compiled into, whatever the content.
pub fn version(block: &[u8]) -> Result<&str, Damage> {
    check(block)?;
    let version = &block[VERSION_AT..VERSION_AT + VERSION_LENGTH];
    let end = version.iter().position(|byte| *byte == 0).unwrap_or(version.len());
    str::from_utf8(&version[..end]).map_err(|_| Damage::NotText)
}

/// The content of a block, which is whole; `None` in an empty one.
pub fn content(block: &[u8]) -> Result<Option<&[u8]>, Damage> {
    check(block)?;
    let length = u32::from_le_bytes(field(block, LENGTH_AT)) as usize;
    let checksum = u64::from_le_bytes(field(block, CHECKSUM_AT));
    if length == 0 && checksum == 0 {
        return Ok(None);
    }
    let content = block[HEADER..].get(..length).ok_or(Damage::Header)?;
    if checksum != fnv1a(&[&block[..CHECKSUM_AT], content]) {
        return Err(Damage::Checksum);
    }
    Ok(Some(content))
}

/// What is the same in every block of this layout.
fn check(block: &[u8]) -> Result<(), Damage> {
    if block.len() != CAPACITY || block[..MAGIC.len()] != MAGIC {
        return Err(Damage::NoBlock);
    }
    let layout = u32::from_le_bytes(field(block, LAYOUT_AT));
    if layout != LAYOUT {
        return Err(Damage::Layout(layout));
    }
    if field(block, CAPACITY_AT) != (CAPACITY as u32).to_le_bytes() || field(block, UNUSED_AT) != [0; 4] {
        return Err(Damage::Header);
    }
    Ok(())
}

fn field<const N: usize>(block: &[u8], at: usize) -> [u8; N] {
    core::array::from_fn(|index| block[at + index])
}

/// 64-bit FNV-1a of parts in a row: a change of any single byte changes it.
pub fn fnv1a(parts: &[&[u8]]) -> u64 {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    parts.iter().copied().flatten().fold(0xcbf2_9ce4_8422_2325, mix)
}
