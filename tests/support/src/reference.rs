//! Reads the reference data in tests/reference.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../reference").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Columns of a CSV file by name.
pub struct Table(HashMap<String, Vec<f64>>);

impl Table {
    pub fn read(path: &str) -> Self {
        let text = read(path);
        let mut lines = text.lines();
        let names: Vec<String> =
            lines.next().expect("a header").split(',').map(|s| s.trim_matches('"').into()).collect();
        let mut columns = vec![Vec::new(); names.len()];
        for line in lines {
            for (column, cell) in columns.iter_mut().zip(line.split(',')) {
                column.push(cell.parse().unwrap_or(f64::NAN));
            }
        }
        Self(names.into_iter().zip(columns).collect())
    }

    pub fn column(&self, name: &str) -> &[f64] {
        &self.0[name]
    }

    /// The row whose `time` column is `at`, if there is one.
    pub fn row(&self, time: &str, at: f64) -> Option<usize> {
        let times = self.column(time);
        let row = times.partition_point(|&t| t < at - 1e-9).min(times.len() - 1);
        ((times[row] - at).abs() < 1e-9).then_some(row)
    }
}

/// One line of servo/events.csv.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceEvent {
    pub time: f64,
    /// "stop", "breakaway+" or "breakaway-".
    pub kind: String,
    /// [deg]
    pub position: f64,
}

/// The events of one figure.
pub fn servo_events(figure: u32) -> Vec<ReferenceEvent> {
    let wanted = figure.to_string();
    let text = read("servo/events.csv");
    let cells = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    cells
        .filter(|cells| cells[0] == wanted)
        .map(|cells| {
            let number = |i: usize| cells[i].parse().unwrap_or_else(|_| panic!("{} is no number", cells[i]));
            ReferenceEvent { time: number(3), kind: cells[4].into(), position: number(5) }
        })
        .collect()
}
