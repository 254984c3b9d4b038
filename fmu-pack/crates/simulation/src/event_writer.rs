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
        self.header(&event.values, event.element.is_some())?;
        writeln!(self.sink, "{}", row(event))
    }

    /// The file, for committing it; without any event it has a header only.
    pub fn finish(mut self) -> Result<W> {
        self.header(&[], false)?;
        Ok(self.sink)
    }

    fn header(&mut self, values: &[(String, f64)], has_element: bool) -> Result<()> {
        if std::mem::replace(&mut self.has_header, true) {
            return Ok(());
        }
        let names: String = values.iter().flat_map(|(name, _)| [",", name]).collect();
        let element = if has_element { ",element" } else { "" };
        writeln!(self.sink, "time,event,direction{names}{element}")
    }
}

fn row(event: &Event) -> String {
    let direction = event.direction.map_or(String::new(), |direction| format!("{direction:+}"));
    let values: String = event.values.iter().map(|(_, value)| format!(",{}", number(*value))).collect();
    let element = event.element.iter().map(|element| format!(",{element}")).collect::<String>();
    format!("{},{},{direction}{values}{element}", number(event.time), event.kind)
}
