//! The compiled library of the models: where prebuilt ones are, and what a library is configured to be.
//!
//! One library serves every FMU. Its section [`SECTION`] holds a [`configuration_block`]: empty as compiled, filled in the
//! copy that goes into a configured FMU. [`block`] finds and fills it in files of all platforms, without running anything;
//! [`prebuilt`] looks for libraries that need no compiler, and [`toolchain`] builds them with those of the machine.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod block;
mod code_signature;
mod prebuilt;

pub mod sources;
pub mod toolchain;

pub use block::{Error, Library, holds};
pub use configuration_block::{Content, SECTION, Table, Variability};
pub use prebuilt::{Folder, NAME};
