//! Events as CSV.

use super::number;
use crate::simulation::Event;
use std::io::{Result, Write};

/// Writes a header and one row per event. The columns after `direction` are those that the FMU reports.
pub fn write_events(sink: &mut dyn Write, events: &[Event]) -> Result<()> {
    let names: Vec<&str> = events.first().map_or(Vec::new(), |event| event.values.iter().map(|v| &*v.0).collect());
    let names: String = names.iter().flat_map(|name| [",", name]).collect();
    writeln!(sink, "time,event,direction{names}")?;
    events.iter().try_for_each(|event| writeln!(sink, "{}", row(event)))
}

fn row(event: &Event) -> String {
    let direction = event.direction.map_or(String::new(), |direction| format!("{direction:+}"));
    let values: String = event.values.iter().map(|(_, value)| format!(",{}", number(*value))).collect();
    format!("{},{},{direction}{values}", number(event.time), event.kind)
}
