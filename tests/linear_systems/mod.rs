//! Linear systems alone and in drivetrains, against solutions with 40 digits and closed forms.
#![allow(clippy::unwrap_used, missing_docs)]

mod closed_loop;
mod connections;
mod exact;
mod fed_through;
mod importer;
mod limits;
pub mod model_exchange;
mod modes;
mod moving_inputs;

use std::path::Path;

/// Header and rows of a reference.
pub fn reference(name: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let (header, rows) = lines(name);
    let rows = rows.into_iter().map(|row| row.iter().map(|value| value.parse().unwrap()).collect());
    (header, rows.collect())
}

/// The same as texts.
pub fn lines(name: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/linear_system").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<String>>());
    (lines.next().unwrap(), lines.collect())
}
