//! What is wrong with an FMU: rules over the archive, the description and the libraries, and over a library that was loaded.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod binary;

mod examine;
mod fmu;
mod references;
mod terminals;

pub use examine::examine;
pub use fmu::check;
pub use model_description::{Finding, Severity};
pub use references::compare;

use model_description::FmiVersion;

/// A finding of a rule that both versions have, with the section of this one's standard.
fn by_standard(finding: Finding, version: FmiVersion) -> Finding {
    let section = match (version, &*finding.section) {
        (FmiVersion::V2, section) => section,
        (FmiVersion::V3, "2.1.2") => "2.2.1",
        (FmiVersion::V3, "2.1.4") => "2.2.2",
        (FmiVersion::V3, "2.1.5") => "2.3.1",
        (FmiVersion::V3, "2.2.1") => "2.4.2",
        (FmiVersion::V3, "2.2.7") => "2.4.8",
        (FmiVersion::V3, "2.3") => "2.5",
        (FmiVersion::V3, section) => section,
    };
    Finding { section: section.to_owned(), version, ..finding }
}
