//! An importer of Model Exchange of the tests, with one input that moves.

use actuator_fmu::instance::{CallTable, Discretes, Instance, InterfaceType, SavedState, Status};
use actuator_fmu::interface::{FIRST_INTEGER_REFERENCE, Interface};
use actuator_fmu::{fmi2, fmi3};
use test_support::Signal;

pub const BOTH: [&CallTable; 2] = [&fmi2::CALL_TABLE, &fmi3::CALL_TABLE];

/// How an importer integrates.
#[derive(Clone, Copy, PartialEq)]
pub enum Method {
    /// Order four; a step in which an indicator changes its sign is halved until it ends there.
    RungeKutta,
    /// Order one; a step in which an indicator has changed its sign is taken as it is.
    Euler,
}

/// An importer of an instance with one input that moves.
pub struct Importer {
    pub instance: Instance,
    input: u32,
    pub signal: Signal,
    pub time: f64,
    pub events: Vec<f64>,
    /// Whether the instance goes on from a saved state at each event, taken before it was decided.
    pub restores: bool,
}

impl Importer {
    pub fn new(calls: &'static CallTable, interface: &'static Interface, input: &str, signal: Signal) -> Self {
        let kind = InterfaceType::ModelExchange;
        let instance = Instance::instantiate(calls, "limiter", kind, interface, None, false).unwrap();
        let input = reference(interface, input);
        let mut importer = Self { instance, input, signal, time: 0.0, events: Vec::new(), restores: false };
        assert_eq!(importer.instance.setup_experiment(None, 0.0, None), Status::Ok);
        assert_eq!(importer.instance.enter_initialization_mode(), Status::Ok);
        importer.set_input();
        assert_eq!(importer.instance.exit_initialization_mode(), Status::Ok);
        importer.decide();
        importer
    }

    pub fn set_input(&mut self) {
        let value = self.signal.right_of(self.time).0;
        assert_eq!(self.instance.set_real(&[self.input], &[value]), Status::Ok);
    }

    pub fn decide(&mut self) {
        self.set_input();
        let mut discretes = Discretes { states_changed: true, ..Discretes::default() };
        for _ in 0..10 {
            if !(discretes.states_changed || discretes.clocks_ticked) {
                break;
            }
            assert_eq!(self.instance.update_discrete_states(&mut discretes), Status::Ok);
        }
        assert!(!discretes.states_changed);
        assert_eq!(self.instance.enter_continuous_time_mode(), Status::Ok);
    }

    pub fn states(&mut self) -> Vec<f64> {
        let mut states = vec![0.0; self.instance.interface().states.len()];
        assert_eq!(self.instance.get_continuous_states(&mut states), Status::Ok);
        states
    }

    pub fn go_to(&mut self, time: f64, states: &[f64]) {
        assert_eq!(self.instance.set_time(time), Status::Ok);
        self.time = time;
        assert_eq!(self.instance.set_continuous_states(states), Status::Ok);
        self.set_input();
    }

    fn rates(&mut self, time: f64, states: &[f64]) -> Vec<f64> {
        self.go_to(time, states);
        let mut rates = vec![0.0; states.len()];
        assert_eq!(self.instance.get_derivatives(&mut rates), Status::Ok);
        rates
    }

    fn after(&mut self, method: Method, time: f64, states: &[f64], step: f64) -> Vec<f64> {
        let along =
            |rates: &[f64], by: f64| -> Vec<f64> { states.iter().zip(rates).map(|(x, k)| x + by * k).collect() };
        let k1 = self.rates(time, states);
        if method == Method::Euler {
            return along(&k1, step);
        }
        let k2 = self.rates(time + 0.5 * step, &along(&k1, 0.5 * step));
        let k3 = self.rates(time + 0.5 * step, &along(&k2, 0.5 * step));
        let k4 = self.rates(time + step, &along(&k3, step));
        let mean: Vec<f64> = (0..k1.len()).map(|i| (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0).collect();
        along(&mean, step)
    }

    fn signs(&mut self, time: f64, states: &[f64]) -> Vec<bool> {
        self.go_to(time, states);
        let mut indicators = vec![0.0; self.instance.interface().event_indicators];
        assert_eq!(self.instance.get_event_indicators(&mut indicators), Status::Ok);
        indicators.iter().map(|indicator| *indicator > 0.0).collect()
    }

    /// One step, at most to `until`.
    fn step(&mut self, method: Method, length: f64, until: f64) {
        let (begin, start) = (self.time, self.states());
        let before = self.signs(begin, &start);
        let (mut low, mut high) = (0.0, length.min(until - begin));
        let mut states = self.after(method, begin, &start, high);
        let mut is_event = self.signs(begin + high, &states) != before;
        if is_event && method == Method::RungeKutta {
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                states = self.after(method, begin, &start, middle);
                if self.signs(begin + middle, &states) == before { low = middle } else { high = middle }
            }
            states = self.after(method, begin, &start, high);
        }
        self.go_to(if high < until - begin { begin + high } else { until }, &states);
        let mut is_asked = false;
        assert_eq!(self.instance.completed_integrator_step(&mut is_asked), Status::Ok);
        is_event |= is_asked;
        if is_event {
            self.events.push(self.time);
            assert_eq!(self.instance.enter_event_mode(), Status::Ok);
            if self.restores {
                self.restore();
            }
            self.decide();
        }
    }

    /// Goes on from what was saved as bytes.
    fn restore(&mut self) {
        let mut saved: Option<SavedState> = None;
        assert_eq!(self.instance.save_state(None, &mut saved), Status::Ok);
        let mut size = 0;
        assert_eq!(self.instance.serialized_size(saved.as_mut().unwrap(), &mut size), Status::Ok);
        let mut bytes = vec![0; size];
        assert_eq!(self.instance.serialize(saved.as_mut().unwrap(), &mut bytes), Status::Ok);
        let mut read = None;
        assert_eq!(self.instance.deserialize(&bytes, &mut read), Status::Ok);
        // What would be decided now leaves no trace.
        let mut discretes = Discretes::default();
        assert_eq!(self.instance.update_discrete_states(&mut discretes), Status::Ok);
        assert_eq!(self.instance.restore_state(&read.unwrap()), Status::Ok);
    }

    pub fn run(&mut self, method: Method, step: f64, end: f64) {
        let begin = self.time;
        let count = ((end - begin) / step).round();
        for number in 0..count as u32 {
            let until = begin + (end - begin) * f64::from(number + 1) / count;
            while self.time < until && self.events.len() < 1000 {
                self.step(method, step, until);
            }
        }
    }

    pub fn value(&mut self, name: &str) -> f64 {
        let reference = reference(self.instance.interface(), name);
        if reference >= FIRST_INTEGER_REFERENCE {
            let mut value = [0];
            assert_eq!(self.instance.get_integer(&[reference], &mut value), Status::Ok);
            return f64::from(value[0]);
        }
        let mut value = [f64::NAN];
        assert_eq!(self.instance.get_real(&[reference], &mut value), Status::Ok);
        value[0]
    }
}

pub fn reference(interface: &Interface, name: &str) -> u32 {
    test_support::importer::reference(interface, name)
}
