//! The hunting of a position servo with stiction, and that there is none without.

use crate::limit_cycle::reference::{Motion, largest, motions, off_times};
use actuator_fmu::actuator::ServoActuator;
use actuator_fmu::interface::servo_actuator::INTERFACE;
use test_support::reference::Table;
use test_support::{Run, Signal, get, set_all};

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
    (largest(&off_times(&recorder, &motions)), off_position)
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

/// Static friction as large as that of sliding.
const WITHOUT_STICTION: Case = Case {
    table: "limit_cycle/without_stiction.csv",
    friction: [
        ("friction.static_ratio", 1.0),
        ("friction.efficiency_opposing", 1.0),
        ("friction.efficiency_aiding", 1.0),
    ],
    load: 0.0,
    start: 2e-5,
};

/// Of sliding friction [N.m], and torque per error [N.m/rad].
const COULOMB: f64 = 2500.0;
const STIFFNESS: f64 = 1.715e8;
/// From current to torque the valve has a dozen operations, each of which rounds.
const ROUNDINGS: f64 = 12.0;

fn without_stiction() -> ServoActuator {
    let mut actuator = servo(&WITHOUT_STICTION);
    set_all(&mut actuator, &[("controller.integral_gain", 4000.0)]);
    actuator
}

/// Bisoffi, Da Lio, Teel & Zaccarian (2018): a PID loop with Coulomb friction is globally asymptotically stable, so it does not hunt. It
/// comes to rest again and again, each time nearer to the command and for longer. The servo is such a loop with a valve in it.
#[test]
fn without_stiction_it_does_not_hunt() {
    let table = Table::read(WITHOUT_STICTION.table);
    let motions: Vec<Motion> = motions(&table).take(table.column("stop").len()).collect();
    let mut actuator = without_stiction();
    let mut rests: Vec<f64> = Vec::new();
    let recorder = Run { actuator: &mut actuator, inputs: vec![], end: 1000.0, step: 0.01 }.go(|_, actuator| {
        let position = get(actuator, "position");
        if get(actuator, "friction_regime") == 0.0 && rests.last() != Some(&position) {
            rests.push(position);
        }
    });
    let off = off_times(&recorder, &motions);
    assert_eq!(rests.len(), motions.len() + 1);
    for ((off, found), motion) in off.iter().zip(&rests[1..]).zip(&motions) {
        // The motor's torque, known to rounding, less friction is what moves the body: the smaller the error, the less is left of
        // the difference. The time at rest is in proportion to one over the error.
        let rounding = ROUNDINGS * f64::EPSILON * COULOMB / (STIFFNESS * motion.positions[0].abs());
        let relative = (found / motion.positions[1] - 1.0).abs();
        assert!(relative <= rounding, "{relative:e}, rounding {rounding:e} at {:?}", motion.times);
        assert!(*off <= rounding * motion.times[1] + 1e-14, "{off:e} s, rounding {rounding:e} at {:?}", motion.times);
    }
    // Of the Lyapunov function only the square of the error is left at rest.
    assert!(rests.windows(2).all(|pair| pair[1].abs() < 0.5 * pair[0].abs()), "{rests:?}");
}

/// What smoothed friction makes of the same loop: with a steep viscous friction instead of rest it swings about the command.
#[test]
fn without_stiction_smoothed_friction_never_rests() {
    let error_and_speed = |law: f64| {
        let mut actuator = without_stiction();
        set_all(&mut actuator, &[("friction.law", law), ("friction.regularization_velocity", 1e-5)]);
        let (mut error, mut speed) = (0.0_f64, 0.0_f64);
        Run { actuator: &mut actuator, inputs: vec![], end: 5.0, step: 1e-3 }.go(|time, actuator| {
            if time > 1.5 {
                error = error.max(get(actuator, "position").abs());
                speed = speed.max(get(actuator, "velocity").abs());
            }
        });
        (error, speed)
    };
    // At rest at -1.45e-8 rad after it was at 6.6e-8.
    let (coulomb, tanh) = (error_and_speed(1.0), error_and_speed(11.0));
    println!("{coulomb:?} {tanh:?}");
    assert!((coulomb.0 - 6.587_738_386_546_813e-8).abs() < 1e-19 && coulomb.1 == 0.0, "{coulomb:?}");
    assert!(tanh.0 > 10.0 * coulomb.0 && tanh.1 > 1e-6, "{tanh:?}");
}
