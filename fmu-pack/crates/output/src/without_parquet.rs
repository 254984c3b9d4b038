//! What stands for the writer of Parquet where it is not compiled: [`Format::of`](super::Format::of) has refused the file before.

use super::{Cell, Column};
use std::convert::Infallible;
use std::io::{ErrorKind, Result, Write};
use std::marker::PhantomData;

/// There is none.
pub struct ParquetWriter<W> {
    none: Infallible,
    sink: PhantomData<W>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Refuses.
    pub fn new(_: W, _: &str, _: &[Column]) -> Result<Self> {
        Err(ErrorKind::Unsupported.into())
    }

    /// Never called.
    pub fn row(&mut self, _: Vec<Cell>) -> Result<()> {
        match self.none {}
    }

    /// Never called.
    pub fn finish(self) -> Result<W> {
        match self.none {}
    }
}
