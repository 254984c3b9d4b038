//! Lines for the table of importers, which `importers/matrix/with_replays.py` reads.

use crate::replays::tools::Tool;
use std::fs::OpenOptions;
use std::io::Write;

/// Adds a comparison, where a file is asked for.
pub fn add(tool: &Tool, task: &str, deviation: f64, allowed: f64, unit: &str) {
    let Some(path) = std::env::var_os("REPLAYS_TABLE") else { return };
    let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
    let line = format!("{}\t{}\t{task}\t{deviation:e}\t{allowed:e}\t{unit}\n", tool.name, tool.version);
    file.write_all(line.as_bytes()).unwrap();
}
