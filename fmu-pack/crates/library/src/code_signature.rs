//! The signature in a library for macOS on ARM, which loads nothing that was changed after it was signed.
//!
//! An ad-hoc signature names no author: it is a list of hashes, one for each page of the file. Where the file is changed on
//! purpose, the hashes are made anew. (xnu, `osfmk/kern/cs_blobs.h`: `CS_SuperBlob`, `CS_CodeDirectory`.)

use object::Endianness;
use object::macho::{LC_CODE_SIGNATURE, LinkeditDataCommand, MachHeader64};
use object::read::macho::MachHeader;
use sha2::{Digest, Sha256};
use std::ops::Range;

/// `CSMAGIC_EMBEDDED_SIGNATURE`.
const SIGNATURE: u32 = 0xfade_0cc0;
/// `CSMAGIC_CODEDIRECTORY`.
const DIRECTORY: u32 = 0xfade_0c02;
/// `CS_HASHTYPE_SHA256`, and the bytes of such a hash.
const SHA256: (u8, u8) = (2, 32);

/// Makes the hashes of the pages anew, in a file that has such hashes; `None` if they are of a kind that is not known here.
pub fn renew(bytes: &mut [u8]) -> Option<()> {
    let Some(signature) = signature(bytes) else { return Some(()) };
    let directory = directory(bytes, signature)?;
    for (page, place) in pages(bytes, directory)? {
        let hash = Sha256::digest(bytes.get(page)?);
        bytes.get_mut(place..place + usize::from(SHA256.1))?.copy_from_slice(&hash);
    }
    Some(())
}

/// Where the signature begins; `None` in files without one, and in those of other platforms.
fn signature(bytes: &[u8]) -> Option<usize> {
    let header = MachHeader64::<Endianness>::parse(bytes, 0).ok()?;
    let endian = header.endian().ok()?;
    let mut commands = header.load_commands(endian, bytes, 0).ok()?;
    while let Ok(Some(command)) = commands.next() {
        if command.cmd() == LC_CODE_SIGNATURE {
            let place: &LinkeditDataCommand<Endianness> = command.data().ok()?;
            return usize::try_from(place.dataoff.get(endian)).ok();
        }
    }
    None
}

/// A number of a signature; those are big-endian.
fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    usize::try_from(u32::from_be_bytes(*bytes)).ok()
}

/// Where the list of hashes begins.
fn directory(bytes: &[u8], signature: usize) -> Option<usize> {
    (number(bytes, signature)? == SIGNATURE as usize).then_some(())?;
    let blobs = 0..number(bytes, signature + 8)?;
    let mut places = blobs.filter_map(|blob| Some(signature + number(bytes, signature + 12 + 8 * blob + 4)?));
    places.find(|place| number(bytes, *place) == Some(DIRECTORY as usize))
}

/// Pages of the file with the places of their hashes.
fn pages(bytes: &[u8], directory: usize) -> Option<Vec<(Range<usize>, usize)>> {
    let hashes = directory.checked_add(number(bytes, directory + 16)?)?;
    let (count, end) = (number(bytes, directory + 28)?, number(bytes, directory + 32)?);
    let [length, kind, _, page] = *bytes.get(directory + 36..)?.first_chunk()?;
    ((kind, length) == SHA256 && (10..=24).contains(&page)).then_some(())?;
    let size = 1_usize << page;
    // A count that the file cannot hold takes no memory.
    (count == end.div_ceil(size) && end <= bytes.len()).then_some(())?;
    let page = |index: usize| {
        let range = index * size..((index + 1) * size).min(end);
        (range, hashes + index * usize::from(length))
    };
    Some((0..count).map(page).collect())
}
