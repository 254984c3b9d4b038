//! Triggered output clocks: they tick in event mode where something has happened, so that an importer need not compare variables.

use super::Instance;
use super::memory::text;
use super::state::Operation;
use super::status::{Refusal, Status};
use crate::actuator::EventKind;
use crate::interface::FIRST_CLOCK_REFERENCE;

/// A clock, by its number from [`FIRST_CLOCK_REFERENCE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Something that was at rest begins to slip.
    Breakaway = 0,
    /// Something that slipped comes to rest.
    Standstill = 1,
    /// A body meets an end stop.
    EndStopContact = 2,
}

impl Clock {
    const ALL: [Self; 3] = [Self::Breakaway, Self::Standstill, Self::EndStopContact];

    /// The clock that ticks at such an event.
    fn of(kind: EventKind) -> Option<Self> {
        match kind {
            EventKind::Breakaway { .. } => Some(Self::Breakaway),
            EventKind::Stop | EventKind::Jam => Some(Self::Standstill),
            EventKind::EndStop { .. } => Some(Self::EndStopContact),
            EventKind::Reversal { .. } | EventKind::Engaged | EventKind::Disengaged => None,
        }
    }

    pub(super) fn of_reference(reference: u32) -> Option<Self> {
        Self::ALL.get(reference.wrapping_sub(FIRST_CLOCK_REFERENCE) as usize).copied()
    }
}

/// Clocks that tick together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks(u8);

impl Clocks {
    /// None of them.
    pub const NONE: Self = Self(0);

    /// From the number by which they are saved.
    pub(super) const fn from_number(number: u8) -> Option<Self> {
        if number < 1 << Clock::ALL.len() { Some(Self(number)) } else { None }
    }

    /// The number by which they are saved.
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// Whether a clock is among them.
    pub const fn has(self, clock: Clock) -> bool {
        self.0 >> clock as u8 & 1 != 0
    }

    /// Lets the clock of an event tick.
    pub(super) fn add(&mut self, kind: EventKind) {
        self.0 |= Clock::of(kind).map_or(0, |clock| 1 << clock as u8);
    }
}

impl Instance {
    /// Whether clocks tick at this instant.
    pub fn get_clock(&mut self, references: &[u32], ticks: &mut [bool]) -> Status {
        self.call(Operation::GetClock, |instance| {
            for (tick, &reference) in ticks.iter_mut().zip(references) {
                let clock = Clock::of_reference(reference).ok_or_else(|| instance.unknown(reference, "Clock"))?;
                *tick = instance.now.progress.clocks.has(clock);
            }
            Ok(())
        })
    }

    /// All clocks are outputs: none can be set.
    pub fn set_clock(&mut self, references: &[u32]) -> Status {
        self.call(Operation::SetClock, |instance| match references.first() {
            None => Ok(()),
            Some(&reference) if Clock::of_reference(reference).is_some() => Err(Refusal::error(text!(
                "the clock with value reference {reference} is an output; the model lets it tick"
            ))),
            Some(&reference) => Err(instance.unknown(reference, "Clock")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_event_lets_its_clock_tick() {
        let mut clocks = Clocks::NONE;
        clocks.add(EventKind::Reversal { direction: 1 });
        assert_eq!(clocks, Clocks::NONE);
        clocks.add(EventKind::Breakaway { direction: -1 });
        clocks.add(EventKind::Jam);
        assert!(clocks.has(Clock::Breakaway) && clocks.has(Clock::Standstill) && !clocks.has(Clock::EndStopContact));
        assert_eq!(Clocks::from_number(clocks.number()), Some(clocks));
        assert_eq!(Clocks::from_number(8), None);
    }
}
