//! Rows in memory that many runs read.

use super::{Error, Row, Rows};
use std::sync::Arc;

/// A reading position in rows that all copies share.
#[derive(Clone, Debug)]
pub struct SharedRows {
    names: Arc<[String]>,
    rows: Arc<[Row]>,
    next: usize,
}

impl SharedRows {
    /// Rows in the order of time, each with a value per name.
    pub fn new(names: Vec<String>, rows: Vec<Row>) -> Self {
        Self { names: names.into(), rows: rows.into(), next: 0 }
    }

    /// Numbers in all rows.
    pub fn numbers(&self) -> usize {
        self.rows.len() * (1 + self.names.len())
    }

    /// Whether others are a copy of these.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.names, &other.names) && Arc::ptr_eq(&self.rows, &other.rows)
    }

    /// A copy at the first row.
    pub fn from_the_first(&self) -> Self {
        Self { next: 0, ..self.clone() }
    }

    /// All that tells these signals from others, as text.
    pub fn signature(&self) -> String {
        format!("{:?} {:?}", self.names, self.rows)
    }
}

impl Rows for SharedRows {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self) -> Result<Option<Row>, Error> {
        self.next_after(None)
    }

    fn next_after(&mut self, done: Option<Row>) -> Result<Option<Row>, Error> {
        let row = self.rows.get(self.next).map(|row| match done {
            Some(Row { mut values, .. }) => {
                values.clone_from(&row.values);
                Row { time: row.time, values }
            }
            None => row.clone(),
        });
        self.next += 1;
        Ok(row)
    }

    fn shared(&self) -> Option<&SharedRows> {
        Some(self)
    }
}
