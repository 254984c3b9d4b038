//! The event mode of FMI 3.0: what happens at an instant, without time going on.

use super::Error;
use fmu_import::interface::{Kind, Variable};
use fmu_import::library::{Instance, Reference};

/// What a run with event mode knows besides.
pub(crate) struct EventMode {
    clocks: Vec<Reference>,
    /// Which clocks have ticked since the last row, and room for asking them.
    ticks: Vec<bool>,
    asked: Vec<bool>,
    next_event_time: Option<f64>,
    /// Events since time went on.
    here: u32,
}

impl EventMode {
    /// More events at one instant, or passes of its event iteration, never come to an end.
    pub(crate) const MOST: u32 = 1000;

    /// With the clocks among what is recorded.
    pub(crate) fn new(recorded: &[&Variable]) -> Self {
        let clocks = recorded.iter().filter(|variable| variable.kind == Kind::Clock);
        let clocks: Vec<Reference> = clocks.map(|clock| clock.reference).collect();
        let ticks = vec![false; clocks.len()];
        Self { clocks, asked: ticks.clone(), ticks, next_event_time: None, here: 0 }
    }

    /// The time event that comes next, if there is one.
    pub(crate) fn next_event_time(&self) -> Option<f64> {
        self.next_event_time
    }

    /// What has ticked.
    pub(crate) fn ticks(&self) -> &[bool] {
        &self.ticks
    }

    /// A row was written with what has ticked.
    pub(crate) fn forget_ticks(&mut self) {
        self.ticks.fill(false);
    }

    /// A step has moved on from `from` to `to`, or not at all: then the FMU has found an event where it stood.
    pub(crate) fn went_on(&mut self, from: f64, to: f64) -> Result<(), Error> {
        self.here = if to > from { 0 } else { self.here + 1 };
        if self.here > Self::MOST { Err(Error::EndlessEvents { time: to }) } else { Ok(()) }
    }

    /// The event iteration: the instance is in event mode, and goes to step mode.
    pub(crate) fn iterate(&mut self, time: f64, instance: &mut Instance<'_>) -> Result<(), Error> {
        for _ in 0..Self::MOST {
            self.ask_clocks(instance)?;
            let states = instance.update_discrete_states()?;
            if states.terminate {
                return Err(Error::Terminated { time });
            }
            self.next_event_time = states.next_event_time;
            if !states.need_update {
                return Ok(instance.enter_step_mode()?);
            }
        }
        Err(Error::EndlessEvents { time })
    }

    /// They tick from the event on to the next update of the discrete states.
    fn ask_clocks(&mut self, instance: &mut Instance<'_>) -> Result<(), Error> {
        if !self.clocks.is_empty() {
            instance.get_clocks(&self.clocks, &mut self.asked)?;
        }
        self.ticks.iter_mut().zip(&self.asked).for_each(|(tick, asked)| *tick |= asked);
        Ok(())
    }
}
