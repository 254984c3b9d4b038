//! Last, smallest and largest values over a run.

use super::{Event, Recorder};

/// Watches some of the recorded variables.
pub struct Extremes {
    /// Indices into the recorded values.
    columns: Vec<usize>,
    /// Last, smallest, largest of each.
    values: Vec<[f64; 3]>,
}

impl Extremes {
    /// Watches these columns of what is recorded.
    pub fn new(columns: &[usize]) -> Self {
        let fresh = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        Self { columns: columns.to_vec(), values: vec![fresh; columns.len()] }
    }

    /// Last, smallest and largest value of each column.
    pub fn into_values(self) -> Vec<[f64; 3]> {
        self.values
    }
}

impl Recorder for Extremes {
    fn row(&mut self, _time: f64, values: &[f64]) -> std::io::Result<()> {
        for (column, [last, smallest, largest]) in self.columns.iter().zip(&mut self.values) {
            let value = values[*column];
            *last = value;
            *smallest = smallest.min(value);
            *largest = largest.max(value);
        }
        Ok(())
    }

    fn event(&mut self, _event: Event) -> std::io::Result<()> {
        Ok(())
    }

    fn warning(&mut self, _text: &str) {}
}
