//! The command, tested in one program that builds the FMUs once; a module has one subject.
// A test that meets the unexpected shall fail on the spot.
#![allow(clippy::unwrap_used, missing_docs)]

mod archives;
mod cli;
mod command;
mod configurations;
mod contact_curves;
mod corpus;
mod curve_file;
mod curves;
mod drivetrains;
mod fit;
mod fmi3;
mod fmi3_packages;
mod hardship;
mod hostile;
mod laws_and_trim;
mod libraries;
mod linearize;
mod models;
mod pages;
mod pictures;
mod platforms;
mod prebuilt;
mod recording;
mod references;
mod report;
mod report_in_chromium;
mod response;
mod rest_in_plots;
mod sizing;
mod ssp_meaning;
mod sweep;
mod systems;
mod tunable;
mod wording;
