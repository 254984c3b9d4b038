//! Limit cycles of position servos with integral action: the hunting that stiction causes, against solutions in closed form with 40
//! digits, and that there is none without stiction.

use actuator_fmu::actuator::{EventKind, ServoActuator};
use actuator_fmu::interface::servo_actuator::INTERFACE;
use test_support::reference::Table;
use test_support::{Recorder, Run, Signal, get, set_all};

/// Gains of the controller of both references.
const GAINS: [(&str, f64); 2] = [("controller.integral_gain", 1600.0), ("controller.derivative_gain", 0.02)];

/// A case of `tests/reference/limit_cycle`.
struct Case {
    table: &'static str,
    friction: [(&'static str, f64); 3],
    load: f64,
    start: f64,
}

const UNLOADED: Case = Case {
    table: "limit_cycle/unloaded.csv",
    friction: [
        ("friction.static_ratio", 1.7),
        ("friction.efficiency_opposing", 1.0),
        ("friction.efficiency_aiding", 1.0),
    ],
    load: 0.0,
    start: 2e-5,
};

const LOADED: Case = Case {
    table: "limit_cycle/loaded.csv",
    friction: [
        ("friction.static_ratio", 1.7),
        ("friction.efficiency_opposing", 0.9),
        ("friction.efficiency_aiding", 0.6),
    ],
    load: 3000.0,
    start: 1e-5,
};

const PERIODS: usize = 1000;

/// A motion of the reference: when it begins and ends, and where.
struct Motion {
    direction: i8,
    times: [f64; 2],
    positions: [f64; 2],
}

/// The motions of the reference; after its last row its last two rows go on.
fn motions(table: &Table) -> impl Iterator<Item = Motion> + '_ {
    let rows = table.column("stop").len();
    let stop = table.column("stop");
    let period = stop[rows - 1] - stop[rows - 3];
    (0..).map(move |number: usize| {
        let cycles = if number < rows { 0 } else { (number - rows) / 2 + 1 };
        let row = number - 2 * cycles;
        let [breakaway, stop, from, to, direction] =
            ["breakaway", "stop", "from", "to", "direction"].map(|name| table.column(name)[row]);
        let later = period * cycles as f64;
        Motion { direction: direction as i8, times: [breakaway + later, stop + later], positions: [from, to] }
    })
}

fn servo(case: &Case) -> ServoActuator {
    let mut servo = ServoActuator::new(&INTERFACE);
    set_all(&mut servo, &GAINS);
    set_all(&mut servo, &case.friction);
    set_all(&mut servo, &[("position_start", case.start)]);
    servo
}

/// Largest deviations of instants [s] and positions [rad] over the first so many periods.
fn deviations(case: &Case, step: f64) -> (f64, f64) {
    let table = Table::read(case.table);
    let motions: Vec<Motion> = motions(&table).take(2 * PERIODS).collect();
    let end = motions[motions.len() - 1].times[1] + 0.01;
    let mut actuator = servo(case);
    let inputs = vec![("load_torque", Signal::constant(case.load))];
    let (mut next, mut off_position) = (0, 0.0_f64);
    let recorder = Run { actuator: &mut actuator, inputs, end, step }.go(|time, actuator| {
        // At rest, the position is that of the last stop.
        while next < motions.len() && motions[next].times[1] < time {
            next += 1;
        }
        if get(actuator, "friction_regime") == 0.0 && next > 0 {
            off_position = off_position.max((get(actuator, "position") - motions[next - 1].positions[1]).abs());
        }
    });
    (off_times(&recorder, &motions), off_position)
}

fn off_times(recorder: &Recorder, motions: &[Motion]) -> f64 {
    let expected = motions.iter().flat_map(|motion| {
        [(EventKind::Breakaway { direction: motion.direction }, motion.times[0]), (EventKind::Stop, motion.times[1])]
    });
    assert!(recorder.warnings.is_empty(), "{:?}", recorder.warnings);
    assert_eq!(recorder.events.len(), 2 * motions.len());
    let mut largest = 0.0_f64;
    for (event, (kind, time)) in recorder.events.iter().zip(expected) {
        assert_eq!(event.kind, kind, "at {time}");
        largest = largest.max((event.time - time).abs());
    }
    largest
}

#[test]
fn hunting_meets_its_closed_form_over_a_thousand_periods() {
    for case in [&UNLOADED, &LOADED] {
        for step in [1e-3, 0.1] {
            let (time, position) = deviations(case, step);
            println!("{}, {step} s: {time:e} s, {position:e} rad", case.table);
            assert!(time <= 1e-10, "{}: {time:e} s", case.table);
            assert!(position <= 1e-16, "{}: {position:e} rad", case.table);
        }
    }
}
