//! Runs one workload for a number of steps, for an instruction counter: see instructions.sh.

mod workloads;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let [name, steps] = &arguments[..] else {
        // Also what `cargo bench` without arguments does.
        workloads::WORKLOADS.iter().for_each(|(name, _)| println!("{name}"));
        return;
    };
    workloads::run_alone(name, steps);
}
