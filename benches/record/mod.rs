//! `benches/results.json`: what was measured last, from which the tables of the documentation are written.
//!
//! `-- --record "2026-11-24, one core of an AMD EPYC"` puts a run in the place of the one that the same command has made before. Day and
//! machine are told by hand: a virtual machine does not know what it runs on, and no program knows what else ran there.

use serde_json::{Map, Value, json};
use std::fs;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/results.json");

/// What a bench is asked for.
pub struct Request {
    /// When and where this is measured, if it is to be kept.
    measured: Option<String>,
    /// All other arguments.
    pub names: Vec<String>,
}

impl Request {
    /// Of the command line.
    pub fn read() -> Self {
        let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
        let (mut measured, mut names) = (None, Vec::new());
        while let Some(argument) = arguments.next() {
            if argument == "--record" {
                measured = Some(arguments.next().expect("--record \"day, machine and what else runs there\""));
            } else {
                names.push(argument);
            }
        }
        Self { measured, names }
    }

    /// Keeps the rows of this run, if that was asked for.
    pub fn keep(&self, bench: &str, rows: &[Row]) {
        let Some(measured) = &self.measured else { return };
        let names = self.names.iter().map(|name| format!(" {name}")).collect::<String>();
        let command = format!("cargo bench --bench {bench}{}{names}", if names.is_empty() { "" } else { " --" });
        let rows: Map<String, Value> = rows.iter().map(|row| (row.name.clone(), row.json())).collect();
        let run = json!({ "command": command, "measured": measured, "rows": rows });
        let mut runs: Vec<Value> =
            serde_json::from_str(&fs::read_to_string(FILE).expect("it is committed")).expect("a list of runs");
        match runs.iter_mut().find(|known| known["command"] == run["command"]) {
            Some(known) => *known = run,
            None => runs.push(run),
        }
        let text = serde_json::to_string_pretty(&runs).expect("a list of runs") + "\n";
        fs::write(FILE, text).expect("the folder benches is writable");
    }
}

/// What was measured of a step or call.
pub struct Row {
    pub name: String,
    pub nanoseconds: f64,
    pub instructions: Option<f64>,
}

impl Row {
    /// Tenths of a nanosecond and whole instructions are what repeats.
    fn json(&self) -> Value {
        let nanoseconds = (self.nanoseconds * 10.0).round() / 10.0;
        match self.instructions {
            Some(instructions) => json!({ "nanoseconds": nanoseconds, "instructions": instructions.round() as u64 }),
            None => json!({ "nanoseconds": nanoseconds }),
        }
    }
}
