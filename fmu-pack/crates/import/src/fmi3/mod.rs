//! FMI 3.0 from the importer's side: an own typed function table over a loaded library.
#![allow(unsafe_code)]

mod environment;
mod exact;
mod functions;
mod instance;
mod library;
mod model_exchange;
mod numbers;
mod types;

pub(crate) use functions::REQUIRED_FUNCTIONS;
pub use instance::Instance;
pub use library::Library;
