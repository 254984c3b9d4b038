//! The long form of the tests in `tests/robustness`: as many random calls and random lives as wanted.
//!
//! ```text
//! cargo run --release --example fuzz_campaign -- --calls 1e8 [--seed 1]
//! ```
#![allow(unsafe_code, dead_code, unused_imports, reason = "the tests' code is used as it is")]

#[path = "../tests/robustness/calls/mod.rs"]
mod calls;
#[path = "../tests/robustness/life/mod.rs"]
mod life;
#[path = "../tests/robustness/physics.rs"]
mod physics;
#[path = "../tests/robustness/random.rs"]
mod random;

use std::process::ExitCode;

const KINDS: [life::Kind; 3] = [life::Kind::Transmission, life::Kind::Servo, life::Kind::Hydraulic];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: f64| {
        let place = arguments.iter().position(|argument| argument == name);
        let value = place.and_then(|place| arguments.get(place + 1)?.parse().ok());
        value.unwrap_or(default)
    };
    let seed = option("--seed", 1.0) as u64;
    let mut outcome = ExitCode::SUCCESS;
    let mut fail = |problem: String| {
        println!("FAILED {problem}");
        outcome = ExitCode::FAILURE;
    };
    match option("--calls", 0.0) as u64 {
        0 => {}
        calls => match calls::play(seed, calls) {
            Ok(figures) => println!("{figures}"),
            Err(problem) => fail(problem),
        },
    }
    let only = (option("--kind", -1.0), option("--law", -1.0));
    let lives = option("--lives", 0.0) as u64 / 36;
    for (number, kind) in KINDS.into_iter().enumerate().filter(|_| lives > 0) {
        for law in 1..=12 {
            if (only.0 >= 0.0 && only.0 != number as f64) || (only.1 >= 0.0 && only.1 != f64::from(law)) {
                continue;
            }
            match physics::lives(kind, law, seed, lives) {
                Ok(scores) => println!("{kind:?} law {law}: {scores}"),
                Err(problem) => fail(problem),
            }
        }
    }
    outcome
}
