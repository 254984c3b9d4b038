//! Model Exchange with an integrator that steps over events: none is lost, and the user is told once.

mod harness;
mod laws;

use actuator_fmu::actuator::{Actuator, Warning};
use harness::{Recorder, Run, Signal, get, scenario, set};
use laws::{Kind, law, loaded};

/// An importer with explicit Runge-Kutta steps of one length that looks for events at the ends of its steps only.
struct Importer<'a> {
    actuator: &'a mut dyn Actuator,
    inputs: Vec<(&'static str, Signal)>,
    /// Whether it calls fmi2CompletedIntegratorStep, or only looks at the event indicators.
    asks: bool,
    recorder: Recorder,
}

impl Importer<'_> {
    fn feed(&mut self, time: f64) {
        for (name, signal) in &self.inputs {
            set(self.actuator, name, signal.right_of(time).0);
        }
        self.actuator.inputs_changed();
    }

    fn rates(&mut self, time: f64, states: &[f64]) -> Vec<f64> {
        self.feed(time);
        self.actuator.set_states(states);
        let mut rates = vec![0.0; states.len()];
        self.actuator.derivatives(&mut rates);
        rates
    }

    fn is_event(&mut self, time: f64) -> bool {
        let mut indicators = vec![0.0; self.actuator.event_indicator_count()];
        self.actuator.event_indicators(&mut indicators);
        let is_negative = indicators.iter().any(|&indicator| indicator < 0.0);
        (self.asks && self.actuator.completed_step(time, &mut self.recorder)) || is_negative
    }

    fn step(&mut self, from: f64, to: f64) {
        let start = self.actuator.states().to_vec();
        let (length, middle) = (to - from, 0.5 * (from + to));
        let moved = |rates: &[f64], length: f64| -> Vec<f64> {
            start.iter().zip(rates).map(|(state, rate)| state + length * rate).collect()
        };
        let k1 = self.rates(from, &start);
        let k2 = self.rates(middle, &moved(&k1, 0.5 * length));
        let k3 = self.rates(middle, &moved(&k2, 0.5 * length));
        let k4 = self.rates(to, &moved(&k3, length));
        let sum: Vec<f64> = (0..start.len()).map(|i| (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]) / 6.0).collect();
        self.feed(to);
        self.actuator.set_states(&moved(&sum, length));
        if self.is_event(to) {
            self.actuator.update_discrete_states(to, &mut self.recorder);
        }
        self.actuator.update_outputs();
    }

    fn run(mut self, end: f64, step: f64) -> Recorder {
        self.feed(0.0);
        self.actuator.initialize(0.0, &mut self.recorder);
        self.actuator.update_discrete_states(0.0, &mut self.recorder);
        for number in 0..(end / step).round() as usize {
            self.step(number as f64 * step, (number + 1) as f64 * step);
        }
        self.recorder
    }
}

fn warnings(recorder: &Recorder) -> usize {
    recorder.warnings.iter().filter(|warning| matches!(warning, Warning::SteppedOver { .. })).count()
}

#[test]
fn an_integrator_that_steps_over_stick_slip_loses_no_event_and_is_told_once() {
    let (mut coupled, mut alone) = (scenario::servo(16), scenario::servo(16));
    let (inputs, end) = scenario::inputs(16);
    // The load steps at 0.1 s, which is the end of a step.
    let recorder =
        Importer { actuator: &mut coupled, inputs: inputs.clone(), asks: true, recorder: Recorder::default() }
            .run(end, 1e-3);
    let expected = Run { actuator: &mut alone, inputs, end, step: 1e-3 }.go(|_, _| {});
    assert_eq!(recorder.events.len(), expected.events.len());
    assert_eq!(warnings(&recorder), 1);
    // Explicit steps of 1 ms between the events.
    let difference = get(&coupled, "position") - get(&alone, "position");
    assert!(difference.abs() < 1e-6, "{difference:e} rad");
}

#[test]
fn a_law_that_sticks_stops_the_body_at_an_event_that_is_found_late() {
    for asks in [true, false] {
        for law in law::SET_VALUED {
            let mut actuator = loaded(Kind::Transmission, law, 1.0);
            set(&mut *actuator, "velocity_start", 0.05);
            let importer = Importer { actuator: &mut *actuator, inputs: vec![], asks, recorder: Recorder::default() };
            let recorder = importer.run(0.04, 1e-2);
            let shown = ["velocity", "friction_regime"].map(|name| get(&*actuator, name));
            assert_eq!(shown, [0.0; 2], "law {law}");
            assert_eq!(warnings(&recorder), usize::from(asks), "law {law}");
        }
    }
}

/// A reversal of a bristle law is no jump: its velocity is kept.
#[test]
fn a_law_without_rest_keeps_its_velocity_through_a_reversal_that_is_found_late() {
    for law in [law::MAJD_SIMAAN, law::MAJD_SIMAAN_APPROXIMATE, law::DAHL, law::LUGRE] {
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
