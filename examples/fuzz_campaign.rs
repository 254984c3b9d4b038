//! The long form of the tests in `tests/robustness`: as many random calls and random lives as wanted.
//!
//! ```text
//! cargo run --release --example fuzz_campaign -- --calls 1e8 [--seed 1]
//! ```
#![allow(unsafe_code, dead_code, reason = "the tests' code is used as it is")]

#[path = "../tests/robustness/calls/mod.rs"]
mod calls;
#[path = "../tests/robustness/random.rs"]
mod random;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: f64| {
        let place = arguments.iter().position(|argument| argument == name);
        let value = place.and_then(|place| arguments.get(place + 1)?.parse().ok());
        value.unwrap_or(default)
    };
    match calls::play(option("--seed", 1.0) as u64, option("--calls", 0.0) as u64) {
        Ok(figures) => println!("{figures}"),
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
