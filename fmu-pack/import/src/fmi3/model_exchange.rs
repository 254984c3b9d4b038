//! What Model Exchange adds to an instance.

use super::instance::Instance;
use super::types::{Directional, GetNumbers, Plain, SetNumbers, SetTime};
use crate::library::symbols::required;
use crate::library::{Error, Reference};

/// The functions of Model Exchange that the packer calls.
pub(super) struct Functions {
    enter_continuous_time_mode: Plain,
    set_time: SetTime,
    set_continuous_states: SetNumbers,
    get_continuous_states: GetNumbers,
    get_derivatives: GetNumbers,
    get_nominals: GetNumbers,
    directional_derivative: Directional,
}

impl Functions {
    pub(super) fn of(library: &libloading::Library) -> Result<Self, Error> {
        // SAFETY: each type is the standard's signature of the function that it is asked for by name.
        unsafe {
            Ok(Self {
                enter_continuous_time_mode: required(library, "fmi3EnterContinuousTimeMode")?,
                set_time: required(library, "fmi3SetTime")?,
                set_continuous_states: required(library, "fmi3SetContinuousStates")?,
                get_continuous_states: required(library, "fmi3GetContinuousStates")?,
                get_derivatives: required(library, "fmi3GetContinuousStateDerivatives")?,
                get_nominals: required(library, "fmi3GetNominalsOfContinuousStates")?,
                directional_derivative: required(library, "fmi3GetDirectionalDerivative")?,
            })
        }
    }
}

impl Instance<'_> {
    fn functions(&self) -> &Functions {
        &self.library().functions.model_exchange
    }

    /// `fmi3EnterContinuousTimeMode`.
    pub(crate) fn enter_continuous_time_mode(&mut self) -> Result<(), Error> {
        // SAFETY: the instance is alive.
        let status = unsafe { (self.functions().enter_continuous_time_mode)(self.handle) };
        self.judge("fmi3EnterContinuousTimeMode", status)
    }

    /// `fmi3SetTime`.
    pub(crate) fn set_time(&mut self, time: f64) -> Result<(), Error> {
        // SAFETY: the instance is alive.
        let status = unsafe { (self.functions().set_time)(self.handle, time) };
        self.judge("fmi3SetTime", status)
    }

    /// `fmi3SetContinuousStates`.
    pub(crate) fn set_continuous_states(&mut self, states: &[f64]) -> Result<(), Error> {
        // SAFETY: the array holds as many elements as are said.
        let status = unsafe { (self.functions().set_continuous_states)(self.handle, states.as_ptr(), states.len()) };
        self.judge("fmi3SetContinuousStates", status)
    }

    /// `fmi3GetContinuousStates`.
    pub(crate) fn get_continuous_states(&self, states: &mut [f64]) -> Result<(), Error> {
        self.get_numbers("fmi3GetContinuousStates", self.functions().get_continuous_states, states)
    }

    /// `fmi3GetContinuousStateDerivatives`.
    pub(crate) fn get_derivatives(&self, derivatives: &mut [f64]) -> Result<(), Error> {
        self.get_numbers("fmi3GetContinuousStateDerivatives", self.functions().get_derivatives, derivatives)
    }

    /// `fmi3GetNominalsOfContinuousStates`.
    pub(crate) fn get_nominals(&self, nominals: &mut [f64]) -> Result<(), Error> {
        self.get_numbers("fmi3GetNominalsOfContinuousStates", self.functions().get_nominals, nominals)
    }

    fn get_numbers(&self, name: &'static str, function: GetNumbers, numbers: &mut [f64]) -> Result<(), Error> {
        // SAFETY: the function is of this library, and the array has room for as many numbers as are said.
        let status = unsafe { function(self.handle, numbers.as_mut_ptr(), numbers.len()) };
        self.judge(name, status)
    }

    /// `fmi3GetDirectionalDerivative` of scalars, a seed per known and a change per unknown.
    pub(crate) fn directional_derivative(
        &self,
        unknowns: &[Reference],
        knowns: &[Reference],
        seed: &[f64],
        changes: &mut [f64],
    ) -> Result<(), Error> {
        assert!(unknowns.len() == changes.len() && knowns.len() == seed.len(), "a number per variable");
        // SAFETY: the arrays have the lengths that are said, as was just asserted.
        let status = unsafe {
            (self.functions().directional_derivative)(
                self.handle,
                unknowns.as_ptr(),
                unknowns.len(),
                knowns.as_ptr(),
                knowns.len(),
                seed.as_ptr(),
                seed.len(),
                changes.as_mut_ptr(),
                changes.len(),
            )
        };
        self.judge("fmi3GetDirectionalDerivative", status)
    }
}
