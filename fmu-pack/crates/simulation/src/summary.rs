//! What a run of a study leaves: last, smallest and largest values, and metrics.

use super::{Event, Metric, Recorder};

/// Watches some of the recorded variables.
pub struct Summary {
    /// Columns of which the extremes are wanted.
    columns: Vec<usize>,
    /// Last, smallest, largest of each.
    extremes: Vec<[f64; 3]>,
    metrics: Vec<Metric>,
    /// What the metrics are made of: times, and the values of their columns.
    times: Vec<f64>,
    series: Vec<(usize, Vec<f64>)>,
}

impl Summary {
    /// Watches these columns of what is recorded, and those of the metrics.
    pub fn new(columns: &[usize], metrics: Vec<Metric>) -> Self {
        let fresh = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        let mut kept: Vec<usize> = metrics.iter().flat_map(Metric::columns).collect();
        kept.sort_unstable();
        kept.dedup();
        let series = kept.into_iter().map(|column| (column, Vec::new())).collect();
        Self { columns: columns.to_vec(), extremes: vec![fresh; columns.len()], metrics, times: Vec::new(), series }
    }

    /// Last, smallest and largest value of each column, and the value of each metric.
    pub fn finish(self) -> (Vec<[f64; 3]>, Vec<f64>) {
        let column = |wanted: usize| {
            let found = self.series.iter().find(|(column, _)| *column == wanted);
            found.map_or(&[][..], |(_, values)| values)
        };
        let metrics = self.metrics.iter().map(|metric| metric.value(&self.times, column)).collect();
        (self.extremes, metrics)
    }
}

impl Recorder for Summary {
    fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()> {
        for (column, [last, smallest, largest]) in self.columns.iter().zip(&mut self.extremes) {
            let value = values[*column];
            *last = value;
            *smallest = smallest.min(value);
            *largest = largest.max(value);
        }
        if !self.series.is_empty() {
            self.times.push(time);
            self.series.iter_mut().for_each(|(column, series)| series.push(values[*column]));
        }
        Ok(())
    }

    fn event(&mut self, _event: Event) -> std::io::Result<()> {
        Ok(())
    }

    fn warning(&mut self, _text: &str) {}
}
