//! Times of events as the page shows them: the columns that any row fills.

use crate::section::{EventRow, fixed, scientific};

/// A table of events.
pub(crate) struct EventTable<'a> {
    events: &'a [EventRow],
    columns: Vec<&'static Column>,
}

/// A row in words.
pub(crate) struct Row<'a> {
    /// What happened.
    pub(crate) event: &'a str,
    /// When, by column.
    pub(crate) times: Vec<String>,
    /// The FMU's time less that of the reference.
    pub(crate) difference: String,
}

struct Column {
    head: &'static str,
    value: fn(&EventRow) -> Option<f64>,
    decimals: usize,
}

const COLUMNS: [Column; 4] = [
    Column { head: "Paper", value: |row| row.paper, decimals: 2 },
    Column { head: "Reference", value: |row| row.reference, decimals: 9 },
    Column { head: "Table 1, 10 µs", value: |row| row.table_1, decimals: 6 },
    Column { head: "FMU, located", value: |row| row.located, decimals: 9 },
];

impl<'a> EventTable<'a> {
    pub(crate) fn new(events: &'a [EventRow]) -> Self {
        let is_filled = |column: &&Column| events.iter().any(|row| (column.value)(row).is_some());
        Self { events, columns: COLUMNS.iter().filter(is_filled).collect() }
    }

    pub(crate) fn heads(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|column| column.head)
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'a>> {
        self.events.iter().map(|event| self.row(event))
    }

    fn row(&self, event: &'a EventRow) -> Row<'a> {
        let none = || "–".to_string();
        let time = |column: &&Column| (column.value)(event).map_or_else(none, |time| fixed(time, column.decimals));
        let difference = event.located.zip(event.reference).map_or_else(none, |(a, b)| scientific(a - b));
        Row { event: &event.event, times: self.columns.iter().map(time).collect(), difference }
    }
}
