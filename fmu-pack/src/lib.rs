//! Packs, checks, describes and runs FMUs.
//!
//! [`archive`] reads and writes the ZIP file, [`interface`] is the view of modelDescription.xml, [`checks`] are the
//! rules, [`fmi2`] is FMI from the importer's side (the only unsafe code), [`simulation`] runs an FMU on [`input`]
//! signals such as those of a [`scenario`], [`sweep`] runs it many times, [`plot`] draws the result, [`curve`]
//! measures friction curves, [`package`] makes FMUs from the actuator crate with the compilers of a [`toolchain`],
//! [`report`] validates them.
//! [`isolation`] has the libraries of FMUs run in processes of their own, [`interrupt`] cleans up where a signal ends the
//! program, and [`command`] is the command line on top of all.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod archive;
pub mod checks;
pub mod command;
pub mod curve;
pub mod fmi2;
pub mod fmu;
pub mod input;
pub mod interface;
pub mod interrupt;
pub mod isolation;
pub mod output;
pub mod package;
pub mod platform;
pub mod plot;
pub mod report;
pub mod scenario;
pub mod simulation;
pub mod sweep;
pub mod toolchain;
