//! Runs one workload for a number of steps, for an instruction counter: see instructions.sh.

mod component;
mod workloads;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let [name, steps] = &arguments[..] else {
        // Also what `cargo bench` without arguments does.
        workloads::WORKLOADS.iter().for_each(|(name, _)| println!("{name}"));
        return;
    };
    let mut run = workloads::workload(name).unwrap_or_else(|| panic!("no workload {name}"));
    run(steps.parse().unwrap_or_else(|_| panic!("{steps} is no number of steps")));
}
