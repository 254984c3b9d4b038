//! What goes wrong around an instance or inside it stays there: memory that runs out, loggers that are slow or call
//! back, and a panic in every function. The host survives, the answer is the one of the
//! standard, and other instances go on with the same bits.
//!
//! SAFETY of all unsafe blocks here: handles come from the library and are used by one thread at a time, pointers are
//! of live values of the right type and length, unless a test is about the opposite.
#![cfg(feature = "fmi")]
#![allow(unsafe_code, clippy::unwrap_used)]

mod allocator;
mod calls;
mod drivetrain;
mod fmi3;
mod host;
mod logger;
mod memory;
mod panics;

#[global_allocator]
static ALLOCATOR: allocator::Failing = allocator::Failing;
