//! Figs 6 to 17 of Borello & Dalla Vedova (2012): trajectories and events against the converged references.

use actuator_fmu::actuator::{Event, EventKind};
use test_support::figures::{self, DEGREE};
use test_support::get;
use test_support::reference::{ReferenceEvent, Table, servo_events};

/// Figures with a reference trajectory.
const FIGURES: [u32; 7] = [6, 7, 9, 11, 12, 14, 16];

/// Largest deviation of the position [deg] from the reference at its 1 ms points, and how many were compared.
fn position_error(figure: u32) -> (f64, usize) {
    let table = Table::read(&format!("servo/fig{figure:02}.csv"));
    let positions = table.column("xj_deg");
    let (mut largest, mut compared) = (0.0_f64, 0);
    figures::run(
        figure,
        1e-3,
        |_| {},
        |time, servo| {
            if let Some(row) = table.row("t_s", time) {
                largest = largest.max((get(servo, "position") / DEGREE - positions[row]).abs());
                compared += 1;
            }
        },
    );
    (largest, compared)
}

#[test]
fn positions_agree_with_the_converged_references() {
    for figure in FIGURES {
        let (error, compared) = position_error(figure);
        let end = figures::signals(figure).1;
        assert!(compared as f64 > 1000.0 * end, "fig {figure}: only {compared} points were compared");
        // The references print 9 digits; that is 5e-9 deg at 1 deg.
        assert!(error <= 1e-8, "fig {figure}: {error:e} deg");
    }
}

/// An event in the words of the reference, where a reversal is a stop and a breakaway at the same time.
fn in_reference_words(event: &Event) -> Vec<ReferenceEvent> {
    let breakaway = |direction| if direction > 0 { "breakaway+" } else { "breakaway-" };
    let kinds = match event.kind {
        EventKind::Breakaway { direction } => vec![breakaway(direction)],
        EventKind::Stop | EventKind::EndStop { .. } | EventKind::Jam => vec!["stop"],
        EventKind::Reversal { direction } => vec!["stop", breakaway(direction)],
        EventKind::Engaged | EventKind::Disengaged => vec![],
    };
    let line =
        |kind: &str| ReferenceEvent { time: event.time, kind: kind.to_string(), position: event.position / DEGREE };
    kinds.into_iter().map(line).collect()
}

#[test]
fn events_agree_with_the_converged_references_in_kind_time_and_place() {
    for figure in FIGURES {
        let run = figures::run(figure, 1e-3, |_| {}, |_, _| {});
        let found: Vec<_> = run.events.iter().flat_map(in_reference_words).collect();
        let expected = servo_events(figure);
        assert_eq!(found.len(), expected.len(), "fig {figure}: {found:#?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.kind, expected.kind, "fig {figure} at {}", found.time);
            // The reference prints 1e-9 s and 1e-8 deg.
            assert!((found.time - expected.time).abs() <= 1e-8, "fig {figure}: {found:?}, {expected:?}");
            assert!((found.position - expected.position).abs() <= 1e-8, "fig {figure}: {found:?}, {expected:?}");
        }
    }
}

#[test]
fn every_figure_runs_to_its_end_without_a_warning() {
    for figure in 6..=17 {
        let mut last = f64::NAN;
        let run = figures::run(
            figure,
            1e-3,
            |_| {},
            |time, servo| {
                last = time;
                assert!(servo.reals().iter().all(|value| value.is_finite()), "fig {figure} at {time}");
            },
        );
        assert_eq!(last, figures::signals(figure).1);
        assert_eq!(run.warnings, [], "fig {figure}");
    }
}

/// Other signals of the reference: (column, factor to SI units, our name, tolerance in SI units).
///
/// The references hold to 1e-9 s; a tolerance is that time the steepest slope of the signal: acceleration 53 rad/s²,
/// GPS·GSF·XFM = 6e9 Pa/s for the pressure, GSF·XFM = 0.15 m/s for the spool, WF·XFM = 0.125 m/s for the flapper,
/// GAP times the velocity for the current, Dis times the pressure's for the torque.
const SIGNALS: [(&str, f64, &str, f64); 6] = [
    ("dxj_deg_s", DEGREE, "velocity", 5.3e-8),
    ("p12_MPa", 1e6, "differential_pressure", 6.0),
    ("xs_mm", 1e-3, "spool_position", 1.5e-10),
    ("xf_mm", 1e-3, "flapper_position", 1.25e-10),
    ("cor_mA", 1e-3, "current", 4e-9),
    ("tm_Nm", 1.0, "motor_torque", 0.027),
];

#[test]
fn inner_signals_agree_with_the_converged_references() {
    for figure in FIGURES {
        let table = Table::read(&format!("servo/fig{figure:02}.csv"));
        let ([command, load, supply], _) = figures::signals(figure);
        let switches: Vec<f64> = [command, load, supply].iter().flat_map(|s| s.0.iter().map(|&(t, _)| t)).collect();
        figures::run(
            figure,
            1e-3,
            |_| {},
            |time, servo| {
                // At a switching instant the reference has the values right of it, a communication step those left of it.
                if switches.iter().any(|t| (t - time).abs() < 1e-9) {
                    return;
                }
                let Some(row) = table.row("t_s", time) else { return };
                for (column, factor, name, tolerance) in SIGNALS {
                    let (found, expected) = (get(servo, name), table.column(column)[row] * factor);
                    let deviation = (found - expected).abs();
                    assert!(deviation <= tolerance, "fig {figure} at {time}: {name} {found} is not {expected}");
                }
            },
        );
    }
}
