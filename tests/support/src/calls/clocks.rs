//! What FMI 3.0 has beyond FMI 2.0 outside of steps: clocks, numbers of states and event indicators.

use super::actor::{Actor, OK, Verdict, expect};
use super::player::Player;
use super::table::Call;
use actuator_fmu::fmi3::*;
use std::ptr::null_mut;

/// Value references of the clocks, as modelDescription.xml says.
const CLOCKS: std::ops::Range<u32> = 8193..8196;

impl Player<'_> {
    pub fn evaluate_discrete_states(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let call = Call::EvaluateDiscreteStates;
        let expected = expect(actor.is_legal(call));
        // SAFETY: the handle is valid.
        actor.attempt(call, expected, |port| unsafe { fmi3EvaluateDiscreteStates(port.handle) })
    }

    /// All clocks are outputs.
    pub fn access_clocks(&mut self, actor: &mut Actor, call: Call) -> Verdict<i32> {
        let mut references: Vec<u32> =
            (0..self.random.below(4)).map(|_| self.random.pick(&[8193, 8194, 8195])).collect();
        if self.random.one_in(10) {
            references.push(self.random.pick(&[0, 8192, 8196, u32::MAX]));
        }
        let known = references.iter().all(|reference| CLOCKS.contains(reference));
        let fits = if call == Call::GetClock { known } else { references.is_empty() };
        let mut ticks = vec![9_u8; references.len()];
        let status = actor.attempt(call, expect(actor.is_legal(call) && fits), |port| {
            // SAFETY: handle and arrays are valid.
            unsafe {
                match call {
                    Call::GetClock => {
                        fmi3GetClock(port.handle, references.as_ptr(), references.len(), ticks.as_mut_ptr())
                    }
                    _ => fmi3SetClock(port.handle, references.as_ptr(), references.len(), ticks.as_ptr()),
                }
            }
        })?;
        if call == Call::GetClock && status == OK && ticks.iter().any(|&tick| tick > 1) {
            return Err(format!("clocks tick {ticks:?}"));
        }
        Ok(status)
    }

    pub fn get_count(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let (states, missing) = (self.random.one_in(2), self.random.one_in(20));
        let right = if states { layout.interface.states.len() } else { layout.event_indicators };
        let mut count = usize::MAX;
        let status = actor.attempt(Call::GetCount, expect(actor.is_legal(Call::GetCount) && !missing), |port| {
            let place = if missing { null_mut() } else { &raw mut count };
            // SAFETY: handle and pointer are valid, or the pointer is null.
            unsafe {
                match states {
                    true => fmi3GetNumberOfContinuousStates(port.handle, place),
                    false => fmi3GetNumberOfEventIndicators(port.handle, place),
                }
            }
        })?;
        if status == OK && count != right { Err(format!("{count} where {right} are")) } else { Ok(status) }
    }
}
