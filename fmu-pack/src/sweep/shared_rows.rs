//! Input signals that many runs read at the same time.

use crate::input::{Error, Row, Rows};
use std::sync::Arc;

/// Signals with more numbers are refused: they take half a gigabyte.
const MOST_NUMBERS: usize = 50_000_000;

/// A reading position in rows that all copies share.
#[derive(Clone, Debug)]
pub struct SharedRows {
    names: Arc<[String]>,
    rows: Arc<[Row]>,
    next: usize,
}

impl SharedRows {
    /// Reads a source to its end.
    pub fn read(mut source: impl Rows) -> Result<Self, super::Error> {
        let (mut rows, mut numbers) = (Vec::new(), 0);
        while let Some(row) = source.next()? {
            numbers += row.values.len() + 1;
            if numbers > MOST_NUMBERS {
                return Err(super::Error::Signals { numbers: MOST_NUMBERS });
            }
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
