//! What a communication step may cost, in evaluations of the equations and not by the clock.

use actuator_fmu::actuator::{Actuator, MotionTransmission};
use actuator_fmu::fmi2::CALL_TABLE;
use actuator_fmu::instance::{Category, Instance, InterfaceType, Sink, Status};
use actuator_fmu::interface::FIRST_INTEGER_REFERENCE;
use actuator_fmu::interface::motion_transmission::INTERFACE;
use actuator_fmu::solver::{
    Beginning, Coefficients, CoefficientsOf, Cursor, Expansion, Input, Interval, Limits, MOST_TRIES, Statistics,
    System, Transition, advance,
};
use std::cell::Cell;
use std::sync::{Arc, Mutex};
use test_support::{Recorder, set};

/// A pendulum that swings far too fast for its internal steps, counts how often its equations are asked for.
struct Fast {
    /// [rad/s]
    frequency: f64,
    evaluations: Cell<u64>,
    inaccurate: u32,
}

#[derive(Default)]
struct None;

impl Expansion for None {
    fn horizon(&self, share: f64) -> f64 {
        share
    }
}

impl Fast {
    fn new(frequency: f64) -> Self {
        Self { frequency, evaluations: Cell::new(0), inaccurate: 0 }
    }
}

impl System for Fast {
    type State = [f64; 2];
    type Inputs = [f64; 0];
    type Guards = [f64; 1];
    type Mode = ();
    type Expansion = None;
    type Event = ();
    const PREPARES: bool = false;

    fn coefficients(
        &self,
        (): &(),
        _order: usize,
        [position, velocity]: &[f64; 2],
        _input: &Input<[f64; 0]>,
        _length: f64,
        _expansion: Option<&mut None>,
    ) -> CoefficientsOf<Self> {
        self.evaluations.set(self.evaluations.get() + 1);
        Coefficients { rates: [self.frequency * velocity, -self.frequency * position], guards: [f64::INFINITY] }
    }

    fn is_linear(&self, (): &()) -> bool {
        false
    }

    fn linear_mode(&self, (): &()) -> u8 {
        0
    }

    fn resolution(&self, _: &Self::Mode, _: &Self::State, _: &Self::State) -> f64 {
        f64::INFINITY
    }

    fn beginning(&self, (): &(), _state: &[f64; 2], _length: f64) -> Beginning {
        Beginning::Smooth
    }

    fn scales(&self) -> [f64; 2] {
        [1.0; 2]
    }

    fn jacobian(&self, (): &(), _state: &[f64; 2], _input: &Input<[f64; 0]>) -> [[f64; 2]; 2] {
        [[0.0, self.frequency], [-self.frequency, 0.0]]
    }

    fn guards(&self, (): &(), _state: &[f64; 2], _input: &Input<[f64; 0]>) -> [f64; 1] {
        [f64::INFINITY]
    }

    fn closed_form_step(
        &mut self,
        (): &(),
        _state: &[f64; 2],
        _input: &Input<[f64; 0]>,
        _length: f64,
        _repeated: Option<f64>,
        _statistics: &mut Statistics,
    ) -> Option<[f64; 2]> {
        Option::None
    }

    fn transition(
        &mut self,
        (): &mut (),
        _guard: usize,
        _state: &mut [f64; 2],
        _input: &Input<[f64; 0]>,
        _time: f64,
    ) -> Transition<()> {
        unreachable!("it has no guard")
    }

    fn implicit_step(&mut self, (): &mut (), _: &mut [f64; 2], _: &Input<[f64; 0]>, _: f64, _: u32) {}
    /// It swings on: a bridge damps what it does not follow.
    fn end_bridge(&mut self, (): &mut (), state: &mut [f64; 2], _: &Input<[f64; 0]>) {
        *state = [1.0, 0.0];
    }

    fn bridged(&mut self, _time: f64, _duration: f64) {}

    fn inaccurate(&mut self, _time: f64) {
        self.inaccurate += 1;
    }
}

/// Evaluations of one try: three stages in each of eight iterations, the rates at its start, four times the guards.
const PER_TRY: f64 = 29.0;

/// Advances by so many internal steps of 1 ms; returns whether it got there, and the tries that its evaluations amount to at
/// least.
fn cost(fast: &mut Fast, internal_steps: f64) -> (bool, f64) {
    let limits = Limits { max_step_size: 1e-3, tolerance: 1e-9 };
    let mut cursor = Cursor::new([1.0, 0.0], ());
    let ahead = Interval { time: 0.0, length: 1e-3 * internal_steps, input: Input::constant([]) };
    let arrived = advance(fast, &mut cursor, &ahead, &limits, &mut Statistics::default());
    (arrived, fast.evaluations.get() as f64 / PER_TRY)
}

#[test]
fn an_internal_step_that_is_far_too_fast_is_given_up_and_told() {
    let mut fast = Fast::new(1e9);
    let (arrived, tries) = cost(&mut fast, 1.0);
    // Two thousand radians, of which a step within the tolerance is a thirtieth; 5000 tries.
    assert!(arrived && fast.inaccurate == 1 && tries <= 5_100.0, "{arrived} {tries}");
}

#[test]
fn a_communication_step_costs_a_thousand_tries_for_each_internal_step_and_a_reserve() {
    let mut fast = Fast::new(1e9);
    let (arrived, tries) = cost(&mut fast, 100.0);
    assert!(!arrived && tries <= 100.0 * 1e3 + 1e5 + 100.0, "{arrived} {tries}");
    // What is a little fast only, is led to its end.
    let mut slow = Fast::new(1e4);
    let (arrived, tries) = cost(&mut slow, 100.0);
    assert!(arrived && slow.inaccurate == 0 && tries > 100.0, "{arrived} {tries}");
}

/// The last message.
#[derive(Clone, Default)]
struct Last(Arc<Mutex<String>>);

impl Sink for Last {
    fn message(&self, _: Status, _: Category, text: &str) {
        *self.0.lock().expect("nobody panics with the lock") = text.to_string();
    }
}

#[test]
fn a_step_that_costs_too_much_is_discarded_with_the_reason() {
    let last = Last::default();
    let mut instance = Instance::instantiate(
        &CALL_TABLE,
        "costly",
        InterfaceType::CoSimulation,
        &INTERFACE,
        Some(Box::new(last.clone())),
        false,
    )
    .unwrap();
    let reference = |name: &str| INTERFACE.reals.iter().position(|variable| variable.name == name).unwrap() as u32;
    let method = INTERFACE.integers.iter().position(|variable| variable.name == "solver.method").unwrap() as u32;
    assert_eq!(instance.set_integer(&[FIRST_INTEGER_REFERENCE + method], &[2]), Status::Ok);
    assert_eq!(instance.set_real(&[reference("solver.fixed_step_size")], &[1e-9]), Status::Ok);
    assert_eq!(instance.enter_initialization_mode(), Status::Ok);
    assert_eq!(instance.exit_initialization_mode(), Status::Ok);
    assert_eq!(instance.do_step(0.0, 1.0), Status::Discard);
    let message = last.0.lock().unwrap().clone();
    assert!(
        message.contains("costs more than a communication step may") && message.contains("1 s from 0 s"),
        "{message}"
    );
}

#[test]
fn a_step_of_more_internal_steps_than_tries_ends_there() {
    let mut actuator = MotionTransmission::new(&INTERFACE);
    set(&mut actuator, "solver.max_step_size", 1e-9);
    actuator.initialize(0.0, &mut Recorder::default());
    // At rest an internal step is one try: as many as there may be, and not the hundred times more of the step.
    assert!(actuator.advance(0.0, 0.99 * MOST_TRIES * 1e-9, &mut Recorder::default()));
    assert!(!actuator.advance(0.0, 100.0 * MOST_TRIES * 1e-9, &mut Recorder::default()));
    set(&mut actuator, "solver.method", 2.0);
    set(&mut actuator, "solver.fixed_step_size", 1e-9);
    actuator.configure();
    assert!(!actuator.advance(0.0, 11.0 * MOST_TRIES * 1e-9, &mut Recorder::default()));
}
