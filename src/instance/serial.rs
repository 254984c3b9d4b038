//! Saved states as bytes, little-endian and the same on every platform:
//!
//! ```text
//! "ACTFMU2S"  version u32  length of GUID u32  GUID  length of payload u64  payload  checksum u64 (FNV-1a of all before)
//! ```
//!
//! Payload: kind, mode, staleness, status of the last step, whether the simulation is yet to begin, ticking clocks (u8 each),
//! time of the last event that ended a step, time, stop time, derivative of each input and its value at the start (f64); then
//! Real values (f64), Integer values (i32) and what the model visits. In Model Exchange how far the importer's integrator is with
//! its step (u8) follows, and unless that is over its beginning and end (f64) and the model at its beginning.

use super::clock::Clocks;
use super::memory::text;
use super::models::AnyActuator;
use super::overlooked::{IntegratorStep, Phase};
use super::state::{InterfaceType, State};
use super::status::{Outcome, Refusal, Status};
use super::{Progress, Snapshot, Stale};
use crate::actuator::StateVisitor;
use configuration_block::fnv1a;

const MAGIC: &[u8; 8] = b"ACTFMU2S";
/// Version of the layout above.
const VERSION: u32 = 7;
/// Magic, version and the two lengths.
const FRAME: usize = 8 + 4 + 4 + 8;
const CHECKSUM: usize = 8;

/// Length with frame and checksum.
pub(super) fn sealed_length(guid: &str, payload: usize) -> usize {
    FRAME + guid.len() + payload + CHECKSUM
}

/// Where the payload goes in storage of the full length.
pub(super) fn payload_of<'a>(target: &'a mut [u8], guid: &str) -> &'a mut [u8] {
    let end = target.len() - CHECKSUM;
    &mut target[FRAME + guid.len()..end]
}

/// Writes everything around a payload.
pub(super) fn seal(target: &mut [u8], guid: &str) {
    let payload = target.len() - sealed_length(guid, 0);
    let mut writer = Writer::new(target);
    writer.bytes(MAGIC);
    writer.bytes(&VERSION.to_le_bytes());
    writer.bytes(&(guid.len() as u32).to_le_bytes());
    writer.bytes(guid.as_bytes());
    writer.bytes(&(payload as u64).to_le_bytes());
    let (body, checksum) = target.split_at_mut(target.len() - CHECKSUM);
    checksum.copy_from_slice(&fnv1a(&[body]).to_le_bytes());
}

/// The payload, if the bytes are whole, unchanged, and of this model.
pub(super) fn open<'a>(bytes: &'a [u8], guid: &str) -> Outcome<&'a [u8]> {
    let refused = |why: &str| Refusal::error(text!("the serialized state is refused: {why}"));
    let mut reader = Reader::new(bytes);
    if reader.bytes(MAGIC.len())? != MAGIC {
        return Err(refused("it does not begin as one written by this library"));
    }
    if reader.number::<4>()? != VERSION.to_le_bytes() {
        return Err(refused("it has another version of the layout"));
    }
    let length = u32::from_le_bytes(reader.number()?) as usize;
    if reader.bytes(length)? != guid.as_bytes() {
        return Err(refused("it is of another FMU or another build of it (the GUID differs)"));
    }
    let length = u64::from_le_bytes(reader.number()?);
    let payload = reader.bytes(usize::try_from(length).unwrap_or(usize::MAX))?;
    let body = &bytes[..bytes.len() - reader.rest.len()];
    if reader.number()? != fnv1a(&[body]).to_le_bytes() || !reader.rest.is_empty() {
        return Err(refused("its checksum or length does not fit; it was changed or is not whole"));
    }
    Ok(payload)
}

/// Writes a payload, or only counts its bytes.
pub(super) struct Writer<'a> {
    target: Option<&'a mut [u8]>,
    length: usize,
}

impl<'a> Writer<'a> {
    /// Into storage that is long enough.
    pub(super) fn new(target: &'a mut [u8]) -> Self {
        Self { target: Some(target), length: 0 }
    }

    /// Counts only.
    pub(super) fn counting() -> Self {
        Self { target: None, length: 0 }
    }

    /// Bytes so far.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    #[inline(never)]
    fn bytes(&mut self, bytes: &[u8]) {
        let end = self.length + bytes.len();
        if let Some(target) = &mut self.target {
            target[self.length..end].copy_from_slice(bytes);
        }
        self.length = end;
    }
}

impl StateVisitor for Writer<'_> {
    fn real(&mut self, value: &mut f64) {
        self.bytes(&value.to_le_bytes());
    }

    fn integer(&mut self, value: &mut i32) {
        self.bytes(&value.to_le_bytes());
    }
}

/// Reads bytes from the front; remembers a shortage, which visitors cannot answer.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
    short: bool,
}

impl<'a> Reader<'a> {
    /// From the first byte.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, short: false }
    }

    fn bytes(&mut self, length: usize) -> Outcome<&'a [u8]> {
        let Some((front, rest)) = self.rest.split_at_checked(length) else {
            self.short = true;
            return Err(Refusal::error("the serialized state is refused: it is not whole"));
        };
        self.rest = rest;
        Ok(front)
    }

    fn number<const N: usize>(&mut self) -> Outcome<[u8; N]> {
        let mut number = [0; N];
        number.copy_from_slice(self.bytes(N)?);
        Ok(number)
    }

    fn byte(&mut self) -> Outcome<u8> {
        Ok(self.number::<1>()?[0])
    }

    fn finish(&self) -> Outcome {
        if self.short || !self.rest.is_empty() {
            return Err(Refusal::error("the serialized state is refused: it holds other values than this model has"));
        }
        Ok(())
    }
}

impl StateVisitor for Reader<'_> {
    fn real(&mut self, value: &mut f64) {
        if let Ok(bytes) = self.number() {
            *value = f64::from_le_bytes(bytes);
        }
    }

    fn integer(&mut self, value: &mut i32) {
        if let Ok(bytes) = self.number() {
            *value = i32::from_le_bytes(bytes);
        }
    }
}

/// Writes a snapshot; it is not changed.
pub(super) fn write(writer: &mut Writer, snapshot: &mut Snapshot) {
    let Progress { kind, state, stale, beginning, last_step, clocks, event_time, time, stop } = snapshot.progress;
    let beginning = u8::from(beginning);
    writer.bytes(&[kind as u8, state as u8, stale as u8, last_step as u8, beginning, clocks.number()]);
    writer.bytes(&event_time.to_le_bytes());
    writer.bytes(&time.to_le_bytes());
    writer.bytes(&stop.to_le_bytes());
    visit_values(writer, snapshot);
    if let Some([step]) = snapshot.step.as_deref_mut() {
        writer.bytes(&[step.phase as u8]);
        visit_step(writer, step);
    }
}

/// Reads a snapshot over an existing one of the same model, which is to be thrown away on refusal.
pub(super) fn read(reader: &mut Reader, snapshot: &mut Snapshot) -> Outcome {
    snapshot.progress = read_progress(reader, snapshot.progress.kind)?;
    visit_values(reader, snapshot);
    if let Some([step]) = snapshot.step.as_deref_mut() {
        step.phase = Phase::from_number(reader.byte()?).ok_or_else(unknown_mode)?;
        visit_step(reader, step);
        step.reached = step.end;
    }
    reader.finish()
}

/// For readers and writers alike.
#[inline(never)]
fn visit_values(visitor: &mut dyn StateVisitor, snapshot: &mut Snapshot) {
    let Snapshot { ramps, model, .. } = snapshot;
    ramps.iter_mut().flat_map(|ramp| [&mut ramp.slope, &mut ramp.at_start]).for_each(|value| visitor.real(value));
    visit_model(visitor, model.as_mut());
}

#[inline(never)]
fn visit_model(visitor: &mut dyn StateVisitor, model: &mut dyn AnyActuator) {
    model.reals_mut().iter_mut().for_each(|value| visitor.real(value));
    model.integers_mut().iter_mut().for_each(|value| visitor.integer(value));
    model.visit_state(visitor);
}

/// The beginning of a step that is over counts no longer.
#[inline(never)]
fn visit_step(visitor: &mut dyn StateVisitor, step: &mut IntegratorStep) {
    if step.phase != Phase::Over {
        visitor.real(&mut step.time);
        visitor.real(&mut step.end);
        visit_model(visitor, step.start.as_mut());
    }
}

fn unknown_mode() -> Refusal {
    Refusal::error("the serialized state is refused: it names a mode that does not exist")
}

fn read_progress(reader: &mut Reader, kind: InterfaceType) -> Outcome<Progress> {
    if reader.byte()? != kind as u8 {
        let what =
            "the serialized state is refused: it is of the other interface kind (Model Exchange or Co-Simulation)";
        return Err(Refusal::error(what));
    }
    let state = State::ALL
        .get(usize::from(reader.byte()?))
        .copied()
        .filter(|state| state.exists_for(kind) && !matches!(state, State::Fatal | State::IntermediateUpdate));
    let stale = [Stale::Nothing, Stale::Outputs, Stale::StartState].get(usize::from(reader.byte()?)).copied();
    let last_step = Status::from_number(reader.byte()?);
    let beginning = reader.byte()? != 0;
    let clocks = Clocks::from_number(reader.byte()?);
    let event_time = f64::from_le_bytes(reader.number()?);
    let time = f64::from_le_bytes(reader.number()?);
    let stop = f64::from_le_bytes(reader.number()?);
    match (state, stale, last_step, clocks) {
        (Some(state), Some(stale), Some(last_step), Some(clocks)) => {
            Ok(Progress { kind, state, stale, beginning, last_step, clocks, event_time, time, stop })
        }
        _ => Err(unknown_mode()),
    }
}
