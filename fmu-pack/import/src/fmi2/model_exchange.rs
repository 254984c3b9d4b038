//! What Model Exchange adds to an instance.

use super::instance::Instance;
use super::types::{Boolean, Directional, EventInfo, GetNumbers, NewDiscreteStates, Plain, SetNumbers, SetTime};
use crate::library::symbols::{optional, required};
use crate::library::{DiscreteStates, Error, Reference};

/// The functions of Model Exchange that the packer calls.
pub(super) struct Functions {
    enter_event_mode: Plain,
    new_discrete_states: NewDiscreteStates,
    enter_continuous_time_mode: Plain,
    set_time: SetTime,
    set_continuous_states: SetNumbers,
    get_continuous_states: GetNumbers,
    get_derivatives: GetNumbers,
    get_nominals: GetNumbers,
    directional_derivative: Option<Directional>,
}

impl Functions {
    pub(super) fn of(library: &libloading::Library) -> Result<Self, Error> {
        // SAFETY: each type is the standard's signature of the function that it is asked for by name.
        unsafe {
            Ok(Self {
                enter_event_mode: required(library, "fmi2EnterEventMode")?,
                new_discrete_states: required(library, "fmi2NewDiscreteStates")?,
                enter_continuous_time_mode: required(library, "fmi2EnterContinuousTimeMode")?,
                set_time: required(library, "fmi2SetTime")?,
                set_continuous_states: required(library, "fmi2SetContinuousStates")?,
                get_continuous_states: required(library, "fmi2GetContinuousStates")?,
                get_derivatives: required(library, "fmi2GetDerivatives")?,
                get_nominals: required(library, "fmi2GetNominalsOfContinuousStates")?,
                directional_derivative: optional(library, "fmi2GetDirectionalDerivative"),
            })
        }
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

    /// `fmi2EnterContinuousTimeMode`.
    pub(crate) fn enter_continuous_time_mode(&mut self) -> Result<(), Error> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.functions()?.enter_continuous_time_mode)(self.component) };
        self.judge("fmi2EnterContinuousTimeMode", status)
    }

    /// `fmi2SetTime`.
    pub(crate) fn set_time(&mut self, time: f64) -> Result<(), Error> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.functions()?.set_time)(self.component, time) };
        self.judge("fmi2SetTime", status)
    }

    /// `fmi2SetContinuousStates`.
    pub(crate) fn set_continuous_states(&mut self, states: &[f64]) -> Result<(), Error> {
        // SAFETY: the array holds as many elements as are said.
        let status =
            unsafe { (self.functions()?.set_continuous_states)(self.component, states.as_ptr(), states.len()) };
        self.judge("fmi2SetContinuousStates", status)
    }

    /// `fmi2GetContinuousStates`.
    pub(crate) fn get_continuous_states(&self, states: &mut [f64]) -> Result<(), Error> {
        self.get_numbers("fmi2GetContinuousStates", self.functions()?.get_continuous_states, states)
    }

    /// `fmi2GetDerivatives`.
    pub(crate) fn get_derivatives(&self, derivatives: &mut [f64]) -> Result<(), Error> {
        self.get_numbers("fmi2GetDerivatives", self.functions()?.get_derivatives, derivatives)
    }

    /// `fmi2GetNominalsOfContinuousStates`.
    pub(crate) fn get_nominals(&self, nominals: &mut [f64]) -> Result<(), Error> {
        self.get_numbers("fmi2GetNominalsOfContinuousStates", self.functions()?.get_nominals, nominals)
    }

    fn get_numbers(&self, name: &'static str, function: GetNumbers, numbers: &mut [f64]) -> Result<(), Error> {
        // SAFETY: the function is of this library, and the array has room for as many numbers as are said.
        let status = unsafe { function(self.component, numbers.as_mut_ptr(), numbers.len()) };
        self.judge(name, status)
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
