//! Work and precision in one run: error of the position against CPU time per simulated second.
//!
//! `benches/cvode/run.sh` writes results.json, which the report shows.

mod cvode;
mod fmu;
mod plant;
mod problem;

use crate::fmu::Rig;
use anyhow::Context;
use fmu_import::fmu::Fmu;
use fmu_pack::package::Models;
use plant::{Plant, pieces};
use problem::{Problem, STEP, problems};
use serde::Serialize;
use std::path::PathBuf;

/// Where the numbers come from.
#[derive(Serialize)]
struct Provenance {
    command: &'static str,
    processor: String,
    sundials: &'static str,
    note: &'static str,
}

/// One point of the chart.
#[derive(Serialize)]
struct Point {
    problem: &'static str,
    title: &'static str,
    method: &'static str,
    setting: String,
    /// Largest error of the position at the milliseconds.
    error: f64,
    unit: &'static str,
    /// CPU microseconds per simulated second.
    cost: f64,
}

#[derive(Serialize)]
struct Results {
    provenance: Provenance,
    points: Vec<Point>,
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
const TOLERANCES: [f64; 6] = [1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14];
/// Each measurement lasts at least this long, in s of CPU time, and is repeated.
const LONG_ENOUGH: f64 = 0.2;
const REPETITIONS: usize = 5;

fn main() -> anyhow::Result<()> {
    let path = std::env::args().nth(1).map(PathBuf::from).context("usage: work-precision RESULTS.json")?;
    let models = Models::build(&[], &[], &|_| ())?;
    let mut points = Vec::new();
    for problem in &problems()? {
        let folder = std::env::temp_dir().join(format!("work-precision-{}", std::process::id()));
        let packed = models.pack(problem.scenario.model, &folder)?;
        let fmu = Fmu::open(&packed.path)?;
        std::fs::remove_dir_all(&folder)?;
        measure_fmu(problem, &fmu, &mut points)?;
        measure_cvode(problem, &fmu, &mut points)?;
    }
    let results = Results { provenance: provenance()?, points };
    std::fs::write(&path, serde_json::to_string_pretty(&results)? + "\n").context(path.display().to_string())?;
    results.points.iter().for_each(|point| {
        let Point { problem, method, setting, error, unit, cost, .. } = point;
        println!("{problem:<11} {method:<22} {setting:<18} {error:9.1e} {unit:<4} {cost:12.2} us/s");
    });
    Ok(())
}

fn measure_fmu(problem: &Problem, fmu: &Fmu, points: &mut Vec<Point>) -> anyhow::Result<()> {
    let rig = Rig::new(problem, fmu)?;
    for (stride, longest) in STRIDES {
        let settings = rig.settings(&[("solver.max_step_size", longest as f64 * STEP)])?;
        let run = |positions: &mut [f64]| rig.run(&settings, stride, positions);
        let name = if longest == stride { String::new() } else { format!(", internally {longest} ms") };
        points.push(point(problem, "FMU, events located", format!("{stride} ms{name}"), stride, run)?);
    }
    for step in FIXED_STEPS {
        let settings = rig.settings(&[("solver.method", 2.0), ("solver.fixed_step_size", step)])?;
        let run = |positions: &mut [f64]| rig.run(&settings, 1, positions);
        points.push(point(problem, "Table 1", format!("{step:e} s"), 1, run)?);
    }
    Ok(())
}

fn measure_cvode(problem: &Problem, fmu: &Fmu, points: &mut Vec<Point>) -> anyhow::Result<()> {
    let (plant, pieces) = (Plant::new(&problem.scenario, fmu.interface()), pieces(&problem.scenario));
    for (is_stiff, is_slave, stride, method) in CVODE {
        for tolerance in TOLERANCES {
            let setting = cvode::Setting { is_stiff, is_slave, tolerance };
            let step = stride as f64 * STEP;
            let run =
                |positions: &mut [f64]| cvode::integrate(&plant, &pieces, setting, &problem.scales, step, positions);
            match point(problem, method, format!("{tolerance:e}"), stride, run) {
                Ok(point) => points.push(point),
                // At the tightest tolerance it may not get past an event.
                Err(error) => eprintln!("{}, {method}, {tolerance:e}: {error:#}", problem.id),
            }
        }
    }
    Ok(())
}

/// Error of a run, and the least CPU time of several measurements.
fn point(
    problem: &Problem,
    method: &'static str,
    setting: String,
    stride: usize,
    run: impl Fn(&mut [f64]) -> anyhow::Result<()>,
) -> anyhow::Result<Point> {
    let truth = problem.truth.iter().skip(stride - 1).step_by(stride);
    let mut positions = vec![0.0; truth.len()];
    run(&mut positions)?;
    let (unit, factor) = problem.unit;
    let distances = positions.iter().zip(truth).map(|(found, truth)| (factor * found - truth).abs());
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
    Ok(Point { problem: problem.id, title: problem.title, method, setting, error, unit, cost })
}

fn provenance() -> anyhow::Result<Provenance> {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")).and_then(|line| line.split(": ").nth(1));
    Ok(Provenance {
        command: "benches/cvode/run.sh",
        processor: model.unwrap_or("unknown").to_string(),
        sundials: cvode::version()?,
        note: "One process, one thread; least of five measurements of CPU time; the position is read at every millisecond, or at every \
               communication step where that is longer. \
               CVODE knows the whole input beforehand and interpolates; as a slave it stops at every millisecond, because the \
               input of the next one is not known, as in every co-simulation. Truth: closed form (stick-slip), 40 digits (P3), converged solution printed with 9 digits (Fig 16).",
    })
}
