//! What the FMU answers where the fixed steps of a comparator diverge: they are those of the papers, and too long for some
//! parameters. Nothing that is no number may be handed out with OK, and the importer has to be told what to change.

use super::draw::Scenario;
use super::model::Body;
use super::run::{Step, prepare, scenario_steps};
use actuator_fmu::fmi2::CALL_TABLE;
use actuator_fmu::instance::{Category, Instance, InterfaceType, Sink, Status};
use actuator_fmu::interface::{Causality, FIRST_INTEGER_REFERENCE};
use std::sync::{Arc, Mutex};

/// What every answer has to name.
const REMEDY: &str = "solver.fixed_step_size";

/// The last message.
#[derive(Clone, Default)]
struct Last(Arc<Mutex<String>>);

impl Sink for Last {
    fn message(&self, _: Status, _: Category, text: &str) {
        *self.0.lock().expect("nobody panics with the lock") = text.to_string();
    }
}

struct Played {
    instance: Instance,
    last: Last,
}

/// The FMU runs the scenario up to `end`, where the physics led beyond all numbers, and reports it there and not before.
pub fn refusal(actuator: &impl Body, scenario: &Scenario, end: f64) -> Result<(), String> {
    let mut played = Played::started(actuator, scenario)?;
    for step in scenario_steps(scenario, scenario.steps) {
        if step.to < end {
            played.go(&step).map_err(|message| format!("refused at {} s already: {message}", step.to))?;
        } else {
            return played.ends(&step);
        }
    }
    Err(format!("no step ends at {end} s"))
}

impl Played {
    fn started(actuator: &impl Body, scenario: &Scenario) -> Result<Self, String> {
        let last = Last::default();
        let instance = Instance::instantiate(
            &CALL_TABLE,
            "scenario",
            InterfaceType::CoSimulation,
            actuator.interface(),
            Some(Box::new(last.clone())),
            false,
        )?;
        let mut played = Self { instance, last };
        played.parametrize(&prepare(*actuator, scenario, 1.0))?;
        played.done(Instance::enter_initialization_mode)?;
        played.done(Instance::exit_initialization_mode)?;
        Ok(played)
    }

    fn parametrize(&mut self, actuator: &impl Body) -> Result<(), String> {
        let interface = actuator.interface();
        for (reference, (variable, value)) in (0..).zip(interface.reals.iter().zip(actuator.reals())) {
            if variable.causality == Causality::Parameter {
                self.done(|instance| instance.set_real(&[reference], &[*value]))?;
            }
        }
        let integers = interface.integers.iter().zip(actuator.integers());
        for (reference, (variable, value)) in (FIRST_INTEGER_REFERENCE..).zip(integers) {
            if variable.causality == Causality::Parameter {
                self.done(|instance| instance.set_integer(&[reference], &[*value]))?;
            }
        }
        Ok(())
    }

    fn done(&mut self, call: impl FnOnce(&mut Instance) -> Status) -> Result<(), String> {
        match call(&mut self.instance) {
            Status::Ok | Status::Warning => Ok(()),
            status => Err(format!("{status:?}, {}", self.message())),
        }
    }

    fn message(&self) -> String {
        self.last.0.lock().expect("nobody panics with the lock").clone()
    }

    /// A communication step.
    fn go(&mut self, step: &Step) -> Result<(), String> {
        let Step { piece, elapsed, from, to, .. } = step;
        let inputs = self.instance.interface().inputs;
        let slopes: Vec<f64> =
            piece.begin.iter().zip(&piece.end).map(|(begin, end)| (end - begin) / piece.length).collect();
        let values: Vec<f64> = piece.begin.iter().zip(&slopes).map(|(begin, slope)| begin + slope * elapsed).collect();
        let orders = vec![1; inputs.len()];
        self.done(|instance| instance.set_real(inputs, &values))?;
        self.done(|instance| instance.set_input_derivatives(inputs, &orders, &slopes))?;
        self.done(|instance| instance.do_step(*from, to - from))
    }

    /// Either the step is discarded, or it led to states that are numbers and to an output that is none.
    fn ends(&mut self, step: &Step) -> Result<(), String> {
        let refused = self.go(step).is_err();
        let mut withheld = false;
        for reference in 0..self.instance.interface().reals.len() as u32 {
            let mut value = [0.0];
            match self.instance.get_real(&[reference], &mut value) {
                Status::Ok if value[0].is_finite() => {}
                Status::Discard if !refused => withheld = true,
                status => return Err(format!("{} of variable {reference} with {status:?}", value[0])),
            }
        }
        let message = self.message();
        if (refused || withheld) && message.contains("fmi2") && message.contains(REMEDY) {
            Ok(())
        } else {
            Err(format!("no step was refused, or without the remedy: {message}"))
        }
    }
}
