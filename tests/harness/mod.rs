//! Drives the physics through its Rust API, as an importer does: piecewise-linear inputs with their derivatives, a
//! switching instant is a communication point.
#![allow(dead_code, unused_imports, reason = "each test file uses its part")]

pub mod friction;
pub mod quadrature;
pub mod reference;
pub mod run;
pub mod saved;
pub mod scenario;
pub mod signal;
pub mod transmission;
pub mod values;

pub use run::{Recorder, Run};
pub use signal::Signal;
pub use values::{get, set, set_all};
