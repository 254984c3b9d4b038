//! What tests, benchmarks, the campaign of random runs and the fuzzer share, in layers:
//!
//! * physics through its Rust API, as an importer drives it: [`Run`] with [`Signal`]s, variables by name ([`values`]),
//!   published cases ([`figures`], [`transmission`](mod@transmission)), reference data ([`mod@reference`]);
//! * the C interface: [`importer`], and [`component`] where calls are counted or timed;
//! * random runs: [`scenario`] of an actuator, [`calls`] of the C interface, [`endurance`], all from one [`random`] source; [`cases`]
//!   decides how many of them a test has, and from which seeds.
//!
//! SAFETY of all unsafe blocks: handles come from the library and are used by one thread at a time, pointers are of live
//! values of the right type and length, unless stated otherwise.
#![allow(rustdoc::broken_intra_doc_links, reason = "units stand in brackets: [s]")]
#![allow(rustdoc::private_intra_doc_links, reason = "for those who change it")]
#![allow(clippy::unwrap_used, reason = "a test that meets the unexpected shall fail on the spot")]

pub mod calls;
pub mod cases;
pub mod component;
pub mod drivetrain;
pub mod drivetrain_scenario;
pub mod endurance;
pub mod figures;
pub mod friction;
pub mod importer;
pub mod pieces;
pub mod programme;
pub mod quadrature;
pub mod random;
pub mod reference;
pub mod reports;
pub mod run;
pub mod saved;
pub mod scenario;
pub mod signal;
pub mod transmission;
pub mod values;

pub use fmu_simulation::scenario as published_scenarios;
pub use run::{Recorder, Run};
pub use signal::Signal;
pub use values::{get, set, set_all};
