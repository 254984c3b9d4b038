//! Input signals that many runs read at the same time.

use fmu_simulation::input::{Rows, SharedRows};

/// Signals with more numbers are refused: they take half a gigabyte.
const MOST_NUMBERS: usize = 50_000_000;

/// Reads a source to its end.
pub fn shared_rows(mut source: impl Rows) -> Result<SharedRows, super::Error> {
    let (mut rows, mut numbers) = (Vec::new(), 0);
    while let Some(row) = source.next()? {
        numbers += row.values.len() + 1;
        if numbers > MOST_NUMBERS {
            return Err(super::Error::Signals { numbers: MOST_NUMBERS });
        }
        rows.push(row);
    }
    Ok(SharedRows::new(source.names().to_vec(), rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fmu_simulation::input::{Error, Row};

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
        let told = shared_rows(Endless).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(told.starts_with("the input signals of a sweep have at most 50000000 numbers"), "{told}");
    }
}
