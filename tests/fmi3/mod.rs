//! The library through its C interface of FMI 3.0, as an importer uses it.
//!
//! SAFETY of all unsafe blocks here: handles come from the library and are used by one thread at a time, pointers are of
//! live values of the right type and length, unless a test is about the opposite.
#![allow(unsafe_code, clippy::unwrap_used)]

mod coupled;
mod derivatives;
mod event_mode;
mod intermediate_update;
mod lifecycle;
mod master;
mod misbehaviour;
mod same_bits;
mod values;
