//! One simulation from communication point to communication point.

use super::Signal;
use super::values::{real, set};
use actuator_fmu::actuator::{Actuator, Event, Observer, Remark, Warning};

/// Keeps what a run reports.
#[derive(Default, Debug, PartialEq)]
pub struct Recorder {
    pub events: Vec<Event>,
    pub warnings: Vec<Warning>,
    pub remarks: Vec<Remark>,
}

impl Observer for Recorder {
    fn event(&mut self, event: &Event) {
        self.events.push(*event);
    }

    fn warning(&mut self, warning: &Warning) {
        self.warnings.push(*warning);
    }

    fn remark(&mut self, remark: &Remark) {
        self.remarks.push(*remark);
    }
}

/// One simulation: inputs by name, end time, communication step.
pub struct Run<'a> {
    pub actuator: &'a mut dyn Actuator,
    pub inputs: Vec<(&'static str, Signal)>,
    pub end: f64,
    pub step: f64,
}

/// Points that are closer than this are one: a switching instant that is a grid point up to rounding.
const SAME_POINT: f64 = 1e-12;

impl Run<'_> {
    /// Communication points: the grid and every switching instant.
    pub fn points(&self) -> Vec<f64> {
        let count = (self.end / self.step * (1.0 - SAME_POINT)).ceil() as usize;
        let mut points: Vec<f64> = (0..=count).map(|k| (k as f64 * self.step).min(self.end)).collect();
        for (_, signal) in &self.inputs {
            points.extend(signal.0.iter().map(|&(t, _)| t).filter(|&t| t > 0.0 && t < self.end));
        }
        points.sort_by(f64::total_cmp);
        points.dedup_by(|b, a| *b - *a < SAME_POINT);
        points
    }

    /// Initializes at time 0.
    pub fn start(&mut self, recorder: &mut Recorder) {
        for (name, signal) in &self.inputs {
            set(self.actuator, name, signal.right_of(0.0).0);
        }
        self.actuator.check().expect("the parameters are admissible");
        self.actuator.initialize(0.0, recorder);
        self.actuator.update_outputs();
    }

    /// Sets all inputs to their values right of `time`.
    pub fn feed(&mut self, time: f64) {
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

    /// One communication step.
    pub fn advance(&mut self, from: f64, to: f64, recorder: &mut Recorder) {
        self.feed(from);
        self.actuator.advance(from, to - from, recorder);
        self.actuator.update_outputs();
    }

    /// Runs over the given communication points, calling `sample` at each.
    pub fn over(mut self, points: &[f64], mut sample: impl FnMut(f64, &mut dyn Actuator)) -> Recorder {
        let mut recorder = Recorder::default();
        self.start(&mut recorder);
        sample(0.0, self.actuator);
        for pair in points.windows(2) {
            self.advance(pair[0], pair[1], &mut recorder);
            sample(pair[1], self.actuator);
        }
        recorder
    }

    /// Runs to the end, calling `sample` at every communication point; returns events and warnings.
    pub fn go(self, sample: impl FnMut(f64, &mut dyn Actuator)) -> Recorder {
        let points = self.points();
        self.over(&points, sample)
    }
}
