//! Calls cvode.c.

use crate::plant::{Inputs, Plant};
use crate::run::{Request, Setting};
use anyhow::Context;
use std::ffi::{CStr, c_char, c_int, c_long};

unsafe extern "C" {
    fn work_precision_cvode(
        plant: *const Plant,
        pieces: *const Inputs,
        number_of_pieces: c_int,
        scales: *const f64,
        request: *const Request,
        positions: *mut f64,
    ) -> c_long;
    fn work_precision_cpu_seconds() -> f64;
    fn work_precision_sundials_version() -> *const c_char;
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
    let (number, request) = (c_int::try_from(pieces.len())?, setting.request(step, positions.len())?);
    // SAFETY: the structures mirror those in C, the arrays have the lengths that are passed.
    let events = unsafe {
        work_precision_cvode(plant, pieces.as_ptr(), number, scales.as_ptr(), &request, positions.as_mut_ptr())
    };
    setting.check(events)
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
