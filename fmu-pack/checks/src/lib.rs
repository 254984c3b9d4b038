//! What is wrong with an FMU: rules over the archive, the description and the libraries, and over a library that was loaded.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod binary;

mod examine;
mod fmu;

pub use examine::examine;
pub use fmu::check;
pub use model_description::{Finding, Severity};
