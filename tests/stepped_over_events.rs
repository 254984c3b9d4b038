//! Model Exchange with an integrator that steps over events: none is lost, and the user is told once.

use crate::laws;

use actuator_fmu::actuator::Actuator;
use actuator_fmu::fmi2::CALL_TABLE;
use actuator_fmu::instance::{Category, Discretes, Instance, InterfaceType, Sink, Status};
use actuator_fmu::interface::{
    FIRST_INTEGER_REFERENCE, Interface, hydraulic_actuator, motion_transmission, servo_actuator,
};
use laws::{Kind, law, loaded};
use std::sync::{Arc, Mutex};
use test_support::drivetrain::drivetrain;
use test_support::{Recorder, Run, Signal, figures, get, set};

/// What the FMU logs.
#[derive(Clone, Default)]
struct Messages(Arc<Mutex<Vec<(Category, String)>>>);

impl Sink for Messages {
    fn message(&self, _status: Status, category: Category, text: &str) {
        self.0.lock().expect("one thread").push((category, text.to_owned()));
    }
}

impl Messages {
    fn count(&self, category: Category, part: &str) -> usize {
        let messages = self.0.lock().expect("one thread");
        messages.iter().filter(|(of, text)| *of == category && text.contains(part)).count()
    }

    fn events(&self) -> usize {
        self.count(Category::Events, "event=")
    }

    fn warnings(&self) -> usize {
        self.count(Category::Warning, "ran through an event")
    }

    fn ignored_requests(&self) -> usize {
        self.count(Category::Warning, "has gone on without it")
    }
}

/// An importer with explicit Runge-Kutta steps of one length that looks for events at the ends of its steps only.
struct Importer {
    instance: Instance,
    interface: &'static Interface,
    inputs: Vec<(&'static str, Signal)>,
    /// Whether it calls fmi2CompletedIntegratorStep, or only looks at the event indicators.
    asks: bool,
    messages: Messages,
}

impl Importer {
    /// With the parameters of `model`.
    fn new(model: &dyn Actuator, inputs: Vec<(&'static str, Signal)>, asks: bool) -> Self {
        let (interface, messages) = (model.interface(), Messages::default());
        let sink = Some(Box::new(messages.clone()) as Box<dyn Sink>);
        let mut instance =
            Instance::instantiate(&CALL_TABLE, "importer", InterfaceType::ModelExchange, interface, sink, true)
                .expect("it exists");
        let parameters = |causality| causality == actuator_fmu::interface::Causality::Parameter;
        for (reference, (variable, value)) in (0..).zip(interface.reals.iter().zip(model.reals())) {
            if parameters(variable.causality) {
                assert_eq!(instance.set_real(&[reference], &[*value]), Status::Ok);
            }
        }
        for (reference, (variable, value)) in
            (FIRST_INTEGER_REFERENCE..).zip(interface.integers.iter().zip(model.integers()))
        {
            if parameters(variable.causality) {
                assert_eq!(instance.set_integer(&[reference], &[*value]), Status::Ok);
            }
        }
        Self { instance, interface, inputs, asks, messages }
    }

    fn reference(&self, name: &str) -> u32 {
        self.interface.reals.iter().position(|variable| variable.name == name).expect("it is declared") as u32
    }

    fn get(&mut self, name: &str) -> f64 {
        let mut value = [f64::NAN];
        assert_eq!(self.instance.get_real(&[self.reference(name)], &mut value), Status::Ok);
        value[0]
    }

    fn regime(&mut self) -> i32 {
        let place = self.interface.integers.iter().position(|variable| variable.name == "friction_regime");
        let mut value = [9];
        let reference = FIRST_INTEGER_REFERENCE + place.expect("it is declared") as u32;
        assert_eq!(self.instance.get_integer(&[reference], &mut value), Status::Ok);
        value[0]
    }

    fn feed(&mut self, time: f64) {
        for (name, signal) in self.inputs.clone() {
            let reference = self.reference(name);
            assert!(self.instance.set_real(&[reference], &[signal.right_of(time).0]) <= Status::Warning);
        }
    }

    fn states(&mut self) -> Vec<f64> {
        let mut states = vec![0.0; self.interface.states.len()];
        assert_eq!(self.instance.get_continuous_states(&mut states), Status::Ok);
        states
    }

    fn rates(&mut self, time: f64, states: &[f64]) -> Vec<f64> {
        assert_eq!(self.instance.set_time(time), Status::Ok);
        self.feed(time);
        assert_eq!(self.instance.set_continuous_states(states), Status::Ok);
        let mut rates = vec![0.0; states.len()];
        assert_eq!(self.instance.get_derivatives(&mut rates), Status::Ok);
        rates
    }

    fn handle_event(&mut self) {
        assert_eq!(self.instance.enter_event_mode(), Status::Ok);
        assert!(self.instance.update_discrete_states(&mut Discretes::default()) <= Status::Warning);
        assert_eq!(self.instance.enter_continuous_time_mode(), Status::Ok);
    }

    fn completes(&mut self) -> bool {
        let mut is_due = false;
        assert!(self.instance.completed_integrator_step(&mut is_due) <= Status::Warning);
        is_due
    }

    fn shows_event(&mut self) -> bool {
        let mut indicators = vec![0.0; self.indicators()];
        assert_eq!(self.instance.get_event_indicators(&mut indicators), Status::Ok);
        indicators.iter().any(|&indicator| indicator < 0.0)
    }

    fn is_event(&mut self) -> bool {
        let is_due = self.asks && self.completes();
        self.shows_event() || is_due
    }

    fn indicators(&self) -> usize {
        match self.interface.identifier {
            "ServoActuator" => servo_actuator::EVENT_INDICATORS,
            "MotionTransmission" => motion_transmission::EVENT_INDICATORS,
            _ if !self.interface.elements.is_empty() => {
                actuator_fmu::drivetrain::event_indicators(self.interface.elements)
            }
            _ => hydraulic_actuator::EVENT_INDICATORS,
        }
    }

    fn step(&mut self, from: f64, to: f64) {
        let start = self.states();
        self.go(from, &start, to);
        if self.is_event() {
            self.handle_event();
        }
    }

    /// A step from these states, to its end.
    fn go(&mut self, from: f64, start: &[f64], to: f64) {
        let (length, middle) = (to - from, 0.5 * (from + to));
        let moved = |rates: &[f64], length: f64| -> Vec<f64> {
            start.iter().zip(rates).map(|(state, rate)| state + length * rate).collect()
        };
        let k1 = self.rates(from, start);
        let k2 = self.rates(middle, &moved(&k1, 0.5 * length));
        let k3 = self.rates(middle, &moved(&k2, 0.5 * length));
        let k4 = self.rates(to, &moved(&k3, length));
        let sum: Vec<f64> = (0..start.len()).map(|i| (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]) / 6.0).collect();
        assert_eq!(self.instance.set_continuous_states(&moved(&sum, length)), Status::Ok);
    }

    /// Halves the time in which the event of a step is that begins at `from` with these states, and ends right after it.
    /// OpenModelica's calls: they complete each trial.
    fn search(&mut self, from: f64, start: &[f64], to: f64, completes: bool) -> f64 {
        let (mut before, mut behind) = (from, to);
        while behind - before > OPENMODELICA_LOCATES {
            let middle = 0.5 * (before + behind);
            self.go(from, start, middle);
            let asked = completes && self.completes();
            *(if self.shows_event() || asked { &mut behind } else { &mut before }) = middle;
        }
        self.go(from, start, behind);
        if completes {
            self.completes();
        }
        behind
    }

    fn run(&mut self, end: f64, step: f64) {
        assert_eq!(self.instance.setup_experiment(None, 0.0, None), Status::Ok);
        self.feed(0.0);
        assert_eq!(self.instance.enter_initialization_mode(), Status::Ok);
        assert_eq!(self.instance.exit_initialization_mode(), Status::Ok);
        assert_eq!(self.instance.update_discrete_states(&mut Discretes::default()), Status::Ok);
        assert_eq!(self.instance.enter_continuous_time_mode(), Status::Ok);
        for number in 0..(end / step).round() as usize {
            self.step(number as f64 * step, (number + 1) as f64 * step);
        }
    }
}

/// To which OpenModelica halves the time of an event [s], whatever that time is.
const OPENMODELICA_LOCATES: f64 = 1e-9;

/// A block that stops within 0.1 s and is driven back from there.
fn turned_back() -> Importer {
    let mut block = test_support::transmission::block();
    set(&mut block, "velocity_start", 0.05);
    let mut importer = Importer::new(&block, vec![("motor_torque", Signal::constant(-5.0))], true);
    importer.run(0.0, 1.0);
    importer
}

#[test]
fn an_importer_that_completes_a_step_and_then_goes_back_to_its_event_is_told_nothing() {
    for completes in [true, false] {
        let mut importer = turned_back();
        let start = importer.states();
        let rates = importer.rates(0.0, &start);
        let stop = -start[1] / rates[1];
        assert!(0.0 < stop && stop < 0.05, "{stop} s");
        importer.go(0.0, &start, 0.1);
        assert!(importer.completes(), "it turns back at {stop} s");
        let found = importer.search(0.0, &start, 0.1, completes);
        assert!((found - stop).abs() < 2.0 * OPENMODELICA_LOCATES, "{found} s, {stop} s");
        importer.handle_event();
        let position = start[0] + 0.5 * start[1] * stop;
        // The velocity before the event is known to 1e-9 s, the position to the square of that and rounding.
        assert!(importer.get("velocity").abs() <= rates[1].abs() * 2.0 * OPENMODELICA_LOCATES);
        assert!((importer.get("position") - position).abs() < 1e-14);
        assert_eq!(importer.regime(), -1);
        // On to the next step.
        let turned = importer.states();
        importer.go(found, &turned, 0.1);
        assert!(!importer.completes());
        assert_eq!((importer.messages.warnings(), importer.messages.ignored_requests()), (0, 0), "{completes}");
        assert_eq!(importer.messages.events(), 1);
    }
}

#[test]
fn an_importer_that_never_enters_event_mode_is_told_once_what_that_means() {
    let mut importer = turned_back();
    let (mut requests, mut told) = (vec![], vec![]);
    for number in 0..10 {
        let (from, start) = (0.01 * f64::from(number), importer.states());
        importer.go(from, &start, from + 0.01);
        requests.push(importer.completes());
        told.push(importer.messages.ignored_requests());
    }
    // Until the step after the first request the importer can still answer.
    let first = requests.iter().position(|request| *request).expect("it is asked for event mode");
    assert_eq!(told[first..first + 2], [0, 1]);
    assert_eq!((importer.messages.warnings(), importer.messages.ignored_requests()), (0, 1));
    assert_eq!(
        importer.messages.count(Category::Warning, "Until it calls fmi2EnterEventMode, what sticks stands still"),
        1
    );
    assert_eq!(importer.messages.events(), 0);
}

#[test]
fn an_integrator_that_steps_over_stick_slip_loses_no_event_and_is_told_once() {
    let mut alone = figures::servo(16);
    let (inputs, end) = figures::inputs(16);
    // The load steps at 0.1 s, which is the end of a step; each step of 1 ms has room for a slip.
    let mut importer = Importer::new(&alone, inputs.clone(), true);
    importer.run(end, 1e-3);
    let expected = Run { actuator: &mut alone, inputs, end, step: 1e-3 }.go(|_, _| {});
    assert_eq!(importer.messages.events(), expected.events.len());
    assert_eq!(importer.messages.warnings(), 1);
    // Explicit steps of 1 ms between the events.
    let difference = importer.get("position") - get(&alone, "position");
    assert!(difference.abs() < 1e-6, "{difference:e} rad");
}

#[test]
fn a_law_that_sticks_stops_the_body_at_an_event_that_is_found_late() {
    for asks in [true, false] {
        for law in law::sticking() {
            let mut actuator = loaded(Kind::Transmission, law, 1.0);
            set(&mut *actuator, "velocity_start", 0.05);
            let mut importer = Importer::new(&*actuator, vec![], asks);
            importer.run(0.04, 1e-2);
            assert_eq!((importer.get("velocity"), importer.regime()), (0.0, 0), "law {law}");
            assert_eq!(importer.messages.warnings(), usize::from(asks), "law {law}");
        }
    }
}

#[test]
fn what_an_importer_has_gone_on_from_is_not_made_up_for_later() {
    let mut block = test_support::transmission::block();
    set(&mut block, "velocity_start", 0.05);
    let mut importer = Importer::new(&block, vec![], true);
    importer.run(0.0, 1.0);
    // It stops within 0.1 s. The second step is longer than what is taken again.
    let mut states = importer.states();
    for (time, position, is_overlooked) in [(0.1, 0.004, true), (100.0, 5.0, false)] {
        (states[0], states[1]) = (position, 0.04);
        assert_eq!(importer.instance.set_time(time), Status::Ok);
        assert_eq!(importer.instance.set_continuous_states(&states), Status::Ok);
        let mut is_due = false;
        assert!(importer.instance.completed_integrator_step(&mut is_due) <= Status::Warning);
        assert_eq!(is_due, is_overlooked);
    }
    importer.handle_event();
    assert_eq!(importer.states(), states);
}

/// A reversal of a bristle law is no jump: its velocity is kept.
#[test]
fn a_law_without_rest_keeps_its_velocity_through_a_reversal_that_is_found_late() {
    for law in [law::bristles(), vec![law::MAJD_SIMAAN, law::MAJD_SIMAAN_APPROXIMATE]].concat() {
        let mut actuator = loaded(Kind::Hydraulic, law, 1.0);
        actuator.initialize(0.0, &mut Recorder::default());
        actuator.update_discrete_states(0.0, &mut Recorder::default());
        let mut states = actuator.states().to_vec();
        for velocity in [0.02, -0.03, 0.01] {
            states[1] = velocity;
            actuator.set_states(&states);
            actuator.update_discrete_states(1e-2, &mut Recorder::default());
            assert_eq!(actuator.states()[1], velocity, "law {law}");
            actuator.update_outputs();
            let friction = get(&*actuator, "acceleration");
            assert!(friction.is_finite());
            let mut indicators = vec![0.0; actuator.event_indicator_count()];
            actuator.event_indicators(&mut indicators);
            assert!(indicators.iter().all(|&indicator| indicator > 0.0), "law {law}: {indicators:?}");
        }
    }
}

#[test]
fn a_friction_table_is_read_at_the_speed_that_is_found_segments_later() {
    for (speed, friction) in [(5.0, 2.0), (2.5, 6.0), (0.5, 1.0), (-5.0, -2.0)] {
        let mut actuator = loaded(Kind::Transmission, law::TABULATED, 1.0);
        let table = [(0.0, 1.0), (1.0, 1.0), (2.0, 10.0), (3.0, 2.0)];
        for (number, (velocity, torque)) in (1..).zip(table) {
            set(&mut *actuator, &format!("friction.table.velocity[{number}]"), velocity);
            set(&mut *actuator, &format!("friction.table.torque[{number}]"), torque);
        }
        let direction = f64::signum(speed);
        for (name, value) in
            [("friction.table.size", 4.0), ("velocity_start", 1.5 * direction), ("viscous_coefficient", 0.0)]
        {
            set(&mut *actuator, name, value);
        }
        actuator.initialize(0.0, &mut Recorder::default());
        let mut states = actuator.states().to_vec();
        states[1] = speed;
        actuator.set_states(&states);
        actuator.update_discrete_states(0.1, &mut Recorder::default());
        actuator.update_outputs();
        // Rounding of a balance of torques of this size.
        assert!((get(&*actuator, "friction_torque") - friction).abs() < 1e-12, "at {speed} rad/s");
    }
}

#[test]
fn event_mode_says_that_an_integrator_must_start_anew_wherever_derivatives_jump() {
    let mut actuator = loaded(Kind::Transmission, law::COULOMB, 1.0);
    actuator.initialize(0.0, &mut Recorder::default());
    actuator.update_discrete_states(0.0, &mut Recorder::default());
    let mut at_event = |time: f64, torque: f64| {
        set(&mut *actuator, "motor_torque", torque);
        actuator.inputs_changed();
        actuator.update_discrete_states(time, &mut Recorder::default()).states_changed
    };
    // Held, then broken away, then nothing new.
    assert!(at_event(0.1, 0.2));
    assert!(at_event(0.2, 5.0));
    assert!(!at_event(0.3, 5.0));
}

#[test]
fn a_prescribed_position_moves_with_its_velocity_in_a_step_that_is_taken_again() {
    // The clutch slips from the beginning: it would have to carry (3.0044 N·m)/3 of its 1 N·m. With the mean velocity of the first step,
    // 0.015 rad/s less than that of its beginning, it would hold there.
    let model = drivetrain(
        "name = \"M\"\nmodel = \"Drivetrain\"\n[body.b0]\ninertia = 1\n[motion.m]\non = \"b0\"\nprescribes = \"position\"\n[body.b1]\n\
         inertia = 1\n[shaft.p]\nconnects = [\"b0\", \"b1\"]\nstiffness = 1\ndamping = 1\n[body.b2]\ninertia = 0.5\n[clutch.c]\n\
         connects = [\"b2\", \"b1\"]\nfriction.coulomb_torque = 0.5\nfriction.static_ratio = 2\n",
    );
    let position = Signal::sampled(|time| time * (3.0044 - 15.0 * time), 5e-4, 0.01);
    let velocity = Signal::line(3.0044, 3.0044 - 30.0 * 0.01, 0.01);
    let acceleration = Signal::constant(-30.0);
    let inputs = vec![("m.position", position), ("m.velocity", velocity), ("m.acceleration", acceleration)];
    let mut importer = Importer::new(&model, inputs, true);
    importer.run(3e-3, 1e-3);
    assert_eq!(importer.messages.warnings(), 0, "{:?}", importer.messages.0.lock().unwrap());
    // b1' = 3.0044 − 0.5 − …, b2' = 0.5/0.5.
    let relative = importer.get("c.relative_velocity");
    assert!((relative - 1.5044 * 3e-3).abs() <= 2e-4, "{relative}");
}
