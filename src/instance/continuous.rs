//! Model Exchange: time, continuous states, their derivatives, event indicators and event mode.

use super::clock::Clocks;
use super::log::Watcher;
use super::memory::{Text, text};
use super::shortest_decimal::ShortestDecimal;
use super::state::{Operation, State};
use super::status::{Outcome, Refusal, Status};
use super::{Instance, Stale};
use crate::interface::StateVariable;

/// What event mode decided.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Discretes {
    /// Clocks have ticked: the importer may react, and event mode must iterate once more.
    pub clocks_ticked: bool,
    /// The continuous states were changed.
    pub states_changed: bool,
    /// When the next time event is due [s], if one is known.
    pub next_event_time: Option<f64>,
}

impl Instance {
    /// To event mode. Outputs are from now on those after an event at which a step has ended.
    pub fn enter_event_mode(&mut self) -> Status {
        self.call(Operation::EnterEventMode, |instance| {
            if !instance.has_event_mode() {
                return Err(Refusal::error("eventModeUsed was false when the instance was made"));
            }
            if instance.state() == State::ContinuousTime {
                instance.locate_end_of_integrator_step();
                let elapsed = instance.elapsed_of_integrator_step();
                instance.now.model.end_continuous_time(elapsed);
            }
            instance.outputs_are_stale();
            instance.now.progress.state = State::EventMode;
            Ok(())
        })
    }

    /// Decides the regimes at the present state. They are consistent afterwards: no further iteration is needed but for clocks.
    pub fn update_discrete_states(&mut self, discretes: &mut Discretes) -> Status {
        self.call(Operation::UpdateDiscreteStates, |instance| {
            instance.ensure_start_state()?;
            instance.begin()?;
            instance.make_up_for_overlooked();
            let Self { now, log, .. } = instance;
            let _ = log.take_clocks();
            let update = now.model.update_discrete_states(now.progress.time, &mut Watcher::new(log));
            now.progress.stale = Stale::Outputs;
            now.progress.clocks = log.take_clocks();
            *discretes = Discretes {
                clocks_ticked: now.progress.clocks != Clocks::NONE,
                states_changed: update.states_changed,
                next_event_time: update.next_event_time,
            };
            instance.fail_unless_finite()
        })
    }

    fn fail_unless_finite(&mut self) -> Outcome {
        if self.states_are_finite() {
            return Ok(());
        }
        self.now.progress.state = State::Error;
        self.now.progress.stale = Stale::Nothing;
        Err(Refusal::error("the event gave a state that is not finite; the simulation cannot go on"))
    }

    /// From event to continuous-time mode.
    pub fn enter_continuous_time_mode(&mut self) -> Status {
        self.call(Operation::EnterContinuousTimeMode, |instance| {
            instance.begin()?;
            instance.begin_integration();
            instance.now.model.begin_continuous_time();
            instance.now.progress.state = State::ContinuousTime;
            Ok(())
        })
    }

    /// A step of the importer's integrator is accepted. `enter_event_mode`: whether it ran into or through an event.
    pub fn completed_integrator_step(&mut self, enter_event_mode: &mut bool) -> Status {
        self.call(Operation::CompletedIntegratorStep, |instance| {
            if instance.state() == State::ContinuousTime {
                *enter_event_mode = instance.end_integrator_step();
            }
            Ok(())
        })
    }

    /// Sets the time [s].
    pub fn set_time(&mut self, time: f64) -> Status {
        self.call(Operation::SetTime, |instance| {
            if !time.is_finite() {
                return Err(Refusal::discard(text!("time = {} is refused: it must be finite", ShortestDecimal(time))));
            }
            if core::mem::replace(&mut instance.now.progress.time, time) != time {
                instance.now.model.set_time(time);
            }
            instance.outputs_are_stale();
            Ok(())
        })
    }

    /// Sets the continuous states.
    pub fn set_continuous_states(&mut self, states: &[f64]) -> Status {
        self.call(Operation::SetContinuousStates, |instance| {
            instance.check_states(states)?;
            instance.ensure_start_state()?;
            instance.now.model.set_states(states);
            instance.outputs_are_stale();
            Ok(())
        })
    }

    fn check_states(&self, states: &[f64]) -> Outcome {
        self.check_length("nx", states.len(), self.interface.states.len())?;
        match self.interface.states.iter().zip(states).find(|(_, value)| !value.is_finite()) {
            Some((state, value)) => {
                let name = self.variable_name(state.state);
                Err(Refusal::discard(text!("{name} = {} is refused: it must be finite", ShortestDecimal(*value))))
            }
            None => Ok(()),
        }
    }

    /// Derivatives of the continuous states in the present regime.
    pub fn get_derivatives(&mut self, derivatives: &mut [f64]) -> Status {
        self.call(Operation::GetDerivatives, |instance| {
            instance.check_length("nx", derivatives.len(), instance.interface.states.len())?;
            instance.ensure_start_state()?;
            instance.now.model.derivatives(derivatives);
            instance.check_derivatives(derivatives)
        })
    }

    fn check_derivatives(&self, derivatives: &[f64]) -> Outcome {
        match self.interface.states.iter().zip(derivatives).find(|(_, value)| !value.is_finite()) {
            Some((state, value)) => Err(self.too_large(state, *value)),
            None => Ok(()),
        }
    }

    /// The derivative of a state is beyond what a number can hold. The sentence names the state that is farthest from its nominal
    /// value, as an integrator that diverges has one that is.
    #[cold]
    fn too_large(&self, of: &StateVariable, derivative: f64) -> Refusal {
        let name = self.variable_name(of.derivative);
        let states = self.interface.states.iter().zip(self.now.model.states());
        let farthest = states.max_by(|(a, x), (b, y)| (x.abs() / a.nominal).total_cmp(&(y.abs() / b.nominal)));
        let at = farthest.map_or(Text::default(), |(state, value)| {
            let (value, nominal) = (ShortestDecimal(*value), ShortestDecimal(state.nominal));
            text!(": {} = {value}, with the nominal value {nominal}", self.variable_name(state.state))
        });
        Refusal::discard(text!("{name} is {derivative} at these continuous states{at}"))
    }

    /// Event indicators of the present regime.
    pub fn get_event_indicators(&mut self, indicators: &mut [f64]) -> Status {
        self.call(Operation::GetEventIndicators, |instance| {
            instance.check_length("ni", indicators.len(), instance.now.model.event_indicator_count())?;
            instance.ensure_start_state()?;
            instance.now.model.event_indicators(indicators);
            Ok(())
        })
    }

    /// The continuous states.
    pub fn get_continuous_states(&mut self, states: &mut [f64]) -> Status {
        self.call(Operation::GetContinuousStates, |instance| {
            instance.check_length("nx", states.len(), instance.interface.states.len())?;
            instance.ensure_start_state()?;
            states.copy_from_slice(instance.now.model.states());
            Ok(())
        })
    }

    /// Nominal values of the continuous states.
    pub fn get_nominals(&mut self, nominals: &mut [f64]) -> Status {
        self.call(Operation::GetNominals, |instance| {
            instance.check_length("nx", nominals.len(), instance.interface.states.len())?;
            for (nominal, state) in nominals.iter_mut().zip(instance.interface.states) {
                *nominal = state.nominal;
            }
            Ok(())
        })
    }

    fn check_length(&self, name: &str, given: usize, wanted: usize) -> Outcome {
        if given == wanted { Ok(()) } else { Err(self.wrong_length(name, given, wanted)) }
    }

    #[cold]
    #[inline(never)]
    fn wrong_length(&self, name: &str, given: usize, wanted: usize) -> Refusal {
        Refusal::error(text!("{name} = {given} is refused: {} has {wanted}", self.interface.identifier))
    }

    /// A start state that is still to be computed stays so.
    fn outputs_are_stale(&mut self) {
        self.now.progress.stale = self.now.progress.stale.max(Stale::Outputs);
    }
}
