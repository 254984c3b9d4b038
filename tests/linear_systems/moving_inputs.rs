//! Limited rates in Model Exchange while an input moves: there it changes at every instant, and has not jumped.

use actuator_fmu::instance::{CallTable, Discretes, Instance, InterfaceType, SavedState, Status};
use actuator_fmu::interface::{FIRST_INTEGER_REFERENCE, Interface};
use actuator_fmu::{fmi2, fmi3};
use test_support::Signal;
use test_support::drivetrain::{example, interface};

const BOTH: [&CallTable; 2] = [&fmi2::CALL_TABLE, &fmi3::CALL_TABLE];

/// How an importer integrates.
#[derive(Clone, Copy, PartialEq)]
enum Method {
    /// Order four; a step in which an indicator changes its sign is halved until it ends there.
    RungeKutta,
    /// Order one; a step in which an indicator has changed its sign is taken as it is.
    Euler,
}

/// An importer of an instance with one input that moves.
struct Importer {
    instance: Instance,
    input: u32,
    signal: Signal,
    time: f64,
    events: Vec<f64>,
    /// Whether the instance goes on from a saved state at each event, taken before it was decided.
    restores: bool,
}

impl Importer {
    fn new(calls: &'static CallTable, interface: &'static Interface, input: &str, signal: Signal) -> Self {
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

    fn set_input(&mut self) {
        let value = self.signal.right_of(self.time).0;
        assert_eq!(self.instance.set_real(&[self.input], &[value]), Status::Ok);
    }

    fn decide(&mut self) {
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

    fn states(&mut self) -> Vec<f64> {
        let mut states = vec![0.0; self.instance.interface().states.len()];
        assert_eq!(self.instance.get_continuous_states(&mut states), Status::Ok);
        states
    }

    fn go_to(&mut self, time: f64, states: &[f64]) {
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

    fn run(&mut self, method: Method, step: f64, end: f64) {
        let begin = self.time;
        let count = ((end - begin) / step).round();
        for number in 0..count as u32 {
            let until = begin + (end - begin) * f64::from(number + 1) / count;
            while self.time < until && self.events.len() < 1000 {
                self.step(method, step, until);
            }
        }
    }

    fn value(&mut self, name: &str) -> f64 {
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

fn reference(interface: &Interface, name: &str) -> u32 {
    test_support::importer::reference(interface, name)
}

/// w = 4 x with x' = −3 x + 2 u.
fn lag(rate_limit: f64) -> String {
    format!(
        "name = \"Lag\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\nstates = [{{ name = \"x\", start = 0.1 }}]\nA = [[-3]]\n\
         B = [[2]]\noutputs = [{{ name = \"o\", rate_limit = {rate_limit} }}, \"w\"]\nC = [[4], [4]]\n"
    )
}

fn ramp(slope: f64, end: f64) -> Signal {
    Signal::line(0.0, slope * end, end)
}

#[test]
fn a_limiter_that_catches_up_while_an_input_moves_follows_after_one_event() {
    // x = 0.1 e⁻³ᵗ + 2/3 t − 2/9 (1 − e⁻³ᵗ) with u = t; o = 0.4 − 0.7 t until it is 4 x.
    let x = |t: f64| 0.1 * (-3.0 * t).exp() + 2.0 / 3.0 * t + 2.0 / 9.0 * ((-3.0 * t).exp() - 1.0);
    let (mut low, mut high) = (0.01, 1.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if 0.4 - 0.7 * middle > 4.0 * x(middle) { low = middle } else { high = middle }
    }
    let interface = interface(&lag(0.7));
    for (calls, restores) in [(BOTH[0], false), (BOTH[1], false), (BOTH[0], true)] {
        let mut importer = Importer::new(calls, interface, "u", ramp(1.0, 0.5));
        importer.restores = restores;
        // Before w is faster than the limit, at 0.225 s.
        importer.run(Method::RungeKutta, 1e-3, 0.2);
        assert_eq!(importer.events.len(), 1, "{:?}", &importer.events[..importer.events.len().min(9)]);
        // Order four with 1 ms has an error below 1e-12, and the indicator is found 1e-12 below zero at a slope of 0.47.
        assert!((importer.events[0] - low).abs() <= 1e-11, "{} {low}", importer.events[0]);
        assert_eq!(importer.value("o.rate_saturation"), 0.0);
        // Both are integrated by the same sums.
        assert!((importer.value("o") - importer.value("w")).abs() <= 1e-14);
    }
}

#[test]
fn a_limit_that_is_reached_while_an_input_moves_begins_at_one_event() {
    // x' = 8/3 − (0.3 + 8/3) e⁻³ᵗ with u = 4 t, and the limit is reached where it is 5/4.
    let begins = ((0.3 + 8.0 / 3.0) / (8.0 / 3.0 - 1.25_f64)).ln() / 3.0;
    let interface = interface(&lag(5.0));
    for calls in BOTH {
        let mut importer = Importer::new(calls, interface, "u", ramp(4.0, 1.0));
        importer.run(Method::RungeKutta, 1e-3, 1.0);
        assert_eq!(importer.events.len(), 1, "{:?}", &importer.events[..importer.events.len().min(9)]);
        assert!((importer.events[0] - begins).abs() <= 1e-11, "{} {begins}", importer.events[0]);
        assert_eq!(importer.value("o.rate_saturation"), 1.0);
    }
}

#[test]
fn an_importer_that_locates_nothing_sees_one_event_as_well() {
    let interface = interface(&lag(0.7));
    for (calls, restores) in [(BOTH[0], false), (BOTH[1], false), (BOTH[0], true)] {
        let mut importer = Importer::new(calls, interface, "u", ramp(1.0, 0.5));
        importer.restores = restores;
        importer.run(Method::Euler, 1e-3, 0.2);
        assert_eq!(importer.events.len(), 1, "{:?}", &importer.events[..importer.events.len().min(9)]);
        assert_eq!(importer.value("o.rate_saturation"), 0.0);
        assert!((importer.value("o") - importer.value("w")).abs() <= 1e-14);
    }
}

#[test]
fn a_moving_load_on_a_body_is_no_jump_of_what_is_followed() {
    let text = "name = \"Chain\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 1\n[[input]]\nname = \"load\"\non = \"b\"\n\
                [linear.s]\nstates = [{ name = \"x\", start = 0.1 }]\nA = [[-3]]\n\
                outputs = [{ name = \"o\", rate_limit = 0.7 }, \"w\"]\nC = [[4], [4]]\n";
    let interface = interface(text);
    // 0.4 − 0.7 t = 0.4 e⁻³ᵗ.
    let mut meets: f64 = 0.5;
    for _ in 0..200 {
        meets = (0.4 - 0.4 * (-3.0 * meets).exp()) / 0.7;
    }
    for calls in BOTH {
        let mut importer = Importer::new(calls, interface, "load", ramp(1.0, 1.0));
        importer.run(Method::RungeKutta, 1e-3, 1.0);
        assert_eq!(importer.events.len(), 1, "{:?}", &importer.events[..importer.events.len().min(9)]);
        assert!((importer.events[0] - meets).abs() <= 1e-11, "{} {meets}", importer.events[0]);
        assert_eq!(importer.value("s.o.rate_saturation"), 0.0);
    }
}

#[test]
fn a_jump_in_event_mode_is_followed_at_the_limit_of_the_rate() {
    let text = "name = \"Pass\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\noutputs = [{ name = \"y\", rate_limit = 4 }]\nD = [[1]]\n";
    let mut importer = Importer::new(BOTH[0], interface(text), "u", Signal::constant(0.0));
    importer.run(Method::RungeKutta, 1e-2, 0.1);
    // Away from it, and back past it while it is on its way.
    for (value, side, events) in [(1.0, 1.0, 0), (-0.2, -1.0, 0), (-0.2, 0.0, 1)] {
        importer.signal = Signal::constant(value);
        assert_eq!(importer.instance.enter_event_mode(), Status::Ok);
        importer.decide();
        importer.run(Method::RungeKutta, 1e-2, importer.time + 0.1);
        let found = (importer.value("y.rate_saturation"), importer.events.len());
        assert_eq!(found, if events == 0 { (side, 0) } else { (0.0, 1) }, "{value}");
    }
    assert!((importer.value("y") + 0.2).abs() <= 1e-12);
}

#[test]
fn pitch_hold_goes_on_while_its_command_moves() {
    let command = Signal::through(&[(0.0, 0.0), (0.1, 0.0), (0.3, 0.05)]);
    let text = example("pitch_hold");
    let mut importer = Importer::new(BOTH[0], interface(&text), "control.theta_command", command);
    importer.run(Method::RungeKutta, 1e-4, 0.3);
    // The command reaches the limited output through D, which Model Exchange has no rate of: see docs/drivetrains.md.
    assert!(importer.time == 0.3 && importer.events.len() < 10, "{} {}", importer.time, importer.events.len());
}
