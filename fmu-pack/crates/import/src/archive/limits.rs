//! Bounds on what an archive may cost.

use super::Error;

/// How much is accepted of what.
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
    /// Bytes of the unpacked modelDescription.xml.
    pub description: u64,
    /// How many bytes may come out of one byte of the archive.
    pub ratio: u64,
    /// Bytes that may come out at any ratio: tables of zeros pack well.
    pub any_ratio: u64,
}

/// Generous for real FMUs, small for a computer: 256 MiB packed, 512 MiB a file, 1 GiB in all, 10,000 entries. The
/// description of a million variables has 100 to 250 MB. Libraries and tables pack to a third or a tenth, rarely to a
/// hundredth; deflate reaches a thousandth.
impl Default for Limits {
    fn default() -> Self {
        Self {
            packed: 256 << 20,
            file: 512 << 20,
            total: 1 << 30,
            entries: 10_000,
            description: 256 << 20,
            ratio: 100,
            any_ratio: 64 << 20,
        }
    }
}

impl Limits {
    /// What may come out of the archive `bytes`.
    pub(super) fn of_ratio(&self, bytes: &[u8]) -> Bound {
        let allowed = (bytes.len() as u64).saturating_mul(self.ratio).max(self.any_ratio);
        let what = format!("what unpacks from {} bytes (at most {} times as many)", bytes.len(), self.ratio);
        Bound::new(&what, allowed)
    }
}

/// A number of bytes that is used up.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    what: String,
    limit: u64,
    left: u64,
}

impl Bound {
    /// `what` may have `limit` bytes.
    pub(super) fn new(what: &str, limit: u64) -> Self {
        Self { what: what.to_string(), limit, left: limit }
    }

    /// The one of two bounds of which less is left.
    pub(super) fn or_less(self, other: Self) -> Self {
        if other.left < self.left { other } else { self }
    }

    /// Bytes that may still come.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Uses some bytes.
    pub(super) fn take(&mut self, count: u64) -> Result<(), Error> {
        let left = self.left.checked_sub(count);
        self.left = left.ok_or_else(|| Error::Limit { what: self.what.clone(), limit: self.limit, unit: " bytes" })?;
        Ok(())
    }
}
