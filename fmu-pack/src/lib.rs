//! Packs, checks, describes and runs FMUs.
//!
//! [`command`] is the command line, [`package`] makes FMUs from the actuator crate, [`page`] the friction bench; `python` beside it is what a wheel adds. All else
//! is a crate of its own in `crates`; each may know those below it:
//!
//! | crate | subject |
//! |---|---|
//! | `fmu-report` | verifies the models: published and analytic cases through the FMUs |
//! | `fmu-fit` | parameters of FMUs and friction laws from recordings |
//! | `fmu-sweep` | runs an FMU many times |
//! | `fmu-system` | systems of FMUs as SSP: definition, checks, files, engines |
//! | `fmu-isolation` | has the libraries of FMUs run in processes of their own |
//! | `fmu-analysis` | what an actuator does: linear system about a point, frequency response, friction curves, and sizing |
//! | `fmu-checks` | rules over an FMU; experiments inside an FMU with the results to be expected |
//! | `fmu-simulation` | runs a loaded FMU on input signals, such as those of a scenario; the published manoeuvres as data |
//! | `fmu-plot` | draws runs and curves |
//! | `fmu-library` | the compiled library: prebuilt or built here, and what it is configured to be |
//! | `fmu-import` | an FMU from the importer's side: ZIP file, description, library (the only unsafe code) |
//! | `fmu-output` | files written wholly or not at all, and what is cleaned up where a signal ends the program |

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod command;
pub mod package;
pub mod page;
