//! What the solver has done.

/// Counts of the work since the instance was made; one that has reached the largest number stays there. They describe its past
/// and not of its state: a saved state has none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Internal steps: parts of communication steps that are at most `solver.max_step_size` long.
    pub internal_steps: u32,
    /// Internal steps in which events were looked for; the others were taken in closed form.
    pub located_steps: u32,
    /// Taylor expansions, of whole steps and of what events left of them.
    pub expansions: u32,
    /// Steps of the implicit integrator.
    pub implicit_steps: u32,
    /// Tries of an expansion or of an implicit step that were repeated with a shorter step.
    pub rejected_steps: u32,
    /// Jacobians of the implicit integrator.
    pub jacobians: u32,
    /// Exact propagators that were prepared.
    pub propagators: u32,
    /// Changes of the mode: events, and kinks of any element.
    pub mode_changes: u32,
    /// Intervals that were bridged because they had too many events.
    pub bridged_intervals: u32,
}

impl Statistics {
    /// Tries of the integrator, accepted or not.
    pub fn tries(&self) -> u32 {
        self.expansions.saturating_add(self.implicit_steps).saturating_add(self.rejected_steps)
    }
}

/// Counts so many more.
#[inline(always)]
pub(crate) fn count(counter: &mut u32, more: u32) {
    *counter = counter.saturating_add(more);
}
