//! How long a library may take.

use std::time::{Duration, Instant};

/// The end of the time that a library has, if there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    allowed: Option<Duration>,
    begin: Instant,
}

impl Deadline {
    /// So much time from now on.
    pub(super) fn after(allowed: Option<Duration>) -> Self {
        Self { allowed, begin: Instant::now() }
    }

    /// The same time again, from now on.
    pub(super) fn restart(&mut self) {
        self.begin = Instant::now();
    }

    /// What is left, if there is an end.
    pub(super) fn left(&self) -> Option<Duration> {
        self.allowed.map(|allowed| allowed.saturating_sub(self.begin.elapsed()))
    }

    /// The whole time, in s.
    pub(super) fn seconds(&self) -> f64 {
        self.allowed.map_or(f64::INFINITY, |allowed| allowed.as_secs_f64())
    }
}
