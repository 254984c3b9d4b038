//! Time derivatives of inputs and outputs at communication points.

use super::memory::text;
use super::shortest_decimal::ShortestDecimal;
use super::state::{Operation, State};
use super::status::{Outcome, Refusal, Status};
use super::{Instance, Stale};
use crate::interface::{Causality, Variability};

impl Instance {
    /// Time derivatives of inputs at the start of the next step. Inputs are linear within a step, so derivatives of an
    /// order above 1 must be zero.
    pub fn set_input_derivatives(&mut self, references: &[u32], orders: &[i32], values: &[f64]) -> Status {
        self.call(Operation::SetInputDerivatives, |instance| {
            for ((&reference, &order), &value) in references.iter().zip(orders).zip(values) {
                instance.check_input_derivative(reference, order, value)?;
            }
            for ((&reference, &order), &value) in references.iter().zip(orders).zip(values) {
                if let (1, Some(input)) = (order, instance.input_index(reference)) {
                    instance.now.ramps[input].slope = value;
                }
            }
            // A start state that is still to be computed takes them along.
            if instance.now.progress.stale != Stale::StartState {
                instance.apply_all_ramps();
            }
            Ok(())
        })
    }

    fn check_input_derivative(&self, reference: u32, order: i32, value: f64) -> Outcome {
        let variable = self.real_variable(reference)?;
        let name = || self.variable_name(reference);
        if variable.causality != Causality::Input || variable.variability != Variability::Continuous {
            return Err(Refusal::error(text!("{} is not a continuous input", name())));
        }
        if order < 1 {
            return Err(Refusal::error(text!("{}: order {order} is refused: it must be at least 1", name())));
        }
        if !value.is_finite() || (order > 1 && value != 0.0) {
            let allowed = if order > 1 { "0, because inputs are linear within a step" } else { "finite" };
            let value = ShortestDecimal(value);
            let problem = text!("derivative of order {order} = {value} is refused: it must be {allowed}");
            return Err(Refusal::error(text!("{}: {problem}", name())));
        }
        Ok(())
    }

    fn input_index(&self, reference: u32) -> Option<usize> {
        self.interface.inputs.iter().position(|input| *input == reference)
    }

    fn apply_all_ramps(&mut self) {
        for (input, ramp) in self.now.ramps.iter().enumerate() {
            self.now.model.set_input_derivative(input, ramp.slope);
        }
    }

    /// Gives the model the derivatives that are not zero: it holds inputs otherwise.
    #[inline]
    pub(super) fn apply_ramps(&mut self) {
        for (input, ramp) in self.now.ramps.iter().enumerate().filter(|(_, ramp)| ramp.slope != 0.0) {
            self.now.model.set_input_derivative(input, ramp.slope);
        }
    }

    /// Time derivatives of outputs at the end of the last step; zero above order 1.
    pub fn get_output_derivatives(&mut self, references: &[u32], orders: &[i32], values: &mut [f64]) -> Status {
        self.call(Operation::GetOutputDerivatives, |instance| {
            if instance.state() == State::IntermediateUpdate {
                instance.check_intermediate(references, false)?;
            }
            for (&reference, &order) in references.iter().zip(orders) {
                instance.check_output_derivative(reference, order)?;
            }
            instance.refresh()?;
            for ((&reference, &order), value) in references.iter().zip(orders).zip(values) {
                let derivative = if order == 1 { instance.now.model.output_derivative(reference) } else { 0.0 };
                if !derivative.is_finite() {
                    return Err(instance.not_finite(reference, derivative));
                }
                *value = derivative;
            }
            Ok(())
        })
    }

    fn check_output_derivative(&self, reference: u32, order: i32) -> Outcome {
        let variable = self.real_variable(reference)?;
        let name = || self.variable_name(reference);
        if variable.causality != Causality::Output || variable.variability != Variability::Continuous {
            return Err(Refusal::error(text!("{} is not a continuous output", name())));
        }
        if order < 1 {
            return Err(Refusal::error(text!("{}: order {order} is refused: it must be at least 1", name())));
        }
        Ok(())
    }
}
