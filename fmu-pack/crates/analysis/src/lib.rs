//! What an actuator does, in numbers: its linear system about a point, its frequency response, its
//! friction curves, what a step costs, and what its parameters make it able to do.
//!
//! [`linear`] knows matrices only, [`sizing`] equations and no FMU; the others run FMUs.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod curve;
pub mod linear;
pub mod linearization;
pub mod response;
pub mod sizing;
pub mod step_cost;
