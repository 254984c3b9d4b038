//! Events mean the same under every friction law, also under those that pass through rest smoothly.

use actuator_fmu::actuator::{EventKind, MotionTransmission, ServoActuator};
use actuator_fmu::interface::servo_actuator::INTERFACE;
use test_support::programme::{LAST_RAMP, PROGRAMME};
use test_support::transmission::transmission;
use test_support::{Recorder, Run, Signal, get, set, set_all};

const COULOMB: f64 = 1.0;
const MAJD_SIMAAN: f64 = 4.0;
const DAHL: f64 = 6.0;
const LUGRE: f64 = 7.0;
const ELASTO_PLASTIC: f64 = 13.0;
/// The laws by number but for Coulomb's: that stick, that creep, that have bristles.
const OTHERS: [f64; 7] = [2.0, 3.0, MAJD_SIMAAN, 5.0, DAHL, LUGRE, ELASTO_PLASTIC];
const BRISTLES: [f64; 3] = [DAHL, LUGRE, ELASTO_PLASTIC];

/// A block of 1 kg·m² with a level of 10 N·m, 20 % more at rest. Bristles are stiff and hardly damped: they swing at 1000 rad/s.
fn block(law: f64) -> MotionTransmission {
    transmission(&[
        ("inertia", 1.0),
        ("friction.coulomb_torque", 10.0),
        ("friction.static_ratio", 1.2),
        ("friction.stribeck_velocity", 1e-3),
        ("friction.bristle_stiffness", 1e6),
        ("friction.bristle_damping", 100.0),
        ("friction.law", law),
    ])
}

fn run(actuator: &mut MotionTransmission, torque: &[(f64, f64)], step: f64) -> Recorder {
    let end = torque.last().expect("a torque has points").0;
    let inputs = vec![("motor_torque", Signal(torque.to_vec()))];
    let recorder = Run { actuator: &mut *actuator, inputs, end, step }.go(|_, _| {});
    assert_eq!(get(actuator, "event_count"), recorder.events.len() as f64);
    recorder
}

fn kinds(recorder: &Recorder) -> Vec<EventKind> {
    recorder.events.iter().map(|event| event.kind).collect()
}

#[test]
fn the_same_torques_cause_the_same_events_under_every_law() {
    let expected = run(&mut block(COULOMB), &PROGRAMME, 1e-3);
    let forward = EventKind::Breakaway { direction: 1 };
    let [back, again] = [EventKind::Breakaway { direction: -1 }, EventKind::Reversal { direction: 1 }];
    assert_eq!(kinds(&expected), [forward, EventKind::Stop, back, again, EventKind::Stop, forward, EventKind::Stop]);
    for law in OTHERS {
        let found = run(&mut block(law), &PROGRAMME, 1e-3);
        assert_eq!(kinds(&found), kinds(&expected), "law {law}");
        for (found, expected) in found.events.iter().zip(&expected.events) {
            // The ramp reaches the level of Dahl's law, which has no more at rest, 77 ms before that of the others, and the motion
            // after it lasts longer by about as much.
            let difference = if expected.time < 3.0 { 3e-3 } else { 0.2 };
            let times = (found.time, expected.time);
            assert!((times.0 - times.1).abs() < difference, "law {law}: {times:?}");
        }
        assert!(found.warnings.is_empty(), "law {law}");
    }
}

#[test]
fn events_do_not_depend_on_the_communication_step() {
    for law in OTHERS {
        let of = |step: f64| run(&mut block(law), &PROGRAMME[..LAST_RAMP], step);
        let fine = of(1e-3);
        for step in [1e-4, 1e-2, 0.1] {
            let coarse = of(step);
            assert_eq!(kinds(&coarse), kinds(&fine), "law {law}, {step} s");
            for (coarse, fine) in coarse.events.iter().zip(&fine.events) {
                // Integrated with a tolerance of 1e-9 over a second, seen through the slowest passage of a criterion.
                assert!((coarse.time - fine.time).abs() < 1e-6, "law {law}: {} {}", coarse.time, fine.time);
            }
        }
    }
}

#[test]
fn a_body_that_swings_on_its_bristles_has_no_event() {
    for law in BRISTLES {
        // Swings to twice the deflection of the load, below breakaway, and back; then closer to the level by a ramp that is slow beside
        // the swing.
        let level = if law == DAHL { 10.0 } else { 12.0 };
        let torque =
            [(0.0, 0.0), (0.1, 0.0), (0.1, 0.45 * level), (0.5, 0.45 * level), (1.5, 0.99 * level), (2.0, 0.0)];
        let mut block = block(law);
        set(&mut block, "friction.bristle_damping", 0.0);
        // Faster than it swings: else the effect would fade in the swing, and the body would slip.
        set(&mut block, "friction.stribeck_velocity", 1.0);
        assert_eq!(kinds(&run(&mut block, &torque, 1e-3)), [], "law {law}");
    }
}

#[test]
fn a_slow_ramp_breaks_away_at_the_level_that_the_law_holds_at_most() {
    let torque = [(0.0, 0.0), (20.0, 20.0)];
    for (law, level) in [(MAJD_SIMAAN, 12.0), (DAHL, 10.0), (LUGRE, 12.0), (ELASTO_PLASTIC, 12.0)] {
        let mut block = block(law);
        // The Stribeck effect does not fade before, and the peak of the curve is soon passed.
        set(&mut block, "friction.stribeck_velocity", 0.02);
        let found = run(&mut block, &torque, 1e-3);
        assert_eq!(kinds(&found), [EventKind::Breakaway { direction: 1 }], "law {law}");
        let event = found.events[0];
        // At 1 N·m/s: what it takes to gain speed beyond the peak of the curve.
        assert!((event.active_torque - level).abs() < 0.1, "law {law}: {}", event.active_torque);
        assert!((event.forward_limit - level).abs() < 1e-9 && event.backward_limit == event.forward_limit);
    }
}

#[test]
fn a_blow_below_what_bristles_take_is_none_and_one_above_it_is_a_slip() {
    // Kinetic energy after it is half of, or four times, what bristles store up to breakaway, 12²/(2·1e6) J.
    let speed = 12.0 / 1e3;
    for law in [LUGRE, ELASTO_PLASTIC] {
        for (share, expected) in [(0.5, vec![]), (4.0, vec![EventKind::Breakaway { direction: 1 }, EventKind::Stop])] {
            let (duration, speed) = (1e-4, libm::sqrt(share) * speed);
            let torque = [(0.0, 0.0), (0.1, 0.0), (0.1, speed / duration), (0.1 + duration, speed / duration)];
            let torque = [torque.as_slice(), &[(0.1 + duration, 0.0), (0.2, 0.0)]].concat();
            assert_eq!(kinds(&run(&mut block(law), &torque, 1e-4)), expected, "law {law}, {share} of the energy");
        }
    }
}

#[test]
fn what_swings_to_its_stop_strikes_it_if_it_has_more_energy_than_its_bristles_store_at_breakaway() {
    // A blow gives the block a share of that energy, 12²/(2·100) J. Its stop is so close that bristles have taken 0.02 J on the way.
    for (law, level) in [(DAHL, 10.0), (LUGRE, 12.0), (ELASTO_PLASTIC, 12.0)] {
        let stored = level * level / (2.0 * 100.0);
        for (share, expected) in [(0.9, vec![]), (1.2, vec![EventKind::EndStop { side: 1 }])] {
            let (duration, speed) = (1e-4, libm::sqrt(2.0 * share * stored));
            let torque = [(0.0, 0.0), (0.1, 0.0), (0.1, speed / duration), (0.1 + duration, speed / duration)];
            let torque = [torque.as_slice(), &[(0.1 + duration, 0.0), (0.2, 0.0)]].concat();
            let mut block = block(law);
            let stiffness = [("friction.bristle_stiffness", 100.0), ("friction.bristle_damping", 0.0)];
            set_all(
                &mut block,
                &[&stiffness[..], &[("friction.stribeck_velocity", 10.0), ("travel.upper", 0.02)]].concat(),
            );
            assert_eq!(kinds(&run(&mut block, &torque, 1e-3)), expected, "law {law}, {share} of the energy");
        }
    }
}

#[test]
fn a_contact_with_an_end_stop_is_a_rest_which_a_breakaway_ends() {
    let torque = [(0.0, 0.0), (0.1, 0.0), (0.1, 30.0), (1.0, 30.0), (1.5, -30.0)];
    for law in [COULOMB, MAJD_SIMAAN, DAHL, LUGRE, ELASTO_PLASTIC] {
        let mut block = block(law);
        set(&mut block, "travel.upper", 0.5);
        let expected = [
            EventKind::Breakaway { direction: 1 },
            EventKind::EndStop { side: 1 },
            EventKind::Breakaway { direction: -1 },
        ];
        assert_eq!(kinds(&run(&mut block, &torque, 1e-3)), expected, "law {law}");
    }
}

#[test]
fn fixed_steps_find_the_same_events() {
    for law in [MAJD_SIMAAN, DAHL, LUGRE] {
        let mut fixed = block(law);
        set(&mut fixed, "solver.method", 2.0);
        set(&mut fixed, "solver.fixed_step_size", 1e-6);
        let (fixed, located) =
            (run(&mut fixed, &PROGRAMME[..LAST_RAMP], 1e-2), run(&mut block(law), &PROGRAMME[..LAST_RAMP], 1e-2));
        assert_eq!(kinds(&fixed), kinds(&located), "law {law}");
    }
}

/// A rudder of 3 kN.m at 28 MPa with 60 deg/s, whose servo follows slow ramps.
fn rudder(law: f64, stiffness: f64, damping: f64) -> ServoActuator {
    let mut rudder = ServoActuator::new(&INTERFACE);
    let sized = [
        ("supply_pressure", 28e6),
        ("inertia", 11.87358),
        ("viscous_coefficient", 0.0),
        ("motor.displacement", 1.16362e-4),
        ("motor.leakage_coefficient", 4.492415e-14),
        ("servovalve.flow_gain", 0.1935194),
        ("servovalve.pressure_gain", 4.307692e10),
        ("controller.proportional_gain", 0.5279628),
        ("friction.coulomb_torque", 100.8783),
        ("friction.bristle_stiffness", stiffness),
        ("friction.bristle_damping", damping),
        ("friction.law", law),
    ];
    set_all(&mut rudder, &sized);
    rudder
}

#[test]
fn what_a_slow_servo_moves_breaks_away_although_bristles_slip_below_the_level_at_rest() {
    let degree = core::f64::consts::PI / 180.0;
    let command = [(0.0, 0.0), (2.0, degree), (4.0, degree), (8.0, -degree), (10.0, -degree), (12.0, 0.0)];
    let kinds = |law, stiffness, damping| {
        let mut rudder = rudder(law, stiffness, damping);
        let inputs = vec![("command", Signal(command.to_vec()))];
        kinds(&Run { actuator: &mut rudder, inputs, end: 12.0, step: 1e-2 }.go(|_, _| {}))
    };
    let expected = kinds(COULOMB, 1e6, 0.0);
    let [forward, back] = [1, -1].map(|direction| EventKind::Breakaway { direction });
    assert_eq!(expected, [forward, EventKind::Stop, back, EventKind::Stop, forward]);
    for law in BRISTLES {
        for (stiffness, damping) in [(1e6, 100.0), (1e6, 1e4), (1e7, 1e3)] {
            assert_eq!(kinds(law, stiffness, damping), expected, "law {law}, {stiffness}, {damping}");
        }
    }
}
