//! Packs, checks, describes and runs FMUs.
//!
//! [`command`] is the command line and [`package`] makes FMUs from the actuator crate; `python` beside it is what a wheel adds. All else is a crate of its own in a
//! folder beside this one; each may know those below it:
//!
//! | crate | subject |
//! |---|---|
//! | `fmu-report` | verifies the models: published and analytic cases through the FMUs |
//! | `fmu-sweep` | runs an FMU many times |
//! | `fmu-sizing` | what an actuator can do, and parameters from what it shall do |
//! | `fmu-linear` | linear systems: poles, zeros, frequency response |
//! | `fmu-system` | systems of FMUs as SSP: definition, checks, files, engines |
//! | `fmu-isolation` | has the libraries of FMUs run in processes of their own |
//! | `fmu-checks`, `fmu-curve` | rules over an FMU; friction curves measured on it |
//! | `fmu-linearization` | the linear system that an FMU is about an operating point |
//! | `fmu-response` | the frequency response of a running FMU |
//! | `fmu-reference` | experiments with the results to be expected, inside an FMU |
//! | `fmu-simulation` | runs a loaded FMU on input signals, such as those of a scenario |
//! | `fmu-scenario` | the published manoeuvres as data |
//! | `fmu-plot` | draws runs and curves |
//! | `fmu-toolchain` | builds the library with the compilers of the machine |
//! | `fmu-library` | the compiled library: prebuilt ones, and what a library is configured to be |
//! | `fmu-import` | an FMU from the importer's side: description, files, library (the only unsafe code) |
//! | `fmu-archive` | reads and writes the ZIP file |
//! | `fmu-output` | files written wholly or not at all |
//! | `fmu-process` | cleans up where a signal ends the program |

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod command;
pub mod package;
