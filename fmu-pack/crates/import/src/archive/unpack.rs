//! The data of one entry: unpacked in pieces, within a limit, and checked against what the directory says.

use super::limits::Bound;
use super::{Entry, Error};
use flate2::Crc;
use flate2::read::DeflateDecoder;
use model_description::counted;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

/// Bytes that are in memory at a time.
const PIECE: usize = 1 << 16;

/// Where unpacked bytes go, and how many may.
pub(super) struct Sink<'a> {
    pub(super) to: &'a mut dyn Write,
    /// What `to` is, for the error.
    pub(super) path: &'a Path,
    /// How many bytes may still come.
    pub(super) bound: &'a mut Bound,
}

/// Unpacks an entry of `archive` into the sink.
pub(super) fn unpack(archive: &[u8], entry: &Entry, sink: &mut Sink<'_>) -> Result<(), Error> {
    let local = entry.local.as_ref().ok_or_else(|| damaged(entry, "its data are not in the archive"))?;
    let packed = &archive[local.data.clone()];
    match entry.method {
        0 => copy(packed, entry, sink),
        8 => {
            let mut unpacker = DeflateDecoder::new(packed);
            copy(&mut unpacker, entry, sink)?;
            let is_whole = unpacker.total_in() == packed.len() as u64;
            is_whole.then_some(()).ok_or_else(|| damaged(entry, "there are bytes behind the end of its data"))
        }
        method => Err(damaged(entry, &format!("compression method {method} is not known"))),
    }
}

fn copy(mut packed: impl Read, entry: &Entry, sink: &mut Sink<'_>) -> Result<(), Error> {
    let (mut checksum, mut size, mut piece) = (Crc::new(), 0, vec![0; PIECE]);
    loop {
        let count = match packed.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => count,
            Err(problem) if problem.kind() == ErrorKind::Interrupted => continue,
            Err(problem) => return Err(damaged(entry, &format!("its data are damaged: {problem}"))),
        };
        size += count as u64;
        if size > u64::from(entry.size) {
            return Err(damaged(
                entry,
                &format!("it has more than its declared size of {}", counted(entry.size, "byte")),
            ));
        }
        checksum.update(&piece[..count]);
        sink.take(&piece[..count])?;
    }
    complete(entry, size, checksum.sum())
}

impl Sink<'_> {
    fn take(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.bound.take(bytes.len() as u64)?;
        self.to.write_all(bytes).map_err(|source| Error::Write { path: self.path.to_path_buf(), source })
    }
}

fn complete(entry: &Entry, size: u64, checksum: u32) -> Result<(), Error> {
    if size < u64::from(entry.size) {
        return Err(damaged(
            entry,
            &format!("it has {}, and its declared size is {}", counted(size, "byte"), entry.size),
        ));
    }
    (checksum == entry.checksum).then_some(()).ok_or_else(|| damaged(entry, "its checksum is wrong"))
}

fn damaged(entry: &Entry, problem: &str) -> Error {
    Error::Entry { name: entry.text(), problem: problem.to_string() }
}
