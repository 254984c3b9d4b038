//! Every law on every actuator for a second: finite, balanced, opposing, mirrored exactly, restarted exactly.

use crate::laws;

use actuator_fmu::actuator::Actuator;
use laws::{Kind, drive, dry_friction, law, loaded, sizes};
use test_support::saved::{restore, save};
use test_support::{Recorder, Run, get};

const END: f64 = 1.0;
const STEP: f64 = 1e-3;

/// All outputs at all communication points.
fn trace(kind: Kind, number: i32, sign: f64, names: &[&str]) -> (Vec<Vec<f64>>, Recorder) {
    let mut actuator = loaded(kind, number, sign);
    let mut trace = Vec::new();
    let recorder = Run { actuator: &mut *actuator, inputs: drive(kind, sign), end: END, step: STEP }
        .go(|_, a| trace.push(names.iter().map(|name| get(a, name)).collect()));
    (trace, recorder)
}

fn every_combination() -> impl Iterator<Item = (Kind, i32)> {
    Kind::ALL.into_iter().flat_map(|kind| law::all().into_iter().map(move |number| (kind, number)))
}

#[test]
fn everything_stays_finite_moves_both_ways_and_raises_no_warning() {
    for (kind, number) in every_combination() {
        let (mut forward, mut backward) = (false, false);
        let mut actuator = loaded(kind, number, 1.0);
        let recorder =
            Run { actuator: &mut *actuator, inputs: drive(kind, 1.0), end: END, step: STEP }.go(|time, a| {
                for (variable, value) in a.interface().reals.iter().zip(a.reals()) {
                    assert!(value.is_finite(), "{kind:?}, law {number}, {} at {time} s: {value}", variable.name);
                }
                forward |= get(a, "velocity") > 0.01 * sizes(kind).1;
                backward |= get(a, "velocity") < -0.01 * sizes(kind).1;
            });
        assert!(forward && backward, "{kind:?}, law {number}: the drive is not sensible");
        let numerical =
            recorder.warnings.iter().filter(|w| !matches!(w, actuator_fmu::actuator::Warning::Validity { .. }));
        assert_eq!(numerical.count(), 0, "{kind:?}, law {number}: {:?}", recorder.warnings);
    }
}

/// Outputs that change sign with the run.
fn odd(kind: Kind) -> Vec<&'static str> {
    let mut names = vec!["position", "velocity", "acceleration", kind.friction_name(), "friction_regime", "end_stop"];
    names.extend(["bristle_deflection", "bristle_deflection_rate"]);
    if kind == Kind::Servo {
        names.extend(["current", "spool_position", "differential_pressure"]);
    }
    names
}

#[test]
fn the_mirrored_run_is_the_exact_negative() {
    for (kind, number) in every_combination() {
        let names = odd(kind);
        let (ahead, events) = trace(kind, number, 1.0, &names);
        let (back, mirrored) = trace(kind, number, -1.0, &names);
        for (row, (a, b)) in ahead.iter().zip(&back).enumerate() {
            for ((a, b), name) in a.iter().zip(b).zip(&names) {
                assert!(*a == -b, "{kind:?}, law {number}, {name} at row {row}: {a:e} {b:e}");
            }
        }
        let times = |recorder: &Recorder| recorder.events.iter().map(|e| e.time).collect::<Vec<_>>();
        assert_eq!(times(&events), times(&mirrored), "{kind:?}, law {number}");
    }
}

#[test]
fn a_restored_instance_continues_with_the_same_bits() {
    for (kind, number) in every_combination() {
        let mut original = loaded(kind, number, 1.0);
        let mut recorder = Recorder::default();
        let points = Run { actuator: &mut *original, inputs: drive(kind, 1.0), end: END, step: STEP }.points();
        let half = points.len() * 2 / 5;
        let mut run = Run { actuator: &mut *original, inputs: drive(kind, 1.0), end: END, step: STEP };
        run.start(&mut recorder);
        let mut saved = Vec::new();
        for (row, pair) in points.windows(2).enumerate() {
            if row == half {
                saved = save(run.actuator);
            }
            run.advance(pair[0], pair[1], &mut recorder);
        }
        let last = save(run.actuator);
        let mut copy = kind.actuator();
        restore(&mut *copy, &saved);
        let mut run = Run { actuator: &mut *copy, inputs: drive(kind, 1.0), end: END, step: STEP };
        for pair in points[half..].windows(2) {
            run.advance(pair[0], pair[1], &mut recorder);
        }
        assert!(save(run.actuator) == last, "{kind:?}, law {number}");
    }
}

/// Torque on the body besides friction and end stop.
fn active(actuator: &dyn Actuator, kind: Kind) -> f64 {
    let value = |name| get(actuator, name);
    match kind {
        Kind::Transmission => value("active_torque"),
        Kind::Servo => value("motor_torque") - value("load_torque") - value("viscous_coefficient") * value("velocity"),
        Kind::Hydraulic => {
            value("pressure_force") + value("force")
                - value("spring_stiffness") * value("position")
                - value("viscous_coefficient") * value("velocity")
        }
    }
}

/// Work of the active torque, dissipation of the dry friction and what the end stops took, over a run.
struct Balance {
    work: f64,
    friction: f64,
    kinetic: f64,
    impacts: f64,
    smallest_power: f64,
}

fn balance(kind: Kind, number: i32, step: f64) -> Balance {
    let mut actuator = loaded(kind, number, 1.0);
    let inertia = get(&*actuator, if kind == Kind::Hydraulic { "mass" } else { "inertia" });
    let mut sum = Balance { work: 0.0, friction: 0.0, kinetic: 0.0, impacts: 0.0, smallest_power: 0.0 };
    let mut last: Option<[f64; 3]> = None;
    let recorder = Run { actuator: &mut *actuator, inputs: drive(kind, 1.0), end: END, step }.go(|time, a| {
        let velocity = get(a, "velocity");
        let now = [time, active(a, kind) * velocity, dry_friction(a, kind) * velocity];
        if let Some(last) = last {
            let half = 0.5 * (now[0] - last[0]);
            sum.work += half * (now[1] + last[1]);
            sum.friction += half * (now[2] + last[2]);
        }
        sum.smallest_power = sum.smallest_power.min(now[2]);
        sum.kinetic = 0.5 * inertia * velocity * velocity;
        last = Some(now);
    });
    let at_stops =
        recorder.events.iter().filter(|e| matches!(e.kind, actuator_fmu::actuator::EventKind::EndStop { .. }));
    sum.impacts = at_stops.map(|e| 0.5 * inertia * e.velocity * e.velocity).sum();
    sum
}

#[test]
fn work_of_the_drive_is_stored_or_dissipated_under_the_laws_that_stick() {
    for kind in Kind::ALL {
        for number in law::sticking() {
            let Balance { work, friction, kinetic, impacts, smallest_power } = balance(kind, number, 1e-4);
            assert!(smallest_power >= 0.0, "{kind:?}, law {number}: friction drives with {smallest_power:e} W");
            assert!(friction > 0.0);
            // The trapezoidal rule with 10⁴ intervals, and a step at each jump of a torque.
            let error = work - friction - kinetic - impacts;
            assert!(error.abs() <= 2e-3 * friction.max(work.abs()), "{kind:?}, law {number}: {error:e} of {work:e} J");
        }
    }
}

#[test]
fn friction_opposes_motion_under_every_law_that_has_no_memory() {
    for (kind, number) in every_combination() {
        if law::bristles().contains(&number) {
            continue;
        }
        // Inside their band Karnopp and Quinn balance the active torque whatever the velocity is.
        let banded = matches!(number, law::KARNOPP | law::QUINN);
        let width = if banded { 0.1 * sizes(kind).1 } else { 0.0 };
        let mut actuator = loaded(kind, number, 1.0);
        Run { actuator: &mut *actuator, inputs: drive(kind, 1.0), end: END, step: STEP }.go(|time, a| {
            let (friction, velocity) = (dry_friction(a, kind), get(a, "velocity"));
            if velocity.abs() > width {
                assert!(friction * velocity >= 0.0, "{kind:?}, law {number}, {time} s: {friction} at {velocity}");
            }
        });
    }
}
