//! The counts of the work that an instance tells.

use actuator_fmu::actuator::{Actuator, EventKind, HydraulicActuator, Statistics};
use actuator_fmu::interface::hydraulic_actuator::INTERFACE;
use actuator_fmu::solver;
use test_support::transmission::{P3, P3_END, block, p3_inputs, transmission};
use test_support::{Recorder, Run, Signal, figures, get, set, set_all};

const STEP: f64 = 1e-3;

fn after(actuator: &mut dyn Actuator, inputs: Vec<(&'static str, Signal)>, end: f64) -> (Recorder, Statistics) {
    let mut statistics = Statistics::default();
    let recorder = Run { actuator, inputs, end, step: STEP }.go(|_, actuator| statistics = actuator.statistics());
    (recorder, statistics)
}

#[test]
fn a_motion_under_a_constant_torque_costs_internal_steps_in_closed_form_and_nothing_else() {
    let (_, statistics) = after(&mut block(), vec![("motor_torque", Signal(vec![(0.0, 5.0)]))], 0.5);
    // The breakaway was decided at initialization, by event iteration.
    let expected = solver::Statistics { internal_steps: 500, mode_changes: 1, ..solver::Statistics::default() };
    assert_eq!(statistics.solver, expected);
    assert_eq!(statistics.events.breakaways, 1);
}

#[test]
fn every_event_is_counted_under_its_kind() {
    let mut actuator = transmission(&P3);
    let (recorder, statistics) = after(&mut actuator, p3_inputs(), P3_END);
    let of = |is: fn(EventKind) -> bool| recorder.events.iter().filter(|event| is(event.kind)).count() as u32;
    let counted = statistics.events;
    assert_eq!(counted.breakaways, of(|kind| matches!(kind, EventKind::Breakaway { .. })));
    assert_eq!(counted.stops, of(|kind| kind == EventKind::Stop));
    assert_eq!(counted.reversals, of(|kind| matches!(kind, EventKind::Reversal { .. })));
    assert_eq!(counted.end_stops, of(|kind| matches!(kind, EventKind::EndStop { .. })));
    assert_eq!(counted.jams, of(|kind| kind == EventKind::Jam));
    let all = counted.breakaways + counted.stops + counted.reversals + counted.end_stops + counted.jams;
    assert_eq!(f64::from(all), get(&actuator, "event_count"));
    assert!(counted.breakaways > 0 && counted.reversals > 0 && counted.end_stops > 0, "{counted:?}");
    // Events and kinks of the load side, each a change of the mode.
    assert!(statistics.solver.mode_changes >= all, "{statistics:?}");
}

/// The hydraulic actuator without its pressure step, with a `law` and a force that makes it slide.
fn hydraulic(law: f64) -> HydraulicActuator {
    let mut actuator = HydraulicActuator::new(&INTERFACE);
    set_all(&mut actuator, &[("friction.law", law), ("pressure_step.time", 1e3)]);
    actuator
}

#[test]
fn a_propagator_is_prepared_once_for_steps_that_are_repeated() {
    let (_, statistics) = after(&mut hydraulic(1.0), vec![("force", Signal(vec![(0.0, 0.0)]))], 0.5);
    let solver::Statistics { internal_steps, located_steps, expansions, propagators, .. } = statistics.solver;
    assert_eq!((internal_steps, propagators), (500, 1));
    // Two steps of the length were to be seen before it was worth it.
    assert_eq!((located_steps, expansions), (2, 2));
}

#[test]
fn an_implicit_step_has_one_jacobian_and_a_repeated_try_is_a_rejected_step() {
    let (_, statistics) = after(&mut hydraulic(7.0), vec![("force", Signal(vec![(0.0, 2e3)]))], 0.5);
    let solver::Statistics { implicit_steps, jacobians, rejected_steps, propagators, .. } = statistics.solver;
    assert!(implicit_steps > 0 && jacobians == implicit_steps, "{statistics:?}");
    assert!(rejected_steps > 0, "{statistics:?}");
    assert_eq!(propagators, 0);
}

#[test]
fn a_bridged_interval_is_counted_where_it_is_warned_of() {
    let mut statistics = Statistics::default();
    let crowded = |servo: &mut dyn Actuator| set(servo, "solver.max_step_size", 1.0);
    let run = figures::run(16, 1.0, crowded, |_, servo| statistics = servo.statistics());
    assert!(!run.warnings.is_empty());
    assert_eq!(statistics.solver.bridged_intervals, run.warnings.len() as u32);
}

#[test]
fn initialization_begins_to_count_anew() {
    let mut actuator = block();
    after(&mut actuator, vec![("motor_torque", Signal(vec![(0.0, 5.0)]))], 0.5);
    let (_, statistics) = after(&mut actuator, vec![("motor_torque", Signal(vec![(0.0, 5.0)]))], 0.1);
    assert_eq!(statistics.solver.internal_steps, 100);
}
