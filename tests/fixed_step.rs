//! `solver.method` = fixed_step, the published algorithm (Table 1): first order, towards the located solution.

use actuator_fmu::actuator::{Event, EventKind};
use test_support::transmission::{P3, P3_END, p3_inputs, transmission};
use test_support::{Run, Signal, figures, get, set};

/// Events of both methods in the same words: Table 1 takes a reversal as a stop and a breakaway one step later.
fn times(events: &[Event]) -> Vec<f64> {
    let times = |event: &Event| match event.kind {
        EventKind::Reversal { .. } => vec![event.time, event.time],
        _ => vec![event.time],
    };
    events.iter().flat_map(times).collect()
}

fn figure_6(method: f64, size: f64) -> (Vec<f64>, Vec<f64>) {
    let mut positions = Vec::new();
    let run = figures::run(
        6,
        1e-3,
        |servo| {
            set(servo, "solver.method", method);
            set(servo, "solver.fixed_step_size", size);
        },
        |_, servo| positions.push(get(servo, "position")),
    );
    (times(&run.events), positions)
}

fn p3(method: f64, size: f64) -> (Vec<f64>, Vec<f64>) {
    let mut actuator = transmission(&P3);
    set(&mut actuator, "solver.method", method);
    set(&mut actuator, "solver.fixed_step_size", size);
    let mut positions = Vec::new();
    let run = Run { actuator: &mut actuator, inputs: p3_inputs(), end: P3_END, step: 1e-3 }
        .go(|_, actuator| positions.push(get(actuator, "position")));
    (times(&run.events), positions)
}

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Step sizes [s] whose errors are compared: a factor of 32, because the error depends on where in a step an event falls.
const COARSE: f64 = 1e-4;
const FINE: f64 = 3.125e-6;

/// Errors of event times [s] and positions [rad] of fixed steps against the located solution.
fn errors(run: impl Fn(f64, f64) -> (Vec<f64>, Vec<f64>), size: f64) -> [f64; 2] {
    let (times, positions) = run(1.0, COARSE);
    let (fixed_times, fixed_positions) = run(2.0, size);
    [largest_difference(&fixed_times, &times), largest_difference(&fixed_positions, &positions)]
}

fn assert_first_order(run: impl Fn(f64, f64) -> (Vec<f64>, Vec<f64>)) {
    let (coarse, fine) = (errors(&run, COARSE), errors(&run, FINE));
    for (what, i) in [("event times", 0), ("positions", 1)] {
        let order = (coarse[i] / fine[i]).log2() / (COARSE / FINE).log2();
        assert!((0.9..=1.1).contains(&order), "{what}: order {order} from {:e} and {:e}", coarse[i], fine[i]);
    }
}

#[test]
fn the_servo_converges_with_first_order_to_the_located_solution() {
    assert_first_order(figure_6);
}

#[test]
fn load_switching_with_stops_converges_with_first_order_to_the_located_solution() {
    assert_first_order(p3);
}

#[test]
fn the_error_is_that_of_the_published_algorithm() {
    // Measured with Table 1 on Figs 6 to 15: event times wrong by up to 1.1e-3 s at 1e-4 s.
    let [time, _] = errors(figure_6, COARSE);
    assert!((1e-5..=1.1e-3).contains(&time), "{time:e} s");
}

/// The corrected listing of Table 1, written down a second time: position, velocity.
fn table_1_step(x: f64, v: f64, motor: f64, load: f64, dt: f64) -> (f64, f64) {
    let act = motor - load - 0.4 * v;
    let (opposing, aiding) = (0.8 + (1.0 / 0.8 - 1.0) * load.abs(), 0.8 + (1.0 - 0.7) * load.abs());
    let friction = match (v == 0.0, load < 0.0) {
        (false, _) => v.signum() * if v * load < 0.0 { aiding } else { opposing },
        (true, false) => act.max(-1.3 * aiding).min(1.3 * opposing),
        (true, true) => act.max(-1.3 * opposing).min(1.3 * aiding),
    };
    let mut new = v + (act - friction) / 0.05 * dt;
    if v * new < 0.0 {
        new = 0.0;
    }
    let x = (x + (v + new) * dt / 2.0).clamp(-0.8, 0.8);
    if x == -0.8 {
        new = new.max(0.0);
    }
    if x == 0.8 {
        new = new.min(0.0);
    }
    (x, new)
}

#[test]
fn every_step_is_one_of_the_corrected_listing() {
    // 1/1024 s divides the communication step exactly.
    let dt = 1.0 / 1024.0;
    let mut actuator = transmission(&P3);
    set(&mut actuator, "solver.method", 2.0);
    set(&mut actuator, "solver.fixed_step_size", dt);
    let inputs = p3_inputs();
    let on_grid: Vec<_> = inputs
        .into_iter()
        .map(|(name, s)| (name, Signal(s.0.iter().map(|&(t, v)| ((t / dt).round() * dt, v)).collect())))
        .collect();
    let (motor, load) = (on_grid[0].1.clone(), on_grid[1].1.clone());
    let (mut x, mut v, mut now) = (0.0, 0.0, 0.0);
    Run { actuator: &mut actuator, inputs: on_grid, end: P3_END, step: dt }.go(|time, actuator| {
        if time > now {
            (x, v) = table_1_step(x, v, motor.right_of(now).0, load.right_of(now).0, time - now);
            now = time;
        }
        // Equal formulas, other order of operations: rounding only.
        assert!((get(actuator, "position") - x).abs() <= 1e-11, "at {time}");
        assert!((get(actuator, "velocity") - v).abs() <= 1e-11, "at {time}");
    });
}

#[test]
fn a_reversal_takes_two_steps() {
    let mut actuator = transmission(&P3);
    set(&mut actuator, "solver.method", 2.0);
    set(&mut actuator, "solver.fixed_step_size", 1e-4);
    let run = Run { actuator: &mut actuator, inputs: p3_inputs(), end: 0.1, step: 1e-3 }.go(|_, _| {});
    let [_, stop, breakaway] = &run.events[..] else { panic!("{:?}", run.events) };
    assert_eq!((stop.kind, breakaway.kind), (EventKind::Stop, EventKind::Breakaway { direction: 1 }));
    assert!((breakaway.time - stop.time - 1e-4).abs() < 1e-12);
}
