//! The friction elements of the Modelica Standard Library: a lossy gear, a mass with stops, the block of its page.

use super::block;
use super::comparison::{Comparison, Solution};
use super::lab::{Lab, Trace};
use super::matching::agree;
use super::reference::{Columns, Known};
use super::section::{Section, Statement, fixed};
use super::transmission::{NEUTRAL, agreement};
use super::{Case, Chapter, Error};
use fmu_simulation::EventKind;
use fmu_simulation::scenario::mass::STOP1;
use fmu_simulation::scenario::{Scenario, Signal};
use std::f64::consts::TAU;

/// The chapter.
pub(super) fn chapter() -> Chapter {
    Chapter {
        title: "Friction elements of the Modelica Standard Library",
        introduction: include_str!("../assets/modelica.html"),
        cases: vec![Case::new("lossy-gear", lossy_gear), Case::new("stop1", stop1), Case::new("block", block::section)],
    }
}

/// Sines go in as straight lines of this length, in s.
pub(super) const PIECE: f64 = 1e-4;
/// What those lines cost, relative to the largest value.
const RELATIVE: f64 = 1e-6;
/// What Dymola's DASSL at 1e-6 costs.
const LIBRARY: f64 = 2e-5;
/// Event times: the straight lines, 1e-8 of the sine, over its slope.
pub(super) const TIME_LIMIT: f64 = 1e-7;

/// The library's own results are not part of this repository.
const BESIDE: &str = "../../../shared/reference/modelica/";

fn library_results(name: &str) -> Result<Option<Columns>, Error> {
    let path = format!("{BESIDE}{name}");
    if Columns::exists(&path) { Columns::read(&path).map(Some) } else { Ok(None) }
}

const LIBRARY_NAME: &str = "Modelica Standard Library 4.1.0";

/// What a case is checked against, as far as it was.
fn against(library: Option<&Columns>) -> String {
    let solution = "event-located solution".to_string();
    if library.is_some() { format!("{solution}; {LIBRARY_NAME}") } else { solution }
}

/// The same values as those of the library, where they are here: the name of its variable, ours, and how far it may be off.
fn beside_the_library(
    library: Option<&Columns>,
    trace: &Trace,
    (quantity, theirs, ours): (&str, &str, &str),
    (limit, unit): (f64, &'static str),
) -> Result<Statement, Error> {
    let statement = Statement::reference(format!("the same {quantity} as {LIBRARY_NAME} (Dymola, DASSL at 1e-6)"));
    let Some(library) = library else {
        return Ok(
            statement.not_run("the library\u{2019}s results, which are not part of the repository, are not beside it")
        );
    };
    let off = super::picture::deviation(trace.column(ours), &library.at("time", theirs, &trace.time)?);
    Ok(statement.below(off, limit, unit))
}

/// The known modes are those of the FMU, away from events.
pub(super) fn same_modes(trace: &Trace, modes: &[f64]) -> Statement {
    let regime = trace.column("friction_regime");
    let is_near_event = |time: f64| trace.events.iter().any(|event| (event.time - time).abs() <= 1e-5);
    let rows = trace.time.iter().zip(regime.iter().zip(modes));
    let compared = rows.filter(|(time, (_, mode))| mode.is_finite() && !is_near_event(**time));
    let (mut total, mut differing) = (0, 0);
    for (_, (regime, mode)) in compared {
        total += 1;
        differing += usize::from(regime != mode);
    }
    Statement::reference("the same mode (backward, stuck, forward) at every point 10 µs away from events")
        .is(differing == 0 && total > 0, format!("{differing} of {total} differ"))
}

fn lossy_gear(lab: &Lab) -> Result<Section, Error> {
    let mut parameters = NEUTRAL.to_vec();
    parameters.extend([
        ("inertia", 4.0),
        ("load_inertia", 1.5),
        ("friction.coulomb_torque", 0.0),
        ("friction.static_ratio", 1.0),
        ("friction.efficiency_opposing", 0.5),
        ("friction.efficiency_aiding", 0.5),
    ]);
    let motor = Signal::sampled(|t| 20.0 * (TAU * t).sin(), PIECE, 0.5);
    let load = Signal::new(&[(0.0, 10.0), (0.5, 8.75)]);
    let scenario = Scenario {
        name: "lossy-gear",
        title: "",
        model: "MotionTransmission",
        parameters,
        inputs: vec![("motor_torque", motor), ("load_torque", load)],
        step_size: 5e-4,
        stop_time: 0.5,
    };
    let table = Columns::read("modelica/lossy_gear_demo1_exact.csv")?;
    let solve = |times: &[f64]| {
        Ok(Solution {
            name: "exact",
            position: table.at("time", "Inertia2.phi", times)?,
            velocity: table.at("time", "Inertia2.w", times)?,
            events: lossy_gear_events(),
        })
    };
    let comparison = Comparison::new(lab, &scenario, false, solve)?;
    let events = comparison.events();
    let at = agree(&events, TIME_LIMIT);
    let size = comparison.located.largest("velocity");
    let mut statements = vec![
        Statement::reference("the same velocity as the event-located solution").below(
            comparison.velocity_error(),
            RELATIVE * size,
            "rad/s",
        ),
        at.clone(),
        same_modes(&comparison.located, &table.at("time", "gear.mode", &comparison.located.time)?),
    ];
    let library = library_results("lossy_gear_demo1_msl410.csv")?;
    let velocity = ("velocity", "Inertia2.w", "velocity");
    statements.push(beside_the_library(library.as_ref(), &comparison.located, velocity, (LIBRARY * size, "rad/s"))?);
    Ok(Section {
        title: "LossyGearDemo1".to_string(),
        against: against(library.as_ref()),
        about: "Rotational.Examples.LossyGearDemo1 (ratio 2, efficiency 0.5 both ways, inertias 1 and 1.5) as a \
                MotionTransmission at the output axis: inertia 4, load_inertia 1.5, motor torque 20 sin(2πt), load \
                10 − 2.5t. The driven inertia’s torque crosses the mesh and makes friction too."
            .to_string(),
        pictures: vec![(String::new(), comparison.picture(&[("motor_torque", "motor"), ("load_torque", "load")])?)],
        agreement: agreement(&comparison, &at, "rad"),
        statements,
        events,
        ..Section::default()
    })
}

/// Modes of the example, printed with nine decimals.
fn lossy_gear_events() -> Vec<Known> {
    [
        (EventKind::Breakaway, Some(-1), 0.0),
        (EventKind::Stop, None, 0.080477134),
        (EventKind::Breakaway, Some(1), 0.199519901),
        (EventKind::Stop, None, 0.371342778),
        (EventKind::Breakaway, Some(-1), 0.464539462),
    ]
    .map(|(kind, direction, time)| Known { kind, direction, time, position: f64::NAN })
    .to_vec()
}

/// From mass_with_stop_events.json, breakaway ratio 1.001; where it says stop, the mode goes on the other way.
const STOP1_EVENTS: [(EventKind, i8, f64); 3] = [
    (EventKind::Breakaway, 1, 0.410_143_128_634_934_4),
    (EventKind::Reversal, -1, 2.442_690_420_356_644_4),
    (EventKind::Reversal, 1, 4.441_942_431_455_851),
];

fn stop1_scenario() -> Scenario {
    Scenario {
        name: "stop1",
        title: "",
        model: "HydraulicActuator",
        parameters: [
            ("friction.law", 3.0),
            ("mass", 1.0),
            ("spring_stiffness", 0.0),
            ("pressure_step.force_amplitude", 0.0),
        ]
        .into_iter()
        .chain(STOP1)
        .collect(),
        inputs: vec![("force", Signal::sampled(|t| 25.0 * (TAU * 0.25 * t).sin(), PIECE, 5.0))],
        step_size: 1e-3,
        stop_time: 5.0,
    }
}

fn stop1(lab: &Lab) -> Result<Section, Error> {
    let table = Columns::read("modelica/mass_with_stop_stop1.csv")?;
    let known = |(kind, direction, time)| Known { kind, direction: Some(direction), time, position: f64::NAN };
    let solve = |times: &[f64]| {
        Ok(Solution {
            name: "exact",
            position: table.at("t", "s", times)?,
            velocity: table.at("t", "v", times)?,
            events: STOP1_EVENTS.map(known).to_vec(),
        })
    };
    let comparison = Comparison::new(lab, &stop1_scenario(), false, solve)?;
    let events = comparison.events();
    let at = agree(&events, TIME_LIMIT);
    let trace = &comparison.located;
    let (distance, speed) = (trace.largest("position"), trace.largest("velocity"));
    let mut statements = vec![
        Statement::reference("the same position as the event-located solution").below(
            comparison.position_error(),
            RELATIVE * distance,
            "m",
        ),
        Statement::reference("the same velocity").below(comparison.velocity_error(), RELATIVE * speed, "m/s"),
        at.clone(),
        same_modes(trace, &table.at("t", "mode", &trace.time)?),
    ];
    let library = library_results("translational_friction_msl410.csv")?;
    let position = ("position", "stop1.s", "position");
    statements.push(beside_the_library(library.as_ref(), trace, position, (LIBRARY * distance, "m"))?);
    let found = trace.events_of(EventKind::Breakaway).count() + trace.events_of(EventKind::Reversal).count();
    statements.push(
        Statement::requirement("no chattering: exported by others, this element made about 100 000 events")
            .is(found == 3, format!("{found} events in {} s", fixed(5.0, 0))),
    );
    Ok(Section {
        title: "Translational Friction, stop1".to_string(),
        against: against(library.as_ref()),
        about: "MassWithStopAndFriction of Translational.Examples.Friction as a HydraulicActuator: mass 1, viscous 1, \
                Stribeck law with 5 N at speed and 15 N at rest, breakaway ratio 1.001, force 25 sin(2π·0.25t)."
            .to_string(),
        pictures: vec![(String::new(), comparison.picture(&[("force", "force")])?)],
        agreement: agreement(&comparison, &at, "m"),
        statements,
        events,
        ..Section::default()
    })
}
