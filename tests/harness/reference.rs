//! Reads the reference trajectories in tests/reference.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

/// Columns of a CSV file by name.
pub struct Table(HashMap<String, Vec<f64>>);

impl Table {
    pub fn read(path: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/reference").join(path);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
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
}
