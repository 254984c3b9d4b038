//! Driven-side inertia: friction acts on the torque that crosses the mesh. LossyGearDemo1 of the Modelica Standard
//! Library, self-locking, and the jam of an irreversible transmission that has no sliding solution.

use crate::laws;

use actuator_fmu::actuator::{EventKind, MotionTransmission};
use laws::{Kind, law, set_table};
use std::f64::consts::TAU;
use std::path::Path;
use test_support::published_scenarios::mass::STOP1;
use test_support::reference::Table;
use test_support::transmission::transmission;
use test_support::{Recorder, Run, Signal, get, set_all};

/// LossyGearDemo1 at its output axis.
fn lossy_gear() -> MotionTransmission {
    transmission(&[
        ("inertia", 4.0),
        ("load_inertia", 1.5),
        ("friction.coulomb_torque", 0.0),
        ("friction.static_ratio", 1.0),
        ("friction.efficiency_opposing", 0.5),
        ("friction.efficiency_aiding", 0.5),
    ])
}

/// 20 sin(2πt) as straight lines of 0.1 ms, and 10 − 2.5 t.
fn lossy_gear_inputs(end: f64) -> Vec<(&'static str, Signal)> {
    let motor = Signal::sampled(|t| 20.0 * (TAU * t).sin(), 1e-4, end);
    vec![("motor_torque", motor), ("load_torque", Signal::line(10.0, 10.0 - 2.5 * end, end))]
}

/// Velocity of the output axis over the time of the example.
const VELOCITY_SIZE: f64 = 0.7;

/// Largest deviation of the velocity from a table, times of differing modes, and the run's events.
fn compare(table: &Table) -> (f64, Vec<f64>, Recorder) {
    let (times, velocities, modes) = (table.column("time"), table.column("Inertia2.w"), table.column("gear.mode"));
    let (mut largest, mut compared, mut differing) = (0.0_f64, 0, Vec::new());
    let recorder =
        Run { actuator: &mut lossy_gear(), inputs: lossy_gear_inputs(0.5), end: 0.5, step: 5e-4 }.go(|time, a| {
            let Some(row) = table.row("time", time).filter(|&row| (times[row] - time).abs() < 1e-11) else { return };
            compared += 1;
            largest = largest.max((get(a, "velocity") - velocities[row]).abs());
            if get(a, "friction_regime") != modes[row] {
                differing.push(time);
            }
        });
    assert!(compared >= 990, "{compared}");
    differing.retain(|time| recorder.events.iter().all(|event| (event.time - time).abs() > 1e-5));
    (largest, differing, recorder)
}

#[test]
fn lossy_gear_demo_1_agrees_with_its_exact_solution() {
    let (error, differing, recorder) = compare(&Table::read("modelica/lossy_gear_demo1_exact.csv"));
    assert!(error <= 1e-6 * VELOCITY_SIZE, "{error:e} rad/s");
    assert!(differing.is_empty(), "modes differ away from events: {differing:?}");
    let found: Vec<_> = recorder.events.iter().map(|e| (e.time, e.kind)).collect();
    use EventKind::{Breakaway, Stop};
    let expected = [
        (0.0, Breakaway { direction: -1 }),
        (0.080477134, Stop),
        (0.199519901, Breakaway { direction: 1 }),
        (0.371342778, Stop),
        (0.464539462, Breakaway { direction: -1 }),
    ];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.1, expected.1);
        // Nine printed decimals; the straight lines lie up to 1e-6 N.m under the sine, which shifts a velocity by 3e-8
        // rad/s in 0.17 s and the stop, with 1 rad/s², by as many seconds.
        assert!((found.0 - expected.0).abs() <= 5e-8, "{found:?} instead of {expected:?}");
    }
}

/// A file of results that are not part of this repository, where it is there.
fn elsewhere(name: &str) -> Option<Table> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/reference/modelica").join(name);
    path.exists().then(|| Table::read(path.to_str().expect("the path is text")))
}

/// Dymola's own result with DASSL at 1e-6.
#[test]
fn lossy_gear_demo_1_agrees_with_the_modelica_library_within_its_tolerance() {
    let Some(table) = elsewhere("lossy_gear_demo1_msl410.csv") else { return };
    let (error, differing, _) = compare(&table);
    assert!(error <= 2e-5 * VELOCITY_SIZE, "{error:e} rad/s");
    // At the very start Modelica has not decided yet; elsewhere DASSL finds events within 1e-5 s.
    assert!(differing.iter().all(|&time| time == 0.0), "{differing:?}");
}

#[test]
fn translational_stop1_agrees_with_the_modelica_library_within_its_tolerance() {
    let Some(table) = elsewhere("translational_friction_msl410.csv") else { return };
    let parameters = [[("friction.law", f64::from(law::STRIBECK))].as_slice(), &STOP1].concat();
    let inputs = vec![("force", Signal::sampled(|t| 25.0 * (TAU * 0.25 * t).sin(), 1e-4, 5.0))];
    let (mut largest, mut compared) = (0.0_f64, 0);
    Run { actuator: &mut laws::mass(&parameters), inputs, end: 5.0, step: 5e-4 }.go(|time, a| {
        let Some(row) = table.row("time", time).filter(|&row| (table.column("time")[row] - time).abs() < 1e-11) else {
            return;
        };
        compared += 1;
        largest = largest.max((get(a, "position") - table.column("stop1.s")[row]).abs());
        largest = largest.max((get(a, "velocity") - table.column("stop1.v")[row]).abs());
    });
    assert!(compared >= 9900, "{compared}");
    // Positions up to 13 m, velocities up to 13 m/s.
    assert!(largest <= 2e-5 * 13.0, "{largest:e}");
}

/// Loads up to and down to zero, jumps and ramps, over an hour.
fn hour_of_load() -> Signal {
    Signal(vec![
        (0.0, 74500.0),
        (600.0, 74500.0),
        (600.0, 20.0),
        (1200.0, 90000.0),
        (2400.0, 1e-3),
        (2400.0, 0.0),
        (3000.0, 0.0),
        (3600.0, 50000.0),
    ])
}

/// Loads that change their sign as well.
fn hour_of_alternating_load() -> Signal {
    Signal(vec![
        (0.0, 74500.0),
        (600.0, 74500.0),
        (600.0, 20.0),
        (1200.0, 90000.0),
        (1800.0, -90000.0),
        (2400.0, -90000.0),
        (2400.0, 1e-3),
        (3000.0, 0.0),
        (3600.0, -50000.0),
    ])
}

/// Position and velocity at every tenth of a second of an hour must be exactly 0.
fn assert_never_moves(parameters: &[(&str, f64)], load: Signal, what: &str) {
    let mut actuator = Kind::Transmission.actuator();
    set_table(&mut *actuator, Kind::Transmission, 2500.0, 0.01);
    let long = [("solver.max_step_size", 0.1)];
    set_all(&mut *actuator, long.iter().chain(parameters));
    let inputs = vec![("load_torque", load)];
    let recorder = Run { actuator: &mut *actuator, inputs, end: 3600.0, step: 0.1 }.go(|time, a| {
        let state = [get(a, "position"), get(a, "velocity")];
        assert_eq!(state.map(f64::to_bits), [0, 0], "{what} at {time} s: {state:?}");
        assert_eq!(get(a, "friction_torque"), -get(a, "load_torque"), "friction holds the load");
    });
    assert_eq!((recorder.events.len(), recorder.warnings.len()), (0, 0), "{what}");
}

#[test]
fn a_pure_load_moves_an_irreversible_transmission_by_exactly_nothing_in_an_hour() {
    for load_inertia in [0.0, 0.5, 1e6] {
        // At eta_aid = 0 without any other friction the breakaway level equals the load.
        for (efficiency, coulomb) in [(-0.2, 2500.0), (-0.4, 0.0), (0.0, 0.0)] {
            let parameters = [
                ("load_inertia", load_inertia),
                ("friction.efficiency_aiding", efficiency),
                ("friction.coulomb_torque", coulomb),
                ("friction.static_ratio", 1.0),
            ];
            assert_never_moves(&parameters, hour_of_load(), &format!("J_L {load_inertia}, eta_aid {efficiency}"));
        }
    }
}

#[test]
fn nor_does_a_load_that_changes_its_sign_while_there_is_any_friction_without_load() {
    for load_inertia in [0.0, 3.0] {
        for efficiency in [0.0, -0.2] {
            let parameters = [
                ("load_inertia", load_inertia),
                ("friction.efficiency_aiding", efficiency),
                ("friction.coulomb_torque", 0.01),
                ("friction.static_ratio", 1.0),
            ];
            assert_never_moves(&parameters, hour_of_alternating_load(), &format!("J_L {load_inertia}, {efficiency}"));
        }
    }
}

/// The levels of both sides vanish together with the load, so their crossings differ by rounding only.
#[test]
fn a_load_that_passes_zero_without_other_friction_is_no_event() {
    let parameters =
        [("friction.efficiency_aiding", -0.4), ("friction.coulomb_torque", 0.0), ("friction.static_ratio", 1.0)];
    assert_never_moves(&parameters, hour_of_alternating_load(), "eta_aid -0.4");
}

#[test]
fn every_law_that_sticks_locks_an_irreversible_transmission() {
    for number in law::sticking() {
        let parameters =
            [("friction.law", f64::from(number)), ("friction.efficiency_aiding", -0.2), ("load_inertia", 3.0)];
        assert_never_moves(&parameters, hour_of_alternating_load(), &format!("law {number}"));
    }
}

/// With eta_aid = 0.01 LossyGear creeps under a pure load; here it slides only where the load exceeds the breakaway
/// level: load·(1 − (1 − eta_aid)·FSD) > FSD·TFR0.
#[test]
fn a_barely_reversible_transmission_slides_exactly_beyond_its_breakaway_level() {
    let ratio = 1.005_f64;
    let threshold = ratio * 2.0 / (1.0 - 0.99 * ratio);
    let moves = |load: f64| {
        let mut actuator = transmission(&[
            ("inertia", 1.0),
            ("load_inertia", 1.0),
            ("friction.coulomb_torque", 2.0),
            ("friction.static_ratio", ratio),
            ("friction.efficiency_aiding", 0.01),
        ]);
        let inputs = vec![("load_torque", Signal::constant(load))];
        Run { actuator: &mut actuator, inputs, end: 1.0, step: 0.01 }.go(|_, _| {});
        get(&actuator, "position")
    };
    assert_eq!(moves(threshold * (1.0 - 1e-9)), 0.0);
    // J_M·a = −TFR0 + eta_aid·(load + J_L·a) forwards of the load: a = (0.01·load − 2)/1.01.
    let load = threshold * 1.001;
    let expected = -0.5 * (0.01 * load - 2.0) / 1.01;
    assert!((moves(load) - expected).abs() <= 1e-12 * expected.abs(), "{} {expected}", moves(load));
}

/// J_M + eta_aid·J_L < 0. Forward motion under an aiding load of −3 N.m slides on the opposing branch as long as the
/// motor accelerates the driven side by more than the load does: (TM − 0.5 + 3)/1.1 ≥ 3, TM ≥ 0.8.
fn painleve(parameters: &[(&str, f64)]) -> MotionTransmission {
    let mut actuator = transmission(&[
        ("inertia", 0.1),
        ("load_inertia", 1.0),
        ("friction.coulomb_torque", 0.5),
        ("friction.static_ratio", 1.0),
        ("friction.efficiency_aiding", -0.5),
        ("velocity_start", 2.0),
    ]);
    set_all(&mut actuator, parameters);
    actuator
}

#[test]
fn without_a_sliding_solution_the_transmission_jams_at_once() {
    for step in [1e-3, 0.37, 2.0] {
        let mut actuator = painleve(&[]);
        let inputs =
            vec![("motor_torque", Signal(vec![(0.0, 2.0), (2.0, 0.0)])), ("load_torque", Signal::constant(-3.0))];
        let recorder = Run { actuator: &mut actuator, inputs, end: 2.0, step }.go(|_, _| {});
        let [jam] = recorder.events[..] else { panic!("{:?}", recorder.events) };
        assert_eq!(jam.kind, EventKind::Jam);
        assert!((jam.time - 1.2).abs() <= 1e-11, "{}", jam.time);
        let velocity = 2.0 + (4.5 * 1.2 - 0.5 * 1.2 * 1.2) / 1.1;
        assert!((jam.velocity - velocity).abs() <= 1e-11, "{} rad/s before the jam", jam.velocity);
        assert_eq!(get(&actuator, "velocity").to_bits(), 0);
        assert_eq!(get(&actuator, "event_count"), 1.0);
        let (t, a) = (1.2_f64, 1.0 / 1.1);
        let position = 2.0 * t + a * (4.5 * t * t / 2.0 - t * t * t / 6.0);
        assert!((get(&actuator, "position") - position).abs() <= 1e-11, "{}", get(&actuator, "position"));
    }
}

#[test]
fn a_jammed_start_stops_at_its_first_instant_and_the_mirrored_one_as_well() {
    for sign in [1.0, -1.0] {
        let mut actuator = painleve(&[("velocity_start", 2.0 * sign)]);
        let inputs = vec![("load_torque", Signal::constant(-3.0 * sign))];
        let recorder = Run { actuator: &mut actuator, inputs, end: 0.1, step: 0.01 }.go(|_, _| {});
        let kinds: Vec<_> = recorder.events.iter().map(|e| (e.kind, e.time, e.velocity)).collect();
        assert_eq!(kinds, [(EventKind::Jam, 0.0, 2.0 * sign)]);
        assert_eq!(get(&actuator, "position"), 0.0);
    }
}

/// With a falling characteristic the sliding solution vanishes at some speed: friction decelerates the driven side
/// without bound, and the body stops there.
#[test]
fn a_stribeck_transmission_jams_where_its_characteristic_reaches_the_painleve_limit() {
    let mut actuator = painleve(&[
        ("inertia", 0.6),
        ("friction.law", f64::from(law::STRIBECK)),
        ("friction.static_ratio", 1.5),
        ("friction.stribeck_velocity", 0.5),
        ("friction.stribeck_exponent", 1.0),
    ]);
    // Level gain 1.5·χ: J_M + (1 − 1.5 χ)·J_L vanishes at χ = 1.0667, v = 0.5·ln(7.5) = 1.0 rad/s.
    let inputs = vec![("load_torque", Signal::constant(-3.0))];
    let mut slowest_moving = f64::INFINITY;
    let recorder = Run { actuator: &mut actuator, inputs, end: 1.0, step: 1e-3 }.go(|_, a| {
        let velocity = get(a, "velocity");
        assert!(velocity.is_finite() && get(a, "acceleration").is_finite());
        if velocity != 0.0 {
            slowest_moving = slowest_moving.min(velocity);
        }
    });
    assert_eq!(recorder.warnings, []);
    assert_eq!(get(&actuator, "velocity").to_bits(), 0);
    assert!(slowest_moving > 0.99 * 0.5 * 7.5_f64.ln(), "still moving at {slowest_moving} rad/s");
    let [jam] = recorder.events[..] else { panic!("{:?}", recorder.events) };
    assert_eq!(jam.kind, EventKind::Jam);
    // J_eff falls by its last 2e-6 of J_M within 1e-6 rad/s of the limit.
    assert!((jam.velocity - 0.5 * 7.5_f64.ln()).abs() < 1e-5, "jams at {} rad/s", jam.velocity);
}

/// The work near the limit stays bounded for each law, in either direction, from any speed.
#[test]
fn every_falling_characteristic_with_driven_side_inertia_comes_to_rest_without_a_warning() {
    for number in [law::HESS_SOOM, law::STRIBECK, law::TABULATED] {
        for (inertia, velocity) in [(0.6, 2.0), (0.6, -2.0), (0.3, 0.5), (0.9, 3.0), (0.51, -0.9)] {
            let mut actuator = painleve(&[
                ("inertia", inertia),
                ("friction.law", f64::from(number)),
                ("friction.static_ratio", if number == law::TABULATED { 1.0 } else { 1.5 }),
                ("friction.stribeck_velocity", 0.5),
                ("friction.stribeck_exponent", 1.0),
                ("velocity_start", velocity),
            ]);
            set_table(&mut actuator, Kind::Transmission, 0.5, 0.5);
            let inputs = vec![("load_torque", Signal::constant(-3.0 * velocity.signum()))];
            let recorder = Run { actuator: &mut actuator, inputs, end: 5.0, step: 1e-2 }.go(|_, _| {});
            let what = format!("law {number}, inertia {inertia}, from {velocity} rad/s: {:?}", recorder.events);
            assert_eq!(recorder.warnings, [], "{what}");
            assert_eq!(get(&actuator, "velocity").to_bits(), 0, "{what}");
            assert_eq!(recorder.events.len(), 1, "{what}");
        }
    }
}
