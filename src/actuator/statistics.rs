//! What an instance has done.

use super::machine::EventStatistics;
use crate::solver;

/// Counts since initialization. They describe the work and not the state: a state that is written to bytes has none of them,
/// and an instance that is restored from one goes on with the counts that it has. A comparator, and the fixed-step method, count
/// internal steps only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Of the solver.
    pub solver: solver::Statistics,
    /// Events by kind.
    pub events: EventStatistics,
}
