//! Bytes that should be a CSV file of input signals.

use fmu_simulation::input::{CsvRows, Track};
use std::fs;
use std::path::PathBuf;

/// What is accepted has times that do not fall, and gives values that are numbers wherever it is read.
pub fn csv(bytes: &[u8]) {
    let file = Scratch::of(bytes);
    let Ok(rows) = CsvRows::open(&file.0) else { return };
    let Ok(mut track) = Track::new(Box::new(rows)) else { return };
    let mut values = vec![0.0; track.names().len()];
    let mut time = track.next_row_time(f64::MIN).unwrap_or(0.0);
    for _ in 0..1000 {
        if track.advance(time, 0.0).is_err() {
            return;
        }
        track.values(time, &mut values);
        assert!(track.held().iter().all(|value| value.is_finite()), "{:?} at {time} s", track.held());
        match track.next_row_time(time) {
            Some(next) => {
                assert!(next > time, "{next} s follows {time} s");
                time = next;
            }
            None => return,
        }
    }
}

/// A file of this process, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn of(bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("actuator-fuzz-{}.csv", std::process::id()));
        fs::write(&path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
