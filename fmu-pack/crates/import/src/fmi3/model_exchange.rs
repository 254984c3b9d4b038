//! What Model Exchange adds to an instance.

use super::instance::Instance;
use super::types::{Directional, Handle, RawStatus};
use crate::library::continuous_time::{self, ContinuousTime, Names};
use crate::library::symbols::required;
use crate::library::{Error, Reference};

const NAMES: Names = Names {
    enter_continuous_time_mode: "fmi3EnterContinuousTimeMode",
    set_time: "fmi3SetTime",
    set_continuous_states: "fmi3SetContinuousStates",
    get_continuous_states: "fmi3GetContinuousStates",
    get_derivatives: "fmi3GetContinuousStateDerivatives",
    get_nominals: "fmi3GetNominalsOfContinuousStates",
};

/// The functions of Model Exchange that the packer calls.
pub(super) struct Functions {
    continuous_time: continuous_time::Functions,
    directional_derivative: Directional,
}

impl Functions {
    pub(super) fn of(library: &crate::library::symbols::Library) -> Result<Self, Error> {
        // SAFETY: each type is the standard's signature of the function that it is asked for by name.
        unsafe {
            Ok(Self {
                continuous_time: continuous_time::Functions::of(library, &NAMES)?,
                directional_derivative: required(library, "fmi3GetDirectionalDerivative")?,
            })
        }
    }
}

// SAFETY: an instance keeps its library, and its handle lives as long as it does.
unsafe impl ContinuousTime for Instance<'_> {
    fn continuous_time(&self) -> Result<(&continuous_time::Functions, Handle), Error> {
        Ok((&self.functions().continuous_time, self.handle))
    }

    fn judge(&self, function: &'static str, status: RawStatus) -> Result<(), Error> {
        Instance::judge(self, function, status)
    }
}

impl Instance<'_> {
    fn functions(&self) -> &Functions {
        &self.library().functions.model_exchange
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
