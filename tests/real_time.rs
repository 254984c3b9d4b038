//! Steps with a bound: `solver.real_time`.
//!
//! What a step may cost is asserted in tries, not by the clock; what it costs stands in docs/real-time.md.

use crate::drivetrains::variables;
use actuator_fmu::actuator::{Actuator, EventKind, MotionTransmission, ServoActuator, Warning};
use actuator_fmu::fmi2::CALL_TABLE;
use actuator_fmu::instance::{Category, Instance, InterfaceType, Sink, Status};
use actuator_fmu::interface::FIRST_INTEGER_REFERENCE;
use actuator_fmu::interface::motion_transmission::INTERFACE;
use actuator_fmu::interface::servo_actuator;
use actuator_fmu::solver::{LawCost, Limits, REAL_TIME_WORK, RealTimeLimit, Statistics, Weights};
use std::sync::{Arc, Mutex};
use test_support::drivetrain::{drivetrain, example};
use test_support::{Recorder, Run, figures, get, set, set_all};

/// Tries of an internal step of a drivetrain.
const DRIVETRAIN_TRIES: u32 = 16;

/// Values of all Real variables at all communication points of a figure, and what was told.
fn trajectory(figure: u32, is_real_time: bool) -> (Vec<Vec<u64>>, Recorder) {
    let mut values = Vec::new();
    let prepare = |servo: &mut dyn Actuator| set(servo, "solver.real_time", f64::from(u8::from(is_real_time)));
    let run = figures::run(figure, 1e-3, prepare, |_, servo| {
        values.push(servo.reals().iter().map(|value| value.to_bits()).collect());
    });
    (values, run)
}

#[test]
fn the_papers_figures_have_the_same_bits_in_real_time_and_nothing_is_bridged() {
    for figure in 6..=17 {
        let (exact, told) = trajectory(figure, false);
        let (real_time, told_in_real_time) = trajectory(figure, true);
        assert!(exact == real_time, "figure {figure}");
        assert_eq!(told_in_real_time.warnings, [], "figure {figure}");
        assert_eq!(told_in_real_time.events, told.events, "figure {figure}");
    }
}

/// Largest difference of the position from that with all events located, as a share of its size, and what was bridged [s], of Fig 16 with a law.
fn fig_16_with(law: f64) -> (f64, f64) {
    let run = |is_real_time: f64| {
        let (mut positions, mut bridged) = (Vec::new(), 0.0);
        let prepare =
            |servo: &mut dyn Actuator| set_all(servo, &[("friction.law", law), ("solver.real_time", is_real_time)]);
        figures::run(16, 1e-3, prepare, |_, servo| {
            positions.push(get(servo, "position"));
            bridged = get(servo, "solver.bridged_time");
        });
        (positions, bridged)
    };
    let ((bounded, bridged), (exact, _)) = (run(1.0), run(0.0));
    let difference = bounded.iter().zip(&exact).fold(0.0, |most, (a, b)| f64::max(most, (a - b).abs()));
    (difference / exact.iter().fold(0.0, |most, position| f64::max(most, position.abs())), bridged)
}

#[test]
fn slides_under_a_stribeck_effect_go_by_their_series_in_real_time_too() {
    // Was 1.2e-2 and 0.156 s: after the first millisecond, for which the work does not suffice, all of each slide was taken by coarse implicit steps.
    let (difference, bridged) = fig_16_with(3.0);
    assert!(difference <= 1e-3 && bridged <= 5e-3, "{difference:e}, bridged {bridged}");
}

/// The servo of Fig 16 in steps of 1 s, each of which has more events than a step may: what was bridged, and what was told.
fn crowded(is_real_time: bool) -> (f64, Recorder) {
    let (mut bridged, mut last) = (0.0, f64::NAN);
    let run = figures::run(
        16,
        1.0,
        |servo| {
            set(servo, "solver.max_step_size", 1.0);
            set(servo, "solver.real_time", f64::from(u8::from(is_real_time)));
        },
        |_, servo| {
            bridged = get(servo, "solver.bridged_time");
            last = get(servo, "velocity");
            assert!(servo.reals().iter().all(|value| value.is_finite()));
        },
    );
    assert!(last.is_finite());
    (bridged, run)
}

#[test]
fn bridged_time_is_the_sum_of_the_intervals_that_are_told() {
    for is_real_time in [false, true] {
        let (bridged, run) = crowded(is_real_time);
        let told: f64 = run
            .warnings
            .iter()
            .map(|warning| match (is_real_time, warning) {
                (true, Warning::RealTimeLimit { duration, .. }) | (false, Warning::EventLimit { duration, .. }) => {
                    *duration
                }
                (_, other) => panic!("{other:?}"),
            })
            .sum();
        // The same numbers, added in the same order.
        assert_eq!(bridged, told);
        assert!(bridged > 0.0);
    }
}

fn weights_of_stribeck_bristles() -> Weights {
    let limit = RealTimeLimit { work: REAL_TIME_WORK, law: LawCost::StribeckBristles };
    Limits { max_step_size: 1e-3, tolerance: 1e-9 }.bounds(Some(limit)).weights
}

/// What was done between two counts weighs at least so much: of each implicit step one try with one iteration is sure.
fn least_work(before: &Statistics, after: &Statistics) -> i32 {
    let weights = weights_of_stribeck_bristles();
    let of_step = weights.implicit_step + weights.implicit_try + weights.iteration;
    let counts = [
        (before.expansions, after.expansions, weights.expansion + weights.linear_order),
        (before.implicit_steps, after.implicit_steps, of_step),
        (before.mode_changes, after.mode_changes, weights.mode_change),
    ];
    counts.iter().map(|(before, after, weight)| (after - before) as i32 * weight).sum()
}

#[test]
fn a_real_time_step_of_bristles_does_no_more_work_than_it_may() {
    // Elasto-plastic bristles, which have no series, under a torque that turns at each other communication point, at levels above and below breakaway.
    let mut actuator = ServoActuator::new(&servo_actuator::INTERFACE);
    set_all(&mut actuator, &[("friction.law", 13.0), ("solver.real_time", 1.0)]);
    actuator.configure();
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    let mut most = 0;
    for step in 0..2_000 {
        let size = if step % 32 < 16 { 3e3 } else { 1.5e3 };
        set(&mut actuator, "load_torque", if step % 4 < 2 { size } else { -size });
        actuator.inputs_changed();
        let before = actuator.statistics().solver;
        assert!(actuator.advance(f64::from(step) * 1e-3, 1e-3, &mut recorder));
        most = most.max(least_work(&before, &actuator.statistics().solver));
    }
    // What is begun last may have the largest weight.
    let last = weights_of_stribeck_bristles().largest();
    assert!((REAL_TIME_WORK / 3..=REAL_TIME_WORK + last).contains(&most), "{most}");
}

#[test]
fn what_friction_holds_rests_in_bridged_intervals() {
    // Under a load within the breakaway level, whatever the motor did before, the body comes to rest and stays there.
    let mut actuator = MotionTransmission::new(&INTERFACE);
    set_all(&mut actuator, &[("solver.real_time", 1.0), ("solver.max_step_size", 1.0), ("velocity_start", 0.5)]);
    actuator.configure();
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    assert!(actuator.advance(0.0, 5.0, &mut recorder));
    actuator.update_outputs();
    assert_eq!(get(&actuator, "velocity"), 0.0);
    let rest = get(&actuator, "position");
    for step in 5..100 {
        assert!(actuator.advance(f64::from(step), 1.0, &mut recorder));
        actuator.update_outputs();
        assert_eq!((get(&actuator, "velocity"), get(&actuator, "position")), (0.0, rest));
    }
}

#[test]
fn a_drivetrain_that_is_far_too_fast_is_bridged_after_sixteen_tries() {
    // 1e7 rad/s beside steps of a millisecond: some 3000 expansions each where none is left out.
    let mut actuator = drivetrain(
        "name = \"Fast\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\nstates = [{ name = \"x\", start = 1 }, \"v\"]\n\
         A = [[0, 1e7], [-1e7, 0]]\nB = [[0], [1]]\n[start]\nsolver.real_time = true\n",
    );
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    assert!(actuator.advance(0.0, 1e-3, &mut recorder));
    let tries = actuator.statistics().solver.tries();
    assert!(tries <= DRIVETRAIN_TRIES, "{tries}");
    assert!(matches!(recorder.warnings.as_slice(), [Warning::RealTimeLimit { .. }]), "{:?}", recorder.warnings);
    actuator.update_outputs();
    assert!(get(&actuator, "solver.bridged_time") > 0.9e-3);
}

#[test]
fn a_step_of_a_drivetrain_with_bristles_costs_no_more_than_a_few_implicit_steps() {
    let bristles = "on = \"station_1\"\nfriction.law = \"lugre\"\nfriction.coulomb_torque";
    let text = example("flap_line").replace("on = \"station_1\"\nfriction.coulomb_torque", bristles);
    assert!(text.contains("lugre"));
    let mut actuator = drivetrain(&text);
    set(&mut actuator, "solver.real_time", 1.0);
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    let mut most = 0;
    for step in 0..200 {
        set(&mut actuator, "drive", if step % 20 < 10 { 120.0 } else { -120.0 });
        set(&mut actuator, "load_1", if step % 2 == 0 { 40.0 } else { -40.0 });
        actuator.inputs_changed();
        let before = actuator.statistics().solver.tries();
        assert!(actuator.advance(f64::from(step) * 1e-3, 1e-3, &mut recorder));
        most = most.max(actuator.statistics().solver.tries() - before);
    }
    // Each counts for four of sixteen tries; one more where an event was on the way.
    assert!((1..=5).contains(&most), "{most}");
}

/// Events and last states of the flap line, and what was bridged.
fn flap_line(is_real_time: bool) -> (Vec<EventKind>, Vec<u64>, f64) {
    let mut actuator = drivetrain(&example("flap_line"));
    set(&mut actuator, "solver.real_time", f64::from(u8::from(is_real_time)));
    let recorder = Run { actuator: &mut actuator, inputs: variables::flap_line(), end: 1.5, step: 1e-3 }.go(|_, _| {});
    actuator.update_outputs();
    let states = actuator.states().iter().map(|state| state.to_bits()).collect();
    (recorder.events.iter().map(|event| event.kind).collect(), states, get(&actuator, "solver.bridged_time"))
}

#[test]
fn the_flap_line_has_the_same_bits_in_real_time_and_nothing_is_bridged() {
    let (events, states, _) = flap_line(false);
    assert!(!events.is_empty());
    assert_eq!(flap_line(true), (events, states, 0.0));
}

/// All messages.
#[derive(Clone, Default)]
struct Messages(Arc<Mutex<Vec<String>>>);

impl Sink for Messages {
    fn message(&self, _: Status, _: Category, text: &str) {
        self.0.lock().expect("nobody panics with the lock").push(text.to_string());
    }
}

#[test]
fn in_real_time_it_is_told_once_a_second_that_something_was_bridged() {
    let messages = Messages::default();
    let mut instance = Instance::instantiate(
        &CALL_TABLE,
        "crowded",
        InterfaceType::CoSimulation,
        &INTERFACE,
        Some(Box::new(messages.clone())),
        false,
    )
    .unwrap();
    let real = |name: &str| INTERFACE.reals.iter().position(|variable| variable.name == name).unwrap() as u32;
    let integer = |name: &str| {
        FIRST_INTEGER_REFERENCE + INTERFACE.integers.iter().position(|variable| variable.name == name).unwrap() as u32
    };
    // Bristles that a torque throws to and fro.
    assert_eq!(
        instance.set_integer(&[integer("solver.real_time"), integer("friction.law_number")], &[1, 6]),
        Status::Ok
    );
    assert_eq!(instance.enter_initialization_mode(), Status::Ok);
    assert_eq!(instance.exit_initialization_mode(), Status::Ok);
    let mut bridged = 0;
    for step in 0..3_000 {
        let torque = if step % 2 == 0 { 3e6 } else { -3e6 };
        assert_eq!(instance.set_real(&[real("motor_torque")], &[torque]), Status::Ok);
        let status = instance.do_step(f64::from(step) * 1e-3, 1e-3);
        bridged += u32::from(status == Status::Warning);
        assert!(status == Status::Ok || status == Status::Warning, "{status:?}");
    }
    let told = messages.0.lock().unwrap().iter().filter(|text| text.contains("solver.real_time")).count();
    assert!((1..=3).contains(&told) && bridged == told as u32, "{told} {bridged}");
}

#[test]
fn the_description_of_the_parameter_says_what_a_step_may_cost() {
    let description = fmu_description("solver.real_time");
    assert!(description.contains(&format!("{} instructions", 100 * REAL_TIME_WORK)), "{description}");
    assert!(description.contains(&format!("{DRIVETRAIN_TRIES} tries of an integrator and 3 changes")), "{description}");
}

fn fmu_description(name: &str) -> String {
    let model = model_description::models::all().remove(0);
    model.variables.iter().find(|variable| variable.name == name).expect("it is declared").description.clone()
}
