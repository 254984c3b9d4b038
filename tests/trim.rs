//! `initialization = trim`: at rest and in equilibrium with load and command, or refused with the reason.

use actuator_fmu::actuator::{Actuator, Figures, HydraulicActuator, MotionTransmission, ServoActuator};
use actuator_fmu::interface::{hydraulic_actuator, motion_transmission, servo_actuator};
use model_description::models::laws::LAWS;
use test_support::{Recorder, Run, Signal, get, set, set_all};

fn servo(parameters: &[(&str, f64)]) -> ServoActuator {
    let mut servo = ServoActuator::new(&servo_actuator::INTERFACE);
    set(&mut servo, "initialization", 2.0);
    set_all(&mut servo, parameters);
    servo
}

/// Starts with these inputs and runs half a second; nothing may move by more than rounding.
fn rests(actuator: &mut dyn Actuator, inputs: &[(&'static str, f64)]) {
    for (name, value) in inputs {
        set(actuator, name, *value);
    }
    assert_eq!(actuator.check_start(), Ok(()));
    let inputs = inputs.iter().map(|(name, value)| (*name, Signal::constant(*value))).collect();
    let mut start = None;
    let Recorder { events, .. } = Run { actuator, inputs, end: 0.5, step: 1e-3 }.go(|_, actuator| {
        let (position, velocity) = (get(actuator, "position"), get(actuator, "velocity"));
        let start = start.get_or_insert(position);
        assert_eq!((velocity, position), (0.0, *start));
    });
    assert!(events.is_empty(), "{events:?}");
}

#[test]
fn a_load_or_command_without_trim_is_refused_with_what_would_have_one() {
    let figures = |law: f64, inputs: &[(&str, f64)]| {
        let mut servo = servo(&[("servovalve.law", law)]);
        set_all(&mut servo, &[("command", 0.0), ("load_torque", 0.0), ("supply_pressure", 26e6)]);
        set_all(&mut servo, inputs);
        servo.check_start().expect_err("no equilibrium").figures
    };
    // D·P/(1 + c·G_P/G_Q) = 0.00445·26e6/(1 + 1e-12·4e10/1.06).
    let Some(Figures::Bound(linear, "N.m")) = figures(1.0, &[("load_torque", -1.2e5)]) else { panic!("no bound") };
    assert_eq!(linear, (0.00445 * 26e6 / (1.0 + 1e-12 * 4e10 / 1.06_f64)).floor());
    // Full spool, 1 mm: c·p = G_Q·X·√((P − p)/P_r), a quadratic for p.
    let Some(Figures::Bound(orifice, "N.m")) = figures(2.0, &[("load_torque", 1.2e5)]) else { panic!("no bound") };
    let square = (1.06 * 1e-3_f64).powi(2) / 26e6;
    let pressure = (-square + (square * square + 4.0 * 1e-24 * square * 26e6).sqrt()) / 2e-24;
    assert!((0.0..1.0).contains(&(0.00445 * pressure - orifice)), "{orifice} of {}", 0.00445 * pressure);
    for held in [linear, orifice] {
        let law = if held == linear { 1.0 } else { 2.0 };
        let mut servo = servo(&[("servovalve.law", law)]);
        set_all(&mut servo, &[("command", 0.0), ("load_torque", held), ("supply_pressure", 26e6)]);
        assert_eq!(servo.check_start(), Ok(()));
    }
    let Some(Figures::Outside(position, (lower, upper), "rad")) =
        figures(1.0, &[("command", -0.1745), ("load_torque", 2e4)])
    else {
        panic!("no position")
    };
    assert!(position < lower && position > lower - 1e-3 && lower == -upper, "{position} in {lower} to {upper}");
}

fn refusal(actuator: &mut dyn Actuator, inputs: &[(&str, f64)]) -> (u32, &'static str) {
    set_all(actuator, inputs);
    let refused = actuator.check_start().expect_err("no equilibrium");
    (refused.reference, refused.allowed)
}

const LOADED: [(&str, f64); 3] = [("command", 0.05), ("load_torque", 6e4), ("supply_pressure", 26e6)];

#[test]
fn a_servo_begins_with_the_motor_carrying_the_load_and_friction_nothing() {
    for law in [1.0, 2.0] {
        let mut servo = servo(&[("servovalve.law", law)]);
        rests(&mut servo, &LOADED);
        let pressure = 6e4 / 0.00445;
        // GPS = 4e10 Pa/m less leakage; CLk·p = GQS·x·√((P_S − p)/P_R).
        let by_hand = if law == 1.0 {
            pressure * (1.0 + 1e-12 * 4e10 / 1.06) / 4e10
        } else {
            1e-12 * pressure / (1.06 * ((26e6 - pressure) / 26e6_f64).sqrt())
        };
        // Cor = KF·XS/GM, Err = Cor/GAP.
        let error = 100.0 * by_hand / 2.5 / 40.0;
        let near = |name: &str, value: f64, size: f64| {
            let found = get(&servo, name);
            assert!((found - value).abs() < 1e-14 * size, "{name}: {found} instead of {value}");
        };
        near("spool_position", by_hand, 1e-3);
        near("position_error", error, 0.1);
        near("position", 0.05 - error, 0.1);
        near("differential_pressure", pressure, 1e9);
        near("friction_torque", 0.0, 1e6);
        near("flapper_position", 0.0, 1e-3);
    }
}

#[test]
fn an_integral_gain_leaves_no_error() {
    let mut servo = servo(&[("controller.integral_gain", 20.0)]);
    rests(&mut servo, &LOADED);
    assert_eq!(get(&servo, "position"), 0.05);
    assert!(get(&servo, "controller.error_integral") > 0.0);
}

#[test]
fn the_mirrored_trim_is_the_exact_negative() {
    for law in [1.0, 2.0] {
        let state = |sign: f64| {
            let mut servo = servo(&[("servovalve.law", law)]);
            rests(&mut servo, &[("command", sign * 0.05), ("load_torque", sign * 6e4), ("supply_pressure", 26e6)]);
            servo.states().iter().map(|state| sign * state + 0.0).collect::<Vec<_>>()
        };
        assert_eq!(state(1.0), state(-1.0));
    }
}

#[test]
fn every_friction_law_rests_in_trim() {
    for law in 1..=LAWS.len() {
        let mut servo = servo(&[("friction.law", law as f64), ("friction.bristle_deflection_start", 1e-6)]);
        set_all(&mut servo, &LOADED);
        assert_eq!(servo.check_start(), Ok(()));
        let inputs = LOADED.iter().map(|(name, value)| (*name, Signal::constant(*value))).collect();
        let mut largest = 0.0_f64;
        Run { actuator: &mut servo, inputs, end: 0.1, step: 1e-3 }
            .go(|_, servo| largest = largest.max(get(servo, "velocity").abs()));
        // What creeps is moved by the rounding of the torque, some 1e-11 N.m.
        assert!(largest < 1e-12, "law {law}: {largest} rad/s");
    }
}

type Values = &'static [(&'static str, f64)];

#[test]
fn there_is_no_trim_where_nothing_can_rest() {
    let reference = |name: &str| {
        servo_actuator::INTERFACE.reals.iter().position(|variable| variable.name == name).expect("a variable") as u32
    };
    let all = [("command", 0.05), ("load_torque", 0.0), ("supply_pressure", 26e6)];
    let cases: [(Values, Values, &str, &str); 5] = [
        (&[], &[("load_torque", 1.2e5)], "load_torque", "below what the motor holds at this supply_pressure"),
        (&[], &[("load_torque", 6e4), ("supply_pressure", 5e6)], "load_torque", "below what the motor holds"),
        (&[("controller.current_limit", 1e-4)], &[("load_torque", 6e4)], "load_torque", "controller.current_limit"),
        (&[], &[("command", 0.2)], "command", "within the travel"),
        (
            &[("controller.proportional_gain", 0.0)],
            &[("load_torque", 6e4)],
            "controller.proportional_gain",
            "must not be 0 where controller.integral_gain is 0",
        ),
    ];
    for (law, (parameters, inputs, name, reason)) in [1.0, 2.0].iter().flat_map(|law| cases.map(|case| (*law, case))) {
        let mut servo = servo(parameters);
        set(&mut servo, "servovalve.law", law);
        set_all(&mut servo, &all);
        let (refused, allowed) = refusal(&mut servo, inputs);
        assert_eq!(refused, reference(name), "{name}");
        assert!(allowed.contains(reason), "{allowed}");
    }
}

#[test]
fn a_transmission_rests_where_friction_or_a_stop_holds_it() {
    let transmission = |parameters: &[(&str, f64)]| {
        let mut actuator = MotionTransmission::new(&motion_transmission::INTERFACE);
        set_all(&mut actuator, &[("initialization", 2.0), ("position_start", 0.05), ("velocity_start", 3.0)]);
        set_all(&mut actuator, parameters);
        actuator
    };
    // Within 1.7·2500 N.m; with bristles they carry it.
    for law in [1.0, 2.0, 3.0, 6.0, 7.0, 8.0, 13.0] {
        let held = if law == 6.0 { 2e3 } else { 4e3 };
        rests(&mut transmission(&[("friction.law", law)]), &[("motor_torque", held), ("load_torque", 0.0)]);
        let inputs = [("motor_torque", 4.3e3), ("load_torque", 0.0)];
        let (_, allowed) = refusal(&mut transmission(&[("friction.law", law)]), &inputs);
        assert!(allowed.contains("within what friction holds"), "law {law}: {allowed}");
    }
    // A law that creeps holds nothing, and a stop everything.
    for law in [4.0, 5.0] {
        assert!(transmission(&[("friction.law", law)]).check_start().is_ok());
        refusal(&mut transmission(&[("friction.law", law)]), &[("motor_torque", 1.0), ("load_torque", 0.0)]);
    }
    let pressed = [("motor_torque", 1e5), ("load_torque", 0.0)];
    rests(&mut transmission(&[("position_start", 0.17453292519943295)]), &pressed);
}

#[test]
fn a_hydraulic_actuator_rests_on_its_spring() {
    let mut actuator = HydraulicActuator::new(&hydraulic_actuator::INTERFACE);
    set_all(&mut actuator, &[("initialization", 2.0), ("pressure_step.time", 10.0)]);
    rests(&mut actuator, &[("force", 17.0)]);
    assert_eq!(get(&actuator, "position"), 17.0 / 170.0);
    set_all(&mut actuator, &[("travel.lower", -0.01), ("travel.upper", 0.01)]);
    let (_, allowed) = refusal(&mut actuator, &[("force", 17.0)]);
    assert!(allowed.contains("within the travel"), "{allowed}");
    set_all(&mut actuator, &[("spring_stiffness", 0.0), ("position_start", 0.004)]);
    rests(&mut actuator, &[("force", 1.4)]);
    assert_eq!(get(&actuator, "position"), 0.004);
    let (_, allowed) = refusal(&mut actuator, &[("force", 1.5)]);
    assert!(allowed.contains("friction holds at rest"), "{allowed}");
}
