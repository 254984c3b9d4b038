//! Criterion statistics of every workload: `cargo bench --bench do_step`.

mod workloads;

use criterion::{Criterion, criterion_group, criterion_main};
use std::time::Instant;

fn every_workload(criterion: &mut Criterion) {
    for (name, make) in workloads::WORKLOADS {
        let mut run = make();
        criterion.bench_function(name, |bencher| {
            bencher.iter_custom(|steps| {
                let start = Instant::now();
                run(steps);
                start.elapsed()
            });
        });
    }
}

criterion_group!(benches, every_workload);
criterion_main!(benches);
