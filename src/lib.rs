//! Aircraft actuators with dry friction, as FMUs of FMI 2.0 and 3.0.
//!
//! # How data flows
//!
//! ```text
//! importer -> fmi2, fmi3 (C ABI) -> instance (call table, values, log) -> actuator -> plants   -> friction
//!                                                                         |  \--> solver
//!                                                                         \--> interface (generated from the declaration)
//! ```
//!
//! * [`friction`] knows levels, laws and regimes of one sliding contact; no time, no solver, no FMI.
//! * [`solver`] advances any piecewise-analytic system and locates its guards; it knows no physics.
//! * [`plants`] are the equations of the papers: rigid body with friction and stops, servovalve, controller. Of the
//!   solver a body knows the exact propagator that is kept for it, how it is asked whether a motion can be expanded, and in
//!   what form it answers what an event did.
//! * [`actuator`] assembles plants into the models that are exported and maps them to the declared variables.
//! * `mechanism` has several bodies, contacts, springs and gears, decided together and expanded in time; it knows no variables.
//!   `drivetrain` maps one to the variables of the elements that a configuration puts together.
//! * `instance` is one FMU instance: operations, modes, parameter checks, messages, saved states. It knows no physics and no
//!   version of FMI.
//! * `fmi2` and `fmi3` are the C interfaces with the names and calling sequences of FMI 2.0 and 3.0, and `ffi` is what they
//!   share: the only places with unsafe code; they know only the instance.
//!
//! Without the default feature `fmi` the crate is `#![no_std]`: `core` and `libm` only, for embedded use.
#![no_std]
#![deny(unsafe_code)]
// A new law, regime or kind of event must be thought about wherever one is asked for.
#![deny(clippy::wildcard_enum_match_arm)]
#![allow(rustdoc::broken_intra_doc_links, reason = "units stand in brackets: [s]")]

// A hosted cdylib needs a panic handler; bare-metal targets build the rlib only and bring their own.
#[cfg(any(feature = "fmi", not(target_os = "none")))]
extern crate std;

/// Highest order of a Taylor series in time, and so the number of coefficients that a friction law expands.
///
/// With 30 terms a step may be 8 times the fastest time constant: e⁸ needs Σ 8ᵏ/k! to k ≈ 40, but the step is shortened where
/// the terms have not vanished, so order and step balance at about half of that.
pub const SERIES_ORDER: usize = 30;

pub mod actuator;
pub mod friction;
pub mod interface;
pub mod plants;
pub mod solver;

#[cfg(feature = "drivetrain")]
pub mod complementarity;
#[cfg(feature = "drivetrain")]
pub mod drivetrain;
#[cfg(feature = "drivetrain")]
pub mod mechanism;
#[cfg(feature = "fmi")]
pub(crate) mod memory;

#[cfg(feature = "fmi")]
mod ffi;
#[cfg(feature = "fmi")]
pub mod fmi2;
#[cfg(feature = "fmi")]
pub mod fmi3;
#[cfg(feature = "fmi")]
pub mod instance;
