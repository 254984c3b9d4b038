//! An FMU from the importer's side: [`interface`] is the view of modelDescription.xml, [`mod@fmu`] the unpacked archive,
//! [`fmi2`] the functions of the library (the only unsafe code of fmu-pack), [`platform`] the folders of libraries.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod fmi2;
pub mod fmu;
pub mod interface;
pub mod platform;
