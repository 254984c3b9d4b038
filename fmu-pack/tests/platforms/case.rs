//! The cases, as the text that the driver reads.

use crate::platforms::build;
use fmu_import::archive::{Archive, Limits};
use fmu_import::interface::{Interface, Kind, Variable};
use fmu_simulation::scenario::{Scenario, Signal};
use std::fmt::Write;

/// An experiment with the interface of the FMU that it is for.
pub struct Case {
    scenario: Scenario,
    interface: Interface,
}

impl Case {
    fn new(scenario: Scenario) -> Self {
        let archive = Archive::open(&build::fmu(scenario.model), Limits::default()).unwrap();
        let interface = Interface::read(&archive.description().unwrap()).unwrap();
        Self { scenario, interface }
    }

    /// A published manoeuvre.
    pub fn scenario(name: &str) -> Self {
        Self::new(Scenario::find(name).unwrap())
    }

    /// The actuator with LuGre friction under a pressure step of 10 N.
    pub fn lugre() -> Self {
        Self::new(Scenario {
            name: "lugre",
            title: "LuGre actuator under a pressure step of 10 N",
            model: "HydraulicActuator",
            parameters: vec![("pressure_step.force_amplitude", 10.0)],
            inputs: vec![("force", Signal::constant(0.0))],
            step_size: 1e-3,
            stop_time: 10.0,
        })
    }

    pub fn name(&self) -> &'static str {
        self.scenario.name
    }

    pub fn model(&self) -> &'static str {
        self.scenario.model
    }

    pub fn guid(&self) -> &str {
        &self.interface.guid
    }

    fn outputs(&self) -> impl Iterator<Item = &Variable> {
        self.interface.with_causality("output").filter(|variable| matches!(variable.kind, Kind::Real))
    }

    /// Place of an output among those that the driver prints.
    pub fn output(&self, name: &str) -> usize {
        self.outputs().position(|variable| variable.name == name).unwrap()
    }

    /// Communication points: multiples of the step size, and where an input has a break point.
    fn times(&self) -> Vec<f64> {
        let per_second = (1.0 / self.scenario.step_size).round();
        let count = (self.scenario.stop_time * per_second).round() as u32;
        let breaks = self.scenario.inputs.iter().flat_map(|(_, signal)| signal.times());
        let mut times: Vec<f64> = (0..=count).map(|step| f64::from(step) / per_second).collect();
        times.extend(breaks.filter(|time| (0.0..self.scenario.stop_time).contains(time)));
        times.sort_by(f64::total_cmp);
        times.dedup();
        times
    }

    /// What the driver reads.
    pub fn text(&self) -> String {
        let reference = |name: &str| self.interface.find(name).unwrap().reference;
        let mut text = format!("guid {}\n", self.guid());
        for (name, value) in &self.scenario.parameters {
            writeln!(text, "real {} {}", reference(name), bits(*value)).unwrap();
        }
        let outputs: Vec<String> = self.outputs().map(|variable| variable.reference.to_string()).collect();
        writeln!(text, "outputs {} {}", outputs.len(), outputs.join(" ")).unwrap();
        writeln!(text, "initialize {}", bits(self.scenario.stop_time)).unwrap();
        for pair in self.times().windows(2) {
            let size = pair[1] - pair[0];
            for (name, signal) in &self.scenario.inputs {
                let (start, end) = (signal.at(pair[0]), signal.before(pair[1]));
                writeln!(text, "input {} {}", reference(name), bits(start)).unwrap();
                writeln!(text, "slope {} {}", reference(name), bits((end - start) / size)).unwrap();
            }
            writeln!(text, "step {} {}", bits(pair[0]), bits(size)).unwrap();
        }
        text
    }
}

fn bits(value: f64) -> String {
    format!("{:016x}", value.to_bits())
}
