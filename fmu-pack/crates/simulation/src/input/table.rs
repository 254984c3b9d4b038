//! Rows that are known beforehand.

use super::{Error, Row, Rows};
use crate::scenario::Scenario;

/// Rows in memory.
#[derive(Clone, Debug)]
pub struct Table {
    names: Vec<String>,
    rows: std::vec::IntoIter<Row>,
}

impl Table {
    /// From rows in the order of time, each with a value per name.
    pub fn new(names: Vec<String>, rows: Vec<Row>) -> Self {
        Self { names, rows: rows.into_iter() }
    }
}

/// The inputs of a manoeuvre.
impl From<&Scenario> for Table {
    fn from(scenario: &Scenario) -> Self {
        let rows = scenario.rows().into_iter().map(|(time, values)| Row { time, values });
        Self::new(scenario.input_names(), rows.collect())
    }
}

impl Rows for Table {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self) -> Result<Option<Row>, Error> {
        Ok(self.rows.next())
    }
}
