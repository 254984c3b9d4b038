//! No direction is preferred: with command, load, torque and start negated everything odd is the exact negative.

use crate::laws;
use crate::neighbours::neighbours;

use actuator_fmu::actuator::{Actuator, Event, EventKind, ServoActuator};
use actuator_fmu::interface::servo_actuator::INTERFACE;
use laws::{Kind, law};
use test_support::random::Random;
use test_support::transmission::{P3, P3_END, p3_inputs, transmission};
use test_support::{Recorder, Run, Signal, figures, get, set};

/// Outputs that change sign; zero has no sign here.
const BODY: [&str; 7] =
    ["position", "velocity", "acceleration", "friction_torque", "end_stop_torque", "friction_regime", "end_stop"];
const SERVO: [&str; 8] = [
    "position_error",
    "current",
    "controller.error_integral",
    "flapper_position",
    "flapper_velocity",
    "spool_position",
    "differential_pressure",
    "motor_torque",
];
/// Outputs that do not.
const EVEN: [&str; 2] = ["event_count", "last_event_time"];

/// One run: odd outputs, even outputs and events at every communication point.
#[derive(Debug, PartialEq)]
struct Trace {
    odd: Vec<Vec<f64>>,
    even: Vec<Vec<f64>>,
    events: Vec<Event>,
}

fn values(actuator: &dyn Actuator, names: &[&str], sign: f64) -> Vec<f64> {
    names.iter().map(|name| sign * get(actuator, name)).collect()
}

fn mirrored_kind(kind: EventKind) -> EventKind {
    match kind {
        EventKind::Breakaway { direction } => EventKind::Breakaway { direction: -direction },
        EventKind::Reversal { direction } => EventKind::Reversal { direction: -direction },
        EventKind::EndStop { side } => EventKind::EndStop { side: -side },
        EventKind::Stop | EventKind::Jam | EventKind::Engaged | EventKind::Disengaged => kind,
    }
}

fn mirrored(event: &Event) -> Event {
    Event {
        element: event.element,
        kind: mirrored_kind(event.kind),
        time: event.time,
        position: -event.position,
        velocity: -event.velocity,
        active_torque: -event.active_torque,
        forward_limit: event.backward_limit,
        backward_limit: event.forward_limit,
        load_torque: -event.load_torque,
    }
}

/// Runs with the `odd_inputs` negated if `flip`, and mirrors the result back.
fn trace(mut run: Run, odd_inputs: &[&str], odd: &[&str], flip: bool) -> Trace {
    let sign = if flip { -1.0 } else { 1.0 };
    if flip {
        for (name, signal) in &mut run.inputs {
            if odd_inputs.contains(name) {
                *signal = signal.mirrored();
            }
        }
        for start in ["position_start", "velocity_start"] {
            let value = get(run.actuator, start);
            set(run.actuator, start, -value);
        }
    }
    let (mut odd_values, mut even_values) = (Vec::new(), Vec::new());
    let Recorder { events, .. } = run.go(|_, actuator| {
        odd_values.push(values(actuator, odd, sign));
        even_values.push(values(actuator, &EVEN, 1.0));
    });
    let events = if flip { events.iter().map(mirrored).collect() } else { events };
    Trace { odd: odd_values, even: even_values, events }
}

fn servo_trace(figure: u32, flip: bool) -> Trace {
    let mut servo = figures::servo(figure);
    let (inputs, end) = figures::inputs(figure);
    let names: Vec<_> = BODY.iter().chain(&SERVO).copied().collect();
    trace(Run { actuator: &mut servo, inputs, end, step: 1e-3 }, &["command", "load_torque"], &names, flip)
}

fn assert_mirrors_exactly(figure: u32) {
    let (right, left) = (servo_trace(figure, false), servo_trace(figure, true));
    assert!(!right.events.is_empty());
    for (point, (right, left)) in right.odd.iter().zip(&left.odd).enumerate() {
        assert_eq!(right, left, "fig {figure}, point {point}");
    }
    assert!(right == left, "fig {figure}: events");
}

#[test]
fn every_mirrored_figure_is_the_exact_negative() {
    for figure in 6..=17 {
        assert_mirrors_exactly(figure);
    }
}

fn transmission_trace(inputs: Vec<(&'static str, Signal)>, start: [f64; 2], method: f64, flip: bool) -> Trace {
    let mut actuator = transmission(&P3);
    for (name, value) in ["position_start", "velocity_start", "solver.method"].iter().zip([start[0], start[1], method])
    {
        set(&mut actuator, name, value);
    }
    let names: Vec<_> = BODY.iter().copied().chain(["active_torque"]).collect();
    let run = Run { actuator: &mut actuator, inputs, end: P3_END, step: 1e-3 };
    trace(run, &["motor_torque", "load_torque"], &names, flip)
}

#[test]
fn mirrored_load_switching_with_stops_is_the_exact_negative() {
    for start in [[0.0, 0.0], [0.3, -1.7], [-0.8, 0.0]] {
        let run = |flip| transmission_trace(p3_inputs(), start, 1.0, flip);
        assert_eq!(run(false), run(true), "from {start:?}");
    }
}

#[test]
fn the_mirrored_fixed_step_run_is_the_exact_negative() {
    let run = |flip| transmission_trace(p3_inputs(), [0.3, -1.7], 2.0, flip);
    assert_eq!(run(false), run(true));
}

#[test]
fn ramped_torques_through_zero_mirror_exactly() {
    let inputs = || {
        let motor = Signal::sampled(|t| 6.0 * (7.0 * t).sin(), 0.01, P3_END);
        let load = Signal::sampled(|t| 3.0 * (5.0 * t + 1.0).cos(), 0.013, P3_END);
        vec![("motor_torque", motor), ("load_torque", load)]
    };
    let run = |flip| transmission_trace(inputs(), [0.1, 0.0], 1.0, flip);
    assert_eq!(run(false), run(true));
}

/// A servo that is driven both ways under a load and comes to rest: velocity and friction at all points.
fn servo_on_bristles(law: f64, amplitude: f64, sign: f64) -> Vec<[f64; 2]> {
    let mut servo = ServoActuator::new(&INTERFACE);
    set(&mut servo, "friction.law", law);
    let signed = |points: &[(f64, f64)]| Signal(points.iter().map(|(time, value)| (*time, sign * value)).collect());
    let command = [(0.0, 0.0), (0.1, 0.0), (0.1, 1.0), (0.8, 1.0), (1.5, -0.5), (2.0, -0.5)];
    let load = [(0.0, 0.0), (0.4, 0.0), (0.4, 28_925.0), (1.2, 28_925.0), (1.2, 0.0), (2.0, 0.0)];
    let inputs = vec![
        ("command", signed(&command.map(|(time, share)| (time, amplitude * share)))),
        ("load_torque", signed(&load)),
        ("supply_pressure", Signal::constant(26e6)),
    ];
    let mut rows = Vec::new();
    Run { actuator: &mut servo, inputs, end: 2.0, step: 1e-3 }.go(|_, actuator| {
        rows.push(["velocity", "friction_torque"].map(|name| sign * get(actuator, name)));
    });
    rows
}

#[test]
fn what_comes_to_rest_on_bristles_without_a_direction_has_its_mirror_image_to_the_bit() {
    // Velocities of 1e-36 rad/s pass through zero where neither direction is nearer: of LuGre these amplitudes did, and others would not.
    for (law, share) in [(7.0, 1.19), (7.0, 1.21), (13.0, 1.04), (13.0, 1.2)] {
        let amplitude = share * 0.1 * (10_f64.to_radians() + 10_f64.to_radians());
        let (one, other) = (servo_on_bristles(law, amplitude, 1.0), servo_on_bristles(law, amplitude, -1.0));
        assert!(one == other, "law {law}, amplitude {amplitude}");
    }
}

/// Velocity, friction and deflection at all points under random inputs, mirrored back.
fn random_run(kind: Kind, law: i32, seed: u64, sign: f64) -> Vec<[u64; 4]> {
    let mut random = Random::new(seed);
    let mut actuator = kind.actuator();
    set(&mut *actuator, "friction.law", f64::from(law));
    let start = random.between(-0.05, 0.05);
    set(&mut *actuator, "position_start", sign * start);
    let signed = |signal: Signal| if sign < 0.0 { signal.mirrored() } else { signal };
    let mut signal = |size: f64| signed(Signal::random(&mut random, (0.0, size), 8, 3));
    let inputs = match kind {
        Kind::Transmission => vec![("motor_torque", signal(6e4)), ("load_torque", signal(3e4))],
        Kind::Servo => {
            let supply = ("supply_pressure", Signal::constant(26e6));
            vec![("command", signal(0.1)), ("load_torque", signal(3e4)), supply]
        }
        Kind::Hydraulic => {
            set(&mut *actuator, "pressure_step.force_amplitude", 0.0);
            vec![("force", signal(3.0))]
        }
    };
    let mut rows = Vec::new();
    Run { actuator: &mut *actuator, inputs, end: 1.0, step: 1e-3 }.go(|_, actuator| {
        let names = ["position", "velocity", kind.friction_name(), "bristle_deflection"];
        rows.push(names.map(|name| (sign * get(actuator, name) + 0.0).to_bits()));
    });
    rows
}

#[test]
fn bristles_and_creep_have_their_mirror_image_to_the_bit() {
    // Each of three models and five laws has as many.
    let (mut wrong, runs) = (Vec::new(), neighbours(60).div_ceil(15) as u64);
    for seed in 0..runs {
        for kind in Kind::ALL {
            for law in [law::MAJD_SIMAAN, law::MAJD_SIMAAN_APPROXIMATE, law::DAHL, law::LUGRE, law::ELASTO_PLASTIC] {
                let (one, other) = (random_run(kind, law, seed, 1.0), random_run(kind, law, seed, -1.0));
                if let Some(point) = one.iter().zip(&other).position(|(one, other)| one != other) {
                    wrong.push((kind, law, seed, point, [one[point], other[point]].map(|row| row.map(f64::from_bits))));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), runs * 15);
}
