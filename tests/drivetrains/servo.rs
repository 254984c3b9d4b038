//! A servo of a drivetrain is that of ServoActuator.

use crate::drivetrains::minimal::run_unwarned;
use actuator_fmu::actuator::{Actuator, ServoActuator};
use actuator_fmu::interface::servo_actuator::INTERFACE;
use test_support::drivetrain::drivetrain;
use test_support::random::Random;
use test_support::saved::{restore, save};
use test_support::{Recorder, Run, Signal, get, set};

const ONE_BODY: &str = "name = \"Servo\"\nmodel = \"Drivetrain\"\n[body.shaft]\ninertia = 2200\nviscous_coefficient = 800\n\
                        travel.lower = -0.6\ntravel.upper = 0.6\n[brake.bearing]\non = \"shaft\"\nfriction.coulomb_torque = 9000\n\
                        friction.static_ratio = 1.4\n[servo.left]\non = \"shaft\"\n";

/// The same with a valve of this law, and a load.
fn one_body(law: &str) -> String {
    format!("{ONE_BODY}servovalve.law = \"{law}\"\n[[input]]\nname = \"air_load\"\non = \"shaft\"\n")
}

/// ServoActuator with the same numbers and no friction that depends on the load.
fn servo_actuator() -> ServoActuator {
    let mut actuator = ServoActuator::new(&INTERFACE);
    for (name, value) in [
        ("inertia", 2200.0),
        ("viscous_coefficient", 800.0),
        ("travel.lower", -0.6),
        ("travel.upper", 0.6),
        ("friction.coulomb_torque", 9000.0),
        ("friction.static_ratio", 1.4),
        ("friction.efficiency_opposing", 1.0),
        ("friction.efficiency_aiding", 1.0),
    ] {
        set(&mut actuator, name, value);
    }
    actuator
}

/// Every third point is a jump.
fn signal(random: &mut Random, middle: f64, size: f64) -> Signal {
    Signal::random(random, (middle, size), 12, 3)
}

type Inputs = Vec<(&'static str, Signal)>;

fn inputs(seed: u64) -> (Inputs, Inputs) {
    let mut random = Random::new(seed);
    let command = signal(&mut random, 0.0, if seed.is_multiple_of(2) { 0.02 } else { 0.8 });
    let load = signal(&mut random, 0.0, 3e4);
    let supply = signal(&mut random, 20e6, 6e6);
    let against = Signal(load.0.iter().map(|(time, value)| (*time, -value)).collect());
    (
        vec![("command", command.clone()), ("load_torque", load), ("supply_pressure", supply.clone())],
        vec![("left.command", command), ("air_load", against), ("left.supply_pressure", supply)],
    )
}

/// Both solve the same equations: at most rounding that a second and a half carries on.
fn same_as_the_servo_actuator(
    law: &str,
    number: f64,
    error: f64,
    [velocity, spool, flapper, pressure, current]: [f64; 5],
) {
    let text = one_body(law);
    let (mut kinks, mut stops) = (0, 0);
    for seed in 0..40 {
        let (of_actuator, of_drivetrain) = inputs(seed);
        let names = [
            ("position", "shaft.position", 1.0),
            ("velocity", "shaft.velocity", velocity),
            ("spool_position", "left.spool_position", spool),
            ("flapper_position", "left.flapper_position", flapper),
            ("differential_pressure", "left.differential_pressure", pressure),
            ("current", "left.current", current),
        ];
        let mut rows = Vec::new();
        let mut actuator = servo_actuator();
        set(&mut actuator, "servovalve.law", number);
        Run { actuator: &mut actuator, inputs: of_actuator, end: 1.5, step: 1.0 / 1024.0 }.go(|_, actuator| {
            rows.push(names.map(|(name, _, _)| get(actuator, name)));
        });
        let mut row = rows.iter();
        let mut worst = 0.0_f64;
        let recorder = Run { actuator: &mut drivetrain(&text), inputs: of_drivetrain, end: 1.5, step: 1.0 / 1024.0 }
            .go(|time, actuator| {
                for ((_, name, size), wanted) in names.iter().zip(row.next().unwrap()) {
                    let difference = (get(actuator, name) - wanted).abs() / size;
                    worst = worst.max(difference);
                    assert!(difference <= error, "seed {seed}: {name} differs by {difference:e} at {time}");
                    kinks += u32::from(get(actuator, "left.current").abs() >= 0.04);
                }
            });
        println!("seed {seed}: {worst:e}");
        assert!(recorder.warnings.is_empty(), "{:?}", recorder.warnings);
        stops += recorder.events.len();
    }
    assert!(kinks > 1000 && stops > 300, "{kinks} points in saturation, {stops} events");
}

#[test]
fn a_servo_with_one_body_is_a_servo_actuator() {
    same_as_the_servo_actuator("linear", 1.0, 1e-12, [1.0, 1e-3, 5e-5, 2e7, 0.04]);
}

#[test]
fn a_servo_with_one_body_and_orifices_is_a_servo_actuator_with_them() {
    // A closing valve brakes the motor with up to 2000 rad/s^2 and lets the pressure change by up to 1e13 Pa/s, so that rounding in the
    // times of events, a hundred of which follow each other, shows.
    same_as_the_servo_actuator("orifice", 2.0, 1e-12, [2e3, 1.0, 1.0, 1e13, 40.0]);
}

/// A motor that turns a load through a shaft, with friction at both.
const TWO_BODIES: &str = "name = \"Servo\"\nmodel = \"Drivetrain\"\n[body.motor]\ninertia = 2200\nviscous_coefficient = 800\n\
                          [body.surface]\ninertia = 400\n[shaft.link]\nconnects = [\"motor\", \"surface\"]\nstiffness = 4e6\n\
                          damping = 2000\n[brake.bearing]\non = \"motor\"\nfriction.coulomb_torque = 9000\n\
                          friction.static_ratio = 1.4\n[brake.hinge]\non = \"surface\"\nfriction.coulomb_torque = 3000\n\
                          [servo.left]\non = \"motor\"\nservovalve.law = \"orifice\"\n[[input]]\nname = \"air_load\"\n\
                          on = \"surface\"\n";

#[test]
fn a_servo_with_orifices_moves_the_same_way_whatever_the_longest_internal_step() {
    for seed in test_support::cases::seeds(0, 8, 20) {
        let mut random = Random::new(seed);
        let inputs = vec![
            ("left.command", signal(&mut random, 0.0, if seed % 2 == 0 { 0.02 } else { 0.3 })),
            ("air_load", signal(&mut random, 0.0, 3e4)),
            ("left.supply_pressure", signal(&mut random, 20e6, 6e6)),
        ];
        let [long, short] = [1e-3, 1e-4].map(|longest| {
            let text = format!("{TWO_BODIES}[start]\nsolver.max_step_size = {longest}\n");
            let mut positions = Vec::new();
            let (mut actuator, inputs) = (drivetrain(&text), inputs.clone());
            let recorder = Run { actuator: &mut actuator, inputs, end: 1.5, step: 1.0 / 1024.0 }
                .go(|_, actuator| positions.push(get(actuator, "motor.position")));
            (positions, recorder.events.len())
        });
        assert_eq!(long.1, short.1, "seed {seed}: events");
        for (long, short) in long.0.iter().zip(&short.0) {
            // Rounding of a radian over some thousand expansions.
            assert!((long - short).abs() < 1e-14, "seed {seed}: {long} and {short}");
        }
    }
}

#[test]
fn a_servo_goes_on_from_a_saved_state_with_the_same_bits() {
    ["linear", "orifice"].into_iter().for_each(goes_on_with_the_same_bits);
}

fn goes_on_with_the_same_bits(law: &str) {
    let text = one_body(law);
    let (_, inputs) = inputs(3);
    let mut first = drivetrain(&text);
    let mut ends = Vec::new();
    Run { actuator: &mut first, inputs: inputs.clone(), end: 0.7, step: 1.0 / 1024.0 }.go(|_, _| {});
    let state = save(&mut first);
    let mut second = drivetrain(&text);
    second.initialize(0.0, &mut Recorder::default());
    restore(&mut second, &state);
    for actuator in [&mut first, &mut second] {
        assert!(actuator.advance(0.7, 0.3, &mut Recorder::default()));
        actuator.update_outputs();
        ends.push(
            ["shaft.position", "left.spool_position", "left.flapper_velocity"]
                .map(|name| get(actuator, name).to_bits()),
        );
    }
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn the_integral_of_a_stalled_servo_follows_its_limit_as_that_of_the_single_body_does() {
    let text = "[body.shaft]\ninertia = 2200\n[brake.k]\non = \"shaft\"\nfriction.coulomb_torque = 1e7\n[servo.s]\non = \"shaft\"\n\
                controller.proportional_gain = 1\ncontroller.integral_gain = 20\ncontroller.anti_windup = \"back_calculation\"\n\
                controller.tracking_time = \"50 ms\"\n";
    for step in [1e-2, 1e-3, 3.7e-4] {
        let command = Signal::through(&[(0.0, 0.02), (0.3, 0.02), (0.3, -0.01), (1.0, -0.01)]);
        run_unwarned(text, vec![("s.command", command)], 0.4, step, |time, actuator| {
            // 0.04 A are reached after 50 ms; then the demand comes to K_I·e·T_t = 0.02 A above that, with T_t.
            let above = |time: f64| 0.02 * -f64::exp_m1(-(time - 0.05) / 0.05);
            let expected = match time {
                time if time <= 0.05 => 0.02 * time,
                time if time <= 0.3 => (0.02 + above(time)) / 20.0,
                time => (0.02 + above(0.3)) / 20.0 - 0.01 * (time - 0.3),
            };
            let integral = get(actuator, "s.controller.error_integral");
            assert!((integral - expected).abs() <= 1e-14, "{integral} {expected} at {time} with {step}");
            assert_eq!((0.05..0.3 + 1e-9).contains(&time), get(actuator, "s.current") == 0.04, "at {time}");
        });
    }
}

/// A load that a brake just holds takes part in nothing, as its level is as large when it slides: the body moves as without both. The torque of
/// the servo begins with its fourth derivative; the decision looks at two, and the guard of the brake, which is a series, at all.
#[test]
fn a_servo_moves_a_body_at_once_whose_brake_just_holds_its_load() {
    let free = "name = \"M\"\nmodel = \"Drivetrain\"\n[body.b]\n[servo.s]\non = \"b\"\nservovalve.law = \"orifice\"\n\
        servovalve.natural_frequency = 1\ncontroller.proportional_gain = 1\nmotor.displacement = 2e-6\n[[input]]\nname = \"load\"\non = \"b\"\n";
    let braked = free.to_owned() + "[brake.k]\non = \"b\"\nfriction.coulomb_torque = 150\n";
    let velocity = |text: &str, load: f64, sign: f64, step: f64| {
        let mut made = drivetrain(text);
        let inputs = vec![("load", Signal::constant(sign * load)), ("s.command", Signal::constant(sign * 4.0))];
        let recorder = Run { actuator: &mut made, inputs, end: 0.1, step }.go(|_, _| {});
        assert!(recorder.warnings.is_empty(), "{step}: {:?}", recorder.warnings);
        sign * get(&made, "b.velocity")
    };
    let expected = velocity(free, 0.0, 1.0, 1e-3);
    assert!(expected > 1.0, "{expected}");
    for (sign, step) in [(1.0, 1e-2), (1.0, 1e-3), (-1.0, 1e-3), (1.0, 3.7e-4)] {
        let found = velocity(&braked, 150.0, sign, step);
        assert!((found - expected).abs() <= 1e-12 * expected, "{sign} {step}: {found}, not {expected}");
    }
}
