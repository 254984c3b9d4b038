//! The library through its C interface, as an importer uses it.
//!
//! SAFETY of all unsafe blocks here: handles come from the library and are used by one thread at a time, pointers are of
//! live values of the right type and length, unless a test is about the opposite.
#![allow(unsafe_code, clippy::unwrap_used)]

mod call_table;
mod choices;
mod derivatives;
mod header;
mod late_parameters;
mod lifecycle;
mod log;
mod model_exchange;
mod panic;
mod saved_state;
mod shared_library;
mod step;
mod threads;
mod values;
