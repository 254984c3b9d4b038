//! What is found out about an FMU by asking it: its linear system about a point, its frequency response, its friction curves.
//!
//! [`linear`] knows matrices only; the others run FMUs.

pub mod curve;
pub mod linear;
pub mod linearization;
pub mod response;
