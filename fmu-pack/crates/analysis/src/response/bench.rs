//! An instance under a sine.

use super::{Error, POINTS, Sine, Way, variable};
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Kind, Variable};
use fmu_import::library::{Identity, Instance, Library, Line, Place, Reference};
use fmu_simulation::{Setting, follows};
use std::f64::consts::{PI, TAU};

pub(crate) struct Bench<'a> {
    instance: Instance<'a>,
    input: Reference,
    output: Reference,
    name: String,
    /// It takes the course of the input over a step.
    follows: bool,
    /// About which the input moves.
    middle: f64,
    sine: Sine,
    start: f64,
    /// Steps that were done.
    steps: u64,
    /// Outputs that are not 0 while a body touches an end stop.
    end_stops: Vec<Place>,
    /// One of them was so in the last period.
    touched_end_stop: bool,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(fmu: &Fmu, library: &'a Library, way: &Way, sine: Sine) -> Result<Self, Error> {
        let interface = fmu.interface();
        let (input, output) = (variable(fmu, "input", &way.input)?, variable(fmu, "output", &way.output)?);
        let offer = interface.co_simulation.as_ref().ok_or(Error::NoCoSimulation)?;
        let follows = follows(input, interface);
        let intermediate_inputs = if follows { vec![input.reference] } else { Vec::new() };
        let identity = Identity { logging: false, intermediate_inputs, ..fmu.identity(&offer.identifier) };
        let mut instance = Instance::new(library, &identity)?;
        let start = interface.default_experiment.start_time.unwrap_or(0.0);
        Setting::enter_initialization(&way.settings, &mut instance, None, (start, f64::MAX))?;
        let mut middle = [0.0];
        instance.get_reals(&[input.reference], &mut middle)?;
        Setting::exit_initialization(&way.settings, &mut instance)?;
        let (name, input, output) = (output.name.clone(), input.reference, output.reference);
        Ok(Self {
            instance,
            input,
            output,
            name,
            follows,
            middle: middle[0],
            sine,
            start,
            steps: 0,
            end_stops: end_stops(interface),
            touched_end_stop: false,
        })
    }

    /// Whether a body touched an end stop at a communication point of the last period.
    pub(crate) fn touched_end_stop(&self) -> bool {
        self.touched_end_stop
    }

    /// Amplitude of the first harmonic of what the input really is: sinc² of the share of a step for a polygon, sinc for stairs.
    pub(crate) fn first_harmonic(&self) -> f64 {
        let half = PI / POINTS as f64;
        let sinc = half.sin() / half;
        self.sine.amplitude * if self.follows { sinc * sinc } else { sinc }
    }

    /// The output now.
    fn value(&self) -> Result<f64, Error> {
        let mut value = [0.0];
        self.instance.get_reals(&[self.output], &mut value)?;
        let (value, time) = (value[0], self.time(self.steps));
        if value.is_finite() { Ok(value) } else { Err(Error::NotFinite { name: self.name.clone(), value, time }) }
    }

    /// One period: the output at the begin of each of its steps.
    pub(crate) fn period(&mut self) -> Result<Vec<f64>, Error> {
        self.touched_end_stop = false;
        (0..POINTS)
            .map(|_| {
                let value = self.value()?;
                self.look_at_end_stops()?;
                self.step()?;
                Ok(value)
            })
            .collect()
    }

    fn look_at_end_stops(&mut self) -> Result<(), Error> {
        for place in &self.end_stops {
            self.touched_end_stop |= self.instance.get(place)? != 0.0;
        }
        Ok(())
    }

    /// Products, so that times do not drift.
    fn time(&self, steps: u64) -> f64 {
        self.start + steps as f64 / (POINTS as f64 * self.sine.frequency)
    }

    /// The input after so many steps, with the same bits in each period.
    fn input_at(&self, steps: f64) -> f64 {
        let turn = TAU * (steps % POINTS as f64) / POINTS as f64;
        self.middle + self.sine.amplitude * turn.sin()
    }

    fn step(&mut self) -> Result<(), Error> {
        let (time, next) = (self.time(self.steps), self.time(self.steps + 1));
        let steps = self.steps as f64;
        if self.follows {
            let (begin, end) = (self.input_at(steps), self.input_at(steps + 1.0));
            self.instance.set_reals(&[self.input], &[begin])?;
            self.instance.set_input_lines(&[Line { reference: self.input, begin, end }], next - time)?;
        } else {
            self.instance.set_reals(&[self.input], &[self.input_at(steps + 0.5)])?;
        }
        self.instance.do_step(time, next - time)?;
        self.steps += 1;
        Ok(())
    }
}

/// The outputs `end_stop` of the FMU itself and of its elements: -1 or 1 in contact, 0 without.
fn end_stops(interface: &Interface) -> Vec<Place> {
    let is_end_stop = |name: &str| name == "end_stop" || name.ends_with(".end_stop");
    let is_one = |variable: &&Variable| variable.kind == Kind::Integer && is_end_stop(&variable.name);
    interface.with_causality("output").filter(is_one).map(Variable::place).collect()
}
