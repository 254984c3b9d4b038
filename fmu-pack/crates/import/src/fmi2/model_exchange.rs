//! What Model Exchange adds to an instance.

use super::instance::Instance;
use super::types::{Boolean, Component, Directional, EventInfo, NewDiscreteStates, Plain, RawStatus};
use crate::library::continuous_time::{self, ContinuousTime, Names};
use crate::library::symbols::{optional, required};
use crate::library::{DiscreteStates, Error, Reference};

const NAMES: Names = Names {
    enter_continuous_time_mode: "fmi2EnterContinuousTimeMode",
    set_time: "fmi2SetTime",
    set_continuous_states: "fmi2SetContinuousStates",
    get_continuous_states: "fmi2GetContinuousStates",
    get_derivatives: "fmi2GetDerivatives",
    get_nominals: "fmi2GetNominalsOfContinuousStates",
};

/// The functions of Model Exchange that the packer calls.
pub(super) struct Functions {
    enter_event_mode: Plain,
    new_discrete_states: NewDiscreteStates,
    continuous_time: continuous_time::Functions,
    directional_derivative: Option<Directional>,
}

impl Functions {
    pub(super) fn of(library: &crate::library::symbols::Library) -> Result<Self, Error> {
        // SAFETY: each type is the standard's signature of the function that it is asked for by name.
        unsafe {
            Ok(Self {
                enter_event_mode: required(library, "fmi2EnterEventMode")?,
                new_discrete_states: required(library, "fmi2NewDiscreteStates")?,
                continuous_time: continuous_time::Functions::of(library, &NAMES)?,
                directional_derivative: optional(library, "fmi2GetDirectionalDerivative"),
            })
        }
    }
}

// SAFETY: an instance keeps its library, and its component lives as long as it does.
unsafe impl ContinuousTime for Instance<'_> {
    fn continuous_time(&self) -> Result<(&continuous_time::Functions, Component), Error> {
        Ok((&self.functions()?.continuous_time, self.component))
    }

    fn judge(&self, function: &'static str, status: RawStatus) -> Result<(), Error> {
        Instance::judge(self, function, status)
    }
}

impl Instance<'_> {
    fn functions(&self) -> Result<&Functions, Error> {
        self.library.model_exchange.as_ref().ok_or(Error::MissingFunction { name: "fmi2SetContinuousStates" })
    }

    /// `fmi2EnterEventMode`.
    pub(crate) fn enter_event_mode(&mut self) -> Result<(), Error> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.functions()?.enter_event_mode)(self.component) };
        self.judge("fmi2EnterEventMode", status)
    }

    /// `fmi2NewDiscreteStates`.
    pub(crate) fn new_discrete_states(&mut self) -> Result<DiscreteStates, Error> {
        let mut info = EventInfo::default();
        // SAFETY: the component is alive, and there is room for the answer.
        let status = unsafe { (self.functions()?.new_discrete_states)(self.component, &mut info) };
        self.judge("fmi2NewDiscreteStates", status)?;
        let is_set = |flag: Boolean| flag != 0;
        Ok(DiscreteStates {
            need_update: is_set(info.new_discrete_states_needed),
            terminate: is_set(info.terminate_simulation),
            next_event_time: is_set(info.next_event_time_defined).then_some(info.next_event_time),
        })
    }

    /// `fmi2GetDirectionalDerivative`, a seed per known and a change per unknown.
    pub(crate) fn directional_derivative(
        &self,
        unknowns: &[Reference],
        knowns: &[Reference],
        seed: &[f64],
        changes: &mut [f64],
    ) -> Result<(), Error> {
        let name = "fmi2GetDirectionalDerivative";
        let function = self.functions()?.directional_derivative.ok_or(Error::MissingFunction { name })?;
        assert!(unknowns.len() == changes.len() && knowns.len() == seed.len(), "a number per variable");
        let (unknown, known) = (unknowns.as_ptr(), knowns.as_ptr());
        // SAFETY: the arrays have the lengths that are said, as was just asserted.
        let status = unsafe {
            function(self.component, unknown, unknowns.len(), known, knowns.len(), seed.as_ptr(), changes.as_mut_ptr())
        };
        self.judge(name, status)
    }
}
