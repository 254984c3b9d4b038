//! Model Exchange.

use super::actor::{Actor, DISCARD, ERROR, Expected, Verdict, expect};
use super::player::Player;
use super::table::{Call, Mode};
use actuator_fmu::fmi2::fmi2EventInfo;
use actuator_fmu::fmi3::fmi3EnterStepMode;

const NOTHING: fmi2EventInfo = fmi2EventInfo {
    newDiscreteStatesNeeded: -1,
    terminateSimulation: -1,
    nominalsOfContinuousStatesChanged: -1,
    valuesOfContinuousStatesChanged: -1,
    nextEventTimeDefined: -1,
    nextEventTime: f64::NAN,
};

impl Player<'_> {
    pub fn change_mode(&mut self, actor: &mut Actor, call: Call) -> Verdict<i32> {
        let to_event = call == Call::EnterEventMode;
        let fits = to_event || !actor.memory.beginning || self.fits_together(actor)?;
        let expected = expect(actor.is_legal(call) && fits);
        let status = actor.attempt(call, expected, |handle| {
            // SAFETY: the handle is valid.
            unsafe {
                match call {
                    Call::EnterEventMode => handle.enter_event_mode(),
                    Call::EnterStepMode => fmi3EnterStepMode(handle.handle),
                    _ => handle.enter_continuous_time_mode(),
                }
            }
        })?;
        if expected == Expected::Done {
            actor.memory.mode = match call {
                Call::EnterEventMode => Mode::Event,
                Call::EnterStepMode => Mode::Step,
                _ => Mode::Continuous,
            };
            actor.memory.beginning &= to_event;
        }
        Ok(status)
    }

    /// Whether late parameters let the simulation begin; mostly repairs those that do not.
    pub fn fits_together(&mut self, actor: &mut Actor) -> Verdict<bool> {
        let layout = &self.layouts[actor.model];
        let at_beginning = actor.memory.beginning && matches!(actor.mode(), Mode::Event | Mode::Step);
        if at_beginning && !actor.can_compute(layout) && !self.random.one_in(3) {
            self.repair(actor)?;
        }
        Ok(actor.can_compute(layout))
    }

    pub fn new_discrete_states(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let fits = self.fits_together(actor)?;
        let legal = actor.is_legal(Call::NewDiscreteStates) && fits;
        let expected = if legal { Expected::Open } else { Expected::Refused };
        let mut info = NOTHING;
        let status = actor.attempt(Call::NewDiscreteStates, expected, |handle| {
            // SAFETY: handle and pointer are valid.
            unsafe { handle.update_discrete_states(&mut info) }
        })?;
        actor.memory.beginning &= !legal;
        match (legal, status) {
            (true, ERROR) => actor.memory.mode = Mode::Error,
            (true, 0 | 1) => {
                let iterates = info.newDiscreteStatesNeeded != 0 || info.terminateSimulation != 0;
                if iterates || !info.nextEventTime.is_finite() {
                    return Err(format!("event information {info:?}"));
                }
            }
            (true, _) => return Err(format!("new discrete states: status {status}")),
            _ => {}
        }
        Ok(status)
    }

    pub fn completed_integrator_step(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let expected = expect(actor.is_legal(Call::CompletedIntegratorStep));
        let (mut event, mut terminate) = (-1, -1);
        actor.attempt(Call::CompletedIntegratorStep, expected, |handle| {
            // SAFETY: handle and pointers are valid.
            unsafe { handle.completed_integrator_step(&mut event, &mut terminate) }
        })
    }

    pub fn set_time(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let time = match self.random.below(10) {
            0 => self.random.wild(),
            _ => actor.memory.time + self.random.magnitude(-6.0, 0.0),
        };
        let expected = match (actor.is_legal(Call::SetTime), time.is_finite()) {
            (false, _) => Expected::Refused,
            (true, true) => Expected::Done,
            (true, false) => Expected::Discarded,
        };
        // SAFETY: the handle is valid.
        let status = actor.attempt(Call::SetTime, expected, |handle| unsafe { handle.set_time(time) })?;
        if expected == Expected::Done {
            actor.memory.time = time;
        }
        Ok(status)
    }

    /// A length that is now and then wrong.
    fn length(&mut self, right: usize) -> usize {
        if self.random.one_in(20) { self.random.pick(&[0, right - 1, right + 1]) } else { right }
    }

    pub fn set_continuous_states(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let right = layout.interface.states.len();
        let length = self.length(right);
        let mut states = vec![0.0; right];
        // SAFETY: handle and array are valid; where the states cannot be read they stay zero.
        unsafe { actor.port().get_continuous_states(states.as_mut_ptr(), right) };
        states.resize(length, 0.0);
        for (state, variable) in states.iter_mut().zip(layout.interface.states) {
            *state = match self.random.below(200) {
                0 => self.random.wild(),
                1 => 0.0,
                2..60 => *state,
                _ => *state + variable.nominal * self.random.between(-0.1, 0.1),
            };
        }
        let finite = states.iter().all(|state| state.is_finite());
        let fits = length == right && actor.can_compute(layout);
        let expected = match (actor.is_legal(Call::SetContinuousStates), length == right, finite, fits) {
            (true, true, false, _) => Expected::Discarded,
            (true, true, true, true) => Expected::Done,
            _ => Expected::Refused,
        };
        actor.attempt(Call::SetContinuousStates, expected, |handle| {
            // SAFETY: the handle is valid and the array as long as it says.
            unsafe { handle.set_continuous_states(states.as_ptr(), length) }
        })
    }

    /// Derivatives, continuous states, nominal values.
    pub fn get_states(&mut self, actor: &mut Actor, call: Call) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let right = layout.interface.states.len();
        let length = self.length(right);
        let computable = call == Call::GetNominals || actor.can_compute(layout);
        let expected = expect(actor.is_legal(call) && length == right && computable);
        let readable = if expected == Expected::Done { Expected::Readable } else { expected };
        let mut values = vec![f64::NAN; length];
        let status = actor.attempt(call, readable, |handle| {
            // SAFETY: the handle is valid and the array as long as it says.
            unsafe {
                match call {
                    Call::GetDerivatives => handle.get_derivatives(values.as_mut_ptr(), length),
                    Call::GetContinuousStates => handle.get_continuous_states(values.as_mut_ptr(), length),
                    _ => handle.get_nominals(values.as_mut_ptr(), length),
                }
            }
        })?;
        check_finite(call, status, &values)
    }

    pub fn get_event_indicators(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let right = layout.event_indicators;
        let length = self.length(right);
        let call = Call::GetEventIndicators;
        let expected = expect(actor.is_legal(call) && length == right && actor.can_compute(layout));
        let mut values = vec![f64::NAN; length];
        let status = actor.attempt(call, expected, |handle| {
            // SAFETY: the handle is valid and the array as long as it says.
            unsafe { handle.get_event_indicators(values.as_mut_ptr(), length) }
        })?;
        check_finite(call, status, &values)
    }
}

fn check_finite(call: Call, status: i32, values: &[f64]) -> Verdict<i32> {
    if status < DISCARD && values.iter().any(|value| !value.is_finite()) {
        return Err(format!("{call:?} gives {values:?}"));
    }
    Ok(status)
}
