//! Input signals that many runs read at the same time.

use fmu_simulation::input::{Error, Row, Rows};
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows without end, wide enough that a few are too much; zeros take no memory before they are read.
    struct Endless;

    impl Rows for Endless {
        fn names(&self) -> &[String] {
            &[]
        }

        fn next(&mut self) -> Result<Option<Row>, Error> {
            Ok(Some(Row { time: 0.0, values: vec![0.0; MOST_NUMBERS / 4] }))
        }
    }

    #[test]
    fn signals_that_do_not_fit_into_memory_are_refused_with_the_limit() {
        let told = SharedRows::read(Endless).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(told.starts_with("the input signals of a sweep have at most 50000000 numbers"), "{told}");
    }
}
