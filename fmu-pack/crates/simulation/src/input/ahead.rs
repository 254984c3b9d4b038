//! Rows that are read while others are used.

use super::{Batch, Error, Row, Rows};
use std::sync::mpsc::{Receiver, sync_channel};

/// Rows that may wait.
const WAITING: usize = 2048;

/// Reads rows on a thread of its own. What is there is handed on at once: a pipe may give a row now and then.
pub struct Ahead {
    names: Vec<String>,
    rows: Receiver<Result<Option<Row>, Error>>,
}

impl Ahead {
    /// Begins to read.
    pub fn new(mut source: impl Rows + Send + 'static) -> std::io::Result<Self> {
        let (sender, rows) = sync_channel(WAITING);
        let names = source.names().to_vec();
        let read = move || {
            loop {
                let row = source.next();
                let is_last = !matches!(row, Ok(Some(_)));
                if sender.send(row).is_err() || is_last {
                    break;
                }
            }
        };
        std::thread::Builder::new().name("input".to_string()).spawn(read)?;
        Ok(Self { names, rows })
    }
}

impl Rows for Ahead {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self) -> Result<Option<Row>, Error> {
        // The thread ends after the last row.
        self.rows.recv().unwrap_or(Ok(None))
    }

    fn batch(&mut self) -> Result<Batch, Error> {
        let Some(first) = self.next()? else { return Ok(Batch { rows: Vec::new(), is_last: true }) };
        let mut rows = vec![first];
        while rows.len() < Batch::MOST {
            match self.rows.try_recv() {
                Ok(Ok(Some(row))) => rows.push(row),
                Ok(Ok(None)) => return Ok(Batch { rows, is_last: true }),
                Ok(Err(error)) => return Err(error),
                Err(_) => break,
            }
        }
        Ok(Batch { rows, is_last: false })
    }
}
