//! Rows of a run that are kept in memory until it is complete.

use super::{Error, Event, Recorder};
use serde::{Deserialize, Serialize};

/// Numbers at communication points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Communication points \[s\].
    pub times: Vec<f64>,
    /// For each number that was wanted its values at these times.
    pub columns: Vec<Vec<f64>>,
    /// The FMU has asked for the end of the run at this time \[s\].
    pub ended_at: Option<f64>,
}

/// Keeps some numbers of each row.
pub struct SeriesRecorder {
    numbers: Vec<usize>,
    series: Series,
}

impl SeriesRecorder {
    /// Keeps these, by their places among [`super::recorded`].
    pub fn new(numbers: Vec<usize>) -> Self {
        let series = Series { columns: vec![Vec::new(); numbers.len()], ..Series::default() };
        Self { numbers, series }
    }

    /// What was kept.
    pub fn finish(self) -> Series {
        self.series
    }
}

impl Recorder for SeriesRecorder {
    fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()> {
        self.series.times.push(time);
        values.iter().zip(&mut self.series.columns).for_each(|(value, column)| column.push(*value));
        Ok(())
    }

    fn wanted(&self) -> Option<&[usize]> {
        Some(&self.numbers)
    }

    fn event(&mut self, _event: Event) -> std::io::Result<()> {
        Ok(())
    }

    fn warning(&mut self, _text: &str) {}

    /// As good an end as any: whoever wants the rows sees how far they go.
    fn ended_early(&mut self, time: f64) -> Result<(), Error> {
        self.series.ended_at = Some(time);
        Ok(())
    }
}
