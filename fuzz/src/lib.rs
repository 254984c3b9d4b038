//! What the fuzzer does with its bytes. Each function panics where something does not hold.
//!
//! The players of `tests/support` are used as they are: here their random numbers are the bytes of the fuzzer.
//!
//! SAFETY of all unsafe blocks: handles come from the library and are used by one thread at a time, pointers are of live
//! values of the right type and length, unless said otherwise.

mod library;
mod packer;

pub use library::calls::{calls, calls_fmi3};
pub use library::configuration::configuration;
pub use library::configuration_block::configuration_block;
pub use library::model_description::{model_description, model_description_fmi3};
pub use library::related_files::related_files;
pub use library::saved_state::saved_state;
pub use library::scenario::scenario;
pub use packer::archive::archive;
pub use packer::arguments::arguments;
pub use packer::csv::csv;
pub use packer::system::system;
