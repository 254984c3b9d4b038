//! What the FMU answers where the fixed steps of a comparator diverge: they are those of the papers, and too long for some
//! parameters. Nothing that is no number may be handed out with OK, and the importer has to be told what to change.

use super::draw::Life;
use super::model::Body;
use super::run::{Step, life_steps, prepare};
use actuator_fmu::interface::{Causality, FIRST_INTEGER_REFERENCE};
use actuator_fmu::slave::{Category, Sink, Slave, Status};
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

struct Instance {
    slave: Slave,
    last: Last,
}

/// The FMU lives the life up to `end`, where the physics led beyond all numbers, and says so there and not before.
pub fn refusal(actuator: &impl Body, life: &Life, end: f64) -> Result<(), String> {
    let mut instance = Instance::started(actuator, life)?;
    for step in life_steps(life, life.steps) {
        if step.to < end {
            instance.go(&step).map_err(|message| format!("refused at {} s already: {message}", step.to))?;
        } else {
            return instance.ends(&step);
        }
    }
    Err(format!("no step ends at {end} s"))
}

impl Instance {
    fn started(actuator: &impl Body, life: &Life) -> Result<Self, String> {
        let (last, guid) = (Last::default(), actuator.interface().guid);
        let slave = Slave::instantiate("life", 1, guid, Some(Box::new(last.clone())), false)?;
        let mut instance = Self { slave, last };
        instance.parametrize(&prepare(*actuator, life, 1.0))?;
        instance.done(|slave| slave.enter_initialization_mode())?;
        instance.done(|slave| slave.exit_initialization_mode())?;
        Ok(instance)
    }

    fn parametrize(&mut self, actuator: &impl Body) -> Result<(), String> {
        let interface = actuator.interface();
        for (reference, (variable, value)) in (0..).zip(interface.reals.iter().zip(actuator.reals())) {
            if variable.causality == Causality::Parameter {
                self.done(|slave| slave.set_real(&[reference], &[*value]))?;
            }
        }
        let integers = interface.integers.iter().zip(actuator.integers());
        for (reference, (variable, value)) in (FIRST_INTEGER_REFERENCE..).zip(integers) {
            if variable.causality == Causality::Parameter {
                self.done(|slave| slave.set_integer(&[reference], &[*value]))?;
            }
        }
        Ok(())
    }

    fn done(&mut self, call: impl FnOnce(&mut Slave) -> Status) -> Result<(), String> {
        match call(&mut self.slave) {
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
        let inputs = self.slave.interface().inputs;
        let slopes: Vec<f64> =
            piece.begin.iter().zip(&piece.end).map(|(begin, end)| (end - begin) / piece.length).collect();
        let values: Vec<f64> = piece.begin.iter().zip(&slopes).map(|(begin, slope)| begin + slope * elapsed).collect();
        let orders = vec![1; inputs.len()];
        self.done(|slave| slave.set_real(inputs, &values))?;
        self.done(|slave| slave.set_real_input_derivatives(inputs, &orders, &slopes))?;
        self.done(|slave| slave.do_step(*from, to - from))
    }

    /// Either the step is discarded, or it led to states that are numbers and to an output that is none.
    fn ends(&mut self, step: &Step) -> Result<(), String> {
        let refused = self.go(step).is_err();
        let mut withheld = false;
        for reference in 0..self.slave.interface().reals.len() as u32 {
            let mut value = [0.0];
            match self.slave.get_real(&[reference], &mut value) {
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
