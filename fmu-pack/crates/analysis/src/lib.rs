//! What is found out about an FMU by asking it: its linear system about a point, its frequency response, its friction curves.
//!
//! [`linear`] knows matrices only; the others run FMUs.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod curve;
pub mod linear;
pub mod linearization;
pub mod response;
