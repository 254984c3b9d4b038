//! Line ends as one byte, whatever system wrote the file: so lines can be counted.

use std::io::{Read, Result};

/// Gives `\n` for `\r\n` and for `\r`.
pub(super) struct Newlines<R> {
    inner: R,
    is_after_return: bool,
}

impl<R> Newlines<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, is_after_return: false }
    }
}

impl<R: Read> Read for Newlines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        loop {
            let count = self.inner.read(buffer)?;
            let mut kept = 0;
            for place in 0..count {
                let byte = buffer[place];
                let ends_twice = byte == b'\n' && self.is_after_return;
                self.is_after_return = byte == b'\r';
                if !ends_twice {
                    buffer[kept] = if byte == b'\r' { b'\n' } else { byte };
                    kept += 1;
                }
            }
            // Nothing is the end of the file.
            if kept > 0 || count == 0 {
                return Ok(kept);
            }
        }
    }
}
