//! What the fuzzer does with its bytes. Each function panics where something does not hold.
//!
//! The players of `tests/robustness` are used as they are: here their random numbers are the bytes of the fuzzer, so
//! that it can learn which bytes lead further.
//!
//! SAFETY of all unsafe blocks: handles come from the library and are used by one thread at a time, pointers are of live
//! values of the right type and length, unless said otherwise.

#[path = "../../tests/robustness/calls/mod.rs"]
#[allow(dead_code, unused_imports, reason = "a test uses more of it")]
mod calls;
mod library;
mod life;
mod packer;
mod random;

pub use library::calls::calls;
pub use library::configuration::configuration;
pub use library::life::life;
pub use library::model_description::model_description;
pub use library::saved_state::saved_state;
pub use packer::archive::archive;
pub use packer::arguments::arguments;
pub use packer::csv::csv;
