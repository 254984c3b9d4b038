//! An FMU from the importer's side: [`interface`] is the view of modelDescription.xml, [`mod@fmu`] the unpacked archive,
//! [`archive`] reads and writes the ZIP file, [`library`] its library and instances of it, [`platform`] the folders of libraries.
//! The functions of the library are called in `fmi2` and `fmi3`, the only unsafe code of fmu-pack.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod fmi2;
mod fmi3;

pub mod archive;
pub mod fmu;
pub mod interface;
pub mod library;
pub mod platform;
