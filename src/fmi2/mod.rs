//! The C interface of FMI 2.0, both kinds. The only place with unsafe code; it knows only the instance.
//!
//! Every exported function is a `guard` around one method of [`Instance`](crate::instance::Instance): the guard
//! checks the component, keeps panics inside the library and gives the status. Arrays and pointers are checked for null,
//! alignment and length before they are used.
//!
//! # Safety
//!
//! What the library cannot check is the duty of the importer, as in the FMI 2.0 standard: a component comes from
//! [`fmi2Instantiate`] and was not freed, an array has as many elements as its length, a string ends with a zero
//! byte, and one instance is called by one thread at a time. Nothing is kept of what a call was given, but for the
//! callback functions and the component environment.
#![allow(unsafe_code, non_snake_case, non_camel_case_types)]
// Every exported function has the one contract that is stated above.
#![allow(clippy::missing_safety_doc)]

mod call_table;
mod functions;
mod logger;
mod types;

pub use call_table::CALL_TABLE;
pub use functions::*;
pub use types::*;
