//! The results as a table for people.

use super::measured::{Linear, Measured, Point};
use fmu_output::number;

/// A column: its heading, with a unit, and what stands in a row.
type Column = (&'static str, fn(&Point) -> Option<String>);

const COLUMNS: [Column; 6] = [
    ("frequency, Hz", |point| Some(significant(point.frequency))),
    // With room for what `significant` may write.
    ("       gain", |point| Some(significant(point.gain))),
    ("gain, dB", |point| point.gain_db.map(|gain| fixed(gain, 4))),
    ("phase, deg", |point| point.phase.map(|phase| fixed(phase, 3))),
    ("distortion, %", |point| point.distortion.map(|distortion| fixed(100.0 * distortion, 3))),
    ("periods", |point| Some(point.periods.to_string())),
];
const OF_LINEAR: [Column; 2] = [
    ("linear gain, dB", |point| point.linear.map(|Linear { gain_db, .. }| fixed(gain_db, 4))),
    ("linear phase, deg", |point| point.linear.map(|Linear { phase, .. }| fixed(phase, 3))),
];
/// Between two columns.
const GAP: usize = 3;

impl Measured<'_> {
    /// For each amplitude a heading and a row per frequency.
    pub(super) fn numbers(&self) -> String {
        let of_linear = if self.linear.is_some() { &OF_LINEAR[..] } else { &[] };
        let columns: Vec<Column> = COLUMNS.iter().chain(of_linear).copied().collect();
        let unit = self.gain_unit();
        let of_gain = if unit == "1" { String::new() } else { format!(", gain in {unit} and 20 lg of it in dB") };
        let mut text = format!("{}: {} over {}{of_gain}\n", self.model, self.output.name, self.input.name);
        for (amplitude, points) in self.amplitudes.iter().zip(self.table()) {
            text += &format!("\namplitude {}\n{}\n", self.shown_amplitude(*amplitude), headings(&columns));
            points.iter().for_each(|point| text += &row(&columns, point));
        }
        text + "\n"
    }
}

fn headings(columns: &[Column]) -> String {
    columns.iter().map(|(heading, _)| format!("{:GAP$}{heading}", "")).collect()
}

/// Numbers below the end of their heading; what is unusual about them stands behind.
fn row(columns: &[Column], point: &Point) -> String {
    let cell = |(heading, value): &Column| {
        let text = value(point).unwrap_or_else(|| "-".to_string());
        format!("{text:>width$}", width = GAP + heading.len())
    };
    let remarks = [
        (point.gain_db.is_none(), "rests"),
        (point.gain_db.is_some() && !point.is_periodic, "not periodic"),
        (point.touches_end_stop, "touches an end stop"),
    ];
    let remarks: Vec<&str> = remarks.into_iter().filter(|(applies, _)| *applies).map(|(_, remark)| remark).collect();
    let remarks = if remarks.is_empty() { String::new() } else { format!("   {}", remarks.join(", ")) };
    columns.iter().map(cell).collect::<String>() + &remarks + "\n"
}

fn fixed(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}")
}

/// With six digits.
fn significant(value: f64) -> String {
    number(format!("{value:.5e}").parse().unwrap_or(value))
}
