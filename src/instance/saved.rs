//! Saved states of an instance.

use super::memory::text;
use super::models::AnyActuator;
use super::overlooked::Phase;
use super::serial::{self, Reader, Writer};
use super::state::{InterfaceType, Operation, State};
use super::status::{Outcome, Refusal, Status};
use super::{Instance, Snapshot, Stale};
use crate::interface::{Causality, Interface};

/// Everything that an instance needs to continue with the same bits; its own storage, independent of the instance.
pub struct SavedState {
    interface: &'static Interface,
    snapshot: Snapshot,
}

impl Instance {
    /// Saves the present state, into existing storage if there is some.
    pub fn save_state(&mut self, existing: Option<&mut SavedState>, created: &mut Option<SavedState>) -> Status {
        self.call(Operation::SaveState, |instance| match existing {
            None => {
                *created = Some(instance.saved(instance.now.copy()?));
                Ok(())
            }
            Some(saved) => {
                instance.check_origin(saved)?;
                if saved.snapshot.assign(&instance.now) { Ok(()) } else { Err(instance.foreign(saved)) }
            }
        })
    }

    fn saved(&self, snapshot: Snapshot) -> SavedState {
        SavedState { interface: self.interface, snapshot }
    }

    /// Continues from a saved state.
    pub fn restore_state(&mut self, saved: &SavedState) -> Status {
        self.call(Operation::RestoreState, |instance| {
            instance.check_origin(saved)?;
            instance.check_mode(saved)?;
            if instance.now.assign(&saved.snapshot) { Ok(()) } else { Err(instance.foreign(saved)) }
        })
    }

    /// Asks whether a saved state may be freed now.
    pub fn free_saved_state(&mut self) -> Status {
        self.call(Operation::FreeSavedState, |_| Ok(()))
    }

    /// Length of a saved state as bytes.
    #[inline(never)]
    pub fn serialized_size(&mut self, saved: &mut SavedState, size: &mut usize) -> Status {
        self.call(Operation::SerializedSize, |instance| {
            instance.check_origin(saved)?;
            *size = saved.size();
            Ok(())
        })
    }

    /// Writes a saved state to bytes, which must be as many as its length or more.
    #[inline(never)]
    pub fn serialize(&mut self, saved: &mut SavedState, bytes: &mut [u8]) -> Status {
        self.call(Operation::SerializeState, |instance| {
            instance.check_origin(saved)?;
            let size = saved.size();
            let given = bytes.len();
            let target = bytes.get_mut(..size).ok_or_else(|| {
                Refusal::error(text!("size = {given} is refused: the saved state needs {size} bytes"))
            })?;
            saved.write(target);
            Ok(())
        })
    }

    /// Makes a saved state from bytes; the instance stays as it is.
    #[inline(never)]
    pub fn deserialize(&mut self, bytes: &[u8], created: &mut Option<SavedState>) -> Status {
        self.call(Operation::DeserializeState, |instance| {
            let payload = serial::open(bytes, instance.interface.guid)?;
            let mut saved = instance.saved(instance.now.copy()?);
            serial::read(&mut Reader::new(payload), &mut saved.snapshot)?;
            saved.check_values()?;
            instance.check_mode(&saved)?;
            *created = Some(saved);
            Ok(())
        })
    }

    /// An instance for Co-Simulation may have no event mode.
    fn check_mode(&self, saved: &SavedState) -> Outcome {
        if saved.snapshot.progress.state == State::EventMode && !self.has_event_mode() {
            return Err(Refusal::error("the saved state is in event mode, which this instance does not use"));
        }
        Ok(())
    }

    fn check_origin(&self, saved: &SavedState) -> Outcome {
        if saved.interface.guid == self.interface.guid && saved.kind() == self.kind() {
            Ok(())
        } else {
            Err(self.foreign(saved))
        }
    }

    #[cold]
    fn foreign(&self, saved: &SavedState) -> Refusal {
        Refusal::error(text!(
            "the saved state is of {} ({:?}), this instance of {} ({:?})",
            saved.interface.identifier,
            saved.kind(),
            self.interface.identifier,
            self.kind()
        ))
    }
}

impl SavedState {
    fn kind(&self) -> InterfaceType {
        self.snapshot.progress.kind
    }

    /// A checksum shows what happened by chance; what was changed on purpose must not reach the equations either.
    fn check_values(&self) -> Outcome {
        let Snapshot { progress, ramps, model, step } = &self.snapshot;
        // What a discarded step left, also once it was terminated.
        let failed = matches!(progress.state, State::StepFailed | State::Terminated | State::Error);
        let is_settled = progress.stale != Stale::StartState;
        let begun = step.as_deref().filter(|[step]| step.phase != Phase::Over);
        let models = self.is_possible(model.as_ref(), failed, is_settled)
            && begun.is_none_or(|[step]| self.is_possible(step.start.as_ref(), false, is_settled));
        let times = step.iter().flat_map(|step| [step[0].time, step[0].end]);
        let remembered = ramps.iter().flat_map(|ramp| [ramp.slope, ramp.at_start]).chain(times);
        let numbers = remembered.chain([progress.time]).all(|number| number.is_finite());
        if models && numbers && progress.is_possible() {
            return Ok(());
        }
        Err(Refusal::error("the serialized state is refused: it holds values that no instance can have"))
    }

    /// Whether an instance can have a model with these values, whose start state is settled or not.
    fn is_possible(&self, model: &dyn AnyActuator, failed: bool, is_settled: bool) -> bool {
        let interface = self.interface;
        let reals = interface.reals.iter().zip(model.reals()).all(|(variable, &value)| match variable.causality {
            Causality::Parameter => variable.allows(value),
            // A line may have led an input out of its range.
            Causality::Input => failed || value.is_finite(),
            Causality::CalculatedParameter | Causality::Output | Causality::Local => true,
        });
        let integers = interface
            .integers
            .iter()
            .zip(model.integers())
            .all(|(variable, value)| variable.causality != Causality::Parameter || variable.allows(*value));
        let states = failed || model.states().iter().all(|state| state.is_finite());
        reals && integers && states && (!is_settled || model.check().is_ok())
    }

    fn size(&mut self) -> usize {
        let mut counter = Writer::counting();
        serial::write(&mut counter, &mut self.snapshot);
        serial::sealed_length(self.interface.guid, counter.length())
    }

    fn write(&mut self, target: &mut [u8]) {
        let payload = serial::payload_of(target, self.interface.guid);
        serial::write(&mut Writer::new(payload), &mut self.snapshot);
        serial::seal(target, self.interface.guid);
    }
}
