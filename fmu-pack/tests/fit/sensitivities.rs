//! Derivatives by differences through events, against closed forms.

use super::Bench;
use crate::command::model;
use fmu_fit::optimizer::{Residuals, jacobian};
use fmu_fit::{Predictor, Problem, Study, StudyTable, Units, Workers, recording};
use fmu_import::fmu::Fmu;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Inertia, velocity at the start, load, Coulomb torque, efficiency, rate of the drive, static ratio.
const J: f64 = 3.0;
const V: f64 = 0.2;
const L: f64 = 2.0;
const F: f64 = 4.0;
const ETA: f64 = 0.7;
const RATE: f64 = 5.0;
const RATIO: f64 = 1.7;

/// Derivatives of the outputs at the end of a recording, a row per parameter.
fn derivatives(set: &str, parameters: &[(&str, f64)], outputs: &[&str]) -> Vec<Vec<f64>> {
    fmu_isolation::use_program(Path::new(env!("CARGO_BIN_EXE_fmu-pack")));
    let free: Vec<String> =
        parameters.iter().map(|(name, start)| format!("[parameter.\"{name}\"]\nstart = {start}\n")).collect();
    let measured: Vec<String> =
        outputs.iter().map(|name| format!("output.{name}.column = 1\noutput.{name}.noise = 1\n")).collect();
    let study = format!(
        "[model.m]\nfmu = \"{}\"\n{}[recording.r]\nfiles = \"r.csv\"\nkind = \"stationary\"\nsettle = \"0.6 s\"\n{}{set}\n",
        model("MotionTransmission"),
        free.concat(),
        measured.concat()
    );
    let bench = Bench::new(&[("r.csv", "a\n0\n1\n0\n"), ("study.toml", &study)]);
    let study = Study::read(&bench.path("study.toml")).unwrap();
    let fmu = Fmu::open(Path::new(&model("MotionTransmission"))).unwrap();
    let predictor = Predictor::fmu(&fmu, None);
    let place = StudyTable { study: &study, model: &study.models[0], table: "model.m" };
    let recordings = recording::read(&study, &Units { predictor: &predictor, place }).unwrap();
    let stop = AtomicBool::new(false);
    let workers = Workers { jobs: 2, stop: &stop };
    let problem =
        Problem::new(&study, &study.models[0], &predictor, (&study.recordings, &recordings), workers).unwrap();
    let start = problem.start();
    let view = problem.view((0..start.len()).collect(), &start);
    let here = view.at(std::slice::from_ref(&start)).pop().unwrap().unwrap();
    let jacobian = jacobian(&view, &start, &here).unwrap();
    jacobian.column_iter().map(|column| column.iter().copied().collect()).collect()
}

fn agree(found: &[Vec<f64>], expected: &[Vec<f64>]) {
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        assert!((found - expected).abs() <= 1e-8 * expected.abs(), "{found} instead of {expected}");
    }
}

/// From v it slides until J·v/(F + L/η), over J·v²/(2(F + L/η)).
#[test]
fn when_and_where_a_body_stops_depends_on_level_and_efficiency_as_the_closed_form_says() {
    let set = format!(
        "set.inertia = {J}\nset.velocity_start = {V}\nset.load_torque = {L}\nset.viscous_coefficient = 0\n\
         set.friction.law = \"coulomb\"\nset.friction.static_ratio = {RATIO}\nset.friction.efficiency_aiding = 0.5"
    );
    let parameters = [("friction.coulomb_torque", F), ("friction.efficiency_opposing", ETA), ("inertia", J)];
    let set = set.replace(&format!("set.inertia = {J}\n"), "");
    let found = derivatives(&set, &parameters, &["last_event_time", "position"]);
    let total = F + L / ETA;
    // By the level; by the efficiency L/η² times as much, in the other direction; by the inertia.
    let by_level = [-J * V / total.powi(2), -J * V * V / (2.0 * total.powi(2))];
    let by_efficiency = by_level.map(|by| -by * L / ETA.powi(2));
    let by_inertia = [V / total, V * V / (2.0 * total)];
    agree(&found, &[by_level.to_vec(), by_efficiency.to_vec(), by_inertia.to_vec()]);
}

/// Held by end stops far away, and pushed by the load that grows from nothing: it breaks away at ratio·F/rate. The load comes from the
/// motor: `motor_torque` is an input, whose course the recording gives.
#[test]
fn when_a_body_breaks_away_depends_on_level_and_static_ratio_as_the_closed_form_says() {
    fmu_isolation::use_program(Path::new(env!("CARGO_BIN_EXE_fmu-pack")));
    let end = RATIO * F / RATE + 0.25;
    let study = format!(
        "[model.m]\nfmu = \"{}\"\n[parameter.\"friction.coulomb_torque\"]\nstart = {F}\n[parameter.\"friction.static_ratio\"]\n\
         start = {RATIO}\n[recording.r]\nfiles = \"r.csv\"\ntime.column = 1\ninput.motor_torque.column = 2\n\
         output.last_event_time.column = 3\noutput.last_event_time.noise = 1\nset.load_torque = 0\nset.inertia = {J}\n\
         set.friction.law = \"coulomb\"\n",
        model("MotionTransmission")
    );
    let rows: String =
        (0..=4).map(|k| f64::from(k) * end / 4.0).map(|t| format!("{t:e},{:e},{t}\n", RATE * t)).collect();
    let bench = Bench::new(&[("r.csv", &format!("t,u,y\n{rows}")), ("study.toml", &study)]);
    let study = Study::read(&bench.path("study.toml")).unwrap();
    let fmu = Fmu::open(Path::new(&model("MotionTransmission"))).unwrap();
    let predictor = Predictor::fmu(&fmu, None);
    let place = StudyTable { study: &study, model: &study.models[0], table: "model.m" };
    let recordings = recording::read(&study, &Units { predictor: &predictor, place }).unwrap();
    let stop = AtomicBool::new(false);
    let problem = Problem::new(
        &study,
        &study.models[0],
        &predictor,
        (&study.recordings, &recordings),
        Workers { jobs: 1, stop: &stop },
    )
    .unwrap();
    let start = problem.start();
    let view = problem.view(vec![0, 1], &start);
    let here = view.at(std::slice::from_ref(&start)).pop().unwrap().unwrap();
    let jacobian = jacobian(&view, &start, &here).unwrap();
    let last = jacobian.nrows() - 1;
    agree(&[vec![jacobian[(last, 0)], jacobian[(last, 1)]]], &[vec![RATIO / RATE, F / RATE]]);
}
