//! A bound on what one row may cost: a file without line ends must not fill the memory.

use std::io::{Error, Read, Result};

/// Bytes of one row, or of the header. A thousand signals of 17 digits each have 25,000.
pub(super) const MOST: u64 = 1 << 20;

/// Counts the bytes that are read for a row.
pub(super) struct RowLimit<R> {
    inner: R,
    left: u64,
}

impl<R> RowLimit<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, left: MOST }
    }

    /// The next row begins.
    pub(super) fn restart(&mut self) {
        self.left = MOST;
    }

    /// The last error was that of the limit.
    pub(super) fn is_reached(&self) -> bool {
        self.left == 0
    }
}

impl<R: Read> Read for RowLimit<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if self.is_reached() {
            return Err(Error::other("the row is too long"));
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let count = self.inner.read(&mut buffer[..most])?;
        self.left -= count as u64;
        Ok(count)
    }
}
