//! Calls cvode.c.

use crate::plant::{Inputs, Plant};
use anyhow::{Context, bail};
use std::ffi::{CStr, c_char, c_int, c_long};

unsafe extern "C" {
    fn work_precision_cvode(
        plant: *const Plant,
        pieces: *const Inputs,
        number_of_pieces: c_int,
        is_stiff: c_int,
        is_slave: c_int,
        tolerance: f64,
        scales: *const f64,
        step: f64,
        points: c_int,
        positions: *mut f64,
    ) -> c_long;
    fn work_precision_cpu_seconds() -> f64;
    fn work_precision_sundials_version() -> *const c_char;
}

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

/// Sizes of position, velocity, spool, flapper and its rate, for absolute tolerances.
pub type Scales = [f64; 5];

/// Positions at multiples of `step`.
pub fn integrate(
    plant: &Plant,
    pieces: &[Inputs],
    setting: Setting,
    scales: &Scales,
    step: f64,
    positions: &mut [f64],
) -> anyhow::Result<()> {
    let (number, points) = (c_int::try_from(pieces.len())?, c_int::try_from(positions.len())?);
    let Setting { is_stiff, is_slave, tolerance } = setting;
    // SAFETY: the structures mirror those in C, the arrays have the lengths that are passed.
    let events = unsafe {
        let (pieces, stiff, slave) = (pieces.as_ptr(), c_int::from(is_stiff), c_int::from(is_slave));
        let (scales, positions) = (scales.as_ptr(), positions.as_mut_ptr());
        work_precision_cvode(plant, pieces, number, stiff, slave, tolerance, scales, step, points, positions)
    };
    if events < 0 {
        bail!("CVODE gave up with {setting:?}");
    }
    Ok(())
}

/// CPU time of this process, in s.
pub fn cpu_seconds() -> f64 {
    // SAFETY: no arguments.
    unsafe { work_precision_cpu_seconds() }
}

/// Version of SUNDIALS.
pub fn version() -> anyhow::Result<&'static str> {
    // SAFETY: a string constant.
    unsafe { CStr::from_ptr(work_precision_sundials_version()) }.to_str().context("the version of SUNDIALS")
}
