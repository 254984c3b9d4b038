//! The 40-digit piecewise-analytic solutions of the transmission through the Rust API.

#![allow(clippy::excessive_precision, reason = "the references are written as they are printed")]

use actuator_fmu::actuator::{Event, EventKind, MotionTransmission};
use test_support::reference::Table;
use test_support::transmission::{P3, block, p3_inputs, transmission};
use test_support::{Recorder, Run, Signal, get, set};

/// Runs and returns the largest position deviation from a reference table, and what was reported.
fn compare(
    actuator: &mut MotionTransmission,
    inputs: Vec<(&'static str, Signal)>,
    table: &Table,
    step: f64,
) -> (f64, Recorder) {
    let (times, positions) = (table.column("t"), table.column("x"));
    let end = times[times.len() - 1];
    let (mut largest, mut compared) = (0.0_f64, 0);
    let recorder = Run { actuator, inputs, end, step }.go(|time, actuator| {
        if let Some(row) = table.row("t", time) {
            compared += 1;
            largest = largest.max((get(actuator, "position") - positions[row]).abs());
        }
    });
    assert_eq!(compared, times.len());
    (largest, recorder)
}

fn assert_times(events: &[Event], expected: &[(f64, EventKind)], tolerance: f64) {
    let found: Vec<_> = events.iter().map(|e| (e.time, e.kind)).collect();
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for ((time, kind), (expected_time, expected_kind)) in found.iter().zip(expected) {
        assert_eq!(kind, expected_kind, "at {time}");
        assert!((time - expected_time).abs() <= tolerance, "{kind:?} at {time:.15}, expected {expected_time:.15}");
    }
}

#[test]
fn load_switching_with_stops_agrees_with_40_digits() {
    let table = Table::read("transmission/P3_rev.csv");
    let mut actuator = transmission(&P3);
    let (error, recorder) = compare(&mut actuator, p3_inputs(), &table, 1e-3);
    assert!(error <= 1e-12, "{error:e} rad");
    use EventKind::{Breakaway, EndStop, Reversal};
    let expected = [
        (0.0, Breakaway { direction: -1 }),
        (0.057102918789934734602, Reversal { direction: 1 }),
        (0.22406392373461396057, EndStop { side: 1 }),
        (0.4011, Breakaway { direction: -1 }),
        (0.77350087369472213807, EndStop { side: -1 }),
        (0.8507, Breakaway { direction: 1 }),
        (1.1353124153084470254, EndStop { side: 1 }),
        (1.5001, Breakaway { direction: -1 }),
        (1.7149750472755053633, EndStop { side: -1 }),
        (1.9, Breakaway { direction: 1 }),
    ];
    assert_times(&recorder.events, &expected, 1e-11);
}

#[test]
fn free_deceleration_agrees_with_40_digits() {
    let table = Table::read("transmission/P4_rev_C0.4_v6.csv");
    let mut actuator = transmission(&P3);
    for (name, value) in [("travel.lower", -1e3), ("travel.upper", 1e3), ("velocity_start", 6.0)] {
        set(&mut actuator, name, value);
    }
    let (error, recorder) = compare(&mut actuator, vec![("load_torque", Signal::constant(3.0))], &table, 1e-3);
    assert!(error <= 1e-12, "{error:e} rad");
    assert_times(&recorder.events, &[(0.052951803326730214504, EventKind::Reversal { direction: -1 })], 1e-11);
}

/// Stop time and end state of P4 without and with viscous friction: closed forms of the reference.
#[test]
fn free_deceleration_meets_the_closed_forms() {
    for (viscous, velocity, stop, end) in [
        (0.0, 6.0, Some(0.065934065934065934066), -11.144427001569858713),
        (0.0, -6.0, None, -19.0),
        (0.4, 6.0, Some(0.052951803326730214504), -2.5241915685711046408),
        (0.4, -6.0, None, -3.5936346847216585116),
    ] {
        let mut actuator = transmission(&P3);
        for (name, value) in [
            ("travel.lower", -1e3),
            ("travel.upper", 1e3),
            ("velocity_start", velocity),
            ("viscous_coefficient", viscous),
        ] {
            set(&mut actuator, name, value);
        }
        let inputs = vec![("load_torque", Signal::constant(3.0))];
        let mut last = f64::NAN;
        let recorder =
            Run { actuator: &mut actuator, inputs, end: 1.0, step: 1e-3 }.go(|_, a| last = get(a, "position"));
        assert!((last - end).abs() <= 1e-12 * end.abs(), "{last} instead of {end}"); // 1000 steps, relative rounding
        let expected: Vec<_> = stop.iter().map(|&t| (t, EventKind::Reversal { direction: -1 })).collect();
        assert_times(&recorder.events, &expected, 1e-11);
    }
}

fn sine_error(piece: f64) -> f64 {
    let table = Table::read("transmission/P2_sine.csv");
    let force = Signal::sampled(|t| 0.2 + 2.0 * (std::f64::consts::PI * t).sin(), piece, 10.0);
    compare(&mut block(), vec![("motor_torque", force)], &table, 1e-3).0
}

#[test]
fn a_sine_force_in_linear_pieces_converges_with_second_order() {
    let fine = sine_error(1e-3);
    assert!(fine <= 2e-6, "{fine:e}");
    // Over a factor of 10, because the constant depends on where in a piece the breakaway falls.
    let coarse = sine_error(1e-2);
    let order = (coarse / fine).log10();
    assert!((1.9..=2.1).contains(&order), "order {order} from {coarse:e} and {fine:e}");
}
