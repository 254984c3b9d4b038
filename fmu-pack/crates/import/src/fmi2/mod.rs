//! FMI 2.0 from the importer's side: an own typed function table over a loaded library.
#![allow(unsafe_code)]

mod instance;
mod library;
mod log;
mod model_exchange;
mod types;

pub use instance::Instance;
pub use library::Library;
pub(crate) use library::required_functions;
