//! Events as CSV.

use crate::Event;
use fmu_output::number;
use std::io::{Result, Write};

/// Writes events as they come: an endless run may have any number of them.
pub struct EventWriter<W: Write> {
    sink: W,
    has_header: bool,
}

impl<W: Write> EventWriter<W> {
    /// Nothing is written before the first event, which says what the columns are.
    pub fn new(sink: W) -> Self {
        Self { sink, has_header: false }
    }

    /// Writes one row. The columns after `direction` are those that the FMU reports.
    pub fn event(&mut self, event: &Event) -> Result<()> {
        self.header(&event.values)?;
        writeln!(self.sink, "{}", row(event))
    }

    /// The file, for committing it; without any event it has a header only.
    pub fn finish(mut self) -> Result<W> {
        self.header(&[])?;
        Ok(self.sink)
    }

    fn header(&mut self, values: &[(String, f64)]) -> Result<()> {
        if std::mem::replace(&mut self.has_header, true) {
            return Ok(());
        }
        let names: String = values.iter().flat_map(|(name, _)| [",", name]).collect();
        writeln!(self.sink, "time,event,direction{names}")
    }
}

fn row(event: &Event) -> String {
    let direction = event.direction.map_or(String::new(), |direction| format!("{direction:+}"));
    let values: String = event.values.iter().map(|(_, value)| format!(",{}", number(*value))).collect();
    format!("{},{},{direction}{values}", number(event.time), event.kind)
}
