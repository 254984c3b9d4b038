//! What is wrong with an FMU: rules over the archive, the description and the libraries, and over a library that was loaded.
//! [`mod@reference`] has the experiments inside an FMU with the results to be expected.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod binary;
pub mod reference;

mod citations;
mod examine;
mod fmu;
mod references;
mod sources;
mod terminals;

pub use citations::{Quote, quotes, quotes_of, rules_page};
pub use examine::examine;
pub use fmu::check;
pub use model_description::{Finding, Severity};
pub use references::compare;

use model_description::FmiVersion;

/// A finding of a rule that both versions have, with the section of this one's standard.
fn by_standard(finding: Finding, version: FmiVersion) -> Finding {
    citations::cited(Finding { version, ..finding })
}
