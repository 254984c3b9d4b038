//! The drivetrains among the examples.

use actuator_fmu::actuator::{Actuator, EventKind};
use test_support::drivetrain::{drivetrain, example};
use test_support::{Run, Signal, get};

/// The motor drives the actuator out, back, and into its lower stop, where it is held by gears, screw and bearing at once.
fn electromechanical_inputs() -> Vec<(&'static str, Signal)> {
    vec![
        (
            "motor_torque",
            Signal::through(&[(0.0, 0.0), (0.1, 0.25), (0.6, 0.25), (1.0, -0.25), (1.6, -0.25), (2.0, 0.0)]),
        ),
        (
            "hinge_moment",
            Signal::through(&[(0.0, 0.0), (0.1, 0.0), (0.6, -100.0), (1.0, -100.0), (1.6, 50.0), (2.0, 0.0)]),
        ),
    ]
}

#[test]
fn an_electromechanical_actuator_is_driven_into_its_stop_and_rests_there() {
    let mut actuator = drivetrain(&example("electromechanical_actuator"));
    let (mut ram, mut nut) = (0.0, 0.0);
    let recorder = Run { actuator: &mut actuator, inputs: electromechanical_inputs(), end: 2.0, step: 1e-3 }.go(
        |time, actuator| {
            (ram, nut) = (get(actuator, "ram.position"), get(actuator, "nut.position"));
            assert!((-0.06..=0.06).contains(&ram), "{ram}");
            // The screw ties them: 5 mm a turn; the gear makes six turns of the motor one of the nut.
            let turns = nut / std::f64::consts::TAU;
            assert!((5e-3 * turns - ram).abs() <= 1e-14, "{ram} {turns}");
            assert!((get(actuator, "motor.position") - 6.0 * nut).abs() <= 1e-11);
            // It hits the stop at 1.8878 s; the surface, which goes on within the freeplay, pulls it away only after 1.9 s.
            if (1.889..1.896).contains(&time) {
                assert_eq!((ram, get(actuator, "ram.velocity"), get(actuator, "ram.end_stop")), (-0.06, 0.0, -1.0));
            }
        },
    );
    assert_eq!(recorder.warnings.len(), 0, "{:?}", recorder.warnings);
    let stops = recorder.events.iter().filter(|event| matches!(event.kind, EventKind::EndStop { .. }));
    assert_eq!(stops.count(), 1);
}

#[test]
fn other_steps_move_it_alike() {
    let run = |step: f64| {
        let mut actuator = drivetrain(&example("electromechanical_actuator"));
        let inputs = electromechanical_inputs();
        Run { actuator: &mut actuator, inputs, end: 1.8, step }.go(|_, _| {});
        ["surface.position", "ram.position", "surface.velocity"].map(|name| get(&actuator, name))
    };
    let reference = run(1e-3);
    for step in [1e-2, 3.7e-4] {
        for (a, b) in run(step).iter().zip(reference) {
            assert!((a - b).abs() <= 1e-10, "{step}: {a} {b}");
        }
    }
}

/// Both servos are told to go to 1 degree at 0.1 s and back at 0.6 s, against the air loads.
fn commands() -> Vec<(&'static str, Signal)> {
    let degree = 1_f64.to_radians();
    let command = Signal::through(&[(0.0, 0.0), (0.1, 0.0), (0.1, degree), (0.6, degree), (0.6, 0.0), (1.1, 0.0)]);
    vec![("left.command", command.clone()), ("right.command", command)]
}

/// Runs a pair of servos; half the difference of the torques of their rods once all rests at 1 degree, and in the end.
fn fight(text: &str) -> [f64; 2] {
    let mut actuator = drivetrain(text);
    let mut fights = [0.0; 2];
    let recorder = Run { actuator: &mut actuator, inputs: commands(), end: 1.1, step: 1e-3 }.go(|time, actuator| {
        let [left, right] = ["left_rod.torque", "right_rod.torque"].map(|name| get(actuator, name));
        for (fight, at) in fights.iter_mut().zip([0.55, 1.1]) {
            if (time - at).abs() < 1e-9 {
                *fight = 0.5 * (left - right);
                let regimes = ["left_gear", "right_gear", "hinge"];
                let regimes = regimes.map(|name| get(actuator, &format!("{name}.friction_regime")));
                assert_eq!(regimes, [0.0; 3], "at {time}");
                // The rods carry the air loads, up to what the hinge holds.
                assert!((left + right + 60e3).abs() <= 1.2 * 500.0, "{left} {right}");
            }
        }
    });
    assert_eq!(recorder.warnings.len(), 0, "{:?}", recorder.warnings);
    fights
}

#[test]
fn servos_that_are_rigged_unlike_fight_and_twins_do_not() {
    let text = example("dual_servo_surface");
    let own_gain = text.replace("controller.proportional_gain = 36\n", "");
    let twins = own_gain.replace("rest_angle = \"0.05 deg\"\n", "");
    assert_eq!(fight(&twins), [0.0; 2], "equal servos with equal commands do the same to the last bit");
    let [rigged, wider] = [&own_gain, &own_gain.replace("0.05 deg", "0.1 deg")].map(|text| fight(text)[0]);
    // Between both motors the rods yield 2/2e7 rad per N.m: no more than the rigging error over it.
    let most = 0.5 * 2e7 * 0.05_f64.to_radians();
    assert!(rigged > 0.25 * most && rigged < most, "{rigged}");
    assert!(wider > 1.5 * rigged, "{wider} {rigged}");
    println!("{:?} {:?}", fight(&text), [rigged, wider]);
}

#[test]
fn a_rod_that_is_too_long_is_loaded_before_anything_moves() {
    let mut actuator = drivetrain(&example("dual_servo_surface"));
    actuator.update_outputs();
    // 2e7 N.m/rad times 0.05 degrees.
    assert!((get(&actuator, "right_rod.torque") + 2e7 * 0.05_f64.to_radians()).abs() <= 1e-9);
}

#[test]
fn other_steps_move_the_servos_alike() {
    let names = ["surface.position", "left_motor.position", "right_motor.position", "right.spool_position"];
    let run = |step: f64| {
        let mut actuator = drivetrain(&example("dual_servo_surface"));
        Run { actuator: &mut actuator, inputs: commands(), end: 0.8, step }.go(|_, _| {});
        names.map(|name| get(&actuator, name))
    };
    let reference = run(1e-3);
    for step in [1e-2, 5e-4] {
        for (name, (a, b)) in names.iter().zip(run(step).iter().zip(reference)) {
            println!("{step} {name} {:e}", (a - b).abs());
            assert!((a - b).abs() <= 1e-10, "{step}: {name} {a} {b}");
        }
    }
}
