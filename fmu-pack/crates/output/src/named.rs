//! Errors of writing that say where.

use std::io::{Error, Result, Write};

/// Passes bytes on; its errors begin with the name of the file.
pub struct Named<W> {
    inner: W,
    name: String,
}

impl<W> Named<W> {
    /// Writes to `inner`, which people know as `name`.
    pub fn new(inner: W, name: impl Into<String>) -> Self {
        Self { inner, name: name.into() }
    }

    /// Without the name.
    pub fn into_inner(self) -> W {
        self.inner
    }
}

/// The kind stays: a reader that has gone is no failure.
fn named<T>(name: &str, result: Result<T>) -> Result<T> {
    result.map_err(|error| Error::new(error.kind(), format!("{name}: {error}")))
}

impl<W: Write> Write for Named<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        named(&self.name, self.inner.write(bytes))
    }

    fn flush(&mut self) -> Result<()> {
        named(&self.name, self.inner.flush())
    }
}
