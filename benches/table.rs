//! The table of docs/performance.md: `cargo bench --bench table`; some of its rows: `cargo bench --bench table -- servo get_`.
//!
//! Time per step (or call) of every workload, and its ratio to a plain Table 1 step of 1 ms in C in the same run. The
//! workloads take turns, so that all see the same machine; the fastest turn of each counts, as disturbances only add.
//! Where valgrind is installed, also the instructions per step, which are the same on a loaded machine.

mod instructions;
mod record;
mod scale;
mod workloads;

use record::{Request, Row};
use std::time::Instant;
use workloads::{WORKLOADS, Workload};

/// Turns of each workload.
const TURNS: usize = 60;
/// How long a turn takes, about [s]: far longer than the clock's resolution, far shorter than most disturbances last.
const TURN: f64 = 2e-3;

/// A workload that takes turns.
struct Contestant {
    name: &'static str,
    run: Workload,
    /// Steps in a turn.
    steps: u64,
    /// The fastest so far [ns per step].
    fastest: f64,
}

impl Contestant {
    /// Finds out how many steps fill a turn.
    fn new(name: &'static str, mut run: Workload) -> Self {
        let mut steps = 16;
        while seconds(&mut run, steps) < TURN / 4.0 {
            steps *= 4;
        }
        Self { name, run, steps, fastest: f64::INFINITY }
    }

    fn take_turn(&mut self) {
        let nanoseconds = seconds(&mut self.run, self.steps) * 1e9 / self.steps as f64;
        self.fastest = self.fastest.min(nanoseconds);
    }

    fn row(&self) -> Row {
        let Self { name, fastest, .. } = self;
        Row { name: name.to_string(), nanoseconds: *fastest, instructions: instructions::per_step(name) }
    }
}

fn seconds(run: &mut Workload, steps: u64) -> f64 {
    let start = Instant::now();
    run(steps);
    start.elapsed().as_secs_f64()
}

fn main() {
    let request = Request::read();
    if let [count, name, steps] = &request.names[..]
        && count == instructions::COUNT
    {
        return workloads::run_alone(name, steps);
    }
    let mut contestants = contestants(&request.names);
    for _ in 0..TURNS {
        contestants.iter_mut().for_each(Contestant::take_turn);
    }
    let rows: Vec<Row> = contestants.iter().map(Contestant::row).collect();
    print(&rows);
    request.keep("table", &rows);
    if request.names.is_empty() {
        scale::print();
    }
}

/// The yardstick, and the workloads whose names contain one of `parts`.
fn contestants(parts: &[String]) -> Vec<Contestant> {
    let is_wanted = |name: &str| parts.is_empty() || parts.iter().any(|part| name.contains(part.as_str()));
    let wanted = WORKLOADS.iter().enumerate().filter(|(index, (name, _))| *index == 0 || is_wanted(name));
    wanted.map(|(_, (name, make))| Contestant::new(name, make())).collect()
}

fn print(rows: &[Row]) {
    let yardstick = rows[0].nanoseconds;
    println!("| {:<40} | {:>10} | {:>8} | {:>12} |", "per step of 1 ms, or per call", "ns", "ratio", "instructions");
    println!("|{:-<42}|{:->11}:|{:->9}:|{:->13}:|", "", "", "", "");
    for Row { name, nanoseconds, instructions } in rows {
        let ratio = nanoseconds / yardstick;
        let instructions = instructions.map_or("-".to_string(), |number| format!("{number:.0}"));
        println!("| {name:<40} | {nanoseconds:>10.1} | {ratio:>8.2} | {instructions:>12} |");
    }
    print_events(rows);
}

/// What an event costs: a step with a reversal less one without; both with its input set.
fn print_events(rows: &[Row]) {
    let of = |name: &str| rows.iter().find(|other| other.name == name).map(|other| other.nanoseconds);
    let with = of("transmission_reversal_each_step");
    let (Some(with), Some(without), Some(set)) = (with, of("transmission_sliding_transient"), of("set_one_input"))
    else {
        return;
    };
    let event = with - without - set;
    let (rate, ratio) = (1e3 / event, event / without);
    println!("\nAn event costs {event:.0} ns, {ratio:.1} steps without one: {rate:.1} million events per second.");
}
