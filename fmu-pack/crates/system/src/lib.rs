//! Systems of FMUs: described in one file, packed as SSP (System Structure and Parameterization), read, checked, run.
//!
//! ```text
//! system.toml ─▶ definition ─┐
//!                            ├─▶ assemble ─▶ System ─▶ ssp (write) ─▶ SystemStructure.ssd, *.ssv, *.ssm ─▶ system.ssp
//! FMUs ────────▶ facts ──────┘                 ▲                                                           │
//!                                              └──────────────────────────── ssp (read) ◀──────────────────┘
//! System + facts ─▶ resolve ─▶ System without inner systems and units ─▶ engine
//! ```
//!
//! [`Definition`] is what the file says, with lines; [`Facts`] what is known of an FMU; [`assemble`](assemble()) makes of both a
//! [`System`] in which names, types and units fit, or says with file and line what does not. [`ssp`] alone knows XML. What a
//! file of SSP means, with its units, inner systems and values on several levels, is known in [`resolve`](resolve()) alone. What each engine
//! can read is known where files are written (`ssp/write.rs`) and where one is started ([`engine`]).

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A new type or kind must be thought about wherever one is asked for.
#![deny(clippy::wildcard_enum_match_arm)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod assemble;
mod check;
mod definition;
mod document;
pub mod engine;
mod facts;
mod resolve;
pub mod ssp;
mod system;
mod unit;

pub use assemble::{Assembled, Model, assemble};
pub use check::{Problem, check, refuse_errors};
pub use definition::{Definition, Experiment, Source};
pub use facts::{Error as FactsError, Facts};
pub use resolve::{Resolved, resolve};
pub use system::{
    Binding, Component, Connection, Connector, ConnectorKind, DataType, End, Geometry, Inner, Linear, Parameter, Place,
    System,
};
