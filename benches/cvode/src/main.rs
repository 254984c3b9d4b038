//! Work and precision in one run: error of the position against CPU time per simulated second.
//!
//! `benches/cvode/run.sh` writes results.json, which the report shows.

mod cvode;
mod fmu;
mod network;
mod piece;
mod plant;
mod problem;
mod run;

use crate::cvode::Scales;
use crate::fmu::{Calls, Rig};
use anyhow::Context;
use clap::Parser;
use fmu_import::fmu::Fmu;
use fmu_pack::command::Cli;
use fmu_pack::package::{Models, Request};
use network::Network;
use plant::{Plant, inputs};
use problem::{Equations, Problem, STEP, problems};
use run::Setting;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Where the numbers come from.
#[derive(Serialize)]
struct Provenance {
    command: &'static str,
    processor: String,
    sundials: &'static str,
    note: String,
}

/// One point of the chart.
#[derive(Serialize)]
struct Point {
    problem: &'static str,
    title: &'static str,
    method: &'static str,
    setting: String,
    /// Largest error of any position at the milliseconds.
    error: f64,
    unit: &'static str,
    /// CPU microseconds per simulated second.
    cost: f64,
}

/// What a communication step takes in which nothing happens: no ratio can be larger than what this allows.
#[derive(Serialize)]
struct HeldStep {
    problem: &'static str,
    /// What an importer calls at it.
    calls: &'static str,
    /// CPU microseconds per simulated second.
    cost: f64,
}

#[derive(Serialize)]
struct Results {
    provenance: Provenance,
    points: Vec<Point>,
    held_steps: Vec<HeldStep>,
}

/// Communication steps of the FMU and its longest internal steps, in ms.
const STRIDES: [(usize, usize); 4] = [(1, 1), (10, 10), (100, 100), (100, 1)];
/// Fixed steps of Table 1, in s.
const FIXED_STEPS: [f64; 4] = [1e-3, 1e-4, 1e-5, 1e-6];
/// BDF or not, as a slave or not, interval in ms at which the position is read.
const CVODE: [(bool, bool, usize, &str); 5] = [
    (false, false, 1, "CVODE Adams"),
    (true, false, 1, "CVODE BDF"),
    (false, true, 1, "CVODE Adams, slave"),
    (true, true, 1, "CVODE BDF, slave"),
    (false, false, 100, "CVODE Adams, read every 100 ms"),
];
/// The same for drivetrains: BDF or not, as a slave or not, over bends of the inputs or starting anew at each.
const NETWORK: [(bool, bool, bool, &str); 6] = [
    (false, false, false, "CVODE Adams"),
    (true, false, false, "CVODE BDF"),
    (false, true, false, "CVODE Adams, slave"),
    (true, true, false, "CVODE BDF, slave"),
    (false, false, true, "CVODE Adams, over bends"),
    (true, false, true, "CVODE BDF, over bends"),
];
/// Calls of an importer at a communication step of 1 ms.
const CALLS: [(Calls, &str); 4] = [
    (Calls { inputs: true, derivatives: true, positions: true }, "inputs, derivatives, doStep, positions"),
    (Calls { inputs: true, derivatives: false, positions: true }, "inputs, doStep, positions"),
    (Calls { inputs: false, derivatives: false, positions: true }, "doStep, positions"),
    (Calls { inputs: false, derivatives: false, positions: false }, "doStep"),
];
/// Where drivetrains are described.
const DRIVETRAINS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/configurations");
const TOLERANCES: [f64; 6] = [1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14];
/// Each measurement lasts at least this long, in s of CPU time, and is repeated.
const LONG_ENOUGH: f64 = 0.05;
const REPETITIONS: usize = 5;

/// How it is measured.
const NOTE: &str = "One process, one thread; least of five measurements of CPU time; the position is read at every millisecond, or at \
    every communication step where that is longer. CVODE knows the whole input beforehand and interpolates; as a slave it \
    stops at every millisecond, because the input of the next one is not known, as in every co-simulation. Truth: closed \
    form (stick-slip), 40 digits (P3), converged solution printed with 9 digits (Fig 16), converged solutions printed with \
    12 digits (drivetrains: largest error of all bodies). On drivetrains CVODE starts anew at each bend of the inputs, or \
    goes over bends and starts anew only where they jump or leave zero and at events; the inputs of CoupledClutches bend \
    at every millisecond.";

fn main() -> anyhow::Result<ExitCode> {
    // Configured FMUs are tried out in a process of their own, which is this program again.
    if std::env::args().nth(1).is_some_and(|argument| argument == "serve-library") {
        return Ok(Cli::parse().run());
    }
    let path = std::env::args().nth(1).map(PathBuf::from).context("usage: work-precision RESULTS.json")?;
    let problems = problems()?;
    let (mut points, mut held_steps) = (Vec::new(), Vec::new());
    for (problem, fmu) in problems.iter().zip(fmus(&problems)?) {
        measure_fmu(problem, &fmu, &mut points)?;
        match &problem.equations {
            Equations::Plant(scales) => measure_plant(problem, &fmu, scales, &mut points)?,
            Equations::Network(network) => {
                measure_network(problem, network, &mut points)?;
                measure_held_steps(problem, &fmu, &mut held_steps)?;
            }
        }
    }
    let results = Results { provenance: provenance()?, points, held_steps };
    std::fs::write(&path, serde_json::to_string_pretty(&results)? + "\n").context(path.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// The FMUs of the problems, in their order.
fn fmus(problems: &[Problem]) -> anyhow::Result<Vec<Fmu>> {
    let is_drivetrain = |problem: &&Problem| matches!(problem.equations, Equations::Network(_));
    let configuration = |problem: &Problem| Path::new(DRIVETRAINS).join(format!("{}.toml", problem.id));
    let request = Request {
        models: problems.iter().map(|problem| problem.scenario.model.to_string()).collect(),
        configurations: problems.iter().filter(is_drivetrain).map(configuration).collect(),
        ..Request::default()
    };
    let models = Models::build_for(&request, &|_| ())?;
    let folder = std::env::temp_dir().join(format!("work-precision-{}", std::process::id()));
    let open = |problem: &Problem| Ok(Fmu::open(&models.pack(problem.scenario.model, &folder, &mut |_| ())?.path)?);
    let fmus = problems.iter().map(open).collect();
    std::fs::remove_dir_all(&folder)?;
    fmus
}

fn measure_fmu(problem: &Problem, fmu: &Fmu, points: &mut Vec<Point>) -> anyhow::Result<()> {
    let rig = Rig::new(problem, fmu)?;
    for (stride, longest) in STRIDES {
        let settings = rig.settings(&[("solver.max_step_size", longest as f64 * STEP)])?;
        let run = |positions: &mut [f64]| rig.run(&settings, stride, positions);
        let name = if longest == stride { String::new() } else { format!(", internally {longest} ms") };
        points.push(point(problem, "FMU, events located", format!("{stride} ms{name}"), stride, run)?);
    }
    if matches!(problem.equations, Equations::Network(_)) {
        return Ok(());
    }
    for step in FIXED_STEPS {
        let settings = rig.settings(&[("solver.method", 2.0), ("solver.fixed_step_size", step)])?;
        let run = |positions: &mut [f64]| rig.run(&settings, 1, positions);
        points.push(point(problem, "Table 1", format!("{step:e} s"), 1, run)?);
    }
    Ok(())
}

fn measure_plant(problem: &Problem, fmu: &Fmu, scales: &Scales, points: &mut Vec<Point>) -> anyhow::Result<()> {
    let (plant, inputs) = (Plant::new(&problem.scenario, fmu.interface()), inputs(&problem.scenario));
    for (is_stiff, is_slave, stride, method) in CVODE {
        for tolerance in TOLERANCES {
            let setting = Setting { is_stiff, is_slave, tolerance };
            let step = stride as f64 * STEP;
            let run = |positions: &mut [f64]| cvode::integrate(&plant, &inputs, setting, scales, step, positions);
            add(points, point(problem, method, format!("{tolerance:e}"), stride, run), problem, method);
        }
    }
    Ok(())
}

fn measure_network(problem: &Problem, network: &Network, points: &mut Vec<Point>) -> anyhow::Result<()> {
    for (is_stiff, is_slave, is_smooth, method) in NETWORK {
        for tolerance in TOLERANCES {
            let setting = Setting { is_stiff, is_slave, tolerance };
            let run = |positions: &mut [f64]| network.integrate(setting, is_smooth, STEP, positions);
            add(points, point(problem, method, format!("{tolerance:e}"), 1, run), problem, method);
        }
    }
    Ok(())
}

fn measure_held_steps(problem: &Problem, fmu: &Fmu, held_steps: &mut Vec<HeldStep>) -> anyhow::Result<()> {
    let rig = Rig::new(problem, fmu)?;
    let settings = rig.settings(&[("solver.max_step_size", STEP)])?;
    for (which, calls) in CALLS {
        let measured = (0..REPETITIONS).map(|_| rig.held_step(&settings, which));
        let least = measured.collect::<Result<Vec<f64>, _>>()?.into_iter().fold(f64::INFINITY, f64::min);
        let cost = 1e6 * least / STEP;
        println!("{:<16} {calls:<70} {cost:12.2} us/s", problem.id);
        held_steps.push(HeldStep { problem: problem.id, calls, cost });
    }
    Ok(())
}

/// At the tightest tolerance CVODE may not get past an event.
fn add(points: &mut Vec<Point>, point: anyhow::Result<Point>, problem: &Problem, method: &str) {
    match point {
        Ok(point) => points.push(point),
        Err(error) => eprintln!("{}, {method}: {error:#}", problem.id),
    }
}

/// Error of a run, and the least CPU time of several measurements.
fn point(
    problem: &Problem,
    method: &'static str,
    setting: String,
    stride: usize,
    run: impl Fn(&mut [f64]) -> anyhow::Result<()>,
) -> anyhow::Result<Point> {
    let row = problem.outputs.len();
    let truth: Vec<f64> = problem.truth.chunks_exact(row).skip(stride - 1).step_by(stride).flatten().copied().collect();
    let mut positions = vec![0.0; truth.len()];
    run(&mut positions)?;
    let (unit, factor) = problem.unit;
    let distances = positions.iter().zip(&truth).map(|(found, truth)| (factor * found - truth).abs());
    let error = distances.filter(|distance| distance.is_finite()).fold(0.0, f64::max);
    let mut least = f64::INFINITY;
    for _ in 0..REPETITIONS {
        let (begin, mut runs) = (cvode::cpu_seconds(), 0.0);
        while cvode::cpu_seconds() - begin < LONG_ENOUGH {
            run(&mut positions)?;
            runs += 1.0;
        }
        least = least.min((cvode::cpu_seconds() - begin) / runs);
    }
    let cost = 1e6 * least / problem.scenario.stop_time;
    println!("{:<16} {method:<30} {setting:<24} {error:9.1e} {unit:<4} {cost:12.2} us/s", problem.id);
    Ok(Point { problem: problem.id, title: problem.title, method, setting, error, unit, cost })
}

fn provenance() -> anyhow::Result<Provenance> {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")).and_then(|line| line.split(": ").nth(1));
    Ok(Provenance {
        command: "benches/cvode/run.sh",
        processor: model.unwrap_or("unknown").to_string(),
        sundials: cvode::version()?,
        note: format!("{NOTE} {}", load()),
    })
}

/// How much else ran meanwhile: costs on a loaded machine are larger than alone, ratios of one run are less so.
fn load() -> String {
    let averages = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let (average, processors) = (averages.split(' ').nth(1), std::thread::available_parallelism());
    match (average, processors) {
        (Some(average), Ok(processors)) => {
            format!(
                "The load average of the last 5 minutes was {average} on {processors} processors, 1 of it this process."
            )
        }
        (None, _) | (_, Err(_)) => "How loaded the machine was is not known.".to_string(),
    }
}
