//! Runs of CVODE: what run.c is asked for, and what it says.

use anyhow::bail;
use std::ffi::{c_int, c_long};

/// How CVODE integrates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// BDF with Newton's method instead of Adams with fixed-point iteration.
    pub is_stiff: bool,
    /// It stops at each communication point, as it must where the inputs come from elsewhere.
    pub is_slave: bool,
    /// Relative; the absolute one is this times the size of a state.
    pub tolerance: f64,
}

/// Mirrors `request_t` in run.h.
#[repr(C)]
pub struct Request {
    is_stiff: c_int,
    is_slave: c_int,
    points: c_int,
    tolerance: f64,
    step: f64,
}

impl Setting {
    /// To be read at so many multiples of `step`.
    pub fn request(self, step: f64, points: usize) -> anyhow::Result<Request> {
        let Self { is_stiff, is_slave, tolerance } = self;
        let [is_stiff, is_slave] = [is_stiff, is_slave].map(c_int::from);
        Ok(Request { is_stiff, is_slave, points: c_int::try_from(points)?, tolerance, step })
    }

    /// What the number of events that a run returns says.
    pub fn check(self, events: c_long) -> anyhow::Result<()> {
        if events < 0 {
            bail!("CVODE gave up with {self:?}");
        }
        Ok(())
    }
}
