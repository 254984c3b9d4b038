//! Many instances in one process: what each costs must not depend on how many there are, except that beyond the caches
//! each step waits for memory. For the memory of an instance see tests/allocation.rs.

use std::hint::black_box;
use std::time::Instant;
use test_support::component::Component;

/// Prints a row per number of instances of MotionTransmission.
pub fn print() {
    println!("\n| instances | create and start, ns each | step, ns each | free, ns each |");
    println!("|----------:|--------------------------:|--------------:|--------------:|");
    for count in [1_000, 10_000, 100_000] {
        let Cost { create, step, free } = measured(count);
        println!("| {count:>9} | {create:>25.0} | {step:>13.0} | {free:>13.0} |");
    }
}

/// Of one instance [ns].
struct Cost {
    create: f64,
    step: f64,
    free: f64,
}

fn measured(count: usize) -> Cost {
    const ROUNDS: usize = 10;
    let mut instances = Vec::with_capacity(count);
    let create = nanoseconds(|| instances.extend((0..count).map(moving)));
    let step = nanoseconds(|| (0..ROUNDS).for_each(|_| instances.iter_mut().for_each(Component::step)));
    let free = nanoseconds(|| drop(black_box(instances)));
    let each = |total: f64| total / count as f64;
    Cost { create: each(create), step: each(step) / ROUNDS as f64, free: each(free) }
}

fn moving(number: usize) -> Component {
    Component::new("MotionTransmission").with("motor_torque", 1e5 + number as f64).started()
}

fn nanoseconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e9
}
