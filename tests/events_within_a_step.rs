//! Several events inside one step are all found, at their closed-form instants; and their number is bounded.

use actuator_fmu::actuator::{EventKind, MotionTransmission, Warning};
use test_support::transmission::transmission;
use test_support::{Recorder, Run, Signal, figures, get, set, set_all};

/// One communication step.
const STEP: f64 = 1e-3;

fn one_step(actuator: &mut MotionTransmission, motor: Signal, load: Signal) -> Recorder {
    let inputs = vec![("motor_torque", motor), ("load_torque", load)];
    Run { actuator, inputs, end: STEP, step: STEP }.go(|_, _| {})
}

fn assert_events(recorder: &Recorder, expected: &[(EventKind, f64)]) {
    let found: Vec<_> = recorder.events.iter().map(|e| (e.kind, e.time)).collect();
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for ((kind, time), (expected_kind, expected_time)) in found.iter().zip(expected) {
        assert_eq!(kind, expected_kind, "at {time:e}");
        // The location is exact to the rounding of guards; a stop is a root of a cubic with slopes of 1e3.
        assert!((time - expected_time).abs() <= 1e-13, "{kind:?} at {time:e}, not {expected_time:e}");
    }
}

/// Friction grows with |load|; static equals dynamic, both directions alike.
fn load_dependent() -> MotionTransmission {
    transmission(&[
        ("inertia", 1e-3),
        ("friction.coulomb_torque", 1.0),
        ("friction.static_ratio", 1.0),
        ("friction.efficiency_opposing", 0.5),
        ("friction.efficiency_aiding", 0.0),
    ])
}

#[test]
fn a_torque_that_leaves_and_reenters_the_band_inside_a_step_breaks_away_and_sticks_again() {
    // Load from 2 to -2 and motor torque 1.5 above it: the active torque is 1.5 throughout, the level 1 + |load| falls
    // from 3 to 1 and rises to 3 again. The net torque 0.5 - |load| is positive for |load| < 0.5, a quarter of the step.
    let mut actuator = load_dependent();
    let run = one_step(&mut actuator, Signal::line(3.5, -0.5, STEP), Signal::line(2.0, -2.0, STEP));
    let (slope, inertia) = (4.0 / STEP, 1e-3);
    let breakaway = 0.375 * STEP;
    // Momentum rises by 0.5²/slope to |load| = 0.5 on the far side and is consumed after a further 0.5·√2/slope.
    let stop = 0.625 * STEP + 0.5 * std::f64::consts::SQRT_2 / slope;
    use EventKind::{Breakaway, Stop};
    assert_events(&run, &[(Breakaway { direction: 1 }, breakaway), (Stop, stop)]);
    assert_eq!(get(&actuator, "velocity").to_bits(), 0.0_f64.to_bits());
    // Position: the net torque integrated twice, in the time s from the apex, with r = 0.5/slope.
    let r = 0.5 / slope;
    let at_apex = slope * r * r * r / 6.0;
    let at_far_side = at_apex + slope * (r * r * r / 2.0 + r * r * r / 2.0 - r * r * r / 6.0);
    let rest = r * std::f64::consts::SQRT_2;
    let travelled = (at_far_side + slope * (r * r * rest - rest * rest * rest / 6.0)) / inertia;
    let position = get(&actuator, "position");
    assert!((position - travelled).abs() <= 1e-13 * travelled, "{position:e} {travelled:e}");
}

#[test]
fn a_velocity_that_would_cross_zero_twice_inside_a_step_stops_at_the_first_crossing() {
    // Net torque from -3 to +5 while sliding at 1e-3·0.8: without a stop the velocity would be negative in between and
    // positive at the end.
    let mut actuator = transmission(&[
        ("inertia", 1e-3),
        ("friction.coulomb_torque", 1.0),
        ("friction.static_ratio", 1.5),
        ("velocity_start", 0.5),
    ]);
    let run = one_step(&mut actuator, Signal::line(-2.0, 6.0, STEP), Signal::constant(0.0));
    let slope = 8.0 / STEP;
    // 1e-3·0.5 − 3 t + slope t²/2 = 0, the earlier root; breakaway where the torque reaches 1.5.
    let stop = (3.0 - (9.0_f64 - 2.0 * slope * 5e-4).sqrt()) / slope;
    let breakaway = 3.5 / slope;
    use EventKind::{Breakaway, Stop};
    assert_events(&run, &[(Stop, stop), (Breakaway { direction: 1 }, breakaway)]);
    let s = STEP - breakaway;
    let velocity = (0.5 * s + 0.5 * slope * s * s) / 1e-3;
    assert!((get(&actuator, "velocity") - velocity).abs() <= 1e-12 * velocity);
}

#[test]
fn a_body_that_breaks_away_under_a_falling_torque_stops_in_the_same_step() {
    // From rest with 2 of motor torque, which falls to -2: the net torque 1 - slope·t has spent its momentum at 2/slope.
    let mut actuator =
        transmission(&[("inertia", 1e-3), ("friction.coulomb_torque", 1.0), ("friction.static_ratio", 1.5)]);
    let run = one_step(&mut actuator, Signal::line(2.0, -2.0, STEP), Signal::constant(0.0));
    let slope = 4.0 / STEP;
    use EventKind::{Breakaway, Stop};
    let [forward, backward] = [1, -1].map(|direction| Breakaway { direction });
    assert_events(&run, &[(forward, 0.0), (Stop, 2.0 / slope), (backward, 3.5 / slope)]);
}

#[test]
fn a_velocity_that_only_dips_towards_zero_makes_no_event() {
    let mut actuator = transmission(&[
        ("inertia", 1e-3),
        ("friction.coulomb_torque", 1.0),
        ("friction.static_ratio", 1.5),
        ("velocity_start", 0.6),
    ]);
    // As above, but the dip ends 3.75e-5 above zero instead of below it: 6e-4 − 9/(2·slope) > 0.
    let run = one_step(&mut actuator, Signal::line(-2.0, 6.0, STEP), Signal::constant(0.0));
    assert_eq!(run.events, []);
    let velocity = 0.6 + (-3.0 * STEP + 4.0 * STEP) / 1e-3;
    assert!((get(&actuator, "velocity") - velocity).abs() <= 1e-13);
}

#[test]
fn stop_reversal_and_end_stop_inside_one_step_are_all_found() {
    let mut actuator = transmission(&[
        ("inertia", 1e-3),
        ("friction.coulomb_torque", 1.0),
        ("friction.static_ratio", 1.5),
        ("velocity_start", 1.0),
        ("travel.lower", -1e-4),
    ]);
    let run = one_step(&mut actuator, Signal::constant(-9.0), Signal::constant(0.0));
    // Decelerates at 10/1e-3, reverses at 1e-4 s and 5e-5 rad, accelerates at 8/1e-3 over 1.5e-4 rad.
    let hit = 1e-4 + (2.0 * 1.5e-4 / 8e3_f64).sqrt();
    assert_events(&run, &[(EventKind::Reversal { direction: -1 }, 1e-4), (EventKind::EndStop { side: -1 }, hit)]);
    assert_eq!(get(&actuator, "position"), -1e-4);
}

/// Stick-slip of Fig 16 with internal steps of a whole second, each with a dozen events.
fn crowded(step: f64) -> (Recorder, Vec<usize>, f64) {
    let (mut counts, mut last) = (Vec::new(), f64::NAN);
    let run = figures::run(
        16,
        step,
        |servo| set(servo, "solver.max_step_size", 1.0),
        |_, servo| {
            counts.push(get(servo, "event_count") as usize);
            last = get(servo, "position");
            assert!(servo.reals().iter().all(|value| value.is_finite()));
        },
    );
    (run, counts, last)
}

#[test]
fn at_most_eight_events_happen_in_an_internal_step_and_the_rest_is_bridged_with_a_warning() {
    let (run, counts, _) = crowded(1.0);
    let most = counts.windows(2).map(|pair| pair[1] - pair[0]).max();
    // Eight located in the internal step, and one decided at the communication point before it.
    assert_eq!(most, Some(9), "{counts:?}");
    assert!(!run.warnings.is_empty());
    for warning in &run.warnings {
        let Warning::EventLimit { time, duration, last: None } = *warning else { panic!("{warning:?}") };
        // Each bridges from its eighth event to the end of its internal step, which is a communication point here.
        assert!(run.events.iter().any(|e| e.time == time), "{warning:?}");
        let end = time + duration;
        assert!([1.0, 2.0, 2.05, 3.0, 4.0].iter().any(|point| (end - point).abs() < 1e-12), "ends at {end}");
    }
}

#[test]
fn below_the_limit_long_internal_steps_lose_nothing() {
    let (run, _, last) = crowded(0.1);
    let mut expected = f64::NAN;
    let reference = figures::run(16, 1e-3, |_| {}, |_, servo| expected = get(servo, "position"));
    assert_eq!(run.warnings, []);
    assert_eq!(run.events.len(), reference.events.len());
    assert!((last - expected).abs() <= 1e-15, "{last:e} {expected:e}"); // positions near 4e-5 rad
}

#[test]
fn commanded_chatter_makes_at_most_two_events_per_step_and_no_warning() {
    // The torque changes sign at every communication point: reversal after reversal, decided once each.
    let mut actuator = transmission(&[
        ("inertia", 1e-3),
        ("friction.coulomb_torque", 1.0),
        ("friction.static_ratio", 1.5),
        ("travel.lower", -1e-4),
        ("travel.upper", 1e-4),
    ]);
    let chatter: Vec<_> = (0..1000)
        .flat_map(|k| {
            let value = if k % 2 == 0 { 50.0 } else { -50.0 };
            [(f64::from(k) * STEP, value), (f64::from(k + 1) * STEP, value)]
        })
        .collect();
    let inputs = vec![("motor_torque", Signal(chatter))];
    let (mut count, mut most) = (0.0, 0.0_f64);
    let run = Run { actuator: &mut actuator, inputs, end: 1.0, step: STEP }.go(|_, actuator| {
        let events = get(actuator, "event_count");
        most = most.max(events - count);
        count = events;
    });
    assert_eq!(run.warnings, []);
    assert_eq!(most, 2.0, "leaves one stop and hits the other");
    assert_eq!(count, 2000.0);
}

#[test]
fn a_body_without_room_never_moves() {
    let mut actuator = transmission(&[("travel.lower", 0.2), ("travel.upper", 0.2), ("position_start", 0.2)]);
    set_all(&mut actuator, &[("inertia", 1e-3), ("friction.coulomb_torque", 0.0)]);
    let motor = Signal::sampled(|t| 100.0 * (50.0 * t).sin(), STEP, 0.1);
    let inputs = vec![("motor_torque", motor)];
    let run = Run { actuator: &mut actuator, inputs, end: 0.1, step: STEP }.go(|time, actuator| {
        assert_eq!((get(actuator, "position"), get(actuator, "velocity")), (0.2, 0.0), "at {time}");
        let balance = get(actuator, "active_torque") - get(actuator, "friction_torque");
        assert_eq!(get(actuator, "end_stop_torque"), balance, "at {time}");
    });
    assert_eq!((run.events.len(), run.warnings.len()), (0, 0));
}
