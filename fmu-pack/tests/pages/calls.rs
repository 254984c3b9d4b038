//! What a call costs: `benches/results.json`, which `cargo bench --bench table` and `--bench drivetrain` write with `--record`.

use crate::pages::page;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Run {
    command: String,
    measured: String,
    rows: BTreeMap<String, Row>,
}

#[derive(Clone, Copy, Deserialize)]
struct Row {
    nanoseconds: f64,
    instructions: Option<u64>,
}

impl Run {
    /// The one that a command has made.
    fn of(command: &str) -> Self {
        let runs: Vec<Self> = serde_json::from_str(include_str!("../../../benches/results.json")).unwrap();
        runs.into_iter().find(|run| run.command == command).unwrap()
    }

    fn row(&self, name: &str) -> Row {
        *self.rows.get(name).unwrap_or_else(|| panic!("{} has no row {name}", self.command))
    }

    fn nanoseconds(&self, name: &str) -> f64 {
        self.row(name).nanoseconds
    }

    /// In a sentence.
    fn source(&self) -> String {
        format!("Measured {} (`{}`).", self.measured, self.command)
    }
}

const TABLE: &str = "cargo bench --bench table";
const BOTH_VERSIONS: &str = "cargo bench --bench table -- transmission";
const DRIVETRAIN: &str = "cargo bench --bench drivetrain";

const YARDSTICK: &str = "table1_plain_c";
/// Steps of the transmission in which nothing happens.
const QUIET: [&str; 3] = ["transmission_stuck", "transmission_sliding_steady", "transmission_sliding_transient"];

const CALLS: [(&str, &str); 14] = [
    (YARDSTICK, "Table 1 in plain C, one step of 1 ms"),
    ("transmission_sliding_transient", "MotionTransmission, sliding at changing speed"),
    ("transmission_sliding_steady", "MotionTransmission, sliding at steady speed"),
    ("transmission_stuck", "MotionTransmission, stuck"),
    ("transmission_reversal_each_step", "MotionTransmission, a reversal in each step"),
    ("servo_fig_6_at_rest", "ServoActuator, at rest with its valve in motion"),
    ("servo_fig_6_whole", "ServoActuator, all of Fig 6 with its events"),
    ("servo_fig_16_stick_slip", "ServoActuator, all of Fig 16 with its 94 events, a command set in each step"),
    ("hydraulic_lugre_presliding_10_n", "HydraulicActuator, LuGre presliding, 10 N"),
    ("law_03_stribeck", "Stribeck law on the transmission, sliding"),
    ("law_03_stribeck_reversal_each_step", "Stribeck law, a reversal in each step"),
    ("get_10_reals", "read 10 variables"),
    ("save_and_restore_transmission", "save and restore the state of MotionTransmission"),
    ("instantiate_and_free_transmission", "instantiate and free MotionTransmission"),
];

const OF_FMI_3: [(&str, &str); 3] = [
    ("transmission_sliding_transient", "MotionTransmission, sliding at changing speed"),
    ("transmission_stuck", "MotionTransmission, stuck"),
    ("transmission_reversal_each_step", "MotionTransmission, a reversal in each step"),
];

/// Tenths of a nanosecond where they count.
fn nanoseconds(value: f64) -> String {
    if value < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

fn ratio(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}

/// By how many per cent the second is more than the first.
fn more(first: f64, second: f64) -> String {
    let percent = 100.0 * (second / first - 1.0);
    let size = if percent.abs() < 10.0 { format!("{:.1}", percent.abs()) } else { format!("{:.0}", percent.abs()) };
    format!("{}{size} %", if percent < 0.0 { "−" } else { "" })
}

fn calls() -> String {
    let run = Run::of(TABLE);
    let yardstick = run.nanoseconds(YARDSTICK);
    let rows = CALLS.iter().map(|(name, label)| {
        let row = run.row(name);
        let (cost, ratio) = (nanoseconds(row.nanoseconds), ratio(row.nanoseconds / yardstick));
        format!("| {label} | {cost} | {ratio} | {} |\n", row.instructions.unwrap())
    });
    format!(
        "{} The ratio is to the first row.\n\n| call | ns | ratio | instructions |\n| --- | ---: | ---: | ---: |\n{}",
        run.source(),
        rows.collect::<String>()
    )
}

fn of_both_versions() -> String {
    let run = Run::of(BOTH_VERSIONS);
    let rows = OF_FMI_3.iter().map(|(name, label)| {
        let [old, new] = [name.to_string(), format!("fmi3_{name}")].map(|name| run.row(&name));
        let [fewer, counted] = [old, new].map(|row| row.instructions.unwrap());
        format!(
            "| {label} | {} | {} | {} | {fewer} | {counted} | {} |\n",
            nanoseconds(old.nanoseconds),
            nanoseconds(new.nanoseconds),
            more(old.nanoseconds, new.nanoseconds),
            more(fewer as f64, counted as f64)
        )
    });
    format!(
        "{}\n\n| call | ns 2.0 | ns 3.0 | more | instructions 2.0 | 3.0 | more |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n{}",
        run.source(),
        rows.collect::<String>()
    )
}

/// For the README.
pub fn sentence() -> String {
    let run = Run::of(TABLE);
    let quiet = QUIET.map(|name| run.nanoseconds(name));
    let [least, most] = [quiet.into_iter().fold(f64::INFINITY, f64::min), quiet.into_iter().fold(0.0, f64::max)];
    format!(
        "A communication step of 1 ms costs {least:.0} to {most:.0} ns in the transmission while nothing happens, {:.0} ns in the servo \
         on average\nover figure 6 with its events, and, without the calls through the C interface, {:.1} µs in a flap line of five bodies with six \
         contacts\nwhile nothing happens. A step of the published algorithm in plain C costs {:.0} ns.",
        run.nanoseconds("servo_fig_6_whole"),
        1e-3 * Run::of(DRIVETRAIN).nanoseconds("FlapLine, no event, median"),
        run.nanoseconds(YARDSTICK),
    )
}

#[test]
fn the_costs_of_calls_are_those_that_were_measured() {
    page::has_part("docs/performance.md", "calls", &calls());
    page::has_part("docs/performance.md", "calls of both versions", &of_both_versions());
}

#[test]
fn the_costs_of_steps_of_drivetrains_are_those_that_were_measured() {
    let run = Run::of(DRIVETRAIN);
    for (bench, label, events) in [("CoupledClutches", "CoupledClutches", 9), ("FlapLine", "flap line", 21)] {
        let [quiet, median, dearest] = [
            "no event, median".to_string(),
            format!("one event, median of {events}"),
            "one event, the dearest".to_string(),
        ]
        .map(|case| run.nanoseconds(&format!("{bench}, {case}")));
        page::has("docs/drivetrains.md", &format!("| {label}, {events} steps with an event | {quiet:.0} ("));
        let with = format!(" | {median:.0} ({:.0}", median / quiet);
        page::has("docs/drivetrains.md", &with);
        page::has("docs/drivetrains.md", &format!(") | {dearest:.0} ({:.0}) |", dearest / quiet));
    }
}
