//! What a run of a study leaves: last, smallest and largest values, and metrics.

use super::{Error, Event, Metric, Recorder};
use fmu_import::library::Exact;
use serde::{Deserialize, Serialize};

/// What is wanted of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Watched {
    /// Places among [`super::recorded`].
    pub numbers: Vec<usize>,
    /// Places among [`super::recorded_exactly`].
    pub exact: Vec<usize>,
    /// Figures of merit.
    pub metrics: Vec<Metric>,
}

/// What a run has left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Last, smallest and largest value of each number.
    pub extremes: Vec<[f64; 3]>,
    /// The same of each exact value: texts and bytes have the last one only, and what the FMU does not give has none.
    pub exact: Vec<[Option<Exact>; 3]>,
    /// The value of each metric.
    pub metrics: Vec<f64>,
    /// The FMU has asked for the end of the run at this time \[s\].
    pub ended_at: Option<f64>,
}

/// Watches a run.
pub struct Summary {
    watched: Watched,
    figures: Figures,
    /// What the metrics are made of: times, and the values of their columns.
    times: Vec<f64>,
    series: Vec<(usize, Vec<f64>)>,
}

impl Summary {
    /// Watches these, and the columns of the metrics.
    pub fn new(watched: Watched) -> Self {
        let fresh = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        let mut kept: Vec<usize> = watched.metrics.iter().flat_map(Metric::columns).collect();
        kept.sort_unstable();
        kept.dedup();
        let series = kept.into_iter().map(|column| (column, Vec::new())).collect();
        let figures = Figures {
            extremes: vec![fresh; watched.numbers.len()],
            exact: vec![[None, None, None]; watched.exact.len()],
            metrics: Vec::new(),
            ended_at: None,
        };
        Self { watched, figures, times: Vec::new(), series }
    }

    /// What has been seen.
    pub fn finish(self) -> Figures {
        let column = |wanted: usize| {
            let found = self.series.iter().find(|(column, _)| *column == wanted);
            found.map_or(&[][..], |(_, values)| values)
        };
        let metrics = self.watched.metrics.iter().map(|metric| metric.value(&self.times, column)).collect();
        Figures { metrics, ..self.figures }
    }
}

impl Recorder for Summary {
    fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()> {
        for (column, [last, smallest, largest]) in self.watched.numbers.iter().zip(&mut self.figures.extremes) {
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

    /// As good an end as any.
    fn ended_early(&mut self, time: f64) -> Result<(), Error> {
        self.figures.ended_at = Some(time);
        Ok(())
    }

    fn wants_exact(&self) -> bool {
        !self.watched.exact.is_empty()
    }

    fn exact(&mut self, values: Vec<Option<Exact>>) {
        for (column, [last, smallest, largest]) in self.watched.exact.iter().zip(&mut self.figures.exact) {
            last.clone_from(&values[*column]);
            let Some(whole) = last.as_ref().and_then(Exact::whole) else { continue };
            let is_beyond = |extreme: &Option<Exact>, beyond: fn(&i128, &i128) -> bool| {
                extreme.as_ref().and_then(Exact::whole).is_none_or(|extreme| beyond(&whole, &extreme))
            };
            if is_beyond(smallest, i128::lt) {
                smallest.clone_from(last);
            }
            if is_beyond(largest, i128::gt) {
                largest.clone_from(last);
            }
        }
    }
}
