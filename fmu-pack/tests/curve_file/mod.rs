//! Friction curves as the command line writes them.

use crate::command::{file, succeeds};

/// One point of a curve file.
pub struct Point {
    pub diagram: String,
    pub law: String,
    /// Velocity, position, rate, friction; NaN where empty.
    pub values: [f64; 4],
}

/// The points that `fmu-pack curve` writes with these arguments.
pub fn curve(arguments: &[&str]) -> Vec<Point> {
    let (_folder, path) = file("curve.csv");
    succeeds(&[&["curve"], arguments, &["-o", path.to_str().unwrap()]].concat());
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(point).collect()
}

fn point(line: &str) -> Point {
    let fields: Vec<&str> = line.split(',').collect();
    let number = |index: usize| fields[index].parse().unwrap_or(f64::NAN);
    Point {
        diagram: fields[0].to_string(),
        law: fields[1].to_string(),
        values: [number(2), number(3), number(4), number(5)],
    }
}

/// A curve without loads that peaks at a static level.
pub fn assert_peaks_at(static_level: f64, friction: impl Iterator<Item = f64>) {
    let largest = friction.fold(0.0, f64::max);
    // The nearest sample misses the peak by at most 1.5 % of its velocity, where the curve is flat.
    assert!(largest <= static_level && largest > 0.999 * static_level, "{largest}");
}
