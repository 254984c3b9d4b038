//! Airframe, gyro, control law, servo and hinge moment in one FMU against an independent solution with 32 digits, and with steps of
//! any length.

use crate::linear_systems::{lines, reference};
use actuator_fmu::actuator::{Actuator, EventKind};
use test_support::drivetrain::{drivetrain, example};
use test_support::saved::{restore, save};
use test_support::{Recorder, Run, Signal, get};

/// The variables of the reference.
const NAMES: [(&str, &str); 14] = [
    ("u", "airframe.u"),
    ("w", "airframe.w"),
    ("q", "airframe.q"),
    ("theta", "airframe.theta"),
    ("gyro", "gyro.rate"),
    ("gyro_rate", "gyro.acceleration"),
    ("integral", "control.error_integral"),
    ("command", "control.command"),
    ("position", "elevator.position"),
    ("velocity", "elevator.velocity"),
    ("flapper", "actuator.flapper_position"),
    ("flapper_velocity", "actuator.flapper_velocity"),
    ("spool", "actuator.spool_position"),
    ("error_integral", "actuator.controller.error_integral"),
];

/// What one foot per second is in the reference, which keeps the units of the matrices.
fn unit(name: &str) -> f64 {
    if ["u", "w"].contains(&name) { 0.3048 } else { 1.0 }
}

fn command() -> Signal {
    let degree = std::f64::consts::PI / 180.0;
    Signal::through(&[
        (0.0, 0.0),
        (0.5, 0.0),
        (0.5, 2.0 * degree),
        (3.0, 2.0 * degree),
        (4.0, -3.0 * degree),
        (6.0, -3.0 * degree),
    ])
}

fn run(step: f64, mut sample: impl FnMut(f64, &mut dyn Actuator)) -> Recorder {
    let mut actuator = drivetrain(&example("pitch_hold"));
    let inputs = vec![("control.theta_command", command())];
    Run { actuator: &mut actuator, inputs, end: 6.0, step }.go(|time, actuator| sample(time, actuator))
}

#[test]
fn the_loop_is_its_independent_solution() {
    let (header, rows) = reference("pitch_hold.csv");
    for step in [1e-2, 1e-3] {
        let mut points = rows.iter().peekable();
        let mut found = [0.0; NAMES.len()];
        let mut size = [0.0; NAMES.len()];
        let recorder = run(step, |time, actuator| {
            let Some(row) = points.next_if(|row| (row[0] - time).abs() < 1e-9) else { return };
            for (place, (name, variable)) in NAMES.into_iter().enumerate() {
                let column = header.iter().position(|known| known == name).unwrap();
                let wanted = unit(name) * row[column];
                found[place] = f64::max(found[place], (get(actuator, variable) - wanted).abs());
                size[place] = f64::max(size[place], wanted.abs());
            }
        });
        assert!(points.next().is_none() && recorder.warnings.is_empty(), "{:?}", recorder.warnings);
        for ((name, found), size) in NAMES.iter().zip(found).zip(size) {
            println!("{step} {}: {:e}", name.1, found / size);
            assert!(found <= 1e-10 * size, "{step} {}: {found:e} of {size}", name.1);
        }
    }
}

#[test]
fn breakaways_and_stops_are_at_the_instants_of_the_independent_solution() {
    let (_, events) = lines("pitch_hold_events.csv");
    let friction = events.iter().filter(|row| row[1] == "friction");
    let wanted: Vec<(f64, i8, i8)> =
        friction.map(|row| (row[0].parse().unwrap(), row[2].parse().unwrap(), row[3].parse().unwrap())).collect();
    assert!(wanted.len() > 5);
    let recorder = run(1e-2, |_, _| {});
    assert_eq!(recorder.events.len(), wanted.len(), "{:?}", recorder.events);
    for (event, (time, _, after)) in recorder.events.iter().zip(wanted) {
        assert!((event.time - time).abs() <= 1e-10, "{} {time}", event.time);
        let direction = match event.kind {
            EventKind::Breakaway { direction } | EventKind::Reversal { direction } => direction,
            EventKind::Stop => 0,
            EventKind::EndStop { .. } | EventKind::Jam | EventKind::Engaged | EventKind::Disengaged => 9,
        };
        assert_eq!(direction, after, "at {time}");
    }
}

#[test]
fn any_communication_step_gives_the_same_flight() {
    let end = |step: f64| {
        let (mut last, mut sizes) = ([0.0; NAMES.len()], [0.0; NAMES.len()]);
        run(step, |_, actuator| {
            last = NAMES.map(|(_, variable)| get(actuator, variable));
            sizes = std::array::from_fn(|place| f64::max(sizes[place], last[place].abs()));
        });
        (last, sizes)
    };
    let (one, sizes) = end(1e-3);
    for step in [1e-2, 3.7e-4, 0.1] {
        let (other, _) = end(step);
        for (place, (_, variable)) in NAMES.into_iter().enumerate() {
            let difference = (one[place] - other[place]).abs();
            assert!(difference <= 1e-10 * sizes[place], "{step} {variable}: {difference:e} of {}", sizes[place]);
        }
    }
}

#[test]
fn a_flight_restored_anywhere_goes_on_with_the_same_bits() {
    let step = 1.0 / 64.0;
    let trace = |from: Option<(Vec<u8>, usize)>| {
        let mut actuator = drivetrain(&example("pitch_hold"));
        let inputs = vec![("control.theta_command", command())];
        let mut run = Run { actuator: &mut actuator, inputs, end: 2.0, step };
        let mut recorder = Recorder::default();
        run.start(&mut recorder);
        let first = from.map_or(0, |(bytes, first)| {
            restore(run.actuator, &bytes);
            first
        });
        let mut saved = Vec::new();
        for number in first..128 {
            saved.push(save(run.actuator));
            run.advance(number as f64 * step, (number + 1) as f64 * step, &mut recorder);
        }
        saved
    };
    let whole = trace(None);
    // Among them in the middle of the limited rate after the jump.
    for first in [1, 32, 33, 40, 100] {
        assert!(trace(Some((whole[first].clone(), first)))[..] == whole[first..], "{first}");
    }
}

#[test]
fn the_hinge_moment_loads_the_servo() {
    let mut actuator = drivetrain(&example("pitch_hold"));
    let inputs = vec![("control.theta_command", command())];
    Run { actuator: &mut actuator, inputs, end: 3.0, step: 1e-2 }.go(|_, actuator| {
        let (alpha, delta) = (get(actuator, "airframe.alpha"), get(actuator, "elevator.position"));
        let moment = -274.7e3 * alpha - 422.6e3 * delta;
        assert!((get(actuator, "hinge.moment") - moment).abs() <= 1e-9 * 1e4);
        let torque = get(actuator, "actuator.motor_torque") + moment
            - get(actuator, "seals.friction_torque")
            - 80e3 * get(actuator, "elevator.velocity");
        assert!((torque - 2200.0 * get(actuator, "elevator.acceleration")).abs() <= 1e-8, "{torque}");
    });
}
