//! Time per step of every workload as a ratio to a plain Table 1 step of 1 ms in the same run:
//! `cargo bench --bench ratios`.
//!
//! The workloads take turns, so that all see the same machine; the fastest turn of each counts, as disturbances only add.

mod component;
mod workloads;

use std::time::Instant;

/// Turns of each workload.
const TURNS: usize = 40;
/// Steps per turn.
const STEPS: u64 = 16_000;

fn nanoseconds_per_step(run: &mut workloads::Workload) -> f64 {
    let start = Instant::now();
    run(STEPS);
    start.elapsed().as_secs_f64() * 1e9 / STEPS as f64
}

fn main() {
    let mut running = workloads::WORKLOADS.map(|(name, make)| (name, make(), f64::INFINITY));
    for _ in 0..TURNS {
        for (_, run, fastest) in &mut running {
            *fastest = fastest.min(nanoseconds_per_step(run));
        }
    }
    let yardstick = running[0].2;
    println!("{:<40} {:>10} {:>8}", "workload", "ns/step", "ratio");
    for (name, _, fastest) in &running {
        println!("{name:<40} {fastest:>10.1} {:>8.2}", fastest / yardstick);
    }
}
