//! Reading and writing variables by value reference.

use super::access::Touched;
use super::memory::{OutOfMemory, Text, list, text};
use super::shortest_decimal::ShortestDecimal;
use super::state::{Operation, State};
use super::status::{Outcome, Refusal, Status};
use super::{Instance, LATE_PARAMETER, Stale};
use crate::actuator::InvalidParameter;
use crate::interface::{Causality, FIRST_INTEGER_REFERENCE};
use std::vec::Vec;

/// Holds whatever the method is.
const OF_A_SIZE: &str = "parameters, inputs and states must be of a size that the model can represent";

impl Instance {
    /// Reads Real variables.
    pub fn get_real(&mut self, references: &[u32], values: &mut [f64]) -> Status {
        self.call_on(Operation::GetReal, references, |instance| instance.read_reals(references, values))
    }

    /// Reads Real variables where the call is admitted.
    // Measured: a call in its place costs reading ten of them 6 % more instructions.
    #[inline(always)]
    pub(super) fn read_reals(&mut self, references: &[u32], values: &mut [f64]) -> Outcome {
        if self.state() == State::IntermediateUpdate {
            self.check_intermediate(references, false)?;
        }
        let mut computed = false;
        for &reference in references {
            computed |= is_computed(self.real_variable(reference)?.causality);
        }
        self.refresh_if(computed)?;
        let reals = self.now.model.reals();
        for (value, &reference) in values.iter_mut().zip(references) {
            let present = reals[reference as usize];
            if !present.is_finite() {
                return Err(self.not_finite(reference, present));
            }
            *value = present;
        }
        Ok(())
    }

    /// No importer has to cope with a number that is none.
    #[cold]
    pub(super) fn not_finite(&self, reference: u32, value: f64) -> Refusal {
        let (name, value, remedy) = (self.variable_name(reference), ShortestDecimal(value), self.remedy());
        Refusal::discard(text!("{name} = {value} is not finite; {remedy}"))
    }

    /// What to change where a number is none. In Model Exchange steps are the importer's.
    pub(super) fn remedy(&self) -> Text {
        let steps = matches!(self.state(), State::StepComplete | State::StepFailed);
        match self.now.model.diverging_step().filter(|_| steps) {
            Some(InvalidParameter { reference, value, allowed, .. }) => {
                text!("{} = {} {allowed}; otherwise {OF_A_SIZE}", self.variable_name(reference), ShortestDecimal(value))
            }
            None => Text::Borrowed(OF_A_SIZE),
        }
    }

    /// Reads Integer variables, and Enumeration variables where the standard has the same functions for both.
    pub fn get_integer(&mut self, references: &[u32], values: &mut [i32]) -> Status {
        self.call_on(Operation::GetInteger, references, |instance| {
            instance.check_are_integers(references)?;
            instance.read_integers(references, values)
        })
    }

    /// Reads Integer and Enumeration variables, all or none.
    #[inline]
    pub(super) fn read_integers<T: From<i32>>(&mut self, references: &[u32], values: &mut [T]) -> Outcome {
        if self.state() == State::IntermediateUpdate {
            self.check_intermediate(references, false)?;
        }
        let mut computed = false;
        for &reference in references {
            computed |= is_computed(self.integer_variable(reference)?.causality);
        }
        self.refresh_if(computed)?;
        let integers = self.now.model.integers();
        for (value, &reference) in values.iter_mut().zip(references) {
            *value = integers[(reference - FIRST_INTEGER_REFERENCE) as usize].into();
        }
        Ok(())
    }

    #[inline]
    fn check_are_integers(&self, references: &[u32]) -> Outcome {
        if self.calls.types.enumerations_are_integers {
            return Ok(());
        }
        for &reference in references {
            if self.has_integer(reference) && self.integer_variable(reference)?.is_enumeration() {
                return Err(self.unknown(reference, self.calls.types.integer));
            }
        }
        Ok(())
    }

    /// For a type of which no model has a variable, by its name: only an empty list is fine.
    pub fn access_absent_type(&mut self, operation: Operation, wanted: &str, references: &[u32]) -> Status {
        self.call(operation, |instance| match references.first() {
            Some(reference) => Err(instance.unknown(*reference, wanted)),
            None => Ok(()),
        })
    }

    /// Sets Real variables, all or none.
    pub fn set_real(&mut self, references: &[u32], values: &[f64]) -> Status {
        self.call(Operation::SetReal, |instance| {
            let touched = instance.check_reals(references, values)?;
            if instance.state() == State::IntermediateUpdate {
                instance.check_intermediate(references, true)?;
                instance.write_reals(references, values);
                return Ok(());
            }
            instance.warn_if_late(Operation::SetReal, touched);
            let before = instance.values_to_restore(touched, references, |instance, reference| {
                instance.now.model.reals()[reference as usize]
            })?;
            instance.write_reals(references, values);
            instance.take_over(touched).inspect_err(|_| instance.write_reals(references, &before))?;
            instance.hold_inputs(touched, references);
            Ok(())
        })
    }

    /// Sets Integer variables, and Enumeration variables where the standard has the same functions for both, all or none.
    pub fn set_integer(&mut self, references: &[u32], values: &[i32]) -> Status {
        match self.check_are_integers(references) {
            Ok(()) => self.set_integers_by(Operation::SetInteger, references, values),
            Err(refusal) => self.call(Operation::SetInteger, |_| Err(refusal)),
        }
    }

    pub(super) fn set_integers_by(&mut self, operation: Operation, references: &[u32], values: &[i32]) -> Status {
        self.call(operation, |instance| {
            let touched = instance.check_integers(references, values)?;
            instance.warn_if_late(operation, touched);
            let before = instance.values_to_restore(touched, references, |instance, reference| {
                instance.now.model.integers()[(reference - FIRST_INTEGER_REFERENCE) as usize]
            })?;
            instance.write_integers(references, values);
            // Nothing is to be held: all inputs are Real.
            instance.take_over(touched).inspect_err(|_| instance.write_integers(references, &before))
        })
    }

    #[inline]
    fn warn_if_late(&mut self, operation: Operation, touched: Touched) {
        if let Some(reference) = touched.late() {
            self.warn_of_late_parameter(operation, reference);
        }
    }

    /// One warning for all parameters: an importer that sets one too late sets all of them too late.
    #[cold]
    fn warn_of_late_parameter(&mut self, operation: Operation, reference: u32) {
        self.warn_once(LATE_PARAMETER, operation, |instance| {
            let name = instance.variable_name(reference);
            text!(
                "setting the parameter {name} after initialization is tolerated until the first step or event; the \
                 start state is computed anew"
            )
        });
    }

    /// Only tunable parameters can be refused after they were written, so only then values are kept.
    fn values_to_restore<T>(
        &self,
        touched: Touched,
        references: &[u32],
        value: impl Fn(&Self, u32) -> T,
    ) -> Result<Vec<T>, OutOfMemory> {
        if touched.has(Touched::PARAMETERS) && !self.sets_start_state(touched) {
            list(references.iter().map(|&reference| value(self, reference)))
        } else {
            Ok(Vec::new())
        }
    }

    #[inline]
    fn write_reals(&mut self, references: &[u32], values: &[f64]) {
        let reals = self.now.model.reals_mut();
        for (&reference, &value) in references.iter().zip(values) {
            reals[reference as usize] = value;
        }
    }

    fn write_integers(&mut self, references: &[u32], values: &[i32]) {
        let integers = self.now.model.integers_mut();
        for (&reference, &value) in references.iter().zip(values) {
            integers[(reference - FIRST_INTEGER_REFERENCE) as usize] = value;
        }
    }

    /// Has the model take over written parameters; refused ones must be written back.
    #[inline(never)]
    fn take_over(&mut self, touched: Touched) -> Outcome {
        if self.sets_start_state(touched) {
            self.now.progress.stale = Stale::StartState;
            return Ok(());
        }
        if touched.has(Touched::PARAMETERS) {
            self.check_parameters()?;
            self.now.model.configure();
            self.now.progress.stale = Stale::Outputs;
        }
        Ok(())
    }

    /// Whether what was written belongs to the start state, which is checked and computed as a whole when it is needed.
    #[inline]
    fn sets_start_state(&self, touched: Touched) -> bool {
        let parameters = touched.has(Touched::PARAMETERS);
        if self.state().precedes_simulation() {
            return parameters || touched.has(Touched::INPUTS);
        }
        parameters && (touched.late().is_some() || self.now.progress.stale == Stale::StartState)
    }

    /// Written inputs hold from now on; the derivatives of the others stay.
    #[inline]
    fn hold_inputs(&mut self, touched: Touched, references: &[u32]) {
        if !touched.has(Touched::INPUTS) {
            return;
        }
        let now = &mut self.now;
        if now.ramps.iter().any(|ramp| ramp.slope != 0.0) {
            for (ramp, input) in now.ramps.iter_mut().zip(self.interface.inputs) {
                if references.contains(input) {
                    ramp.slope = 0.0;
                }
            }
        }
        if !now.progress.state.precedes_simulation() {
            now.model.inputs_changed();
            // A start state that is still to be computed stays so.
            now.progress.stale = now.progress.stale.max(Stale::Outputs);
            self.apply_ramps();
        }
    }

    #[inline]
    fn refresh_if(&mut self, computed: bool) -> Outcome {
        if computed && self.now.progress.stale != Stale::Nothing { self.refresh() } else { Ok(()) }
    }
}

pub(super) const fn is_computed(causality: Causality) -> bool {
    !matches!(causality, Causality::Parameter | Causality::Input)
}
