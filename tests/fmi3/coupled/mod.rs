//! Two actuators that stick and break away, at both ends of a stiff spring whose torque their master computes.
//!
//! What is found stands in `results.json`, from which the report shows it. Where it is meant to
//! change, `UPDATE_GOLDEN=1 cargo test --test library fmi3::coupled` records it anew.

mod actuator;
mod case;
mod coupling;
mod findings;
mod fmi2;
mod fmi3;
mod spring;

use case::Reference;
use coupling::Coupling;
use findings::Series;
use fmi2::Fmi2;
use fmi3::Fmi3;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::LazyLock;

/// The drivetrain goes from event to event: its communication step changes rounding only.
static REFERENCE: LazyLock<Reference> = LazyLock::new(|| Reference::with(1e-4));

fn in_fmi_2(coupling: Coupling) -> Series {
    Series::of::<Fmi2>("FMI 2.0", coupling, &REFERENCE)
}

fn in_fmi_3(coupling: Coupling) -> Series {
    Series::of::<Fmi3>("FMI 3.0, event mode", coupling, &REFERENCE)
}

#[track_caller]
fn has_order(series: &Series, least: f64, most: f64) {
    for order in [series.order(|found| found.largest), series.order(|found| found.instants)] {
        assert!((least..=most).contains(&order), "{order} {:?}", series.findings);
    }
}

#[test]
fn the_drivetrain_has_both_actuators_stick_and_break_away_twice_with_any_step() {
    let finer = Reference::with(2.5e-5);
    let regimes: Vec<_> = REFERENCE.changes.iter().map(|change| (change.actuator, change.regime)).collect();
    assert_eq!(regimes, [(0, 1), (1, 1), (1, 0), (0, 0), (0, -1), (1, -1)]);
    for (change, finer) in REFERENCE.changes.iter().zip(&finer.changes) {
        assert!((change.time - finer.time).abs() <= 1e-12, "{change:?} {finer:?}");
    }
    for (positions, finer) in REFERENCE.positions.iter().zip(&finer.positions) {
        assert!((positions[0] - finer[0]).abs().max((positions[1] - finer[1]).abs()) <= 1e-12);
    }
    // The first breaks away while the spring is slack: 1.04 N·m, and the motor gives 30 N·m/s.
    assert!((REFERENCE.changes[0].time - 1.04 / 30.0).abs() <= 1e-15);
}

/// A held torque is late by half a step. Where in a step an event falls changes the error from step to step, and the spring's
/// swing that a held torque feeds, more so with longer steps, raises the order that is seen.
#[test]
fn a_held_torque_gives_order_1_in_both_versions() {
    has_order(&in_fmi_2(Coupling::Held), 0.8, 1.5);
    has_order(&in_fmi_3(Coupling::Held), 0.8, 1.5);
}

/// At breakaway the acceleration jumps, and with it the torque's second derivative, which a tangent leaves out anyway: the order
/// is that of a smooth motion. Event mode makes the error fall evenly, because no step has an event inside.
#[test]
fn a_tangent_keeps_its_order_2_through_events_and_event_mode_makes_the_error_fall_evenly() {
    let (without, with) = (in_fmi_2(Coupling::Extrapolated), in_fmi_3(Coupling::Extrapolated));
    has_order(&without, 1.8, 2.2);
    has_order(&with, 1.8, 2.2);
    // 4 at each halving, less what is of higher order in the longest steps.
    assert!(with.falls().iter().all(|fall| (3.7..=4.1).contains(fall)), "{:?}", with.falls());
    assert!(without.falls().iter().any(|fall| !(3.5..=4.5).contains(fall)), "{:?}", without.falls());
    // Event mode alone gains nothing else.
    for (without, with) in without.findings.iter().zip(&with.findings) {
        assert!((0.5..=2.0).contains(&(without.largest / with.largest)), "{without:?} {with:?}");
    }
}

/// Between events the repeated step is of order 4. Without event mode the instant of a breakaway is where a line in the middle of
/// a step meets the breakaway level, which is of order 2, and the velocity is wrong by what the body gains until then. By how
/// much depends on where in the step the event falls.
#[test]
fn repeated_steps_fall_from_order_4_to_2_at_events_and_event_mode_keeps_order_4() {
    let (without, with) = (in_fmi_2(Coupling::Iterated), in_fmi_3(Coupling::Iterated));
    has_order(&without, 1.6, 2.4);
    // What is of higher order in the longest steps adds a little.
    has_order(&with, 3.8, 4.3);
    for (without, with) in without.findings.iter().zip(&with.findings) {
        assert!(without.largest >= 50.0 * with.largest, "{without:?} {with:?}");
    }
}

/// Event mode keeps an order, it makes none: chords leave out the second derivative as tangents do.
#[test]
fn repeated_steps_with_chords_are_of_order_2_with_event_mode_too() {
    has_order(&in_fmi_3(Coupling::IteratedChords), 1.8, 2.2);
}

fn all() -> [Series; 6] {
    use Coupling::{Extrapolated, Held, Iterated};
    [
        in_fmi_2(Held),
        in_fmi_3(Held),
        in_fmi_2(Extrapolated),
        in_fmi_3(Extrapolated),
        in_fmi_2(Iterated),
        in_fmi_3(Iterated),
    ]
}

/// A row of the table in `docs/validation-report.md`, of steps of 4 ms and 0.25 ms: with shorter ones rounding would show.
fn row(series: &Series) -> String {
    let (longest, shortest) = (series.findings[0], series.findings[4]);
    format!(
        "| {} | {} | {:.1e} | {:.1e} | {:.2} | {:.1e} | {:.1e} | {:.2} | {} |",
        series.version,
        series.coupling.word(),
        longest.largest,
        shortest.largest,
        series.order(|found| found.largest),
        longest.instants,
        shortest.instants,
        series.order(|found| found.instants),
        longest.calls,
    )
}

#[test]
fn the_table_of_the_documentation_is_what_is_found() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/validation-report.md")).unwrap();
    let rows = all().each_ref().map(row);
    assert!(page.contains(&rows.join("\n")), "the table is\n{}", rows.join("\n"));
}

/// The same but for the changes that rounding may make.
fn is_same(found: &Value, recorded: &Value) -> bool {
    match (found, recorded) {
        (Value::Array(found), Value::Array(recorded)) => {
            found.len() == recorded.len()
                && found.iter().zip(recorded).all(|(found, recorded)| is_same(found, recorded))
        }
        (Value::Object(found), Value::Object(recorded)) => {
            found.len() == recorded.len()
                && found.iter().all(|(key, found)| recorded.get(key).is_some_and(|recorded| is_same(found, recorded)))
        }
        (Value::Number(found), Value::Number(recorded)) => {
            let [found, recorded] = [found, recorded].map(|number| number.as_f64().unwrap());
            (found - recorded).abs() <= 1e-13 + 0.01 * recorded.abs()
        }
        (found, recorded) => found == recorded,
    }
}

#[test]
fn the_recorded_results_are_what_is_found() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fmi3/coupled/results.json");
    let found = json!(all().each_ref().map(Series::json));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, serde_json::to_string_pretty(&found).unwrap() + "\n").unwrap();
    }
    let recorded: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert!(is_same(&found, &recorded), "UPDATE_GOLDEN=1 records {found:#}");
}
