//! Drives the physics through its Rust API, as an importer does: piecewise-linear inputs with their derivatives, a
//! switching instant is a communication point.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod reference;
pub mod scenario;

use actuator_fmu::actuator::{Actuator, Event, Observer, Warning};
use actuator_fmu::interface::{FIRST_INTEGER_REFERENCE, Interface};

/// Straight pieces of one input: breakpoints (time, value); two at the same time make a step.
#[derive(Clone)]
pub struct Signal(pub Vec<(f64, f64)>);

impl Signal {
    pub fn constant(value: f64) -> Self {
        Self(vec![(0.0, value)])
    }

    /// Value and slope to the right of `time`.
    pub fn right_of(&self, time: f64) -> (f64, f64) {
        let next = self.0.partition_point(|&(t, _)| t <= time);
        let (t0, v0) = self.0[next.max(1) - 1];
        match self.0.get(next) {
            Some(&(t1, v1)) if next > 0 => {
                let slope = (v1 - v0) / (t1 - t0);
                (v0 + slope * (time - t0), slope)
            }
            _ => (v0, 0.0),
        }
    }

    /// A smooth function as straight pieces of length `piece`.
    pub fn sampled(function: impl Fn(f64) -> f64, piece: f64, end: f64) -> Self {
        let count = (end / piece).round() as usize;
        Self((0..=count).map(|k| k as f64 * piece).map(|t| (t, function(t))).collect())
    }

    pub fn mirrored(&self) -> Self {
        Self(self.0.iter().map(|&(t, v)| (t, -v)).collect())
    }
}

/// Keeps what a run reports.
#[derive(Default)]
pub struct Recorder {
    pub events: Vec<Event>,
    pub warnings: Vec<Warning>,
}

impl Observer for Recorder {
    fn event(&mut self, event: &Event) {
        self.events.push(*event);
    }

    fn warning(&mut self, warning: &Warning) {
        self.warnings.push(*warning);
    }
}

/// Value reference of a Real variable.
pub fn real(interface: &Interface, name: &str) -> usize {
    interface.reals.iter().position(|v| v.name == name).unwrap_or_else(|| panic!("no Real variable {name}"))
}

/// Index of an Integer variable.
pub fn integer(interface: &Interface, name: &str) -> usize {
    interface.integers.iter().position(|v| v.name == name).unwrap_or_else(|| panic!("no Integer variable {name}"))
}

/// Sets a parameter by name.
pub fn set(actuator: &mut dyn Actuator, name: &str, value: f64) {
    let interface = actuator.interface();
    if interface.reals.iter().any(|v| v.name == name) {
        actuator.reals_mut()[real(interface, name)] = value;
    } else {
        actuator.integers_mut()[integer(interface, name)] = value as i32;
    }
}

/// Reads a value by name.
pub fn get(actuator: &dyn Actuator, name: &str) -> f64 {
    let interface = actuator.interface();
    match interface.reals.iter().position(|v| v.name == name) {
        Some(index) => actuator.reals()[index],
        None => f64::from(actuator.integers()[integer(interface, name)]),
    }
}

/// Value reference as FMI counts it.
pub fn value_reference(interface: &Interface, name: &str) -> u32 {
    match interface.reals.iter().position(|v| v.name == name) {
        Some(index) => index as u32,
        None => FIRST_INTEGER_REFERENCE + integer(interface, name) as u32,
    }
}

/// One simulation: inputs by name, end time, communication step.
pub struct Run<'a> {
    pub actuator: &'a mut dyn Actuator,
    pub inputs: Vec<(&'static str, Signal)>,
    pub end: f64,
    pub step: f64,
}

impl Run<'_> {
    /// Sets all inputs to their values right of `time`.
    fn feed(&mut self, time: f64) {
        let interface = self.actuator.interface();
        for (name, signal) in &self.inputs {
            self.actuator.reals_mut()[real(interface, name)] = signal.right_of(time).0;
        }
        self.actuator.inputs_changed();
        for (name, signal) in &self.inputs {
            let reference = real(interface, name) as u32;
            let number = interface.inputs.iter().position(|&r| r == reference).expect("it is an input");
            self.actuator.set_input_derivative(number, signal.right_of(time).1);
        }
    }

    /// Communication points: the grid and every switching instant.
    fn points(&self) -> Vec<f64> {
        let count = (self.end / self.step).round() as usize;
        let mut points: Vec<f64> = (0..=count).map(|k| (k as f64 * self.step).min(self.end)).collect();
        for (_, signal) in &self.inputs {
            points.extend(signal.0.iter().map(|&(t, _)| t).filter(|&t| t > 0.0 && t < self.end));
        }
        points.sort_by(f64::total_cmp);
        // A switching instant that is a grid point up to rounding is that grid point.
        points.dedup_by(|b, a| *b - *a < 1e-12);
        points
    }

    /// Runs, calling `sample` at every communication point; returns events and warnings.
    pub fn go(mut self, mut sample: impl FnMut(f64, &mut dyn Actuator)) -> Recorder {
        let mut recorder = Recorder::default();
        for (name, signal) in &self.inputs {
            set(self.actuator, name, signal.right_of(0.0).0);
        }
        self.actuator.check().expect("the parameters are admissible");
        self.actuator.initialize(0.0, &mut recorder);
        let points = self.points();
        self.actuator.update_outputs();
        sample(0.0, self.actuator);
        for pair in points.windows(2) {
            self.feed(pair[0]);
            self.actuator.advance(pair[0], pair[1] - pair[0], &mut recorder);
            self.actuator.update_outputs();
            sample(pair[1], self.actuator);
        }
        recorder
    }
}
