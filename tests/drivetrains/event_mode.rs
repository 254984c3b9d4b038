//! Drivetrains in steps that end at their first event.

use crate::drivetrains::variables::flap_line;
use actuator_fmu::actuator::{Actuator, Arrival};
use test_support::drivetrain::{drivetrain, example};
use test_support::{Recorder, Run, Signal, get};

/// What happens between the switching instants of the inputs with steps that end at events: their ends, and the position of a
/// body at the end.
fn ends_at_events(
    configuration: &str,
    inputs: &[(&'static str, Signal)],
    end: f64,
    step: f64,
    body: &str,
) -> (Vec<f64>, f64) {
    let mut actuator = drivetrain(configuration);
    let mut recorder = Recorder::default();
    let points = Run { actuator: &mut actuator, inputs: inputs.to_vec(), end, step }.points();
    Run { actuator: &mut actuator, inputs: inputs.to_vec(), end, step }.start(&mut recorder);
    let (mut instants, mut settled) = (Vec::new(), f64::NEG_INFINITY);
    for pair in points.windows(2) {
        let mut time = pair[0];
        while time < pair[1] {
            Run { actuator: &mut actuator, inputs: inputs.to_vec(), end, step }.feed(time);
            let earliest = if settled == time { time } else { time.next_down() };
            match actuator.advance_to_event(time, pair[1] - time, earliest, &mut recorder) {
                Arrival::AtEnd => time = pair[1],
                Arrival::AtEvent(instant) => {
                    assert!(instant > earliest && instant <= pair[1], "{instant} {earliest}");
                    instants.push(instant);
                    (time, settled) = (instant, instant);
                    let events = recorder.events.len();
                    assert!(events > 0);
                    actuator.update_discrete_states(instant, &mut recorder);
                    assert_eq!(recorder.events.len(), events, "an event is found again at {instant}");
                }
                Arrival::Failed => panic!("failed at {time}"),
            }
        }
    }
    actuator.update_outputs();
    (instants, get(&actuator, body))
}

/// Events as a run without event mode tells them, and the position of a body at the end.
fn whole_steps(
    configuration: &str,
    inputs: &[(&'static str, Signal)],
    end: f64,
    step: f64,
    body: &str,
) -> (Vec<f64>, f64) {
    let mut actuator = drivetrain(configuration);
    let recorder = Run { actuator: &mut actuator, inputs: inputs.to_vec(), end, step }.go(|_, _| {});
    let mut instants: Vec<f64> = recorder.events.iter().map(|event| event.time).filter(|time| *time > 0.0).collect();
    instants.dedup_by(|b, a| (*b - *a).abs() <= 1e-12);
    (instants, get(&actuator, body))
}

/// Steps of either length that end at their first event find those of whole steps, each once, and the same motion of a body.
pub fn same_events(configuration: &str, inputs: &[(&'static str, Signal)], end: f64, body: &str) {
    let (expected, position) = whole_steps(configuration, inputs, end, 1e-3, body);
    for step in [1e-3, 1e-2] {
        let (found, ended) = ends_at_events(configuration, inputs, end, step, body);
        assert_eq!(found.len(), expected.len(), "{step} s:\n{found:?}\n{expected:?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() <= 1e-11, "{found} {expected}");
        }
        assert!((ended - position).abs() <= 1e-10, "{ended} {position}");
    }
    assert!(expected.len() >= 2, "{expected:?}");
}

#[test]
fn each_event_of_a_drivetrain_ends_one_step_at_its_instant() {
    same_events(&example("flap_line"), &flap_line(), 2.0, "station_4.position");
}
