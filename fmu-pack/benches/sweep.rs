//! How a study scales over threads: `cargo bench -p fmu-pack --bench sweep`.
//!
//! Fig 6 of the servo with drawn Coulomb torques on 1, 2, 4, ... threads. The numbers of threads take turns; the fastest
//! turn of each counts.
#![allow(missing_docs, reason = "a program")]

use fmu_import::fmu::Fmu;
use fmu_isolation as isolation;
use fmu_simulation::Setting;
use fmu_simulation::input::Table;
use fmu_simulation::scenario::Scenario;
use fmu_sweep::{Axis, Design, Experiment, Runner, Study, shared_rows, spread};
use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Runs of each study.
const RUNS: u64 = 400;
/// Turns of each number of threads.
const TURNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    isolation::use_program(Path::new(env!("CARGO_BIN_EXE_fmu-pack")));
    let folder = tempfile::tempdir()?;
    let fmu = servo(folder.path())?;
    let study = study(&fmu)?;
    let mut fastest: Vec<(usize, f64)> = thread_counts()?.into_iter().map(|jobs| (jobs, f64::INFINITY)).collect();
    for _ in 0..TURNS {
        for (jobs, seconds) in &mut fastest {
            *seconds = seconds.min(run(&study, *jobs)?);
        }
    }
    print(&study, &fastest);
    Ok(())
}

fn servo(folder: &Path) -> Result<Fmu, Box<dyn Error>> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-pack"));
    let status = command.args(["build", "ServoActuator", "-o"]).arg(folder).status()?;
    assert!(status.success(), "the FMU cannot be built");
    Ok(Fmu::open(&folder.join("ServoActuator.fmu"))?)
}

fn study(fmu: &Fmu) -> Result<Study<'_>, Box<dyn Error>> {
    let scenario = Scenario::find("fig06").ok_or("no scenario fig06")?;
    let setting = |(name, value): &(&str, f64)| Setting::new(name, &value.to_string(), fmu.interface());
    let settings: Result<Vec<Setting>, _> = scenario.parameters.iter().map(setting).collect();
    let experiment = Experiment {
        start: 0.0,
        step: scenario.step_size,
        stop: scenario.stop_time,
        settings: settings?,
        rows: vec![shared_rows(Table::from(&scenario))?],
        metrics: Vec::new(),
    };
    let axis = Axis::parse("friction.coulomb_torque=normal:2500:100", fmu.interface())?;
    Ok(Study::new(fmu, experiment, Design::new(vec![axis], Some(RUNS), 1)?, &[])?)
}

/// Powers of two, and all cores.
fn thread_counts() -> Result<Vec<usize>, Box<dyn Error>> {
    let cores = std::thread::available_parallelism()?.get();
    let mut counts: Vec<usize> = (0..).map(|power| 1 << power).take_while(|count| *count < cores).collect();
    counts.push(cores);
    Ok(counts)
}

/// Time of the study [s].
fn run(study: &Study<'_>, jobs: usize) -> Result<f64, Box<dyn Error>> {
    let start = Instant::now();
    let mut failed = 0;
    spread(0..study.design().runs(), jobs, &AtomicBool::new(false), (|| Runner::new(study), Runner::run), |row| {
        failed += usize::from(!row?.problem.is_empty());
        Ok(())
    })?;
    assert_eq!(failed, 0, "runs failed");
    Ok(start.elapsed().as_secs_f64())
}

fn print(study: &Study<'_>, fastest: &[(usize, f64)]) {
    let (runs, alone) = (study.design().runs() as f64, fastest[0].1);
    println!("| threads | runs of Fig 6 per second | million steps per second | times one thread |");
    println!("|--------:|-------------------------:|-------------------------:|-----------------:|");
    for (jobs, seconds) in fastest {
        let (rate, times) = (runs / seconds, alone / seconds);
        let steps = rate * study.steps() as f64 / 1e6;
        println!("| {jobs:>7} | {rate:>24.0} | {steps:>24.2} | {times:>16.2} |");
    }
}
