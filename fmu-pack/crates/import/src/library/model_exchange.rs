//! One Model Exchange instance of a loaded library.

use super::continuous_time::ContinuousTime;
use super::{DiscreteStates, Error, Identity, Instance, Library, Reference};
use crate::{fmi2, fmi3};

/// An instance whose states the importer integrates, or only looks at.
pub struct ModelExchange<'library>(Instance<'library>);

impl<'library> ModelExchange<'library> {
    /// A new instance for Model Exchange.
    pub fn new(library: &'library Library, identity: &Identity<'_>) -> Result<Self, Error> {
        Ok(Self(match library {
            Library::Fmi2(library) => Instance::Fmi2(fmi2::Instance::for_model_exchange(library, identity)?),
            Library::Fmi3(library) => Instance::Fmi3(fmi3::Instance::for_model_exchange(library, identity)?),
        }))
    }

    /// What it has in common with one for Co-Simulation: variables, initialization, messages.
    pub fn instance(&mut self) -> &mut Instance<'library> {
        &mut self.0
    }

    fn continuous_time(&self) -> &dyn ContinuousTime {
        match &self.0 {
            Instance::Fmi2(instance) => instance,
            Instance::Fmi3(instance) => instance,
        }
    }

    /// From continuous-time mode to event mode.
    pub fn enter_event_mode(&mut self) -> Result<(), Error> {
        match &mut self.0 {
            Instance::Fmi2(instance) => instance.enter_event_mode(),
            Instance::Fmi3(instance) => instance.enter_event_mode(),
        }
    }

    /// The end of one pass of the event iteration.
    pub fn update_discrete_states(&mut self) -> Result<DiscreteStates, Error> {
        match &mut self.0 {
            Instance::Fmi2(instance) => instance.new_discrete_states(),
            Instance::Fmi3(instance) => instance.update_discrete_states(),
        }
    }

    /// From event mode to continuous-time mode.
    pub fn enter_continuous_time_mode(&mut self) -> Result<(), Error> {
        self.continuous_time().enter_continuous_time_mode()
    }

    /// Sets the time, in s.
    pub fn set_time(&mut self, time: f64) -> Result<(), Error> {
        self.continuous_time().set_time(time)
    }

    /// Sets the continuous states, in continuous-time mode.
    pub fn set_continuous_states(&mut self, states: &[f64]) -> Result<(), Error> {
        self.continuous_time().set_continuous_states(states)
    }

    /// The continuous states.
    pub fn get_continuous_states(&self, states: &mut [f64]) -> Result<(), Error> {
        self.continuous_time().get_continuous_states(states)
    }

    /// Their time derivatives.
    pub fn get_derivatives(&self, derivatives: &mut [f64]) -> Result<(), Error> {
        self.continuous_time().get_derivatives(derivatives)
    }

    /// Typical sizes of the continuous states.
    pub fn get_nominals(&self, nominals: &mut [f64]) -> Result<(), Error> {
        self.continuous_time().get_nominals(nominals)
    }

    /// Changes of scalar unknowns for a seed of scalar knowns.
    pub fn directional_derivative(
        &self,
        unknowns: &[Reference],
        knowns: &[Reference],
        seed: &[f64],
        changes: &mut [f64],
    ) -> Result<(), Error> {
        match &self.0 {
            Instance::Fmi2(instance) => instance.directional_derivative(unknowns, knowns, seed, changes),
            Instance::Fmi3(instance) => instance.directional_derivative(unknowns, knowns, seed, changes),
        }
    }
}
