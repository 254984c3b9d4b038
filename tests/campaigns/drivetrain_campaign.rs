//! Random scenarios of drivetrains, as many as wanted: the long form of `tests/drivetrain_scenarios.rs`.
//!
//! ```text
//! cargo run --release --example drivetrain_campaign -- [--scenarios 20000] [--seed 1] [--reduce] [--warned] [--briefly] [--all]
//! cargo run --release --example drivetrain_campaign -- --show [--seed 1]
//! ```
//!
//! A scenario that breaks a rule is reported with its seed and does not end the campaign; `--reduce` prints a smallest one that
//! breaks the same rule, `--show` the scenario of a seed. With `--warned` a step that was bridged is a failure too; `--briefly` leaves out what takes long.
//! What is known to be wrong with a scenario is reported and is no failure, except with `--all`.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;
use test_support::drivetrain_scenario::{Scores, assess, assess_briefly, assess_unwarned, defect, draw, reduce};

fn number(name: &str, default: u64) -> u64 {
    let arguments: Vec<String> = std::env::args().collect();
    let place = arguments.iter().position(|argument| argument == name);
    let value = place.and_then(|place| arguments.get(place + 1)?.parse::<f64>().ok());
    value.map_or(default, |value| value as u64)
}

fn main() -> ExitCode {
    let (count, first) = (number("--scenarios", 20_000), number("--seed", 1));
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    if has("--show") {
        println!("{}", draw(first));
        return ExitCode::SUCCESS;
    }
    let is_reduced = has("--reduce");
    let trial: reduce::Trial = match (has("--warned"), has("--briefly")) {
        (true, _) => assess_unwarned,
        (_, true) => assess_briefly,
        _ => assess,
    };
    let begin = Instant::now();
    let mut failures = 0;
    let mut rules = BTreeMap::<String, u64>::new();
    let mut all = Scores::default();
    let mut report = |seed: u64, problem: String| {
        if let Some(known) = defect(seed).filter(|_| !has("--all")) {
            println!("known: seed {seed}: {known}");
            return;
        }
        failures += 1;
        *rules.entry(reduce::rule(&problem).to_owned()).or_default() += 1;
        println!("FAILED seed {seed}: {problem}");
        if is_reduced {
            let (scenario, problem) = reduce::reduce(trial, &draw(seed), &problem);
            println!("{problem}\n{scenario}\n");
        }
    };
    for seed in first..first + count {
        match std::panic::catch_unwind(|| trial(&draw(seed))) {
            Ok(Ok(score)) => all.add(&score),
            Ok(Err(problem)) => report(seed, problem),
            Err(_) => report(seed, "panic: in the library".into()),
        }
    }
    println!("{all}, {:.1} s", begin.elapsed().as_secs_f64());
    println!("{failures} failures {rules:?}");
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
