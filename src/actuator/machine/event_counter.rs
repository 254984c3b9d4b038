//! How many events there were.

use crate::plants::EventKind;

/// Events since initialization.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EventCounter {
    /// Number of events of the body.
    pub count: i32,
    /// Time of the last one [s].
    pub last_time: f64,
    /// Time that was bridged [s].
    pub bridged_time: f64,
    /// By kind; statistics, and not part of the state.
    pub by_kind: EventStatistics,
}

/// Number of events of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventStatistics {
    /// Breakaways.
    pub breakaways: u32,
    /// Stops.
    pub stops: u32,
    /// Reversals.
    pub reversals: u32,
    /// End stops.
    pub end_stops: u32,
    /// Jams.
    pub jams: u32,
}

impl EventCounter {
    /// Counts an event.
    pub fn record(&mut self, kind: EventKind, time: f64) {
        self.count = self.count.saturating_add(1);
        self.last_time = time;
        let EventStatistics { breakaways, stops, reversals, end_stops, jams } = &mut self.by_kind;
        let of_kind = match kind {
            EventKind::Breakaway { .. } => breakaways,
            EventKind::Stop => stops,
            EventKind::Reversal { .. } => reversals,
            EventKind::EndStop { .. } => end_stops,
            EventKind::Jam => jams,
            // A body alone has nothing to engage.
            EventKind::Engaged | EventKind::Disengaged => return,
        };
        *of_kind = of_kind.saturating_add(1);
    }
}
