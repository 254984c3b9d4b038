//! What bristle laws do under a vibrating load below breakaway: LuGre drifts, the elasto-plastic law does not.

use super::Error;
use super::lab::{Lab, Trace};
use super::picture::Picture;
use super::section::{Section, Statement, scientific};
use fmu_simulation::scenario::mass::PRESLIDING;
use fmu_simulation::scenario::{Scenario, Signal};

/// Period of the load [s].
const PERIOD: f64 = 0.1;
/// Mean and amplitude of the load [N]; breakaway is at 1.5 N, the elastic range ends at 0.7 of it.
const LOAD: (f64, f64) = (0.6, 0.3);
/// Periods that are run, and from which on the drift counts.
const PERIODS: usize = 50;
const SETTLED: usize = 10;
/// Straight pieces of a period of the load.
const PIECES: usize = 100;

/// What else would act on the mass.
const FREE: [(&str, f64); 3] =
    [("spring_stiffness", 0.0), ("viscous_coefficient", 0.0), ("pressure_step.force_amplitude", 0.0)];

/// The mass of the presliding loop, without anything but friction.
fn scenario(law: f64) -> Scenario {
    let time = |piece: usize| piece as f64 * PERIOD / PIECES as f64;
    let load = |piece: usize| LOAD.0 + LOAD.1 * (std::f64::consts::TAU * piece as f64 / PIECES as f64).sin();
    let points: Vec<(f64, f64)> = (0..=PERIODS * PIECES).map(|piece| (time(piece), load(piece))).collect();
    Scenario {
        name: "drift",
        title: "",
        model: "HydraulicActuator",
        parameters: [("friction.law", law)].into_iter().chain(PRESLIDING).chain(FREE).collect(),
        inputs: vec![("force", Signal::new(&points))],
        step_size: PERIOD / PIECES as f64,
        stop_time: PERIODS as f64 * PERIOD,
    }
}

/// Mean displacement in a period, once the start has died out [m].
fn drift(trace: &Trace) -> f64 {
    let from = trace.at("position", SETTLED as f64 * PERIOD);
    (trace.last("position") - from) / (PERIODS - SETTLED) as f64
}

/// The case.
pub(super) fn case(lab: &Lab) -> Result<Section, Error> {
    let (lugre, elastic) = (lab.run(&scenario(7.0))?, lab.run(&scenario(13.0))?);
    let micrometres = |trace: &Trace| trace.column("position").iter().map(|x| 1e6 * x).collect::<Vec<_>>();
    let picture = Picture::over("time, s", lugre.time.clone())
        .panel("Position", "µm")
        .given("LuGre", micrometres(&lugre))
        .result("elasto-plastic", micrometres(&elastic))
        .panel("Force", "N")
        .given("load", lugre.column("force").to_vec());
    Ok(Section {
        title: "Drift under a vibrating load below breakaway".to_string(),
        against: "Dupont, Hayward, Armstrong & Altpeter 2002".to_string(),
        about: "A load between 0.3 and 0.9 N on a mass that breaks away at 1.5 N. The bristles of LuGre always slip a \
                little, in the direction of the larger load more than back, and the mass creeps away. Those of the \
                elasto-plastic law do not slip below 0.7 of breakaway."
            .to_string(),
        pictures: vec![(String::new(), picture.svg()?)],
        agreement: format!("{} m a period", scientific(drift(&elastic).abs())),
        statements: vec![
            Statement::paper("LuGre drifts")
                .is(drift(&lugre) > 1e-8, format!("{} m a period", scientific(drift(&lugre)))),
            Statement::paper("the elasto-plastic law does not").below(drift(&elastic).abs(), 1e-12, "m a period"),
        ],
        ..Section::default()
    })
}
