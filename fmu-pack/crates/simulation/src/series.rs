//! Numbers of a run that are kept in memory until it is complete.

use super::{Error, Event, Plan, Recorder, recorded, run};
use fmu_import::fmu::Fmu;
use fmu_import::library::{Library, Place};
use serde::{Deserialize, Serialize};

/// What of a run is kept, by places among [`recorded`]. Nothing else is read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// At each communication point.
    pub rows: Vec<usize>,
    /// Where the run ends.
    pub at_end: Vec<usize>,
}

/// Numbers of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// For each of [`Kept::rows`] its values at the points of the grid.
    pub columns: Vec<Vec<f64>>,
    /// [`Kept::at_end`].
    pub at_end: Vec<f64>,
    /// The FMU has asked for the end of the run at this time \[s\].
    pub ended_at: Option<f64>,
}

/// Runs a new instance of a loaded FMU, without logging.
pub fn series(fmu: &Fmu, library: &Library, plan: Plan, kept: &Kept) -> Result<Series, Error> {
    let recorded = recorded(fmu.interface(), plan.event_mode);
    let places: Vec<Place> = kept.at_end.iter().map(|place| recorded[*place].place()).collect();
    let rows = usize::try_from(plan.grid.count()).unwrap_or(usize::MAX).min(MOST_ROOM);
    let columns = kept.rows.iter().map(|_| Vec::with_capacity(1 + rows)).collect();
    let mut recorder = SeriesRecorder { rows: &kept.rows, columns, ended_at: None };
    let at_end = run::run_and_then(fmu, library, false, plan, &mut recorder, |instance| {
        places.iter().map(|place| instance.get(place)).collect()
    })?;
    Ok(Series { columns: recorder.columns, at_end, ended_at: recorder.ended_at })
}

/// Rows for which there is room from the beginning: a run may end long before its time.
const MOST_ROOM: usize = 100_000;

/// Keeps some numbers of each row.
struct SeriesRecorder<'a> {
    rows: &'a [usize],
    columns: Vec<Vec<f64>>,
    ended_at: Option<f64>,
}

impl Recorder for SeriesRecorder<'_> {
    fn row(&mut self, _time: f64, values: &[f64]) -> std::io::Result<()> {
        values.iter().zip(&mut self.columns).for_each(|(value, column)| column.push(*value));
        Ok(())
    }

    fn wanted(&self) -> Option<&[usize]> {
        Some(self.rows)
    }

    fn event(&mut self, _event: Event) -> std::io::Result<()> {
        Ok(())
    }

    fn warning(&mut self, _text: &str) {}

    /// As good an end as any: whoever wants the rows sees how far they go.
    fn ended_early(&mut self, time: f64) -> Result<(), Error> {
        self.ended_at = Some(time);
        Ok(())
    }
}
