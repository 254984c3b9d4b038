//! The set-valued laws stick truly, break away at their level, and slide with their characteristic times the level.

use crate::laws;

use actuator_fmu::actuator::{Actuator, EventKind, HydraulicActuator};
use laws::{Kind, law, set_table, stick_slip_mass};
use test_support::friction::Friction;
use test_support::quadrature::over_octaves;
use test_support::transmission::transmission;
use test_support::{Recorder, Run, Signal, get, set, set_all};

/// A screw jack: irreversible, with load-dependent friction.
const SCREW: Friction = Friction { coulomb: 0.4, static_ratio: 1.6, opposing: 0.6, aiding: -0.3 };
const STRIBECK_VELOCITY: f64 = 0.2;

/// χ(v) of the laws, written down a second time.
fn characteristic(number: i32, speed: f64) -> f64 {
    let u = speed / STRIBECK_VELOCITY;
    match number {
        law::HESS_SOOM => 1.0 + 0.6 / (1.0 + u.powf(1.5)),
        law::STRIBECK => 1.0 + 0.6 * (-u.powf(1.5)).exp(),
        law::TABULATED if u < 1.0 => 1.5 - 0.3 * u,
        law::TABULATED if u < 3.0 => 1.2 - 0.1 * (u - 1.0),
        law::TABULATED => 1.0 + (u.min(10.0) - 3.0) * 0.1 / 7.0,
        _ => 1.0,
    }
}

/// Level for motion in `direction` under `load`, where the characteristic is `ratio`: of a table it is the friction without
/// load alone, to which the share of the load adds.
fn level(number: i32, ratio: f64, direction: f64, load: f64) -> f64 {
    let level = SCREW.sliding(direction, load);
    if number == law::TABULATED { ratio * SCREW.coulomb + (level - SCREW.coulomb) } else { ratio * level }
}

/// Breakaway level: a table begins at 1.5 times the Coulomb level, and has the static ratio as Modelica's peak.
fn breakaway_level(number: i32, direction: f64, load: f64) -> f64 {
    let at_rest = if number == law::TABULATED { 1.5 } else { 1.0 };
    SCREW.static_ratio * level(number, at_rest, direction, load)
}

fn screw_jack(number: i32, parameters: &[(&str, f64)]) -> actuator_fmu::actuator::MotionTransmission {
    let mut actuator = transmission(&[
        ("friction.law", f64::from(number)),
        ("inertia", 0.5),
        ("friction.coulomb_torque", SCREW.coulomb),
        ("friction.static_ratio", SCREW.static_ratio),
        ("friction.efficiency_opposing", SCREW.opposing),
        ("friction.efficiency_aiding", SCREW.aiding),
        ("friction.stribeck_velocity", STRIBECK_VELOCITY),
        ("friction.stribeck_exponent", 1.5),
    ]);
    set_table(&mut actuator, Kind::Transmission, SCREW.coulomb, STRIBECK_VELOCITY);
    set_all(&mut actuator, parameters);
    actuator
}

#[test]
fn a_screw_jack_breaks_away_at_static_ratio_times_breakaway_ratio_times_its_level() {
    for number in law::sticking() {
        for (direction, load) in [(1.0, 2.0), (-1.0, 2.0), (1.0, -2.0), (-1.0, -2.0), (1.0, 0.0)] {
            let mut actuator = screw_jack(number, &[("friction.breakaway_ratio", 1.25)]);
            let inputs = vec![
                ("motor_torque", Signal::line(0.0, 10.0 * direction, 10.0)),
                ("load_torque", Signal::constant(load)),
            ];
            let recorder = Run { actuator: &mut actuator, inputs, end: 10.0, step: 0.01 }.go(|_, _| {});
            let level = 1.25 * breakaway_level(number, direction, load);
            // Motor torque of direction·1 N.m/s against the load and the level.
            let expected = direction * load + level;
            let first = recorder.events[0];
            assert_eq!(first.kind, EventKind::Breakaway { direction: direction as i8 }, "law {number}");
            assert!((first.time - expected).abs() <= 1e-11, "law {number}, load {load}: {} {expected}", first.time);
            let limit = if direction > 0.0 { first.forward_limit } else { first.backward_limit };
            assert!((limit - level).abs() <= 1e-14 * level, "law {number}: limit {limit}, level {level}");
        }
    }
}

#[test]
fn sliding_friction_of_a_screw_jack_follows_its_characteristic_and_its_load() {
    for number in law::sticking() {
        for load in [1.5, -1.5, 0.0] {
            let mut actuator = screw_jack(number, &[("velocity_start", -1.5)]);
            let inputs = vec![("motor_torque", Signal::line(-6.0, 12.0, 3.0)), ("load_torque", Signal::constant(load))];
            let mut compared = [0; 2];
            Run { actuator: &mut actuator, inputs, end: 3.0, step: 1e-3 }.go(|time, a| {
                let (velocity, friction) = (get(a, "velocity"), get(a, "friction_torque"));
                if velocity == 0.0 {
                    return;
                }
                compared[usize::from(velocity > 0.0)] += 1;
                let direction = velocity.signum();
                let level = level(number, characteristic(number, velocity.abs()), direction, load);
                // A few roundings of torques up to 12 N.m; a table point itself may be taken from either side.
                let error = (friction - direction * level).abs();
                assert!(error <= 1e-13 * 12.0, "law {number}, load {load}, {time} s: {friction} {level}");
            });
            assert!(compared[0] > 300 && compared[1] > 300, "law {number}: {compared:?}");
        }
    }
}

#[test]
fn laws_that_stick_hold_an_irreversible_load_at_exactly_zero_velocity_after_sliding() {
    for number in law::sticking() {
        let mut actuator = screw_jack(number, &[("velocity_start", 0.9)]);
        let inputs = vec![("load_torque", Signal::constant(-2.0))];
        let (mut stopped, mut rest) = (None, f64::NAN);
        let recorder = Run { actuator: &mut actuator, inputs, end: 3.0, step: 0.01 }.go(|time, a| {
            if get(a, "friction_regime") == 0.0 {
                if stopped.is_none() {
                    (stopped, rest) = (Some(time), get(a, "position"));
                }
                assert_eq!(get(a, "velocity").to_bits(), 0, "law {number} at {time}");
                assert_eq!(get(a, "position").to_bits(), rest.to_bits(), "law {number} at {time}");
                assert_eq!(get(a, "friction_torque"), 2.0, "friction holds the load");
            }
        });
        assert!(stopped.is_some_and(|time| time < 1.0), "law {number}: {stopped:?}");
        assert_eq!(recorder.events.len(), 1);
        assert_eq!(recorder.events[0].kind, EventKind::Stop);
    }
}

/// The stick-slip mass with a law whose friction falls with velocity, pulled at 0.1 m/s through its spring.
fn pulled(number: i32, tolerance: f64, step: f64) -> (HydraulicActuator, Recorder) {
    let mut actuator = stick_slip_mass(number);
    set_table(&mut actuator, Kind::Hydraulic, 1.0, 0.1);
    let parameters = [
        ("friction.static_ratio", if number == law::TABULATED { 1.0 } else { 1.5 }),
        ("friction.stribeck_velocity", 0.2),
        ("friction.stribeck_exponent", 1.0),
        ("solver.tolerance", tolerance),
    ];
    set_all(&mut actuator, &parameters);
    // Breaks away between communication points.
    let inputs = vec![("force", Signal::line(0.0123, 10.0123, 50.0))];
    let recorder = Run { actuator: &mut actuator, inputs, end: 50.0, step }.go(|_, _| {});
    (actuator, recorder)
}

/// Breakaway at a communication point or next to it, with no force to spare: the acceleration grows from nothing.
#[test]
fn a_gentle_breakaway_on_a_communication_point_is_one_event() {
    for number in law::sticking() {
        for offset in [0.0, 1e-15, -1e-15, 1e-14, -1e-14, 1e-13, -1e-13, 1e-12, -1e-12, 1e-11, -1e-11, 1e-10, -1e-10] {
            let mut actuator = stick_slip_mass(number);
            set_table(&mut actuator, Kind::Hydraulic, 1.0, 0.1);
            let at_rest = if number == law::COULOMB { 1.0 } else { 1.5 };
            let parameters = [
                ("friction.static_ratio", if number == law::TABULATED { 1.0 } else { at_rest }),
                ("friction.stribeck_velocity", 0.2),
                ("friction.stribeck_exponent", 1.0),
            ];
            set_all(&mut actuator, &parameters);
            // 0.2 N/s that reach the breakaway level `offset` after 0.1 s.
            let start = at_rest - 0.2 * (0.1 + offset);
            let inputs = vec![("force", Signal::line(start, start + 0.04, 0.2))];
            let recorder = Run { actuator: &mut actuator, inputs, end: 0.2, step: 1e-3 }.go(|_, _| {});
            let events: Vec<_> = recorder.events.iter().map(|e| (e.kind, e.time)).collect();
            assert_eq!(events.len(), 1, "law {number}, offset {offset:e}: {events:?}");
            // The force is known to 2e-16 N.
            assert!((events[0].1 - 0.1 - offset).abs() <= 3e-15, "law {number}, offset {offset:e}: {events:?}");
        }
    }
}

#[test]
fn stick_slip_of_every_law_that_sticks_is_regular_and_truly_sticks() {
    for number in law::sticking() {
        let (_, recorder) = pulled(number, 1e-9, 1e-2);
        let kinds: Vec<_> = recorder.events.iter().map(|e| e.kind).collect();
        let alternates =
            kinds.chunks_exact(2).all(|pair| pair == [EventKind::Breakaway { direction: 1 }, EventKind::Stop]);
        assert!(kinds.len() >= 8 && alternates, "law {number}: {kinds:?}");
        // Each period repeats the first: the ramp shifts everything by the same distance.
        let times: Vec<_> = recorder.events.iter().step_by(2).map(|e| e.time).collect();
        let first = times[1] - times[0];
        for pair in times.windows(2) {
            assert!((pair[1] - pair[0] - first).abs() <= 1e-7 * first, "law {number}: {times:?}");
        }
    }
}

#[test]
fn results_of_the_laws_that_stick_do_not_depend_on_the_communication_step() {
    for number in law::sticking() {
        let (reference, recorder) = pulled(number, 1e-9, 1e-3);
        for step in [3.7e-3, 0.05, 1.0] {
            let (actuator, other) = pulled(number, 1e-9, step);
            let error = (get(&actuator, "position") - get(&reference, "position")).abs();
            // 50 s with a step tolerance of 1e-9 relative to metres.
            assert!(error <= 1e-8, "law {number}, step {step}: {error:e} m");
            assert_eq!(other.events.len(), recorder.events.len());
            for (a, b) in other.events.iter().zip(&recorder.events) {
                assert!((a.time - b.time).abs() <= 1e-7, "law {number}, step {step}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn results_of_the_nonlinear_laws_converge_with_the_tolerance() {
    for number in [law::HESS_SOOM, law::STRIBECK, law::TABULATED] {
        let position = |tolerance| get(&pulled(number, tolerance, 0.1).0, "position");
        let reference = position(1e-12);
        let errors = [1e-5, 1e-8].map(|tolerance| (position(tolerance) - reference).abs());
        // A thousandth of the tolerance may give as little as a thirtieth of the error where steps of the longest
        // internal length of 1 ms already do better than asked.
        assert!(errors[0] <= 1e-4 && errors[1] <= 1e-7, "law {number}: {errors:?}");
        assert!(errors[1] <= errors[0] || errors[0] <= 1e-9, "law {number}: {errors:?}");
    }
}

#[test]
fn limits_of_the_characteristics_are_coulomb_friction() {
    let run = |number: i32, parameters: &[(&str, f64)]| {
        let mut actuator = stick_slip_mass(number);
        set_all(&mut actuator, parameters);
        let inputs = vec![("force", Signal::line(0.0, 4.0, 20.0))];
        let recorder = Run { actuator: &mut actuator, inputs, end: 20.0, step: 0.01 }.go(|_, _| {});
        (get(&actuator, "position"), recorder.events.len())
    };
    let coulomb = run(law::COULOMB, &[]);
    // Stribeck friction fades within 1e-6 m/s, which velocity a growth rate of 0.5 N/(1e-6 m/s · 1 kg) reaches 4e-5 s
    // after the breakaway; at up to 0.58 m/s, twice, that is a few 1e-5 m.
    let stribeck = run(law::STRIBECK, &[("friction.stribeck_velocity", 1e-6), ("friction.stribeck_exponent", 1.0)]);
    assert_eq!(stribeck.1, coulomb.1);
    assert!((stribeck.0 - coulomb.0).abs() <= 4e-5, "{stribeck:?} {coulomb:?}");
    // A table of one point is Coulomb friction; its static ratio is the peak.
    let table = run(law::TABULATED, &[("friction.table.force[1]", 1.0)]);
    assert_eq!(table.1, coulomb.1);
    // A nonlinear mode is integrated within its tolerance of 1e-9.
    assert!((table.0 - coulomb.0).abs() <= 1e-8, "{table:?} {coulomb:?}");
}

#[test]
fn the_load_adds_to_a_table_whatever_the_coulomb_level_is() {
    for coulomb in [0.0, 1e-6, 1.0, 1e3, 1e6] {
        let mut actuator = Kind::Transmission.actuator();
        let values = [
            ("friction.law", f64::from(law::TABULATED)),
            ("friction.coulomb_torque", coulomb),
            ("friction.static_ratio", 1.25),
            ("friction.efficiency_opposing", 0.5),
            ("friction.efficiency_aiding", 0.5),
            ("friction.table.torque[1]", 1000.0),
            ("velocity_start", 0.5),
            ("load_torque", 100.0),
        ];
        set_all(&mut *actuator, &values);
        let friction = |actuator: &mut dyn Actuator| {
            actuator.initialize(0.0, &mut Recorder::default());
            actuator.update_outputs();
            get(actuator, "friction_torque")
        };
        // Opposing: 1000 + (1/0.5 − 1)·100; aiding: 1000 + (1 − 0.5)·100; no table: the load's share alone.
        // Friction is what remains of torques of this size, so it has their rounding.
        assert!((friction(&mut *actuator) - 1100.0).abs() <= 1e-12 * 1e3, "coulomb_torque {coulomb}");
        set(&mut *actuator, "load_torque", -100.0);
        assert!((friction(&mut *actuator) - 1050.0).abs() <= 1e-12 * 1e3, "coulomb_torque {coulomb}");
        set(&mut *actuator, "friction.table.torque[1]", 0.0);
        assert!((friction(&mut *actuator) - 50.0).abs() <= 1e-12 * 1e3, "coulomb_torque {coulomb}");
        // Stuck, just below the breakaway level 1.25·(1000 + 100).
        set_all(
            &mut *actuator,
            &[("friction.table.torque[1]", 1000.0), ("velocity_start", 0.0), ("load_torque", 100.0)],
        );
        for (motor, regime) in [(1474.9, 0.0), (1475.1, 1.0)] {
            set(&mut *actuator, "motor_torque", motor);
            friction(&mut *actuator);
            assert_eq!(get(&*actuator, "friction_regime"), regime, "coulomb_torque {coulomb}");
        }
    }
}

/// The Coulomb level has no part in it.
#[test]
fn a_table_is_used_as_it_is() {
    let mut actuator = Kind::Transmission.actuator();
    set_all(
        &mut *actuator,
        &[
            ("friction.law", f64::from(law::TABULATED)),
            ("friction.coulomb_torque", 0.0),
            ("friction.static_ratio", 1.0),
            ("friction.efficiency_opposing", 1.0),
            ("friction.efficiency_aiding", 1.0),
            ("friction.table.size", 2.0),
            ("friction.table.torque[1]", 3.0),
            ("friction.table.torque[2]", 1.0),
            ("friction.table.velocity[2]", 2.0),
            ("velocity_start", 0.5),
        ],
    );
    Run { actuator: &mut *actuator, inputs: vec![], end: 1e-9, step: 1e-9 }.go(|_, _| {});
    assert!((get(&*actuator, "friction_torque") - 2.5).abs() < 1e-6, "{}", get(&*actuator, "friction_torque"));
    set(&mut *actuator, "velocity_start", -5.0);
    Run { actuator: &mut *actuator, inputs: vec![], end: 1e-9, step: 1e-9 }.go(|_, _| {});
    assert!((get(&*actuator, "friction_torque") + 1.0).abs() < 1e-6);
}

/// A fault: the level grows while the actuator sticks, then falls below what it holds.
#[test]
fn a_changed_level_breaks_a_stuck_actuator_away_at_once() {
    for number in law::sticking() {
        let mut actuator = screw_jack(number, &[]);
        let held = 0.9 * breakaway_level(number, 1.0, 0.0);
        set(&mut actuator, "motor_torque", held);
        let mut recorder = Recorder::default();
        actuator.initialize(0.0, &mut recorder);
        actuator.advance(0.0, 1.0, &mut recorder);
        assert_eq!(recorder.events.len(), 0, "law {number}");
        set(&mut actuator, "friction.coulomb_torque", 0.8 * SCREW.coulomb);
        set_table(&mut actuator, Kind::Transmission, 0.8 * SCREW.coulomb, STRIBECK_VELOCITY);
        actuator.check().expect("still admissible");
        actuator.configure();
        actuator.advance(1.0, 1.0, &mut recorder);
        assert_eq!((recorder.events[0].kind, recorder.events[0].time), (EventKind::Breakaway { direction: 1 }, 1.0));
    }
}

#[test]
fn a_body_coasts_until_friction_has_taken_its_momentum_however_steep_the_characteristic_is() {
    const STATIC_RATIO: f64 = 1.6;
    for (number, stribeck, exponent) in [law::HESS_SOOM, law::STRIBECK]
        .into_iter()
        .flat_map(|number| [0.2, 1e-3, 1e-5].map(|stribeck| (number, stribeck)))
        .flat_map(|(number, stribeck)| [1.0, 2.0, 0.7, 1.5].map(|exponent| (number, stribeck, exponent)))
    {
        let mut actuator = transmission(&[
            ("friction.law", f64::from(number)),
            ("inertia", 1.0),
            ("friction.coulomb_torque", 1.0),
            ("friction.static_ratio", STATIC_RATIO),
            ("friction.stribeck_velocity", stribeck),
            ("friction.stribeck_exponent", exponent),
            ("velocity_start", 1.0),
        ]);
        let recorder = Run { actuator: &mut actuator, inputs: vec![], end: 3.0, step: 0.3 }.go(|_, _| {});
        let slowing = |v: f64| {
            let power = (v / stribeck).powf(exponent);
            1.0 + (STATIC_RATIO - 1.0) * if number == law::STRIBECK { (-power).exp() } else { 1.0 / (1.0 + power) }
        };
        let (time, way) = (over_octaves(|v| 1.0 / slowing(v)), over_octaves(|v| v / slowing(v)));
        let stop = recorder.events[0];
        assert_eq!(stop.kind, EventKind::Stop);
        // Rounding of some hundred series; a broken power ends with steps to the tolerance, relative to what is left.
        let allowed = 1e-14;
        let case = format!("law {number}, v_s {stribeck:e}, m {exponent}");
        assert!((stop.time / time - 1.0).abs() < allowed, "{case}: {:e} s, expected {time:e}", stop.time);
        assert!((stop.position / way - 1.0).abs() < allowed, "{case}: {:e} rad, expected {way:e}", stop.position);
    }
}

#[test]
fn a_body_coasts_along_its_friction_table_to_where_the_closed_form_has_it() {
    // Kinks at powers of two, where the panels end.
    let table = [(0.0, 1.6), (0.25, 1.1), (0.5, 0.7), (2.0, 1.0)];
    let mut actuator = transmission(&[
        ("friction.law", f64::from(law::TABULATED)),
        ("inertia", 1.0),
        ("friction.coulomb_torque", 1.0),
        ("friction.table.size", table.len() as f64),
        ("velocity_start", 1.0),
    ]);
    for (number, (speed, torque)) in (1..).zip(table) {
        set(&mut actuator, &format!("friction.table.velocity[{number}]"), speed);
        set(&mut actuator, &format!("friction.table.torque[{number}]"), torque);
    }
    let recorder = Run { actuator: &mut actuator, inputs: vec![], end: 3.0, step: 0.3 }.go(|_, _| {});
    let slowing = |v: f64| {
        let right = table.iter().position(|&(speed, _)| speed > v).expect("the table goes further");
        let ((v0, f0), (v1, f1)) = (table[right - 1], table[right]);
        f0 + (f1 - f0) * (v - v0) / (v1 - v0)
    };
    let (time, way) = (over_octaves(|v| 1.0 / slowing(v)), over_octaves(|v| v / slowing(v)));
    let stop = recorder.events[0];
    assert_eq!(stop.kind, EventKind::Stop);
    // Rounding of three segments.
    assert!((stop.time / time - 1.0).abs() < 1e-14, "{:e} s, expected {time:e}", stop.time);
    assert!((stop.position / way - 1.0).abs() < 1e-14, "{:e} rad, expected {way:e}", stop.position);
}
