//! The long form of the tests in `tests/robustness`: as many random calls and random scenarios as wanted.
//!
//! ```text
//! cargo run --release --example fuzz_campaign -- --calls 1e8 [--seed 1] [--standard 3]
//! cargo run --release --example fuzz_campaign -- --hours 24
//! cargo run --release --example fuzz_campaign -- --scenarios 1e6 [--seed 1] [--weigh 1] [--kind 0] [--law 7]
//! ```
//!
//! From the seed 2^40 = 1099511627776 on scenarios are retuned: tunable parameters change right after initialization and at every
//! switching instant. `--scenarios` counts all actuators and laws together; `--weigh N` takes the balance of energy of every Nth seed only (of
//! law 1 of all, behind the servo's valve of every 5 Nth), which is what takes long. A failure is reported with its seed and
//! does not end the campaign: calls come in worlds of 2000, each with a seed of its own, so that `--calls 2000 --seed N`
//! plays the one that failed once more, and `--scenarios 36 --seed N --weigh 1` runs the scenarios of one seed. `--show --kind 1 --law
//! 2 --seed N` prints such a scenario; one that has found something is kept so in `tests/robustness/scenarios`.

use model_description::models::laws::LAWS;
use std::process::ExitCode;
use std::time::Instant;
use test_support::calls::{self, Standard};
use test_support::endurance;
use test_support::scenario::{Kind, Scenario, Scores, Weighing, assess_all};

const KINDS: [Kind; 3] = Kind::ALL;

/// What is asked for.
struct Options(Vec<String>);

impl Options {
    fn number(&self, name: &str) -> Option<f64> {
        let place = self.0.iter().position(|argument| argument == name)?;
        self.0.get(place + 1)?.parse().ok()
    }

    fn count(&self, name: &str, default: u64) -> u64 {
        self.number(name).map_or(default, |value| value as u64)
    }

    fn admits(&self, name: &str, value: f64) -> bool {
        self.number(name).is_none_or(|wanted| wanted == value)
    }
}

fn main() -> ExitCode {
    let options = Options(std::env::args().skip(1).collect());
    if options.0.iter().any(|option| option == "--show") {
        show(&options);
        return ExitCode::SUCCESS;
    }
    let mut failures = 0_u64;
    let mut report = |problem: String| {
        failures += 1;
        println!("FAILED {problem}");
    };
    play_calls(&options, &mut report);
    run_scenarios(&options, &mut report);
    endure(&options, &mut report);
    println!("{failures} failures");
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints the scenario of a seed, as the tests keep it.
fn show(options: &Options) {
    let kind = KINDS[options.count("--kind", 0) as usize % KINDS.len()];
    print!("{}", Scenario::draw(kind, options.count("--law", 1) as i32, options.count("--seed", 1)));
}

fn play_calls(options: &Options, report: &mut impl FnMut(String)) {
    let calls = options.count("--calls", 0);
    if calls > 0 {
        let standard = if options.count("--standard", 2) == 3 { Standard::Three } else { Standard::Two };
        println!("{}", calls::campaign(standard, options.count("--seed", 1), calls, report));
    }
}

fn run_scenarios(options: &Options, report: &mut impl FnMut(String)) {
    let count = options.count("--scenarios", 0).div_ceil(36);
    let first = options.count("--seed", 1);
    let weighing = Weighing(options.count("--weigh", 50));
    let mut all = Scores::default();
    for (number, kind) in KINDS.into_iter().enumerate().filter(|_| count > 0) {
        for law in (1..=LAWS.len() as i32).filter(|_| options.admits("--kind", number as f64)) {
            if options.admits("--law", f64::from(law)) {
                let begin = Instant::now();
                let scores = assess_all(kind, law, first..first + count, weighing, &mut *report);
                println!("{kind:?} law {law}: {scores}, {:.1} s", begin.elapsed().as_secs_f64());
                all.add(&scores);
            }
        }
    }
    if count > 0 {
        println!("all: {all}");
    }
}

/// Hours of simulated time of each actuator: sticking and slipping, and stuck under a changing load.
fn endure(options: &Options, report: &mut impl FnMut(String)) {
    let periods = (options.number("--hours").unwrap_or(0.0) * 3600.0 / endurance::PERIOD) as usize;
    for kind in KINDS.into_iter().filter(|_| periods > 0) {
        let slipping = endurance::stick_slip(kind, periods);
        println!("{kind:?} stick-slip: {slipping}; {}", memory());
        if slipping.warnings > 0 || slipping.drift.max(slipping.period_error) > 1e-9 {
            report(format!("{kind:?}: the stick-slip does not repeat itself"));
        }
        let stuck = endurance::stuck(kind, periods);
        println!("{kind:?} stuck: {stuck}; {}", memory());
        if stuck.moved + stuck.events > 0 {
            report(format!("{kind:?}: what is stuck moved"));
        }
    }
}

/// What the process holds, where the system shows it.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.map_or(String::new(), |size| format!("memory {}", size.trim()))
}
