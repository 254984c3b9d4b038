//! Input signals that many runs read at the same time.

use crate::input::{Error, Row, Rows};
use std::sync::Arc;

/// A reading position in rows that all copies share.
#[derive(Clone, Debug)]
pub struct SharedRows {
    names: Arc<[String]>,
    rows: Arc<[Row]>,
    next: usize,
}

impl SharedRows {
    /// Reads a source to its end.
    pub fn read(mut source: impl Rows) -> Result<Self, Error> {
        let mut rows = Vec::new();
        while let Some(row) = source.next()? {
            rows.push(row);
        }
        Ok(Self { names: source.names().into(), rows: rows.into(), next: 0 })
    }

    /// All that tells these signals from others, as text.
    pub(super) fn signature(&self) -> String {
        format!("{:?} {:?}", self.names, self.rows)
    }
}

impl Rows for SharedRows {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self) -> Result<Option<Row>, Error> {
        let row = self.rows.get(self.next).cloned();
        self.next += 1;
        Ok(row)
    }
}
